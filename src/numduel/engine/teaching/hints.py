"""Hints in three steps: an idea, a good move, and the line that follows."""

from __future__ import annotations

from typing import Any

from ...budget import Budget
from ...core import AnyGame, Move, Over
from ...picture import enclose
from ..engine import Engine
from ..solving.analysis import Report
from ..solving.value import article, percent
from .ideas import SaidIdea, find_idea
from .naming import name_as_subject, name_line, name_move
from .situation import Situation

SECONDS = 2.0
"""Time limit of a hint, in seconds."""

STEPS = 3
"""Number of hints in a position; the last one repeats."""

MAX_LINE_PLIES = 6
"""Moves of a line that a hint names."""


class Hints:
    """The hints in one position, each more specific than the last.

    >>> import numduel
    >>> game = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
    >>> hints = Hints(Engine(), game, game.start())
    >>> for _ in range(3):
    ...     print(hints.next(Budget(SECONDS)))  # doctest: +ELLIPSIS
    Player 1 can win from here: 4 of the 8 moves keep the win. The 3, top middle, would lose.
    A good move is the 4, top left: win in 5 turns.
    After the 4, top left, best play continues: Player 2 with the 3, top middle; ...bottom left.
    """

    def __init__(self, engine: Engine, game: AnyGame, state: Any) -> None:
        self.engine = engine
        self.game = game
        self.state = state
        self.given = 0
        """The number of hints so far."""
        self._report: Report | None = None
        self._idea: SaidIdea | None = None

    @property
    def how(self) -> str:
        """ "exact", or how the values were estimated; only after the first hint."""
        assert self._report is not None
        return self._report.how

    @property
    def move(self) -> Move | None:
        """The move that the last hint named; None if it named none."""
        if self._report is None or (self._idea is None and len(self._report.moves) > 1):
            return None
        if self._idea is None:
            return self._report.best[0]
        return self._idea.move if self.given > 1 else None

    @property
    def is_last(self) -> bool:
        """Whether further hints say the same."""
        return self.given >= STEPS or (self.given > 0 and self._idea is None)

    def next(self, budget: Budget) -> str:
        """Return the next hint; the third one repeats."""
        if self._report is None:  # all three hints use the same report
            self._report = self.engine.analyse(self.game, self.state, budget)
        self.given += 1
        report = self._report
        if len(report.moves) == 1:
            return f"The only legal move is {self._name(report.best[0])}."
        if self.game.is_pure_luck:
            return _describe_luck(report)
        if self._idea is None:
            situation = Situation(self.engine, self.game, self.state, report, budget)
            self._idea = find_idea(situation)
        if self.given == 1:
            return self._idea.text
        if self.given == 2:
            return self._suggest_move(report, self._idea)
        return self._show_line(self._idea.move, budget)

    def _name(self, move: Move) -> str:
        return name_move(self.game, self.state, move)

    def _suggest_move(self, report: Report, idea: SaidIdea) -> str:
        move = idea.move
        subject, value = name_as_subject(self.game, self.state, move), report.moves[move]
        match report.value.outcome:
            case "loss" if idea.is_choosy:
                return f"Try {self._name(move)}: {value}. No move lasts longer."
            case "loss" if len(report.best) > 1:
                return f"No move lasts longer than {self._name(move)}: {value}."
            case "loss":
                return f"{subject} lasts longest: {value}."
            case "unknown":
                return f"{subject} looks best: {value}."
        if len(report.best) == len(report.moves) and not idea.is_choosy:
            equal = "equally good" if value.worth else "equal"
            return f"All moves are {equal}. For example, {self._name(move)}: {value}."
        return f"A good move is {self._name(move)}: {value}."

    def _show_line(self, move: Move, budget: Budget) -> str:
        after = self.game.play(self.state, move)
        if isinstance(status := self.game.status(after), Over):
            how = " in a draw" if status.is_draw else ""
            return f"{name_as_subject(self.game, self.state, move)} ends the game{how}."
        line = self.engine.line(self.game, after, budget)
        if line:
            follows = name_line(self.game, after, line, MAX_LINE_PLIES)
            return f"After {self._name(move)}, best play continues: {follows}"
        if self.game.chance:
            return f"The outcome of {enclose(self._name(move))} depends on chance."
        return f"Too complex to solve what follows {self._name(move)}."


def _describe_luck(report: Report) -> str:
    """Return the only hint of a game without decisions."""
    if not report.value.is_known:
        return "No choice matters here: luck decides."
    share = percent(report.value.worth, 0)
    chance = f"Every move has {article(share)} {share} chance to win."
    return f"No choice matters here: luck decides. {chance}"
