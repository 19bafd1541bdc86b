"""What the page draws before a match: the board of a set-up, a position of each game, QR codes."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Annotated

import segno
from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from starlette.responses import JSONResponse, Response

from ..core import AnyGame
from ..dice import Dice
from ..games import find, offered
from ..play.dealing import BOOK, PLAYABLE, set_up
from ..play.match import Match
from ..views.as_json import position_json
from ..views.shapes import match as shape
from .models import Asking, Position
from .problems import declared
from .services import services_of
from .table import Refused

previews = APIRouter(prefix="/api/v1")

STEPS = 6
"""How many moves into a game it is shown."""

SEEDS = 40
"""How many games are tried for one that is still going on then."""


REFUSED = ("setup", "invalid", "too_large", "too_slow", "too_many")


class Setup(Asking):
    """A game that somebody thinks of playing."""

    game: Annotated[str, Field(max_length=100)]
    options: Annotated[dict[str, bool | int | str], Field(max_length=50, default_factory=dict)]
    board: Annotated[str, Field(max_length=4000)] = PLAYABLE
    """A board as text, or how one is dealt: "playable" or "book"."""


class Text(Asking):
    text: Annotated[str, Field(min_length=1, max_length=1000)]


class Samples(BaseModel):
    samples: dict[str, Position]


class Squares(BaseModel):
    rows: list[str]
    """A 1 for every dark square."""


@previews.post(
    "/preview",
    response_model=None,
    responses={200: {"model": Position}, **declared(*REFUSED)},
)
async def preview(request: Request, asked: Setup) -> Response:
    """A set-up as it would be played, on a board dealt for this one answer."""
    services_of(request).spend("engine", request)
    return JSONResponse(await asyncio.to_thread(_dealt, asked))


def _dealt(asked: Setup) -> shape.Position:
    word = asked.board.strip()
    is_dealt = word.lower() in (PLAYABLE, BOOK)
    given, dealt = (None, word.lower()) if is_dealt else (word, BOOK)
    game = set_up(find(asked.game), asked.options, given, Dice(), dealt)
    return position_json(Match(game))


@previews.get("/samples", response_model=None, responses={200: {"model": Samples}})
async def samples() -> Response:
    """A position of each game to look at."""
    return JSONResponse({"samples": {kind.id: _sample(kind) for kind in offered()}})


@cache
def _sample(kind: type[AnyGame]) -> shape.Position:
    """A random game in its midst, always the same."""
    for seed in range(SEEDS):
        dice = Dice(seed)
        match = Match(kind.setup({}, None, dice), dice=dice)
        for _ in range(STEPS):
            if match.moves:
                match.play(dice.choice(match.moves))
        if match.moves:
            break
    return position_json(match)


@previews.post(
    "/qr",
    response_model=None,
    responses={200: {"model": Squares}, **declared("invalid", "too_large", "too_slow")},
)
async def qr(asked: Text) -> Response:
    """A text as a QR code; posted, since addresses are written to logs and links are secret."""
    try:
        code = segno.make(asked.text, error="m", micro=False)
    except segno.DataOverflowError:
        raise Refused("invalid", "This text is too long for a QR code.") from None
    rows = ["".join("1" if is_dark else "0" for is_dark in row) for row in code.matrix]
    return JSONResponse({"rows": rows})
