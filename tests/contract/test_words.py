"""The exact sentences of each game about moves, endings and threats."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

import numduel
from duel_support import where
from numduel import Match

MAZE = {"board": "4 3 8/9 5 1/2 7 6"}
RUN = {"board": "3 1 4 2 5/2 5 1 3 4/4 2 5 1 3/1 4 2 5 2/5 3 1 4 2"}
QUEST = {"board": "4 2 3/1 5 6/9 7 8"}
RACE = {"board": "1 3 2 4/2 1 3 2/4 2 1 3/3 4 2 1"}


class Story(NamedTuple):
    game: str
    options: dict[str, Any]
    moves: str
    lines: str
    """The expected last deeds of a match, and its ending."""

    @property
    def match(self) -> Match:
        return Match.replay(numduel.new(self.game, **self.options), self.moves.split())


STORIES = [
    Story(
        "sum",
        {"target": 12},
        "7 9 5",
        """Player 1 took 7: 7 of 12
        Player 2 took 9: 9 of 12
        Player 1 took 5: 12 of 12
        Player 1 took 5 and reached exactly 12""",
    ),
    Story(
        "sum",
        {"target": 12},
        "7 9 6",
        """Player 1 took 6: 13, over 12
        Player 1 took 6 and went over 12 with 13""",
    ),
    Story(
        "sum",
        {"highest": 3},
        "2",
        """Player 1 took 2: 2 of 50
        Player 2 could not take any number after the 2""",
    ),
    Story(
        "race",
        RACE,
        "Down Up Down Left Right",
        """Player 2 moved left to the 4 at 3,1
        Player 1 moved right to the 1, bottom right
        Player 1 reached Player 2's start, the 1, bottom right""",
    ),
    Story(
        "race",
        RACE,
        "Right Left Down Up",
        """Player 2 moved up to the 3 at 2,3
        Player 1 could not move from the 4 at 4,2: it led off the grid in every direction""",
    ),
    Story(
        "race",
        {"board": "1 2 1/1 1 1/1 1 1"},
        "Right Left",
        "Player 1 could not move from the 2, top middle: "
        "it led only to the cell where Player 2 stood",
    ),
    Story(
        "run",
        RUN,
        "0,1 3,4 1,1 2,4 1,2 1,4 0,2 0,4 0,3 yes",
        """Player 2 moved to the 5, top right: score 14
        Player 1 moved to the 2 at 0,3: score 13
        Player 1 challenged 13 to 14 and lost: Player 1 went back to the start with 0""",
    ),
    Story(
        "run",
        RUN,
        "0,1 4,3 1,1 3,3 1,2 3,2 2,2 yes",
        "Player 1 challenged 12 to 11 and won: Player 2 went back to the start with 0",
    ),
    Story(
        "run",
        RUN,
        "0,1 3,4 0,2 2,4 1,2 1,4 2,2 1,3 2,3 yes",
        "Player 1 challenged 12 to 12, with no effect",
    ),
    Story(
        "run",
        RUN,
        "0,1 4,3 1,1 4,2 1,0 4,1 2,0 4,0 3,0 no",
        "Player 1 moved to the 1 at 3,0: score 13\n"
        "Player 1 did not challenge\n"
        "Player 2 could not move from the 5, bottom left: "
        "every cell around was visited or occupied",
    ),
    Story(
        "run",
        {"board": "1 1/1 1"},
        "0,1 no 1,0 1,1",
        """Player 1 moved to the 1, bottom right: score 2
        Player 1 reached Player 2's start, the 1, bottom right""",
    ),
    Story(
        "quest",
        QUEST,
        "3,3 1,1 3,2",
        """Player 2 chose the top left cell
        Player 2 revealed 4: 4 of 15
        Player 1 chose the bottom middle cell
        Player 1 revealed 7: 15 of 15
        Player 1 reached exactly 15""",
    ),
    Story(
        "quest",
        QUEST,
        "2,2 1,3 3,1 2,1 1,2",
        """Player 1 revealed 2: 16, over 15
        Player 1 went over 15 with 16""",
    ),
    Story(
        "quest",
        {"board": "1 2/3 4"},
        "2,1 1,1 2,2 1,2",
        "nobody reached 15, and Player 1's 7 was closer than Player 2's 3",
    ),
    Story(
        "quest",
        {"board": "1 2/3 4"},
        "2,1 2,2 1,2 1,1",
        "nobody reached 15, both had 5, and Player 2 played last",
    ),
    Story(
        "quest",
        {**QUEST, "stand": True},
        "3,2 3,3 stand 1,1 stand",
        """Player 1 stood at 7 of 15 for the rest of the game
        Player 2 chose the top left cell
        Player 2 revealed 4: 12 of 15
        Player 2 stood at 12 of 15 for the rest of the game
        nobody reached 15, and Player 2's 12 was closer than Player 1's 7""",
    ),
    Story(
        "maze",
        MAZE,
        "0,0 2,0 0,1 2,1 1,1 2,2",
        """Player 2 started on the 2, bottom left: 2 of 15
        Player 1 moved to the 3, top middle: 7 of 15
        Player 2 moved to the 7, bottom middle: 9 of 15
        Player 1 moved to the 5, centre: 12 of 15
        Player 2 moved to the 6, bottom right: 15 of 15
        Player 2 reached exactly 15 on the 6, bottom right""",
    ),
    Story(
        "maze",
        MAZE,
        "1,0 0,1 0,0 0,2",
        "Player 1 could not move from the 4, top left: "
        "the 9 was already visited and the 3 would make 16",
    ),
    Story(
        "maze",
        {"board": "4 3 8/9 5 1/2 7 6", "target": 2},
        "1,2",
        "Player 1 started on the 1, middle right: 1 of 2",
    ),
    Story(
        "maze", {"board": "2 3 4/5 1 6/7 8 9", "target": 1}, "", "Player 1 had no cell to start on"
    ),
    Story(
        "maze",
        {"board": "4@1 3+ 8/9 5x 1/2 7 6@2"},
        "0,1 pass",
        """Player 1 moved to the 3, top middle: 7 of 15
        Player 1 passed""",
    ),
]


def test_deeds_and_endings_have_exact_texts() -> None:
    for story in STORIES:
        match = story.match
        game = match.game
        sentences = [
            game.deed(state, ply.move)
            for ply, state in zip(match.plies, match.states, strict=False)
        ]
        sentences += [game.ending(match.state)] if match.is_over else []
        expected = [line.strip() for line in story.lines.splitlines()]
        with where(story):
            assert sentences[-len(expected) :] == expected


@pytest.mark.parametrize(
    ("game", "options", "moves", "threats"),
    [
        ("sum", {"target": 12}, "", {}),
        (
            "sum",
            {"target": 12},
            "7 9",
            {
                move: f"Player 1 can take {move}, so Player 2 can't take the 3 that reaches 12"
                for move in ("2", "3", "4")
            },
        ),
        ("sum", {"target": 12}, "7 2", {}),  # there is no 10 to block
        (
            "run",
            {"board": "2 1 2/1 2 1/2 1 2"},
            "0,1 1,2",
            {
                move: f"Player 1 can move to the 2, {where}, next to Player 2 and win the "
                "challenge 3 to 1"
                for move, where in {"0,2": "top right", "1,1": "centre"}.items()
            },
        ),
        ("run", {"board": "2 1 2/1 1 1/2 2 2"}, "0,1 2,1", {}),
        (
            "run",
            {"board": "1 1 1 1/1 1 1 1/1 1 1 5/1 1 5 1"},
            "0,1 2,3",
            {},
        ),  # far away, and behind in score
        (
            "maze",
            MAZE,
            "1,0 0,1 0,0",
            {
                move: f"Player 2 can move to the {name}, and leave Player 1 without a move"
                for move, name in {"0,2": "8, top right", "1,1": "5, centre"}.items()
            },
        ),
        ("maze", MAZE, "0,0 2,0", {}),
        ("maze", MAZE, "0,0 2,0 0,1 2,1 1,1", {}),
    ],
)
def test_threats_are_described_exactly_if_they_exist(
    game: str, options: dict[str, Any], moves: str, threats: dict[str, str]
) -> None:
    match = Match.replay(numduel.new(game, **options), moves.split())
    found = {move: match.game.threat(match.state, move) for move in match.moves}
    assert {move: threat for move, threat in found.items() if threat} == threats
