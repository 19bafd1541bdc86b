"""Boards, options and moves as people type them."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import numduel
from numduel import Dice, Match
from numduel.core import AnyGame, Over
from numduel.games import find
from numduel.picture_text import draw

from .refusals import refusals

__all__ = ["fuzz_board", "fuzz_move"]


def fuzz_board(data: bytes) -> None:
    """Set up a game from a line such as "maze size=3 target=15" and a board below it."""
    head, _, board = data.decode(errors="replace").partition("\n")
    id, *pairs = head.split(" ")
    options = dict(pair.partition("=")[::2] for pair in pairs)
    with refusals():
        kind = find(id)
        game = kind.setup(options, board or None, Dice(1))
        _check_game(game)
        texts = game.options.texts()
        assert kind.setup(texts, game.board or None, Dice(1)).board == game.board
        assert kind.options_type(**texts) == game.options


def _check_game(game: AnyGame) -> None:
    """Look at a game as every interface does: the status, the picture and the features."""
    state = game.start()
    status = game.status(state)
    assert isinstance(status, Over) or status
    moves = getattr(status, "moves", ())
    assert set(moves) <= set(game.vocabulary)
    assert all(line.isprintable() for line in draw(game.picture(state), moves))
    assert len(game.features(state, numduel.Player.ONE)) == _count_features(game)


def _count_features(game: AnyGame) -> int:
    (rows, columns), layout = game.layout()
    return sum(rows * columns if one.per_tile else 1 for one in layout)


OPTIONS: dict[str, dict[str, Any]] = {"quest": {"stand": True}, "maze": {"extra": 1}}
SIZES: dict[str, dict[str, Any]] = {"sum": {"highest": 20}}
"""The size of the larger game; that of a grid by default."""


@cache
def _games() -> list[AnyGame]:
    """Return a small and a large game of each kind."""
    found = []
    for id, is_large in product(numduel.games(), (False, True)):
        more = SIZES.get(id, {"size": 12}) if is_large else {}
        found.append(numduel.new(id, seed=1, **OPTIONS.get(id, {}), **more))
    return found


def fuzz_move(data: bytes) -> None:
    """Type lines at the prompt of a game, which the first byte chooses."""
    games = _games()
    match = Match(games[data[0] % len(games)] if data else games[0], dice=Dice(1))
    for line in data[1:].decode(errors="replace").split("\n")[:30]:
        if match.is_over:
            break
        before = match.state
        with refusals():
            move = match.read(line)
            assert move in match.moves, (line, move)
            assert match.state is before
            match.play(move)
