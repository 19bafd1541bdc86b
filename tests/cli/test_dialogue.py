"""How often a match at the prompt asks the rules for a status."""

from __future__ import annotations

import io
import sys
from typing import Any

import pytest

import numduel
from numduel.cli.console import Console
from numduel.cli.dialogue import Dialogue, Quit
from numduel.games import find
from numduel.play.session import Session, make_sides
from numduel.storage.autosave import Autosave

pytestmark = pytest.mark.usefixtures("home")


class Typed(io.StringIO):
    """Input that records, for each line read, the number of status calls so far."""

    def __init__(self, lines: list[str], calls: list[Any]) -> None:
        super().__init__("".join(f"{line}\n" for line in lines))
        self.calls = calls
        self.counts: list[int] = []

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        self.counts.append(len(self.calls))
        return super().readline(-1 if size is None else size)


def test_typed_move_asks_for_the_status_once_per_position(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Calls made by a picture are not counted."""
    for id in numduel.games():
        calls: list[Any] = []

        class Counting(find(id)):  # type: ignore[misc]
            is_counting = True

            def status(self, state: Any) -> Any:
                if Counting.is_counting:
                    calls.append(state)  # noqa: B023
                return super().status(state)

            def picture(self, state: Any) -> Any:
                Counting.is_counting = False
                try:
                    return super().picture(state)
                finally:
                    Counting.is_counting = True

        session = Session.begin(Counting, {}, make_sides(("human", "human"), (None, None)), seed=3)
        match = numduel.Match.replay(session.match._dealer, [])
        lines = []
        for _ in range(2):
            lines.append(f" {match.moves[0]} ")
            match.play(match.moves[0])
        typed = Typed([*lines, "quit"], calls)
        monkeypatch.setattr(sys, "stdin", typed)
        calls.clear()
        with pytest.raises(Quit):
            Dialogue(Console(), Autosave(session)).run()
        draws = sum(ply.player is None for ply in session.match.plies)
        assert typed.counts[-1] - typed.counts[0] == len(lines) + draws, id
        assert len(session.match.plies) == len(lines) + draws
