"""A language model as a player: it forfeits after three answers without a legal move."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any, Protocol

from ..budget import Budget
from ..core import AnyGame, Move, Player
from ..dice import Dice
from ..errors import PlayerError, SetupError
from ..play.match import Match
from ..storage import calls
from .model_client import Answer, Message
from .model_endpoint import Endpoint, Exchange, UsageCounts
from .model_prompt import (
    EMPTY_ANSWER,
    FAULTS,
    MAX_ANSWERS,
    PROMPT_VERSION,
    ParsedAnswer,
    judge,
    question,
    rules,
)
from .model_settings import PREFIX, parse_spec

MAX_COMMENT_CHARS = 2000
"""Characters of a model's comments on one move that go into the record."""


def seat(text: str, dice: Dice) -> Model:
    """Return a player that asks this model; raise SetupError if that isn't possible."""
    return Model(text)


def called(text: str) -> str:
    """Return the default name of a model player."""
    return text.partition(" ")[0]


class Answerer(Protocol):
    """The source of answers for a model: an `Endpoint`, or the transcript of one."""

    settings: dict[str, Any]
    secrets: Any
    counts: UsageCounts

    def ask(self, messages: list[Message], budget: Budget) -> Exchange:
        """Return the answer to messages, or the error to raise."""
        ...


class Model:
    """A language model that plays one match.

    Answers without a legal move are a PlayerError. A failure of the endpoint is Unanswered, and a
    refusal is EndpointRefused.
    """

    def __init__(self, text: str, answerer: Answerer | None = None) -> None:
        """Create a player from the settings after `model:`; by default, ask its endpoint."""
        self._name = PREFIX + text
        self._spec = parse_spec(text)
        if answerer is None and find_spec("openai") is None:
            raise SetupError("language models need another package: pip install 'numduel[models]'")
        self._endpoint = answerer or Endpoint(self._spec)
        self._faults = dict.fromkeys(FAULTS, 0)
        self._notes: list[str] = []
        self._chat: list[Message] = []
        self._chat_moves: list[Move] = []

    def begin(self, game: AnyGame, player: Player) -> None:
        self._player = player

    def follow(self, match: Match) -> None:
        self._match = match

    def choose(self, view: Any, moves: tuple[Move, ...], budget: Budget) -> Move:
        """Ask for a move; answer anything but a legal move with an objection."""
        self._notes = []
        messages, fault = self._first_messages(), ""
        for _ in range(MAX_ANSWERS):
            exchange = self._endpoint.ask(messages, budget)
            parsed = self._judge(exchange.answer)
            self._record(messages, exchange, parsed)
            if exchange.answer is None or parsed is None:
                assert exchange.error is not None, "a call has an answer or an error"
                raise exchange.error
            move, kind, fault, objection = parsed
            self._write_notes(exchange.answer, parsed)
            if move is not None:
                self._keep_chat([*messages, *_replies(exchange.answer, "")], move)
                return move
            self._faults[kind] += 1
            messages += _replies(exchange.answer, objection)
        raise PlayerError(f"it gave no legal move in {MAX_ANSWERS} answers; the last was {fault}")

    def _judge(self, answer: Answer | None) -> ParsedAnswer | None:
        if answer is None:
            return None
        return judge(
            self._match,
            answer.text,
            tool_calls=answer.tool_calls,
            finish_reason=answer.finish_reason,
            with_tool=self._spec.tools,
        )

    # ---- messages

    def _first_messages(self) -> list[Message]:
        """Return the question for a move, in chat mode after the conversation so far."""
        match, spec = self._match, self._spec
        prompt = question(
            match, with_moves=spec.moves, with_history=spec.history, with_tool=spec.tools
        )
        before = self._chat if self._is_chat_of(match) else []
        before = before or [{"role": "system", "content": rules(match, self._player)}]
        return [*before, {"role": "user", "content": prompt}]

    def _is_chat_of(self, match: Match) -> bool:
        """Return whether the conversation is about this match; moves may have been undone."""
        played = [ply.move for ply in match.plies]
        return played[: len(self._chat_moves)] == self._chat_moves

    def _keep_chat(self, messages: list[Message], move: Move) -> None:
        """Keep the conversation of the match, in chat mode."""
        if self._spec.chat:
            self._chat = messages
            self._chat_moves = [*(ply.move for ply in self._match.plies), move]

    # ---- notes

    def _write_notes(self, answer: Answer, parsed: ParsedAnswer) -> None:
        """Note for the record what the model thought and said, or its fault."""
        if answer.reasoning.strip():
            self._notes.append(f"thought: {answer.reasoning.strip()}")
        said = answer.text.strip()
        if parsed.move is None:
            self._notes.append(parsed.fault)
        elif said and said != parsed.move:
            self._notes.append(f"said: {said}")

    def _record(
        self, messages: list[Message], exchange: Exchange, parsed: ParsedAnswer | None
    ) -> None:
        """Append the call to the transcript, if there is one."""
        answer = exchange.answer or Answer("")
        fault = parsed.kind if parsed else "unanswered"
        if isinstance(exchange.error, SetupError):
            fault = "refused"
        call = {
            "player": self._name,
            "ply": len(self._match.plies) + 1,
            "model": self._spec.model,
            "settings": self._endpoint.settings,
            "protocol": self._spec.protocol,
            "prompt_version": PROMPT_VERSION,
            "messages": messages,
            "answer": exchange.answer and answer.text,
            "tool_calls": answer.tool_calls,
            "reasoning": answer.reasoning,
            "finish_reason": answer.finish_reason,
            "tokens_in": answer.tokens_in,
            "tokens_out": answer.tokens_out,
            "tokens_reasoning": answer.tokens_reasoning,
            "latency_s": round(exchange.latency_s, 3),
            "retries": exchange.retries,
            "failures": exchange.failures,
            "move": parsed and parsed.move,
            "fault": fault or None,
        }
        calls.append(call, self._endpoint.secrets)

    def last_note(self) -> tuple[dict[str, str], str]:
        """Return notes for the record: a tag with counts, and comments on the last move."""
        counts = {**vars(self._endpoint.counts), **self._faults}
        comment = " | ".join(" ".join(note.split()) for note in self._notes)
        tag = " ".join(f"{name}={number}" for name, number in counts.items())
        return {f"Model{self._player + 1}": tag}, comment[:MAX_COMMENT_CHARS]

    def end(self, match: Match) -> None:
        pass


def _replies(answer: Answer, objection: str) -> list[Message]:
    """Return an answer as it is sent back, with an objection; without one, the move was played.

    Every tool call gets a reply, as the protocol demands.
    """
    if answer.tool_calls:
        said = {"content": answer.text or None, "tool_calls": list(answer.tool_calls)}
        reply = objection or "Played."
        return [
            {"role": "assistant", **said},
            *(
                {"role": "tool", "tool_call_id": call["id"], "content": reply}
                for call in answer.tool_calls
            ),
        ]
    replies = [{"role": "assistant", "content": answer.text or EMPTY_ANSWER}]
    return [*replies, {"role": "user", "content": objection}] if objection else replies
