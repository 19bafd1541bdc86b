"""A server's database files under failing system calls: requests end, and the store recovers."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from torture.faults import Fault, Faults

from duel_support import needs
from numduel.web.store import Event, MatchSummary, StoreError
from numduel.web.store_sqlite import SqliteStore

PROGRAM = """
import asyncio
import json
import sys
from numduel.web.problems import problem_of
from numduel.web.store import Event, MatchSummary, SequenceConflict, StoreError
from numduel.web.store_sqlite import SqliteStore

async def main():
    store = SqliteStore(sys.argv[1])
    await store.open()
    for seq in (1, 2, 2, 3):
        print("ready", flush=True)
        input()
        try:
            async with asyncio.timeout(20):
                await store.append(Event("one", seq, 1.5, "{}"), MatchSummary(False, False))
            print("stored", flush=True)
        except SequenceConflict:
            print("stored before", flush=True)
        except StoreError as error:
            print(error, flush=True)
            print(json.loads(problem_of(error).body)["detail"], flush=True)
    print(len(await store.events("one")), flush=True)
    await store.close()

asyncio.run(main())
"""


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        (Fault("EACCES", ("stat",), 1), "the database's files can't be checked: Permission denied"),
        (Fault("EACCES", ("stat",), 4), "the database's files can't be checked: Permission denied"),
        (Fault("EIO", ("sync",), 1), "disk I/O error"),
        (Fault("ENOSPC", ("write",), 1, is_lasting=True), "database or disk is full"),
    ],
    ids=str,
)
def test_append_fails_with_its_cause_and_succeeds_again(
    tmp_path: Path, fault: Fault, why: str
) -> None:
    needs("cc")
    data = tmp_path / "data"
    data.mkdir()
    faults = Faults(str(tmp_path / "faults"), str(data))
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(data / "matches.db")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **faults.environment},
    ) as child:
        assert child.stdin
        assert child.stdout
        answers, detail = list[str](), ""
        for is_failing in (False, True, False, False):
            assert child.stdout.readline() == "ready\n"
            if is_failing:
                faults.arm(fault)
            print(file=child.stdin, flush=True)
            answers.append(child.stdout.readline())
            detail = child.stdout.readline() if is_failing else detail
            faults.disarm()
        first, failed, again, after = answers
        assert (first, failed, after) == ("stored\n", f"can't store anything: {why}\n", "stored\n")
        assert ("The disk of the database is full." in detail) is (fault.error == "ENOSPC")
        assert again in ("stored\n", "stored before\n")
        assert child.stdout.readline() == "3\n"
    assert child.returncode == 0


def test_error_of_pythons_module_ends_its_request_only(tmp_path: Path) -> None:
    """Such errors have no code of SQLite."""

    async def work() -> None:
        store = SqliteStore(str(tmp_path / "matches.db"))
        await store.open()
        unknown: Any = object()
        with pytest.raises(StoreError, match="can't store anything"):
            await store.append(Event("m", 1, 1.5, unknown), MatchSummary(False, False))
        await store.append(Event("m", 1, 1.5, "{}"), MatchSummary(False, False))
        await store.close()

    asyncio.run(asyncio.wait_for(work(), 60))
