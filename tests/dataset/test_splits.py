"""Train and test: disjoint, complete, and without a question of the exam in train."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from dataset_support import export, lines, run

import numduel
from duel_support import needs_core, where, with_more_games
from numduel.dataset.lines import build_line, position_id
from numduel.dataset.positions import Source
from numduel.dataset.splits import (
    board_group,
    exam_groups,
    group_of,
    least_form,
    split_of,
)
from numduel.exam.questions import questions
from numduel.storage.record import loads

BOARD = "2 8 6/9 5 4/1 3 7"


@pytest.fixture(autouse=True)
def at_home(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_symmetric_boards_have_the_same_group() -> None:
    rows = [row.split() for row in BOARD.split("/")]
    forms = set()
    for _ in range(4):
        rows = [list(column) for column in zip(*rows[::-1], strict=True)]
        forms |= {tuple(map(tuple, rows)), tuple(tuple(row[::-1]) for row in rows)}
    assert len(forms) == 8
    texts = {"/".join(" ".join(row) for row in form) for form in forms}
    assert len({board_group("maze", text) for text in texts}) == 1
    marked = BOARD.replace("8", "8+").replace("9", "9x@1").replace("1 3", "1 3@2")
    assert board_group("maze", marked) == board_group("maze", BOARD)
    assert board_group("maze", "2 8 6/9 5 4/1 7 3") != board_group("maze", BOARD)
    assert board_group("race", BOARD) != board_group("maze", BOARD)


def test_least_form_takes_any_board() -> None:
    assert least_form("b a/d c") == [["a", "b"], ["c", "d"]]
    assert least_form("3 2 1") == [[1], [2], [3]]
    assert least_form("10 9/8 x") == [["10", "8"], ["9", "x"]]
    assert least_form("3/2 1") == [[3], [2, 1]]


def test_positions_on_one_board_have_groups_by_key() -> None:
    game = numduel.new("sum")
    both = [numduel.Match.replay(game, moves.split()) for moves in ("1 3 5 3 1", "5 3 1 3 1")]
    assert len({group_of(game, match.state) for match in both}) == 1
    other = numduel.Match.replay(game, ["1", "3", "5", "3"])
    assert group_of(game, other.state) != group_of(game, both[0].state)
    smaller = numduel.new("sum", target=40)
    assert group_of(smaller, both[0].state) != group_of(game, both[0].state)


def test_exam_questions_are_always_in_test() -> None:
    share = Counter[bool]()
    for question in questions():
        match = loads(question.record)
        group = group_of(match.game, match.state)
        assert split_of(question.game, group) == "test", question.id
        assert group in exam_groups(question.game)
        share[int(group, 16) % 10 == 0] += 1
    assert share[False] > share[True], "most are in test only because they are in the exam"


def test_train_has_no_board_of_the_exam(monkeypatch: pytest.MonkeyPatch) -> None:
    """The exam's own boards, dealt for a dataset, give no line of train."""
    for id in ("maze", "race"):
        question = next(
            one
            for one in questions()
            if one.game == id and int(group_of(*_position(one.record)), 16) % 10
        )
        game = loads(question.record).game
        monkeypatch.setattr(Source, "game", lambda source, number, game=game: game)
        for split, has_lines in (("train", False), ("test", True), (None, True)):
            source = Source(id, (), 1, 5, split)  # type: ignore[arg-type]
            assert bool(list(source.labelled(0))) is has_lines, (id, split)


def _position(record: str) -> tuple[Any, Any]:
    match = loads(record)
    return match.game, match.state


Identity = tuple[str, str, str]
"""The id, group and split of a line."""


def identities(data: bytes) -> set[Identity]:
    """Return the beginning of every line, read faster than JSON."""
    start = re.compile(r'\{"id": "(\S+)", "group": "(\S+)", "split": "(\S+)", "version"')
    found = [start.match(line) for line in data.decode().splitlines()]
    return {one.group(1, 2, 3) for one in found if one}  # type: ignore[misc]


def test_splits_are_disjoint_and_complete() -> None:
    words = ["sum", "--target", "14", "--positions", "5000"]
    every = identities(export(*words))
    train, test = (identities(export(*words, "--split", side)) for side in ("train", "test"))
    assert len(every) > 1000
    assert not train & test
    assert train | test == every
    assert not {group for _, group, _ in train} & {group for _, group, _ in test}
    assert 0.07 < len(test) / len(every) < 0.13


def test_sum_battle_has_all_positions_of_both_seats() -> None:
    needs_core()
    export("sum", "--positions", "40000")
    data = Path("export.jsonl").read_bytes()
    every = identities(data)
    assert len(every) == 34_488
    assert data.count(b'"player": 2, "board"') == 17_239
    test = {id for id, _, side in every if side == "test"}
    assert 0.09 < len(test) / len(every) < 0.12
    asked = [loads(question.record) for question in questions() if question.game == "sum"]
    ids = {position_id(one.game, one.state, one.state.player) for one in asked}
    assert len(ids) == 60
    assert ids <= test


def test_every_game_is_divided() -> None:
    for words in (["maze"], ["race"], ["run", "--size", "3"], ["quest", "--stand"], ["sum"]):
        found = {}
        for side in ("train", "test"):
            export(*words, "--positions", "60", "--each", "4", "--split", side)
            found[side] = lines(Path("export.jsonl").read_bytes())
            with where(*words, side):
                assert len(found[side]) == 60
                assert {one["split"] for one in found[side]} == {side}
        groups = [{one["group"] for one in found[side]} for side in found]
        assert not groups[0] & groups[1]
    assert run("--verify", "export.jsonl")[0] == 0


def test_verify_reports_a_wrong_side() -> None:
    data = lines(export("maze", "--positions", "6", "--split", "train"))
    data[2]["split"] = "test"
    Path("changed.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in data))
    status, out, _ = run("--verify", "changed.jsonl")
    assert status == 1
    assert """'split' is "test", but should be "train".""" in out


def test_games_of_your_own_are_divided() -> None:
    with with_more_games():
        for id in ("pick15", "threes", "toss", "shuttle"):
            source, again = Source(id, (), 3, 12), Source(id, (), 3, 12)
            groups = [build_line(*one)["group"] for one in source.labelled(0)]
            assert groups
            assert groups == [build_line(*one)["group"] for one in again.labelled(0)]
