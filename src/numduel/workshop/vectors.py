"""Test vectors: positions with everything that the rules say about them.

They are for people who implement the rules elsewhere, in any language.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any, NamedTuple

from ..core import AnyGame, Chance, HiddenBoard, Move, Over, Player, Turn
from ..dice import Dice
from .measuring import Study

DEFAULT_COUNT = 200
"""Vectors, if no number is given."""

WALKS_PER_VECTOR = 4
"""Random games for each vector, from which the positions are chosen."""

MAX_PLIES = 200
"""Plies after which a random game is abandoned."""

MAX_SEARCHED = 20_000
"""Positions searched for endings that random games did not reach."""

LATEST_TURN = 40
"""Turns up to which each turn counts as something new."""


class Vector(NamedTuple):
    """A position, how it is reached, and what the rules say about it."""

    game: AnyGame
    """The public game."""
    moves: tuple[Move, ...]
    """The moves and chance outcomes from the start."""
    state: Any
    status: Turn | Over

    @property
    def board(self) -> str | None:
        """The board; of a hidden one what was revealed. None without a board."""
        game = self.game
        return (game.shown(self.state) if isinstance(game, HiddenBoard) else game.board) or None

    @property
    def player(self) -> Player | None:
        return self.status.player if isinstance(self.status, Turn) else None

    @property
    def reason(self) -> str | None:
        return self.status.reason if isinstance(self.status, Over) else None

    @property
    def legal(self) -> tuple[Move, ...]:
        return self.status.moves if isinstance(self.status, Turn) else ()


def make_vectors(study: Study, count: int = DEFAULT_COUNT) -> list[Vector]:
    """Return positions that cover the rules, the shortest first; fewer if the game has fewer.

    Everything is covered that the games reached: endings and winners, legal and forbidden moves,
    chance outcomes, further moves of the same player, and turns.
    """
    seen: set[Hashable] = set()
    met: dict[tuple[str, tuple[Move, ...]], Vector] = {}
    news: dict[tuple[str, tuple[Move, ...]], tuple[bool, int]] = {}
    endings: set[Over] = set()
    for before, vector in _positions(study, count):
        where = vector.board or "", vector.moves
        if where in met:
            continue
        covered = _covered(before, vector)
        met[where] = vector
        is_new_end = isinstance(vector.status, Over) and vector.status not in endings
        news[where] = (is_new_end, len(covered - seen))
        seen |= covered
        if isinstance(vector.status, Over):
            endings.add(vector.status)
    order = sorted(met, key=news.__getitem__, reverse=True)  # the rest in the order of the games
    ends = [where for where in order if isinstance(met[where].status, Over)]
    turns = [where for where in order if isinstance(met[where].status, Turn)]
    most_ends = max(count // 3, count - len(turns), min(len(endings), count - 1))
    chosen = [*ends[:most_ends], *turns]
    return sorted(
        (met[where] for where in chosen[:count]), key=lambda one: (len(one.moves), one.moves)
    )


def _positions(study: Study, count: int) -> Iterator[tuple[Any, Vector]]:
    """Yield positions of random games, each with the position before the last ply."""
    reasons: set[str] = set()
    dice = Dice.derived(study.seed, "vectors")
    for number in range(WALKS_PER_VECTOR * count):
        for before, vector in _walk(study.dealt(number).public(), dice):
            if isinstance(vector.status, Over):
                reasons.add(vector.status.reason)
            yield before, vector
    game = study.dealt(0).public()
    missing = set(game.reasons) - reasons
    if missing:
        yield from _search_endings(game, missing)


def _walk(game: AnyGame, dice: Dice) -> Iterator[tuple[Any, Vector]]:
    """Play a random game and yield its positions."""
    state, before = game.start(), None
    moves: tuple[Move, ...] = ()
    while len(moves) <= MAX_PLIES:
        status = game.status(state)
        if isinstance(status, Chance):
            move = status.drawn(dice.random())
        else:
            yield before, Vector(game, moves, state, status)
            if isinstance(status, Over):
                return
            move = dice.choice(status.moves)
        before, state, moves = state, game.play(state, move), (*moves, move)


def _search_endings(game: AnyGame, missing: set[str]) -> Iterator[tuple[Any, Vector]]:
    """Yield the shortest games with these endings, breadth first within a limit."""
    start = game.start()
    queue: list[tuple[Any, tuple[Move, ...], Any]] = [(start, (), None)]
    seen = {start}
    for state, moves, before in queue:  # the queue grows during the loop
        status = game.status(state)
        if isinstance(status, Over):
            if status.reason in missing:
                missing.discard(status.reason)
                yield before, Vector(game, moves, state, status)
            continue
        if not missing:
            return
        for move in _continuations(status):
            after = game.play(state, move)
            if after not in seen and len(seen) < MAX_SEARCHED:
                seen.add(after)
                queue.append((after, (*moves, move), state))


def _continuations(status: Turn | Chance) -> tuple[Move, ...]:
    match status:
        case Turn(_, moves):
            return moves
        case Chance(odds):
            return tuple(outcome for outcome, _ in odds)


def _covered(before: Any, vector: Vector) -> set[Hashable]:
    """Return the facts about the rules that a vector shows."""
    game, status = vector.game, vector.status
    last = vector.moves[-1] if vector.moves else ""
    if isinstance(status, Over):
        mover = None if before is None else before.player
        found: set[Hashable] = {
            ("end", status.reason, status.winner),
            ("end by", status.reason, status.winner is mover, last),
            ("end after", status.reason, len(vector.moves)),
        }
        return found
    player, legal = status.player, set(status.moves)
    is_again = before is not None and before.player is player
    return {
        ("turn", player, min(len(vector.moves), LATEST_TURN)),
        ("moves", len(legal)),
        ("last", last, player),
        ("again", is_again, last if is_again else ""),
        *(("legal", move, player) for move in legal),
        *(("forbidden", move, player) for move in game.vocabulary if move not in legal),
        *(("after", last, "legal", move) for move in legal),
        *(("after", last, "forbidden", move) for move in game.vocabulary if move not in legal),
    }
