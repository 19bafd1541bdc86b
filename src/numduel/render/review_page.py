"""A review as a page of HTML that needs nothing but itself."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ..errors import capitalise
from ..play.match import Match
from ..storage.record import headline
from ..views.narration import Names, Narration, address, isolate_names, names_of
from ..views.review_text import ESTIMATED, format_accuracy
from .chart import chart
from .markup import document, escaped
from .move_card import LEGEND, card, title

if TYPE_CHECKING:
    from ..engine.teaching.review import Review, ReviewedPlayer, ReviewedPly

STYLESHEETS = ("review_page.css", "board.css")
"""What a page needs to look as it should; files of this folder."""


def page(match: Match, seen: Review) -> str:
    """The whole page as text."""
    return document(f"{headline(match)}: review", STYLESHEETS, contents(match, seen))


def contents(match: Match, seen: Review) -> str:
    """What the page shows, for one that has the stylesheets; the players have seen all of it."""
    names = isolate_names(names_of(match))
    return "\n".join(
        [
            "<main>",
            f"<h1>{escaped(headline(match))}</h1>",
            *(f"<p>{escaped(line)}</p>" for line in _ending(match, seen, names)),
            "<h2>Accuracy</h2>",
            '<div class="sides">',
            *(_side(side, seen, names) for side in seen.players),
            "</div>",
            *_notes(match, seen),
            *_chart(seen, names),
            *_table(seen, names),
            *_moments(match, seen, names),
            "</main>",
        ]
    )


def _ending(match: Match, seen: Review, names: Names) -> list[str]:
    if match.is_finished:
        return Narration(match, names).verdict()
    if seen.now is None or match.player is None:
        return ["Unfinished."]
    return [f"Unfinished. {names[match.player]} to move: {seen.now.label}."]


def _side(side: ReviewedPlayer, seen: Review, names: Names) -> str:
    look = ("one", "two")[side.player]
    share = "–" if side.accuracy is None else f"{float(side.accuracy):.0%}"
    lines = [_chosen(side)]
    bad = ", ".join(f"{count} × {sign}" for sign, count in side.marks.items() if count)
    lines += [f"Marked: {bad}"] if bad else []
    lines += [f"Turns lost: {side.turns_lost}"] if side.turns_lost else []
    if seen.has_chance:
        lines.append(f"Gave away {float(side.regret):.1%} of a win by choice")
        lines.append(f"Luck {_signed(side.luck or Fraction(0))}")
    words = "".join(f"<p>{escaped(line)}</p>" for line in lines)
    meter = _meter(side.luck) if side.luck is not None else ""
    return (
        f'<section class="card side {look}"><h3>{escaped(names[side.player])}</h3>'
        f'<div class="figure">{share}</div>{words}{meter}</section>'
    )


def _chosen(side: ReviewedPlayer) -> str:
    share, right = format_accuracy(side)
    return right or capitalise(share)


def _notes(match: Match, seen: Review) -> list[str]:
    notes = [
        "Accuracy is the share of a player’s decisions that gave nothing away: a win stayed a win, "
        "a chance as good as it was. Moves where nothing could be given away do not count. A win "
        "that came later than it could has lost turns, and no accuracy."
    ]
    if seen.has_chance:
        notes.append(
            "Luck is how much what was drawn in a player’s turns changed that player’s chance."
        )
    if match.game.has_draws:
        notes.append("A draw counts as half a win.")
    if not seen.is_exact:
        notes.append(ESTIMATED)
    return [f'<p class="dim">{note}</p>' for note in notes]


# ---- the course of the game


def _chart(seen: Review, names: Names) -> list[str]:
    if not seen.plies:
        return []
    one, two = (escaped(name) for name in names)
    what = f"{one}’s chance to win" if seen.has_chance else "Who was winning, and how near the end"
    drawn = ", diamonds what was drawn" if seen.has_chance else ""
    return [
        "<h2>The course of the game</h2>",
        f'<p class="dim">{what}. Circles are moves of {one}, squares of {two}{drawn}; each '
        "leads to its row in the table below, which says the same in words.</p>",
        '<div class="card">',
        chart(seen, names),
        "</div>",
    ]


def _table(seen: Review, names: Names) -> list[str]:
    if not seen.plies:
        return []
    heads = ["Turn", "Player", "Move", "Had", "Left", *(["Luck"] if seen.has_chance else [])]
    columns = "".join(f'<th scope="col">{head}</th>' for head in heads)
    return [
        "<h2>Move by move</h2>",
        '<div class="card scroll" tabindex="0" role="region" aria-label="Move by move">',
        "<table><caption>Every move with what its player had before it and what was left after, "
        "seen by that player.</caption>",
        f"<thead><tr>{columns}</tr></thead>",
        "<tbody>",
        *(_row(number, step, seen, names) for number, step in enumerate(seen.plies, 1)),
        "</tbody></table>",
        "</div>",
    ]


def _row(number: int, step: ReviewedPly, seen: Review, names: Names) -> str:
    look = ' class="bad"' if step.mark else ""
    mark = f' <span class="mark">{step.mark}</span>' if step.mark else ""
    move = f"draws {step.move}" if step.drawn else step.move
    luck = "" if step.luck is None else f"{_signed(step.luck)} {_meter(step.luck)}"
    luck = f'<td class="number">{luck}</td>' if seen.has_chance else ""
    return (
        f'<tr id="ply-{number}"{look}><td>{step.turn}</td><td>{escaped(names[step.player])}</td>'
        f'<th scope="row">{escaped(move)}{mark}</th><td>{escaped(step.before.label)}</td>'
        f"<td>{escaped(step.after.label)}</td>{luck}</tr>"
        + (_remark(step, names, 6 if seen.has_chance else 5) if step.mark else "")
    )


def _remark(step: ReviewedPly, names: Names, columns: int) -> str:
    """Why a move was bad: a row of its own below that of the move, as wide as the table."""
    lines = [address(f"{step.player} {step.slip}.", names), address(step.reason, names)]
    if step.line:
        lines.append(f"Best play from there: {' '.join(step.line)}")
    words = "".join(f"<p>{escaped(line)}</p>" for line in lines if line)
    return f'<tr class="bad remark"><td colspan="{columns}">{words}</td></tr>'


def _signed(share: Fraction) -> str:
    return f"{float(share):+.1%}".replace("-", "−")


def _meter(share: Fraction) -> str:
    """A bar from the middle, to the right for good luck; what it says stands in words beside it."""
    long = min(50.0, abs(float(share)) * 50)
    start, look = (50.0, "up") if share >= 0 else (50 - long, "down")
    return (
        '<span class="meter" aria-hidden="true"><svg viewBox="0 0 100 10" '
        f'preserveAspectRatio="none"><rect class="{look}" x="{start:.1f}" y="1" '
        f'width="{long:.1f}" height="8"/></svg></span>'
    )


# ---- the moments that counted


def _moments(match: Match, seen: Review, names: Names) -> list[str]:
    """The board before every move that gave something away."""
    marked = [(place, step) for place, step in enumerate(seen.plies) if step.mark in ("??", "?")]
    if not marked:
        return []
    return [
        "<h2>The moments that counted</h2>",
        f'<p class="dim">{LEGEND}</p>',
        '<div class="moments">',
        *(card(match, place, step, names, _link(place, step, names)) for place, step in marked),
        "</div>",
    ]


def _link(place: int, step: ReviewedPly, names: Names) -> str:
    return f'<a href="#ply-{place + 1}">{escaped(title(step, names))}</a>'
