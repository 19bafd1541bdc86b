"""The edition without a server: requests, tabs, failures and the player's file."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from edition_support import BrokenDatabase, Tab, TabDatabase, Tabs, ThreadEngine, open_tab
from edition_support import write_message as message
from serving import new_token

from numduel.web.validation import MAX_DEPTH

API = "/api/v1"


async def create(tab: Tab, token: str, **more: Any) -> dict[str, Any]:
    asked = {"game": "sum", "opponent": "here", "seat": 1, "token": token, **more}
    status, _, text = await tab.ask("POST", f"{API}/matches", asked)
    assert status == 201, text
    view: dict[str, Any] = json.loads(text)["view"]
    return view


async def play(tab: Tab, token: str, id: str, seq: int, move: str) -> tuple[int, Any]:
    action = {"seq": seq, "do": "move", "move": move}
    status, _, text = await tab.ask("POST", f"{API}/matches/{id}/actions", action, token)
    return status, json.loads(text)


async def until(is_true: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not is_true():
            await asyncio.sleep(0.01)


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def test_stream_shows_moves_of_another_tab() -> None:
    async def work() -> None:
        shared, token = Tabs(), new_token()
        async with open_tab(TabDatabase(shared)) as one, open_tab(TabDatabase(shared)) as two:
            view = await create(one, token)
            seen: list[str] = []
            asked = message("GET", f"{API}/matches/{view['id']}/events", None, token)
            following = asyncio.create_task(two.edition.follow(7, asked, seen.append))
            await until(lambda: len(seen) == 1)
            status, answer = await play(one, token, view["id"], 1, "7")
            assert status == 200
            await until(lambda: '"seq":2,' in seen[-1])
            a, b, *_ = answer["view"]["status"]["moves"]
            # Both tabs move in the same position: one learns that it has changed.
            answers = await asyncio.gather(
                play(one, token, view["id"], 2, a), play(two, token, view["id"], 2, b)
            )
            assert sorted(status for status, _ in answers) == [200, 409]
            two.edition.abandon(7)
            assert await following == ""

    run(work())


def test_level_moves_once_although_two_tabs_watch() -> None:
    async def work() -> None:
        shared, token = Tabs(), new_token()
        async with open_tab(TabDatabase(shared)) as one, open_tab(TabDatabase(shared)) as two:
            view = await create(one, token, opponent="casual")
            id = view["id"]
            assert (await two.ask("GET", f"{API}/matches/{id}"))[0] == 200
            assert (await play(one, token, id, 1, "7"))[0] == 200
            await until(lambda: len(shared.rows[id]) == 3)
            _, _, text = await two.ask("GET", f"{API}/matches/{id}")
            assert json.loads(text)["view"]["seq"] == 3
            assert two.engine.tasks == 0

    run(work())


def test_new_tab_resumes_a_level() -> None:
    class DeadEngine(ThreadEngine):
        async def ready(self) -> None:
            await asyncio.Event().wait()

    async def work() -> None:
        shared, token = Tabs(), new_token()
        async with open_tab(TabDatabase(shared), DeadEngine()) as tab:
            view = await create(tab, token, opponent="casual", seat=2)
        assert len(shared.rows[view["id"]]) == 1
        async with open_tab(TabDatabase(shared)):
            await until(lambda: len(shared.rows[view["id"]]) == 2)

    run(work())


def test_problems_of_the_database_are_sentences() -> None:
    async def work() -> None:
        shared, token = Tabs(), new_token()
        async with open_tab(TabDatabase(shared)) as tab:
            view = await create(tab, token)
            shared.problem = "This browser has no space left."
            status, problem = await play(tab, token, view["id"], 1, "7")
            assert (status, problem["detail"]) == (503, "This browser has no space left.")
            asked = {"game": "sum", "opponent": "here", "token": token}
            status, kind, text = await tab.ask("POST", f"{API}/matches", asked)
            assert (status, kind) == (503, "application/problem+json")
            assert json.loads(text)["code"] == "unavailable"
            shared.problem = ""
            assert (await play(tab, token, view["id"], 1, "7"))[0] == 200
        async with open_tab(BrokenDatabase(shared)) as tab:
            status, _, text = await tab.ask("GET", f"{API}/matches/{view['id']}")
            assert status == 503
            assert "Reload the page" in json.loads(text)["detail"]

    run(work())


def test_addresses_outside_the_api_are_unknown() -> None:
    async def work() -> None:
        async with open_tab() as tab:
            for address in ("/", "/metrics", "/page/js/main.js", f"{API}/nothing"):
                assert (await tab.ask("GET", address))[0] == 404
            view = await create(tab, new_token())
            status, _, text = await tab.ask("GET", f"{API}/matches/{view['id']}/events")
            assert (status, json.loads(text)["code"]) == (422, "invalid")

    run(work())


def test_answers_are_never_compressed() -> None:
    async def work() -> None:
        async with open_tab() as tab:
            asked = json.loads(message("GET", f"{API}/games", None, None))
            asked["headers"] = {"Accept-Encoding": "gzip", "If-None-Match": "*"}
            status, _, text = json.loads(await tab.edition.ask(1, json.dumps(asked)))
            assert status == 200
            assert json.loads(text)["games"]

    run(work())


def test_requests_that_are_sent_again_happen_once() -> None:
    """The page sends a request again if the worker failed before it answered."""

    async def work() -> None:
        shared, token = Tabs(), new_token()
        new = {"game": "sum", "opponent": "casual", "seat": 1, "token": token}
        async with open_tab(TabDatabase(shared)) as tab:
            letter = (await create(tab, new_token(), opponent="letter"))["letter"]
            record = '[Game "sum"]\n\n1. 7\n'
            asked = {
                "matches": new,
                "letters": {"letter": letter, "token": token},
                "records": {"record": record, "opponent": "here", "token": token},
                "daily/duel": {"day": "2026-11-16", "token": token},
            }
        before = set(shared.rows)
        ids: dict[str, str] = {}
        for _ in ("the worker that fails", "the next worker"):
            async with open_tab(TabDatabase(shared)) as tab:
                for number, (path, body) in enumerate(asked.items()):
                    sent = json.loads(message("POST", f"{API}/{path}", body, token))
                    sent["key"] = f"key of {path}"
                    answer = json.loads(await tab.edition.ask(number, json.dumps(sent)))
                    assert answer[0] == 201, path
                    seen = json.loads(answer[2])
                    assert seen["you"], "the same seat"
                    assert ids.setdefault(path, seen["view"]["id"]) == seen["view"]["id"]
                status, _ = await play(tab, token, ids["matches"], 1, "7")
                assert status == 200
                await until(lambda: len(shared.rows[ids["matches"]]) == 3)
        assert set(shared.rows) - before == set(ids.values())
        assert len(shared.rows[ids["matches"]]) == 3, "one move, and one of the level"
        # Another request creates another match.
        async with open_tab(TabDatabase(shared)) as tab:
            assert (await create(tab, token))["id"] not in ids.values()

    run(work())


# ---- the player's file


def test_file_moves_matches_to_another_browser() -> None:
    async def work() -> None:
        here, there, token = Tabs(), Tabs(), new_token()
        async with open_tab(TabDatabase(here)) as one, open_tab(TabDatabase(there)) as two:
            views = [
                await create(one, token),
                await create(one, token, game="quest", opponent="casual"),
                await create(one, token, game="maze", opponent="casual", seat=2, name="Ann"),
                await create(one, token, game="sum", opponent="letter"),
            ]
            first = views[0]["id"]
            await play(one, token, first, 1, "7")
            for do in ("takeback", "stop", "rematch", "resign", "rematch"):
                seq = json.loads((await one.ask("GET", f"{API}/matches/{first}"))[2])["view"]["seq"]
                action = {"seq": seq, "do": do}
                address = f"{API}/matches/{first}/actions"
                assert (await one.ask("POST", address, action, token))[0] == 200, do
            assert (await one.ask("GET", f"{API}/matches/{first}/hint", None, token))[0] == 200
            await until(lambda: len(here.rows[views[2]["id"]]) == 2)
            _, exported = await one.manage("export")
            assert set(exported) == {view["id"] for view in views}
            assert await two.manage("import", exported) == (
                200,
                {"new": 4, "changed": 4, "refused": 0},
            )
            assert there.rows == here.rows
            assert there.summaries == here.summaries
            for view in views:
                address = f"{API}/matches/{view['id']}"
                assert await two.ask("GET", address, None, token) == await one.ask(
                    "GET", address, None, token
                )
            assert await two.manage("import", exported) == (
                200,
                {"new": 0, "changed": 0, "refused": 0},
            )

            # A longer match replaces a shorter one; of two different ones, the own one stays.
            assert (await play(one, token, first, 7, "7"))[0] == 200
            _, longer = await one.manage("export")
            assert await two.manage("import", longer) == (
                200,
                {"new": 0, "changed": 1, "refused": 0},
            )
            assert there.rows[first] == here.rows[first]
            _, _, text = await two.ask("GET", f"{API}/matches/{first}")
            assert json.loads(text)["view"]["seq"] == 8
            await one.manage("import", exported)
            assert len(here.rows[first]) == len(longer[first])

            assert await two.manage("delete", [first]) == (200, {"deleted": 1})
            assert (await two.ask("GET", f"{API}/matches/{first}"))[0] == 404
            assert await two.manage("delete", []) == (200, {"deleted": 0})
            assert len(there.rows) == 3
            assert await two.manage("delete-all") == (200, {"deleted": 3})
            assert not there.rows

    run(work())


def test_files_that_are_nested_too_deeply_are_refused() -> None:
    async def work() -> None:
        async with open_tab() as tab:
            for deep in (MAX_DEPTH, 900):
                nested: list[object] = []
                for _ in range(deep):
                    nested = [nested]
                status, answer = await tab.manage("import", {"match": nested})
                assert (status, answer["detail"]) == (422, "This file can't be read.")
            event = [[1.0, "[" * 50_000]]
            assert await tab.manage("import", {"match": event}) == (
                200,
                {"new": 0, "changed": 0, "refused": 1},
            )

    run(work())


def test_import_reports_full_storage() -> None:
    async def work() -> None:
        shared, token = Tabs(), new_token()
        async with open_tab(TabDatabase(shared)) as tab:
            view = await create(tab, token)
            _, exported = await tab.manage("export")
            await tab.manage("delete", [view["id"]])
            shared.problem = "This browser has no space left."
            status, problem = await tab.manage("import", exported)
            assert (status, problem["detail"]) == (503, "This browser has no space left.")

    run(work())


@pytest.mark.parametrize("do", ["export", "delete"])
def test_other_tabs_hear_of_deleted_matches(do: str) -> None:
    async def work() -> None:
        shared, token = Tabs(), new_token()
        async with open_tab(TabDatabase(shared)) as one, open_tab(TabDatabase(shared)) as two:
            view = await create(one, token)
            seen: list[str] = []
            asked = message("GET", f"{API}/matches/{view['id']}/events", None, token)
            following = asyncio.create_task(two.edition.follow(1, asked, seen.append))
            await until(lambda: bool(seen))
            await one.manage(do, [view["id"]])
            if do == "export":
                assert not following.done()
                two.edition.abandon(1)
            assert await following == ""

    run(work())
