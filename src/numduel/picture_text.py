"""A picture as text: a board with coordinates, tokens and marks, and the facts below it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from .picture import Picture, Tile
from .status import Move, Player

Styled = Callable[[str, str], str]


def unstyled(text: str, style: str) -> str:
    """Return the text without a style."""
    return text


def draw(
    picture: Picture,
    moves: Iterable[Move] = (),
    *,
    width: int = 80,
    height: int = 100,
    names: Sequence[str] = (),
    styled: Styled = unstyled,
) -> list[str]:
    """Return a picture as lines; legal moves are in [brackets].

    `names` are the players' names, shown beside Player 1 and Player 2.
    If the space is too small, lines between rows are left out first, then the boxes.

    >>> import numduel
    >>> maze = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
    >>> state = maze.start()
    >>> for move in ("0,0", "2,2", "0,1", "2,1"):
    ...     state = maze.play(state, move)
    >>> print("\\n".join(draw(maze.picture(state), maze.status(state).moves)))
            0       1       2
        +-------+-------+-------+
     0  |   4   |   3   |  [8]  |
        |   p1  |   P1  |       |
        +-------+-------+-------+
     1  |   9   |  [5]  |   1   |
        |       |       |       |
        +-------+-------+-------+
     2  |   2   |   7   |   6   |
        |       |   P2  |   p2  |
        +-------+-------+-------+
     > Player 1  Cumulative Total: 7 of 15
       Player 2  Cumulative Total: 13 of 15
    """
    legal = set(moves)
    cells = [[_Cell(tile, tile.move in legal) for tile in row] for row in picture.rows]
    facts = _facts(picture, names, styled)
    if not picture.tiles:
        return facts
    heads = _name_rows(picture), _name_columns(picture)
    lines = _boxed(cells, heads, styled)
    if len(lines) + len(facts) > height:
        lines = [*lines[:2], *(line for line in lines[2:-1] if line != lines[-1]), lines[-1]]
    if len(lines) + len(facts) > height or any(_visible_width(line) > width for line in lines):
        lines = _bare(cells, heads)
    return [*lines, *facts]


def legend(picture: Picture) -> dict[str, str]:
    """Return the meaning of every sign in a drawing."""
    return {"[ ]": "legal move", **picture.legend()}


class _Cell:
    """A tile as two lines of text."""

    def __init__(self, tile: Tile, legal: bool) -> None:
        self.legal = legal
        self.tokens = tile.tokens
        self.above = f"[{tile.face or tile.move}]" if legal else tile.face
        # A token hides its own trail and start.
        marks = [tag.mark for tag in tile.tags if tag.player not in tile.tokens]
        self.below = " ".join([*(p.token for p in tile.tokens), *(marks if tile.label else [])])

    def styles(self) -> tuple[str, str]:
        if self.tokens:
            return "bold", _player_style(self.tokens[0])
        return "legal" if self.legal else "", "dim" if self.below else ""


def _player_style(player: Player) -> str:
    return ("one", "two")[player]


Heads = tuple[Sequence[str], Sequence[str]]
"""The names of the rows and columns; empty if they have none."""


def _name_rows(picture: Picture) -> Sequence[str]:
    return picture.row_names or _count_from(picture.first, len(picture.rows))


def _name_columns(picture: Picture) -> Sequence[str]:
    return picture.column_names or _count_from(picture.first, picture.columns)


def _count_from(first: int | None, count: int) -> Sequence[str]:
    return () if first is None else [str(first + number) for number in range(count)]


def _boxed(cells: list[list[_Cell]], heads: Heads, styled: Styled) -> list[str]:
    wide = 2 + max(5, *(len(text) for row in cells for c in row for text in (c.above, c.below)))
    line = "    +" + f"{'-' * wide}+" * max(len(row) for row in cells)
    bar = styled("|", "dim")
    names, columns = heads
    lines = [f"     {' '.join(name.center(wide) for name in columns)}".rstrip()] if columns else []
    lines.append(styled(line, "dim"))
    for number, row in enumerate(cells):
        head = names[number] if names else ""
        above = bar.join(styled(c.above.center(wide), c.styles()[0]) for c in row)
        below = bar.join(styled(c.below.center(wide), c.styles()[1]) for c in row)
        lines += [f"{head:>2}  {bar}{above}{bar}", f"    {bar}{below}{bar}", styled(line, "dim")]
    return lines


def _bare(cells: list[list[_Cell]], heads: Heads) -> list[str]:
    """Return the board without boxes, for small terminals."""
    texts = [[c.above + c.below.replace(" ", "") for c in row] for row in cells]
    wide = max(len(text) for row in texts for text in row)
    names, columns = heads
    lines = []
    for number, row in enumerate(texts):
        head = f"{names[number]:>2} " if names else ""
        lines.append(head + " ".join(text.ljust(wide) for text in row).rstrip())
    if columns:
        lines.insert(0, "   " + " ".join(name.ljust(wide) for name in columns).rstrip())
    return lines


def _facts(picture: Picture, names: Sequence[str], styled: Styled) -> list[str]:
    lines = []
    for player in Player:
        facts = [fact.words for fact in picture.facts if fact.player is player]
        if facts:
            sign = ">" if player is picture.player else "*" if player is picture.winner else " "
            label = str(player)
            if names and names[player] != label:
                label = f"{label}, {names[player]}"
            lines.append(f" {sign} {styled(label, _player_style(player))}  {', '.join(facts)}")
    return lines + [f"   {fact.words}" for fact in picture.facts if fact.player is None]


def _visible_width(line: str) -> int:
    """Return the width of a line in columns, without colour marks."""
    return sum(map(str.isprintable, line))
