"""The same questions to a game in two processes, which must give the same answers.

Python orders sets of texts differently in each process, and what a module remembers is new there.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from ..core import AnyGame, Move
from ..dice import Dice
from .checker import Checker, Draw, Finding, draw_after, options_of
from .laws import Setup, Spot, whole_board
from .laws.failures import SAME_ANSWERS
from .laws.position import short

__all__ = ["ask", "compare"]

MAX_ASKED = 400
"""Positions of all variants together."""

MAX_TOLD = 2
"""Moves of a position whose texts are compared."""

SEEDS = range(3)


class Asked(NamedTuple):
    """A position, or a deal if the state is missing, and the answers of a game."""

    game: AnyGame
    state: Any
    moves: tuple[Move, ...]
    answers: dict[str, object]


def ask(checker: Checker) -> bytes:
    """Return questions and the answers in this process; nothing if they can't be sent."""
    walks = checker.walks
    each = MAX_ASKED // max(1, len(walks))
    asked: list[Asked | tuple[dict[str, Any], list[object]]] = []
    with suppress(Exception):
        for setup, walk in walks:
            asked.append((dict(setup.given), _deal(setup)))
            known = walk.known
            for node in known[:: 1 + len(known) // (1 + each)]:
                walk.tick()
                answers = _answer(walk.game, node.state)
                asked.append(Asked(walk.game, node.state, node.moves, answers))
        return pickle.dumps(asked)
    return b""


def compare(
    kind: type[AnyGame],
    asked: bytes,
    enter: Callable[[dict[str, Any], Callable[[], tuple[Move, ...]]], None],
    draw: Draw,
) -> Iterator[Finding]:
    """Ask again, in another order; yield what is different, with the position."""
    for one in reversed(pickle.loads(asked)):
        if isinstance(one, Asked):
            enter(options_of(one.game), lambda moves=one.moves: moves)  # type: ignore[misc]
            for name, answer in _answer(one.game, one.state).items():
                if answer != one.answers[name]:
                    message = _describe(name, one.answers[name], answer)
                    position = draw_after(one.game, one.moves, draw)
                    options = options_of(one.game)
                    yield Finding(SAME_ANSWERS, message, options, one.moves, position)
                    return
        else:
            given, deals = one
            enter(given, tuple)
            for before, now in zip(deals, _deal(Setup(kind, given)), strict=True):
                if before != now:
                    message = _describe("a deal or the vocabulary", before, now)
                    yield Finding(SAME_ANSWERS, message, given)
                    return


def _deal(setup: Setup) -> list[object]:
    games = (setup.kind.setup(setup.given, None, Dice(seed)) for seed in SEEDS)
    return [(whole_board(game), game.vocabulary, game.chance_outcomes) for game in games]


def _answer(game: AnyGame, state: Any) -> dict[str, object]:
    spot = Spot(game, state, MAX_TOLD)
    return {
        "status": spot.status,
        "play": spot.after,
        "picture": spot.picture,
        "features": spot.features,
        "a sentence": spot.clauses,
    }


def _describe(name: str, one: object, two: object) -> str:
    why = "it depends on a random number, the time, earlier calls or the order of a set"
    return f"{name} gives {short(one)} in one process and {short(two)} in another: {why}"
