"""A client for endpoints with OpenAI's protocol, with time limits, retries and counts."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from queue import Empty, SimpleQueue
from threading import BoundedSemaphore, Thread
from typing import TYPE_CHECKING, Any, NamedTuple

from ..budget import Budget, Exhausted
from ..errors import PlayerError, SetupError, quoted
from ..storage.files import acquire_slot
from ..storage.saves import home

if TYPE_CHECKING:
    from openai import OpenAI

URL_VARIABLE, KEY_VARIABLE = "OPENAI_BASE_URL", "OPENAI_API_KEY"
"""Environment variables with the address of the endpoint and its key."""

RETRY_PAUSES_S = (0.5, 1.0, 2.0, 4.0)
"""Seconds before each retry after a failure of the endpoint or the network."""

TEMPORARY_STATUSES = (408, 409, 425, 429)
"""HTTP statuses that are worth a retry, besides 500 and above."""

MAX_CONCURRENT = 4
"""Maximum number of concurrent questions to all models, per process and per user and machine."""

SLOT_FILE = ".models"
"""The stem of the lock files for these slots, in our data folder."""

POLL_S = 0.05
"""Seconds between checks for cancellation."""

MAX_ANSWER_BYTES = 2**26
"""Maximum size of one answer in bytes, enough for one stream event per token."""

MAX_TOKEN_COUNT = 10**9
"""Maximum plausible number of tokens; a larger count is ignored."""

MIN_SECRET_CHARS = 8
"""Minimum length of a secret key; a shorter one is a placeholder for a local server."""

LATE_MESSAGE = "it did not answer in time"

Message = dict[str, str]


class Answer(NamedTuple):
    """An answer of a model."""

    text: str
    reasoning: str
    """The model's reasoning, if the endpoint sends it."""


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

    def add(self, usage: Any) -> None:
        """Add the usage of one answer; ignore values that aren't counts."""
        details = getattr(usage, "completion_tokens_details", None)
        self.sent += _valid_count(getattr(usage, "prompt_tokens", 0))
        self.received += _valid_count(getattr(usage, "completion_tokens", 0))
        self.reasoning += _valid_count(getattr(details, "reasoning_tokens", 0))


class AttemptFailed(Exception):
    """A failed attempt; `is_temporary` if a retry may succeed, after `pause` seconds if given."""

    def __init__(self, message: str, *, is_temporary: bool, pause: float | None = None) -> None:
        super().__init__(message)
        self.is_temporary = is_temporary
        self.pause = pause


_slots = BoundedSemaphore(MAX_CONCURRENT)


class Endpoint:
    """A connection to one model. A failure is a PlayerError whose text starts with "it"."""

    def __init__(self, model: str, *, is_streamed: bool) -> None:
        """Read the environment; raise SetupError if it names no endpoint."""
        self._model = model
        self._is_streamed = is_streamed
        self._url = os.environ.get(URL_VARIABLE) or None
        self._key = os.environ.get(KEY_VARIABLE, "").strip()
        if not self._url and not self._key:
            where = f"Set {URL_VARIABLE}, and its key in {KEY_VARIABLE}"
            raise SetupError(f"language models need an endpoint. {where}")
        if not (self._key.isascii() and self._key.isprintable()):
            raise SetupError(f"the key in {KEY_VARIABLE} has invalid characters")
        self._client: OpenAI | None = None
        self.counts = UsageCounts()

    @contextmanager
    def slot(self, budget: Budget) -> Iterator[None]:
        """Wait for a free slot; raise Exhausted if cancelled."""

        def wait() -> None:
            _check_cancelled(budget)
            time.sleep(POLL_S)

        while not _slots.acquire(timeout=POLL_S):
            _check_cancelled(budget)
        try:
            with acquire_slot(MAX_CONCURRENT, os.path.join(home(), SLOT_FILE), wait):
                yield
        finally:
            _slots.release()

    def ask(self, messages: list[Message], until: float, budget: Budget) -> Answer:
        """Return an answer, with retries until a deadline; raise PlayerError if there is none."""
        for pause in (*RETRY_PAUSES_S, None):
            seconds = max(0.1, until - time.monotonic())
            try:
                answer = self._run_until(partial(self._request, messages, seconds), until, budget)
            except AttemptFailed as failed:
                if not failed.is_temporary or pause is None:
                    raise PlayerError(str(failed)) from None
                wake = time.monotonic() + (pause if failed.pause is None else failed.pause)
                if wake > until:
                    raise PlayerError(f"{failed}; {LATE_MESSAGE}") from None
                self.counts.retries += 1
                while (left := wake - time.monotonic()) > 0:
                    _check_cancelled(budget)
                    time.sleep(min(POLL_S, left))
            else:
                self.counts.answers += 1
                return answer
        raise AssertionError("the last attempt returns or raises")

    def _run_until(self, work: Callable[[], Answer], until: float, budget: Budget) -> Answer:
        """Run work in its own thread, which is abandoned at the deadline.

        The client's timeout isn't enough: it restarts with every byte that arrives.
        """
        found: SimpleQueue[Answer | BaseException] = SimpleQueue()

        def run() -> None:
            try:
                found.put(work())
            except BaseException as error:  # raised again in the waiting thread
                found.put(error)

        Thread(target=run, daemon=True).start()
        while True:
            try:
                answer = found.get(timeout=POLL_S)
            except Empty:
                if time.monotonic() > until:
                    self.close()
                    raise AttemptFailed(LATE_MESSAGE, is_temporary=False) from None
                try:
                    _check_cancelled(budget)
                except Exhausted:
                    self.close()
                    raise
                continue
            if isinstance(answer, BaseException):
                raise answer
            return answer

    # ---- one attempt

    def _request(self, messages: list[Message], seconds: float) -> Answer:
        import openai

        try:
            answered = self._request_stream if self._is_streamed else self._request_whole
            return answered(messages, seconds)
        except openai.APITimeoutError:
            raise AttemptFailed(LATE_MESSAGE, is_temporary=False) from None
        except AttemptFailed:
            raise
        except openai.APIConnectionError as error:
            if isinstance(error.__cause__, AttemptFailed):
                raise error.__cause__ from None
            raise AttemptFailed(
                f"its endpoint cannot be reached ({URL_VARIABLE})", is_temporary=True
            ) from None
        except openai.APIStatusError as error:
            raise self._refusal(error.status_code, error.message, error.response.headers) from None
        except (openai.OpenAIError, ValueError, TypeError, AttributeError, LookupError):
            # The response isn't JSON, or not of the expected form.
            raise AttemptFailed(
                "its endpoint sent an invalid response", is_temporary=True
            ) from None
        except Exception as error:  # from the HTTP library, when a connection breaks
            name = type(error).__name__
            raise AttemptFailed(
                f"the connection to its endpoint broke ({name})", is_temporary=True
            ) from None

    def _request_whole(self, messages: list[Message], seconds: float) -> Answer:
        made: Any = self._create(messages, timeout=seconds)
        self.counts.add(made.usage)
        message = made.choices[0].message
        return self._clean_answer(message.content, _reasoning(message))

    def _request_stream(self, messages: list[Message], seconds: float) -> Answer:
        text, reasoning = "", ""
        options = {"stream": True, "stream_options": {"include_usage": True}}
        has_parts = False
        for part in self._create(messages, timeout=seconds, **options):
            if part.usage is not None:
                self.counts.add(part.usage)
            for choice in part.choices[:1]:
                has_parts = True
                text += choice.delta.content or ""
                reasoning += _reasoning(choice.delta)
        if not has_parts:
            raise ValueError("an empty stream")
        return self._clean_answer(text, reasoning)

    def _create(self, messages: list[Message], **options: Any) -> Any:
        untyped: Any = messages
        return self._open_client().chat.completions.create(
            model=self._model, messages=untyped, **options
        )

    def _open_client(self) -> OpenAI:
        if self._client is None:
            from openai import DefaultHttpxClient, OpenAI

            # We count retries ourselves, and a local server needs no key.
            self._client = OpenAI(
                base_url=self._url,
                api_key=self._key or "none",
                max_retries=0,
                http_client=DefaultHttpxClient(event_hooks={"response": [_limit_size]}),
            )
        return self._client

    def _refusal(self, status: int, message: str, headers: Any) -> AttemptFailed:
        """Return the failure for an HTTP status, without any text about the key."""
        if status in (401, 403):
            return AttemptFailed(
                f"its endpoint rejects the key in {KEY_VARIABLE} ({status})", is_temporary=False
            )
        is_temporary = status in TEMPORARY_STATUSES or status >= 500
        problem = f"its endpoint returned {status}: {quoted(self._without_key(message), 120)}"
        return AttemptFailed(
            problem, is_temporary=is_temporary, pause=_retry_pause(headers.get("retry-after"))
        )

    def _clean_answer(self, text: object, reasoning: str) -> Answer:
        """Return an answer without the key and without lone surrogates, safe to store and send."""
        whole = text if isinstance(text, str) else ""
        both = (part.encode(errors="replace").decode() for part in (whole, reasoning))
        return Answer(*map(self._without_key, both))

    def _without_key(self, text: str) -> str:
        return text.replace(self._key, "[key]") if len(self._key) >= MIN_SECRET_CHARS else text

    def close(self) -> None:
        """Close the connection; the next question opens a new one."""
        client, self._client = self._client, None
        if client is not None:
            with suppress(Exception):
                client.close()


def _limit_size(response: Any) -> None:
    """Limit the size of a response, streamed or not."""
    parts = response.iter_bytes

    def iter_bytes(*size: int) -> Iterator[bytes]:
        left = MAX_ANSWER_BYTES
        for part in parts(*size):
            left -= len(part)
            if left < 0:
                problem = f"its endpoint sent more than {MAX_ANSWER_BYTES:,} bytes"
                raise AttemptFailed(problem, is_temporary=False)
            yield part

    response.iter_bytes = iter_bytes


def _check_cancelled(budget: Budget) -> None:
    """Raise Exhausted if cancelled; ignore the budget's time, since a model has its own limit."""
    with suppress(Exhausted):
        budget.check()
    if budget.is_cancelled:
        raise Exhausted


def _reasoning(message: Any) -> str:
    """Return a model's reasoning; endpoints use different names for it."""
    found = (getattr(message, name, None) for name in ("reasoning_content", "reasoning"))
    return next((text for text in found if isinstance(text, str)), "")


def _valid_count(value: object) -> int:
    return value if isinstance(value, int) and 0 <= value <= MAX_TOKEN_COUNT else 0


def _retry_pause(header: str | None) -> float | None:
    """Return the seconds that an endpoint asks to wait."""
    with suppress(TypeError, ValueError):
        return min(max(0.0, float(header or "")), 60.0)
    return None
