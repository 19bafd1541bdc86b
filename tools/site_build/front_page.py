"""The front page of the site: the wordmark, a board and the ways to everything else."""

from __future__ import annotations

from pathlib import Path

import numduel
from numduel.play.match import Match
from numduel.render.numerals import WORDMARK
from site_build.drawings import draw_position

__all__ = ["front_page", "wordmark"]

TEMPLATE = Path(__file__).parents[2] / "site" / "front_page.md"

BOARD = "4 3 8/9 5 1/2 7 6"
MOVES = "0,0 2,0 0,1 2,1"
"""A position of Number Maze with two short trails."""


def front_page() -> str:
    """Return the front page in Markdown."""
    match = Match(numduel.new("maze", board=BOARD))
    for move in MOVES.split():
        match.play(match.read(move))
    template = TEMPLATE.read_text(encoding="utf-8")
    return template.replace("<!-- wordmark -->", wordmark()).replace(
        "<!-- board -->", draw_position(match, is_plain=True)
    )


def wordmark() -> str:
    """Return the wordmark as SVG, with the classes of the page."""
    paths = "".join(
        f'<path class="wm{colour}" transform="translate({left} 8)" d="{stroke}"/>'
        for colour, left, stroke in WORDMARK
    )
    pen = 'fill="none" stroke-width="15" stroke-linecap="round" stroke-linejoin="round"'
    label = 'role="img" aria-label="numduel"'
    return f'<svg class="wordmark" viewBox="0 0 479 76" {label} {pen}>{paths}</svg>'
