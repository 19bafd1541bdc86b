"""Draws in the engine, against plain brute force that knows nothing of how the engine works.

A score here is a whole number for the player to move: FAR - t for a win in t turns, t - FAR for a
loss in t turns, and 0 where neither player can force a win.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import pytest

import numduel
from duel_support import next_moves, plenty, walk, with_more_games
from numduel import Budget, Chance, Dice, Over, Player, Turn, Value
from numduel.core import AnyGame
from numduel.engine import Engine
from numduel.engine.solving.graph import Graph
from numduel.engine.solving.playouts import estimate, play_out, random_games
from numduel.engine.solving.proof import Proof
from numduel.engine.solving.sweep import sweep
from numduel.engine.solving.value import draw, endless, loss, unknown, win
from numduel.errors import RulesError
from numduel.options import Options
from odd_games import DrawnWalk, EndlessDrawnWalk, Maps, UndeclaredWalk, random_drawn_map

FAR = 10**6
ONE, TWO = Player


@pytest.fixture(autouse=True, scope="module")
def more_games() -> Iterator[None]:
    with with_more_games():
        yield


# ---- brute force


def score_after(game: AnyGame, state: Any, move: str, scores: Callable[[Any], int]) -> int:
    """Return the score of a move for the player who makes it."""
    after = game.play(state, move)
    match game.status(after):
        case Over(None):
            return 0
        case Over(winner):
            return FAR - 1 if winner is state.player else 1 - FAR
        case Turn(player):
            return scores(after) if player is state.player else _handed_over(scores(after))
    raise AssertionError("these games have no chance")


def _handed_over(score: int) -> int:
    """Return the opponent's score as one's own, one turn later."""
    if score == 0:
        return 0
    return 1 - score if score > 0 else -score - 1


def turns_of(game: AnyGame) -> dict[Any, tuple[str, ...]]:
    """Return the moves of every position in which a player is to move."""
    statuses = ((state, game.status(state)) for state in walk(game))
    return {state: status.moves for state, status in statuses if isinstance(status, Turn)}


def minimax(game: AnyGame) -> dict[Any, int]:
    """Score every position of a game that ends, by recursion."""

    @cache
    def score(state: Any) -> int:
        status = game.status(state)
        assert isinstance(status, Turn)
        return max(score_after(game, state, move, score) for move in status.moves)

    return {state: score(state) for state in turns_of(game)}


def score_endless(game: AnyGame) -> dict[Any, int]:
    """Score every position of an endless game, stopped after ever more plies until stable."""
    moves = turns_of(game)
    scores = dict.fromkeys(moves, 0)
    while True:
        more = {
            state: max(score_after(game, state, move, scores.__getitem__) for move in moves[state])
            for state in moves
        }
        if more == scores:
            return scores
        scores = more


def value_of(game: AnyGame, state: Any, scores: dict[Any, int]) -> Value:
    """Return the value of a position; a level one is a draw if moves that keep it lead to one."""
    if score := scores[state]:
        turns = FAR - abs(score)
        return win(turns) if score > 0 else loss(turns)
    seen, waiting = {state}, [state]
    while waiting:
        here = waiting.pop()
        for move in next_moves(game, here):
            after = game.play(here, move)
            status = game.status(after)
            if isinstance(status, Over):
                if status.is_draw:
                    return draw()
            elif scores[after] == 0 and after not in seen:
                seen.add(after)
                waiting.append(after)
    return endless()


def move_values(
    game: AnyGame, state: Any, scores: dict[Any, int], values: dict[Any, Value]
) -> dict[str, Value]:
    """Return the value of every move, for the player who makes it."""
    found = {}
    for move in next_moves(game, state):
        score = score_after(game, state, move, scores.__getitem__)
        after = game.play(state, move)
        if score:
            found[move] = win(FAR - score) if score > 0 else loss(FAR + score)
        else:
            found[move] = draw() if isinstance(game.status(after), Over) else values[after]
    return found


def check_all(game: AnyGame, scores: dict[Any, int]) -> set[str]:
    """Compare every position with the engine, in any order; return the outcomes found."""
    engine, values = Engine(), {state: value_of(game, state, scores) for state in scores}
    for state in Random(len(scores)).sample(list(scores), len(scores)):
        value, moves = values[state], move_values(game, state, scores, values)
        report = engine.analyse(game, state, plenty())
        assert report.is_exact
        assert (report.value, list(report.moves.items())) == (value, list(moves.items())), state
        assert engine.value(game, state.player, state, plenty()) == value, state
        worth = max(found.worth for found in moves.values())
        assert {moves[move].worth for move in report.best} == {worth} == {value.worth}
    return {value.outcome for value in values.values()}


# ---- every position


@pytest.mark.slow
def test_every_position_of_pick_15_agrees_with_minimax() -> None:
    game = numduel.new("pick15")
    assert check_all(game, minimax(game)) == {"win", "loss", "draw"}
    assert numduel.analyse(game).value == draw()


def test_every_position_of_threes_agrees_with_minimax() -> None:
    game = numduel.new("threes", columns=3)
    assert check_all(game, minimax(game)) == {"win", "draw"}
    assert numduel.analyse(game).value == draw()


@pytest.mark.parametrize("half", [1, 2, 3])
def test_games_with_draws_and_endless_play_agree_with_brute_force(half: int) -> None:
    game = numduel.new("shuttle", half=half)
    assert check_all(game, score_endless(game)) == ({"win"} if half == 1 else {"win", "draw"})


def test_random_graphs_with_extra_turns_and_cycles_agree() -> None:
    outcomes = set()
    for seed in range(300):
        game = random_drawn_map(seed)
        if isinstance(game.status(game.start()), Turn):
            outcomes |= check_all(game, score_endless(game))
    assert outcomes == {"win", "loss", "draw", "endless"}


def test_random_graphs_without_cycles_agree_with_minimax() -> None:
    outcomes = set()
    for seed in range(100):
        game = random_drawn_map(seed, onward=True)
        outcomes |= check_all(game, minimax(game))
    assert outcomes == {"win", "loss", "draw"}


def test_proof_search_finds_neither_win_nor_loss_in_a_draw() -> None:
    """At every distance and in any order of questions."""
    for seed in range(60):
        game = random_drawn_map(seed, onward=True)
        scores, proof = minimax(game), Proof(Graph(game), plenty())
        asked = [(state, turns) for state in scores for turns in range(12)]
        for state, turns in Random(seed).sample(asked, len(asked)):
            value = value_of(game, state, scores)
            is_near = value.turns is not None and value.turns <= turns
            assert proof.wins(state, turns) is (value.outcome == "win" and is_near)
            assert proof.loses(state, turns) is (value.outcome == "loss" and is_near)


def test_chance_counts_a_draw_as_half() -> None:
    game = numduel.new("toss")

    @cache
    def of_one(state: Any) -> Fraction:
        match game.status(state):
            case Over(None):
                return Fraction(1, 2)
            case Over(winner):
                return Fraction(winner is ONE)
            case Chance(odds):
                return sum((p * of_one(game.play(state, m)) for m, p in odds), Fraction(0))
            case Turn(player, moves):
                shares = [of_one(game.play(state, move)) for move in moves]
                return max(shares) if player is ONE else min(shares)

    engine = Engine()
    for state in walk(game):
        value = engine.value(game, ONE, state, plenty())
        assert value == Value("chance", None, of_one(state))
        assert engine.value(game, TWO, state, plenty()).worth == 1 - value.worth
    assert {of_one(state) for state in walk(game)} >= {Fraction(0), Fraction(1, 2), Fraction(1)}


# ---- special cases


def test_immediate_win_is_found_after_a_drawing_move() -> None:
    places: Maps = ((ONE, (2, 1)), (ONE, ()), (TWO, ()))
    game = DrawnWalk(Options(), places)
    report = Engine().analyse(game, game.start(), plenty())
    assert report.moves == {"0": draw(), "1": win(1)}
    assert Engine().value(game, ONE, game.start(), plenty()) == win(1)


def test_draw_is_reported_even_if_an_endless_move_comes_first() -> None:
    """The engine is indifferent between both, and reports a draw if there is one."""
    places: Maps = ((ONE, (1, 3)), (TWO, (2,)), (ONE, (1,)), (TWO, ()))
    game = EndlessDrawnWalk(Options(), places)
    report = Engine().analyse(game, game.start(), plenty())
    assert report.moves == {"0": endless(), "1": draw()}
    assert report.value == draw() == Engine().value(game, ONE, game.start(), plenty())
    assert report.best == ("0", "1")


def test_certain_draw_is_worth_half_beside_an_unsolved_move() -> None:
    """The other move leads down a corridor where every random game is lost."""
    corridor = [(Player(place % 2), (place + 1,)) for place in range(1, 9)]
    lost, drawn = (TWO, ()), (ONE, ())
    game = DrawnWalk(Options(), ((ONE, (1, 10)), *corridor, lost, drawn))
    report = Engine().analyse(game, game.start(), Budget(positions=2))
    assert report.moves == {"0": unknown(Fraction(0)), "1": draw()}
    assert (report.value, report.best) == (unknown(Fraction(1, 2)), ("1",))


def test_best_line_ends_with_the_draw() -> None:
    game = numduel.new("pick15")
    line = Engine().line(game, game.start(), plenty())
    assert len(line) == 9
    match = numduel.Match.replay(game, line)
    assert match.ending is not None
    assert match.ending.is_draw


# ---- playouts


def test_playout_distinguishes_a_draw_from_an_abandoned_game() -> None:
    game = numduel.new("pick15")
    played = play_out(game, game.start(), Dice(0), 9, lambda _, moves: _peaceful(moves))
    assert (played.winner, played.is_over, played.is_draw) == (None, True, True)
    given_up = play_out(game, game.start(), Dice(0), 3)
    assert (given_up.winner, given_up.is_over, given_up.is_draw) == (None, False, False)


PEACE = "276591348"
"""An order of all numbers of Pick 15 in which nobody wins."""


def _peaceful(moves: tuple[str, ...]) -> str:
    return PEACE[9 - len(moves)]


def test_random_game_scores_a_draw_as_half_and_an_abandoned_game_as_none() -> None:
    game = numduel.new("shuttle", half=1)
    state = game.play(game.start(), "stay")
    with random_games(game, state, Dice(0)) as play:
        assert [play(state, 9).score(player) for player in Player] == [0.5, 0.5]
        assert [play(game.start(), 0).score(player) for player in Player] == [None, None]


def test_estimate_counts_a_draw_as_half() -> None:
    game = numduel.new("pick15")
    dice, scores = Dice(0), []
    for _ in range(200):
        played = play_out(game, game.start(), dice, 500)
        scores.append(Fraction(1, 2) if played.is_draw else Fraction(played.winner is ONE))
    assert Fraction(1, 2) in scores
    assert estimate(game, game.start(), ONE, plenty()) == sum(scores) / 200


# ---- undeclared draws


@pytest.fixture
def undeclared() -> UndeclaredWalk:
    return UndeclaredWalk(Options(), ((ONE, (1, 2)), (TWO, (3,)), (ONE, ()), (ONE, ())))


UNDECLARED = "Undeclared Walk ended without a winner, but the class does not declare has_draws"


def test_engine_refuses_an_undeclared_draw(undeclared: UndeclaredWalk) -> None:
    game, state = undeclared, undeclared.play(undeclared.start(), "0")
    drawn = game.play(state, "0")
    with pytest.raises(RulesError, match=UNDECLARED):
        numduel.analyse(game, state)
    with pytest.raises(RulesError, match=UNDECLARED):
        Engine().value(game, ONE, drawn, plenty())
    with pytest.raises(RulesError, match=UNDECLARED):
        Engine().line(game, state, plenty())
    with pytest.raises(RulesError, match=UNDECLARED):
        sweep(game, 100, plenty())
    with pytest.raises(RulesError, match=UNDECLARED):
        play_out(game, state, Dice(0), 9)
    with pytest.raises(RulesError, match=UNDECLARED):
        estimate(game, state, ONE, plenty())
