"""Measure the five games for comparison, and write the reports of the five and the gallery.

Run it after a change of the rules, of the levels or of what a report measures. It writes
src/numduel/workshop/five_games.json and docs/reports.md.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from numduel.games import built_in
from numduel.workshop.measuring import Study, measure_game
from numduel.workshop.verdict import STANDARDS, summary_figures

ROOT = Path(__file__).parents[1]
REPORTS = ROOT / "docs" / "reports.md"
GALLERY = sorted((ROOT / "examples" / "games").glob("*.py"))

GAMES = 200
"""Games of each kind for the comparison."""
GAMES_PER_REPORT = 100

HEAD = f"""# Reports

What `numduel game report` says about the five games and the [gallery](workshop.md#the-gallery),
from {GAMES_PER_REPORT} games of each kind. `tools/measure_games.py` writes this page.
"""


def measured() -> str:
    """Return the figures of the five games, as JSON."""
    found = {}
    for kind in built_in():
        print(kind.id, file=sys.stderr)
        found[kind.id] = summary_figures(measure_game(Study(kind.id, games=GAMES)))
    return json.dumps(found, indent=2) + "\n"


def reports() -> str:
    """Return the page with the reports, in Markdown."""
    names = [*(kind.id for kind in built_in()), *(str(file) for file in GALLERY)]
    return "\n".join([HEAD, *map(report, names)])


def report(name: str) -> str:
    """Return the report of a game under its title."""
    print(name, file=sys.stderr)
    command = [sys.executable, "-m", "numduel", "game", "report", name]
    done = subprocess.run(
        [*command, "--games", str(GAMES_PER_REPORT)],
        stdout=subprocess.PIPE,
        env={**os.environ, "COLUMNS": "100", "NO_COLOR": "1"},
        check=True,
        text=True,
    )
    title, _, rest = done.stdout.partition("\n")
    return f"## {title}\n\n```text\n{rest.strip()}\n```\n"


if __name__ == "__main__":
    Path(STANDARDS).write_text(measured(), encoding="utf-8")
    REPORTS.write_text(reports(), encoding="utf-8")
