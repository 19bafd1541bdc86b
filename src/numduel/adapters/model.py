"""A language model as a player: asked in words, corrected twice, and then it forfeits."""

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
from .model_prompt import ANSWERS, FAULTS, NOTHING, judge, question, rules

REMARK = 2000
"""Characters of a model's words that a record keeps of each move."""

SWITCHES = ("moves", "history", "stream")


class Named(NamedTuple):
    """What is written behind `model:`.

    >>> named("llama3:8b moves=yes seconds=120")
    Named(model='llama3:8b', moves=True, history=False, stream=False, seconds=120.0)
    """

    model: str
    moves: bool = False
    """Whether it is told which moves are allowed."""
    history: bool = False
    """Whether it is told all that has happened, and not only the last turn."""
    stream: bool = False
    """Whether its answers are streamed."""
    seconds: float = SECONDS
    """How long a choice may take, all answers to it together."""


def named(text: str) -> Named:
    """SetupError for what names no model."""
    model, *switches = text.split() or [""]
    if not model or not model.isprintable():
        raise SetupError("name a model, such as model:NAME or model:NAME moves=yes")
    found: dict[str, Any] = {}
    for switch in switches:
        name, _, value = switch.partition("=")
        if name in SWITCHES and value in ("yes", "no"):
            found[name] = value == "yes"
        elif name == "seconds" and re.fullmatch("[1-9][0-9]{0,4}", value):
            found[name] = float(value)
        else:
            known = "moves=yes, history=yes, stream=yes or seconds=120"
            raise SetupError(f"a model is told {known}, not {quoted(switch)}")
    return Named(model, **found)


def seat(text: str, dice: Dice) -> Model:
    """Return a player that asks this model; SetupError if it cannot."""
    return Model(text)


def called(text: str) -> str:
    """Return the name of a model that was given none."""
    return text.partition(" ")[0]


class Model:
    """Plays one match; whatever it fails at is a PlayerError."""

    def __init__(self, text: str) -> None:
        self._named = named(text)
        if find_spec("openai") is None:
            raise SetupError("language models need a package: pip install 'numduel[models]'")
        self._endpoint = Endpoint(self._named.model, is_streamed=self._named.stream)
        self._faults = dict.fromkeys(FAULTS, 0)
        self._said: list[str] = []

    def begin(self, game: AnyGame, player: Player) -> None:
        self._player = player

    def follow(self, match: Match) -> None:
        self._match = match

    def choose(self, view: Any, moves: tuple[Move, ...], budget: Budget) -> Move:
        """Its move, read with patience; what is no legal move is answered with our objection."""
        match, self._said = self._match, []
        asked = question(match, with_moves=self._named.moves, with_history=self._named.history)
        messages: list[Message] = [
            {"role": "system", "content": rules(match, self._player)},
            {"role": "user", "content": asked},
        ]
        with self._endpoint.turn(budget):
            return self._answered(messages, time.monotonic() + self._named.seconds, budget)

    def _answered(self, messages: list[Message], until: float, budget: Budget) -> Move:
        match, fault = self._match, ""
        for _ in range(ANSWERS):
            answer = self._endpoint.ask(messages, until, budget)
            if answer.reasoning.strip():
                self._said.append(f"thought: {answer.reasoning.strip()}")
            move, kind, fault, objection = judge(match, answer.text)
            if move is not None:
                if answer.text.strip() != move:
                    self._said.append(f"said: {answer.text.strip()}")
                return move
            self._faults[kind] += 1
            self._said.append(fault)
            messages += [
                {"role": "assistant", "content": answer.text or NOTHING},
                {"role": "user", "content": objection},
            ]
        raise PlayerError(f"it gave no legal move in {ANSWERS} answers, the last {fault}")

    def noted(self) -> tuple[dict[str, str], str]:
        """What the record says of it: counts for the whole match, and its words on this move."""
        counts = {**vars(self._endpoint.counts), **self._faults}
        words = " | ".join(" ".join(said.split()) for said in self._said)
        told = " ".join(f"{name}={number}" for name, number in counts.items())
        return {f"Model{self._player + 1}": told}, words[:REMARK]

    def end(self, match: Match) -> None:
        self._endpoint.close()
