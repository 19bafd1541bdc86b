"""Train both agents of examples/ for every game, and write docs/agents.md with learning curves.

    python tools/agents.py [GAME ...]

Trains only what isn't in agents/ yet: delete a network there to train it again. It needs the extra
`train` and about 40 minutes of one processor. `make baselines` then measures the agents in the exam
and in the arena, beside levels and search.
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from baselines import environment, table

from numduel.render.markup import escaped
from numduel.views.arena_text import game_title

ROOT = Path(__file__).parents[1]
AGENTS = ROOT / "agents"
BUILD = ROOT / "build" / "agents"
"""Labels, and agents that are being trained."""

PAGE = ROOT / "docs" / "agents.md"
PICTURES = ROOT / "docs" / "pictures"

TEST_POSITIONS = 3_000
TRAIN_POSITIONS = 100_000

GAMES = ("maze", "sum", "run", "quest stand=true", "race")
"""The games to learn, with the options that the exam uses."""

METHODS = {"self-play": "self_play.py", "labels": "learn_labels.py"}

HEAD = """# Agents that learn

Two agents for each game, trained on the CPU by programs of one page
([how to train them](train-an-agent.md)). `make agents` trains them and writes this page. The curves
show exact regret: how much of a win an average choice of the network gives away, in positions with
a real choice. These positions are of the test split of [datasets](dataset.md): no agent learned
from their boards. Sum Battle and Number Quest have no visible board, so self-play can meet the
positions themselves. No search helps the network here. [Baselines](baselines.md) has the agents'
results in the exam, with search and without.

## Self-play

The agent plays against itself and learns from its own rating of the next position. It uses no
exact value.

![Learning curves of self-play](pictures/learning-self-play.svg)
"""

LABELLED = """
## Exact labels

The agent learns the exact worth of every move, from files of `numduel dataset`.

![Learning curves with exact labels](pictures/learning-labels.svg)
"""


def main(wanted: Sequence[str]) -> int:
    games = [words.split() for words in GAMES]
    for game, *options in games:
        if not wanted or game in wanted:
            train(game, options)
    lines = list[str]()
    for method, text in (("self-play", HEAD), ("labels", LABELLED)):
        curves = read_curves(method, [game for game, *_ in games])
        (PICTURES / f"learning-{method}.svg").write_text(draw_curves(curves), encoding="utf-8")
        lines += [
            text,
            *table(["game", "positions", "processor time", "accuracy", "regret"], rows(curves)),
        ]
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


def train(game: str, options: Sequence[str]) -> None:
    """Write labels of a game and train both agents, unless earlier runs did."""
    flags = [f"--{name}" for name, _, value in (option.partition("=") for option in options)]
    files = {}
    for split, count in (("train", TRAIN_POSITIONS), ("test", TEST_POSITIONS)):
        files[split] = file = BUILD / f"{game}-{split}.jsonl"
        if not file.exists():
            BUILD.mkdir(parents=True, exist_ok=True)
            size = ["--split", split, "--positions", str(count), "--out", str(file)]
            run("-m", "numduel", "dataset", game, *flags, *size)
    for method, program in METHODS.items():
        trained = AGENTS / method
        if not (trained / f"{game}.npz").exists():
            source = ["--labels", str(files["train"])] if method == "labels" else []
            unfinished = BUILD / method
            words = [game, *options, *source, "--test", str(files["test"])]
            run(f"examples/{program}", *words, "--out", str(unfinished))
            trained.mkdir(parents=True, exist_ok=True)
            for name in (f"{game}.curve.jsonl", f"{game}.npz"):  # only a whole training counts
                (unfinished / name).replace(trained / name)


def run(*words: str) -> None:
    print("python3", *words, flush=True)
    subprocess.run([sys.executable, *words], check=True, cwd=ROOT, env=environment())


def read_curves(method: str, games: Sequence[str]) -> dict[str, list[dict[str, float]]]:
    """Return the points of the learning curve of every game that is trained."""
    files = {game: AGENTS / method / f"{game}.curve.jsonl" for game in games}
    return {
        game: [*map(json.loads, file.read_text().splitlines())]
        for game, file in files.items()
        if file.exists()
    }


def rows(curves: Mapping[str, Sequence[Mapping[str, float]]]) -> list[list[str]]:
    """Return a row for each game: the end of its curve."""
    return [
        [
            game_title(game),
            f"{points[-1]['positions']:,}",
            f"{points[-1]['seconds'] / 60:.1f} min",
            f"{points[-1]['accuracy']:.1%}",
            f"{points[-1]['regret']:.4f}",
        ]
        for game, points in curves.items()
    ]


# ---- the picture

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 700, 300, 56, 190, 16, 44

STYLES = (
    ("#1f6fb2", ""),
    ("#b2451f", "7 3"),
    ("#2f8f4e", "2 3"),
    ("#7a4fb5", "9 3 2 3"),
    ("#8a6d00", "4 2"),
)
"""Colour and dashes of each line: colour isn't the only sign."""


def draw_curves(curves: Mapping[str, Sequence[Mapping[str, float]]]) -> str:
    """Return an SVG of exact regret against positions learned from.

    The axis of positions is logarithmic unless curves begin at 0.
    """
    top = max(point["regret"] for points in curves.values() for point in points)
    counts = [point["positions"] for points in curves.values() for point in points]
    first, last = min(counts), max(counts)

    def x_of(count: float) -> float:
        share = math.log(count / first) / math.log(last / first) if first else count / last
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def y_of(regret: float) -> float:
        return HEIGHT - BOTTOM - regret / top * (HEIGHT - TOP - BOTTOM)

    parts = [
        line(LEFT, y_of(0), WIDTH - RIGHT, y_of(0)),
        line(LEFT, y_of(0), LEFT, y_of(top)),
        *(label(LEFT - 6, y_of(r) + 4, f"{r:.1f}", "end") for r in ticks(top)),
        *(
            label(x_of(n), HEIGHT - BOTTOM + 16, f"{n:,}", "middle")
            for n in counts_to_name(first, last)
        ),
        label(LEFT + 8, TOP + 4, "regret per choice", "start"),
        label((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, "positions learned from", "middle"),
    ]
    ends = spread([y_of(points[-1]["regret"]) for points in curves.values()])
    for (game, points), (colour, dashes), end in zip(curves.items(), STYLES, ends, strict=False):
        path = " ".join(f"{x_of(p['positions']):.1f},{y_of(p['regret']):.1f}" for p in points)
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        drawn = f'fill="none" stroke="{colour}" stroke-width="2"{dashed}'
        name = f"{game_title(game)} {points[-1]['regret']:.3f}"
        here = x_of(points[-1]["positions"])
        parts += [
            f'<polyline points="{path}" {drawn}/>',
            f'<line x1="{here:.1f}" y1="{y_of(points[-1]["regret"]):.1f}" x2="{WIDTH - RIGHT + 8}" '
            f'y2="{end:.1f}" {drawn.replace("2", "1", 1)} opacity="0.4"/>',
            label(WIDTH - RIGHT + 12, end + 4, name, "start", colour),
        ]
    said = "; ".join(
        f"{game_title(g)}: {p[-1]['regret']:.3f} at the end" for g, p in curves.items()
    )
    head = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
    style = 'font-family="sans-serif" font-size="12"'
    title = f"<title>{escaped(f'Regret per choice. {said}')}</title>"
    back = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>'
    return f"<svg {head} {style}>{title}{back}{''.join(parts)}</svg>\n"


def ticks(top: float) -> list[float]:
    return [number / 10 for number in range(int(top * 10) + 1)]


def counts_to_name(first: float, last: float) -> list[int]:
    """Return round numbers of positions: powers of ten on a logarithmic axis, which has no 0."""
    top = math.floor(math.log10(last))
    if first:
        return [10**power for power in range(math.ceil(math.log10(first)), top + 1)]
    step = 4 * 10 ** (top - 1)
    return [*range(0, int(last) + step // 10, step)]


def spread(heights: Sequence[float], least: float = 15) -> list[float]:
    """Return heights for labels, moved up so that none covers another."""
    moved = dict[int, float]()
    below = math.inf
    for index in sorted(range(len(heights)), key=lambda index: -heights[index]):
        moved[index] = below = min(heights[index], below - least)
    return [moved[index] for index in range(len(heights))]


def line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="#666"/>'


def label(x: float, y: float, text: str, anchor: str, colour: str = "#333") -> str:
    where = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text {where} fill="{colour}">{escaped(text)}</text>'


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
