"""Puzzles: positions with three moves or more of which exactly one wins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from ...budget import Budget, Exhausted
from ...core import AnyGame, Move, Over, Player, Turn
from ...dice import Dice
from ...errors import SetupError
from ...games import offered
from ...play.match import Match
from ..engine import Engine
from ..solving.analysis import Report, Solver
from ..solving.playouts import Playout, play_out

GRADES = {"easy": range(3, 5), "medium": range(5, 7), "hard": range(7, 10)}
"""In how many turns puzzles are won, by how hard they are."""

TURNS = range(3, 10)
"""What a person can see to the end, and not at a glance."""

CHOICES = 3
"""The fewest moves to choose from: of two, a coin could tell."""

TRIES = 3000
"""Games that are looked through before a search gives up."""

DEALS = 20_000
"""Boards or games that are drawn before a search finds that none of them is admitted."""

MATCHES = 5
"""Games that are played on each board."""

LONGEST = 100
"""Plies after which a game that is played at random is given up."""

POSITIONS = 50_000
"""What one position may cost to be worked out; one that costs more is no puzzle."""

ROOM = 200_000
"""Positions of one game that are remembered from one search to the next."""

HOPELESS = 3
"""Games none of whose positions could be worked out, after which it is not tried again."""

Admits = Callable[[object], bool]
"""Whether a board may be used; or, where all boards are one, the key of a position."""


class Puzzle(NamedTuple):
    """A position of a game that could have been played so, and the one move that wins it."""

    game: AnyGame
    moves: tuple[Move, ...]
    """How the position came about."""
    state: Any
    report: Report

    @property
    def answer(self) -> Move:
        return self.report.best[0]

    @property
    def turns(self) -> int:
        """Turns of both until the win."""
        assert self.report.value.turns is not None
        return self.report.value.turns

    @property
    def grade(self) -> str:
        return grade(self.turns)


def grade(turns: int) -> str:
    """How hard a puzzle is: by how far the win is.

    >>> [grade(turns) for turns in (3, 5, 9)]
    ['easy', 'medium', 'hard']
    """
    return next(name for name, within in GRADES.items() if turns in within)


def with_puzzles() -> list[type[AnyGame]]:
    """The games that have puzzles: those in which nothing is drawn."""
    return [kind for kind in offered() if not kind.chance]


# ---- in games that were played


def missed(engine: Engine, match: Match, player: Player, budget: Budget) -> Iterator[Puzzle]:
    """The puzzles that a player had before them in a match and did not solve, the last first."""
    moves = [ply.move for ply in match.plies]
    for place in reversed(range(len(moves))):
        if match.plies[place].player is not player or match.game.chance:
            continue
        report = engine.analyse(match.game, match.states[place], budget)
        puzzle = Puzzle(match.game, tuple(moves[:place]), match.states[place], report)
        if _is_puzzle(report) and moves[place] != puzzle.answer:
            yield puzzle


def _is_puzzle(report: Report) -> bool:
    """Whether exactly one of three moves or more wins, and not at a glance."""
    wins = [value for value in report.moves.values() if value.outcome == "win"]
    is_known = all(value.is_known for value in report.moves.values())
    return is_known and len(wins) == 1 and len(report.moves) >= CHOICES and wins[0].turns in TURNS


# ---- looking for them


def find_puzzle(
    kind: type[AnyGame] | None,
    options: Mapping[str, object],
    dice: Dice,
    budget: Budget,
    wanted: str | None = None,
) -> Puzzle:
    """A puzzle of a game and a grade, or of any; the same dice give the same, one after another."""
    kind = kind or dice.choice(with_puzzles())
    turns = GRADES[wanted] if wanted else TURNS
    for found in puzzles(kind, options, dice, budget, turns):
        if found:
            return dice.choice(found)
    what = f"{wanted} puzzle" if wanted else "puzzle"
    raise SetupError(f"no {what} was found in {TRIES} games of {kind.title} with these options")


def puzzles(
    kind: type[AnyGame],
    options: Mapping[str, object],
    dice: Dice,
    budget: Budget,
    turns: range = TURNS,
    admits: Admits | None = None,
) -> Iterator[list[Puzzle]]:
    """The puzzles in games played at random, game by game; Exhausted ends the search.

    They follow from the dice alone. What is known from other searches is not used, and time only
    breaks a search off: else a position might be worked out here and given up there.
    """
    if kind.chance:
        raise SetupError(
            f"{kind.title} has no puzzles: what a move is worth there hangs on what is drawn"
        )
    hopeless = 0
    for _, (search, played) in zip(
        range(TRIES), _games(kind, options, dice, budget, admits), strict=False
    ):
        found, is_too_large = search.puzzles(played, turns, budget)
        hopeless = hopeless + 1 if is_too_large else 0
        if hopeless == HOPELESS:
            raise SetupError("a game of this size is too large to be worked out")
        yield found


def _games(
    kind: type[AnyGame],
    options: Mapping[str, object],
    dice: Dice,
    budget: Budget,
    admits: Admits | None,
) -> Iterator[tuple[_Search, Playout]]:
    """Games that were played at random, as far as they are admitted."""
    search = _Search(kind.setup(options, None, dice), admits)
    deals = search.game.has_visible_deal
    for _ in range(DEALS):
        if deals:
            board = kind.deal(search.game.options, dice)
            if admits is not None and not admits(board):
                continue
            search = _Search(kind(search.game.options, board), None)
        for _ in range(MATCHES):
            budget.check()
            played = play_out(search.game, search.game.start(), dice, LONGEST)
            if admits is None or deals or any(search.asked(played.moves)):
                yield search, played


class _Search:
    """The positions of one game, and what has been worked out of it."""

    def __init__(self, game: AnyGame, admits: Admits | None) -> None:
        self.game = game.public()
        self._admits = admits
        self._solver = Solver(self.game)

    def asked(self, moves: list[Move]) -> Iterator[tuple[int, Any, Turn]]:
        """The positions of a match that may be asked about, from the last to the first."""
        states = [self.game.start()]
        for move in moves:
            states.append(self.game.play(states[-1], move))
        for number in reversed(range(len(states))):
            state, status = states[number], self.game.status(states[number])
            if not isinstance(status, Turn) or len(status.moves) < CHOICES:
                continue
            if self._admits is None or self._admits(self.game.key(state)):
                yield number, state, status

    def puzzles(self, played: Playout, turns: range, budget: Budget) -> tuple[list[Puzzle], bool]:
        """The puzzles of a match, and whether none of its positions could be worked out."""
        if not played.is_over and not self.game.endless:
            return [], True  # it is so long that its end is out of sight
        moves = played.moves
        found: list[Puzzle] = []
        is_too_large = True
        for number, state, turn in self.asked(moves):
            part = budget.part(positions=POSITIONS)
            try:
                report = self._report(state, turn, turns, part)
            except Exhausted:  # and those before it are larger still
                _go_on(budget)
                return found, is_too_large
            is_too_large = False
            if report is not None:
                found.append(Puzzle(self.game, tuple(moves[:number]), state, report))
        return found, False

    def _report(self, state: Any, turn: Turn, turns: range, budget: Budget) -> Report | None:
        """The values of all moves, if the position is a puzzle that is won in so many turns."""
        if len(self._solver) > ROOM:
            self._solver = Solver(self.game)
        if not self._is_likely(state, turn, turns, budget):
            return None
        report = self._solver.report(state, turn, budget)
        if not report.is_exact:
            raise Exhausted
        winning = [value for value in report.moves.values() if value.outcome == "win"]
        return report if len(winning) == 1 and report.value.turns in turns else None

    def _is_likely(self, state: Any, turn: Turn, turns: range, budget: Budget) -> bool:
        """Whether one move wins in so many turns, and no other as soon: most are told by that."""
        search, most = self._solver.search, turns[-1]
        if search.wins(state, turns[0] - 1, budget) or not search.wins(state, most, budget):
            return False
        winning = 0
        for move in turn.moves:
            after = self.game.play(state, move)
            match self.game.status(after):
                case Over(winner):
                    winning += winner is turn.player
                case Turn(turn.player):
                    winning += search.wins(after, most, budget)
                case _:
                    winning += search.loses(after, most - 1, budget)
        return winning == 1


def _go_on(budget: Budget) -> None:
    """Exhausted if it is the whole search that may not go on, and not only a part of it."""
    budget.check()
    if budget.is_spent:
        raise Exhausted
