"""Access to the compiled core: the same rules for packed positions, if it is built."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..core import AnyGame
    from .core import RaceCensus, Rules

__all__ = ["census_of", "is_used", "loaded", "pack", "rules_of"]

_last_game: tuple[AnyGame | None, Rules | None] = None, None
"""A cache of one: the last game passed to `rules_of`, and its rules."""


@cache
def loaded() -> Any:
    """Return the compiled module; None if it isn't built or NUMDUEL_PURE disables it.

    A module older than its sources counts as not built.
    """
    if os.environ.get("NUMDUEL_PURE", "0") not in ("", "0"):
        return None
    try:
        from . import core as built
    except Exception:  # the Python rules still work
        return None
    return built if _is_fresh(str(built.__file__)) else None


def _is_fresh(built: str) -> bool:
    folder = os.path.dirname(built)
    sources = (file for file in os.listdir(folder) if file.endswith((".pyx", ".pxi")))
    latest = max((os.stat(os.path.join(folder, file)).st_mtime for file in sources), default=0)
    return os.stat(built).st_mtime >= latest


def is_used() -> bool:
    """Return whether the compiled core is in use."""
    return loaded() is not None


def rules_of(game: AnyGame) -> Rules | None:
    """Return the compiled rules of a game; None if it has none, has draws, or is too large."""
    global _last_game
    known, rules = _last_game
    if known is not game:
        packed = game.packed_game()
        compiled = _find(type(packed), "Rules")
        try:
            rules = compiled and compiled(packed)
        except OverflowError:
            rules = None
        _last_game = game, rules
    return rules


def pack(rules: Rules, state: Any) -> bytes | None:
    """Return a state as a packed position; None if the rules can't pack it."""
    try:
        return rules.pack(state)
    except (AttributeError, OverflowError, TypeError, ValueError):
        return None


def census_of(kind: type[AnyGame], options: Any) -> RaceCensus | None:
    """Return the compiled census of all boards with these options; None if there is none."""
    compiled = _find(kind, "Census")
    try:
        return compiled and compiled(options.size, options.highest)  # type: ignore[no-any-return]
    except ValueError:  # too many boards
        return None


def _find(kind: type[AnyGame], what: str) -> Any:
    """Return the compiled class for this kind of game; None if there is none."""
    name = "" if kind.has_draws else vars(kind).get("compiled")
    return getattr(loaded(), f"{name}{what}", None) if name else None
