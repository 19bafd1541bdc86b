"""Random inputs for the app: keys, clicks, pastes and sizes, as a terminal sends them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from .attack import NASTY

__all__ = ["QUIT", "Burst", "Input", "Size", "bursts", "moves_only"]


class Size(NamedTuple):
    """A window size."""

    columns: int
    rows: int


Input = bytes | Size


class Burst(NamedTuple):
    """Inputs, sent one by one like a person or all at once."""

    inputs: list[Input]
    is_fast: bool
    is_game: bool


ESCAPE = b"\x1b[27u"
"""The Esc key as newer terminals send it: following keys can't be taken as part of it."""

QUIT, SUSPEND = b"\x11", b"\x1a"

PASTE_START, PASTE_END = b"\x1b[200~", b"\x1b[201~"

ARROWS = (b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D")
LEFT, RIGHT = ARROWS[3], ARROWS[2]
OTHER_KEYS = (
    *(b"\x1bO" + letter for letter in (b"P", b"Q", b"R", b"S")),
    *(b"\x1b[%d~" % number for number in (1, 2, 3, 4, 5, 6, 15, 17, 18, 19, 20, 21, 23, 24)),
    *(b"\x1b[1;%d%c" % (shift, arrow) for shift in (2, 3, 5, 6) for arrow in b"ABCDHF"),
    *(b"\x1b[H", b"\x1b[F", b"\x1b[Z", b"\x1b", b"\x1b\x1b", b"\x1b[97;5u", b"\x1b[13;2u"),
)
CONTROLS = tuple(bytes([code]) for code in range(1, 32) if code not in (0x11, 0x1A, 0x1B))
REPORTS = (
    *(b"\x1b[I", b"\x1b[O", b"\x1b[?2026;2$y", b"\x1b[?2048;0$y", b"\x1b[12;40R", b"\x1b[?1;2c"),
    *(b"\x1b[48;24;80;480;800t", b"\x1b[48;0;0;0;0t", b"\x1b[", b"\x1b[<", b"\x1bP", b"\xff\xfe"),
    *(b"\xc3", b"\x1b[<0;0;0M", b"\x1b[<999;99999;99999M", PASTE_START, PASTE_END),
)
"""Reports of a terminal about itself, valid or not, complete or not."""

PRINTABLE = bytes(code for code in range(32, 127) if code != 0x2F)
"""Printable characters except the slash, so that no field names a file outside the folder."""

SLASH = b"/\x7f"
"""A slash, which starts a word on a board, and Backspace, so that it starts no path."""

COMMON_KEYS = b"hauwgvmserxtnfdclpok?, \r\t\x7f0123456789"
"""Keys that work on several screens."""

BOARD_KEYS = b"hauwgevms\t\x15"
"""Keys of a screen with a board, except the one that replaces the log by the rules."""

SCREEN_KEYS = "cupdmlos,?12345"
"""Keys of the first screen that open another one."""

DIRECTIONS, CELLS = ("Up", "Down", "Left", "Right"), 5
"""Parts of moves, and the number of rows and columns to type."""


def bursts(dice: random.Random) -> Iterator[Burst]:
    """Yield endless inputs that depend only on the random generator."""
    while True:
        kind = dice.choice(KINDS)
        inputs = kind(dice)
        if PASTE_START in inputs:  # otherwise the rest would be one paste
            inputs.append(PASTE_END)
        yield Burst(inputs, is_fast=dice.random() < 0.5, is_game=kind in GAME_KINDS)


def moves_only(dice: random.Random) -> list[Input]:
    """Return inputs that make moves and undo none."""
    return [part for _ in range(dice.randrange(1, 12)) for part in _move(dice)]


# ---- kinds of bursts


def _game(dice: random.Random) -> list[Input]:
    """Return inputs that start a game and make moves, mixed with anything else."""
    inputs = _into_game(dice)
    for _ in range(dice.randrange(2, 20)):
        inputs += _move(dice) if dice.random() < 0.7 else [_any(dice)]
    return inputs


def _calm_game(dice: random.Random) -> list[Input]:
    """Return inputs that start a game and make moves, mixed with the board's own keys."""
    inputs = _into_game(dice)
    for _ in range(dice.randrange(4, 20)):
        inputs += _move(dice) if dice.random() < 0.85 else [bytes([dice.choice(BOARD_KEYS)])]
    return inputs


def _into_game(dice: random.Random) -> list[Input]:
    """Return inputs that go to the first screen, through the form and to a board."""
    inputs: list[Input] = [ESCAPE] * dice.randrange(1, 5)
    inputs.append(b"%d" % dice.randrange(1, 6))
    if dice.random() < 0.4:  # change the opponent and other fields
        inputs += [dice.choice((LEFT, RIGHT))] * dice.randrange(9)
        inputs += [_key(dice) for _ in range(dice.choice((0, 0, 4, 8)))]
    return [*inputs, b"\r"]


def _visit(dice: random.Random) -> list[Input]:
    """Return inputs that go to the first screen, open another one and press some keys."""
    inputs: list[Input] = [ESCAPE] * dice.randrange(1, 5)
    inputs.append(dice.choice(SCREEN_KEYS).encode())
    return inputs + [_any(dice) for _ in range(dice.randrange(1, 25))]


def _noise(dice: random.Random) -> list[Input]:
    return [_any(dice) for _ in range(dice.randrange(1, 40))]


def _clicks(dice: random.Random) -> list[Input]:
    return [_mouse(dice) for _ in range(dice.randrange(1, 30))]


def _sizes(dice: random.Random) -> list[Input]:
    mixed = (_size, _size, _key, _mouse)
    return [dice.choice(mixed)(dice) for _ in range(dice.randrange(1, 12))]


GAME_KINDS = (_game, _calm_game)
KINDS = (*GAME_KINDS, *GAME_KINDS, _visit, _visit, _noise, _clicks, _sizes)


# ---- one input


def _any(dice: random.Random) -> Input:
    """Return one input of any kind, useful ones more often."""
    number = dice.randrange(1000)
    if number < 640:
        return _key(dice)
    if number < 850:
        return _mouse(dice)
    if number < 900:
        return _paste(dice)
    if number < 960:
        return _size(dice)
    if number < 996:
        return dice.choice(REPORTS)
    return SUSPEND if number < 998 else QUIT


def _key(dice: random.Random) -> bytes:
    number = dice.randrange(100)
    if number < 40:
        return bytes([dice.choice(COMMON_KEYS)])
    if number < 60:
        return dice.choice(ARROWS)
    if number < 75:
        return bytes([dice.choice(PRINTABLE)])
    if number < 85:
        return dice.choice(OTHER_KEYS)
    if number < 92:
        return dice.choice(CONTROLS)
    return dice.choice((ESCAPE, SLASH, "é".encode(), "漢".encode(), "\U0001f600".encode()))


def _mouse(dice: random.Random) -> bytes:
    """Return a press, release, movement or wheel turn, mostly on something visible."""
    button = dice.choice((0, 0, 0, 0, 1, 2, 32, 35, 35, 64, 65, 4, 8, 16))
    column, row = dice.randrange(1, dice.choice((60, 120, 260))), dice.randrange(1, 45)
    press = b"\x1b[<%d;%d;%dM" % (button, column, row)
    if button < 3 and dice.random() < 0.7:
        return press + b"\x1b[<%d;%d;%dm" % (button, column, row)
    return press


def _paste(dice: random.Random) -> bytes:
    texts = (
        "5",
        "1,2",
        "Up",
        dice.choice(NASTY),
        "".join(dice.choices(NASTY, k=5)),
        "\n".join(str(number) for number in range(20)),
        "".join(chr(dice.randrange(32, 0xD800)) for _ in range(dice.randrange(1, 60))),
        "9" * dice.randrange(1, 12_000),
    )
    text = dice.choice(texts).replace("/", " ").replace("\x1b[20", "")
    return PASTE_START + text.encode() + PASTE_END


def _size(dice: random.Random) -> Size:
    if dice.random() < 0.5:
        return dice.choice((Size(80, 24), Size(120, 40), Size(60, 35), Size(20, 5), Size(250, 80)))
    return Size(dice.randrange(20, 251), dice.randrange(5, 81))


def _move(dice: random.Random) -> list[Input]:
    """Return a move by typing, cursor or click, often a legal one."""
    match dice.randrange(6):
        case 0 | 1:
            return [b"\t", b"\r"]
        case 2:
            return [dice.choice(ARROWS), b"\r"]
        case 3:
            word = f"{dice.randrange(CELLS)},{dice.randrange(CELLS)}"
        case 4:
            word = str(dice.randrange(1, 10))
        case _:
            word = dice.choice((*DIRECTIONS, "yes", "no", "stand", "pass"))
    return [*(letter.encode() for letter in word), b"\r"]
