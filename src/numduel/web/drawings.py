"""Pictures of positions for other websites: /board.svg draws the position in its URL."""

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
from .exchange import Answer, Request, answer_with_etag
from .services import Services

SVG = "image/svg+xml"

RESERVED_PARAMETERS = ("game", "board", "moves", "seed")
"""Parameters that aren't options of the game."""

MAX_QUERY_CHARS = 8000
"""Maximum length of all parameters together."""

MAX_PARAMETERS = 50
"""Maximum number of parameters."""

DAY_S = 24 * 3600

STYLE_HASH = b64encode(sha256(stylesheet("board.css").encode()).digest()).decode()

HEADERS = {
    "cache-control": f"public, max-age={DAY_S}",
    "content-security-policy": f"default-src 'none'; style-src 'sha256-{STYLE_HASH}'",
    "cross-origin-resource-policy": "cross-origin",
}
"""Headers that let any page show a picture, and give the picture no rights."""


async def draw_board(services: Services, request: Request[requests.DrawingParams, None]) -> Answer:
    """Draw a position: a game with its options, a board or a seed, and moves."""
    params, query = request.params, request.query
    if sum(len(part) for pair in query.items() for part in pair) > MAX_QUERY_CHARS:
        raise Refused("invalid", "This URL is too long.")
    if len(query) > MAX_PARAMETERS:
        raise Refused("invalid", f"A URL must have at most {MAX_PARAMETERS} parameters.")
    options = tuple(
        sorted((name, text) for name, text in query.items() if name not in RESERVED_PARAMETERS)
    )
    board, moves, seed = params.get("board"), params.get("moves", ""), params.get("seed", 0)
    svg = await services.run_in_thread(_draw, params["game"], board, moves, seed, options)
    return answer_with_etag(request, svg, SVG, HEADERS)


@lru_cache(maxsize=500)
def _draw(
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
