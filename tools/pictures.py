"""Makes the pictures of the README: the real program in a real terminal, its screen as an SVG."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import sys
import tempfile
import termios
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

HERE = Path(__file__).parents[1] / "docs" / "pictures"

SCENES = {
    "maze": (
        ["play", "maze", "--board", "4 3 8/9 5 1/2 7 6"],
        ["0,0", "2,0", "right", "0,0", "2,1", "down"],
        2,
    ),
    "menu": (["play", "--seed", "7"], ["3", "friend"], 1),
}
"""For each picture: the command, what is typed, and how many of the last boards are shown."""


def shown(words: list[str], typed: list[str]) -> str:
    """All that the terminal holds when the last answer has been given."""
    pid, tty = pty.fork()
    if not pid:
        os.environ.update(TERM="xterm-256color", NUMDUEL_HOME=tempfile.mkdtemp())
        os.execv(sys.executable, [sys.executable, "-m", "numduel", *words])
    fcntl.ioctl(tty, termios.TIOCSWINSZ, struct.pack("HHHH", 60, 80, 0, 0))
    text = f"$ numduel {' '.join(f'{w!r}' if ' ' in w else w for w in words)}\n" + settled(tty)
    for line in typed:
        os.write(tty, f"{line}\n".encode())
        text += settled(tty)
    os.close(tty)
    os.waitpid(pid, 0)
    return text.replace("\r\n", "\n")


def settled(tty: int) -> str:
    """What comes until nothing comes any more."""
    text = b""
    while select.select([tty], [], [], 0.7)[0]:
        text += os.read(tty, 65536)
    return re.sub("\x1b\\[\\?2004[hl]", "", text.decode())


def draw(name: str) -> None:
    words, typed, boards = SCENES[name]
    text = shown(words, typed)
    starts = [found.start() for found in re.finditer(r"^ +0 +1 +2\b", text, re.MULTILINE)]
    text = text[starts[-boards] :] if len(starts) > boards else text
    console = Console(record=True, width=80, file=StringIO(), force_terminal=True)
    console.print(Text.from_ansi(text))
    svg = console.export_svg(title="numduel", unique_id=name)
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.S)  # nothing is fetched to look at it
    (HERE / f"{name}.svg").write_text(svg)


if __name__ == "__main__":
    HERE.mkdir(parents=True, exist_ok=True)
    for name in SCENES:
        draw(name)
        print(f"docs/pictures/{name}.svg")
