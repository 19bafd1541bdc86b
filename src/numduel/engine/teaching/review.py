"""A game looked at again: what every move was worth, and what was given away."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from ...budget import Budget
from ...core import Move, Player
from ...errors import capitalise
from ...play.match import Match
from ..engine import Engine
from ..solving.playouts import estimate
from ..solving.value import Value, percent, unknown
from .reasons import explain

MARKS = ("??", "?", "?!")
"""The marks of bad moves, the worst first."""

BLUNDER, MISTAKE = Fraction(1, 5), Fraction(1, 20)
"""The chance given away from which a move is marked ?? and ?; less than that is ?!."""

Looked = Callable[[int], object]
"""Told how many plies are still to be looked at."""


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
    reason: str = ""
    """Why the move was bad."""
    line: tuple[Move, ...] = ()
    """What best play makes of a bad move."""

    @property
    def mark(self) -> str:
        """ "??", "?", "?!", or nothing."""
        return "" if self.drawn else mark(self.before, self.after)

    @property
    def slip(self) -> str:
        """What a marked move did, in words that follow a player's name."""
        match self.before.outcome, self.after.outcome:
            case ("chance", _) | (_, "chance"):
                return f"gave away {percent(self.before.chance - self.after.chance)}"
            case "win", "win":
                return "took longer to win than needed"
            case "loss", "loss":
                return "shortened the resistance"
            case "win", "draw" | "endless":
                return "let a forced win slip"
            case "win", _:
                return "threw away a win"
        return "allowed a forced win"

    @property
    def luck(self) -> Fraction | None:
        """What chance gave the player; None for a move of their own, or where nobody knows."""
        return self.after.worth - self.before.worth if self.drawn and self.is_known else None

    @property
    def regret(self) -> Fraction:
        """The worth that the player's own move gave away; nothing where it is not known."""
        is_counted = self.is_known and not self.drawn
        return self.before.worth - self.after.worth if is_counted else Fraction(0)

    @property
    def turns_lost(self) -> int:
        """By how many turns a win that was kept comes later than it could."""
        if self.drawn or not self.before.outcome == self.after.outcome == "win":
            return 0
        return (self.after.turns or 0) - (self.before.turns or 0) if self.before.turns else 0

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves that kept all there was; none where nobody knows."""
        if not self.before.is_known:
            return ()
        return tuple(m for m, v in self.moves.items() if v.is_known and not mark(self.before, v))

    @property
    def is_known(self) -> bool:
        return self.before.is_known and self.after.is_known

    @property
    def is_decision(self) -> bool:
        """Whether it counts as a decision: some legal move was worth less than the best."""
        worths = {value.worth for value in self.moves.values() if value.is_known}
        return self.is_known and len(worths) > 1


class ReviewedPlayer(NamedTuple):
    """One player's game in figures."""

    player: Player
    moves: int
    """How many moves they made."""
    decisions: int
    """How many of these could have given something away."""
    kept: int
    """How many of their decisions kept the worth: nothing was given away."""
    turns_lost: int
    """Turns by which wins that were kept came later than they could."""
    marks: dict[str, int]
    regret: Fraction
    """The worth that their moves gave away, summed."""
    luck: Fraction | None
    """What chance gave them in their own turns, summed; None in a game without chance."""

    @property
    def accuracy(self) -> Fraction | None:
        """The share of their decisions that kept the worth; None if they had none to make."""
        return Fraction(self.kept, self.decisions) if self.decisions else None

    @property
    def average(self) -> Fraction | None:
        """The worth that one of their decisions gave away on average."""
        return self.regret / self.decisions if self.decisions else None


class Review(NamedTuple):
    plies: tuple[ReviewedPly, ...]
    players: tuple[ReviewedPlayer, ReviewedPlayer]
    now: Value | None
    """What an unfinished game is worth to the player to move; None when it is over."""

    @property
    def is_exact(self) -> bool:
        return all(ply.is_known for ply in self.plies)

    @property
    def has_chance(self) -> bool:
        return any(ply.drawn for ply in self.plies)


def review(engine: Engine, match: Match, budget: Budget, looked: Looked | None = None) -> Review:
    """What every move of a match was worth, as far as the budget for all of it allows.

    >>> import numduel
    >>> match = numduel.Match(numduel.new("maze", board="4 3 8/9 5 1/2 7 6"))
    >>> for move in "0,0 2,0 0,1 2,1 1,1 2,2".split():
    ...     match.play(move)
    >>> found = review(Engine(), match, Budget(seconds=10))
    >>> [(ply.move, ply.mark) for ply in found.plies][3:]
    [('2,1', ''), ('1,1', '??'), ('2,2', '')]
    >>> [player.accuracy for player in found.players]
    [Fraction(1, 2), None]
    """
    now = None
    if match.player is not None:
        now = engine.analyse(match.game, match.state, budget).value
    plies: list[ReviewedPly] = []
    for place, ply in _from_the_end(engine, match, budget):
        plies.insert(0, _explained(engine, match, place, ply, budget) if ply.mark else ply)
        if looked is not None:
            looked(place)
    one, two = (figures(player, plies) for player in Player)
    return Review(tuple(plies), (one, two), now)


def reviewed(engine: Engine, match: Match, place: int, budget: Budget) -> ReviewedPly:
    """One ply of a match by its place, with the reason where it was bad."""
    ply = _weighed(engine, match, place, budget)
    return _explained(engine, match, place, ply, budget) if ply.mark else ply


def weigh(engine: Engine, match: Match, budget: Budget) -> tuple[ReviewedPly, ...]:
    """What every ply of a match was worth, without a word on why."""
    return tuple(reversed([ply for _, ply in _from_the_end(engine, match, budget)]))


def mark(before: Value, after: Value) -> str:
    """How bad it is to make this of that: ??, ?, ?!, or nothing, also where nobody knows.

    >>> from numduel.engine.solving.value import draw, endless, loss, win
    >>> [mark(win(3), loss(8)), mark(win(3), win(5)), mark(loss(8), loss(8))]
    ['??', '?!', '']
    >>> mark(win(3), draw()), mark(draw(), endless()), mark(draw(), loss(6))
    ('??', '', '?')
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


def last_mistake(engine: Engine, match: Match, players: Collection[Player], budget: Budget) -> str:
    """Why the last bad move of one of these players was bad, as sentences that name players.

    Exhausted if it is not found out within the budget.

    >>> import numduel
    >>> match = numduel.Match(numduel.new("sum", target=15))
    >>> match.play("9")
    >>> last_mistake(Engine(), match, (Player.TWO,), Budget(seconds=10))
    'No mistake so far that changed what best play makes of it.'
    """
    for ply, state in reversed(list(zip(match.plies, match.states, strict=False))):
        if ply.player is None or ply.player not in players:
            continue
        report = engine.analyse(match.game, state, budget)
        budget.check()
        if mark(report.value, report.moves[ply.move]) in ("??", "?"):
            why = explain(engine, match.game, state, ply.move, budget)
            if why is not None:
                return f"Turn {ply.turn}, {ply.player}: {capitalise(why.text)}"
    return "No mistake so far that changed what best play makes of it."


def _from_the_end(
    engine: Engine, match: Match, budget: Budget
) -> Iterator[tuple[int, ReviewedPly]]:
    """Every ply with its place, the last first: what is found there is remembered.

    So where time is short, the end of the game is known.
    """
    for place in reversed(range(len(match.plies))):
        yield place, _weighed(engine, match, place, budget)


def _weighed(engine: Engine, match: Match, place: int, budget: Budget) -> ReviewedPly:
    ply, state = match.plies[place], match.states[place]
    if ply.player is None:
        player = state.player
        before = _seen_by(engine, match, player, state, budget)
        after = _seen_by(engine, match, player, match.states[place + 1], budget)
        return ReviewedPly(ply.turn, player, ply.move, True, before, after, {})
    _, had, moves, *_ = engine.analyse(match.game, state, budget)
    return ReviewedPly(ply.turn, ply.player, ply.move, False, had, moves[ply.move], moves)


def _seen_by(engine: Engine, match: Match, player: Player, state: Any, budget: Budget) -> Value:
    value = engine.value(match.game, player, state, budget)
    return value if value.is_known else unknown(estimate(match.game, state, player, budget))


def _explained(
    engine: Engine, match: Match, place: int, ply: ReviewedPly, budget: Budget
) -> ReviewedPly:
    is_exact = all(value.is_known for value in ply.moves.values())
    why = explain(engine, match.game, match.states[place], ply.move, budget) if is_exact else None
    if why is not None:
        return ply._replace(reason=why.text, line=why.line)
    text = f"{ply.move} is worth {ply.after}, where {ply.best[0]} is {ply.before}."
    return ply._replace(reason=text)


def figures(player: Player, plies: Iterable[ReviewedPly]) -> ReviewedPlayer:
    """One player's figures, from the plies of a match."""
    own = [ply for ply in plies if ply.player is player]
    made = [ply for ply in own if not ply.drawn]
    decisions = [ply for ply in made if ply.is_decision]
    lucks = [ply.luck for ply in own if ply.luck is not None]
    return ReviewedPlayer(
        player,
        moves=len(made),
        decisions=len(decisions),
        kept=sum(not ply.regret for ply in decisions),
        turns_lost=sum(ply.turns_lost for ply in made),
        marks={sign: sum(ply.mark == sign for ply in made) for sign in MARKS},
        regret=sum((ply.regret for ply in made), Fraction(0)),
        luck=sum(lucks, Fraction(0)) if lucks else None,
    )
