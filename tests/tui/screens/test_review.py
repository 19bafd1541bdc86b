"""Reviewing a game in the app: steps, progress chart, mistakes, and trying other moves."""

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
"""The board of the maze's rule book."""


def book_match(plies: int = 6) -> Match:
    """Return a game in which 1,1 is a mistake and 2,2 wins."""
    match = Match(numduel.new("maze", board=BOOK))
    for move in ("0,0", "2,0", "0,1", "2,1", "1,1", "2,2")[:plies]:
        match.play(move)
    return match


def random_match(id: str, seed: int = 7, max_plies: int = 60, **options: int) -> Match:
    """Return a random game, stopped after `max_plies`."""
    dice = Dice(seed)
    match = Match(find(id).setup(options, None, Dice(seed)), dice=dice)
    while not match.is_over and len(match.plies) < max_plies:
        match.play(dice.choice(match.moves))
    return match


def open_review(
    match: Match, names: tuple[str, str] = ("Ann", "Bob")
) -> Callable[[], ReviewScreen]:
    match.tags |= {"Player1": names[0], "Player2": names[1]}
    return lambda: ReviewScreen(match)


def review_screen(pilot: Pilot[None]) -> ReviewScreen:
    screen = pilot.app.screen
    assert isinstance(screen, ReviewScreen)
    return screen


def trial_screen(pilot: Pilot[None]) -> TrialScreen:
    screen = pilot.app.screen
    assert isinstance(screen, TrialScreen)
    return screen


def count_plies(pilot: Pilot[None]) -> int:
    return len(trial_screen(pilot).match.plies)


def text_of(pilot: Pilot[None], name: str) -> str:
    return str(pilot.app.screen.query_one(name, Static).content)


def review_of(pilot: Pilot[None]) -> Review:
    seen = review_screen(pilot).review.result
    assert seen is not None
    return seen


def notes_text(pilot: Pilot[None]) -> str:
    return "\n".join(str(option.prompt) for option in review_screen(pilot).notes.options)


# ---- stepping


@app_test
async def test_review_opens_at_the_end_and_steps_through_plies() -> None:
    async with open_app(open_review(book_match())) as pilot:
        screen = review_screen(pilot)
        assert screen.ply == 6
        assert text_of(pilot, "#heading").endswith("6 of 6")
        for keys, place in [
            ("left", 5), ("comma", 4), ("right", 5), ("full_stop", 6), ("right", 6),
            ("home", 0), ("left", 0), ("end", 6),
        ]:  # fmt: skip
            await pilot.press(keys)
            assert screen.ply == place
            assert screen.board.picture == screen.match.game.picture(screen.match.states[place])
        await pilot.press("home")
        assert "Start of the game." in text_of(pilot, "#message")


@pytest.mark.parametrize(("id", "size"), [*zip(numduel.games(), cycle([SMALL, LARGE]))])
@app_test
async def test_every_game_is_reviewed_from_start_to_end(id: str, size: tuple[int, int]) -> None:
    match = random_match(id)
    async with open_app(open_review(match), size) as pilot:
        screen = review_screen(pilot)
        assert review_of(pilot) == review(ENGINE, match, plenty())
        assert screen.chart.size.height > 4
        assert screen.board.region.bottom <= size[1]
        await pilot.press("home", "a")
        for place in range(len(match.plies) + 1):
            assert screen.ply == place
            assert text_of(pilot, "#message")
            await pilot.press("right")


@app_test
async def test_stepping_works_before_analysis_is_done() -> None:
    match = random_match("race", seed=9, max_plies=200, size=6)
    async with open_app() as pilot:
        screen = ReviewScreen(match)
        await pilot.app.push_screen(screen)
        await pilot.press("left", "left")
        assert screen.ply == len(match.plies) - 2
        await settle(pilot)
        assert screen.review.result is not None
        assert screen.chart.ply == screen.ply


@app_test
async def test_leaving_cancels_the_review() -> None:
    async with open_app() as pilot:
        await pilot.app.push_screen(ReviewScreen(random_match("maze", size=12, extra=5)))
        await pilot.press("escape")
        await settle(pilot)
        assert not isinstance(pilot.app.screen, ReviewScreen)
        assert not list(pilot.app.workers)


# ---- findings


@app_test
async def test_mistake_is_explained() -> None:
    async with open_app(open_review(book_match()), LARGE) as pilot:
        screen = review_screen(pilot)
        await pilot.press("up")
        assert screen.ply == 5
        step = review_of(pilot).plies[4]
        said = text_of(pilot, "#message")
        assert "Ann moved to the 5, centre: 12 of 15. ??" in said
        reason = address(step.reason, ("Ann", "Bob"))
        assert reason in said  # the move, what it allowed, what would have won
        assert reason.startswith("The 5, centre, loses in ")
        assert reason.split(". ")[-1].startswith("The 8, top right, would have won in ")
        moment = "?? Turn 5: Ann threw away a win, the decisive mistake."
        assert notes_text(pilot).startswith(f"Key moments\n{moment}\n")
        assert reason not in notes_text(pilot)  # it is already on the screen
        accuracy = "Accuracy 50%: 1 of Ann's 2 real choices was correct. (1 ??)"
        assert accuracy in notes_text(pilot)
        assert "Bob had no real choices" in notes_text(pilot)
        highlighted = screen.notes.highlighted_option
        assert highlighted is not None
        assert highlighted.id == "5"


@app_test
async def test_keys_step_through_the_mistakes() -> None:
    match = random_match("run", seed=0)
    async with open_app(open_review(match)) as pilot:
        screen = review_screen(pilot)
        places = [n for n, step in enumerate(review_of(pilot).plies, 1) if step.mark]
        assert len(places) > 2
        await pilot.press("home")
        for key, place in zip(["n", "down", "n"], places, strict=False):
            await pilot.press(key)
            assert screen.ply == place
        await pilot.press("p")
        assert screen.ply == places[1]
        await pilot.press("up", "up")
        assert screen.ply == places[0]
        assert "No key moments before" in text_of(pilot, "#line")
        await pilot.press("end")
        assert text_of(pilot, "#line") == "Press ↓ for the first key moment"
        await pilot.press("down")
        assert screen.ply == places[0], "from the end, the first one"
        screen.go(places[-1])
        await pilot.press("down")
        assert "No key moments after" in text_of(pilot, "#line")


@app_test
async def test_game_without_mistakes_says_so() -> None:
    match = Match(numduel.new("sum", target=5))
    match.play("5")
    async with open_app(open_review(match)) as pilot:
        assert "No mistakes: 1 real choice, all correct." in notes_text(pilot)
        await pilot.press("up")
        assert "No key moments before" in text_of(pilot, "#line")
        await pilot.press("left")
        assert "Ann wins in 1 turn" in text_of(pilot, "#message")


@app_test
async def test_end_names_the_winner() -> None:
    match = book_match()
    async with open_app(open_review(match)) as pilot:
        for line in ("Bob reached exactly 15 on the 6, bottom right.", "Bob won the game."):
            assert line in text_of(pilot, "#message")
        await pilot.press("left")
        assert "won the game" not in text_of(pilot, "#message")


@app_test
async def test_luck_is_shown_in_games_of_chance() -> None:
    match = random_match("quest")
    async with open_app(open_review(match), LARGE) as pilot:
        screen = review_screen(pilot)
        assert "luck" in notes_text(pilot)
        assert "of a win" in notes_text(pilot)
        drawn = next(n for n, step in enumerate(review_of(pilot).plies, 1) if step.drawn)
        await pilot.press("home", *["right"] * drawn)
        assert screen.ply == drawn
        assert "luck" in text_of(pilot, "#message")
        await pilot.press("left", "t")
        assert "Chance decides here" in text_of(pilot, "#message")


@app_test
async def test_names_come_from_the_record() -> None:
    match = book_match()
    match.tags = {"Player1": "[b]Eve[/b]", "Round": "2/3"}
    async with open_app(lambda: ReviewScreen(match)) as pilot:
        assert "[b]Eve[/b] against Player 2" in text_of(pilot, "#heading")
        assert "round 2/3" in text_of(pilot, "#heading")
        assert "Turn 5: [b]Eve[/b] threw away a win" in notes_text(pilot)


@app_test
async def test_comments_are_shown_at_their_ply() -> None:
    match = book_match()
    match.comments[2] = "a [bold] reply"
    async with open_app(open_review(match)) as pilot:
        assert "reply" not in text_of(pilot, "#message")
        await pilot.press("home", "right", "right")
        assert "{a [bold] reply}" in text_of(pilot, "#message")


# ---- hidden numbers


@app_test
async def test_review_of_an_unfinished_game_reveals_nothing() -> None:
    match = Match(numduel.new("quest", board="1 2 3/4 5 6/7 8 9"))
    match.play("2,2")
    async with open_app(open_review(match), LARGE) as pilot:
        screen = review_screen(pilot)
        assert review_of(pilot).now is not None
        assert [tile.label for tile in screen.board.tiles if tile.label] == ["5"]
        await pilot.press("a")
        await settle(pilot)
        report = numduel.analyse(match)
        assert screen.board.overlay.badges == {m: Badge.of(v) for m, v in report.moves.items()}
        await pilot.press("left", "left")
        assert not [tile.label for tile in screen.board.tiles if tile.label]


@app_test
async def test_board_is_revealed_only_at_the_end() -> None:
    match = random_match("quest")
    assert match.uncovered
    async with open_app(open_review(match)) as pilot:
        screen = review_screen(pilot)
        labels = [tile.label for tile in screen.board.tiles]
        assert labels == [number for row in match.uncovered for number in row]
        await pilot.press("home")
        assert not any(tile.label for tile in screen.board.tiles)


@app_test
async def test_game_without_moves_can_be_reviewed() -> None:
    async with open_app(open_review(book_match(0))) as pilot:
        assert review_screen(pilot).ply == 0
        await pilot.press("left", "right", "up", "down", "home", "end")
        assert "With best play" in text_of(pilot, "#message")


# ---- values, log, rules, keys


@app_test
async def test_a_toggles_values_on_tiles() -> None:
    async with open_app(open_review(book_match())) as pilot:
        screen = review_screen(pilot)
        await pilot.press("left", "left", "a")
        step = review_of(pilot).plies[4]
        assert screen.board.overlay.badges == {m: Badge.of(v) for m, v in step.moves.items()}
        await pilot.press("left")
        step = review_of(pilot).plies[3]
        assert screen.board.overlay.badges == {m: Badge.of(v) for m, v in step.moves.items()}
        await pilot.press("a")
        assert not screen.board.overlay.badges


@app_test
async def test_values_appear_on_buttons() -> None:
    match = random_match("run", seed=0)
    place = next(n for n, state in enumerate(match.states) if "yes" in _legal_moves(match, state))
    async with open_app(open_review(match)) as pilot:
        await pilot.press("home", *["right"] * place, "a")
        await pilot.pause()
        labels = [str(choice.label) for choice in pilot.app.screen.query(MoveButton)]
        step = review_of(pilot).plies[place]
        assert [step.moves[move].sign in label for move, label in
                zip(("yes", "no"), labels, strict=True)] == [True, True]  # fmt: skip


def _legal_moves(match: Match, state: object) -> tuple[str, ...]:
    status = match.game.status(state)
    return status.moves if isinstance(status, Turn) else ()


@app_test
async def test_log_and_rules_replace_the_notes() -> None:
    async with open_app(open_review(book_match()), LARGE) as pilot:
        beside = review_screen(pilot).query_one("#beside", ContentSwitcher)
        for keys, current in [("l", "log"), ("l", "notes"), ("r", "rules"), ("r", "notes")]:
            await pilot.press(keys)
            assert beside.current == current
        await pilot.press("l", "home")
        assert "(0,0)" not in " ".join(review_screen(pilot).panel.side.log_panel.lines[3:])
        await pilot.press("pagedown", "pageup")


@app_test
async def test_key_bar_shows_the_main_keys() -> None:
    async with open_app(open_review(book_match())) as pilot:
        keys = review_screen(pilot).query_one(KeyBar).keys
        labels = [f"{key.label} {key.description}" for key in keys]
        assert labels[:4] == ["← → Step", "↑ ↓ Moments", "t Try", "a Analysis"]
        assert labels[-1] == "Esc Back"
        assert keys[-1].end <= SMALL[0]


@app_test
async def test_analysis_continues_after_an_early_trial() -> None:
    async with open_app() as pilot:
        screen = ReviewScreen(random_match("race", seed=9, max_plies=200, size=6))
        await pilot.app.push_screen(screen)
        screen.go(0)
        screen.choose(screen.view().choices[0])
        await settle(pilot)
        trial_screen(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert len(review_of(pilot).plies) == len(screen.match.plies)


@app_test
async def test_question_mark_lists_the_keys() -> None:
    async with open_app(open_review(book_match()), LARGE) as pilot:
        await pilot.press("question_mark")
        assert isinstance(pilot.app.screen, KeysScreen)
        listed = str(pilot.app.screen.query_one("#keys Static", Static).content)
        for words in ("← → , .", "previous or next key moment", "copy the record", "??"):
            assert words in listed
        await pilot.press("escape")
        review_screen(pilot)


# ---- the mouse


@app_test
async def test_click_on_the_chart_goes_to_the_nearest_ply() -> None:
    async with open_app(open_review(book_match())) as pilot:
        screen = review_screen(pilot)
        at = columns(7, screen.chart.size.width)
        await pilot.click(ProgressChart, offset=(at[3] + 1, 3))
        assert screen.ply == 3
        await pilot.click(ProgressChart, offset=(0, 0))
        assert screen.ply == 0


@app_test
async def test_click_on_a_note_goes_to_its_ply() -> None:
    async with open_app(open_review(book_match()), LARGE) as pilot:
        screen = review_screen(pilot)
        lines = [n for n, (option, _) in enumerate(screen.notes._lines) if option >= 1]
        await pilot.click("#notes", offset=(2, lines[0] + 1))
        await pilot.pause()
        assert screen.ply == 5
        assert screen.focused is screen.board


# ---- another move


@app_test
async def test_other_move_is_tried_with_arrows_and_escape_returns() -> None:
    async with open_app(open_review(book_match())) as pilot:
        await pilot.press("left", "left", "t")
        screen = review_screen(pilot)
        cursor = screen.board.cursor
        assert cursor is not None
        assert cursor == screen.board.first_choice()
        tried = screen.board.tiles[cursor].move
        assert tried in screen.view().choices
        await pilot.press("enter")
        await settle(pilot)
        there = trial_screen(pilot)
        assert there.match.plies[4].move == tried
        assert there.match is not screen.match
        assert text_of(pilot, "#heading").startswith("What if")
        await pilot.press("escape")
        assert pilot.app.screen is screen
        assert screen.ply == 4
        assert len(screen.match.plies) == 6
        assert not saves.list_saves()


@app_test
async def test_trial_after_a_mistake_starts_before_it() -> None:
    async with open_app(open_review(book_match())) as pilot:
        await pilot.press("left", "t")
        screen = review_screen(pilot)
        assert screen.ply == 4
        assert text_of(pilot, "#message").startswith(
            "Which move would you play instead of the 5, centre?"
        )
        await pilot.press("escape")
        assert (screen.ply, screen.board.cursor) == (5, None)
        await pilot.press("t")
        await type_line(pilot, "0,2")
        assert [ply.move for ply in trial_screen(pilot).match.plies[3:5]] == ["2,1", "0,2"]
        await pilot.press("escape")
        assert review_screen(pilot).ply == 5
        assert button_labels(pilot) == {"t": "Try again", "f": "Refutation"}


def button_labels(pilot: Pilot[None]) -> dict[str, str]:
    return {button.key: button.text for button in review_screen(pilot).query(MoveButton)}


@app_test
async def test_tried_move_is_judged() -> None:
    match = book_match()
    for move, verdict in (
        ("0,2", "Correct! Ann wins in 1 turn. You reached exactly 15"),
        ("1,1", "No, that is a mistake too. Ann loses in 2 turns. Bob reached exactly 15"),
    ):
        async with open_app(open_review(match)) as pilot:
            await pilot.press("left", "t")
            await type_line(pilot, move)
            assert trial_screen(pilot).panel.messages.text.startswith(verdict)


@app_test
async def test_refutation_is_played_on_the_board() -> None:
    match = Match.replay(numduel.new("sum"), [*"4852684951719468259"])
    async with open_app(open_review(match)) as pilot:
        screen = review_screen(pilot)
        assert not screen.check_action("line", ()), "the end isn't a mistake"
        step, ply = next(
            (step, ply)
            for ply, step in enumerate(review_of(pilot).plies, 1)
            if step.is_mistake and len(step.line) > 2
        )
        screen.go(ply)
        assert "f" in screen.active_bindings
        await pilot.press("f")
        line = (step.move, *step.line)

        def shown() -> list[str]:
            view = screen.panel.view
            return [each.move for each in view.match.plies[: view.ply]][ply - 1 :]

        assert shown() == list(line[:2]), "the mistake and the reply"
        assert f"Line: move 2 of {len(line)}" in text_of(pilot, "#line")
        await type_line(pilot, "1")
        assert "This is a line" in text_of(pilot, "#message")
        await pilot.press("right")
        assert shown() == list(line[:3])
        assert text_of(pilot, "#message").endswith(".")
        await pilot.press(*["right"] * len(line))
        assert shown() == list(line)
        await pilot.press(*["left"] * (len(line) + 1))
        assert shown() == []
        assert text_of(pilot, "#message") == "Before the mistake."
        await pilot.press("escape")
        assert (screen.ply, screen.panel.view.ply) == (ply, ply)
        await pilot.press("f", "t")
        assert text_of(pilot, "#message").startswith("Which move would you play instead of")
        assert screen.ply == ply - 1


@app_test
async def test_trial_starts_before_the_choice_not_before_the_chance_outcome() -> None:
    match = random_match("quest")
    async with open_app(open_review(match)) as pilot:
        screen = review_screen(pilot)
        first, *others = review_of(pilot).plies  # all choices are equal: make one worse
        worse = first._replace(after=chance(first.after.chance - MISTAKE))
        screen.review.result = review_of(pilot)._replace(plies=(worse, *others))
        screen.go(1)
        assert not screen.view().choices
        await pilot.press("t")
        assert screen.ply == 0
        assert match.plies[0].move in screen.view().choices
        assert text_of(pilot, "#message").startswith(
            "Which move would you play instead of the top right cell?"
        )
        await pilot.press("escape")
        assert screen.ply == 1


@pytest.mark.parametrize("id", numduel.games())
@app_test
async def test_last_move_is_marked_on_its_tile(id: str) -> None:
    """Even if its word, such as a direction, now means another tile."""
    match = random_match(id, seed=3)
    async with open_app(open_review(match)) as pilot:
        screen = review_screen(pilot)
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
async def test_marked_tile_holds_the_players_token() -> None:
    match = random_match("race", max_plies=1)
    async with open_app(open_review(match)) as pilot:
        board = review_screen(pilot).board
        assert board.overlay.last is not None
        assert match.plies[0].player in board.tiles[board.overlay.last].tokens


@pytest.mark.parametrize(("id", "size"), [*zip(numduel.games(), cycle([LARGE, SMALL]))])
@app_test
async def test_board_size_is_independent_of_the_message(id: str, size: tuple[int, int]) -> None:
    async with open_app(open_review(random_match(id, max_plies=30)), size) as pilot:
        screen = review_screen(pilot)
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
async def test_long_message_scrolls_by_page() -> None:
    async with open_app(open_review(book_match())) as pilot:
        screen = review_screen(pilot)
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
async def test_escape_or_t_ends_pointing_and_arrows_step_again() -> None:
    async with open_app(open_review(book_match())) as pilot:
        screen = review_screen(pilot)
        for end in ("escape", "t"):
            await pilot.press("home", "right", "enter", "right", "down")
            assert (screen.ply, screen.board.cursor is None) == (1, False)
            await pilot.press(end)
            assert screen.board.cursor is None
            await pilot.press("right")
            assert screen.ply == 2


@app_test
async def test_other_move_is_tried_by_click_and_typing() -> None:
    async with open_app(open_review(book_match())) as pilot:
        screen = review_screen(pilot)
        await pilot.press("home")
        await pilot.click("#board", offset=(10, 3))
        await settle(pilot)
        assert trial_screen(pilot).match.plies[0].move == "0,0"
        await pilot.press("escape")
        await type_line(pilot, "2,2")
        assert trial_screen(pilot).match.plies[0].move == "2,2"
        await pilot.press("escape")
        assert pilot.app.screen is screen


@app_test
async def test_illegal_trial_moves_show_an_error() -> None:
    async with open_app(open_review(book_match())) as pilot:
        await pilot.press("t")
        assert "The game is over here" in text_of(pilot, "#message")
        await type_line(pilot, "2,2")
        assert "The game is over here" in text_of(pilot, "#message")
        await pilot.press("left")
        await type_line(pilot, "0,0")
        assert "The 4, top left," in text_of(pilot, "#message")
        await type_line(pilot, "77")
        assert " Type a cell " in text_of(pilot, "#message")
        assert len(review_screen(pilot).match.plies) == 6


@app_test
async def test_undo_stops_at_the_start_of_a_trial() -> None:
    async with open_app(open_review(book_match())) as pilot:
        await pilot.press("home", "right", "right")
        await type_line(pilot, "1,0")
        there = trial_screen(pilot)
        assert len(there.match.plies) > 2
        await pilot.press("u")
        await settle(pilot)
        assert len(there.match.plies) == 2
        await pilot.press("u")
        assert "where you started" in text_of(pilot, "#message")
        assert len(there.match.plies) == 2


@app_test
async def test_both_sides_of_a_trial_can_be_played() -> None:
    async with open_app(open_review(book_match())) as pilot:
        await pilot.press("home")
        await type_line(pilot, "0,0")
        counted = [count_plies(pilot)]
        await pilot.press("x")
        await settle(pilot)
        await type_line(pilot, trial_screen(pilot).match.moves[0])
        counted.append(count_plies(pilot))
        await pilot.press("x")
        await settle(pilot)
        assert [*counted, count_plies(pilot)] == [2, 3, 4]


@app_test
async def test_finished_trial_can_be_reviewed() -> None:
    async with open_app(open_review(book_match())) as pilot:
        await pilot.press("left", "left")
        await type_line(pilot, "1,1")
        there = trial_screen(pilot)
        while not there.match.is_over:
            await type_line(pilot, there.match.moves[0])
        await pilot.press("m")
        assert pilot.app.screen is there
        await type_line(pilot, "0,0")
        assert "over" in text_of(pilot, "#message")
        await pilot.press("v")
        await settle(pilot)
        assert review_screen(pilot).match is there.match
        await pilot.press("escape", "escape")
        assert review_screen(pilot).ply == 4
        assert not saves.list_saves()


# ---- the record


@app_test
async def test_record_is_copied_and_saved() -> None:
    match = book_match()
    async with open_app(open_review(match)) as pilot:
        await pilot.press("c")
        assert pilot.app.clipboard == record.dumps(match)
        assert "if your terminal allows it" in text_of(pilot, "#line")
        await pilot.press("s")
        assert isinstance(pilot.app.screen, SaveScreen)
        await pilot.press("escape")
        review_screen(pilot)


# ---- from a game and back


@app_test
async def test_rematch_is_one_key_away_after_a_review() -> None:
    async with open_app(start_game("sum", target=5)) as pilot:
        await type_line(pilot, "5")
        await pilot.press("v")
        await settle(pilot)
        assert review_screen(pilot).names == ("Ann", "Bob")
        await pilot.press("left", "escape", "m")
        screen = pilot.app.screen
        assert isinstance(screen, PlayScreen)
        assert screen.narration.names == ("Bob", "Ann")
        assert not screen.match.plies


# ---- sizes


@app_test
async def test_resize_keeps_ply_cursor_and_values() -> None:
    async with open_app(open_review(random_match("run", seed=0))) as pilot:
        screen = review_screen(pilot)
        await pilot.press("up", "a", "t", "right")
        before = (screen.ply, screen.board.cursor, screen.board.overlay.badges)
        for size in [(40, 12), (200, 60), SMALL]:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert (screen.ply, screen.board.cursor, screen.board.overlay.badges) == before
        assert screen.chart.display
        assert screen.focused is screen.board


@app_test
async def test_ascii_chart_is_ascii() -> None:
    async with open_app(open_review(random_match("quest")), LARGE, ascii=True) as pilot:
        screen = review_screen(pilot)
        graph = screen.chart._canvas.text()
        assert graph.isascii()
        assert "^" in graph
        assert "#" in graph
        assert "o" in graph


# ---- a sixth game


@pytest.mark.parametrize("id", ["nim", "pig"])
@with_more_games()
@app_test
async def test_sixth_game_is_reviewed_and_tried(id: str) -> None:
    match = random_match(id)
    async with open_app(open_review(match)) as pilot:
        screen = review_screen(pilot)
        assert len(review_of(pilot).plies) == len(match.plies)
        await pilot.press("home", "a")
        while not screen.view().choices:  # dice may come first
            await pilot.press("right")
        place, move = screen.ply, screen.view().choices[0]
        screen.choose(move)
        await settle(pilot)
        assert trial_screen(pilot).match.plies[place].move == move
        await pilot.press("escape")
        assert review_screen(pilot).ply == place


# ---- the progress chart


def test_every_ply_has_a_shape_and_mark() -> None:
    chart = points(review(ENGINE, book_match(), plenty()))
    assert [point.kind for point in chart] == ["", "one", "two", "one", "two", "one", "two"]
    lines = draw_chart(chart, 6, 40, 9).text().splitlines()
    drawn = "\n".join(lines)
    assert (drawn.count("●"), drawn.count("■"), drawn.count("○")) == (3, 3, 1)
    at = columns(7, 40)
    assert lines[-1].index("??") == at[5]
    assert lines[-1].index("▲") == at[6]


def test_chart_rises_when_player_1_is_ahead() -> None:
    chart = [Point(0.5, ""), Point(1.0, "one"), Point(0.0, "two")]
    lines = draw_chart(chart, 0, 20, 8).text().splitlines()
    assert "●" in lines[0]
    assert "■" in lines[6]


def test_long_chart_is_compressed_and_keeps_its_worst_mark() -> None:
    chart = [Point(0.5, "")] + [Point(n % 2, "one", "?!") for n in range(300)]
    chart[100] = Point(0.0, "one", "??")
    canvas = draw_chart(chart, 300, 28, 6)
    assert columns(301, 28)[-1] < 28
    assert canvas.text().splitlines()[-1].count("X") == 1


def test_chart_draws_at_any_size() -> None:
    chart = [Point(0.5, ""), Point(1.0, "one", "??")]
    for wide in range(1, 8):
        for high in range(1, 6):
            assert draw_chart(chart, 1, wide, high).height == high
    assert not draw_chart([], 0, 20, 5).text().strip()
