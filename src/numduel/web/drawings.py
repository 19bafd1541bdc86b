"""Pictures of positions to be shown elsewhere: /board.svg draws what its address says."""

from __future__ import annotations

from base64 import b64encode
from functools import lru_cache
from hashlib import sha256
from typing import Any

from ..dice import Dice
from ..errors import MoveError, Refused, SetupError, quoted
from ..games import find
from ..play.match import Match
from ..render.board import board_svg
from ..render.markup import stylesheet
from ..views.positions import picture, trails
from . import requests
from .exchange import Answer, Request, tagged
from .services import Services

SVG = "image/svg+xml"

OWN = ("game", "board", "moves", "seed")
"""What an address says besides options of the game."""

LONGEST_ADDRESS = 8000
MOST_OPTIONS = 50

DAY = 24 * 3600

STYLE = b64encode(sha256(stylesheet("board.css").encode()).digest()).decode()

HEADERS = {
    "cache-control": f"public, max-age={DAY}",
    "content-security-policy": f"default-src 'none'; style-src 'sha256-{STYLE}'",
    "cross-origin-resource-policy": "cross-origin",
}
"""A picture may be shown on any page, and can do nothing there."""


async def draw_board(services: Services, request: Request[requests.OfDrawing, None]) -> Answer:
    """Draw a position: a game with its options, a board or a seed, and moves."""
    asked, query = request.params, request.query
    if sum(len(part) for pair in query.items() for part in pair) > LONGEST_ADDRESS:
        raise Refused("invalid", "This address is too long.")
    if len(query) > MOST_OPTIONS:
        raise Refused("invalid", f"This address has more than {MOST_OPTIONS} parameters.")
    options = tuple(sorted((name, text) for name, text in query.items() if name not in OWN))
    board, moves, seed = asked.get("board"), asked.get("moves", ""), asked.get("seed", 0)
    drawn = await services.aside(_drawn, asked["game"], board, moves, seed, options)
    return tagged(request, drawn, SVG, HEADERS)


@lru_cache(maxsize=500)
def _drawn(
    game: str, board: str | None, moves: str, seed: int, options: tuple[tuple[str, str], ...]
) -> bytes:
    given: dict[str, Any] = dict(options)
    match = Match(find(game).setup(given, board, Dice(seed)), dice=Dice(seed))
    for number, word in enumerate(moves.split(), 1):
        try:
            match.play(match.read(word))
        except MoveError as error:
            raise SetupError(f"move {number}, {quoted(word)}: {error}") from None
    return board_svg(picture(match), title=match.game.title, chosen=trails(match)).encode()
