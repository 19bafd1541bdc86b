"""Measure the scale of ratings: a tournament of all computer opponents, and their decisions.

    python tools/measure_scale.py [--boards N] [--games maze,sum] [--docs]

Write src/numduel/ratings/scale.json, and from it the tables and faces of docs/opponents.md; with
--games, only these games; with --docs, only the page. The tournaments are `numduel arena` with the
options below, saved in build/scale: you can stop the tool, and the next run resumes. Delete that
folder after a change of the players.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from pathlib import Path
from typing import Any

from measure_styles import write_between

from numduel.arena.lines import from_json
from numduel.arena.standings import standings
from numduel.arena.tournament import POSITIONS
from numduel.budget import Budget
from numduel.core import Player
from numduel.engine import Engine
from numduel.engine.opponents.characters import CHARACTERS as STYLES
from numduel.engine.teaching.review import evaluate
from numduel.games import find
from numduel.play.players import CHARACTERS, LEVELS, RANDOM, default_name
from numduel.ratings.decisions import Decisions, add_up, count_decisions
from numduel.ratings.scale import ANCHOR, ANCHOR_RATING, scales
from numduel.render.face import face_svg
from numduel.storage.record import loads
from numduel.views.opponent_text import describe_opponent, find_rating, format_rating, rated_rules

ROOT = Path(__file__).parents[1]
FILE = ROOT / "src" / "numduel" / "ratings" / "scale.json"
FOLDER = ROOT / "build" / "scale"
PAGE = ROOT / "docs" / "opponents.md"
FACES = ROOT / "docs" / "pictures" / "faces"
START, END = "<!-- written by tools/measure_scale.py -->\n", "<!-- end -->\n"

PLAYERS = (RANDOM, *LEVELS, *CHARACTERS)
GAMES: dict[str, dict[str, Any]] = {
    "maze": {},
    "sum": {},
    "run": {},
    "quest": {"stand": True},
    "race": {},
}
"""The games with a scale, and their options; without `stand` Number Quest is luck."""

BOARDS = 120
SEED = 27
MATCHES_IN_PIECE = 300
"""Matches that a process evaluates at once."""


def arena_command(game: str, boards: int, seed: int, out: Path) -> list[str]:
    """Return the command that plays the tournament of a game."""
    flags = [f"--{name}" for name, value in GAMES[game].items() if value is True]
    players = ",".join(PLAYERS)
    words = ["arena", "--players", players, "--games", game, "--boards", str(boards)]
    return [*words, "--seed", str(seed), *flags, "--out", os.path.relpath(out, ROOT)]


def play(command: list[str]) -> None:
    """Run a command of numduel; what it prints is progress."""
    subprocess.run([sys.executable, "-m", "numduel", *command], cwd=ROOT, check=True, stdout=2)


def find_decisions(texts: list[str]) -> list[tuple[str, Decisions]]:
    """Return the decisions of both sides of some matches, each with the name of the player."""
    engine, found = Engine(), list[tuple[str, Decisions]]()
    for text in texts:
        line = from_json(json.loads(text))
        plies = evaluate(engine, loads(line.record), Budget(positions=POSITIONS))
        for player, name in zip(Player, line.players, strict=True):
            found.append((name, count_decisions(plies, player)))
    return found


def decisions_by_player(texts: list[str]) -> dict[str, list[Decisions]]:
    """Return the decisions of each player, match by match, computed in several processes."""
    found: dict[str, list[Decisions]] = {name: [] for name in PLAYERS}
    pieces = [texts[at : at + MATCHES_IN_PIECE] for at in range(0, len(texts), MATCHES_IN_PIECE)]
    with ProcessPoolExecutor() as pool:
        for name, decisions in chain.from_iterable(pool.map(find_decisions, pieces)):
            found[name].append(decisions)
    return found


def measure(game: str, boards: int) -> dict[str, Any]:
    """Play the tournament of a game, and return its scale."""
    file = FOLDER / f"{game}.jsonl"
    command = arena_command(game, boards, SEED, file)
    if not file.exists():
        play(command)
    texts = file.read_text(encoding="utf-8").splitlines()
    pairs = len(PLAYERS) * (len(PLAYERS) - 1) // 2
    if len(texts) != 2 * boards * pairs:
        sys.exit(f"{file} has {len(texts)} matches of another tournament. Delete it.")
    decisions = decisions_by_player(texts)
    rows = {row.player: row for row in standings([from_json(json.loads(t)) for t in texts]).rows}
    ratings = {name: one for name, row in rows.items() if (one := row.figures["elo"]) is not None}
    shift = ANCHOR_RATING - ratings[ANCHOR].value
    opponents: dict[str, Any] = {}
    for name, rating in sorted(ratings.items(), key=lambda one: one[1].value):
        assert rating.interval is not None
        opponents[name] = {
            "rating": round(rating.value + shift),
            "low": round(rating.interval[0] + shift),
            "high": round(rating.interval[1] + shift),
            "matches": rows[name].matches,
            "decisions": {
                band: [tally.number, round(tally.kept, 3)]
                for band, tally in sorted(add_up(decisions[name]).items())
            },
        }
    print(game, {name: one["rating"] for name, one in opponents.items()}, file=sys.stderr)
    return {
        "options": GAMES[game],
        "command": " ".join(["numduel", *command]),
        "opponents": opponents,
    }


# ---- the page on opponents


def ratings_page() -> str:
    """Return the part of the page that follows from the scale: portraits and ratings."""
    return "\n".join(["", _portraits(), _ratings(), _commands()])


def _portraits() -> str:
    rows = [["", "", "how it plays", "style"], ["---"] * 4]
    for who in CHARACTERS:
        name = default_name(who)
        face = f'<img src="pictures/faces/{who}.svg" width="72" alt="The face of {name}">'
        rows.append([face, f"**{name}**", describe_opponent(who), STYLES[who].style.name])
    return _table(rows)


def _ratings() -> str:
    titles = [f"{find(game).title} {rated_rules(game)}".strip() for game in scales()]
    rows = [["", *titles], ["---"] + ["---:"] * len(titles)]
    for who in PLAYERS:
        measures = [find_rating(who, game) for game in scales()]
        shown = ["" if one is None else format_rating(one) for one in measures]
        rows.append([default_name(who), *shown])
    return _table(rows)


def _commands() -> str:
    commands = json.loads(FILE.read_text(encoding="utf-8"))["games"].values()
    return "\n".join(["```", *(entry["command"] for entry in commands), "```", "", ""])


def _table(rows: list[list[str]]) -> str:
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def write_page() -> None:
    """Write the tables and the faces."""
    write_between(PAGE, START, END, ratings_page())
    FACES.mkdir(exist_ok=True)
    for who in CHARACTERS:
        (FACES / f"{who}.svg").write_text(face_svg(who, default_name(who)), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=BOARDS)
    parser.add_argument("--games", default=",".join(GAMES), help="separated by commas")
    parser.add_argument("--docs", action="store_true", help="only write the page on opponents")
    args = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for game in () if args.docs else args.games.split(","):
        found = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {"games": {}}
        found["games"][game] = measure(game, args.boards)
        FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    write_page()


if __name__ == "__main__":
    main()
