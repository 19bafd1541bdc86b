"""Lessons in the app: every step of every game done, failed, shown, gone back to."""

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
from numduel.learning.lessons import Lesson, Step, lesson
from numduel.storage import lesson_progress
from numduel.tui.parts.move_buttons import MoveButton
from numduel.tui.screens.keys import KeysScreen
from numduel.tui.screens.learn import LearnScreen
from numduel.tui.screens.lesson import LessonScreen
from numduel.tui.screens.puzzles import PuzzlesScreen
from numduel.tui.screens.setup import SetupScreen

pytestmark = pytest.mark.usefixtures("home")

GAMES = numduel.games()


def giving(id: str) -> Callable[[], LessonScreen]:
    return lambda: LessonScreen(lesson(id))


def top_screen(pilot: Pilot[None]) -> LessonScreen:
    screen = pilot.app.screen
    assert isinstance(screen, LessonScreen)
    return screen


def part(pilot: Pilot[None], name: str) -> str:
    return str(pilot.app.screen.query_one(name, Static).content)


def whole(pilot: Pilot[None]) -> str:
    """Everything on the screen, as it is seen."""
    return "\n".join(strip.text for strip in pilot.app.screen._compositor.render_strips())


def seen(pilot: Pilot[None], name: str) -> str:
    """A part of the screen as it is seen, cut off where it is."""
    region = pilot.app.screen.query_one(name).region
    rows = pilot.app.screen._compositor.render_strips()[region.y : region.bottom]
    return flat(" ".join(row.crop(region.x, region.right).text for row in rows))


def flat(text: str) -> str:
    return " ".join(text.split())


async def did(pilot: Pilot[None], move: str) -> None:
    await type_line(pilot, move)


async def did_steps(pilot: Pilot[None], number: int) -> None:
    for _ in range(number):
        await did(pilot, top_screen(pilot).run.step.do[0])
        await pilot.press("enter")
        await settle(pilot)


def other_move(step: Step) -> str:
    """An allowed move that is not asked for."""
    return next(m for m in step.match().moves if step.attempt or m not in step.do)


def with_other(given: Lesson) -> int:
    """The first step in which something else than what is asked for is allowed."""
    return next(
        n for n, s in enumerate(given.steps) if not s.attempt and set(s.match().moves) - set(s.do)
    )


# ---- the list


@app_test
async def test_every_game_has_its_lesson_in_the_list() -> None:
    for size in (SMALL, LARGE):
        async with open_app(LearnScreen, size) as pilot:
            seen = whole(pilot)
            for kind in offered():
                assert kind.title in seen
            for kind in offered():
                steps = lesson(kind.id).steps
                assert f"{len(steps)} steps" in seen
                assert lesson(kind.id).opening in part(pilot, "#about")
                for step in steps:
                    assert step.title in part(pilot, "#about")
                await pilot.press("down")
                await settle(pilot)


@app_test
async def test_a_lesson_opens_by_enter_and_by_a_click() -> None:
    async with open_app(LearnScreen) as pilot:
        await pilot.press("down", "enter")
        await settle(pilot)
        assert top_screen(pilot).run.lesson.id == GAMES[1]
        await pilot.press("escape")
        await settle(pilot)
        await pilot.click(OptionList, offset=(3, 4))
        await settle(pilot)
        assert top_screen(pilot).run.lesson.id == GAMES[2]
        await pilot.press("escape", "question_mark")
        await settle(pilot)
        assert isinstance(pilot.app.screen, KeysScreen)
        await pilot.press("escape", "escape")
        await settle(pilot)
        assert not isinstance(pilot.app.screen, LearnScreen)


@app_test
async def test_progress_is_seen_in_the_list() -> None:
    async with open_app(LearnScreen) as pilot:
        await pilot.press("enter")
        await settle(pilot)
        await did_steps(pilot, 2)
        await pilot.press("escape")
        await settle(pilot)
        steps = len(lesson(GAMES[0]).steps)
        assert f"2 of {steps} steps" in whole(pilot)
        assert part(pilot, "#about").count("✓") == 2
        lesson_progress.keep(GAMES[0], steps)
        await pilot.press("enter")
        await settle(pilot)
        assert top_screen(pilot).run.index == 0
        await pilot.press("escape")
        await settle(pilot)
        assert f"✓ finished, {steps} steps" in whole(pilot)


@app_test
async def test_the_list_may_be_resized() -> None:
    async with open_app(LearnScreen) as pilot:
        await pilot.press("down")
        for size in (LARGE, (40, 12), SMALL):
            await pilot.resize_terminal(*size)
            await settle(pilot)
        assert pilot.app.screen.query_one(OptionList).highlighted == 1
        assert offered()[1].title in whole(pilot)


@app_test
async def test_a_spoilt_page_is_said_in_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / f"{GAMES[0]}.md").write_text("no title\n", encoding="utf-8")
    monkeypatch.setattr(lessons, "FOLDERS", [str(tmp_path), *lessons.FOLDERS])
    async with open_app(LearnScreen) as pilot:
        assert "This lesson cannot be given." in whole(pilot)
        assert "line 1" in part(pilot, "#about")
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, LearnScreen)
        assert "line 1" in part(pilot, "#message")
        await pilot.press("down", "enter")
        await settle(pilot)
        assert top_screen(pilot).run.lesson.id == GAMES[1]


# ---- progress on disk


def test_progress_only_grows(home: Path) -> None:
    assert lesson_progress.load() == {}
    lesson_progress.keep("maze", 3)
    lesson_progress.keep("maze", 2)
    lesson_progress.keep("sum", 1)
    assert lesson_progress.load() == {"maze": 3, "sum": 1}
    assert json.loads((home.parent / "lessons.json").read_text()) == {"maze": 3, "sum": 1}


@pytest.mark.parametrize("text", ["", "[]", "[" * 20_000, '{"maze": "x", "sum": -1, "run": true}'])
def test_a_spoilt_file_is_no_progress(home: Path, text: str) -> None:
    home.parent.mkdir()
    (home.parent / "lessons.json").write_text(text)
    assert lesson_progress.load() == {}


@app_test
async def test_a_lesson_goes_on_where_it_was_left() -> None:
    lesson_progress.keep("sum", 3)
    async with open_app(giving("sum")) as pilot:
        assert top_screen(pilot).run.index == 3
        assert "step 4 of" in part(pilot, "#heading")


@app_test
async def test_more_progress_than_steps_is_all_of_them() -> None:
    lesson_progress.keep("sum", 1000)
    async with open_app(giving("sum")) as pilot:
        assert top_screen(pilot).run.index == 0
        for _ in lesson("sum").steps:
            await pilot.press("n")
            await settle(pilot)
        assert top_screen(pilot).run.is_finished


@app_test
async def test_what_cannot_be_kept_is_said_and_the_lesson_goes_on(home: Path) -> None:
    async with open_app(giving("sum")) as pilot:
        (home.parent / "lessons.json").mkdir()
        await did(pilot, top_screen(pilot).run.step.do[0])
        (told,) = pilot.app._notifications
        assert "cannot be kept" in told.message
        await pilot.press("enter")
        await settle(pilot)
        assert top_screen(pilot).run.index == 1


# ---- a lesson


@pytest.mark.slow
@pytest.mark.parametrize("id", GAMES)
def test_a_lesson_from_the_first_step_to_the_last(id: str) -> None:
    """On a large screen; on a small one the next test goes the same way."""

    @app_test
    async def play() -> None:
        given = lesson(id)
        async with open_app(giving(id), LARGE) as pilot:
            for number, step in enumerate(given.steps):
                assert f"step {number + 1} of {len(given.steps)}" in part(pilot, "#heading")
                beside = flat(part(pilot, "#step-text"))
                assert step.title in beside
                assert flat(step.text) in beside
                assert step.task in beside
                assert part(pilot, "#message") == step.task
                assert number == top_screen(pilot).run.index
                before = top_screen(pilot).match.state
                await did(pilot, step.do[-1])
                assert top_screen(pilot).run.is_done
                assert part(pilot, "#message").endswith(step.right)
                assert (top_screen(pilot).match.state == before) is step.attempt
                await pilot.press("enter")
                await settle(pilot)
            assert top_screen(pilot).run.is_finished
            assert "Well done!" in part(pilot, "#step-text")
            assert lesson_progress.load() == {id: len(given.steps)}

    play()


@pytest.mark.long
@pytest.mark.parametrize("id", GAMES)
def test_the_whole_step_is_in_sight(id: str) -> None:
    """At 80x24 nothing of a rule has to be scrolled for."""

    @app_test
    async def look() -> None:
        async with open_app(giving(id)) as pilot:
            for step in lesson(id).steps:
                assert flat(part(pilot, "#step-text")) == seen(pilot, "#step")
                assert step.task == seen(pilot, "#message")
                await did(pilot, step.do[0])
                assert seen(pilot, "#message").endswith(step.right)
                assert seen(pilot, "#message") == part(pilot, "#message")
                await pilot.press("enter")
                await settle(pilot)

    look()


@app_test
async def test_another_move_is_told_kindly_and_may_be_tried_again() -> None:
    given = lesson("run")
    place = with_other(given)
    lesson_progress.keep("run", place)
    async with open_app(giving("run")) as pilot:
        step, before = top_screen(pilot).run.step, top_screen(pilot).match.state
        await did(pilot, other_move(step))
        assert part(pilot, "#message") == step.wrong
        assert top_screen(pilot).match.state == before
        assert not top_screen(pilot).run.is_done
        await did(pilot, step.do[0])
        assert part(pilot, "#message") == step.right


@app_test
async def test_a_forbidden_move_is_explained_by_the_game() -> None:
    async with open_app(giving("run")) as pilot:
        match = top_screen(pilot).match
        objection = match.game.objection(match.state, "2,2")
        assert objection is not None
        await did(pilot, "2,2")
        assert part(pilot, "#message").lower().startswith(objection.lower())
        assert top_screen(pilot).board.overlay.refused == top_screen(pilot).board.tile_of_move(
            "2,2"
        )
        await type_line(pilot, "/fish")
        assert "fish" in part(pilot, "#message")


@app_test
async def test_the_answer_is_shown_after_two_failures() -> None:
    async with open_app(giving("run")) as pilot:
        step = top_screen(pilot).run.step
        await pilot.press("s")
        assert not top_screen(pilot).run.is_done
        await did(pilot, "2,2")
        await pilot.press("s")
        assert not top_screen(pilot).run.is_done
        await did(pilot, other_move(step))
        assert "The answer comes with s." in part(pilot, "#message")
        assert "s" in top_screen(pilot).active_bindings
        await pilot.press("s")
        await settle(pilot)
        assert top_screen(pilot).run.is_done
        assert part(pilot, "#message") == step.right
        assert top_screen(pilot).match.plies[-1].move == step.do[0]


@app_test
async def test_back_and_on_again() -> None:
    async with open_app(giving("sum")) as pilot:
        await pilot.press("b")
        assert top_screen(pilot).run.index == 0
        await pilot.press("n")
        assert top_screen(pilot).run.index == 0
        await did_steps(pilot, 2)
        await pilot.press("b")
        assert top_screen(pilot).run.index == 1
        assert part(pilot, "#message") == top_screen(pilot).run.step.task
        await pilot.press("n")
        assert top_screen(pilot).run.index == 2
        await pilot.press("n")
        assert top_screen(pilot).run.index == 2


@app_test
async def test_by_cursor_by_mouse_and_by_button() -> None:
    async with open_app(giving("run"), LARGE) as pilot:
        board = top_screen(pilot).board
        board.move_cursor(board.tile_of_move("0,1"))
        await pilot.press("enter")
        assert top_screen(pilot).run.is_done
        on = next(iter(top_screen(pilot).query(MoveButton)))
        await pilot.click(on)
        await settle(pilot)
        assert top_screen(pilot).run.index == 1
        number = board.tile_of_move("1,1")
        assert number is not None
        x, y = board._layout.corner(number)
        await pilot.click(board, offset=(x + 2, y + 1))
        await settle(pilot)
        assert top_screen(pilot).run.is_done
        assert board.overlay.refused == number
        assert pilot.app.focused is board
        await pilot.click(board, offset=(x + 2, y + 1))
        await settle(pilot)
        assert "Enter goes on." in part(pilot, "#message")


@pytest.mark.parametrize("id", GAMES)
def test_every_step_can_be_done_by_pointing_alone(id: str) -> None:
    """What is asked for is a tile or a button: nobody has to know how moves are typed."""
    for step in lesson(id).steps:
        screen = LessonScreen(Lesson(id, "", "", (step,)))
        rows = step.match().game.picture(step.match().state).rows
        tiled = {tile.move for row in rows for tile in row}
        assert set(step.do) <= tiled | set(screen.run.moves), step.title


@app_test
async def test_yes_and_no_are_typed() -> None:
    """Also where n goes on and s shows the answer: no letter of theirs is a shortcut."""
    given = lesson("run")
    place = next(n for n, step in enumerate(given.steps) if step.do == ("no",))
    lesson_progress.keep("run", place)
    async with open_app(giving("run")) as pilot:
        assert [choice.text for choice in top_screen(pilot).query(MoveButton)] == ["yes", "no"]
        await type_line(pilot, "yes")
        await type_line(pilot, "y")
        assert "The answer comes with s." in part(pilot, "#message")
        await type_line(pilot, "no")
        assert top_screen(pilot).run.is_done
        await pilot.press("n")
        await settle(pilot)
        assert top_screen(pilot).run.index == place + 1


@app_test
async def test_at_the_end_there_is_more_to_do() -> None:
    lesson_progress.keep("sum", len(lesson("sum").steps) - 1)
    async with open_app(giving("sum")) as pilot:
        await pilot.press("p", "z")
        assert not top_screen(pilot).run.is_finished
        await did_steps(pilot, 1)
        assert top_screen(pilot).run.is_finished
        assert {c.key for c in top_screen(pilot).query(MoveButton)} == {"p", "z"}
        await did(pilot, "1")
        assert "The lesson is over" in part(pilot, "#message")
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
        assert top_screen(pilot).run.index == len(lesson("sum").steps) - 1
        await pilot.press("escape")
        await settle(pilot)
        assert not isinstance(pilot.app.screen, LessonScreen)


@app_test
async def test_a_puzzle_is_offered_only_where_there_are_some() -> None:
    id = next(kind.id for kind in offered() if kind not in with_puzzles())
    lesson_progress.keep(id, len(lesson(id).steps) - 1)
    async with open_app(giving(id)) as pilot:
        await did_steps(pilot, 1)
        assert top_screen(pilot).run.is_finished
        assert {c.key for c in top_screen(pilot).query(MoveButton)} == {"p"}
        await pilot.press("z")
        await settle(pilot)
        assert top_screen(pilot).run.is_finished


@app_test
async def test_the_rules_take_the_place_of_the_step_and_give_it_back() -> None:
    async with open_app(giving("maze"), LARGE) as pilot:
        beside = top_screen(pilot).query_one("#beside", ContentSwitcher)
        assert beside.current == "step"
        await pilot.press("r")
        assert beside.current == "rules"
        await pilot.press("r")
        assert beside.current == "step"
        await pilot.press("question_mark")
        await settle(pilot)
        assert isinstance(pilot.app.screen, KeysScreen)


@app_test
async def test_a_lesson_may_be_resized_at_any_moment() -> None:
    async with open_app(giving("maze")) as pilot:
        await did(pilot, top_screen(pilot).run.step.do[0])
        state = top_screen(pilot).match.state
        for size in (LARGE, (40, 20), (200, 60), SMALL):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            assert top_screen(pilot).run.step.title in whole(pilot)
            board = top_screen(pilot).board
            assert board.size == (board._layout.width, board._layout.height)
        assert top_screen(pilot).match.state == state
        assert top_screen(pilot).run.is_done
        assert part(pilot, "#message") == top_screen(pilot).run.step.right


@app_test
async def test_nothing_hidden_is_shown() -> None:
    given = lesson("quest")
    async with open_app(giving("quest"), LARGE) as pilot:
        for _ in given.steps:
            tiles = top_screen(pilot).board.tiles
            known = {ply.move for ply in top_screen(pilot).match.plies if ply.player is None}
            assert {tile.label for tile in tiles if tile.label.isdigit()} <= known
            await did_steps(pilot, 1)


@app_test
async def test_plain_letters_where_they_are_wanted() -> None:
    lesson_progress.keep(GAMES[0], 2)
    async with open_app(LearnScreen, ascii=True) as pilot:
        assert "####" in whole(pilot)
        assert not set("✓█░") & set(whole(pilot))
        await pilot.press("enter")
        await settle(pilot)
        assert "####" in part(pilot, "#step-text")


# ---- a sixth game


@with_more_games()
def test_a_game_without_a_page_is_taught_too() -> None:
    @app_test
    async def play() -> None:
        async with open_app(LearnScreen) as pilot:
            kinds = offered()
            assert len(kinds) > len(GAMES)
            for kind in kinds:  # the list scrolls with the cursor
                await pilot.pause()
                assert kind.title in whole(pilot)
                await pilot.press("down")
            await pilot.press("home", *["down"] * len(GAMES), "enter")
            await settle(pilot)
            assert top_screen(pilot).run.lesson.id == kinds[len(GAMES)].id
            await did_steps(pilot, len(top_screen(pilot).run.lesson.steps))
            assert top_screen(pilot).run.is_finished

    play()
