"""A report on a game as a self-contained HTML page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..engine.solving.value import percent
from ..errors import counted
from ..games import find
from ..intervals import Measure
from ..views.values import SIGNS
from ..views.workshop_text import (
    FIGURES,
    describe_effort,
    describe_longest,
    describe_options,
    describe_path,
    describe_surprise,
    endings_rows,
    figure_rows,
    ladder_rows,
)
from .bars import Bar, bar_chart
from .board import board_svg
from .interval_plot import plot
from .markup import document, escaped

if TYPE_CHECKING:
    from ..workshop.measuring import Found, GameReport

STYLESHEETS = ("review_page.css", "arena_page.css", "board.css", "game_page.css")

LEGEND = (
    "Every cell shows the value of moving there: "
    f"{', '.join(f'{sign} {words}' for sign, words in SIGNS.values())}; ★ correct."
)

MAX_BARS = 16
"""Bars of the chart of turns; longer games share bars."""


def page(report: GameReport) -> str:
    """Return the page."""
    contents = [
        "<main>",
        f"<h1>{escaped(describe_options(report))}</h1>",
        *parts(report),
        "</main>",
    ]
    return document(f"{describe_options(report)}: report", STYLESHEETS, "\n".join(contents))


def parts(report: GameReport) -> list[str]:
    """Return the page below its title."""
    return [
        *_verdict(report),
        *_figures(report),
        *_charts(report),
        *_ladder(report),
        *_positions(report),
        *_meanings(),
        f'<p class="dim">{escaped(describe_effort(report))}</p>',
    ]


def _verdict(report: GameReport) -> Iterable[str]:
    from ..workshop.verdict import headline, verdict

    yield f'<p class="lead">{escaped(headline(report))}</p><ul class="verdict">'
    yield from (f"<li>{escaped(sentence.text)}</li>" for sentence in verdict(report))
    yield "</ul>"


def _figures(report: GameReport) -> Iterable[str]:
    from ..workshop.verdict import standards

    titles = [find(id).title for id in standards()]
    yield "<h2>Figures, beside those of the five games</h2>"
    rows = [
        (row.title, [_with_interval(row.value, row.interval), *map(escaped, row.others.values())])
        for row in figure_rows(report)
    ]
    yield from table("Figures", ["figure", report.game.title, *titles], rows)


def _with_interval(value: str, interval: str) -> str:
    return f"{escaped(value)}<small>{escaped(interval)}</small>"


def table(name: str, heads: Sequence[str], rows: Iterable[tuple[str, Sequence[str]]]) -> list[str]:
    """Return a table; the cells of a row are HTML, its first text is not."""
    columns = "".join(f'<th scope="col">{escaped(head)}</th>' for head in heads)
    return [
        f'<div class="card scroll" tabindex="0" role="region" aria-label="{escaped(name)}">',
        f'<table class="wide"><thead><tr>{columns}</tr></thead><tbody>',
        *(
            f'<tr><th scope="row">{escaped(first)}</th>'
            + "".join(f'<td class="number">{cell}</td>' for cell in cells)
            + "</tr>"
            for first, cells in rows
        ),
        "</tbody></table></div>",
    ]


# ---- charts


def _charts(report: GameReport) -> Iterable[str]:
    yield '<h2>Results, lengths and endings</h2><div class="plots">'
    yield bar_chart("Perfect play", _board_bars(report))
    yield bar_chart("Turns, in games between casual players", _turn_bars(report))
    yield bar_chart(
        "Endings, in games between casual players",
        [Bar(reason, report.endings[reason], text) for reason, text in endings_rows(report)],
    )
    yield "</div>"


def _board_bars(report: GameReport) -> list[Bar]:
    boards = report.boards
    if boards.chance == boards.boards and boards.worth is not None:
        shares = [
            ("Player 1 wins", float(boards.worth)),
            ("Player 2 wins", 1 - float(boards.worth)),
        ]
        return [Bar(label, share, percent(share)) for label, share in shares]
    counts = {
        "Player 1 wins": boards.won[0],
        "Player 2 wins": boards.won[1],
        "draw": boards.drawn,
        "no forced win": boards.endless,
        "not solved": boards.unknown,
    }
    return [
        Bar(label, count, counted(count, "board") if boards.how != "one" else "always")
        for label, count in counts.items()
        if count
    ]


def _turn_bars(report: GameReport) -> list[Bar]:
    """Return the number of games by their turns, in at most MAX_BARS groups."""
    counts = report.turn_counts
    if not counts:
        return []
    low, high = min(counts), max(counts)
    step = -(-(high - low + 1) // MAX_BARS)
    bars = []
    for first in range(low, high + 1, step):
        last = min(first + step - 1, high)
        games = sum(counts[turns] for turns in range(first, last + 1))
        label = str(first) if first == last else f"{first} to {last}"
        bars.append(Bar(label, games, counted(games, "game")))
    return bars


def _ladder(report: GameReport) -> Iterable[str]:
    yield "<h2>Levels and seats</h2>"
    yield '<p class="dim">A level that plays better should win more often than half.</p>'
    yield '<div class="plots">'
    rungs = [
        (f"{rung.stronger} – {rung.weaker}", Measure(rung.share, rung.interval))
        for rung in report.ladder
        if rung.share is not None
    ]
    if rungs:
        yield plot("Score of the stronger level", rungs, lambda share: percent(share, 0))
    seats = [
        (seat.level, Measure(seat.share, seat.interval))
        for seat in report.seats
        if seat.share is not None
    ]
    if seats:
        yield plot("Player 1’s score between equals", seats, lambda share: percent(share, 0))
    yield "</div>"
    rows = [
        (levels, [_with_interval(score, interval), escaped(games)])
        for levels, score, interval, games in ladder_rows(report)
    ]
    yield from table("Levels", ["levels", "score", "games"], rows)


# ---- positions


def _positions(report: GameReport) -> Iterable[str]:
    cards = []
    if report.surprise is not None:
        found = report.surprise.found
        cards.append(
            _position("Most surprising position", describe_surprise(report.surprise), found)
        )
    if report.longest is not None:
        text = describe_longest(report.longest)
        cards.append(_position("Longest forced win", text, report.longest))
    if cards:
        yield f'<h2>Positions</h2><p class="dim">{LEGEND}</p><div class="moments positions">'
        yield from cards
        yield "</div>"


def _position(title: str, text: str, found: Found) -> str:
    drawn = board_svg(
        found.game.picture(found.state),
        found.report.moves,
        found.correct,
        title=title,
        is_alone=False,
    )
    path = "".join(f"<p><code>{escaped(line)}</code></p>" for line in describe_path(found))
    return (
        f'<article class="card"><h3>{escaped(title)}</h3><p>{escaped(text)}</p>{drawn}{path}'
        "</article>"
    )


def _meanings() -> Iterable[str]:
    yield "<h2>Meaning of the figures</h2><dl>"
    for figure in FIGURES.values():
        yield f"<dt>{escaped(figure.title)}</dt><dd>{escaped(figure.meaning)}</dd>"
    yield "</dl>"
