"""Pig: throw a die as often as you dare, stop before a 1, and be the first to reach 10."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from numduel.core import (
    Chance,
    Fact,
    Game,
    Move,
    Over,
    Picture,
    Player,
    Status,
    Tile,
    Turn,
    immutable,
)
from numduel.errors import counted
from numduel.options import Options, Whole

# ---- options


class PigOptions(Options):
    target = Whole(10, 10, 100, "the points that win")
    sides = Whole(6, 2, 9, "sides of the die")


# ---- state

THROW, STOP = "throw", "stop"


@immutable
class State(NamedTuple):
    player: Player
    mine: int
    """The points that the player to move has kept."""
    theirs: int
    heap: int = 0
    """The points of this turn, not kept yet."""
    rolling: bool = False
    """Whether the die is being thrown."""
    opening: bool = False
    """Whether the throw decides the points of Player 2 for moving second."""


class Pig(Game[PigOptions, State, None]):
    id = "pig"
    title = "Pig"
    summary = "Throw as often as you dare, and stop in time."
    options_type = PigOptions
    reasons = ("reached",)
    chance = True
    endless = True  # if both throw only ones
    vocabulary = (THROW, STOP)

    # ---- rules

    def __init__(self, options: PigOptions, board: None = None) -> None:
        super().__init__(options, board)
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

    def deed(self, state: State, move: Move) -> str:
        if state.opening:
            return f"{state.player.other} got {counted(int(move), 'point')} for moving second"
        if state.rolling:
            lost = f", and {state.player} lost the throws of this turn" if move == "1" else ""
            return f"the die showed {move}{lost}"
        return f"{state.player} {'threw' if move == THROW else f'kept {state.heap}'}"

    def ending(self, state: State) -> str:
        return f"{state.player.other} reached {state.theirs}"

    def prospect(self, state: State) -> str:
        return f"{state.player.other} would reach {state.theirs}"

    # ---- picture

    def picture(self, state: State) -> Picture:
        kept = (state.mine, state.theirs)
        one, two = kept if state.player is Player.ONE else kept[::-1]
        facts = (
            Fact("Kept", one, Player.ONE, self.options.target),
            Fact("Kept", two, Player.TWO, self.options.target),
            Fact("Thrown in this turn", state.heap),
            Fact("Sides of the die", self.options.sides),
        )
        row = tuple(Tile(move.capitalize(), move=move) for move in self.vocabulary)
        return Picture((row,), facts, *self.to_move_and_winner(state))
