"""Small faces of the characters: two pixels in each cell, or plain letters."""

from __future__ import annotations

from typing import NamedTuple

from textual.content import Content

from ...render.face import FACES, INK, WHITE

BLUSH = "b"
"""Cheeks and noses, in a darker skin."""


class SmallFace(NamedTuple):
    """A face in pixels and in letters."""

    blush: str
    pixels: tuple[str, ...]
    """Rows of pixels: s skin, h hair, i ink, w white, b blush, and a dot for nothing."""
    letters: tuple[str, ...]


SMALL_FACES = {
    "goldie": SmallFace(
        "#f7a072",
        (
            "....hhhhhh....",
            "..hhhhhhhhhh..",
            ".hhhhhhhsshhh.",
            ".hhhhsssssshh.",
            "hhssiissiisshh",
            "hhsssssssssshh",
            "hhbbssssssbbhh",
            "hhsssssssssshh",
            ".hssissssissh.",
            ".hsssiiiisssh.",
            "..hssssssssh..",
            "....ssssss....",
        ),
        (r" .oOOOo. ", r"oO ^ ^ Oo", r"oO     Oo", r" o \_/ o "),
    ),
    "bruno": SmallFace(
        "#b07f52",
        (
            "..hhhhhhhhhh..",
            ".hhhhhhhhhhhh.",
            ".hhsssssssshh.",
            ".ssiiiiiiiiss.",
            ".sswissssiwss.",
            ".ssssssssssss.",
            ".sssssbbsssss.",
            ".ssssbbbbssss.",
            ".ssssssssssss.",
            ".sssiiiiiisss.",
            ".ssssssssssss.",
            "..ssssssssss..",
        ),
        (r" _______ ", r"|#######|", r"| o_O_o |", r"|__===__|"),
    ),
    "pip": SmallFace(
        "#f08a72",
        (
            ".hhhhhh.......",
            "hhhhhhhhhh....",
            ".hhhhhhhhhhh..",
            "hhhhhsshhhsss.",
            "..hssssssssss.",
            "..swwissswwis.",
            "..swwissswwis.",
            "..bbsssssssbb.",
            "..siiiiiiiiis.",
            "...siwwwwwis..",
            "...ssiiiiiss..",
            ".....sssss....",
        ),
        (r"=\\\\\\_ ", r" =( o  o)", r"  (  1  )", r"   \_U_/ "),
    ),
    "ida": SmallFace(
        "#b79be8",
        (
            "......hh......",
            "....hhhhhh....",
            "..hhhhhhhhhh..",
            ".hhhhhhhsshhh.",
            ".hhhssssssshh.",
            ".hhswwsswwshh.",
            ".hhsiwssiwshh.",
            ".hhsssssssshh.",
            ".hhsssssssshh.",
            ".hhsssiissshh.",
            "hhhhsssssshhhh",
            "hhh..ssss..hhh",
        ),
        (r"  __@__  ", r" /  _  \ ", r"| (o)(o)|", "/_\\ - /_\\"),
    ),
    "trixie": SmallFace(
        "#e58ab8",
        (
            "hh..........hh",
            "hhh........hhh",
            "hhhhhhhhhhhhhh",
            ".hhhhhhhhhhhh.",
            ".hsshhsshhssh.",
            ".sswwsssssiss.",
            ".sswissssiiis.",
            "..ssssssssss..",
            "..sssssssiss..",
            "...siiiiisss..",
            "....ssssss....",
            "......ss......",
        ),
        ("/\\_____/\\", r"\ o   - /", r" \  7  / ", r"  \__~/  "),
    ),
    "otto": SmallFace(
        "#93adc0",
        (
            "....ssssss....",
            "...ssssssss...",
            "..ssssssssss..",
            "..shhhsshhhs..",
            "h.ssssssssss.h",
            "hhiiiiiiiiiihh",
            "hhiwwissiwwihh",
            "..iiiissiiii..",
            "..sshhhhhhss..",
            "..hhhhsshhhh..",
            "...ssssssss...",
            "....ssssss....",
        ),
        (r"  _____  ", r" /     \ ", r"{( -8- )}", r" \=www=/ "),
    ),
}


def draw_face(who: str, *, is_plain: bool = False) -> Content:
    """Return a face in six lines; in letters, for terminals without colours or blocks, in four."""
    face = SMALL_FACES[who]
    if is_plain:
        return Content("\n".join(face.letters))
    colours = {"i": INK, "w": WHITE, BLUSH: face.blush}
    colours |= {"s": FACES[who].skin, "h": FACES[who].hair_colour}
    lines = []
    for upper, lower in zip(face.pixels[::2], face.pixels[1::2], strict=True):
        cells = [
            _cell(colours.get(top), colours.get(bottom))
            for top, bottom in zip(upper, lower, strict=True)
        ]
        lines.append(Content.assemble(*cells))
    return Content("\n").join(lines)


def _cell(top: str | None, bottom: str | None) -> tuple[str, str] | str:
    """Return a character with two pixels, and its style."""
    if top is None and bottom is None:
        return " "
    if top is None:
        return "▄", f"{bottom}"
    return "▀", top if bottom is None else f"{top} on {bottom}"
