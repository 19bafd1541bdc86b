"""Chomp: eat a piece of the bar and everything below and to the right; the corner is poisoned."""

from numduel.workshop import Cell, Example, Grid, Options, Over, Position, ShortGame, Whole


class Bar(Options):
    rows = Whole(3, 1, 6, "rows of the bar")
    columns = Whole(4, 2, 8, "pieces in each row")


class Left(Position):
    bar = Grid("rows", "columns", highest=1, start=1, labels=("", "■"))


class Chomp(ShortGame[Bar, Left, Cell]):
    id = "chomp"
    title = "Chomp"
    summary = "Leave the poisoned corner of the bar to your opponent."
    examples = (Example("2,2 1,2 2,1 1,1", winner=1, options={"rows": 2, "columns": 2}),)
    endings = {"poison": ("{loser} ate the poisoned piece", "{loser} would eat the poisoned piece")}

    def why_not(self, left: Left, cell: Cell) -> str | None:
        return None if left.bar[cell] else "this piece is eaten"

    def change(self, left: Left, cell: Cell) -> None:
        for other in self.cells:
            if other.row >= cell.row and other.column >= cell.column:
                left.bar[other] = 0

    def ended(self, left: Left) -> Over | None:
        return None if left.bar[0] else Over(left.player, "poison")
