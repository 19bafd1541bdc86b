"""Real servers that are killed, stopped and restarted, on both databases."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from databases import Postgres
from playing import Person, people, until
from serving import served

from running import run_program

ODD_IDS = ("%00", "a%00b", "%ff", "%ed%a0%80", "a%2Fb", "%27--", "%0d%0a", "x" * 5000)
"""Invalid match ids."""

RESIGN = {"seq": 1, "do": "resign"}

TOOLS = Path(__file__).parents[2] / "tools"


async def make_move(who: list[Person], match: str, view: Any) -> Any:
    """Make the next move and return the view after it."""
    player = who[view["status"]["player"] - 1]
    move = view["status"]["moves"][0]
    return (await player.act(match, view["seq"], "move", move))["view"]


@pytest.mark.slow
def test_play_continues_after_a_kill_and_server_stops_with_open_streams(database: str) -> None:
    """The server must end the streams itself, or it would wait for them."""

    async def work() -> None:
        with served(database) as server:
            async with people(2, server.url, watching=1) as everyone:
                ann, ben, watcher = everyone
                for odd in ODD_IDS:
                    for path in ("", "/record", "/events", "/review", "/positions"):
                        answer = await ann.ask_once("GET", f"/matches/{odd}{path}")
                        assert answer.status_code == 404, (odd[:20], path)
                    answer = await ann.ask_once("POST", f"/matches/{odd}/actions", RESIGN)
                    assert answer.status_code == 404, odd[:20]
                made = await ann.create("run", seat=1)
                match = made["view"]["id"]
                view = (await ben.join(match, made["invite"]))["view"]
                tasks = [asyncio.create_task(one.follow(match)) for one in everyone]
                view = await make_move([ann, ben], match, view)
                await watcher.sees(view["seq"])
                helped = (await ann.create("sum", "here"))["view"]["id"]
                await ann.get(f"/matches/{helped}/hint")
                await asyncio.to_thread(server.kill)
                await asyncio.to_thread(server.start)
                record = await ann.ask("GET", f"/matches/{helped}/record")
                assert '[Help "hints=1"]' in record.text
                assert (await watcher.get(f"/matches/{match}"))["view"]["seq"] == view["seq"]
                view = await make_move([ann, ben], match, view)
                for one in everyone:
                    assert (await one.sees(view["seq"]))["view"]["plies"] == view["plies"]
                await asyncio.to_thread(server.stop)
                assert server.exit_status == 0
                for task in tasks:
                    task.cancel()

    asyncio.run(work())


def both_are_here(who: Person) -> bool:
    return all(player["here"] for player in who.seen[-1]["view"]["players"])


@pytest.mark.slow
def test_two_servers_share_a_database_and_one_can_fail(
    postgres_server: Postgres,
) -> None:
    database = postgres_server.new()

    async def work() -> None:
        with served(database) as one, served(database) as other:
            async with people(2, one.url, other.url, watching=2) as (ann, ben, *watchers):
                ben.turn()
                watchers[1].turn()
                made = await ann.create("sum", seat=1, name="Ann")
                match = made["view"]["id"]
                view = (await ben.join(match, made["invite"], name="Ben"))["view"]
                everyone = (ann, ben, *watchers)
                tasks = [asyncio.create_task(each.follow(match)) for each in everyone]
                for number in range(4):
                    if number == 2:  # its clients move to the other server
                        await asyncio.to_thread(one.kill)
                    view = await make_move([ann, ben], match, view)
                    for each in everyone:
                        assert (await each.sees(view["seq"]))["view"]["plies"] == view["plies"]
                    await until(lambda: all(both_are_here(each) for each in everyone))
                assert [each.repeated > 0 for each in everyone] == [True, False, True, False]
                for task in tasks:
                    task.cancel()

    asyncio.run(work())


@pytest.mark.slow
def test_actions_wait_for_a_missing_database(
    postgres_server: Postgres,
) -> None:
    database = postgres_server.new()

    async def work() -> None:
        with served(database) as server:
            async with people(2, server.url) as (ann, ben):
                made = await ann.create("sum", seat=1)
                match = made["view"]["id"]
                view = (await ben.join(match, made["invite"]))["view"]
                await asyncio.to_thread(postgres_server.stop)
                try:
                    body = {"seq": view["seq"], "do": "move", "move": "5"}
                    answer = await ann.ask_once("POST", f"/matches/{match}/actions", body)
                    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
                    assert answer.headers["retry-after"]
                    assert (await ann.ask_once("GET", "/matches/another")).status_code == 503
                finally:
                    await asyncio.to_thread(postgres_server.start)
                view = (await ann.act(match, view["seq"], "move", "5"))["view"]
                assert [ply["move"] for ply in view["plies"]] == ["5"]
                assert (await ann.act(match, view["seq"] - 1, "move", "5"))["view"] == view

    asyncio.run(work())


@pytest.mark.long
@pytest.mark.usefixtures("postgres_server")  # skips without PostgreSQL
def test_kills_neither_lose_nor_repeat_moves() -> None:
    path = os.pathsep.join([str(TOOLS), *sys.path])
    attacks = ("server kills", "database kills")
    command = [sys.executable, "-m", "torture", "--share", "0.0025", *attacks]
    ran = run_program(command, seconds=240, env={**os.environ, "PYTHONPATH": path})
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.count("2 tried      0 failed") == 2
