"""Jobs on a real Dask cluster: the same results, even if a worker is killed."""

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


def start(*words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a scheduler, with the processes of the scheduler and its two workers."""
    from distributed import Client

    file = tmp_path / "scheduler.json"
    scheduler = start(
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
        programs += [start(*worker, *place) for _ in range(2)]
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


def run_plan(plan: Plan, executor: Executor, folder: Path, progress: Any = None) -> list[Any]:
    work = Work(plan, str(folder))
    assert work.run(executor, progress or (lambda done, total: None))
    return work.results()


def test_killed_worker_does_not_change_the_result(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path
) -> None:
    address, (_, worker, _) = cluster

    def kill(done: int, total: int) -> None:
        if done < total // 2:
            worker.send_signal(signal.SIGKILL)

    texts = [
        dumps(merge_results(run_plan(PLAN, executor, tmp_path / name, progress))[0])
        for name, executor, progress in (
            ("cluster", on_cluster(address), kill),
            ("here", InThisProcess(), None),
        )
    ]
    assert worker.wait(TIMEOUT_S) == -signal.SIGKILL
    assert texts[0] == texts[1]


def test_progress_is_saved_when_the_scheduler_is_lost(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path
) -> None:
    address, (scheduler, *_) = cluster
    work = Work(PLAN, str(tmp_path))
    assert not work.run(on_cluster(address), lambda done, total: scheduler.kill())
    assert 0 < len(Work(PLAN, str(tmp_path)).done) < work.total


def test_census_runs_on_a_cluster(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path
) -> None:
    drawn = Census("race", (("size", "3"),), boards=60, seed=1, upto=None, positions=400_000)
    all_boards = drawn._replace(boards=None).in_bulk()
    for census, last, step in ((drawn, 60, 10), (all_boards, min(12, all_boards.size), 1)):
        pieces = {f"{first}": Piece(first, first + step) for first in range(0, last, step)}
        plan = Plan("census", [census], pieces, partial(perform_census, census))
        there = run_plan(plan, on_cluster(cluster[0]), tmp_path / "cluster")
        assert there == run_plan(plan, InThisProcess(), tmp_path / "here")


def test_command_starts_a_local_cluster(tmp_path: Path) -> None:
    words = ["arena", "--players", "casual,random", "--games", "race", "--boards", "6"]
    home = {**os.environ, "NUMDUEL_HOME": str(tmp_path / "home")}
    for more in (["--cluster", "local", "--processes", "2"], ["--processes", "1"]):
        out = ["--out", f"{more[0]}.jsonl".lstrip("-")]
        ran = run_program([*COMMAND, *words, *more, *out], cwd=tmp_path, env=home)
        assert ran.returncode == 0, ran.stderr
    assert (tmp_path / "cluster.jsonl").read_bytes() == (tmp_path / "processes.jsonl").read_bytes()


# ---- killed local workers

LOCAL = ["arena", "--players", "casual,random", "--games", "race", "--boards", "40"]

in_proc = pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="workers are found in /proc")


def local_workers(program: int) -> list[int]:
    """Return the ids of the worker processes of a program with a local cluster."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError):
            words = Path(f"/proc/{name}/cmdline").read_bytes()
            parent = Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()[1]
            if b"spawn_main" in words and int(parent) == program:
                found.append(int(name))
    return found


def start_arena(tmp_path: Path) -> subprocess.Popen[bytes]:
    """Start the arena on a local cluster; return when its first worker is starting."""
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


def wait_for_errors(program: subprocess.Popen[bytes]) -> str:
    """Wait for a program to end; return its error output."""
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
        program = start_arena(folder)
        time.sleep(delay)
        for worker in local_workers(program.pid)[:1]:
            os.kill(worker, signal.SIGKILL)
        words = wait_for_errors(program)
        assert program.returncode == 0, words
        assert len(words.splitlines()) == 1, words
    here = {**os.environ, "NUMDUEL_HOME": str(tmp_path / "home")}
    run_program([*COMMAND, *LOCAL, "--out", "here.jsonl"], cwd=tmp_path, env=here)
    expected = (tmp_path / "here.jsonl").read_bytes()
    assert {file.read_bytes() for file in tmp_path.glob("*/there.jsonl")} == {expected}


@in_proc
def test_repeatedly_killed_local_workers_are_reported(tmp_path: Path) -> None:
    program = start_arena(tmp_path)
    while program.poll() is None:
        for worker in local_workers(program.pid):
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
        time.sleep(0.2)
    words = wait_for_errors(program)
    assert program.returncode == 1
    assert words.startswith("numduel: can't start a cluster on this machine: ")
    assert len(words.splitlines()) == 1, words


@in_proc
def test_interrupting_a_starting_local_cluster_prints_no_traceback(tmp_path: Path) -> None:
    program = start_arena(tmp_path)
    time.sleep(0.3)
    os.killpg(program.pid, signal.SIGINT)  # as in a terminal: the workers get it too
    words = wait_for_errors(program)
    assert program.returncode == 130
    assert words == (
        f"Stopped. 0 of {TOURNAMENT.boards} pieces are done and saved.\n"
        "Run the same command to continue.\n"
    )


def test_unreachable_cluster_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numduel.jobs.cluster.TIMEOUT_S", 1)
    plan = Plan("squares", 1, {"a": 1}, abs)
    for address in ("tcp://127.0.0.1:1", "nonsense://x"):
        with pytest.raises(SetupError, match="no cluster answers at"):
            run_plan(plan, on_cluster(address), tmp_path)
