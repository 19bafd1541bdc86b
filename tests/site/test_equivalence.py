"""The server and the edition without one give the same answers to the same questions."""

from __future__ import annotations

import asyncio
import itertools
import json
import re
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from edition_support import Tab, open_tab
from node_edition import NodeEdition
from web_support import MORE_GAMES, Served, more_games, until

from duel_support import with_more_games
from numduel.games import find, offered
from numduel.play.players import CHARACTERS
from numduel.ratings.scale import scales
from numduel.web.routes import API_ROUTES, find_routes

API = "/api/v1"
EVENTS = f"{API}/matches/{{id}}/events"
TOKENS = {"ann": "a" * 43, "bob": "b" * 43}
DAYS = ("2026-11-16", "2026-11-17")
GAMES = [kind.id for kind in offered()]
MIN_QUESTIONS = 700

Reply = tuple[int, str, str]


class ServerAsker:
    """A real server."""

    def __init__(self, served: Served) -> None:
        self.ids: dict[str, str] = {}
        self._served = served

    def ask(self, method: str, address: str, body: object, token: str | None) -> Reply:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
        content = body if isinstance(body, str) else None if body is None else json.dumps(body)
        url = self._served.url + address
        answer = self._served.client.request(method, url, content=content, headers=headers)
        return answer.status_code, answer.headers["content-type"], answer.text


class EditionAsker:
    """The edition in a thread of this process."""

    def __init__(self) -> None:
        self.ids: dict[str, str] = {}
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self._opened = open_tab()
        self._tab: Tab = self._run(self._opened.__aenter__())

    def _run(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(120)

    def ask(self, method: str, address: str, body: object, token: str | None) -> Reply:
        reply: Reply = self._run(self._tab.ask(method, address, body, token))
        return reply

    def close(self) -> None:
        self._run(self._opened.__aexit__(None, None, None))
        self._run(self._loop.shutdown_default_executor())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class Comparison:
    """Asks two the same questions, and keeps what they answer differently."""

    def __init__(self, server: Any, edition: Any) -> None:
        self.askers = (server, edition)
        self.asked: list[tuple[str, str, int]] = []
        self.differences: list[str] = []

    def ask(
        self,
        method: str,
        address: str,
        body: object = None,
        who: str | None = None,
        save: str = "",
    ) -> Any:
        """Ask both; return the server's answer. `<name>` in an address is the match saved so."""
        server, edition = (
            self._ask_one(asker, method, address, body, who, save) for asker in self.askers
        )
        if server != edition:
            question = f"{method} {address} {body!r:.200}"
            self.differences.append(_describe(question, server, edition))
        status, _, text = server
        routes, _ = find_routes(re.sub("[<>]", "", address.partition("?")[0]))
        if method in routes:
            self.asked.append((method, routes[method].path, status))
        return text

    def _ask_one(
        self, asker: Any, method: str, address: str, body: object, who: str | None, save: str
    ) -> tuple[int, str, Any]:
        filled = re.sub("<(.+?)>", lambda found: asker.ids[found[1]], address)
        token = TOKENS.get(who) if who else None
        if isinstance(body, dict):
            body = {
                key: asker.ids[value[1:-1]] if re.fullmatch("<.+>", str(value)) else value
                for key, value in body.items()
            }
        status, kind, text = asker.ask(method, filled, body, token)
        data = json.loads(text) if "json" in kind else text
        if save and status < 300:
            asker.ids[save] = data["view"]["id"]
            if data.get("invite"):
                asker.ids[f"{save} invite"] = data["invite"]
            if "letter" in data["view"]:
                asker.ids[f"{save} letter"] = data["view"]["letter"]
        return status, kind, _normalise(data, {id: name for name, id in asker.ids.items()})

    def wait_for_turn(self, address: str, who: str) -> None:
        """Wait until the computer has moved at both."""
        for asker in self.askers:
            until(partial(self._has_turn, asker, address, who), "the computer's move")

    def _has_turn(self, asker: Any, address: str, who: str) -> bool:
        match = self._ask_one(asker, "GET", address, None, who, "")[2]
        return match["view"]["status"]["player"] in (*match["you"], None)


def _normalise(data: Any, names: dict[str, str], key: str = "") -> Any:
    """Replace what is random or depends on the clock: ids, secrets and times."""
    if key in ("commit", "salt", "url", "local", "invite", "letter") and data is not None:
        return f"({key})"
    if key == "ended" and isinstance(data, list):
        return [time is not None for time in data]
    if isinstance(data, dict):
        return {name: _normalise(value, names, name) for name, value in data.items()}
    if isinstance(data, list):
        return [_normalise(value, names) for value in data]
    return names.get(data, data) if isinstance(data, str) else data


def _describe(question: str, server: Any, edition: Any, at: str = "") -> str:
    """Return the first difference of two answers."""
    if isinstance(server, dict) and isinstance(edition, dict) and server.keys() == edition.keys():
        at, server, edition = next(
            (f"{at}.{k}", server[k], edition[k]) for k in server if server[k] != edition[k]
        )
        return _describe(question, server, edition, at)
    if isinstance(server, list | tuple) and len(server) == len(edition):
        pairs = zip(server, edition, strict=True)
        place, (one, two) = next((n, both) for n, both in enumerate(pairs) if both[0] != both[1])
        return _describe(question, one, two, f"{at}[{place}]")
    return f"{question}\n  at {at}\n  server  {server!r:.300}\n  edition {edition!r:.300}"


# ---- the questions


def ask_everything(both: Comparison) -> None:
    """Ask questions about every route, with answers and refusals."""
    for address in ("games", "about", "rules", "facts", "puzzles", "samples"):
        both.ask("GET", f"{API}/{address}")
    for game in GAMES:
        ask_about_game(both, game)
    for day in DAYS:
        ask_about_day(both, day)
    both.ask("POST", f"{API}/handicaps", {"game": "sum", "options": {"target": 20}})  # quick
    both.ask("POST", f"{API}/qr", {"text": "https://numduel.example/#join=abc"})
    ask_about_ratings(both)
    ask_about_exam(both)
    ask_about_friends(both)
    ask_about_letters(both)
    ask_refusals(both)
    ask_oddly(both)


def ask_about_game(both: Comparison, game: str) -> None:
    both.ask("GET", f"{API}/rules/{game}")
    both.ask("GET", f"/board.svg?game={game}&seed=3")
    for id in (game, f"{game}-strategy"):
        lesson = both.ask("GET", f"{API}/lessons/{id}")
        for step in range(len(lesson.get("steps", []))):
            for move in (None, "1", "nonsense"):
                both.ask("POST", f"{API}/lessons/{id}/answers", {"step": step, "move": move})
    for seed in (1, 2):
        puzzle = both.ask("GET", f"{API}/puzzles/practice?game={game}&seed={seed}")
        if "id" in puzzle:
            ask_about_puzzle(both, puzzle)
    ask_about_match(both, game)


def ask_about_puzzle(both: Comparison, puzzle: Any) -> None:
    reference = {"puzzle": puzzle["id"]}
    for move in (*puzzle["position"].get("moves", [])[:3], "1", "nonsense"):
        both.ask("POST", f"{API}/puzzles/tries", {**reference, "made": [], "move": move})
    for number in (0, 1):
        both.ask("POST", f"{API}/puzzles/helps", {**reference, "made": [], "number": number})
    both.ask("POST", f"{API}/puzzles/solutions", reference)


def ask_about_match(both: Comparison, game: str) -> None:
    """Play a game on one screen to a position, study it, end it and start again."""
    new = {"game": game, "opponent": "here", "seat": 1, "seed": 4, "name": "Ann"}
    here, match = f"{API}/matches/<{game}>", None
    match = both.ask("POST", f"{API}/matches", {**new, "token": TOKENS["ann"]}, save=game)
    for number in range(4):
        moves = match["view"]["status"]["moves"]
        if not moves:
            break
        action = {"seq": match["view"]["seq"], "do": "move", "move": moves[number % len(moves)]}
        match = both.ask("POST", f"{here}/actions", action, "ann")
    both.ask("GET", here)
    both.ask("GET", here, who="bob")
    both.ask("GET", f"{here}/record")
    for ply in ("", "?ply=0", "?ply=2", "?ply=99", "?round=2", "?ply=x"):
        both.ask("GET", f"{here}/positions{ply}", who="ann")
        both.ask("GET", f"{here}/analysis{ply}", who="ann")
    for step in (1, 2, 3, 4):
        both.ask("GET", f"{here}/hint?step={step}", who="ann")
    for move in ("", "?move=nonsense", "?ply=0&move=1"):
        both.ask("GET", f"{here}/why{move}", who="ann")
    if not find(game).hidden:  # hidden numbers are reshuffled
        branch = {"ply": 1, "opponent": "here", "seat": 2, "token": TOKENS["ann"]}
        both.ask("POST", f"{here}/branch", branch, save=f"{game} branch")
    view = match["view"]
    for do in ("stop", "takeback", "accept", "decline", "resign", "resign"):
        answer = both.ask("POST", f"{here}/actions", {"seq": view["seq"], "do": do}, "ann")
        view = answer.get("view", view)
    both.ask("GET", f"{here}/review", who="ann")
    both.ask("GET", f"{here}/result")
    record = both.ask("GET", f"{here}/record")
    both.ask("POST", f"{API}/records/review", {"record": record})
    opened = {"record": record, "ply": 1, "opponent": "here", "token": TOKENS["ann"], "seat": 1}
    if not find(game).hidden:
        both.ask("POST", f"{API}/records", opened, save=f"{game} record")
        both.ask("POST", f"{API}/preview", {"game": game, "board": match["view"]["game"]["board"]})
        board = match["view"]["game"]["board"] or ""
        both.ask("POST", f"{API}/explore", {"game": game, "board": board})
    if not find(game).has_visible_deal:
        both.ask("POST", f"{here}/actions", {"seq": view["seq"], "do": "rematch"}, "ann")


def ask_about_day(both: Comparison, day: str) -> None:
    ask_about_puzzle(both, both.ask("GET", f"{API}/puzzles/daily?day={day}"))
    both.ask("GET", f"{API}/daily/duel?day={day}")
    new = {"day": day, "name": "Ann", "token": TOKENS["ann"]}
    both.ask("POST", f"{API}/daily/duel", new, save=day)
    here = f"{API}/matches/<{day}>"
    match = play_moves(both, here)
    both.ask("GET", f"{here}/hint")
    both.ask("GET", f"{here}/result")
    both.ask("POST", f"{here}/actions", {"seq": match["view"]["seq"], "do": "resign"}, "ann")
    both.ask("GET", f"{here}/result")
    both.ask("GET", f"{here}/review", who="ann")


def play_moves(both: Comparison, here: str) -> Any:
    """Play two moves against the computer, whose replies are the same everywhere."""
    for _ in range(2):
        both.wait_for_turn(here, "ann")
        view = both.ask("GET", here, who="ann")["view"]
        if view["status"]["kind"] == "over":
            break
        action = {"seq": view["seq"], "do": "move", "move": view["status"]["moves"][0]}
        both.ask("POST", f"{here}/actions", action, "ann")
    both.wait_for_turn(here, "ann")
    return both.ask("GET", here, who="ann")


def ask_about_ratings(both: Comparison) -> None:
    line = "casual won 0=2/2 2=3/1.5"
    games = [{"line": f"{game} {line}", "at": 600 * n} for n in range(8) for game in GAMES]
    mixed = [
        {"line": f"{game} pip lost 0=3/{n % 4} 1=2/{n % 3} 2=4/{n % 5}.25", "at": 600 * n}
        for n in range(30)
        for game in GAMES
    ]
    wrong = [{"line": f"chess {line}", "at": 0}], [{"line": "maze", "at": 0}]
    for kept in ([], games, mixed, *wrong):
        both.ask("POST", f"{API}/ratings", {"games": kept})
    tries = [
        {"game": "maze", "finds": [5, 6, 9, 20, 27, 30], "is_solved": n % 2 == 0} for n in range(9)
    ]
    both.ask("POST", f"{API}/puzzles/ratings", {"tries": tries, "is_helped": True})
    for game in GAMES:
        both.ask("POST", f"{API}/puzzles/fitting", {"tries": tries, "game": game, "seed": 5})
    for opponent, game in zip(CHARACTERS, itertools.cycle(GAMES), strict=False):
        ask_about_character(both, opponent, game)


def ask_about_exam(both: Comparison) -> None:
    for size in ("25", "300", "0"):
        both.ask("GET", f"{API}/exam?size={size}")
    exam = both.ask("GET", f"{API}/exam")
    answers = {}
    for id in exam["parts"][0][::4]:
        question = both.ask("GET", f"{API}/exam/questions/{id}")
        answers[id] = question["position"]["status"]["moves"][-1]
    for name in ("Ann", "", "perfect"):
        both.ask("POST", f"{API}/exam/reports", {"answers": answers, "name": name})
    for wrong in ({}, {"maze-01": "9,9"}, {"maze-99": "1,1"}):
        both.ask("POST", f"{API}/exam/reports", {"answers": wrong})
    both.ask("GET", f"{API}/exam/questions/maze-99")


def ask_about_character(both: Comparison, opponent: str, game: str) -> None:
    options = scales()[game].options
    new = {"game": game, "options": options, "opponent": opponent, "seat": 1, "seed": 2}
    both.ask("POST", f"{API}/matches", {**new, "token": TOKENS["ann"]}, save=opponent)
    here = f"{API}/matches/<{opponent}>"  # its moves depend on the id, which is random
    both.ask("POST", f"{here}/actions", {"seq": 1, "do": "resign"}, "ann")
    both.ask("GET", f"{here}/review", who="ann")


def ask_about_friends(both: Comparison) -> None:
    new = {"game": "sum", "opponent": "friend", "seat": 1, "token": TOKENS["ann"]}
    both.ask("POST", f"{API}/matches", new, save="friends")
    here = f"{API}/matches/<friends>"
    both.ask("POST", f"{here}/actions", {"seq": 1, "do": "move", "move": "7"}, "ann")
    both.ask("POST", f"{here}/join", {"invite": "wrong", "token": TOKENS["bob"]})
    both.ask("POST", f"{here}/join", {"invite": "<friends invite>", "token": TOKENS["bob"]})
    for who, seq, do in (
        ("bob", 2, "move"),
        ("ann", 2, "move"),
        ("ann", 3, "takeback"),
        ("bob", 4, "decline"),
        ("bob", 5, "stop"),
        ("ann", 6, "stop"),
        ("ann", 7, "rematch"),
    ):
        action = {"seq": seq, "do": do, **({"move": "7"} if do == "move" else {})}
        both.ask("POST", f"{here}/actions", action, who)
    both.ask("GET", f"{here}/analysis", who="ann")


def ask_about_letters(both: Comparison) -> None:
    new = {"game": "sum", "opponent": "letter", "seat": 1, "seed": 1, "token": TOKENS["ann"]}
    both.ask("POST", f"{API}/matches", new, save="one")
    move = {"seq": 1, "do": "move", "move": "7"}
    both.ask("POST", f"{API}/matches/<one>/actions", move, "ann", save="one")
    letter = {"letter": "<one letter>", "token": TOKENS["bob"]}
    both.ask("POST", f"{API}/letters", letter, save="two")
    both.ask("POST", f"{API}/letters/position", {"letter": "<one letter>"})
    both.ask("POST", f"{API}/matches/<two>/actions", {"seq": 1, "do": "resign"}, "bob", save="two")
    for _ in range(2):
        both.ask("POST", f"{API}/matches/<one>/letters", {"letter": "<two letter>"}, "ann")
    both.ask("POST", f"{API}/matches/<one>/letters", {"letter": "nonsense"}, "ann")
    both.ask("POST", f"{API}/letters", {**letter, "letter": "nonsense"})


def ask_refusals(both: Comparison) -> None:
    """Ask every route for what it refuses."""
    for route in API_ROUTES:
        if route.path == EVENTS:
            continue
        known = route.path.replace("{game}", "sum").replace("{id}", "<sum>")
        both.ask("DELETE", known)
        both.ask(route.method, known + "?ply=-1&round=0&seed=x&day=never&step=9&grade=none", None)
        unknown = route.path.replace("{game}", "chess").replace("{id}", "unknown")
        if route.body or unknown != route.path:
            both.ask(route.method, unknown, {})
        if route.body:
            for body in ("", "[]", "{not json", '{"extra": 1}', '{"token": 5, "seq": "1"}'):
                both.ask(route.method, known, body)


ODD_PATHS = ("nothing", "games/", "games/maze", "Games", "rules/%6daze", "rules/%zz")
ODD_SEEDS = ("1&seed=2", "9" * 5000, "%zz", "%31", "3&&=&", "1+", "")
ODD_VALUES = (
    *("1e999", "NaN", "-0", "1.0", "9" * 5000, "true", "{}", "[1]"),
    *('"\\ud800"', '"\\u0000"', '"<b>"'),
)


def ask_oddly(both: Comparison) -> None:
    """Ask for other paths, and send unusual queries and bodies."""
    for path in ODD_PATHS:
        for method in ("GET", "POST", "PUT", "PATCH", "OPTIONS"):
            both.ask(method, f"{API}/{path}")
    for path in ("/api/v2/games", f"{API}/", API, "/board.svg?game=maze&seed=1&theme=dark"):
        both.ask("GET", path)
    for seed in ODD_SEEDS:
        both.ask("GET", f"{API}/puzzles/practice?game=sum&seed={seed}")
    new = {"game": "sum", "opponent": "here", "seat": 1, "token": TOKENS["ann"]}
    for key in (*new, "seed", "name", "options", "board"):
        rest = json.dumps({name: value for name, value in new.items() if name != key})[:-1]
        for value in ODD_VALUES:
            both.ask("POST", f"{API}/matches", f'{rest}, "{key}": {value}}}', save="odd")
    for body in ("[" * 60_000, '{"a":' * 10_000, " " * 70_000, '{"game": "sum", "game": "maze"}'):
        both.ask("POST", f"{API}/matches", body)
    for body in (
        "[" * 500 + "]" * 500,
        f'{{"record": "{"(" * 50_000}"}}',
        "\ufeff{}",
        "\0[",
        "[\0",
        "\0\0\0[",
    ):
        both.ask("POST", f"{API}/records/review", body)


# ---- the tests


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerAsker]:
    with Served(tmp_path / "matches.db") as served:
        yield ServerAsker(served)


def check(both: Comparison) -> None:
    ask_everything(both)
    assert not both.differences, "\n".join(
        [f"{len(both.differences)} of {len(both.asked)} answers differ:", *both.differences]
    )
    assert len(both.asked) >= MIN_QUESTIONS
    answered = {(method, path) for method, path, status in both.asked if status < 300}
    missing = {(route.method, route.path) for route in API_ROUTES} - answered
    assert missing == {("GET", EVENTS)}, "these routes have no question with an answer"


@pytest.mark.slow
def test_server_and_edition_agree(server: ServerAsker) -> None:
    edition = EditionAsker()
    try:
        check(Comparison(server, edition))
    finally:
        edition.close()


@pytest.mark.long
def test_games_that_are_added_agree_without_new_questions(tmp_path: Path) -> None:
    database, environ = tmp_path / "matches.db", more_games()
    with Served(database, environ=environ) as served, with_more_games():
        edition = EditionAsker()
        both = Comparison(ServerAsker(served), edition)
        try:
            for game in MORE_GAMES:
                ask_about_game(both, game)
        finally:
            edition.close()
    assert not both.differences, "\n".join(both.differences)
    assert len(both.asked) >= 20 * len(MORE_GAMES)


@pytest.mark.long
@pytest.mark.parametrize("is_pure", [False, True])
def test_server_and_webassembly_agree(server: ServerAsker, built_site: Path, is_pure: bool) -> None:
    """Ask with the compiled core, if the site has it, and without."""
    with NodeEdition(built_site, is_pure=is_pure) as edition:
        check(Comparison(server, edition))
