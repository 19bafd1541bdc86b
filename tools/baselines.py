"""Write docs/baselines.md: the results of numduel's players in the exam and in the arena.

    python tools/baselines.py [FILE]

The results of the levels depend only on the version of numduel, so every machine writes the same
page; times would differ and are left out. Search and trained agents also depend on their libraries,
and need the extras `openspiel` and `train`: agents that aren't there yet are trained first
(tools/agents.py). You can stop it; the next run resumes.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from numduel.exam.questions import VERSION
from numduel.play.players import LEVELS
from numduel.views.arena_text import NONE, game_title

PLAYERS = ("random", *LEVELS)
GAMES = ("maze", "race")
BOARDS = 100

EXTRA_PACKAGES = {"openspiel": "pyspiel", "train": "torch"}
"""The extras for search and learning, each with a package that it installs."""
EXTERNAL_PLAYERS = {
    "MCTS 10": "program python3 examples/mcts_bot.py 10",
    "MCTS 100": "program python3 examples/mcts_bot.py 100",
    "MCTS 1000": "program python3 examples/mcts_bot.py 1000",
    "self-play": "program python3 examples/trained_bot.py agents/self-play",
    "self-play, no search": "program python3 examples/trained_bot.py agents/self-play 0",
    "labels": "program python3 examples/trained_bot.py agents/labels",
    "labels, no search": "program python3 examples/trained_bot.py agents/labels 0",
}
ARENA_PLAYERS = ("random", "skilled", "perfect", "MCTS 100", "self-play", "labels")
"""Players in the arena, on fewer boards, because each match starts a program."""
FEW_BOARDS = 10

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "baselines.md"
CACHE = ROOT / "build" / "baselines"
"""Results so far; deleted when the page is written."""

HEAD = f"""# Baselines

Results of numduel's own players, to compare yours with. `make baselines` writes this
page by running the commands on it. The terms are those of the [arena](arena.md) and the
[exam](exam.md). 95% intervals are in brackets.

## The exam

Accuracy in the {{questions}} questions of exam {VERSION}, and the regret per question. Guessing is
the expected accuracy of random moves.

```
numduel exam PLAYER
```
"""

ARENA = f"""
## The arena

Every pair plays {BOARDS} boards of each game from both seats.

```
numduel arena --players {",".join(PLAYERS)} --games {",".join(GAMES)} --boards {BOARDS}
```
"""

SECTION = "## Search and learning\n"

LEARNED = """
The same for bots in `examples/`: OpenSpiel's Monte Carlo tree search in Python (`MCTS` and its
simulations per move, with random playouts), and two [agents that learn](agents.md), by self-play
and from exact labels. The agents look three moves ahead and let their network rate the positions
there; with "no search" they play the move that their network rates highest. We chose three moves by
scores in this public exam, so its figures flatter the agents a little. The fresh exam of the
[leaderboard](leaderboard.md) had no part in the choice: there both have 97%. In this exam:

```
{commands}
```
"""

LEARNED_ARENA = f"""
In the arena, every pair plays {FEW_BOARDS} boards of each game from both seats:

```
numduel arena --players {{players}} --games {",".join(GAMES)} --boards {FEW_BOARDS}
```
"""


def main(path: str = str(PAGE)) -> int:
    CACHE.mkdir(parents=True, exist_ok=True)
    exams = {player: run("exam", player) for player in PLAYERS}
    asked = exams[PLAYERS[0]]["rows"][-1]["questions"]
    lines = [HEAD.format(questions=asked), *exam_table(exams), ARENA]
    lines += arena_tables({player: player for player in PLAYERS}, BOARDS)
    lines += external_lines()
    Path(path).write_text("\n".join(lines).rstrip("\n") + "\n", encoding="utf-8")
    shutil.rmtree(CACHE)
    return 0


def external_lines() -> list[str]:
    """Return the section on search and learning; the old one if an extra is missing."""
    missing = [extra for extra, package in EXTRA_PACKAGES.items() if find_spec(package) is None]
    if missing:
        print("Keeping the old section on search and learning. To update it, run")
        print(f"  pip install 'numduel[{','.join(missing)}]'")
        _, heading, rest = PAGE.read_text(encoding="utf-8").partition(SECTION)
        return [heading + rest]
    run_once([sys.executable, "tools/agents.py"], capture=False)
    exams = {name: run("exam", who) for name, who in EXTERNAL_PLAYERS.items()}
    commands = "\n".join(f'numduel exam "{who}"' for who in EXTERNAL_PLAYERS.values())
    players = {name: EXTERNAL_PLAYERS.get(name, name) for name in ARENA_PLAYERS}
    named = ",".join(f'"{who}"' if " " in who else who for who in players.values())
    return [
        SECTION + LEARNED.format(commands=commands),
        *exam_table(exams),
        LEARNED_ARENA.format(players=named),
        *arena_tables(players, FEW_BOARDS),
    ]


def environment() -> dict[str, str]:
    """Return an environment in which `python3` is the Python that runs this."""
    folder = os.path.dirname(sys.executable)
    return {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}


def run(*words: str) -> Any:
    """Return the JSON that a command prints."""
    return json.loads(run_once([sys.executable, "-m", "numduel", *words, "--json"], capture=True))


def run_once(command: list[str], *, capture: bool) -> str:
    """Run a program unless an earlier run did, and return its output."""
    print(" ".join(command), flush=True)
    cached = cache_file(command, "txt")
    if not cached.exists():
        out = subprocess.PIPE if capture else None
        ran = subprocess.run(
            command, check=True, stdout=out, text=True, cwd=ROOT, env=environment()
        )
        cached.write_text(ran.stdout or "", encoding="utf-8")
    return cached.read_text(encoding="utf-8")


def cache_file(words: list[str], kind: str) -> Path:
    """Return the cache file for some arguments and the present code."""
    return CACHE / f"{sha256(repr((words, code_hash())).encode()).hexdigest()[:16]}.{kind}"


@cache
def code_hash() -> str:
    found = sorted(
        file for folder in ("src", "examples") for file in ROOT.glob(f"{folder}/**/*.py")
    )
    return sha256(b"\0".join(file.read_bytes() for file in found)).hexdigest()


def arena_tables(players: dict[str, str], boards: int) -> list[str]:
    """Return a table for each game of a tournament; the keys are the names to show."""
    words = ["--players", ",".join(players.values()), "--games", ",".join(GAMES)]
    words += ["--boards", str(boards)]
    arena = run("arena", *words, "--out", str(cache_file(words, "jsonl")))
    names = {who: name for name, who in players.items()}
    lines = []
    for game in GAMES:
        lines += [f"### {game_title(game)}", "", *arena_table(arena, game, names), ""]
    return lines


def exam_table(exams: dict[str, Any]) -> list[str]:
    games = [row for row in next(iter(exams.values()))["rows"] if row["of"] in ("game", "all")]
    names = [game_title(row["name"]) for row in games]
    rows = [["guessing", *(f"{row['guessing']:.0%}" for row in games), ""]]
    for player, exam in exams.items():
        marks = [row for row in exam["rows"] if row["of"] in ("game", "all")]
        shares = [f"{row['accuracy']['value']:.0%}" for row in marks[:-1]]
        last = marks[-1]
        rows.append([player, *shares, percent(last["accuracy"]), number(last["regret"])])
    return table(["player", *names, "regret"], rows)


def arena_table(arena: Any, game: str, names: dict[str, str]) -> list[str]:
    rows = []
    for row in arena["rows"]:
        if row["game"] == game:
            rest = (
                f", {row[how]} {word}"
                for how, word in (("drawn", "drawn"), ("cut", "unfinished"))
                if row[how]
            )
            counts = f"{row['won']} : {row['lost']}{''.join(rest)}"
            elo = row["elo"]
            ends = f"[{elo['low']:+.0f}, {elo['high']:+.0f}]"
            figures = [percent(row["win_rate"]), f"{elo['value']:+.0f} {ends}"]
            figures += [percent(row["accuracy"]), number(row["regret"])]
            rows.append([names[row["player"]], counts, *figures])
    return table(["player", "won : lost", "win rate", "Elo", "accuracy", "regret per game"], rows)


def percent(measure: dict[str, float] | None) -> str:
    if measure is None:
        return NONE
    return f"{measure['value']:.0%} [{measure['low']:.0%}, {measure['high']:.0%}]"


def number(measure: dict[str, float]) -> str:
    return f"{measure['value']:.3f} [{measure['low']:.3f}, {measure['high']:.3f}]"


def table(heads: list[str], rows: list[list[str]]) -> list[str]:
    return [
        f"| {' | '.join(heads)} |",
        f"| {' | '.join('---' for _ in heads)} |",
        *(f"| {' | '.join(row)} |" for row in rows),
    ]


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
