"""Real servers that are killed, stopped and started again, over both databases."""

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

ODD = ("%00", "a%00b", "%ff", "%ed%a0%80", "a%2Fb", "%27--", "%0d%0a", "x" * 5000)
"""Ids as no match has them."""

RESIGNS = {"seq": 1, "do": "resign"}

TOOLS = Path(__file__).parents[2] / "tools"


async def moved(who: list[Person], match: str, view: Any) -> Any:
    """The view after the next move, whoever is to make it."""
    player = who[view["status"]["player"] - 1]
    move = view["status"]["moves"][0]
    return (await player.act(match, view["seq"], "move", move))["view"]


@pytest.mark.slow
def test_play_goes_on_after_a_kill_and_a_server_ends_with_streams_open(database: str) -> None:
    """Were the streams not to end by themselves, it would not end before they do."""

    async def work() -> None:
        with served(database) as server:
            async with people(2, server.url, watching=1) as everybody:
                ann, ben, watcher = everybody
                for odd in ODD:
                    for path in ("", "/record", "/events", "/review", "/positions"):
                        answer = await ann.ask_once("GET", f"/matches/{odd}{path}")
                        assert answer.status_code == 404, (odd[:20], path)
                    answer = await ann.ask_once("POST", f"/matches/{odd}/actions", RESIGNS)
                    assert answer.status_code == 404, odd[:20]
                made = await ann.create("run", seat=1)
                match = made["view"]["id"]
                view = (await ben.join(match, made["invite"]))["view"]
                tasks = [asyncio.create_task(one.follow(match)) for one in everybody]
                view = await moved([ann, ben], match, view)
                await watcher.sees(view["seq"])
                await asyncio.to_thread(server.kill)
                await asyncio.to_thread(server.start)
                assert (await watcher.get(f"/matches/{match}"))["view"]["seq"] == view["seq"]
                view = await moved([ann, ben], match, view)
                for one in everybody:
                    assert (await one.sees(view["seq"]))["view"]["plies"] == view["plies"]
                await asyncio.to_thread(server.stop)
                assert server.exit_status == 0
                for task in tasks:
                    task.cancel()

    asyncio.run(work())


def both_are_here(who: Person) -> bool:
    return all(player["here"] for player in who.seen[-1]["view"]["players"])


@pytest.mark.slow
def test_two_servers_share_a_database_and_play_goes_on_where_one_is_left(
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
                everybody = (ann, ben, *watchers)
                tasks = [asyncio.create_task(each.follow(match)) for each in everybody]
                for number in range(4):
                    if number == 2:  # whoever was at this one goes to the other by themselves
                        await asyncio.to_thread(one.kill)
                    view = await moved([ann, ben], match, view)
                    for each in everybody:
                        assert (await each.sees(view["seq"]))["view"]["plies"] == view["plies"]
                    await until(lambda: all(both_are_here(each) for each in everybody))
                assert [each.repeated > 0 for each in everybody] == [True, False, True, False]
                for task in tasks:
                    task.cancel()

    asyncio.run(work())


@pytest.mark.slow
def test_while_a_database_is_away_nothing_is_acknowledged_and_then_all_goes_on(
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
@pytest.mark.usefixtures("postgres_server")  # or this is left out
def test_a_small_share_of_the_kills_loses_and_doubles_nothing() -> None:
    path = os.pathsep.join([str(TOOLS), *sys.path])
    attacks = ("server kills", "database kills")
    command = [sys.executable, "-m", "torture", "--share", "0.007", *attacks]
    ran = run_program(command, seconds=240, env={**os.environ, "PYTHONPATH": path})
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.count("2 tried      0 failed") == 2
