"""Number Quest: turn over hidden numbers to reach exactly 15, and never more."""

from collections.abc import Iterable
from functools import lru_cache
from math import isqrt
from typing import NamedTuple, Self

from ..core import (
    SEATS,
    Chance,
    Example,
    Fact,
    Feature,
    HiddenBoard,
    Layout,
    Move,
    Over,
    Packing,
    Picture,
    Player,
    Status,
    Tag,
    Tile,
    immutable,
    make,
)
from ..dice import Dice
from ..errors import SetupError
from ..grid import (
    Statuses,
    check_distinct,
    get_square,
    read_number,
    read_rows,
    side_length,
    size_option,
    write_rows,
)
from ..options import Flag, Options, Whole

# ---- options


class QuestOptions(Options):
    size = size_option(3)
    target = Whole(15, 1, 10_000, "the total that wins")
    stand = Flag(
        False,
        "players may stand instead of revealing a number, so skill decides (not in the rule book)",
    )


HIDDEN = Tag("?", "hidden")
CHOSEN = Tag("!", "being revealed")
STAND = "stand"
UNKNOWN = 0
EXACT = tuple(Over(player.other, "exact") for player in Player)
OVER = tuple(Over(player, "over") for player in Player)


# ---- state


@immutable
class State(NamedTuple):
    """Everything that players know: no state contains a hidden number (Q1)."""

    player: Player
    mine: int
    """The total of the player to move."""
    theirs: int
    seen: tuple[int, ...]
    """The revealed number of each cell, or UNKNOWN."""
    closed: int
    """The cells that are not selected yet, as bits."""
    left: int
    """The numbers that are not revealed yet, as bits."""
    choice: int | None = None
    """The selected cell whose number is about to be revealed."""
    standing: tuple[Player, ...] = ()
    """The players who stand for the rest of the game."""
    taken: int = 0
    """The numbers that Player 1 has revealed, as bits."""


class Odds(dict[int, Chance]):
    """A cache of the chances to reveal each number, by the numbers left, as bits."""

    def __init__(self, highest: int) -> None:
        self._highest = highest

    def __missing__(self, left: int) -> Chance:
        from fractions import Fraction

        if len(self) >= 2**12:
            self.clear()
        numbers = [number for number in range(1, self._highest + 1) if left >> number & 1]
        share = Fraction(1, len(numbers))
        self[left] = chance = Chance(tuple((str(number), share) for number in numbers))
        return chance


get_odds = lru_cache(maxsize=16)(Odds)


def format_numbers(numbers: int) -> str:
    """Return a set of numbers as text; 3 or more in a row become a range.

    >>> format_numbers(0b1_0110_1110), format_numbers(0)
    ('1-3 5 6 8', '')
    """
    runs: list[list[int]] = []
    for number in (n for n in range(numbers.bit_length()) if numbers >> n & 1):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = (f"{run[0]}-{run[-1]}" if len(run) > 2 else " ".join(map(str, run)) for run in runs)
    return " ".join(parts)


@lru_cache(maxsize=16)
def make_statuses(size: int, stand: bool) -> tuple[Statuses, ...]:
    names = dict(enumerate(get_square(size, first=1).names))
    return tuple(Statuses(player, names, *([STAND] if stand else [])) for player in Player)


class NumberQuest(HiddenBoard[QuestOptions, State, tuple[int, ...]]):
    id = "quest"
    title = "Number Quest"
    summary = "Turn over hidden numbers to reach exactly {target}."
    noun = "cell"
    list_order = 4
    examples = (Example("2,2 5 1,3 3 3,1 9 2,1 1 1,2 2", 2, "over", "4 2 3/1 5 6/9 7 8"),)
    options_type = QuestOptions
    reasons = ("exact", "over", "closest")
    compiled = "Quest"
    chance = True
    skill_options = {"stand": True}  # noqa: RUF012 - as declared
    large_options = {"size": 4, "target": 24}  # noqa: RUF012 - as declared

    # ---- rules

    def __init__(self, options: QuestOptions, board: tuple[int, ...]) -> None:
        """Bind the dealer's board, which only `answer` and `laid_open` read."""
        super().__init__(options, board)
        self._grid = grid = get_square(options.size, first=1)
        check_distinct([number for number in board if number != UNKNOWN], grid.count)
        self.vocabulary = (*grid.names, STAND) if options.stand else grid.names
        every = (1 << grid.count) - 1
        self._start = State(Player.ONE, 0, 0, (UNKNOWN,) * grid.count, every, every << 1)
        self._target = options.target  # read at every step
        self._cells = grid.cells
        self._statuses = make_statuses(options.size, options.stand)
        self._odds = get_odds(grid.count)
        self._numbers = {str(number): number for number in range(1, grid.count + 1)}
        self._answers = tuple(str(number) if number != UNKNOWN else None for number in board)
        self.chance_outcomes = tuple(self._numbers)
        self.is_pure_luck = not options.stand  # hidden cells are alike: docs/solved.md
        # Each cell is selected and revealed, and k numbers add up to at least 1 + 2 + ... + k.
        # Before the last one, both totals are below the target. A second stand skips a cell.
        below = 2 * (options.target - 1)
        cells = min(grid.count, (isqrt(8 * below + 1) - 1) // 2 + 1)
        self.max_plies = 2 * cells + options.stand

    @classmethod
    def deal(cls, options: QuestOptions, dice: Dice) -> tuple[int, ...]:
        return dice.shuffled(range(1, options.size**2 + 1))

    @classmethod
    def complete(cls, options: QuestOptions, board: tuple[int, ...], dice: Dice) -> tuple[int, ...]:
        absent = tuple(n for n in range(1, len(board) + 1) if n not in board)
        drawn = iter(dice.shuffled(absent))
        return tuple(next(drawn) if number == UNKNOWN else number for number in board)

    def public(self) -> Self:
        return type(self)(self.options, (UNKNOWN,) * self._grid.count)

    def dealt(self, dice: Dice) -> Self:
        return type(self)(self.options, self.complete(self.options, self._board, dice))

    def answer(self, state: State) -> Move | None:
        choice = state.choice
        assert choice is not None
        return self._answers[choice]

    def packing(self) -> Packing:
        return Packing(State, numbers=self._board)

    def start(self) -> State:
        return self._start

    def status(self, state: State) -> Status:
        player, mine, theirs, _, closed, left, choice, standing, _ = state
        if choice is not None:
            return self._odds[left]
        if theirs >= self._target:
            return (EXACT if theirs == self._target else OVER)[player]
        if closed and len(standing) < 2:
            return self._statuses[player][closed]
        # On equal totals the player who played last loses; that is never the player to move.
        return Over(player if mine >= theirs else player.other, "closest")

    def play(self, state: State, move: Move) -> State:
        player, mine, theirs, seen, closed, left, choice, standing, took = state
        if choice is not None:
            number = self._numbers[move]
            mine += number
            shown = list(seen)
            shown[choice] = number
            seen = tuple(shown)
            closed ^= 1 << choice
            left ^= 1 << number
            if player is Player.ONE:
                took |= 1 << number
            if standing and closed and mine < self._target:
                return make(State, (player, mine, theirs, seen, closed, left, None, standing, took))
        elif move == STAND:
            standing = (*standing, player)
        else:
            cell = self._cells[move]
            return make(State, (player, mine, theirs, seen, closed, left, cell, standing, took))
        return make(State, (player.other, theirs, mine, seen, closed, left, None, standing, took))

    def forbids(self, state: State, move: Move) -> str | None:
        if move == STAND:
            return None
        cell = self._grid.cells[move]
        if state.seen[cell] != UNKNOWN:
            name = self._grid.describe_before(cell, state.seen[cell])
            return f"{name} is already revealed"
        return None

    def key(self, state: State) -> object:
        """Return the state without cells: closed ones are alike, and open ones don't matter."""
        return state._replace(seen=(), closed=0, choice=state.choice is not None, taken=0)

    # ---- text

    @classmethod
    def read_board(cls, text: str) -> tuple[int, ...]:
        """Read numbers, and ? for each cell to be dealt."""
        return tuple(cls._read_cell(cell) for cell in read_rows(text))

    @staticmethod
    def _read_cell(cell: str) -> int:
        if cell == "?":
            return UNKNOWN
        number = read_number(cell)
        if number == UNKNOWN:
            raise SetupError("0 can't be on the board; write ? for a cell to be dealt")
        return number

    @classmethod
    def implied(cls, board: tuple[int, ...]) -> dict[str, object]:
        return {"size": side_length(board)}

    @property
    def board(self) -> str:
        return self._format_board((UNKNOWN,) * self._grid.count)

    def shown(self, state: State, before: str = "") -> str:
        known = self.read_board(before or self.board)
        return self._format_board(now or old for now, old in zip(state.seen, known, strict=True))

    def laid_open(self) -> str:
        return self._format_board(self._board)

    def _format_board(self, numbers: Iterable[int]) -> str:
        return write_rows([number or "?" for number in numbers], self.options.size)

    def expects(self, state: State) -> str:
        cells = f"a cell as row,column from {self._grid.span}"
        return f"{cells}, or stand" if self.options.stand else cells

    def drawing(self) -> list[str]:
        width = len(str(self._grid.count))
        return [f"[{' ' * width}]" * self.options.size] * self.options.size

    def intro(self) -> list[str]:
        return ["Welcome to Number Quest!", ""]

    def ask(self, state: State) -> list[str]:
        prompt = "Select a cell (row,column): "
        if self.options.stand:
            prompt = "Select a cell (row,column) or stand: "
        return [f"{state.player}, it's your turn.", f"Current Score: {state.mine}", prompt]

    def report(self, state: State, move: Move) -> list[str]:
        if state.choice is not None:
            total = state.mine + int(move)
            return ["", f"You revealed number: {move}", f"Your new total score: {total}", ""]
        if move == STAND:
            return ["", f"{state.player} stands at {state.mine}.", ""]
        return []

    def question(self, state: State) -> str:
        or_stand = " or stand" if self.options.stand else ""
        return f"reveal which cell (row,column){or_stand}?"

    def deed(self, state: State, move: Move) -> str:
        player, target = state.player, self.options.target
        if state.choice is None:
            if move == STAND:
                return f"{player} stood at {state.mine} of {target} for the rest of the game"
            return f"{player} chose {self._grid.describe(self._cells[move])}"
        total = state.mine + int(move)
        stands = f"{total}, over {target}" if total > target else f"{total} of {target}"
        return f"{player} revealed {move}: {stands}"

    def ending(self, state: State) -> str:
        return self._explain_end(state, "reached", "went", "had", "played", "was")

    def prospect(self, state: State) -> str:
        verbs = ("reach", "go", "have", "play", "be")
        return self._explain_end(state, *(f"would {verb}" for verb in verbs))

    def _explain_end(
        self, state: State, reached: str, went: str, had: str, played: str, was: str
    ) -> str:
        target, other = self.options.target, state.player.other
        if state.theirs == target:
            return f"{other} {reached} exactly {target}"
        if state.theirs > target:
            return f"{other} {went} over {target} with {state.theirs}"
        if state.mine == state.theirs:
            return f"nobody {reached} {target}, both {had} {state.mine}, and {other} {played} last"
        near, far = sorted(((state.mine, state.player), (state.theirs, other)), reverse=True)
        totals = f"{near[1]}'s {near[0]} {was} closer than {far[1]}'s {far[0]}"
        return f"nobody {reached} {target}, and {totals}"

    def verdict(self, state: State) -> list[str]:
        status = self.status(state)
        assert isinstance(status, Over)
        target, wins = self.options.target, f"{status.winner} wins the game!"
        if status.reason == "over":
            return [f"Oh no! You exceeded {target}.", wins]
        if status.reason == "exact":
            return [f"Congratulations! You reached exactly {target}.", wins]
        ended = (
            "Both players stand." if len(state.standing) == 2 else "All cells have been selected."
        )
        if state.mine == state.theirs:
            return [ended, f"Both have {state.mine}, and {state.player.other} played last.", wins]
        return [ended, f"{max(state.mine, state.theirs)} is closest to {target}.", wins]

    # ---- picture

    def picture(self, state: State) -> Picture:
        totals = (state.mine, state.theirs)
        if state.player is Player.TWO:
            totals = totals[::-1]
        tiles = [
            Tile(
                label=str(number) if number != UNKNOWN else "",
                tags=() if number != UNKNOWN else (CHOSEN if cell == state.choice else HIDDEN,),
                move=self._grid.names[cell],
            )
            for cell, number in enumerate(state.seen)
        ]
        facts = [Fact("Score", totals[p], p, self.options.target) for p in Player]
        seen = sum(1 << number for number in state.seen if number != UNKNOWN)
        for player, taken in zip(Player, (state.taken, seen & ~state.taken), strict=True):
            if taken:
                facts.append(Fact("Revealed", format_numbers(taken), player))
        to_move, winner = self.to_move_and_winner(state)
        if to_move is not None:
            facts.append(Fact("Still hidden", format_numbers(state.left)))
        if self.options.stand:
            facts.append(Fact("Variant", "a player may stand"))
        facts += [Fact("Stands", "for the rest of the game", p) for p in sorted(state.standing)]
        return Picture(self._grid.rows(tiles), tuple(facts), to_move, winner, first=1)

    # ---- features

    def layout(self) -> Layout:
        size, count = self.options.size, self._grid.count
        max_total = min(self._target - 1 + count, count * (count + 1) // 2)
        tiles = (
            Feature("number", count, True),
            Feature("revealed by me", 1, True),
            Feature("being revealed", 1, True),
        )
        totals = (Feature("my total", max_total), Feature("their total", max_total))
        stands = (Feature("I stand", 1), Feature("they stand", 1)) if self.options.stand else ()
        return (size, size), (*tiles, *totals, *stands, *SEATS)

    def features(self, state: State, player: Player) -> tuple[int, ...]:
        mover, mine, theirs, seen, _, _, choice, standing, taken = state
        if mover != player:
            mine, theirs = theirs, mine
        if player != Player.ONE:
            taken = ~taken
        other = Player.TWO if player == Player.ONE else Player.ONE
        return (
            *seen,
            *[1 if number and taken >> number & 1 else 0 for number in seen],
            *self._grid.bit_rows[0 if choice is None else 1 << choice],
            mine,
            theirs,
            *((int(player in standing), int(other in standing)) if self.options.stand else ()),
            player + 1,
            int(mover == player),
        )
