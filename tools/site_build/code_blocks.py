"""Blocks of code in the documentation: keys can scroll those that are wider than a phone."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

__all__ = ["adapt_block", "adapt_code"]

PHONE_CHARS = 36
"""Number of characters that fit on a narrow phone."""

BLOCK = re.compile(r"(<pre\b[^>]*>(?:<span></span>)?<code)(>.*?</code>)", re.DOTALL)
TAG = re.compile(r"<[^>]*>")


def adapt_code(site: Path) -> None:
    """Let wide blocks of code in all documents below a folder take the focus.

    Zensical's script takes this back, when it comes to a block that fits.
    """
    for file in sorted(site.rglob("*.html")):
        text = file.read_text(encoding="utf-8")
        adapted = BLOCK.sub(lambda block: adapt_block(block[1], block[2]), text)
        if adapted != text:
            file.write_text(adapted, encoding="utf-8")


def adapt_block(start: str, rest: str) -> str:
    """Return a block of code, given as two texts, which takes the focus if it is wide.

    >>> adapt_block("<pre><code", "><b>numduel</b> play</code>")
    '<pre><code><b>numduel</b> play</code>'
    >>> adapt_block("<pre><code", f">1\\n{'-' * 40}</code>")[:30]
    '<pre><code tabindex="0">1\\n----'
    """
    lines = unescape(TAG.sub("", f"<code{rest}")).splitlines()
    is_wide = max(map(len, lines), default=0) > PHONE_CHARS
    return f'{start} tabindex="0"{rest}' if is_wide else start + rest
