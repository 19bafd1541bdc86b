"""Small games for cases that the five games don't have."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from numduel.core import (
    SEATS,
    Chance,
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
from numduel.dice import Dice
from numduel.options import Options, Whole

__all__ = [
    "Call",
    "Coin",
    "CoinOptions",
    "DealtWalk",
    "DrawnWalk",
    "EndlessDrawnWalk",
    "Maps",
    "Opened",
    "Road",
    "UndeclaredWalk",
    "Walk",
    "random_drawn_map",
    "random_map",
]


class TextOnly(Game[Any, "Road", Any]):
    """A base class with minimal texts."""

    reasons = ("end",)

    def forbids(self, state: Road, move: Move) -> str | None:
        status = self.status(state)
        moves = status.moves if isinstance(status, Turn) else ()
        return None if move in moves else "this way doesn't exist here"

    def expects(self, state: Road) -> str:
        return "a way"

    def ask(self, state: Road) -> list[str]:
        return [f"{state.player}: "]

    def report(self, state: Road, move: Move) -> list[str]:
        return [f"{state.player} plays {move}."]

    def verdict(self, state: Road) -> list[str]:
        return [f"{self.to_move_and_winner(state)[1]} wins."]

    def picture(self, state: Road) -> Picture:
        row = tuple(Tile(move, move=move) for move in self.vocabulary)
        return Picture((row,), (), *self.to_move_and_winner(state))

    def layout(self) -> Layout:
        return (1, 1), SEATS

    def features(self, state: Road, player: Player) -> tuple[int, ...]:
        return player + 1, int(state.player == player)


# ---- chance, and keys without the player


class CoinOptions(Options):
    tosses = Whole(3, 1, 9, "the number of tosses")


@immutable
class Road(NamedTuple):
    """A position: a place on a map, or the number of tosses left."""

    player: Player
    place: int
    is_tossed: bool = False


class Coin(TextOnly):
    """Toss a coin in turn: heads wins; with no toss left, the player to move wins.

    Its key leaves out the player to move, since positions are symmetric.
    """

    id = "coin"
    title = "Coin"
    summary = "Toss heads."
    options_type = CoinOptions
    chance = True

    def __init__(self, options: CoinOptions, board: None = None) -> None:
        super().__init__(options, board)
        self.vocabulary = ("toss",)

    def start(self) -> Road:
        return Road(Player.ONE, self.options.tosses)

    def status(self, state: Road) -> Status:
        if state.is_tossed:
            return Chance((("heads", Fraction(1, 2)), ("tails", Fraction(1, 2))))
        if state.place < 0:
            return Over(state.player.other, "end")
        return Turn(state.player, ("toss",)) if state.place else Over(state.player, "end")

    def play(self, state: Road, move: Move) -> Road:
        if not state.is_tossed:
            return state._replace(is_tossed=True)
        left = -1 if move == "heads" else state.place - 1
        return Road(state.player.other, left)

    def key(self, state: Road) -> object:
        return state.place, state.is_tossed


class Call(Coin):
    """Coin with a call at every toss, so that moves and draws have the same names."""

    id = "call"
    title = "Call"

    def __init__(self, options: CoinOptions, board: None = None) -> None:
        super().__init__(options, board)
        self.vocabulary = ("heads", "tails")

    def status(self, state: Road) -> Status:
        status = super().status(state)
        return Turn(status.player, self.vocabulary) if isinstance(status, Turn) else status


class Opened(Coin):
    """Coin with a toss before the first move."""

    id = "opened"
    title = "Opened"

    def start(self) -> Road:
        return Road(Player.TWO, self.options.tosses + 1, is_tossed=True)


# ---- arbitrary graphs

Maps = tuple[tuple[Player, tuple[int, ...]], ...]
"""For each place, the player to move and the places its ways lead to; without ways, the winner."""


class Walk(TextOnly):
    """A walk through a map: a player may move twice in a row, and it may never end."""

    id = "walk"
    title = "Walk"
    summary = "Walk on."
    endless = True

    def __init__(self, options: Options, board: Maps) -> None:
        super().__init__(options, board)
        widest = max(len(ways) for _, ways in board)
        self.vocabulary = tuple(str(way) for way in range(widest))

    def start(self) -> Road:
        return Road(self._board[0][0], 0)

    def status(self, state: Road) -> Status:
        player, ways = self._board[state.place]
        return Turn(player, self.vocabulary[: len(ways)]) if ways else Over(player, "end")

    def play(self, state: Road, move: Move) -> Road:
        place = self._board[state.place][1][int(move)]
        return Road(self._board[place][0], place)

    @property
    def board(self) -> str:
        return repr(self._board)


class UndeclaredWalk(Walk):
    """A walk that is a draw if it ends at the last place, without declaring draws."""

    id = "undeclared_walk"
    title = "Undeclared Walk"
    endless = False

    def status(self, state: Road) -> Status:
        status, is_last = super().status(state), state.place == len(self._board) - 1
        return Over(None, "end") if is_last else status


class DrawnWalk(UndeclaredWalk):
    """The same walk with declared draws."""

    id = "drawn_walk"
    title = "Drawn Walk"
    has_draws = True


class EndlessDrawnWalk(DrawnWalk):
    """The same walk, which may also never end."""

    id = "endless_drawn_walk"
    endless = True


class DealtWalk(EndlessDrawnWalk):
    """The same walk on dealt boards."""

    id = "dealt_walk"
    title = "Dealt Walk"
    has_visible_deal = True

    @classmethod
    def deal(cls, options: Options, dice: Dice) -> Maps:
        return _drawn_places(Random(dice.random()), 10, onward=False)


def random_map(seed: int, places: int = 14, *, onward: bool = False) -> Walk:
    """Return a random map whose last two places are ends; `onward` has no way back."""
    inner = _random_places(Random(seed), places, 2, onward=onward)
    return Walk(Options(), (*inner, (Player.ONE, ()), (Player.TWO, ())))


def random_drawn_map(seed: int, places: int = 14, *, onward: bool = False) -> DrawnWalk:
    """Return a random map with a third end, where the game is drawn."""
    board = _drawn_places(Random(seed), places, onward=onward)
    return (DrawnWalk if onward else EndlessDrawnWalk)(Options(), board)


def _drawn_places(rng: Random, places: int, *, onward: bool) -> Maps:
    ends = ((Player.ONE, ()), (Player.TWO, ()), (rng.choice(tuple(Player)), ()))
    return (*_random_places(rng, places, 3, onward=onward), *ends)


def _random_places(rng: Random, places: int, ends: int, *, onward: bool) -> Maps:
    inner = []
    for place in range(places - ends):
        player, count = rng.choice(tuple(Player)), rng.choice((1, 2, 2, 3))
        ahead = range(place + 1 if onward else 0, places)
        inner.append((player, tuple(rng.sample(ahead, min(count, len(ahead))))))
    return tuple(inner)
