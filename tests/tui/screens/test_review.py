"""A game looked at again in the app: every step, its course, its mistakes, and what if."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle

import pytest
from textual.pilot import Pilot
from textual.widgets import ContentSwitcher, Static
from tui_support import (
    LARGE,
    SMALL,
    app_test,
    open_app,
    settle,
    start_game,
    type_line,
)

import numduel
from duel_support import ENGINE, plenty, with_more_games
from numduel import Match, record
from numduel.core import Turn
from numduel.dice import Dice
from numduel.engine.solving.value import chance
from numduel.engine.teaching.review import MISTAKE, Review, review
from numduel.games import find
from numduel.storage import saves
from numduel.tui.parts.drawing import Badge
from numduel.tui.parts.key_bar import KeyBar
from numduel.tui.parts.move_buttons import MoveButton
from numduel.tui.parts.progress_chart import ProgressChart, columns, draw_chart
from numduel.tui.screens.keys import KeysScreen
from numduel.tui.screens.play import PlayScreen
from numduel.tui.screens.review import ReviewScreen
from numduel.tui.screens.saving import SaveScreen
from numduel.tui.screens.trial import TrialScreen
from numduel.views.narration import address
from numduel.views.progress_chart import Point, points

pytestmark = pytest.mark.usefixtures("home")

BOOK = "4 3 8/9 5 1/2 7 6"
"""The board of the maze's rule book; 1,1 is the mistake, and 2,2 ends it."""


def book(plies: int = 6) -> Match:
    match = Match(numduel.new("maze", board=BOOK))
    for move in ("0,0", "2,0", "0,1", "2,1", "1,1", "2,2")[:plies]:
        match.play(move)
    return match


def random_match(id: str, seed: int = 7, most: int = 60, **options: int) -> Match:
    """Some game of any kind, as far as it goes."""
    dice = Dice(seed)
    match = Match(find(id).setup(options, None, Dice(seed)), dice=dice)
    while not match.is_over and len(match.plies) < most:
        match.play(dice.choice(match.moves))
    return match


def reviewing(match: Match, names: tuple[str, str] = ("Ann", "Bob")) -> Callable[[], ReviewScreen]:
    match.tags |= {"Player1": names[0], "Player2": names[1]}
    return lambda: ReviewScreen(match)


def top_screen(pilot: Pilot[None]) -> ReviewScreen:
    screen = pilot.app.screen
    assert isinstance(screen, ReviewScreen)
    return screen


def trial(pilot: Pilot[None]) -> TrialScreen:
    screen = pilot.app.screen
    assert isinstance(screen, TrialScreen)
    return screen


def played(pilot: Pilot[None]) -> int:
    return len(trial(pilot).match.plies)


def part(pilot: Pilot[None], name: str) -> str:
    return str(pilot.app.screen.query_one(name, Static).content)


def found(pilot: Pilot[None]) -> Review:
    seen = top_screen(pilot).review.result
    assert seen is not None
    return seen


def notes(pilot: Pilot[None]) -> str:
    return "\n".join(str(option.prompt) for option in top_screen(pilot).notes.options)


# ---- stepping


@app_test
async def test_a_review_opens_at_the_end_and_steps_to_every_place() -> None:
    async with open_app(reviewing(book())) as pilot:
        screen = top_screen(pilot)
        assert screen.ply == 6
        assert part(pilot, "#heading").endswith("6 of 6")
        for keys, place in [
            ("left", 5), ("comma", 4), ("right", 5), ("full_stop", 6), ("right", 6),
            ("home", 0), ("left", 0), ("end", 6),
        ]:  # fmt: skip
            await pilot.press(keys)
            assert screen.ply == place
            assert screen.board.picture == screen.match.game.picture(screen.match.states[place])
        await pilot.press("home")
        assert "The start." in part(pilot, "#message")


@pytest.mark.parametrize(("id", "size"), [*zip(numduel.games(), cycle([SMALL, LARGE]))])
@app_test
async def test_every_game_is_reviewed_from_start_to_end(id: str, size: tuple[int, int]) -> None:
    match = random_match(id)
    async with open_app(reviewing(match), size) as pilot:
        screen = top_screen(pilot)
        assert found(pilot) == review(ENGINE, match, plenty())
        assert screen.chart.size.height > 4
        assert screen.board.region.bottom <= size[1]
        await pilot.press("home", "a")
        for place in range(len(match.plies) + 1):
            assert screen.ply == place
            assert part(pilot, "#message")
            await pilot.press("right")


@app_test
async def test_steps_are_taken_before_the_engine_has_looked() -> None:
    match = random_match("race", seed=9, most=200, size=6)
    async with open_app() as pilot:
        screen = ReviewScreen(match)
        await pilot.app.push_screen(screen)
        await pilot.press("left", "left")
        assert screen.ply == len(match.plies) - 2
        await settle(pilot)
        assert screen.review.result is not None
        assert screen.chart.ply == screen.ply


@app_test
async def test_leaving_ends_the_looking() -> None:
    async with open_app() as pilot:
        await pilot.app.push_screen(ReviewScreen(random_match("maze", size=12, extra=5)))
        await pilot.press("escape")
        await settle(pilot)
        assert not isinstance(pilot.app.screen, ReviewScreen)
        assert not list(pilot.app.workers)


# ---- what is found


@app_test
async def test_the_mistake_is_told_with_its_reason() -> None:
    async with open_app(reviewing(book()), LARGE) as pilot:
        screen = top_screen(pilot)
        await pilot.press("up")
        assert screen.ply == 5
        step = found(pilot).plies[4]
        said = part(pilot, "#message")
        assert "Ann moved to the 5, centre: 12 of 15. ??" in said
        reason = address(step.reason, ("Ann", "Bob"))
        assert reason in said  # the move, what it allowed, what would have kept the win
        assert reason.startswith("1,1 loses in ")
        assert reason.split(". ")[-1].startswith(f"{step.best[0]} would have won in ")
        assert "Threw away a win." in notes(pilot)
        assert reason not in notes(pilot)  # which is on the screen already
        assert "Ann: accuracy 50%, 1 of 2 real choices correct, 1 ??" in notes(pilot)
        assert "Bob: no real choices" in notes(pilot)
        highlighted = screen.notes.highlighted_option
        assert highlighted is not None
        assert highlighted.id == "5"


@app_test
async def test_mistakes_are_gone_through_one_by_one() -> None:
    match = random_match("run", seed=0)
    async with open_app(reviewing(match)) as pilot:
        screen = top_screen(pilot)
        places = [n for n, step in enumerate(found(pilot).plies, 1) if step.mark]
        assert len(places) > 2
        await pilot.press("home")
        for key, place in zip(["n", "down", "n"], places, strict=False):
            await pilot.press(key)
            assert screen.ply == place
        await pilot.press("p")
        assert screen.ply == places[1]
        await pilot.press("up", "up")
        assert screen.ply == places[0]
        assert "no mistake before" in part(pilot, "#line")
        await pilot.press("end", "down")
        assert "no mistake after" in part(pilot, "#line")


@app_test
async def test_a_game_without_mistakes_says_so() -> None:
    match = Match(numduel.new("sum", target=5))
    match.play("5")
    async with open_app(reviewing(match)) as pilot:
        assert "No mistake was made." in notes(pilot)
        await pilot.press("up")
        assert "no mistake before" in part(pilot, "#line")
        await pilot.press("left")
        assert "Ann wins in 1 turn" in part(pilot, "#message")


@app_test
async def test_the_end_is_told_with_names() -> None:
    match = book()
    async with open_app(reviewing(match)) as pilot:
        for line in ("Bob reached exactly 15 on the 6, bottom right.", "Bob won the game."):
            assert line in part(pilot, "#message")
        await pilot.press("left")
        assert "won the game" not in part(pilot, "#message")


@app_test
async def test_luck_is_told_where_there_is_chance() -> None:
    match = random_match("quest")
    async with open_app(reviewing(match), LARGE) as pilot:
        screen = top_screen(pilot)
        assert "luck" in notes(pilot)
        assert "of a win" in notes(pilot)
        drawn = next(n for n, step in enumerate(found(pilot).plies, 1) if step.drawn)
        await pilot.press("home", *["right"] * drawn)
        assert screen.ply == drawn
        assert "luck" in part(pilot, "#message")
        await pilot.press("left", "t")
        assert "Chance decides here" in part(pilot, "#message")


@app_test
async def test_the_names_come_from_the_record_where_none_are_given() -> None:
    match = book()
    match.tags = {"Player1": "[b]Eve[/b]", "Round": "2/3"}
    async with open_app(lambda: ReviewScreen(match)) as pilot:
        assert "[b]Eve[/b] against Player 2" in part(pilot, "#heading")
        assert "round 2/3" in part(pilot, "#heading")
        assert "[b]Eve[/b]:" in notes(pilot)


@app_test
async def test_remarks_are_shown_where_they_were_made() -> None:
    match = book()
    match.comments[2] = "a [bold] reply"
    async with open_app(reviewing(match)) as pilot:
        assert "reply" not in part(pilot, "#message")
        await pilot.press("home", "right", "right")
        assert "{a [bold] reply}" in part(pilot, "#message")


# ---- nothing hidden


@app_test
async def test_an_unfinished_game_is_reviewed_and_shows_nothing_hidden() -> None:
    match = Match(numduel.new("quest", board="1 2 3/4 5 6/7 8 9"))
    match.play("2,2")
    async with open_app(reviewing(match), LARGE) as pilot:
        screen = top_screen(pilot)
        assert found(pilot).now is not None
        assert [tile.label for tile in screen.board.tiles if tile.label] == ["5"]
        await pilot.press("a")
        await settle(pilot)
        report = numduel.analyse(match)
        assert screen.board.overlay.badges == {m: Badge.of(v) for m, v in report.moves.items()}
        await pilot.press("left", "left")
        assert not [tile.label for tile in screen.board.tiles if tile.label]


@app_test
async def test_at_the_end_the_whole_board_is_uncovered_and_only_there() -> None:
    match = random_match("quest")
    assert match.uncovered
    async with open_app(reviewing(match)) as pilot:
        screen = top_screen(pilot)
        labels = [tile.label for tile in screen.board.tiles]
        assert labels == [number for row in match.uncovered for number in row]
        await pilot.press("home")
        assert not any(tile.label for tile in screen.board.tiles)


@app_test
async def test_a_game_without_a_move_can_be_looked_at() -> None:
    async with open_app(reviewing(book(0))) as pilot:
        assert top_screen(pilot).ply == 0
        await pilot.press("left", "right", "up", "down", "home", "end")
        assert "With best play" in part(pilot, "#message")


# ---- values, log, rules, keys


@app_test
async def test_values_stand_on_the_tiles_and_go_with_the_same_key() -> None:
    async with open_app(reviewing(book())) as pilot:
        screen = top_screen(pilot)
        await pilot.press("left", "left", "a")
        step = found(pilot).plies[4]
        assert screen.board.overlay.badges == {m: Badge.of(v) for m, v in step.moves.items()}
        await pilot.press("left")
        step = found(pilot).plies[3]
        assert screen.board.overlay.badges == {m: Badge.of(v) for m, v in step.moves.items()}
        await pilot.press("a")
        assert not screen.board.overlay.badges


@app_test
async def test_values_stand_on_buttons_too() -> None:
    match = random_match("run", seed=0)
    place = next(n for n, state in enumerate(match.states) if "yes" in _moves(match, state))
    async with open_app(reviewing(match)) as pilot:
        await pilot.press("home", *["right"] * place, "a")
        await pilot.pause()
        labels = [str(choice.label) for choice in pilot.app.screen.query(MoveButton)]
        step = found(pilot).plies[place]
        assert [step.moves[move].sign in label for move, label in
                zip(("yes", "no"), labels, strict=True)] == [True, True]  # fmt: skip


def _moves(match: Match, state: object) -> tuple[str, ...]:
    status = match.game.status(state)
    return status.moves if isinstance(status, Turn) else ()


@app_test
async def test_log_and_rules_take_the_place_of_the_notes() -> None:
    async with open_app(reviewing(book()), LARGE) as pilot:
        beside = top_screen(pilot).query_one("#beside", ContentSwitcher)
        for keys, current in [("l", "log"), ("l", "notes"), ("r", "rules"), ("r", "notes")]:
            await pilot.press(keys)
            assert beside.current == current
        await pilot.press("l", "home")
        assert "(0,0)" not in " ".join(top_screen(pilot).panel.side.log_panel.lines[3:])
        await pilot.press("pagedown", "pageup")


@app_test
async def test_the_main_keys_stand_in_the_footer() -> None:
    async with open_app(reviewing(book())) as pilot:
        keys = top_screen(pilot).query_one(KeyBar).keys
        told = [f"{key.label} {key.description}" for key in keys]
        assert told[:4] == ["← → Step", "↑ ↓ Mistakes", "t Try", "a Values"]
        assert told[-1] == "Esc Back"
        assert keys[-1].end <= SMALL[0]


@app_test
async def test_a_trial_opened_while_the_engine_looks_lets_it_go_on_afterwards() -> None:
    async with open_app() as pilot:
        screen = ReviewScreen(random_match("race", seed=9, most=200, size=6))
        await pilot.app.push_screen(screen)
        screen.go(0)
        screen.choose(screen.view().choices[0])
        await settle(pilot)
        trial(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert len(found(pilot).plies) == len(screen.match.plies)


@app_test
async def test_all_keys_are_listed() -> None:
    async with open_app(reviewing(book()), LARGE) as pilot:
        await pilot.press("question_mark")
        assert isinstance(pilot.app.screen, KeysScreen)
        told = str(pilot.app.screen.query_one("#keys Static", Static).content)
        for words in ("← → , .", "the mistake before or after", "copy the record", "??"):
            assert words in told
        await pilot.press("escape")
        top_screen(pilot)


# ---- the mouse


@app_test
async def test_a_click_on_the_graph_goes_to_the_nearest_ply() -> None:
    async with open_app(reviewing(book())) as pilot:
        screen = top_screen(pilot)
        at = columns(7, screen.chart.size.width)
        await pilot.click(ProgressChart, offset=(at[3] + 1, 3))
        assert screen.ply == 3
        await pilot.click(ProgressChart, offset=(0, 0))
        assert screen.ply == 0


@app_test
async def test_a_click_on_a_note_goes_to_its_place() -> None:
    async with open_app(reviewing(book()), LARGE) as pilot:
        screen = top_screen(pilot)
        lines = [n for n, (option, _) in enumerate(screen.notes._lines) if option >= 2]
        await pilot.click("#notes", offset=(2, lines[0] + 1))
        await pilot.pause()
        assert screen.ply == 5
        assert screen.focused is screen.board


# ---- another move


@app_test
async def test_another_move_is_tried_with_arrows_and_esc_comes_back() -> None:
    async with open_app(reviewing(book())) as pilot:
        await pilot.press("left", "left", "t")
        screen = top_screen(pilot)
        cursor = screen.board.cursor
        assert cursor is not None
        assert cursor == screen.board.first_choice()
        tried = screen.board.tiles[cursor].move
        assert tried in screen.view().choices
        await pilot.press("enter")
        await settle(pilot)
        there = trial(pilot)
        assert there.match.plies[4].move == tried
        assert there.match is not screen.match
        assert part(pilot, "#heading").startswith("What if")
        await pilot.press("escape")
        assert pilot.app.screen is screen
        assert screen.ply == 4
        assert len(screen.match.plies) == 6
        assert not saves.list_saves()


@app_test
async def test_instead_of_a_mistake_another_move_is_tried_where_it_was_made() -> None:
    async with open_app(reviewing(book())) as pilot:
        await pilot.press("left", "t")
        screen = top_screen(pilot)
        assert screen.ply == 4
        assert part(pilot, "#message").startswith("Instead of 1,1: ")
        await pilot.press("escape")
        assert (screen.ply, screen.board.cursor) == (5, None)
        await pilot.press("t")
        await type_line(pilot, "0,2")
        assert [ply.move for ply in trial(pilot).match.plies[3:5]] == ["2,1", "0,2"]
        await pilot.press("escape")
        assert (top_screen(pilot).ply, part(pilot, "#line")) == (
            5,
            "t tries another move instead of 1,1",
        )


@app_test
async def test_instead_of_a_mistake_means_before_the_choice_and_not_before_the_draw() -> None:
    match = random_match("quest")
    async with open_app(reviewing(match)) as pilot:
        screen = top_screen(pilot)
        first, *others = found(pilot).plies  # every choice is as good there: one is made worse
        worse = first._replace(after=chance(first.after.chance - MISTAKE))
        screen.review.result = found(pilot)._replace(plies=(worse, *others))
        screen.go(1)
        assert not screen.view().choices
        await pilot.press("t")
        assert screen.ply == 0
        assert match.plies[0].move in screen.view().choices
        assert part(pilot, "#message").startswith(f"Instead of {match.plies[0].move}: ")
        await pilot.press("escape")
        assert screen.ply == 1


@pytest.mark.parametrize("id", numduel.games())
@app_test
async def test_what_was_chosen_last_is_marked_where_it_was_chosen(id: str) -> None:
    """Also where the word for it, such as a direction, means another tile by now."""
    match = random_match(id, seed=3)
    async with open_app(reviewing(match)) as pilot:
        screen = top_screen(pilot)
        before = None
        for place, (ply, state) in enumerate(zip(match.plies, match.states, strict=False), 1):
            if ply.player is not None:
                rows = match.game.picture(state).rows
                moves = [tile.move for row in rows for tile in row]
                before = moves.index(ply.move) if ply.move in moves else None
            screen.go(place)
            assert screen.board.overlay.last == before
        screen.go(0)
        assert screen.board.overlay.last is None


@app_test
async def test_the_tile_of_a_step_is_where_the_player_stands_now() -> None:
    match = random_match("race", most=1)
    async with open_app(reviewing(match)) as pilot:
        board = top_screen(pilot).board
        assert board.overlay.last is not None
        assert match.plies[0].player in board.tiles[board.overlay.last].tokens


@pytest.mark.parametrize(("id", "size"), [*zip(numduel.games(), cycle([LARGE, SMALL]))])
@app_test
async def test_the_board_keeps_its_size_whatever_is_said_below(
    id: str, size: tuple[int, int]
) -> None:
    async with open_app(reviewing(random_match(id, most=30)), size) as pilot:
        screen = top_screen(pilot)
        rooms = set()
        for place in range(screen.last + 1):
            screen.go(place)
            await pilot.pause()
            rooms.add((screen.board.region, screen.board._room))
        screen.panel.show_message("many words " * 60)
        await pilot.pause()
        rooms.add((screen.board.region, screen.board._room))
        assert len(rooms) == 1


@app_test
async def test_what_is_said_at_length_can_be_paged_through() -> None:
    async with open_app(reviewing(book())) as pilot:
        screen = top_screen(pilot)
        screen.panel.show_message("many words " * 60)
        await pilot.pause()
        words = screen.query_one("#messages")
        assert words.max_scroll_y > 0
        await pilot.press("pagedown")
        await pilot.pause()
        assert words.scroll_offset.y > 0
        await pilot.press("pageup", "pageup", "pageup")
        await pilot.pause()
        assert words.scroll_offset.y == 0


@app_test
async def test_pointing_ends_with_esc_or_the_same_key_and_arrows_step_again() -> None:
    async with open_app(reviewing(book())) as pilot:
        screen = top_screen(pilot)
        for end in ("escape", "t"):
            await pilot.press("home", "right", "enter", "right", "down")
            assert (screen.ply, screen.board.cursor is None) == (1, False)
            await pilot.press(end)
            assert screen.board.cursor is None
            await pilot.press("right")
            assert screen.ply == 2


@app_test
async def test_another_move_is_tried_by_a_click_and_by_typing() -> None:
    async with open_app(reviewing(book())) as pilot:
        screen = top_screen(pilot)
        await pilot.press("home")
        await pilot.click("#board", offset=(10, 3))
        await settle(pilot)
        assert trial(pilot).match.plies[0].move == "0,0"
        await pilot.press("escape")
        await type_line(pilot, "2,2")
        assert trial(pilot).match.plies[0].move == "2,2"
        await pilot.press("escape")
        assert pilot.app.screen is screen


@app_test
async def test_what_cannot_be_tried_is_said_in_place() -> None:
    async with open_app(reviewing(book())) as pilot:
        await pilot.press("t")
        assert "The game is over here" in part(pilot, "#message")
        await type_line(pilot, "2,2")
        assert "The game is over here" in part(pilot, "#message")
        await pilot.press("left")
        await type_line(pilot, "0,0")
        assert "(0,0)" in part(pilot, "#message")
        await type_line(pilot, "77")
        assert "; type " in part(pilot, "#message")
        assert len(top_screen(pilot).match.plies) == 6


@app_test
async def test_a_trial_goes_back_to_where_it_began_and_no_further() -> None:
    async with open_app(reviewing(book())) as pilot:
        await pilot.press("home", "right", "right")
        await type_line(pilot, "1,0")
        there = trial(pilot)
        assert len(there.match.plies) > 2
        await pilot.press("u")
        await settle(pilot)
        assert len(there.match.plies) == 2
        await pilot.press("u")
        assert "where you began" in part(pilot, "#message")
        assert len(there.match.plies) == 2


@app_test
async def test_both_sides_of_a_trial_can_be_played() -> None:
    async with open_app(reviewing(book())) as pilot:
        await pilot.press("home")
        await type_line(pilot, "0,0")
        counted = [played(pilot)]
        await pilot.press("x")
        await settle(pilot)
        await type_line(pilot, trial(pilot).match.moves[0])
        counted.append(played(pilot))
        await pilot.press("x")
        await settle(pilot)
        assert [*counted, played(pilot)] == [2, 3, 4]


@app_test
async def test_a_trial_that_is_over_can_be_reviewed_itself() -> None:
    async with open_app(reviewing(book())) as pilot:
        await pilot.press("left", "left")
        await type_line(pilot, "1,1")
        there = trial(pilot)
        while not there.match.is_over:
            await type_line(pilot, there.match.moves[0])
        await pilot.press("m")
        assert pilot.app.screen is there
        await type_line(pilot, "0,0")
        assert "over" in part(pilot, "#message")
        await pilot.press("v")
        await settle(pilot)
        assert top_screen(pilot).match is there.match
        await pilot.press("escape", "escape")
        assert top_screen(pilot).ply == 4
        assert not saves.list_saves()


# ---- the record


@app_test
async def test_the_record_is_copied_and_saved() -> None:
    match = book()
    async with open_app(reviewing(match)) as pilot:
        await pilot.press("c")
        assert pilot.app.clipboard == record.dumps(match)
        assert "if your terminal allows it" in part(pilot, "#line")
        await pilot.press("s")
        assert isinstance(pilot.app.screen, SaveScreen)
        await pilot.press("escape")
        top_screen(pilot)


# ---- from a game and back


@app_test
async def test_after_a_review_the_rematch_is_one_key_away() -> None:
    async with open_app(start_game("sum", target=5)) as pilot:
        await type_line(pilot, "5")
        await pilot.press("v")
        await settle(pilot)
        assert top_screen(pilot).names == ("Ann", "Bob")
        await pilot.press("left", "escape", "m")
        screen = pilot.app.screen
        assert isinstance(screen, PlayScreen)
        assert screen.narration.names == ("Bob", "Ann")
        assert not screen.match.plies


# ---- room


@app_test
async def test_a_resize_at_any_moment_loses_nothing() -> None:
    async with open_app(reviewing(random_match("run", seed=0))) as pilot:
        screen = top_screen(pilot)
        await pilot.press("up", "a", "t", "right")
        before = (screen.ply, screen.board.cursor, screen.board.overlay.badges)
        for size in [(40, 12), (200, 60), SMALL]:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert (screen.ply, screen.board.cursor, screen.board.overlay.badges) == before
        assert screen.chart.display
        assert screen.focused is screen.board


@app_test
async def test_plain_letters_draw_all_of_it() -> None:
    async with open_app(reviewing(random_match("quest")), LARGE, ascii=True) as pilot:
        screen = top_screen(pilot)
        graph = screen.chart._canvas.text()
        assert graph.isascii()
        assert "^" in graph
        assert "#" in graph
        assert "o" in graph


# ---- a sixth game


@pytest.mark.parametrize("id", ["nim", "pig"])
@with_more_games()
@app_test
async def test_another_game_is_reviewed_and_tried_like_the_others(id: str) -> None:
    match = random_match(id)
    async with open_app(reviewing(match)) as pilot:
        screen = top_screen(pilot)
        assert len(found(pilot).plies) == len(match.plies)
        await pilot.press("home", "a")
        while not screen.view().choices:  # dice may come first
            await pilot.press("right")
        place, move = screen.ply, screen.view().choices[0]
        screen.choose(move)
        await settle(pilot)
        assert trial(pilot).match.plies[place].move == move
        await pilot.press("escape")
        assert top_screen(pilot).ply == place


# ---- the graph by itself


def test_every_ply_has_its_shape_and_mark() -> None:
    course = points(review(ENGINE, book(), plenty()))
    assert [point.kind for point in course] == ["", "one", "two", "one", "two", "one", "two"]
    lines = draw_chart(course, 6, 40, 9).text().splitlines()
    drawn = "\n".join(lines)
    assert (drawn.count("●"), drawn.count("■"), drawn.count("○")) == (3, 3, 1)
    at = columns(7, 40)
    assert lines[-1].index("??") == at[5]
    assert lines[-1].index("▲") == at[6]


def test_who_is_better_off_stands_higher() -> None:
    course = [Point(0.5, ""), Point(1.0, "one"), Point(0.0, "two")]
    lines = draw_chart(course, 0, 20, 8).text().splitlines()
    assert "●" in lines[0]
    assert "■" in lines[6]


def test_a_long_game_is_squeezed_into_the_room_and_keeps_its_worst_marks() -> None:
    course = [Point(0.5, "")] + [Point(n % 2, "one", "?!") for n in range(300)]
    course[100] = Point(0.0, "one", "??")
    canvas = draw_chart(course, 300, 28, 6)
    assert columns(301, 28)[-1] < 28
    assert canvas.text().splitlines()[-1].count("X") == 1


def test_no_graph_breaks_in_a_room_too_small_for_it() -> None:
    course = [Point(0.5, ""), Point(1.0, "one", "??")]
    for wide in range(1, 8):
        for high in range(1, 6):
            assert draw_chart(course, 1, wide, high).height == high
    assert not draw_chart([], 0, 20, 5).text().strip()
