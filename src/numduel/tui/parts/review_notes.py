"""What a review has found, in words: figures, mistakes with their reasons, and every place."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ...core import Player
from ...errors import capitalise, printable
from ...views.match_view import MatchView
from ...views.narration import Narration
from ...views.review_text import ESTIMATED, about_start, about_step, accuracy
from .canvas import PLAYERS
from .course_graph import SHAPES, TONES, Jumped
from .panels import Part
from .plain_letters import signs

if TYPE_CHECKING:
    from ...engine.teaching.review import Review, ReviewedPlayer, ReviewedPly


class ReviewNotes(OptionList, can_focus=False):
    """Figures first, then one entry for every mistake; a click goes to it."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self.places: list[int] = []
        """The place after each mistake."""

    def wait(self, text: str) -> None:
        self.places = []
        self.set_options([Option(Content(text), disabled=True)])

    def show(self, review: Review, names: tuple[str, str]) -> None:
        self.places = [place for place, step in enumerate(review.plies, 1) if step.mark]
        figures = [Option(text, disabled=True) for text in self._figures(review, names)]
        mistakes = [
            Option(_mistake(review.plies[place - 1], names), id=str(place)) for place in self.places
        ]
        self.set_options([*figures, None, *mistakes] if mistakes else figures)

    def point(self, place: int) -> None:
        """Show the note about this place; none where there is none."""
        self.highlighted = self.get_option_index(str(place)) if place in self.places else None

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if event.option.id is not None:
            self.post_message(Jumped(int(event.option.id)))

    def _figures(self, review: Review, names: tuple[str, str]) -> list[Content]:
        sides = [self._side(side, names[side.player], review) for side in review.players]
        remarks = []
        one, two = (side.luck or Fraction(0) for side in review.players)
        if one != two:
            lucky, luck = names[Player.ONE if one > two else Player.TWO], float(abs(one - two))
            remarks.append(f"What was drawn gave {lucky} {luck:.1%} of a win.")
        if review.plies and not self.places:
            remarks.append("No mistake was made.")
        if not review.is_exact:
            remarks.append(ESTIMATED)
        return [*sides, *map(Content, remarks)]

    def _side(self, side: ReviewedPlayer, name: str, review: Review) -> Content:
        from ...engine.solving.value import format_turns

        kind = PLAYERS[side.player]
        shape = signs(self, SHAPES[kind])
        parts: list[Part] = [(f"{shape} ", f"${kind}"), (name, "bold"), ": "]
        parts.append(", ".join(filter(None, accuracy(side))))
        if side.turns_lost:
            parts.append(f", {format_turns(side.turns_lost)} lost")
        for sign, count in side.marks.items():
            if count:
                parts += [", ", (f"{count} {sign}", f"bold ${TONES[sign]}")]
        if review.has_chance and side.average:
            parts.append(f", {float(side.average):.1%} given away on average")
        if side.luck is not None:
            parts.append(f", luck {float(side.luck):+.1%}")
        return Content.assemble(*parts)


def _mistake(step: ReviewedPly, names: tuple[str, str]) -> Content:
    who = (names[step.player], f"${PLAYERS[step.player]}")
    mark = (step.mark, f"bold ${TONES[step.mark]}")
    parts: list[Part] = [(f"{step.turn}. ", "$quiet"), who, f" {step.move} ", mark]
    return Content.assemble(*parts, f"\n{capitalise(step.slip)}.")


# ---- what is said of a place


def place_words(view: MatchView, found: Review | None) -> Content:
    """What led to a place, what it was worth if that is known, and how the game ended there."""
    narration, match, place = view.narration, view.match, view.ply
    step = found.plies[place - 1] if found is not None and place else None
    parts: list[Part] = [*_happened(narration, place, step.mark if step else ""), "\n"]
    is_end = place == len(match.plies) and match.is_finished
    if is_end:
        parts += [(" ".join(narration.verdict()), "$accent"), "\n"]
    if place in match.comments:
        parts += [(f"{{{printable(match.comments[place])}}}\n", "italic")]
    if step is not None:
        if step.mark or step.drawn or not is_end:
            parts.append(about_step(step, narration))
    elif found is not None:
        parts.append(about_start(found, narration))
    return Content.assemble(*parts).rstrip("\n")


def _happened(narration: Narration, place: int, mark: str) -> list[Part]:
    if not place:
        return [("The start.", "bold")]
    turn = narration.match.plies[place - 1].turn
    deed = (f"Turn {turn}: {narration.deed(place - 1)}", "bold")
    return [deed, " ", (mark, f"bold ${TONES[mark]}")] if mark else [deed]
