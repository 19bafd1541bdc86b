"""Jobs in pieces: the same results for any executor, even after interruptions."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from numduel import SetupError
from numduel.errors import EndpointRefused
from numduel.jobs.pieces import (
    Executor,
    InProcesses,
    InThisProcess,
    InThreads,
    Plan,
    Results,
    Work,
    WorkersLost,
    local_executor,
)
from numduel.storage import files

PIECES = {f"square {number}": number for number in range(12)}


def square(number: int) -> Any:
    """Return a tuple, which becomes a list in JSON."""
    return number, {"square": number * number}


def die(number: int) -> Any:
    if number == 5:
        os._exit(1)
    return square(number)


def fail(number: int) -> Any:
    if number == 5:
        raise ZeroDivisionError
    return square(number)


def plan(perform: Callable[[int], Any] = square, version: object = 1) -> Plan:
    return Plan("squares", version, PIECES, perform)


EXPECTED = [(number, [number, {"square": number * number}]) for number in range(12)]


class Backwards:
    """An executor that runs pieces in reverse order."""

    def run(self, perform: Callable[[Any], Any], pieces: Mapping[str, Any]) -> Results:
        for name in reversed(list(pieces)):
            yield name, perform(pieces[name])


class Stopped:
    """An executor that is interrupted, or loses its workers, after some pieces."""

    def __init__(self, after: int, how: BaseException) -> None:
        self.after = after
        self.how = how
        self.closed = False

    def run(self, perform: Callable[[Any], Any], pieces: Mapping[str, Any]) -> Results:
        try:
            for name in list(pieces)[: self.after]:
                yield name, perform(pieces[name])
            raise self.how
        finally:
            self.closed = True


@pytest.mark.parametrize(
    "who",
    [InThisProcess(), InProcesses(2), InProcesses(99), InThreads(3), InThreads(99), Backwards()],
)
def test_every_executor_gives_the_same_results(tmp_path: Path, who: Executor) -> None:
    work = Work(plan(), str(tmp_path / "folder"))
    heard: list[tuple[int, int]] = []
    assert work.run(who, lambda done, total: heard.append((done, total)))
    assert work.results() == EXPECTED
    assert heard == [(done, 12) for done in range(1, 13)]


@pytest.mark.parametrize("how", [KeyboardInterrupt(), WorkersLost()])
def test_interrupted_job_resumes_to_the_same_results(tmp_path: Path, how: BaseException) -> None:
    for after in range(12):
        folder = str(tmp_path / str(after))
        assert not Work(plan(), folder).run(Stopped(after, how))
        again = Work(plan(), folder)
        assert list(again.done) == list(PIECES)[:after]
        assert not again.run(Stopped(0, how))
        assert again.run(Backwards())
        assert again.results() == EXPECTED


def test_error_in_progress_stops_the_workers(tmp_path: Path) -> None:
    def stop(done: int, total: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    stopped = Stopped(9, AssertionError())
    work = Work(plan(), str(tmp_path))
    assert not work.run(stopped, stop)
    assert stopped.closed
    assert len(Work(plan(), str(tmp_path)).done) == 3


def test_progress_is_saved_before_the_end(tmp_path: Path) -> None:
    """So a killed process loses little work."""

    class Watched:
        def run(self, perform: Callable[[Any], Any], pieces: Mapping[str, Any]) -> Results:
            yield "square 1", perform(1)
            assert list(Work(plan(), str(tmp_path)).done) == ["square 1"]

    Work(plan(), str(tmp_path)).run(Watched())
    assert len(Work(plan(), str(tmp_path)).done) == 1


def test_one_process_means_this_process() -> None:
    assert isinstance(local_executor(1), InThisProcess)
    several = local_executor(3)
    assert isinstance(several, InProcesses)
    assert several.count == 3


def test_killed_worker_loses_no_finished_pieces(tmp_path: Path) -> None:
    work = Work(plan(die), str(tmp_path))
    assert not work.run(InProcesses(2))
    again = Work(plan(), str(tmp_path))
    assert again.done == work.done
    assert again.run(InThisProcess())
    assert again.results() == EXPECTED


@pytest.mark.parametrize("who", [InThisProcess(), InProcesses(2), InThreads(1)])
def test_error_in_a_piece_is_raised_and_others_are_saved(tmp_path: Path, who: Executor) -> None:
    with pytest.raises(ZeroDivisionError):
        Work(plan(fail), str(tmp_path)).run(who)
    assert "square 0" in Work(plan(), str(tmp_path)).done


def test_only_the_same_job_is_resumed(tmp_path: Path) -> None:
    Work(plan(), str(tmp_path)).run(InThisProcess())
    assert Work(plan(), str(tmp_path)).done
    assert not Work(plan(version=2), str(tmp_path)).done
    fewer = Plan("squares", 1, {"square 1": 1}, square)
    assert not Work(fewer, str(tmp_path)).done


def test_progress_of_another_job_with_the_same_name_is_ignored(tmp_path: Path) -> None:
    work = Work(plan(), str(tmp_path))
    work.run(InThisProcess())
    for spoilt in ("", "[]", "{}", "[" * 100_000, '{"plan": 1, "done": {"square 1": 2}}'):
        Path(work.path).write_text(spoilt)
        assert Work(plan(), str(tmp_path)).done == {}
    kept = {"plan": work.plan.identity, "done": 3}
    Path(work.path).write_text(json.dumps(kept))
    assert Work(plan(), str(tmp_path)).done == {}


def test_finished_job_stays_saved_until_deleted(tmp_path: Path) -> None:
    work = Work(plan(), str(tmp_path))
    work.run(InThisProcess())
    assert Work(plan(), str(tmp_path)).results() == EXPECTED
    for _ in range(2):
        work.delete()
        assert not list(tmp_path.iterdir())


def test_delete_removes_only_abandoned_drafts(tmp_path: Path) -> None:
    """Another command may be saving in the same folder."""
    work = Work(plan(), str(tmp_path))
    work.run(InThisProcess())
    with files.writing(str(tmp_path / "another.json")) as draft:
        left = tmp_path / f".{'0' * 16}.part"
        left.touch()
        os.utime(left, (0, 0))
        work.delete()
        draft.write(b"kept")
    assert [path.name for path in tmp_path.iterdir()] == ["another.json"]


def test_unwritable_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SetupError, match="cannot be read: Not a directory"):
        Work(plan(), str(tmp_path / "file")).run(InThisProcess())


# ---- workers end with their parent

PARENT = """
import os, sys, time
from contextlib import closing, suppress
from pathlib import Path
from numduel.jobs.pieces import InProcesses

def endless(number):
    Path(sys.argv[1], str(os.getpid())).touch()
    while True:
        pass

for _ in InProcesses(3).run(endless, {str(number): number for number in range(9)}):
    pass
"""


def is_running(pid: int) -> bool:
    """Return whether a process is running; a zombie isn't."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until(holds: Callable[[], bool], what: str) -> None:
    give_up = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < give_up, what
        time.sleep(0.02)


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="processes are looked up in /proc")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL, signal.SIGHUP, signal.SIGINT])
def test_workers_end_when_their_parent_dies(tmp_path: Path, number: signal.Signals) -> None:
    asking = subprocess.Popen(
        [sys.executable, "-c", PARENT, str(tmp_path)], stderr=subprocess.DEVNULL
    )
    try:
        wait_until(lambda: len(os.listdir(tmp_path)) == 3, "no workers")
        workers = [int(name) for name in os.listdir(tmp_path)]
        assert all(map(is_running, workers))
        asking.send_signal(number)
        assert asking.wait(30) != 0
        wait_until(lambda: not any(map(is_running, workers)), "workers are still running")
    finally:
        asking.kill()
        for worker in map(int, os.listdir(tmp_path)):
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)


def slow(number: int) -> Any:
    if number == 5:
        raise ZeroDivisionError
    time.sleep(600)


def test_error_does_not_wait_for_running_pieces(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        Work(Plan("slow", 1, {"a": 1, "b": 5}, slow), str(tmp_path)).run(InProcesses(2))


# ---- threads


def refuse(number: int) -> Any:
    if number == 5:
        raise EndpointRefused("the endpoint rejects the key in OPENAI_API_KEY (401)")
    time.sleep(600 if number else 0)


@pytest.mark.parametrize("who", [InThreads(2), InProcesses(2)])
def test_refusal_of_an_endpoint_stops_the_job_at_once(tmp_path: Path, who: Executor) -> None:
    pieces = {str(number): number for number in (0, 5, 6, 7)}
    with pytest.raises(EndpointRefused, match=r"rejects the key in OPENAI_API_KEY \(401\)"):
        Work(Plan("refused", 1, pieces, refuse), str(tmp_path)).run(who)


def test_threads_start_nothing_after_the_job_was_stopped() -> None:
    begun: list[int] = []
    go = threading.Event()
    others = threading.enumerate()  # another test may have left a piece that sleeps

    def wait(number: int) -> None:
        begun.append(number)
        if number:
            go.wait(60)

    with closing(InThreads(3).run(wait, {str(number): number for number in range(9)})) as results:
        assert next(results) == ("0", None)
    workers = [thread for thread in threading.enumerate() if thread not in others]
    go.set()
    for worker in workers:
        worker.join(60)
    assert len(begun) <= 4


def test_threads_work_with_fewer_than_asked_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    start, allowed = threading.Thread.start, 1

    def limited(thread: threading.Thread) -> None:
        nonlocal allowed
        allowed -= 1
        if allowed < 0:
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", limited)
    assert dict(InThreads(5).run(square, PIECES)) == {n: square(p) for n, p in PIECES.items()}
    with pytest.raises(WorkersLost):
        next(InThreads(5).run(square, PIECES))


INTERRUPTED = """
import sys, time
from numduel.jobs.pieces import InThreads, Plan, Work

def hang(number):
    print("begun", flush=True)
    time.sleep(600)

sys.exit(3 if Work(Plan("hang", 1, {"a": 1, "b": 2}, hang), sys.argv[1]).run(InThreads(2)) else 7)
"""


def test_ctrl_c_stops_threads(tmp_path: Path) -> None:
    command = [sys.executable, "-c", INTERRUPTED, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as asking:
        assert asking.stdout
        asking.stdout.readline()
        asking.send_signal(signal.SIGINT)
        assert asking.wait(30) == 7


SPAWNED = """
import multiprocessing, os
from numduel.jobs.pieces import InProcesses

def look(variable):
    return os.environ.get(variable)

if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    os.chdir({trap!r})
    results = InProcesses(2).run(look, {{"one": "PYTHONSAFEPATH", "two": "HOME"}})
    first = next(results)
    print(look("PYTHONSAFEPATH"))
    print(dict([first, *results]))
"""


def test_new_workers_import_nothing_from_the_current_folder(tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    trap.mkdir()
    (trap / "multiprocessing.py").write_text("raise SystemExit('imported from here')")
    script = tmp_path / "script.py"
    script.write_text(SPAWNED.format(trap=str(trap)))
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    environ.pop("PYTHONSAFEPATH", None)
    done = subprocess.run(
        [sys.executable, str(script)], env=environ, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    meanwhile, results = done.stdout.splitlines()
    assert meanwhile == "None", "bots of this process inherit the variable as the user has set it"
    assert "'one': None" in results, "bots of workers do too"
