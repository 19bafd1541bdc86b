"""The bulk census of race boards, compared with single boards and other partitions."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import pytest

import numduel
from duel_support import ENGINE, needs_core
from numduel import SetupError
from numduel.dice import Dice
from numduel.engine.studying.census import Census, solve_start
from numduel.games.number_maze_race import find_landings
from numduel.grid import write_rows
from running import run_program

Tally = Counter[tuple[str, int | None]]

CORE = needs_core()


def count_all(size: int, highest: int) -> Tally:
    census = CORE.RaceCensus(size, highest)
    tally: Tally = Counter()
    for numbers in census.pieces:
        tally.update(census.count(numbers))
    return tally


# ---- an independent solver


def jumps(size: int, highest: int) -> list[list[list[int]]]:
    """Return where each number leads from each cell."""
    return [
        [[]] + [_jumps(size, cell, n) for n in range(1, highest + 1)] for cell in range(size**2)
    ]


def _jumps(size: int, cell: int, number: int) -> list[int]:
    row, column = divmod(cell, size)
    places = [
        (row + i * number, column + j * number) for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))
    ]
    return [r * size + c for r, c in places if r in range(size) and c in range(size)]


def end(leads: Sequence[Sequence[int]]) -> tuple[str, int | None]:
    """Return the outcome of a race for Player 1, by iterating over turns."""
    corners = 0, len(leads) - 1
    start = corners[0], corners[1], 0
    after: dict[tuple[int, int, int], list[tuple[int, int, int]]] = {}
    found: dict[tuple[int, int, int], tuple[bool, int]] = {}
    ahead = [start]
    while ahead:  # reachable positions: (mover's cell, opponent's cell, mover)
        state = mine, theirs, player = ahead.pop()
        if state in after:
            continue
        is_over = theirs == corners[player]
        after[state] = [(theirs, c, 1 - player) for c in leads[mine] if c != theirs and not is_over]
        ahead += after[state]
    for turns in range(2 * len(after) + 1):
        newly = {}
        for state, next_ones in after.items():
            if state not in found:
                known = [found.get(one) for one in next_ones]
                if any(value is not None and not value[0] for value in known):
                    newly[state] = (True, turns)
                elif all(value is not None and value[0] for value in known):
                    newly[state] = (False, turns)
        if start in newly:
            return "win" if newly[start][0] else "loss", turns
        found |= newly
        if not newly and turns > 0:
            break
    return "endless", None


def count_one_by_one(size: int, highest: int) -> Tally:
    leads = jumps(size, highest)
    tally: Tally = Counter()
    for board in product(range(1, highest + 1), repeat=size**2):
        tally[end([leads[cell][number] for cell, number in enumerate(board)])] += 1
    return tally


@pytest.mark.slow
def test_small_boards_agree_with_an_independent_solver() -> None:
    for size, highest in ((2, 2), (2, 3), (2, 5), (3, 2), (3, 3)):
        assert count_all(size, highest) == count_one_by_one(size, highest), (size, highest)


# ---- boards of the standard size


def same_targets(size: int, highest: int, cell: int, number: int) -> int:
    """Count the numbers that lead from a cell to the same cells as this one."""
    here = find_landings(size, cell, number)
    return sum(find_landings(size, cell, other) == here for other in range(1, highest + 1))


def by_engine(slices: Iterable[Sequence[int]], highest: int) -> Tally:
    """Count the boards of these slices, each solved on its own."""
    tally: Tally = Counter()
    for numbers in slices:
        weight = prod(same_targets(4, highest, c, n) for c, n in enumerate(numbers) if n)
        choices = [range(1, highest + 1) if n == 0 else (n,) for n in numbers]
        for board in product(*choices):
            game = numduel.new("race", board=write_rows(board, 4), highest=highest)
            value = solve_start(ENGINE, game)
            tally[value.outcome, value.turns] += weight
    return tally


def random_slice(dice: Dice, highest: int, is_open: Iterable[int]) -> tuple[int, ...]:
    """Return numbers on all cells but these; players can leave the starts."""
    numbers = [1 + dice.below(highest) for _ in range(16)]
    numbers[0], numbers[15] = 1 + dice.below(3), 1 + dice.below(3)
    for cell in is_open:
        numbers[cell] = 0
    return tuple(numbers)


def test_slices_of_standard_boards_agree_with_the_engine() -> None:
    """Three cells hold every number, on a board and on its rotation by 180 degrees."""
    dice, census = Dice(5), CORE.RaceCensus(4, 4)
    seen: Tally = Counter()
    for _ in range(8):
        numbers = random_slice(dice, 4, dice.shuffled(range(1, 15))[:3])
        tally = census.count(numbers)
        assert tally == by_engine((numbers, numbers[::-1]), 4), numbers
        seen.update(tally)
    assert {outcome for outcome, _ in seen} == {"win", "loss", "endless"}


def test_symmetric_boards_count_once() -> None:
    census = CORE.RaceCensus(4, 4)
    for numbers in (
        (1, 2, 0, 1, 3, 1, 2, 1, 1, 2, 1, 3, 1, 0, 2, 1),
        (2, *[1] * 6, 0, 0, *[1] * 6, 2),
    ):
        assert census.count(numbers) == by_engine((numbers,), 4)


def test_choice_of_parallel_cells_does_not_change_the_count() -> None:
    dice = Dice(8)
    line = (0, 5, 10, 15)
    for highest, count in ((4, 7), (15, 6)):
        ways = [CORE.RaceCensus(4, highest, cells) for cells in TOGETHER]
        for numbers in (
            random_slice(dice, highest, dice.shuffled(range(1, 15))[:count]),
            tuple(1 if c in (*line, 1, 2, 4, 8) else 0 for c in range(16)),
        ):
            first, *others = [way.count(numbers) for way in ways]
            assert all(other == first for other in others), numbers


TOGETHER = (None, (5, 6, 9, 10), (2, 7, 8, 13), (3, 12), (7, 9), ())


# ---- limits


def test_number_of_boards_is_limited_to_a_word() -> None:
    for size, highest in ((2, 99), (3, 99), (4, 15)):
        census = CORE.RaceCensus(size, highest)
        assert census.boards == highest**size**2 < 2**64
        pieces = census.pieces if size < 4 else [p for p in census.pieces if 4 in (p[0], p[15])]
        for numbers in pieces:
            images = {numbers, numbers[::-1]}
            expected = sum(in_slice(size, highest, image) for image in images)
            assert sum(census.count(numbers).values()) == expected
    assert sum(count_all(3, 99).values()) == 99**9
    for size, highest in ((4, 16), (5, 4), (1, 4), (3, 140)):
        with pytest.raises(ValueError, match="too many boards"):
            CORE.RaceCensus(size, highest)


def in_slice(size: int, highest: int, numbers: Sequence[int]) -> int:
    """Count the boards that lead where these numbers lead."""
    return prod(same_targets(size, highest, c, n) if n else highest for c, n in enumerate(numbers))


def test_invalid_slices_are_refused() -> None:
    census = CORE.RaceCensus(3, 3)
    for numbers in ((), (1,) * 8, (0,) * 9, (1, *[0] * 8), (1, 9, *[0] * 6, 1), (1, -1, *[1] * 7)):
        with pytest.raises(ValueError, match="number"):
            census.count(numbers)
    with pytest.raises(ValueError, match="combinations"):
        CORE.RaceCensus(4, 4, range(1, 15))
    for together in ([9], [-1], [2**40]):
        with pytest.raises(ValueError, match="from 0 to 8"):
            CORE.RaceCensus(3, 3, together)
    with pytest.raises(TypeError):
        CORE.RaceCensus.__new__(CORE.RaceCensus)


# ---- the census


@pytest.mark.parametrize(
    ("id", "given", "more", "how"),
    [
        ("race", (), {}, "all"),
        ("race", (("size", 3), ("highest", 99)), {}, "all"),
        ("race", (("highest", 16),), {}, "sample"),
        ("race", (("size", 5),), {}, "sample"),
        ("race", (), {"boards": 10}, "sample"),
        ("race", (), {"positions": 100}, "sample"),
        ("race", (("highest", 1),), {}, "options"),
        ("run", (), {}, "sample"),
        ("maze", (), {}, "all"),
    ],
)
def test_only_complete_race_census_is_in_bulk(
    id: str, given: tuple[tuple[str, object], ...], more: dict[str, Any], how: str
) -> None:
    census = Census(id, given, **more).in_bulk()
    assert census.how == how
    assert census.is_bulk == (id == "race" and how == "all")


def test_bulk_census_agrees_with_single_boards() -> None:
    one_by_one = Census("race", (("size", 2), ("highest", 9)))
    at_once = one_by_one.in_bulk()
    assert at_once.is_bulk
    assert at_once.solved == one_by_one.solved == 9**4
    both = [census.solve(ENGINE, 0, census.size).as_data() for census in (one_by_one, at_once)]
    assert both[0] == both[1]


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "numduel", "census", "race", "--pairs", "0", *words]


def environment(home: Path, **more: str) -> dict[str, str]:
    return {**os.environ, "NUMDUEL_HOME": str(home), **more}


def test_number_of_processes_does_not_change_the_output(tmp_path: Path) -> None:
    outputs = {
        run_program(
            command("--size", "3", "--json", "--jobs", jobs), env=environment(tmp_path)
        ).stdout
        for jobs in ("1", "3")
    }
    assert len(outputs) == 1
    data = json.loads(outputs.pop())
    assert (data["how"], data["solved"], data["boards"]) == ("all", 4**9, 4**9)


def test_census_without_the_core_reports_a_sample(tmp_path: Path) -> None:
    ran = run_program(command("--jobs", "1"), env=environment(tmp_path, NUMDUEL_PURE="1"))
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("Number Maze Race: a sample of 1,000 boards (seeds 0 to 999)")


@pytest.mark.slow
def test_core_does_not_change_the_output(tmp_path: Path) -> None:
    outputs = []
    for pure in ("0", "1"):
        plot = tmp_path / f"{pure}.svg"
        words = ("--size", "2", "--json", "--jobs", "1", "--plot", str(plot))
        ran = run_program(command(*words), env=environment(tmp_path, NUMDUEL_PURE=pure))
        outputs.append((ran.stdout, plot.read_bytes()))
    assert outputs[0] == outputs[1]


def test_worker_without_the_core_reports_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    census = Census("race", (("size", 2), ("highest", 7))).in_bulk()
    monkeypatch.setattr("numduel.engine.studying.census._compiled_census", lambda census: None)
    with pytest.raises(SetupError, match="needs the compiled core, which isn't available"):
        census.solve(ENGINE, 0, 1)


@pytest.mark.slow
def test_stopped_census_resumes(tmp_path: Path) -> None:
    """All boards of the standard size take too long for a test, so it is stopped twice."""
    for words in ("Stopped. ", "Resuming: "):
        kept = next(tmp_path.glob("census/*.json"), None)
        before = kept.stat().st_mtime_ns if kept else 0
        with subprocess.Popen(
            command("--jobs", "1"), env=environment(tmp_path), stderr=subprocess.PIPE, text=True
        ) as started:
            while started.poll() is None and _saved_at(tmp_path) <= before:
                time.sleep(0.01)
            started.send_signal(signal.SIGINT)
            _, output = started.communicate(timeout=60)
        assert started.returncode == 130
        assert output.startswith(words)
        assert "Run the same command to continue." in output


def _saved_at(home: Path) -> int:
    return max((path.stat().st_mtime_ns for path in home.glob("census/*.json")), default=0)
