"""Results of a census, combined and as text tables."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from ..arena.matches import Score
from ..engine.solving.value import NO_FORCED_WIN, format_turns
from ..engine.studying.census import Census, Counts
from ..games import find
from ..intervals import proportion
from .census_work import Piece
from .text_table import format_table

ENDS = {
    "win": "Player 1 wins",
    "loss": "Player 2 wins",
    "draw": "draw",
    "endless": NO_FORCED_WIN,
    "chance": "chance decides",
    "unknown": "unknown",
}


class Summary(NamedTuple):
    """The combined results of a census."""

    census: Census
    counts: Counts
    scores: dict[tuple[int, str], Score]
    """Scores of perfect play, by rule set and level of the opponent."""

    @classmethod
    def of(cls, census: Census, results: list[tuple[Piece, Any]]) -> Summary:
        counts = Counts()
        scores: dict[tuple[int, str], Score] = {}
        for piece, result in results:
            if piece.level:
                key = piece.rule_set, piece.level
                scores[key] = scores.get(key, Score()).plus(Score(*result))
            else:
                counts += Counts.from_data(result)
        names = list(census.variants()[0]) if counts.rows else []
        counts.rows.sort(key=lambda row: [_sort_key(str(row[name])) for name in names])
        return cls(census, counts, scores)


def _sort_key(text: str) -> tuple[int, str]:
    return (int(text), "") if text.isdigit() else (0, text)


def format_summary(summary: Summary) -> list[str]:
    body = _format_rows(summary) if summary.census.how == "options" else _format_counts(summary)
    return [_heading(summary), "", *body, *_format_scores(summary)]


def _heading(summary: Summary) -> str:
    census, counts, _ = summary
    title = find(census.id).title
    given = "".join(f", {name} {value}" for name, value in census.given)
    match census.how:
        case "options":
            count = f"{census.size} sets of options" if census.size > 1 else "as given"
            return f"{title}{given}: {count}, solved exactly."
        case "all":
            fewer = census.solved < counts.boards
            by = f" ({census.solved:,} directly, the rest by symmetry)" if fewer else ""
            return f"{title}{given}: all {counts.boards:,} boards, solved exactly{by}."
    seeds = f"seeds {census.seeds[0]} to {census.seeds[-1]}"
    return f"{title}{given}: a sample of {counts.boards:,} boards ({seeds}), with 95% intervals."


def _format_counts(summary: Summary) -> list[str]:
    counts, drawn = summary.counts, summary.census.how == "sample"
    table = [["outcome", "boards", "share", *(["95% interval"] if drawn else [])]]

    def put(label: str, count: int) -> None:
        row = [label, f"{count:,}", f"{count / counts.boards:.2%}"]
        table.append([*row, _format_interval(count, counts.boards)] if drawn else row)

    for outcome, words in ENDS.items():
        if count := counts.of(outcome):
            put(words, count)
            for line in counts.as_data()["counts"]:
                if line["outcome"] == outcome and line["turns"] is not None:
                    put(f"  {_in_turns(line['turns'])}", line["boards"])
    lines = format_table(table)
    if counts.odds:
        mean = counts.odds / counts.of("chance")
        what = "score" if find(summary.census.id).has_draws else "chance"
        lines.append(f"Player 1's {what} on average: {float(mean):.2%}")
    return lines


def _in_turns(turns: int) -> str:
    return f"in {format_turns(turns)}" if turns else "before the first move"


def _format_interval(count: float, total: int) -> str:
    low, high = proportion(count, total)
    return f"{low:.2%} to {high:.2%}"


def _format_rows(summary: Summary) -> list[str]:
    census, counts, _ = summary
    varied = list(census.variants()[0])
    table = [[*varied, "Player 1"]]
    for row in counts.rows:
        table.append([*(str(row[name]) for name in varied), _format_value(census, row)])
    return format_table(table)


def _format_value(census: Census, row: dict[str, Any]) -> str:
    if row["outcome"] == "chance":
        verb = "scores" if find(census.id).has_draws else "wins"  # a draw is half a win
        return f"{verb} {float(Fraction(row['chance'])):.2%} ({row['chance']})"
    if row["turns"] is None:
        return ENDS[row["outcome"]]
    word = {"win": "wins", "loss": "loses"}[row["outcome"]]
    return f"{word} {_in_turns(row['turns'])}"


def _format_scores(summary: Summary) -> list[str]:
    if not summary.scores:
        return []
    rule_sets = summary.census.rule_sets()
    has_draws = any(score.drawn for score in summary.scores.values())
    names = ("matches", "won", *(["drawn"] if has_draws else []), "lost", "unfinished")
    table = [["perfect against", *names, "score" if has_draws else "win rate", "95% interval"]]
    for (rule_set, level), score in summary.scores.items():
        flags = "".join(f", {n}" if on else f", no {n}" for n, on in rule_sets[rule_set].items())
        counts = [f"{getattr(score, name):,}" for name in names]
        share = f"{score.points / score.matches:.1%}"
        table.append([level + flags, *counts, share, _format_interval(score.points, score.matches)])
    return ["", "Each board from both seats:", "", *format_table(table)]
