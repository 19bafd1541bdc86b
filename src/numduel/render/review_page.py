"""A review as a self-contained HTML page."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ..errors import capitalise
from ..play.match import Match
from ..storage.record import headline
from ..views.narration import Names, Narration, address, isolate_names, names_of
from ..views.review_text import ESTIMATED, describe_resignation, format_accuracy
from .chart import chart
from .markup import document, escaped
from .move_card import LEGEND, card, title

if TYPE_CHECKING:
    from ..engine.teaching.review import Review, ReviewedPlayer, ReviewedPly

STYLESHEETS = ("review_page.css", "board.css")
"""The stylesheets of the page, files in this folder."""


def page(match: Match, found: Review) -> str:
    """Return the page."""
    return document(f"{headline(match)}: review", STYLESHEETS, contents(match, found))


def contents(match: Match, found: Review) -> str:
    """Return the content of the page, without stylesheets; it reveals nothing hidden."""
    names = isolate_names(names_of(match))
    return "\n".join(
        [
            "<main>",
            f"<h1>{escaped(headline(match))}</h1>",
            *ending(match, found, names),
            "<h2>Accuracy</h2>",
            *sides(found, names),
            *_notes(match, found),
            *_chart(found, names),
            *_table(found, names),
            *_mistakes(match, found, names),
            "</main>",
        ]
    )


def ending(match: Match, found: Review, names: Names) -> list[str]:
    """Return paragraphs on how the match ended, or how it stands."""
    return [f"<p>{escaped(line)}</p>" for line in _ending_lines(match, found, names)]


def _ending_lines(match: Match, found: Review, names: Names) -> list[str]:
    if match.is_finished:
        narration = Narration(match, names)
        resigned = describe_resignation(found.resignation, narration)
        return [*narration.verdict(), *filter(None, [resigned])]
    if found.now is None or match.player is None:
        return ["Unfinished."]
    return [f"Unfinished. {names[match.player]} to move: {found.now.label}."]


def sides(found: Review, names: Names) -> list[str]:
    """Return a card with the accuracy of each player."""
    cards = (_side(side, found, names) for side in found.players)
    return ['<div class="sides">', *cards, "</div>"]


def _side(side: ReviewedPlayer, found: Review, names: Names) -> str:
    look = ("one", "two")[side.player]
    share = "–" if side.accuracy is None else f"{float(side.accuracy):.0%}"
    lines = [_correct_choices(side)]
    bad = ", ".join(f"{count} × {sign}" for sign, count in side.marks.items() if count)
    lines += [f"Marked: {bad}"] if bad else []
    lines += [f"Turns lost: {side.turns_lost}"] if side.turns_lost else []
    if found.has_chance:
        lines.append(f"Lost {float(side.regret):.1%} of a win by mistakes")
        lines.append(f"Luck {_signed(side.luck or Fraction(0))}")
    words = "".join(f"<p>{escaped(line)}</p>" for line in lines)
    meter = _meter(side.luck) if side.luck is not None else ""
    return (
        f'<section class="card side {look}"><h3>{escaped(names[side.player])}</h3>'
        f'<div class="figure">{share}</div>{words}{meter}</section>'
    )


def _correct_choices(side: ReviewedPlayer) -> str:
    share, right = format_accuracy(side)
    return right or capitalise(share)


def _notes(match: Match, found: Review) -> list[str]:
    notes = [
        "Accuracy is the share of a player’s real choices in which the move was correct: a win "
        "stayed a win, and a chance stayed as good as it was. Moves without a real choice don’t "
        "count. Turns lost are extra turns to win; they don’t lower accuracy."
    ]
    if found.has_chance:
        notes.append(
            "Luck is how much chance events in a player’s turns changed that player’s chance."
        )
    if match.game.has_draws:
        notes.append("A draw counts as half a win.")
    if not found.is_exact:
        notes.append(ESTIMATED)
    return [f'<p class="dim">{note}</p>' for note in notes]


# ---- progress chart


def _chart(found: Review, names: Names) -> list[str]:
    if not found.plies:
        return []
    return [
        "<h2>Progress chart</h2>",
        f'<p class="dim">{explain_chart(found, names)}</p>',
        '<div class="card">',
        chart(found, names),
        "</div>",
    ]


def explain_chart(found: Review, names: Names) -> str:
    """Return what the progress chart shows, as HTML."""
    one, two = (escaped(name) for name in names)
    what = (
        f"{one}’s chance to win"
        if found.has_chance
        else "Who was winning, and how close to the end"
    )
    drawn = ", diamonds are chance events" if found.has_chance else ""
    return (
        f"{what}. Circles are moves of {one}, squares are moves of {two}{drawn}. "
        "Each links to its row in the table below."
    )


def _table(found: Review, names: Names) -> list[str]:
    return ["<h2>Move by move</h2>", *table(found, names)] if found.plies else []


def table(found: Review, names: Names, prefix: str = "") -> list[str]:
    """Return the table of all plies; `prefix` starts the id of each row."""
    heads = ["Turn", "Player", "Move", "Before", "After", *(["Luck"] if found.has_chance else [])]
    columns = "".join(f'<th scope="col">{head}</th>' for head in heads)
    return [
        '<div class="card scroll" tabindex="0" role="region" aria-label="Move by move">',
        "<table><caption>The value of every move before and after it, for the player who made it."
        "</caption>",
        f"<thead><tr>{columns}</tr></thead>",
        "<tbody>",
        *(
            _row(f"{prefix}ply-{number}", step, found, names)
            for number, step in enumerate(found.plies, 1)
        ),
        "</tbody></table>",
        "</div>",
    ]


def _row(id: str, step: ReviewedPly, found: Review, names: Names) -> str:
    look = ' class="bad"' if step.mark else ""
    mark = f' <span class="mark">{step.mark}</span>' if step.mark else ""
    move = f"draws {step.move}" if step.drawn else step.move
    luck = "" if step.luck is None else f"{_signed(step.luck)} {_meter(step.luck)}"
    luck = f'<td class="number">{luck}</td>' if found.has_chance else ""
    return (
        f'<tr id="{id}"{look}><td>{step.turn}</td><td>{escaped(names[step.player])}</td>'
        f'<th scope="row">{escaped(move)}{mark}</th><td>{escaped(step.before.label)}</td>'
        f"<td>{escaped(step.after.label)}</td>{luck}</tr>"
        + (_explanation(step, names, 6 if found.has_chance else 5) if step.mark else "")
    )


def _explanation(step: ReviewedPly, names: Names, columns: int) -> str:
    """Return the explanation of a mistake: a full-width row below that of the move."""
    lines = [address(f"{step.player} {step.slip}.", names), address(step.reason, names)]
    if step.line:
        lines.append(f"Best play from there: {' '.join(step.line)}")
    words = "".join(f"<p>{escaped(line)}</p>" for line in lines if line)
    return f'<tr class="bad remark"><td colspan="{columns}">{words}</td></tr>'


def _signed(share: Fraction) -> str:
    return f"{float(share):+.1%}".replace("-", "−")


def _meter(share: Fraction) -> str:
    """Return a bar from the middle, to the right for good luck; the number stands beside it."""
    long = min(50.0, abs(float(share)) * 50)
    start, look = (50.0, "up") if share >= 0 else (50 - long, "down")
    return (
        '<span class="meter" aria-hidden="true"><svg viewBox="0 0 100 10" '
        f'preserveAspectRatio="none"><rect class="{look}" x="{start:.1f}" y="1" '
        f'width="{long:.1f}" height="8"/></svg></span>'
    )


# ---- mistakes


def _mistakes(match: Match, found: Review, names: Names) -> list[str]:
    """Return the board before every mistake."""
    marked = [(ply, step) for ply, step in enumerate(found.plies) if step.mark in ("??", "?")]
    if not marked:
        return []
    return [
        "<h2>Mistakes</h2>",
        f'<p class="dim">{LEGEND}</p>',
        '<div class="moments">',
        *(card(match, ply, step, names, _link(match, ply, step, names)) for ply, step in marked),
        "</div>",
    ]


def _link(match: Match, ply: int, step: ReviewedPly, names: Names) -> str:
    return f'<a href="#ply-{ply + 1}">{escaped(title(match, ply, step, names))}</a>'
