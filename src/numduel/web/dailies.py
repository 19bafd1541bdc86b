"""The routes of puzzles, which are judged here and given away to nobody, and of the daily duel."""

from __future__ import annotations

import time
from collections import OrderedDict
from secrets import randbelow
from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Query, Request
from starlette.responses import JSONResponse, Response

from ..daily.duel import Duel, duel_of
from ..dice import SEEDS
from ..engine.teaching.puzzles import GRADES, Puzzle, with_puzzles
from ..errors import SetupError, listed
from ..games import find
from ..play.dealing import BOOK
from ..play.match import Match
from ..storage.streak import read_day, today
from ..views.as_json import Json, position_json
from . import models, study_models, thinking
from .app import created
from .match_start import NewMatch
from .problems import declared
from .services import services_of

dailies = APIRouter(prefix="/api/v1")

FIRST_DAY = "2000-01-01"

MOST = 500
"""Puzzles that are remembered; another is found again when it is asked for."""

_found: OrderedDict[str, Puzzle] = OrderedDict()
"""By their names, from which they follow."""

Day = Annotated[str, Query(max_length=20)]
Game = Annotated[str, Query(max_length=100)]
Grade = Annotated[str, Query(max_length=20)]
Seed = Annotated[int | None, Query(ge=0, lt=SEEDS)]

ASKED: dict[int | str, dict[str, Any]] = declared(
    "setup", "invalid", "too_large", "too_slow", "too_many", "unavailable"
)


class Named(NamedTuple):
    """What a puzzle follows from."""

    day: str
    game: str
    grade: str
    seed: int

    def __str__(self) -> str:
        return self.day or f"{self.game}/{self.grade}/{self.seed}"


def _named(id: str) -> Named:
    """The puzzle that an id names; SetupError if it names none."""
    game, grade, seed, *more = [*id.split("/"), "", ""]
    if not grade:
        return _of_day(id)
    if any(more) or not seed.isascii() or not seed.isdigit() or len(seed) > 20:
        raise SetupError("there is no such puzzle")
    return _practice(game, grade, int(seed))


def _of_day(text: str) -> Named:
    day = read_day(text)
    if not FIRST_DAY <= day <= today():
        raise SetupError(f"there are puzzles from {FIRST_DAY} to today")
    return Named(day, "", "", 0)


def _practice(game: str, grade: str, seed: int) -> Named:
    if grade not in GRADES:
        raise SetupError(f"a grade is {listed(list(GRADES))}")
    kind = find(game)
    if kind not in with_puzzles():
        raise SetupError(f"{kind.title} has no puzzles: chance has a say in it")
    return Named("", kind.id, grade, seed % SEEDS)


async def _puzzle(request: Request, named: Named) -> Puzzle:
    key = str(named)
    if key not in _found:
        found = await services_of(request).answer(
            request, thinking.puzzle, *named, seconds=thinking.REVIEW_SECONDS
        )
        _found[key] = found
        while len(_found) > MOST:
            _found.popitem(last=False)
    return _found[key]


def _shown(puzzle: Puzzle, named: Named) -> Json:
    """A puzzle without its answer."""
    return {
        "id": str(named),
        "day": named.day or None,
        "grade": puzzle.grade,
        "turns": puzzle.turns,
        "player": puzzle.report.player + 1,
        "position": position_json(Match.replay(puzzle.game, puzzle.moves)),
    }


# ---- puzzles


@dailies.get("/puzzles", response_model=None, responses={200: {"model": study_models.Puzzles}})
async def puzzles() -> Response:
    """The games that have puzzles, and the grades of these."""
    games = [{"id": kind.id, "title": kind.title} for kind in with_puzzles()]
    return JSONResponse({"games": games, "grades": list(GRADES)})


@dailies.get(
    "/puzzles/daily",
    response_model=None,
    responses={200: {"model": study_models.Puzzle}, **ASKED},
)
async def daily(request: Request, day: Day = "today") -> Response:
    """The puzzle of a day, written 2026-11-16: a position in which one move wins."""
    named = _of_day(day)
    return JSONResponse(_shown(await _puzzle(request, named), named))


@dailies.get(
    "/puzzles/practice",
    response_model=None,
    responses={200: {"model": study_models.Puzzle}, **ASKED},
)
async def practice(
    request: Request, game: Game, grade: Grade = "easy", seed: Seed = None
) -> Response:
    """A puzzle of a game, easy, medium or hard: another each time, or the one of a seed."""
    named = _practice(game, grade, randbelow(SEEDS) if seed is None else seed)
    return JSONResponse(_shown(await _puzzle(request, named), named))


@dailies.post(
    "/puzzles/tries",
    response_model=None,
    responses={
        200: {"model": study_models.Tried},
        **ASKED,
        **declared("invalid_move", "illegal_move", "setup", "invalid"),
    },
)
async def try_move(request: Request, asked: study_models.PuzzleTry) -> Response:
    """What a move comes to, after the right ones that were made before it."""
    puzzle = await _puzzle(request, _named(asked.puzzle))
    found = await services_of(request).answer(
        request, thinking.tried, puzzle, asked.made, asked.move
    )
    return JSONResponse(found)


@dailies.post(
    "/puzzles/helps",
    response_model=None,
    responses={200: {"model": study_models.Help}, **ASKED},
)
async def help_with(request: Request, asked: study_models.PuzzleHelp) -> Response:
    """Something that helps; with a higher number, more."""
    puzzle = await _puzzle(request, _named(asked.puzzle))
    found = await services_of(request).answer(
        request, thinking.help_with, puzzle, asked.made, asked.number
    )
    return JSONResponse(found)


@dailies.post(
    "/puzzles/solutions",
    response_model=None,
    responses={200: {"model": study_models.Solution}, **ASKED},
)
async def solution(request: Request, asked: study_models.Which) -> Response:
    """The answer, for who has found it or gives up."""
    puzzle = await _puzzle(request, _named(asked.puzzle))
    return JSONResponse(await services_of(request).answer(request, thinking.solution, puzzle))


# ---- the duel


async def _duel(request: Request) -> Duel:
    services, day = services_of(request), today()
    if services.duel is None or services.duel.day != day:
        services.duel = await services.answer(
            request, duel_of, day, seconds=thinking.REVIEW_SECONDS
        )
    assert services.duel is not None
    return services.duel


@dailies.get(
    "/daily/duel",
    response_model=None,
    responses={200: {"model": study_models.DuelOfTheDay}, **declared("too_many", "unavailable")},
)
async def duel(request: Request) -> Response:
    """What today's duel is, without its board."""
    found = await _duel(request)
    return JSONResponse(
        {
            "day": found.day,
            "game": found.game,
            "title": find(found.game).title,
            "level": found.level,
            "seat": found.seat + 1,
        }
    )


@dailies.post(
    "/daily/duel",
    status_code=201,
    response_model=None,
    responses={
        201: {"model": models.Created},
        **declared("setup", "invalid", "too_large", "too_slow", "too_many", "unavailable"),
    },
)
async def begin_duel(request: Request, asked: models.Duel) -> Response:
    """Today's duel, from its beginning."""
    services, found = services_of(request), await _duel(request)
    services.spend("create", request)
    wanted = NewMatch(
        found.game,
        {},
        found.board,
        BOOK,
        None,
        found.level,
        found.seat + 1,
        asked.name,
        asked.token,
        time.strftime("%Y.%m.%d"),
        found.day,
    )
    live, invite = await services.matches.create(wanted)
    return created(live, asked.token, invite)
