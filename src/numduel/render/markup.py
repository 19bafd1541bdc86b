"""Parts of HTML and SVG: escaping, stylesheets, and the page around the content."""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256

from ..errors import printable

MARKUP = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
ISOLATES = {"\u2068": "\u2068", "\u2069": "\u2069"}
"""The characters around a right-to-left name: see `views.narration.isolate_names`."""


def escaped(text: str) -> str:
    """Return text escaped for SVG and HTML, without control characters."""
    entities = MARKUP | ISOLATES
    return "".join(entities.get(char) or printable(char) for char in text)


def stylesheet(name: str) -> str:
    """Return the text of a stylesheet or a script in this folder."""
    with open(os.path.join(os.path.dirname(__file__), name), encoding="utf-8") as file:
        return file.read()


def script_policy(script: str) -> str:
    """Return the element that lets a page run this inline script and load nothing at all."""
    digest = b64encode(sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    return f'<meta http-equiv="Content-Security-Policy" content="{policy}">'


def document(
    title: str, stylesheets: Iterable[str], contents: str, script: str | None = None
) -> str:
    """Return a self-contained HTML page, with its stylesheets and its script."""
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            *([script_policy(script)] if script else []),
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escaped(title)}</title>",
            *(f"<style>\n{stylesheet(name)}</style>" for name in stylesheets),
            "</head>",
            "<body>",
            contents,
            *([f"<script>{script}</script>"] if script else []),
            "</body>",
            "</html>",
            "",
        ]
    )
