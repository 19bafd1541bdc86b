"""Archives of submissions: deterministic, and read within limits."""

from __future__ import annotations

import os
import stat
import zipfile
from pathlib import Path

import pytest

from numduel.errors import SetupError
from numduel.submission import sources
from numduel.submission.sources import digest_of, read_bytes, read_source, write_archive


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "run"
    found.mkdir()
    for name in ("b.json", "a.json"):
        (found / name).write_text(f"{name}\n" * 100)
    return found


def test_same_files_make_the_same_archive(folder: Path, tmp_path: Path) -> None:
    write_archive(str(tmp_path / "one.zip"), read_source(str(folder)), ["b.json", "a.json"])
    os.utime(folder / "a.json", (1, 1))
    write_archive(str(tmp_path / "two.zip"), read_source(str(folder)), ["a.json", "b.json"])
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    packed = read_source(str(tmp_path / "one.zip"))
    for name in ("a.json", "b.json"):
        assert read_bytes(packed, name, 10_000) == (folder / name).read_bytes()
        assert digest_of(packed, name) == digest_of(read_source(str(folder)), name)


def archive(path: Path, *names: str, mode: int = stat.S_IFREG | 0o644) -> str:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in names:
            about = zipfile.ZipInfo(name)
            about.external_attr = mode << 16
            packed.writestr(about, "x" * 1000)
    return str(path)


def test_archives_that_could_do_harm_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "bad.zip"
    for name in ("../fresh.json", "/etc/passwd", "a\\b", "C:a", ".hidden", "a\nb"):
        with pytest.raises(SetupError, match="isn't a plain name of a file"):
            read_source(archive(path, name))
    with pytest.raises(SetupError, match="isn't a regular file"):
        read_source(archive(path, "fresh.json", mode=stat.S_IFLNK | 0o777))
    with pytest.raises(SetupError, match="17 files, but at most 16"):
        read_source(archive(path, *(f"{number}.json" for number in range(17))))
    with pytest.raises(SetupError, match="neither a folder nor a plain ZIP"):
        read_source(archive(path, *(f"{number}.json" for number in range(200))))
    with pytest.warns(UserWarning, match="Duplicate"), pytest.raises(SetupError, match="twice"):
        read_source(archive(path, "a.json", "a.json"))
    path.write_text("no archive")
    with pytest.raises(SetupError, match="neither a folder nor a plain ZIP"):
        read_source(str(path))
    with pytest.raises(SetupError, match="cannot be read: No such file"):
        read_source(str(tmp_path / "missing.zip"))
    monkeypatch.setattr(sources, "MAX_BYTES", 5000)
    with pytest.raises(SetupError, match=r"its files have 6,000 bytes, but at most 5,000"):
        read_source(archive(path, *"abcdef"))


def test_damaged_and_large_files_are_refused(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "packed.zip"
    write_archive(str(path), read_source(str(folder)), ["a.json"])
    content = bytearray(path.read_bytes())
    content[45] ^= 0xFF
    path.write_bytes(content)
    with pytest.raises(SetupError, match=r"a\.json cannot be read: it is damaged"):
        digest_of(read_source(str(path)), "a.json")
    source = read_source(str(folder))
    with pytest.raises(SetupError, match=r"a\.json has 700 bytes, but at most 10 are allowed"):
        read_bytes(source, "a.json", 10)
    with pytest.raises(SetupError, match=r"a\.json has a line of more than 3 bytes"):
        list(sources.read_lines(source, "a.json", 3))
    with open(folder / "c.json", "wb") as file:
        file.truncate(2**30)
    with pytest.raises(SetupError, match="at most 536,870,912 are allowed"):
        read_source(str(folder))
