"""Matches between programs: each board from both seats, with luck that can be had again."""

from __future__ import annotations

from time import perf_counter
from typing import NamedTuple

from ..budget import Budget
from ..core import AnyGame, Player
from ..dice import Dice
from ..errors import SetupError, listed, quoted
from ..play import players
from ..play.controller import is_cut
from ..play.match import Match
from ..play.players import SECONDS, Chooser, take_turn

PROGRAM = "program "
"""What the name of a player begins with whom we start, and who may hang."""

LONGEST = 200
"""Turns after which a match is cut, and counts as unfinished (X2)."""


class Score(NamedTuple):
    """How one player's matches ended."""

    won: int = 0
    lost: int = 0
    unfinished: int = 0
    drawn: int = 0

    def plus(self, other: Score) -> Score:
        return Score(*(mine + more for mine, more in zip(self, other, strict=True)))

    @property
    def matches(self) -> int:
        return sum(self)

    @property
    def points(self) -> float:
        """Wins, a draw counted as half of one."""
        return self.won + self.drawn / 2

    @classmethod
    def of(cls, match: Match, player: Player) -> Score:
        """Count one match for a player."""
        share = match.ending.score(player) if match.ending else None
        return cls(*(int(share == counted) for counted in (1, 0, None, 0.5)))


def contest(game: AnyGame, rivals: tuple[str, str], seed: int) -> Score:
    """Two matches on one board, the seats swapped, counted for the first rival.

    >>> import numduel
    >>> contest(numduel.new("sum", target=9), ("perfect", "random"), seed=7)
    Score(won=2, lost=0, unfinished=0, drawn=0)
    """
    first, second = rivals
    score = Score()
    for player in Player:
        seats = (first, second) if player is Player.ONE else (second, first)
        score = score.plus(Score.of(played(game, seats, seed, number=player + 1), player))
    return score


def played(
    game: AnyGame,
    names: tuple[str, str],
    seed: int,
    number: int = 1,
    *,
    longest: int = LONGEST,
    seconds: list[float] | None = None,
    hung: dict[str, str] | None = None,
) -> Match:
    """A match between the players of these names, Player 1 first, or as much as was played of it.

    Everybody's luck, and what dice give, follows from the seed, the match's number and the seat:
    never from a name, nor from how another match went. The time that each of them thought is added
    to `seconds`. `hung` are the faults of programs that did not answer in time in earlier matches:
    they forfeit this one as soon as they are to move. A program that hangs now is added to it.
    """
    hung = {} if hung is None else hung
    match = Match(game, dice=Dice.derived(seed, f"dice of match {number}"))
    seats: list[Chooser] = []
    for player in Player:
        luck = Dice.derived(seed, f"choices of {player} in match {number}")
        seats.append(seated(names[player], luck))
        seats[player].begin(match.game, player)
    try:
        while (mover := match.player) is not None and not is_cut(match.turn, longest):
            if fault := hung.get(names[mover]):
                match.forfeit(mover, f"in an earlier match {fault}")
                break
            begun, budget = perf_counter(), Budget(SECONDS)
            take_turn(seats[mover], match, budget)
            if seconds is not None:
                seconds[mover] += perf_counter() - begun
            if match.fault and budget.seconds <= 0 and names[mover].startswith(PROGRAM):
                hung[names[mover]] = match.fault
    finally:
        for chooser in seats:
            chooser.end(match)
    return match


def seated(name: str, luck: Dice) -> Chooser:
    """The program of this name; SetupError for a person, and where there is none."""
    try:
        chooser = players.seat(name, luck)
    except SetupError:
        if players.is_known(name):
            raise
        known = listed(players.programs(), "and")
        raise SetupError(f"there is no player {quoted(name)}; there are {known}") from None
    if chooser is None:
        raise SetupError(f"nobody is asked here, so {quoted(name)} cannot play")
    return chooser
