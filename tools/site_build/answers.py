"""Answers that never change, as files, so that the page can show them before Python is ready."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from numduel import games
from numduel.games import find
from numduel.learning.lessons import lesson_ids
from numduel.web.in_browser.edition import Edition
from numduel.web.in_browser.tasks import run_task
from numduel.web.routes import API
from site_build.programs import BuildError

__all__ = ["PATHS", "ask_routes", "write_answers"]

PATHS = (
    *("/games", "/samples", "/facts", "/about", "/rules", "/lessons"),
    *(f"/rules/{id}" for id in games()),
    *(f"/lessons/{id}" for game in games() for id in lesson_ids(find(game))),
)
"""Routes of the API whose answers depend on the version only. The site's own address is missing
in the answer of /about."""


class _Engine:
    """An engine that runs tasks at once."""

    async def ready(self) -> None:
        pass

    async def run(self, task: str) -> str:
        return run_task(task)

    def stop(self) -> None:
        raise BuildError("A route with a fixed answer takes too long.")


class _Unused:
    """The browser's database, which these routes don't use."""

    def __getattr__(self, name: str) -> Any:
        raise BuildError(f"A route with a fixed answer uses {name}.")


async def ask_routes() -> dict[str, str]:
    """Return the answer of each path as JSON."""
    unused: Any = _Unused()
    edition = Edition(unused, _Engine(), "")
    answers = {}
    for number, path in enumerate(PATHS):
        request = {"method": "GET", "path": API + path, "query": "", "headers": {}, "body": ""}
        status, _, answers[path] = json.loads(await edition.ask(number, json.dumps(request)))
        if status != 200:
            raise BuildError(f"{path} answered {status}: {answers[path]}")
    return answers


def write_answers(folder: Path) -> None:
    """Write each answer to a file with the name of its path: /rules/maze to rules/maze.json."""
    for path, answer in asyncio.run(ask_routes()).items():
        file = folder / f"{path[1:]}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(answer, encoding="utf-8")
