"""Letters: a record as a short text for the end of a link.

    1.GAMEID.DATA.LENGTH

The text starts with the version of the format. The id stays the same in all letters of a game. The
data is base64url: the CRC-32 of id and record, then the record, compressed. Last is the number of
characters of the data. So a link that was cut says so, and it always ends with a digit: programs
that find links in a text may leave out a last "-", "_" or ".". docs/site.md describes the format.
A letter comes from a stranger: it is only text until the rules have checked its record.
"""

from __future__ import annotations

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import crc32
from secrets import token_urlsafe
from typing import NamedTuple

from ...errors import SetupError
from ...play.match import Match
from .writing import dumps

VERSION = "1"

MAX_LETTER_CHARS = 16_000
"""Maximum length of a letter in a link."""

MAX_RECORD_BYTES = 60_000
"""Maximum size of the record that a letter unpacks to."""

ID_BYTES = 9
"""Random bytes of an id: 12 characters."""

LETTER_TAGS = ("Date", "Player1", "Player2")
"""The tags that a letter keeps, besides those that follow from the match."""

START = re.compile(r"([1-9][0-9]{0,3})\.")
FORMAT = re.compile(r"1\.([A-Za-z0-9_-]{12})\.([A-Za-z0-9_-]+)\.([1-9][0-9]{0,4})")
CRC_BYTES = 4
RAW = -15
"""zlib's number for compressed data without a header."""

COMMON_TEXT = (
    b'yes no "]\n[Reason "[Ended "Player 1 resigned"]\nPlayer 2 resigned"]\nstopped"]\n[Game "'
    b'[Board "1 2 3 4 5 6 7 8 9/"]\n[Result "*"]\n[Result "1-0"]\n[Result "0-1"]\n[Options "size='
    b'target=start=limit=False True 0,0 1,1 2,2 3,3 4,4"]\n[Date "2026.12.01"]\n'
    b'[Player1 "Player 1"]\n[Player2 "Player 2"]\n[Result "*"]\n\n1. 2. 3. 4. 5. 6. 7. 8. 9. 10. '
)
"""Text that records often contain. Version 1 of the format includes every byte of it."""

INCOMPLETE_MESSAGE = "this link is incomplete. Copy all of it, or ask for it again"
DAMAGED_MESSAGE = "this link is damaged. Ask for it again"


class Letter(NamedTuple):
    """The contents of a letter. Nothing in it is checked by the rules."""

    id: str
    """Id of the game, the same in all its letters."""
    record: str


def new_letter_id() -> str:
    """Return a random id for a game by letter."""
    return token_urlsafe(ID_BYTES)


def write_letter(match: Match, id: str) -> str:
    """Return the letter of a match.

    Raises:
        SetupError: If the game is too long for a letter.
    """
    short = match.__copy__()
    short.tags = {name: match.tags[name] for name in LETTER_TAGS if name in match.tags}
    short.comments = {}
    return pack_letter(Letter(id, dumps(short)))


def pack_letter(letter: Letter) -> str:
    """Return a letter as text."""
    record = letter.record.encode()
    packer = zlib.compressobj(9, wbits=RAW, zdict=COMMON_TEXT)
    content = _checksum(letter.id, record) + packer.compress(record) + packer.flush()
    data = urlsafe_b64encode(content).decode().rstrip("=")
    text = f"{VERSION}.{letter.id}.{data}.{len(data)}"
    if len(text) > MAX_LETTER_CHARS or len(record) > MAX_RECORD_BYTES:
        raise SetupError("this game is too long for a letter")
    return text


def unpack_letter(text: str) -> Letter:
    """Return the contents of a letter.

    Raises:
        SetupError: If it isn't a letter, or is too long, damaged or of a newer version.

    Examples:
        >>> unpack_letter(pack_letter(Letter("abcdefghijkl", '[Game "sum"]')))
        Letter(id='abcdefghijkl', record='[Game "sum"]')
    """
    if len(text) > MAX_LETTER_CHARS:
        raise SetupError(f"this link is too long. Letters have at most {MAX_LETTER_CHARS:,} signs")
    started = START.match(text)
    if started and started[1] != VERSION:
        raise SetupError("this link was made by a newer version. Reload the page and try again")
    found = FORMAT.fullmatch(text)
    if not found or len(found[2]) < int(found[3]):
        raise SetupError(INCOMPLETE_MESSAGE)
    id, data, length = found.groups()
    try:
        content = urlsafe_b64decode(data + "=" * (-len(data) % 4))
        unpacker = zlib.decompressobj(wbits=RAW, zdict=COMMON_TEXT)
        record = unpacker.decompress(content[CRC_BYTES:], MAX_RECORD_BYTES + 1)
    except (ValueError, zlib.error):
        raise SetupError(DAMAGED_MESSAGE) from None
    if len(record) > MAX_RECORD_BYTES:
        raise SetupError("this link holds too much text for a game")
    is_whole = unpacker.eof and not unpacker.unused_data and len(data) == int(length)
    if not is_whole or content[:CRC_BYTES] != _checksum(id, record):
        raise SetupError(DAMAGED_MESSAGE)
    try:
        return Letter(id, record.decode())
    except ValueError:
        raise SetupError(DAMAGED_MESSAGE) from None


def _checksum(id: str, record: bytes) -> bytes:
    return crc32(id.encode() + record).to_bytes(CRC_BYTES)
