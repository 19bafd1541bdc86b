"""The sentences of the explorer: who wins from a position, and how common such boards are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from ..core import AnyGame, Player
from ..errors import capitalise
from ..learning import rulebook
from ..learning.markdown import blocks, cells, strip_markup

if TYPE_CHECKING:
    from ..engine.solving.value import Value

CENSUS_COLUMNS = ["outcome", "boards", "share"]
"""Head of a table that counts all boards; tables of samples have one column more."""

SIDES = {"Player 1 wins": "win", "Player 2 wins": "loss", "no forced win": "endless"}
"""Outcomes for Player 1, by the names of the table's totals."""

_TURNS = re.compile(r"in (\d+)(?: to (\d+))? turns?")


class BoardClass(NamedTuple):
    """Boards with the same winner and about the same number of turns."""

    outcome: str
    """The outcome for Player 1."""
    turns: range
    """The numbers of turns; empty for no forced win."""
    name: str
    boards: int


@cache
def census_of(title: str) -> tuple[BoardClass, ...]:
    """Return the classes of all boards of a game with standard rules; () if they aren't counted.

    >>> [(each.name, each.boards) for each in census_of("Number Maze")][:2]
    [('Player 1 wins in 3 turns', 80640), ('Player 1 wins in 5 turns', 67832)]
    """
    section = ""
    for block in blocks(rulebook.solved()):
        if block.kind == "heading":
            section = strip_markup(block.text.lstrip("# "))
        elif block.kind == "table" and section == title:
            head, *rows = [[strip_markup(cell) for cell in row] for row in cells(block)]
            if head == CENSUS_COLUMNS:
                return tuple(_classes(rows))
    return ()


def _classes(rows: list[list[str]]) -> Iterator[BoardClass]:
    side = ""
    for name, boards, _ in rows:
        count = int(boards.replace(",", ""))
        if name not in SIDES:
            found = _TURNS.fullmatch(name)
            first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
            yield BoardClass(SIDES[side], range(first, last + 1), f"{side} {name}", count)
        elif SIDES[name] == "endless":
            yield BoardClass("endless", range(0), capitalise(name), count)
        else:
            side = name


def find_class(game: AnyGame, value: Value) -> tuple[tuple[BoardClass, ...], BoardClass | None]:
    """Return all classes of a game's boards, and that of a board with this value for Player 1.

    There are none if its boards aren't counted, or if its options aren't standard.
    """
    if game.options != type(game.options)():
        return (), None
    classes = census_of(game.title)
    own = (
        each
        for each in classes
        if each.outcome == value.outcome and (not each.turns or value.turns in each.turns)
    )
    return classes, next(own, None)


def describe_class(own: BoardClass, total: int) -> str:
    """Return how common a class of boards is.

    >>> describe_class(census_of("Number Maze")[1], 362_880)
    'Player 1 wins in 5 turns on 18.69% of all boards (67,832 of 362,880).'
    """
    share = f"{own.boards / total:.2%} of all boards ({own.boards:,} of {total:,})"
    if own.outcome == "endless":
        return f"Neither player can force a win on {share}."
    return f"{own.name} on {share}."


def describe_standing(value: Value, player: Player, *, has_draws: bool) -> str:
    """Return who wins with best play.

    >>> from numduel.engine.solving.value import loss
    >>> describe_standing(loss(4), Player.ONE, has_draws=False)
    'Player 2 wins in 4 turns with best play.'
    """
    if value.outcome == "loss":
        player, value = player.other, value._replace(outcome="win")
    sentence = capitalise(value.means(str(player), has_draws=has_draws))
    return f"{sentence}." if value.outcome == "unknown" else f"{sentence} with best play."


def describe_stop(number: int, move: str, reason: str) -> str:
    """Return why a list of moves ends early."""
    return f"Move {number}, {move}, can't be played: {reason} The board shows the position before."
