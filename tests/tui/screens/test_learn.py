"""Lessons in the app: every step of every game done, failed, shown, gone back to."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import ContentSwitcher, OptionList, Static
from tui_support import LARGE, SMALL, driven, opened, settled, typed

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


def table(pilot: Pilot[None]) -> LessonScreen:
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
    await typed(pilot, move)


async def did_steps(pilot: Pilot[None], number: int) -> None:
    for _ in range(number):
        await did(pilot, table(pilot).run.step.do[0])
        await pilot.press("enter")
        await settled(pilot)


def other_move(step: Step) -> str:
    """An allowed move that is not asked for."""
    return next(m for m in step.match().moves if step.attempt or m not in step.do)


def with_other(given: Lesson) -> int:
    """The first step in which something else than what is asked for is allowed."""
    return next(
        n for n, s in enumerate(given.steps) if not s.attempt and set(s.match().moves) - set(s.do)
    )


# ---- the list


@driven
async def test_every_game_has_its_lesson_in_the_list() -> None:
    for size in (SMALL, LARGE):
        async with opened(LearnScreen, size) as pilot:
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
                await settled(pilot)


@driven
async def test_a_lesson_opens_by_enter_and_by_a_click() -> None:
    async with opened(LearnScreen) as pilot:
        await pilot.press("down", "enter")
        await settled(pilot)
        assert table(pilot).run.lesson.id == GAMES[1]
        await pilot.press("escape")
        await settled(pilot)
        await pilot.click(OptionList, offset=(3, 4))
        await settled(pilot)
        assert table(pilot).run.lesson.id == GAMES[2]
        await pilot.press("escape", "question_mark")
        await settled(pilot)
        assert isinstance(pilot.app.screen, KeysScreen)
        await pilot.press("escape", "escape")
        await settled(pilot)
        assert not isinstance(pilot.app.screen, LearnScreen)


@driven
async def test_progress_is_seen_in_the_list() -> None:
    async with opened(LearnScreen) as pilot:
        await pilot.press("enter")
        await settled(pilot)
        await did_steps(pilot, 2)
        await pilot.press("escape")
        await settled(pilot)
        steps = len(lesson(GAMES[0]).steps)
        assert f"2 of {steps} steps" in whole(pilot)
        assert part(pilot, "#about").count("✓") == 2
        lesson_progress.keep(GAMES[0], steps)
        await pilot.press("enter")
        await settled(pilot)
        assert table(pilot).run.place == 0
        await pilot.press("escape")
        await settled(pilot)
        assert f"✓ finished, {steps} steps" in whole(pilot)


@driven
async def test_the_list_may_be_resized() -> None:
    async with opened(LearnScreen) as pilot:
        await pilot.press("down")
        for size in (LARGE, (40, 12), SMALL):
            await pilot.resize_terminal(*size)
            await settled(pilot)
        assert pilot.app.screen.query_one(OptionList).highlighted == 1
        assert offered()[1].title in whole(pilot)


@driven
async def test_a_spoilt_page_is_said_in_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / f"{GAMES[0]}.md").write_text("no title\n", encoding="utf-8")
    monkeypatch.setattr(lessons, "FOLDERS", [str(tmp_path), *lessons.FOLDERS])
    async with opened(LearnScreen) as pilot:
        assert "This lesson cannot be given." in whole(pilot)
        assert "line 1" in part(pilot, "#about")
        await pilot.press("enter")
        await settled(pilot)
        assert isinstance(pilot.app.screen, LearnScreen)
        assert "line 1" in part(pilot, "#said")
        await pilot.press("down", "enter")
        await settled(pilot)
        assert table(pilot).run.lesson.id == GAMES[1]


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


@driven
async def test_a_lesson_goes_on_where_it_was_left() -> None:
    lesson_progress.keep("sum", 3)
    async with opened(giving("sum")) as pilot:
        assert table(pilot).run.place == 3
        assert "step 4 of" in part(pilot, "#heading")


@driven
async def test_more_progress_than_steps_is_all_of_them() -> None:
    lesson_progress.keep("sum", 1000)
    async with opened(giving("sum")) as pilot:
        assert table(pilot).run.place == 0
        for _ in lesson("sum").steps:
            await pilot.press("n")
            await settled(pilot)
        assert table(pilot).run.is_finished


@driven
async def test_what_cannot_be_kept_is_said_and_the_lesson_goes_on(home: Path) -> None:
    async with opened(giving("sum")) as pilot:
        (home.parent / "lessons.json").mkdir()
        await did(pilot, table(pilot).run.step.do[0])
        (told,) = pilot.app._notifications
        assert "cannot be kept" in told.message
        await pilot.press("enter")
        await settled(pilot)
        assert table(pilot).run.place == 1


# ---- a lesson


@pytest.mark.slow
@pytest.mark.parametrize("id", GAMES)
def test_a_lesson_from_the_first_step_to_the_last(id: str) -> None:
    """On a large screen; on a small one the next test goes the same way."""

    @driven
    async def play() -> None:
        given = lesson(id)
        async with opened(giving(id), LARGE) as pilot:
            for number, step in enumerate(given.steps):
                assert f"step {number + 1} of {len(given.steps)}" in part(pilot, "#heading")
                beside = flat(part(pilot, "#step-text"))
                assert step.title in beside
                assert flat(step.text) in beside
                assert step.task in beside
                assert part(pilot, "#said") == step.task
                assert number == table(pilot).run.place
                before = table(pilot).match.state
                await did(pilot, step.do[-1])
                assert table(pilot).run.is_done
                assert part(pilot, "#said").endswith(step.right)
                assert (table(pilot).match.state == before) is step.attempt
                await pilot.press("enter")
                await settled(pilot)
            assert table(pilot).run.is_finished
            assert "Well done!" in part(pilot, "#step-text")
            assert lesson_progress.load() == {id: len(given.steps)}

    play()


@pytest.mark.long
@pytest.mark.parametrize("id", GAMES)
def test_the_whole_step_is_in_sight(id: str) -> None:
    """At 80x24 nothing of a rule has to be scrolled for."""

    @driven
    async def look() -> None:
        async with opened(giving(id)) as pilot:
            for step in lesson(id).steps:
                assert flat(part(pilot, "#step-text")) == seen(pilot, "#step")
                assert step.task == seen(pilot, "#said")
                await did(pilot, step.do[0])
                assert seen(pilot, "#said").endswith(step.right)
                assert seen(pilot, "#said") == part(pilot, "#said")
                await pilot.press("enter")
                await settled(pilot)

    look()


@driven
async def test_another_move_is_told_kindly_and_may_be_tried_again() -> None:
    given = lesson("run")
    place = with_other(given)
    lesson_progress.keep("run", place)
    async with opened(giving("run")) as pilot:
        step, before = table(pilot).run.step, table(pilot).match.state
        await did(pilot, other_move(step))
        assert part(pilot, "#said") == step.wrong
        assert table(pilot).match.state == before
        assert not table(pilot).run.is_done
        await did(pilot, step.do[0])
        assert part(pilot, "#said") == step.right


@driven
async def test_a_forbidden_move_is_explained_by_the_game() -> None:
    async with opened(giving("run")) as pilot:
        match = table(pilot).match
        objection = match.game.objection(match.state, "2,2")
        assert objection is not None
        await did(pilot, "2,2")
        assert part(pilot, "#said").lower().startswith(objection.lower())
        assert table(pilot).board.look.refused == table(pilot).board.number_of("2,2")
        await typed(pilot, "/fish")
        assert "fish" in part(pilot, "#said")


@driven
async def test_the_answer_is_shown_after_two_failures() -> None:
    async with opened(giving("run")) as pilot:
        step = table(pilot).run.step
        await pilot.press("s")
        assert not table(pilot).run.is_done
        await did(pilot, "2,2")
        await pilot.press("s")
        assert not table(pilot).run.is_done
        await did(pilot, other_move(step))
        assert "The answer comes with s." in part(pilot, "#said")
        assert "s" in table(pilot).active_bindings
        await pilot.press("s")
        await settled(pilot)
        assert table(pilot).run.is_done
        assert part(pilot, "#said") == step.right
        assert table(pilot).match.plies[-1].move == step.do[0]


@driven
async def test_back_and_on_again() -> None:
    async with opened(giving("sum")) as pilot:
        await pilot.press("b")
        assert table(pilot).run.place == 0
        await pilot.press("n")
        assert table(pilot).run.place == 0
        await did_steps(pilot, 2)
        await pilot.press("b")
        assert table(pilot).run.place == 1
        assert part(pilot, "#said") == table(pilot).run.step.task
        await pilot.press("n")
        assert table(pilot).run.place == 2
        await pilot.press("n")
        assert table(pilot).run.place == 2


@driven
async def test_by_cursor_by_mouse_and_by_button() -> None:
    async with opened(giving("run"), LARGE) as pilot:
        board = table(pilot).board
        board.point(board.number_of("0,1"))
        await pilot.press("enter")
        assert table(pilot).run.is_done
        on = next(iter(table(pilot).query(MoveButton)))
        await pilot.click(on)
        await settled(pilot)
        assert table(pilot).run.place == 1
        number = board.number_of("1,1")
        assert number is not None
        x, y = board._layout.corner(number)
        await pilot.click(board, offset=(x + 2, y + 1))
        await settled(pilot)
        assert table(pilot).run.is_done
        assert board.look.refused == number
        assert pilot.app.focused is board
        await pilot.click(board, offset=(x + 2, y + 1))
        await settled(pilot)
        assert "Enter goes on." in part(pilot, "#said")


@pytest.mark.parametrize("id", GAMES)
def test_every_step_can_be_done_by_pointing_alone(id: str) -> None:
    """What is asked for is a tile or a button: nobody has to know how moves are typed."""
    for step in lesson(id).steps:
        screen = LessonScreen(Lesson(id, "", "", (step,)))
        rows = step.match().game.picture(step.match().state).rows
        tiled = {tile.move for row in rows for tile in row}
        assert set(step.do) <= tiled | set(screen.run.moves), step.title


@driven
async def test_yes_and_no_are_typed() -> None:
    """Also where n goes on and s shows the answer: no letter of theirs is a shortcut."""
    given = lesson("run")
    place = next(n for n, step in enumerate(given.steps) if step.do == ("no",))
    lesson_progress.keep("run", place)
    async with opened(giving("run")) as pilot:
        assert [choice.word for choice in table(pilot).query(MoveButton)] == ["yes", "no"]
        await typed(pilot, "yes")
        await typed(pilot, "y")
        assert "The answer comes with s." in part(pilot, "#said")
        await typed(pilot, "no")
        assert table(pilot).run.is_done
        await pilot.press("n")
        await settled(pilot)
        assert table(pilot).run.place == place + 1


@driven
async def test_at_the_end_there_is_more_to_do() -> None:
    lesson_progress.keep("sum", len(lesson("sum").steps) - 1)
    async with opened(giving("sum")) as pilot:
        await pilot.press("p", "z")
        assert not table(pilot).run.is_finished
        await did_steps(pilot, 1)
        assert table(pilot).run.is_finished
        assert {c.key for c in table(pilot).query(MoveButton)} == {"p", "z"}
        await did(pilot, "1")
        assert "The lesson is over" in part(pilot, "#said")
        for key in ("p", "enter"):
            await pilot.press(key)
            await settled(pilot)
            setup: object = pilot.app.screen
            assert isinstance(setup, SetupScreen)
            assert setup.setup.kind is find("sum")
            await pilot.press("escape")
            await settled(pilot)
        await pilot.press("z")
        await settled(pilot)
        puzzles: object = pilot.app.screen
        assert isinstance(puzzles, PuzzlesScreen)
        assert puzzles._first is find("sum")
        await pilot.press("escape", "b")
        await settled(pilot)
        assert table(pilot).run.place == len(lesson("sum").steps) - 1
        await pilot.press("escape")
        await settled(pilot)
        assert not isinstance(pilot.app.screen, LessonScreen)


@driven
async def test_a_puzzle_is_offered_only_where_there_are_some() -> None:
    id = next(kind.id for kind in offered() if kind not in with_puzzles())
    lesson_progress.keep(id, len(lesson(id).steps) - 1)
    async with opened(giving(id)) as pilot:
        await did_steps(pilot, 1)
        assert table(pilot).run.is_finished
        assert {c.key for c in table(pilot).query(MoveButton)} == {"p"}
        await pilot.press("z")
        await settled(pilot)
        assert table(pilot).run.is_finished


@driven
async def test_the_rules_take_the_place_of_the_step_and_give_it_back() -> None:
    async with opened(giving("maze"), LARGE) as pilot:
        beside = table(pilot).query_one("#beside", ContentSwitcher)
        assert beside.current == "step"
        await pilot.press("r")
        assert beside.current == "rules"
        await pilot.press("r")
        assert beside.current == "step"
        await pilot.press("question_mark")
        await settled(pilot)
        assert isinstance(pilot.app.screen, KeysScreen)


@driven
async def test_a_lesson_may_be_resized_at_any_moment() -> None:
    async with opened(giving("maze")) as pilot:
        await did(pilot, table(pilot).run.step.do[0])
        state = table(pilot).match.state
        for size in (LARGE, (40, 20), (200, 60), SMALL):
            await pilot.resize_terminal(*size)
            await settled(pilot)
            assert table(pilot).run.step.title in whole(pilot)
            board = table(pilot).board
            assert board.size == (board._layout.width, board._layout.height)
        assert table(pilot).match.state == state
        assert table(pilot).run.is_done
        assert part(pilot, "#said") == table(pilot).run.step.right


@driven
async def test_nothing_hidden_is_shown() -> None:
    given = lesson("quest")
    async with opened(giving("quest"), LARGE) as pilot:
        for _ in given.steps:
            tiles = table(pilot).board.tiles
            known = {ply.move for ply in table(pilot).match.plies if ply.player is None}
            assert {tile.label for tile in tiles if tile.label.isdigit()} <= known
            await did_steps(pilot, 1)


@driven
async def test_plain_letters_where_they_are_wanted() -> None:
    lesson_progress.keep(GAMES[0], 2)
    async with opened(LearnScreen, ascii=True) as pilot:
        assert "####" in whole(pilot)
        assert not set("✓█░") & set(whole(pilot))
        await pilot.press("enter")
        await settled(pilot)
        assert "####" in part(pilot, "#step-text")


# ---- a sixth game


@with_more_games()
def test_a_game_without_a_page_is_taught_too() -> None:
    @driven
    async def play() -> None:
        async with opened(LearnScreen) as pilot:
            kinds = offered()
            assert len(kinds) > len(GAMES)
            for kind in kinds:  # the list scrolls with the cursor
                await pilot.pause()
                assert kind.title in whole(pilot)
                await pilot.press("down")
            await pilot.press("home", *["down"] * len(GAMES), "enter")
            await settled(pilot)
            assert table(pilot).run.lesson.id == kinds[len(GAMES)].id
            await did_steps(pilot, len(table(pilot).run.lesson.steps))
            assert table(pilot).run.is_finished

    play()
