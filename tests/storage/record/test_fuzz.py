"""Fuzz tests: reading any file gives a match or a one-sentence error."""

from __future__ import annotations

import io
import itertools
import unicodedata
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import numduel
from duel_support import VARIANTS, snapshot
from numduel import Dice, Match, RecordError
from numduel.cli import main
from numduel.errors import GameMissing
from numduel.storage.record import dumps, loads


def try_loading(text: str) -> Match | RecordError | GameMissing:
    """Return the match or the error of a text; any other exception is a bug."""
    try:
        return loads(text, dice=Dice(7))
    except (RecordError, GameMissing) as error:
        return error


def read(text: str) -> Match | None:
    """Return the match in a text, or None after checking the error message."""
    match = try_loading(text)
    if not isinstance(match, Match):
        assert 0 < len(str(match)) < 300
        assert str(match).isprintable()
        if isinstance(match, RecordError):
            assert 1 <= match.line <= text.count("\n") + 1
        return None
    again = loads(dumps(match))
    assert (again.states, again.plies, again.status) == (match.states, match.plies, match.status)
    return match


# ---- original records


def records() -> list[str]:
    """Return records of every variant: at the start, in the middle and finished; some with tags."""
    found = []
    for number, variant in enumerate(VARIANTS):
        match, rng = Match(variant.new(number)), Random(number)
        for _ in range(number % 12):
            if not match.is_over:
                match.play(rng.choice(match.moves))
        if number % 3 == 0:
            match.tags = {"Player1": 'Ann "A" \\', "Player2": "Bob", "Round": "1/3", "Wins": "0-0"}
            match.comments = dict.fromkeys(range(0, len(match.plies) + 1, 2), "a [comment]; = 1.")
        found.append(dumps(match))
    found += [text.replace("[Board", "[Bord") for text in found if '"quest"' in text]
    return found


RECORDS = records()

FRAGMENTS = [
    *("{", "}", "[", "]", '"', "\\", ";", "=", ".", ",", "/", "?", "(", ")", "-", "+", "@1"),
    *("0", "1.", "2.", "5", "=5", "=0", "=10", "=-1", "=1_0", "=٣", "=²", "٣", "²", "１", "1,1"),
    *("99999", "7" * 500, "=" + "9" * 4000, "yes", "no", "pass", "stand", "up", "r", "Left"),
    *('[Game "quest"]', '[Game "pig"]', '[Options ""]', '[Options "self=1"]', '[Board ""]'),
    *('[Board "? ?/? ?"]', '[Result "*"]', '[Reason ""]', "{}", "size=2", "target=1", "stand=yes"),
    *(
        "\x00",
        "\x1b[2J",
        "\x07",
        "\x85",
        "\u2028",
        "\u202e",
        "\ufeff",
        "\xad",
        "\ud800",
        "\U0001f600",
    ),
    *("\n", "\r", "\r\n", "\t", " ", "\x0b", "\x1c"),
]


# ---- texts


@given(st.text())
@example("")
@example("\ufeff")
@example("\ud800")
def test_any_text_is_handled(text: str) -> None:
    read(text)


@given(st.text(st.sampled_from('[]{}";=.,/? \n\\01259aGme'), max_size=60))
def test_any_text_of_record_characters_is_handled(text: str) -> None:
    read(text)


@given(st.sampled_from(numduel.games()), st.lists(st.sampled_from(FRAGMENTS), max_size=12))
def test_any_words_after_a_game_tag_are_handled(id: str, words: list[str]) -> None:
    read(f'[Game "{id}"]\n{" ".join(words)}')


CELLS = [f"{row},{column}" for row in range(5) for column in range(5)]
DRAWS = [f"={number}" for number in range(-1, 18)]


@settings(max_examples=200)
@given(
    options=st.lists(
        st.sampled_from(["size=2", "size=4", "target=9", "stand=yes", "target=40"]), max_size=2
    ),
    words=st.lists(st.sampled_from([*CELLS, *DRAWS, "stand", "{x}", "22", "(1,1)"]), max_size=14),
)
def test_any_cells_and_draws_of_a_hidden_board_are_handled(
    options: list[str], words: list[str]
) -> None:
    read(f'[Game "quest"]\n[Options "{" ".join(options)}"]\n\n{" ".join(words)}')


@given(
    st.sampled_from(numduel.games()),
    st.text(st.characters(exclude_characters='"\\\n')),
    st.text(st.characters(exclude_characters='"\\\n')),
)
def test_any_options_and_board_are_handled(id: str, options: str, board: str) -> None:
    read(f'[Game "{id}"]\n[Options "{options}"]\n[Board "{board}"]\n')
    read(f'[Game "{id}"]\n[Options "{options}"]\n')
    read(f'[Game "{id}"]\n[Board "{board}"]\n')


@given(st.binary())
def test_any_bytes_are_handled(raw: bytes) -> None:
    read(raw.decode("latin-1"))
    read(raw.decode("utf-8", "surrogateescape"))


# ---- edited records


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """Draw a record with random edits."""
    text = draw(st.sampled_from(RECORDS))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 25)))
        slice = text[start:end]
        inserted = draw(st.sampled_from(FRAGMENTS) | st.text(max_size=4))
        text = draw(
            st.sampled_from(
                [
                    text[:start] + text[end:],
                    text[:start] + inserted + text[start:],
                    text[:start] + inserted + text[end:],
                    text[:end] + slice + text[end:],
                    text[:start] + slice[::-1] + text[end:],
                    text[:start] + draw(st.sampled_from(RECORDS))[start:],
                ]
            )
        )
    return text


@pytest.mark.slow
@settings(max_examples=500)
@given(mutated())
def test_any_edited_record_is_handled(text: str) -> None:
    read(text)


@pytest.mark.parametrize("text", RECORDS[::4], ids=itertools.count())
def test_truncated_records_are_handled(text: str) -> None:
    for end in range(len(text)):
        read(text[:end])


@pytest.mark.parametrize("text", RECORDS[::4], ids=itertools.count())
def test_missing_and_doubled_lines_are_handled(text: str) -> None:
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines):
        read("".join([*lines[:number], *lines[number + 1 :]]))
        read("".join([*lines[:number], line, *lines[number:]]))


def test_original_records_are_correct() -> None:
    for text in RECORDS:
        match = read(text)
        assert match is not None
        assert snapshot(loads(text))[:3] == snapshot(match)[:3]


# ---- large and unusual files

DIGITS = "7" * 5000
"""More digits than Python converts to a number."""


def short(value: object) -> str:
    return ascii(value)[:40]


@pytest.mark.parametrize(
    "digits", [DIGITS, DIGITS[:4000], "٣" * 50, "²", "１", "1_0", "+5", "-5"], ids=short
)
@pytest.mark.parametrize(
    "text",
    [
        '[Game "sum"]\n1. {}',
        '[Game "sum"]\n{}. 7',
        '[Game "sum"]\n[Options "target={}"]',
        '[Game "sum"]\n[Options "{}=1"]',
        '[Game "sum"]\n1. 7 ={}',
        '[Game "race"]\n[Board "1 {}/1 1"]',
        '[Game "maze"]\n[Board "1 2/3 {}"]',
        '[Game "quest"]\n[Board "1 2/3 {}"]',
        '[Game "quest"]\n[Board "? ? ?/? 5 ?/? ? ?"]\n1. 2,2 ={}',
        '[Game "quest"]\n1. 2,2 ={}',
        '[Game "quest"]\n1. 2,2 =5 2. 1,1 ={}',
        '[Game "quest"]\n1. 2,{}',
        '[Game "{}"]',
        '[Game "sum"]\n[Result "{}"]',
        '[Game "sum"]\n[Reason "{}"]',
        '[Game "sum"]\n[A{} "x"]\n[A{} "x"]',
    ],
    ids=short,
)
def test_invalid_numbers_are_handled(text: str, digits: str) -> None:
    read(text.replace("{}", digits))


@pytest.mark.parametrize(
    "mark", ["\x00", "\x1b]0;title\x07", "\x9b2J", "\u202e", "\u2028", "\ud800"]
)
@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "[{}]",
        '[Game "{}"]',
        '[Game "sum"]\n[Options "{}"]',
        '[Game "sum"]\n[Options "target={}"]',
        '[Game "sum"]\n[Result "{}"]',
        '[Game "race"]\n[Board "{} 1/1 1"]',
        '[Game "sum"]\n1. {}',
        '[Game "sum"]\n1. 7 ={}',
        '[Game "quest"]\n[Board "? ? ?/? 5 ?/? ? ?"]\n1. 2,2 ={}',
        '[Game "quest"]\n1. 2,2 ={}',
        '[Game "sum"]\n]{}',
    ],
    ids=short,
)
def test_messages_have_no_control_characters(text: str, mark: str) -> None:
    read(text.replace("{}", mark))


MANY = 20_000

LARGE: dict[str, Callable[[], str]] = {
    "spaces": lambda: " " * 50 * MANY,
    "lines": lambda: '[Game "sum"]' + "\n" * 50 * MANY + "x",
    "open brackets": lambda: "[" * 10 * MANY,
    "open braces": lambda: '[Game "sum"]\n' + "{" * 10 * MANY,
    "a tag of spaces": lambda: "[" + " " * 10 * MANY + "Game" + " " * 10 * MANY,
    "a tag of backslashes": lambda: '[Game "' + "\\" * (10 * MANY + 1),
    "a long name": lambda: f'[Game "sum"]\n[Player1 "{"n" * 10 * MANY}"]\n1. 7',
    "a long game": lambda: f'[Game "{"n" * 10 * MANY}"]',
    "a long tag": lambda: f'[Game "sum"]\n[{"n" * 10 * MANY} "x"]',
    "a long board": lambda: f'[Game "race"]\n[Board "{"1 " * MANY}"]',
    "a tall board": lambda: f'[Game "race"]\n[Board "{"1/" * MANY}"]',
    "long options": lambda: f'[Game "sum"]\n[Options "{"target=9 " * MANY}"]',
    "a long move": lambda: '[Game "sum"]\n' + "7" * 10 * MANY,
    "a long comment": lambda: f'[Game "sum"]\n{{{"word " * 5 * MANY}}}\n1. 7',
    "many tags": lambda: '[Game "sum"]\n' + "".join(f'[T{n} "x"]\n' for n in range(MANY)),
    "many comments": lambda: '[Game "sum"]\n' + "{a}" * MANY,
    "many turn numbers": lambda: '[Game "sum"]\n' + "1. " * MANY + "7",
    "many moves": lambda: '[Game "race"]\n[Board "1 1 1/1 1 1/1 1 1"]\n' + "d u u d " * (MANY // 4),
    "many draws": lambda: '[Game "quest"]\n1. 2,2 ' + "=5 " * MANY,
}


@pytest.mark.slow
@pytest.mark.parametrize("size", LARGE)
def test_large_files_are_handled(size: str) -> None:
    read(LARGE[size]())


# ---- the command line


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz") / "record.txt"


def replay(file: Path, raw: bytes, *words: str) -> tuple[int, str, str]:
    """Return exit status, output and errors of `numduel replay` on a file of these bytes."""
    file.write_bytes(raw)
    out, err = io.StringIO(), io.StringIO()
    with patch("sys.stdin", io.StringIO()), redirect_stdout(out), redirect_stderr(err):
        status = main(["replay", str(file), *words])
    return status, out.getvalue(), err.getvalue()


def check_replay(file: Path, raw: bytes) -> None:
    for words in ([], ["--json"]):
        status, out, err = replay(file, raw, *words)
        assert status in (0, 1)
        if status == 0:
            assert out
            assert err == ""
        else:
            assert out == ""
            assert err.startswith("numduel: ")
            assert err.endswith("\n")
            lines = err.splitlines()
            assert len(lines) <= 1 + ("load its file" in err)
            assert all(line.isprintable() for line in lines)
            assert len(err) < 350


@given(raw=st.binary())
@example(raw=b"")
@example(raw=b'[Game "mum"]\n[Options "target=50"]\n\n1. 8\n')
@example(raw=b"\xff\xfe[\x00G\x00")
@example(raw=b"\xef\xbb\xbf")
def test_replay_handles_any_bytes(file: Path, raw: bytes) -> None:
    check_replay(file, raw)


@pytest.mark.slow
@settings(max_examples=150)
@given(text=mutated(), index=st.integers(0, 400), raw=st.binary(max_size=3))
def test_replay_handles_records_with_any_bytes(
    file: Path, text: str, index: int, raw: bytes
) -> None:
    whole = text.encode("utf-8", "surrogatepass")
    check_replay(file, whole[:index] + raw + whole[index:])


@pytest.mark.parametrize("text", RECORDS, ids=itertools.count())
def test_replay_accepts_correct_records(file: Path, text: str) -> None:
    assert replay(file, text.encode())[0] == 0
    assert replay(file, text.encode(), "--json")[0] == 0


def test_replay_refuses_long_files(file: Path) -> None:
    status, _, err = replay(file, RECORDS[0].encode() + b"\n" * 2**20)
    assert status == 1
    assert "is too long to be a record" in err


@pytest.mark.parametrize("mark", ["\x1b[2J", "\x07", "\x9b2J", "\x08"], ids=short)
@pytest.mark.parametrize(
    "text",
    [
        '[Game "sum"]\n1. 7 {before {} after}',
        '[Game "sum"]\n1. 7 ; {}\n',
        '[Game "sum"]\n[Player1 "{}"]\n[Player2 "Bob"]\n1. 7',
        '[Game "sum"]\n[Date "{}"]\n1. 7',
    ],
    ids=short,
)
def test_replay_output_has_no_control_characters(file: Path, text: str, mark: str) -> None:
    status, out, _ = replay(file, text.replace("{}", mark).encode())
    assert status == 0
    assert [c for c in out if unicodedata.category(c) == "Cc" and c != "\n"] == []
