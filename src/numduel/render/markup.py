"""What pictures and pages are written with: text made safe, stylesheets, and a page around it."""

from __future__ import annotations

import os
from collections.abc import Iterable

from ..errors import printable

MARKUP = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
ISOLATES = {"\u2068": "\u2068", "\u2069": "\u2069"}
"""The signs around a right-to-left name: see `views.narration.isolate_names`."""


def escaped(text: str) -> str:
    """Return a text as it stands in SVG and HTML, without what XML forbids or turns it around."""
    signs = MARKUP | ISOLATES
    return "".join(signs.get(sign) or printable(sign) for sign in text)


def stylesheet(name: str) -> str:
    """The text of a stylesheet in this folder, for what has to stand alone."""
    with open(os.path.join(os.path.dirname(__file__), name), encoding="utf-8") as file:
        return file.read()


def document(title: str, stylesheets: Iterable[str], contents: str) -> str:
    """A whole page as text, with its stylesheets in it, so that it needs nothing but itself."""
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escaped(title)}</title>",
            *(f"<style>\n{stylesheet(name)}</style>" for name in stylesheets),
            "</head>",
            "<body>",
            contents,
            "</body>",
            "</html>",
            "",
        ]
    )
