"""Pig: throw a die as often as you dare, stop before it shows a 1, and be first at 10."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from numduel.core import (
    SEATS,
    Chance,
    Fact,
    Feature,
    Game,
    Layout,
    Move,
    Over,
    Picture,
    Player,
    Status,
    Tile,
    Turn,
    immutable,
)
from numduel.options import Options, Whole

# ---- options


class PigOptions(Options):
    target = Whole(10, 10, 100, "the points that win")
    sides = Whole(6, 2, 9, "how many sides the die has")


THROW, STOP = "throw", "stop"


# ---- state


@immutable
class State(NamedTuple):
    player: Player
    mine: int
    """What the player to move has kept."""
    theirs: int
    heap: int = 0
    """What was thrown in this turn and is not kept yet."""
    rolling: bool = False
    """The die is in the air."""
    opening: bool = False
    """It is thrown for what Player 2 gets for moving second."""


class Pig(Game[PigOptions, State, None]):
    id = "pig"
    title = "Pig"
    summary = "Throw as often as you dare, and keep what you have in time."
    options_type = PigOptions
    reasons = ("reached",)
    chance = True
    endless = True  # when both throw nothing but ones

    # ---- rules

    def __init__(self, options: PigOptions, board: None = None) -> None:
        super().__init__(options, board)
        self.vocabulary = (THROW, STOP)
        faces = range(1, options.sides + 1)
        self._die = Chance(tuple((str(face), Fraction(1, options.sides)) for face in faces))
        self.chance_outcomes = tuple(face for face, _ in self._die.odds)

    def start(self) -> State:
        return State(Player.ONE, 0, 0, rolling=True, opening=True)

    def status(self, state: State) -> Status:
        if state.rolling:
            return self._die
        if state.theirs >= self.options.target:
            return Over(state.player.other, "reached")
        return Turn(state.player, (THROW, STOP) if state.heap else (THROW,))

    def play(self, state: State, move: Move) -> State:
        player, mine, theirs, heap, rolling, opening = state
        if opening:
            return State(player, mine, theirs + int(move))
        if not rolling:
            kept = State(player.other, theirs, mine + heap)
            return kept if move == STOP else state._replace(rolling=True)
        if move == "1":
            return State(player.other, theirs, mine)
        if mine + heap + int(move) >= self.options.target:
            return State(player.other, theirs, mine + heap + int(move))
        return State(player, mine, theirs, heap + int(move))

    def forbids(self, state: State, move: Move) -> str | None:
        return None if move == THROW or state.heap else "you have thrown nothing to keep yet"

    # ---- text

    def expects(self, state: State) -> str:
        return "throw or stop"

    def intro(self) -> list[str]:
        return [f"Welcome to Pig! First at {self.options.target} wins.", ""]

    def ask(self, state: State) -> list[str]:
        kept = f"You have kept {state.mine} and thrown {state.heap}."
        return [f"{state.player}'s turn.", kept, "Throw or stop? "]

    def report(self, state: State, move: Move) -> list[str]:
        if state.opening:
            return [f"Player 2 moves second and gets {move} for it.", ""]
        if state.rolling:
            lost = [f"{state.player} loses the throws of this turn."] if move == "1" else []
            return [f"The die shows {move}.", *lost, ""]
        return [] if move == THROW else [f"{state.player} keeps {state.heap}.", ""]

    def verdict(self, state: State) -> list[str]:
        winner = state.player.other
        return [f"{winner} has {state.theirs} points.", f"{winner} wins the game!"]

    # ---- picture

    def picture(self, state: State) -> Picture:
        kept = (
            (state.mine, state.theirs) if state.player is Player.ONE else (state.theirs, state.mine)
        )
        row = tuple(Tile(move.capitalize(), move=move) for move in self.vocabulary)
        facts = [Fact("Kept", kept[p], p, self.options.target) for p in Player]
        facts.append(Fact("Thrown in this turn", state.heap))
        if state.rolling:
            facts.append(Fact("The die", "thrown for Player 2" if state.opening else "thrown"))
        return Picture((row,), tuple(facts), *self.to_move_and_winner(state))

    # ---- features

    def layout(self) -> Layout:
        most = self.options.target - 1 + self.options.sides
        points = (Feature("mine", most), Feature("theirs", most), Feature("heap", most))
        return (1, 1), (*points, Feature("rolling", 1), Feature("opening", 1), *SEATS)

    def features(self, state: State, player: Player) -> tuple[int, ...]:
        mover, mine, theirs, heap, rolling, opening = state
        kept = (mine, theirs) if mover == player else (theirs, mine)
        return (*kept, heap, int(rolling), int(opening), player + 1, int(mover == player))
