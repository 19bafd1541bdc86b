"""Puzzles in the app: daily and endless ones, answers, hints and lines of play."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.segment import Segment
from textual import events
from textual.pilot import Pilot
from textual.widgets import OptionList, Static
from tui_support import LARGE, SMALL, app_test, open_app, settle, type_line

import numduel
from duel_support import ENGINE, plenty, where, with_more_games
from numduel import Match
from numduel.budget import Budget, Exhausted
from numduel.cli import puzzle as command
from numduel.daily.missed_wins import find_own_puzzle
from numduel.daily.puzzle import daily_puzzle
from numduel.engine import Engine
from numduel.engine.teaching import puzzles as puzzles_module
from numduel.engine.teaching.puzzles import Puzzle, with_puzzles
from numduel.engine.teaching.solution import Attempt, Solution, explain_solution
from numduel.errors import SetupError
from numduel.ratings.puzzle_difficulty import measure
from numduel.ratings.puzzle_rating import PuzzleRating, saved_rating
from numduel.storage import json_files, practice, saves, streak
from numduel.storage.practice import Tally
from numduel.storage.streak import Streak
from numduel.tui.parts import playback
from numduel.tui.parts.month_calendar import MonthCalendar
from numduel.tui.parts.move_buttons import MoveButton
from numduel.tui.parts.puzzle_search import MissedWins, PuzzleSeries, grades
from numduel.tui.screens.keys import KeysScreen
from numduel.tui.screens.puzzle import PuzzleScreen
from numduel.tui.screens.puzzles import Grade, PuzzlesScreen
from numduel.views.daily_text import address_solver
from numduel.views.puzzle_text import describe_difficulty

pytestmark = pytest.mark.usefixtures("home")

DAY = "2026-11-16"
KINDS = [kind.id for kind in with_puzzles()]


def puzzle(id: str = "sum") -> Puzzle:
    return daily_puzzle(DAY, plenty(), id)


def solution(asked: Puzzle) -> Solution:
    return Solution(ENGINE, Attempt(asked), plenty())


async def solve(pilot: Pilot[None]) -> None:
    """Play the best moves until the puzzle is solved."""
    while not puzzle_screen(pilot).run.attempt.is_over:
        match = puzzle_screen(pilot).match
        await type_line(pilot, ENGINE.analyse(match.game, match.state, plenty()).best[0])


def wrong_answer(asked: Puzzle) -> str:
    return next(move for move in asked.report.moves if move != asked.answer)


def open_puzzle(asked: Puzzle, day: str | None = None) -> Callable[[], PuzzleScreen]:
    return lambda: PuzzleScreen(asked, day)


def puzzle_screen(pilot: Pilot[None]) -> PuzzleScreen:
    screen = pilot.app.screen
    assert isinstance(screen, PuzzleScreen)
    return screen


def puzzle_list(pilot: Pilot[None]) -> PuzzlesScreen:
    screen = pilot.app.screen
    assert isinstance(screen, PuzzlesScreen)
    return screen


def text_of(pilot: Pilot[None], name: str) -> str:
    return str(pilot.app.screen.query_one(name, Static).content)


def log_text(pilot: Pilot[None]) -> str:
    return "\n".join(puzzle_screen(pilot).panel.side.log_panel.lines)


def screen_text(pilot: Pilot[None]) -> str:
    """Return all text on the screen."""
    return "\n".join(strip.text for strip in pilot.app.screen._compositor.render_strips())


def plies_of(pilot: Pilot[None]) -> list[str]:
    return [ply.move for ply in puzzle_screen(pilot).match.plies]


# ---- difficulty and rating


@app_test
async def test_puzzle_shows_its_difficulty_and_the_rating_after_the_first_try() -> None:
    asked = puzzle("maze")
    async with open_app(open_puzzle(asked)) as pilot:
        shown = " ".join(text_of(pilot, "#message").split())
        assert describe_difficulty(measure(asked)) in shown
        await type_line(pilot, wrong_answer(asked))
        assert log_text(pilot).count("Number Maze puzzles: between ") == 1
        await pilot.press("t")
        await solve(pilot)
        assert log_text(pilot).count("Number Maze puzzles: ") == 1  # a second try doesn't count
    assert [one.is_solved for one in practice.load().tries("maze")] == [False]
    async with open_app(open_puzzle(asked, DAY)) as pilot:  # the same puzzle as a daily one
        await solve(pilot)
        assert "puzzles: " not in screen_text(pilot)
    async with open_app(open_puzzle(puzzle("sum"))) as pilot:
        await pilot.press("h")
        await solve(pilot)
        assert "With a hint it counts as not solved." in " ".join(
            text_of(pilot, "#message").split()
        )
    assert [one.is_solved for one in practice.load().tries("sum")] == [False]
    async with open_app(PuzzlesScreen, size=LARGE) as pilot:
        text = screen_text(pilot)
        assert "Your puzzle ratings" in text
        low, high = map(round, saved("maze").interval)
        assert f"Number Maze: {low}–{high}" in text


@app_test
async def test_results_that_cannot_be_saved_are_mentioned_once(home: Path) -> None:
    asked, series = puzzle("maze"), PuzzleSeries()
    async with open_app() as pilot:
        shutil.rmtree(home.parent)
        home.parent.write_text("mine")
        for is_first in (True, False):
            await pilot.app.push_screen(PuzzleScreen(asked, None, series))
            await solve(pilot)
            shown = " ".join(text_of(pilot, "#message").split())
            assert ("cannot be saved in" in shown) is is_first
            assert shown.endswith(": Not a directory.") is is_first
            await pilot.press("escape")
        home.parent.unlink()
    assert series.session.tally == Tally(2, 2)


def saved(game: str) -> PuzzleRating:
    found = saved_rating(game)
    assert found is not None
    return found


# ---- the list


@app_test
async def test_list_shows_dailies_archive_practice_and_scores() -> None:
    practice.count("maze", "easy", True)
    practice.count("maze", "hard", False)
    for size in ((60, 20), SMALL, LARGE):
        async with open_app(PuzzlesScreen, size) as pilot:
            seen = screen_text(pilot)
            expected = ["Daily puzzle", f"{streak.today()}, not solved", "Daily duel", "not played"]
            expected += [
                "Archive",
                "Practice",
                "Missed wins",
                "Mo  Tu  We",
                "* first try",
                "x missed",
            ]
            expected += ["Any", "Easy", "Medium", "Hard", "0 days (best 0)", "0 played, 0 won"]
            expected += ["Session: none tried", "All practice: 1 of 2 solved"]
            expected += [kind.title for kind in with_puzzles()]
            for word in expected:
                assert word in seen, (size, word)
            assert f"{int(streak.today()[8:])}" in text_of_month(pilot)
            assert re.search(r"Number Maze +1 of 2", seen)
            assert isinstance(pilot.app.focused, OptionList)
            await pilot.press("h")
            await settle(pilot)
            assert re.search(r"Number Maze +0 of 1", screen_text(pilot))


def text_of_month(pilot: Pilot[None]) -> str:
    return str(pilot.app.screen.query_one(MonthCalendar).render())


@app_test
async def test_games_of_chance_are_not_listed() -> None:
    async with open_app(PuzzlesScreen) as pilot:
        assert pilot.app.screen.query_one(OptionList).option_count == 6 + len(with_puzzles())
        assert "Number Quest" not in screen_text(pilot)


@app_test
async def test_list_opens_with_a_given_game_selected() -> None:
    kind = with_puzzles()[1]
    async with open_app(lambda: PuzzlesScreen(kind)) as pilot:
        await pilot.press("enter")
        await settle(pilot)
        assert type(puzzle_screen(pilot).run.puzzle.game) is kind


@app_test
async def test_grade_is_chosen_by_arrows_letters_and_mouse() -> None:
    async with open_app(PuzzlesScreen) as pilot:
        endless = puzzle_list(pilot).series
        for expected in ("easy", "medium", "hard", None):
            await pilot.press("right")
            assert endless.grade == expected
        await pilot.press("left")
        assert endless.grade == "hard"
        for key, grade in (("a", None), ("e", "easy"), ("m", "medium"), ("h", "hard")):
            await pilot.press(key)
            assert endless.grade == grade
        for number, grade in enumerate(grades()):
            button = list(puzzle_list(pilot).query(Grade))[number]
            await pilot.click(button)
            assert endless.grade == grade
            assert button.has_class("-chosen")
            assert "✓" in str(button.label)
        assert isinstance(pilot.app.focused, OptionList)


LOST_BY_MISTAKE = tuple("4852684951719468259")
"""A game of Sum Battle in which Player 1 missed seven wins, the last one with the last move."""


@app_test
async def test_missed_wins_are_puzzles_until_solved() -> None:
    async with open_app(PuzzlesScreen) as pilot:
        await pilot.press("o")
        await settle(pilot)
        assert "You have no lost games to practise with yet." in screen_text(pilot)
        match = Match.replay(numduel.new("sum"), LOST_BY_MISTAKE)
        match.tags |= {"Type1": "human", "Type2": "casual"}
        saves.Save("lost").keep(match)
        await pilot.press("o")
        await settle(pilot)
        own = puzzle_screen(pilot)
        assert match.states[len(own.run.puzzle.moves)] == own.run.puzzle.state
        put = []
        while not own.run.attempt.is_over:
            put.append(own.run.puzzle)
            own.choose(ENGINE.analyse(own.match.game, own.match.state, plenty()).best[0])
            await settle(pilot)
    assert find_own_puzzle(ENGINE, plenty()).moves != put[0].moves
    assert practice.load().games == []  # they don't count for the puzzle rating


def test_missed_wins_come_one_after_the_other_and_then_again() -> None:
    match = Match.replay(numduel.new("sum"), LOST_BY_MISTAKE)
    match.tags |= {"Type1": "human", "Type2": "casual"}
    saves.Save("lost").keep(match)
    engine, series = Engine(), MissedWins()
    found = [len(series.find(engine, plenty()).moves) for _ in range(9)]
    assert found == [18, 16, 12, 10, 8, 4, 0, 18, 16]


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(KINDS)))
def test_every_game_has_puzzles_of_every_grade(number: int) -> None:
    @app_test
    async def play() -> None:
        async with open_app() as pilot:
            for key in "emh":
                with where(key):
                    await pilot.app.push_screen(PuzzlesScreen())
                    await pilot.press(key, *["down"] * (number + 4), "enter")
                    await settle(pilot)
                    found = puzzle_screen(pilot).run.puzzle
                    assert found.game.id == KINDS[number]
                    assert found.grade[0] == key
                    assert found.grade in text_of(pilot, "#heading")

    play()


@app_test
async def test_click_on_any_game_opens_a_puzzle() -> None:
    async with open_app(PuzzlesScreen) as pilot:
        await pilot.click(OptionList, offset=(3, 7))
        await settle(pilot)
        assert puzzle_screen(pilot).run.day is None
        await pilot.press("escape")
        await settle(pilot)
        assert isinstance(pilot.app.screen, PuzzlesScreen)


@app_test
async def test_daily_puzzle_opens_by_enter_and_p() -> None:
    async with open_app(PuzzlesScreen) as pilot:
        for key in ("enter", "p"):
            await pilot.press(key)
            await settle(pilot)
            assert puzzle_screen(pilot).run.day == streak.today()
            assert (
                puzzle_screen(pilot).run.puzzle.moves
                == daily_puzzle(streak.today(), plenty()).moves
            )
            assert streak.today() in text_of(pilot, "#heading")
            await pilot.press("escape")
            await settle(pilot)


@app_test
async def test_search_can_be_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (
        "MIN_MOVES",
        "MAX_GAMES",
        "MAX_DEALS",
    ):  # no position qualifies, so the search never ends
        monkeypatch.setattr(puzzles_module, name, 10**9)
    async with open_app(PuzzlesScreen) as pilot:
        await pilot.press("down", "down", "down", "enter")
        await pilot.pause()
        assert "Searching for a puzzle" in text_of(pilot, "#message")
        await pilot.press("escape")
        await settle(pilot)
        assert text_of(pilot, "#message") == "Search stopped."
        assert isinstance(pilot.app.screen, PuzzlesScreen)
        await pilot.press("escape")
        await settle(pilot)
        assert not isinstance(pilot.app.screen, PuzzlesScreen)


def test_cancelled_search_ends_at_the_next_check() -> None:
    asked: list[int] = []

    def stop(positions: int) -> bool:
        asked.append(positions)
        return len(asked) > 5

    with pytest.raises(Exhausted):
        PuzzleSeries(with_puzzles()[0], "hard").find(ENGINE, Budget(progress=stop))
    assert len(asked) == 6


@app_test
async def test_failed_search_is_reported() -> None:
    async with open_app(PuzzlesScreen) as pilot:
        puzzle_list(pilot).not_found(SetupError("no hard puzzle was found"))
        await settle(pilot)
        assert text_of(pilot, "#message") == (
            "No hard puzzle was found. Try another grade or game."
        )
    async with open_app(open_puzzle(puzzle())) as pilot:
        puzzle_screen(pilot).not_found(SetupError("no hard puzzle was found"))
        await settle(pilot)
        assert "Press g for another grade." in text_of(pilot, "#message")


@app_test
async def test_question_mark_lists_the_keys() -> None:
    async with open_app(PuzzlesScreen) as pilot:
        await pilot.press("question_mark")
        await settle(pilot)
        assert isinstance(pilot.app.screen, KeysScreen)
        assert "daily puzzle" in screen_text(pilot)
        await pilot.press("escape", "escape")
        await settle(pilot)
        assert not isinstance(pilot.app.screen, PuzzlesScreen)


@app_test
async def test_resize_keeps_selection_and_grade() -> None:
    async with open_app(PuzzlesScreen) as pilot:
        await pilot.press("down", "down", "h")
        for size in (LARGE, (40, 12), SMALL):
            await pilot.resize_terminal(*size)
            await settle(pilot)
        assert "Any game" in screen_text(pilot)
        assert puzzle_list(pilot).series.grade == "hard"
        assert pilot.app.screen.query_one(OptionList).highlighted == 2


@app_test
async def test_keys_typed_at_once_keep_their_order() -> None:
    async with open_app(PuzzlesScreen) as pilot:
        for key in (*["down"] * 4, "right", "h", "left", "enter"):
            pilot.app.post_message(events.Key(key, None))
        await pilot.pause()
        await settle(pilot)
        assert puzzle_screen(pilot).run.puzzle.game.id == KINDS[0]
        assert puzzle_screen(pilot).run.puzzle.grade == "medium"


@app_test
async def test_cursor_is_visible_without_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with open_app(PuzzlesScreen) as pilot:
        await pilot.press("down", "down", "down")
        strips = pilot.app.screen._compositor.render_strips()
        underlined = [part.text for strip in strips for part in strip if _is_underlined(part)]
        assert any(text.startswith("Any game") for text in underlined)
        assert not {"Daily puzzle", with_puzzles()[0].title} & set(underlined)


def _is_underlined(part: Segment) -> bool:
    return part.style is not None and bool(part.style.underline)


def test_app_and_command_line_have_the_same_grades() -> None:
    assert grades() == (None, *command.GRADES)


# ---- the streak


def save_streak(kept: Streak) -> None:
    json_files.keep(streak.FILE_STEM, kept._asdict())


def days_ago(number: int) -> str:
    from datetime import date, timedelta

    return (date.fromisoformat(streak.today()) - timedelta(days=number)).isoformat()


@app_test
async def test_solved_daily_puzzle_extends_the_streak() -> None:
    save_streak(Streak(days_ago(1), 3, 5))
    async with open_app(PuzzlesScreen) as pilot:
        assert "3 days (best 5)" in screen_text(pilot)
        await pilot.press("p")
        await settle(pilot)
        await type_line(pilot, puzzle_screen(pilot).run.puzzle.answer)
        assert streak.load().days == 3, "not solved yet"
        await solve(pilot)
        assert "Your streak: 4 days (best 5)." in text_of(pilot, "#message")
        assert streak.load() == Streak(streak.today(), 4, 5)
        await pilot.press("y")
        assert pilot.app.clipboard.startswith(
            f"numduel daily puzzle {streak.today()}: solved at the first try, without hints.\n"
        )
        await pilot.press("escape")
        await settle(pilot)
        seen = screen_text(pilot)
        assert "✓ solved" in seen
        assert "4 days (best 5)" in seen
        assert "Session: none tried" in seen, "a daily puzzle isn't practice"


@app_test
async def test_wrong_move_ends_the_streak_and_the_calendar_marks_a_later_solution() -> None:
    save_streak(Streak(days_ago(1), 3, 5))
    async with open_app(PuzzlesScreen) as pilot:
        await pilot.press("p")
        await settle(pilot)
        assert "first try counts" in text_of(pilot, "#message")
        await type_line(pilot, wrong_answer(puzzle_screen(pilot).run.puzzle))
        assert "Your streak: 0 days (best 5)." in log_text(pilot)
        assert streak.calendar()[streak.today()] == streak.MISSED
        await pilot.press("escape")
        await settle(pilot)
        assert "missed; try again" in screen_text(pilot)
        await pilot.press("p")
        await settle(pilot)
        assert "Find the only winning move" in text_of(pilot, "#message")
        assert "counts" not in text_of(pilot, "#message")
        await solve(pilot)
        assert "Only your first try counts" in text_of(pilot, "#message")
        assert streak.load() == Streak(streak.today(), 0, 5)
        await pilot.press("escape")
        await settle(pilot)
        assert streak.calendar()[streak.today()] == streak.LATER
        assert "solved later" in screen_text(pilot)
        assert f"{int(streak.today()[8:])}o" in text_of_month(pilot)


@app_test
async def test_giving_up_needs_confirmation_and_counts_as_missed() -> None:
    save_streak(Streak(days_ago(1), 3, 5))
    async with open_app(PuzzlesScreen) as pilot:
        await pilot.press("p")
        await settle(pilot)
        await pilot.press("a", "down", "a")
        await settle(pilot)
        assert "Give up?" in text_of(pilot, "#message")
        assert streak.load().days == 3
        await pilot.press("a")
        await settle(pilot)
        assert streak.load() == Streak(streak.today(), 0, 5)
        asked = puzzle_screen(pilot).run.puzzle
        assert plies_of(pilot) == [*asked.moves, asked.answer]
        assert solution(asked).describe()[0] in text_of(pilot, "#message")


@app_test
async def test_leaving_without_an_answer_keeps_the_streak() -> None:
    kept = Streak(days_ago(1), 3, 5)
    save_streak(kept)
    async with open_app(PuzzlesScreen) as pilot:
        await pilot.press("p")
        await settle(pilot)
        await pilot.press("h", "escape")
        await settle(pilot)
        assert streak.load() == kept


@app_test
async def test_puzzles_of_other_days_do_not_count() -> None:
    async with open_app(
        open_puzzle(puzzle(), DAY if streak.today() != DAY else days_ago(2))
    ) as pilot:
        await solve(pilot)
        assert "Only today's puzzle counts" in text_of(pilot, "#message")
        assert streak.load() == Streak()


@app_test
async def test_unsaved_streak_is_reported(home: Path) -> None:
    asked = daily_puzzle(streak.today(), plenty())
    async with open_app(open_puzzle(asked, streak.today())) as pilot:
        (home.parent / "streak.json").mkdir()
        await solve(pilot)
        assert "cannot be saved" in text_of(pilot, "#message")


# ---- one puzzle


async def type_move(pilot: Pilot[None], move: str) -> None:
    """Type a move, or press the arrow of a direction."""
    if move.isalpha():
        await pilot.press(move.lower())
        await settle(pilot)
    else:
        await type_line(pilot, move)


@pytest.mark.slow
@pytest.mark.parametrize("id", KINDS)
def test_correct_move_is_played_out_against_best_defence(id: str) -> None:
    @app_test
    async def play() -> None:
        asked = puzzle(id)
        for size in (SMALL, LARGE):
            async with open_app(open_puzzle(asked), size) as pilot:
                assert "Find the only winning move." in text_of(pilot, "#message")
                await type_move(pilot, asked.answer)
                answer = solution(asked).answer(asked.answer)
                assert text_of(pilot, "#message") == address_solver(asked, answer.text)
                assert plies_of(pilot) == [*asked.moves, asked.answer, *answer.reply]
                assert puzzle_screen(pilot).match.player is asked.report.player
                await solve(pilot)
                assert puzzle_screen(pilot).match.winner is asked.report.player
                assert "Solved!" in text_of(pilot, "#message")
                for text in explain_solution(ENGINE, asked, asked.answer, plenty()):
                    assert address_solver(asked, text) in log_text(pilot)
                assert "1 of 1 solved" in text_of(pilot, "#heading")

    play()


@pytest.mark.slow
@pytest.mark.parametrize("id", KINDS)
def test_wrong_move_is_refuted_and_can_be_retried(id: str) -> None:
    @app_test
    async def play() -> None:
        asked = puzzle(id)
        move = wrong_answer(asked)
        answer = solution(asked).answer(move)
        async with open_app(open_puzzle(asked)) as pilot:
            assert "Your turn: " in text_of(pilot, "#line")
            await type_move(pilot, move)
            text = address_solver(asked, answer.text)
            assert text_of(pilot, "#message") == f"{text} Press t to try again."
            assert plies_of(pilot) == [*asked.moves, move, *answer.reply]
            assert "is thinking" not in text_of(pilot, "#line")
            line = solution(asked).refutation(move)
            assert line[: 1 + len(answer.reply)] == (move, *answer.reply)
            for place in range(1 + len(answer.reply), len(line) + 1):
                assert plies_of(pilot) == [*asked.moves, *line[:place]]
                assert f"Refutation: move {place} of {len(line)}" in text_of(pilot, "#line")
                await pilot.press("right")
            assert "End of the line" in text_of(pilot, "#message")
            puzzle_screen(pilot).choose(asked.answer)
            assert "Press t to try another" in text_of(pilot, "#message")
            await pilot.press("t")
            assert plies_of(pilot) == list(asked.moves)
            assert not puzzle_screen(pilot).board.overlay.badges, "values would reveal the answer"
            await solve(pilot)
            assert "Solved!" in text_of(pilot, "#message")
            assert "0 of 1 solved" in text_of(pilot, "#heading")

    play()


@app_test
async def test_enter_takes_back_a_wrong_move() -> None:
    asked = puzzle()
    async with open_app(open_puzzle(asked)) as pilot:
        await type_line(pilot, wrong_answer(asked))
        assert list(buttons(pilot)) == ["t", "right"]
        await pilot.press("enter")
        assert plies_of(pilot) == list(asked.moves)
        assert "Another move wins for" in text_of(pilot, "#message")
        await type_line(pilot, wrong_answer(asked))
        await pilot.click(buttons(pilot)["t"])
        await settle(pilot)
        assert plies_of(pilot) == list(asked.moves)


def buttons(pilot: Pilot[None]) -> dict[str, MoveButton]:
    return {choice.key: choice for choice in puzzle_screen(pilot).query(MoveButton)}


@app_test
async def test_later_wrong_move_is_taken_back_to_its_ply() -> None:
    asked = daily_puzzle(DAY, plenty(), "maze", "hard")
    async with open_app(open_puzzle(asked)) as pilot:
        await type_line(pilot, asked.answer)
        made = puzzle_screen(pilot).run.attempt.made
        match = puzzle_screen(pilot).match
        report = ENGINE.analyse(match.game, match.state, plenty())
        wrong = next(move for move, worth in report.moves.items() if worth.outcome != "win")
        await type_line(pilot, wrong)
        assert text_of(pilot, "#message").startswith("No. ")
        await pilot.press("t")
        assert plies_of(pilot) == [*asked.moves, *made]
        await solve(pilot)
        assert not puzzle_screen(pilot).run.attempt.is_first_try


@app_test
async def test_question_of_a_solved_puzzle_shows_move_values() -> None:
    asked = puzzle()
    async with open_app(open_puzzle(asked)) as pilot:
        await solve(pilot)
        await pilot.press(*["left"] * len(puzzle_screen(pilot).playback.moves))
        assert plies_of(pilot) == list(asked.moves)
        signs = puzzle_screen(pilot).board.overlay.badges
        assert set(signs) == set(asked.report.moves)
        assert signs[asked.answer].text == f"W{asked.turns}"
        await pilot.press("question_mark")
        await settle(pilot)
        await pilot.press("end")
        await settle(pilot)
        assert f"wins in {asked.turns} turns" in screen_text(pilot)


@app_test
async def test_unsolved_puzzle_hides_its_answer() -> None:
    asked = puzzle()
    async with open_app(open_puzzle(asked)) as pilot:
        assert not puzzle_screen(pilot).board.overlay.badges
        assert not {"t", "n", "p"} & set(puzzle_screen(pilot).active_bindings)
        await pilot.press("t", "n", "p")
        assert not puzzle_screen(pilot).run.is_settled


async def give_up(pilot: Pilot[None]) -> None:
    await pilot.press("a", "a")
    await settle(pilot)


@app_test
async def test_enter_and_buttons_step_through_the_solution() -> None:
    asked = puzzle()
    async with open_app(open_puzzle(asked)) as pilot:
        await give_up(pilot)
        assert plies_of(pilot) == [*asked.moves, asked.answer]
        await pilot.press("enter")
        assert len(plies_of(pilot)) == len(asked.moves) + 2
        assert list(buttons(pilot)) == ["right", "n"]
        await pilot.click(buttons(pilot)["right"])
        await settle(pilot)
        assert len(plies_of(pilot)) == len(asked.moves) + 3
        assert pilot.app.focused is puzzle_screen(pilot).board


@app_test
async def test_line_plays_automatically(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playback, "MOVE_INTERVAL_S", 0.01)
    asked = puzzle("race")
    async with open_app(open_puzzle(asked), animation=True) as pilot:
        await give_up(pilot)
        await pilot.press("p")
        while puzzle_screen(pilot).playback.is_playing:
            await asyncio.sleep(0.01)
        assert len(plies_of(pilot)) == len(asked.moves) + asked.turns
        assert puzzle_screen(pilot).match.winner is asked.report.player


@app_test
async def test_any_key_stops_automatic_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playback, "MOVE_INTERVAL_S", 1000)
    asked = puzzle("race")
    async with open_app(open_puzzle(asked), animation=True) as pilot:
        await give_up(pilot)
        for key in ("right", "p", "h", "down"):
            await pilot.press("p")
            assert puzzle_screen(pilot).playback.is_playing
            await pilot.press(key)
            assert not puzzle_screen(pilot).playback.is_playing
        await pilot.press(*["right"] * asked.turns, "p")
        assert plies_of(pilot) == list(asked.moves)  # restarted
        await pilot.press("n")
        await settle(pilot)
        assert not puzzle_screen(pilot).playback.is_playing


@app_test
async def test_stepping_during_automatic_play_stops_at_the_end() -> None:
    asked = puzzle("race")
    async with open_app(open_puzzle(asked), animation=True) as pilot:
        await give_up(pilot)
        await pilot.press(*["right"] * (asked.turns - 2), "p")
        puzzle_screen(pilot).action_forward()  # like a click, which doesn't stop playback
        puzzle_screen(pilot).playback.advance()
        assert not puzzle_screen(pilot).playback.is_playing
        assert f"move {asked.turns} of {asked.turns}" in text_of(pilot, "#line")


@app_test
async def test_lines_do_not_play_without_animation() -> None:
    asked = puzzle()
    async with open_app(open_puzzle(asked)) as pilot:
        await give_up(pilot)
        await pilot.press("p")
        assert not puzzle_screen(pilot).playback.is_playing
        assert len(plies_of(pilot)) == len(asked.moves) + 1


@app_test
async def test_answer_is_given_by_cursor_and_mouse() -> None:
    asked = puzzle()
    for way in ("cursor", "mouse"):
        async with open_app(open_puzzle(asked), LARGE) as pilot:
            board = puzzle_screen(pilot).board
            number = board.tile_of_move(asked.answer)
            assert number is not None
            if way == "cursor":
                board.move_cursor(number)
                await pilot.press("enter")
            else:
                x, y = board._layout.corner(number)
                await pilot.click(board, offset=(x + 1, y + 1))
            await settle(pilot)
            assert puzzle_screen(pilot).run.attempt.made[0] == asked.answer


@app_test
async def test_illegal_answer_is_explained_and_not_counted() -> None:
    asked = puzzle()
    async with open_app(open_puzzle(asked)) as pilot:
        closed = next(m for m in asked.game.vocabulary if m not in asked.report.moves)
        objection = asked.game.objection(asked.state, closed)
        assert objection is not None
        await type_line(pilot, closed)
        assert text_of(pilot, "#message").lower().startswith(objection.lower())
        await type_line(pilot, "/fish")
        assert "fish" in text_of(pilot, "#message")
        assert not puzzle_screen(pilot).run.is_settled
        assert puzzle_screen(pilot).series.session.tally == Tally()


@app_test
async def test_hints_come_one_at_a_time() -> None:
    asked = puzzle()
    async with open_app(open_puzzle(asked)) as pilot:
        for help in solution(asked).hints():
            await pilot.press("h")
            await settle(pilot)
            assert text_of(pilot, "#message") == help
            assert help in log_text(pilot)
        for _ in range(2):
            await pilot.press("h")
            await settle(pilot)
            assert text_of(pilot, "#message") == "No more hints."
        await pilot.press("h", "h", "h")
        await settle(pilot)
        assert not puzzle_screen(pilot).run.is_settled


@app_test
async def test_solved_puzzle_takes_no_more_answers() -> None:
    asked = puzzle()
    async with open_app(open_puzzle(asked)) as pilot:
        await solve(pilot)
        made = puzzle_screen(pilot).run.attempt.made
        await type_line(pilot, asked.answer)
        assert "This puzzle is over" in text_of(pilot, "#message")
        assert puzzle_screen(pilot).run.attempt.made == made
        await pilot.press("a")
        await settle(pilot)
        assert text_of(pilot, "#message") == solution(asked).describe()[0]


@app_test
async def test_next_puzzle_continues_the_count_in_a_row() -> None:
    async with open_app(open_puzzle(puzzle())) as pilot:
        screen = puzzle_screen(pilot)
        for score in ("1 of 1 solved", "2 of 2 solved, 2 in a row"):
            await solve(pilot)
            assert score in text_of(pilot, "#heading")
            before = screen.run.puzzle
            await pilot.press("n")
            await settle(pilot)
            assert puzzle_screen(pilot) is screen
            assert screen.run.puzzle is not before
            assert not screen.run.is_settled
            assert "Find the only winning move" in text_of(pilot, "#message")
        await type_line(pilot, wrong_answer(screen.run.puzzle))
        assert "2 of 3 solved" in text_of(pilot, "#heading")
        assert "in a row" not in text_of(pilot, "#heading")
        await pilot.press("t")
        await solve(pilot)
        assert "2 of 3 solved" in text_of(pilot, "#heading"), "only the first try counts"
        assert practice.load().of() == Tally(2, 3)


@app_test
async def test_g_sets_the_grade_of_the_next_puzzle() -> None:
    async with open_app(open_puzzle(puzzle())) as pilot:
        await pilot.press("g", "g")
        assert text_of(pilot, "#message") == "Next: a medium puzzle."
        await solve(pilot)
        await pilot.press("g")
        assert text_of(pilot, "#message") == "Next: a hard puzzle."
        await pilot.press("n")
        await settle(pilot)
        assert puzzle_screen(pilot).run.puzzle.grade == "hard"


@app_test
async def test_yes_or_no_question_is_answered_by_letter() -> None:
    """Within a solution, y or n answers a yes-or-no question."""
    asked = next(
        asked for asked in map(_daily_run_puzzle, range(100)) if _has_yes_or_no_question(asked)
    )
    async with open_app(open_puzzle(asked)) as pilot:
        while "yes" not in puzzle_screen(pilot).match.moves:
            match = puzzle_screen(pilot).match
            await type_line(pilot, ENGINE.analyse(match.game, match.state, plenty()).best[0])
        assert [button.text for button in puzzle_screen(pilot).query(MoveButton)] == ["yes", "no"]
        match = puzzle_screen(pilot).match
        best = ENGINE.analyse(match.game, match.state, plenty()).best[0]
        await pilot.press(best[0], "enter")
        await settle(pilot)
        assert best in puzzle_screen(pilot).run.attempt.made


def _daily_run_puzzle(seed: int) -> Puzzle:
    return daily_puzzle(f"2025-{seed % 12 + 1:02}-{seed // 12 + 1:02}", plenty(), "run")


def _has_yes_or_no_question(asked: Puzzle) -> bool:
    state = asked.state
    for move in ENGINE.line(asked.game, state, plenty()):
        if move in ("yes", "no") and state.player is asked.report.player:
            return True
        state = asked.game.play(state, move)
    return False


@app_test
async def test_resize_keeps_the_puzzle() -> None:
    asked = puzzle("run")
    async with open_app(open_puzzle(asked)) as pilot:
        await pilot.press("h")
        await settle(pilot)
        for size in (LARGE, (40, 12), (200, 60), SMALL):
            await pilot.resize_terminal(*size)
            await settle(pilot)
        await type_line(pilot, wrong_answer(asked))
        await pilot.press("right")
        before = plies_of(pilot)
        for size in (LARGE, (40, 12), SMALL):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            board = puzzle_screen(pilot).board
            assert board.size == (board._layout.width, board._layout.height)
        assert plies_of(pilot) == before
        assert next(iter(solution(asked).hints())) in log_text(pilot)


@app_test
async def test_rules_and_keys_can_be_shown() -> None:
    async with open_app(open_puzzle(puzzle()), LARGE) as pilot:
        await pilot.press("r")
        await settle(pilot)
        assert "Sum Battle" in screen_text(pilot)
        await pilot.press("r", "question_mark")
        await settle(pilot)
        assert isinstance(pilot.app.screen, KeysScreen)
        assert "get a hint" in screen_text(pilot)


@app_test
async def test_ascii_setting_applies_to_the_list() -> None:
    async with open_app(PuzzlesScreen, ascii=True) as pilot:
        assert "✓" not in screen_text(pilot)
        assert "*Auto" in screen_text(pilot)


# ---- a sixth game


@with_more_games()
def test_sixth_game_has_puzzles() -> None:
    @app_test
    async def play() -> None:
        kind = next(kind for kind in with_puzzles() if kind.id not in KINDS)
        async with open_app(lambda: PuzzlesScreen(kind)) as pilot:
            assert kind.title in screen_text(pilot)
            await pilot.press("enter")
            await settle(pilot)
            asked = puzzle_screen(pilot).run.puzzle
            assert type(asked.game) is kind
            await type_line(pilot, asked.answer)
            assert text_of(pilot, "#message").startswith(("Correct!", "Solved!"))

    play()
