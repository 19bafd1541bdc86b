"""Styles: what a computer player prefers among moves that look good enough, in any game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from ...core import AnyGame, Chance, Move, Over, Player, Turn
from ...dice import Dice
from ..solving.playouts import RandomGame, random_games

T = TypeVar("T")

MAX_GAMES = 60
"""Random games that estimate how long a game will last after one move."""

MAX_PLIES = 60
"""Plies after which a random game is abandoned."""

MAX_PLIES_PER_CHOICE = 20_000
"""Plies of random games for one choice, shared by all its moves."""

MAX_MOVES = 24
"""Moves that are compared in one choice, drawn at random if there are more."""

MAX_REPLIES = 12
"""Replies of the opponent that are examined for one move."""

MAX_OUTCOMES = 4
"""Outcomes of chance that are examined for one move."""

MAX_STEPS = 3
"""Moves and chance outcomes in a turn that are followed to its end."""

Score = Callable[[AnyGame, Any, Move, Dice, int], float]
"""How well a move fits a style: game, position, move, dice, and the plies to simulate."""


class Style(NamedTuple):
    """A preference among moves."""

    name: str
    """A short phrase on what it does: "sets traps"."""
    score: Score

    def favourites(self, game: AnyGame, state: Any, moves: list[Move], dice: Dice) -> list[Move]:
        """Return the moves that fit best."""
        if len(moves) > MAX_MOVES:
            moves = list(dice.shuffled(moves)[:MAX_MOVES])
        scores = self.scores(game, state, moves, dice)
        best = max(scores.values())
        return [move for move in moves if scores[move] == best]

    def scores(
        self, game: AnyGame, state: Any, moves: Sequence[Move], dice: Dice
    ) -> dict[Move, float]:
        """Return how well each move fits."""
        plies = MAX_PLIES_PER_CHOICE // len(moves)
        return {move: self.score(game, state, move, dice, plies) for move in moves}


def rank(scores: Mapping[Move, float], move: Move) -> float | None:
    """Return the share of the other moves that fit worse than one; equal moves count half.

    None if all moves fit equally well: then the style has no say.

    >>> rank({"a": 3, "b": 1, "c": 3}, "a"), rank({"a": 0, "b": 0}, "a")
    (0.75, None)
    """
    others = [score for one, score in scores.items() if one != move]
    if all(score == scores[move] for score in others):
        return None
    worse = sum((score < scores[move]) + 0.5 * (score == scores[move]) for score in others)
    return worse / len(others)


# ---- how long the game lasts


def _play(game: AnyGame, after: Any, dice: Dice, plies: int) -> list[RandomGame]:
    """Return some random games, as many as the plies allow."""
    games: list[RandomGame] = []
    with random_games(game, after, dice) as play:
        while len(games) < MAX_GAMES and plies > 0:
            games.append(play(after, MAX_PLIES))
            plies -= games[-1].plies + games[-1].chance_outcomes
    return games


def _hurry(game: AnyGame, state: Any, move: Move, dice: Dice, plies: int) -> float:
    """Prefer quick wins: each random game that is won counts more, the shorter it is."""
    games = _play(game, game.play(state, move), dice, plies)
    won = [one for one in games if one.winner is state.player]
    return sum(1 / (1 + one.plies) for one in won) / len(games)


def _wait(game: AnyGame, state: Any, move: Move, dice: Dice, plies: int) -> float:
    """Prefer long games: the plies of random games."""
    games = _play(game, game.play(state, move), dice, plies)
    return sum(one.plies for one in games) / len(games)


# ---- moves that each player has


def _some(items: Sequence[T], number: int = MAX_REPLIES) -> Sequence[T]:
    """Return at most a number of items, evenly spread."""
    return items[:: -(-len(items) // number)]


def _count_moves(game: AnyGame, state: Any, player: Player, steps: int = MAX_STEPS) -> float:
    """Return how many moves a player has in their next turn; if it depends, the mean."""
    status = game.status(state)
    if isinstance(status, Turn) and status.player is player:
        return float(len(status.moves))
    if isinstance(status, Over) or not steps:
        return 0.0
    if isinstance(status, Turn):
        nexts = _some(status.moves)
    else:
        nexts = [move for move, _ in _some(status.odds, MAX_OUTCOMES)]
    counts = [_count_moves(game, game.play(state, one), player, steps - 1) for one in nexts]
    return sum(counts) / len(counts)


def _block(game: AnyGame, state: Any, move: Move, dice: Dice, plies: int) -> float:
    """Prefer to leave the opponent few moves."""
    return -_count_moves(game, game.play(state, move), state.player.other)


def _keep_options(game: AnyGame, state: Any, move: Move, dice: Dice, plies: int) -> float:
    """Prefer to have many moves next time, even after the worst answer of the opponent."""
    after = game.play(state, move)
    match game.status(after):
        case Turn(mover, replies) if mover is not state.player:
            afters = (game.play(after, reply) for reply in _some(replies))
            return min(_count_moves(game, one, state.player, 1) for one in afters)
    return _count_moves(game, after, state.player)


# ---- numbers


def _take_high(game: AnyGame, state: Any, move: Move, dice: Dice, plies: int) -> float:
    """Prefer high numbers: the number on the tile of a move, or the move itself."""
    if move.isdecimal():
        return float(move)
    labels = (tile.label for row in game.picture(state).rows for tile in row if tile.move == move)
    return float(next((label for label in labels if label.isdecimal()), 0))


# ---- traps


def _trap(game: AnyGame, state: Any, move: Move, dice: Dice, plies: int) -> float:
    """Prefer positions in which many replies of the opponent lose at once."""
    return _losing_share(game, game.play(state, move), state.player, MAX_STEPS)


def _losing_share(game: AnyGame, state: Any, winner: Player, steps: int) -> float:
    """Return the share of the opponent's next moves after which a player wins at once."""
    match game.status(state):
        case Turn(mover, replies) if mover is not winner:
            afters = [game.play(state, reply) for reply in _some(replies)]
            return sum(_winning_chance(game, after, winner) for after in afters) / len(afters)
        case Turn(_, moves) if steps:
            afters = [game.play(state, move) for move in _some(moves)]
            return max(_losing_share(game, after, winner, steps - 1) for after in afters)
        case Chance(odds) if steps:
            afters = [game.play(state, outcome) for outcome, _ in _some(odds, MAX_OUTCOMES)]
            shares = [_losing_share(game, after, winner, steps - 1) for after in afters]
            return sum(shares) / len(shares)
    return 0.0


def _winning_chance(game: AnyGame, state: Any, winner: Player, steps: int = 2) -> float:
    """Return the chance that a player has won, or wins with the next move."""
    match game.status(state):
        case Over(found):
            return float(found is winner)
        case Chance(odds) if steps:
            afters = [game.play(state, outcome) for outcome, _ in _some(odds, MAX_OUTCOMES)]
            chances = [_winning_chance(game, after, winner, steps - 1) for after in afters]
            return sum(chances) / len(chances)
        case Turn(mover, moves) if mover is winner:
            ends = (game.status(game.play(state, move)) for move in _some(moves))
            return float(any(isinstance(end, Over) and end.winner is winner for end in ends))
    return 0.0


HURRY = Style("hurries to win", _hurry)
HIGH_NUMBERS = Style("takes high numbers", _take_high)
BLOCK = Style("leaves you few moves", _block)
OPTIONS = Style("keeps options open", _keep_options)
TRAPS = Style("sets traps", _trap)
PATIENCE = Style("plays long games", _wait)

STYLES = (HURRY, HIGH_NUMBERS, BLOCK, OPTIONS, TRAPS, PATIENCE)
