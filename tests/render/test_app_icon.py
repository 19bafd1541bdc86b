"""The icons of the installed page: the script draws them, and a circle cuts nothing off."""

from __future__ import annotations

import json
import struct
import zlib

from app_icons import ICONS

from numduel.render.app_icon import GROUND, app_icon
from numduel.web.page_files import PAGE


def test_page_has_the_icons_that_the_script_draws() -> None:
    for name, (size, is_maskable) in ICONS.items():
        assert (PAGE / name).read_bytes() == app_icon(size, is_maskable=is_maskable), name


def test_manifest_names_existing_icons_with_their_sizes() -> None:
    manifest = json.loads((PAGE / "manifest.webmanifest").read_text(encoding="utf-8"))
    icons = manifest["icons"] + [icon for each in manifest["shortcuts"] for icon in each["icons"]]
    for icon in icons:
        body = (PAGE / icon["src"]).read_bytes()
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", body[16:24])
            assert icon["sizes"] == f"{width}x{height}"
            assert ICONS[icon["src"]][1] == (icon.get("purpose") == "maskable")


def test_maskable_icon_keeps_its_drawing_within_the_safe_circle() -> None:
    size = 192
    body = app_icon(size, is_maskable=True)
    start = body.index(b"IDAT") + 4
    (length,) = struct.unpack(">I", body[start - 8 : start - 4])
    rows = zlib.decompress(body[start : start + length])
    line = 1 + 3 * size
    drawn = [
        (x, y)
        for y in range(size)
        for x in range(size)
        if tuple(rows[y * line + 1 + 3 * x : y * line + 4 + 3 * x]) != GROUND
    ]
    middle = (size - 1) / 2
    assert drawn
    assert max((x - middle) ** 2 + (y - middle) ** 2 for x, y in drawn) <= (0.4 * size) ** 2
