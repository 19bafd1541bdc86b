"""Measure how often the interval of a person's rating contains the person's measured strength.

    python tools/rating_coverage.py [--boards N]

The persons are simulated: each of our opponents plays as one, 20 games against the others, on
boards that the scale wasn't measured on. Write the tables of docs/ratings.md. The matches are saved
in build/coverage: you can stop the tool, and the next run resumes.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from measure_scale import arena_command, decisions_by_player, play

from numduel.games import find
from numduel.intervals import Measure
from numduel.play.players import CHARACTERS, LEVELS
from numduel.ratings.decisions import Decisions
from numduel.ratings.estimate import estimate
from numduel.ratings.scale import Scale, scales
from numduel.views.opponent_text import format_rating
from numduel.views.rating_text import name_opponent

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "ratings.md"
FOLDER = ROOT / "build" / "coverage"
GAMES_PER_PERSON = 20
BOARDS = 30
SEED = 28
"""Not the seed of the scale: the boards differ."""


class Row(NamedTuple):
    """The persons of one strength in one game."""

    game: str
    player: str
    rating: Measure
    persons: int
    covered: int
    mean: float
    width: float


def persons(games: list[Decisions], seed: str) -> Iterator[list[Decisions]]:
    """Yield groups of games, shuffled, as the games of one person each."""
    Random(seed).shuffle(games)
    for at in range(0, len(games) - GAMES_PER_PERSON + 1, GAMES_PER_PERSON):
        yield games[at : at + GAMES_PER_PERSON]


def measure(scale: Scale, boards: int) -> list[Row]:
    """Play a tournament of a game, or resume it, and return the rows of the game."""
    file = FOLDER / f"{scale.game}.jsonl"
    play(arena_command(scale.game, boards, SEED, file))
    decisions = decisions_by_player(file.read_text(encoding="utf-8").splitlines())
    rows = []
    for name, (rating, _, _) in scale.opponents.items():
        found = [
            one
            for games in persons(decisions[name], f"{scale.game} {name}")
            if (one := estimate(scale, games)) is not None
        ]
        inside = sum(one.interval[0] <= rating.value <= one.interval[1] for one in found)
        mean = sum(one.value for one in found) / len(found)
        width = sum(one.interval[1] - one.interval[0] for one in found) / len(found)
        rows.append(Row(scale.game, name, rating, len(found), inside, mean, width))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=BOARDS)
    boards = parser.parse_args().boards
    FOLDER.mkdir(parents=True, exist_ok=True)
    lines = []
    for scale in scales().values():
        rows = measure(scale, boards)
        lines += [f"## {find(scale.game).title}", "", *format_table(rows), ""]
        print("\n".join(lines[-len(rows) - 7 :]), flush=True)
    text = PAGE.read_text(encoding="utf-8")
    kept = text.partition("## Does it work?")
    about = kept[2].partition("\n## ")[0].rstrip()
    PAGE.write_text(f"{kept[0]}{kept[1]}{about}\n\n" + "\n".join(lines), encoding="utf-8")


def format_table(rows: list[Row]) -> Iterator[str]:
    """Yield the lines of a table in Markdown, with the levels and the characters in total."""
    yield "| player | measured rating | persons | rating in the interval | mean estimate | width |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    for row in rows:
        figures = f"{row.persons} | {row.covered / row.persons:.0%}"
        player = f"{name_opponent(row.player)} | {format_rating(row.rating)}"
        yield f"| {player} | {figures} | {row.mean:.0f} | {row.width:.0f} |"
    for title, names in {"All levels": LEVELS, "All characters": CHARACTERS}.items():
        some = [row for row in rows if row.player in names]
        persons, covered = sum(row.persons for row in some), sum(row.covered for row in some)
        width = sum(row.width * row.persons for row in some) / persons
        yield f"| **{title}** | | {persons} | {covered / persons:.0%} | | {width:.0f} |"


if __name__ == "__main__":
    main()
