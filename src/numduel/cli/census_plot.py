"""A census as a plot; needs matplotlib."""

from __future__ import annotations

import os
from fractions import Fraction
from io import BytesIO
from typing import Any

from ..engine.solving.value import Value
from ..errors import SetupError, listed, quoted
from ..games import find
from .census_report import ENDS, Summary
from .output import check_folder, write_file

ENDINGS = (".svg", ".png", ".pdf")
COLOURS = {
    "win": "#1f77b4",
    "loss": "#ff7f0e",
    "draw": "#8c564b",
    "endless": "#7f7f7f",
    "chance": "#2ca02c",
    "unknown": "#c7c7c7",
}


def check_path(path: str) -> None:
    """Raise SetupError before the work starts if the plot can't be written."""
    if os.path.splitext(path)[1].lower() not in ENDINGS:
        raise SetupError(
            f"{quoted(path)} isn't a plot file. Its name must end in {listed(ENDINGS)}"
        )
    check_folder(path)
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        need = "plots need matplotlib. Run pip install 'numduel[plots]'"
        raise SetupError(need) from None


def draw(summary: Summary, path: str) -> None:
    import matplotlib
    from matplotlib.figure import Figure

    # The same census writes the same file: no random ids, no date.
    matplotlib.rcParams["svg.hashsalt"] = "numduel"
    figure = Figure(figsize=(8, 4), layout="constrained")
    axes = figure.add_subplot()
    axes.set_title(_format_title(summary))
    (_draw_options if summary.census.how == "options" else _draw_turns)(axes, summary)
    ending = os.path.splitext(path)[1].lower()
    drawn = BytesIO()
    figure.savefig(drawn, format=ending[1:], dpi=120, metadata=_metadata(ending))
    write_file(path, drawn.getvalue())


def _metadata(ending: str) -> dict[str, None]:
    return {{".svg": "Date", ".pdf": "CreationDate"}[ending]: None} if ending != ".png" else {}


def _format_title(summary: Summary) -> str:
    census = summary.census
    given = "".join(f", {name} {value}" for name, value in census.given)
    what = {"options": "each option", "all": "all boards", "sample": "sample of boards"}[census.how]
    return f"{find(census.id).title}{given}: perfect play, {what}"


def _draw_turns(axes: Any, summary: Summary) -> None:
    """Draw a bar for each outcome and number of turns."""
    counts = summary.counts
    last = max((turns or 0 for _, turns in counts.by_outcome), default=0)
    right = last + 2
    for outcome, words in ENDS.items():
        lines = [line for line in counts.as_data()["counts"] if line["outcome"] == outcome]
        counted = {line["turns"]: line["boards"] for line in lines}
        if counted:
            positions = [right if turns is None else turns for turns in counted]
            right += None in counted
            shares = [100 * count / counts.boards for count in counted.values()]
            label = f"{words} ({counts.of(outcome) / counts.boards:.1%})"
            axes.bar(positions, shares, color=COLOURS[outcome], label=label)
    draws = "draws, " if counts.of("draw") else ""
    to_the_right = f"{draws}no forced win and unknown to the right"
    axes.set_xlabel(f"turns (both players') to the end; {to_the_right}")
    axes.set_ylabel("% of boards")
    axes.legend()


def _draw_options(axes: Any, summary: Summary) -> None:
    """Draw the value of each choice of options: points if a number varies, otherwise bars."""
    number = summary.census.varied
    if number is None:
        _draw_bars(axes, summary)
        return
    series: dict[str, list[tuple[int, dict[str, Any]]]] = {}
    for row in summary.counts.rows:
        series.setdefault(_format_flags(summary, row), []).append((int(str(row[number])), row))
    for name, points in series.items():
        if points[0][1]["outcome"] == "chance":
            worth = [_percent(row) for _, row in points]
            axes.plot([x for x, _ in points], worth, marker=".", label=name or "Player 1")
            axes.set_ylabel(_format_measure(summary))
        else:
            _draw_lengths(axes, points)
            axes.set_ylabel("turns to the end")
    axes.set_xlabel(number)
    axes.legend()


def _draw_bars(axes: Any, summary: Summary) -> None:
    rows = summary.counts.rows
    names = [_format_flags(summary, row) or "as given" for row in rows]
    axes.bar(names, [_percent(row) for row in rows], width=0.4)
    axes.set_ylabel(_format_measure(summary))


def _format_measure(summary: Summary) -> str:
    has_draws = find(summary.census.id).has_draws
    return f"{'score' if has_draws else 'chance'} of Player 1, %"


def _format_flags(summary: Summary, row: dict[str, Any]) -> str:
    return ", ".join(f"{flag}: {row[flag]}" for flag in summary.census.rule_sets()[0])


def _percent(row: dict[str, Any]) -> float:
    """Return the score of Player 1, in percent of a win."""
    return 100 * float(Value(row["outcome"], None, Fraction(str(row["chance"]))).worth)


def _draw_lengths(axes: Any, points: list[tuple[int, dict[str, Any]]]) -> None:
    for outcome in ("win", "loss", "draw", "endless"):
        ends = [(x, row["turns"] or 0) for x, row in points if row["outcome"] == outcome]
        if ends:
            columns = list(zip(*ends, strict=True))
            axes.scatter(*columns, s=12, color=COLOURS[outcome], label=ENDS[outcome])
