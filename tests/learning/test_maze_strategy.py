"""The lesson on how to win Number Maze: every claim is checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import Any

import pytest
from claims_support import ENGINE, NUMBERS, Facts, check_lesson

import numduel
from duel_support import plenty
from numduel import Match, Player

TARGET = 15
CELLS = [f"{row},{column}" for row in range(3) for column in range(3)]
CENTRE = "1,1"
SIDES = ["0,1", "1,0", "1,2", "2,1"]
CORNERS = ["0,0", "0,2", "2,0", "2,2"]


def deal(numbers: tuple[int, ...]) -> Any:
    rows = (numbers[:3], numbers[3:6], numbers[6:])
    return numduel.new("maze", board="/".join(" ".join(map(str, row)) for row in rows))


def random_boards(count: int) -> Iterator[tuple[int, ...]]:
    random = Random(27)
    for _ in range(count):
        yield tuple(random.sample(range(1, 10), 9))


def is_dark(cell: str) -> bool:
    return cell in (*CORNERS, CENTRE)


def neighbours(cell: str) -> set[str]:
    row, column = map(int, cell.split(","))
    steps = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return {f"{r},{c}" for r, c in steps} & set(CELLS)


class Totals:
    """The numbers, cells and totals of a position, for the player to move."""

    def __init__(self, at: Facts) -> None:
        labels = [tile.label for row in at.game.picture(at.game.start()).rows for tile in row]
        self.numbers = dict(zip(CELLS, map(int, labels), strict=True))
        moves = [ply.move for ply in at.match.plies]
        own, other = moves[len(moves) % 2 :: 2], moves[(len(moves) + 1) % 2 :: 2]
        self.mine = sum(self.numbers[cell] for cell in own)
        self.theirs = sum(self.numbers[cell] for cell in other)
        self.cell, self.their_cell = (own[-1:] or [""])[0], (other[-1:] or [""])[0]

    def cell_of(self, number: int) -> str:
        return next(cell for cell, found in self.numbers.items() if found == number)


def opening() -> Iterator[str]:
    assert numduel.new("maze").options.target == TARGET
    yield (
        f"Count to {TARGET}: always know which number you need "
        "next, and who can step onto it first."
    )


def centre(at: Facts) -> Iterator[str]:
    assert CENTRE not in at.match.moves
    assert not any(CENTRE in at.after(start).match.moves for start in at.match.moves)
    yield "Neither player can start in the centre."
    yield (
        f"So if a side cell and the centre add up to {TARGET}, start there: on your next turn you "
        "step into the centre and win."
    )
    yield f"{at.you}."
    numbers = Totals(at).numbers
    (start,) = at.do
    assert start in SIDES
    side, middle = numbers[start], numbers[CENTRE]
    assert side + middle == TARGET
    yield f"{side} + {middle} = {TARGET}."
    yield "Over all boards, a side cell wins 12 times as often as a corner."  # counted below
    yield at.others_lose()
    yield f"Which side number makes {TARGET} with the {middle}?"


def need(at: Facts) -> Iterator[str]:
    yield f"Subtract your total from {TARGET}: that is the number you need."
    yield "Step next to it when your opponent can neither reach it nor win first."
    now = Totals(at)
    yield f"You have {now.mine}."
    (move,) = at.winning
    needed = {cell: TARGET - now.mine - now.numbers[cell] for cell in at.match.moves}
    assert [m for m, n in needed.items() if n in map(now.numbers.get, neighbours(m))] == [move]
    yield "One move gets you next to the number that you will need."
    total = now.mine + now.numbers[move]
    number = TARGET - total
    below = f"{int(move[0]) + 1},{move[2]}"
    assert now.cell_of(number) == below
    yield f"With {total} you need the {number}, which is just below you."
    assert below not in at.after(move).match.moves
    yield "Player 2 can't get there in one move."
    yield at.others_lose()
    yield f"Which total would make the {number} the number you need?"


def shades(at: Facts) -> Iterator[str]:
    yield "Colour the grid like a chessboard: corners and centre dark, sides light."
    assert all(is_dark(near) != is_dark(cell) for cell in CELLS for near in neighbours(cell))
    yield (  # proved below
        "If you start on another shade than Player 1, you can step onto the number they need, but "
        "they can't step onto yours."
    )
    yield f"{at.you}."
    start = at.match.plies[0].move
    assert sorted(at.winning) == [cell for cell in SIDES if is_dark(cell) != is_dark(start)]
    assert set(at.others) == set(CORNERS) - {start}
    at.others_lose()
    sides, corners = NUMBERS[len(at.winning)], NUMBERS[len(at.others)]
    yield f"Here all {sides} sides win, and all {corners} corners lose."
    assert is_dark(start)
    yield "That corner is dark like theirs, and loses here."


def block(at: Facts) -> Iterator[str]:
    now = Totals(at)
    theirs = TARGET - now.theirs
    yield "The best block is a step that also leads to your number."
    yield f"You have {now.mine}. Player 2 has {now.theirs} and needs {theirs}. Take it first."
    (move,) = at.do
    assert now.cell_of(theirs) == move
    total = now.mine + now.numbers[move]
    number = TARGET - total
    below = f"{int(move[0]) + 1},{move[2]}"
    assert now.cell_of(number) == below
    yield f"You have {total} and need the {number} below you."
    row, column = map(int, now.their_cell.split(","))
    assert at.after(move).match.moves == (f"{row + 1},{column}",)
    assert at.report.value.turns == 3
    yield "Player 2 can only move down, and can't stop you."
    for other in at.others:
        assert at.after(other, move).match.winner is Player.TWO
    yield f"Then Player 2 steps onto the {theirs}: {now.theirs} + {theirs} = {TARGET}."
    yield "Go there first."


def way_on(at: Facts) -> Iterator[str]:
    yield "The higher your total, the fewer cells you can enter."
    now = Totals(at)
    (move,), (other,) = at.do, at.others
    low, high = now.numbers[move], now.numbers[other]
    yield f"You have {now.mine} and can go to the {high} or the {low}."
    full = at.after(other)
    for answer in full.match.moves:
        assert full.after(answer).match.winner is Player.TWO
        assert full.after(answer).match.reason == "stuck"
    yield "One of them leaves you stuck."
    total = now.mine + low
    number = TARGET - total
    assert now.cell_of(number) == CENTRE
    assert CENTRE in neighbours(move)
    yield f"With {total} you need the {number} in the centre, right next to you."
    total = now.mine + high
    around = sorted(now.numbers[cell] for cell in neighbours(other) - {now.cell})
    assert min(around) > TARGET - total
    one, two = around
    yield f"With {total}, both the {one} and the {two} would have been too large."
    yield (
        f"With {total} you could only enter numbers up to {TARGET - total}, and there are none "
        "around you."
    )


def must_move(at: Facts) -> Iterator[str]:
    now = Totals(at)
    yield "A number under your opponent isn't lost: they can't pass, so they must leave it."
    yield f"You have {now.mine}, Player 2 has {now.theirs}."
    (move,) = at.winning
    yield "Find the only winning move."
    total = now.mine + now.numbers[move]
    number = TARGET - total
    assert now.cell_of(number) == now.their_cell
    yield f"With {total} you need the {number}, where Player 2 stands."
    (answer,) = at.after(move).match.moves
    row, column = map(int, now.their_cell.split(","))
    assert answer == f"{row - 1},{column}"
    total = now.theirs + now.numbers[answer]
    assert at.after(move, answer, now.their_cell).match.winner is Player.ONE
    yield f"Their only move is up, to {total}, and then you take it."
    yield at.others_lose()
    yield f"Which total would make the {number} the number you need?"


CLAIMS = {
    "The centre makes 15": centre,
    "Stand next to what you need": need,
    "Light and dark": shades,
    "Block and threaten": block,
    "Leave yourself a way on": way_on,
    "They must move": must_move,
}


def test_every_claim_holds() -> None:
    check_lesson("maze-strategy", opening, CLAIMS)


def test_player_one_wins_in_three_turns_if_a_side_and_the_centre_make_15() -> None:
    """And on no other board: these are all wins in three turns."""
    for numbers in random_boards(100):
        game = deal(numbers)
        report = ENGINE.analyse(game, game.start(), plenty())
        sides = [cell for cell in SIDES if numbers[CELLS.index(cell)] + numbers[4] == TARGET]
        assert (report.value.outcome == "win" and report.value.turns == 3) == bool(sides)
        assert all(report.moves[cell].turns == 3 for cell in sides)


def test_player_on_the_other_shade_can_block_and_cannot_be_blocked() -> None:
    random, blocks = Random(5), 0
    for numbers in random_boards(150):
        match = Match(deal(numbers))
        start = random.choice(match.moves)
        match.play(start)
        match.play(random.choice([m for m in match.moves if is_dark(m) != is_dark(start)]))
        while not match.is_over:
            own, other = match.plies[-2].move, match.plies[-1].move
            shared = neighbours(own) & neighbours(other)
            assert (is_dark(own) == is_dark(other)) == (match.player is Player.TWO)
            assert not shared or match.player is Player.TWO  # Player 1 can't enter their cell
            blocks += bool(shared)
            match.play(random.choice(match.moves))
    assert blocks


@pytest.mark.long
def test_side_wins_12_times_as_often_as_a_corner() -> None:
    """All boards; turned and mirrored ones are alike."""
    wins: Counter[bool] = Counter()
    for numbers in permutations(range(1, 10)):
        if numbers[0] == min(numbers[0::2][i] for i in (0, 1, 3, 4)) and numbers[2] < numbers[6]:
            game = deal(numbers)
            report = ENGINE.analyse(game, game.start(), plenty())
            for move, value in report.moves.items():
                wins[move in SIDES] += value.outcome == "win"
            ENGINE.forget()
    assert wins == {True: 25_370, False: 2_106}
    assert round(wins[True] / wins[False]) == 12
