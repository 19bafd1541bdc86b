"""What a review has found, in words: each side's figures, and the mistakes with their reasons."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ...core import Player
from ...errors import capital
from ...views.sentences import address
from .canvas import PLAYERS
from .course_graph import TONES, shape

if TYPE_CHECKING:
    from ...engine.teaching.review import Review, ReviewedPlayer, ReviewedPly

__all__ = ["ReviewNotes", "about"]

LINE = 12
"""How many moves of best play are shown."""

Part = str | tuple[str, str]


class ReviewNotes(OptionList, can_focus=False):
    """Figures first, then one entry for every mistake; a click goes to it."""

    class Jumped(Message):
        """Somebody wants to see what a note is about."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self.places: list[int] = []
        """The place after each mistake."""

    def wait(self, text: str) -> None:
        self.places = []
        self.set_options([Option(Content(text), disabled=True)])

    def show(self, review: Review, names: tuple[str, str], *, is_ascii: bool) -> None:
        self.places = [place for place, step in enumerate(review.plies, 1) if step.mark]
        figures = [Option(text, disabled=True) for text in _figures(review, names, is_ascii)]
        mistakes = [
            Option(_mistake(review.plies[place - 1], names), id=str(place)) for place in self.places
        ]
        self.set_options([*figures, None, *mistakes] if mistakes else figures)

    def point(self, place: int) -> None:
        """Show the note about this place; none where there is none."""
        number = self.get_option_index(str(place)) if place in self.places else None
        self.highlighted = number

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if event.option.id is not None:
            self.post_message(self.Jumped(int(event.option.id)))


def _figures(review: Review, names: tuple[str, str], is_ascii: bool) -> list[Content]:
    chance, players = review.has_chance, review.players
    figures = [_side(side, names[side.player], chance, is_ascii) for side in players]
    one, two = (side.luck or Fraction(0) for side in players)
    if one != two:
        lucky, luck = names[Player.ONE if one > two else Player.TWO], float(abs(one - two))
        figures.append(Content(f"What was drawn gave {lucky} {luck:.1%} of a win."))
    if not any(step.mark for step in review.plies) and review.plies:
        figures.append(Content("No mistake was made."))
    if not review.is_exact:
        figures.append(Content("What is unknown is estimated from random games, and not marked."))
    return figures


def _side(side: ReviewedPlayer, name: str, has_chance: bool, is_ascii: bool) -> Content:
    from ...engine.solving.value import in_turns, percent

    kind = PLAYERS[side.player]
    parts: list[Part] = [(f"{shape(kind, is_ascii)} ", f"${kind}"), (name, "bold"), ": "]
    if side.accuracy is None or side.average is None:
        parts.append("no decision that mattered")
    else:
        decisions = "decision" if side.decisions == 1 else "decisions"
        parts.append(f"{percent(side.accuracy, 0)} accuracy, {side.kept} of {side.decisions} ")
        parts.append(f"{decisions} right")
    if side.turns_lost:
        parts.append(f", {in_turns(side.turns_lost)} lost")
    for sign, count in side.marks.items():
        if count:
            parts += [", ", (f"{count} {sign}", f"bold ${TONES[sign]}")]
    if has_chance and side.average:
        parts.append(f", {float(side.average):.1%} given away on average")
    if side.luck is not None:
        parts.append(f", luck {float(side.luck):+.1%}")
    return Content.assemble(*parts)


def _mistake(step: ReviewedPly, names: tuple[str, str]) -> Content:
    who = (names[step.player], f"${PLAYERS[step.player]}")
    mark = (step.mark, f"bold ${TONES[step.mark]}")
    parts: list[Part] = [(f"{step.turn}. ", "$quiet"), who, f" {step.move} ", mark]
    parts.append(f"\n{_why(step, names)}")
    if step.line:
        more = " …" if len(step.line) > LINE else ""
        parts.append(f" Best play from there: {' '.join(step.line[:LINE])}{more}")
    return Content.assemble(*parts)


def _why(step: ReviewedPly, names: tuple[str, str]) -> str:
    """What a marked move did, and why that is bad."""
    return f"{capital(step.slip)}. {address(step.reason, names)}"


def about(step: ReviewedPly, names: tuple[str, str]) -> list[Part]:
    """What a ply was worth, in words, for the place that it led to."""
    name = names[step.player]
    if step.drawn:
        before, after = (f"{float(value.chance):.1%}" for value in (step.before, step.after))
        luck = "" if step.luck is None else f", luck {float(step.luck):+.1%}"
        return [f"{name}'s chance went from {before} to {after}{luck}."]
    if not step.mark:
        return ["That was best. " if step.is_decision else "", f"{step.after.means(name)}."]
    best = "  ".join(step.best[:4]) + (" …" if len(step.best) > 4 else "")
    return [(f"Best was {best}", "bold"), f": {step.before.means(name)}. {_why(step, names)}"]
