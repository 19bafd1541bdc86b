"""Reproducible chance: all draws use `random()`, whose results Python guarantees to keep."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TypeVar

from .errors import SetupError, WrongType, quoted

__all__ = ["SEED_LIMIT", "Dice", "derive_seed", "read_seed"]

T = TypeVar("T")

SEED_LIMIT = 2**64
"""Number of seeds: they are whole numbers from 0 to this - 1."""


def read_seed(text: str) -> int:
    """Return the seed that a text names; raise SetupError if it names none."""
    if not (text.isascii() and text.isdigit() and len(text) <= 20 and int(text) < SEED_LIMIT):
        raise SetupError(
            f"seed must be a whole number from 0 to {SEED_LIMIT - 1}, not {quoted(text)}"
        )
    return int(text)


def derive_seed(seed: int | None, purpose: str) -> int:
    """Return the seed of `Dice.derived`."""
    if seed is None:
        return int.from_bytes(os.urandom(8), "big")
    from hashlib import sha256

    return int.from_bytes(sha256(f"{seed} {purpose}".encode()).digest()[:8], "big")


class Dice:
    """A random number generator: equal seeds give equal draws on every machine.

    Args:
        seed: A whole number from 0 to 2**64 - 1 (default: a random one).

    Raises:
        SetupError: If the seed is anything else.

    Examples:
        >>> import numduel
        >>> numduel.Dice(7).shuffled(range(1, 10))
        (7, 4, 6, 8, 9, 1, 5, 2, 3)
    """

    def __init__(self, seed: int | None = None) -> None:
        if seed is None:
            seed = derive_seed(None, "")
        if type(seed) is not int or not 0 <= seed < SEED_LIMIT:
            raise SetupError(f"seed must be a whole number from 0 to {SEED_LIMIT - 1}")
        self._seed = seed

    @cached_property
    def _random(self) -> Callable[[], float]:
        from random import Random  # not before something is drawn: play must start fast

        return Random(self._seed).random

    @classmethod
    def derived(cls, seed: int | None, purpose: str) -> Dice:
        """Return dice for one of several purposes that share a seed.

        Their draws reveal nothing about other purposes or about `Dice(seed)`. Without a seed, they
        are random.

        Examples:
            >>> import numduel
            >>> derived = numduel.Dice.derived
            >>> [derived(7, purpose).below(100) for purpose in ("coin", "coin", "dice")]
            [70, 70, 1]
        """
        return cls(derive_seed(seed, purpose))

    def __copy__(self) -> Dice:
        """Return dice that will draw the same as these."""
        twin = Dice(self._seed)
        if self.was_used:
            twin.rng_state = self.rng_state
        return twin

    def __deepcopy__(self, memo: object) -> Dice:
        """Return the same as `copy`: a plain deep copy would draw from our own sequence."""
        return self.__copy__()

    @property
    def was_used(self) -> bool:
        """Whether anything has been drawn from these dice."""
        return "_random" in vars(self)

    @property
    def rng_state(self) -> tuple[int, ...]:
        """The Mersenne Twister's state: its words and the index of the next. You can set it."""
        kept: tuple[int, ...] = self._random.__self__.getstate()[1]  # type: ignore[attr-defined]
        return kept

    @rng_state.setter
    def rng_state(self, rng_state: tuple[int, ...]) -> None:
        self._random.__self__.setstate((3, rng_state, None))  # type: ignore[attr-defined]

    def random(self) -> float:
        """Return a number from 0 up to, but not including, 1. All other draws use it."""
        return self._random()

    def below(self, bound: int) -> int:
        """Return a whole number from 0 to `bound` - 1, each equally likely."""
        try:
            return int(self._random() * bound)
        except (ArithmeticError, TypeError, ValueError):
            raise WrongType("the bound must be a whole number, such as 6") from None

    def choice(self, items: Sequence[T]) -> T:
        """Return one of the items, each equally likely."""
        try:
            return items[self.below(len(items))]
        except (LookupError, TypeError):
            raise WrongType("choice needs a list with at least one item") from None

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """Return the items in random order, all orders equally likely."""
        try:
            deck = list(items)
        except TypeError:
            raise WrongType("shuffled needs a list") from None
        for last in range(len(deck) - 1, 0, -1):
            other = self.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return tuple(deck)
