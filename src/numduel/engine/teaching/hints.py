"""Help in three steps: a nudge, then the move, then the line that follows."""

from __future__ import annotations

from typing import Any

from ...budget import Budget
from ...core import AnyGame, Over
from ...errors import capitalise
from ..engine import Engine
from ..solving.analysis import Report
from ..solving.value import NO_FORCED_WIN, format_turns, percent

SECONDS = 2.0
"""As long as a person waits for a hint."""


class Hints:
    """Help in one position, a little more each time it is asked for, naming the player to move.

    >>> import numduel
    >>> game = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
    >>> hints = Hints(Engine(), game, game.start())
    >>> for _ in range(3):
    ...     print(hints.next(Budget(SECONDS)))
    Player 1 can win from here. 4 of the 8 moves keep the win.
    A good move is 0,0: win in 5 turns.
    After 0,0 best play goes on: 0,1  1,0  0,2  2,0
    """

    def __init__(self, engine: Engine, game: AnyGame, state: Any) -> None:
        self.engine = engine
        self.game = game
        self.state = state
        self._given = 0
        self._report: Report | None = None

    @property
    def how(self) -> str:
        """ "exact", or how the moves were estimated; known once a hint was given."""
        assert self._report is not None
        return self._report.how

    def next(self, budget: Budget) -> str:
        """The next hint; the last one again and again."""
        if self._report is None:  # the same for every step, even where it is only an estimate
            self._report = self.engine.analyse(self.game, self.state, budget)
        self._given += 1
        report = self._report
        if len(report.moves) == 1:
            return f"There is only one move: {report.best[0]}."
        if self._given == 1:
            return _nudge(report, self.game.has_draws)
        if self._given == 2:
            return f"{_named(report)} {report.best[0]}: {report.moves[report.best[0]]}."
        return self._line(report, budget)

    def _line(self, report: Report, budget: Budget) -> str:
        move = report.best[0]
        after = self.game.play(self.state, move)
        if isinstance(status := self.game.status(after), Over) and status.is_draw:
            return f"{move} ends the game as a draw."
        line = self.engine.line(self.game, after, budget)
        if not line:
            return f"What follows on {move} cannot be foreseen."
        return f"After {move} best play goes on: {'  '.join(line)}"


def _named(report: Report) -> str:
    match report.value.outcome:
        case "loss":
            return "What holds out longest is"
        case "unknown":
            return "What looks best is"
    return "As good as any is" if len(report.best) == len(report.moves) else "A good move is"


def _nudge(report: Report, has_draws: bool) -> str:
    """Return the first hint; where games can be drawn, a chance counts a draw as half a win."""
    good, all_moves = len(report.best), len(report.moves)
    worths = [value.worth for value in report.moves.values() if value.is_known]
    least = "" if report.is_exact else "at least "  # a move that is not weighed may be as good
    keep = capitalise(least + _keep(worths.count(report.value.worth), all_moves))
    match report.value.outcome:
        case "win":
            return f"{report.player} can win from here. {keep} the win."
        case "loss":
            turns = format_turns(report.value.turns)
            return f"This is lost against best play; hold out for {turns}."
        case "draw":
            return f"With best play this is a draw. {keep} it so."
        case "endless":
            return f"There is {NO_FORCED_WIN} here. {keep} it so."
        case "chance":
            share, verb = percent(report.value.chance, 0), "score" if has_draws else "win"
            if good == all_moves:
                return f"All moves are equal here: {report.player} can {verb} {share}."
            return f"Best play {verb}s {share}; {least}{good} of {all_moves} do."
    return "This is too deep to be sure; trust your eyes."


def _keep(kept: int, moves: int) -> str:
    if kept == moves:
        return "every move keeps"
    return f"{kept} of the {moves} moves {'keeps' if kept == 1 else 'keep'}"
