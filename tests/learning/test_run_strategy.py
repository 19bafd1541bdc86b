"""The lesson on how to win Number Run: every claim is checked."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from claims_support import ENGINE, NUMBERS, Facts, check_lesson

import numduel
from duel_support import plenty
from numduel import Match, Player
from numduel.learning.lessons import lesson

SIZE = 4
Cell = tuple[int, int]


def place(cell: int, size: int = SIZE) -> Cell:
    row, column = divmod(cell, size)
    return row, column


def name(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def distance(one: Cell, two: Cell) -> int:
    return abs(one[0] - two[0]) + abs(one[1] - two[1])


def to_go(at: Facts, player: Player) -> int:
    """Return how many steps a player is from the opponent's corner."""
    runner = at.state.me if at.state.player is player else at.state.them
    end = SIZE - 1
    return distance(place(runner.cell), (end, end) if player is Player.ONE else (0, 0))


def scores(at: Facts) -> tuple[int, int]:
    """Return the scores of the player to move and of the opponent."""
    return at.state.me.score, at.state.them.score


def steps_ahead(at: Facts) -> list[str]:
    """Return the cells one step closer to the opponent's corner."""
    player = at.state.player
    return [move for move in at.match.moves if to_go(at.after(move), player) < to_go(at, player)]


def opening() -> Iterator[str]:
    yield (  # checked below
        "Player 1 can win on every board by walking straight, so Player 2 has to wait for a "
        "mistake."
    )
    sizes = {step.match().game.options.size for step in lesson("run-strategy").steps}
    assert sizes == {SIZE}
    size = NUMBERS[SIZE]
    yield f"For this lesson the grid has {size} rows and {size} columns."


def straight(at: Facts) -> Iterator[str]:
    steps = NUMBERS[distance((0, 0), (SIZE - 1, SIZE - 1))]
    yield f"Both players need {steps} steps, and Player 1 moves first."
    yield (  # checked below
        "So as Player 1 you win on every board if each step goes right or down and you never "
        "challenge."
    )
    yield f"You are on {name(place(at.state.me.cell))}."
    assert at.state.player is Player.ONE
    assert sorted(at.do) == sorted(steps_ahead(at))
    for move in at.do:
        then = at.after(move)
        left, theirs = to_go(then, Player.ONE), to_go(then, Player.TWO)
        yield f"{NUMBERS[left].capitalize()} steps are left, and Player 2 needs {NUMBERS[theirs]}."
        break
    assert left < theirs
    yield "You arrive first."
    assert {to_go(at.after(move), Player.ONE) for move in at.do} == {left}
    (back,) = at.others
    cost = to_go(at.after(back), Player.ONE) - left
    at.others_lose()
    assert cost == 2
    yield "A detour costs two steps, and here it loses."


def in_the_way(at: Facts) -> Iterator[str]:
    yield "Colour the grid like a chessboard: each step changes the shade."
    yield "Until a player is sent back, both tokens stand on the same shade on your turn."
    yield "So Player 2 is never next to you then: they can't block you."
    own, other = place(at.state.me.cell), place(at.state.them.cell)
    assert (other[0] - own[0], other[1] - own[1]) == (1, 1)
    yield "Player 2 is diagonally in front of you."
    assert sorted(at.do) == sorted(steps_ahead(at))
    for move in at.do:
        passed = at.after(move, "no")
        for answer in passed.match.moves:
            assert not passed.after(answer).state.asked
    yield "Both ways are open, and Player 2 can't challenge you on their turn."
    assert len(at.do) == 2
    yield "You don't have to go around them."
    at.others_lose()


def no_is_safe(at: Facts) -> Iterator[str]:
    yield (  # checked below
        "While you walk straight, you never need a challenge to win: no always keeps the win, "
        "with any scores."
    )
    mine, theirs = scores(at)
    yield f"You have {mine}, Player 2 has {theirs}."
    own, other = to_go(at, Player.ONE), to_go(at, Player.TWO)
    yield (
        f"You are {NUMBERS[own]} steps from their corner, and "
        f"Player 2 is {NUMBERS[other]} from yours."
    )
    yield "You need no luck and no points."
    at.others_lose()
    assert place(at.after("yes").state.them.cell) == (0, 0)
    yield f"{mine} against {theirs}: you would go back to your corner, and Player 2 would win."


def challenge(at: Facts) -> Iterator[str]:
    yield "After a detour you may be behind in the race."
    yield "Then a challenge can turn it around, if your score is higher."
    own, other = to_go(at, Player.ONE), to_go(at, Player.TWO)
    yield f"You need {NUMBERS[own]} steps, Player 2 needs {NUMBERS[other]} and moves next."
    mine, theirs = scores(at)
    yield f"You have {mine}, they have {theirs}."
    then = at.after("yes")
    sent = then.state.me
    yield f"Player 2 is back on {name(place(sent.cell))} with {sent.score}."
    near = [cell for cell in range(SIZE**2) if distance(place(cell), place(sent.cell)) == 1]
    closed = [cell for cell in near if sent.visited >> cell & 1]
    (free,) = set(near) - set(closed)
    yield (
        f"Only {name(place(free))} is open to them there, and you win in "
        f"{NUMBERS[at.report.value.turns or 0]} turns."
    )
    at.others_lose()
    refused = at.after("no")
    ended = refused.after(*ENGINE.line(at.game, refused.state, plenty())).match
    assert (ended.winner, ended.reason) == (Player.TWO, "reached")
    yield "Then Player 2 walks on and arrives first."


def detour(at: Facts) -> Iterator[str]:
    yield "As Player 2 you win only if Player 1 makes a mistake."  # Player 1 can always win
    assert at.report.value.outcome == "win"
    yield "A detour can be one: then the straight walk wins for you."
    before, now = (ply.move for ply in at.match.plies[-3::2])
    yield f"Player 1 has just gone from {before} back to {now}."
    yield f"{at.you}, on {name(place(at.state.me.cell))}."
    assert sorted(at.do) == sorted(steps_ahead(at))
    left = {to_go(at.after(move), Player.TWO) for move in at.do}
    theirs = {to_go(at.after(move), Player.ONE) for move in at.do}
    yield f"Now you need {NUMBERS[left.pop()]} steps, and Player 1 needs {NUMBERS[theirs.pop()]}."
    assert not left
    assert not theirs
    (other,) = at.others
    assert to_go(at.after(other), Player.TWO) > to_go(at, Player.TWO)
    at.others_lose()
    yield "That is a detour as well, and gives the win back."


def keep_away(at: Facts) -> Iterator[str]:
    mine, theirs = scores(at)
    assert mine < theirs
    yield (
        "With the lower score, don't end your move where they can step next to you: they would "
        "challenge and send you back."
    )
    own, other = name(place(at.state.me.cell)), name(place(at.state.them.cell))
    yield f"{at.you} on {own} with {mine}."
    yield f"Player 1 is on {other} with {theirs}."
    (move,) = at.winning
    yield "One move wins."
    assert move in steps_ahead(at)
    safe = at.after(move)
    assert not any(safe.after(answer).state.asked for answer in safe.match.moves)
    yield "It's still a straight step, and Player 1 can't get next to you."
    at.others_lose()
    for wrong in at.others:
        then = at.after(wrong)
        caught = [
            then.after(answer) for answer in then.match.moves if then.after(answer).state.asked
        ]
        assert any(near.report.moves["yes"].outcome == "win" for near in caught)
        assert all(near.state.me.score > theirs for near in caught)
    yield f"Player 1 steps next to you and challenges with more than {theirs}."


CLAIMS = {
    "Walk straight": straight,
    "Never in your way": in_the_way,
    "No is safe": no_is_safe,
    "When to challenge": challenge,
    "Use their detour": detour,
    "Keep your distance": keep_away,
}


def test_every_claim_holds() -> None:
    check_lesson("run-strategy", opening, CLAIMS)


@pytest.mark.parametrize("size", [4, 5])
def test_walking_straight_keeps_the_win_on_every_board(size: int) -> None:
    """Player 1 walks straight and never challenges; Player 2 plays anything."""
    random, asked = Random(size), 0
    for seed in range(20):
        match: Any = Match(numduel.new("run", size=size, seed=seed))
        while not match.is_over:
            state = match.state
            if match.player is Player.TWO:
                # until a player is sent back, they can't challenge
                match.play(random.choice(match.moves))
                assert not match.state.asked
                continue
            value = ENGINE.analyse(match.game, state, plenty()).moves
            if state.asked:
                asked += 1
                assert value["no"].outcome == "win"
                match.play("no")
                continue
            own, other = place(state.me.cell, size), place(state.them.cell, size)
            assert sum(own) % 2 == sum(other) % 2
            assert distance(own, other) != 1
            ahead = [move for move in match.moves if sum(map(int, move.split(","))) > sum(own)]
            assert len(ahead) == (own[0] < size - 1) + (own[1] < size - 1)
            assert all(value[move].outcome == "win" for move in ahead)
            match.play(random.choice(ahead))
        assert match.winner is Player.ONE
        ENGINE.forget()
    assert asked
