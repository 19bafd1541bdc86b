"""The routes of those who study a match: its positions, hints, reviews, and going on from it."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import JSONResponse, Response

from ..core import Over, Player
from ..errors import SetupError
from ..play.match import Match
from ..play.reading import read
from ..play.series import people
from ..play.session import LONGEST_NAME
from ..storage.record import loads
from ..views.as_json import view_json
from ..views.match_view import view
from ..views.sentences import names_of
from . import models, study_models, thinking
from .app import (
    SEATED,
    Ply,
    Round,
    check_opponent,
    check_ply,
    created,
    note_help,
    open_round,
    studied,
    token_of,
)
from .live import Live
from .match_start import HERE, NewMatch, begun
from .problems import declared
from .services import services_of
from .table import LONGEST_GAME, Refused

study = APIRouter(prefix="/api/v1")

Step = Annotated[int, Query(ge=1, le=3)]
Move = Annotated[str | None, Query(max_length=200)]

ROOM = 20_000_000
"""Bytes of reviews that are remembered: at the end of a match all who are there ask for one."""

_reviews: OrderedDict[tuple[str, int | None, int], bytes] = OrderedDict()
"""By match, round and seq."""

ASKED: dict[int | str, dict[str, Any]] = {
    **declared("no_match", "not_while_playing", "over", "invalid", "too_many", "unavailable")
}
"""How a question about a match can be refused."""


@study.get(
    "/matches/{id}/positions",
    response_model=None,
    responses={
        200: {"model": models.Position},
        **declared("no_match", "invalid", "unavailable"),
    },
)
async def position(request: Request, id: str, ply: Ply = None, round: Round = None) -> Response:
    """What was seen of a match after so many plies; nothing that was hidden then."""
    live = await services_of(request).matches.find(id)
    match = live.table.round(round)
    check_ply(match, ply)
    return JSONResponse(view_json(view(match, ply)))


# ---- help while a game is on


@study.get(
    "/matches/{id}/hint",
    response_model=None,
    openapi_extra=SEATED,
    responses={200: {"model": study_models.Hint}, **ASKED},
)
async def hint(
    request: Request, id: str, step: Step = 1, ply: Ply = None, round: Round = None
) -> Response:
    """Help in a position: at step 1 a nudge, at 2 a good move, at 3 what follows on it."""
    services = services_of(request)
    live = await services.matches.find(id)
    game, position = studied(live, round, ply)
    names = names_of(live.table.round(round))
    note_help(request, live, round, "hints", position)
    found = await services.answer(request, thinking.hint, game, position, names, step)
    return JSONResponse(found)


@study.get(
    "/matches/{id}/why",
    response_model=None,
    responses={
        200: {"model": study_models.Reason},
        **ASKED,
        **declared("invalid", "invalid_move", "illegal_move"),
    },
    openapi_extra=SEATED,
)
async def why(
    request: Request,
    id: str,
    move: Move = None,
    ply: Ply = None,
    round: Round = None,
) -> Response:
    """Why a move in a position is worse than another; without one, why the last mistake was one."""
    services = services_of(request)
    live = await services.matches.find(id)
    if move is None:
        match = open_round(live, round)
        players = _of_people(live, request)
        note_help(request, live, round, "analyses")
        return JSONResponse(await services.answer(request, thinking.last_mistake, match, players))
    game, position = studied(live, round, ply)
    names = names_of(live.table.round(round))
    chosen = read(game, position, move)
    note_help(request, live, round, "analyses", position)
    return JSONResponse(await services.answer(request, thinking.why, game, position, names, chosen))


def _of_people(live: Live, request: Request) -> list[Player]:
    """Whose mistakes are meant: one's own, or of those who watch those of all people."""
    table = live.table
    own = table.players(table.side(token_of(request)))
    return own or people(table.match)


# ---- afterwards


@study.get(
    "/matches/{id}/review",
    response_model=None,
    openapi_extra=SEATED,
    responses={200: {"model": study_models.Review}, **ASKED},
)
async def review(request: Request, id: str, round: Round = None) -> Response:
    """What every ply of a round was worth, and why; not while two people play."""
    services = services_of(request)
    live = await services.matches.find(id)
    match, key = open_round(live, round), (id, round, live.table.seq)
    note_help(request, live, round, "analyses")
    if key not in _reviews:
        answer = await _reviewed(request, match)
        _reviews[key] = bytes(answer.body)
        while sum(map(len, _reviews.values())) > ROOM:
            _reviews.popitem(last=False)
        return answer
    return Response(_reviews[key], media_type="application/json")


async def _reviewed(request: Request, match: Match) -> Response:
    _check_length(match)
    services = services_of(request)
    found = await services.answer(
        request, thinking.reviewed, match, seconds=thinking.REVIEW_SECONDS
    )
    return JSONResponse(found)


@study.get(
    "/matches/{id}/result",
    response_model=None,
    responses={
        200: {"model": study_models.Result},
        **ASKED,
        **declared("not_now", "invalid", "setup"),
    },
)
async def result(request: Request, id: str, round: Round = None) -> Response:
    """What became of a duel, in words that give nothing away; once it is over."""
    services = services_of(request)
    live = await services.matches.find(id)
    match = live.table.round(round)
    if not match.is_finished:
        raise Refused("not_now", "The duel is not over yet.")
    if "Duel" not in match.tags:
        raise SetupError("this match is no duel")
    found = await services.answer(request, thinking.result, match, seconds=thinking.REVIEW_SECONDS)
    return JSONResponse(found)


# ---- going on


@study.post(
    "/matches/{id}/branch",
    status_code=201,
    response_model=None,
    responses={
        201: {"model": models.Created},
        **declared(
            "no_match", "not_while_playing", "over", "setup", "invalid", "too_large", "too_slow"
        ),
        **declared("too_many", "unavailable"),
    },
)
async def branch(request: Request, id: str, asked: study_models.Branch) -> Response:
    """A new match that goes on from a position of this one; what was hidden is dealt anew."""
    live = await services_of(request).matches.find(id)
    match = open_round(live, asked.round)
    return await _go_on(request, match, asked)


@study.post(
    "/records",
    status_code=201,
    response_model=None,
    responses={
        201: {"model": models.Created},
        **declared("over", "setup", "invalid", "too_large", "too_slow", "too_many", "unavailable"),
    },
)
async def open_record(request: Request, asked: study_models.NewRecord) -> Response:
    """A match as a record tells it, to be gone on with or looked at."""
    match = await _read(request, asked.record)
    return await _go_on(request, match, asked)


@study.post(
    "/records/review",
    response_model=None,
    responses={
        200: {"model": study_models.Review},
        **declared("setup", "invalid", "too_large", "too_slow", "too_many", "unavailable"),
    },
)
async def review_record(request: Request, asked: study_models.Record) -> Response:
    """What every ply of a record was worth, and why; nothing of it is kept."""
    return await _reviewed(request, await _read(request, asked.record))


async def _read(request: Request, text: str) -> Match:
    """The match of a record, which may be long: it is read in a process."""
    match: Match = await services_of(request).answer(request, loads, text)
    return match


def _check_length(match: Match) -> None:
    if len(match.plies) > LONGEST_GAME:
        raise Refused("invalid", f"This is too long: a game has up to {LONGEST_GAME} moves here.")


async def _go_on(
    request: Request, match: Match, asked: study_models.Branch | study_models.NewRecord
) -> Response:
    ply = asked.ply
    check_opponent(asked.opponent)
    _check_length(match)
    check_ply(match, ply)
    if ply is not None and isinstance(match.game.status(match.states[ply]), Over):
        raise Refused("over", "Nobody is to move there.")
    services = services_of(request)
    services.spend("create", request)
    one, two = (_kept_name(match, player) for player in Player)
    is_here = asked.opponent == HERE
    wanted = NewMatch(
        match.game.id,
        {},
        None,
        "",
        None,
        asked.opponent,
        1 if is_here else asked.seat,
        (is_here and one) or asked.name,
        asked.token,
        match.tags.get("Date") or time.strftime("%Y.%m.%d"),
        begun=begun(match, ply),
        other=two if is_here else None,
    )
    live, invite = await services.matches.create(wanted)
    return created(live, asked.token, invite)


def _kept_name(match: Match, player: Player) -> str | None:
    """What a record calls a player, as far as there is room for it."""
    name = match.tags.get(f"Player{player + 1}", "")
    return name[:LONGEST_NAME] or None
