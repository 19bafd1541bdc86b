"""Write docs/leaderboard.md and its page: numduel's own players in the benchmark.

    python tools/leaderboard.py [PLAYER ...]

Runs the protocol (docs/benchmark.md) with every player, or only with those named: levels,
characters and, if their extras are installed and agents are trained, the search and the agents of
`examples/`. You can stop it; the next run resumes. The results of levels and characters depend only
on the version of numduel. Submissions stay in build/leaderboard; delete those of other versions.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from baselines import EXTERNAL_PLAYERS, environment, table

from numduel.play.players import CHARACTERS, LEVELS, RANDOM
from numduel.views.arena_text import game_title

SEED = "numduel-bench 1, our own players"
"""The seed of the fresh questions; everyone can compare with these entries on the same ones."""

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "leaderboard"
PAGE = ROOT / "docs" / "leaderboard.html"
TEXT = ROOT / "docs" / "leaderboard.md"

HEAD = f"""# Leaderboard

The first entries of the [benchmark](benchmark.md): numduel's own players. `make leaderboard` runs
them and writes this page and [leaderboard.html](leaderboard.html), which has more figures, plots
and each player's worst mistakes. To compare yours, run it on the same questions:

```
numduel submit run PLAYER --out my-run --fresh "{SEED}"
```

Skill is 1 − regret ÷ regret of random choices: 0 is guessing, 1 is perfect. The gap is skill in
plain minus skill in disguised questions. 95% intervals are in brackets.

`MCTS 100`, `self-play` and `labels` are the search and the [agents](agents.md) in `examples/`. They
know a game by its name, so they can't answer in disguise: all 300 questions are faults, and the
gap shows it.
"""


def main(names: list[str]) -> int:
    players = {name: name for name in (RANDOM, *LEVELS, *CHARACTERS)} | external_players()
    unknown = [name for name in names if name not in players]
    if unknown:
        print(f"Unknown: {', '.join(unknown)}. Choose from {', '.join(players)}.")
        return 1
    for name in names or players:
        submit(name, players[name])
    archives = sorted(map(str, FOLDER.glob("*.zip")))
    shown = json.loads(run("leaderboard", *archives, "--html", str(PAGE), "--json"))
    for one in shown["refused"]:
        print(f"Refused {one['path']}: {one['problems'][0]}. Delete it and run this again.")
    TEXT.write_text(write_text(shown), encoding="utf-8")
    return 1 if shown["refused"] else 0


def external_players() -> dict[str, str]:
    """Return the search and the agents in examples/ that can play here."""
    can_play = {
        "MCTS 100": find_spec("pyspiel") is not None,
        "self-play": (ROOT / "agents" / "self-play").is_dir(),
        "labels": (ROOT / "agents" / "labels").is_dir(),
    }
    return {name: EXTERNAL_PLAYERS[name] for name in can_play if can_play[name]}


def submit(name: str, player: str) -> None:
    """Run the protocol with a player and pack it, unless an earlier run did."""
    folder = FOLDER / name.replace(" ", "-").lower()
    if folder.with_suffix(".zip").exists():
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    run("submit", "run", player, "--out", str(folder), "--fresh", SEED)
    run("submit", "prepare", str(folder), "--name", name)


def run(*words: str) -> str:
    """Run a command of numduel, and return its output."""
    print("numduel", *words, flush=True)
    command = [sys.executable, "-m", "numduel", *words]
    ran = subprocess.run(
        command, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment()
    )
    return ran.stdout


def write_text(shown: Any) -> str:
    """Return the page in Markdown."""
    entries = shown["entries"]
    games = list(entries[0]["games"])
    heads = ["", "player", "skill", *map(game_title, games), "gap", "rating", "faults"]
    rows = [
        [
            str(entry["rank"]),
            entry["name"],
            measure(entry["skill"], ".2f"),
            *(measure(entry["games"][game], ".2f", has_ends=False) for game in games),
            measure(entry["gap"], "+.2f"),
            measure(entry["rating"], "+.0f"),
            str(entry["faults"]),
        ]
        for entry in entries
    ]
    return "\n".join([HEAD, *table(heads, rows)]) + "\n"


def measure(found: dict[str, float] | None, form: str, *, has_ends: bool = True) -> str:
    if found is None:
        return "—"
    ends = f" [{found['low']:{form}}, {found['high']:{form}}]" if has_ends else ""
    return f"{found['value']:{form}}{ends}"


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main(sys.argv[1:]))
