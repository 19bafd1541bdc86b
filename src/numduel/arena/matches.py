"""Reproducible matches between programs, each board from both seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import perf_counter
from typing import NamedTuple

from ..budget import Budget
from ..core import AnyGame, Player
from ..dice import Dice
from ..errors import SetupError, Unanswered, listed, quoted
from ..play import players
from ..play.controller import is_past_turn_limit
from ..play.match import Match
from ..play.players import SECONDS, Chooser, take_turn
from ..storage.calls import Usage, recording

PROGRAM_PREFIX = "program "
"""The prefix of players that are external programs, which may hang."""

MAX_TURNS = 200
"""Turn limit of a match; beyond it, the match counts as unfinished (X2)."""


class Score(NamedTuple):
    """Results of a player's matches."""

    won: int = 0
    lost: int = 0
    unfinished: int = 0
    drawn: int = 0

    def plus(self, other: Score) -> Score:
        """Return the sum of two scores."""
        return Score(*(mine + more for mine, more in zip(self, other, strict=True)))

    @property
    def matches(self) -> int:
        return sum(self)

    @property
    def points(self) -> float:
        """Wins plus half the draws."""
        return self.won + self.drawn / 2

    @classmethod
    def of(cls, match: Match, player: Player) -> Score:
        """Return the score of one match for a player."""
        share = match.ending.score(player) if match.ending else None
        return cls(*(int(share == counted) for counted in (1, 0, None, 0.5)))


class MatchLog:
    """Notes on a match besides its moves: times, calls of models, a failing endpoint."""

    def __init__(self, transcript: str | None = None, about: Mapping[str, object] = {}) -> None:
        """Start a log; calls of models are appended to the file `transcript`, with `about`."""
        self.transcript = transcript
        self.about = about
        self.seconds = [0.0, 0.0]
        """Each player's thinking time."""
        self.usage = [Usage(), Usage()]
        """Each player's use of a model."""
        self.unanswered: str | None = None
        """Why the match stopped without a result: an endpoint failed."""


def play_pair(game: AnyGame, rivals: tuple[str, str], seed: int) -> Score:
    """Play two matches on a board with swapped seats; return the first rival's score.

    >>> import numduel
    >>> play_pair(numduel.new("sum", target=9), ("perfect", "random"), seed=7)
    Score(won=2, lost=0, unfinished=0, drawn=0)
    """
    first, second = rivals
    score = Score()
    for player in Player:
        seats = (first, second) if player is Player.ONE else (second, first)
        score = score.plus(Score.of(play_match(game, seats, seed, number=player + 1), player))
    return score


def play_match(
    game: AnyGame,
    names: tuple[str, str],
    seed: int,
    number: int = 1,
    *,
    max_turns: int = MAX_TURNS,
    log: MatchLog | None = None,
    hung: dict[str, str] | None = None,
    make: Callable[[str, Dice], Chooser] | None = None,
) -> Match:
    """Play a match between the named players, Player 1 first, up to the turn limit.

    All random numbers follow from the seed, the number of the match and the seat, never from a
    name or another match. `log` receives times and calls; if the endpoint of a model fails, the
    match stops, and the log says why. `hung` has the faults of
    programs that didn't answer in time in earlier matches: they forfeit on their first turn. A
    program that hangs now is added to it. `make` replaces `make_player`.
    """
    hung = {} if hung is None else hung
    log = log or MatchLog()
    match = Match(game, dice=Dice.derived(seed, f"dice of match {number}"))
    seats: list[Chooser] = []
    for player in Player:
        luck = Dice.derived(seed, f"choices of {player} in match {number}")
        seats.append((make or make_player)(names[player], luck))
        seats[player].begin(match.game, player)
    try:
        while (mover := match.player) is not None and not is_past_turn_limit(match.turn, max_turns):
            if fault := hung.get(names[mover]):
                match.forfeit(mover, f"in an earlier match {fault}")
                break
            budget = Budget(SECONDS)
            if not _take_logged_turn(seats[mover], match, names[mover], budget, log):
                break
            if match.fault and budget.seconds <= 0 and names[mover].startswith(PROGRAM_PREFIX):
                hung[names[mover]] = match.fault
    finally:
        for chooser in seats:
            chooser.end(match)
    return match


def _take_logged_turn(
    chooser: Chooser, match: Match, name: str, budget: Budget, log: MatchLog
) -> bool:
    """Let a program move, and log it; return False if its endpoint failed."""
    mover, start = match.player, perf_counter()
    assert mover is not None, "a program is asked only when it is to move"
    about = {**log.about, "ply": len(match.plies) + 1, "player": name}
    with recording(log.transcript, about) as calls:
        try:
            take_turn(chooser, match, budget)
        except Unanswered as error:
            log.unanswered = str(error)
    log.seconds[mover] += perf_counter() - start
    log.usage[mover] = log.usage[mover].plus(calls.usage)
    return log.unanswered is None


def make_player(name: str, luck: Dice) -> Chooser:
    """Return the program of this name; raise SetupError for a person or an unknown name."""
    try:
        chooser = players.seat(name, luck)
    except SetupError:
        if players.is_known(name):
            raise
        known = listed(players.program_names())
        raise SetupError(f"{quoted(name)} isn't a player. Choose {known}") from None
    if chooser is None:
        raise SetupError(f"{quoted(name)} cannot play here. Choose a program")
    return chooser
