"""Programs and language models as opponents in the app."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest
from bot_support import GOOD, Bots
from model_server import KEY, Deed, Fail, Say, Served, in_turn, served
from textual import events
from textual.pilot import Pilot
from textual.widgets import Static
from tui_support import app_test, open_app, save_of, settle, type_line

import numduel
from numduel import Match, Player
from numduel.games import find
from numduel.play import players
from numduel.storage.saves import Save
from numduel.tui.parts.form_row import FormRow
from numduel.tui.screens.home import HomeScreen
from numduel.tui.screens.play import PlayScreen
from numduel.tui.screens.resume_external import ResumeExternalScreen
from numduel.tui.screens.review import ReviewScreen
from numduel.tui.screens.setup import SetupScreen

pytestmark = pytest.mark.usefixtures("home")

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"


def current_row(pilot: Pilot[None]) -> FormRow:
    """Return the row under the cursor."""
    screen = pilot.app.screen
    assert isinstance(screen, SetupScreen | ResumeExternalScreen)
    return screen.form.row


def play_screen(pilot: Pilot[None]) -> PlayScreen:
    assert isinstance(pilot.app.screen, PlayScreen)
    return pilot.app.screen


def message(pilot: Pilot[None]) -> str:
    return play_screen(pilot).panel.messages.text


async def choose_opponent(pilot: Pilot[None], word: str) -> None:
    """Select an opponent with the arrow keys."""
    row = next(row for row in pilot.app.screen.query(FormRow) if row.option == "opponent")
    for _ in players.names():
        if row.value == word:
            return
        await pilot.press("left")
    raise AssertionError(f"no opponent is called {word}")


async def paste(pilot: Pilot[None], text: str) -> None:
    pilot.app.post_message(events.Paste(text))
    await settle(pilot)


def without_kind(who: str) -> str:
    return who.removeprefix("program ")


@app_test
async def test_program_path_is_checked_then_played(bots: Bots) -> None:
    example = f"{shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLE))}"
    missing, closed = bots.folder / "missing.py", bots.folder / "closed.py"
    closed.write_text("#!/bin/sh")
    async with open_app(lambda: SetupScreen(find("sum"))) as pilot:
        await choose_opponent(pilot, "program")
        await pilot.press("enter")
        assert current_row(pilot).option == "program"
        assert current_row(pilot).fault == "Enter a program: a command such as ./mybot.py."
        for file, problem in ((missing, "does not exist"), (closed, "is not executable")):
            await paste(pilot, f"program {file}")
            assert not current_row(pilot).fault  # no error while typing
            await pilot.press("down")
            await pilot.press("up")
            assert problem in current_row(pilot).fault
            await pilot.press("enter")
            assert current_row(pilot).option == "program"
            assert problem in current_row(pilot).fault
            await pilot.press("delete")
        await paste(pilot, str(missing))
        await pilot.press("enter")
        missing.write_text(f"#!/bin/sh\nexec {example}\n")
        missing.chmod(0o700)
        await pilot.press("enter")  # now it exists
        await settle(pilot)
        match = play_screen(pilot).match
        assert match.tags["Type2"] == f"program {missing}"
        assert match.tags["Player2"] == "missing"
        while match.player is not None:
            before = len(match.plies)
            await type_line(pilot, match.moves[0])
            match = play_screen(pilot).match
            assert match.is_finished or len(match.plies) == before + 2
        assert not match.ended
    bots.wait_until(alive=False)
    async with open_app(lambda: SetupScreen(find("sum"))) as pilot:  # it moves first next time
        await pilot.press("down", "down", "left", "enter")
        await settle(pilot)
        assert [ply.player for ply in play_screen(pilot).match.plies] == [Player.ONE]
        assert play_screen(pilot).match.tags["Type1"] == f"program {missing}"
    missing.unlink()
    async with open_app(lambda: SetupScreen(find("sum"))) as pilot:
        await pilot.press("enter")
        assert current_row(pilot).fault.endswith("does not exist.")


@app_test
async def test_program_that_cannot_start_forfeits_with_a_reason(bots: Bots) -> None:
    script = bots.folder / "mute.sh"
    script.write_text("no interpreter is named here")
    script.chmod(0o700)
    async with open_app(lambda: SetupScreen(find("sum"))) as pilot:
        await choose_opponent(pilot, "program")
        await paste(pilot, str(script))
        await pilot.press("enter")
        await type_line(pilot, "5")
        assert message(pilot).startswith("mute forfeited: it cannot be started:")
        saved = save_of(play_screen(pilot)).load()
        assert saved.ended.startswith("Player 2 forfeited: it cannot be started:")


# ---- saved games


def save_match(name: str, *whos: str) -> Save:
    match = Match.replay(numduel.new("sum"), ["5", "1"])
    for number, who in enumerate(whos, 1):
        match.tags |= {f"Player{number}": f"P{number}", f"Type{number}": who}
    save = Save(name)
    save.keep(match)
    return save


@app_test
async def test_saved_game_never_starts_its_program_until_named_again(bots: Bots) -> None:
    trap, bot = bots.folder / "trap", bots.write(GOOD)
    save_match("one", "human", f"program {shlex.quote(sys.executable)} -c open({str(trap)!r},'w')")
    async with open_app() as pilot:
        assert isinstance(pilot.app.screen, HomeScreen)
        assert pilot.app.screen.unfinished.problem == ""
        await pilot.press("u")
        await settle(pilot)
        await pilot.press("l")
        await settle(pilot)
        assert isinstance(pilot.app.screen, ReviewScreen)
        await pilot.press("escape", "enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, ResumeExternalScreen)
        why = str(pilot.app.screen.query_one("#why", Static).content)
        assert why.startswith(f"Player 2 was: program {sys.executable} -c ")
        assert (current_row(pilot).option, current_row(pilot).value) == ("program", "")
        await pilot.press("enter")
        assert current_row(pilot).fault == "Enter a program: a command such as ./mybot.py."
        await paste(pilot, without_kind(bot))
        await pilot.press("enter")
        await settle(pilot)
        assert play_screen(pilot).match.tags["Type2"] == bot
        await type_line(pilot, "5")
        assert len(play_screen(pilot).match.plies) == 4
        await pilot.press("escape", "escape")
        await settle(pilot)
        assert isinstance(pilot.app.screen, HomeScreen)
        await pilot.press("c")  # saved with its new name; asks again
        await settle(pilot)
        assert isinstance(pilot.app.screen, ResumeExternalScreen)
        await pilot.press("up")
        await choose_opponent(pilot, "friend")
        await pilot.press("enter")
        await settle(pilot)
        assert play_screen(pilot).is_persons_turn
        assert play_screen(pilot).match.tags["Type2"] == "human"
    assert not trap.exists()


@app_test
async def test_both_external_players_are_named_again(
    bots: Bots, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    save_match("both", "program ./first", "model:second")
    async with open_app() as pilot:
        await pilot.press("c")
        await settle(pilot)
        await paste(pilot, without_kind(bots.write(GOOD)))
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, ResumeExternalScreen)
        assert current_row(pilot).option == "model"
        await paste(pilot, "some-model")
        await pilot.press("enter")
        assert current_row(pilot).fault.startswith("Language models need an endpoint")
        await pilot.press("up")
        await choose_opponent(pilot, "random")
        await pilot.press("enter")
        await settle(pilot)
        assert not play_screen(pilot).is_persons_turn
        tags = play_screen(pilot).match.tags
        assert (tags["Type1"], tags["Type2"]) == (bots.write(GOOD), "random")
        assert play_screen(pilot).match.is_finished


# ---- models


@app_test
async def test_model_comments_are_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    script = in_turn(Say("I take 8"), Say("7"), Say("9"), Say("nine"), Say("nothing"))
    with served(script) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        async with open_app(lambda: SetupScreen(find("sum"))) as pilot:
            await choose_opponent(pilot, "model")
            await paste(pilot, "model:some-model")
            await pilot.press("enter")
            await type_line(pilot, "7")
            match = play_screen(pilot).match
            assert [ply.move for ply in match.plies] == ["7", "9"]
            saved = save_of(play_screen(pilot)).load()
            assert "illegal=1" in saved.tags["Model2"]
            assert "I take 8" in saved.comments[2]
            await type_line(pilot, "5")
            match = play_screen(pilot).match
            assert message(pilot).startswith("some-model forfeited: it gave no legal move")
            saved = save_of(play_screen(pilot)).load()
            assert (saved.tags["Model2"], saved.comments) == (match.tags["Model2"], match.comments)
            assert "nine" in saved.comments[3]


@app_test
async def test_failing_endpoint_loses_nothing_and_says_how_to_continue(serve: Served) -> None:
    deeds: list[Deed] = [Fail(500)]
    with serve(lambda _: deeds[-1]):
        async with open_app(lambda: SetupScreen(find("sum"))) as pilot:
            await choose_opponent(pilot, "model")
            await paste(pilot, "model:some-model")
            await pilot.press("enter")
            for problem in (
                "its endpoint returned 500: ",
                "the endpoint refuses model 'some-model'",
            ):
                await type_line(pilot, "7")
                assert message(pilot).startswith(f"some-model can't move: {problem}")
                advice = "The game is saved: resume it later, and choose who plays."
                assert message(pilot).endswith(advice)
                assert not play_screen(pilot).match.is_finished
                saved = save_of(play_screen(pilot)).load()
                assert [ply.move for ply in saved.plies] == ["7"]
                deeds.append(Fail(404))
                await pilot.press("u")
            deeds.append(Say("MOVE: 5"))
            await type_line(pilot, "7")
            assert [ply.move for ply in play_screen(pilot).match.plies] == ["7", "5"]
