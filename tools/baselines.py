"""Make docs/baselines.md: how the players that come with numduel do in the exam and in the arena.

    python tools/baselines.py [FILE]

Everything on the page follows from the version of numduel, so it comes out the same wherever it is
made; times do not, and are left out.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from numduel.exam.questions import VERSION
from numduel.play.players import LEVELS
from numduel.views.arena_words import NONE, title

PLAYERS = ("random", *LEVELS)
GAMES = ("maze", "race")
BOARDS = 100

PAGE = Path(__file__).parents[1] / "docs" / "baselines.md"

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


def main(path: str = str(PAGE)) -> int:
    exams = {player: run("exam", player) for player in PLAYERS}
    asked = exams[PLAYERS[0]]["rows"][-1]["questions"]
    lines = [HEAD.format(questions=asked), *exam_table(exams), ARENA]
    with tempfile.TemporaryDirectory() as folder:
        words = ["--players", ",".join(PLAYERS), "--games", ",".join(GAMES)]
        out = ["--boards", str(BOARDS), "--out", f"{folder}/arena.jsonl"]
        arena = run("arena", *words, *out)
    for game in GAMES:
        lines += [f"### {title(game)}", "", *arena_table(arena, game), ""]
    Path(path).write_text("\n".join(lines).rstrip("\n") + "\n", encoding="utf-8")
    return 0


def run(*words: str) -> Any:
    """What a command gives to programs."""
    command = [sys.executable, "-m", "numduel", *words, "--json"]
    print(" ".join(command[2:]), flush=True)
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def exam_table(exams: dict[str, Any]) -> list[str]:
    games = [row for row in exams[PLAYERS[0]]["rows"] if row["of"] in ("game", "all")]
    names = [title(row["name"]) for row in games]
    rows = [["guessing", *(f"{row['guessing']:.0%}" for row in games), ""]]
    for player, exam in exams.items():
        marks = [row for row in exam["rows"] if row["of"] in ("game", "all")]
        shares = [f"{row['accuracy']['value']:.0%}" for row in marks[:-1]]
        last = marks[-1]
        rows.append([player, *shares, percent(last["accuracy"]), number(last["regret"])])
    return table(["player", *names, "regret"], rows)


def arena_table(arena: Any, game: str) -> list[str]:
    rows = []
    for row in arena["rows"]:
        if row["game"] == game:
            counts = f"{row['won']} : {row['lost']}" + (f", {row['cut']} cut" * bool(row["cut"]))
            elo = row["elo"]
            ends = f"[{elo['low']:+.0f}, {elo['high']:+.0f}]"
            figures = [percent(row["win_rate"]), f"{elo['value']:+.0f} {ends}"]
            figures += [percent(row["accuracy"]), number(row["regret"])]
            rows.append([row["player"], counts, *figures])
    return table(["player", "won : lost", "win rate", "Elo", "accuracy", "regret a game"], rows)


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
