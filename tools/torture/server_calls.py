"""Attacks on a server by failing system calls, at its database file and at its connections."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from databases import postgres
from serving import Served, command, new_token

from .faults import DATABASE_ERRORS, FILE_ERRORS, Fault, Faults, list_faults
from .system_calls import take_turns

__all__ = ["fail_connections", "fail_databases"]

MOVES = ("1", "3", "5")

MAX_TRIES = 5
"""Requests after a fault until one must succeed again."""

ATTEMPTS_PER_KILL = 25
"""Attempts after which the server is killed, and everything that it confirmed is looked up."""

STARTS_IN_HUNDRED = 20
"""Faults during a start, of every hundred faults: a start takes longer than requests."""

TIMEOUT_S = 20.0
"""Seconds within which a server must answer, with or without faults."""

NO_MATCH = "no match at this address"
"""The log's word that a match was not stored, after the line with the cause."""

GENERAL_WORDS = (
    *("disk I/O error", "database or disk is full", "unable to open database file"),
    *("database disk image is malformed", "attempt to write a readonly database"),
    *("the database doesn't answer", "database not reachable", "closed the connection"),
)
"""Words of SQLite and PostgreSQL's library, instead of the system's."""


def fail_databases(count: int, dice: random.Random, folder: str) -> Iterator[tuple[int, str]]:
    """Fail calls of a server on its SQLite files; confirmed moves must be there in the end."""
    data = os.path.join(folder, "data")
    os.makedirs(data)
    yield from _fail(count, dice, data, os.path.join(data, "matches.sqlite3"), FILE_ERRORS, folder)


def fail_connections(count: int, dice: random.Random, folder: str) -> Iterator[tuple[int, str]]:
    """Fail calls of a server on its connections to PostgreSQL."""
    with postgres(is_safe=False) as database:
        yield from _fail(count, dice, database.folder, database.new(), DATABASE_ERRORS, folder)


def _fail(
    count: int,
    dice: random.Random,
    data: str,
    database: str,
    errors: dict[str, tuple[str, ...]],
    folder: str,
) -> Iterator[tuple[int, str]]:
    faults = Faults(os.path.join(folder, "faults"), data)
    with _running(database, faults) as trial:
        faults.count()
        trial.restart()
        starts = [*list_faults(faults.calls, errors)]
        faults.count()
        trial.play()
        requests = [*list_faults(faults.calls, errors)]
        faults.disarm()
        n_starts = count * STARTS_IN_HUNDRED // 100
        planned = [
            *((trial.fail_start, fault) for fault in take_turns(n_starts, dice, starts)),
            *(
                (trial.fail_requests, fault)
                for fault in take_turns(count - n_starts, dice, requests)
            ),
        ]
        dice.shuffle(planned)
        for number, (attempt, fault) in enumerate(planned):
            found = attempt(fault) or ("" if number % ATTEMPTS_PER_KILL else trial.find_loss())
            yield 1, found and f"{fault} ({faults.failed}), {attempt.__name__}: {found}"
        yield 0, trial.find_loss()


@contextmanager
def _running(database: str, faults: Faults) -> Iterator[Trial]:
    environment = [f"{name}={value}" for name, value in faults.environment.items()]
    server = Served(["env", *environment, *command(database)], faults.scratch)
    try:
        server.start()
        with httpx.Client(timeout=TIMEOUT_S, trust_env=False) as http:
            yield Trial(server, faults, http)
    finally:
        server.end()


class Trial:
    """A server whose calls fail, and the matches that it has confirmed."""

    def __init__(self, server: Served, faults: Faults, http: httpx.Client) -> None:
        self._server, self._faults, self._http = server, faults, http
        self._confirmed: dict[str, list[str]] = {}
        """The moves of each match."""

    def restart(self) -> None:
        """Kill the server and start it."""
        self._server.kill()
        self._server.start()

    def play(self) -> str:
        """Create a match and play its moves; repeat what fails, without faults then.

        Return a complaint about an answer; empty if there is none.
        """
        new = {"game": "sum", "opponent": "here", "token": (token := new_token())}
        status, body = self._ask("POST", "/matches", new, token)
        if status != 201:
            return f"a new match: {status} {str(body)[:1500]}"
        id = body["view"]["id"]
        self._confirmed[id] = []
        for move in MOVES:
            sent = {"seq": body["view"]["seq"], "do": "move", "move": move}
            status, body = self._ask("POST", f"/matches/{id}/actions", sent, token)
            if status != 200:
                return f"a move: {status} {str(body)[:1500]}"
            self._confirmed[id].append(move)
        return ""

    def fail_requests(self, fault: Fault) -> str:
        """Play a match with a fault."""
        before = len(self._server.said)
        self._faults.arm(fault)
        found = self.play()
        self._faults.disarm()
        return found or self._find_bad_log(before, fault)

    def fail_start(self, fault: Fault) -> str:
        """Kill the server and start it with a fault; if it doesn't start, again without."""
        self._server.kill()
        before = len(self._server.said)
        self._faults.arm(fault)
        try:
            self._server.start()
        except RuntimeError:
            self._faults.disarm()
            refused = self._server.said[before:]
            self._server.start()
            if all(why not in refused for why in (fault.reason, *GENERAL_WORDS)):
                return f"the cause is missing: {refused}"
        self._faults.disarm()
        return self._find_bad_log(before, fault) or self.play()

    def find_loss(self) -> str:
        """Kill the server, and return what it has lost; empty if nothing is."""
        self._faults.disarm()
        self.restart()
        for id, moves in self._confirmed.items():
            status, body = self._ask("GET", f"/matches/{id}")
            stored = [ply["move"] for ply in body["view"]["plies"]] if status == 200 else status
            if stored != moves:
                return f"{moves} was confirmed, {stored} is stored"
        self._confirmed.clear()
        return ""

    def _ask(self, method: str, path: str, body: object = None, token: str = "") -> tuple[int, Any]:
        for _ in range(MAX_TRIES):
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            url = f"{self._server.url}/api/v1{path}"
            try:
                answer = self._http.request(method, url, json=body, headers=headers)
            except httpx.TransportError as error:
                return 0, {"error": f"{error!r}: {self._server.said[-1000:]}"}
            if answer.status_code != 503:
                break
            self._faults.disarm()
        return answer.status_code, answer.json()

    def _find_bad_log(self, before: int, fault: Fault) -> str:
        """Return the lines of the log since then if they have no cause, or a traceback."""
        said = self._server.said[before:]
        if "Traceback" in said:
            return said[-1500:]
        problems = [line for line in said.splitlines() if "WARNING" in line or "ERROR" in line]
        problems = [line for line in problems if NO_MATCH not in line]
        unnamed = [
            one for one in problems if all(why not in one for why in (fault.reason, *GENERAL_WORDS))
        ]
        return f"the cause is missing: {unnamed}" if unnamed else ""
