"""A tournament as a self-contained HTML page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from ..views.arena_text import (
    FIGURES,
    NONE,
    column_titles,
    figure_columns,
    format_row,
    game_title,
)
from ..views.narration import names_of
from ..views.prices import total_cost
from .cost_plot import PricedSkill, cost_plot
from .figure_table import figure_table
from .interval_plot import plot
from .markup import document, escaped
from .move_card import LEGEND, card, title

if TYPE_CHECKING:
    from ..arena.blunders import ExplainedBlunder
    from ..arena.standings import Standing, Standings
    from ..views.prices import Price

STYLESHEETS = ("review_page.css", "arena_page.css", "board.css")

PLOTTED = ("elo", "win_rate", "skill", "accuracy", "regret", "luck_adjusted")


def page(
    shown: Standings,
    blunders: Sequence[ExplainedBlunder],
    replay_command: Callable[[int], str],
    price: Price | None = None,
) -> str:
    """Return the page; `replay_command` returns the command that replays a match number."""
    contents = _main(shown, blunders, replay_command, price)
    return document(f"Arena: {', '.join(shown.players)}", STYLESHEETS, contents)


def _main(
    shown: Standings,
    blunders: Sequence[ExplainedBlunder],
    replay_command: Callable[[int], str],
    price: Price | None,
) -> str:
    games = dict.fromkeys(row.game for row in shown.rows)
    return "\n".join(
        [
            "<main>",
            f"<h1>{escaped(', '.join(shown.players))}</h1>",
            f"<p>{describe(shown)}</p>",
            *(part for game in games for part in _game(shown, game, price)),
            "<h2>Meaning of the figures</h2>",
            *meanings(shown),
            *_blunders(blunders, replay_command),
            "</main>",
        ]
    )


def describe(shown: Standings) -> str:
    """Return what was played, as HTML."""
    return (
        f"{shown.matches:,} matches, {shown.boards:,} boards per game, each from both seats; "
        f"seed {shown.seed}, tournament {escaped(shown.tournament)}."
    )


# ---- one game


def _game(shown: Standings, game: str, price: Price | None) -> Iterable[str]:
    rows = [row for row in shown.rows if row.game == game]
    yield f"<h2>{escaped(game_title(game))}</h2>"
    yield from standings_table(shown, game)
    yield '<div class="plots">'
    for name in PLOTTED:
        marks = [(row.player, row.figures[name]) for row in rows]
        if any(measure is not None for _, measure in marks):
            yield plot(FIGURES[name].title, marks, FIGURES[name].format)
    if price is not None:
        yield cost_plot(_priced(rows, price), "match")
    yield "</div>"
    yield from _crosstable(shown, game)


def _priced(rows: Sequence[Standing], price: Price) -> list[PricedSkill]:
    return [
        PricedSkill(row.player, total_cost(row, price) / row.matches, skill)
        for row in rows
        if row.calls and row.matches and (skill := row.figures["skill"])
    ]


def standings_table(shown: Standings, game: str) -> Iterable[str]:
    """Yield the table of one game: a row for each player, with intervals."""
    return figure_table(
        f"{game_title(game)}: figures",
        "In brackets: 95% confidence intervals.",
        ["player", *column_titles(shown)],
        ((row.player, format_row(shown, row)) for row in shown.rows if row.game == game),
    )


def _crosstable(shown: Standings, game: str) -> Iterable[str]:
    pairs = [pair for pair in shown.pairs if pair.game == game]
    if not pairs:
        return
    ended: dict[tuple[str, str], str] = {}
    for pair in pairs:
        one, two = pair.players
        rest = f", {pair.drawn:,} drawn" if pair.drawn else ""
        rest += f", {pair.cut:,} unfinished" if pair.cut else ""
        ended[one, two] = f"{pair.won:,} : {pair.lost:,}{rest}"
        ended[two, one] = f"{pair.lost:,} : {pair.won:,}{rest}"
    yield from figure_table(
        f"{game_title(game)}: pairs",
        "Wins : losses of the player in the row.",
        ["player", *shown.players],
        (
            (mine, [ended.get((mine, other), NONE) for other in shown.players])
            for mine in shown.players
        ),
    )


def meanings(shown: Standings) -> Iterable[str]:
    """Yield the meaning of each figure."""
    yield "<dl>"
    for figure in figure_columns(shown).values():
        yield f"<dt>{escaped(figure.title)}</dt><dd>{escaped(figure.meaning)}</dd>"
    yield "</dl>"


# ---- the worst moves


def _blunders(
    blunders: Sequence[ExplainedBlunder], replay_command: Callable[[int], str]
) -> Iterable[str]:
    if not blunders:
        return
    yield "<h2>Worst moves</h2>"
    yield f'<p class="dim">{LEGEND}</p><div class="moments">'
    for blunder, match, step in blunders:
        names = names_of(match)
        line = blunder.line
        move = title(match, blunder.ply - 1, step, names)
        heading = escaped(f"{game_title(line.game)}, match {line.match}. {move}")
        more = (
            f"<p>Lost {float(blunder.regret):.3f} of a win.</p>"
            f"<p><code>{escaped(replay_command(line.match))}</code></p><details><summary>Record"
            f"</summary><pre>{_preformatted(line.record)}</pre></details>"
        )
        yield card(match, blunder.ply - 1, step, names, heading, more)
    yield "</div>"


def _preformatted(text: str) -> str:
    return "\n".join(escaped(line) for line in text.split("\n"))
