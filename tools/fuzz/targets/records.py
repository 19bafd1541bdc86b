"""Records, letters and saved games."""

from __future__ import annotations

import shutil
import zlib
from base64 import urlsafe_b64encode

from numduel import Dice, Match, SetupError, record
from numduel.errors import RecordError
from numduel.storage import record_lines, saves
from numduel.storage.record import end_mark, letter

from .home import home
from .refusals import refusals

__all__ = ["fuzz_letter", "fuzz_record", "fuzz_save"]

SEED = 1


def fuzz_record(data: bytes) -> None:
    """Read a record; what is written again must be read as the same match."""
    text = data.decode(errors="replace")
    with refusals():
        check_round_trip(record.loads(text, dice=Dice(SEED)))
    with refusals():
        check_round_trip(record.rescued(text, dice=Dice(SEED)))


def check_round_trip(match: Match) -> None:
    """Fail unless a match is the same after writing and reading it."""
    written = record.dumps(match)
    try:
        again = record.loads(written, dice=Dice(SEED))
    except RecordError as error:
        raise AssertionError(f"{error}, in {written!r}") from error
    assert record.dumps(again) == written, (written, record.dumps(again))
    assert (again.plies, again.ended, again.reason) == (match.plies, match.ended, match.reason)
    assert again.state == match.state, written
    assert record.headline(match).isprintable()


def fuzz_letter(data: bytes) -> None:
    """Unpack a letter from its text, from a record or from compressed data."""
    kind, rest = data[:1], data[1:]
    if kind == b"r":
        text = _pack(rest.decode(errors="replace"))
    elif kind == b"z":
        text = _seal(rest)
    else:
        text = data.decode("latin-1")
    with refusals():
        found = letter.unpack_letter(text)
        assert letter.unpack_letter(letter.pack_letter(found)) == found
        match = record.loads(found.record, dice=Dice(SEED))
        again = letter.unpack_letter(letter.write_letter(match, found.id))
        assert record.loads(again.record, dice=Dice(SEED)).plies == match.plies


def _pack(text: str) -> str:
    try:
        return letter.pack_letter(letter.Letter("abcdefghijkl", text))
    except SetupError:  # it is too long
        return text


def _seal(packed: bytes) -> str:
    """Return a letter with this compressed data and its right checksum, if it can be unpacked."""
    unpacker = zlib.decompressobj(wbits=letter.RAW, zdict=letter.COMMON_TEXT)
    try:
        content = unpacker.decompress(packed, letter.MAX_RECORD_BYTES + 1)
    except zlib.error:
        content = b""
    sealed = zlib.crc32(b"abcdefghijkl" + content).to_bytes(4) + packed
    encoded = urlsafe_b64encode(sealed).decode().rstrip("=")
    return f"1.abcdefghijkl.{encoded}.{len(encoded)}"


def fuzz_save(data: bytes) -> None:
    """Load a saved game as it is, and with the right end mark; rescue it if it is damaged."""
    _load(data)
    marked = end_mark.remove_end_mark(data.decode(errors="replace"))
    _load(end_mark.add_end_mark(marked).encode())


def _load(content: bytes) -> None:
    games = home() / "games"
    shutil.rmtree(games, ignore_errors=True)
    games.mkdir()
    save = saves.Save("one")
    (games / f"one{saves.SUFFIX}").write_bytes(content)
    with refusals():
        saves.read(save.path)
    with refusals():
        record_lines.read(save.path, 1)
    found = saves.inspect_save(save)
    assert found is None or found.problem.isprintable()
    with refusals():
        rescued = save.rescue()
        check_round_trip(rescued)
        assert record.dumps(saves.Save(save.name).load()) == record.dumps(rescued)
