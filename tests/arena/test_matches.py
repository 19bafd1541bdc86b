"""Matches between programs: both seats, reproducible dice, and scores."""

from __future__ import annotations

from typing import Any

import pytest

import numduel
from duel_support import with_more_games
from numduel import Dice, Match, Move, Player, SetupError
from numduel.arena.matches import MAX_TURNS, Score, play_match, play_pair
from numduel.budget import Budget
from numduel.core import AnyGame
from numduel.play.players import RandomPlayer

STUCK = "4 1/1 1"
"""A race that Player 1 loses before the first move."""


def moves(match: Match) -> list[str]:
    return [ply.move for ply in match.plies]


def test_decisive_seat_gives_each_player_one_win() -> None:
    """Player 1 always loses, so each player loses once."""
    game = numduel.new("race", board=STUCK, highest=4)
    assert play_pair(game, ("random", "random"), 1) == Score(won=1, lost=1)


def test_better_player_wins_from_both_seats() -> None:
    """With target 9, a player who sees one turn ahead wins, unless the first move wins."""
    game = numduel.new("sum", target=9)
    scores = [play_pair(game, ("perfect", "random"), seed) for seed in range(12)]
    others = [play_pair(game, ("random", "perfect"), seed) for seed in range(12)]
    for one, two in zip(scores, others, strict=True):
        assert one.won >= 1
        assert two.lost >= 1
        assert one.matches == two.matches == 2
    assert sum(score.won for score in scores) > 18
    assert sum(score.lost for score in others) > 18


def test_rivals_swap_seats_on_the_same_board(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[str, Player, str]] = []

    class Witness(RandomPlayer):
        def __init__(self, name: str, dice: Dice) -> None:
            super().__init__(dice)
            self.name = name

        def begin(self, game: AnyGame, player: Player) -> None:
            calls.append((self.name, player, game.board))

    monkeypatch.setattr("numduel.play.players.seat", Witness)
    for id in numduel.games():
        calls.clear()
        game = numduel.new(id, seed=7)
        play_pair(game, ("one", "two"), 7)
        board = game.public().board
        assert calls == [
            ("one", Player.ONE, board),
            ("two", Player.TWO, board),
            ("two", Player.ONE, board),
            ("one", Player.TWO, board),
        ]


def test_match_is_reproducible_and_depends_on_its_number() -> None:
    for id in numduel.games():
        game = numduel.new(id, seed=7)
        matches = [play_match(game, ("random", "beginner"), 3, number) for number in (1, 2, 2, 1)]
        assert moves(matches[0]) == moves(matches[3])
        assert moves(matches[1]) == moves(matches[2])
    game = numduel.new("sum")
    games = {tuple(moves(play_match(game, ("random", "random"), seed, n))) for seed, n in LUCK}
    assert len(games) == len(LUCK)


LUCK = [(seed, number) for seed in range(5) for number in (1, 2)]


def test_matches_are_the_same_on_every_machine_and_release() -> None:
    game = numduel.new("sum", target=20)
    first, second = (moves(play_match(game, ("random", "random"), 7, number)) for number in (1, 2))
    assert (first, second) == ([*"94183615"], [*"5373715"])
    scores = [play_pair(game, ("random", "random"), seed).won for seed in range(12)]
    assert scores == [1, 0, 1, 1, 1, 1, 0, 2, 0, 1, 0, 1]


def test_both_players_have_separate_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[float] = []

    def seat(who: str, dice: Dice) -> RandomPlayer:
        drawn.append(dice.random())
        return RandomPlayer(dice)

    monkeypatch.setattr("numduel.play.players.seat", seat)
    for number in (1, 2):
        play_match(numduel.new("sum"), ("a", "b"), 7, number)
    assert len(set(drawn)) == 4


def test_endless_match_counts_as_unfinished(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both players move back and forth in a race."""

    turns: list[Move] = []

    class Walker(RandomPlayer):
        def choose(self, view: Any, moves: tuple[Move, ...], budget: Budget) -> Move:
            goes_out = len(turns) // 2 % 2 == 0
            turns.append("Right" if goes_out == (view.player is Player.ONE) else "Left")
            return turns[-1]

    monkeypatch.setattr("numduel.play.players.seat", lambda who, dice: Walker(dice))
    game = numduel.new("race", board="1 1 1 1/1 1 1 1/1 1 1 1/1 1 1 1")
    score = play_pair(game, ("one", "two"), 1)
    assert score.unfinished == score.matches == 2
    assert len(turns) == 2 * MAX_TURNS


def test_draws_are_counted_separately() -> None:
    with with_more_games():
        drawn = play_pair(numduel.new("pick15"), ("perfect", "perfect"), 7)
        assert drawn == Score(drawn=2)
        assert (drawn.matches, drawn.points) == (2, 1.0)
        toss = Score()
        for seed in range(20):
            toss = toss.plus(play_pair(numduel.new("toss"), ("random", "random"), seed))
    assert toss.drawn
    assert toss.won + toss.drawn + toss.lost == toss.matches == 40
    assert toss.points == toss.won + toss.drawn / 2


def test_human_cannot_play() -> None:
    with pytest.raises(SetupError, match="'human' cannot play here"):
        play_pair(numduel.new("sum"), ("human", "random"), 1)


def test_scores_add_up() -> None:
    total = Score(1, 2, 3).plus(Score(won=4, unfinished=1))
    assert total == Score(won=5, lost=2, unfinished=4)
    assert total.matches == 11
