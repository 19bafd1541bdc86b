"""Files: permissions, and temporary files of killed writers."""

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
    """Return the modes of a folder and everything in it, as pairs (is_folder, mode)."""
    found = {(True, mode(folder))}
    for parent, folders, names in os.walk(folder):
        found |= {(True, mode(os.path.join(parent, name))) for name in folders}
        found |= {(False, mode(os.path.join(parent, name))) for name in names}
    return found


PRIVATE = {(True, 0o700), (False, 0o600)}


def save_one_of_each() -> None:
    """Save a game, a setting, the lock of a slot, and long work."""
    Save("sum").keep(Match(numduel.new("sum")))
    json_files.keep("settings", {"sound": False})
    with files.acquire_slot(1, os.path.join(saves.home(), ".models"), lambda: None):
        pass
    resumable_work("arena", "squares", 1, {"a": 1}, abs).run(InThisProcess())


# ---- permissions


def test_all_files_are_private_with_any_umask() -> None:
    for mask in (0o000, 0o022, 0o002, 0o077, 0o277):
        with umask(mask):
            save_one_of_each()
        assert modes(saves.home()) == PRIVATE, oct(mask)
        shutil.rmtree(saves.home())


def test_old_folders_become_private_at_the_next_start() -> None:
    save_one_of_each()
    for wide_folder, wide_file in ((0o755, 0o644), (0o777, 0o666)):
        for start in (
            saves.sweep,
            lambda: resumable_work("exam", "x", 1, {}, abs),
            saves.make_home,
        ):
            for parent, _, names in os.walk(saves.home()):
                os.chmod(parent, wide_folder)
                for name in names:
                    os.chmod(os.path.join(parent, name), wide_file)
            start()
            assert modes(saves.home()) == PRIVATE


def test_target_of_a_link_keeps_its_mode(tmp_path: Path) -> None:
    save_one_of_each()
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


def test_home_and_shared_folders_keep_their_modes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "user"
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


# ---- temporary files next to exports

WRITER = """
import sys
from numduel.storage import files

with files.writing(sys.argv[1]) as file:
    file.write(b"half a pa")
    file.flush()
    print("started", flush=True)
    sys.stdin.read()
    file.write(b"ge")
"""


def writer(path: Path) -> subprocess.Popen[bytes]:
    """Start a program that stops in the middle of an export."""
    words = [sys.executable, "-c", WRITER, str(path)]
    program = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert program.stdout is not None
    assert program.stdout.readline() == b"started\n"
    return program


def test_export_removes_only_temporary_files_of_killed_writers(tmp_path: Path) -> None:
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
        assert (
            len(set(os.listdir(tmp_path)) - before) == 2
        )  # the temporary file of the other, and the page
        alive.communicate(timeout=60)
    assert alive.returncode == 0
    assert set(os.listdir(tmp_path)) - before == {"alive.html", "killed.html"}
    assert (tmp_path / "alive.html").read_bytes() == b"half a page"


def write_often(folder: Path, name: str) -> None:
    for number in range(100):
        files.write(str(folder / name), f"{number}")


def test_concurrent_exports_do_not_disturb_each_other(tmp_path: Path) -> None:
    context, names = multiprocessing.get_context("fork"), ("a", "b", "c", "d")
    writers = [context.Process(target=write_often, args=(tmp_path, name)) for name in names]
    for process in writers:
        process.start()
    for process in writers:
        process.join()
    assert [process.exitcode for process in writers] == [0] * len(writers)
    left = {file.name: file.read_text() for file in tmp_path.iterdir() if file.is_file()}
    assert left == dict.fromkeys(names, "99")
