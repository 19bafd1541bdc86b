"""Dominoes: one player places upright dominoes, the other flat ones; make the last move."""

from numduel.workshop import (
    Cell,
    Example,
    Options,
    Over,
    Owners,
    Player,
    Position,
    ShortGame,
    Whole,
)


class DominoesOptions(Options):
    rows = Whole(4, 2, 6, "rows of the board")
    columns = Whole(4, 2, 6, "columns of the board")


class Board(Position):
    cells = Owners("rows", "columns")


class Dominoes(ShortGame[DominoesOptions, Board, Cell]):
    id = "dominoes"
    title = "Dominoes"
    summary = "Player 1 places upright dominoes, Player 2 flat ones. Who can't place one loses."
    tells = "{player} put a domino on {move}"
    endings = {"stuck": ("{loser} had no room left", "{loser} would have no room left")}
    examples = (Example("1,1", winner=1, options={"rows": 2, "columns": 2}),)

    def second(self, player: Player, cell: Cell) -> int | None:
        """Return the second cell of a domino: below the first or to its right; None if outside."""
        if player is Player.ONE:
            return cell + self.options.columns if cell.row + 1 < self.options.rows else None
        return cell + 1 if cell.column + 1 < self.options.columns else None

    def why_not(self, board: Board, cell: Cell) -> str | None:
        second = self.second(board.player, cell)
        if second is None:
            return "the domino would stick out"
        is_free = board.cells[cell] is board.cells[second] is None
        return None if is_free else "there is a domino already"

    def change(self, board: Board, cell: Cell) -> None:
        second = self.second(board.player, cell)
        assert second is not None
        board.cells[cell] = board.cells[second] = board.player

    def ended(self, board: Board) -> Over | None:
        return None

    def stuck(self, board: Board) -> Over:
        return Over(board.player.other, "stuck")
