"""`numduel review`: a game with the value of every move."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..core import Player
from ..play.match import Match
from ..views.narration import Names, Narration, heading_of, names_of, reader_of
from ..views.review_text import (
    ESTIMATED,
    describe_luck_difference,
    describe_no_moments,
    describe_resignation,
    describe_slip,
    find_key_moments,
    format_accuracy,
)
from .arguments import add_json, add_seconds, make_budget
from .console import Console
from .output import print_json, write_file
from .progress import interruptible
from .replay import add_record, read

if TYPE_CHECKING:
    from fractions import Fraction

    from ..engine.teaching.review import Review, ReviewedPlayer, ReviewedPly

DEFAULT_SECONDS = 60.0
"""Default time limit of a review."""


def add(command: ArgumentParser) -> None:
    add_record(command)
    add_seconds(command, DEFAULT_SECONDS)
    group = command.add_argument_group("output")
    add_json(group)
    group.add_argument("--html", metavar="FILE", help="write a page with a chart to FILE")


def run(args: Namespace, console: Console) -> int:
    """Review a game and show the result as text, JSON or an HTML page."""
    from ..engine import Engine
    from ..engine.teaching.review import review

    match = read(args.file, console, args.match, shows_values=True)
    with interruptible(console, "{plies} plies left, {positions:,} positions") as progress:
        left = len(match.plies)

        def set_left(plies: int) -> None:
            nonlocal left
            left = plies

        budget = make_budget(args, lambda positions: progress(positions, plies=left))
        found = review(Engine(), match, budget, set_left)
    if args.html:
        from ..render.review_page import page

        write_file(args.html, page(match, found))
        console.print_err(f"Wrote {args.html}.")
    if args.json:
        from ..views.as_json import review_json

        print_json(console, review_json(match, found))
    else:
        console.print_text(*_format_review(console, match, found))
    return 0


# ---- as text


def _format_review(console: Console, match: Match, found: Review) -> Iterator[str]:
    yield console.styled(heading_of(match), "bold")
    yield ""
    narration = Narration(match, names_of(match), reader_of(match))
    names = _table_names(match)
    yield from _format_moments(console, found, narration)
    wide = max((len(step.move) + step.drawn for step in found.plies), default=0)
    indent = " " * (7 + max(len(name) for name in names))
    turn = 0
    for step in found.plies:
        head = f"{step.turn:>3}. {names[step.player]}" if step.turn != turn else ""
        turn = step.turn
        yield f"{head:<{len(indent) - 2}}  {_format_ply(console, step, wide)}"
        yield from _explain(console, step, narration, indent)
    yield from [""] * bool(found.plies)
    yield from narration.verdict()
    yield from filter(None, [describe_resignation(found.resignation, narration)])
    if found.now is not None and match.player is not None:
        yield f"Unfinished. {names[match.player]} to move: {found.now.label}"
    yield ""
    for side in found.players:
        yield f"{names[side.player]}: {_format_accuracy(side, found.has_chance)}"
    if found.has_chance:
        yield from _format_lucks(found, names)
    if not found.is_exact:
        yield ESTIMATED


def _table_names(match: Match) -> Names:
    """Return the names of the players, with "You" for a reader without a name."""
    you = reader_of(match).you
    one, two = (
        "You" if player is you and name == str(player) else name
        for player, name in zip(Player, names_of(match), strict=True)
    )
    return one, two


def _format_moments(console: Console, found: Review, narration: Narration) -> Iterator[str]:
    """Yield the key moments, or why there are none."""
    moments = find_key_moments(found, narration)
    if not moments:
        yield from (describe_no_moments(found, narration), "")
        return
    yield "Key moments"
    for moment in moments:
        mark = console.styled(f"{moment.mark:<2}", "problem" if moment.mark else "")
        yield f"  {mark} {moment.title}."
    yield ""


def _format_ply(console: Console, step: ReviewedPly, wide: int) -> str:
    from ..engine.solving.value import percent

    if step.drawn:
        before, after = (percent(value.worth) for value in (step.before, step.after))
        meter = "" if step.luck is None else f"   {_format_luck(step.luck, 6)}"
        return f"{'=' + step.move:<{wide}}     {before:>6} to {after:>6}{meter}".rstrip()
    mark = console.styled(f"{step.mark:<2}", "problem" if step.mark else "")
    return f"{step.move:<{wide}}  {mark} {step.after.label}"


def _explain(
    console: Console, step: ReviewedPly, narration: Narration, indent: str
) -> Iterator[str]:
    from textwrap import wrap

    if not step.mark:
        return
    paragraphs = [f"{describe_slip(step, narration)} {narration.address(step.reason)}"]
    if step.line:
        paragraphs.append(f"Best play from there: {' '.join(step.line)}")
    for text in paragraphs:
        for line in wrap(text, max(40, min(console.width, 100) - len(indent) - 1)):
            yield f"{indent}{line}"


def _format_accuracy(side: ReviewedPlayer, has_chance: bool) -> str:
    from ..engine.solving.value import format_turns, percent

    line = ", ".join(filter(None, format_accuracy(side)))
    if bad := ", ".join(f"{count} {sign}" for sign, count in side.marks.items() if count):
        line += f" ({bad})"
    if side.turns_lost:
        line += f", {format_turns(side.turns_lost)} lost"
    if has_chance and side.average is not None:
        line += f"; {percent(side.average)} of a win lost per move"
    return line


# ---- luck


def _format_lucks(found: Review, names: Names) -> Iterator[str]:
    """Yield the luck of each player, and the difference."""
    for side in found.players:
        if side.luck is not None:
            yield f"{names[side.player]}: {_format_luck(side.luck)}".rstrip()
    yield from filter(None, [describe_luck_difference(found, names)])


def _format_luck(share: Fraction, wide: int = 0) -> str:
    """Return luck as a number and a bar with a sign for every 5%."""
    bar = ("+" if share > 0 else "-") * round(abs(share) * 20)
    return f"luck {float(share):>+{wide}.1%}  {bar}"
