"""Reproducible chance: every draw is made from `random()`, the one method Python keeps for ever."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TypeVar

from .errors import SetupError, WrongType, quoted

__all__ = ["SEEDS", "Dice", "derived_seed", "read_seed"]

T = TypeVar("T")

SEEDS = 2**64
"""Seeds are whole numbers from 0 up to, not including, this."""


def read_seed(text: str) -> int:
    """The seed that a text names."""
    if not (text.isascii() and text.isdigit() and len(text) <= 20 and int(text) < SEEDS):
        raise SetupError(f"seed must be a whole number from 0 to {SEEDS - 1}, not {quoted(text)}")
    return int(text)


def derived_seed(seed: int | None, purpose: str) -> int:
    """The seed of `Dice.derived`."""
    if seed is None:
        return int.from_bytes(os.urandom(8), "big")
    from hashlib import sha256

    return int.from_bytes(sha256(f"{seed} {purpose}".encode()).digest()[:8], "big")


class Dice:
    """Draws that are the same on every machine and every Python for the same seed (G6).

    >>> Dice(7).shuffled(range(1, 10))
    (7, 4, 6, 8, 9, 1, 5, 2, 3)
    """

    def __init__(self, seed: int | None = None) -> None:
        if seed is None:
            seed = derived_seed(None, "")
        if type(seed) is not int or not 0 <= seed < SEEDS:
            raise SetupError(f"seed must be a whole number from 0 to {SEEDS - 1}")
        self._seed = seed

    @cached_property
    def _random(self) -> Callable[[], float]:
        from random import Random  # not before something is drawn: play must start fast

        return Random(self._seed).random

    @classmethod
    def derived(cls, seed: int | None, purpose: str) -> Dice:
        """Dice for one purpose of several that share a seed, so that none follows from another.

        The seed itself is that of a deal, which cannot be told from what these draw. Without a
        seed they fall as they like.

        >>> [Dice.derived(7, purpose).below(100) for purpose in ("coin", "coin", "dice")]
        [70, 70, 1]
        """
        return cls(derived_seed(seed, purpose))

    def __copy__(self) -> Dice:
        """Return dice that will draw the same as these."""
        twin = Dice(self._seed)
        if self.was_used:
            twin.rng_state = self.rng_state
        return twin

    @property
    def was_used(self) -> bool:
        """Whether anything has been drawn."""
        return "_random" in vars(self)

    @property
    def rng_state(self) -> tuple[int, ...]:
        """State of the Mersenne Twister, for compiled code: its words and the index of the next."""
        kept: tuple[int, ...] = self._random.__self__.getstate()[1]  # type: ignore[attr-defined]
        return kept

    @rng_state.setter
    def rng_state(self, rng_state: tuple[int, ...]) -> None:
        self._random.__self__.setstate((3, rng_state, None))  # type: ignore[attr-defined]

    def random(self) -> float:
        """A number from 0 up to, not including, 1."""
        return self._random()

    def below(self, bound: int) -> int:
        """A whole number from 0 to `bound` - 1, each as likely."""
        try:
            return int(self._random() * bound)
        except (ArithmeticError, TypeError, ValueError):
            raise WrongType("dice draw below a whole number, such as 6") from None

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, each as likely."""
        try:
            return items[self.below(len(items))]
        except (LookupError, TypeError):
            raise WrongType("dice choose one of a list that is not empty") from None

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """The items in an order drawn from all orders."""
        try:
            deck = list(items)
        except TypeError:
            raise WrongType("dice shuffle a list") from None
        for last in range(len(deck) - 1, 0, -1):
            other = self.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return tuple(deck)
