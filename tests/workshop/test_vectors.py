"""Test vectors, and the errors of implementations that they catch."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from schema_support import check
from wrong_rules import (
    checks_the_mover,
    first_is_never_stuck,
    forgets_visited,
    lines,
    mutate,
    over_is_forbidden,
    reversed_winner,
)

import numduel
from duel_support import for_each, where, with_more_games
from numduel import Chance, Over, Turn
from numduel.core import AnyGame
from numduel.games import find, ids

CHOMP = Path(__file__).parents[2] / "examples" / "games" / "chomp.py"


@pytest.fixture(autouse=True)
def more_games() -> Iterator[None]:
    with with_more_games():
        numduel.load_game(CHOMP)
        yield


def differences(kind: type[AnyGame], vectors: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the vectors that an implementation gets wrong, as docs/implement.md does it."""
    return [vector for vector in vectors if not agrees(kind, vector)]


def agrees(kind: type[AnyGame], vector: dict[str, Any]) -> bool:
    options = kind.options_type(**vector["options"])
    board = None if vector["board"] is None else kind.read_board(vector["board"])
    game = kind(options, board).public()
    state = game.start()
    for move in vector["moves"]:
        match game.status(state):
            case Turn(_, moves) if move not in moves:
                return False
            case Chance(odds) if move not in dict(odds):
                return False
            case Over():
                return False
        state = game.play(state, move)
    said: tuple[object, ...]
    match game.status(state):
        case Turn(player, moves):
            said = (player + 1, list(moves), None, None)
        case Over(winner, reason):
            said = (None, [], None if winner is None else winner + 1, reason)
        case _:
            return False
    return said == tuple(vector[name] for name in ("player", "legal", "winner", "reason"))


def test_vectors_follow_the_rules_and_cover_them() -> None:
    for id in ids():
        with where(id):
            found = lines(id)
            assert found == lines(id), "the same for a seed"
            for vector in found:
                check(vector, "game_vectors")
                assert list(vector) == [
                    *("game", "options", "board", "moves"),
                    *("player", "legal", "winner", "reason"),
                ]
            kind = find(id)
            assert differences(kind, found) == []
            places = [(vector["board"], tuple(vector["moves"])) for vector in found]
            assert len(set(places)) == len(places)
            assert len(found) <= 60
            assert any(vector["player"] == 1 for vector in found)
            ends = {vector["reason"] for vector in found} - {None}
            assert ends
            assert ends <= set(kind.reasons)


def test_vectors_reach_rare_endings_and_draws() -> None:
    ends = {(line["reason"], line["winner"]) for line in lines("pick15", 40)}
    assert {("fifteen", 1), ("fifteen", 2), ("empty", None)} <= ends
    reasons = {line["reason"] for line in lines("quest", 60, size=2, target=9)}
    assert "closest" in reasons


def test_hidden_numbers_stay_hidden() -> None:
    for vector in lines("quest"):
        revealed = {move for move in vector["moves"] if "," not in move}
        assert {n for n in vector["board"].replace("/", " ").split() if n != "?"} == revealed


# ---- errors of implementations


@for_each(
    [
        ("sum", "status", over_is_forbidden, "over"),
        ("run", "play", forgets_visited, None),
        ("race", "status", checks_the_mover, "stuck"),
        ("race", "status", first_is_never_stuck, "stuck"),
        ("maze", "status", reversed_winner, "exact"),
        ("chomp", "status", reversed_winner, "poison"),
    ]
)
def test_vectors_catch_the_error(case: tuple[str, str, Any, str | None]) -> None:
    id, method, error, reason = case
    wrong = mutate(id, **{method: error(find(id))})
    found = differences(wrong, lines(id, 200))
    assert found
    assert reason in {vector["reason"] for vector in found}
    assert len(found) < 200, "most positions are right all the same"


def test_few_vectors_still_show_every_ending() -> None:
    vectors = lines("pick15", count=6)
    assert {vector["reason"] for vector in vectors if vector["reason"]} == {"fifteen", "empty"}
    assert any(vector["player"] for vector in vectors), "and a turn"
