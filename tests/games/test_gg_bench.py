"""Every position in docs/gg-bench.md, played by our rules."""

from __future__ import annotations

import copy
import pickle
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import numduel
from duel_support import FIVE, where
from numduel import Match, Player

PAGE = (Path(__file__).parents[2] / "docs" / "gg-bench.md").read_text()
GAMES = dict(re.findall(r"^\| (\d+) \| `(\w+)` \|", PAGE, re.M))
WAYS = ("up", "down", "left", "right")


class Row(NamedTuple):
    environment: str
    board: str | None
    actions: list[int]
    outcome: str


def rows() -> list[Row]:
    found = re.findall(
        r"^\| (\d+) \| (?:`(.+?)`)? ?\| (?:`([\d ]+)`)? ?\| .+? \| \[.+\]\(.+\) \| (.+?) \|$",
        PAGE,
        re.M,
    )
    return [
        Row(id, board or None, list(map(int, acts.split())), so) for id, board, acts, so in found
    ]


def played(row: Row) -> Match:
    """Return the match after the actions of a row."""
    match = Match(numduel.new(GAMES[row.environment], board=row.board))
    for action in row.actions:
        if match.game.vocabulary[-2:] != ("yes", "no"):
            match.play(match.game.vocabulary[action])
            continue
        match.play(match.read(WAYS[action % 4]))
        if match.moves == ("yes", "no"):
            match.play("yes" if action > 3 else "no")
    return match


def outcome(match: Match) -> str:
    if match.ending is not None:
        return f"{match.ending.winner} wins: {match.ending.reason}"
    return f"{match.player}'s turn: {', '.join(match.moves)}"


@pytest.mark.clause("S1", "S19", "R25", "R4", "R29", "X23", "X24", "X3")
def test_every_position_on_the_page_has_the_stated_outcome() -> None:
    assert sorted(GAMES.values()) == sorted(FIVE)
    assert len(rows()) == PAGE.split("## Where")[1].split("## Other")[0].count("\n|") - 2 == 6
    for row in rows():
        with where(row):
            assert outcome(played(row)) == row.outcome


@pytest.mark.clause("G6")
def test_same_seed_gives_the_same_board() -> None:
    for id in numduel.games():
        assert numduel.new(id, seed=7).board == numduel.new(id, seed=7).board


@pytest.mark.clause("Q1")
def test_deep_copy_contains_no_hidden_number() -> None:
    boards = ("3 8 7/6 9 4/5 1 2", "3 6 7/8 2 4/5 1 9")
    one, two = (Match.replay(numduel.new("quest", board=b), ["1,3", "3,1"]) for b in boards)
    for match in (one, two):
        assert match.board == "? ? 7/? ? ?/5 ? ?"
    for first, second in zip(known(one), known(two), strict=True):
        for copies in ((first, second), (copy.deepcopy(first), copy.deepcopy(second))):
            assert pickle.dumps(copies[0]) == pickle.dumps(copies[1])


def known(match: Match) -> tuple[Any, ...]:
    """Return the objects that a player has and can copy."""
    return match.game, match.state, match.view(Player.ONE)


@pytest.mark.clause("Q19", "R22")
def test_features_are_within_limits_and_include_scores_and_mover() -> None:
    over = played(Row("659", "3 8 7/6 9 4/5 1 2", [2, 1, 6, 5, 4], ""))
    assert outcome(over) == "Player 2 wins: over"
    run = played(next(row for row in rows() if row.environment == "91"))
    for match in (over, run):
        (height, width), layout = match.game.layout()
        limits = [
            one.highest for one in layout for _ in range(height * width if one.per_tile else 1)
        ]
        for player in Player:
            values = match.game.features(match.state, player)
            assert all(0 <= value <= most for value, most in zip(values, limits, strict=True))
    names = [feature.name for feature in run.game.layout()[1] if not feature.per_tile]
    features = dict(
        zip(names, run.game.features(run.state, Player.ONE)[-len(names) :], strict=True)
    )
    assert (features["my score"], features["their score"], features["to move"]) == (0, 16, 1)


@pytest.mark.clause("X14")
def test_number_under_a_token_is_drawn() -> None:
    match = played(next(row for row in rows() if row.environment == "766"))
    tiles = [tile for line in match.game.picture(match.state).rows for tile in line]
    assert [tile.label for tile in tiles if tile.tokens] == ["1", "4"]
