"""Small JSON files: damaged ones count as empty and are put aside."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from numduel.storage import json_files


def test_saved_content_is_loaded_by_name(home: Path) -> None:
    assert json_files.load("colours") == {}
    json_files.keep("colours", {"sky": "blue", "grün": [1, 2]})
    json_files.keep("numbers", {"one": 1})
    assert json_files.load("colours") == {"sky": "blue", "grün": [1, 2]}
    json_files.keep("colours", {"sky": "grey"})
    assert json_files.load("colours") == {"sky": "grey"}
    assert json_files.load("numbers") == {"one": 1}


def test_file_is_next_to_the_games_folder(home: Path) -> None:
    json_files.keep("colours", {})
    assert Path(json_files.file("colours")) == home.parent / "colours.json"
    assert sorted(file.name for file in home.parent.iterdir()) == [".lock", "colours.json"]


@pytest.mark.parametrize(
    "damaged", [b"", b"[1]", b"7", b"{", b"{'a': 1}", b"[" * 5000, b"\xff\xfe{}", b'{"a": %s}']
)
def test_damaged_file_counts_as_empty_and_is_kept_aside(damaged: bytes, home: Path) -> None:
    home.parent.mkdir(parents=True)
    Path(json_files.file("colours")).write_bytes(damaged.replace(b"%s", b"9" * 5000))
    assert json_files.load("colours") == {}
    json_files.keep("colours", {"sky": "blue"})
    assert json_files.load("colours") == {"sky": "blue"}
    aside = Path(json_files.file("colours") + ".damaged")
    assert aside.read_bytes() == damaged.replace(b"%s", b"9" * 5000)


def test_concurrent_additions_are_all_kept(home: Path) -> None:
    add = (
        "from numduel.storage import json_files; import sys; json_files.add('n', {sys.argv[1]: 1})"
    )
    writers = [subprocess.Popen([sys.executable, "-c", add, str(n)]) for n in range(8)]
    assert [writer.wait(60) for writer in writers] == [0] * 8
    assert json_files.load("n") == {str(n): 1 for n in range(8)}


def test_failed_write_raises_an_error(home: Path) -> None:
    Path(json_files.file("colours")).mkdir(parents=True)
    assert json_files.load("colours") == {}
    with pytest.raises(OSError, match="colours"):
        json_files.keep("colours", {"sky": "blue"})


def test_half_a_character_in_a_file_is_kept(home: Path) -> None:
    """JSON allows escapes of lone surrogates, which UTF-8 doesn't."""
    home.parent.mkdir(parents=True)
    Path(json_files.file("colours")).write_text('{"\\ud800": "\\udfff", "sky": "blue"}')
    json_files.add("colours", {"sky": "grau", "grün": 1})
    assert json_files.load("colours") == {"\ud800": "\udfff", "sky": "grau", "grün": 1}
    assert "grün" in Path(json_files.file("colours")).read_text(encoding="utf-8")
