"""A match at the prompt, counted from inside: how often the rules are asked."""

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
    """Input that notes, whenever a line is read, how often the rules have been asked so far."""

    def __init__(self, lines: list[str], asked: list[Any]) -> None:
        super().__init__("".join(f"{line}\n" for line in lines))
        self.asked = asked
        self.counts: list[int] = []

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        self.counts.append(len(self.asked))
        return super().readline(-1 if size is None else size)


def test_a_typed_move_asks_the_rules_once_for_each_new_position(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """To see how it stands; a picture may ask its own game once more."""
    for id in numduel.games():
        asked: list[Any] = []

        class Counting(find(id)):  # type: ignore[misc]
            asking = True

            def status(self, state: Any) -> Any:
                if Counting.asking:
                    asked.append(state)  # noqa: B023
                return super().status(state)

            def picture(self, state: Any) -> Any:
                Counting.asking = False
                try:
                    return super().picture(state)
                finally:
                    Counting.asking = True

        session = Session.begin(Counting, {}, make_sides(("human", "human"), (None, None)), seed=3)
        match = numduel.Match.replay(session.match._dealer, [])
        lines = []
        for _ in range(2):
            lines.append(f" {match.moves[0]} ")
            match.play(match.moves[0])
        typed = Typed([*lines, "quit"], asked)
        monkeypatch.setattr(sys, "stdin", typed)
        asked.clear()
        with pytest.raises(Quit):
            Dialogue(Console(), Autosave(session)).run()
        draws = sum(ply.player is None for ply in session.match.plies)
        assert typed.counts[-1] - typed.counts[0] == len(lines) + draws, id
        assert len(session.match.plies) == len(lines) + draws
