"""A real server in its own process, and clients that play on it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, TypeVar

import httpx
import pytest
import serving
from serving import new_token

from duel_support import SIXTH, with_more_games
from numduel.game_files import VARIABLE

__all__ = [
    "API",
    "MORE_GAMES",
    "TIMEOUT_S",
    "Seat",
    "Served",
    "more_games",
    "new_token",
    "until",
    "versus",
]

API = "/api/v1"

TIMEOUT_S = 60.0
"""Seconds after which what should have happened is given up."""

with with_more_games() as _ids:
    MORE_GAMES = list(_ids)
    """The games of tests/sixth, which `Served` offers with the environment `more_games`."""

T = TypeVar("T")


def until(found: Callable[[], T | None], what: str = "it") -> T:
    """Call `found` until it returns a value, and return that; fail at the time limit."""
    last = time.monotonic() + TIMEOUT_S
    while (value := found()) is None or value is False:
        assert time.monotonic() < last, f"{what} did not happen in time"
        time.sleep(0.01)
    return value


def more_games() -> dict[str, str]:
    """Return environment variables that load the games of tests/sixth in every process."""
    return {VARIABLE: str(SIXTH)}


class Served(serving.Served):
    """A server with one HTTP client for all seats."""

    client: httpx.Client

    def __init__(
        self,
        database: str | Path,
        *words: str,
        environ: dict[str, str] | None = None,
        preexec: Callable[[], None] | None = None,
    ) -> None:
        self._folder = TemporaryDirectory(prefix="numduel-web-")
        self._environ = environ or {}
        super().__init__(serving.command(str(database), *words), self._folder.name, preexec)

    def start(self) -> None:
        if self.url:
            self.client.close()
        with pytest.MonkeyPatch.context() as patch:
            for name, value in self._environ.items():
                patch.setenv(name, value)
            super().start()
        self.client = httpx.Client(base_url=self.url + API, timeout=TIMEOUT_S, trust_env=False)

    def end(self) -> None:
        if self.url:
            self.client.close()
        super().end()

    def __enter__(self) -> Served:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.end()
        self._folder.cleanup()

    def create(self, game: str, opponent: str = "friend", **more: Any) -> Seat:
        """Create a match; return the seat of its creator."""
        token = more.pop("token", None) or new_token()
        asked = {"game": game, "opponent": opponent, "token": token, **more}
        seat = Seat(self, token, "")
        answer = seat.client.post("/matches", json=asked)
        assert answer.status_code == 201, answer.text
        seat.take(answer.json())
        return seat


class Seat:
    """A client at a match: a player with a token, or a spectator without one."""

    def __init__(self, served: Served, token: str | None, id: str) -> None:
        self.served = served
        self.token = token
        self.id = id
        self.invite: str | None = None
        self.you: list[int] = []
        self.view: dict[str, Any] = {}

    @property
    def client(self) -> httpx.Client:
        return self.served.client

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def take(self, seen: dict[str, Any]) -> dict[str, Any]:
        self.you, self.view, self.id = seen["you"], seen["view"], seen["view"]["id"]
        self.invite = seen.get("invite", self.invite)
        return self.view

    def look(self) -> dict[str, Any]:
        """Load and return the current view."""
        answer = self.client.get(f"/matches/{self.id}", headers=self.headers)
        assert answer.status_code == 200, answer.text
        return self.take(answer.json())

    def send(self, do: str, move: str | None = None, seq: int | None = None) -> httpx.Response:
        """Send an action and return the response, accepted or not."""
        asked: dict[str, Any] = {"seq": self.view["seq"] if seq is None else seq, "do": do}
        if move is not None:
            asked["move"] = move
        return self.client.post(f"/matches/{self.id}/actions", json=asked, headers=self.headers)

    def does(self, do: str, move: str | None = None) -> dict[str, Any]:
        """Send an action for the current position; fail if it is refused."""
        self.look()
        answer = self.send(do, move)
        assert answer.status_code == 200, answer.text
        return self.take(answer.json())

    def refused(self, do: str, move: str | None = None, seq: int | None = None) -> str:
        """Send an action that must be refused; return the problem code."""
        answer = self.send(do, move, seq)
        assert answer.headers["content-type"] == "application/problem+json", answer.text
        problem = answer.json()
        assert problem["status"] == answer.status_code
        return str(problem["code"])

    def join(self, invite: str | None, name: str | None = None) -> httpx.Response:
        asked = {"invite": invite, "name": name, "token": self.token}
        return self.client.post(f"/matches/{self.id}/join", json=asked)

    @contextmanager
    def stream(self) -> Iterator[Iterator[dict[str, Any]]]:
        """Yield an iterator over the pushed views."""
        url = f"/matches/{self.id}/events"
        with self.client.stream("GET", url, headers=self.headers) as answer:
            assert answer.status_code == 200, answer.read()
            lines = answer.iter_lines()
            yield (json.loads(line[6:]) for line in lines if line.startswith("data: "))


def versus(served: Served, game: str, *, names: Sequence[str] = ("Ann", "Bob"), **more: Any) -> Any:
    """Start a match of two friends; return their seats, Player 1 first."""
    one = served.create(game, "friend", seat=1, name=names[0], **more)
    two = Seat(served, new_token(), one.id)
    answer = two.join(one.invite, names[1])
    assert answer.status_code == 200, answer.text
    two.take(answer.json())
    one.look()
    return one, two
