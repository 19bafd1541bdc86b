"""The table of fuzzing in docs/trust.md, made from the tally."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from torture.page import PAGE, fill_in_table

from .tally import Run, cpu_seconds, read_runs
from .targets import TARGETS

__all__ = ["fill_in", "write_page"]

HEAD = (
    "| target | input | CPU minutes | executions | branches | crashes | last run |",
    "| --- | --- | ---: | ---: | ---: | ---: | --- |",
)


def table_lines(runs: Iterable[Run]) -> Iterator[str]:
    """Yield a row for each target."""
    all_runs = list(runs)
    yield from HEAD
    for name, entry in TARGETS.items():
        own = [run for run in all_runs if run.target == name]
        minutes = cpu_seconds(name, own) / 60
        executions, crashes = sum(run.executions for run in own), sum(run.crashes for run in own)
        edges = max((run.edges for run in own), default=0)
        day = max((run.day for run in own), default="not yet run")
        figures = f"{minutes:.0f} | {executions:,} | {edges:,} | {crashes:,} | {day}"
        yield f"| `{name}` | {entry.words} | {figures} |"


def fill_in(text: str, runs: Iterable[Run]) -> str:
    """Return the page with a table of these runs."""
    return fill_in_table(text, HEAD[0], table_lines(runs))


def write_page() -> None:
    """Write the table into the page."""
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(fill_in(text, read_runs()), encoding="utf-8")
