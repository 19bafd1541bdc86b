"""One request to an endpoint with OpenAI's protocol: clients, answers and failures."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from email.utils import parsedate_to_datetime
from threading import Lock
from time import time
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import EndpointRefused, SetupError, quoted
from ..storage.calls import mask

if TYPE_CHECKING:
    from ssl import SSLContext

URL_VARIABLE, KEY_VARIABLE = "OPENAI_BASE_URL", "OPENAI_API_KEY"
"""Environment variables with the address of the endpoint and its key."""

TEMPORARY_STATUSES = (408, 409, 425, 429)
"""HTTP statuses that are worth a retry, besides 500 and above."""

MAX_ANSWER_BYTES = 2**26
"""Maximum size of one answer in bytes, enough for one stream event per token."""

MAX_TOKEN_COUNT = 10**9
"""Maximum plausible number of tokens; a larger count is ignored."""

MIN_SECRET_CHARS = 8
"""Minimum length of a secret key; a shorter one is a placeholder for a local server."""

MAX_IDLE_CLIENTS = 64
"""Maximum clients that are kept, with open connections, for the next request."""

LATE_MESSAGE = "it did not answer in time"
INVALID_MESSAGE = "its endpoint sent an invalid response"

Json = dict[str, Any]
Message = Json


class Answer(NamedTuple):
    """An answer of a model, without the key."""

    text: str
    reasoning: str = ""
    """The model's reasoning, if the endpoint sends it."""
    tool_calls: tuple[Json, ...] = ()
    finish_reason: str | None = None
    tokens_in: int | None = None
    """Tokens in the prompt, as the endpoint counts them; None if it sends no count."""
    tokens_out: int | None = None
    tokens_reasoning: int | None = None


class AttemptFailed(Exception):
    """A failed request; `is_temporary` if a retry may succeed, after `pause` seconds if given."""

    def __init__(
        self, message: str, *, detail: str = "", is_temporary: bool, pause: float | None = None
    ) -> None:
        super().__init__(message)
        self.detail = detail or message
        """The whole problem, for transcripts."""
        self.is_temporary = is_temporary
        self.pause = pause


class Address(NamedTuple):
    """An endpoint: its URL, None for OpenAI's own, and its key."""

    url: str | None
    key: str

    @classmethod
    def from_environment(cls) -> Address:
        """Return the endpoint that the environment names; raise SetupError if there is none."""
        url = os.environ.get(URL_VARIABLE, "").strip() or None
        key = os.environ.get(KEY_VARIABLE, "").strip()
        if not url and not key:
            where = f"Set {URL_VARIABLE}, and its key in {KEY_VARIABLE}"
            raise SetupError(f"language models need an endpoint. {where}")
        if url and not url.lower().startswith(("http://", "https://")):
            raise SetupError(f"the address in {URL_VARIABLE} must begin with http:// or https://")
        if not (key.isascii() and key.isprintable()):
            raise SetupError(f"the key in {KEY_VARIABLE} has invalid characters")
        return cls(url, key)

    @property
    def secrets(self) -> list[str]:
        """Texts that no record, message or transcript may contain."""
        from urllib.parse import unquote, urlsplit

        password = None
        with suppress(ValueError):
            password = urlsplit(self.url or "").password
        found = {self.key, password or "", unquote(password or "")}
        return sorted((text for text in found if len(text) >= MIN_SECRET_CHARS), key=len)[::-1]


# ---- clients


class Client:
    """A client for one request at a time; closing it abandons the request."""

    def __init__(self, address: Address, context: SSLContext) -> None:
        from openai import DefaultHttpxClient, OpenAI

        self.address = address
        # We count retries ourselves, and a local server needs no key.
        self._client = OpenAI(
            base_url=address.url,
            api_key=address.key or "none",
            max_retries=0,
            http_client=DefaultHttpxClient(verify=context, event_hooks={"response": [_limit_size]}),
        )

        self._completions: Any = self._client.chat.completions

    def close(self) -> None:
        with suppress(Exception):
            self._client.close()

    def request(self, request: Json, seconds: float) -> Answer:
        """Send a request and return the answer.

        Raises:
            AttemptFailed: If it got no answer; a retry or a later request may get one.
            EndpointRefused: If the endpoint refuses any such request.
        """
        import openai

        try:
            parts = self._parts(request, seconds)
            return _clean_answer(parts, self.address.secrets)
        except openai.APITimeoutError:
            raise AttemptFailed(LATE_MESSAGE, is_temporary=True) from None
        except AttemptFailed:
            raise
        except openai.APIConnectionError as error:
            if isinstance(error.__cause__, AttemptFailed):
                raise error.__cause__ from None
            problem = f"its endpoint cannot be reached ({URL_VARIABLE})"
            raise AttemptFailed(problem, is_temporary=True) from None
        except openai.APIStatusError as error:
            raise self._failure(error, str(request.get("model"))) from None
        except (openai.OpenAIError, ValueError, TypeError, AttributeError, LookupError):
            raise AttemptFailed(INVALID_MESSAGE, is_temporary=True) from None
        except Exception as error:  # from the HTTP library, when a connection breaks
            problem = f"its connection broke ({type(error).__name__})"
            raise AttemptFailed(problem, is_temporary=True) from None

    def _parts(self, request: Json, seconds: float) -> list[Json]:
        """Return the parts of a streamed answer, or a whole answer as the only part."""
        if not request.get("stream"):
            body = self._completions.with_raw_response.create(**request, timeout=seconds).content
            return [_parse(body, self.address.secrets)]
        with self._completions.with_streaming_response.create(
            **request, timeout=seconds
        ) as response:
            return _read_events(response.iter_lines(), self.address.secrets)

    def _failure(self, error: Any, model: str) -> AttemptFailed | EndpointRefused:
        """Return the failure for an HTTP status, without any text about the key."""
        status = error.status_code
        message = str(error.message).removeprefix(f"Error code: {status} - ")
        message = mask(message, self.address.secrets)
        said = quoted(" ".join(message.split()), 160)
        if status in TEMPORARY_STATUSES or not 400 <= status < 500:
            problem, pause = (
                f"its endpoint returned {status}: ",
                _retry_pause(error.response.headers),
            )
            return AttemptFailed(
                problem + said, detail=problem + message, is_temporary=True, pause=pause
            )
        if status == 401:
            return EndpointRefused(f"the endpoint rejects the key in {KEY_VARIABLE} ({status})")
        check = CHECKS.get(status, "the settings of the model")
        return EndpointRefused(
            f"the endpoint refuses model {quoted(model, 80)} ({status}): {said}; check {check}"
        )


CHECKS = {
    403: f"the key in {KEY_VARIABLE}",
    404: f"the name of the model, and {URL_VARIABLE}",
}
"""The setup to check when an endpoint refuses a request, by HTTP status."""


class Clients:
    """Clients that are ready for the next request: a connection is kept open between requests.

    All share one SSL context, because creating one takes about 50 ms.
    """

    def __init__(self) -> None:
        self._idle: list[Client] = []
        self._lock = Lock()
        self._context: SSLContext | None = None

    def take(self, address: Address) -> Client:
        """Return a client that no other request uses until it is given back."""
        with self._lock:
            for place in range(len(self._idle) - 1, -1, -1):
                if self._idle[place].address == address:
                    return self._idle.pop(place)
            if self._context is None:
                from httpx2 import create_ssl_context  # the HTTP library of openai

                self._context = create_ssl_context()
            return Client(address, self._context)

    def give_back(self, client: Client) -> None:
        """Keep a client for the next request; close the oldest if there are too many."""
        with self._lock:
            self._idle.append(client)
            oldest = self._idle.pop(0) if len(self._idle) > MAX_IDLE_CLIENTS else None
        if oldest is not None:
            oldest.close()

    def forget(self) -> None:
        """Drop all clients without closing them: in a new process, they belong to its parent."""
        self.__init__()  # type: ignore[misc]


clients = Clients()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=clients.forget)


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


# ---- answers


def _parse(body: bytes | str, secrets: list[str]) -> Json:
    """Return JSON with choices; AttemptFailed, with the whole text, for anything else."""
    try:
        found: Any = json.loads(body)
    except (ValueError, RecursionError):
        found = None
    if isinstance(found, dict) and isinstance(found.get("choices"), list):
        return found
    text = body if isinstance(body, str) else body.decode(errors="replace")
    detail = f"{INVALID_MESSAGE}: {mask(text, secrets)}"
    raise AttemptFailed(INVALID_MESSAGE, detail=detail, is_temporary=True)


def _read_events(lines: Iterable[str], secrets: list[str]) -> list[Json]:
    """Return the parts of a streamed answer; AttemptFailed if the stream ends too early.

    An endpoint that doesn't stream sends a whole answer.
    """
    parts: list[Json] = []
    others: list[str] = []
    for line in lines:
        name, _, data = line.partition(":")
        if name != "data":
            others.append(line)
        elif data.strip() == "[DONE]":
            return parts
        elif data.strip():
            parts.append(_parse(data, secrets))
    if not parts:
        return [_parse("\n".join(others), secrets)]
    if any(choice.get("finish_reason") for part in parts for choice in part["choices"][:1]):
        return parts
    raise AttemptFailed("its endpoint ended the answer too early", is_temporary=True)


def _clean_answer(parts: list[Json], secrets: list[str]) -> Answer:
    """Return the answer in the parts of a stream, or in a whole answer, safe to store and send."""
    choices = [choice for part in parts for choice in part["choices"][:1]]
    if not choices:
        raise AttemptFailed(INVALID_MESSAGE, is_temporary=True)
    messages = [choice.get("message") or choice.get("delta") or {} for choice in choices]
    text = "".join(map(_text, messages)) or "".join(_string(m.get("refusal")) for m in messages)
    reasons = [choice.get("finish_reason") for choice in choices]
    clean = mask(
        [
            text.encode(errors="replace").decode(),
            "".join(map(_reasoning, messages)).encode(errors="replace").decode(),
            _tool_calls(messages),
            next((reason for reason in reversed(reasons) if isinstance(reason, str)), None),
        ],
        secrets,
    )
    usages = [part["usage"] for part in parts if isinstance(part.get("usage"), dict)]
    return Answer(clean[0], clean[1], tuple(clean[2]), clean[3], *_tokens(usages))


def _text(message: Json) -> str:
    """Return the text of a message; some endpoints send it in parts."""
    content = message.get("content")
    if isinstance(content, list):
        return "".join(_string(part.get("text")) for part in content if isinstance(part, dict))
    return _string(content)


def _reasoning(message: Json) -> str:
    """Return a model's reasoning; endpoints use different names for it."""
    found = (message.get(name) for name in ("reasoning_content", "reasoning"))
    return next((text for text in found if isinstance(text, str)), "")


def _tool_calls(messages: list[Json]) -> list[Json]:
    """Return the tool calls of an answer; a stream sends them in fragments with an index."""
    calls: dict[Any, Json] = {}
    for message in messages:
        fragments = message.get("tool_calls")
        for number, part in enumerate(fragments if isinstance(fragments, list) else []):
            index = part.get("index")
            key = index if isinstance(index, int) else number
            function = part.get("function") or {}
            call = calls.setdefault(key, {"id": "", "name": "", "arguments": ""})
            call["id"] += _string(part.get("id"))
            call["name"] += _string(function.get("name"))
            call["arguments"] += _arguments(function.get("arguments"))
    return [_as_tool_call(call, number) for number, call in enumerate(calls.values(), 1)]


def _arguments(found: object) -> str:
    """Return the arguments of a tool call as JSON text; some endpoints send an object."""
    return json.dumps(found) if isinstance(found, dict) else _string(found)


def _as_tool_call(call: Json, number: int) -> Json:
    """Return a tool call in the form in which it is sent back."""
    clean = {name: text.encode(errors="replace").decode() for name, text in call.items()}
    function = {"name": clean["name"] or "play", "arguments": clean["arguments"]}
    return {"id": clean["id"] or f"call_{number}", "type": "function", "function": function}


def _string(value: object) -> str:
    return value if isinstance(value, str) else ""


def _tokens(usages: list[Json]) -> tuple[int | None, int | None, int | None]:
    """Return the tokens of prompt, answer and reasoning; None for what isn't a count."""
    usage: Mapping[str, Any] = usages[-1] if usages else {}
    details = usage.get("completion_tokens_details")
    reasoning = details.get("reasoning_tokens") if isinstance(details, dict) else None
    return (
        _count(usage.get("prompt_tokens")),
        _count(usage.get("completion_tokens")),
        _count(reasoning),
    )


def _count(value: object) -> int | None:
    is_count = isinstance(value, int) and not isinstance(value, bool)
    return value if is_count and 0 <= value <= MAX_TOKEN_COUNT else None  # type: ignore[operator,return-value]


def _retry_pause(headers: Mapping[str, str]) -> float | None:
    """Return the seconds that an endpoint asks to wait, as a number or until a date."""
    header = headers.get("retry-after") or ""
    with suppress(TypeError, ValueError, OverflowError):
        return max(0.0, float(headers.get("retry-after-ms") or "") / 1000)
    with suppress(ValueError):
        return max(0.0, float(header))
    with suppress(TypeError, ValueError, OverflowError):
        return max(0.0, parsedate_to_datetime(header).timestamp() - time())
    return None
