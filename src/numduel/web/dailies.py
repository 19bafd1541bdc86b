"""Handlers for puzzles, whose answers stay here until asked for, and for the daily duel."""

from __future__ import annotations

import time
from collections import OrderedDict
from secrets import randbelow
from typing import Any, NamedTuple

from ..daily.duel import Duel, duel_of
from ..dice import SEED_LIMIT
from ..engine.teaching.puzzles import GRADES, Puzzle, with_puzzles
from ..errors import SetupError, listed
from ..games import find
from ..play.dealing import BOOK
from ..storage.streak import read_day, today
from ..views.as_json import seat_of
from ..views.daily_text import duel_words, puzzle_words
from ..views.shapes import study as shape
from . import requests, thinking
from .exchange import Answer, Request
from .match_start import NewMatch
from .matches import created
from .services import Services

FIRST_DAY = "2000-01-01"

MOST = 500
"""Puzzles that are remembered; another is found again when it is asked for."""

_found: OrderedDict[str, Puzzle] = OrderedDict()
"""By their names, from which they follow."""


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
    return Named("", kind.id, grade, seed % SEED_LIMIT)


async def _puzzle(services: Services, request: Request[Any, Any], named: Named) -> Puzzle:
    key = str(named)
    if key not in _found:
        found = await services.answer(
            request, thinking.puzzle, *named, seconds=thinking.REVIEW_SECONDS
        )
        _found[key] = found
        while len(_found) > MOST:
            _found.popitem(last=False)
    return _found[key]


def _shown(puzzle: Puzzle, named: Named) -> shape.Puzzle:
    """A puzzle without its answer."""
    return {
        "id": str(named),
        "day": named.day or None,
        "grade": puzzle.grade,
        "turns": puzzle.turns,
        "player": seat_of(puzzle.report.player),
        "position": thinking.position(puzzle, puzzle.moves),
        "words": puzzle_words(puzzle),
    }


# ---- puzzles


async def list_puzzles(services: Services, request: Request[None, None]) -> shape.Puzzles:
    """List the games that have puzzles, and the grades of these."""
    games: list[shape.GameName] = [{"id": kind.id, "title": kind.title} for kind in with_puzzles()]
    return {"games": games, "grades": list(GRADES)}


async def get_daily_puzzle(
    services: Services, request: Request[requests.OfDay, None]
) -> shape.Puzzle:
    """Get the puzzle of a day: a position in which one move wins."""
    named = _of_day(request.params.get("day", "today"))
    return _shown(await _puzzle(services, request, named), named)


async def get_practice_puzzle(
    services: Services, request: Request[requests.OfPractice, None]
) -> shape.Puzzle:
    """Get a puzzle of a game: another each time, or the one of a seed."""
    asked = request.params
    seed = asked["seed"] if "seed" in asked else randbelow(SEED_LIMIT)
    named = _practice(asked["game"], asked.get("grade", "easy"), seed)
    return _shown(await _puzzle(services, request, named), named)


async def try_puzzle_move(
    services: Services, request: Request[None, requests.PuzzleTry]
) -> shape.Tried:
    """Judge a move in a puzzle, after the right ones that were made before it."""
    asked = request.body
    puzzle = await _puzzle(services, request, _named(asked["puzzle"]))
    return await services.answer(request, thinking.tried, puzzle, asked["made"], asked["move"])


async def get_puzzle_help(
    services: Services, request: Request[None, requests.PuzzleHelp]
) -> shape.Help:
    """Get help with a puzzle; with a higher number, more."""
    asked = request.body
    puzzle = await _puzzle(services, request, _named(asked["puzzle"]))
    number = asked.get("number", 0)
    return await services.answer(request, thinking.help_with, puzzle, asked["made"], number)


async def get_puzzle_solution(
    services: Services, request: Request[None, requests.WhichPuzzle]
) -> shape.Solution:
    """Get the answer to a puzzle."""
    puzzle = await _puzzle(services, request, _named(request.body["puzzle"]))
    return await services.answer(request, thinking.solution, puzzle)


# ---- the duel


async def _duel(services: Services, request: Request[Any, Any]) -> Duel:
    day = today()
    if services.duel is None or services.duel.day != day:
        services.duel = await services.answer(
            request, duel_of, day, seconds=thinking.REVIEW_SECONDS
        )
    return services.duel


async def get_daily_duel(services: Services, request: Request[None, None]) -> shape.Duel:
    """Tell what today's duel is, without its board."""
    found = await _duel(services, request)
    return {
        "day": found.day,
        "game": found.game,
        "title": find(found.game).title,
        "level": found.level,
        "seat": seat_of(found.seat),
        "words": duel_words(found.game, found.level, found.seat),
    }


async def start_daily_duel(services: Services, request: Request[None, requests.NewDuel]) -> Answer:
    """Create a match that is today's duel."""
    found = await _duel(services, request)
    wanted = NewMatch(
        found.game,
        {},
        found.board,
        BOOK,
        None,
        found.level,
        found.seat + 1,
        request.body.get("name"),
        request.body["token"],
        time.strftime("%Y.%m.%d"),
        found.day,
    )
    return await created(services, wanted)
