"""Drawings on documentation pages, in the colours of the reader's theme."""

from __future__ import annotations

import re

from numduel.play.match import Match
from numduel.render.board import board_svg
from numduel.views.positions import picture, trails

__all__ = ["draw_position"]

NUMERAL_LABEL = re.compile(r'(?<=<g class="nd-pen") aria-label="[^"]*"')
"""Labels of single numerals, which only groups with a role may have; the title has all rows."""


def draw_position(match: Match, *, is_plain: bool = False) -> str:
    """Return the current position as SVG in one line; plain without coordinates and totals.

    The page needs the stylesheet of the documentation.
    """
    shown = picture(match)
    if is_plain:
        shown = shown._replace(first=None, facts=())
    svg = board_svg(shown, title=match.game.title, chosen=trails(match), is_alone=False)
    return NUMERAL_LABEL.sub("", svg).replace("\n", "")
