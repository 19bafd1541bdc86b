"""Files: who may read them, and the drafts of writers that were killed."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import numduel
from numduel import Match
from numduel.cli.long_work import resumable_work
from numduel.jobs.pieces import InThisProcess
from numduel.storage import files, json_files, saves
from numduel.storage.saves import Save

pytestmark = [
    pytest.mark.usefixtures("home"),
    pytest.mark.skipif(os.name != "posix", reason="other systems have no modes"),
]


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def mode(path: str | Path) -> int:
    return stat.S_IMODE(os.lstat(path).st_mode)


def modes(folder: str) -> set[tuple[bool, int]]:
    """The modes of a folder and all in it, each with whether it is one of a folder."""
    found = {(True, mode(folder))}
    for place, folders, names in os.walk(folder):
        found |= {(True, mode(os.path.join(place, name))) for name in folders}
        found |= {(False, mode(os.path.join(place, name))) for name in names}
    return found


PRIVATE = {(True, 0o700), (False, 0o600)}


def keep_all() -> None:
    """Keep one of everything: a game, a setting, the lock of a place, and long work."""
    Save("sum").keep(Match(numduel.new("sum")))
    json_files.keep("settings", {"sound": False})
    with files.acquire_slot(1, os.path.join(saves.home(), ".models"), lambda: None):
        pass
    resumable_work("arena", "squares", 1, {"a": 1}, abs).run(InThisProcess())


# ---- who may read them


def test_all_that_is_kept_is_private_whatever_the_umask() -> None:
    for mask in (0o000, 0o022, 0o002, 0o077, 0o277):
        with umask(mask):
            keep_all()
        assert modes(saves.home()) == PRIVATE, oct(mask)
        shutil.rmtree(saves.home())


def test_folders_of_before_are_tightened_at_the_next_start() -> None:
    keep_all()
    for wide_folder, wide_file in ((0o755, 0o644), (0o777, 0o666)):
        for start in (
            saves.sweep,
            lambda: resumable_work("exam", "x", 1, {}, abs),
            saves.make_home,
        ):
            for place, _, names in os.walk(saves.home()):
                os.chmod(place, wide_folder)
                for name in names:
                    os.chmod(os.path.join(place, name), wide_file)
            start()
            assert modes(saves.home()) == PRIVATE


def test_what_a_link_leads_to_keeps_its_mode(tmp_path: Path) -> None:
    keep_all()
    outside, folder = tmp_path / "outside.numduel", tmp_path / "elsewhere"
    outside.touch()
    folder.mkdir()
    (folder / "file").touch()
    for path, wide in ((outside, 0o644), (folder, 0o755), (folder / "file", 0o644)):
        path.chmod(wide)
    Path(saves.folder(), "link.numduel").symlink_to(outside)
    Path(saves.home(), "linked").symlink_to(folder)
    os.chmod(saves.home(), 0o755)
    saves.sweep()
    assert mode(saves.home()) == 0o700
    assert [mode(path) for path in (outside, folder, folder / "file")] == [0o644, 0o755, 0o644]


def test_folder_that_is_more_than_ours_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "somebody"
    folder.mkdir()
    (folder / "page.html").touch()
    (folder / "page.html").chmod(0o644)
    monkeypatch.setenv("NUMDUEL_HOME", str(folder))
    for wide, user in ((0o755, folder), (0o1777, tmp_path)):
        folder.chmod(wide)
        monkeypatch.setenv("HOME", str(user))
        saves.sweep()
        assert (mode(folder), mode(folder / "page.html")) == (wide, 0o644)


def test_export_keeps_the_umask_or_the_mode_it_had(tmp_path: Path) -> None:
    new, old = tmp_path / "new.html", tmp_path / "old.html"
    old.touch()
    old.chmod(0o664)
    with umask(0o022):
        for file in (new, old):
            files.write(str(file), "page")
        saves.write_copy(str(tmp_path / "copy"), '[Game "sum"]\n')
    assert [mode(file) for file in (new, old, tmp_path / "copy")] == [0o644, 0o664, 0o644]


# ---- drafts beside exports

WRITER = """
import sys
from numduel.storage import files

with files.writing(sys.argv[1]) as file:
    file.write(b"half a pa")
    file.flush()
    print("begun", flush=True)
    sys.stdin.read()
    file.write(b"ge")
"""


def writer(path: Path) -> subprocess.Popen[bytes]:
    """A program in the middle of an export."""
    words = [sys.executable, "-c", WRITER, str(path)]
    program = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert program.stdout is not None
    assert program.stdout.readline() == b"begun\n"
    return program


def test_export_removes_drafts_of_the_killed_and_of_nobody_else(tmp_path: Path) -> None:
    others = [tmp_path / name for name in ("film.1.part", ".abc.part", f".{'0' * 15}g.part")]
    for file in others:
        file.touch()
    (tmp_path / f".{'1' * 16}.part").symlink_to(others[0])
    (tmp_path / f".{'2' * 16}.part").mkdir()
    before = set(os.listdir(tmp_path))
    with writer(tmp_path / "alive.html") as alive:
        with writer(tmp_path / "killed.html") as killed:
            killed.send_signal(signal.SIGKILL)
        assert len(set(os.listdir(tmp_path)) - before) == 2
        files.write(str(tmp_path / "killed.html"), "whole")
        assert len(set(os.listdir(tmp_path)) - before) == 2  # the draft of the other, and the page
        alive.communicate(timeout=60)
    assert alive.returncode == 0
    assert set(os.listdir(tmp_path)) - before == {"alive.html", "killed.html"}
    assert (tmp_path / "alive.html").read_bytes() == b"half a page"


def write_often(folder: Path, name: str) -> None:
    for number in range(100):
        files.write(str(folder / name), f"{number}")


def test_exports_at_the_same_time_leave_each_other_alone(tmp_path: Path) -> None:
    context, names = multiprocessing.get_context("fork"), ("a", "b", "c", "d")
    writers = [context.Process(target=write_often, args=(tmp_path, name)) for name in names]
    for process in writers:
        process.start()
    for process in writers:
        process.join()
    assert [process.exitcode for process in writers] == [0] * len(writers)
    left = {file.name: file.read_text() for file in tmp_path.iterdir() if file.is_file()}
    assert left == dict.fromkeys(names, "99")
