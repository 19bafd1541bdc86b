"""Every screen on an unusable data folder: it opens, names the cause, and loses nothing."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from duel_support import needs
from numduel import Match, new
from numduel.storage import json_files
from numduel.storage.saves import Save
from running import run_program

WALK = str(Path(__file__).parents[1] / "support" / "screen_walk.py")
DISK = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs"]

N_SCREENS = 14


@pytest.fixture
def data(home: Path) -> Iterator[Path]:
    """Create a data folder with a saved game and a small file; return its path."""
    if os.name != "posix":
        pytest.skip("permission bits are those of POSIX")
    if os.getuid() == 0:
        needs("setpriv")
    folder = home.parent
    fill(folder)
    yield folder
    if os.path.ismount(folder):
        subprocess.run(["umount", str(folder)], check=True)
    for path in (folder, folder / "games"):
        if path.is_dir():
            path.chmod(0o700)


def fill(folder: Path) -> None:
    match = Match(new("sum"))
    match.play("5")
    Save("20260131-120000-sum-1").keep(match)
    json_files.keep("lessons", {"maze": 2})
    assert (folder / "lessons.json").exists()


def read_all(folder: Path) -> dict[str, bytes]:
    """Return the content of every file."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def walk(folder: Path) -> subprocess.CompletedProcess[str]:
    """Open every screen in a process that permissions bind, also if it belongs to root."""
    obeying = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
    command = [*(obeying if os.getuid() == 0 else []), sys.executable, WALK]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return run_program(command, env=environment, cwd=folder.parent, seconds=240)


def forbid_reading(folder: Path) -> None:
    folder.chmod(0)


def forbid_writing(folder: Path) -> None:
    (folder / "games").chmod(0o500)
    folder.chmod(0o500)


def make_file(folder: Path) -> None:
    shutil.rmtree(folder)
    folder.write_text("mine")


def make_loop(folder: Path) -> None:
    shutil.rmtree(folder)
    folder.symlink_to(folder.name)


def make_dangling_link(folder: Path) -> None:
    shutil.rmtree(folder)
    folder.symlink_to("missing")


def mount_disk(folder: Path) -> None:
    if os.getuid() != 0 or subprocess.run([*DISK, str(folder)], capture_output=True).returncode:
        assert "CI" not in os.environ, "CI can mount disks"
        pytest.skip("a small disk can't be mounted here")
    fill(folder)


def fill_disk(folder: Path) -> None:
    mount_disk(folder)
    with pytest.raises(OSError, match="No space left"):
        (folder / "ballast").write_bytes(bytes(2**17))


def lock_disk(folder: Path) -> None:
    mount_disk(folder)
    subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)


OBSTACLES: dict[Callable[[Path], None], str] = {
    make_file: "Not a directory",
    forbid_reading: "Permission denied",
    forbid_writing: "Permission denied",
    make_loop: "Too many levels of symbolic links",
    make_dangling_link: "No such file or directory",
    fill_disk: "No space left on device",
    lock_disk: "Read-only file system",
}
"""States of a data folder, and the system's words for them."""


@pytest.mark.app
@pytest.mark.long
@pytest.mark.parametrize("obstacle", OBSTACLES, ids=lambda obstacle: obstacle.__name__)
def test_every_screen_names_what_is_wrong_with_the_data_folder(
    data: Path, obstacle: Callable[[Path], None]
) -> None:
    why = OBSTACLES[obstacle]
    obstacle(data)
    before = read_all(data) if obstacle is not forbid_reading else {}
    ran = walk(data)
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stderr
    seen = [json.loads(line) for line in ran.stdout.splitlines()]
    assert len(seen) == N_SCREENS
    for name, warnings, text in seen:
        assert "Traceback" not in text, name
        start = f"The data folder {data} cannot be "
        assert [one for one in warnings if one.startswith(start)] == [warnings[0]], name
        assert warnings[0].endswith(f": {why}."), name
        assert all(why in one for one in warnings), name
    if obstacle in (make_file, make_loop, forbid_reading):
        shown = {name: text for name, _, text in seen}
        for name in ("unfinished", "replay", "statistics"):
            assert f": {why}." in shown[name], name
        assert why in shown["saving"]
    if obstacle is make_file:
        assert data.read_text() == "mine"
    elif obstacle is not forbid_reading:
        assert read_all(data) == before


def test_usable_data_folder_has_no_obstacle(data: Path) -> None:
    from numduel.storage.saves import find_obstacle

    assert find_obstacle() == ""
    shutil.rmtree(data)
    assert find_obstacle() == ""
    data.write_text("mine")
    assert find_obstacle() == f"The data folder {data} cannot be read: Not a directory."
    data.unlink()
    data.symlink_to("missing")
    assert find_obstacle().endswith(": No such file or directory.")
    data.unlink()
    data.mkdir()
    (data / "games").symlink_to("missing")
    assert find_obstacle() == f"The data folder {data} cannot be read: No such file or directory."
