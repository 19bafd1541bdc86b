"""The home screen: everything can be reached by key, mouse and arrows."""

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
from numduel.storage.input_tag import mark_input
from numduel.tui.parts import demo_game, menu, miniature
from numduel.tui.screens import home
from numduel.tui.screens.home import HomeScreen
from numduel.tui.screens.play import PlayScreen
from numduel.tui.screens.setup import SetupScreen
from numduel.tui.unfinished import DAMAGED, find_unfinished

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


def home_screen(pilot: Pilot[None]) -> HomeScreen:
    screen = pilot.app.screen
    assert isinstance(screen, HomeScreen)
    return screen


def top_screen_name(pilot: Pilot[None]) -> str:
    return type(pilot.app.screen).__name__


def screen_text(pilot: Pilot[None]) -> str:
    """Return all text on the screen."""
    return "\n".join(strip.text for strip in pilot.app.screen._compositor.render_strips())


def notifications(pilot: Pilot[None]) -> list[str]:
    """Return the messages of all notifications."""
    return [notification.message for notification in pilot.app._notifications]


def focused_action(pilot: Pilot[None]) -> str:
    item = pilot.app.focused
    assert isinstance(item, menu.MenuItem)
    return item.action


def save_game(id: str = "sum", *moves: str, who: str = "human", rounds: int = 1) -> Autosave:
    """Save a game after some moves."""
    two = make_sides(("human", who), ("Ann", "Bob" if who == "human" else None))
    session = Session.begin(find(id), {}, two, seed=7, rounds=rounds)
    for move in moves:
        session.match.play(move)
    autosave = Autosave(session)
    autosave.keep()
    return autosave


WON_MOVES = [*"91919191915"]
"""A whole game of Sum Battle, which Player 1 wins."""


# ---- contents


@pytest.mark.parametrize("size", [SMALL, LARGE])
@app_test
async def test_every_game_shows_its_summary_and_key(size: tuple[int, int]) -> None:
    async with open_app(size=size) as pilot:
        text = screen_text(pilot)
        flat = " ".join(text.replace("│", " ").replace("┃", " ").split())
        for number, kind in enumerate(offered(), 1):
            assert f" {number}  {kind.title} " in text
            assert kind.summary.split()[0] in flat
        assert "Text only, for screen readers" in text
        assert "numduel play" in text
        for word in ("Daily puzzle", "Puzzles", "Learn", "History", "Statistics"):
            assert word in text
        assert "Continue" not in text
        assert focused_action(pilot) == "game(1)"


@pytest.mark.parametrize("size", [SMALL, LARGE, (60, 20), (40, 12)])
@app_test
async def test_every_board_is_complete_at_every_size(size: tuple[int, int]) -> None:
    async with open_app(size=size) as pilot:
        for card in home_screen(pilot).cards:
            lines = card.render().plain.splitlines()
            picture = card.demo.picture
            labels = [tile.label for row in picture.rows for tile in row if not tile.tokens]
            assert len(lines) <= card.content_size.height
            assert all(len(line.rstrip()) <= card.content_size.width for line in lines)
            text = " ".join(lines[1:])
            assert all(label in text for label in labels)


@app_test
async def test_resize_keeps_focus_and_cards() -> None:
    async with open_app(size=LARGE) as pilot:
        await pilot.press("down", "right")
        before = focused_action(pilot)
        for width, height in ((40, 12), (200, 60), SMALL):
            await pilot.resize_terminal(width, height)
            await settle(pilot)
            assert focused_action(pilot) == before
        assert all(card.region.height >= menu.MIN_CARD_HEIGHT for card in home_screen(pilot).cards)
        assert "Number Maze Race" in screen_text(pilot)


@app_test
async def test_ascii_setting_applies_to_cards() -> None:
    async with open_app(size=LARGE, ascii=True) as pilot:
        cards = "".join(card.render().plain for card in home_screen(pilot).cards)
        assert cards.isascii()
        menu = home_screen(pilot).query_one("#entries").region
        left = [line[: menu.x] for line in screen_text(pilot).splitlines()[:-1]]
        assert "".join(left).isascii()


# ---- keys and mouse


@app_test
async def test_key_opens_its_screen_and_escape_returns() -> None:
    """A game's number moves the focus to its card; a letter leaves the focus."""
    async with open_app() as pilot:
        for key, opens in ENTRIES.items():
            with where(key):
                await pilot.press(key)
                await settle(pilot)
                assert top_screen_name(pilot) == opens
                await pilot.press("escape")
                await settle(pilot)
                assert top_screen_name(pilot) == "HomeScreen"
                assert focused_action(pilot) == "game(1)"
        for number in range(1, 6):
            with where(number):
                await pilot.press(str(number))
                await settle(pilot)
                assert isinstance(pilot.app.screen, SetupScreen)
                await pilot.press("escape")
                await settle(pilot)
                assert focused_action(pilot) == f"game({number})"


@app_test
async def test_click_opens_a_game_or_screen() -> None:
    async with open_app() as pilot:
        for number, card in enumerate(home_screen(pilot).cards, 1):
            await pilot.click(f"#game-{number}")
            await settle(pilot)
            assert top_screen_name(pilot) == "SetupScreen", card.kind.title
            await pilot.press("escape")
            await settle(pilot)
        await pilot.click("#entry-settings")
        await settle(pilot)
        assert top_screen_name(pilot) == "SettingsScreen"


@app_test
async def test_hovered_card_is_highlighted() -> None:
    async with open_app() as pilot:
        card = home_screen(pilot).cards[3]
        before = card.styles.border_top
        await pilot.hover("#game-4")
        assert card.styles.border_top != before


@app_test
async def test_double_click_opens_one_screen() -> None:
    async with open_app() as pilot:
        await pilot.click("#game-2", times=2)
        await settle(pilot)
        assert len(pilot.app.screen_stack) == 3


@app_test
async def test_q_quits() -> None:
    async with open_app() as pilot:
        await pilot.press("q")
        await pilot.pause()
        assert not pilot.app.is_running


@app_test
async def test_unknown_keys_change_nothing() -> None:
    async with open_app() as pilot:
        before = screen_text(pilot)
        await pilot.press("9", "x", "f5", "escape")
        await settle(pilot)
        assert screen_text(pilot) == before


@app_test
async def test_arrows_move_in_two_dimensions() -> None:
    async with open_app() as pilot:
        walk = {"right": "game(2)", "down": "game(4)", "left": "game(3)", "up": "game(1)"}
        for way, there in walk.items():
            await pilot.press(way)
            assert focused_action(pilot) == there
        await pilot.press("left", "up")
        assert focused_action(pilot) == "game(1)"
        await pilot.press("down", "right", "right")
        assert focused_action(pilot) == "game(5)"
        await pilot.press("up")
        assert focused_action(pilot) == "visit('settings')"
        await pilot.press("up", "up")
        assert focused_action(pilot) == "visit('replay')"
        await pilot.press("enter")
        await settle(pilot)
        assert top_screen_name(pilot) == "ReplayScreen"


@pytest.mark.parametrize("size", SIZES)
@app_test
async def test_arrows_reach_everything(size: tuple[int, int]) -> None:
    """Every item can be reached and is then visible."""
    async with open_app(size=size) as pilot:
        screen = home_screen(pilot)
        reached, edge = {focused_action(pilot)}, [screen.cards[0]]
        while edge:
            here = edge.pop()
            for way in ("left", "right", "up", "down"):
                screen.set_focus(here)
                await pilot.press(way)
                item = pilot.app.focused
                assert isinstance(item, menu.MenuItem)
                if item.action not in reached:
                    reached.add(item.action)
                    edge.append(item)  # type: ignore[arg-type]
        assert reached == {item.action for item in screen.menu.items}
        for item in screen.menu.items:
            screen.set_focus(item)
            await settle(pilot)
            assert screen.region.overlaps(item.region)


@app_test
async def test_keys_typed_ahead_reach_the_opening_screen() -> None:
    async with open_app() as pilot:
        pilot.app.post_message(Key("2", "2"))
        pilot.app.post_message(Key("enter", "\r"))
        await settle(pilot)
        assert top_screen_name(pilot) == "PlayScreen"
        assert len(pilot.app.screen_stack) == 3


@app_test
async def test_question_mark_lists_all_keys() -> None:
    async with open_app(size=LARGE) as pilot:
        await pilot.press("question_mark")
        await settle(pilot)
        text = screen_text(pilot)
        assert "1 2 3 4 5" in text
        assert "continue the last game" not in text
        for what in ("daily puzzle", "practise", "step by step", "quit", "arrows"):
            assert what in text


# ---- continuing


@app_test
async def test_enter_continues_the_last_game() -> None:
    save_game("sum", "9", "1", "9")
    async with open_app() as pilot:
        assert focused_action(pilot) == "continue"
        text = screen_text(pilot)
        assert "Sum Battle\n" in home_screen(pilot).unfinished.summary
        assert "turn 4: Ann and Bob" in text
        await pilot.press("enter")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, PlayScreen)
        assert [ply.move for ply in screen.match.plies] == ["9", "1", "9"]


@app_test
async def test_c_without_a_game_says_so() -> None:
    async with open_app() as pilot:
        await pilot.press("c")
        await settle(pilot)
        assert top_screen_name(pilot) == "HomeScreen"
        assert notifications(pilot) == [home.NO_UNFINISHED_MESSAGE]


@app_test
async def test_c_and_click_continue_the_game() -> None:
    save_game("sum", "9")
    async with open_app(size=LARGE) as pilot:
        await pilot.press("c")
        await settle(pilot)
        assert top_screen_name(pilot) == "PlayScreen"
        await pilot.press("escape")
        await settle(pilot)
        await pilot.click("#entry-continue")
        await settle(pilot)
        assert top_screen_name(pilot) == "PlayScreen"


@app_test
async def test_finished_game_continues_only_with_its_next_round() -> None:
    save_game("sum", *WON_MOVES)
    async with open_app() as pilot:
        assert "Continue" not in screen_text(pilot)
    save_game("sum", *WON_MOVES, rounds=3)
    async with open_app() as pilot:
        assert "round 2 of 3: Ann and Bob" in home_screen(pilot).unfinished.summary
        await pilot.press("enter")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, PlayScreen)
        assert screen.session.series.round == 2


@app_test
async def test_continue_appears_after_leaving_and_goes_after_finishing() -> None:
    async with open_app() as pilot:
        await pilot.press("2", "enter")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, PlayScreen)
        screen.choose("5")
        await settle(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert "Continue" in screen_text(pilot)
        assert focused_action(pilot) == "game(2)"
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
        assert "Continue" not in screen_text(pilot)


@app_test
async def test_focus_moves_on_if_its_game_is_gone() -> None:
    autosave = save_game("sum", *WON_MOVES[:-1])
    async with open_app() as pilot:
        assert focused_action(pilot) == "continue"
        autosave.session.match.play(WON_MOVES[-1])
        autosave.keep()
        await pilot.press("enter")
        await settle(pilot)
        assert top_screen_name(pilot) == "HomeScreen"
        assert notifications(pilot) == [home.SAVE_GONE_MESSAGE]
        assert focused_action(pilot) == "game(1)"


@app_test
async def test_open_game_is_found_behind_many_finished_ones() -> None:
    first = save_game("sum", "9")
    record = numduel.record.dumps(_finished_match())
    for number in range(home.SAVES_READ_FIRST + 3):
        Path(saves.folder(), f"later-{number}.numduel").write_text(record)
    async with open_app() as pilot:
        assert focused_action(pilot) == "game(1)"
        assert "Continue" in screen_text(pilot)
        last = home_screen(pilot).unfinished.save
        assert last is not None
        assert last.name == first.save.name


def _finished_match() -> Match:
    match = Match(numduel.new("sum"))
    for move in WON_MOVES:
        match.play(move)
    return match


@pytest.mark.parametrize("size", [SMALL, LARGE])
@app_test
async def test_damaged_game_is_reported(size: tuple[int, int]) -> None:
    save_game("sum", "9")
    Path(saves.folder(), "zzz [bold]odd.numduel").write_text('[Game "sum"]\n\n1. 77\n')
    async with open_app(size=size) as pilot:
        text = " ".join(screen_text(pilot).split())
        assert "The saved game zzz [bold]odd is damaged: line 3" in text
        assert focused_action(pilot) == "continue"
        assert "Number Maze Race" in text


@app_test
async def test_readable_part_of_a_damaged_game_can_be_continued() -> None:
    kept = save_game("sum", "9")
    path = Path(kept.save.path)
    path.write_text(path.read_text().replace("; end ", "2. 77\n; end "))
    async with open_app(size=LARGE) as pilot:
        text = " ".join(screen_text(pilot).split())
        assert "is damaged: line " in text
        assert home_screen(pilot).unfinished.summary == DAMAGED
        await pilot.press("c")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, PlayScreen)
        assert [ply.move for ply in screen.match.plies] == ["9"]
    assert len(list(path.parent.glob("*.damaged"))) == 1


@app_test
async def test_unlistable_saves_are_reported() -> None:
    folder = Path(saves.folder())
    folder.parent.mkdir(exist_ok=True)
    folder.write_text("in the way")
    async with open_app(size=LARGE) as pilot:
        text = " ".join(screen_text(pilot).split())
        assert "cannot be listed: Not a directory." in text
        await pilot.press("s")
        await settle(pilot)
        assert "cannot be listed" in " ".join(screen_text(pilot).split())


@app_test
async def test_markup_in_names_is_shown_literally() -> None:
    two = make_sides(("human", "human"), ("[red]A[/]", "B\x1b[31m"))
    session = Session.begin(find("sum"), {}, two)
    session.match.play("9")
    Autosave(session).keep()
    async with open_app(size=LARGE) as pilot:
        assert "[red]A[/] and B" in screen_text(pilot)
        assert "\x1b" not in screen_text(pilot)


# ---- today's puzzle


@app_test
async def test_daily_puzzle_shows_its_status() -> None:
    async with open_app() as pilot:
        assert "Not solved" in screen_text(pilot)
        assert "streak" not in screen_text(pilot)
        streak.count(streak.today(), right=True)
        await pilot.press("s")
        await settle(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert "Solved, streak 1" in screen_text(pilot)


@app_test
async def test_missed_puzzle_is_not_called_solved() -> None:
    streak.count(streak.today(), right=False)
    async with open_app() as pilot:
        assert "Missed" in screen_text(pilot)
        assert "olved" not in screen_text(pilot)


@app_test
async def test_daily_puzzle_is_the_same_for_everyone() -> None:
    from numduel.daily.puzzle import daily_puzzle
    from numduel.tui.screens.puzzle import PuzzleScreen

    async with open_app() as pilot:
        await pilot.press("p")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, PuzzleScreen)
        puzzle = daily_puzzle(streak.today(), plenty())
        assert (screen.run.puzzle.game.board, screen.run.puzzle.moves) == (
            puzzle.game.board,
            puzzle.moves,
        )


# ---- demo games


def is_animating(screen: HomeScreen) -> bool:
    return screen.menu.is_animating


@app_test
async def test_boards_are_still_without_animation() -> None:
    async with open_app(animation=False) as pilot:
        assert not home_screen(pilot).menu.is_animating
        assert all(card.demo.match.has_moves for card in home_screen(pilot).cards)
        assert not any(card.demo.match.is_over for card in home_screen(pilot).cards)


@app_test
async def test_demo_games_advance_in_turn_and_pause_behind_another_screen() -> None:
    async with open_app(animation=True) as pilot:
        screen = home_screen(pilot)
        assert is_animating(screen)
        for card in screen.cards:
            card.demo.skip_to_middle()  # so that no game ends below
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
        assert not is_animating(screen)
        await pilot.press("escape")
        await pilot.pause()
        assert is_animating(screen)


@pytest.mark.parametrize("id", numduel.games())
def test_demo_games_end_and_restart(id: str) -> None:
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


def test_miniature_keeps_hidden_numbers_hidden() -> None:
    playing = demo_game.DemoGame(find("quest"), seed=5)
    for _ in range(200):
        playing.step()
        board = visible_board(playing.match)
        text = miniature.draw(playing.picture, playing.moves, 24, 5).text()
        assert text.count("?") == board.count("?")
        if playing.match.is_over:
            assert "?" not in board or "?" in text


def test_miniature_shows_both_tokens_on_one_tile() -> None:
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
async def test_sixth_game_has_a_card(size: tuple[int, int]) -> None:
    async with open_app(size=size) as pilot:
        assert len(home_screen(pilot).cards) == len(offered()) > 5
        assert "Daily puzzle" in screen_text(pilot)
        await pilot.press("6")
        await settle(pilot)
        assert top_screen_name(pilot) == "SetupScreen"
        await pilot.press("escape")
        await settle(pilot)
        assert offered()[5].title in screen_text(pilot)
        heading = pilot.app.screen.query_one("#title", Static)
        assert heading.region.y == 0


@pytest.mark.usefixtures("home")
def test_continue_skips_games_whose_moves_were_piped_in() -> None:
    mine, piped = saves.Save("mine"), saves.Save("piped")
    for save in (mine, piped):
        match = Match(numduel.new("sum"))
        match.play("5")
        mark_input(match, is_piped=save is piped)
        save.keep(match)
    found = find_unfinished([piped, mine])
    assert found.save is mine
    assert find_unfinished([piped]).save is None
