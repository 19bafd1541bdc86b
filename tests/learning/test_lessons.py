"""Lessons: every step works as its page says, hides hidden numbers and judges correctly."""

from __future__ import annotations

import importlib
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import numduel
from duel_support import SIXTH, is_one_sentence, laid_open, snapshot, visible_board
from numduel import SetupError, record
from numduel.errors import UnknownLesson
from numduel.games import find
from numduel.learning import lessons
from numduel.learning.lessons import (
    RULES,
    STRATEGY,
    Lesson,
    Step,
    find_lesson,
    lesson,
    lesson_ids,
    next_topic,
    topics,
)

LESSONS = [id for game in numduel.games() for id in lesson_ids(find(game))]
STEPS = [(id, number) for id in LESSONS for number in range(len(lesson(id).steps))]


@pytest.fixture(params=STEPS, ids=[f"{id}-{number + 1}" for id, number in STEPS])
def step(request: pytest.FixtureRequest) -> Step:
    id, number = request.param
    found: Step = lesson(id).steps[number]
    return found


@pytest.fixture
def more_games(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add the games of tests/sixth, which have no lesson page."""
    games: Any = importlib.import_module("numduel.games")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(SIXTH)])
    yield
    for file in SIXTH.glob("*.py"):
        sys.modules.pop(f"numduel.games.{file.stem}", None)
        games.__dict__.pop(file.stem, None)
    games._cache.clear()


# ---- the pages


@pytest.mark.parametrize("id", numduel.games())
def test_every_game_has_two_pages_of_six_to_nine_steps(id: str) -> None:
    title = find(id).title
    assert topics(find(id)) == (RULES, STRATEGY)
    assert lesson_ids(find(id)) == (id, f"{id}-strategy")
    for name, heading in ((id, title), (f"{id}-strategy", f"How to win {title}")):
        taught = lesson(name)
        assert any(Path(folder, f"{name}.md").exists() for folder in lessons.FOLDERS)
        assert (taught.id, taught.game, taught.title) == (name, id, heading)
        assert taught.opening
        assert 6 <= len(taught.steps) <= 9
        assert len({step.title for step in taught.steps}) == len(taught.steps)


def test_lessons_have_an_order() -> None:
    assert next_topic(lesson("maze")) is STRATEGY
    assert next_topic(lesson("maze-strategy")) is None


def test_lesson_id_ignores_capitals_and_unknown_ids_name_the_lessons_there_are() -> None:
    assert find_lesson(" Sum-Strategy ") == (find("sum"), STRATEGY)
    for id in ("sum-", "sum-rules", "sum-strategy-2", "sum-chess"):
        with pytest.raises(UnknownLesson) as refused:
            lesson(id)
        assert str(refused.value) == f"{id!r} isn't a lesson. Choose sum or sum-strategy"
    with pytest.raises(numduel.UnknownGame):
        lesson("chess-strategy")


def test_step_is_short(step: Step) -> None:
    assert len(f"{step.text} {step.task}".split()) <= 50
    for text in (step.title, *step.text.split("\n\n"), step.task, step.right, step.wrong):
        assert is_one_sentence(text, max_chars=300)
        assert not set(text) & set("`*_#")


def test_position_is_playable_and_new_each_time(step: Step) -> None:
    match = step.match()
    before = snapshot(match)
    assert not match.is_over
    match.play(match.moves[0])
    assert snapshot(step.match()) == before


def test_requested_move_is_accepted(step: Step) -> None:
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


def test_other_moves_get_their_own_verdict(step: Step) -> None:
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


def test_unreadable_answer_is_refused_in_one_sentence(step: Step) -> None:
    for text in ("", "what?", "9" * 100, "99,99"):
        verdict = step.judge(step.match(), text)
        assert verdict.outcome == "refused"
        assert is_one_sentence(verdict.text)


def test_answers_are_read_like_typed_moves() -> None:
    first, *_ = lesson("maze").steps
    assert first.do == ("0,0",)
    for text in ("(0, 0)", "00", " 0 0 "):
        assert first.judge(first.match(), text).outcome == "done"


@pytest.mark.parametrize("id", numduel.games())
def test_last_step_asks_for_the_only_winning_move(id: str) -> None:
    last = lesson(id).steps[-1]
    report = numduel.analyse(last.match())
    assert report.how == "exact"
    if report.value.outcome == "chance":  # all moves are equal, so the text gives the odds
        assert set(report.moves.values()) == {report.value}
        assert last.do == tuple(report.moves)
        assert f" {report.value.chance} " in last.right
    else:
        winning = [move for move, value in report.moves.items() if value.outcome == "win"]
        assert len(report.moves) > 1
        assert last.do == tuple(winning)
        assert len(winning) == 1


@pytest.mark.parametrize("id", numduel.games())
def test_lesson_has_an_illegal_move_and_a_win(id: str) -> None:
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


def test_board_is_at_most_standard_size(step: Step) -> None:
    match = step.match()
    standard = numduel.new(match.game.id, seed=1)
    standard_rows = standard.picture(standard.start()).rows
    assert len(match.game.picture(match.state).rows) <= len(standard_rows)


# ---- hidden numbers


def test_position_shows_only_revealed_numbers(step: Step) -> None:
    """The page has the whole board; the match of a step shows only what its moves revealed."""
    match = step.match()
    assert match.board == visible_board(match)
    assert record.loads(record.dumps(match)).board == match.board
    board = record.loads(step.record).board
    if board != match.board:
        assert board not in f"{match!r} {match.game!r} {record.dumps(match)}"
        assert laid_open(match.game) == match.game.board


def test_match_hides_the_board_of_its_page() -> None:
    first, *_ = lesson("quest").steps
    assert "?" not in record.loads(first.record).board
    assert first.match().board == "? ? ?/? ? ?/? ? ?"


def test_revealed_number_is_that_of_the_page(step: Step) -> None:
    """The same choice always reveals the same number, which the page mentions."""
    for move in step.do:
        if not step.attempt:
            one, two = step.match(), step.match()
            one.play(move)
            two.play(move)
            assert snapshot(one) == snapshot(two)


# ---- broken pages

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


def load_page(text: str | bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lesson:
    """Return the lesson of Sum Battle with this page."""
    written = text if isinstance(text, bytes) else text.encode()
    (tmp_path / "sum.md").write_bytes(written)
    monkeypatch.setattr(lessons, "FOLDERS", [str(tmp_path)])
    return lesson("SUM")


def test_page_is_parsed_into_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taught = load_page(GOOD, tmp_path, monkeypatch)
    assert (taught.title, taught.opening) == ("Sum Battle", "Take numbers.")
    (step,) = taught.steps
    assert (step.title, step.text, step.task) == ("A step", "A rule of two lines.", "Take 1.")
    assert (step.do, step.attempt, step.right) == (("1", "9"), False, "Well done.")
    assert step.judge(step.match(), "2") == ("other", lessons.WRONG_MESSAGE, "2")


def test_any_accepts_every_legal_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (step,) = load_page(GOOD.replace("1 or 9", "any"), tmp_path, monkeypatch).steps
    assert step.do == ("1", "2", "3", "7", "8", "9")


BROKEN_PAGES = [
    ("", 1, "expected a title with # here"),
    ("# Sum Battle\n\nNo step.\n", 4, "the page has no step"),
    (GOOD.replace("# Sum", "Sum", 1), 1, "expected a title with # here"),
    (GOOD.replace("# Sum Battle", "#  ", 1), 1, "expected a title with # here"),
    (GOOD.replace("## A step\n", ""), 11, "expected a title with ## here"),
    (GOOD.replace("Take 1.\n", ""), 5, "a paragraph for the rule and one for the task"),
    (GOOD.replace("```", ""), 18, "expected a position here"),
    (GOOD.replace("1. 5\n```", "1. 5"), 12, "isn't closed"),
    (GOOD.replace("1. 5", "1. 5 5"), 15, "5 is your opponent's last number"),
    (GOOD.replace("1. 5", "1. 55"), 15, "isn't a move"),
    (GOOD.replace('"sum"', '"chess"'), 13, "needs chess; load its file"),
    (GOOD.replace('"sum"]\n\n1. 5', '"race"]\n[Board "1 1/1 1"]\n'), 12, "of Number Maze Race"),
    (GOOD.replace('"sum"]\n', '"sum"]\n[Options "target=5"]'), 12, "the game is over"),
    (GOOD.replace("1 or 9", "1 or 4"), 18, "4 is next to your opponent's last number"),
    (GOOD.replace("1 or 9", "1 or ten"), 18, "isn't a move"),
    (GOOD.replace("do: 1 or 9", "try: 4 or 9"), 18, "9 is legal here"),
    (GOOD.replace("do: 1 or 9", "try: any"), 18, "'any' isn't a move"),
    (GOOD.replace("- do: 1 or 9\n", ""), 5, "either a line - do: or a line - try:"),
    (GOOD.replace("- right", "- try: 4\n- right"), 5, "either a line - do: or a line - try:"),
    (GOOD.replace("- right: Well\n  done.\n", ""), 5, "a line - right:"),
    (GOOD.replace("right:", "rihgt:"), 19, "'- rihgt: Well' isn't do, try, right or wrong"),
    (GOOD + "- right: Twice.\n", 21, "each used once"),
    (GOOD + "\nA comment.\n", 22, "expected a title with ## here"),
]


@pytest.mark.parametrize(("text", "line", "problem"), BROKEN_PAGES, ids=range(len(BROKEN_PAGES)))
def test_broken_page_is_refused_with_its_line(
    text: str, line: int, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SetupError) as refused:
        load_page(text, tmp_path, monkeypatch)
    said = str(refused.value)
    assert said.startswith(f"the lesson page sum, line {line}: "), said
    assert problem in said
    assert said.isprintable()


def test_every_truncated_page_is_a_lesson_or_a_setup_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for end in range(len(GOOD)):
        for text in (GOOD[:end], GOOD[end:]):
            with suppress(SetupError):
                assert load_page(text, tmp_path, monkeypatch).steps


def test_binary_page_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SetupError, match="the lesson page sum cannot be read"):
        load_page(b"\xff\xfe#", tmp_path, monkeypatch)


def test_unknown_game_has_no_lesson() -> None:
    with pytest.raises(numduel.UnknownGame):
        lesson("chess")


# ---- games from files


def test_game_file_brings_both_lessons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page beside the file is a lesson; without a page for the rules, they are generated."""
    monkeypatch.setenv("NUMDUEL_GAMES", "")
    shutil.copy(SIXTH / "pick15.py", tmp_path / "pick15.py")
    kind = numduel.load_game(tmp_path / "pick15.py")
    assert topics(kind) == (RULES,)
    page = GOOD.replace("sum", "pick15").replace("# Sum Battle", "# How to win Pick 15")
    (tmp_path / "pick15.strategy.md").write_text(page.replace("1 or 9", "1 or 8"))
    assert lesson_ids(kind) == ("pick15", "pick15-strategy")
    taught = lesson("pick15-strategy")
    assert (taught.game, taught.topic, taught.title) == ("pick15", STRATEGY, "How to win Pick 15")
    assert taught.steps[0].do == ("1", "8")
    assert lesson("pick15").steps[0].title == "A first move"
    (tmp_path / "pick15.lesson.md").write_text(page)
    assert lesson("pick15").steps[0].title == "A step"
    (tmp_path / "pick15.strategy.md").write_text("# Broken\n")
    with pytest.raises(SetupError, match="the lesson page pick15-strategy, line 2: the page has"):
        lesson("pick15-strategy")


# ---- games without a page


@pytest.mark.parametrize("id", ["nim", "pig", *numduel.games()])
@pytest.mark.usefixtures("more_games")
def test_game_without_a_page_has_a_generated_lesson(
    id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
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
@pytest.mark.usefixtures("more_games")
def test_generated_lesson_ends_with_a_puzzle(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "FOLDERS", [])
    last = lesson(id).steps[-1]
    report = numduel.analyse(last.match())
    assert last.do == tuple(m for m, value in report.moves.items() if value.outcome == "win")
    assert f"in {report.value.turns} turns" in last.right


@pytest.mark.parametrize("id", ["nim", "maze", "run", "race"])
@pytest.mark.usefixtures("more_games")
def test_generated_lesson_tries_an_illegal_move(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "FOLDERS", [])
    assert [step.attempt for step in lesson(id).steps] == [False, True, False]


# ---- chance


@pytest.mark.usefixtures("more_games")
def test_generated_lesson_has_no_puzzle_in_games_with_chance() -> None:
    first, forbidden = lesson("pig").steps
    assert first.match().plies[0].player is None
    assert forbidden.judge(forbidden.match(), "stop").text.startswith("You have thrown nothing")


@pytest.mark.parametrize("face", ["1", "2", "3", "4", "5", "6"])
@pytest.mark.usefixtures("more_games")
def test_position_keeps_the_chance_outcomes_of_its_record(face: str) -> None:
    first, *_ = lesson("pig").steps
    opening = first._replace(record=f'[Game "pig"]\n\n1. ={face}')
    assert [ply.move for ply in opening.match().plies] == [face]


@pytest.mark.parametrize("id", ["pig", "quest"])
@pytest.mark.usefixtures("more_games")
def test_open_details_of_a_lesson_are_always_the_same(
    id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lessons, "FOLDERS", [])
    first, *_ = lesson(id).steps
    matches = [first.match() for _ in range(6)]
    for match in matches:
        while not match.is_over:
            match.play(match.moves[0])
    assert all(snapshot(match) == snapshot(matches[0]) for match in matches)
