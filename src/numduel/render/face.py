"""The faces of the characters, put together from a few parts, in a box of 100 by 100.

One of our numerals is hidden in each face. Lines are readable on every skin, and skins on every
ground, so a face looks the same in all themes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .markup import escaped
from .numerals import STROKES

INK = "#10202c"
"""The colour of lines."""

WHITE = "#ffffff"

PEN = 4.0
"""The width of most lines."""

MAX_STROKE = 24.0
"""The widest stroke of a numeral, of its height of 100."""

BOX = "0 0 100 100"


class Shape(NamedTuple):
    """A path of a drawing, with the attributes of SVG."""

    d: str
    fill: str = "none"
    stroke: str = "none"
    width: float = 0.0
    transform: str = ""


class Numeral(NamedTuple):
    """A numeral in a face."""

    digit: str
    x: float
    """Its centre."""
    y: float
    height: float
    turn: float = 0.0
    """Degrees, clockwise."""
    is_bright: bool = False
    """Whether it has the colour of the skin: a clip in the hair."""


class Face(NamedTuple):
    """A face: the names of its parts, and its colours."""

    head: str
    skin: str
    hair: str
    hair_colour: str
    eyes: str
    brows: str
    mouth: str
    numeral: Numeral


FACES = {
    "pip": Face(
        *("round", "#ffb7a3", "swept", "#d9482e"),
        *("ahead", "raised", "grin", Numeral("1", 54, 58, 15)),
    ),
    "goldie": Face(
        *("wide", "#ffe39a", "ringlets", "#c9861a"),
        *("sparkling", "arched", "smile", Numeral("9", 46, 32, 15, is_bright=True)),
    ),
    "bruno": Face(
        *("square", "#dcb48c", "crew", "#5b3a21"),
        *("stern", "bar", "firm", Numeral("0", 50, 60, 20, 90)),
    ),
    "ida": Face(
        *("oval", "#d9caf7", "bob", "#51358f"),
        *("watchful", "one up", "small", Numeral("6", 42, 32, 14, is_bright=True)),
    ),
    "trixie": Face(
        *("pointed", "#f9bcd9", "ears", "#a3246a"),
        *("wink", "sly", "smirk", Numeral("7", 51, 60, 14)),
    ),
    "otto": Face(
        *("egg", "#bdd0dd", "tufts", "#f4f6f9"),
        *("sleepy", "bushy", "moustache", Numeral("8", 50, 48, 50, 90)),
    ),
}
"""The face of each character."""

HEADS = {
    "round": "M50 16C72 16 85 32 85 54S71 92 51 92S17 76 17 54S28 16 50 16Z",
    "wide": "M50 22C74 22 88 36 88 58S73 92 50 92S12 80 12 58S26 22 50 22Z",
    "square": "M26 18H74C82 18 86 23 86 31V74C86 86 78 93 67 93H33C22 93 14 86 14 74V31"
    "C14 23 18 18 26 18Z",
    "oval": "M50 20C70 20 81 36 81 56S68 94 50 94S19 76 19 56S30 20 50 20Z",
    "pointed": "M50 20C72 20 84 32 84 50C84 68 66 94 50 94S16 68 16 50C16 32 28 20 50 20Z",
    "egg": "M50 8C70 8 84 30 84 56S70 94 50 94S16 80 16 56S30 8 50 8Z",
}
"""The outline of each head."""

HAIR = "hair"
"""Stands for the colour of the hair."""


def _dot(x: float, y: float, radius: float, fill: str = INK, width: float = 0.0) -> Shape:
    """Return a circle; with a width, its edge is a line."""
    d = f"M{x - radius:g} {y:g}a{radius:g} {radius:g} 0 1 0 {2 * radius:g} 0"
    return Shape(f"{d}a{radius:g} {radius:g} 0 1 0 {-2 * radius:g} 0Z", fill, INK, width)


def _line(d: str, width: float = PEN) -> Shape:
    return Shape(d, "none", INK, width)


def _area(d: str, fill: str = HAIR, width: float = PEN) -> Shape:
    return Shape(d, fill, INK, width)


def _eye(
    x: float, y: float, radius: float, look: tuple[float, float] = (0, 0)
) -> tuple[Shape, ...]:
    """Return an open eye that looks in a direction."""
    right, down = look
    pupil = _dot(x + right, y + down, radius * 0.52)
    shine = _dot(x + right + radius * 0.18, y + down - radius * 0.2, radius * 0.17, WHITE)
    return _dot(x, y, radius, WHITE, 3), pupil, shine


BACK_HAIR = {
    "swept": (
        _area("M70 22C54 4 30 2 10 8C17 12 20 16 20 20C13 19 7 21 3 25C11 27 15 31 16 36L34 44Z"),
    ),
    "ringlets": (
        _area(
            "M50 12C24 10 8 26 9 44C2 48 2 58 8 61C2 66 4 76 11 77C9 85 17 90 24 86H76"
            "C83 90 91 85 89 77C96 76 98 66 92 61C98 58 98 48 91 44C92 26 76 10 50 12Z"
        ),
    ),
    "bob": (
        _area(
            "M50 14C24 14 10 34 11 58C11 70 10 78 6 84C14 88 24 87 30 83H70C76 87 86 88 94 84"
            "C90 78 89 70 89 58C90 34 76 14 50 14Z"
        ),
    ),
    "ears": (
        _area("M22 44C12 30 10 16 13 4C26 8 36 16 42 26Z"),
        _area("M78 44C88 30 90 16 87 4C74 8 64 16 58 26Z"),
    ),
    "tufts": (
        _area("M22 44C12 38 4 40 3 47C6 47 8 49 8 51C3 52 2 58 5 61C9 58 11 60 13 63L24 64Z"),
        _area(
            "M78 44C88 38 96 40 97 47C94 47 92 49 92 51C97 52 98 58 95 61C91 58 89 60 87 63L76 64Z"
        ),
    ),
}
"""Hair behind the head."""

FRONT_HAIR = {
    "swept": (
        _area("M18 44C20 24 36 14 56 17C68 19 77 27 81 36C66 28 56 34 46 31C38 38 28 34 18 44Z"),
    ),
    "ringlets": (
        _area("M14 50C16 32 28 22 50 22S84 32 86 50C78 46 72 40 68 34C56 42 28 42 14 50Z"),
    ),
    "crew": (_area("M14 40V31C14 21 20 15 28 15H72C80 15 86 21 86 31V40L78 32H22Z"),),
    "bob": (_area("M20 50C19 32 30 20 50 20S81 32 80 50C70 46 64 40 60 34C50 42 32 42 20 50Z"),),
    "ears": (
        _area(
            "M17 46C20 30 32 20 50 20S80 30 83 46C74 40 66 36 60 28C56 36 50 38 50 46"
            "C44 40 42 36 40 30C34 38 26 40 17 46Z"
        ),
    ),
}
"""Hair on the head."""

EYES = {
    "ahead": (*_eye(40, 49, 9.5, (3, 0)), *_eye(68, 49, 9.5, (3, 0))),
    "sparkling": (
        *(_line("M27 58C29 51 41 51 43 58"), _line("M57 58C59 51 71 51 73 58")),
        *(_dot(25, 68, 5, "#ff9f80"), _dot(75, 68, 5, "#ff9f80")),
    ),
    "stern": (_dot(35, 49, 4.2), _dot(65, 49, 4.2)),
    "watchful": (*_eye(37, 56, 10, (-3.5, 1)), *_eye(63, 56, 10, (-3.5, 1))),
    "wink": (*_eye(35, 52, 9.5, (3, -1)), _line("M58 53C62 48 70 48 75 52")),
    "sleepy": (_line("M30 50H43M57 50H70"), _dot(37, 52, 3.4), _dot(63, 52, 3.4)),
}

BROWS = {
    "raised": (_line("M31 35C35 31 43 31 47 34M61 34C65 31 73 32 76 36"),),
    "arched": (_line("M26 47C30 43 38 43 42 46M58 46C62 43 70 43 74 47", 3),),
    "bar": (_line("M26 41L47 44H53L74 41", 7),),
    "one up": (_line("M29 43C33 40 39 40 43 42M57 38C61 33 69 34 73 38", 3.4),),
    "sly": (_line("M25 39C31 35 39 37 45 42M57 42C63 38 70 37 76 40", 3.4),),
    "bushy": (
        _area("M24 32C30 24 42 25 46 32C40 31 32 32 27 36Z", HAIR, 3),
        _area("M76 32C70 24 58 25 54 32C60 31 68 32 73 36Z", HAIR, 3),
    ),
}

MOUTHS = {
    "grin": (_area("M34 69C44 73 60 73 72 68C70 80 62 86 53 86S36 80 34 69Z", WHITE),),
    "smile": (_line("M36 74C42 83 58 83 64 74"), _line("M34 75L38 72.5M66 75L62 72.5", 3)),
    "firm": (_line("M34 78C42 75 58 75 66 78"), _line("M42 86H58", 2.6)),
    "small": (_line("M43 78C47 81 53 81 57 78"),),
    "smirk": (_line("M38 76C48 81 60 78 67 70"), _line("M63 69L69 71", 3)),
    "moustache": (
        _area("M50 69C44 63 30 65 22 75C30 80 44 82 50 76C56 82 70 80 78 75C70 65 56 63 50 69Z"),
        _line("M45 85C48 87 52 87 55 85", 3),
    ),
}


def face_shapes(who: str) -> tuple[Shape, ...]:
    """Return the shapes of a character's face, from back to front."""
    return tuple(_shapes(FACES[who]))


def _shapes(face: Face) -> Iterator[Shape]:
    head = _area(HEADS[face.head], face.skin)
    parts = (
        *(*BACK_HAIR.get(face.hair, ()), head, *FRONT_HAIR.get(face.hair, ())),
        *(*EYES[face.eyes], *BROWS[face.brows], *MOUTHS[face.mouth]),
        _numeral(face.numeral, face.skin if face.numeral.is_bright else INK),
    )
    for shape in parts:
        yield shape._replace(fill=face.hair_colour) if shape.fill == HAIR else shape


def _numeral(numeral: Numeral, colour: str) -> Shape:
    scale = numeral.height / 100
    turn = f" rotate({numeral.turn:g})" if numeral.turn else ""
    place = f"translate({numeral.x:g} {numeral.y:g}){turn} scale({scale:g}) translate(-30 -50)"
    return Shape(STROKES[numeral.digit], "none", colour, min(PEN / scale, MAX_STROKE), place)


def face_svg(who: str, title: str) -> str:
    """Return a character's face as SVG, with a title for screen readers.

    >>> face_svg("pip", "Pip").startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    True
    """
    paths = "".join(_path(shape) for shape in face_shapes(who))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{BOX}" role="img" stroke-linecap="round"'
        f' stroke-linejoin="round"><title>{escaped(title)}</title>{paths}</svg>\n'
    )


def _path(shape: Shape) -> str:
    stroke = f' stroke="{shape.stroke}" stroke-width="{shape.width:g}"' if shape.width else ""
    transform = f' transform="{shape.transform}"' if shape.transform else ""
    return f'<path d="{shape.d}" fill="{shape.fill}"{stroke}{transform}/>'
