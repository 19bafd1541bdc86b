"""Sum Battle: take numbers to reach exactly 50, but none close to your opponent's last."""

from functools import lru_cache
from typing import NamedTuple

from ..core import (
    SEATS,
    Example,
    Fact,
    Feature,
    Game,
    Layout,
    Move,
    Over,
    Packing,
    Picture,
    Player,
    Status,
    Tag,
    Tile,
    Turn,
    immutable,
    make,
)
from ..errors import listed
from ..grid import BitRows
from ..options import Options, Whole

# ---- options


class SumOptions(Options):
    target = Whole(50, 1, 10_000, "the total that wins")
    highest = Whole(9, 1, 99, "the highest number (the lowest is 1)")


BLOCKED = Tag("x", "blocked by the opponent's last number")
LAST = Tag("<", "the opponent's last number")


# ---- state


@immutable
class State(NamedTuple):
    player: Player
    mine: int
    """The total of the player to move."""
    theirs: int
    last: int
    """The opponent's last number; 0 before the first choice."""


@lru_cache(maxsize=32)
def make_statuses(player: Player, highest: int) -> tuple[Status, ...]:
    """Return a player's status after each last number of the opponent."""
    pool = range(1, highest + 1)
    offered = [
        tuple(str(n) for n in pool if not last or abs(n - last) > 1) for last in range(highest + 1)
    ]
    return tuple(Turn(player, moves) if moves else Over(player.other, "stuck") for moves in offered)


class SumBattle(Game[SumOptions, State, None]):
    id = "sum"
    title = "Sum Battle"
    summary = "Take numbers to reach exactly {target}, but none close to your opponent's last."
    noun = "number"
    list_order = 2
    examples = (
        Example("4 9", 2, "exact", options={"target": 9}),
        Example("6 1 5", 2, "over", options={"target": 9}),
    )
    options_type = SumOptions
    reasons = ("exact", "over", "stuck")
    compiled = "Sum"
    large_options = {"target": 100, "highest": 12}  # noqa: RUF012 - as declared

    # ---- rules

    def __init__(self, options: SumOptions, board: None = None) -> None:
        super().__init__(options, board)
        self._pool = range(1, options.highest + 1)
        self._numbers = {str(number): number for number in self._pool}
        self.vocabulary = tuple(self._numbers)
        self._bit_rows = BitRows(options.highest)
        self._statuses = tuple(make_statuses(player, options.highest) for player in Player)
        # Two numbers in a row add up to at least 4, and each is at least 1.
        self.max_plies = options.target

    def packing(self) -> Packing:
        return Packing(State)

    def start(self) -> State:
        return State(Player.ONE, 0, 0, 0)

    def status(self, state: State) -> Status:
        player, _, theirs, last = state
        if theirs >= self.options.target:
            if theirs > self.options.target:
                return Over(player, "over")
            return Over(player.other, "exact")
        return self._statuses[player][last]

    def play(self, state: State, move: Move) -> State:
        player, mine, theirs, _ = state
        number = self._numbers[move]
        return make(State, (player.other, theirs, mine + number, number))

    def forbids(self, state: State, move: Move) -> str | None:
        last = state.last
        if last and abs(int(move) - last) <= 1:
            near = "is" if int(move) == last else "is next to"
            return f"{move} {near} your opponent's last number{'' if near == 'is' else f', {last}'}"
        return None

    def key(self, state: State) -> object:
        """Return the state without the player to move: only totals and the last number matter."""
        return state[1:]

    def embedding_in(self, larger: "SumBattle") -> State | None:
        ahead = larger.options.target - self.options.target
        if ahead < 0 or larger.options.highest != self.options.highest:
            return None
        return State(Player.ONE, ahead, ahead, 0)

    # ---- text

    def expects(self, state: State) -> str:
        return f"a number from 1 to {self.options.highest}"

    def intro(self) -> list[str]:
        return ["--- Sum Battle Game Start ---", ""]

    def ask(self, state: State) -> list[str]:
        prompt = f"Enter a number between 1 and {self.options.highest}: "
        return [*self._heading(state), prompt]

    def _heading(self, state: State) -> list[str]:
        player, mine, _, last = state
        lines = [f"{player}'s Turn:", f"Your cumulative total is {mine}."]
        if last:
            blocked = listed([str(last - 1), str(last), str(last + 1)])
            status = self._statuses[player][last]
            available = ", ".join(status.moves) if isinstance(status, Turn) else "none"
            lines += [
                f"Opponent's last number was {last}.",
                f"You cannot select {blocked}.",
                f"Available numbers: {available}",
            ]
        return lines

    def report(self, state: State, move: Move) -> list[str]:
        total = state.mine + int(move)
        return [f"You selected {move}.", f"Your new cumulative total is {total}.", ""]

    def question(self, state: State) -> str:
        return f"take which number, 1 to {self.options.highest}?"

    def deed(self, state: State, move: Move) -> str:
        total, target = state.mine + int(move), self.options.target
        stands = f"{total}, over {target}" if total > target else f"{total} of {target}"
        return f"{state.player} took {move}: {stands}"

    def threat(self, state: State, move: Move) -> str | None:
        target, left = self.options.target, self.options.target - state.theirs
        wins = state.mine + int(move) == target  # then nothing needs to be blocked
        if not wins and left in self._pool and abs(left - int(move)) <= 1:
            blocked = f"{state.player.other} can't take the {left} that reaches {target}"
            return f"{state.player} can take {move}, so {blocked}"
        return None

    def ending(self, state: State) -> str:
        return self._explain_end(state, "took", "reached", "went", "could not take")

    def prospect(self, state: State) -> str:
        return self._explain_end(state, "would take", "reach", "go", "would be unable to take")

    def _explain_end(
        self, state: State, took: str, reached: str, went: str, could_not_take: str
    ) -> str:
        target, other = self.options.target, state.player.other
        if state.theirs == target:
            return f"{other} {took} {state.last} and {reached} exactly {target}"
        if state.theirs > target:
            return f"{other} {took} {state.last} and {went} over {target} with {state.theirs}"
        return f"{state.player} {could_not_take} any number after the {state.last}"

    def verdict(self, state: State) -> list[str]:
        status = self.status(state)
        assert isinstance(status, Over)
        wins = f"{status.winner} wins the game!"
        if status.reason == "exact":
            return [f"{status.winner} has reached exactly {self.options.target}.", wins]
        if status.reason == "over":
            return [f"{state.player.other} exceeded {self.options.target}.", wins]
        cannot = f"{state.player} cannot make a valid selection and loses the game."
        return [*self._heading(state), cannot, wins]

    # ---- picture

    def picture(self, state: State) -> Picture:
        player, mine, theirs, last = state
        totals = (mine, theirs) if player is Player.ONE else (theirs, mine)
        row = tuple(Tile(str(n), tags=self._tags(n, last), move=str(n)) for n in self._pool)
        facts = tuple(Fact("Cumulative total", totals[p], p, self.options.target) for p in Player)
        return Picture((row,), facts, *self.to_move_and_winner(state))

    def _tags(self, number: int, last: int) -> tuple[Tag, ...]:
        if number == last:
            return (BLOCKED, LAST)
        return (BLOCKED,) if last and abs(number - last) == 1 else ()

    # ---- features

    def layout(self) -> Layout:
        max_total = self.options.target - 1 + self.options.highest
        totals = (Feature("my total", max_total), Feature("their total", max_total))
        return (1, self.options.highest), (Feature("last number", 1, True), *totals, *SEATS)

    def features(self, state: State, player: Player) -> tuple[int, ...]:
        mover, mine, theirs, last = state
        if mover != player:
            mine, theirs = theirs, mine
        return (*self._bit_rows[1 << last >> 1], mine, theirs, player + 1, int(mover == player))
