"""Lessons in the app: every step done, failed, shown and revisited."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import ContentSwitcher, OptionList, Static
from tui_support import LARGE, SMALL, app_test, open_app, settle, type_line

import numduel
from duel_support import with_more_games
from numduel.engine.teaching.puzzles import with_puzzles
from numduel.games import find, offered
from numduel.learning import lessons
from numduel.learning.lessons import Lesson, Step, lesson, lesson_ids
from numduel.storage import lesson_progress
from numduel.tui.parts.move_buttons import MoveButton
from numduel.tui.screens.keys import KeysScreen
from numduel.tui.screens.learn import LearnScreen
from numduel.tui.screens.lesson import LessonScreen
from numduel.tui.screens.puzzles import PuzzlesScreen
from numduel.tui.screens.setup import SetupScreen

pytestmark = pytest.mark.usefixtures("home")

GAMES = numduel.games()
LESSONS = [id for game in GAMES for id in lesson_ids(find(game))]


def open_lesson(id: str) -> Callable[[], LessonScreen]:
    return lambda: LessonScreen(lesson(id))


def lesson_screen(pilot: Pilot[None]) -> LessonScreen:
    screen = pilot.app.screen
    assert isinstance(screen, LessonScreen)
    return screen


def text_of(pilot: Pilot[None], name: str) -> str:
    return str(pilot.app.screen.query_one(name, Static).content)


def screen_text(pilot: Pilot[None]) -> str:
    """Return all text on the screen."""
    return "\n".join(strip.text for strip in pilot.app.screen._compositor.render_strips())


def visible_text(pilot: Pilot[None], name: str) -> str:
    """Return the visible text of a part of the screen."""
    region = pilot.app.screen.query_one(name).region
    rows = pilot.app.screen._compositor.render_strips()[region.y : region.bottom]
    return flatten(" ".join(row.crop(region.x, region.right).text for row in rows))


def flatten(text: str) -> str:
    return " ".join(text.split())


async def do_steps(pilot: Pilot[None], number: int) -> None:
    for _ in range(number):
        await type_line(pilot, lesson_screen(pilot).run.step.do[0])
        await pilot.press("enter")
        await settle(pilot)


def other_move(step: Step) -> str:
    """Return a legal move that the step doesn't ask for."""
    return next(m for m in step.match().moves if step.attempt or m not in step.do)


def step_with_other_moves(given: Lesson) -> int:
    """Return the index of the first step that allows a move it doesn't ask for."""
    return next(
        n for n, s in enumerate(given.steps) if not s.attempt and set(s.match().moves) - set(s.do)
    )


# ---- the list


@app_test
async def test_list_shows_the_lessons_of_every_game() -> None:
    for size in (SMALL, LARGE):
        async with open_app(LearnScreen, size) as pilot:
            for id in LESSONS:
                given = lesson(id)
                title = f"{find(given.game).title}  {given.topic.name}"
                assert title in screen_text(pilot)
                assert f"{len(given.steps)} steps" in screen_text(pilot)
                assert given.title in text_of(pilot, "#about")
                assert given.opening in text_of(pilot, "#about")
                for step in given.steps:
                    assert step.title in text_of(pilot, "#about")
                await pilot.press("down")
                await settle(pilot)


@app_test
async def test_narrow_list_names_every_lesson_in_full() -> None:
    done = LESSONS[0]
    lesson_progress.keep(done, len(lesson(done).steps))
    async with open_app(LearnScreen, (60, 26)) as pilot:
        listed = visible_text(pilot, "#lessons")
        assert "…" not in listed
        for id in LESSONS:
            given = lesson(id)
            steps = len(given.steps)
            state = f"✓ {steps}/{steps}" if id == done else f"0/{steps}"
            assert f"{find(given.game).title} {given.topic.name} {state}" in listed


@app_test
async def test_lesson_opens_by_enter_and_click() -> None:
    async with open_app(LearnScreen) as pilot:
        await pilot.press("down", "enter")
        await settle(pilot)
        assert lesson_screen(pilot).run.lesson.id == LESSONS[1]
        await pilot.press("escape")
        await settle(pilot)
        await pilot.click(OptionList, offset=(3, 4))
        await settle(pilot)
        assert lesson_screen(pilot).run.lesson.id == LESSONS[2]
        await pilot.press("escape", "question_mark")
        await settle(pilot)
        assert isinstance(pilot.app.screen, KeysScreen)
        await pilot.press("escape", "escape")
        await settle(pilot)
        assert not isinstance(pilot.app.screen, LearnScreen)


@app_test
async def test_list_shows_progress() -> None:
    async with open_app(LearnScreen) as pilot:
        await pilot.press("enter")
        await settle(pilot)
        await do_steps(pilot, 2)
        await pilot.press("escape")
        await settle(pilot)
        steps = len(lesson(GAMES[0]).steps)
        assert f"2 of {steps} steps" in screen_text(pilot)
        assert text_of(pilot, "#about").count("✓") == 2
        lesson_progress.keep(GAMES[0], steps)
        await pilot.press("enter")
        await settle(pilot)
        assert lesson_screen(pilot).run.index == 0
        await pilot.press("escape")
        await settle(pilot)
        assert f"✓ finished, {steps} steps" in screen_text(pilot)


@app_test
async def test_resize_keeps_the_selection() -> None:
    async with open_app(LearnScreen) as pilot:
        await pilot.press("down")
        for size in (LARGE, (40, 12), SMALL):
            await pilot.resize_terminal(*size)
            await settle(pilot)
        assert pilot.app.screen.query_one(OptionList).highlighted == 1
        assert lesson(LESSONS[1]).topic.name in screen_text(pilot)


@app_test
async def test_damaged_lesson_page_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / f"{GAMES[0]}.md").write_text("no title\n", encoding="utf-8")
    monkeypatch.setattr(lessons, "FOLDERS", [str(tmp_path), *lessons.FOLDERS])
    async with open_app(LearnScreen) as pilot:
        assert "This lesson couldn't be loaded." in screen_text(pilot)
        assert "line 1" in text_of(pilot, "#about")
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, LearnScreen)
        assert "line 1" in text_of(pilot, "#message")
        await pilot.press("down", "enter")
        await settle(pilot)
        assert lesson_screen(pilot).run.lesson.id == LESSONS[1]


# ---- saved progress


def test_progress_never_decreases(home: Path) -> None:
    assert lesson_progress.load() == {}
    lesson_progress.keep("maze", 3)
    lesson_progress.keep("maze", 2)
    lesson_progress.keep("sum", 1)
    assert lesson_progress.load() == {"maze": 3, "sum": 1}
    assert json.loads((home.parent / "lessons.json").read_text()) == {"maze": 3, "sum": 1}


@pytest.mark.parametrize("text", ["", "[]", "[" * 20_000, '{"maze": "x", "sum": -1, "run": true}'])
def test_damaged_file_means_no_progress(home: Path, text: str) -> None:
    home.parent.mkdir()
    (home.parent / "lessons.json").write_text(text)
    assert lesson_progress.load() == {}


@app_test
async def test_lesson_continues_where_it_was_left() -> None:
    lesson_progress.keep("sum", 3)
    async with open_app(open_lesson("sum")) as pilot:
        assert lesson_screen(pilot).run.index == 3
        assert "step 4 of" in text_of(pilot, "#heading")


@app_test
async def test_progress_beyond_the_last_step_unlocks_all() -> None:
    lesson_progress.keep("sum", 1000)
    async with open_app(open_lesson("sum")) as pilot:
        assert lesson_screen(pilot).run.index == 0
        for _ in lesson("sum").steps:
            await pilot.press("n")
            await settle(pilot)
        assert lesson_screen(pilot).run.is_finished


@app_test
async def test_unsaved_progress_is_reported_and_the_lesson_continues(home: Path) -> None:
    async with open_app(open_lesson("sum")) as pilot:
        (home.parent / "lessons.json").mkdir()
        await type_line(pilot, lesson_screen(pilot).run.step.do[0])
        (note,) = pilot.app._notifications
        assert "couldn't be saved" in note.message
        await pilot.press("enter")
        await settle(pilot)
        assert lesson_screen(pilot).run.index == 1


# ---- a lesson


@pytest.mark.slow
@pytest.mark.parametrize("id", GAMES)
def test_lesson_can_be_completed(id: str) -> None:
    """This test uses a large screen, the next one a small screen."""

    @app_test
    async def play() -> None:
        given = lesson(id)
        async with open_app(open_lesson(id), LARGE) as pilot:
            for number, step in enumerate(given.steps):
                assert f"step {number + 1} of {len(given.steps)}" in text_of(pilot, "#heading")
                beside = flatten(text_of(pilot, "#step-text"))
                assert step.title in beside
                assert flatten(step.text) in beside
                assert step.task in beside
                assert text_of(pilot, "#message") == step.task
                assert number == lesson_screen(pilot).run.index
                before = lesson_screen(pilot).match.state
                await type_line(pilot, step.do[-1])
                assert lesson_screen(pilot).run.is_done
                assert text_of(pilot, "#message").endswith(step.right)
                assert (lesson_screen(pilot).match.state == before) is step.attempt
                await pilot.press("enter")
                await settle(pilot)
            assert lesson_screen(pilot).run.is_finished
            assert "Well done!" in text_of(pilot, "#step-text")
            assert lesson_progress.load() == {id: len(given.steps)}

    play()


@pytest.mark.long
@pytest.mark.parametrize("id", LESSONS)
def test_every_step_fits_on_a_small_screen(id: str) -> None:
    """At 80x24, no step needs scrolling."""

    @app_test
    async def look() -> None:
        async with open_app(open_lesson(id)) as pilot:
            for step in lesson(id).steps:
                assert flatten(text_of(pilot, "#step-text")) == visible_text(pilot, "#step")
                assert step.task == visible_text(pilot, "#message")
                await type_line(pilot, step.do[0])
                assert visible_text(pilot, "#message").endswith(step.right)
                assert visible_text(pilot, "#message") == text_of(pilot, "#message")
                await pilot.press("enter")
                await settle(pilot)

    look()


@app_test
async def test_wrong_move_is_explained_and_can_be_retried() -> None:
    given = lesson("run")
    index = step_with_other_moves(given)
    lesson_progress.keep("run", index)
    async with open_app(open_lesson("run")) as pilot:
        step, before = lesson_screen(pilot).run.step, lesson_screen(pilot).match.state
        await type_line(pilot, other_move(step))
        assert text_of(pilot, "#message") == step.wrong
        assert lesson_screen(pilot).match.state == before
        assert not lesson_screen(pilot).run.is_done
        await type_line(pilot, step.do[0])
        assert text_of(pilot, "#message") == step.right


@app_test
async def test_illegal_move_is_explained_by_the_game() -> None:
    async with open_app(open_lesson("run")) as pilot:
        match = lesson_screen(pilot).match
        objection = match.game.objection(match.state, "2,2")
        assert objection is not None
        await type_line(pilot, "2,2")
        assert text_of(pilot, "#message").lower().startswith(objection.lower())
        assert lesson_screen(pilot).board.overlay.refused == lesson_screen(
            pilot
        ).board.tile_of_move("2,2")
        await type_line(pilot, "/fish")
        assert "fish" in text_of(pilot, "#message")


@app_test
async def test_answer_is_available_after_two_failures() -> None:
    async with open_app(open_lesson("run")) as pilot:
        step = lesson_screen(pilot).run.step
        await pilot.press("s")
        assert not lesson_screen(pilot).run.is_done
        await type_line(pilot, "2,2")
        await pilot.press("s")
        assert not lesson_screen(pilot).run.is_done
        await type_line(pilot, other_move(step))
        assert "Press s for the answer." in text_of(pilot, "#message")
        assert "s" in lesson_screen(pilot).active_bindings
        await pilot.press("s")
        await settle(pilot)
        assert lesson_screen(pilot).run.is_done
        assert text_of(pilot, "#message") == step.right
        assert lesson_screen(pilot).match.plies[-1].move == step.do[0]


@app_test
async def test_b_and_n_step_back_and_forward() -> None:
    async with open_app(open_lesson("sum")) as pilot:
        await pilot.press("b")
        assert lesson_screen(pilot).run.index == 0
        await pilot.press("n")
        assert lesson_screen(pilot).run.index == 0
        await do_steps(pilot, 2)
        await pilot.press("b")
        assert lesson_screen(pilot).run.index == 1
        assert text_of(pilot, "#message") == lesson_screen(pilot).run.step.task
        await pilot.press("n")
        assert lesson_screen(pilot).run.index == 2
        await pilot.press("n")
        assert lesson_screen(pilot).run.index == 2


@app_test
async def test_steps_are_done_by_cursor_mouse_and_button() -> None:
    async with open_app(open_lesson("run"), LARGE) as pilot:
        board = lesson_screen(pilot).board
        board.move_cursor(board.tile_of_move("0,1"))
        await pilot.press("enter")
        assert lesson_screen(pilot).run.is_done
        next_button = next(iter(lesson_screen(pilot).query(MoveButton)))
        await pilot.click(next_button)
        await settle(pilot)
        assert lesson_screen(pilot).run.index == 1
        number = board.tile_of_move("1,1")
        assert number is not None
        x, y = board._layout.corner(number)
        await pilot.click(board, offset=(x + 2, y + 1))
        await settle(pilot)
        assert lesson_screen(pilot).run.is_done
        assert board.overlay.refused == number
        assert pilot.app.focused is board
        await pilot.click(board, offset=(x + 2, y + 1))
        await settle(pilot)
        assert "Press Enter for the next step." in text_of(pilot, "#message")


@pytest.mark.parametrize("id", LESSONS)
def test_every_step_can_be_done_without_typing(id: str) -> None:
    """Every answer is a tile or a button."""
    for step in lesson(id).steps:
        screen = LessonScreen(lesson(id)._replace(steps=(step,)))
        rows = step.match().game.picture(step.match().state).rows
        tiled = {tile.move for row in rows for tile in row}
        assert set(step.do) <= tiled | set(screen.lesson_moves), step.title


@app_test
async def test_yes_and_no_can_be_typed() -> None:
    """This works although n and s are shortcuts elsewhere in a lesson."""
    given = lesson("run")
    index = next(n for n, step in enumerate(given.steps) if step.do == ("no",))
    lesson_progress.keep("run", index)
    async with open_app(open_lesson("run")) as pilot:
        assert [choice.text for choice in lesson_screen(pilot).query(MoveButton)] == ["yes", "no"]
        await type_line(pilot, "yes")
        await type_line(pilot, "y")
        assert "Press s for the answer." in text_of(pilot, "#message")
        await type_line(pilot, "no")
        assert lesson_screen(pilot).run.is_done
        await pilot.press("n")
        await settle(pilot)
        assert lesson_screen(pilot).run.index == index + 1


@app_test
async def test_end_offers_the_next_lesson() -> None:
    for key in ("enter", "l"):
        Path(lesson_progress.file()).unlink(missing_ok=True)
        lesson_progress.keep("sum", len(lesson("sum").steps) - 1)
        async with open_app(open_lesson("sum")) as pilot:
            await pilot.press("l")
            assert lesson_screen(pilot).run.lesson.id == "sum"
            await do_steps(pilot, 1)
            assert "Now you know the rules of Sum Battle." in text_of(pilot, "#step-text")
            assert "the next lesson, How to win" in text_of(pilot, "#step-text")
            assert {c.key for c in lesson_screen(pilot).query(MoveButton)} == {"l", "p", "z"}
            await pilot.press(key)
            await settle(pilot)
            assert lesson_screen(pilot).run.lesson.id == "sum-strategy"
            assert lesson_screen(pilot).run.step.title in text_of(pilot, "#step-text")
            await pilot.press("escape")
            await settle(pilot)
            assert not isinstance(pilot.app.screen, LessonScreen)


@app_test
async def test_damaged_next_lesson_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sum-strategy.md").write_text("no title\n", encoding="utf-8")
    monkeypatch.setattr(lessons, "FOLDERS", [str(tmp_path), *lessons.FOLDERS])
    lesson_progress.keep("sum", len(lesson("sum").steps) - 1)
    async with open_app(open_lesson("sum")) as pilot:
        await do_steps(pilot, 1)
        await pilot.press("l")
        await settle(pilot)
        assert lesson_screen(pilot).run.lesson.id == "sum"
        assert "The lesson page sum-strategy, line 1" in text_of(pilot, "#message")


@app_test
async def test_end_of_the_last_lesson_offers_a_game_and_puzzles() -> None:
    lesson_progress.keep("sum-strategy", len(lesson("sum-strategy").steps) - 1)
    async with open_app(open_lesson("sum-strategy")) as pilot:
        await pilot.press("p", "z")
        assert not lesson_screen(pilot).run.is_finished
        await do_steps(pilot, 1)
        assert lesson_screen(pilot).run.is_finished
        assert {c.key for c in lesson_screen(pilot).query(MoveButton)} == {"p", "z"}
        await type_line(pilot, "1")
        assert "The lesson is over" in text_of(pilot, "#message")
        for key in ("p", "enter"):
            await pilot.press(key)
            await settle(pilot)
            setup: object = pilot.app.screen
            assert isinstance(setup, SetupScreen)
            assert setup.setup.kind is find("sum")
            await pilot.press("escape")
            await settle(pilot)
        await pilot.press("z")
        await settle(pilot)
        puzzles: object = pilot.app.screen
        assert isinstance(puzzles, PuzzlesScreen)
        assert puzzles._first is find("sum")
        await pilot.press("escape", "b")
        await settle(pilot)
        assert lesson_screen(pilot).run.index == len(lesson("sum-strategy").steps) - 1
        await pilot.press("escape")
        await settle(pilot)
        assert not isinstance(pilot.app.screen, LessonScreen)


@app_test
async def test_puzzles_are_offered_only_if_the_game_has_some() -> None:
    id = next(lesson_ids(kind)[-1] for kind in offered() if kind not in with_puzzles())
    lesson_progress.keep(id, len(lesson(id).steps) - 1)
    async with open_app(open_lesson(id)) as pilot:
        await do_steps(pilot, 1)
        assert lesson_screen(pilot).run.is_finished
        assert {c.key for c in lesson_screen(pilot).query(MoveButton)} == {"p"}
        await pilot.press("z")
        await settle(pilot)
        assert lesson_screen(pilot).run.is_finished


@app_test
async def test_r_toggles_between_step_and_rules() -> None:
    async with open_app(open_lesson("maze"), LARGE) as pilot:
        beside = lesson_screen(pilot).query_one("#beside", ContentSwitcher)
        assert beside.current == "step"
        await pilot.press("r")
        assert beside.current == "rules"
        await pilot.press("r")
        assert beside.current == "step"
        await pilot.press("question_mark")
        await settle(pilot)
        assert isinstance(pilot.app.screen, KeysScreen)


@app_test
async def test_resize_keeps_the_step() -> None:
    async with open_app(open_lesson("maze")) as pilot:
        await type_line(pilot, lesson_screen(pilot).run.step.do[0])
        state = lesson_screen(pilot).match.state
        for size in (LARGE, (40, 20), (200, 60), SMALL):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            assert lesson_screen(pilot).run.step.title in screen_text(pilot)
            board = lesson_screen(pilot).board
            assert board.size == (board._layout.width, board._layout.height)
        assert lesson_screen(pilot).match.state == state
        assert lesson_screen(pilot).run.is_done
        assert text_of(pilot, "#message") == lesson_screen(pilot).run.step.right


@app_test
async def test_hidden_numbers_stay_hidden() -> None:
    given = lesson("quest")
    async with open_app(open_lesson("quest"), LARGE) as pilot:
        for _ in given.steps:
            tiles = lesson_screen(pilot).board.tiles
            known = {ply.move for ply in lesson_screen(pilot).match.plies if ply.player is None}
            assert {tile.label for tile in tiles if tile.label.isdigit()} <= known
            await do_steps(pilot, 1)


@app_test
async def test_ascii_setting_applies_to_progress_bars() -> None:
    lesson_progress.keep(GAMES[0], 2)
    async with open_app(LearnScreen, ascii=True) as pilot:
        assert "####" in screen_text(pilot)
        assert not set("✓█░") & set(screen_text(pilot))
        await pilot.press("enter")
        await settle(pilot)
        assert "####" in text_of(pilot, "#step-text")


# ---- a sixth game


@with_more_games()
def test_game_without_a_page_has_a_lesson() -> None:
    @app_test
    async def play() -> None:
        async with open_app(LearnScreen) as pilot:
            kinds = offered()
            assert len(kinds) > len(GAMES)
            for kind in kinds:  # the list scrolls with the cursor
                for _ in lesson_ids(kind):
                    await pilot.pause()
                    assert kind.title in screen_text(pilot)
                    await pilot.press("down")
            await pilot.press("home", *["down"] * len(LESSONS), "enter")
            await settle(pilot)
            assert lesson_screen(pilot).run.lesson.id == kinds[len(GAMES)].id
            await do_steps(pilot, len(lesson_screen(pilot).run.lesson.steps))
            assert lesson_screen(pilot).run.is_finished

    play()
