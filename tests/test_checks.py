"""The public API: wrong arguments raise a clear error and change nothing."""

from __future__ import annotations

import copy
import pickle
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from math import inf, nan
from random import Random
from typing import Any

import pytest

import numduel
from duel_support import is_one_sentence, snapshot
from numduel import Budget, Dice, Engine, Match, MoveError, NumduelError, Player, players, record


class Hostile:
    """A value that no function expects, and that can't even be compared."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        raise ValueError("ambiguous")


FOREIGN: list[Any] = [
    None,
    0,
    7,
    -1,
    1.5,
    nan,
    inf,
    True,
    "",
    "maze",
    "\x1b]0;title\x07",
    b"bytes",
    (),
    [],
    [[]],
    {},
    {"a": 1},
    object(),
    Hostile(),
    Hostile,
    numduel.new("sum"),
    type(numduel.new("sum")),
    numduel.new("sum").start(),
    numduel.new("race", size=12, seed=1).start(),
    Player.TWO,
    Dice(1),
    Budget(),
    Match(numduel.new("sum")),
    lambda *_: None,
]
"""Values of every kind, most of which no function accepts."""


def match() -> Match:
    found = Match(numduel.new("maze", board="4 3 8/9 5 1/2 7 6"))
    found.play("0,0")
    return found


def doors(it: Any) -> Iterator[tuple[str, Callable[[], object]]]:
    """A public function and the wrong value for one of its arguments."""
    here, game, engine = match(), numduel.new("maze", seed=1), Engine(memory=5000)
    state, small = game.start(), Budget(positions=20)
    yield "new", lambda: numduel.new(it)
    yield "new board", lambda: numduel.new("maze", board=it)
    yield "new seed", lambda: numduel.new("maze", seed=it)
    yield "new size", lambda: numduel.new("maze", size=it)
    yield "new option", lambda: numduel.new("maze", starts=it)
    yield "Match", lambda: Match(it)
    yield "Match dice", lambda: Match(game, dice=it)
    yield "Match drawn", lambda: Match(numduel.new("quest"), drawn=it)
    yield "Match shown", lambda: Match(numduel.new("quest"), shown=it)
    yield "play", lambda: here.play(it)
    yield "read", lambda: here.read(it)
    yield "fork", lambda: here.fork(it)
    yield "resign", lambda: match().resign(it)
    yield "view", lambda: here.view(it)
    yield "replay", lambda: Match.replay(it, ["7"])
    yield "replay moves", lambda: Match.replay(numduel.new("sum"), it)
    yield "replay a move", lambda: Match.replay(numduel.new("sum"), [it])
    yield "replay ended", lambda: Match.replay(game, [], ended=it)
    yield "analyse", lambda: numduel.analyse(it, seconds=0)
    yield "analyse state", lambda: numduel.analyse(game, it, seconds=0)
    yield "analyse beside a match", lambda: analyse(here, it)
    yield "analyse seconds", lambda: numduel.analyse(game, None, seconds=it, positions=5)
    yield "analyse positions", lambda: numduel.analyse(game, None, positions=it, seconds=0)
    if not callable(it):  # errors of the caller's own function are not ours
        yield "analyse progress", lambda: numduel.analyse(game, None, progress=it, positions=5)
    yield "Engine", lambda: Engine(it)
    yield "Engine.analyse", lambda: engine.analyse(it, state, small)
    yield "Engine.analyse state", lambda: engine.analyse(game, it, small)
    yield "Engine.analyse budget", lambda: engine.analyse(game, state, it)
    yield "Engine.value", lambda: engine.value(it, Player.ONE, state, small)
    yield "Engine.value player", lambda: engine.value(game, it, state, small)
    yield "Engine.value state", lambda: engine.value(game, Player.ONE, it, small)
    yield "Engine.value budget", lambda: engine.value(game, Player.ONE, state, it)
    yield "Engine.line", lambda: engine.line(it, state, small)
    yield "Engine.line state", lambda: engine.line(game, it, small)
    yield "Engine.line budget", lambda: engine.line(game, state, it)
    yield "Engine.line max_plies", lambda: engine.line(game, state, small, it)
    yield "Budget seconds", lambda: Budget(it)
    yield "Budget positions", lambda: Budget(positions=it)
    yield "Budget progress", lambda: Budget(progress=it)
    yield "Budget.part", lambda: small.part(it)
    yield "Budget.part positions", lambda: small.part(positions=it)
    yield "Dice", lambda: Dice(it)
    yield "Dice.below", lambda: Dice(1).below(it)
    yield "Dice.choice", lambda: Dice(1).choice(it)
    yield "Dice.shuffled", lambda: Dice(1).shuffled(it)
    yield "seat", lambda: players.seat(it, Dice(1))
    yield "random", lambda: players.seat("random", it)
    yield "perfect", lambda: players.seat("perfect", it)
    yield "perfect begin", lambda: perfect().begin(it, Player.ONE)
    yield "perfect view", lambda: perfect(game).choose(it, ("0,0",), small)
    yield "perfect budget", lambda: perfect(game).choose(state, ("0,0",), it)
    yield "ask", lambda: players.ask(it, state, ("0,0",), small)
    yield "dumps", lambda: record.dumps(it)
    yield "dumps tag", lambda: record.dumps(tagged(it, "value"))
    yield "dumps tag value", lambda: record.dumps(tagged("Name", it))
    yield "dumps remark", lambda: record.dumps(remarked(it))
    yield "loads", lambda: record.loads(it)
    yield "loads dice", lambda: record.loads(record.dumps(here), dice=it)


def analyse(subject: Any, *more: Any) -> None:
    numduel.analyse(subject, *more, seconds=0)


def perfect(game: Any = None) -> players.Chooser:
    chooser = players.seat("perfect", Dice(1))
    assert chooser is not None
    if game is not None:
        chooser.begin(game, Player.ONE)
    return chooser


def tagged(name: Any, value: Any) -> Match:
    found = match()
    if getattr(name, "__hash__", None) is not None:
        found.tags[name] = value
    return found


def remarked(text: Any) -> Match:
    found = match()
    found.comments[1] = text
    return found


MAY_BE_NONE = {
    *("new board", "new seed", "Match dice", "loads dice", "Dice", "dumps tag value"),
    *("analyse state", "analyse beside a match"),
    *("analyse seconds", "analyse positions", "analyse progress"),
    *("Budget seconds", "Budget positions", "Budget progress", "Budget.part"),
}
"""Functions that accept None, or anything."""


def test_wrong_arguments_raise_an_error_in_one_sentence() -> None:
    refused: dict[str, str] = {}
    riddles: list[str] = []
    for it in FOREIGN:
        before = snapshot(match())
        for door, knock in doors(it):
            try:
                knock()
            except NumduelError as error:
                refused[door] = str(error)
                riddles += [] if is_one_sentence(str(error), 300) else [str(error)]
            except Exception as error:
                raise AssertionError(f"{door} with {type(it).__name__} {it!r}") from error
        assert snapshot(match()) == before
    assert not riddles
    assert refused.keys() >= {door for door, _ in doors(None)} - MAY_BE_NONE


def test_position_of_another_game_or_size_is_refused() -> None:
    games = [numduel.new(id, seed=1) for id in numduel.games()]
    games += [numduel.new(id, seed=1, size=12) for id in ("maze", "run", "quest", "race")]
    strange = 0
    for game in games:
        for other in games:
            if other.id == game.id and len(other.vocabulary) <= len(game.vocabulary):
                continue
            state = Match.replay(other, Match(other).moves[:1]).state
            wrong = NumduelError if other.id == game.id else numduel.WrongType
            with pytest.raises(wrong, match=r"not a position of|no player is to move"):
                numduel.analyse(game, state, positions=5)
            strange += 1
    assert strange > 50


def test_opponent_is_asked_only_after_begin() -> None:
    game = numduel.new("sum")
    with pytest.raises(numduel.PlayerError, match="begin"):
        perfect().choose(game.start(), ("1",), Budget(positions=5))


# ---- threads


@pytest.fixture
def restless() -> Iterator[None]:
    """Switch threads as often as possible."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("restless")
@pytest.mark.parametrize("id", numduel.games())
def test_threads_can_share_a_match(id: str) -> None:
    """Each thread plays, undoes and reads; every action happens completely or is refused."""
    shared = Match(numduel.new(id, seed=3), dice=Dice(3))

    def hammer(seed: int) -> int:
        rng, done = Random(seed), 0
        for turn in range(150):
            try:
                moves = shared.moves
                if moves and rng.random() < 0.7:
                    shared.play(rng.choice(moves))
                else:
                    shared.undo()
                done += 1
            except MoveError:
                pass
            assert shared.turn >= 1
            if not turn % 10:
                record.loads(record.dumps(shared))
        return done

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(hammer, range(8))) > 100
    again = record.loads(record.dumps(shared))
    assert again.plies == shared.plies
    assert again.states == shared.states


@pytest.mark.usefixtures("restless")
def test_only_one_of_several_threads_ends_a_match() -> None:
    for seed in range(50):
        shared = Match.replay(numduel.new("quest", seed=seed), [])

        def end(number: int, shared: Match = shared) -> int:
            try:
                shared.resign(Player.ONE) if number % 2 else shared.stop()
            except MoveError:
                return 0
            return 1

        with ThreadPoolExecutor(8) as threads:
            assert sum(threads.map(end, range(8))) == 1


def test_copied_match_is_independent() -> None:
    one = match()
    before = snapshot(one)
    for two in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert snapshot(two) == before
        two.play(two.moves[0])
        two.tags["Player1"] = "Ann"
        assert snapshot(one) == before
