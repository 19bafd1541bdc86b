"""Handicaps in the setup: rules that make a game fairer, one after the other."""

from __future__ import annotations

from collections.abc import Callable

from ...errors import as_sentence
from ...views.handicaps import BEFORE, NONE_FOUND, Handicap, find_handicaps
from ..background import Background, Task
from ..match_setup import MatchSetup

PURPOSE = "handicap"
"""The purpose of the search in the background."""


class Handicaps:
    """The handicaps of the rules in a setup, found when they are first wanted."""

    def __init__(
        self,
        setup: MatchSetup,
        background: Background,
        on_change: Callable[[], None],
        show_note: Callable[[str], None],
    ) -> None:
        """`on_change` is called after the rules have changed; `show_note` shows a sentence."""
        self._setup = setup
        self._background = background
        self._on_change = on_change
        self._show_note = show_note
        self._found: tuple[Handicap, ...] | None = None
        """The rules to use, the next first; None until they were searched for."""

    def forget(self) -> None:
        """Forget what was found, because the rules were changed by hand."""
        self._found = None
        self._background.cancel(PURPOSE)

    def use_next(self) -> None:
        """Use the next rules that make the game fairer; after the last, those from before."""
        if self._found is None:
            self._search()
        else:
            self._use(self._found)

    def _search(self) -> None:
        kind, options = self._setup.kind, dict(self._setup.rules.given)

        def show_progress(tried: int) -> None:
            self._show_note(f"Looking for fairer rules … {tried} tried.")

        def search(task: Task) -> tuple[Handicap, ...]:
            progress = task.progress(show_progress)
            return task.ask(
                lambda engine, budget: find_handicaps(engine, kind, options, budget, progress)
            )

        def use(found: tuple[Handicap, ...]) -> None:
            self._use((*found, Handicap(options, "")) if found else ())

        self._show_note("Looking for fairer rules …")
        self._background.run(PURPOSE, search, use, lambda why: self._show_note(as_sentence(why)))

    def _use(self, handicaps: tuple[Handicap, ...]) -> None:
        self._found = (*handicaps[1:], *handicaps[:1])
        if not handicaps:
            self._show_note(NONE_FOUND)
            return
        options, about = handicaps[0]
        rules = self._setup.rules
        for name in list(rules.given):
            rules.reset(name)
        for name, value in options.items():
            rules.put(name, value)
        self._on_change()
        self._show_note(about or BEFORE)
