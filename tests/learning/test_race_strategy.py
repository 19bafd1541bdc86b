"""The lesson on how to win Number Maze Race: every claim is checked."""

from __future__ import annotations

from collections.abc import Iterator

from claims_support import NUMBERS, Facts, check_lesson

from numduel import Player

SIZE = 4
CELLS = [(row, column) for row in range(1, 5) for column in range(1, 5)]
INNER = [(row, column) for row, column in CELLS if {row, column} <= {2, 3}]
CORNERS = [(row, column) for row, column in CELLS if {row, column} <= {1, 4}]
HOME, GOAL = (1, 1), (4, 4)
Cell = tuple[int, int]


def name(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def place(cell: int) -> Cell:
    return CELLS[cell]


def landings(cell: Cell, number: int) -> list[Cell]:
    """Return the cells that are a number of steps from another in one direction."""
    row, column = cell
    ends = [(row - number, column), (row + number, column)]
    ends += [(row, column - number), (row, column + number)]
    return [end for end in ends if end in CELLS]


def numbers(at: Facts) -> dict[Cell, int]:
    labels = [int(label) for label in at.game.board.replace("/", " ").split()]
    return dict(zip(CELLS, labels, strict=True))


def landing(at: Facts, move: str) -> Cell:
    """Return the cell on which a move of the player to move ends."""
    return place(at.after(move).state.theirs)


def is_gate(at: Facts, cell: Cell) -> bool:
    return GOAL in landings(cell, numbers(at)[cell])


def own(at: Facts) -> str:
    assert at.match.player is Player.ONE
    return f"You are on {name(place(at.state.mine))}."


def opening() -> Iterator[str]:
    yield from ()


def traps(at: Facts) -> Iterator[str]:
    assert not any(landings(cell, 4) for cell in CELLS)
    yield "From a 4 there is never a way out."
    assert [cell for cell in CELLS if not landings(cell, 3)] == INNER
    inner = NUMBERS[len(INNER)]
    yield (
        f"A 3 on one of the {inner} inner cells is a trap too: three steps lead off the grid in "
        "every direction."
    )
    yield own(at)
    least = NUMBERS[min(len(landings(cell, 1)) for cell in CELLS)]
    (twos,) = {len(landings(cell, 2)) for cell in CELLS}
    yield (
        f"From a 1 there are at least {least} ways on, and from a "
        f"2 always exactly {NUMBERS[twos]}, "
        "unless a player is in the way."
    )
    (wrong,) = at.others
    trap = landing(at, wrong)
    assert trap in INNER
    assert numbers(at)[trap] == 3
    yield f"That is the 3 on {name(trap)}, an inner cell."
    for answer in at.after(wrong).match.moves:
        assert at.after(wrong, answer).match.winner is Player.TWO
    yield "You would be stuck and lose."


def way_out(at: Facts) -> Iterator[str]:
    edge = [cell for cell in CELLS if cell not in INNER and cell not in CORNERS]
    assert all(len(landings(cell, 3)) == 1 for cell in edge)
    assert all(len(landings(cell, 3)) == 2 for cell in CORNERS)
    yield "A 3 on the edge, but not in a corner, has a single way out: straight across."
    yield "If you stand on the cell opposite, your opponent is stuck."
    theirs = place(at.state.theirs)
    number = numbers(at)[theirs]
    assert (number, theirs in edge) == (3, True)
    yield f"Player 2 is on {name(theirs)}, on a {number}."
    (move,) = at.do
    (only,) = landings(theirs, number)
    assert landing(at, move) == only
    yield f"You are on {name(only)}, where they have to land."
    ended = at.after(move).match
    assert (ended.winner, ended.reason) == (Player.ONE, "stuck")
    yield "They can't move, so you win."
    assert only == (theirs[0] - number, theirs[1])
    yield f"Three steps up from {name(theirs)} lead to {name(only)}."
    at.others_lose()


def gates(at: Facts) -> Iterator[str]:
    for cell in CELLS:
        for number in range(1, 5):
            leads = GOAL in landings(cell, number)
            in_line = cell[0] == SIZE or cell[1] == SIZE
            assert leads == (in_line and abs(cell[0] - SIZE) + abs(cell[1] - SIZE) == number)
    yield (
        "A gate is a cell from which your next move ends in their corner: in the last row or "
        "column, with exactly the number of steps to it."
    )
    yield own(at)
    (move,) = at.do
    gate = landing(at, move)
    assert is_gate(at, gate)
    assert gate == (SIZE - 3, SIZE)
    yield (
        f"From the {numbers(at)[gate]} on {name(gate)}, three steps down lead to "
        f"{name(GOAL)}, and Player 2 can't stop you."
    )
    assert at.report.value.turns == 3
    yield at.others_lose()
    yield f"In the last column, which number says how far it is to {name(GOAL)}?"


def guard(at: Facts) -> Iterator[str]:
    yield "Your opponent can't land on your cell."
    yield "So if they stand on a gate, your own corner can be the best place for you."
    theirs = place(at.state.theirs)
    number = numbers(at)[theirs]
    assert HOME in landings(theirs, number)
    yield (
        f"Player 2 is on the {number} on {name(theirs)}, {NUMBERS[number]} steps from your corner."
    )
    (move,) = at.do
    assert landing(at, move) == HOME
    (answer,) = at.after(move).match.moves
    trap = landing(at.after(move), answer)
    assert trap in INNER
    yield f"Now their only way leads to {name(trap)}: a {numbers(at)[trap]} on an inner cell."
    then = at.after(move, answer)
    for last in then.match.moves:
        ended = then.after(last).match
        assert ended.winner is Player.ONE
    yield "They will be stuck, and you win."
    for other in at.others:
        assert at.after(other, "Up").match.winner is Player.TWO
    yield f"Then Player 2 goes up to {name(HOME)} and wins."


def two_jumps(at: Facts) -> Iterator[str]:
    yield "Count backwards once more: which cells lead to a gate?"
    yield "Then check that Player 2 can't win first."
    yield own(at)
    (move,) = at.do
    between = landing(at, move)
    gate = next(cell for cell in landings(between, numbers(at)[between]) if is_gate(at, cell))
    yield f"Find the way to the gate on {name(gate)}."
    yield (
        f"Next you can reach the {numbers(at)[gate]} on {name(gate)}, and from there {name(GOAL)}."
    )
    yield f"You win in {NUMBERS[at.report.value.turns or 0]} turns, counting both players'."
    yield at.others_lose()
    assert gate[0] == place(at.state.mine)[0]


def circles(at: Facts) -> Iterator[str]:
    assert at.game.endless
    yield "No rule ends the game, so going around in circles isn't a loss."
    assert not at.winning
    yield "If no move wins, choose one that doesn't lose, and wait for a mistake."
    yield own(at)
    two, three = NUMBERS[len(at.others)].capitalize(), NUMBERS[len(at.match.moves)]
    yield f"{two} of your {three} moves lose."
    (move,) = at.do
    assert landing(at, move) == HOME
    assert at.report.moves[move].outcome == "endless"
    yield "Neither player can force a win now."
    yield at.others_lose()


def last(at: Facts) -> Iterator[str]:
    assert place(at.state.theirs) == GOAL
    yield "Player 2 is back in their corner, but they can't pass: they must leave it."
    yield own(at)
    (move,) = at.do
    gate = landing(at, move)
    number = numbers(at)[gate]
    assert is_gate(at, gate)
    assert number == 1
    yield f"From the {number} on {name(gate)} it's one step to {name(GOAL)}."
    assert at.report.value.turns == 3
    yield "Player 2 has to leave it now, and can't win before you."
    yield at.others_lose()
    yield "Which cell next to you is a gate?"


CLAIMS = {
    "Cells that trap": traps,
    "One way out": way_out,
    "The gates": gates,
    "Guard your corner": guard,
    "Two jumps ahead": two_jumps,
    "If you can't win": circles,
    "Find the winning move": last,
}


def test_every_claim_holds() -> None:
    check_lesson("race-strategy", opening, CLAIMS)
