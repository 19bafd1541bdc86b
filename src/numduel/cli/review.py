"""`numduel review`: a game again, with what every move was worth."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..play.match import Match
from ..views.narration import Names, Narration, address, names_of
from ..views.review_text import ESTIMATED, accuracy
from .arguments import add_json, add_seconds, given_budget
from .console import Console
from .output import print_json, write_file
from .progress import interruptible
from .replay import add_record, read

if TYPE_CHECKING:
    from fractions import Fraction

    from ..engine.teaching.review import Review, ReviewedPlayer, ReviewedPly

SECONDS = 60.0
"""How long the whole review may take, unless told."""


def add(command: ArgumentParser) -> None:
    add_record(command)
    add_seconds(command, SECONDS)
    add_json(command)
    command.add_argument("--html", metavar="FILE", help="write a page with a chart to this file")


def run(asked: Namespace, console: Console) -> int:
    """Look through a game, and tell what was found: to people, to programs, on a page."""
    from ..engine import Engine
    from ..engine.teaching.review import review

    match = read(asked.file, console, asked.match)
    with interruptible(console, "{plies} plies to go, {positions:,} positions") as progress:
        left = len(match.plies)

        def looked(plies: int) -> None:
            nonlocal left
            left = plies

        budget = given_budget(asked, lambda positions: progress(positions, plies=left))
        seen = review(Engine(), match, budget, looked)
    if asked.html:
        from ..render.review_page import page

        write_file(asked.html, page(match, seen))
        console.tell(f"Written: {asked.html}")
    if asked.json:
        from ..views.as_json import review_json

        print_json(console, review_json(match, seen))
    else:
        console.say(*_shown(console, match, seen))
    return 0


# ---- as text


def _shown(console: Console, match: Match, seen: Review) -> Iterator[str]:
    from ..storage.record import headline

    yield headline(match)
    yield ""
    names = names_of(match)
    wide = max((len(step.move) + step.drawn for step in seen.plies), default=0)
    indent = " " * (7 + max(len(name) for name in names))
    turn = 0
    for step in seen.plies:
        head = f"{step.turn:>3}. {names[step.player]}" if step.turn != turn else ""
        turn = step.turn
        yield f"{head:<{len(indent) - 2}}  {_ply(console, step, wide)}"
        yield from _why(console, step, names, indent)
    yield from [""] * bool(seen.plies)
    yield from Narration(match, names).verdict()
    if seen.now is not None and match.player is not None:
        yield f"Unfinished. {names[match.player]} to move: {seen.now.label}"
    yield ""
    for side in seen.players:
        yield f"{names[side.player]}: {_accuracy(side, seen.has_chance)}"
    if seen.has_chance:
        yield from _lucks(seen, names)
    if not seen.is_exact:
        yield ESTIMATED


def _ply(console: Console, step: ReviewedPly, wide: int) -> str:
    from ..engine.solving.value import percent

    if step.drawn:
        before, after = (percent(value.worth) for value in (step.before, step.after))
        meter = "" if step.luck is None else f"   {_luck(step.luck, 6)}"
        return f"{'=' + step.move:<{wide}}     {before:>6} to {after:>6}{meter}".rstrip()
    mark = console.styled(f"{step.mark:<2}", "problem" if step.mark else "")
    return f"{step.move:<{wide}}  {mark} {step.after.label}"


def _why(console: Console, step: ReviewedPly, names: Names, indent: str) -> Iterator[str]:
    from textwrap import wrap

    if not step.mark:
        return
    paragraphs = [address(f"{step.player} {step.slip}. {step.reason}", names)]
    if step.line:
        paragraphs.append(f"Best play from there: {' '.join(step.line)}")
    for text in paragraphs:
        for line in wrap(text, max(40, min(console.width, 100) - len(indent) - 1)):
            yield f"{indent}{line}"


def _accuracy(side: ReviewedPlayer, has_chance: bool) -> str:
    from ..engine.solving.value import format_turns, percent

    line = ", ".join(filter(None, accuracy(side)))
    if bad := ", ".join(f"{count} {sign}" for sign, count in side.marks.items() if count):
        line += f" ({bad})"
    if side.turns_lost:
        line += f", {format_turns(side.turns_lost)} lost"
    if has_chance and side.average is not None:
        line += f"; on average {percent(side.average)} given away"
    return line


# ---- luck


def _lucks(seen: Review, names: Names) -> Iterator[str]:
    """What chance gave each player, and to whom it was kinder."""
    for side in seen.players:
        if side.luck is not None:
            yield f"{names[side.player]}: {_luck(side.luck)}".rstrip()
    one, two = (side.luck or 0 for side in seen.players)
    net = one - two
    if net:
        lucky = names[net < 0]
        yield f"In all, what was drawn gave {lucky} {float(abs(net)):.1%} of a win."


def _luck(share: Fraction, wide: int = 0) -> str:
    """What chance gave or took, with a sign for every 5% of it."""
    bar = ("+" if share > 0 else "-") * round(abs(share) * 20)
    return f"luck {float(share):>+{wide}.1%}  {bar}"
