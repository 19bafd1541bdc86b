"""Pictures of positions to be shown elsewhere: /board.svg draws what its address says."""

from __future__ import annotations

from base64 import b64encode
from functools import lru_cache
from hashlib import sha256
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from ..dice import SEEDS, Dice
from ..errors import MoveError, SetupError, quoted
from ..games import find
from ..play.match import Match
from ..render.board import board_svg
from ..render.markup import stylesheet
from ..views.positions import picture, trails
from .problems import declared
from .table import Refused

drawings = APIRouter()

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


@drawings.get(
    "/board.svg",
    response_model=None,
    responses={
        200: {"content": {"image/svg+xml": {}}, "description": "the position"},
        **declared("setup", "invalid"),
    },
)
async def board(
    request: Request,
    game: Annotated[str, Query(max_length=100)],
    board: Annotated[str | None, Query(max_length=4000)] = None,
    moves: Annotated[str, Query(max_length=4000)] = "",
    seed: Annotated[int, Query(ge=0, lt=SEEDS)] = 0,
) -> Response:
    """A position in SVG: a game with its options, a board or a seed, and moves with spaces."""
    if len(request.url.query) > LONGEST_ADDRESS or len(request.query_params) > MOST_OPTIONS:
        raise Refused("invalid", "This address is too long.")
    options = {k: v for k, v in request.query_params.items() if k not in OWN}
    drawn = _drawn(game, board, moves, seed, tuple(sorted(options.items())))
    tag = f'"{sha256(drawn).hexdigest()[:32]}"'
    headers = {**HEADERS, "etag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(None, 304, headers)
    return Response(drawn, 200, headers, "image/svg+xml")


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
