"""Make docs/baselines.md: how the players that come with numduel do in the exam and in the arena.

    python tools/baselines.py [FILE]

What it says of our own players follows from the version of numduel, so it comes out the same
wherever it is made; times do not, and are left out. What was searched and learned by the libraries
of others follows from these too, and needs the extras `openspiel` and `train`. All of it took half
an hour on two busy processors; whoever stops it can start it again, and it goes on.
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

NEEDED = {"openspiel": "pyspiel", "train": "sb3_contrib"}
"""The extras for search and learning, and a package of each."""
GUESTS = {
    "MCTS 10": "program python3 examples/mcts_bot.py 10",
    "MCTS 100": "program python3 examples/mcts_bot.py 100",
    "MCTS 1000": "program python3 examples/mcts_bot.py 1000",
    "trained": "program python3 examples/trained_bot.py agents",
}
TRAINING = ("maze", "sum", "run", "quest stand=true", "race")
MET = ("random", "skilled", "perfect", "MCTS 100", "trained")
"""Who meet in the arena, on fewer boards, since each match starts a program."""
FEW_BOARDS = 10

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "baselines.md"
DONE = ROOT / "build" / "baselines"
"""What has been found out so far; it goes when the page is written."""

HEAD = f"""# Baselines

How the players that come with numduel do, to compare your own with. `make baselines` writes this
page, with the commands that it shows; the words are those of [the arena](arena.md) and
[the exam](exam.md). In brackets: 95% intervals.

## The exam

Accuracy in the {{questions}} questions of exam {VERSION}, and the regret a question. Guessing is
what choosing at random has on average.

```
numduel exam PLAYER
```
"""

ARENA = f"""
## The arena

Every pair on {BOARDS} boards of each game, from both seats.

```
numduel arena --players {",".join(PLAYERS)} --games {",".join(GAMES)} --boards {BOARDS}
```
"""

SECTION = "## Search and learning\n"

LEARNED = """
The same of two bots in `examples/`: OpenSpiel's Monte Carlo tree search in Python (`MCTS` and its
simulations a move, with random playouts), and agents that were
[trained in minutes](train-an-agent.md), one for each game, by

```
{training}
```

In the exam:

```
{commands}
```
"""

FEW = f"""
In the arena, every pair on {FEW_BOARDS} boards of each game, from both seats:

```
numduel arena --players {{players}} --games {",".join(GAMES)} --boards {FEW_BOARDS}
```
"""


def main(path: str = str(PAGE)) -> int:
    DONE.mkdir(parents=True, exist_ok=True)
    exams = {player: run("exam", player) for player in PLAYERS}
    asked = exams[PLAYERS[0]]["rows"][-1]["questions"]
    lines = [HEAD.format(questions=asked), *exam_table(exams), ARENA]
    lines += arena_tables({player: player for player in PLAYERS}, BOARDS)
    lines += guest_lines()
    Path(path).write_text("\n".join(lines).rstrip("\n") + "\n", encoding="utf-8")
    shutil.rmtree(DONE)
    return 0


def guest_lines() -> list[str]:
    """What is said of the searches and the agents; where an extra is missing, what was said."""
    missing = [extra for extra, package in NEEDED.items() if find_spec(package) is None]
    if missing:
        print(f"search and learning stay as they are: pip install 'numduel[{','.join(missing)}]'")
        _, begun, rest = PAGE.read_text(encoding="utf-8").partition(SECTION)
        return [begun + rest]
    training = [f"python3 examples/train.py {words} --out agents" for words in TRAINING]
    for command in training:
        once(command.split(), capture=False)
    exams = {name: run("exam", who) for name, who in GUESTS.items()}
    commands = "\n".join(f'numduel exam "{who}"' for who in GUESTS.values())
    players = {name: GUESTS.get(name, name) for name in MET}
    named = ",".join(f'"{who}"' if " " in who else who for who in players.values())
    return [
        SECTION + LEARNED.format(training="\n".join(training), commands=commands),
        *exam_table(exams),
        FEW.format(players=named),
        *arena_tables(players, FEW_BOARDS),
    ]


def surroundings() -> dict[str, str]:
    """Those in which `python3` is the Python that runs this."""
    folder = os.path.dirname(sys.executable)
    return {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}


def run(*words: str) -> Any:
    """What a command gives to programs."""
    return json.loads(once([sys.executable, "-m", "numduel", *words, "--json"], capture=True))


def once(command: list[str], *, capture: bool) -> str:
    """What a program printed, now or before this was stopped."""
    print(" ".join(command), flush=True)
    done = file_of(command, "txt")
    if not done.exists():
        out = subprocess.PIPE if capture else None
        ran = subprocess.run(
            command, check=True, stdout=out, text=True, cwd=ROOT, env=surroundings()
        )
        done.write_text(ran.stdout or "", encoding="utf-8")
    return done.read_text(encoding="utf-8")


def file_of(words: list[str], kind: str) -> Path:
    """For what these words lead to, as long as no code changes."""
    return DONE / f"{sha256(repr((words, code())).encode()).hexdigest()[:16]}.{kind}"


@cache
def code() -> str:
    found = sorted(
        file for folder in ("src", "examples") for file in ROOT.glob(f"{folder}/**/*.py")
    )
    return sha256(b"\0".join(file.read_bytes() for file in found)).hexdigest()


def arena_tables(players: dict[str, str], boards: int) -> list[str]:
    """A table for each game of a tournament between these, who are called as the keys say."""
    words = ["--players", ",".join(players.values()), "--games", ",".join(GAMES)]
    words += ["--boards", str(boards)]
    arena = run("arena", *words, "--out", str(file_of(words, "jsonl")))
    called = {who: name for name, who in players.items()}
    lines = []
    for game in GAMES:
        lines += [f"### {game_title(game)}", "", *arena_table(arena, game, called), ""]
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


def arena_table(arena: Any, game: str, called: dict[str, str]) -> list[str]:
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
            rows.append([called[row["player"]], counts, *figures])
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
