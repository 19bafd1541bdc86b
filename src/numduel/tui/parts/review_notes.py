"""The notes of a review: figures, mistakes with their reasons, and each position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ...errors import printable
from ...play.match import Match
from ...views.match_view import MatchView
from ...views.narration import Narration, reader_of
from ...views.review_text import (
    ESTIMATED,
    KeyMoment,
    describe_luck_difference,
    describe_no_moments,
    describe_resignation,
    describe_slip,
    describe_start,
    describe_step,
    explain_accuracy,
    find_key_moments,
)
from .ascii_text import to_display
from .canvas import PLAYER_COLOURS
from .panels import TextPart
from .progress_chart import SHAPES, TONES, PlySelected

if TYPE_CHECKING:
    from ...engine.teaching.review import Review, ReviewedPlayer, ReviewedPly


class ReviewNotes(OptionList, can_focus=False):
    """Key moments first, then figures, and lesser mistakes; a click goes to its ply."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self.moment_plies: list[int] = []
        """The plies of key moments and of all marked moves, in order."""

    def wait(self, text: str) -> None:
        self.moment_plies = []
        self.set_options([Option(Content(text), disabled=True)])

    def show(self, review: Review, match: Match, names: tuple[str, str]) -> None:
        narration = Narration(match, names, reader_of(match))
        moments = {moment.ply: _moment(moment) for moment in find_key_moments(review, narration)}
        others = {
            ply: _mistake(step, narration)
            for ply, step in enumerate(review.plies, 1)
            if step.mark and ply not in moments
        }
        self.moment_plies = sorted({*moments, *others})
        title = "Key moments" if moments else describe_no_moments(review, narration)
        groups = [
            [Option(Content.styled(title, "bold" if moments else ""), disabled=True)],
            [Option(text, id=str(ply)) for ply, text in moments.items()],
            [Option(text, disabled=True) for text in self._figures(review, narration)],
            [Option(text, id=str(ply)) for ply, text in others.items()],
        ]
        head, first, figures, last = groups
        self.set_options([*head, *first, None, *figures, *([None, *last] if last else [])])

    def point(self, ply: int) -> None:
        """Highlight the note about this ply, if there is one."""
        self.highlighted = self.get_option_index(str(ply)) if ply in self.moment_plies else None

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if event.option.id is not None:
            self.post_message(PlySelected(int(event.option.id)))

    def _figures(self, review: Review, narration: Narration) -> list[Content]:
        sides = [self._side(side, review, narration) for side in review.players]
        luck = describe_luck_difference(review, narration.names)
        remarks = [luck, "" if review.is_exact else ESTIMATED]
        return [*sides, *map(Content, filter(None, remarks))]

    def _side(self, side: ReviewedPlayer, review: Review, narration: Narration) -> Content:
        from ...engine.solving.value import format_turns

        kind = PLAYER_COLOURS[side.player]
        shape = to_display(self, SHAPES[kind])
        parts: list[TextPart] = [(f"{shape} ", f"${kind}")]
        parts.append(explain_accuracy(side, review, narration))
        figures = []
        if side.turns_lost:
            figures.append(f"{format_turns(side.turns_lost)} lost")
        figures += [f"{count} {sign}" for sign, count in side.marks.items() if count]
        if review.has_chance and side.average:
            figures.append(f"{float(side.average):.1%} of a win lost per choice")
        if side.luck is not None:
            figures.append(f"luck {float(side.luck):+.1%}")
        if figures:
            parts.append((f" ({', '.join(figures)})", "$quiet"))
        return Content.assemble(*parts)


def _moment(moment: KeyMoment) -> Content:
    mark = moment.mark or "•"
    style = f"bold ${TONES[moment.mark]}" if moment.mark else f"${PLAYER_COLOURS[moment.player]}"
    return Content.assemble((f"{mark} ", style), f"{moment.title}.")


def _mistake(step: ReviewedPly, narration: Narration) -> Content:
    mark = (f"{step.mark} ", f"bold ${TONES[step.mark]}")
    return Content.assemble(mark, f"Turn {step.turn}, {describe_slip(step, narration)}")


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
