"""A check of a game in a separate process: the author's code can't stop or crash the caller.

A second process asks a lawful game again.

A process writes into shared memory what it is about to do. If it does nothing new for as long as
a call may take, the caller knows which law, options and moves led there, and ends it.
"""

from __future__ import annotations

import json
import os
import signal
import struct
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from ..core import AnyGame, Move
from ..errors import GameFileError, NumduelError, UnknownGame, describe_error, printable
from .checker import (
    MAX_POSITIONS,
    Checker,
    Draw,
    Finding,
    Result,
    Variant,
    Watcher,
    draw_plainly,
)
from .elsewhere import ask, compare
from .laws.failures import CRASH, ENDLESS_LOOP, SAME_ANSWERS

__all__ = ["CALL_SECONDS", "MAX_POSITIONS", "check"]

CALL_SECONDS = 10.0
"""The time limit for a call of the author's code: for one law in one position."""

POLL_SECONDS = 0.05
"""Time between two looks at the process."""

PROGRESS_SECONDS = 0.2
"""Time between two reports of progress."""

TRACE_SECONDS = 0.5
"""Time for the process to write where it is, before it is ended."""

MAX_BYTES = 3 * 2**30
"""Memory of the process."""

SAFE_PATH = "PYTHONSAFEPATH"
"""The variable that keeps a new Python from importing from the current folder."""

HASH_SEED = "PYTHONHASHSEED"
HASH_SEEDS = ("1", "2")
"""The orders of sets in the process that checks a game and in the one that is asked again."""

Progress = Callable[[int], object]

# ---- the shared memory: a counter of steps, and the law, options and moves of the current one

HEADER = struct.Struct("<QHHI")
LAW_AT, OPTIONS_AT, MOVES_AT, PLACE_BYTES = 32, 128, 16_384, 65_536


class Place:
    """The current work of the process, in memory that both processes see."""

    def __init__(self, memory: Any) -> None:
        self._view = memoryview(memory).cast("B")
        self._step = self._law = self._options = self._moves = 0

    def write(
        self, *, law: str | None = None, options: str | None = None, moves: str | None = None
    ) -> None:
        """Write what has changed, and that there is something new."""
        if law is not None:
            self._law = self._put(LAW_AT, OPTIONS_AT, law)
        if options is not None:
            self._options = self._put(OPTIONS_AT, MOVES_AT, options)
        if moves is not None:
            self._moves = self._put(MOVES_AT, PLACE_BYTES, moves)
        self._step += 1
        HEADER.pack_into(self._view, 0, self._step, self._law, self._options, self._moves)

    def _put(self, start: int, end: int, text: str) -> int:
        data = text.encode()[: end - start]
        self._view[start : start + len(data)] = data
        return len(data)

    @property
    def step(self) -> int:
        return int(HEADER.unpack_from(self._view)[0])

    def read(self) -> tuple[str, dict[str, Any], tuple[Move, ...]]:
        """Return the law, the options and the moves."""
        _, law, options, moves = HEADER.unpack_from(self._view)
        texts = [
            bytes(self._view[start : start + length]).decode(errors="replace")
            for start, length in ((LAW_AT, law), (OPTIONS_AT, options), (MOVES_AT, moves))
        ]
        try:
            given = json.loads(texts[1] or "{}")
        except ValueError:  # too long
            given = {}
        return texts[0], given, tuple(texts[2].split())


# ---- the process


class _Reporter(Watcher):
    """Sends everything to the caller."""

    def __init__(self, place: Place, connection: Connection) -> None:
        self._place = place
        self._connection = connection
        self._options: dict[str, Any] = {}
        self._next = 0.0

    def enter(self, options: dict[str, Any], moves: Callable[[], tuple[Move, ...]]) -> None:
        changed = None
        if options is not self._options:
            self._options = options
            changed = json.dumps(options)
        self._place.write(options=changed, moves=" ".join(moves()))

    def start(self, law: str) -> None:
        self._place.write(law=law)

    def tick(self) -> None:
        self._place.write()

    def examined(self, positions: int) -> None:
        if time.monotonic() > self._next:
            self._next = time.monotonic() + PROGRESS_SECONDS
            self._connection.send(("examined", positions))

    def found(self, finding: Finding) -> None:
        self._connection.send(("found", make_plain(finding)))


def make_plain(finding: Finding) -> Finding:
    """Return a finding without classes of the author's, which the caller doesn't know."""
    moves = tuple("".join(move) for move in finding.moves)
    options = json.loads(json.dumps(finding.options))
    return Finding(finding.law, finding.message, options, moves, finding.position)


def _work(
    target: str,
    positions: int,
    draw: Draw | None,
    asked: bytes,
    memory: Any,
    trace: str,
    connection: Connection,
) -> None:
    """Load and check a game; send what is found. This is the process.

    With answers of a first process in `asked`, only compare them.
    """
    _protect(trace)
    place = Place(memory)
    place.write(law="")
    try:
        kind = _find(target)
    except (GameFileError, UnknownGame) as error:
        connection.send(("refused", type(error).__name__, str(error)))
    except BaseException as error:
        connection.send(("refused", "", describe_error(error)))
    else:
        connection.send(("loaded", "".join(kind.id)))
        reporter = _Reporter(place, connection)
        checker = Checker(kind, positions, reporter, draw)
        try:
            if asked:
                place.write(law=SAME_ANSWERS)
                different = tuple(compare(kind, asked, reporter.enter, draw or draw_plainly))
                result = Result("".join(kind.id), different, (), ())
            else:
                result = checker.run()
                if result.is_lawful:
                    connection.send(("asked", ask(checker)))
            connection.send(("done", _plain_result(result)))
        except BaseException as error:
            connection.send(("failed", describe_error(error), checker.variants))
    connection.close()
    os._exit(0)  # even if the author's code has started threads


def _plain_result(result: Result) -> Result:
    broken, warnings = (
        tuple(map(make_plain, findings)) for findings in (result.broken, result.warnings)
    )
    return result._replace(game="".join(result.game), broken=broken, warnings=warnings)


def _protect(trace: str) -> None:
    """Keep the author's code away from the terminal; limit memory; prepare for a look inside."""
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)
    with suppress(ImportError, ValueError, OSError):
        import resource  # not available on Windows

        resource.setrlimit(resource.RLIMIT_AS, (MAX_BYTES, MAX_BYTES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with suppress(ImportError, AttributeError, OSError):
        import faulthandler

        file = open(trace, "w")  # noqa: SIM115 - it stays open
        faulthandler.register(signal.SIGUSR1, file=file, all_threads=False)


def _find(target: str) -> type[AnyGame]:
    from ..games import find, load

    return load(target) if target.endswith(".py") else find(target)


# ---- the caller


def check(
    target: str,
    positions: int = MAX_POSITIONS,
    *,
    call_seconds: float = CALL_SECONDS,
    progress: Progress | None = None,
    draw: Draw | None = None,
) -> Result:
    """Check a game; raise GameFileError or UnknownGame if it can't be loaded.

    Arguments:
        target: The path of a game file, or the id of a game.
        positions: How many positions of all variants together are examined at most.
        call_seconds: The time limit for a call of the game's code.
        progress: Called with the number of positions that were examined, several times a second.
        draw: Draws positions; a function of a module, because the process calls it.
    """
    asked = b""
    results: list[Result] = []
    for seed in HASH_SEEDS:
        context = get_context("spawn")
        memory = context.RawArray("b", PLACE_BYTES)
        receiving, sending = context.Pipe(duplex=False)
        with tempfile.TemporaryDirectory(prefix="numduel-") as folder:
            trace = os.path.join(folder, "trace")
            arguments = (target, positions, draw, asked, memory, trace, sending)
            process = context.Process(target=_work, args=arguments, daemon=True)
            with _without_interrupts(), _variables({HASH_SEED: seed, SAFE_PATH: "1"}):
                process.start()
            sending.close()
            try:
                watch = _Watch(target, process, Place(memory), trace, call_seconds)
                results.append(watch.follow(receiving, progress or (lambda _: None)))
            finally:
                process.kill()
                process.join()
                receiving.close()
        asked = watch.asked
        if not asked:
            break
    first = results[0]
    return first._replace(broken=tuple(one for result in results for one in result.broken))


@contextmanager
def _variables(values: dict[str, str]) -> Iterator[None]:
    """Start a process with these environment variables."""
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Start a process that ignores Ctrl-C: the caller ends it."""
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # not in the main thread
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class _Watch:
    """The caller's side of a check."""

    def __init__(
        self, target: str, process: Any, place: Place, trace: str, call_seconds: float
    ) -> None:
        self._target = target
        self._process = process
        self._place = place
        self._trace = trace
        self._call_seconds = call_seconds
        self._id: str | None = None
        self._found: dict[tuple[str, str], Finding] = {}
        self.asked = b""
        """Questions for a second process, with the answers of this one."""

    def follow(self, connection: Connection, progress: Progress) -> Result:
        """Return the result, or what can be said if the process doesn't finish."""
        step, since = -1, time.monotonic()
        while True:
            if connection.poll(POLL_SECONDS):
                try:
                    kind, *told = connection.recv()
                except EOFError:
                    return self._stop(CRASH, self._describe_crash(), ())
                since = time.monotonic()
                if kind == "done":
                    result: Result = told[0]
                    return result
                if kind == "refused":
                    raise self._refuse(*told)
                if kind == "failed":
                    return self._stop(CRASH, f"the check failed: {told[0]}", told[1])
                if kind == "loaded":
                    self._id = told[0]
                elif kind == "asked":
                    self.asked = told[0]
                elif kind == "found":
                    finding: Finding = told[0]
                    key = finding.law if finding.moves else f"{finding.law} {finding.message}"
                    self._found[finding.law, key] = finding
                else:
                    progress(told[0])
            if self._place.step != step:
                step, since = self._place.step, time.monotonic()
            elif time.monotonic() - since > self._limit(step):
                return self._stop(ENDLESS_LOOP, self._describe_loop(), ())

    def _limit(self, step: int) -> float:
        """Return the time for the current step; starting Python can take longer than a call."""
        return self._call_seconds if step > 0 else max(self._call_seconds, 60.0)

    def _refuse(self, kind: str, message: str) -> NumduelError:
        return UnknownGame(message) if kind == UnknownGame.__name__ else GameFileError(message)

    def _stop(self, law: str, message: str, variants: tuple[Variant, ...]) -> Result:
        """Return the result of a check that did not finish."""
        if self._id is None:
            raise GameFileError(f"can't load {printable(self._target)}: {message}")
        during, options, moves = self._place.read()
        message = f"{message} (while checking {during})" if during else message
        finding = Finding(law, message, options, moves)
        return Result(self._id, (*self._found.values(), finding), (), variants)

    def _describe_crash(self) -> str:
        self._process.join(1)
        return f"the process ended with exit code {self._process.exitcode}"

    def _describe_loop(self) -> str:
        return f"a call did not return within {self._call_seconds:g} s{self._locate()}"

    def _locate(self) -> str:
        """Return where the author's code is: ", in change, line 17"; empty if that is unknown."""
        with suppress(AttributeError, OSError):
            os.kill(self._process.pid, signal.SIGUSR1)
            time.sleep(TRACE_SECONDS)
            with open(self._trace, encoding="utf-8", errors="replace") as file:
                lines = file.read().split("\n")
            own = f'File "{os.path.realpath(self._target)}", line '
            for line in lines:  # the innermost call comes first
                if own in line:
                    number, _, method = line.partition(own)[2].partition(" in ")
                    return f", in {method}, line {number}"
        return ""
