"""Attacks on the prompt: a million lines that aren't moves, or are oddly written."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numduel
from numduel.cli.console import Console, EndOfInput, sanitise
from numduel.cli.dialogue import Dialogue
from numduel.errors import NumduelError
from numduel.games import find
from numduel.play.session import Session, make_sides
from numduel.storage.autosave import Autosave

from .attack import find_unsafe, make_nasty, run

__all__ = ["type_nonsense"]

PIPED_LINES = 1000
"""Lines piped to the program for every game attacked in this process."""

LINES_PER_STEP = 20_000
"""Lines typed in one step."""

COMMAND_WORDS = (
    "help",
    "board",
    "undo",
    "save",
    "hint",
    "?",
    "Up",
    "Down",
    "yes",
    "no",
    "stand",
    "pass",
)


def type_nonsense(count: int, dice: random.Random, folder: str) -> Iterator[tuple[int, str]]:
    """Check that no line ends the program, changes another game or controls a terminal."""
    done = 0
    while done < count:
        game = dice.choice(numduel.games())
        lines = min(LINES_PER_STEP, count - done)
        yield lines, _type_lines(game, lines, dice)
        piped = min(PIPED_LINES, max(1, lines // 20))
        yield piped, _pipe_lines(game, piped, dice)
        done += lines + piped


class Typist(Console):
    """A console that types a number of lines and checks all output."""

    def __init__(self, lines: int, dice: random.Random) -> None:
        super().__init__()
        self.left = lines
        self.dialogue: Dialogue | None = None
        self._dice = dice
        self.problem = ""

    def ask(self, prompt: str) -> str:
        if not self.left:
            raise EndOfInput
        self.left -= 1
        assert self.dialogue is not None
        return _make_line(self._dice, self.dialogue.match.moves)

    def print(self, *lines: str) -> None:
        for line in lines:
            self.problem = self.problem or find_unsafe(sanitise(line))

    print_err = print


def _type_lines(game: str, lines: int, dice: random.Random) -> str:
    typist = Typist(lines, dice)
    while typist.left:
        two = make_sides(("human", dice.choice(["human", "random"])), ("Ann", None))
        autosave = Autosave(Session.begin(find(game), {}, two, seed=dice.randrange(2**32)))
        typist.dialogue = Dialogue(typist, autosave)
        try:
            typist.dialogue.run()
        except EndOfInput:
            break
        except NumduelError as error:
            return f"{game} was ended by {error!r}"
    return f"{game} said {typist.problem}" if typist.problem else ""


def _make_line(dice: random.Random, moves: tuple[str, ...]) -> str:
    """Return a line that no careful person would type, but never one that leaves the game."""
    match dice.randrange(6):
        case 0:
            line = make_nasty(dice, dice.choice(moves))
        case 1:
            line = make_nasty(dice, dice.choice(COMMAND_WORDS))
        case 2:
            line = "".join(chr(dice.randrange(1, 0xD800)) for _ in range(dice.randrange(1, 12)))
        case 3:
            line = "".join(dice.choices("0123456789,;.-+ ()[]/\\", k=dice.randrange(12)))
        case 4:
            line = str(dice.randrange(10 ** dice.randrange(1, 40)) - 5)
        case _:
            line = dice.choice(["", " ", "-" * 9000, "9" * 5000, "\\x1b", "null", "None", "1e9"])
    words = line.strip().lower().split()
    leaves = bool(words) and words[0] in ("q", "quit", "exit", "save", "hint")
    return "" if leaves else line


def _pipe_lines(game: str, lines: int, dice: random.Random) -> str:
    typed = b"".join(
        dice.randbytes(dice.randrange(1, 30)).replace(b"\n", b"").replace(b"q", b"") + b"\n"
        for _ in range(lines)
    )
    status, out, err = run(["play", game, "--seed", str(dice.randrange(2**32))], typed)
    if status or "Traceback" in err:
        return f"{game} ended with {status}: {err[-500:]}"
    sign = find_unsafe(out + err)
    return f"{game} said {sign}" if sign else ""
