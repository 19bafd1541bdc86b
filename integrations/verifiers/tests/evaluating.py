"""Runs of verifiers' evaluation against a local endpoint."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from model_server import Fail, ModelServer, Say, served
from verifiers.v1 import Trace
from verifiers.v1.cli.eval.runner import run_eval
from verifiers.v1.configs.cli.eval import EvalConfig

KEY_NAME = "NUMDUEL_TEST_KEY"

Script = Callable[[str], str | Say | Fail]
"""A function from the last message to the answer."""


def evaluate(
    id: str, script: Script, folder: Path, *, agent: dict[str, Any] | None = None, **options: Any
) -> tuple[list[Trace], ModelServer]:
    """Evaluate a taskset as `vf-eval` does; return the traces, and the server with its requests."""

    def answer(messages: list[dict[str, Any]]) -> Say | Fail:
        said = script(messages[-1]["content"])
        return Say(said) if isinstance(said, str) else said

    with served(answer) as server:
        config = EvalConfig(
            env={"taskset": {"id": id, **options}, "agent": agent or {}},
            model="fake",
            client={"base_url": server.url, "api_key_var": KEY_NAME},
            push=False,
            rich=None,
            output_dir=folder,
        )
        episodes = asyncio.run(run_eval(config))
    return [trace for episode in episodes for trace in episode.traces], server


def first_legal(asked: str) -> str:
    """Answer with the first legal move."""
    found = re.search("Legal moves: ([^;\n]+)", asked)
    assert found is not None, asked
    return f"I choose this one.\nMOVE: {found[1]}"


def scores(trace: Trace) -> dict[str, float]:
    """Return the rewards of a trace, before their weights."""
    return {name: reward.score for name, reward in trace.rewards.items() if reward is not None}
