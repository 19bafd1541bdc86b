"""Toss: each player throws a die and may throw once more; the higher number wins."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from numduel.core import Chance, Fact, Game, Move, Over, Picture, Player, Status, Turn, immutable
from numduel.options import Options

KEEP, THROW = "keep", "throw"
FACES = tuple("123456")
DIE = Chance(tuple((face, Fraction(1, 6)) for face in FACES))


@immutable
class State(NamedTuple):
    player: Player
    shown: tuple[int, int] = (0, 0)
    """The throws of both players; 0 before the first."""
    throws: int = 0
    """Number of throws of the player to move."""
    is_rolling: bool = True
    is_over: bool = False


class Toss(Game[Options, State, None]):
    id = "toss"
    title = "Toss"
    summary = "Throw once or twice, and show more than your opponent."
    reasons = ("higher", "equal")
    has_draws = True
    chance = True
    max_plies = 6
    vocabulary = (KEEP, THROW)
    chance_outcomes = FACES

    def start(self) -> State:
        return State(Player.ONE)

    def status(self, state: State) -> Status:
        if state.is_rolling:
            return DIE
        if not state.is_over:
            return Turn(state.player, (KEEP, THROW))
        one, two = state.shown
        if one == two:
            return Over(None, "equal")
        return Over(Player.ONE if one > two else Player.TWO, "higher")

    def play(self, state: State, move: Move) -> State:
        if not state.is_rolling:
            return self._next(state) if move == KEEP else state._replace(is_rolling=True)
        one, two = state.shown
        shown = (int(move), two) if state.player is Player.ONE else (one, int(move))
        thrown = State(state.player, shown, state.throws + 1, is_rolling=False)
        return thrown if thrown.throws == 1 else self._next(thrown)

    def _next(self, state: State) -> State:
        if state.player is Player.ONE:
            return State(Player.TWO, state.shown)
        return State(Player.TWO, state.shown, state.throws, is_rolling=False, is_over=True)

    def picture(self, state: State) -> Picture:
        shown = tuple(Fact("Shows", state.shown[player], player) for player in Player)
        facts = (*shown, Fact("Throws", state.throws))
        return Picture((), facts, *self.to_move_and_winner(state))
