"""A small part of `make torture`: attacks on saves, prompts, streams and matches, a few times.

Also how results add up, and the table of docs/trust.md.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from databases import small_disk
from torture.attacks import ATTACKS as ALL_ATTACKS
from torture.database_disks import NO_DISK_MESSAGE
from torture.page import PAGE, fill_in
from torture.tally import Piece, append_piece, next_seed, read_pieces

from duel_support import needs
from running import run_program

TOOLS = Path(__file__).parents[2] / "tools"
ATTACKS = (
    *("kills", "writers", "full disks", "damaged files", "inputs", "escapes", "streams"),
    *("actions", "foreign code", "save faults"),
)


def find_no_failure(share: float, *attacks: str, **environment: str) -> None:
    """Run a part of some attacks, which must all fail to break anything."""
    path = os.pathsep.join([str(TOOLS), *sys.path])
    command = [sys.executable, "-m", "torture", "--share", str(share), *attacks]
    ran = run_program(command, seconds=240, env={**os.environ, "PYTHONPATH": path, **environment})
    assert ran.returncode == 0, ran.stdout + ran.stderr
    lines = [line.split() for line in ran.stdout.splitlines()]
    assert len(lines) == len(attacks)
    assert all(line[-4:-2] == ["0", "failed"] for line in lines)


@pytest.mark.slow
def test_attacks_find_no_failure() -> None:
    needs("cc")
    find_no_failure(0.01, *ATTACKS)


@pytest.mark.long
def test_failing_calls_of_jobs_and_stores_lose_nothing() -> None:
    needs("cc")
    find_no_failure(0.02, "job faults", "store faults")


@pytest.mark.long
@pytest.mark.usefixtures("postgres_server")
def test_failing_connections_to_postgresql_lose_nothing() -> None:
    needs("cc")
    find_no_failure(0.05, "connection faults")


@pytest.mark.long
@pytest.mark.usefixtures("postgres_server")
def test_full_disks_of_postgresql_lose_nothing() -> None:
    with small_disk(1) as disk:
        if disk is None and os.environ.get("CI"):
            pytest.fail(NO_DISK_MESSAGE)
        if disk is None:
            pytest.skip(NO_DISK_MESSAGE)
    find_no_failure(0.02, "database disks")


@pytest.mark.long
def test_killed_browsers_and_changed_answers_break_nothing(built_site: Path) -> None:
    needs("chromium")
    find_no_failure(0.01, "browser kills", "sandbox", SITE=str(built_site))


def test_pieces_add_up_and_no_seed_counts_twice(tmp_path: Path) -> None:
    file = tmp_path / "tally.jsonl"
    assert next_seed("kills", read_pieces(file)) == 1
    for seed, failed in ((1, 0), (2, 1), (4, 0)):
        append_piece(Piece("kills", seed, 100, failed, f"2026-11-{10 + seed}"), file)
    append_piece(Piece("inputs", 3, 9_000, 0, "2026-11-18"), file)
    pieces = read_pieces(file)
    assert next_seed("kills", pieces) == 3
    page = fill_in(PAGE.read_text(encoding="utf-8"), pieces)
    rows = [line for line in page.splitlines() if "(`kills`)" in line or "(`inputs`)" in line]
    assert [row.split(" | ")[2:] for row in rows] == [
        ["300", "1", "2026-11-14 |"],
        ["9,000", "0", "2026-11-18 |"],
    ]


def test_table_of_attacks_is_current_and_every_piece_succeeded() -> None:
    pieces, page = read_pieces(), PAGE.read_text(encoding="utf-8")
    assert fill_in(page, pieces) == page, "docs/trust.md is out of date: run `make torture`"
    assert len({(piece.attack, piece.seed) for piece in pieces}) == len(pieces)
    assert {piece.attack for piece in pieces} <= {*ALL_ATTACKS}
    assert [piece for piece in pieces if piece.failed] == []
