"""Calls to a model: time limits, retries, slots that processes share, and counts."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from queue import Empty, SimpleQueue
from threading import BoundedSemaphore, Lock, Thread
from typing import Any, NamedTuple
from zlib import crc32

from ..budget import Budget, Exhausted
from ..errors import EndpointRefused, Unanswered
from ..storage.files import acquire_slot
from ..storage.saves import home
from .model_client import LATE_MESSAGE, Address, Answer, AttemptFailed, Client, Message, clients
from .model_settings import ModelSpec

RETRY_PAUSES_S = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds before each retry after a failure of the endpoint or the network."""

MAX_LATE = 3
"""Requests of one call that may exceed their time limit; after them, the call has failed."""

MAX_RETRY_AFTER_S = 120.0
"""Longest pause in seconds that an endpoint can ask for; beyond it, the call has failed."""

SLOT_FOLDER = ".model-slots"
"""The folder of the lock files for concurrent calls, in our data folder."""

POLL_S = 0.05
"""Seconds between checks for cancellation."""


class Exchange(NamedTuple):
    """One call, with its retries: the answer of a model, or the error to raise."""

    answer: Answer | None
    error: Unanswered | EndpointRefused | None
    latency_s: float
    """Seconds of the last request."""
    failures: list[str]
    """The problem of each request that failed."""

    @property
    def retries(self) -> int:
        """Number of further requests after failures."""
        return len(self.failures) - (self.answer is None)


class UsageCounts:
    """Usage in a match so far; each attribute becomes a count in the record."""

    def __init__(self) -> None:
        self.answers = 0
        self.retries = 0
        """Retries after a failure of the endpoint or the network."""
        self.sent = 0
        """Tokens in all prompts, as counted by the endpoint."""
        self.received = 0
        """Tokens in all answers, including reasoning."""
        self.reasoning = 0

    def add(self, exchange: Exchange) -> None:
        """Add the usage of one call."""
        self.retries += exchange.retries
        if answer := exchange.answer:
            self.answers += 1
            self.sent += answer.tokens_in or 0
            self.received += answer.tokens_out or 0
            self.reasoning += answer.tokens_reasoning or 0


class Endpoint:
    """A model at an endpoint."""

    def __init__(self, spec: ModelSpec) -> None:
        """Read the environment; raise SetupError if it names no endpoint."""
        self._spec = spec
        self._address = Address.from_environment()
        self.secrets = self._address.secrets
        self.settings = spec.sent
        """Everything that is sent besides the model and the messages."""
        self.counts = UsageCounts()

    def ask(self, messages: list[Message], budget: Budget) -> Exchange:
        """Return the answer to messages, or what failed after all retries.

        Raises:
            Exhausted: If cancelled.
        """
        identity = f"{self._address.url} {self._spec.model}"
        with slot(identity, self._spec.at_once, lambda: _check_cancelled(budget)):
            exchange = self._ask_with_retries(messages, budget)
        self.counts.add(exchange)
        return exchange

    def _ask_with_retries(self, messages: list[Message], budget: Budget) -> Exchange:
        request = {"model": self._spec.model, "messages": messages, **self.settings}
        failures: list[str] = []
        while True:
            error: Unanswered | EndpointRefused | None
            client = clients.take(self._address)
            start = time.monotonic()
            try:
                answer = self._attempt(client, request, budget)
                return Exchange(answer, None, time.monotonic() - start, failures)
            except EndpointRefused as refused:
                failures.append(str(refused))
                error = refused
            except AttemptFailed as failed:
                failures.append(failed.detail)
                error = _final_error(failed, failures)
                pause = failed.pause
            seconds = time.monotonic() - start
            if error is not None:
                return Exchange(None, error, seconds, failures)
            if pause is None:
                spread = 0.75 + 0.5 * int.from_bytes(os.urandom(2)) / 2**16
                pause = spread * RETRY_PAUSES_S[len(failures) - 1]
            _sleep(pause, budget)

    def _attempt(self, client: Client, request: dict[str, Any], budget: Budget) -> Answer:
        """Send a request with a client that nothing else uses; close it if the request fails."""
        try:
            answer = self._run_until_late(client, request, budget)
        except BaseException:
            client.close()
            raise
        clients.give_back(client)
        return answer

    def _run_until_late(self, client: Client, request: dict[str, Any], budget: Budget) -> Answer:
        """Send a request in its own thread, which is abandoned at the time limit.

        The client's timeout isn't enough: it restarts with every byte that arrives.
        """
        until = time.monotonic() + self._spec.seconds
        found: SimpleQueue[Answer | BaseException] = SimpleQueue()
        work = partial(client.request, request, self._spec.seconds)
        Thread(target=_put_result, args=(work, found), daemon=True).start()
        while True:
            try:
                answer = found.get(timeout=POLL_S)
            except Empty:
                if time.monotonic() > until:
                    raise AttemptFailed(LATE_MESSAGE, is_temporary=True) from None
                _check_cancelled(budget)
                continue
            if isinstance(answer, BaseException):
                raise answer
            return answer


def _put_result(work: Callable[[], Answer], found: SimpleQueue[Answer | BaseException]) -> None:
    try:
        found.put(work())
    except BaseException as error:  # raised again in the waiting thread
        found.put(error)


def _final_error(failed: AttemptFailed, failures: list[str]) -> Unanswered | None:
    """Return the error of a call whose last request failed; None if it is worth a retry."""
    if (failed.pause or 0) > MAX_RETRY_AFTER_S:
        return Unanswered(f"{failed}; it asks to wait {failed.pause:,.0f} s")
    is_last = len(failures) > len(RETRY_PAUSES_S) or failures.count(LATE_MESSAGE) >= MAX_LATE
    return Unanswered(str(failed)) if is_last or not failed.is_temporary else None


def _sleep(seconds: float, budget: Budget) -> None:
    """Wait; raise Exhausted if cancelled."""
    wake = time.monotonic() + seconds
    while (left := wake - time.monotonic()) > 0:
        _check_cancelled(budget)
        time.sleep(min(POLL_S, left))


def _check_cancelled(budget: Budget) -> None:
    """Raise Exhausted if cancelled; ignore the budget's time, since a model has its own limit."""
    with suppress(Exhausted):
        budget.check()
    if budget.is_cancelled:
        raise Exhausted


# ---- slots


class _Limit:
    """The slots of one model in this process."""

    def __init__(self, count: int) -> None:
        self.free = BoundedSemaphore(count)
        self.turn = Lock()
        """Held by the one thread that looks for a free lock file."""


_limits: dict[tuple[str, int], _Limit] = {}
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_limits.clear)


@contextmanager
def slot(identity: str, count: int, check: Callable[[], None]) -> Iterator[None]:
    """Hold one of the slots of a model, which all threads and processes share.

    While all are taken, call `check` repeatedly, which may raise.
    """
    limit = _limits.setdefault((identity, count), _Limit(count))
    path = os.path.join(home(), SLOT_FOLDER, f"{crc32(identity.encode()):08x}")

    def wait() -> None:
        check()
        time.sleep(POLL_S)

    with _held(limit.free, check), ExitStack() as stack:
        with _held(limit.turn, check):
            stack.enter_context(acquire_slot(count, path, wait))
        yield


@contextmanager
def _held(lock: Lock | BoundedSemaphore, check: Callable[[], None]) -> Iterator[None]:
    """Hold a lock; while it is taken, call `check` repeatedly, which may raise."""
    while not lock.acquire(timeout=POLL_S):
        check()
    try:
        yield
    finally:
        lock.release()
