"""Pick 15: take numbers from 1 to 9 in turn; win with three that add up to 15."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from numduel.core import Game, Move, Over, Picture, Player, Status, Tag, Tile, Turn, immutable
from numduel.options import Options

NUMBERS = frozenset("123456789")
TAKEN = tuple(Tag(f"p{player + 1}", f"taken by {player}", player) for player in Player)


@immutable
class State(NamedTuple):
    player: Player
    taken: tuple[frozenset[Move], frozenset[Move]]
    """The numbers of Player 1 and Player 2."""


class Pick15(Game[Options, State, None]):
    id = "pick15"
    title = "Pick 15"
    summary = "Take numbers until three add up to 15."
    reasons = ("fifteen", "empty")
    has_draws = True
    max_plies = 9
    vocabulary = tuple(sorted(NUMBERS))

    def start(self) -> State:
        return State(Player.ONE, (frozenset(), frozenset()))

    def status(self, state: State) -> Status:
        last = state.player.other
        if any(sum(map(int, three)) == 15 for three in combinations(state.taken[last], 3)):
            return Over(last, "fifteen")
        left = tuple(sorted(NUMBERS - state.taken[0] - state.taken[1]))
        return Turn(state.player, left) if left else Over(None, "empty")

    def play(self, state: State, move: Move) -> State:
        one, two = state.taken
        if state.player is Player.ONE:
            return State(Player.TWO, (one | {move}, two))
        return State(Player.ONE, (one, two | {move}))

    def picture(self, state: State) -> Picture:
        row = tuple(
            Tile(n, tags=tuple(TAKEN[p] for p in Player if n in state.taken[p]), move=n)
            for n in self.vocabulary
        )
        return Picture((row,), (), *self.to_move_and_winner(state))
