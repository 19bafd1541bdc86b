"""Hints in three steps: the situation, a good move, and the line that follows."""

from __future__ import annotations

from typing import Any

from ...budget import Budget
from ...core import AnyGame, Move, Over
from ...errors import capitalise
from ...picture import enclose
from ..engine import Engine
from ..solving.analysis import Report
from ..solving.value import NO_FORCED_WIN, article, format_turns, percent
from .naming import name_as_subject, name_move

SECONDS = 2.0
"""Time limit of a hint, in seconds."""

STEPS = 3
"""Number of hints in a position; the last one repeats."""


class Hints:
    """The hints in one position, each more specific than the last.

    >>> import numduel
    >>> game = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
    >>> hints = Hints(Engine(), game, game.start())
    >>> for _ in range(3):
    ...     print(hints.next(Budget(SECONDS)))
    Player 1 can win from here. 4 of the 8 moves keep the win.
    A good move is the 4, top left: win in 5 turns.
    After the 4, top left, best play continues: 0,1  1,0  0,2  2,0
    """

    def __init__(self, engine: Engine, game: AnyGame, state: Any) -> None:
        self.engine = engine
        self.game = game
        self.state = state
        self._given = 0
        self._report: Report | None = None

    @property
    def how(self) -> str:
        """ "exact", or how the values were estimated; only after the first hint."""
        assert self._report is not None
        return self._report.how

    def next(self, budget: Budget) -> str:
        """Return the next hint; the third one repeats."""
        if self._report is None:  # all three hints use the same report
            self._report = self.engine.analyse(self.game, self.state, budget)
        self._given += 1
        report = self._report
        if len(report.moves) == 1:
            return f"The only legal move is {self._name(report.best[0])}."
        if self.game.is_pure_luck:
            return _describe_luck(report)
        if self._given == 1:
            return _describe_situation(report)
        if self._given == 2:
            return self._suggest_move(report)
        return self._show_line(report, budget)

    def _name(self, move: Move) -> str:
        return name_move(self.game, self.state, move)

    def _suggest_move(self, report: Report) -> str:
        move = report.best[0]
        subject, value = name_as_subject(self.game, self.state, move), report.moves[move]
        match report.value.outcome:
            case "loss" if len(report.best) > 1:
                return f"No move lasts longer than {self._name(move)}: {value}."
            case "loss":
                return f"{subject} lasts longest: {value}."
            case "unknown":
                return f"{subject} looks best: {value}."
        if len(report.best) == len(report.moves):
            return f"All moves are equally good. For example, {self._name(move)}: {value}."
        return f"A good move is {self._name(move)}: {value}."

    def _show_line(self, report: Report, budget: Budget) -> str:
        move = report.best[0]
        after = self.game.play(self.state, move)
        if isinstance(status := self.game.status(after), Over):
            how = " in a draw" if status.is_draw else ""
            return f"{name_as_subject(self.game, self.state, move)} ends the game{how}."
        line = self.engine.line(self.game, after, budget)
        if line:
            return f"After {self._name(move)}, best play continues: {'  '.join(line)}"
        if self.game.chance:
            return f"The outcome of {enclose(self._name(move))} depends on chance."
        return f"Too complex to solve what follows {self._name(move)}."


def _describe_situation(report: Report) -> str:
    """Return the first hint; in a game with draws, a chance counts a draw as half a win."""
    good, all_moves = len(report.best), len(report.moves)
    worths = [value.worth for value in report.moves.values() if value.is_known]
    least = "" if report.is_exact else "at least "  # an unsolved move may be as good
    keep = capitalise(least + _count_moves(worths.count(report.value.worth), all_moves))
    match report.value.outcome:
        case "win":
            return f"{report.player} can win from here. {keep} the win."
        case "loss":
            return f"Every move loses. Best play lasts {format_turns(report.value.turns)}."
        case "draw":
            return f"Best play draws. {keep} the draw."
        case "endless":
            return f"There is {NO_FORCED_WIN} here. {keep} it that way."
        case "chance":
            share = percent(report.value.chance, 0)
            verb = f"has {article(share)} {share} chance to win"
            if report.has_draws:
                verb = f"scores {share} of a win"
            if good == all_moves:
                return f"All moves are equal: best play {verb}."
            return f"Best play {verb}. {capitalise(least + _count_moves(good, all_moves))} it."
    return "Too complex to solve; use your judgement."


def _describe_luck(report: Report) -> str:
    """Return the only hint of a game without decisions."""
    if not report.value.is_known:
        return "No choice matters here: luck decides."
    share = percent(report.value.worth, 0)
    chance = f"Every move has {article(share)} {share} chance to win."
    return f"No choice matters here: luck decides. {chance}"


def _count_moves(kept: int, moves: int) -> str:
    """Return "2 of the 5 moves keep", to be followed by an object."""
    if kept == moves:
        return "every move keeps"
    return f"{kept} of the {moves} moves {'keeps' if kept == 1 else 'keep'}"
