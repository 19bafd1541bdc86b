"""Pictures of the documentation: pages know their sizes, and load the later ones late."""

from __future__ import annotations

import re
import struct
from pathlib import Path

__all__ = ["adapt_images", "read_size"]

IMAGE = re.compile(r"<img\b([^>]*?)\s*/?>")
SOURCE = re.compile(r'\bsrc="([^"]+)"')
WIDTH = re.compile(r'\bwidth="(\d+)"')
VIEW_BOX = re.compile(r'<svg\b[^>]*\bviewBox="-?[\d.]+[ ,]+-?[\d.]+[ ,]+([\d.]+)[ ,]+([\d.]+)"')
PNG_START = b"\x89PNG\r\n\x1a\n"


def adapt_images(site: Path) -> None:
    """Give all pictures in documents below a folder their sizes, so that nothing moves later.

    The first picture of a page loads at once, because it may be on the first screen.
    """
    for file in sorted(site.rglob("*.html")):
        text = file.read_text(encoding="utf-8")
        adapted = _adapt_document(text, file.parent)
        if adapted != text:
            file.write_text(adapted, encoding="utf-8")


def _adapt_document(text: str, folder: Path) -> str:
    seen = 0

    def adapt(image: re.Match[str]) -> str:
        nonlocal seen
        seen += 1
        when = ' loading="lazy"' if seen > 1 else ""
        return f"<img{image[1]}{_size_attributes(image[1], folder)}{when}>"

    return IMAGE.sub(adapt, text)


def _size_attributes(attributes: str, folder: Path) -> str:
    """Return the missing width and height of an image; nothing if they are unknown."""
    source, width = SOURCE.search(attributes), WIDTH.search(attributes)
    size = read_size(folder / source[1]) if source else None
    if not size or " height=" in attributes:
        return ""
    if width:
        return f' height="{round(int(width[1]) * size[1] / size[0])}"'
    return f' width="{round(size[0])}" height="{round(size[1])}"'


def read_size(file: Path) -> tuple[float, float] | None:
    """Return the width and height of a PNG or SVG; None for other files."""
    if not file.is_file():
        return None
    start = file.read_bytes()[:2000]
    if start.startswith(PNG_START):
        width, height = struct.unpack(">II", start[16:24])
        return float(width), float(height)
    found = VIEW_BOX.search(start.decode("utf-8", errors="replace"))
    return (float(found[1]), float(found[2])) if found else None
