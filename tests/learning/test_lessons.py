"""Lessons: every step can be taken as its page says, hides what is hidden, and judges rightly."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import numduel
from duel_support import SIXTH, is_one_sentence, laid_open, snapshot, visible_board
from numduel import SetupError, record
from numduel.games import find
from numduel.learning import lessons
from numduel.learning.lessons import Lesson, Step, lesson

STEPS = [(id, number) for id in numduel.games() for number in range(len(lesson(id).steps))]


@pytest.fixture(params=STEPS, ids=[f"{id}-{number + 1}" for id, number in STEPS])
def step(request: pytest.FixtureRequest) -> Step:
    id, number = request.param
    found: Step = lesson(id).steps[number]
    return found


@pytest.fixture
def dropped_in(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The games of tests/sixth, which have no lesson page, stand beside those of the package."""
    games: Any = importlib.import_module("numduel.games")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(SIXTH)])
    yield
    for file in SIXTH.glob("*.py"):
        sys.modules.pop(f"numduel.games.{file.stem}", None)
        games.__dict__.pop(file.stem, None)
    games._cache.clear()


# ---- the pages


@pytest.mark.parametrize("id", numduel.games())
def test_every_game_has_a_page_of_six_to_nine_steps(id: str) -> None:
    taught = lesson(id)
    assert any(Path(folder, f"{id}.md").exists() for folder in lessons.FOLDERS)
    assert (taught.id, taught.title) == (id, find(id).title)
    assert taught.opening
    assert 6 <= len(taught.steps) <= 9
    assert len({step.title for step in taught.steps}) == len(taught.steps)


def test_a_step_is_short_and_plain(step: Step) -> None:
    assert len(f"{step.text} {step.task}".split()) <= 50
    for text in (step.title, *step.text.split("\n\n"), step.task, step.right, step.wrong):
        assert is_one_sentence(text, max_chars=300)
        assert not set(text) & set("`*_#")


def test_a_position_can_be_played_on_and_is_new_each_time(step: Step) -> None:
    match = step.match()
    before = snapshot(match)
    assert not match.is_over
    match.play(match.moves[0])
    assert snapshot(step.match()) == before


def test_what_a_step_asks_for_is_done(step: Step) -> None:
    assert step.do
    for move in step.do:
        match = step.match()
        verdict = step.judge(match, move)
        assert verdict.outcome == "done"
        assert verdict.text.endswith(step.right)
        objection = match.game.objection(match.state, move)
        assert step.attempt == (objection is not None)
        assert verdict.move == move
        if objection is None:
            match.play(move)
        else:
            assert verdict.text[1:].startswith(objection[1:])


def test_every_other_move_is_told_apart(step: Step) -> None:
    match = step.match()
    before = snapshot(match)
    for move in match.game.vocabulary:
        if move in step.do:
            continue
        verdict = step.judge(match, move)
        assert verdict.outcome == ("other" if move in match.moves else "refused")
        assert verdict.move == move
        if verdict.outcome == "other":
            assert verdict.text == step.wrong
    assert snapshot(match) == before


def test_text_that_names_no_move_is_refused_in_one_sentence(step: Step) -> None:
    for text in ("", "what?", "9" * 100, "99,99"):
        verdict = step.judge(step.match(), text)
        assert verdict.outcome == "refused"
        assert is_one_sentence(verdict.text)


def test_moves_are_read_as_people_type_them() -> None:
    first, *_ = lesson("maze").steps
    assert first.do == ("0,0",)
    for text in ("(0, 0)", "00", " 0 0 "):
        assert first.judge(first.match(), text).outcome == "done"


@pytest.mark.parametrize("id", numduel.games())
def test_the_last_step_asks_for_the_only_move_that_wins(id: str) -> None:
    last = lesson(id).steps[-1]
    report = numduel.analyse(last.match())
    assert report.how == "exact"
    if report.value.outcome == "chance":  # nothing to choose between, so the odds are told
        assert set(report.moves.values()) == {report.value}
        assert last.do == tuple(report.moves)
        assert f" {report.value.chance} " in last.right
    else:
        winning = [move for move, value in report.moves.items() if value.outcome == "win"]
        assert len(report.moves) > 1
        assert last.do == tuple(winning)
        assert len(winning) == 1


@pytest.mark.parametrize("id", numduel.games())
def test_a_lesson_has_forbidden_moves_and_a_win_in_it(id: str) -> None:
    steps = lesson(id).steps
    assert sum(step.attempt for step in steps) >= 1
    winners = []
    for step in steps:
        match = step.match()
        player = match.player
        if not step.attempt:
            match.play(step.do[0])
        winners += [match.winner] if match.winner is player else []
    assert winners


def test_a_board_is_no_larger_than_the_standard_one(step: Step) -> None:
    match = step.match()
    standard = numduel.new(match.game.id, seed=1)
    standard_rows = standard.picture(standard.start()).rows
    assert len(match.game.picture(match.state).rows) <= len(standard_rows)


# ---- what is hidden


def test_a_position_shows_nothing_that_play_has_not(step: Step) -> None:
    """The page knows the whole board; the match of a step tells no more than its moves did."""
    match = step.match()
    assert match.board == visible_board(match)
    assert record.loads(record.dumps(match)).board == match.board
    board = record.loads(step.record).board
    if board != match.board:
        assert board not in f"{match!r} {match.game!r} {record.dumps(match)}"
        assert laid_open(match.game) == match.game.board


def test_a_page_lays_out_a_hidden_board_that_its_match_hides() -> None:
    first, *_ = lesson("quest").steps
    assert "?" not in record.loads(first.record).board
    assert first.match().board == "? ? ?/? ? ?/? ? ?"


def test_a_hidden_number_is_the_one_the_page_lays_there(step: Step) -> None:
    """Twice the same choice reveals the same, since a text of the page tells what it was."""
    for move in step.do:
        if not step.attempt:
            one, two = step.match(), step.match()
            one.play(move)
            two.play(move)
            assert snapshot(one) == snapshot(two)


# ---- spoilt pages

GOOD = """# Sum Battle

Take numbers.

## A step

A rule
of two lines.

Take 1.

```
[Game "sum"]

1. 5
```

- do: 1 or 9
- right: Well
  done.
"""


def paged(text: str | bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lesson:
    """The lesson of Sum Battle when this is its page."""
    written = text if isinstance(text, bytes) else text.encode()
    (tmp_path / "sum.md").write_bytes(written)
    monkeypatch.setattr(lessons, "FOLDERS", [str(tmp_path)])
    return lesson("SUM")


def test_a_page_is_read_into_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taught = paged(GOOD, tmp_path, monkeypatch)
    assert (taught.title, taught.opening) == ("Sum Battle", "Take numbers.")
    (step,) = taught.steps
    assert (step.title, step.text, step.task) == ("A step", "A rule of two lines.", "Take 1.")
    assert (step.do, step.attempt, step.right) == (("1", "9"), False, "Well done.")
    assert step.judge(step.match(), "2") == ("other", lessons.WRONG_MESSAGE, "2")


def test_any_asks_for_every_allowed_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (step,) = paged(GOOD.replace("1 or 9", "any"), tmp_path, monkeypatch).steps
    assert step.do == ("1", "2", "3", "7", "8", "9")


SPOILT = [
    ("", 1, "a title with # should stand here"),
    ("# Sum Battle\n\nNo step.\n", 4, "there is no step"),
    (GOOD.replace("# Sum", "Sum", 1), 1, "a title with # should stand here"),
    (GOOD.replace("# Sum Battle", "#  ", 1), 1, "a title with # should stand here"),
    (GOOD.replace("## A step\n", ""), 11, "a title with ## should stand here"),
    (GOOD.replace("Take 1.\n", ""), 5, "a paragraph for the rule and one that says what to do"),
    (GOOD.replace("```", ""), 18, "a position should stand here"),
    (GOOD.replace("1. 5\n```", "1. 5"), 12, "never closed"),
    (GOOD.replace("1. 5", "1. 5 5"), 15, "5 is your opponent's last number"),
    (GOOD.replace("1. 5", "1. 55"), 15, "isn't a move"),
    (GOOD.replace('"sum"', '"chess"'), 13, "'chess' isn't a game"),
    (GOOD.replace('"sum"]\n\n1. 5', '"race"]\n[Board "1 1/1 1"]\n'), 12, "of Number Maze Race"),
    (GOOD.replace('"sum"]\n', '"sum"]\n[Options "target=5"]'), 12, "the game is over"),
    (GOOD.replace("1 or 9", "1 or 4"), 18, "4 is next to your opponent's last number"),
    (GOOD.replace("1 or 9", "1 or ten"), 18, "isn't a move"),
    (GOOD.replace("do: 1 or 9", "try: 4 or 9"), 18, "9 is allowed here"),
    (GOOD.replace("do: 1 or 9", "try: any"), 18, "'any' isn't a move"),
    (GOOD.replace("- do: 1 or 9\n", ""), 5, "either a line - do: or a line - try:"),
    (GOOD.replace("- right", "- try: 4\n- right"), 5, "either a line - do: or a line - try:"),
    (GOOD.replace("- right: Well\n  done.\n", ""), 5, "a line - right:"),
    (GOOD.replace("right:", "rihgt:"), 19, "'- rihgt: Well' is not do, try, right or wrong"),
    (GOOD + "- right: Twice.\n", 21, "said once"),
    (GOOD + "\nA remark.\n", 22, "a title with ## should stand here"),
]


@pytest.mark.parametrize(("text", "line", "problem"), SPOILT, ids=range(len(SPOILT)))
def test_a_spoilt_page_is_refused_with_its_line(
    text: str, line: int, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SetupError) as refused:
        paged(text, tmp_path, monkeypatch)
    said = str(refused.value)
    assert said.startswith(f"the lesson page sum, line {line}: "), said
    assert problem in said
    assert said.isprintable()


def test_every_cut_of_a_page_is_a_lesson_or_a_setup_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for end in range(len(GOOD)):
        for text in (GOOD[:end], GOOD[end:]):
            with suppress(SetupError):
                assert paged(text, tmp_path, monkeypatch).steps


def test_a_page_that_is_no_text_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SetupError, match="the lesson page sum cannot be read"):
        paged(b"\xff\xfe#", tmp_path, monkeypatch)


def test_an_unknown_game_has_no_lesson() -> None:
    with pytest.raises(numduel.UnknownGame):
        lesson("chess")


# ---- games without a page


@pytest.mark.parametrize("id", ["nim", "pig", *numduel.games()])
@pytest.mark.usefixtures("dropped_in")
def test_a_game_without_a_page_has_a_lesson_too(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "FOLDERS", [])
    taught = lesson(id)
    assert taught == lesson(id)
    assert taught.title == find(id).title
    first = taught.steps[0]
    assert first.do == first.match().moves
    assert first.match().game.expects(first.match().state) in first.task
    for step in taught.steps:
        for move in step.do:
            match = step.match()
            verdict = step.judge(match, move)
            assert verdict.outcome == "done"
            if not step.attempt:
                match.play(move)


@pytest.mark.parametrize("id", ["nim", "maze", "sum", "run", "race"])
@pytest.mark.usefixtures("dropped_in")
def test_a_made_lesson_ends_with_a_puzzle(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "FOLDERS", [])
    last = lesson(id).steps[-1]
    report = numduel.analyse(last.match())
    assert last.do == tuple(m for m, value in report.moves.items() if value.outcome == "win")
    assert f"in {report.value.turns} turns" in last.right


@pytest.mark.parametrize("id", ["nim", "maze", "run", "race"])
@pytest.mark.usefixtures("dropped_in")
def test_a_made_lesson_tries_a_forbidden_move(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "FOLDERS", [])
    assert [step.attempt for step in lesson(id).steps] == [False, True, False]


# ---- chance


@pytest.mark.usefixtures("dropped_in")
def test_a_made_lesson_has_no_puzzle_where_dice_decide() -> None:
    first, forbidden = lesson("pig").steps
    assert first.match().plies[0].player is None
    assert forbidden.judge(forbidden.match(), "stop").text.startswith("You have thrown nothing")


@pytest.mark.parametrize("face", ["1", "2", "3", "4", "5", "6"])
@pytest.mark.usefixtures("dropped_in")
def test_a_position_keeps_what_dice_gave_in_its_record(face: str) -> None:
    first, *_ = lesson("pig").steps
    opening = first._replace(record=f'[Game "pig"]\n\n1. ={face}')
    assert [ply.move for ply in opening.match().plies] == [face]


@pytest.mark.parametrize("id", ["pig", "quest"])
@pytest.mark.usefixtures("dropped_in")
def test_what_a_lesson_leaves_open_is_drawn_alike_each_time(
    id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lessons, "FOLDERS", [])
    first, *_ = lesson(id).steps
    matches = [first.match() for _ in range(6)]
    for match in matches:
        while not match.is_over:
            match.play(match.moves[0])
    assert all(snapshot(match) == snapshot(matches[0]) for match in matches)
