"""The settings of a model player, written after its name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from ..errors import SetupError, listed, quoted
from ..play.players import SECONDS

PREFIX = "model:"
"""The prefix of players that are models."""

AT_ONCE = 4
"""Default number of concurrent calls to one model."""

MAX_AT_ONCE = 64
"""Maximum number of concurrent calls to one model."""

PLAY_TOOL = {
    "type": "function",
    "function": {
        "name": "play",
        "description": "Play your move.",
        "parameters": {
            "type": "object",
            "properties": {"move": {"type": "string", "description": "Your move."}},
            "required": ["move"],
            "additionalProperties": False,
        },
    },
}
"""The tool that is offered with `tools=yes`."""


class ModelSpec(NamedTuple):
    """The settings of a model player, written after `model:`.

    >>> spec = parse_spec("llama3:8b moves=yes temperature=0 effort=low")
    >>> spec.model, spec.protocol, spec.sent
    ('llama3:8b', 'listed', {'temperature': 0.0, 'reasoning_effort': 'low'})
    """

    model: str
    moves: bool = False
    """Whether the prompt lists the legal moves."""
    history: bool = False
    """Whether the prompt has the whole game, and not only the last turn."""
    chat: bool = False
    """Whether the model gets the whole conversation of the match with every question."""
    tools: bool = False
    """Whether a tool is offered, with which the model can move."""
    stream: bool = False
    """Whether answers are streamed."""
    seconds: float = SECONDS
    """Time limit of one request in seconds; a retry has the same limit."""
    at_once: int = AT_ONCE
    """Maximum concurrent calls to this model, of all threads and processes."""
    temperature: float | None = None
    max_tokens: int | None = None
    max_completion_tokens: int | None = None
    effort: str | None = None
    seed: int | None = None

    @property
    def protocol(self) -> str:
        """The name of the prompts: `open` or `listed`, and what else differs."""
        more = [name for name in ("history", "chat", "tools") if getattr(self, name)]
        return "+".join(["listed" if self.moves else "open", *more])

    @property
    def sent(self) -> dict[str, Any]:
        """Everything that is sent with a request besides the model and the messages."""
        chosen = {
            "temperature": self.temperature,
            "max_tokens": self.max_tokens,
            "max_completion_tokens": self.max_completion_tokens,
            "reasoning_effort": self.effort,
            "seed": self.seed,
        }
        sent: dict[str, Any] = {name: value for name, value in chosen.items() if value is not None}
        if self.tools:
            sent["tools"] = [PLAY_TOOL]
        if self.stream:
            sent |= {"stream": True, "stream_options": {"include_usage": True}}
        return sent


def parse_spec(text: str) -> ModelSpec:
    """Parse the settings of a model player; raise SetupError if they are wrong."""
    model, *given = text.split() or [""]
    if not model or not model.isprintable():
        raise SetupError(
            "the name of the model is missing. Write model:NAME or model:NAME moves=yes"
        )
    settings: dict[str, Any] = {}
    for word in given:
        name, _, value = word.partition("=")
        parsed = SETTINGS[name][1](value) if name in SETTINGS else None
        if parsed is None:
            known = listed([f"{name}={example}" for name, (example, _) in SETTINGS.items()])
            raise SetupError(f"{quoted(word)} isn't a setting of a model. Write {known}")
        settings[name] = parsed
    return ModelSpec(model, **settings)


def is_model(player: str) -> bool:
    """Return whether a player is a language model."""
    return player.startswith(PREFIX)


def at_once_of(players: Iterable[str]) -> int | None:
    """Return the most concurrent calls that models among players allow; None without a model.

    >>> at_once_of(["model:a at_once=16", "model:b", "perfect"]), at_once_of(["perfect"])
    (16, None)
    """
    models = [who.removeprefix(PREFIX) for who in players if is_model(who)]
    return max((parse_spec(model).at_once for model in models), default=None)


# ---- values; None for a wrong one


def _parse_switch(text: str) -> bool | None:
    return {"yes": True, "no": False}.get(text)


def _parse_number(text: str) -> float | None:
    return float(text) if re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,9})?", text) else None


def _parse_seconds(text: str) -> float | None:
    return float(text) if re.fullmatch("[1-9][0-9]{0,4}", text) else None


def _parse_count(text: str) -> int | None:
    return int(text) if re.fullmatch("[1-9][0-9]{0,8}", text) else None


def _parse_at_once(text: str) -> int | None:
    return count if (count := _parse_count(text)) and count <= MAX_AT_ONCE else None


def _parse_seed(text: str) -> int | None:
    return int(text) if re.fullmatch("-?[0-9]{1,18}", text) else None


def _parse_word(text: str) -> str | None:
    return text if re.fullmatch("[a-z]{1,20}", text) else None


SETTINGS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "moves": ("yes", _parse_switch),
    "history": ("yes", _parse_switch),
    "chat": ("yes", _parse_switch),
    "tools": ("yes", _parse_switch),
    "stream": ("yes", _parse_switch),
    "temperature": ("0", _parse_number),
    "max_tokens": ("2000", _parse_count),
    "max_completion_tokens": ("2000", _parse_count),
    "effort": ("low", _parse_word),
    "seed": ("7", _parse_seed),
    "at_once": ("16", _parse_at_once),
    "seconds": ("120", _parse_seconds),
}
"""For each setting, an example and a function that parses its value."""
