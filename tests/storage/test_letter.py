"""Letters: records as short texts in links."""

from __future__ import annotations

import re
import string
import zlib
from base64 import urlsafe_b64encode
from binascii import crc32
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

import numduel
from numduel.core import AnyGame
from numduel.dice import Dice
from numduel.errors import SetupError
from numduel.games import offered
from numduel.storage.record import loads
from numduel.storage.record.letter import (
    COMMON_TEXT,
    MAX_LETTER_CHARS,
    RAW,
    Letter,
    pack_letter,
    unpack_letter,
    write_letter,
)

IDS = st.text("ABCxyz019_-", min_size=12, max_size=12)
KINDS = [kind for kind in offered() if not (kind.chance or kind.hidden)]


@given(IDS, st.text(st.characters(exclude_categories=["Cs"]), max_size=300))
def test_letters_keep_every_text(id: str, record: str) -> None:
    letter = Letter(id, record)
    text = pack_letter(letter)
    assert unpack_letter(text) == letter
    assert re.fullmatch("[A-Za-z0-9._-]+[0-9]", text)


@given(st.text(max_size=200) | IDS.map(lambda id: f"1.{id}.AAAA.4"))
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(SetupError):
        unpack_letter(text)


@given(st.sampled_from(KINDS), st.integers(0, 10**6), st.integers(0, 60))
def test_letters_keep_a_game(kind: type[AnyGame], seed: int, plies: int) -> None:
    dice = Dice(seed)
    match = numduel.Match(numduel.new(kind.id, seed=seed))
    while not match.is_over and len(match.plies) < plies:
        match.play(match.moves[dice.below(len(match.moves))])
    match.tags = {"Player1": "Ann", "Player2": "Bøb", "Duel": "2026-11-17"}
    match.comments = {0: "private"}
    letter = unpack_letter(write_letter(match, "abcdefghijkl"))
    again = loads(letter.record)
    assert (again.game, again.plies, again.state) == (match.game, match.plies, match.state)
    assert again.tags == {"Player1": "Ann", "Player2": "Bøb"}
    assert not again.comments
    assert match.comments == {0: "private"}


def test_every_cut_or_changed_letter_is_refused() -> None:
    text = pack_letter(Letter("abcdefghijkl", '[Game "sum"]\n\n1. 7\n2. 9\n'))
    for end in range(len(text)):
        with pytest.raises(SetupError, match="this link is"):
            unpack_letter(text[:end])
    changed = [text[:index] + ("A" if text[index] != "A" else "B") + text[index + 1 :]
               for index in range(len(text)) if text[index + 1 : index + 2] != "."]  # fmt: skip
    added = [f"{text}{more}" for more in ("0", "A", ".", "=", " ", "\n", "\u0661")]
    for wrong in [*changed, *added, text.replace(".", ".A", 2), f"0{text}"]:
        with pytest.raises(SetupError, match="this link"):
            unpack_letter(wrong)


def test_cut_links_are_told_from_damaged_ones() -> None:
    text = pack_letter(Letter("abcdefghijkl", '[Game "sum"]\n\n1. 7\n2. 9\n'))
    start, _, length = text.rpartition(".")
    for cut in (start, f"{start}.", start[:-4], f"{start[:-4]}.{length}"):
        with pytest.raises(SetupError, match="incomplete"):
            unpack_letter(cut)
    for damaged in (f"{start[:-9]}{start[-8:]}A.{length}", f"{start}.{int(length) - 1}"):
        with pytest.raises(SetupError, match="damaged"):
            unpack_letter(damaged)


def test_other_spellings_of_a_letter_are_the_same_letter() -> None:
    """The last bits of base64 and of the compressed data mean nothing."""
    alphabet = string.ascii_uppercase + string.ascii_lowercase + string.digits + "-_"
    for record in ('[Game "sum"]', '[Game "sum"] ', '[Game "sum"]  '):
        text = pack_letter(Letter("abcdefghijkl", record))
        start, _, length = text.rpartition(".")
        read = set()
        for last in alphabet:
            with suppress(SetupError):
                read.add(unpack_letter(f"{start[:-1]}{last}.{length}"))
        assert read == {Letter("abcdefghijkl", record)}


def test_huge_letters_are_refused_before_they_are_unpacked() -> None:
    packer = zlib.compressobj(9, wbits=RAW, zdict=COMMON_TEXT)
    bomb = bytes(4) + packer.compress(b" " * 10_000_000) + packer.flush()
    data = urlsafe_b64encode(bomb).decode().rstrip("=")
    assert len(data) < MAX_LETTER_CHARS
    with pytest.raises(SetupError, match="too much text"):
        unpack_letter(f"1.abcdefghijkl.{data}.{len(data)}")
    with pytest.raises(SetupError, match="too long"):
        unpack_letter("1.abcdefghijkl." + "A" * MAX_LETTER_CHARS)


def test_texts_that_are_no_utf_8_are_refused() -> None:
    record = b"\xff\xfe"
    packer = zlib.compressobj(9, wbits=RAW, zdict=COMMON_TEXT)
    checksum = crc32(b"abcdefghijkl" + record).to_bytes(4)
    content = checksum + packer.compress(record) + packer.flush()
    data = urlsafe_b64encode(content).decode().rstrip("=")
    with pytest.raises(SetupError, match="damaged"):
        unpack_letter(f"1.abcdefghijkl.{data}.{len(data)}")


def test_longest_games_fit_into_a_letter() -> None:
    """A match has at most 1,000 plies, and only the race can last so long."""
    dice = Dice(1)
    match = numduel.Match(numduel.new("race", size=12, highest=5, seed=1), dice=dice)
    while len(match.plies) < 1000:
        match.play(match.moves[dice.below(len(match.moves))])
        if match.is_over:
            match.undo()
            match.undo()
    assert len(match.plies) == 1000
    text = write_letter(match, "abcdefghijkl")
    assert loads(unpack_letter(text).record).plies == match.plies
    with pytest.raises(SetupError, match="too long for a letter"):
        pack_letter(Letter("abcdefghijkl", " " * 60_001))


def test_newer_versions_ask_to_reload() -> None:
    text = pack_letter(Letter("abcdefghijkl", '[Game "sum"]'))
    for newer in (f"2{text[1:]}", "2.anything", "9999.~"):
        with pytest.raises(SetupError, match="newer version"):
            unpack_letter(newer)
    for wrong in (f"0{text[1:]}", f"01{text[1:]}", f"-1{text[1:]}", f"1e0{text[1:]}"):
        with pytest.raises(SetupError, match="incomplete"):
            unpack_letter(wrong)


def test_version_1_can_be_read_forever() -> None:
    text = "1.abcdefghijkl.m9NnAoN6vrg0F6rYnAsA.20"
    assert unpack_letter(text).record == '[Game "sum"]\n\n1. 7\n'
