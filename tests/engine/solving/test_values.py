"""The engine against a plain brute force, written from the definition of a value and nothing else.

A worth here is a whole number, the better for the player to move the higher: a win in t turns is
FAR - t, a loss in t turns t - FAR, and endless play 0. So turning it round is changing its sign.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from random import Random
from typing import Any

import pytest

import numduel
from duel_support import plenty, random_playout, walk
from numduel import Chance, Match, NumduelError, Over, Player, Turn, Value
from numduel.core import AnyGame
from numduel.engine import Engine
from numduel.engine.solving.graph import Graph
from numduel.engine.solving.proof import Proof
from numduel.engine.solving.value import win
from numduel.options import Options
from odd_games import Coin, CoinOptions, Maps, Walk, random_map

FAR = 10**6
Worth = int | Fraction


class TooLarge(Exception):
    """More positions than brute force may visit."""


# ---- brute force, three times


def flipped(worth: int) -> int:
    """Return the opponent's worth as one's own, one turn later."""
    return -worth - 1 if worth < 0 else -worth + 1 if worth > 0 else 0


def worth_of_move(game: AnyGame, state: Any, move: str, worth_of: Callable[[Any], int]) -> int:
    """Return the worth of a move for the player who makes it."""
    after = game.play(state, move)
    match game.status(after):
        case Over(winner):
            return FAR - 1 if winner is state.player else 1 - FAR
        case Turn(player):
            return worth_of(after) if player is state.player else flipped(worth_of(after))
    raise AssertionError("chance has no place here")


def by_recursion(game: AnyGame, most: int = 10**6) -> Callable[[Any], int]:
    """Solve a game that always ends, by recursion over states."""
    known: dict[Any, int] = {}

    def worth_of(state: Any) -> int:
        if state not in known:
            if len(known) >= most:
                raise TooLarge
            status = game.status(state)
            assert isinstance(status, Turn)
            known[state] = max(worth_of_move(game, state, move, worth_of) for move in status.moves)
        return known[state]

    return worth_of


def by_sweeps(game: AnyGame) -> Callable[[Any], int]:
    """Solve an endless game, stopped after 0, 1, 2 … turns until nothing changes."""
    turns = [(s, game.status(s)) for s in positions_with_more(game)]
    worths = {state: 0 for state, status in turns if isinstance(status, Turn)}
    while True:
        swept = {
            state: max(
                worth_of_move(game, state, move, worths.__getitem__) for move in status.moves
            )
            for state, status in turns
            if isinstance(status, Turn)
        }
        if swept == worths:
            return worths.__getitem__
        worths = swept


def by_fractions(game: AnyGame) -> Callable[[Any], Fraction]:
    """Solve a game with chance: the chance of the player to move, or next to move."""

    @cache
    def of_one(state: Any) -> Fraction:
        match game.status(state):
            case Over(winner):
                return Fraction(winner is Player.ONE)
            case Chance(odds):
                shares = [share * of_one(game.play(state, move)) for move, share in odds]
                return sum(shares, Fraction(0))
            case Turn(player, moves):
                found = [of_one(game.play(state, move)) for move in moves]
                return max(found) if player is Player.ONE else min(found)

    def worth_of(state: Any) -> Fraction:
        return of_one(state) if state.player is Player.ONE else 1 - of_one(state)

    return worth_of


def positions_with_more(game: AnyGame) -> list[Any]:
    """Return every reachable position with a player to move."""
    return [state for state in walk(game) if isinstance(game.status(state), Turn)]


# ---- comparing


def as_value(worth: Worth) -> Value:
    if isinstance(worth, Fraction):
        return Value("chance", None, worth)
    if worth == 0:
        return Value("endless", None, Fraction(0))
    won = worth > 0
    return Value("win" if won else "loss", FAR - abs(worth), Fraction(won))


def expected(game: AnyGame, state: Any, worth_of: Callable[[Any], Any]) -> dict[str, Worth]:
    """Return the worth of each move, by brute force."""
    status = game.status(state)
    assert isinstance(status, Turn)
    if not isinstance(worth_of(state), Fraction):
        return {move: worth_of_move(game, state, move, worth_of) for move in status.moves}
    afters = {move: game.play(state, move) for move in status.moves}
    return {
        move: worth_of(after) if after.player is state.player else 1 - worth_of(after)
        for move, after in afters.items()
    }


def agrees(game: AnyGame, state: Any, worth_of: Callable[[Any], Any]) -> None:
    """Check that the engine agrees with brute force on this position."""
    worths = expected(game, state, worth_of)
    report = numduel.analyse(game, state)
    values = {move: as_value(worth) for move, worth in worths.items()}
    assert list(report.moves.items()) == list(values.items()), (game, state)
    assert report.value == as_value(max(worths.values())), (game, state)
    assert report.value == as_value(worth_of(state)), (game, state)
    top = max(worths.values())
    assert report.best == tuple(move for move, worth in worths.items() if worth == top)
    assert report.player is state.player
    assert report.how == "exact"
    assert {type(value.chance) for value in report.moves.values()} == {Fraction}


def agrees_everywhere(game: AnyGame, truth: Callable[[AnyGame], Callable[[Any], Any]]) -> int:
    """All positions of a game, in an order drawn: what is known already must never mislead."""
    states = positions_with_more(game)
    Random(len(states)).shuffle(states)
    if states:
        worth_of = truth(game)
        for state in states:
            agrees(game, state, worth_of)
    return len(states)


def sampled(items: Iterable[Any], number: int, seed: int = 1) -> list[Any]:
    found = list(items)
    return Random(seed).sample(found, min(number, len(found)))


# ---- unusual games


def test_stored_chance_is_that_of_the_player_to_move() -> None:
    """Half of the games end with heads at once; of the rest, the opponent wins 3/4: so 5/8."""
    game = Coin(CoinOptions(), None)
    assert Engine().analyse(game, game.start(), plenty()).value.chance == Fraction(5, 8)
    worth_of, engine = by_fractions(game), Engine()
    for state in walk(game):
        assert engine.value(game, state.player, state, plenty()).chance == worth_of(state)


def test_retrograde_is_exact_with_extra_turns_and_equal_distances() -> None:
    outcomes = set()
    for seed in range(400):
        game = random_map(seed)
        if isinstance(game.status(game.start()), Turn):
            worth_of = by_sweeps(game)
            agrees(game, game.start(), worth_of)
            outcomes.add(as_value(worth_of(game.start())).outcome)
    assert outcomes == {"win", "loss", "endless"}


def test_loser_delays_in_any_order_of_solving() -> None:
    """Player 1 loses in 2 turns by ending the turn and in 1 by continuing: equally far.

    The move that ends the turn is found first, and the other mustn't replace it.
    """
    one, two = Player
    places: Maps = ((two, (2, 1)), (one, (2, 3)), (two, (4,)), (one, (4,)), (two, ()))
    game, engine = Walk(Options(), places), Engine()
    assert engine.value(game, two, game.start(), plenty()) == win(1)
    assert engine.analyse(game, game.start(), plenty()).moves == {"0": win(1), "1": win(3)}


def test_proof_search_is_exact_with_extra_turns() -> None:
    """At every distance and in any order: moving successors to the front loses none."""
    for seed in range(70, 130):
        game = random_map(seed, onward=True)
        worth_of, proof = by_recursion(game), Proof(Graph(game), plenty())
        asked = [(state, turns) for state in positions_with_more(game) for turns in range(14)]
        for state, turns in Random(seed).sample(asked, len(asked)):
            value = as_value(worth_of(state))
            is_near = (value.turns or 0) <= turns
            assert proof.wins(state, turns) is (value.outcome == "win" and is_near)
            assert proof.loses(state, turns) is (value.outcome == "loss" and is_near)


def test_value_for_the_opponent_is_flipped() -> None:
    """With the same distance, since nothing is played between the two questions."""
    others = {"win": "loss", "loss": "win", "endless": "endless"}
    met = set()
    for seed in range(40):
        game, engine = random_map(seed), Engine()
        player = game.start().player
        mine, theirs = (
            engine.value(game, p, game.start(), plenty()) for p in (player, player.other)
        )
        assert (theirs.outcome, theirs.turns) == (others[mine.outcome], mine.turns)
        assert theirs.worth == 1 - mine.worth
        met.add(mine.outcome)
    assert met == set(others)


# ---- small boards, completely


def rows(numbers: Iterable[int], size: int) -> str:
    cells = [str(number) for number in numbers]
    return "/".join(" ".join(cells[start : start + size]) for start in range(0, len(cells), size))


@pytest.mark.parametrize("target", range(1, 11))
def test_every_maze_2x2_agrees_with_brute_force(target: int) -> None:
    for numbers in permutations(range(1, 5)):
        agrees_everywhere(numduel.new("maze", board=rows(numbers, 2), target=target), by_recursion)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"extra": 3},
        {"diagonal": 3},
        {"starts": "random"},
        {"extra": 2, "diagonal": 2},
        {"starts": "random", "extra": 3, "diagonal": 3},
        {"target": 16, "extra": 4, "diagonal": 5},
        {"target": 18},
        {"target": 7, "extra": 2},
    ],
    ids=str,
)
def test_maze_3x3_agrees_with_brute_force(options: dict[str, Any]) -> None:
    for seed in range(4):
        game = numduel.new("maze", seed=seed, **options)
        assert agrees_everywhere(game, by_recursion) > 2


@pytest.mark.parametrize("highest", range(1, 8))
def test_small_sums_agree_with_brute_force(highest: int) -> None:
    for target in range(1, 13):
        agrees_everywhere(numduel.new("sum", target=target, highest=highest), by_recursion)


def test_every_run_2x2_agrees_with_brute_force() -> None:
    for numbers in product((1, 2, 3), repeat=4):
        agrees_everywhere(numduel.new("run", board=rows(numbers, 2)), by_recursion)


@pytest.mark.parametrize("highest", [1, 2, 5, 9])
def test_run_3x3_agrees_with_brute_force(highest: int) -> None:
    for seed in range(3):
        game = numduel.new("run", size=3, highest=highest, seed=seed)
        assert agrees_everywhere(game, by_recursion) > 100


@pytest.mark.slow
@pytest.mark.parametrize("stand", [False, True])
@pytest.mark.parametrize("target", range(1, 12))
def test_quest_2x2_agrees_with_brute_force(target: int, stand: bool) -> None:
    game = numduel.new("quest", size=2, target=target, stand=stand).public()
    agrees_everywhere(game, by_fractions)


def test_every_race_2x2_agrees_with_brute_force() -> None:
    for numbers in product((1, 2), repeat=4):
        agrees_everywhere(numduel.new("race", board=rows(numbers, 2)), by_sweeps)


def test_race_3x3_agrees_with_brute_force() -> None:
    boards = sampled(product((1, 2), (1, 2, 3), (1, 2, 3), *[(1, 2)] * 6), 120)
    checked = sum(
        agrees_everywhere(numduel.new("race", board=rows(numbers, 3)), by_sweeps)
        for numbers in boards
    )
    assert checked > 2000


# ---- larger boards, random samples


def agrees_backwards(game: AnyGame, seeds: Iterable[int], most: int) -> list[Any]:
    """Compare positions backwards from the ends of random games; return those compared."""
    checked: dict[Any, None] = {}
    for seed in seeds:
        worth_of = by_recursion(game, most)
        for state in reversed(random_playout(game, seed)):
            if isinstance(game.status(state), Turn) and state not in checked:
                try:
                    worth_of(state)
                except TooLarge:
                    break
                agrees(game, state, worth_of)
                checked[state] = None
    return list(checked)


def test_race_4x4_agrees_with_brute_force() -> None:
    for seed in range(24):
        game = numduel.new("race", seed=seed)
        if isinstance(game.status(game.start()), Turn):
            worth_of = by_sweeps(game)
            for state in sampled(positions_with_more(game), 60, seed):
                agrees(game, state, worth_of)


def test_race_5x5_has_all_three_outcomes() -> None:
    outcomes = set()
    for seed in range(6):
        game = numduel.new("race", size=5, seed=seed)
        worth_of = by_sweeps(game)
        for state in sampled(positions_with_more(game), 60, seed):
            agrees(game, state, worth_of)
            outcomes.add(numduel.analyse(game, state).value.outcome)
    assert outcomes == {"win", "loss", "endless"}


def sum_table(target: int, highest: int) -> dict[tuple[int, int, int], int]:
    """Solve Sum Battle from the end to the start, with no rules but these lines.

    By the totals of the player to move and the other, and the other's last number.
    """
    table: dict[tuple[int, int, int], int] = {}
    for both in range(2 * target - 2, -1, -1):
        for mine in range(max(0, both - target + 1), min(both, target - 1) + 1):
            theirs = both - mine
            for last in range(highest + 1):
                free = [n for n in range(1, highest + 1) if not last or abs(n - last) > 1]
                worths = [_worth_of_number(table, target, mine + n, theirs, n) for n in free]
                # A player without a choice has already lost, in 0 turns: flipped, a win in 1.
                table[mine, theirs, last] = max(worths, default=-FAR)
    return table


def _worth_of_number(
    table: dict[tuple[int, int, int], int], target: int, mine: int, theirs: int, number: int
) -> int:
    """Return the worth of reaching this total with this number."""
    if mine >= target:
        return FAR - 1 if mine == target else 1 - FAR
    return flipped(table[theirs, mine, number])


@pytest.mark.parametrize(("target", "highest"), [(50, 9), (40, 5), (30, 3), (36, 12)])
def test_sum_agrees_with_a_table(target: int, highest: int) -> None:
    table = sum_table(target, highest)
    game = numduel.new("sum", target=target, highest=highest)
    states = [s for seed in range(400) for s in random_playout(game, seed)]
    states = [s for s in dict.fromkeys(states) if isinstance(game.status(s), Turn)]
    for state in sampled(states, 1000):
        agrees(game, state, lambda s: table[s.mine, s.theirs, s.last])
    agrees(game, game.start(), lambda s: table[s.mine, s.theirs, s.last])


@pytest.mark.slow
def test_late_maze_4x4_agrees_with_brute_force() -> None:
    checked = 0
    for seed in range(8):
        game = numduel.new("maze", size=4, seed=seed, extra=seed % 3, diagonal=seed % 4)
        checked += len(agrees_backwards(game, range(12), 1000))
    assert checked > 300


def test_maze_3x3_agrees_from_the_first_move() -> None:
    for seed in range(60):
        game = numduel.new("maze", seed=1000 + seed)
        worth_of = by_recursion(game)
        for state in random_playout(game, seed):
            if isinstance(game.status(state), Turn):
                agrees(game, state, worth_of)


@pytest.mark.slow
def test_late_run_5x5_agrees_with_brute_force() -> None:
    checked: list[Any] = []
    for seed in range(16):
        game = numduel.new("run", seed=seed)
        checked += agrees_backwards(game, range(12), 1000)
    assert len(checked) > 400
    assert sum(state.asked for state in checked) > 20


@pytest.mark.parametrize("options", [{}, {"stand": True}, {"target": 30, "stand": True}], ids=str)
def test_late_quest_3x3_agrees_with_brute_force(options: dict[str, Any]) -> None:
    game = numduel.new("quest", **options).public()
    worth_of = by_fractions(game)
    states = [s for seed in range(150) for s in random_playout(game, seed)]
    few = [s for s in dict.fromkeys(states) if s.closed.bit_count() <= 4]
    few = [s for s in few if isinstance(game.status(s), Turn)]
    for state in sampled(few, 80):
        agrees(game, state, worth_of)


# ---- the meaning of values


@pytest.fixture(scope="module")
def challenge() -> tuple[AnyGame, Any]:
    """A position of Number Run with a challenge on offer whose answers differ in value."""
    for seed in range(200):
        game = numduel.new("run", size=3, seed=seed)
        for state in positions_with_more(game):
            if state.asked:
                moves = numduel.analyse(game, state).moves
                if moves["yes"].outcome != moves["no"].outcome:
                    return game, state
    raise AssertionError("no such position found")


def test_answers_to_a_challenge_are_analysed(challenge: tuple[AnyGame, Any]) -> None:
    report = numduel.analyse(*challenge)
    assert list(report.moves) == ["yes", "no"]
    assert len(report.best) == 1


def test_move_in_run_includes_the_best_answer() -> None:
    game = numduel.new("run", size=3, seed=5)
    compared = 0
    for state in positions_with_more(game):
        for move, value in numduel.analyse(game, state).moves.items():
            after = game.play(state, move)
            if isinstance(game.status(after), Turn) and after.asked:
                assert value == numduel.analyse(game, after).value  # still the same turn (G4)
                compared += 1
    assert compared > 10


def test_winner_hurries_and_loser_delays() -> None:
    game = numduel.new("maze", seed=4)
    hurried = delayed = 0
    for state in positions_with_more(game):
        report = numduel.analyse(game, state)
        turns = {report.moves[move].turns for move in report.best}
        assert turns == {report.value.turns}
        same = [v.turns or 0 for v in report.moves.values() if v.outcome == report.value.outcome]
        if report.value.outcome == "win":
            assert report.value.turns == min(same)
            hurried += len(set(same)) > 1
        else:
            assert report.value.turns == max(same)
            delayed += len(set(same)) > 1
    assert hurried
    assert delayed


def play_best_moves(match: Match, rng: Random) -> int:
    """Play a match to the end with best moves; return the number of turns."""
    turns = 0
    while not match.is_over:
        player = match.player
        match.play(rng.choice(numduel.analyse(match).best))
        turns += match.player is not player
    return turns


@pytest.mark.parametrize("id", ["maze", "sum", "run", "race"])
def test_best_moves_reach_the_promised_result(id: str) -> None:
    """Any best moves of both sides win a win in t turns in exactly t turns."""
    for seed in range(6):
        match, rng = Match(numduel.new(id, seed=seed)), Random(seed)
        promised = None if match.is_over else numduel.analyse(match)
        if promised is None or promised.value.turns is None:  # over at once, or endless
            continue
        won = promised.value.outcome == "win"
        turns = play_best_moves(match, rng)
        assert match.winner is (promised.player if won else promised.player.other)
        assert turns == promised.value.turns


@pytest.mark.parametrize("id", numduel.games())
def test_match_and_its_position_have_the_same_analysis(id: str) -> None:
    match = Match(numduel.new(id, seed=7))
    match.play(match.moves[0])
    report = numduel.analyse(match)
    assert report[:4] == numduel.analyse(match.game, match.state)[:4]
    assert report.player is match.player
    assert tuple(report.moves) == match.moves
    assert (report.game, report.state) == (match.game, match.state)


@pytest.mark.parametrize("id", numduel.games())
def test_finished_game_cannot_be_analysed(id: str) -> None:
    game = numduel.new(id, seed=1).public()
    ends = [s for seed in range(20) for s in random_playout(game, seed)]
    ends = [s for s in ends if not isinstance(game.status(s), Turn)]
    assert ends
    for state in ends:
        with pytest.raises(NumduelError, match="no player is to move"):
            numduel.analyse(game, state)


def test_race_lost_before_the_first_move_cannot_be_analysed() -> None:
    game = numduel.new("race", board="4 1 1 1/1 1 1 1/1 1 1 1/1 1 1 1")
    with pytest.raises(NumduelError, match="no player is to move"):
        numduel.analyse(game, None)
    with pytest.raises(NumduelError, match="no player is to move"):
        numduel.analyse(Match(game))
