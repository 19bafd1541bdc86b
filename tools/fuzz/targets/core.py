"""The compiled core: packed positions, batches and sets of ids, from bytes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any

import numduel
from numduel import Budget, Dice
from numduel.batch import make
from numduel.budget import Exhausted
from numduel.compiled import loaded, rules_of
from numduel.core import AnyGame, Chance, HiddenBoard, Over
from numduel.dataset.pieces import _PythonIds
from numduel.engine.solving.quota import PositionQuota

__all__ = ["fuzz_core"]

VARIANTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("maze", {}),
    ("maze", {"size": 7, "extra": 3, "diagonal": 3}),
    ("maze", {"size": 4, "starts": "random", "diagonal": 4}),
    ("sum", {}),
    ("sum", {"highest": 63, "target": 10_000}),
    ("run", {}),
    ("run", {"size": 7, "highest": 99}),
    ("quest", {}),
    ("quest", {"size": 3, "stand": True}),
    ("quest", {"size": 7, "target": 10_000, "stand": True}),
    ("race", {}),
    ("race", {"size": 7, "highest": 7}),
)

POSITION_BYTES = 32

REFUSALS = (ValueError, OverflowError, Exhausted)
"""Errors that a question about an odd position may raise. Callers answer in Python then."""

SEEDS = [1, 2]

FEW = 100
"""Positions that a question may search, and plies of a random game."""


def fuzz_core(data: bytes) -> None:
    """Ask the core, as the first two bytes choose, about a variant."""
    if loaded() is None or len(data) < 2:
        return
    variant = VARIANTS[data[0] % len(VARIANTS)]
    ways: tuple[Callable[[Any, bytes], None], ...] = (_play, _ask, _restore, _add_ids)
    ways[data[1] % len(ways)](variant, data[2:])


@cache
def _deal(variant: int) -> AnyGame:
    id, options = VARIANTS[variant]
    return numduel.new(id, seed=1, **options)


def _play(variant: Any, data: bytes) -> None:
    """Play moves in both implementations, which must agree at every step."""
    dealt, rules = _rules(variant)
    game = dealt.public()
    state = game.start()
    position = rules.pack(state)
    for byte in data:
        status = _compare(game, rules, state, position)
        if isinstance(status, Over):
            break
        moves = _list_moves(status)
        move = moves[byte % len(moves)]
        if isinstance(status, Chance) and isinstance(dealt, HiddenBoard):
            move = dealt.answer(state) or move
        state, position = game.play(state, move), rules.after(position, move)


def _rules(variant: Any) -> tuple[AnyGame, Any]:
    game = _deal(VARIANTS.index(variant))
    return game, rules_of(game)


def _compare(game: AnyGame, rules: Any, state: Any, position: bytes) -> Any:
    """Return the status of a position; fail if the implementations differ."""
    status = game.status(state)
    assert rules.status_of(position) == status
    assert rules.pack(state) == position
    seen = {"seen": state.seen} if game.hidden else {}
    assert rules.unpack(position)._replace(**seen) == state
    for player in numduel.Player:
        assert rules.features_of(position, player) == game.features(state, player)
    return status


def _list_moves(status: Any) -> tuple[str, ...]:
    if hasattr(status, "moves"):
        return tuple(status.moves)
    return tuple(outcome for outcome, _ in status.odds)


def _ask(variant: Any, data: bytes) -> None:
    """Change bytes of a position that play reaches; every question is answered or refused."""
    game, rules = _rules(variant)
    position = rules.pack(_walk(game.public(), data[:1]))
    changed = _change(position, data[1 : 1 + POSITION_BYTES])
    try:
        rules.unpack(changed)
    except ValueError:
        _check_all_refuse(game, rules, changed)
        return
    for ask in _questions(game, rules):
        with suppress(*REFUSALS):
            ask(changed)


def _walk(game: AnyGame, data: bytes) -> Any:
    """Return the position after some moves: as many as the byte says, each the first one."""
    state = game.start()
    for number in range(sum(data) % 16):
        status = game.status(state)
        if isinstance(status, Over):
            break
        moves = _list_moves(status)
        state = game.play(state, moves[number % len(moves)])
    return state


def _change(whole: bytes, change: bytes) -> bytes:
    """Return bytes with some of them changed: zeros leave everything as it is."""
    padded = change.ljust(len(whole), b"\0")
    return bytes(one ^ other for one, other in zip(whole, padded, strict=False))


def _questions(game: AnyGame, rules: Any) -> list[Callable[[bytes], object]]:
    core, few = loaded(), Budget(positions=FEW)
    playouts = core.Playouts(rules, Dice(1).rng_state)
    asked = [rules.status_of, rules.unpack, lambda at: playouts.play(at, FEW)]
    asked += [lambda at: rules.features_of(at, 0), lambda at: rules.after(at, game.vocabulary[0])]
    if game.chance:
        exact, rough = (core.Expectation(rules, PositionQuota(), rough) for rough in (False, True))
        asked += [lambda at: exact.chance(at, few), lambda at: exact.chances(at, few)]
        return [*asked, lambda at: rough.chance(at, few, 3)]
    search = core.Search(rules, PositionQuota())
    asked += [lambda at: search.value(at, few), lambda at: search.values(at, few)]
    return [*asked, lambda at: search.wins(at, 3, few), lambda at: search.loses(at, 3, few)]


def _check_all_refuse(game: AnyGame, rules: Any, position: bytes) -> None:
    for ask in _questions(game, rules):
        try:
            ask(position)
        except ValueError:
            continue
        raise AssertionError("one question refuses a position that another one answers")


def _restore(variant: Any, data: bytes) -> None:
    """Change the bytes of a copied batch; it is refused, or playable."""
    id, options = variant
    games, fresh = _batch(id, tuple(options.items()))
    whole = bytearray(fresh)
    for start in range(0, len(data) - 2, 3):
        offset, value = int.from_bytes(data[start : start + 2]), data[start + 2]
        whole[offset % len(whole)] ^= value
    games._luck[:] = SEEDS
    try:
        games._games.restore(bytes(whole), SEEDS)
    except ValueError:
        return
    for _ in range(3):
        with suppress(ValueError, numduel.SetupError):
            games.step(games.sample())
    games._games.dump()


@cache
def _batch(id: str, options: tuple[tuple[str, Any], ...]) -> tuple[Any, bytes]:
    """Return two games of a variant, and a copy of them as bytes."""
    games: Any = make(id, 2, seed=1, **dict(options))
    return games, games._games.dump()


def _add_ids(variant: Any, data: bytes) -> None:
    """Add ids of 8 bytes; the set must agree with Python's."""
    ours, pythons = loaded().IdSet(), _PythonIds()
    for chunk in (data, data[8:], data * 3):
        assert list(ours.add_new(chunk)) == list(pythons.add_new(chunk))
        assert len(ours) == len(pythons)
