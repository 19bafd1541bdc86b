"""Higher or Lower: guess the next hidden number; a right guess scores and you guess again."""

from numduel.workshop import (
    Cell,
    Example,
    Hidden,
    HiddenShortGame,
    Number,
    Options,
    Over,
    PerPlayer,
    Player,
    Position,
    Whole,
    Words,
)


class HigherOptions(Options):
    numbers = Whole(6, 2, 12, "hidden numbers")


class Cards(Position):
    row = Hidden(1, "numbers")
    points = PerPlayer(start=0, highest=12)
    guess = Number(start=0, highest=1, is_shown=False)  # 1: higher


class Higher(HiddenShortGame[HigherOptions, Cards, str]):
    id = "higher"
    title = "Higher or Lower"
    summary = "Guess whether the next of {numbers} hidden numbers is higher or lower."
    moves = Words("higher", "lower")
    has_draws = True
    tells = "{player} guessed {move}"
    endings = {
        "more": ("{winner} guessed better", "{winner} would guess better"),
        "equal": ("both guessed equally well", "both would guess equally well"),
    }
    examples = (Example("lower 1 higher 2", winner=1, board="1 2"),)

    def why_not(self, cards: Cards, word: str) -> str | None:
        return None

    def change(self, cards: Cards, word: str) -> None:
        cards.guess = int(word == "higher")
        cards.uncovering = list(cards.row).index(0)

    def uncovered(self, cards: Cards, cell: Cell, number: int) -> Player | None:
        before = cards.row[cell - 1] if cell else (self.options.numbers + 1) / 2
        is_right = (number > before) == bool(cards.guess)
        cards.guess = 0
        cards.points[cards.player] += is_right
        return cards.player if is_right else None

    def key(self, state: Cards) -> object:
        """Return the position with the numbers in order: only the last one matters."""
        last = max((cell for cell, number in enumerate(state.row) if number), default=0)
        return (*state[:1], tuple(sorted(state.row)), state.row[last], *state[2:])

    def ended(self, cards: Cards) -> Over | None:
        if not all(cards.row):
            return None
        one, two = cards.points
        return Over(None, "equal") if one == two else Over(Player(two > one), "more")
