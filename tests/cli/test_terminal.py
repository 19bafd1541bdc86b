"""The dialogue in a real terminal: keys, colours, interruptions, sizes."""

from __future__ import annotations

import pytest
from terminal import Terminal

from duel_support import needs
from numduel.storage import saves

pytestmark = pytest.mark.usefixtures("home")

MAZE = ["play", "maze", "--board", "4 3 8/9 5 1/2 7 6"]


def test_game_can_be_typed_to_the_end() -> None:
    terminal = Terminal(MAZE)
    for move in ("0,0", "2,0", "right", "2,1", "down", "2,2"):
        terminal.until("(row,col)? ")
        terminal.type(f"{move}\n")
    terminal.until("Player 2 reached exactly 15 on the 6, bottom right.\nPlayer 2 won the game.")
    assert terminal.wait() == 0


def test_resigning_is_confirmed_and_undone_in_a_terminal() -> None:
    terminal = Terminal(["play", "sum", "--p2", "casual", "--target", "9"])
    for answer in ("no", "", "yes"):
        terminal.until("1 to 9? ")
        terminal.type("resign\n")
        terminal.until("Resign? Casual wins. Type yes to confirm: ")
        terminal.type(f"{answer}\n")
        if answer != "yes":
            terminal.until("You play on.")
    terminal.until("You resigned a winning position.")
    terminal.until("Press Enter to leave, or type undo to play on: ")
    assert saves.list_saves()[0].load().is_finished
    terminal.type("undo\n")
    terminal.until("Undone: resignation")
    terminal.until("1 to 9? ")
    assert not saves.list_saves()[0].load().is_finished
    terminal.type("9\n")
    terminal.until("You won the game.")
    assert terminal.wait() == 0


def test_rating_or_why_there_is_none_is_printed_after_a_game() -> None:
    rating, why = "Your rating in Sum Battle: between ", "Games with hints, analysis or undo don't"
    for words, expected, other in ((["9"], rating, why), (["hint", "9"], why, rating)):
        terminal = Terminal(["play", "sum", "--p2", "casual"])
        for word in (*words, "resign"):
            terminal.until("1 to 9? ")
            terminal.type(f"{word}\n")
        terminal.until("Type yes to confirm: ")
        terminal.type("yes\n")
        end = terminal.until("Press Enter to leave")
        assert expected in end
        assert other not in end
        terminal.type("\n")
        assert terminal.wait() == 0


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["play", "mazee"], "argument GAME: 'mazee' isn't a game. Did you mean maze?"),
        (["play", "maze", "--p2", "hal"], "'hal' isn't a player. Choose human, random,"),
    ],
)
def test_errors_wrap_between_words(words: list[str], problem: str) -> None:
    for columns in (25, 33, 50, 61):
        terminal = Terminal(words, columns=columns)
        terminal.wait()
        lines = terminal.text.split("\n")
        assert problem in " ".join(lines)
        at = next(n for n, line in enumerate(lines) if line.startswith("numduel"))
        assert all(len(line) < columns for line in lines[at:])


def test_refused_moves_wrap_between_words() -> None:
    terminal = Terminal(MAZE, columns=40, NO_COLOR="1")
    terminal.until("(row,col)? ")
    terminal.type("1,1\n")
    refused = terminal.until("(row,col)? ")
    assert "  2,2" in refused
    assert all(len(line) < 40 for line in refused.split("\n")[:-1])
    terminal.kill()


def test_terminal_output_has_colour() -> None:
    terminal = Terminal(MAZE)
    assert "\x1b[" in terminal.until("(row,col)? ")
    terminal.kill()


@pytest.mark.parametrize("terminal_kind", ["NO_COLOR", "dumb"])
def test_no_color_and_dumb_terminals_turn_colour_off(terminal_kind: str) -> None:
    dumb = terminal_kind == "dumb"
    terminal = Terminal(MAZE, TERM="dumb") if dumb else Terminal(MAZE, NO_COLOR="1")
    assert "\x1b[3" not in (shown := terminal.until("(row,col)? "))
    assert "\x1b[1" not in shown
    terminal.kill()


def test_typed_text_is_echoed_once() -> None:
    terminal = Terminal(["play", "sum"])
    terminal.until("1 to 9? ")
    terminal.type("5\n")
    assert terminal.until("Player 1 took").startswith("5\nPlayer 1 took")
    terminal.kill()


def test_ctrl_c_saves_the_game_and_exits() -> None:
    terminal = Terminal(["play", "sum"])
    terminal.until("1 to 9? ")
    terminal.type("5\n")
    terminal.until("1 to 9? ")
    terminal.type("\x03")
    terminal.until("To continue: numduel resume")
    assert terminal.wait() == 130
    assert "Traceback" not in terminal.text
    assert [ply.move for ply in saves.list_saves()[0].load().plies] == ["5"]


def test_ctrl_d_exits() -> None:
    terminal = Terminal(["play", "sum"])
    terminal.until("1 to 9? ")
    terminal.type("\x04")
    terminal.until("nothing was saved")
    assert terminal.wait() == 0


def test_ctrl_c_in_the_menu_exits() -> None:
    terminal = Terminal([], TERM="dumb")
    terminal.until("Which game? ")
    terminal.type("\x03")
    assert terminal.wait() == 0
    assert "Traceback" not in terminal.text


@pytest.mark.parametrize("columns", [20, 30, 40, 80, 200])
def test_board_fits_the_width_of_the_terminal(columns: int) -> None:
    terminal = Terminal(["play", "maze", "--seed", "1"], columns=columns, NO_COLOR="1")
    board = terminal.until(" > Player 1").split("\n")[:-1]
    assert max(len(line) for line in board) <= columns
    assert "[" in "".join(board)
    terminal.kill()


def test_board_and_question_fit_a_low_terminal() -> None:
    terminal = Terminal(["play", "run", "--seed", "1"], rows=24, NO_COLOR="1")
    assert terminal.until("(row,column)? ").count("\n") < 24
    terminal.kill()


def test_replay_steps_forward_and_back() -> None:
    terminal = Terminal(["replay", "golden/records/run.numduel"])
    terminal.until("[0 of 4] Enter: next, b: back, number: go there, q: quit ")
    terminal.type("\n")
    assert "1. Ann moved to the 1, top right: score 1." in terminal.until("[1 of 4]")
    terminal.until("quit ")
    terminal.type("b\n")
    terminal.until("[0 of 4]")
    terminal.until("quit ")
    terminal.type("99\n")
    assert "Ann won the game." in terminal.until("[4 of 4]")
    terminal.until("quit ")
    terminal.type("sideways\n")
    terminal.until("'sideways' isn't one of these.")
    terminal.until("quit ")
    terminal.type("q\n")
    assert terminal.wait() == 0


# ---- required programs


def test_missing_program_skips_locally_and_fails_in_ci(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    needs("sh")
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no-such-program is not installed"):
        needs("no-such-program")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="apt-get install no-such-program"):
        needs("no-such-program")
