"""Generate five years of daily puzzles and check what docs/boards.md promises.

    python tools/dailies.py [FIRST DAY] [DAYS]

Each puzzle has at least three moves, of which exactly one wins, in as many turns as its weekday
allows, and none repeats within a year. Each takes at most one second of CPU time. The exit status
is 1 if a promise is broken.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from datetime import date, timedelta

from numduel.budget import Budget
from numduel.daily.puzzle import TURNS_BY_WEEKDAY, VERSION, daily_puzzle
from numduel.engine.teaching.puzzles import MIN_MOVES, Puzzle

FIRST = "2026-01-01"
DAYS = 5 * 365 + 1
YEAR = 365
MAX_SECONDS = 1.0


def main(first: str = FIRST, days: str = str(DAYS)) -> int:
    """Generate the puzzles, check them and print figures."""
    begin = date.fromisoformat(first)
    last: dict[object, date] = {}
    problems: list[str] = []
    kinds: Counter[tuple[str, str]] = Counter()
    choices: Counter[int] = Counter()
    took: list[float] = []
    for number in range(int(days)):
        day = begin + timedelta(number)
        before = time.process_time()
        puzzle = daily_puzzle(day.isoformat(), Budget())
        took.append(time.process_time() - before)
        kinds[puzzle.game.id, puzzle.grade] += 1
        choices[len(puzzle.report.moves)] += 1
        problems += [f"{day}: {problem}" for problem in _problems(puzzle, day, took[-1], last)]
        last[_identity(puzzle)] = day
    print(f"version {VERSION}, {days} days from {first}")
    for (game, grade), count in sorted(kinds.items()):
        print(f"  {game} {grade}: {count}")
    print("moves to choose from:", *(f"{moves}: {choices[moves]}" for moves in sorted(choices)))
    took.sort()
    print(
        f"seconds each: {sum(took) / len(took):.3f} on average,"
        f" {took[len(took) * 99 // 100]:.3f} for 99 of 100, {took[-1]:.3f} at most"
    )
    print(*(problems or ["Every promise is kept."]), sep="\n")
    return 1 if problems else 0


def _problems(puzzle: Puzzle, day: date, took: float, last: dict[object, date]) -> list[str]:
    """Return the broken promises of a puzzle."""
    winning = [value for value in puzzle.report.moves.values() if value.outcome == "win"]
    before = last.get(_identity(puzzle), date.min)
    promises = {
        f"fewer than {MIN_MOVES} moves": len(puzzle.report.moves) >= MIN_MOVES,
        "not one move that wins": len(winning) == 1,
        f"won in {puzzle.turns} turns": puzzle.turns in TURNS_BY_WEEKDAY[day.weekday()],
        f"the same as on {before}": (day - before).days > YEAR,
        f"{took:.2f} seconds": took < MAX_SECONDS,
    }
    return [problem for problem, is_kept in promises.items() if not is_kept]


def _identity(puzzle: Puzzle) -> object:
    """Return a value that is equal for puzzles with the same game and key."""
    game = puzzle.game
    return game.id, repr(game.options), game.board, game.key(puzzle.state)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
