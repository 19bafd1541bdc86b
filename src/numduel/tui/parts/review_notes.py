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
from .course_graph import TONES, shape
from .drawing import PLAYERS

if TYPE_CHECKING:
    from ...engine.solving.value import Value
    from ...engine.teaching.review import Review, ReviewedPlayer, ReviewedPly

__all__ = ["ReviewNotes", "about", "stands"]

LINE = 12
"""Moves that are told of how best play goes on."""

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

    def show(self, seen: Review, names: tuple[str, str], *, is_ascii: bool) -> None:
        self.places = [place for place, step in enumerate(seen.steps, 1) if step.mark]
        figures = [Option(text, disabled=True) for text in _figures(seen, names, is_ascii)]
        mistakes = [
            Option(_mistake(seen.steps[place - 1], names), id=str(place)) for place in self.places
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


def _figures(seen: Review, names: tuple[str, str], is_ascii: bool) -> list[Content]:
    told = [_side(side, names[side.player], seen.has_chance, is_ascii) for side in seen.sides]
    one, two = (side.luck or Fraction(0) for side in seen.sides)
    if one != two:
        lucky = names[Player.ONE if one > two else Player.TWO]
        told.append(Content(f"What was drawn gave {lucky} {float(abs(one - two)):.1%} of a win."))
    if not any(step.mark for step in seen.steps) and seen.steps:
        told.append(Content("No mistake was made."))
    if not seen.is_exact:
        told.append(Content("What is unknown is estimated from random games, and not marked."))
    return told


def _side(side: ReviewedPlayer, name: str, has_chance: bool, is_ascii: bool) -> Content:
    kind = PLAYERS[side.player]
    parts: list[Part] = [(f"{shape(kind, is_ascii)} ", f"${kind}"), (name, "bold"), ": "]
    if side.accuracy is None or side.average is None:
        parts.append("no choice that mattered")
    else:
        choices = "choice" if side.choices == 1 else "choices"
        parts.append(f"{float(side.accuracy):.0%} accuracy, {side.best} of {side.choices} ")
        parts.append(f"{choices} best")
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
    parts.append(f"\n{_why(step)}")
    if step.line:
        more = " …" if len(step.line) > LINE else ""
        parts.append(f" Best play from there: {' '.join(step.line[:LINE])}{more}")
    return Content.assemble(*parts)


def _why(step: ReviewedPly) -> str:
    """What a marked move did, and why that is bad."""
    from ...engine.teaching.review import slip

    done = slip(step.before, step.after)
    return f"{capital(done)}. {step.reason}"


def about(step: ReviewedPly, name: str) -> list[Part]:
    """What a ply was worth, in words, for the place that it led to."""
    if step.drawn:
        before, after = (f"{float(value.chance):.1%}" for value in (step.before, step.after))
        luck = "" if step.luck is None else f", luck {float(step.luck):+.1%}"
        return [f"{name}'s chance went from {before} to {after}{luck}."]
    if not step.mark:
        return ["That was best. " if step.is_choice else "", f"{stands(step.after, name)}."]
    best = "  ".join(step.best[:4]) + (" …" if len(step.best) > 4 else "")
    return [(f"Best was {best}", "bold"), f": {stands(step.before, name)}. {_why(step)}"]


def stands(value: Value, name: str) -> str:
    """What a value means for somebody, if both play their best from here.

    >>> from numduel.engine.solving.value import endless, loss, win
    >>> [stands(value, "Ann") for value in (win(3), loss(1), endless())]
    ['Ann wins in 3 turns', 'Ann loses in 1 turn', 'nobody can force an end']
    """
    turns = "" if value.turns is None else f" in {value.turns} turn{'s' * (value.turns != 1)}"
    match value.outcome:
        case "win":
            return f"{name} wins{turns}"
        case "loss":
            return f"{name} loses{turns}"
        case "endless":
            return "nobody can force an end"
        case "chance":
            return f"{name} wins with a chance of {float(value.chance):.1%}"
    return f"too deep to be sure, about {float(value.chance):.0%} for {name}"
