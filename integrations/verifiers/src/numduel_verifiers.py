"""Parts of both environments: the settings of games, and a plain chat with the model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

import httpx
import verifiers.v1 as vf
from verifiers.v1.dialects.chat import message_to_wire

from numduel import AnyGame, SetupError
from numduel.games import find, ids

__all__ = ["ChatEnv", "ChatHarness", "GameConfig", "need_some"]

T = TypeVar("T")


class GameConfig(vf.TasksetConfig):
    """Settings of both tasksets."""

    game: str = ""
    """The id of a game; by default all games."""
    options: dict[str, bool | int | str] = {}  # noqa: RUF012 - pydantic copies defaults
    """Options of the game, such as size=4; only with `game`."""
    seed: int = 0
    """The seed from which all boards and positions follow."""
    moves: bool = False
    """Whether prompts list the legal moves."""
    history: bool = False
    """Whether prompts list all moves so far, not only the last ones."""

    def chosen_games(self) -> list[tuple[type[AnyGame], dict[str, bool | int | str]]]:
        """Return the games with their options; raise SetupError if they don't fit.

        A game that luck alone decides is played with the options that make skill matter.
        """
        if self.options and not self.game:
            raise SetupError("options belong to one game: name it with game")
        kinds = [find(self.game)] if self.game else [find(id) for id in ids()]
        chosen = [(kind, {**kind.skill_options, **self.options}) for kind in kinds]
        for kind, options in chosen:
            kind.options_type(**options)
        return chosen


def need_some(found: Iterator[T], what: str) -> Iterator[T]:
    """Yield what was found; raise SetupError if that is nothing."""
    is_empty = True
    for one in found:
        is_empty = False
        yield one
    if is_empty:
        raise SetupError(f"found {what}. Choose another split, seed or options")


class ChatEnvConfig(vf.SingleAgentEnvConfig):
    """The model under test, which runs in no sandbox: it can only answer."""

    agent: vf.AgentConfig = vf.AgentConfig(runtime=vf.SubprocessConfig())


class ChatEnv(vf.SingleAgentEnv, vf.Env[ChatEnvConfig]):
    """One question, one answer."""


class ChatHarness(vf.Harness[vf.HarnessConfig]):
    """A conversation without tools, in this process.

    Verifiers' own chat harness starts a program for each answer, which downloads packages.
    """

    APPENDS_SYSTEM_PROMPT = True
    SUPPORTS_RESUME = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(
        self,
        ctx: vf.ModelContext,
        trace: vf.Trace,
        runtime: vf.Runtime,
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],
        data: vf.TaskData,
    ) -> vf.ProgramResult:
        """Send the conversation to the model; verifiers records its answer."""
        body = {"model": ctx.model, "messages": self._messages(data)}
        key = {"Authorization": f"Bearer {secret}"}
        async with httpx.AsyncClient(timeout=None) as client:
            answer = await client.post(f"{endpoint}/chat/completions", headers=key, json=body)
        return vf.ProgramResult(int(answer.is_error), "", answer.text if answer.is_error else "")

    def _messages(self, data: vf.TaskData) -> list[dict[str, Any]]:
        system, prompt = self.resolve_prompt(data)
        said = [vf.UserMessage(content=prompt)] if isinstance(prompt, str) else prompt or []
        first = [vf.SystemMessage(content=system)] if system else []
        return [message_to_wire(message) for message in [*first, *said]]
