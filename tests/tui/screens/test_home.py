"""The first screen: everything has its key, its place for the mouse, and its way by arrows."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Static
from tui_support import LARGE, SMALL, app_test, open_app, settle

import numduel
from duel_support import plenty, visible_board, where, with_more_games
from numduel import Dice, Match, Player
from numduel.games import find, offered
from numduel.play.session import Session, make_sides
from numduel.storage import saves, streak
from numduel.storage.autosave import Autosave
from numduel.tui.parts import demo_game, menu, miniature
from numduel.tui.screens import home
from numduel.tui.screens.home import HomeScreen
from numduel.tui.screens.play import PlayScreen
from numduel.tui.screens.setup import SetupScreen
from numduel.tui.unfinished import DAMAGED

pytestmark = pytest.mark.usefixtures("home")

ENTRIES = {
    "m": "PuzzlesScreen",
    "p": "PuzzleScreen",
    "l": "LearnScreen",
    "o": "ReplayScreen",
    "s": "StatisticsScreen",
    "comma": "SettingsScreen",
    "question_mark": "KeysScreen",
}
SIZES = (SMALL, LARGE, (200, 60), (60, 20), (40, 12))


def at_home(pilot: Pilot[None]) -> HomeScreen:
    screen = pilot.app.screen
    assert isinstance(screen, HomeScreen)
    return screen


def on_top(pilot: Pilot[None]) -> str:
    return type(pilot.app.screen).__name__


def seen(pilot: Pilot[None]) -> str:
    """All text on the screen."""
    return "\n".join(strip.text for strip in pilot.app.screen._compositor.render_strips())


def told(pilot: Pilot[None]) -> list[str]:
    """What was said in passing."""
    return [notification.message for notification in pilot.app._notifications]


def focus(pilot: Pilot[None]) -> str:
    door = pilot.app.focused
    assert isinstance(door, menu.MenuItem)
    return door.action


def kept_game(id: str = "sum", *moves: str, who: str = "human", rounds: int = 1) -> Autosave:
    """A game on disk, so far played."""
    two = make_sides(("human", who), ("Ann", "Bob" if who == "human" else None))
    session = Session.begin(find(id), {}, two, seed=7, rounds=rounds)
    for move in moves:
        session.match.play(move)
    autosave = Autosave(session)
    autosave.keep()
    return autosave


WON = [*"91919191915"]
"""A whole game of Sum Battle."""


# ---- what is there


@pytest.mark.parametrize("size", [SMALL, LARGE])
@app_test
async def test_every_game_is_there_with_its_idea_and_its_key(size: tuple[int, int]) -> None:
    async with open_app(size=size) as pilot:
        text = seen(pilot)
        flat = " ".join(text.replace("│", " ").replace("┃", " ").split())
        for number, kind in enumerate(offered(), 1):
            assert f" {number}  {kind.title} " in text
            assert kind.summary.split()[0] in flat
        assert "Text only, for screen readers" in text
        assert "numduel play" in text
        for word in ("Today's puzzle", "More puzzles", "Learn", "Open a record", "Statistics"):
            assert word in text
        assert "Continue" not in text
        assert focus(pilot) == "game(1)"


@pytest.mark.parametrize("size", [SMALL, LARGE, (60, 20), (40, 12)])
@app_test
async def test_every_board_is_drawn_whole_at_every_size(size: tuple[int, int]) -> None:
    async with open_app(size=size) as pilot:
        for card in at_home(pilot).cards:
            lines = card.render().plain.splitlines()
            picture = card.demo.picture
            labels = [tile.label for row in picture.rows for tile in row if not tile.tokens]
            assert len(lines) <= card.content_size.height
            assert all(len(line.rstrip()) <= card.content_size.width for line in lines)
            text = " ".join(lines[1:])
            assert all(label in text for label in labels)


@app_test
async def test_a_resize_loses_neither_focus_nor_cards() -> None:
    async with open_app(size=LARGE) as pilot:
        await pilot.press("down", "right")
        before = focus(pilot)
        for width, height in ((40, 12), (200, 60), SMALL):
            await pilot.resize_terminal(width, height)
            await settle(pilot)
            assert focus(pilot) == before
        assert all(card.region.height >= menu.MIN_CARD_HEIGHT for card in at_home(pilot).cards)
        assert "Number Maze Race" in seen(pilot)


@app_test
async def test_plain_letters_only_where_that_is_wished() -> None:
    async with open_app(size=LARGE, ascii=True) as pilot:
        cards = "".join(card.render().plain for card in at_home(pilot).cards)
        assert cards.isascii()
        menu = at_home(pilot).query_one("#entries").region
        left = [line[: menu.x] for line in seen(pilot).splitlines()[:-1]]
        assert "".join(left).isascii()


# ---- keys and mouse


@app_test
async def test_a_key_opens_its_screen_and_escape_leads_back() -> None:
    """To the game that was opened; what is opened by a letter leaves one where one was."""
    async with open_app() as pilot:
        for key, opens in ENTRIES.items():
            with where(key):
                await pilot.press(key)
                await settle(pilot)
                assert on_top(pilot) == opens
                await pilot.press("escape")
                await settle(pilot)
                assert on_top(pilot) == "HomeScreen"
                assert focus(pilot) == "game(1)"
        for number in range(1, 6):
            with where(number):
                await pilot.press(str(number))
                await settle(pilot)
                assert isinstance(pilot.app.screen, SetupScreen)
                await pilot.press("escape")
                await settle(pilot)
                assert focus(pilot) == f"game({number})"


@app_test
async def test_a_click_opens_what_it_is_on() -> None:
    async with open_app() as pilot:
        for number, card in enumerate(at_home(pilot).cards, 1):
            await pilot.click(f"#game-{number}")
            await settle(pilot)
            assert on_top(pilot) == "SetupScreen", card.kind.title
            await pilot.press("escape")
            await settle(pilot)
        await pilot.click("#entry-settings")
        await settle(pilot)
        assert on_top(pilot) == "SettingsScreen"


@app_test
async def test_the_mouse_over_a_card_is_seen() -> None:
    async with open_app() as pilot:
        card = at_home(pilot).cards[3]
        before = card.styles.border_top
        await pilot.hover("#game-4")
        assert card.styles.border_top != before


@app_test
async def test_two_clicks_at_once_open_one_screen() -> None:
    async with open_app() as pilot:
        await pilot.click("#game-2", times=2)
        await settle(pilot)
        assert len(pilot.app.screen_stack) == 3


@app_test
async def test_q_leaves() -> None:
    async with open_app() as pilot:
        await pilot.press("q")
        await pilot.pause()
        assert not pilot.app.is_running


@app_test
async def test_a_key_without_a_meaning_changes_nothing() -> None:
    async with open_app() as pilot:
        before = seen(pilot)
        await pilot.press("9", "x", "f5", "escape")
        await settle(pilot)
        assert seen(pilot) == before


@app_test
async def test_arrows_go_in_two_dimensions() -> None:
    async with open_app() as pilot:
        walk = {"right": "game(2)", "down": "game(4)", "left": "game(3)", "up": "game(1)"}
        for way, there in walk.items():
            await pilot.press(way)
            assert focus(pilot) == there
        await pilot.press("left", "up")
        assert focus(pilot) == "game(1)"
        await pilot.press("down", "right", "right")
        assert focus(pilot) == "game(5)"
        await pilot.press("up")
        assert focus(pilot) == "visit('settings')"
        await pilot.press("up", "up")
        assert focus(pilot) == "visit('replay')"
        await pilot.press("enter")
        await settle(pilot)
        assert on_top(pilot) == "ReplayScreen"


@pytest.mark.parametrize("size", SIZES)
@app_test
async def test_arrows_reach_everything(size: tuple[int, int]) -> None:
    """From wherever one is, to wherever one wants; and what is reached is in sight."""
    async with open_app(size=size) as pilot:
        screen = at_home(pilot)
        reached, edge = {focus(pilot)}, [screen.cards[0]]
        while edge:
            here = edge.pop()
            for way in ("left", "right", "up", "down"):
                screen.set_focus(here)
                await pilot.press(way)
                door = pilot.app.focused
                assert isinstance(door, menu.MenuItem)
                if door.action not in reached:
                    reached.add(door.action)
                    edge.append(door)  # type: ignore[arg-type]
        assert reached == {door.action for door in screen.menu.items}
        for door in screen.menu.items:
            screen.set_focus(door)
            await settle(pilot)
            assert screen.region.overlaps(door.region)


@app_test
async def test_what_is_typed_ahead_reaches_the_screen_that_opens() -> None:
    async with open_app() as pilot:
        pilot.app.post_message(Key("2", "2"))
        pilot.app.post_message(Key("enter", "\r"))
        await settle(pilot)
        assert on_top(pilot) == "PlayScreen"
        assert len(pilot.app.screen_stack) == 3


@app_test
async def test_the_list_of_keys_has_them_all() -> None:
    async with open_app(size=LARGE) as pilot:
        await pilot.press("question_mark")
        await settle(pilot)
        text = seen(pilot)
        assert "1 2 3 4 5" in text
        assert "go on with the last game" not in text
        for what in ("today's puzzle", "more puzzles", "step by step", "leave", "arrows"):
            assert what in text


# ---- continuing


@app_test
async def test_the_last_game_is_the_first_thing_and_enter_goes_on_with_it() -> None:
    kept_game("sum", "9", "1", "9")
    async with open_app() as pilot:
        assert focus(pilot) == "continue"
        text = seen(pilot)
        assert "Sum Battle\n" in at_home(pilot).unfinished.summary
        assert "turn 4: Ann and Bob" in text
        await pilot.press("enter")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, PlayScreen)
        assert [ply.move for ply in screen.match.plies] == ["9", "1", "9"]


@app_test
async def test_nothing_to_continue_is_said_kindly() -> None:
    async with open_app() as pilot:
        await pilot.press("c")
        await settle(pilot)
        assert on_top(pilot) == "HomeScreen"
        assert told(pilot) == [home.NO_UNFINISHED_MESSAGE]


@app_test
async def test_c_and_a_click_go_on_too() -> None:
    kept_game("sum", "9")
    async with open_app(size=LARGE) as pilot:
        await pilot.press("c")
        await settle(pilot)
        assert on_top(pilot) == "PlayScreen"
        await pilot.press("escape")
        await settle(pilot)
        await pilot.click("#entry-continue")
        await settle(pilot)
        assert on_top(pilot) == "PlayScreen"


@app_test
async def test_a_finished_game_is_not_continued_but_its_next_round_is() -> None:
    kept_game("sum", *WON)
    async with open_app() as pilot:
        assert "Continue" not in seen(pilot)
    kept_game("sum", *WON, rounds=3)
    async with open_app() as pilot:
        assert "round 2 of 3: Ann and Bob" in at_home(pilot).unfinished.summary
        await pilot.press("enter")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, PlayScreen)
        assert screen.session.series.round == 2


@app_test
async def test_a_game_left_a_moment_ago_can_be_continued_and_one_finished_cannot() -> None:
    async with open_app() as pilot:
        await pilot.press("2", "enter")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, PlayScreen)
        screen.choose("5")
        await settle(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert "Continue" in seen(pilot)
        assert focus(pilot) == "game(2)"
        await pilot.press("c")
        await settle(pilot)
        while not screen.match.is_over:
            resumed = pilot.app.screen
            assert isinstance(resumed, PlayScreen)
            if resumed.match.is_over:
                break
            if resumed.is_persons_turn:
                resumed.choose(resumed.match.moves[-1])
            await settle(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert "Continue" not in seen(pilot)


@app_test
async def test_focus_is_not_lost_with_the_game_it_was_on() -> None:
    autosave = kept_game("sum", *WON[:-1])
    async with open_app() as pilot:
        assert focus(pilot) == "continue"
        autosave.session.match.play(WON[-1])
        autosave.keep()
        await pilot.press("enter")
        await settle(pilot)
        assert on_top(pilot) == "HomeScreen"
        assert told(pilot) == [home.SAVE_GONE_MESSAGE]
        assert focus(pilot) == "game(1)"


@app_test
async def test_an_open_game_behind_many_finished_ones_is_found() -> None:
    first = kept_game("sum", "9")
    record = numduel.record.dumps(_whole())
    for number in range(home.SAVES_READ_FIRST + 3):
        Path(saves.folder(), f"later-{number}.numduel").write_text(record)
    async with open_app() as pilot:
        assert focus(pilot) == "game(1)"
        assert "Continue" in seen(pilot)
        last = at_home(pilot).unfinished.save
        assert last is not None
        assert last.name == first.save.name


def _whole() -> Match:
    match = Match(numduel.new("sum"))
    for move in WON:
        match.play(move)
    return match


@pytest.mark.parametrize("size", [SMALL, LARGE])
@app_test
async def test_a_damaged_game_is_spoken_of(size: tuple[int, int]) -> None:
    kept_game("sum", "9")
    Path(saves.folder(), "zzz [bold]odd.numduel").write_text('[Game "sum"]\n\n1. 77\n')
    async with open_app(size=size) as pilot:
        text = " ".join(seen(pilot).split())
        assert "The saved game zzz [bold]odd is damaged: line 3" in text
        assert focus(pilot) == "continue"
        assert "Number Maze Race" in text


@app_test
async def test_what_can_be_read_of_a_damaged_game_is_gone_on_with() -> None:
    kept = kept_game("sum", "9")
    path = Path(kept.save.path)
    path.write_text(path.read_text().replace("; end ", "2. 77\n; end "))
    async with open_app(size=LARGE) as pilot:
        text = " ".join(seen(pilot).split())
        assert "is damaged: line " in text
        assert at_home(pilot).unfinished.summary == DAMAGED
        await pilot.press("c")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, PlayScreen)
        assert [ply.move for ply in screen.match.plies] == ["9"]
    assert len(list(path.parent.glob("*.damaged"))) == 1


@app_test
async def test_saved_games_that_cannot_be_listed_are_spoken_of() -> None:
    folder = Path(saves.folder())
    folder.parent.mkdir(exist_ok=True)
    folder.write_text("in the way")
    async with open_app(size=LARGE) as pilot:
        text = " ".join(seen(pilot).split())
        assert "cannot be listed: Not a directory." in text
        await pilot.press("s")
        await settle(pilot)
        assert "cannot be listed" in " ".join(seen(pilot).split())


@app_test
async def test_strange_names_are_shown_as_they_are() -> None:
    two = make_sides(("human", "human"), ("[red]A[/]", "B\x1b[31m"))
    session = Session.begin(find("sum"), {}, two)
    session.match.play("9")
    Autosave(session).keep()
    async with open_app(size=LARGE) as pilot:
        assert "[red]A[/] and B" in seen(pilot)
        assert "\x1b" not in seen(pilot)


# ---- today's puzzle


@app_test
async def test_the_puzzle_says_how_it_stands() -> None:
    async with open_app() as pilot:
        assert "Not solved yet" in seen(pilot)
        assert "streak" not in seen(pilot)
        streak.count(streak.today(), right=True)
        await pilot.press("s")
        await settle(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert "Solved, streak 1" in seen(pilot)


@app_test
async def test_a_puzzle_missed_is_not_called_solved() -> None:
    streak.count(streak.today(), right=False)
    async with open_app() as pilot:
        assert "Missed" in seen(pilot)
        assert "olved" not in seen(pilot)


@app_test
async def test_the_puzzle_of_today_is_the_one_of_everybody() -> None:
    from numduel.daily.puzzle import daily_puzzle
    from numduel.tui.screens.puzzle import PuzzleScreen

    async with open_app() as pilot:
        await pilot.press("p")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, PuzzleScreen)
        puzzle = daily_puzzle(streak.today(), plenty())
        assert (screen.puzzle.game.board, screen.puzzle.moves) == (puzzle.game.board, puzzle.moves)


# ---- boards that play themselves


def moving(screen: HomeScreen) -> bool:
    return screen.menu.is_animating


@app_test
async def test_boards_are_still_where_nothing_shall_move() -> None:
    async with open_app(animation=False) as pilot:
        assert not at_home(pilot).menu.is_animating
        assert all(card.demo.match.has_moves for card in at_home(pilot).cards)
        assert not any(card.demo.match.is_over for card in at_home(pilot).cards)


@app_test
async def test_boards_move_one_after_the_other_and_rest_behind_another_screen() -> None:
    async with open_app(animation=True) as pilot:
        screen = at_home(pilot)
        assert moving(screen)
        for card in screen.cards:
            card.demo.skip_to_middle()  # however long the start took, no game is at its end
        before = [len(card.demo.match.plies) for card in screen.cards]
        texts = [card.render().plain for card in screen.cards]
        screen.menu.advance_demo()
        screen.menu.advance_demo()
        moved = [
            len(card.demo.match.plies) > plies
            for card, plies in zip(screen.cards, before, strict=True)
        ]
        assert sum(moved) >= 2
        assert any(
            card.render().plain != text for card, text in zip(screen.cards, texts, strict=True)
        )
        await pilot.press("question_mark")
        await pilot.pause()
        assert not moving(screen)
        await pilot.press("escape")
        await pilot.pause()
        assert moving(screen)


@pytest.mark.parametrize("id", numduel.games())
def test_games_that_play_themselves_end_and_begin_anew(id: str) -> None:
    one, two = (demo_game.DemoGame(find(id), seed=3) for _ in range(2))
    matches = [one.match]
    for _ in range(400):
        before = one.match
        one.step()
        two.step()
        assert one.picture == two.picture
        if one.match is not before:
            assert before.is_over or len(before.plies) >= demo_game.MAX_PLIES
            matches.append(one.match)
    assert len(matches) > 3
    assert any(match.is_over for match in matches)


def test_hidden_numbers_stay_hidden_on_a_small_board() -> None:
    playing = demo_game.DemoGame(find("quest"), seed=5)
    for _ in range(200):
        playing.step()
        board = visible_board(playing.match)
        text = miniature.draw(playing.picture, playing.moves, 24, 5).text()
        assert text.count("?") == board.count("?")
        if playing.match.is_over:
            assert "?" not in board or "?" in text


def test_both_tokens_on_one_block_are_seen() -> None:
    match = Match(numduel.new("race", seed=7), dice=Dice(7))
    picture = match.game.picture(match.state)
    tiles = [list(row) for row in picture.rows]
    tiles[1][1] = tiles[1][1]._replace(tokens=(Player.ONE, Player.TWO))
    crowded = picture._replace(rows=tuple(tuple(row) for row in tiles))
    canvas = miniature.draw(crowded, (), 24, 4)
    inks = {ink.background for row in canvas.rows for _, ink in row}
    assert {"one", "two"} <= inks
    assert "1" in canvas.text().splitlines()[1]
    assert "2" in canvas.text().splitlines()[1]


# ---- a sixth game


@with_more_games()
@pytest.mark.parametrize("size", [SMALL, LARGE])
@app_test
async def test_more_games_have_cards_too(size: tuple[int, int]) -> None:
    async with open_app(size=size) as pilot:
        assert len(at_home(pilot).cards) == len(offered()) > 5
        assert "Today's puzzle" in seen(pilot)
        await pilot.press("6")
        await settle(pilot)
        assert on_top(pilot) == "SetupScreen"
        await pilot.press("escape")
        await settle(pilot)
        assert offered()[5].title in seen(pilot)
        heading = pilot.app.screen.query_one("#title", Static)
        assert heading.region.y == 0
