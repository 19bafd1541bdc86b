"""Data folders that can't be used: one sentence says why, and nothing is lost."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from duel_support import needs
from running import run_program


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Return a folder that permissions protect, also from root."""
    if os.name != "posix":
        pytest.skip("permission bits are those of POSIX")
    if os.getuid() == 0:
        needs("setpriv")
    yield tmp_path
    for path in (tmp_path, tmp_path / "home", tmp_path / "home" / "games"):
        if path.is_dir():
            path.chmod(0o700)


def numduel(folder: Path, words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command whose data folder is `home` in a folder; root obeys permissions too."""
    obeying = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
    command = [sys.executable, "-m", "numduel", *words.split()]
    command = [*(obeying if os.getuid() == 0 else []), *command]
    environment = {**os.environ, "NUMDUEL_HOME": str(folder / "home")}
    return run_program(command, typed, env=environment, cwd=folder)


def forbid_writing(folder: Path) -> None:
    (folder / "home" / "games").chmod(0o500)
    (folder / "home").chmod(0o500)


def forbid_all(folder: Path) -> None:
    (folder / "home").chmod(0)


def forbid_creating(folder: Path) -> None:
    shutil.rmtree(folder / "home")
    folder.chmod(0o500)


def make_file(folder: Path) -> None:
    shutil.rmtree(folder / "home")
    (folder / "home").write_text("mine")


def make_loop(folder: Path) -> None:
    shutil.rmtree(folder / "home")
    (folder / "home").symlink_to("home")


OBSTACLES: dict[Callable[[Path], None], str] = {
    forbid_writing: "Permission denied",
    forbid_all: "Permission denied",
    forbid_creating: "Permission denied",
    make_file: "Not a directory",
    make_loop: "Too many levels of symbolic links",
}
"""States of a data folder, and the system's words for them."""

MISSING = (": No such file or directory.\n", "is in a folder that doesn't exist.\n")

WRITERS = (
    "census sum --upto 3 --pairs 0 --jobs 1",
    "dataset sum --positions 5 --processes 1 --out home/positions.jsonl",
    "analyse sum --seconds 1 --svg home/sum.svg",
    "serve --no-open --port 0",
)
"""Commands that write to the data folder, and to a file in it."""


@pytest.mark.slow
@pytest.mark.parametrize("obstacle", OBSTACLES, ids=lambda obstacle: obstacle.__name__)
def test_unusable_data_folder_is_explained_in_one_sentence(
    folder: Path, obstacle: Callable[[Path], None]
) -> None:
    why = OBSTACLES[obstacle]
    numduel(folder, "play sum --seed 1", "5\n")
    saved = [path.read_bytes() for path in (folder / "home").glob("games/*.numduel")]
    obstacle(folder)
    ran = numduel(folder, "play sum --seed 1", "5\n1\n")
    cannot = f"This game cannot be saved in {folder}/home/games: {why}.\n"
    assert (ran.returncode, ran.stderr) == (0, 2 * cannot + "This game couldn't be saved.\n")
    for words in WRITERS:
        ran = numduel(folder, words)
        assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (1, "", 1), words
        assert ran.stderr.endswith((f": {why}.\n", *MISSING)), words
    if obstacle in (forbid_writing, forbid_all):
        (folder / "home").chmod(0o700)
        assert [path.read_bytes() for path in (folder / "home").glob("games/*.numduel")] == saved


def test_data_folder_behind_a_link_works(folder: Path) -> None:
    (folder / "real").mkdir()
    (folder / "home").symlink_to("real")
    assert "Saved as" in numduel(folder, "play sum", "5\n").stderr
    assert len([*(folder / "real").glob("games/*.numduel")]) == 1


@pytest.mark.slow
def test_saved_games_that_cannot_be_read_leave_the_others_alone(folder: Path) -> None:
    for _ in range(3):
        numduel(folder, "play sum --seed 1", "5\n")
    locked, looped, sound = sorted((folder / "home").glob("games/*.numduel"))
    locked.chmod(0)
    looped.unlink()
    looped.symlink_to(looped.name)
    ran = numduel(folder, "resume --list")
    assert ran.returncode == 0, ran.stderr
    assert sound.stem in ran.stdout
    assert f"{locked.stem} cannot be read: Permission denied" in ran.stdout + ran.stderr
    assert "Traceback" not in numduel(folder, "stats").stderr
    assert "Saved as" in numduel(folder, f"resume {sound.stem}", "1\n").stderr


def test_server_names_what_keeps_it_from_its_database(folder: Path) -> None:
    database = folder / "home" / "matches.db"
    database.parent.mkdir()
    database.write_bytes(b"")
    serve = "serve --no-open --port 0 --database home/matches.db"
    database.chmod(0o400)
    assert numduel(folder, serve).stderr == (
        "numduel: home/matches.db cannot be used: Permission denied.\n"
    )
    database.chmod(0o600)
    database.parent.chmod(0o500)
    assert numduel(folder, serve).stderr == (
        "numduel: home/matches.db cannot be used: numduel must be able to write to its folder.\n"
    )
    assert database.read_bytes() == b""


def test_full_disk_is_named_by_every_command(tmp_path: Path) -> None:
    disk = tmp_path / "home"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=32k", "tmpfs", str(disk)]
    if os.getuid() != 0 or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("a small disk can't be mounted here")
    try:
        (disk / "ballast").write_bytes(bytes(32 * 1024))
        ran = numduel(tmp_path, "play sum --seed 1", "5\n")
        assert "cannot be saved in" in ran.stderr
        assert "No space left on device" in ran.stderr
        for words in WRITERS:
            ran = numduel(tmp_path, words)
            assert (ran.returncode, ran.stderr.count("\n")) == (1, 1), (words, ran.stderr)
            assert ran.stderr.endswith((": No space left on device.\n", "disk is full.\n")), words
        (disk / "ballast").unlink()
        assert "Saved as" in numduel(tmp_path, "play sum --seed 1", "5\n").stderr
    finally:
        subprocess.run(["umount", str(disk)], check=True)
