"""Fences: draw the sides of fields; the fourth side wins the field and another move."""

from typing import Any

from numduel.workshop import (
    Board,
    Cell,
    Cells,
    Example,
    Options,
    Over,
    Owners,
    PerPlayer,
    Player,
    Position,
    ShortGame,
    Tile,
    Whole,
)


class FencesOptions(Options):
    rows = Whole(2, 1, 3, "rows of fields")
    columns = Whole(2, 1, 3, "fields in each row")


class Land(Position):
    """Posts, fences and fields alternate, so there is an odd number of rows and columns."""

    land = Owners(lambda options: 2 * options.rows + 1, lambda options: 2 * options.columns + 1)
    fields = PerPlayer(start=0, highest=9)


class Fences(ShortGame[FencesOptions, Land, Cell]):
    id = "fences"
    title = "Fences"
    summary = "Close more fields than your opponent, on {rows} rows of {columns}."
    moves = Cells(only=lambda cell: (cell.row + cell.column) % 2)
    has_draws = True
    tells = "{player} drew a fence at {move}"
    endings = {
        "more": ("{winner} closed more fields", "{winner} would close more fields"),
        "equal": ("both closed as many fields", "both would close as many fields"),
    }
    examples = (Example("1,2 2,1 2,3 3,2", winner=2, options={"rows": 1, "columns": 1}),)

    def why_not(self, land: Land, cell: Cell) -> str | None:
        return None if land.land[cell] is None else "there is a fence already"

    def change(self, land: Land, cell: Cell) -> Player | None:
        land.land[cell] = land.player
        closed = [field for field in self.fields if self.is_closed(land, field)]
        for field in closed:
            land.land[field] = land.player
        land.fields[land.player] += len(closed)
        return land.player if closed else None

    @property
    def fields(self) -> list[Cell]:
        return [cell for cell in self.cells if cell.row % 2 and cell.column % 2]

    def is_closed(self, land: Land, field: Cell) -> bool:
        """Return whether a field that has no owner yet has four fences."""
        wide = 2 * self.options.columns + 1
        sides = (field - wide, field - 1, field + 1, field + wide)
        return land.land[field] is None and all(land.land[side] is not None for side in sides)

    def ended(self, land: Land) -> Over | None:
        one, two = land.fields
        if one + two < self.options.rows * self.options.columns:
            return None
        return Over(None, "equal") if one == two else Over(Player(two > one), "more")

    def key(self, state: Land) -> object:
        """Return the position without the owners of fences, which don't matter."""
        return state.player, tuple(owner is None for owner in state.land), tuple(state.fields)

    def tile(self, position: Land, board: Board[Any], cell: Cell) -> Tile:
        tile = super().tile(position, board, cell)
        return tile if cell.row % 2 or cell.column % 2 else tile._replace(label="•")
