"""Several rounds between two sides, who swap seats; counts of wins and draws (G5)."""

import re
from typing import NamedTuple

from ..core import Player
from ..errors import capitalise, quoted
from ..options import Whole
from .match import Match
from .players import HUMAN, UNNAMED_PERSON

ROUNDS = Whole(1, 1, 1000, "number of rounds", name="rounds")


AMBIGUOUS_NAMES = ("you", "your", "yours", "player 1", "player 2")
"""Names, in lower case, that would mean someone else in a sentence."""


class Side(NamedTuple):
    """One of the two opponents: a name, and the kind of player, `who`."""

    name: str
    who: str

    def describe_seat(self, seat: Player) -> str:
        """Return who has a seat; the name is in quotes if it would mean someone else.

        >>> [Side(name, "human").describe_seat(Player.ONE) for name in ("Ann", "You", "")]
        ['Ann is Player 1', "'You' is Player 1", 'You are Player 1']
        >>> Side("Player 1", "human").describe_seat(Player.ONE)
        'Player 1 is Player 1'
        """
        name = self.label if self.name == str(seat) else self.name_in_count
        return f"{name} {'are' if self.label == UNNAMED_PERSON else 'is'} {seat}"

    @property
    def name_in_count(self) -> str:
        """The name in the count of wins; in quotes if it would mean a seat.

        "You" is the only person, who gave no name.
        """
        if self.label == UNNAMED_PERSON:
            return "You"
        return quoted(self.name) if self.name.lower() in AMBIGUOUS_NAMES else self.label

    @property
    def label(self) -> str:
        """The name, or the kind of player if it has none. People have better names than "human".

        >>> [Side(name, "human").label for name in ("", "human", "human A", "Ann")]
        ['Player', 'Player', 'Player A', 'Ann']
        """
        if self.who == HUMAN and self.is_unnamed:
            return UNNAMED_PERSON + self.name.removeprefix(HUMAN).removeprefix(UNNAMED_PERSON)
        return self.name or self.who

    @property
    def is_unnamed(self) -> bool:
        """Whether the program chose the name, in this or an older version, or there is none."""
        kinds = (HUMAN, UNNAMED_PERSON) if self.who == HUMAN else (self.who, capitalise(self.who))
        return self.name in ("", *(f"{kind}{end}" for kind in kinds for end in ("", " A", " B")))


def people_in(match: Match) -> list[Player]:
    """Return the players who are people, from the tags of a match."""
    return [player for player in Player if match.tags.get(f"Type{player + 1}", HUMAN) == HUMAN]


class Series(NamedTuple):
    """The rounds of two sides.

    >>> series = Series((Side("Ann", "human"), Side("Bob", "human")), rounds=3)
    >>> series = series.end_round(Player.TWO)
    >>> series.wins_line(), [side.name for side in series.seats], series.is_over
    ('Wins: Ann 0, Bob 1', ['Bob', 'Ann'], False)
    >>> series.end_round(None, is_draw=True).wins_line()
    'Wins: Ann 0, Bob 1, 1 drawn'
    """

    sides: tuple[Side, Side]
    rounds: int = 1
    first: int = 0
    """The side that is Player 1 in the first round."""
    round: int = 1
    """The number of the current round, from 1."""
    wins: tuple[int, int] = (0, 0)
    """Rounds won before this one, by side."""
    draws: int = 0
    """Rounds drawn before this one."""

    @property
    def seats(self) -> tuple[Side, Side]:
        """Player 1 and Player 2 of this round."""
        return self.sides[self.side(Player.ONE)], self.sides[self.side(Player.TWO)]

    @property
    def people(self) -> tuple[Player, ...]:
        """The players who are people in this round."""
        return tuple(player for player in Player if self.seats[player].who == HUMAN)

    def side(self, player: Player) -> int:
        """Return the side of a player in this round."""
        return (self.first + self.round - 1 + player) % 2

    def player(self, side: int) -> Player:
        """Return the player of a side in this round."""
        return Player((side - self.first - self.round + 1) % 2)

    @property
    def is_named(self) -> bool:
        """Whether a side has a name other than its kind."""
        return any(not side.is_unnamed for side in self.sides)

    @property
    def is_over(self) -> bool:
        return self.round > self.rounds

    def with_player(self, player: Player, who: str) -> "Series":
        """Return the series with another kind of player at a seat, under the same name."""
        changed = self.side(player)
        one, two = (
            side._replace(who=who) if number == changed else side
            for number, side in enumerate(self.sides)
        )
        return self._replace(sides=(one, two))

    def wins_with(self, winner: Player | None) -> tuple[int, int]:
        """Return the rounds won by each side, including this one if it has a winner."""
        one, two = self.wins
        side = None if winner is None else self.side(winner)
        return one + (side == 0), two + (side == 1)

    def end_round(self, winner: Player | None, *, is_draw: bool = False) -> "Series":
        """Return the series in its next round, with this one counted."""
        wins, draws = self.wins_with(winner), self.draws + is_draw
        return self._replace(round=self.round + 1, wins=wins, draws=draws)

    def restart(self) -> "Series":
        """Return a new series of the same sides."""
        return Series(self.sides, self.rounds, self.first)

    def wins_line(self, winner: Player | None = None, *, is_draw: bool = False) -> str:
        """Return the wins of both sides as text, including this round if it is won or drawn."""
        counts = zip(self.sides, self.wins_with(winner), strict=True)
        parts = [f"{side.name_in_count} {wins}" for side, wins in counts]
        if draws := self.draws + is_draw:
            parts.append(f"{draws} drawn")
        return f"Wins: {', '.join(parts)}"

    def tag(self, match: Match) -> None:
        """Write the players and the score of the series into a match's tags."""
        one, two = self.seats
        match.tags |= {"Player1": one.name, "Player2": two.name}
        match.tags |= {"Type1": one.who, "Type2": two.who}
        if self.rounds > 1:
            one_won, two_won = (self.wins[self.side(player)] for player in Player)
            match.tags["Round"] = f"{self.round}/{self.rounds}"
            match.tags["Wins"] = f"{one_won}-{two_won}"
            match.tags |= {"Draws": str(self.draws)} if self.draws else {}

    @classmethod
    def of(cls, match: Match) -> "Series":
        """Return the series in a match's tags; a single round if they contain none."""
        tags = match.tags
        one = Side(tags.get("Player1", "Player 1"), tags.get("Type1", HUMAN))
        two = Side(tags.get("Player2", "Player 2"), tags.get("Type2", HUMAN))
        wins, draws, round, rounds = (0, 0), 0, 1, 1
        if won := re.fullmatch("([0-9]{1,4})-([0-9]{1,4})", tags.get("Wins", "")):
            wins = int(won[1]), int(won[2])
        if drawn := re.fullmatch("[0-9]{1,4}", tags.get("Draws", "")):
            draws = int(drawn[0])
        played = re.fullmatch("([0-9]{1,4})/([0-9]{1,4})", tags.get("Round", ""))
        if played and 1 <= int(played[1]) <= int(played[2]) <= ROUNDS.high:
            round, rounds = int(played[1]), int(played[2])
        if round % 2 == 0:  # the sides have swapped seats
            one, two, wins = two, one, (wins[1], wins[0])
        return cls((one, two), rounds, round=round, wins=wins, draws=draws)
