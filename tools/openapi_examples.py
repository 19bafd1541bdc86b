"""Examples for the OpenAPI document: a short session through the real handlers, without a server.

They are kept in openapi_examples.json, and recorded again when they no longer have the shapes of
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

from numduel.daily.duel import duel_of
from numduel.storage.streak import today
from numduel.web.dispatch import respond
from numduel.web.exchange import JSON, Answer
from numduel.web.limits import Limits
from numduel.web.live import Matches, Stream
from numduel.web.routes import API, API_ROUTES
from numduel.web.services import Services
from numduel.web.store_sqlite import SqliteStore
from numduel.web.workers import Workers

FILE = Path(__file__).parent / "openapi_examples.json"

ANN = "AnnsSecretTokenOf43CharactersMadeByHerClien"
BOB = "BobsSecretTokenOf43CharactersMadeByHisClien"
BOARD = "4 3 8/9 5 1/2 7 6"

LONG = ("steps", "blocks", "sections", "games", "positions")
"""Lists of which an example shows the first entry."""


class Example(NamedTuple):
    """One call of an operation."""

    params: dict[str, Any]
    """The values in the path and the query."""
    body: Any
    answer: Any


def kept() -> dict[str, Example]:
    """Return the examples by the operations that they show."""
    found = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return {name: Example(**one) for name, one in found.items()}


def misfits(examples: dict[str, Example]) -> list[str]:
    """Return the operations whose example is missing or has another shape than their route."""
    return [
        route.handler.__name__
        for route in API_ROUTES
        if (example := examples.get(route.handler.__name__)) is None
        or not _fits(example.body, route.body)
        or (route.media_type == JSON and not _fits(example.answer, route.answer))
    ]


def _fits(data: Any, shape: type | None) -> bool:
    return data is None if shape is None else conforms_to(data, shape)


def record() -> None:
    """Record all examples again."""
    examples = asyncio.run(_session())
    data = {
        route.handler.__name__: examples[route.handler.__name__]._asdict() for route in API_ROUTES
    }
    FILE.write_text(f"{json.dumps(data, ensure_ascii=False, indent=1)}\n", encoding="utf-8")


# ---- the session


@asynccontextmanager
async def _services() -> AsyncIterator[Services]:
    with TemporaryDirectory() as folder:
        store, workers = SqliteStore(f"{folder}/matches.sqlite3"), Workers(1)
        await store.open()
        matches = Matches(store, workers)
        services = Services(
            matches, workers, Limits({}), url="https://numduel.example", is_local=False
        )
        services.duel = duel_of(today())
        await matches.start()
        yield services
        await matches.close()
        await store.close()


class _Recorder:
    """A client whose calls become examples, the first of each operation."""

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
        forever = asyncio.Event().wait
        route, answer = await respond(
            self._services,
            method,
            address,
            urlencode(query),
            headers,
            sent,
            "",
            forever,  # type: ignore[arg-type]
        )
        assert route is not None
        assert isinstance(answer, Stream) or answer.status == route.status, answer
        data, shown = _read(answer)
        self._rename(data)
        example = Example(params, body, _shortened(shown))
        self.examples.setdefault(route.handler.__name__, self._renamed(example))
        return data

    def _rename(self, data: Any) -> None:
        """Give ids and invitations names that are the same every time."""
        if isinstance(data, dict) and "view" in data and "id" in data["view"]:
            self._names.setdefault(data["view"]["id"], f"match-{len(self._names) + 1:010}")
        if isinstance(data, dict) and data.get("invite"):
            self._names.setdefault(data["invite"], "an-invite-of-22-letters")

    def _renamed(self, example: Example) -> Example:
        text = json.dumps(example)
        for name, shown in self._names.items():
            text = text.replace(name, shown)
        text = re.sub(r"\b20\d\d\.\d\d\.\d\d\b", "2026.11.16", text)
        return Example(*json.loads(text))


def _read(answer: Answer | Stream) -> tuple[Any, Any]:
    """Return what an answer says, and how an example shows it."""
    if isinstance(answer, Stream):
        text = answer.live.enter(answer.side).next().decode()
        return text, text
    text = answer.body.decode()
    if answer.media_type == JSON:
        return json.loads(text), json.loads(text)
    return text, re.sub(r"(?s)(?<=<svg).{200,}(?=</svg>)", " … >", text)


def _shortened(data: Any) -> Any:
    """Return an answer with the first entries of its long lists."""
    if isinstance(data, list):
        return [_shortened(one) for one in data]
    if not isinstance(data, dict):
        return data
    found = {name: _shortened(one) for name, one in data.items()}
    for name in LONG:
        if isinstance(found.get(name), list):
            found[name] = found[name][:1]
    if isinstance(found.get("samples"), dict):
        found["samples"] = dict([*found["samples"].items()][:1])
    return found


async def _session() -> dict[str, Example]:
    async with _services() as services:
        ask = _Recorder(services)
        await _friends(ask)
        await _alone(ask)
        await _learning(ask)
        return ask.examples


async def _friends(ask: _Recorder) -> None:
    """Two friends meet at a match."""
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


async def _alone(ask: _Recorder) -> None:
    """One player asks for help, and looks at the game afterwards."""
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
    await ask("GET", "/daily/duel")
    duel = await ask("POST", "/daily/duel", {"name": "Ann", "token": ANN})
    id, end = duel["view"]["id"], {"seq": duel["view"]["seq"], "do": "resign"}
    await ask("POST", "/matches/{id}/actions", end, ANN, id=id)
    await ask("GET", "/matches/{id}/result", id=id)


async def _learning(ask: _Recorder) -> None:
    """A newcomer reads, learns and tries puzzles."""
    await ask("GET", "/rules")
    await ask("GET", "/rules/{game}", game="sum")
    await ask("GET", "/facts")
    lesson = await ask("GET", "/lessons/{game}", game="sum")
    move = lesson["steps"][0]["moves"][0]
    await ask("POST", "/lessons/{game}/answers", {"step": 0, "move": move}, game="sum")
    await ask("GET", "/puzzles")
    puzzle = await ask("GET", "/puzzles/daily", day="2026-11-16")
    await ask("GET", "/puzzles/practice", game="maze", grade="easy", seed=7)
    which = {"puzzle": puzzle["id"]}
    solution = await ask("POST", "/puzzles/solutions", which)
    await ask("POST", "/puzzles/tries", {**which, "made": [], "move": solution["answer"]})
    await ask("POST", "/puzzles/helps", {**which, "made": [], "number": 0})
    await ask("POST", "/preview", {"game": "maze", "options": {"target": 20}, "board": BOARD})
    await ask("GET", "/samples")
    await ask("POST", "/qr", {"text": "https://numduel.example/m/x"})
    await ask("GET", "/board.svg", game="sum", moves="5 3", target=20)
