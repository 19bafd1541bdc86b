"""The same seed gives the same board on every machine and Python version (G6)."""

from __future__ import annotations

import ast
import random
import sys
from pathlib import Path
from typing import Any

import pytest

import numduel
from duel_support import Variant, for_each, laid_open, random_playout
from numduel import Dice, Match
from running import run_program

SOURCES = sorted(Path(numduel.__file__).parent.rglob("*.py"))

PINNED: list[tuple[str, int, dict[str, Any], str]] = [
    ("maze", 0, {}, "4 1 5/6 9 2/3 7 8"),
    ("maze", 1, {}, "1 5 4/8 3 9/6 7 2"),
    ("maze", 7, {}, "7 4 6/8 9 1/5 2 3"),
    ("maze", 2**64 - 1, {}, "9 6 8/7 5 4/2 3 1"),
    ("maze", 7, {"size": 2}, "3 4/1 2"),
    ("maze", 7, {"size": 4}, "12 9 15 2/16 8 4 14/11 13 5 7/1 10 3 6"),
    (
        "maze",
        7,
        {"size": 5, "target": 40},
        "11 24 25 17 16/21 5 20 13 3/14 18 6 23 19/7 1 10 22 8/12 2 15 4 9",
    ),
    ("maze", 7, {"starts": "random"}, "7 4 6/8 9 1@2/5 2@1 3"),
    ("maze", 8, {"starts": "random", "target": 5}, "2@2 4 9/6 7 5/1 8 3@1"),
    ("maze", 7, {"extra": 2}, "7 4+ 6/8 9+ 1/5 2 3"),
    ("maze", 7, {"diagonal": 3}, "7 4x 6/8 9x 1x/5 2 3"),
    ("maze", 7, {"starts": "random", "extra": 2, "diagonal": 2}, "7+ 4 6x/8 9 1@2/5+ 2@1 3x"),
    (
        "maze",
        9,
        {"size": 4, "starts": "random", "extra": 1, "diagonal": 3},
        "11 4 7 3@2/14x 10 16 5@1/13+ 9x 15 1/12x 2 6 8",
    ),
    (
        "maze",
        1,
        {"board": "4 3 8/9 5 1/2 7 6", "starts": "random", "extra": 1},
        "4@1 3 8@2/9 5 1/2+ 7 6",
    ),
    ("run", 0, {}, "5 4 3 2 3/3 4 2 3 3/5 3 2 4 4/2 5 5 5 5/2 4 5 4 3"),
    ("run", 1, {}, "1 5 4 2 3/3 4 4 1 1/5 3 4 1 3/4 2 5 5 1/1 3 5 2 2"),
    ("run", 7, {}, "2 1 4 1 3/2 1 3 1 3/1 1 3 5 1/2 4 5 3 2/5 1 5 2 1"),
    ("run", 2**64 - 1, {}, "1 2 2 4 5/2 4 4 4 4/3 5 1 2 2/3 2 2 3 4/2 1 3 2 4"),
    ("run", 7, {"size": 2}, "2 1/4 1"),
    ("run", 7, {"size": 3, "highest": 9}, "3 2 6/1 5 4/1 5 1"),
    ("run", 7, {"size": 4, "highest": 99}, "33 15 65 8/54 37 6 51/4 43 7 9/43 82 13 23"),
    ("quest", 0, {}, "4 1 5/6 9 2/3 7 8"),
    ("quest", 1, {}, "1 5 4/8 3 9/6 7 2"),
    ("quest", 7, {}, "7 4 6/8 9 1/5 2 3"),
    ("quest", 2**64 - 1, {}, "9 6 8/7 5 4/2 3 1"),
    ("quest", 7, {"size": 2}, "3 4/1 2"),
    ("quest", 7, {"size": 4, "target": 34}, "12 9 15 2/16 8 4 14/11 13 5 7/1 10 3 6"),
    ("quest", 7, {"stand": True}, "7 4 6/8 9 1/5 2 3"),
    ("quest", 7, {"board": "? 7 ?/9 ? 1/? 3 ?"}, "5 7 6/9 8 1/2 3 4"),
    ("race", 0, {}, "4 4 2 2/3 2 4 2/2 3 4 3/2 4 3 2"),
    ("race", 1, {}, "1 4 4 2/2 2 3 4/1 1 4 2/4 1 2 3"),
    ("race", 7, {}, "2 1 3 1/3 2 1 3/1 2 1 1/2 4 1 1"),
    ("race", 2**64 - 1, {}, "1 2 1 3/4 2 3 3/3 3 2 4/1 2 2 3"),
    ("race", 7, {"size": 3}, "2 1 3/1 3 2/1 3 1"),
    ("race", 7, {"size": 2, "highest": 1}, "1 1/1 1"),
    ("race", 7, {"size": 5, "highest": 9}, "3 2 6 1 5/4 1 5 1 4/1 1 4 8 2/3 6 9 6 4/9 1 8 3 2"),
]
"""Game, seed, options, and the full board."""


@pytest.mark.parametrize(
    ("id", "seed", "options", "board"),
    [pytest.param(*row, id=f"{row[0]}-{n}") for n, row in enumerate(PINNED)],
)
def test_seed_always_gives_the_same_board(
    id: str, seed: int, options: dict[str, Any], board: str
) -> None:
    assert laid_open(numduel.new(id, seed=seed, **options)) == board


def test_every_rule_book_game_with_a_board_is_pinned() -> None:
    assert {row[0] for row in PINNED} == {"maze", "run", "quest", "race"}


def test_seed_gives_the_same_game_again(every_variant: list[Variant]) -> None:
    for variant in every_variant:
        for seed in (0, 1, 2**64 - 1):
            assert laid_open(variant.new(seed)) == laid_open(variant.new(seed)), variant


def test_boards_differ_without_a_seed() -> None:
    assert len({numduel.new("run").board for _ in range(5)}) > 1


def test_seeds_give_different_boards() -> None:
    assert len({numduel.new("maze", seed=seed).board for seed in range(100)}) > 95


# ---- no other source of chance


def test_global_random_state_is_neither_used_nor_changed(every_variant: list[Variant]) -> None:
    for variant in every_variant:
        random.seed(1)
        before = random.getstate()
        game = variant.new(seed=3)
        random_playout(game, 1)
        match = Match(game, dice=Dice(3))
        for _ in range(5):
            if not match.is_over:
                match.play(match.moves[0])
        assert random.getstate() == before, variant
        random.seed(2)
        assert laid_open(variant.new(seed=3)) == laid_open(game), variant


def test_board_does_not_depend_on_string_hashes() -> None:
    program = (
        "import numduel; print([numduel.new(i, seed=5)._board for i in numduel.games()],"
        " numduel.new('maze', seed=5, starts='random', extra=2, diagonal=2).board)"
    )
    said = {
        run_program(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": hashing, "PYTHONPATH": str(SOURCES[0].parents[1])},
        ).stdout
        for hashing in ("0", "1", "2")
    }
    assert len(said - {""}) == len(said) == 1


@for_each(SOURCES)
def test_only_dice_use_the_random_module(source: Path) -> None:
    tree = ast.parse(source.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported = {alias.name.partition(".")[0] for alias in node.names}
            assert "random" not in imported, f"line {node.lineno}"
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            assert [alias.name for alias in node.names] == ["Random"], f"line {node.lineno}"
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Random":
            assert node.args, f"line {node.lineno}: a Random without a seed"


RULES = [path for path in SOURCES if path.stem in {"core", "grid"} or path.match("games/[!_]*.py")]


@pytest.mark.parametrize("source", RULES, ids=lambda path: path.stem)
def test_rules_use_neither_clock_nor_randomness(source: Path) -> None:
    tree = ast.parse(source.read_text("utf-8"))
    imported = {
        name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if not node.level
            else []
        )
    }
    assert not imported & {"random", "secrets", "time", "datetime", "uuid", "os", "sys"}
