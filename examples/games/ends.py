"""Ends: take the first or the last number of a row; the higher sum wins."""

from numduel.workshop import (
    Example,
    Grid,
    Options,
    Over,
    PerPlayer,
    Player,
    Position,
    ShortGame,
    Whole,
    Words,
)


class EndsOptions(Options):
    numbers = Whole(7, 2, 14, "numbers in the row")
    highest = Whole(9, 1, 20, "the highest number")


class Row(Position):
    numbers = Grid(1, "numbers", highest="highest", deal="random")
    sums = PerPlayer(start=0, highest=300, label="Sum")


class Ends(ShortGame[EndsOptions, Row, str]):
    id = "ends"
    title = "Ends"
    summary = (
        "Take numbers from the ends of a row of {numbers}, and collect more than your opponent."
    )
    moves = Words("left", "right")
    has_draws = True
    tells = "{player} took the {move} number"
    endings = {
        "more": ("{winner} got the higher sum", "{winner} would get the higher sum"),
        "equal": ("both sums are equal", "both sums would be equal"),
    }
    examples = (Example("right left right", winner=1, reason="more", board="1 2 9"),)

    def why_not(self, row: Row, side: str) -> str | None:
        return None

    def change(self, row: Row, side: str) -> None:
        left = [cell for cell, number in enumerate(row.numbers) if number]
        cell = left[0] if side == "left" else left[-1]
        row.sums[row.player] += row.numbers[cell]
        row.numbers[cell] = 0

    def ended(self, row: Row) -> Over | None:
        if any(row.numbers):
            return None
        one, two = row.sums
        return Over(None, "equal") if one == two else Over(Player(two > one), "more")
