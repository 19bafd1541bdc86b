"""Parts of HTML and SVG: escaping, stylesheets, and what is around the content."""

from __future__ import annotations

import os
import re
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


DARK = re.compile(
    r"^@media \(prefers-color-scheme: dark\) \{\n(.*?)^\}\n", re.DOTALL | re.MULTILINE
)
"""The rules of a stylesheet for dark screens."""

PAGE_SELECTORS = re.compile(r"^( *)(?::root|body)(?= \{)", re.MULTILINE)

DARK_HOSTS = ':is([data-jp-theme-light="false"], .vscode-dark, [data-theme="dark"], [theme="dark"])'
LIGHT_HOSTS = (
    ':is([data-jp-theme-light="true"], .vscode-light, [data-theme="light"], [theme="light"])'
)
"""The elements of Jupyter, VS Code, Sphinx and Colab that say which theme the reader chose."""


def embed(title: str, stylesheets: Iterable[str], contents: str) -> str:
    """Return contents for someone else's page, such as a notebook, with their stylesheets.

    The stylesheets apply to these contents alone, and win over those of the page. Colours follow
    the theme of the page, or of the screen if the page has none.
    """
    rules = PAGE_SELECTORS.sub(r"\1&", "".join(map(stylesheet, stylesheets)))
    light, dark = DARK.sub("", rules), "".join(DARK.findall(rules))
    style = (
        f":is(.numduel, #numduel) {{\n{light}"
        f"@media (prefers-color-scheme: dark) {{ &:not({LIGHT_HOSTS} *) {{\n{dark}}} }}\n"
        f"&:is({DARK_HOSTS} *) {{\n{dark}}}\n}}"
    )
    opening = f'<div class="numduel" role="figure" aria-label="{escaped(title)}">'
    return f"{opening}\n<style>\n{style}\n</style>\n{contents}\n</div>"


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
