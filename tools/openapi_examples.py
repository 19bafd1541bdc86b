"""Examples for the OpenAPI document: a short session through the real handlers, without a server.

They are stored in openapi_examples.json, and recorded again when they no longer match the types of
their routes.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from urllib.parse import urlencode

from json_schema import conforms_to

from numduel.web.dispatch import respond
from numduel.web.exchange import JSON, Answer
from numduel.web.limits import Limits
from numduel.web.live import Matches, Stream
from numduel.web.routes import API, API_ROUTES
from numduel.web.services import Services
from numduel.web.store_sqlite import SqliteStore
from numduel.web.worker_processes import WorkerProcesses

FILE = Path(__file__).parent / "openapi_examples.json"

ANN = "AnnsSecretTokenOf43CharactersMadeByHerClien"
BOB = "BobsSecretTokenOf43CharactersMadeByHisClien"
BOARD = "4 3 8/9 5 1/2 7 6"

SHORTENED_LISTS = ("steps", "blocks", "sections", "games", "positions")
"""Lists of which an example shows only the first entry."""


class Example(NamedTuple):
    """One call of an operation."""

    params: dict[str, Any]
    """Path and query parameters."""
    body: Any
    answer: Any


def load_examples() -> dict[str, Example]:
    """Return the examples by operation."""
    found = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return {name: Example(**one) for name, one in found.items()}


def find_misfits(examples: dict[str, Example]) -> list[str]:
    """Return the operations whose example is missing or doesn't match its route."""
    return [
        route.handler.__name__
        for route in API_ROUTES
        if (example := examples.get(route.handler.__name__)) is None
        or not _fits(example.body, route.body)
        or (route.media_type == JSON and not _fits(example.answer, route.answer))
    ]


def _fits(data: Any, shape: type | None) -> bool:
    return data is None if shape is None else conforms_to(data, shape)


def record_examples() -> None:
    """Record all examples again."""
    examples = asyncio.run(_record_session())
    data = {
        route.handler.__name__: examples[route.handler.__name__]._asdict() for route in API_ROUTES
    }
    FILE.write_text(f"{json.dumps(data, ensure_ascii=False, indent=1)}\n", encoding="utf-8")


# ---- the session


@asynccontextmanager
async def _services() -> AsyncIterator[Services]:
    with TemporaryDirectory() as folder:
        store, workers = SqliteStore(f"{folder}/matches.sqlite3"), WorkerProcesses(1)
        await store.open()
        matches = Matches(store, workers)
        services = Services(
            matches, workers, Limits({}), url="https://numduel.example", is_local=False
        )
        await matches.start()
        yield services
        await matches.close()
        await store.close()


class _Recorder:
    """A client that records the first call of each operation."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.examples: dict[str, Example] = {}
        self._names: dict[str, str] = {}

    async def __call__(
        self, method: str, path: str, body: Any = None, token: str = "", **params: Any
    ) -> Any:
        filled = path.format(**params)
        query = {name: value for name, value in params.items() if f"{{{name}}}" not in path}
        headers = {"content-type": JSON, **({"authorization": f"Bearer {token}"} if token else {})}
        sent = b"" if body is None else json.dumps(body).encode()
        address = filled if filled.startswith("/board") else API + filled
        wait_forever = asyncio.Event().wait
        route, answer = await respond(
            self._services,
            method,
            address,
            urlencode(query),
            headers,
            sent,
            "",
            wait_forever,  # type: ignore[arg-type]
        )
        assert route is not None
        assert isinstance(answer, Stream) or answer.status == route.status, answer
        data, shown = _read(answer)
        self._remember_names(data)
        example = Example(params, body, _shorten(shown))
        self.examples.setdefault(route.handler.__name__, self._replace_names(example))
        return data

    def _remember_names(self, data: Any) -> None:
        """Choose fixed names for ids and invitations."""
        if isinstance(data, dict) and "view" in data and "id" in data["view"]:
            self._names.setdefault(data["view"]["id"], f"match-{len(self._names) + 1:010}")
        if isinstance(data, dict) and data.get("invite"):
            self._names.setdefault(data["invite"], "an-invite-of-22-letters")

    def _replace_names(self, example: Example) -> Example:
        text = json.dumps(example)
        for name, shown in self._names.items():
            text = text.replace(name, shown)
        text = re.sub(r"\b20\d\d\.\d\d\.\d\d\b", "2026.11.16", text)
        return Example(*json.loads(text))


def _read(answer: Answer | Stream) -> tuple[Any, Any]:
    """Return an answer, and how an example shows it."""
    if isinstance(answer, Stream):
        text = answer.live.enter(answer.side).next().decode()
        return text, text
    text = answer.body.decode()
    if answer.media_type == JSON:
        return json.loads(text), json.loads(text)
    return text, re.sub(r"(?s)(?<=<svg).{200,}(?=</svg>)", " … >", text)


def _shorten(data: Any) -> Any:
    """Return an answer with only the first entries of its long lists."""
    if isinstance(data, list):
        return [_shorten(one) for one in data]
    if not isinstance(data, dict):
        return data
    found = {name: _shorten(one) for name, one in data.items()}
    for name in SHORTENED_LISTS:
        if isinstance(found.get(name), list):
            found[name] = found[name][:1]
    if isinstance(found.get("samples"), dict):
        found["samples"] = dict([*found["samples"].items()][:1])
    return found


async def _record_session() -> dict[str, Example]:
    async with _services() as services:
        ask = _Recorder(services)
        await _record_friends(ask)
        await _record_alone(ask)
        await _record_learning(ask)
        return ask.examples


async def _record_friends(ask: _Recorder) -> None:
    """Play as two friends."""
    await ask("GET", "/games")
    await ask("GET", "/about")
    new = {"game": "maze", "board": BOARD, "opponent": "friend", "seat": 1, "name": "Ann"}
    made = await ask("POST", "/matches", {**new, "token": ANN})
    id = made["view"]["id"]
    joining = {"invite": made["invite"], "name": "Bob", "token": BOB}
    await ask("POST", "/matches/{id}/join", joining, id=id)
    seen = await ask("GET", "/matches/{id}", token=BOB, id=id)
    action = {"seq": seen["view"]["seq"], "do": "move", "move": "0,0"}
    await ask("POST", "/matches/{id}/actions", action, ANN, id=id)
    await ask("GET", "/matches/{id}/events", token=BOB, id=id)
    await ask("GET", "/matches/{id}/record", id=id)
    await ask("GET", "/matches/{id}/positions", id=id, ply=0)


async def _record_alone(ask: _Recorder) -> None:
    """Play alone with help, and review the game."""
    new = {"game": "maze", "board": BOARD, "opponent": "here", "seat": 1, "name": "Ann"}
    id = (await ask("POST", "/matches", {**new, "token": ANN}))["view"]["id"]
    for seq, move in enumerate(("0,0", "2,0"), 1):
        await ask(
            "POST", "/matches/{id}/actions", {"seq": seq, "do": "move", "move": move}, ANN, id=id
        )
    await ask("GET", "/matches/{id}/analysis", token=ANN, id=id, ply=1)
    await ask("GET", "/matches/{id}/hint", token=ANN, id=id, step=2)
    await ask("GET", "/matches/{id}/why", token=ANN, id=id, move="0,1")
    await ask("GET", "/matches/{id}/review", token=ANN, id=id, round=1)
    record = await ask("GET", "/matches/{id}/record", id=id)
    seating = {"opponent": "casual", "seat": 1, "name": "Ann", "token": ANN}
    await ask("POST", "/matches/{id}/branch", {"ply": 1, **seating}, id=id)
    await ask("POST", "/records", {"record": record, **seating})
    await ask("POST", "/records/review", {"record": record})
    new["opponent"] = "letter"
    created = (await ask("POST", "/matches", {**new, "token": ANN}))["view"]
    opened = await ask("POST", "/letters", {"letter": created["letter"], "seat": 1, "token": BOB})
    body = {"letter": opened["view"]["letter"]}
    await ask("POST", "/letters/position", body)
    await ask("POST", "/matches/{id}/letters", body, ANN, id=created["id"])
    await ask("GET", "/daily/duel", day="2026-11-16")
    duel = await ask("POST", "/daily/duel", {"day": "2026-11-16", "name": "Ann", "token": ANN})
    id, end = duel["view"]["id"], {"seq": duel["view"]["seq"], "do": "resign"}
    await ask("POST", "/matches/{id}/actions", end, ANN, id=id)
    await ask("GET", "/matches/{id}/result", id=id)
    kept = [
        {"line": "maze casual won 0=1/1 2=2/2", "at": 1_794_900_000 + 600 * number}
        for number in range(5)
    ]
    await ask("POST", "/ratings", {"games": kept})


async def _record_learning(ask: _Recorder) -> None:
    """Read the rules, take a lesson and try puzzles."""
    await ask("GET", "/rules")
    await ask("GET", "/rules/{game}", game="sum")
    await ask("GET", "/facts")
    await ask("GET", "/lessons")
    lesson = await ask("GET", "/lessons/{lesson}", lesson="sum")
    move = lesson["steps"][0]["moves"][0]
    await ask("POST", "/lessons/{lesson}/answers", {"step": 0, "move": move}, lesson="sum")
    await ask("GET", "/puzzles")
    puzzle = await ask("GET", "/puzzles/daily", day="2026-11-16")
    await ask("GET", "/puzzles/practice", game="maze", grade="easy", seed=7)
    finds = puzzle["difficulty"]["finds"]
    tries = [{"game": "maze", "finds": finds, "is_solved": number != 2} for number in range(6)]
    await ask("POST", "/puzzles/ratings", {"tries": tries})
    await ask("POST", "/puzzles/fitting", {"tries": tries, "game": "maze", "seed": 7})
    which = {"puzzle": puzzle["id"]}
    solution = await ask("POST", "/puzzles/solutions", which)
    await ask("POST", "/puzzles/tries", {**which, "made": [], "move": solution["answer"]})
    await ask("POST", "/puzzles/helps", {**which, "made": [], "number": 0})
    await ask("GET", "/exam", size=25)
    question = await ask("GET", "/exam/questions/{question}", question="maze-01")
    answers = {question["id"]: question["position"]["status"]["moves"][0]}
    await ask("POST", "/exam/reports", {"answers": answers, "name": "Ann"})
    await ask("POST", "/preview", {"game": "maze", "options": {"target": 20}, "board": BOARD})
    await ask("POST", "/explore", {"game": "maze", "board": BOARD, "moves": ["0,0", "2,0"]})
    await ask("POST", "/handicaps", {"game": "maze", "options": {"size": 2}})
    await ask("GET", "/samples")
    await ask("POST", "/qr", {"text": "https://numduel.example/m/x"})
    await ask("GET", "/board.svg", game="sum", moves="5 3", target=20)
