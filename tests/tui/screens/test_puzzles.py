"""Puzzles in the app: today's and endless ones, every answer, every help, every line."""

from __future__ import annotations

import asyncio
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
from numduel.daily.missed_wins import find_own_puzzles
from numduel.daily.puzzle import daily_puzzle
from numduel.engine.teaching import puzzles as puzzles_module
from numduel.engine.teaching.puzzles import Puzzle, with_puzzles
from numduel.engine.teaching.solution import Attempt, Solution, explain_uniqueness
from numduel.errors import SetupError
from numduel.storage import json_files, saves, streak
from numduel.storage.streak import Streak
from numduel.tui.parts import playback
from numduel.tui.parts.move_buttons import MoveButton
from numduel.tui.parts.puzzle_search import PuzzleSeries, grades
from numduel.tui.screens.keys import KeysScreen
from numduel.tui.screens.puzzle import PuzzleScreen
from numduel.tui.screens.puzzles import Grade, PuzzlesScreen

pytestmark = pytest.mark.usefixtures("home")

DAY = "2026-11-16"
KINDS = [kind.id for kind in with_puzzles()]


def puzzle(id: str = "sum") -> Puzzle:
    return daily_puzzle(DAY, plenty(), id)


def solution(asked: Puzzle) -> Solution:
    return Solution(ENGINE, Attempt(asked), plenty())


async def solved(pilot: Pilot[None]) -> None:
    """Play on, with the best moves, until the puzzle is solved."""
    while not top_screen(pilot).attempt.is_over:
        match = top_screen(pilot).match
        await answered(pilot, ENGINE.analyse(match.game, match.state, plenty()).best[0])


def wrong_answer(asked: Puzzle) -> str:
    return next(move for move in asked.report.moves if move != asked.answer)


def put(asked: Puzzle, day: str | None = None) -> Callable[[], PuzzleScreen]:
    return lambda: PuzzleScreen(asked, day)


def top_screen(pilot: Pilot[None]) -> PuzzleScreen:
    screen = pilot.app.screen
    assert isinstance(screen, PuzzleScreen)
    return screen


def listing(pilot: Pilot[None]) -> PuzzlesScreen:
    screen = pilot.app.screen
    assert isinstance(screen, PuzzlesScreen)
    return screen


def part(pilot: Pilot[None], name: str) -> str:
    return str(pilot.app.screen.query_one(name, Static).content)


def log(pilot: Pilot[None]) -> str:
    return "\n".join(top_screen(pilot).panel.side.log_panel.lines)


def whole(pilot: Pilot[None]) -> str:
    """Everything on the screen, as it is seen."""
    return "\n".join(strip.text for strip in pilot.app.screen._compositor.render_strips())


async def answered(pilot: Pilot[None], move: str) -> None:
    await type_line(pilot, move)


def plies(pilot: Pilot[None]) -> list[str]:
    return [ply.move for ply in top_screen(pilot).match.plies]


# ---- the list


@app_test
async def test_the_list_tells_of_today_the_games_and_the_grades() -> None:
    for size in (SMALL, LARGE):
        async with open_app(PuzzlesScreen, size) as pilot:
            seen = whole(pilot)
            assert "Today's puzzle" in seen
            assert f"{streak.today()}, not solved yet" in seen
            for kind in with_puzzles():
                assert kind.title in seen
                assert kind.summary in seen
            for word in (
                "any",
                "easy",
                "medium",
                "hard",
                "0 days (best 0)",
                "just now: 0",
                "Mo Tu We",
                "* first",
            ):
                assert word in seen
            assert isinstance(pilot.app.focused, OptionList)


@app_test
async def test_only_games_in_which_nothing_is_drawn_are_listed() -> None:
    async with open_app(PuzzlesScreen) as pilot:
        assert pilot.app.screen.query_one(OptionList).option_count == 3 + len(with_puzzles())
        assert "Number Quest" not in whole(pilot)


@app_test
async def test_a_game_can_be_pointed_at_from_the_first() -> None:
    kind = with_puzzles()[1]
    async with open_app(lambda: PuzzlesScreen(kind)) as pilot:
        await pilot.press("enter")
        await settle(pilot)
        assert type(top_screen(pilot).puzzle.game) is kind


@app_test
async def test_grades_by_arrows_letters_and_mouse() -> None:
    async with open_app(PuzzlesScreen) as pilot:
        endless = listing(pilot).series
        for expected in ("easy", "medium", "hard", None):
            await pilot.press("right")
            assert endless.grade == expected
        await pilot.press("left")
        assert endless.grade == "hard"
        for key, grade in (("a", None), ("e", "easy"), ("m", "medium"), ("h", "hard")):
            await pilot.press(key)
            assert endless.grade == grade
        for number, grade in enumerate(grades()):
            button = list(listing(pilot).query(Grade))[number]
            await pilot.click(button)
            assert endless.grade == grade
            assert button.has_class("-chosen")
            assert "✓" in str(button.label)
        assert isinstance(pilot.app.focused, OptionList)


LOST_BY_MISTAKE = tuple("4852684951719468259")
"""A game of Sum Battle in which Player 1 missed the one move that wins, twice."""


@app_test
async def test_ones_own_mistakes_are_puzzles_until_they_are_solved() -> None:
    async with open_app(PuzzlesScreen) as pilot:
        await pilot.press("o")
        await settle(pilot)
        assert "No mistake of yours is left" in whole(pilot)
        match = Match.replay(numduel.new("sum"), LOST_BY_MISTAKE)
        match.tags |= {"Type1": "human", "Type2": "casual"}
        saves.Save("lost").keep(match)
        await pilot.press("o")
        await settle(pilot)
        own = top_screen(pilot)
        assert match.states[len(own.puzzle.moves)] == own.puzzle.state
        put = []
        while not own.attempt.is_over:
            put.append(own.puzzle)
            own.choose(ENGINE.analyse(own.match.game, own.match.state, plenty()).best[0])
            await settle(pilot)
    assert put[0] not in find_own_puzzles(ENGINE, plenty())


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(KINDS)))
def test_every_game_has_puzzles_of_every_grade(number: int) -> None:
    @app_test
    async def play() -> None:
        async with open_app() as pilot:
            for key in "emh":
                with where(key):
                    await pilot.app.push_screen(PuzzlesScreen())
                    await pilot.press(key, *["down"] * (number + 2), "enter")
                    await settle(pilot)
                    found = top_screen(pilot).puzzle
                    assert found.game.id == KINDS[number]
                    assert found.grade[0] == key
                    assert found.grade in part(pilot, "#heading")

    play()


@app_test
async def test_any_game_and_a_click_on_it() -> None:
    async with open_app(PuzzlesScreen) as pilot:
        await pilot.click(OptionList, offset=(3, 2))
        await settle(pilot)
        assert top_screen(pilot).day is None
        await pilot.press("escape")
        await settle(pilot)
        assert isinstance(pilot.app.screen, PuzzlesScreen)


@app_test
async def test_todays_puzzle_by_enter_and_by_its_key() -> None:
    async with open_app(PuzzlesScreen) as pilot:
        for key in ("enter", "d"):
            await pilot.press(key)
            await settle(pilot)
            assert top_screen(pilot).day == streak.today()
            assert top_screen(pilot).puzzle.moves == daily_puzzle(streak.today(), plenty()).moves
            assert streak.today() in part(pilot, "#heading")
            await pilot.press("escape")
            await settle(pilot)


@app_test
async def test_looking_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (
        "MIN_MOVES",
        "MAX_GAMES",
        "MAX_DEALS",
    ):  # nothing is a puzzle, and the search goes on
        monkeypatch.setattr(puzzles_module, name, 10**9)
    async with open_app(PuzzlesScreen) as pilot:
        await pilot.press("down", "enter")
        await pilot.pause()
        assert "Looking for a puzzle" in part(pilot, "#message")
        await pilot.press("escape")
        await settle(pilot)
        assert part(pilot, "#message") == "TaskCancelled looking."
        assert isinstance(pilot.app.screen, PuzzlesScreen)
        await pilot.press("escape")
        await settle(pilot)
        assert not isinstance(pilot.app.screen, PuzzlesScreen)


def test_a_stopped_search_ends_at_the_next_look() -> None:
    asked: list[int] = []

    def stop(positions: int) -> bool:
        asked.append(positions)
        return len(asked) > 5

    with pytest.raises(Exhausted):
        PuzzleSeries(with_puzzles()[0], "hard").find(ENGINE, Budget(progress=stop))
    assert len(asked) == 6


@app_test
async def test_what_cannot_be_found_is_said() -> None:
    async with open_app(PuzzlesScreen) as pilot:
        listing(pilot).not_found(SetupError("no hard puzzle was found"))
        await settle(pilot)
        assert part(pilot, "#message") == (
            "No hard puzzle was found. Try another grade or another game."
        )
    async with open_app(put(puzzle())) as pilot:
        top_screen(pilot).not_found(SetupError("no hard puzzle was found"))
        await settle(pilot)
        assert "Try another grade with g." in part(pilot, "#message")


@app_test
async def test_the_list_has_its_keys() -> None:
    async with open_app(PuzzlesScreen) as pilot:
        await pilot.press("question_mark")
        await settle(pilot)
        assert isinstance(pilot.app.screen, KeysScreen)
        assert "today's puzzle" in whole(pilot)
        await pilot.press("escape", "escape")
        await settle(pilot)
        assert not isinstance(pilot.app.screen, PuzzlesScreen)


@app_test
async def test_the_list_may_be_resized() -> None:
    async with open_app(PuzzlesScreen) as pilot:
        await pilot.press("down", "down", "h")
        for size in (LARGE, (40, 12), SMALL):
            await pilot.resize_terminal(*size)
            await settle(pilot)
        assert "Any game" in whole(pilot)
        assert listing(pilot).series.grade == "hard"
        assert pilot.app.screen.query_one(OptionList).highlighted == 2


@app_test
async def test_keys_typed_at_once_are_taken_in_their_order() -> None:
    async with open_app(PuzzlesScreen) as pilot:
        for key in ("down", "down", "right", "h", "left", "enter"):
            pilot.app.post_message(events.Key(key, None))
        await pilot.pause()
        await settle(pilot)
        assert top_screen(pilot).puzzle.game.id == KINDS[0]
        assert top_screen(pilot).puzzle.grade == "medium"


@app_test
async def test_the_cursor_is_seen_without_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with open_app(PuzzlesScreen) as pilot:
        await pilot.press("down")
        strips = pilot.app.screen._compositor.render_strips()
        lined = [part.text for strip in strips for part in strip if _is_lined(part)]
        assert "Any game" in lined
        assert not {"Today's puzzle", with_puzzles()[0].title} & set(lined)


def _is_lined(part: Segment) -> bool:
    return part.style is not None and bool(part.style.underline)


def test_all_interfaces_know_the_same_grades() -> None:
    assert grades() == (None, *command.GRADES)


# ---- the streak


def keep(kept: Streak) -> None:
    json_files.keep(streak.FILE_STEM, kept._asdict())


def days_ago(number: int) -> str:
    from datetime import date, timedelta

    return (date.fromisoformat(streak.today()) - timedelta(days=number)).isoformat()


@app_test
async def test_a_right_answer_counts_for_the_streak_at_once() -> None:
    keep(Streak(days_ago(1), 3, 5))
    async with open_app(PuzzlesScreen) as pilot:
        assert "3 days (best 5)" in whole(pilot)
        await pilot.press("d")
        await settle(pilot)
        await answered(pilot, top_screen(pilot).puzzle.answer)
        assert streak.load().days == 3, "it is not solved yet"
        await solved(pilot)
        assert "Your streak: 4 days (best 5)." in part(pilot, "#message")
        assert streak.load() == Streak(streak.today(), 4, 5)
        await pilot.press("escape")
        await settle(pilot)
        seen = whole(pilot)
        assert "✓ solved" in seen
        assert "4 days (best 5)" in seen
        assert "just now: 1" in seen


@app_test
async def test_a_wrong_move_ends_the_streak_and_the_calendar_shows_what_is_solved_later() -> None:
    keep(Streak(days_ago(1), 3, 5))
    async with open_app(PuzzlesScreen) as pilot:
        await pilot.press("d")
        await settle(pilot)
        assert "Your first try counts" in part(pilot, "#message")
        await answered(pilot, wrong_answer(top_screen(pilot).puzzle))
        assert "Your streak: 0 days (best 5)." in log(pilot)
        assert streak.calendar()[streak.today()] == streak.MISSED
        await pilot.press("escape")
        await settle(pilot)
        assert "missed; try again" in whole(pilot)
        await pilot.press("d")
        await settle(pilot)
        assert "Find the only winning move" in part(pilot, "#message")
        assert "counts" not in part(pilot, "#message")
        await solved(pilot)
        assert "Only your first try counts" in part(pilot, "#message")
        assert streak.load() == Streak(streak.today(), 0, 5)
        await pilot.press("escape")
        await settle(pilot)
        assert streak.calendar()[streak.today()] == streak.LATER
        assert "solved, but not on the first try" in whole(pilot)
        assert "o" in part(pilot, "#streak").split("Su\n")[1].split("\n* first")[0]


@app_test
async def test_giving_up_counts_as_wrong_and_must_be_meant() -> None:
    keep(Streak(days_ago(1), 3, 5))
    async with open_app(PuzzlesScreen) as pilot:
        await pilot.press("d")
        await settle(pilot)
        await pilot.press("a", "down", "a")
        await settle(pilot)
        assert "Do you give up?" in part(pilot, "#message")
        assert streak.load().days == 3
        await pilot.press("a")
        await settle(pilot)
        assert streak.load() == Streak(streak.today(), 0, 5)
        asked = top_screen(pilot).puzzle
        assert plies(pilot) == [*asked.moves, asked.answer]
        assert solution(asked).describe()[0] in part(pilot, "#message")


@app_test
async def test_leaving_without_an_answer_counts_nothing() -> None:
    kept = Streak(days_ago(1), 3, 5)
    keep(kept)
    async with open_app(PuzzlesScreen) as pilot:
        await pilot.press("d")
        await settle(pilot)
        await pilot.press("h", "escape")
        await settle(pilot)
        assert streak.load() == kept


@app_test
async def test_other_days_count_nothing() -> None:
    async with open_app(put(puzzle(), DAY if streak.today() != DAY else days_ago(2))) as pilot:
        await solved(pilot)
        assert "Only today's puzzle counts" in part(pilot, "#message")
        assert streak.load() == Streak()


@app_test
async def test_a_streak_that_cannot_be_kept_is_said(home: Path) -> None:
    asked = daily_puzzle(streak.today(), plenty())
    async with open_app(put(asked, streak.today())) as pilot:
        (home.parent / "streak.json").mkdir()
        await solved(pilot)
        assert "cannot be kept" in part(pilot, "#message")


# ---- one puzzle


@pytest.mark.slow
@pytest.mark.parametrize("id", KINDS)
def test_a_right_move_is_played_to_the_end_against_best_resistance(id: str) -> None:
    @app_test
    async def play() -> None:
        asked = puzzle(id)
        for size in (SMALL, LARGE):
            async with open_app(put(asked), size) as pilot:
                assert "Find the only winning move." in part(pilot, "#message")
                await answered(pilot, asked.answer)
                answer = solution(asked).answer(asked.answer)
                assert part(pilot, "#message") == answer.words
                assert plies(pilot) == [*asked.moves, asked.answer, *answer.reply]
                assert top_screen(pilot).match.player is asked.report.player
                await solved(pilot)
                assert top_screen(pilot).match.winner is asked.report.player
                assert "Solved!" in part(pilot, "#message")
                assert explain_uniqueness(ENGINE, asked, plenty()) in log(pilot)
                assert "1 in a row" in part(pilot, "#heading")

    play()


@pytest.mark.slow
@pytest.mark.parametrize("id", KINDS)
def test_a_wrong_move_is_refuted_on_the_board_and_may_be_tried_again(id: str) -> None:
    @app_test
    async def play() -> None:
        asked = puzzle(id)
        move = wrong_answer(asked)
        answer = solution(asked).answer(move)
        async with open_app(put(asked)) as pilot:
            await answered(pilot, move)
            assert part(pilot, "#message") == f"{answer.words} Try again with t."
            assert plies(pilot) == [*asked.moves, move, *answer.reply]
            line = solution(asked).refutation(move)
            assert line[: 1 + len(answer.reply)] == (move, *answer.reply)
            for place in range(1 + len(answer.reply), len(line) + 1):
                assert plies(pilot) == [*asked.moves, *line[:place]]
                assert f"Why not: move {place} of {len(line)}" in part(pilot, "#line")
                await pilot.press("right")
            assert "end of it" in part(pilot, "#message")
            top_screen(pilot).choose(asked.answer)
            assert "Take it back with t" in part(pilot, "#message")
            await pilot.press("t")
            assert plies(pilot) == list(asked.moves)
            assert not top_screen(pilot).board.overlay.badges, "nothing is given away"
            await solved(pilot)
            assert "Solved!" in part(pilot, "#message")
            assert "in a row" not in part(pilot, "#heading")

    play()


@app_test
async def test_enter_takes_a_wrong_move_back_and_the_question_stands() -> None:
    asked = puzzle()
    async with open_app(put(asked)) as pilot:
        await answered(pilot, wrong_answer(asked))
        assert list(buttons(pilot)) == ["t", "right"]
        await pilot.press("enter")
        assert plies(pilot) == list(asked.moves)
        assert "another move wins. Which?" in part(pilot, "#message")
        await answered(pilot, wrong_answer(asked))
        await pilot.click(buttons(pilot)["t"])
        await settle(pilot)
        assert plies(pilot) == list(asked.moves)


def buttons(pilot: Pilot[None]) -> dict[str, MoveButton]:
    return {choice.key: choice for choice in top_screen(pilot).query(MoveButton)}


@app_test
async def test_a_wrong_move_on_the_way_is_taken_back_to_where_it_was_made() -> None:
    asked = daily_puzzle(DAY, plenty(), "maze", "hard")
    async with open_app(put(asked)) as pilot:
        await answered(pilot, asked.answer)
        made = top_screen(pilot).attempt.made
        match = top_screen(pilot).match
        report = ENGINE.analyse(match.game, match.state, plenty())
        wrong = next(move for move, worth in report.moves.items() if worth.outcome != "win")
        await answered(pilot, wrong)
        assert part(pilot, "#message").startswith("No. ")
        await pilot.press("t")
        assert plies(pilot) == [*asked.moves, *made]
        await solved(pilot)
        assert not top_screen(pilot).attempt.is_first_try


@app_test
async def test_back_at_the_question_every_move_shows_its_worth() -> None:
    asked = puzzle()
    async with open_app(put(asked)) as pilot:
        await solved(pilot)
        await pilot.press(*["left"] * len(top_screen(pilot).playback.moves))
        assert plies(pilot) == list(asked.moves)
        signs = top_screen(pilot).board.overlay.badges
        assert set(signs) == set(asked.report.moves)
        assert signs[asked.answer].text == f"W{asked.turns}"
        await pilot.press("question_mark")
        await settle(pilot)
        await pilot.press("end")
        await settle(pilot)
        assert "wins in 3 turns" in whole(pilot)


@app_test
async def test_nothing_gives_the_answer_away_before_it_is_given() -> None:
    asked = puzzle()
    async with open_app(put(asked)) as pilot:
        assert not top_screen(pilot).board.overlay.badges
        assert not {"t", "n", "p"} & set(top_screen(pilot).active_bindings)
        await pilot.press("t", "n", "p")
        assert not top_screen(pilot).is_settled


async def given_up(pilot: Pilot[None]) -> None:
    await pilot.press("a", "a")
    await settle(pilot)


@app_test
async def test_enter_and_the_buttons_step_too() -> None:
    asked = puzzle()
    async with open_app(put(asked)) as pilot:
        await given_up(pilot)
        assert plies(pilot) == [*asked.moves, asked.answer]
        await pilot.press("enter")
        assert len(plies(pilot)) == len(asked.moves) + 2
        assert list(buttons(pilot)) == ["right", "n"]
        await pilot.click(buttons(pilot)["right"])
        await settle(pilot)
        assert len(plies(pilot)) == len(asked.moves) + 3
        assert pilot.app.focused is top_screen(pilot).board


@app_test
async def test_a_line_is_played_out_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playback, "PACE", 0.01)
    asked = puzzle("race")
    async with open_app(put(asked), animation=True) as pilot:
        await given_up(pilot)
        await pilot.press("p")
        while top_screen(pilot).playback.is_playing:
            await asyncio.sleep(0.01)
        assert len(plies(pilot)) == len(asked.moves) + asked.turns
        assert top_screen(pilot).match.winner is asked.report.player


@app_test
async def test_what_plays_by_itself_stops_for_any_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playback, "PACE", 1000)
    asked = puzzle("race")
    async with open_app(put(asked), animation=True) as pilot:
        await given_up(pilot)
        for key in ("right", "p", "h", "down"):
            await pilot.press("p")
            assert top_screen(pilot).playback.is_playing
            await pilot.press(key)
            assert not top_screen(pilot).playback.is_playing
        await pilot.press(*["right"] * asked.turns, "p")
        assert plies(pilot) == list(asked.moves)  # from the beginning again
        await pilot.press("n")
        await settle(pilot)
        assert not top_screen(pilot).playback.is_playing


@app_test
async def test_stepping_while_it_plays_never_goes_beyond_the_end() -> None:
    asked = puzzle("race")
    async with open_app(put(asked), animation=True) as pilot:
        await given_up(pilot)
        await pilot.press(*["right"] * (asked.turns - 2), "p")
        top_screen(pilot).action_forward()  # as by a click, which stops nothing
        top_screen(pilot).playback.advance()
        assert not top_screen(pilot).playback.is_playing
        assert f"move {asked.turns} of {asked.turns}" in part(pilot, "#line")


@app_test
async def test_nothing_moves_by_itself_without_animation() -> None:
    asked = puzzle()
    async with open_app(put(asked)) as pilot:
        await given_up(pilot)
        await pilot.press("p")
        assert not top_screen(pilot).playback.is_playing
        assert len(plies(pilot)) == len(asked.moves) + 1


@app_test
async def test_answers_by_cursor_and_by_mouse() -> None:
    asked = puzzle()
    for way in ("cursor", "mouse"):
        async with open_app(put(asked), LARGE) as pilot:
            board = top_screen(pilot).board
            number = board.tile_of_move(asked.answer)
            assert number is not None
            if way == "cursor":
                board.move_cursor(number)
                await pilot.press("enter")
            else:
                x, y = board._layout.corner(number)
                await pilot.click(board, offset=(x + 1, y + 1))
            await settle(pilot)
            assert top_screen(pilot).attempt.made[0] == asked.answer


@app_test
async def test_what_is_no_move_explains_itself_and_costs_nothing() -> None:
    asked = puzzle()
    async with open_app(put(asked)) as pilot:
        closed = next(m for m in asked.game.vocabulary if m not in asked.report.moves)
        objection = asked.game.objection(asked.state, closed)
        assert objection is not None
        await answered(pilot, closed)
        assert part(pilot, "#message").lower().startswith(objection.lower())
        await type_line(pilot, "/fish")
        assert "fish" in part(pilot, "#message")
        assert not top_screen(pilot).is_settled
        assert top_screen(pilot).series.in_a_row == 0


@app_test
async def test_helps_come_one_after_the_other() -> None:
    asked = puzzle()
    async with open_app(put(asked)) as pilot:
        for help in solution(asked).hints():
            await pilot.press("h")
            await settle(pilot)
            assert part(pilot, "#message") == help
            assert help in log(pilot)
        for _ in range(2):
            await pilot.press("h")
            await settle(pilot)
            assert part(pilot, "#message") == "No more hints."
        await pilot.press("h", "h", "h")
        await settle(pilot)
        assert not top_screen(pilot).is_settled


@app_test
async def test_a_solved_puzzle_asks_for_nothing_more() -> None:
    asked = puzzle()
    async with open_app(put(asked)) as pilot:
        await solved(pilot)
        made = top_screen(pilot).attempt.made
        await answered(pilot, asked.answer)
        assert "This puzzle is over" in part(pilot, "#message")
        assert top_screen(pilot).attempt.made == made
        await pilot.press("a")
        await settle(pilot)
        assert part(pilot, "#message") == solution(asked).describe()[0]


@app_test
async def test_next_and_the_count_in_a_row() -> None:
    async with open_app(put(puzzle())) as pilot:
        screen = top_screen(pilot)
        for number in (1, 2):
            await solved(pilot)
            assert f"{number} in a row" in part(pilot, "#heading")
            before = screen.puzzle
            await pilot.press("n")
            await settle(pilot)
            assert top_screen(pilot) is screen
            assert screen.puzzle is not before
            assert not screen.is_settled
            assert "Which?" in part(pilot, "#message")
        await answered(pilot, wrong_answer(screen.puzzle))
        assert "in a row" not in part(pilot, "#heading")


@app_test
async def test_another_grade_for_the_next() -> None:
    async with open_app(put(puzzle())) as pilot:
        await pilot.press("g", "g")
        assert part(pilot, "#message") == "The next one will be a medium puzzle."
        await solved(pilot)
        await pilot.press("g")
        assert part(pilot, "#message") == "The next one will be a hard puzzle."
        await pilot.press("n")
        await settle(pilot)
        assert top_screen(pilot).puzzle.grade == "hard"


@app_test
async def test_the_keys_of_a_question_are_its_own_letters() -> None:
    """A question for yes or no on the way to the win is answered with y or n."""
    asked = next(asked for asked in map(_of_run, range(100)) if _is_asked_on_the_way(asked))
    async with open_app(put(asked)) as pilot:
        while "yes" not in top_screen(pilot).match.moves:
            match = top_screen(pilot).match
            await answered(pilot, ENGINE.analyse(match.game, match.state, plenty()).best[0])
        assert [button.text for button in top_screen(pilot).query(MoveButton)] == ["yes", "no"]
        match = top_screen(pilot).match
        best = ENGINE.analyse(match.game, match.state, plenty()).best[0]
        await pilot.press(best[0], "enter")
        await settle(pilot)
        assert best in top_screen(pilot).attempt.made


def _of_run(seed: int) -> Puzzle:
    return daily_puzzle(f"2025-{seed % 12 + 1:02}-{seed // 12 + 1:02}", plenty(), "run")


def _is_asked_on_the_way(asked: Puzzle) -> bool:
    state = asked.state
    for move in ENGINE.line(asked.game, state, plenty()):
        if move in ("yes", "no") and state.player is asked.report.player:
            return True
        state = asked.game.play(state, move)
    return False


@app_test
async def test_a_puzzle_may_be_resized_at_any_moment() -> None:
    asked = puzzle("run")
    async with open_app(put(asked)) as pilot:
        await pilot.press("h")
        await settle(pilot)
        for size in (LARGE, (40, 12), (200, 60), SMALL):
            await pilot.resize_terminal(*size)
            await settle(pilot)
        await answered(pilot, wrong_answer(asked))
        await pilot.press("right")
        told = plies(pilot)
        for size in (LARGE, (40, 12), SMALL):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            board = top_screen(pilot).board
            assert board.size == (board._layout.width, board._layout.height)
        assert plies(pilot) == told
        assert next(iter(solution(asked).hints())) in log(pilot)


@app_test
async def test_the_rules_and_all_keys_are_at_hand() -> None:
    async with open_app(put(puzzle()), LARGE) as pilot:
        await pilot.press("r")
        await settle(pilot)
        assert "Sum Battle" in whole(pilot)
        await pilot.press("r", "question_mark")
        await settle(pilot)
        assert isinstance(pilot.app.screen, KeysScreen)
        assert "something that helps" in whole(pilot)


@app_test
async def test_plain_letters_where_they_are_wanted() -> None:
    async with open_app(PuzzlesScreen, ascii=True) as pilot:
        assert "✓" not in whole(pilot)
        assert "* any" in whole(pilot)


# ---- a sixth game


@with_more_games()
def test_a_sixth_game_has_puzzles_too() -> None:
    @app_test
    async def play() -> None:
        kind = next(kind for kind in with_puzzles() if kind.id not in KINDS)
        async with open_app(lambda: PuzzlesScreen(kind)) as pilot:
            assert kind.title in whole(pilot)
            await pilot.press("enter")
            await settle(pilot)
            asked = top_screen(pilot).puzzle
            assert type(asked.game) is kind
            await answered(pilot, asked.answer)
            assert part(pilot, "#message").startswith(("Correct!", "Solved!"))

    play()
