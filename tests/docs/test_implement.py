"""The page on implementing the rules elsewhere: its check runs, and its counts are true."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import wrong_rules as errors

from numduel import Dice, Match, Over, Turn
from numduel.core import AnyGame
from numduel.games import find

PAGE = (Path(__file__).parents[2] / "docs" / "implement.md").read_text()

ERRORS = {
    ("sum", "S1"): ("status", errors.over_is_forbidden),
    ("run", "R25"): ("play", errors.forgets_visited),
    ("race", "X24"): ("status", errors.checks_the_mover),
    ("race", "X3"): ("status", errors.first_is_never_stuck),
}


class Elsewhere:
    """An implementation as the page expects it: our rules, or wrong ones."""

    def __init__(self, kind: type[AnyGame], vector: dict[str, Any]) -> None:
        board = None if vector["board"] is None else kind.read_board(vector["board"])
        self.rules = kind(kind.options_type(**vector["options"]), board).public()
        self.state = self.rules.start()

    def is_over(self) -> bool:
        return isinstance(self.rules.status(self.state), Over)

    def play(self, move: str) -> bool:
        status = self.rules.status(self.state)
        if isinstance(status, Turn) and move not in status.moves:
            return False
        self.state = self.rules.play(self.state, move)
        return True

    def player(self) -> int | None:
        return None if self.is_over() else self.state.player + 1

    def legal(self) -> list[str]:
        status = self.rules.status(self.state)
        return [*status.moves] if isinstance(status, Turn) else []

    def winner(self) -> int | None:
        status = self.rules.status(self.state)
        return status.winner + 1 if isinstance(status, Over) and status.winner is not None else None

    def reason(self) -> str | None:
        status = self.rules.status(self.state)
        return status.reason if isinstance(status, Over) else None


def mismatches() -> Any:
    """Return the function that the page shows."""
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, Any] = {}
    exec(code, names)
    return names["mismatches"]


def test_counts_on_the_page_are_those_of_its_check() -> None:
    check = mismatches()
    rows = re.findall(r"\| \[(\w+)\]\([^)]*\) \| `(\w+)` \| (\d+) \|", PAGE)
    assert len(rows) == len(ERRORS)
    counted = []
    for clause, id, _ in rows:
        vectors = errors.lines(id, 200)
        assert not [vector for vector in vectors if check(vector, Elsewhere(find(id), vector))]
        method, error = ERRORS[id, clause]
        wrong = errors.mutate(id, **{method: error(find(id))})
        failing = [vector for vector in vectors if check(vector, Elsewhere(wrong, vector))]
        counted.append((clause, id, str(len(failing))))
    assert counted == rows


def test_hidden_boards_are_set_up_as_the_page_says() -> None:
    for vector in errors.lines("quest", 30):
        numbers = vector["board"].replace("/", " ").split()
        board = vector["board"]
        for number in sorted({*"123456789"} - {*numbers}):
            board = board.replace("?", number, 1)
        moves = [move for move in vector["moves"] if "," in move]
        match = Match.replay(find("quest").setup({}, board, Dice(0)), moves)
        assert [ply.move for ply in match.plies] == vector["moves"]
