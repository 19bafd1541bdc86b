"""A leaderboard as a self-contained HTML page, whose tables can be sorted."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from ..core import Player
from ..views.arena_text import FIGURES, game_title
from ..views.leaderboard_text import (
    MAIN_COLUMNS,
    Column,
    column_names,
    cost_per_question,
    describe_prompt,
    skill_columns,
)
from .board import board_svg
from .cost_plot import PricedSkill, cost_plot
from .interval_plot import plot
from .markup import document, escaped, stylesheet
from .move_card import LEGEND, card, title

if TYPE_CHECKING:
    from ..intervals import Measure
    from ..views.leaderboard import Entry, Leaderboard, Mistake, Refused

STYLESHEETS = ("review_page.css", "arena_page.css", "leaderboard_page.css", "board.css")
SCRIPT = "leaderboard_page.js"

NAMES = (str(Player.ONE), str(Player.TWO))

BESIDE = ("prompt", "checked")
"""Columns that are shown below the name of a player."""

HEAT = 45
"""The strongest tint of a cell, in per cent, for a skill of 1."""

BAR_WIDTH, BAR_HEIGHT = 144, 14
"""The size of the bar in a cell, in pixels."""

LEAD = (
    "How well players decide in five number games, measured against perfect play. Every figure on "
    "this page was computed again from the submitted answers."
)


def page(board: Leaderboard) -> str:
    """Return the page; entries that couldn't be verified are only listed."""
    contents = ["<main>", "<h1>numduel leaderboard</h1>", *_parts(board), "</main>"]
    script = "\n" + stylesheet(SCRIPT)
    return document("numduel leaderboard", STYLESHEETS, "\n".join(contents), script)


def _parts(board: Leaderboard) -> Iterable[str]:
    yield f'<p class="lead">{LEAD}</p>'
    if board.entries:
        yield from _facts(board.entries)
        yield from _main_table(board.entries)
        yield from _plots(board.entries)
        yield from _game_table(board.entries)
        yield from _mistakes(board.entries)
        yield from _meanings(board.entries)
        yield from _seeds(board.entries)
    else:
        yield "<p>No submission is verified yet.</p>"
    yield from _refused(board.refused)
    yield '<p id="sorted" class="visually-hidden" role="status"></p>'


def _facts(entries: Sequence[Entry]) -> Iterable[str]:
    questions = sum(entry.questions for entry in entries)
    matches = sum(len(entry.submitted.matches) for entry in entries)
    counts = {"verified entries": len(entries), "answers": questions, "matches": matches}
    shown = (f"<li><b>{count:,}</b> {escaped(name)}</li>" for name, count in counts.items())
    yield f'<ul class="facts"><li>Protocol <b>numduel-bench 1</b></li>{"".join(shown)}</ul>'


# ---- tables


def _main_table(entries: Sequence[Entry]) -> Iterable[str]:
    columns = {name: MAIN_COLUMNS[name] for name in column_names(entries) if name not in BESIDE}
    caption = "In brackets: 95% confidence intervals. A name leads to the player's worst mistakes."
    return _table("Results", caption, columns, entries, "skill")


def _game_table(entries: Sequence[Entry]) -> Iterable[str]:
    yield "<h2>Skill by game</h2>"
    columns = skill_columns(entries[0].games, game_title)
    caption = "Skill in the fresh exam. The greener a cell, the closer to perfect play."
    yield from _table("Skill by game", caption, columns, entries, "", is_tinted=True)


def _table(
    label: str,
    caption: str,
    columns: Mapping[str, Column],
    entries: Sequence[Entry],
    sorted_by: str,
    *,
    is_tinted: bool = False,
) -> Iterable[str]:
    """Yield a table that a script can sort; without it, the highest skill is first."""
    attributes = f'tabindex="0" role="region" aria-label="{escaped(label)}"'
    yield f'<div class="card scroll board" {attributes}><table class="sortable">'
    yield f"<caption><span>{escaped(caption)}</span></caption><thead><tr>"
    yield '<th scope="col" class="rank"><span class="visually-hidden">rank</span></th>'
    yield '<th scope="col" data-first="ascending" data-kind="text">player</th>'
    for name, column in columns.items():
        yield _head(column, is_sorted=name == sorted_by)
    yield "</tr></thead><tbody>"
    for rank, entry in enumerate(entries, 1):
        cells = (_cell(name, column, entry, is_tinted) for name, column in columns.items())
        player = _name_cells(rank, entry, has_details=not is_tinted)
        yield f'<tr data-rank="{rank}">{player}{"".join(cells)}</tr>'
    yield "</tbody></table></div>"


def _head(column: Column, *, is_sorted: bool) -> str:
    first = "descending" if column.is_highest_first else "ascending"
    order = f' aria-sort="{first}"' if is_sorted else ""
    about = f'data-first="{first}"{order} title="{escaped(column.meaning)}"'
    return f'<th scope="col" {about}>{escaped(column.title)}</th>'


def _name_cells(rank: int, entry: Entry, *, has_details: bool) -> str:
    one = entry.submitted
    name = escaped(one.name)
    if entry.mistakes:
        name = f'<a href="#mistakes-{rank}">{name}</a>'
    more = _details(entry) if has_details else ""
    return (
        f'<td class="rank">{rank}</td>'
        f'<th scope="row" data-value="{escaped(one.name)}">{name}{more}</th>'
    )


def _details(entry: Entry) -> str:
    """Return what is below the name: the player with its settings, prompts, how it was checked."""
    one = entry.submitted
    player = [one.player] if one.player != one.name else []
    prompt = [f"prompt {describe_prompt(entry)}"] if one.prompt else []
    small = "".join(f"<small>{escaped(text)}</small>" for text in (*player, *prompt))
    sure = "" if one.checked == "figures" else " sure"
    chip = f'<span class="chip{sure}" title="{escaped(MAIN_COLUMNS["checked"].meaning)}">'
    return f"{small}<small>{chip}✓ {escaped(one.checked)}</span></small>"


def _cell(name: str, column: Column, entry: Entry, is_tinted: bool) -> str:
    value = column.value(entry)
    text, bracket, rest = column.format(entry).partition(" [")
    shown, heat = escaped(text), ""
    if name == "skill":
        shown = f'<span class="big">{shown}</span>'
    if is_tinted and isinstance(value, float):
        heat = f' style="--heat: {round(HEAT * max(0.0, value))}"'
    small = f"<small>{escaped(bracket.strip() + rest)}</small>" if bracket else ""
    bar = _bar(entry.skill) if name == "skill" and entry.skill else ""
    key = "" if value is None else escaped(str(value))
    tint = ' class="number heat"' if heat else ' class="number"'
    return f'<td{tint}{heat} data-value="{key}">{shown}{small}{bar}</td>'


def _bar(skill: Measure) -> str:
    """Return a small drawing of a skill and its interval, from 0 to 1; the text says the same."""
    low, high = (_bar_x(end) for end in skill.interval or (skill.value, skill.value))
    y = BAR_HEIGHT // 2
    return (
        f'<svg class="level-bar" viewBox="0 0 {BAR_WIDTH} {BAR_HEIGHT}" aria-hidden="true">'
        f'<line class="track" x1="{_bar_x(0)}" y1="{y}" x2="{_bar_x(1)}" y2="{y}"/>'
        f'<line class="range" x1="{low}" y1="{y}" x2="{high}" y2="{y}"/>'
        f'<circle class="at" cx="{_bar_x(skill.value)}" cy="{y}" r="5"/></svg>'
    )


def _bar_x(value: float) -> float:
    return round(6 + (BAR_WIDTH - 12) * min(1.0, max(0.0, value)), 1)


# ---- plots


def _plots(entries: Sequence[Entry]) -> Iterable[str]:
    yield '<div class="plots">'
    for name, figure in (("skill", "skill"), ("rating", "elo")):
        marks = [(entry.submitted.name, getattr(entry, name)) for entry in entries]
        if any(measure for _, measure in marks):
            yield plot(MAIN_COLUMNS[name].title.capitalize(), marks, FIGURES[figure].format)
    yield cost_plot(
        [
            PricedSkill(entry.submitted.name, cost, entry.skill)
            for entry in entries
            if (cost := cost_per_question(entry)) and entry.skill
        ]
    )
    yield "</div>"


# ---- the worst mistakes


def _mistakes(entries: Sequence[Entry]) -> Iterable[str]:
    if not any(entry.mistakes for entry in entries):
        return
    yield "<h2>Worst mistakes</h2>"
    yield f'<p class="dim">{LEGEND}</p>'
    for rank, entry in enumerate(entries, 1):
        if entry.mistakes:
            lost = float(max(mistake.regret for mistake in entry.mistakes))
            count = f"{len(entry.mistakes)} moves, the worst lost {lost:.0%} of a win"
            yield f'<details class="card entry"><summary>{escaped(entry.submitted.name)}'
            yield f' <span>{count}</span></summary><div class="moments" id="mistakes-{rank}">'
            yield from map(_card, entry.mistakes)
            yield "</div></details>"


def _card(mistake: Mistake) -> str:
    where = f"{game_title(mistake.match.game.id)}, {mistake.where[0].lower()}{mistake.where[1:]}"
    lost = f"<p>Lost {float(mistake.regret):.3f} of a win.</p>"
    if mistake.step is not None:
        move = title(mistake.match, mistake.ply, mistake.step, NAMES)
        heading = escaped(f"{where}. {move}")
        return card(mistake.match, mistake.ply, mistake.step, NAMES, heading, lost)
    drawn = board_svg(mistake.match.game.picture(mistake.match.state), is_alone=False)
    fault = escaped(f"No legal move: {mistake.fault}.")
    return f'<article class="card"><h3>{escaped(where)}</h3><p>{fault}</p>{drawn}{lost}</article>'


# ---- explanations


def _meanings(entries: Sequence[Entry]) -> Iterable[str]:
    yield '<h2>Meaning of the columns</h2><dl class="meanings">'
    for name in column_names(entries):
        column = MAIN_COLUMNS[name]
        meaning = f"<dt>{escaped(column.title)}</dt><dd>{escaped(column.meaning)}</dd>"
        yield f"<div>{meaning}</div>"
    yield "</dl>"


def _seeds(entries: Sequence[Entry]) -> Iterable[str]:
    """Yield the seeds of the fresh exams: entries are comparable question by question on one."""
    yield "<h2>Fresh questions</h2>"
    yield "<p>Entries with the same seed answered the same fresh questions, on the same boards.</p>"
    seeds: dict[str, list[Entry]] = {}
    for entry in entries:
        seeds.setdefault(entry.submitted.seed, []).append(entry)
    yield "<ul>"
    for seed, shared in seeds.items():
        one = shared[0].submitted
        announced = {True: ", announced before the runs", False: ", not announced"}
        known = "" if one.announced is None else announced[one.announced]
        names = ", ".join(entry.submitted.name for entry in shared)
        yield (
            f"<li>Seed <code>{escaped(seed)}</code>{known}: {escaped(names)}.<br>"
            f'<span class="dim">Commitment <code>{escaped(one.commitment)}</code></span></li>'
        )
    yield "</ul>"


def _refused(refused: Sequence[Refused]) -> Iterable[str]:
    if not refused:
        return
    yield "<h2>Refused submissions</h2>"
    yield "<p>These could not be verified, so their results aren't shown.</p><ul>"
    for one in refused:
        name = escaped(one.name or "Unknown player")
        file = escaped(os.path.basename(os.path.normpath(one.path)))
        problems = "".join(f"<li>{escaped(text)}.</li>" for text in one.problems)
        yield f'<li><span class="refused">{name}</span>, {file}<ul>{problems}</ul></li>'
    yield "</ul>"
