"""An endpoint that speaks OpenAI's protocol: one question at a time, within its time, counted."""

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
from ..storage.files import one_of
from ..storage.saves import home

if TYPE_CHECKING:
    from openai import OpenAI

URL, KEY = "OPENAI_BASE_URL", "OPENAI_API_KEY"
"""Where the environment names the endpoint and the key to it."""

PAUSES = (0.5, 1.0, 2.0, 4.0)
"""Seconds before each further try, where the endpoint or the way to it failed."""

PASSING = (408, 409, 425, 429)
"""What an endpoint answers that may answer better in a while, besides all from 500 on."""

AT_ONCE = 4
"""Questions that are asked at the same time, of all models together, by one process and by all
processes of a user on a machine."""

PLACES = ".models"
"""The files by which processes share these, among what numduel keeps."""

OFTEN = 0.05
"""Seconds between two looks at whether anybody still waits."""

LARGEST = 2**26
"""Bytes of one answer: as many tokens as any model gives, each an event of its own."""

MOST_TOKENS = 10**9
"""More tokens than this are not taken for a count."""

SECRET = 8
"""Letters from which on a key is a secret, and not a word such as 0 for a server of one's own."""

LATE = "it did not answer in time"

Message = dict[str, str]


class Answer(NamedTuple):
    text: str
    reasoning: str
    """What the model thought, where its endpoint tells."""


class Counts:
    """What a match has cost so far."""

    def __init__(self) -> None:
        self.answers = 0
        self.retries = 0
        """Further tries, where the endpoint or the way to it failed."""
        self.sent = 0
        """Tokens of all prompts, as the endpoint counts them."""
        self.received = 0
        """Tokens of all answers, reasoning included."""
        self.reasoning = 0

    def add(self, usage: Any) -> None:
        """Add what an endpoint says of one answer, as far as these are numbers."""
        details = getattr(usage, "completion_tokens_details", None)
        self.sent += _count(getattr(usage, "prompt_tokens", 0))
        self.received += _count(getattr(usage, "completion_tokens", 0))
        self.reasoning += _count(getattr(details, "reasoning_tokens", 0))


class Failed(Exception):
    """A try that failed, in words; whether another one may succeed, and when."""

    def __init__(self, words: str, *, is_passing: bool, pause: float | None = None) -> None:
        super().__init__(words)
        self.is_passing = is_passing
        self.pause = pause


_turns = BoundedSemaphore(AT_ONCE)


class Endpoint:
    """Asks one model. What fails is a PlayerError whose text says how, of "it"."""

    def __init__(self, model: str, *, is_streamed: bool) -> None:
        """SetupError where the environment names no endpoint."""
        self._model = model
        self._is_streamed = is_streamed
        self._url = os.environ.get(URL) or None
        self._key = os.environ.get(KEY, "").strip()
        if not self._url and not self._key:
            raise SetupError(f"name an endpoint for language models in {URL}, and its key in {KEY}")
        if not (self._key.isascii() and self._key.isprintable()):
            raise SetupError(f"the key in {KEY} has letters in it that no key has")
        self._client: OpenAI | None = None
        self.counts = Counts()

    @contextmanager
    def turn(self, budget: Budget) -> Iterator[None]:
        """Wait until there are few enough who ask; Exhausted where nobody waits any more."""

        def wait() -> None:
            _check_wanted(budget)
            time.sleep(OFTEN)

        while not _turns.acquire(timeout=OFTEN):
            _check_wanted(budget)
        try:
            with one_of(AT_ONCE, os.path.join(home(), PLACES), wait):
                yield
        finally:
            _turns.release()

    def ask(self, messages: list[Message], until: float, budget: Budget) -> Answer:
        """What it answers before this time, tries included."""
        for pause in (*PAUSES, None):
            seconds = max(0.1, until - time.monotonic())
            try:
                answer = self._waited(partial(self._answered, messages, seconds), until, budget)
            except Failed as failed:
                if not failed.is_passing or pause is None:
                    raise PlayerError(str(failed)) from None
                wake = time.monotonic() + (pause if failed.pause is None else failed.pause)
                if wake > until:
                    raise PlayerError(f"{failed}; {LATE}") from None
                self.counts.retries += 1
                while (left := wake - time.monotonic()) > 0:
                    _check_wanted(budget)
                    time.sleep(min(OFTEN, left))
            else:
                self.counts.answers += 1
                return answer
        raise AssertionError("the last try returns or raises")

    def _waited(self, work: Callable[[], Answer], until: float, budget: Budget) -> Answer:
        """What some work answers, in a thread of its own, which is left alone when time is up.

        A time-out of the client alone would not do: it begins anew with every byte that comes.
        """
        found: SimpleQueue[Answer | BaseException] = SimpleQueue()

        def run() -> None:
            try:
                found.put(work())
            except BaseException as error:  # whatever it is, it is raised where somebody waits
                found.put(error)

        Thread(target=run, daemon=True).start()
        while True:
            try:
                answer = found.get(timeout=OFTEN)
            except Empty:
                if time.monotonic() > until:
                    self.close()
                    raise Failed(LATE, is_passing=False) from None
                try:
                    _check_wanted(budget)
                except Exhausted:
                    self.close()
                    raise
                continue
            if isinstance(answer, BaseException):
                raise answer
            return answer

    # ---- one try

    def _answered(self, messages: list[Message], seconds: float) -> Answer:
        import openai

        try:
            answered = self._streamed if self._is_streamed else self._whole
            return answered(messages, seconds)
        except openai.APITimeoutError:
            raise Failed(LATE, is_passing=False) from None
        except Failed:
            raise
        except openai.APIConnectionError as error:
            if isinstance(error.__cause__, Failed):
                raise error.__cause__ from None
            raise Failed(f"its endpoint cannot be reached ({URL})", is_passing=True) from None
        except openai.APIStatusError as error:
            raise self._refused(error.status_code, error.message, error.response.headers) from None
        except (openai.OpenAIError, ValueError, TypeError, AttributeError, LookupError):
            # What comes is no JSON, or another one than was promised.
            raise Failed("its endpoint answered what is no answer", is_passing=True) from None
        except Exception as error:  # of what the client is built on, when a line breaks off
            name = type(error).__name__
            raise Failed(f"the line to its endpoint broke ({name})", is_passing=True) from None

    def _whole(self, messages: list[Message], seconds: float) -> Answer:
        made: Any = self._create(messages, timeout=seconds)
        self.counts.add(made.usage)
        said = made.choices[0].message
        return self._safe(said.content, _reasoning(said))

    def _streamed(self, messages: list[Message], seconds: float) -> Answer:
        text, thought = "", ""
        told = {"stream": True, "stream_options": {"include_usage": True}}
        is_any = False
        for part in self._create(messages, timeout=seconds, **told):
            if part.usage is not None:
                self.counts.add(part.usage)
            for choice in part.choices[:1]:
                is_any = True
                text += choice.delta.content or ""
                thought += _reasoning(choice.delta)
        if not is_any:
            raise ValueError("a stream without a part")
        return self._safe(text, thought)

    def _create(self, messages: list[Message], **how: Any) -> Any:
        asked: Any = messages
        return self._opened().chat.completions.create(model=self._model, messages=asked, **how)

    def _opened(self) -> OpenAI:
        if self._client is None:
            from openai import DefaultHttpxClient, OpenAI

            # Tries are counted here, and a server of one's own wants no key.
            self._client = OpenAI(
                base_url=self._url,
                api_key=self._key or "none",
                max_retries=0,
                http_client=DefaultHttpxClient(event_hooks={"response": [_bound]}),
            )
        return self._client

    def _refused(self, status: int, message: str, headers: Any) -> Failed:
        """Why an endpoint refuses; what it says of a key is not repeated."""
        if status in (401, 403):
            return Failed(f"its endpoint refuses the key in {KEY} ({status})", is_passing=False)
        is_passing = status in PASSING or status >= 500
        told = f"its endpoint answered {status}: {quoted(self._without_key(message), 120)}"
        return Failed(told, is_passing=is_passing, pause=_pause(headers.get("retry-after")))

    def _safe(self, text: object, reasoning: str) -> Answer:
        """What can be kept and sent again: without the key, and without halves of characters."""
        whole = text if isinstance(text, str) else ""
        both = (said.encode(errors="replace").decode() for said in (whole, reasoning))
        return Answer(*map(self._without_key, both))

    def _without_key(self, text: str) -> str:
        return text.replace(self._key, "[key]") if len(self._key) >= SECRET else text

    def close(self) -> None:
        """No more is asked, or what was asked is of no use any more."""
        client, self._client = self._client, None
        if client is not None:
            with suppress(Exception):
                client.close()


def _bound(response: Any) -> None:
    """Let no more be read of a response than an answer can have, however it is sent."""
    parts = response.iter_bytes

    def iter_bytes(*size: int) -> Iterator[bytes]:
        left = LARGEST
        for part in parts(*size):
            left -= len(part)
            if left < 0:
                told = f"its endpoint answered more than {LARGEST:,} bytes"
                raise Failed(told, is_passing=False)
            yield part

    response.iter_bytes = iter_bytes


def _check_wanted(budget: Budget) -> None:
    """Exhausted if somebody has said stop; time is no matter here, a model has its own."""
    with suppress(Exhausted):
        budget.check()
    if budget.is_cancelled:
        raise Exhausted


def _reasoning(said: Any) -> str:
    """What a model thought: endpoints do not agree on the name."""
    found = (getattr(said, name, None) for name in ("reasoning_content", "reasoning"))
    return next((text for text in found if isinstance(text, str)), "")


def _count(value: object) -> int:
    return value if isinstance(value, int) and 0 <= value <= MOST_TOKENS else 0


def _pause(header: str | None) -> float | None:
    """The seconds that an endpoint asks to wait."""
    with suppress(TypeError, ValueError):
        return min(max(0.0, float(header or "")), 60.0)
    return None
