"""Records, JSON and saves of an unfinished Number Quest never reveal an unseen number."""

from __future__ import annotations

import copy
import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import numduel
from duel_support import CHOICES
from numduel import Dice, Match
from numduel.cli import main
from numduel.storage.record import dumps, loads
from numduel.views.as_json import position_json, record_json

BOARD = "1 2 3/4 5 6/7 8 9"


def format_board(numbers: list[int]) -> str:
    size = round(len(numbers) ** 0.5)
    rows = [numbers[start : start + size] for start in range(0, len(numbers), size)]
    return "/".join(" ".join(str(number) for number in row) for row in rows)


class Played(NamedTuple):
    """An unfinished match, and the same moves on a board that differs only in unseen cells."""

    match: Match
    twin: Match


def replay(board: list[int], options: dict[str, Any], steps: list[str]) -> Match:
    match = Match(numduel.new("quest", board=format_board(board), **options))
    for step in steps:
        if step == "undo":
            match.undo()
        else:
            match.play(step)
    return match


@st.composite
def unfinished(draw: st.DrawFn) -> Played:
    size = draw(st.integers(2, 4))
    options: dict[str, Any] = {
        "target": draw(st.integers(1, 60)),
        "stand": draw(st.booleans()),
    }
    board = draw(st.permutations(range(1, size**2 + 1)))
    match = replay(board, options, [])
    steps: list[str] = []
    for choice in draw(CHOICES):
        if choice % 4 == 0 and match.plies:
            match.undo()
            steps.append("undo")
            continue
        move = match.moves[choice % len(match.moves)]
        ahead = copy.deepcopy(match)
        ahead.play(move)
        if not ahead.is_over:
            match = ahead
            steps.append(move)
    looked = {step for step in steps if step != "undo"}
    names = [f"{cell // size + 1},{cell % size + 1}" for cell in range(size**2)]
    unseen = [cell for cell, name in enumerate(names) if name not in looked]
    other = list(board)
    for cell, source in zip(unseen, draw(st.permutations(unseen)), strict=True):
        other[cell] = board[source]
    return Played(match, replay(other, options, steps))


# ---- before the end


@pytest.mark.clause("Q1")
@given(unfinished())
def test_record_is_independent_of_unseen_numbers(played: Played) -> None:
    assert dumps(played.match) == dumps(played.twin)


@pytest.mark.clause("Q1")
@given(unfinished())
def test_json_is_independent_of_unseen_numbers(played: Played) -> None:
    for as_json in (record_json, position_json):
        assert json.dumps(as_json(played.match)) == json.dumps(as_json(played.twin))


@pytest.mark.clause("Q1")
@given(unfinished())
def test_match_is_independent_of_unseen_numbers(played: Played) -> None:
    match, twin = played
    assert repr(match) == repr(twin)
    assert (match.board, match.game, match.states) == (twin.board, twin.game, twin.states)
    assert repr(match.game) == repr(twin.game)


@pytest.mark.clause("Q1")
@given(unfinished())
def test_board_of_a_record_has_revealed_numbers_and_question_marks(played: Played) -> None:
    match = played.match
    text = dumps(match)
    (board,) = re.findall(r'\[Board "(.*)"\]', text)
    shown = {cell for cell in re.split("[ /]", board) if cell != "?"}
    assert shown >= {str(number) for number in match.state.seen if number}
    assert record_json(match)["game"]["board"] == board


@pytest.mark.clause("Q1")
@given(unfinished(), st.integers(0, 2**32), st.integers(0, 2**32))
def test_numbers_dealt_after_loading_are_hidden_too(played: Played, one: int, two: int) -> None:
    text = dumps(played.match)
    first, second = (loads(text, dice=Dice(seed)) for seed in (one, two))
    assert dumps(first) == dumps(second) == text
    assert record_json(first) == record_json(second)


@pytest.mark.clause("Q1")
def test_undone_reveal_stays_on_the_board_of_the_record() -> None:
    match = Match(numduel.new("quest", board=BOARD))
    match.play("2,2")
    match.undo()
    assert '[Board "? ? ?/? 5 ?/? ? ?"]' in dumps(match)
    assert match.state.seen == (0,) * 9


# ---- the end


@pytest.mark.clause("Q1")
def test_finished_record_shows_the_whole_board() -> None:
    match = Match(numduel.new("quest", board=BOARD))
    for cell in ("3,3", "1,1", "2,3"):
        assert "8" not in dumps(match)
        match.play(cell)
    assert match.is_over
    assert f'[Board "{BOARD}"]' in dumps(match)
    assert record_json(match)["game"]["board"] == BOARD
    assert loads(dumps(match)).board == BOARD


# ---- after loading


@pytest.mark.clause("Q1")
@pytest.mark.parametrize("seed", range(5))
def test_numbers_dealt_after_loading_complete_the_board(seed: int) -> None:
    match, rng = Match(numduel.new("quest", seed=seed, target=10_000, size=4)), Random(seed)
    for _ in range(6):
        match.play(rng.choice(match.moves))
    seen = match.state.seen
    boards = set()
    for other in range(8):
        loaded = loads(dumps(match), dice=Dice(other))
        while not loaded.is_over:
            loaded.play(rng.choice(loaded.moves))
        assert sorted(loaded.state.seen) == list(range(1, 17))
        assert all(new == old for new, old in zip(loaded.state.seen, seen, strict=True) if old)
        boards.add(loaded.board)
        again = loads(dumps(match), dice=Dice(other))  # the same dice deal the same
        for cell in again.moves:
            again.play(cell)
        assert again.board == loaded.board
    assert len(boards) == 8


@pytest.mark.clause("Q1")
def test_numbers_dealt_after_loading_are_uniform() -> None:
    match = Match(numduel.new("quest", board=BOARD))
    match.play("2,2")
    text = dumps(match)
    corner = []
    for seed in range(800):
        loaded = loads(text, dice=Dice(seed))
        loaded.play("1,1")
        corner.append(loaded.plies[-1].move)
    assert {*corner} == {*"12346789"}
    assert all(60 <= corner.count(number) <= 145 for number in {*corner})


# ---- the command line

Run = Callable[..., str]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Return a function that runs a command with typed input and returns its output."""
    monkeypatch.setenv("NUMDUEL_HOME", str(tmp_path))
    monkeypatch.delenv("FORCE_COLOR", raising=False)

    def ran(*words: str, typed: str = "") -> str:
        stdin = io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8")
        monkeypatch.setattr(sys, "stdin", stdin)
        assert main(list(words)) == 0
        return "".join(capsys.readouterr())

    return ran


def take_save(tmp_path: Path) -> str:
    """Return the only saved game without its date, and delete it."""
    (file,) = (tmp_path / "games").iterdir()
    text = file.read_text(encoding="utf-8")
    file.unlink()
    return re.sub(r"\[Date .*\n|; end .*\n", "", text)


TYPED = "2,2\nboard\n3,3\nundo\nhelp\nsave\n1,1\nundo\nquit\n"


@pytest.mark.clause("Q1")
def test_saves_and_dialogues_are_independent_of_unseen_numbers(run: Run, tmp_path: Path) -> None:
    outputs = set()
    for board in (BOARD, "1 8 7/6 5 4/3 2 9", "1 6 2/8 5 7/4 3 9"):
        said = run("play", "quest", "--board", board, typed=TYPED)
        said = re.sub(r"[0-9]{8}-[0-9]{6}-quest-[-0-9]+", "…", said)
        text = take_save(tmp_path)
        assert f'[Given "{board}"]\n' in text  # which the player typed (Q5)
        outputs.add((said, text.replace(board, "…")))
    ((_, text),) = outputs
    assert '[Board "1 ? ?/? 5 ?/? ? 9"]' in text


@pytest.mark.clause("Q1")
def test_replay_as_json_has_no_unseen_number(run: Run, tmp_path: Path) -> None:
    match = Match(numduel.new("quest", board=BOARD))
    match.play("2,2")
    file = tmp_path / "game.txt"
    file.write_text(dumps(match), encoding="utf-8")
    said = {run("replay", str(file), "--json") for _ in range(10)}
    assert len(said) == 1
    data = json.loads(said.pop())
    assert data["game"]["board"] == "? ? ?/? 5 ?/? ? ?"
    assert [(ply["player"], ply["move"]) for ply in data["plies"]] == [(1, "2,2"), (None, "5")]
    assert len({run("replay", str(file)) for _ in range(10)}) == 1


@pytest.mark.clause("Q1")
def test_record_never_holds_the_seed(run: Run, tmp_path: Path) -> None:
    seed = "8765432187654321"
    said = run("play", "quest", "--seed", seed, "--p2", "random", typed="2,2\nsave\nquit\n")
    text = take_save(tmp_path)
    assert seed not in text + said
    assert "seed" not in text.lower()
    match = Match(numduel.new("quest", seed=int(seed)))
    match.play("2,2")
    assert seed not in dumps(match) + repr(match) + json.dumps(record_json(match))
