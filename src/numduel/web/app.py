"""The routes of matches: the contract, and nothing behind it."""

from __future__ import annotations

import json
import time
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, Query, Request
from fastapi.openapi.utils import get_openapi
from starlette.responses import JSONResponse, PlainTextResponse, Response

from ..budget import Budget
from ..core import AnyGame, Turn
from ..dice import Dice
from ..engine.studying.boards import fair_board, has_boards
from ..errors import SetupError, listed
from ..games import find, offered
from ..options import Choice, Flag, Option, Whole
from ..play.dealing import BOOK, PLAYABLE
from ..play.match import Match
from ..play.players import LEVELS
from ..version import __version__
from ..views.as_json import Json
from . import models
from .live import Live
from .match_start import FRIEND, HERE, NewMatch
from .problems import Seated, declared, handle
from .services import Services, address_of, services_of
from .streams import EventStream
from .table import Action, Refused
from .workers import POSITIONS, analysis, engine

FAIR = "fair"

FAIR_SECONDS = 20.0
"""How long a fair board is looked for."""


api = APIRouter(prefix="/api/v1")

SEATED: dict[str, Any] = {"security": [{"seat": []}, {}]}
"""Of a route that knows seats by the header: whoever sends none watches."""

Ply = Annotated[int | None, Query(ge=0)]
Round = Annotated[int | None, Query(ge=1)]


def token_of(request: Request) -> str | None:
    """The seat of whoever asks; read here, since a declared header costs more than the rest."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None


def _answer(body: bytes, status: int = 200) -> Response:
    return Response(body, status, media_type="application/json")


# ---- what there is


@api.get("/games", response_model=None, responses={200: {"model": models.Games}})
async def games() -> Response:
    """Every game with its options, and the levels that play it."""
    return JSONResponse({"games": [_game(kind) for kind in offered()], "levels": list(LEVELS)})


@cache
def _game(kind: type[AnyGame]) -> Json:
    return {
        "id": kind.id,
        "title": kind.title,
        "summary": kind.summary,
        "hidden": kind.hidden,
        "boards": has_boards(kind, {}),
        "options": [_option(option) for option in kind.options_type.fields.values()],
    }


def _option(option: Option[Any]) -> Json:
    default = None if callable(option.default) else option.default
    said = {"name": option.name, "help": option.help, "default": default}
    match option:
        case Whole():
            return {**said, "kind": "whole", "low": option.low, "high": option.high}
        case Choice():
            return {**said, "kind": "choice", "words": list(option.words)}
        case Flag():
            return {**said, "kind": "flag"}
    raise AssertionError(f"a page does not know options such as {option}")


@api.get("/about", response_model=None, responses={200: {"model": models.About}})
async def about(request: Request) -> Response:
    """Where this server can be reached: where it is local, a link to it works only here."""
    services = services_of(request)
    return JSONResponse({"version": __version__, "url": services.url, "local": services.is_local})


# ---- a match begins


@api.post(
    "/matches",
    status_code=201,
    response_model=None,
    responses={
        201: {"model": models.Created},
        **declared("setup", "invalid", "too_large", "too_slow", "too_many", "unavailable"),
    },
)
async def create(request: Request, asked: models.New) -> Response:
    """A new match; whoever holds the token has the seat."""
    services = services_of(request)
    services.spend("create", request)
    check_opponent(asked.opponent)
    board = (asked.board or "").strip()
    is_word = board.lower() in (FAIR, BOOK)
    if board.lower() == FAIR:
        find(asked.game).options_type(**asked.options)
        board = await services.answer(
            request, find_fair, asked.game, asked.options, asked.seed, seconds=FAIR_SECONDS
        )
    wanted = NewMatch(
        asked.game,
        asked.options,
        board if board and board.lower() != BOOK else None,
        BOOK if is_word or asked.seed is not None else PLAYABLE,
        asked.seed,
        asked.opponent,
        asked.seat,
        asked.name,
        asked.token,
        time.strftime("%Y.%m.%d"),
    )
    live, invite = await services.matches.create(wanted)
    return created(live, asked.token, invite)


def check_opponent(opponent: str) -> None:
    """SetupError for somebody whom nobody can play against."""
    if opponent not in (FRIEND, HERE, *LEVELS):
        raise SetupError(f"an opponent is {listed([FRIEND, HERE, *LEVELS])}")


def created(live: Live, token: str, invite: str | None) -> Response:
    """A match that has just been made, for whoever made it."""
    seen = live.seen(live.table.side(token))
    return _answer(seen[:-1] + b',"invite":' + json.dumps(invite).encode() + b"}", 201)


def find_fair(game: str, options: Json, seed: int | None) -> str:
    """A fair board, found in a process."""
    budget = Budget(FAIR_SECONDS, 10 * POSITIONS)
    return fair_board(engine(), find(game), options, Dice(seed), budget).game.board


# ---- a match

SEEN: dict[int | str, Any] = {200: {"model": models.Seen}}


@api.post(
    "/matches/{id}/join",
    response_model=None,
    responses={
        **SEEN,
        **declared("no_match", "wrong_invite", "seat_taken", "setup", "invalid"),
        **declared("too_large", "too_slow", "too_many", "unavailable"),
    },
)
async def join(request: Request, id: str, asked: models.Join) -> Response:
    """Take the other seat of a match."""
    services = services_of(request)
    services.spend("join", request)
    matches = services.matches
    live = await matches.find(id)
    await matches.join(live, asked.invite, asked.token, asked.name)
    return _answer(live.seen(live.table.side(asked.token)))


@api.get(
    "/matches/{id}",
    response_model=None,
    openapi_extra=SEATED,
    responses={**SEEN, **declared("no_match", "invalid", "unavailable")},
)
async def see(request: Request, id: str) -> Response:
    """What is so now."""
    live = await services_of(request).matches.find(id)
    return _answer(live.seen(live.table.side(token_of(request))))


@api.get(
    "/matches/{id}/events",
    response_model=None,
    openapi_extra=SEATED,
    responses={
        200: {"content": {"text/event-stream": {}}, "description": "`event: view`, `data: Seen`"},
        **declared("no_match", "invalid", "too_many", "unavailable"),
    },
)
async def events(request: Request, id: str) -> Response:
    """What is so now, and whenever it changes."""
    services = services_of(request)
    live = await services.matches.find(id)
    side = live.table.side(token_of(request))
    return EventStream(live, side, services.limits, address_of(request))


@api.post(
    "/matches/{id}/actions",
    response_model=None,
    openapi_extra=SEATED,
    responses={
        **SEEN,
        **declared("no_match", "no_seat"),
        **declared("waiting", "over", "not_your_turn", "stale", "not_now"),
        **declared(
            "invalid_move", "illegal_move", "invalid", "too_large", "too_slow", "unavailable"
        ),
    },
)
async def act(request: Request, id: str, asked: models.Action) -> Response:
    """Do something in a match; asked for again at the same seq, it is done once."""
    matches, token = services_of(request).matches, token_of(request)
    live = await matches.find(id)
    try:
        await matches.act(live, token, Action(asked.seq, asked.do, asked.move))
    except Refused as refused:
        raise Seated(refused, live.seen(live.table.side(token))) from None
    return _answer(live.seen(live.table.side(token)))


# ---- what became of it


@api.get(
    "/matches/{id}/record",
    response_model=None,
    responses={
        200: {"content": {"text/plain": {}}, "description": "a record"},
        **declared("no_match", "invalid", "unavailable"),
    },
)
async def record(request: Request, id: str, round: Round = None) -> Response:
    """A round as it is written down."""
    live = await services_of(request).matches.find(id)
    return PlainTextResponse(live.table.record(round))


@api.get(
    "/matches/{id}/analysis",
    response_model=None,
    openapi_extra=SEATED,
    responses={
        200: {"model": models.Analysis},
        **declared("no_match", "not_while_playing", "over", "invalid", "too_many", "unavailable"),
    },
)
async def analyse(request: Request, id: str, ply: Ply = None, round: Round = None) -> Response:
    """What a position and its moves are worth; refused while two people play."""
    services = services_of(request)
    live = await services.matches.find(id)
    game, position = studied(live, round, ply)
    note_help(request, live, round, "analyses", position)
    return JSONResponse(await services.answer(request, analysis, game, position))


def open_round(live: Live, round: int | None) -> Match:
    """A round that may be studied: none while two people play."""
    if not live.table.is_open_to_study:
        raise Refused("not_while_playing", "Two people are playing: ask when it is over.")
    return live.table.round(round)


def check_ply(match: Match, ply: int | None) -> None:
    if ply is not None and ply > len(match.plies):
        raise Refused("invalid", f"There are plies up to {len(match.plies)}.")


def studied(live: Live, round: int | None, ply: int | None) -> tuple[AnyGame, Any]:
    """The position that somebody asks about, if they may, and if somebody is to move there."""
    match = open_round(live, round)
    check_ply(match, ply)
    position = match.state if ply is None else match.states[ply]
    is_end = match.ended and ply in (None, len(match.plies))
    if is_end or not isinstance(match.game.status(position), Turn):
        raise Refused("over", "Nobody is to move there.")
    return match.game, position


def note_help(
    request: Request, live: Live, round: int | None, kind: str, position: Any = None
) -> None:
    """Whoever asks about what is so now, or about the whole of a round, is helped in it."""
    table = live.table
    is_now = position is None or position == table.match.state
    if is_now and table.round(round) is table.match:
        table.help(table.side(token_of(request)), kind)


# ---- the whole


def make_app(services: Services) -> FastAPI:
    """The application, described for programs at /api/v1/openapi.json."""
    app = FastAPI(
        title="numduel",
        version=__version__,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.services = services
    app.include_router(api)
    handle(app)
    app.openapi = lambda: _described(app)  # type: ignore[method-assign]
    return app


def _described(app: FastAPI) -> Json:
    if app.openapi_schema is None:
        found = get_openapi(title=app.title, version=app.version, routes=app.routes)
        template = "#/components/schemas/{model}"
        schema = models.Problem.model_json_schema(ref_template=template)
        schema.pop("$defs", None)
        found["components"]["schemas"]["Problem"] = schema
        found["components"]["securitySchemes"] = {"seat": {"type": "http", "scheme": "bearer"}}
        app.openapi_schema = found
    return app.openapi_schema
