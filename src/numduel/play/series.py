"""Several rounds between the same two sides: seats that swap, and the count of wins (G5)."""

import re
from typing import NamedTuple

from ..core import Player
from ..options import Whole
from .match import Match
from .players import HUMAN

ROUNDS = Whole(1, 1, 1000, "how many rounds are played", name="rounds")


class Side(NamedTuple):
    """One of the two who meet: a name for the count, and who chooses."""

    name: str
    who: str


def people(match: Match) -> list[Player]:
    """Where people sit in a match, as its tags tell it."""
    return [player for player in Player if match.tags.get(f"Type{player + 1}", HUMAN) == HUMAN]


class Series:
    """Rounds played and to play.

    >>> series = Series((Side("Ann", "human"), Side("Bob", "human")), rounds=3)
    >>> series.end_round(Player.TWO)
    >>> series.count(), [side.name for side in series.seats], series.is_over
    ('Wins: Ann 0, Bob 1', ['Bob', 'Ann'], False)
    """

    def __init__(self, sides: tuple[Side, Side], rounds: int = 1, first: int = 0) -> None:
        """`first` is the side that is Player 1 in the first round."""
        self.sides = sides
        self.rounds = ROUNDS.accept(rounds)
        self.round = 1
        self.wins = [0, 0]
        self._first = first

    @property
    def seats(self) -> tuple[Side, Side]:
        """Who is Player 1 and who is Player 2 in this round."""
        return self.sides[self._side(Player.ONE)], self.sides[self._side(Player.TWO)]

    def _side(self, player: Player) -> int:
        """Which side sits there in this round."""
        return (self._first + self.round - 1 + player) % 2

    def player(self, side: int) -> Player:
        """Where a side sits in this round."""
        return Player((side - self._first - self.round + 1) % 2)

    @property
    def is_named(self) -> bool:
        """Whether somebody has given the sides names of their own."""
        return any(not side.name.startswith(side.who) for side in self.sides)

    @property
    def is_over(self) -> bool:
        return self.round > self.rounds

    def end_round(self, winner: Player | None) -> None:
        """Count a finished round and go on to the next."""
        if winner is not None:
            self.wins[self._side(winner)] += 1
        self.round += 1

    def anew(self) -> "Series":
        """The same two from the first round on."""
        return Series(self.sides, self.rounds, self._first)

    def lengthen(self) -> None:
        """One round more; SetupError where there are as many as there can be."""
        self.rounds = ROUNDS.accept(self.rounds + 1)

    def count(self, winner: Player | None = None) -> str:
        """Who has won how many rounds, the present one included if it has a winner."""
        counts = list(self.wins)
        if winner is not None:
            counts[self._side(winner)] += 1
        parts = (f"{side.name} {wins}" for side, wins in zip(self.sides, counts, strict=True))
        return f"Wins: {', '.join(parts)}"

    def tag(self, match: Match) -> None:
        """Write into a match's tags who plays, and where the series stands before its end."""
        one, two = self.seats
        match.tags |= {"Player1": one.name, "Player2": two.name}
        match.tags |= {"Type1": one.who, "Type2": two.who}
        if self.rounds > 1:
            one_won, two_won = (self.wins[self._side(player)] for player in Player)
            match.tags["Round"] = f"{self.round}/{self.rounds}"
            match.tags["Wins"] = f"{one_won}-{two_won}"

    @classmethod
    def of(cls, match: Match) -> "Series":
        """The series that a match's tags tell of; a single round where they tell of none."""
        tags = match.tags
        one = Side(tags.get("Player1", "Player 1"), tags.get("Type1", HUMAN))
        two = Side(tags.get("Player2", "Player 2"), tags.get("Type2", HUMAN))
        series = cls((one, two))
        wins = re.fullmatch("([0-9]{1,4})-([0-9]{1,4})", tags.get("Wins", ""))
        if wins:
            series.wins = [int(wins[1]), int(wins[2])]
        played = re.fullmatch("([0-9]{1,4})/([0-9]{1,4})", tags.get("Round", ""))
        if played and 1 <= int(played[1]) <= int(played[2]) <= ROUNDS.high:
            series.round, series.rounds = int(played[1]), int(played[2])
        if series.round % 2 == 0:  # the first round had them the other way round
            series.sides, series.wins = (two, one), series.wins[::-1]
        return series
