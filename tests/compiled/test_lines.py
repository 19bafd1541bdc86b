"""Rows of the compiled core: the same lines, columns and choices as in Python, byte for byte."""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest

from duel_support import Variant, needs_core, needs_package, where
from numduel import Dice
from numduel.dataset import contents, formats, pieces
from numduel.dataset.choosing import kind_code, kind_of
from numduel.dataset.lines import build_line
from numduel.dataset.positions import Source
from numduel.dataset.rows import RowMaker, row_maker, texts_of

core = needs_core()

VARIANTS = [
    Variant("maze", {}),
    Variant("maze", {"extra": 2, "diagonal": 2}),
    Variant("maze", {"size": 4, "starts": "random", "extra": 3, "diagonal": 3}),
    Variant("maze", {"size": 2, "target": 4, "starts": "random"}),  # Python deals these boards
    Variant("maze", {"size": 7, "target": 30}),
    Variant("run", {"size": 3, "highest": 1}),
    Variant("run", {"size": 3, "highest": 99}),
    Variant("run", {"size": 7, "highest": 9}),  # too large for a sweep
    Variant("race", {}),
    Variant("race", {"size": 3, "highest": 1}),
    Variant("race", {"size": 7, "highest": 12}),
    Variant("sum", {}),
    Variant("sum", {"target": 30, "highest": 12}),  # drawn without boxes
    Variant("sum", {"target": 100, "highest": 63}),
    Variant("quest", {}),
    Variant("quest", {"stand": True}),
    Variant("quest", {"stand": True, "size": 4, "target": 8}),
]


def make(variant: Variant, each: int, split: Any = None) -> tuple[Source, RowMaker]:
    source = Source(variant.id, tuple(variant.options.items()), 5, each, split)
    maker = row_maker(source)
    assert maker is not None
    return source, maker


def python_lines(source: Source, numbers: range) -> list[Any]:
    return [build_line(*one) for number in numbers for one in source.labelled(number)]


@pytest.mark.slow
def test_lines_from_rows_equal_those_of_python() -> None:
    for variant in VARIANTS:
        for split, numbers in ((None, range(2)), ("train", range(2, 4)), ("test", range(4, 12))):
            source, _ = make(variant, 5, split)
            with where(variant, split):
                right = python_lines(source, numbers)
                found = pieces.find_positions(source, True, (numbers.start, numbers.stop))
                packed = pieces.unpack(found.ids)
                ids = [packed[at : at + 8].hex() for at in range(0, len(packed), 8)]
                assert [f"{variant.id}-{id}" for id in ids] == [one["id"] for one in right]
                assert list(pieces.unpack(found.kinds)) == [
                    kind_code(kind_of(one)) for one in right
                ]
                content = contents.content_of(
                    source, [contents.Part(found, range(len(right)))], True
                )
                written = b"".join(content.chunks()).decode().splitlines()
                assert written == [json.dumps(one, ensure_ascii=False) for one in right]


@pytest.mark.slow
def test_whole_boards_equal_those_of_python() -> None:
    for variant, count in ((VARIANTS[0], 2), (VARIANTS[1], 1), (Variant("sum", {"target": 17}), 1)):
        source, maker = make(variant, 5000)
        right = python_lines(source, range(count))
        found = pieces.find_positions(source, True, (0, count))
        content = contents.content_of(source, [contents.Part(found, range(len(right)))], True)
        assert len(right) > 300
        written = b"".join(content.chunks()).decode().splitlines()
        assert written == [json.dumps(one, ensure_ascii=False) for one in right]
        assert row_maker(source) is maker


def test_tables_from_rows_equal_those_from_lines(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    needs_package("pyarrow", "dataset")
    monkeypatch.setattr(contents, "ROWS_PER_TABLE", 20)
    for id, options in (
        ("maze", {"extra": 1}),
        ("race", {}),
        ("sum", {}),
        ("quest", {}),
        ("run", {}),
    ):
        source, _ = make(Variant(id, options), 25)
        found = [pieces.find_positions(source, True, (number, number + 2)) for number in (0, 2)]
        texts = [json.dumps(one) for one in python_lines(source, range(4))]
        parts, chosen, before = [], [], 0
        for part in found:
            count = len(pieces.unpack(part.kinds))
            taken = [number for number in range(count) if number % 3]
            parts.append(contents.Part(part, taken))
            chosen += [texts[before + number] for number in taken]
            before += count
        files = [tmp_path / "rows.parquet", tmp_path / "lines.parquet"]
        formats.write(str(files[0]), contents.content_of(source, parts, True))
        formats.write(str(files[1]), contents.TextLines(chosen))
        with where(id):
            assert len(chosen) > 20
            assert list(formats.read(str(files[0]))) == chosen
            assert files[0].read_bytes() == files[1].read_bytes()


def test_pieces_may_have_any_size() -> None:
    source, maker = make(Variant("race", {}), 6)
    whole = maker.find(range(10))
    parts = [maker.find(range(number, number + 1)) for number in range(10)]
    assert whole.rows == b"".join(part.rows for part in parts)
    assert whole.ids == b"".join(part.ids for part in parts)
    assert [one for part in parts for one in part.boards] == whole.boards
    assert source.each == 6


def test_order_equals_that_of_dice() -> None:
    for seed, count, wanted in ((0, 1, 1), (7, 450, 64), (2**64 - 1, 1000, 2000)):
        right = list(Dice(seed).shuffled(range(count))[:wanted])
        assert core.shuffled_below(seed, count, wanted) == right


def test_ids_are_blake2b_hashes_of_any_length() -> None:
    """The length of the hashed text follows from the names of the features."""
    game = Variant("race", {"size": 2, "highest": 1}).new()
    texts = texts_of(game)
    from numduel.compiled import rules_of

    rules = rules_of(game)
    for length in range(300):
        head = b"x" * length
        lines = core.Lines(rules, texts._replace(features_head=head))
        lines.add(b"", [0] * 2)
        ids, _, _ = lines.take_rows()
        features = b"".join(
            name
            + (
                b"[1, 1, 1, 1]"
                if number == 0
                else b"[1, 0, 0, 0]"
                if number == 1
                else b"[0, 0, 0, 1]"
                if count
                else b"1"
            )
            for number, (name, count) in enumerate(texts.features)
        )
        assert ids == blake2b(head + features + b"}]", digest_size=8).digest()


def test_core_writes_lines_for_processes_without_it() -> None:
    for variant in (VARIANTS[0], VARIANTS[-2]):
        source, maker = make(variant, 6)
        found = pieces.find_positions(source, False, (3, 6))
        right = python_lines(source, range(3, 6))
        assert found.boards is None
        content = contents.content_of(source, [contents.Part(found, range(1, 5))], False)
        written = b"".join(content.chunks()).decode().splitlines()
        assert written == [json.dumps(one, ensure_ascii=False) for one in right[1:5]]
        assert len(maker.write_lines(maker.find(range(3, 6)))) == len(right)


def test_set_of_ids_equals_that_of_python(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = Dice(3)
    ids = [dice.below(2**16).to_bytes(8, "big") for _ in range(20_000)]
    compiled = pieces.known_ids()
    monkeypatch.setattr(pieces, "loaded", lambda: None)
    python = pieces.known_ids()
    assert type(compiled) is not type(python)
    for at in range(0, len(ids), 700):
        some = b"".join(ids[at : at + 700])
        assert list(compiled.add_new(some)) == list(python.add_new(some))
    assert len(compiled) == len(python) == len(set(ids))
    assert list(compiled.add_new(bytes(8))) == ([0] if bytes(8) not in ids else [])
    assert list(compiled.add_new(bytes(8))) == []


def test_damaged_rows_are_refused() -> None:
    source, maker = make(Variant("maze", {}), 10)
    found = maker.find(range(1))
    maker.place(0)
    for rows, ids, taken in (
        (found.rows[:-1], found.ids, range(10)),
        (found.rows, found.ids[:-8], range(10)),
        (found.rows, found.ids, [3, 2]),
        (found.rows, found.ids, [10]),
        (b"\xff" * len(found.rows), found.ids, [0]),
        (b"\x01\x00\x01\x3f\x00\x00", found.ids, [0]),
        (b"\x01\x00\x01\x80\x00\x00", found.ids, [0]),
        (b"\x00\x00\x01\x00\x00", found.ids, [0]),
    ):
        with pytest.raises(ValueError, match="row"):
            maker.lines.json_lines(rows, ids, taken)
    with pytest.raises(ValueError, match="too long"):
        maker.lines.add(bytes(2000), [])
    with pytest.raises(ValueError, match="each legal move has a value"):
        maker.lines.add(b"", [1])
    with pytest.raises(OverflowError):
        core.Lines(core.QuestRules(Variant("quest", {"size": 5}).new().public()), None)
    assert row_maker(Source("quest", (("size", 5),), 1, 4)) is None
    assert source.split is None
