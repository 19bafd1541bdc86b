"""Letters: records as short texts in links."""

from __future__ import annotations

import re
import zlib
from base64 import urlsafe_b64encode

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
    new_letter_id,
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
    assert re.fullmatch("[A-Za-z0-9._-]+", text)


@given(st.text(max_size=200) | IDS.map(lambda id: f"1.{id}.AAAA"))
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
    text = pack_letter(Letter(new_letter_id(), '[Game "sum"]\n\n1. 7\n2. 9\n'))
    changed = [text[:index] + ("A" if text[index] != "A" else "B") + text[index + 1 :]
               for index in range(len(text) - 1)]  # fmt: skip
    for wrong in [*(text[:end] for end in range(len(text))), *changed, f"{text}AAAA"]:
        with pytest.raises(SetupError, match="this link"):
            unpack_letter(wrong)


def test_huge_letters_are_refused_before_they_are_unpacked() -> None:
    packer = zlib.compressobj(9, wbits=RAW, zdict=COMMON_TEXT)
    bomb = bytes(4) + packer.compress(b" " * 10_000_000) + packer.flush()
    data = urlsafe_b64encode(bomb).decode().rstrip("=")
    assert len(data) < MAX_LETTER_CHARS
    with pytest.raises(SetupError, match="too much text"):
        unpack_letter(f"1.abcdefghijkl.{data}")
    with pytest.raises(SetupError, match="too long"):
        unpack_letter("1.abcdefghijkl." + "A" * MAX_LETTER_CHARS)


def test_newer_versions_ask_to_reload() -> None:
    text = pack_letter(Letter("abcdefghijkl", '[Game "sum"]'))
    with pytest.raises(SetupError, match="newer version"):
        unpack_letter(f"2{text[1:]}")


def test_version_1_can_be_read_forever() -> None:
    text = "1.abcdefghijkl.m9NnAoN6vrg0F6rYnAsA"
    assert unpack_letter(text).record == '[Game "sum"]\n\n1. 7\n'
