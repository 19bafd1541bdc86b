"""Parts of HTML and SVG: escaping, stylesheets, and the page around the content."""

from __future__ import annotations

import os
from collections.abc import Iterable

from ..errors import printable

MARKUP = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
ISOLATES = {"\u2068": "\u2068", "\u2069": "\u2069"}
"""The characters around a right-to-left name: see `views.narration.isolate_names`."""


def escaped(text: str) -> str:
    """Return text escaped for SVG and HTML, without control characters."""
    entities = MARKUP | ISOLATES
    return "".join(entities.get(char) or printable(char) for char in text)


def stylesheet(name: str) -> str:
    """Return the text of a stylesheet in this folder."""
    with open(os.path.join(os.path.dirname(__file__), name), encoding="utf-8") as file:
        return file.read()


def document(title: str, stylesheets: Iterable[str], contents: str) -> str:
    """Return a self-contained HTML page, with its stylesheets."""
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
