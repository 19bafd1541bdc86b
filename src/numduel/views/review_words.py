"""What is said of the places of a review: what a ply was worth, and how a game stood."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .sentences import Names, Narration, address

if TYPE_CHECKING:
    from ..engine.teaching.review import Review, ReviewedPly

LINE = 12
"""How many moves of best play are shown."""


def about_start(found: Review, narration: Narration) -> str:
    """How a game stood before its first move."""
    value, player = found.now, narration.match.player
    if found.plies:
        value, player = found.plies[0].before, found.plies[0].player
    if value is None or player is None:
        return ""
    return f"With best play of both, {value.means(narration.names[player])}."


def about_step(step: ReviewedPly, names: Names) -> str:
    """What a ply was worth, in words, for the place that it led to."""
    name = names[step.player]
    if step.drawn:
        before, after = (f"{float(value.chance):.1%}" for value in (step.before, step.after))
        luck = "" if step.luck is None else f", luck {float(step.luck):+.1%}"
        return f"{name}'s chance went from {before} to {after}{luck}."
    if not step.mark:
        best = "That was best. " if step.is_decision else ""
        return f"{best}{step.after.means(name)}."
    reason = address(step.reason, names)
    if not step.line:
        return reason
    more = " …" if len(step.line) > LINE else ""
    return f"{reason} Best play from there: {' '.join(step.line[:LINE])}{more}"
