"""Whole runs of the program, compared character by character.

Each file in tests/golden holds a command, its input, an empty line and the expected output.
After an intended change, set `GOLDEN=write` to rewrite them.
"""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest
from terminal import numduel as run

import numduel
from duel_support import BOOKS, VARIANTS, positions, where
from numduel.storage import saves

pytestmark = pytest.mark.usefixtures("home")

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.txt"))
TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"

DRAWINGS = {
    "maze": "+---+---+---+\n| 4 | 3 | 8 |\n+---+---+---+\n| 9 | 5 | 1 |\n+---+---+---+\n"
    "| 2 | 7 | 6 |\n+---+---+---+\n\n",
    "sum": "",
    "run": "(0,0): 3   (0,1): 1   (0,2): 4   (0,3): 2   (0,4): 5\n"
    "(1,0): 2   (1,1): 5   (1,2): 1   (1,3): 3   (1,4): 4\n"
    "(2,0): 4   (2,1): 2   (2,2): 5   (2,3): 1   (2,4): 3\n"
    "(3,0): 1   (3,1): 4   (3,2): 2   (3,3): 5   (3,4): 2\n"
    "(4,0): 5   (4,1): 3   (4,2): 1   (4,3): 4   (4,4): 2\n\n",
    "quest": "[ ][ ][ ]\n[ ][ ][ ]\n[ ][ ][ ]\n\n",
    "race": "+-----+-----+-----+-----+\n| (1) |  3  |  2  |  4  |\n+-----+-----+-----+-----+\n"
    "|  2  |  1  |  3  |  2  |\n+-----+-----+-----+-----+\n|  4  |  2  |  1  |  3  |\n"
    "+-----+-----+-----+-----+\n|  3  |  4  |  2  | (1) |\n+-----+-----+-----+-----+\n\n",
}
"""Boards as the rule books draw them."""


@pytest.mark.parametrize("game", BOOKS)
def test_classic_dialogue_matches_the_rule_book(game: str) -> None:
    board, moves = BOOKS[game]
    words = ["play", game, "--classic", *(["--board", board] if board else [])]
    ran = run(words, "".join(f"{move}\n" for move in moves.split()))
    book = DRAWINGS[game] + (TRANSCRIPTS / f"{game}.txt").read_text()
    assert ran.status == 0
    if game in ("sum", "run"):  # the book stops before the end
        assert ran.out.startswith(f"{book}\n")
    else:
        assert ran.out == book


def test_every_game_has_a_transcript() -> None:
    assert set(BOOKS) == set(numduel.games()) == {path.stem for path in TRANSCRIPTS.iterdir()}


def test_golden_files_match_and_cover_every_ending() -> None:
    """A new reason for the end of a game needs a golden file."""
    shown: dict[str, set[str]] = {game: set() for game in numduel.games()}
    for path in GOLDEN:
        head, _, expected = path.read_text().partition("\n\n")
        command, *typed = head.split("\n")
        words = shlex.split(command.removeprefix("$ numduel "))
        for save in saves.list_saves():
            save.delete()
        with where(path.stem):
            ran = run(words, "".join(f"{line.removeprefix('< ')}\n" for line in typed))
            assert ran.status == 0, ran.err
            if os.environ.get("GOLDEN") == "write":
                path.write_text(f"{head}\n\n{ran.out}")
            assert ran.out == expected
        if (
            words[0] == "play"
            and words[1:2] != []
            and "--rounds" not in words
            and saves.list_saves()
        ):
            reason = saves.list_saves()[0].load().reason
            shown[words[1]] |= {reason} if reason else set()
    reached: dict[str, set[str]] = {game: set() for game in numduel.games()}
    for variant in VARIANTS:
        for state in (states := positions(variant))[1]:
            if isinstance(status := states[0].status(state), numduel.Over):
                reached[variant.id].add(status.reason)
    assert shown == reached
