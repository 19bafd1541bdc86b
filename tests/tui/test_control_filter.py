"""Hostile text and input: nothing controls the terminal, ends the app or fails silently."""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path

import pytest
from terminal import Terminal
from textual.events import Key, Paste, Resize

from numduel.tui import settings, textual_private
from numduel.tui.textual_private import MAX_SCREEN_CELLS, InputParser

pytestmark = pytest.mark.usefixtures("home")

EVIL = "\x1b]0;x\x07\x1b[66;6H\x9b31m\x9dy\u202e\u2066\r\b\x7f!"
"""Text that sets a title, moves the cursor, sets colours and reverses the text direction."""

RECORD = f'[Game "sum"]\n[Player1 "A{EVIL}"]\n[Date "{EVIL}"]\n\n{{so {EVIL}}}\n1. 7 {{{EVIL}}}\n'

TEXTUAL_SEQUENCES = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\]22;[a-z-]+\x07")
"""Control sequences that Textual sends: drawing, and the shape of the mouse pointer."""


def check_harmless(shown: str) -> None:
    assert "\x1b[66;6H" not in shown
    rest = TEXTUAL_SEQUENCES.sub("", shown)
    assert {sign for sign in rest if not sign.isprintable()} <= {"\n", "\r"}, repr(rest)


@pytest.mark.slow
def test_foreign_text_never_controls_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / EVIL
    monkeypatch.setenv("NUMDUEL_HOME", str(folder))
    games = folder / "games"
    games.mkdir(parents=True)
    (games / f"{EVIL}.numduel").write_text(RECORD)
    (games / f"{EVIL}2.numduel").write_text(f'[Game "{EVIL}"]')
    (folder / "settings.json").write_text('{"name": "A\\u001b[66;6H\\u009b", "friend": "\\u202e"}')
    terminal = Terminal([], rows=40)
    shown = terminal.until("Quit")
    for key, expected in (
        ("o", "Open file"),  # saved games, the unreadable one first
        ("\r", "isn't a game"),
        ("\x1b[B\r", "Moments"),  # review the other one
        ("s", "Save the record"),  # save a copy
        ("\x1b", "Moments"),
        ("\x1b", "Open file"),
        ("\x1b", "Quit"),
        ("s", "Back"),
        ("\x1b", "Quit"),
        (",", "Saved in"),
        ("\x1b", "Quit"),
        ("c", "Hint"),
    ):
        terminal.type(key)
        shown += terminal.until(expected)
    terminal.type("\x11")
    assert terminal.wait() == 0
    check_harmless(shown + terminal.text)


BAD_INPUT = (
    b"\xff\xc3\x28\xed\xa0\x80\xf8",  # invalid UTF-8
    b"\x1b[99999999999u\x1b[1:2;3u\x1b[4;5;1114112u",  # keys that don't exist
    b"\x1b[48;99999;99999;9;9t\x1b[48;0;0;0;0t\x1b[<0;1;1M",  # an endless screen
    b"\x1b[<0;99999999999;99999999999M\x1b[<999999999;-1;5m\x1b[M\xff\xff\xff",
    b"\0\x1b\0\x1b[\0",
    b"\x1b[200~" + b"9," * 200_000 + b"\x1b[201~",
    b"\x1b]0;never",  # unterminated: later letters may be read as part of it
    b"\x1b[",
)


@pytest.mark.slow
def test_no_input_ends_the_app() -> None:
    terminal = Terminal([], rows=24)
    terminal.until("Quit")
    for data in BAD_INPUT:
        terminal.type(data)
    terminal.type("\x1b")
    terminal.type(",")
    terminal.until("Saved in")  # it still responds
    terminal.type("\x11")
    assert terminal.wait() == 0
    assert "Traceback" not in terminal.text


@pytest.mark.slow
def test_random_bytes_never_break_the_parser() -> None:
    dice = random.Random(5)
    keyboard = InputParser()
    for _ in range(8):
        data = bytearray(dice.randbytes(4000))
        for _ in range(200):  # add starts of valid sequences
            offset = dice.randrange(len(data))
            data[offset : offset + 3] = b"\x1b[" + dice.choice([b"<", b"4", b"M", b"2", b"1", b"?"])
        for message in keyboard.messages(bytes(data)):
            if isinstance(message, Resize):
                assert 0 < message.size.area < MAX_SCREEN_CELLS
    assert [*InputParser().messages(b"\xff")]
    for part in BAD_INPUT:
        [*keyboard.messages(part)]


def test_unterminated_paste_ends_after_a_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    keyboard = InputParser()
    assert [*keyboard.messages(b"\x1b[200~ab")] == []
    assert [*keyboard.messages(b"")] == []
    monkeypatch.setattr(textual_private, "PASTE_TIMEOUT_S", -1.0)
    messages = [*keyboard.messages(b""), *keyboard.messages(b"c")]
    assert [m.text for m in messages if isinstance(m, Paste)] == ["ab"]
    assert [getattr(m, "key", "") for m in messages][-1] == "c"


FAULTY_APP = """
import sys
from numduel.__main__ import main
from numduel.tui.screens.home import HomeScreen
def fail(self):
    raise ValueError("\\x1b]0;x\\x07\\x9b")
HomeScreen.action_keys = fail
sys.exit(main())
"""


def test_crash_is_reported_with_exit_status_1() -> None:
    terminal = Terminal([], rows=24, command=[sys.executable, "-c", FAULTY_APP])
    shown = terminal.until("Quit")
    terminal.type("?")
    assert terminal.wait() == 1
    file = Path(settings.file()).with_name("fault.txt")
    fault = r"numduel: the app crashed, ValueError: \x1b]0;x\x07\x9b; "
    said = " ".join(terminal.text.split())
    assert f"{fault}the traceback is in {file}" in said
    assert "Traceback" not in terminal.text
    assert "in fail" in file.read_text()
    check_harmless(shown + terminal.text + file.read_text())


@pytest.mark.parametrize("key", [b"\x11", b"\x1b[113;5u"])
def test_quit_key_ends_a_paste_without_end(key: bytes) -> None:
    keyboard = InputParser()
    assert [*keyboard.messages(b"\x1b[200~5")] == []
    pasted, pressed = keyboard.messages(key)
    assert isinstance(pasted, Paste)
    assert pasted.text == "5"
    assert isinstance(pressed, Key)
    assert pressed.key == "ctrl+q"
