"""Handlers for puzzles, whose answers stay on the server, and for the daily duel."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from secrets import SystemRandom, randbelow
from typing import Any, NamedTuple

from ..core import AnyGame
from ..daily.duel import Duel, duel_of
from ..dice import SEED_LIMIT, Dice
from ..engine.teaching.puzzles import GRADES, Puzzle, with_puzzles
from ..errors import SetupError, listed, quoted
from ..games import find, offered
from ..play.dealing import BOOK
from ..ratings.scale import scale_of
from ..storage.practice import PuzzleTry
from ..storage.streak import FIRST_DAY, TODAY, read_day, today
from ..views.as_json import seat_of
from ..views.daily_text import duel_words, puzzle_words
from ..views.narration import Reader
from ..views.screen_json import shown_position
from ..views.shapes import study as shape
from ..views.shapes.ratings import PuzzleRatings, RatedTry
from . import engine_tasks, requests
from .engine_tasks import LoadedPuzzle
from .exchange import Answer, Request
from .match_start import NewMatch
from .matches import start_match
from .services import Services

RANDOM_SEEDS = 2**32
"""Number of seeds for random puzzles: many, but short in an address."""

MAX_PUZZLES = 500
"""Maximum number of puzzles cached."""

MAX_DUELS = 100
"""Maximum number of duels cached."""

_puzzle_cache: OrderedDict[str, LoadedPuzzle] = OrderedDict()
"""Puzzles by id."""

_duel_cache: OrderedDict[str, Duel] = OrderedDict()
"""Duels by day."""


class PuzzleId(NamedTuple):
    """A puzzle: a day, or a game with grade and seed."""

    day: str
    game: str
    grade: str
    seed: int

    def __str__(self) -> str:
        return self.day or f"{self.game}/{self.grade}/{self.seed}"


def _parse_id(id: str) -> PuzzleId:
    """Return the puzzle of an id; raise SetupError if there is none."""
    game, grade, seed, *more = [*id.split("/"), "", ""]
    if not grade:
        return _daily_id(id)
    if any(more) or not seed.isascii() or not seed.isdigit() or len(seed) > 20:
        raise SetupError(f"{quoted(id)} isn't a puzzle")
    return _practice_id(game, grade, int(seed))


def _daily_id(text: str) -> PuzzleId:
    return PuzzleId(_read_past_day(text, "puzzles"), "", "", 0)


def _read_past_day(text: str, what: str) -> str:
    day = read_day(text)
    if not FIRST_DAY <= day <= today():
        raise SetupError(f"daily {what} exist from {FIRST_DAY} to today")
    return day


def _practice_id(game: str, grade: str, seed: int) -> PuzzleId:
    if grade not in GRADES:
        raise SetupError(f"{quoted(grade)} isn't a grade. Choose {listed(list(GRADES))}")
    kind = find(game)
    if kind not in with_puzzles():
        raise SetupError(_why_no_puzzles(kind))
    return PuzzleId("", kind.id, grade, seed % SEED_LIMIT)


def _why_no_puzzles(kind: type[AnyGame]) -> str:
    return f"{kind.title} has no puzzles because chance plays a part"


async def _load_puzzle(
    services: Services, request: Request[Any, Any], puzzle_id: PuzzleId
) -> LoadedPuzzle:
    key = str(puzzle_id)
    if key not in _puzzle_cache:
        if puzzle_id.day:
            found = await services.ask_engine_once(
                request,
                puzzle_id,
                engine_tasks.load_puzzle,
                *puzzle_id,
                seconds=engine_tasks.REVIEW_TIME_LIMIT_S,
            )
        else:  # only one person waits for a practice puzzle
            found = await services.ask_engine(
                request,
                engine_tasks.load_puzzle,
                *puzzle_id,
                seconds=engine_tasks.REVIEW_TIME_LIMIT_S,
            )
        _remember(puzzle_id, found)
    return _puzzle_cache[key]


def _remember(puzzle_id: PuzzleId, found: LoadedPuzzle) -> None:
    _puzzle_cache[str(puzzle_id)] = found
    while len(_puzzle_cache) > MAX_PUZZLES:
        _puzzle_cache.popitem(last=False)


async def load_daily_puzzle(
    services: Services, request: Request[requests.DayParams, None]
) -> Puzzle:
    """Return the puzzle of the requested day; an engine finds it the first time."""
    puzzle_id = _daily_id(request.params.get("day", TODAY))
    return (await _load_puzzle(services, request, puzzle_id)).puzzle


async def _show_puzzle(
    services: Services, request: Request[Any, Any], puzzle_id: PuzzleId
) -> shape.Puzzle:
    """Return a puzzle without its answer."""
    puzzle, difficulty = await _load_puzzle(services, request, puzzle_id)
    return {
        "id": str(puzzle_id),
        "day": puzzle_id.day or None,
        "grade": puzzle.grade,
        "turns": puzzle.turns,
        "player": seat_of(puzzle.report.player),
        "position": engine_tasks.show_position(puzzle, puzzle.moves),
        "words": puzzle_words(puzzle),
        "difficulty": difficulty,
    }


# ---- puzzles


async def list_puzzles(services: Services, request: Request[None, None]) -> shape.Puzzles:
    """List the games that have puzzles, and the grades."""
    kinds = with_puzzles()
    games: list[shape.GameName] = [{"id": kind.id, "title": kind.title} for kind in kinds]
    without: list[shape.GameWithoutPuzzles] = [
        {"id": kind.id, "title": kind.title, "reason": f"{_why_no_puzzles(kind)}."}
        for kind in offered()
        if kind not in kinds
    ]
    return {"games": games, "grades": list(GRADES), "without": without, "first_day": FIRST_DAY}


async def get_daily_puzzle(
    services: Services, request: Request[requests.DayParams, None]
) -> shape.Puzzle:
    """Get the daily puzzle: a position in which one move wins."""
    return await _show_puzzle(services, request, _daily_id(request.params.get("day", TODAY)))


async def get_practice_puzzle(
    services: Services, request: Request[requests.PracticeParams, None]
) -> shape.Puzzle:
    """Get a practice puzzle: a random one, or the one of a seed."""
    params = request.params
    seed = params["seed"] if "seed" in params else randbelow(RANDOM_SEEDS)
    grade = params.get("grade", "easy")

    async def show(kind: type[AnyGame]) -> shape.Puzzle:
        return await _show_puzzle(services, request, _practice_id(kind.id, grade, seed))

    return await _show_first(show, params.get("game"))


async def _show_first(
    show: Callable[[type[AnyGame]], Awaitable[shape.Puzzle]], game: str | None
) -> shape.Puzzle:
    """Return the puzzle of a game, or of the first random game that has one."""
    if game is not None:
        return await show(find(game))
    if not (kinds := with_puzzles()):
        raise SetupError("No game here has puzzles because chance plays a part")
    *kinds, last = SystemRandom().sample(kinds, len(kinds))
    for kind in kinds:
        with suppress(SetupError):  # some games have no puzzles, or none of some grades
            return await show(kind)
    return await show(last)


async def get_fitting_puzzle(
    services: Services, request: Request[None, requests.FittingPuzzle]
) -> shape.Puzzle:
    """Get a practice puzzle that fits the player: one to solve about two times of three."""
    body = request.body
    seed = body["seed"] if "seed" in body else randbelow(RANDOM_SEEDS)
    tries = _tries_by_game(body["tries"])

    async def show(kind: type[AnyGame]) -> shape.Puzzle:
        if kind.chance:
            raise SetupError(_why_no_puzzles(kind))
        if scale_of(kind.setup({}, None, Dice(0))) is None:  # any puzzle fits
            return await _show_puzzle(services, request, _practice_id(kind.id, "easy", seed))
        grade, found_seed, found = await services.ask_engine(
            request,
            engine_tasks.find_fitting_puzzle,
            kind.id,
            seed,
            tries.get(kind.id, []),
            seconds=engine_tasks.REVIEW_TIME_LIMIT_S,
        )
        assert grade is not None, "games with a scale have grades"
        puzzle_id = _practice_id(kind.id, grade, found_seed)
        _remember(puzzle_id, found)
        return await _show_puzzle(services, request, puzzle_id)

    return await _show_first(show, body.get("game"))


async def rate_puzzles(
    services: Services, request: Request[None, requests.KeptTries]
) -> PuzzleRatings:
    """Rate the player of these first tries at puzzles; nothing is stored."""
    tries, is_helped = _tries_by_game(request.body["tries"]), request.body.get("is_helped", False)
    return await services.ask_engine(request, engine_tasks.rate_puzzles, tries, is_helped)


def _tries_by_game(tries: list[RatedTry]) -> dict[str, list[PuzzleTry]]:
    found: dict[str, list[PuzzleTry]] = {}
    for one in tries:
        game = found.setdefault(one["game"], [])
        game.append(PuzzleTry("", one["is_solved"], tuple(one["finds"])))
    return found


async def try_puzzle_move(
    services: Services, request: Request[None, requests.PuzzleTry]
) -> shape.PuzzleMoveResult:
    """Check a move in a puzzle, after the correct moves before it."""
    body = request.body
    puzzle_id = _parse_id(body["puzzle"])
    puzzle, _ = await _load_puzzle(services, request, puzzle_id)
    return await services.ask_engine(
        request,
        engine_tasks.try_move,
        puzzle,
        body["made"],
        body["move"],
        puzzle_id.day,
        body.get("marks", ""),
        body.get("hints", 0),
    )


async def get_puzzle_help(
    services: Services, request: Request[None, requests.PuzzleHelp]
) -> shape.Help:
    """Get help with a puzzle; a higher number gives more."""
    body = request.body
    puzzle, _ = await _load_puzzle(services, request, _parse_id(body["puzzle"]))
    rest = body.get("number", 0), body.get("distance", True)
    return await services.ask_engine(request, engine_tasks.give_help, puzzle, body["made"], *rest)


async def get_puzzle_solution(
    services: Services, request: Request[None, requests.PuzzleReference]
) -> shape.Solution:
    """Get the answer to a puzzle."""
    puzzle, _ = await _load_puzzle(services, request, _parse_id(request.body["puzzle"]))
    return await services.ask_engine(request, engine_tasks.solve_puzzle, puzzle)


# ---- daily duel


async def load_duel(services: Services, request: Request[Any, Any], text: str) -> Duel:
    """Return the duel of a day; an engine finds it the first time."""
    day = _read_past_day(text, "duels")
    if day not in _duel_cache:
        _duel_cache[day] = await services.ask_engine_once(
            request, ("duel", day), duel_of, day, seconds=engine_tasks.REVIEW_TIME_LIMIT_S
        )
        while len(_duel_cache) > MAX_DUELS:
            _duel_cache.popitem(last=False)
    return _duel_cache[day]


async def get_daily_duel(
    services: Services, request: Request[requests.DayParams, None]
) -> shape.Duel:
    """Get the duel of a day: its game, level, your seat and the first position."""
    duel = await load_duel(services, request, request.params.get("day", TODAY))
    match = duel.begin().match
    return {
        "day": duel.day,
        "game": duel.game,
        "title": match.game.title,
        "level": duel.level,
        "seat": seat_of(duel.seat),
        "words": duel_words(duel.game, duel.level, duel.seat, is_today=duel.day == today()),
        "position": shown_position(match, reader=Reader.of([duel.seat])),
    }


async def start_daily_duel(services: Services, request: Request[None, requests.NewDuel]) -> Answer:
    """Create a match for the duel of a day."""
    duel = await load_duel(services, request, request.body.get("day", TODAY))
    new = NewMatch(
        duel.game,
        {},
        duel.board,
        BOOK,
        None,
        duel.level,
        duel.seat + 1,
        request.body.get("name"),
        request.body["token"],
        time.strftime("%Y.%m.%d"),
        duel.day,
    )
    return await start_match(services, new)
