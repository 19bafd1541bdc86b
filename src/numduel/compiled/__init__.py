"""The door to the compiled core: the same rules over packed positions, where it has been built."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..core import AnyGame
    from .core import RaceCensus, Rules

__all__ = ["census_of", "is_used", "loaded", "packed", "rules_of"]

_latest: tuple[AnyGame | None, Rules | None] = None, None
"""The game asked about last, which is mostly the one that is asked about next, and its rules."""


@cache
def loaded() -> Any:
    """The compiled module; None where it is not built, or NUMDUEL_PURE says to do without.

    One that is older than the sources beside it does not know what has changed: it counts as none.
    """
    if os.environ.get("NUMDUEL_PURE", "0") not in ("", "0"):
        return None
    try:
        from . import core as built
    except Exception:  # whatever is wrong with it, the rules in Python are there
        return None
    return built if _is_fresh(str(built.__file__)) else None


def _is_fresh(built: str) -> bool:
    folder = os.path.dirname(built)
    sources = (file for file in os.listdir(folder) if file.endswith((".pyx", ".pxi")))
    latest = max((os.stat(os.path.join(folder, file)).st_mtime for file in sources), default=0)
    return os.stat(built).st_mtime >= latest


def is_used() -> bool:
    """Whether what can be is answered by compiled code."""
    return loaded() is not None


def rules_of(game: AnyGame) -> Rules | None:
    """Return the compiled rules of a game; None if it has none, has draws, or is too large."""
    global _latest
    known, rules = _latest
    if known is not game:
        compiled = _find(type(game), "Rules")
        try:
            rules = compiled and compiled(game)
        except OverflowError:
            rules = None
        _latest = game, rules
    return rules


def packed(rules: Rules, state: Any) -> bytes | None:
    """A position for compiled code; None if it is none that the rules know."""
    try:
        return rules.packed(state)
    except (AttributeError, OverflowError, TypeError, ValueError):
        return None


def census_of(kind: type[AnyGame], options: Any) -> RaceCensus | None:
    """What counts all boards with these options at once; None where nothing does."""
    compiled = _find(kind, "Census")
    try:
        return compiled and compiled(options.size, options.highest)  # type: ignore[no-any-return]
    except ValueError:  # there are too many
        return None


def _find(kind: type[AnyGame], what: str) -> Any:
    """Return the compiled class for this kind of game; None where there is none."""
    name = "" if kind.has_draws else vars(kind).get("compiled")
    return getattr(loaded(), f"{name}{what}", None) if name else None
