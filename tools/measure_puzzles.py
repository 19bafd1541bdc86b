"""Measure a sample of puzzles: how often each level finds the winning move.

    python tools/measure_puzzles.py           measure the sample, and write it and the tables
    python tools/measure_puzzles.py --tables  write only the tables, from the measured sample

Write tests/fixtures/puzzle_sample.jsonl and two tables in docs/boards.md. Points follow from
src/numduel/ratings/scale.json: write the tables again after measuring a new scale.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

from numduel.budget import Budget
from numduel.dice import Dice
from numduel.engine.teaching.puzzles import GRADES, find_puzzle, with_puzzles
from numduel.errors import capitalise
from numduel.games import built_in, find
from numduel.play import players
from numduel.play.players import RANDOM
from numduel.ratings.puzzle_difficulty import TRIES, Difficulty, measure
from numduel.ratings.puzzle_rating import PuzzleRating, rate_tries
from numduel.ratings.scale import REFERENCES, scales
from numduel.storage.practice import PuzzleTry
from numduel.views.rating_text import format_short

ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "tests" / "fixtures" / "puzzle_sample.jsonl"
PAGE = ROOT / "docs" / "boards.md"

PUZZLES = 40
"""Puzzles of each game and grade, with the seeds from 0."""

SOLVED_PER_GRADE = 16
"""Puzzles of each grade that a simulated solver tries."""


class Measured(NamedTuple):
    """A puzzle of the sample."""

    game: str
    grade: str
    seed: int
    finds: tuple[int, ...]


def measure_sample() -> Iterator[Measured]:
    """Measure puzzles of every game and grade."""
    for kind in with_puzzles(built_in()):
        for grade in GRADES:
            for seed in range(PUZZLES):
                yield measure_one(kind.id, grade, seed)


def measure_one(game: str, grade: str, seed: int) -> Measured:
    """Measure one puzzle of the sample."""
    puzzle = find_puzzle(find(game), {}, Dice(seed), Budget(), grade)
    return Measured(game, grade, seed, measure(puzzle).finds)


def load_sample() -> list[Measured]:
    """Return the measured sample."""
    lines = SAMPLE.read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return [Measured(game, grade, seed, tuple(finds)) for game, grade, seed, finds in rows]


def make_table(sample: list[Measured]) -> str:
    """Return the shares of each level and the difficulties, by game and grade."""
    head = ["game", "grade", *map(_name, REFERENCES), "difficulty"]
    lines = [_row(head), _row(["---", "---", *["---:"] * (len(head) - 2)])]
    groups: dict[tuple[str, str], list[Measured]] = {}
    for one in sample:
        groups.setdefault((one.game, one.grade), []).append(one)
    for (game, grade), group in groups.items():
        shares = [
            sum(column) / TRIES / len(group)
            for column in zip(*(g.finds for g in group), strict=True)
        ]
        points = [Difficulty(one.finds, scales()[game]).rating or 0 for one in group]
        low, _, high = quantiles(points, n=4)
        about = f"{median(points):.0f} ({low:.0f}–{high:.0f})"
        lines.append(_row([find(game).title, grade, *(f"{share:.0%}" for share in shares), about]))
    return "\n".join(lines)


def simulate(game: str, opponent: str, seed: int = 1) -> tuple[PuzzleRating, float]:
    """Return the puzzle rating of an opponent that solves puzzles as a person, and its rating."""
    dice, tries = Dice.derived(seed, f"{game} {opponent}"), list[PuzzleTry]()
    for grade in GRADES:
        for number in range(SOLVED_PER_GRADE):
            puzzle = find_puzzle(find(game), {}, Dice(number), Budget(), grade)
            solver = players.seat(opponent, Dice(dice.below(2**32)))
            assert solver is not None
            solver.begin(puzzle.game, puzzle.report.player)
            move = solver.choose(puzzle.state, tuple(puzzle.report.moves), Budget())
            is_solved = move in puzzle.winning_moves
            tries.append(PuzzleTry(str(len(tries)), is_solved, measure(puzzle).finds))
    rating = rate_tries(game, tries)
    assert rating is not None
    return rating, scales()[game].opponents[opponent].rating.value


def make_solvers_table() -> str:
    """Return the puzzle ratings of simulated solvers, next to their ratings from games."""
    games = [kind.id for kind in with_puzzles(built_in())]
    lines = [_row(["solver", *(find(game).title for game in games)])]
    lines.append(_row(["---", *["---:"] * len(games)]))
    for name in REFERENCES:
        cells = []
        for game in games:
            rating, measured = simulate(game, name)
            cells.append(f"{format_short(rating.value, rating.interval)}, games: {measured:.0f}")
        lines.append(_row([_name(name), *cells]))
    return "\n".join(lines)


def _name(opponent: str) -> str:
    return "Random moves" if opponent == RANDOM else capitalise(opponent)


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", action="store_true", help="write only the tables")
    if not parser.parse_args().tables:
        lines = [json.dumps(one) for one in measure_sample()]
        SAMPLE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    text = PAGE.read_text(encoding="utf-8")
    tables = {"puzzles": make_table(load_sample()), "solvers": make_solvers_table()}
    for name, table in tables.items():
        begin, end = (f"<!-- measure_puzzles.py: {name} {edge} -->" for edge in ("begin", "end"))
        before, after = text.split(begin)[0], text.split(end)[1]
        text = f"{before}{begin}\n\n{table}\n\n{end}{after}"
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
