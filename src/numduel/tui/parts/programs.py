"""The moves and answers of programs, computed in the background."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from ...errors import NumduelError
from ...play.controller import Forfeit, Play
from ...play.match import Match
from ...play.players import Chooser
from ...play.session import program_action
from ..background import Background, Task

if TYPE_CHECKING:
    from ...budget import Budget
    from ...engine import Engine

MOVE_DELAY_S = 0.5
"""Seconds before a program's move is played, so that it is noticed; 0 without animation."""


class Programs:
    """The programs of a match; a new request replaces an earlier one of the same kind."""

    def __init__(self, background: Background) -> None:
        self._background = background

    def cancel(self) -> None:
        """Drop all requests, because the position has changed."""
        self._background.cancel("choosing", "answering")

    def request_move(
        self,
        match: Match,
        chooser: Chooser,
        on_chosen: Callable[[Play | Forfeit], None],
        on_failed: Callable[[NumduelError], None],
        *,
        is_delayed: bool,
    ) -> None:
        """Ask a program for its move; `on_failed` is called if a level ran out of time."""
        until = time.monotonic() + (MOVE_DELAY_S if is_delayed else 0)

        def choose(task: Task) -> Play | Forfeit:
            action = task.ask(lambda engine, budget: program_action(chooser, match, budget))
            if isinstance(action, Play):
                time.sleep(max(0.0, until - time.monotonic()))
            return action

        self._background.run("choosing", choose, on_chosen, on_failed)

    def answer_stop(self, match: Match, on_answered: Callable[[bool], None]) -> None:
        """Find out if a position is endless, for the answer to an offer to stop."""

        def analyse(engine: Engine, budget: Budget) -> bool:
            from ...engine.opponents.stopping import SECONDS, is_endless

            return is_endless(engine, match.game, match.state, budget.part(SECONDS))

        self._background.ask("answering", analyse, on_answered)
