"""What pictures and pages are written with: text made safe, and the stylesheets."""

from __future__ import annotations

import os

from ..errors import printable


def escaped(text: str) -> str:
    """A text as it stands in SVG and HTML, without what XML forbids or what turns it around."""
    signs = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
    return "".join(signs.get(sign, sign) for sign in printable(text))


def stylesheet(name: str) -> str:
    """The text of a stylesheet in this folder, for what has to stand alone."""
    with open(os.path.join(os.path.dirname(__file__), name), encoding="utf-8") as file:
        return file.read()
