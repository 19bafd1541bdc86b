"""A mistake as an HTML card: the board before the move, with the value of every move."""

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
    "Every cell shows the value of moving there: "
    f"{', '.join(f'{sign} {words}' for sign, words in SIGNS.values())}; ★ best, ◂ played."
)


def title(match: Match, ply: int, step: ReviewedPly, names: Names) -> str:
    """Return the title of a card: "Turn 5: Ann plays the 5, centre"."""
    move = match.game.picture(match.states[ply]).name_of(step.move)
    return f"Turn {step.turn}: {names[step.player]} plays {move}"


def card(
    match: Match, ply: int, step: ReviewedPly, names: Names, heading: str, more: str = ""
) -> str:
    """Return the card, for a page with the stylesheets; `heading` and `more` are HTML."""
    drawn = board_svg(
        match.game.picture(match.states[ply]),
        step.moves,
        step.best,
        title=title(match, ply, step, names),
        played=step.move,
        chosen=trails(match, ply),
        names=names,
        is_alone=False,
    )
    reason = escaped(address(step.reason, names))
    return (
        f'<article class="card"><h3>{heading} <span class="mark">{step.mark}</span></h3>'
        f"<p>{reason}</p>{drawn}{more}</article>"
    )
