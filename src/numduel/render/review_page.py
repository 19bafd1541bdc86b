"""A review as a page of HTML that needs nothing but itself."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..engine.teaching.review import Review, ReviewedPlayer, ReviewedPly, slip
from ..play.match import Match
from ..storage.record import headline
from ..views.sentences import Narration
from .board import board_svg, escaped
from .chart import chart

__all__ = ["page"]

STYLE = """
:root{color-scheme:light dark;--ground:#f6f5f1;--card:#fff;--text:#1d2129;--dim:#565d68;
--line:#d5d7db;--one:#0b6e86;--two:#9a5b00;--bad:#b3261e;--soft:#fdeceb;--good:#1b7f37}
@media (prefers-color-scheme:dark){:root{--ground:#0f1216;--card:#191d23;--text:#eceff4;
--dim:#a7afbb;--line:#39404a;--one:#55c5df;--two:#ffbd5c;--bad:#ff8f87;--soft:#3a1d1d;
--good:#56d67c}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);
font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:60rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.6rem;margin:.2em 0}h2{font-size:1.15rem;margin:2rem 0 .6rem}
p{margin:.3rem 0}.dim{color:var(--dim)}.sides+p{margin-top:.8rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1rem}
.sides{display:grid;grid-template-columns:repeat(auto-fit,minmax(15rem,1fr));gap:1rem}
.side h3{margin:0;font-size:1rem}.one h3{color:var(--one)}.two h3{color:var(--two)}
.figure{font-size:2rem;font-weight:700;line-height:1.2}
.scroll{overflow-x:auto}
.chart{display:block;font:12px system-ui,sans-serif}
.chart .level{stroke:var(--line)}
.chart .course{fill:none;stroke:var(--dim);stroke-width:2}
.chart .axis{fill:var(--dim);text-anchor:end}
.chart .under{fill:var(--dim);text-anchor:middle}
.chart .sign{fill:var(--bad);font-weight:700;font-size:15px;text-anchor:middle}
.chart .none{fill:var(--card);stroke:var(--dim);stroke-width:2}
.chart .one{fill:var(--one)}.chart .two{fill:var(--two)}.chart .drawn{fill:var(--dim)}
.chart a:focus-visible :is(circle,rect,path){stroke:var(--text);stroke-width:4}
.chart a:focus{outline:none}
table{border-collapse:collapse;width:100%}
caption{text-align:left;color:var(--dim);padding-bottom:.5rem}
th,td{text-align:left;white-space:nowrap;padding:.4rem .6rem;
border-top:1px solid var(--line);vertical-align:top}
th[scope=col]{color:var(--dim);font-weight:500;border-top:0}
td.remark{white-space:normal;min-width:16rem;width:99%}td.remark p:first-child{margin-top:0}
tr.bad{background:var(--soft)}
tr:target{outline:3px solid var(--one);outline-offset:-3px}
.mark{color:var(--bad);font-weight:700}
.number{font-variant-numeric:tabular-nums}
.meter{display:inline-block;width:8rem;height:.7rem;vertical-align:middle;
background:linear-gradient(90deg,transparent calc(50% - 1px),var(--dim) calc(50% - 1px),
var(--dim) calc(50% + 1px),transparent calc(50% + 1px)),var(--line);border-radius:4px}
.meter svg{display:block;width:100%;height:100%}
.up{fill:var(--good)}.down{fill:var(--bad)}
.moments{display:grid;grid-template-columns:repeat(auto-fit,minmax(18rem,1fr));gap:1rem}
.moments h3{margin:0 0 .3rem;font-size:1rem}
.moments svg{max-width:100%;height:auto;margin-top:.6rem}
""".strip()


def page(match: Match, seen: Review) -> str:
    """The whole page as text; all that is in it was seen by the players."""
    title = escaped(headline(match))
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}: review</title>",
            f"<style>{STYLE}</style>",
            "</head>",
            "<body>",
            "<main>",
            f"<h1>{title}</h1>",
            *(f"<p>{escaped(line)}</p>" for line in _ending(match, seen)),
            "<h2>Accuracy</h2>",
            '<div class="sides">',
            *(_side(side, seen) for side in seen.players),
            "</div>",
            *_notes(seen),
            *_chart(seen),
            *_table(seen),
            *_moments(match, seen),
            "</main>",
            "</body>",
            "</html>",
            "",
        ]
    )


def _ending(match: Match, seen: Review) -> list[str]:
    if match.is_over:
        return Narration(match).verdict()
    now = "" if seen.now is None else f" {match.player} to move: {seen.now.words}."
    return [f"Unfinished.{now}"]


def _side(side: ReviewedPlayer, seen: Review) -> str:
    look = ("one", "two")[side.player]
    share = "–" if side.accuracy is None else f"{float(side.accuracy):.0%}"
    lines = [_chosen(side)]
    bad = ", ".join(f"{count} × {sign}" for sign, count in side.marks.items() if count)
    lines += [f"Marked: {bad}"] if bad else []
    lines += [f"Turns lost: {side.turns_lost}"] if side.turns_lost else []
    if seen.has_chance:
        lines.append(f"Gave away {float(side.regret):.1%} of a win by choice")
        lines.append(f"Luck {_signed(side.luck or Fraction(0))}")
    told_lines = "".join(f"<p>{escaped(line)}</p>" for line in lines)
    meter = _meter(side.luck) if side.luck is not None else ""
    return (
        f'<section class="card side {look}"><h3>{side.player}</h3>'
        f'<div class="figure">{share}</div>{told_lines}{meter}</section>'
    )


def _chosen(side: ReviewedPlayer) -> str:
    if not side.decisions:
        return "No decision that mattered"
    if side.decisions == 1:
        return f"{side.kept} of 1 decision was right"
    return f"{side.kept} of {side.decisions} decisions were right"


def _notes(seen: Review) -> list[str]:
    notes = [
        "Accuracy is the share of a player’s decisions that gave nothing away: a win stayed a win, "
        "a chance as good as it was. Moves where nothing could be given away do not count. A win "
        "that came later than it could has lost turns, and no accuracy."
    ]
    if seen.has_chance:
        notes.append(
            "Luck is how much what was drawn in a player’s turns changed that player’s chance."
        )
    if not seen.is_exact:
        notes.append("What is unknown is estimated from random games, and not marked.")
    return [f'<p class="dim">{note}</p>' for note in notes]


# ---- the course of the game


def _chart(seen: Review) -> list[str]:
    if not seen.plies:
        return []
    what = (
        "Player 1’s chance to win" if seen.has_chance else "Who was winning, and how near the end"
    )
    drawn = ", diamonds what was drawn" if seen.has_chance else ""
    return [
        "<h2>The course of the game</h2>",
        f'<p class="dim">{what}. Circles are moves of Player 1, squares of Player 2{drawn}; each '
        "leads to its row in the table below, which says the same in words.</p>",
        '<div class="card scroll" tabindex="0" role="region" aria-label="Chart">',
        chart(seen),
        "</div>",
    ]


def _table(seen: Review) -> list[str]:
    if not seen.plies:
        return []
    heads = ["Turn", "Player", "Move", "Had", "Left"]
    heads += ["Luck"] * seen.has_chance + ["Remark"] * _has_remarks(seen)
    columns = "".join(f'<th scope="col">{head}</th>' for head in heads)
    return [
        "<h2>Move by move</h2>",
        '<div class="card scroll" tabindex="0" role="region" aria-label="Move by move">',
        "<table><caption>Every move with what its player had before it and what was left after, "
        "seen by that player.</caption>",
        f"<thead><tr>{columns}</tr></thead>",
        "<tbody>",
        *(_row(number, step, seen) for number, step in enumerate(seen.plies, 1)),
        "</tbody></table>",
        "</div>",
    ]


def _has_remarks(seen: Review) -> bool:
    return any(step.mark for step in seen.plies)


def _row(number: int, step: ReviewedPly, seen: Review) -> str:
    look = ' class="bad"' if step.mark else ""
    mark = f' <span class="mark">{step.mark}</span>' if step.mark else ""
    move = f"draws {step.move}" if step.drawn else step.move
    luck = f'<td class="number">{_lucky(step)}</td>' if seen.has_chance else ""
    remark = f'<td class="remark">{_remark(step)}</td>' if _has_remarks(seen) else ""
    return (
        f'<tr id="ply-{number}"{look}><td>{step.turn}</td><td>{step.player}</td>'
        f'<th scope="row">{escaped(move)}{mark}</th><td>{_worth(step, step.before)}</td>'
        f"<td>{_worth(step, step.after)}</td>{luck}{remark}</tr>"
    )


def _worth(step: ReviewedPly, value: Any) -> str:
    return escaped(f"{float(value.chance):.1%}" if step.drawn and step.is_known else value.words)


def _lucky(step: ReviewedPly) -> str:
    return "" if step.luck is None else f"{_signed(step.luck)} {_meter(step.luck)}"


def _remark(step: ReviewedPly) -> str:
    if not step.mark:
        return ""
    lines = [f"{step.player} {slip(step.before, step.after)}.", step.reason]
    if step.line:
        lines.append(f"Best play from there: {' '.join(step.line)}")
    return "".join(f"<p>{escaped(line)}</p>" for line in lines if line)


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


def _moments(match: Match, seen: Review) -> list[str]:
    """The board before every move that gave something away."""
    marked = [(place, step) for place, step in enumerate(seen.plies) if step.mark in ("??", "?")]
    if not marked:
        return []
    states = match.states
    return [
        "<h2>The moments that counted</h2>",
        '<p class="dim">Every cell shows what moving there was worth: W5 wins in 5 turns, L4 loses '
        "in 4, = is endless, 41% is a chance; ★ is best, ◂ was played.</p>",
        '<div class="moments">',
        *(_moment(match, states[place], place + 1, step) for place, step in marked),
        "</div>",
    ]


def _moment(match: Match, state: Any, number: int, step: ReviewedPly) -> str:
    title = f"Turn {step.turn}, {step.player} plays {step.move}"
    drawn = board_svg(
        match.game.picture(state), step.moves, step.best, title=title, played=step.move
    )
    return (
        f'<article class="card"><h3><a href="#ply-{number}">{escaped(title)}</a> '
        f'<span class="mark">{step.mark}</span></h3><p>{escaped(step.reason)}</p>{drawn}</article>'
    )
