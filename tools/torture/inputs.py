"""Attacks on the prompt: a million lines that are no moves, or moves that nobody would write so."""

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

from .attack import nasty, run, unsafe

__all__ = ["inputs"]

PIPED = 1000
"""Lines that are sent to the program itself for every game that is attacked in this process."""

AT_ONCE = 20_000
"""Lines in this process that are one step."""

WORDS = ("help", "board", "undo", "save", "hint", "?", "Up", "Down", "yes", "no", "stand", "pass")


def inputs(count: int, dice: random.Random, folder: str) -> Iterator[tuple[int, str]]:
    """No line ends the program, changes a game it does not name a move of, or steers a terminal."""
    done = 0
    while done < count:
        game = dice.choice(numduel.games())
        lines = min(AT_ONCE, count - done)
        yield lines, _typed(game, lines, dice)
        piped = min(PIPED, max(1, lines // 20))
        yield piped, _piped(game, piped, dice)
        done += lines + piped


class Typist(Console):
    """A console that types a number of random lines and checks every printed line."""

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
        return _line(self._dice, self.dialogue.match.moves)

    def print(self, *lines: str) -> None:
        for line in lines:
            self.problem = self.problem or unsafe(sanitise(line))

    print_err = print


def _typed(game: str, lines: int, dice: random.Random) -> str:
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


def _line(dice: random.Random, moves: tuple[str, ...]) -> str:
    """A line as no careful person would type it; never one that leaves the game."""
    match dice.randrange(6):
        case 0:
            line = nasty(dice, dice.choice(moves))
        case 1:
            line = nasty(dice, dice.choice(WORDS))
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


def _piped(game: str, lines: int, dice: random.Random) -> str:
    typed = b"".join(
        dice.randbytes(dice.randrange(1, 30)).replace(b"\n", b"").replace(b"q", b"") + b"\n"
        for _ in range(lines)
    )
    status, out, err = run(["play", game, "--seed", str(dice.randrange(2**32))], typed)
    if status or "Traceback" in err:
        return f"{game} ended with {status}: {err[-500:]}"
    sign = unsafe(out + err)
    return f"{game} said {sign}" if sign else ""
