"""The end mark of a saved game: its last line, by which anybody sees that nothing is missing.

    ; end 1f0c8ab4

The number is the CRC-32 of all that stands before that line, in UTF-8. To those who read records
it is a remark and means nothing, so that a record can be copied, cut and edited.
"""

from __future__ import annotations

import re
from binascii import crc32

MARK = re.compile(r"(?:^|(?<=\n)); end ([0-9a-f]{8})\s*\Z")


def marked(text: str) -> str:
    r"""A record with its end mark.

    >>> print(marked('[Game "sum"]\n\n1. 7\n'), end="")
    [Game "sum"]
    <BLANKLINE>
    1. 7
    ; end d5e58566
    """
    return f"{text}; end {crc32(text.encode()):08x}\n"


def unmarked(text: str) -> str:
    """A record without its end mark, if it has one."""
    return MARK.sub("", text)


def agrees(text: str) -> bool | None:
    r"""Whether the end mark agrees with all that stands before it; None where there is none.

    >>> agrees(marked("1. 7\n")), agrees("1. 7\n"), agrees(marked("1. 7\n").replace("7", "8"))
    (True, None, False)
    """
    mark = MARK.search(text)
    return text == marked(text[: mark.start()]) if mark else None
