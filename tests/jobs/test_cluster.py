"""Work on a real cluster of Dask: the same bytes, also when a worker is killed in the middle."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from terminal import COMMAND

from duel_support import needs_package
from numduel import SetupError
from numduel.arena.lines import dumps
from numduel.arena.tournament import Entry, Tournament, merge_results, perform
from numduel.cli.census_work import Piece
from numduel.cli.census_work import perform as perform_census
from numduel.engine.studying.census import Census
from numduel.jobs.pieces import Executor, InThisProcess, Plan, Work
from running import run_program

TIMEOUT_S = 60.0


needs_package("distributed", "cluster")

pytestmark = pytest.mark.long


def started(*words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a scheduler; itself and its two workers, which have come."""
    from distributed import Client

    file = tmp_path / "scheduler.json"
    scheduler = started(
        *("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"),
        *("--no-dashboard", "--scheduler-file", str(file)),
    )
    programs = [scheduler]
    try:
        until = time.monotonic() + TIMEOUT_S
        while not file.exists() or not file.read_text().strip():
            assert time.monotonic() < until
            assert scheduler.poll() is None
            time.sleep(0.05)
        address = json.loads(file.read_text())["address"]
        worker = ("distributed.cli.dask_worker", address, "--no-dashboard", "--no-nanny")
        place = ("--nthreads", "1", "--local-directory", str(tmp_path))
        programs += [started(*worker, *place) for _ in range(2)]
        with Client(address) as client:
            client.wait_for_workers(2, timeout=TIMEOUT_S)
        yield address, programs
    finally:
        for program in programs:
            program.kill()
            program.wait(TIMEOUT_S)


TOURNAMENT = Tournament(("casual", "random"), (Entry("maze"), Entry("race")), boards=40)
PLAN = Plan("arena", [1], TOURNAMENT.pieces(), partial(perform, TOURNAMENT))


def on_cluster(address: str) -> Executor:
    from numduel.jobs.cluster import OnCluster

    return OnCluster(address, 2)


def done(plan: Plan, executor: Executor, folder: Path, progress: Any = None) -> list[Any]:
    work = Work(plan, str(folder))
    assert work.run(executor, progress or (lambda done, total: None))
    return work.results()


def test_a_killed_worker_changes_no_byte(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path
) -> None:
    address, (_, worker, _) = cluster

    def kill(done: int, total: int) -> None:
        if done < total // 2:
            worker.send_signal(signal.SIGKILL)

    texts = [
        dumps(merge_results(done(PLAN, executor, tmp_path / name, progress))[0])
        for name, executor, progress in (
            ("cluster", on_cluster(address), kill),
            ("here", InThisProcess(), None),
        )
    ]
    assert worker.wait(TIMEOUT_S) == -signal.SIGKILL
    assert texts[0] == texts[1]


def test_what_is_done_is_kept_when_the_scheduler_is_lost(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path
) -> None:
    address, (scheduler, *_) = cluster
    work = Work(PLAN, str(tmp_path))
    assert not work.run(on_cluster(address), lambda done, total: scheduler.kill())
    assert 0 < len(Work(PLAN, str(tmp_path)).done) < work.total


def test_a_census_runs_there_too(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path
) -> None:
    drawn = Census("race", (("size", "3"),), boards=60, seed=1, upto=None, positions=400_000)
    all_boards = drawn._replace(boards=None).in_bulk()  # with the compiled core, at once
    for census, last, step in ((drawn, 60, 10), (all_boards, min(12, all_boards.size), 1)):
        pieces = {f"{first}": Piece(first, first + step) for first in range(0, last, step)}
        plan = Plan("census", [census], pieces, partial(perform_census, census))
        there = done(plan, on_cluster(cluster[0]), tmp_path / "cluster")
        assert there == done(plan, InThisProcess(), tmp_path / "here")


def test_the_command_starts_a_cluster_of_its_own(tmp_path: Path) -> None:
    words = ["arena", "--players", "casual,random", "--games", "race", "--boards", "6"]
    home = {**os.environ, "NUMDUEL_HOME": str(tmp_path / "home")}
    for more in (["--cluster", "local", "--processes", "2"], ["--processes", "1"]):
        out = ["--out", f"{more[0]}.jsonl".lstrip("-")]
        ran = run_program([*COMMAND, *words, *more, *out], cwd=tmp_path, env=home)
        assert ran.returncode == 0, ran.stderr
    assert (tmp_path / "cluster.jsonl").read_bytes() == (tmp_path / "processes.jsonl").read_bytes()


# ---- workers on this machine that are killed

LOCAL = ["arena", "--players", "casual,random", "--games", "race", "--boards", "40"]

in_proc = pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="workers are found in /proc")


def local_workers(program: int) -> list[int]:
    """The processes that work for a program with a cluster of its own, from when they begin."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError):
            words = Path(f"/proc/{name}/cmdline").read_bytes()
            parent = Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()[1]
            if b"spawn_main" in words and int(parent) == program:
                found.append(int(name))
    return found


def begun(tmp_path: Path) -> subprocess.Popen[bytes]:
    """The arena on a cluster of its own, whose first worker has begun to start."""
    home = {**os.environ, "NUMDUEL_HOME": str(tmp_path / "home")}
    cluster = ["--cluster", "local", "--processes", "2"]
    program = subprocess.Popen(
        [*COMMAND, *LOCAL, *cluster, "--out", "there.jsonl"],
        cwd=tmp_path,
        env=home,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    until = time.monotonic() + TIMEOUT_S
    while not local_workers(program.pid):
        assert time.monotonic() < until
        assert program.poll() is None
        time.sleep(0.01)
    return program


def said(program: subprocess.Popen[bytes]) -> str:
    """What a program wrote to standard error before it ended."""
    try:
        return program.communicate(timeout=TIMEOUT_S)[1].decode()
    except subprocess.TimeoutExpired:
        os.killpg(program.pid, signal.SIGKILL)
        raise


@in_proc
def test_local_cluster_survives_a_worker_killed_at_its_start(tmp_path: Path) -> None:
    for delay in (0.0, 0.5, 1.0, 1.5):
        folder = tmp_path / f"{delay}"
        folder.mkdir()
        program = begun(folder)
        time.sleep(delay)
        for worker in local_workers(program.pid)[:1]:
            os.kill(worker, signal.SIGKILL)
        words = said(program)
        assert program.returncode == 0, words
        assert len(words.splitlines()) == 1, words
    here = {**os.environ, "NUMDUEL_HOME": str(tmp_path / "home")}
    run_program([*COMMAND, *LOCAL, "--out", "here.jsonl"], cwd=tmp_path, env=here)
    expected = (tmp_path / "here.jsonl").read_bytes()
    assert {file.read_bytes() for file in tmp_path.glob("*/there.jsonl")} == {expected}


@in_proc
def test_local_cluster_whose_workers_are_always_killed_ends_in_a_sentence(tmp_path: Path) -> None:
    program = begun(tmp_path)
    while program.poll() is None:
        for worker in local_workers(program.pid):
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
        time.sleep(0.2)
    words = said(program)
    assert program.returncode == 1
    assert words.startswith("numduel: no cluster starts on this machine: ")
    assert len(words.splitlines()) == 1, words


@in_proc
def test_interrupting_a_local_cluster_at_its_start_ends_in_a_sentence(tmp_path: Path) -> None:
    program = begun(tmp_path)
    time.sleep(0.3)
    os.killpg(program.pid, signal.SIGINT)  # as a terminal does it: the workers get it too
    words = said(program)
    assert program.returncode == 130
    assert words == (
        f"Stopped. 0 of {TOURNAMENT.boards} pieces are done and saved.\n"
        "Run the same command to continue.\n"
    )


def test_nobody_at_an_address_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numduel.jobs.cluster.TIMEOUT_S", 1)
    plan = Plan("squares", 1, {"a": 1}, abs)
    for address in ("tcp://127.0.0.1:1", "nonsense://x"):
        with pytest.raises(SetupError, match="no cluster answers at"):
            done(plan, on_cluster(address), tmp_path)
