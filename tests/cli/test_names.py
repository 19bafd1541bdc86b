"""Confusing names at the prompt and in printed records."""

from __future__ import annotations

import pytest
from names import ARABIC, HEBREW, PAIRS
from terminal import numduel as run

from numduel import Match, new
from numduel.storage import record
from numduel.views.narration import Names, names_of

pytestmark = [pytest.mark.usefixtures("home"), pytest.mark.slow]

TYPED = "4\n2\n5\n4\nresign\n"
"""Input of two rounds: side 1 wins the first; in the second, side 2 starts and side 1 resigns."""


def played(one: str, two: str) -> str:
    """Return the output of two rounds between two people."""
    words = ["play", "sum", "--target", "9", "--rounds", "2", "--name1", one, "--name2", two]
    ran = run(words, TYPED)
    assert ran.status == 0, ran.err
    return ran.out


@pytest.mark.parametrize("pair", [("Ann", "Ann Lee"), ("a: b", "c. d"), (ARABIC, HEBREW)])
def test_game_reads_the_same_with_other_names(pair: Names) -> None:
    plain = played("Qqq", "Zzz")
    assert "Qqq resigned.\nZzz won the game.\n" in plain
    assert played(*pair) == plain.replace("Qqq", pair[0]).replace("Zzz", pair[1])


def test_prompt_calls_a_player_named_you_by_seat() -> None:
    out = played("You", "Player 1")
    assert "Round 1 of 2: 'You' is Player 1, 'Player 1' is Player 2." in out
    assert "Player 1 took 4: 4 of 9." in out
    assert "Player 2's turn: take which number, 1 to 9? 2" in out
    assert "Wins: 'You' 1, 'Player 1' 1" in out
    assert "You took" not in out


def test_prompt_adds_letters_to_equal_names() -> None:
    out = played("Ann", "Ann")
    assert "Round 2 of 2: Ann B is Player 1, Ann A is Player 2." in out
    assert "Ann A took 4: 4 of 9." in out


def recorded(pair: Names) -> str:
    """Return a record in which the first player loses by a mistake."""
    match = Match.replay(new("maze", board="4 3 8/9 5 1/2 7 6"), MAZE_MOVES)
    match.tags |= {"Player1": pair[0], "Player2": pair[1]}
    return record.dumps(match)


MAZE_MOVES = ["0,0", "2,0", "0,1", "2,1", "1,1", "2,2"]


@pytest.mark.parametrize("command", ["replay", "review"])
def test_record_reads_the_same_with_other_names(command: str) -> None:
    plain = run([command, "-"], recorded(("Qqq", "Zzz"))).out
    assert "Zzz won the game." in plain
    for pair in (("Ann", "Ann Lee"), ("You", "Player 1"), (ARABIC, HEBREW), ("Ann", "Ann")):
        ran = run([command, "-"], recorded(pair))
        assert ran.status == 0, ran.err
        match = record.loads(recorded(pair))
        heading, *lines = ran.out.splitlines()
        expected = plain.replace("Qqq", names_of(match)[0]).replace("Zzz", names_of(match)[1])
        assert heading.startswith(f"Number Maze, {pair[0]} against {pair[1]}")
        assert squeezed(lines) == squeezed(expected.splitlines()[1:])


def squeezed(lines: list[str]) -> str:
    """Return the text without column spacing, which depends on the names."""
    return (
        " ".join(" ".join(lines).split())
        .replace("Player 1, Player 1", "Player 1")
        .replace("Player 2, Player 2", "Player 2")
    )


def test_pairs_of_names_can_be_played_and_recorded() -> None:
    for pair in PAIRS:
        match = record.loads(recorded(pair))
        assert "" not in names_of(match)
