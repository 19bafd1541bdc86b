"""Helpers for contract tests: variants of every game, and walks through their positions."""

from __future__ import annotations

import os
import shutil
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, update_wrapper
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeVar

import pytest
from hypothesis import strategies as st

import numduel
from numduel import Chance, Match, Over, SetupError, Turn
from numduel.budget import Budget
from numduel.compiled import loaded
from numduel.core import AnyGame, HiddenBoard
from numduel.engine import Engine
from numduel.game_files import VARIABLE
from numduel.games import find
from numduel.options import Choice, Flag, Option, Whole
from numduel.play.session import Session
from numduel.workshop.laws import is_one_sentence
from numduel.workshop.laws import whole_board as laid_open

__all__ = [
    "ENGINE",
    "FIVE",
    "GALLERY",
    "SIXTH",
    "VARIANTS",
    "Law",
    "Variant",
    "check_laws",
    "drawn_games",
    "drawn_matches",
    "drawn_playouts",
    "for_each",
    "full_disk",
    "is_known",
    "is_one_sentence",
    "laid_open",
    "needs",
    "needs_package",
    "next_moves",
    "option_variants",
    "perft",
    "playout",
    "plenty",
    "positions",
    "random_playout",
    "sample_positions",
    "snapshot",
    "variants",
    "visible_board",
    "walk",
    "where",
    "with_more_games",
]

T = TypeVar("T")


# ---- the engine

ENGINE = Engine()
"""A shared engine, for tests that don't depend on its memory."""


def plenty() -> Budget:
    """Return a budget that is enough for any test."""
    return Budget(seconds=300)


# ---- games

FIVE = ("maze", "sum", "run", "quest", "race")
"""The games of the rule books, in menu order; the package may have more."""


class Variant(NamedTuple):
    """A game with its options."""

    id: str
    options: dict[str, Any]

    def __str__(self) -> str:
        return "-".join([self.id, *(f"{name}={value}" for name, value in self.options.items())])

    def new(self, seed: int = 7) -> AnyGame:
        return numduel.new(self.id, seed=seed, **self.options)


COMBINED = [
    Variant("maze", {"size": 2, "target": 10, "extra": 1, "diagonal": 1}),
    Variant("maze", {"size": 3, "starts": "random", "extra": 2, "diagonal": 2}),
    Variant("maze", {"size": 3, "target": 30, "extra": 4, "diagonal": 5}),
    Variant("maze", {"size": 4, "starts": "random", "target": 20}),
    Variant("sum", {"target": 9, "highest": 3}),
    Variant("sum", {"target": 12, "highest": 4}),
    Variant("run", {"size": 3, "highest": 2}),
    Variant("quest", {"size": 2, "target": 6, "stand": True}),
    Variant("quest", {"size": 2, "target": 9}),
    Variant("quest", {"size": 3, "target": 40}),
    Variant("race", {"size": 3, "highest": 2}),
]
"""Options that interact."""


def _values_to_test(option: Option[Any]) -> list[object]:
    """Return values of an option to test: all of them, or some near the lower limit."""
    match option:
        case Whole():
            return [option.low, option.low + 2]
        case Choice():
            return list(option.words)
        case Flag():
            return [True, False]
    raise AssertionError(f"unknown kind of option: {option}")


def option_variants(kind: type[AnyGame]) -> list[dict[str, Any]]:
    """Return the default options of a game, and each option changed by itself."""
    fields = kind.options_type.fields.items()
    return [{}, *({name: value} for name, option in fields for value in _values_to_test(option))]


def variants(ids: Sequence[str]) -> list[Variant]:
    """Return these games with default options, and with each option changed by itself."""
    return [Variant(id, options) for id in ids for options in option_variants(find(id))]


VARIANTS: list[Variant] = [*variants(numduel.games()), *COMBINED]


def larger_variants() -> Iterator[Variant]:
    """Yield all sizes up to the largest compiled one, with options that change the rules."""
    for size in range(2, 8):
        for target in (6, 40, size * (size**2 + 1) // 2):
            for starts in ("chosen", "random"):
                for extra, diagonal in ((0, 0), (1, 0), (0, 2), (2, 1)):
                    bonus = {"extra": extra, "diagonal": diagonal}
                    options = {"size": size, "target": target, "starts": starts, **bonus}
                    yield Variant("maze", options)
        for highest in (1, 2, 5, 99):
            yield Variant("run", {"size": size, "highest": highest})
            yield Variant("race", {"size": size, "highest": highest})
        for target in (1, 15, 40):
            for stand in (False, True):
                yield Variant("quest", {"size": size, "target": target, "stand": stand})
    for highest in (1, 2, 3, 30, 63):
        for target in (1, 7, 50, 10_000):
            yield Variant("sum", {"target": target, "highest": highest})


BOOKS = {
    "maze": ("4 3 8/9 5 1/2 7 6", "0,0 2,0 0,1 2,1 1,1 2,2"),
    "sum": (None, "7 9 5 3"),
    "run": ("3 1 4 2 5/2 5 1 3 4/4 2 5 1 3/1 4 2 5 2/5 3 1 4 2", "0,1 3,4 1,1"),
    "quest": ("4 2 3/1 5 6/9 7 8", "2,2 1,3 3,1 2,1 1,2"),
    "race": ("1 3 2 4/2 1 3 2/4 2 1 3/3 4 2 1", "Right Left Down Up"),
}
"""Boards and moves of the rule books."""

SIXTH = Path(__file__).parents[1] / "sixth"
"""The folder of test games."""

GALLERY = SIXTH.parents[1] / "examples" / "games"
"""The folder of example games."""


@contextmanager
def with_more_games(folder: Path = SIXTH) -> Iterator[tuple[str, ...]]:
    """Load the games of tests/sixth, or of another folder, for a while; yield their ids."""
    ours = numduel.games()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, str(folder))
        yield tuple(id for id in numduel.games() if id not in ours)


# ---- boards


def visible_board(match: Match) -> str:
    """Return the part of the board that the position of a match shows."""
    game = match.game
    return game.shown(match.state) if isinstance(game, HiddenBoard) else game.board


# ---- walks


def next_moves(game: AnyGame, state: Any) -> tuple[str, ...]:
    """Return the legal moves or outcomes of chance in a position, empty at the end."""
    match game.status(state):
        case Turn(_, moves):
            return moves
        case Chance(odds):
            return tuple(move for move, _ in odds)
        case Over():
            return ()


def walk(game: AnyGame) -> Iterator[Any]:
    """Yield every reachable position once, breadth first."""
    start = game.start()
    seen, waiting = {start}, deque([start])
    while waiting:
        state = waiting.popleft()
        yield state
        for move in next_moves(game, state):
            after = game.play(state, move)
            if after not in seen:
                seen.add(after)
                waiting.append(after)


def perft(game: AnyGame, depth: int, state: Any = None) -> int:
    """Return the number of sequences of `depth` plies, including chance outcomes."""
    state = game.start() if state is None else state
    if depth == 0:
        return 1
    return sum(perft(game, depth - 1, game.play(state, m)) for m in next_moves(game, state))


def playout(game: AnyGame, choices: Sequence[int]) -> list[Any]:
    """Return the positions of a game in which numbers choose the plies."""
    states = [game.start()]
    for choice in choices:
        moves = next_moves(game, states[-1])
        if not moves:
            break
        states.append(game.play(states[-1], moves[choice % len(moves)]))
    return states


def random_playout(game: AnyGame, seed: int, plies: int = 200) -> list[Any]:
    """Return the positions of one random game."""
    rng = Random(seed)
    return playout(game, [rng.randrange(10**6) for _ in range(plies)])


def sample_positions(game: AnyGame) -> tuple[Any, ...]:
    """Return the first few hundred positions of a game, and the ends of some random games."""
    found = dict.fromkeys(islice(walk(game), 250))
    for seed in range(6):
        found.update(dict.fromkeys(random_playout(game, seed)[-60:]))
    return tuple(found)


def is_known(id: str) -> bool:
    """Return whether a game is one of the five or of the test games."""
    return id in FIVE or (SIXTH / f"{id}.py").is_file()


@cache
def _positions(game: AnyGame) -> tuple[AnyGame, tuple[Any, ...]]:
    return game, sample_positions(game)


def positions(variant: Variant) -> tuple[AnyGame, tuple[Any, ...]]:
    """Return a game of a variant with its first few hundred positions and ends of random games."""
    return _positions(variant.new())


# ---- Hypothesis


def _drawn_option(name: str, option: Option[Any]) -> st.SearchStrategy[Any]:
    match option:
        case Whole() if name == "size":
            return st.integers(option.low, option.low + 2)
        case Whole(low=0):
            return st.integers(0, 2)
        case Whole():
            return st.integers(option.low, min(option.high, option.low + 24))
    return st.sampled_from(_values_to_test(option))


@st.composite
def drawn_games(draw: st.DrawFn, ids: Sequence[str] | None = None) -> AnyGame:
    """Draw a game with any options, on a small board from any seed."""
    id = draw(st.sampled_from(ids or numduel.games()))
    fields = find(id).options_type.fields
    given_options = st.fixed_dictionaries(
        {}, optional={name: _drawn_option(name, option) for name, option in fields.items()}
    )
    seed = draw(st.integers(0, 2**64 - 1))
    for _ in range(10):
        try:
            return numduel.new(id, seed=seed, **draw(given_options))
        except SetupError:  # options that exclude each other
            continue
    return numduel.new(id, seed=seed)


CHOICES = st.lists(st.integers(0, 10**6), max_size=40)


@st.composite
def drawn_playouts(draw: st.DrawFn, ids: Sequence[str] | None = None) -> tuple[AnyGame, list[Any]]:
    """Draw a game and the positions of one playout."""
    game = draw(drawn_games(ids))
    return game, playout(game, draw(CHOICES))


@st.composite
def drawn_matches(draw: st.DrawFn, ids: Sequence[str] | None = None) -> Match:
    """Draw a match of any game after some moves."""
    match = Match(draw(drawn_games(ids)))
    for choice in draw(CHOICES):
        if match.is_over:
            break
        match.play(match.moves[choice % len(match.moves)])
    return match


# ---- many cases in one test


@contextmanager
def where(*case: object) -> Iterator[None]:
    """Add the case to any error raised inside."""
    try:
        yield
    except BaseException as error:
        error.add_note("where: " + ", ".join(map(str, case)))
        raise


def for_each(cases: Iterable[T]) -> Callable[[Callable[[T], None]], Callable[[], None]]:
    """Return a decorator that runs a test for all cases; an error names its case."""

    def decorate(test: Callable[[T], None]) -> Callable[[], None]:
        def every_case() -> None:
            for case in cases:
                with where(case):
                    test(case)

        update_wrapper(every_case, test)
        del every_case.__dict__["__wrapped__"]  # otherwise pytest would look for a fixture
        return every_case

    return decorate


Law = Callable[[AnyGame, Any], None]
"""A check that holds in every position of every game."""


def check_laws(laws: Iterable[Law], game: AnyGame, states: Iterable[Any]) -> None:
    """Check laws in positions; an error names law and position."""
    for state in states:
        for law in laws:
            with where(law.__name__, game, state):
                law(game, state)


# ---- requirements


def needs(program: str) -> None:
    """Skip a test if a program is missing; fail in CI."""
    if shutil.which(program) is None:
        if os.environ.get("CI"):
            pytest.fail(f"{program} is missing: apt-get install {program}")
        pytest.skip(f"{program} is not installed")


def needs_package(name: str, extra: str) -> None:
    """Skip a test if a package is missing that is too large for every developer; fail in CI."""
    if find_spec(name) is None:
        if os.environ.get("CI"):
            pytest.fail(f"{name} is missing: pip install 'numduel[{extra}]'")
        pytest.skip(f"{name} is not installed", allow_module_level=True)


def needs_core() -> Any:
    """Return the compiled core; skip the test if it isn't built, fail in CI."""
    built = loaded()
    if built is None:
        if os.environ.get("CI") and not os.environ.get("NUMDUEL_PURE"):
            pytest.fail("the compiled core is not built: python hatch_build.py")
        why = "not built since it was changed, or NUMDUEL_PURE is set"
        pytest.skip(f"the compiled core: {why}", allow_module_level=True)
    return built


# ---- checks


def snapshot(match: Match) -> tuple[Any, ...]:
    """Return the visible state of a match, for comparisons."""
    return (
        match.states,
        match.plies,
        match.status,
        match.ending,
        match.board,
        dict(match.tags),
        dict(match.comments),
        match.game,
    )


@contextmanager
def full_disk() -> Iterator[None]:
    """Let no file grow, as on a full disk."""
    import resource  # not available on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def next_round(session: Session) -> bool:
    """Stop the round if necessary and start the next; return whether there is one."""
    if not session.match.is_finished:
        session.match.stop()
    return session.next_round()
