"""The faces of the characters."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from numduel.play.players import CHARACTERS
from numduel.render.face import FACES, INK, face_shapes, face_svg
from numduel.render.numerals import STROKES

SVG = "{http://www.w3.org/2000/svg}"


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, two: str) -> float:
    high, low = sorted((luminance(one), luminance(two)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_every_character_has_a_different_face() -> None:
    assert set(FACES) == set(CHARACTERS)
    assert len({face_shapes(who) for who in FACES}) == len(FACES)


@pytest.mark.parametrize("who", CHARACTERS)
def test_face_is_svg_with_a_title_and_without_styles(who: str) -> None:
    root = ElementTree.fromstring(face_svg(who, "Tom & <Ann>"))
    assert root.findtext(f"{SVG}title") == "Tom & <Ann>"
    assert root.get("role") == "img"
    paths = root.findall(f"{SVG}path")
    assert len(paths) == len(face_shapes(who))
    assert not any("style" in path.attrib or "class" in path.attrib for path in paths)
    for path, shape in zip(paths, face_shapes(who), strict=True):
        assert path.get("d") == shape.d
        assert path.get("fill") == shape.fill


@pytest.mark.parametrize("who", CHARACTERS)
def test_face_hides_its_numeral_and_can_be_seen_on_any_ground(who: str) -> None:
    face = FACES[who]
    assert STROKES[face.numeral.digit] in [shape.d for shape in face_shapes(who)]
    assert contrast(INK, face.skin) >= 7
    assert contrast(face.skin, "#12151c") >= 7  # the ground of the dark theme
    assert contrast(INK, "#ffffff") >= 7  # the outline on a light ground
