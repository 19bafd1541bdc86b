"""The end mark of a saved game: a last line that shows that nothing is missing.

    ; end 1f0c8ab4

The number is the CRC-32 of everything before that line, in UTF-8. Programs that read records see a
comment, so records can be copied, cut and edited.
"""

from __future__ import annotations

import re
from binascii import crc32

END_MARK = re.compile(r"(?:^|(?<=\n)); end ([0-9a-f]{8})\s*\Z")


def add_end_mark(text: str) -> str:
    r"""Return a record with its end mark.

    >>> print(add_end_mark('[Game "sum"]\n\n1. 7\n'), end="")
    [Game "sum"]
    <BLANKLINE>
    1. 7
    ; end d5e58566
    """
    return f"{text}; end {crc32(text.encode()):08x}\n"


def remove_end_mark(text: str) -> str:
    """Return a record without its end mark, if it has one."""
    return END_MARK.sub("", text)


def check_end_mark(text: str) -> bool | None:
    r"""Return whether the end mark matches everything before it, None without an end mark.

    >>> text = add_end_mark("1. 7\n")
    >>> check_end_mark(text), check_end_mark("1. 7\n"), check_end_mark(text.replace("7", "8"))
    (True, None, False)
    """
    mark = END_MARK.search(text)
    return text == add_end_mark(text[: mark.start()]) if mark else None
