"""The start page of the site: the wordmark, a board and a button to play."""

from __future__ import annotations

from pathlib import Path

import numduel
from numduel.play.match import Match
from numduel.render.board import board_svg
from numduel.render.numerals import WORDMARK
from numduel.views.positions import picture, trails

TEMPLATE = Path(__file__).parents[2] / "site" / "index.html"

BOARD = "4 3 8/9 5 1/2 7 6"
MOVES = "0,0 2,0 0,1 2,1"
"""A position of Number Maze with two short trails."""


def start_page() -> str:
    """Return the document. It uses the styles and the theme of the edition in play/."""
    template = TEMPLATE.read_text(encoding="utf-8")
    return template.replace("<!-- wordmark -->", wordmark()).replace("<!-- board -->", _board())


def wordmark() -> str:
    """Return the wordmark as SVG, with the classes of the page."""
    paths = "".join(
        f'<path class="wm{colour}" transform="translate({left} 8)" d="{stroke}"/>'
        for colour, left, stroke in WORDMARK
    )
    pen = 'fill="none" stroke-width="15" stroke-linecap="round" stroke-linejoin="round"'
    label = 'role="img" aria-label="numduel"'
    return f'<svg class="wordmark" viewBox="0 0 479 76" {label} {pen}>{paths}</svg>'


def _board() -> str:
    """Return a position as SVG, without coordinates and totals."""
    match = Match(numduel.new("maze", board=BOARD))
    for move in MOVES.split():
        match.play(match.read(move))
    shown = picture(match)._replace(first=None, facts=())
    return board_svg(shown, title=match.game.title, chosen=trails(match), is_alone=False)
