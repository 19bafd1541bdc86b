"""Random inputs for the app: keys, clicks, pastes and sizes, as a terminal sends them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from .attack import NASTY

__all__ = ["QUIT", "Burst", "Input", "Size", "bursts", "moves_only"]


class Size(NamedTuple):
    """A size that the window takes."""

    columns: int
    rows: int


Input = bytes | Size


class Burst(NamedTuple):
    """Inputs, and how they come: one by one as a person sends them, or all at once."""

    inputs: list[Input]
    is_fast: bool
    is_game: bool


ESCAPE = b"\x1b[27u"
"""The key Esc as newer terminals send it: no key behind it can be taken for a part of it."""

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
"""What a terminal says of itself, true or not, whole or not."""

PRINTABLE = bytes(code for code in range(32, 127) if code != 0x2F)
"""Without the slash, so that no field ever names a file outside the folder of the attack."""

SLASH = b"/\x7f"
"""It begins a word on a board; it is taken back, so that it begins no path."""

USEFUL = b"hauwgvmserxtnfdclpok?, \r\t\x7f0123456789"
"""Keys that mean something on several screens."""

AT_BOARD = b"hauwgevms\t\x15"
"""Keys of a screen with a board; not the one that puts the rules in place of the log."""

PLACES = "cupdmlos,?12345"
"""Keys of the first screen that lead somewhere."""

DIRECTIONS, CELLS = ("Up", "Down", "Left", "Right"), 5
"""What moves are made of; there are this many rows and columns at first."""


def bursts(dice: random.Random) -> Iterator[Burst]:
    """Endless inputs that follow from the dice alone."""
    while True:
        kind = dice.choice(KINDS)
        inputs = kind(dice)
        if PASTE_START in inputs:  # all that follows would be one text
            inputs.append(PASTE_END)
        yield Burst(inputs, is_fast=dice.random() < 0.5, is_game=kind in GAMES)


def moves_only(dice: random.Random) -> list[Input]:
    """Inputs that make moves on a board and take none back."""
    return [part for _ in range(dice.randrange(1, 12)) for part in _move(dice)]


# ---- what a burst is


def _game(dice: random.Random) -> list[Input]:
    """Into a game, and some moves in it with everything else between them."""
    inputs = _into_game(dice)
    for _ in range(dice.randrange(2, 20)):
        inputs += _move(dice) if dice.random() < 0.7 else [_any(dice)]
    return inputs


def _calm_game(dice: random.Random) -> list[Input]:
    """Into a game, and moves in it with the keys that a board has."""
    inputs = _into_game(dice)
    for _ in range(dice.randrange(4, 20)):
        inputs += _move(dice) if dice.random() < 0.85 else [bytes([dice.choice(AT_BOARD)])]
    return inputs


def _into_game(dice: random.Random) -> list[Input]:
    """Out to the first screen, and from there over the form to a board."""
    inputs: list[Input] = [ESCAPE] * dice.randrange(1, 5)
    inputs.append(b"%d" % dice.randrange(1, 6))
    if dice.random() < 0.4:  # another opponent, and whatever else the form asks
        inputs += [dice.choice((LEFT, RIGHT))] * dice.randrange(9)
        inputs += [_key(dice) for _ in range(dice.choice((0, 0, 4, 8)))]
    return [*inputs, b"\r"]


def _visit(dice: random.Random) -> list[Input]:
    """Out to the first screen, from there anywhere, and some keys there."""
    inputs: list[Input] = [ESCAPE] * dice.randrange(1, 5)
    inputs.append(dice.choice(PLACES).encode())
    return inputs + [_any(dice) for _ in range(dice.randrange(1, 25))]


def _noise(dice: random.Random) -> list[Input]:
    return [_any(dice) for _ in range(dice.randrange(1, 40))]


def _clicks(dice: random.Random) -> list[Input]:
    return [_mouse(dice) for _ in range(dice.randrange(1, 30))]


def _sizes(dice: random.Random) -> list[Input]:
    mixed = (_size, _size, _key, _mouse)
    return [dice.choice(mixed)(dice) for _ in range(dice.randrange(1, 12))]


GAMES = (_game, _calm_game)
KINDS = (*GAMES, *GAMES, _visit, _visit, _noise, _clicks, _sizes)


# ---- one input


def _any(dice: random.Random) -> Input:
    """One input of any kind, the useful ones more often."""
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
        return bytes([dice.choice(USEFUL)])
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
    """A press, a release, a movement or a turn of the wheel, mostly where there is something."""
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
    """A move as it is typed, pointed at or clicked; often one that is legal."""
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
