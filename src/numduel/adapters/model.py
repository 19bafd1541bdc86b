"""A language model as a player: it forfeits after three answers without a legal move."""

from __future__ import annotations

import re
import time
from importlib.util import find_spec
from typing import Any, NamedTuple

from ..budget import Budget
from ..core import AnyGame, Move, Player
from ..dice import Dice
from ..errors import PlayerError, SetupError, quoted
from ..play.match import Match
from ..play.players import SECONDS
from .model_endpoint import Endpoint, Message
from .model_prompt import EMPTY_ANSWER, FAULTS, MAX_ANSWERS, judge, question, rules

MAX_COMMENT_CHARS = 2000
"""Characters of a model's comments on one move that go into the record."""

SWITCHES = ("moves", "history", "stream")


class ModelSpec(NamedTuple):
    """The settings of a model player, written after `model:`.

    >>> parse_spec("llama3:8b moves=yes seconds=120")
    ModelSpec(model='llama3:8b', moves=True, history=False, stream=False, seconds=120.0)
    """

    model: str
    moves: bool = False
    """Whether the prompt lists the legal moves."""
    history: bool = False
    """Whether the prompt has the whole game, and not only the last turn."""
    stream: bool = False
    """Whether answers are streamed."""
    seconds: float = SECONDS
    """Time limit of a move in seconds, for all its answers together."""


def parse_spec(text: str) -> ModelSpec:
    """Parse the settings of a model player; raise SetupError if they are wrong."""
    model, *switches = text.split() or [""]
    if not model or not model.isprintable():
        raise SetupError(
            "the name of the model is missing. Write model:NAME or model:NAME moves=yes"
        )
    settings: dict[str, Any] = {}
    for switch in switches:
        name, _, value = switch.partition("=")
        if name in SWITCHES and value in ("yes", "no"):
            settings[name] = value == "yes"
        elif name == "seconds" and re.fullmatch("[1-9][0-9]{0,4}", value):
            settings[name] = float(value)
        else:
            known = "moves=yes, history=yes, stream=yes or seconds=120"
            raise SetupError(f"{quoted(switch)} isn't a setting of a model. Write {known}")
    return ModelSpec(model, **settings)


def seat(text: str, dice: Dice) -> Model:
    """Return a player that asks this model; raise SetupError if that isn't possible."""
    return Model(text)


def called(text: str) -> str:
    """Return the default name of a model player."""
    return text.partition(" ")[0]


class Model:
    """A language model that plays one match; every failure is a PlayerError."""

    def __init__(self, text: str) -> None:
        self._spec = parse_spec(text)
        if find_spec("openai") is None:
            raise SetupError("language models need another package: pip install 'numduel[models]'")
        self._endpoint = Endpoint(self._spec.model, is_streamed=self._spec.stream)
        self._faults = dict.fromkeys(FAULTS, 0)
        self._notes: list[str] = []

    def begin(self, game: AnyGame, player: Player) -> None:
        self._player = player

    def follow(self, match: Match) -> None:
        self._match = match

    def choose(self, view: Any, moves: tuple[Move, ...], budget: Budget) -> Move:
        """Ask for a move; answer anything but a legal move with an objection."""
        match, self._notes = self._match, []
        prompt = question(match, with_moves=self._spec.moves, with_history=self._spec.history)
        messages: list[Message] = [
            {"role": "system", "content": rules(match, self._player)},
            {"role": "user", "content": prompt},
        ]
        with self._endpoint.slot(budget):
            return self._ask_until_legal(messages, time.monotonic() + self._spec.seconds, budget)

    def _ask_until_legal(self, messages: list[Message], until: float, budget: Budget) -> Move:
        match, fault = self._match, ""
        for _ in range(MAX_ANSWERS):
            answer = self._endpoint.ask(messages, until, budget)
            if answer.reasoning.strip():
                self._notes.append(f"thought: {answer.reasoning.strip()}")
            move, kind, fault, objection = judge(match, answer.text)
            if move is not None:
                if answer.text.strip() != move:
                    self._notes.append(f"said: {answer.text.strip()}")
                return move
            self._faults[kind] += 1
            self._notes.append(fault)
            messages += [
                {"role": "assistant", "content": answer.text or EMPTY_ANSWER},
                {"role": "user", "content": objection},
            ]
        raise PlayerError(f"it gave no legal move in {MAX_ANSWERS} answers; the last was {fault}")

    def last_note(self) -> tuple[dict[str, str], str]:
        """Return notes for the record: a tag with counts, and comments on the last move."""
        counts = {**vars(self._endpoint.counts), **self._faults}
        comment = " | ".join(" ".join(note.split()) for note in self._notes)
        tag = " ".join(f"{name}={number}" for name, number in counts.items())
        return {f"Model{self._player + 1}": tag}, comment[:MAX_COMMENT_CHARS]

    def end(self, match: Match) -> None:
        self._endpoint.close()
