"""What is said of a place in a game that is looked at again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from ...errors import printable
from ...views.sentences import Narration
from .course_graph import TONES
from .review_notes import about

if TYPE_CHECKING:
    from ...engine.teaching.review import Review

__all__ = ["place_words"]

Part = str | tuple[str, str]


def place_words(narration: Narration, found: Review | None, place: int) -> Content:
    """What led to a place, what it was worth if that is known, and how the game ended there."""
    match = narration.match
    step = found.plies[place - 1] if found is not None and place else None
    parts: list[Part] = [*_happened(narration, place, step.mark if step else ""), "\n"]
    is_end = place == len(match.plies) and match.is_finished
    if is_end:
        parts += [(" ".join(narration.verdict()), "$accent"), "\n"]
    if place in match.comments:
        parts += [(f"{{{printable(match.comments[place])}}}\n", "italic")]
    if step is not None:
        if step.mark or step.drawn or not is_end:
            parts += about(step, narration.names)
    elif found is not None:
        parts += _stood(narration, found)
    return Content.assemble(*parts).rstrip("\n")


def _happened(narration: Narration, place: int, mark: str) -> list[Part]:
    if not place:
        return [("The start.", "bold")]
    turn = narration.match.plies[place - 1].turn
    deed = (f"Turn {turn}: {narration.deed(place - 1)}", "bold")
    return [deed, " ", (mark, f"bold ${TONES[mark]}")] if mark else [deed]


def _stood(narration: Narration, found: Review) -> list[Part]:
    """How the game stood before its first move."""
    value, player = found.now, narration.match.player
    if found.plies:
        value, player = found.plies[0].before, found.plies[0].player
    if value is None or player is None:
        return []
    return [f"With best play of both, {value.means(narration.names[player])}."]
