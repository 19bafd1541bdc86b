"""A moment of a match as a card: the board before a move, what each was worth, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..play.match import Match
from ..views.narration import Names, address
from ..views.positions import trails
from ..views.values import SIGNS
from .board import board_svg
from .markup import escaped

if TYPE_CHECKING:
    from ..engine.teaching.review import ReviewedPly

LEGEND = (
    "Every cell shows what moving there was worth: "
    f"{', '.join(f'{sign} {words}' for sign, words in SIGNS.values())}; ★ is best, ◂ was played."
)


def title(step: ReviewedPly, names: Names) -> str:
    return f"Turn {step.turn}, {names[step.player]} plays {step.move}"


def card(
    match: Match, place: int, step: ReviewedPly, names: Names, heading: str, more: str = ""
) -> str:
    """The card, for a page that has the stylesheets; `heading` and `more` are markup."""
    drawn = board_svg(
        match.game.picture(match.states[place]),
        step.moves,
        step.best,
        title=title(step, names),
        played=step.move,
        chosen=trails(match, place),
        names=names,
        is_alone=False,
    )
    reason = escaped(address(step.reason, names))
    return (
        f'<article class="card"><h3>{heading} <span class="mark">{step.mark}</span></h3>'
        f"<p>{reason}</p>{drawn}{more}</article>"
    )
