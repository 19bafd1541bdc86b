"""Matches, reports, reviews and standings that display themselves in a notebook.

Import it, and notebooks such as Jupyter draw these objects: see docs/notebooks.md.

>>> import numduel.notebook
>>> match = numduel.Match(numduel.new("maze", board="4 3 8/9 5 1/2 7 6"))
>>> numduel.notebook.html(match).count("<svg ")
1
>>> match._repr_html_() == numduel.notebook.html(match)
True
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch
from hashlib import blake2b

from .arena.standings import Standings
from .comparing import Comparison
from .core import Game
from .engine.solving.analysis import Report
from .engine.solving.value import Value
from .engine.teaching.review import Review
from .errors import WrongType
from .exam.results import Result
from .options import short_repr
from .play.match import Match
from .render import arena_page, exam_page, game_page, review_page
from .render.board import board_svg
from .render.chart import chart
from .render.figure_table import figure_table
from .render.markup import embed, escaped
from .render.move_card import LEGEND as SIGNS
from .render.move_card import card
from .storage import record
from .views.arena_text import game_title
from .views.comparison_text import (
    LEGEND,
    describe_left_out,
    describe_outcome,
    format_difference,
    format_needed,
    format_p,
    format_value,
)
from .views.narration import Narration, isolate_names, names_of
from .views.positions import picture, trails
from .views.review_text import KeyMoment, describe_no_moments, find_key_moments
from .views.values import describe_best, explain_signs
from .views.workshop_text import describe_options
from .workshop.measuring import GameReport

__all__ = ["html"]

STYLESHEETS = ("notebook.css", *game_page.STYLESHEETS)
"""The stylesheets of everything shown, files in the folder of `render`."""

ID_CHARS = 8
"""Characters that make the ids of a review differ from those of other reviews."""


@singledispatch
def html(thing: object) -> str:
    """Return a match, report, review, standings or another result as HTML.

    The HTML needs no script and loads nothing. It shows no hidden number.

    Raises:
        WrongType: If numduel doesn't draw such a thing.
    """
    kinds = ", ".join(sorted(kind.__name__ for kind in html.registry if kind is not object))
    raise WrongType(f"{short_repr(thing)} can't be drawn. What can be drawn: {kinds}")


# ---- positions


@html.register(Game)
def _draw_game(game: Game) -> str:  # type: ignore[type-arg]
    """Return a game before its first move."""
    public = game.public()
    drawn = board_svg(public.picture(public.start()), title=public.title, is_alone=False)
    return _box(public.title, [drawn])


@html.register
def _draw_match(match: Match) -> str:
    """Return the board, whose turn it is or how the match ended, and the moves."""
    names = isolate_names(names_of(match))
    narration = Narration(match, names)
    title = record.headline(match)
    drawn = board_svg(
        picture(match), title=title, chosen=trails(match), names=names, is_alone=False
    )
    said = narration.verdict() or [narration.question(len(match.plies), is_named=True)]
    moves = " ".join(ply.move for ply in match.plies)
    return _box(
        title,
        [
            drawn,
            *(f"<p>{escaped(line)}</p>" for line in said),
            *([f'<p class="dim">Moves: {escaped(moves)}</p>'] if moves else []),
        ],
    )


@html.register
def _draw_report(report: Report) -> str:
    """Return the board with the value of every move, and a table of the values."""
    game, drawn = report.game, report.game.picture(report.state)
    title = f"{game.title}: {report.player} to move"
    board = board_svg(drawn, report.moves, report.best, title=title, is_alone=False)
    signs = explain_signs(report.moves.values(), has_draws=report.has_draws)
    legend = ", ".join(f"{value.sign} {words}" for value, words in signs)
    rows = (
        (f"{'★ ' if move in report.best else ''}{drawn.name_of(move)}", _value_cells(value))
        for move, value in report.moves.items()
    )
    how = "" if report.is_exact else f" Some values are {report.how}."
    caption = f"Values for {report.player}, with best play.{how}"
    return _box(
        title,
        [
            f"<p>{escaped(describe_best(report, drawn))}</p>",
            '<div class="side-by-side">',
            board,
            *figure_table("Moves", caption, ["move", "value", "worth"], rows),
            "</div>",
            f'<p class="dim">{escaped(legend)}; ★ best.</p>',
        ],
    )


def _value_cells(value: Value) -> list[str]:
    return [value.label, f"{float(value.worth):.3g}"]


@html.register
def _draw_value(value: Value) -> str:
    return _box("Value", [f"<p><strong>{escaped(value.sign)}</strong> {escaped(value.full)}</p>"])


# ---- reviews


@html.register
def _draw_review(found: Review) -> str:
    """Return accuracy, progress chart, key moments with their boards, and a table of all plies."""
    match = found.match
    names = isolate_names(names_of(match))
    narration = Narration(match, names)
    moments = find_key_moments(found, narration)
    about = SIGNS if moments else describe_no_moments(found, narration)
    return _box(
        f"{record.headline(match)}: review",
        [
            *review_page.ending(match, found, names),
            *review_page.sides(found, names),
            *_draw_progress(found, narration),
            f'<h4>Key moments</h4><p class="dim">{escaped(about)}</p><div class="moments">',
            *(_draw_moment(moment, found, narration) for moment in moments),
            "</div>",
        ],
    )


def _draw_progress(found: Review, narration: Narration) -> Iterable[str]:
    if not found.plies:
        return
    names, prefix = narration.names, f"nd-{_digest(narration.match)}-"
    yield f'<div class="card">{chart(found, names, prefix)}</div>'
    yield f'<p class="dim">{review_page.explain_chart(found, names)}</p>'
    yield "<details><summary>Move by move</summary>"
    yield from review_page.table(found, names, prefix)
    yield "</details>"


def _draw_moment(moment: KeyMoment, found: Review, narration: Narration) -> str:
    step = found.plies[moment.ply - 1]
    if not step.is_mistake or moment.kind == "resigned":
        return f'<article class="card"><h3>{escaped(moment.title)}</h3></article>'
    heading = escaped(moment.title)
    return card(narration.match, moment.ply - 1, step, narration.names, heading)


def _digest(match: Match) -> str:
    text = record.dumps(match)
    return blake2b(text.encode()).hexdigest()[:ID_CHARS]


# ---- results


@html.register
def _draw_standings(shown: Standings) -> str:
    """Return a table for each game, with intervals, and the meaning of the figures."""
    parts = [f"<p>{arena_page.describe(shown)}</p>"]
    for game in dict.fromkeys(row.game for row in shown.rows):
        parts += [f"<h4>{escaped(game_title(game))}</h4>", *arena_page.standings_table(shown, game)]
    meaning = ["<details><summary>Meaning of the figures</summary>", *arena_page.meanings(shown)]
    return _box(f"Arena: {', '.join(shown.players)}", [*parts, *meaning, "</details>"])


@html.register
def _draw_result(result: Result) -> str:
    parts = exam_page.figure_rows(result, result.scores())
    return _box(f"Exam: {result.player}", parts)


@html.register
def _draw_comparison(found: Comparison) -> str:
    one, two = found.names
    heads = ["figure", f"{found.unit}s", "differ", one, two, "difference", "p", "to settle it"]
    rows = [
        (
            f"{row.figure.name.capitalize()}, {game_title(row.game)}",
            [
                f"{row.groups:,}",
                f"{row.differing:,}",
                *(format_value(row.figure.name, value) for value in row.values),
                format_difference(row),
                format_p(row.p),
                format_needed(row),
            ],
        )
        for row in found.rows
    ]
    said = filter(None, [describe_outcome(found), describe_left_out(found)])
    return _box(
        f"{one} and {two}, paired by {found.unit}",
        [
            *(f"<p>{escaped(line)}</p>" for line in said),
            *figure_table("Differences", LEGEND, heads, rows),
        ],
    )


@html.register
def _draw_game_report(report: GameReport) -> str:
    return _box(describe_options(report), game_page.parts(report))


def _box(title: str, parts: Iterable[str]) -> str:
    """Return the box around everything shown; `parts` are HTML."""
    return embed(title, STYLESHEETS, "\n".join([f"<h3>{escaped(title)}</h3>", *parts]))


for _kind in html.registry:
    if _kind is not object:
        _kind._repr_html_ = html
