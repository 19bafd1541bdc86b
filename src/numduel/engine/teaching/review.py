"""A game looked at again: what every move was worth, and what was given away."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from ...budget import Budget, Exhausted
from ...core import Move, Player
from ...dice import Dice
from ...play.match import Match
from ...storage.record import result
from ..solving.analysis import Report, analyse, solver
from ..solving.estimate import estimate
from ..solving.value import Value, unknown

__all__ = [
    "Review",
    "ReviewedPlayer",
    "ReviewedPly",
    "as_data",
    "mark",
    "review",
    "slip",
    "value_data",
]

MARKS = ("??", "?", "?!")
"""The marks of bad moves, the worst first."""

BLUNDER, MISTAKE = Fraction(1, 5), Fraction(1, 20)
"""The chance given away from which a move is marked ?? and ?; less than that is ?!."""

Progress = Callable[[int, int], bool | None]
"""Told how many plies are still to be looked at, and how many positions were for this one."""


class ReviewedPly(NamedTuple):
    """One ply; both values are seen by the player whose turn it belongs to."""

    turn: int
    player: Player
    move: Move
    drawn: bool
    """Whether chance decided, and not the player."""
    before: Value
    """What the player had."""
    after: Value
    """What was left of it: for a move its own value, for a draw the chance it led to."""
    moves: dict[Move, Value]
    """What each legal move was worth; empty where chance decided."""
    mark: str = ""
    """"??", "?", "?!", or nothing."""
    reason: str = ""
    """Why the move was bad."""
    line: tuple[Move, ...] = ()
    """What best play makes of a bad move."""

    @property
    def luck(self) -> Fraction | None:
        """What chance gave the player; None for a move of their own, or where nobody knows."""
        return self.after.chance - self.before.chance if self.drawn and self.is_known else None

    @property
    def given_away(self) -> Fraction:
        """The chance to win that the player's own move cost."""
        return self.before.chance - self.after.chance if self.mark else Fraction(0)

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves that kept all there was; none where nobody knows."""
        if self.before.outcome == "unknown":
            return ()
        return tuple(m for m, v in self.moves.items() if _is_known(v) and not mark(self.before, v))

    @property
    def is_known(self) -> bool:
        return _is_known(self.before) and _is_known(self.after)

    @property
    def is_choice(self) -> bool:
        """Whether it mattered what the player did: some move was worse than another."""
        return self.is_known and any(mark(self.before, value) for value in self.moves.values())


class ReviewedPlayer(NamedTuple):
    """One player's game in figures."""

    player: Player
    moves: int
    """How many moves they made."""
    choices: int
    """How many of these could have been worse."""
    best: int
    """How many of their choices kept the value whole: the quickest win, the slowest loss."""
    kept: int
    """How many of their choices kept at least the outcome, or less than 1/20 from the best."""
    marks: dict[str, int]
    given_away: Fraction
    """The chance to win that their moves cost, summed."""
    luck: Fraction | None
    """What chance gave them in their own turns, summed; None in a game without chance."""

    @property
    def accuracy(self) -> Fraction | None:
        """The share of their choices that were best; None if they had no choice to make."""
        return Fraction(self.best, self.choices) if self.choices else None

    @property
    def average(self) -> Fraction | None:
        """The chance that one of their choices cost on average."""
        return self.given_away / self.choices if self.choices else None


class Review(NamedTuple):
    steps: tuple[ReviewedPly, ...]
    sides: tuple[ReviewedPlayer, ReviewedPlayer]
    now: Value | None
    """What an unfinished game is worth to the player to move; None when it is over."""

    @property
    def is_exact(self) -> bool:
        return all(step.is_known for step in self.steps)

    @property
    def has_chance(self) -> bool:
        return any(step.drawn for step in self.steps)


def review(
    match: Match, *, seconds: float | None = None, progress: Progress | None = None
) -> Review:
    """What every move of a match was worth, as far as `seconds` for all of it allow.

    >>> import numduel
    >>> match = numduel.Match(numduel.new("maze", board="4 3 8/9 5 1/2 7 6"))
    >>> for move in "0,0 2,0 0,1 2,1 1,1 2,2".split():
    ...     match.play(move)
    >>> [(step.move, step.mark) for step in review(match).steps][3:]
    [('2,1', ''), ('1,1', '??'), ('2,2', '')]
    >>> [side.accuracy for side in review(match).sides]
    [Fraction(1, 2), None]
    """
    looking = _Looking(match, seconds, progress)
    now = None if match.is_over else looking.report(len(match.plies)).value
    # From the end: what is found there is remembered, and where time is short the end is known.
    steps = [looking.step(place) for place in reversed(range(len(match.plies)))]
    steps.reverse()
    one, two = (_side(player, [s for s in steps if s.player is player]) for player in Player)
    return Review(tuple(steps), (one, two), now)


def mark(before: Value, after: Value) -> str:
    """How bad it is to make this of that: ??, ?, ?!, or nothing, also where nobody knows.

    >>> from numduel.engine.solving.value import endless, loss, win
    >>> [mark(win(3), loss(8)), mark(win(3), win(5)), mark(loss(8), loss(8))]
    ['??', '?!', '']
    >>> mark(endless(), loss(6))
    '?'
    """
    outcomes = {before.outcome, after.outcome}
    if "unknown" in outcomes or after.rank() >= before.rank():
        return ""
    if "chance" in outcomes:
        given = before.chance - after.chance
        return "??" if given >= BLUNDER else "?" if given >= MISTAKE else "?!" if given > 0 else ""
    if len(outcomes) == 1:
        return "?!"
    return "??" if before.outcome == "win" else "?"


def slip(before: Value, after: Value) -> str:
    """What a marked move did, in words that follow a player's name."""
    match before.outcome, after.outcome:
        case ("chance", _) | (_, "chance"):
            return f"gave away {float(before.chance - after.chance):.1%}"
        case "win", "win":
            return "took longer to win than needed"
        case "loss", "loss":
            return "shortened the resistance"
        case "win", "endless":
            return "let a win slip into endless play"
        case "win", _:
            return "threw away a win"
    return "gave up endless play for a loss"


def _is_known(value: Value) -> bool:
    return value.outcome != "unknown"


class _Looking:
    """Looking through a match with one clock for all of it."""

    def __init__(self, match: Match, seconds: float | None, progress: Progress | None) -> None:
        self.match = match
        self.states = match.states
        self._until = None if seconds is None else time.monotonic() + seconds
        self._progress = progress
        self._place = 0

    @property
    def _left(self) -> float | None:
        return None if self._until is None else max(0.0, self._until - time.monotonic())

    def _tell(self, positions: int) -> bool | None:
        stopped = self._progress is not None and self._progress(self._place, positions)
        if stopped:
            self._until = time.monotonic()
        return stopped

    def report(self, place: int) -> Report:
        self._place = place
        return analyse(self.match.game, self.states[place], seconds=self._left, progress=self._tell)

    def step(self, place: int) -> ReviewedPly:
        ply, state = self.match.plies[place], self.states[place]
        if ply.player is None:
            before, after = (self._worth(state.player, place + more) for more in (0, 1))
            return ReviewedPly(ply.turn, state.player, ply.move, True, before, after, {})
        report = self.report(place)
        before, after = report.value, report.moves[ply.move]
        step = ReviewedPly(ply.turn, ply.player, ply.move, False, before, after, report.moves)
        marked = mark(before, after)
        return self._explained(step._replace(mark=marked), state) if marked else step

    def _worth(self, player: Player, place: int) -> Value:
        """What a position is worth to a player, whoever or whatever comes next."""
        self._place = place
        game, state = self.match.game, self.states[place]
        try:
            budget = Budget(self._left, None, self._tell)
            return solver(game).seen_by(player, state, budget)
        except (Exhausted, RecursionError):
            return unknown(estimate(game, state, player, Dice(0)))

    def _explained(self, step: ReviewedPly, state: Any) -> ReviewedPly:
        from .reasons import explain

        known = all(_is_known(value) for value in step.moves.values())
        why = explain(self.match.game, state, step.move, seconds=self._left) if known else None
        if why is not None:
            return step._replace(reason=why.text, line=why.line)
        text = f"{step.move} is worth {step.after}, where {step.best[0]} is {step.before}."
        return step._replace(reason=text)


def _side(player: Player, steps: list[ReviewedPly]) -> ReviewedPlayer:
    made = [step for step in steps if not step.drawn]
    choices = [step for step in made if step.is_choice]
    lucks = [step.luck for step in steps if step.luck is not None]
    return ReviewedPlayer(
        player,
        moves=len(made),
        choices=len(choices),
        best=sum(not step.mark for step in choices),
        kept=sum(step.mark in ("", "?!") for step in choices),
        marks={sign: sum(step.mark == sign for step in made) for sign in MARKS},
        given_away=_sum(step.given_away for step in made),
        luck=_sum(lucks) if lucks else None,
    )


def _sum(shares: Iterable[Fraction]) -> Fraction:
    return sum(shares, Fraction(0))


# ---- for programs


def as_data(match: Match, seen: Review) -> dict[str, Any]:
    """A review as plain data, for JSON; shares are exact, as "p/q"."""
    return {
        "game": match.game.id,
        "options": dict(vars(match.game.options)),
        "board": match.board or None,
        "tags": dict(match.tags),
        "result": result(match),
        "winner": None if match.winner is None else match.winner + 1,
        "reason": match.reason,
        "exact": seen.is_exact,
        "player": None if match.player is None else match.player + 1,
        "now": None if seen.now is None else value_data(seen.now),
        "steps": [_step_data(step) for step in seen.steps],
        "players": [_side_data(side) for side in seen.sides],
    }


def value_data(value: Value) -> dict[str, Any]:
    """A value as plain data: its chance exactly, as "p/q", and as a number.

    >>> from numduel.engine.solving.value import win
    >>> value_data(win(3))
    {'outcome': 'win', 'turns': 3, 'chance': '1', 'chance_float': 1.0}
    """
    return {
        "outcome": value.outcome,
        "turns": value.turns,
        "chance": str(value.chance),
        "chance_float": float(value.chance),
    }


def _step_data(step: ReviewedPly) -> dict[str, Any]:
    told = {
        "turn": step.turn,
        "player": step.player + 1,
        "drawn" if step.drawn else "move": step.move,
        "before": value_data(step.before),
        "after": value_data(step.after),
    }
    if step.drawn:
        return told | {"luck": None if step.luck is None else str(step.luck)}
    return told | {
        "mark": step.mark or None,
        "reason": step.reason or None,
        "line": list(step.line),
        "best": list(step.best),
        "moves": {move: value_data(value) for move, value in step.moves.items()},
    }


def _side_data(side: ReviewedPlayer) -> dict[str, Any]:
    return {
        "player": side.player + 1,
        "moves": side.moves,
        "choices": side.choices,
        "best": side.best,
        "kept": side.kept,
        "accuracy": None if side.accuracy is None else str(side.accuracy),
        "marks": dict(side.marks),
        "given_away": str(side.given_away),
        "average_given_away": None if side.average is None else str(side.average),
        "luck": None if side.luck is None else str(side.luck),
    }
