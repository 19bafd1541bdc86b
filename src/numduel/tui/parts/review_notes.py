"""The notes of a review: figures, mistakes with their reasons, and each position."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ...core import Player
from ...errors import capitalise, printable
from ...views.match_view import MatchView
from ...views.narration import Narration, reader_of
from ...views.review_text import (
    ESTIMATED,
    describe_resignation,
    describe_start,
    describe_step,
    format_accuracy,
)
from .ascii_text import to_display
from .canvas import PLAYER_COLOURS
from .panels import TextPart
from .progress_chart import SHAPES, TONES, PlySelected

if TYPE_CHECKING:
    from ...engine.teaching.review import Review, ReviewedPlayer, ReviewedPly


class ReviewNotes(OptionList, can_focus=False):
    """Figures, then one entry per mistake; a click goes to it."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self.mistake_plies: list[int] = []
        """The ply after each mistake."""

    def wait(self, text: str) -> None:
        self.mistake_plies = []
        self.set_options([Option(Content(text), disabled=True)])

    def show(self, review: Review, names: tuple[str, str]) -> None:
        self.mistake_plies = [ply for ply, step in enumerate(review.plies, 1) if step.mark]
        figures = [Option(text, disabled=True) for text in self._figures(review, names)]
        mistakes = [
            Option(_mistake(review.plies[ply - 1], names), id=str(ply))
            for ply in self.mistake_plies
        ]
        self.set_options([*figures, None, *mistakes] if mistakes else figures)

    def point(self, ply: int) -> None:
        """Highlight the note about this ply, if there is one."""
        self.highlighted = self.get_option_index(str(ply)) if ply in self.mistake_plies else None

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if event.option.id is not None:
            self.post_message(PlySelected(int(event.option.id)))

    def _figures(self, review: Review, names: tuple[str, str]) -> list[Content]:
        sides = [self._side(side, names[side.player], review) for side in review.players]
        remarks = []
        one, two = (side.luck or Fraction(0) for side in review.players)
        if one != two:
            lucky, luck = names[Player.ONE if one > two else Player.TWO], float(abs(one - two))
            remarks.append(f"Luck gave {lucky} {luck:.1%} of a win.")
        is_well_ended = review.resignation is None or not review.resignation.mark
        if review.plies and not self.mistake_plies and is_well_ended:
            remarks.append("No mistakes.")
        if not review.is_exact:
            remarks.append(ESTIMATED)
        return [*sides, *map(Content, remarks)]

    def _side(self, side: ReviewedPlayer, name: str, review: Review) -> Content:
        from ...engine.solving.value import format_turns

        kind = PLAYER_COLOURS[side.player]
        shape = to_display(self, SHAPES[kind])
        parts: list[TextPart] = [(f"{shape} ", f"${kind}"), (name, "bold"), ": "]
        parts.append(", ".join(filter(None, format_accuracy(side))))
        if side.turns_lost:
            parts.append(f", {format_turns(side.turns_lost)} lost")
        for sign, count in side.marks.items():
            if count:
                parts += [", ", (f"{count} {sign}", f"bold ${TONES[sign]}")]
        if review.has_chance and side.average:
            parts.append(f", {float(side.average):.1%} of a win lost per choice")
        if side.luck is not None:
            parts.append(f", luck {float(side.luck):+.1%}")
        return Content.assemble(*parts)


def _mistake(step: ReviewedPly, names: tuple[str, str]) -> Content:
    who = (names[step.player], f"${PLAYER_COLOURS[step.player]}")
    mark = (step.mark, f"bold ${TONES[step.mark]}")
    parts: list[TextPart] = [(f"{step.turn}. ", "$quiet"), who, f" {step.move} ", mark]
    return Content.assemble(*parts, f"\n{capitalise(step.slip)}.")


# ---- the text for a position


def describe_ply(view: MatchView, found: Review | None) -> Content:
    """Return the text on a position: the last move, its value if known, and the result."""
    match, ply = view.match, view.ply
    narration = Narration(match, view.narration.names, reader_of(match))
    step = found.plies[ply - 1] if found is not None and ply else None
    parts: list[TextPart] = [*_happened(narration, ply, step.mark if step else ""), "\n"]
    is_end = ply == len(match.plies) and match.is_finished
    if is_end:
        parts += [(" ".join(narration.verdict()), "$accent"), "\n"]
        if found is not None and (resigned := describe_resignation(found.resignation, narration)):
            parts += [(resigned, "bold"), "\n"]
    if ply in match.comments:
        parts += [(f"{{{printable(match.comments[ply])}}}\n", "italic")]
    if step is not None:
        if step.mark or step.drawn or not is_end:
            parts.append(describe_step(step, narration))
    elif found is not None:
        parts.append(describe_start(found, narration))
    return Content.assemble(*parts).rstrip("\n")


def _happened(narration: Narration, ply: int, mark: str) -> list[TextPart]:
    if not ply:
        return [("Start of the game.", "bold")]
    turn = narration.match.plies[ply - 1].turn
    deed = (f"Turn {turn}: {narration.deed(ply - 1)}", "bold")
    return [deed, " ", (mark, f"bold ${TONES[mark]}")] if mark else [deed]
