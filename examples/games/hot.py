"""Hot Number: keep the die or give it away; exactly 15 wins, more loses."""

from numduel.workshop import (
    Example,
    Number,
    Numbers,
    Options,
    Over,
    PerPlayer,
    Player,
    Position,
    ShortGame,
    Whole,
    Words,
)


class HotOptions(Options):
    target = Whole(15, 5, 40, "the total that wins")
    sides = Whole(6, 2, 12, "sides of the die")


class Table(Position):
    die = Number(start=0, highest="sides")
    totals = PerPlayer(start=0, highest=60, label="Total", limit="target")


class Hot(ShortGame[HotOptions, Table, str]):
    id = "hot"
    title = "Hot Number"
    summary = "Keep each throw of the die or give it away. Reach exactly {target}."
    moves = Words("keep", "give")
    outcomes = Numbers(1, "sides")
    endings = {
        "exact": ("{winner} reached the target", "{winner} would reach the target"),
        "over": ("{loser} went over the target", "{loser} would go over the target"),
    }
    examples = (Example("6 keep 6 give 6 keep", winner=2, reason="over"),)

    def odds(self, table: Table) -> dict[int, int] | None:
        return None if table.die else dict(self.even_odds)

    def drawn(self, table: Table, number: int) -> Player:
        table.die = number
        return table.player

    def why_not(self, table: Table, word: str) -> str | None:
        return None

    def change(self, table: Table, word: str) -> None:
        player = table.player if word == "keep" else table.player.other
        table.totals[player] += table.die
        table.die = 0

    def ended(self, table: Table) -> Over | None:
        for player in Player:
            if table.totals[player] >= self.options.target:
                is_exact = table.totals[player] == self.options.target
                return Over(player, "exact") if is_exact else Over(player.other, "over")
        return None
