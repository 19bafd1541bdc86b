"""Reviews of games: the value of every move, and the mistakes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from ...budget import Budget
from ...core import AnyGame, HiddenBoard, Move, Player
from ...errors import capitalise
from ...play.match import RESIGNED, Match
from ..engine import Engine
from ..solving.playouts import estimate
from ..solving.value import Value, loss, percent, unknown
from .naming import name_move
from .reasons import explain

MARKS = ("??", "?", "?!")
"""Marks of bad moves, worst first."""

MISTAKE_MARKS = ("??", "?")
"""Marks of mistakes; ?! is only an inaccuracy."""

BLUNDER, MISTAKE = Fraction(1, 5), Fraction(1, 20)
"""Losses of chance from which a move is marked ?? and ?; a smaller loss is ?!."""

Progress = Callable[[int], object]
"""A callback with the number of plies left to review."""


class ReviewedPly(NamedTuple):
    """One reviewed ply; values are those of the player whose turn it is."""

    turn: int
    player: Player
    move: Move
    drawn: bool
    """Whether this was a chance outcome, not a move."""
    before: Value
    """The value before the ply."""
    after: Value
    """The value after the ply: of the move, or of the chance outcome."""
    moves: dict[Move, Value]
    """The value of each legal move; empty for a chance outcome."""
    reason: str = ""
    """An explanation if the move was bad."""
    line: tuple[Move, ...] = ()
    """Best play after a bad move."""
    better: str = ""
    """The last sentence of the explanation, which names the better move."""

    @property
    def mark(self) -> str:
        """ "??", "?", "?!" or ""."""
        return "" if self.drawn else find_mark(self.before, self.after)

    @property
    def is_mistake(self) -> bool:
        """Whether the move is marked ?? or ?; ?! is only an inaccuracy."""
        return self.mark in MISTAKE_MARKS

    @property
    def slip(self) -> str:
        """The effect of a marked move, to follow a player's name."""
        match self.before.outcome, self.after.outcome:
            case ("chance", _) | (_, "chance"):
                return f"lost {percent(self.before.chance - self.after.chance)} of a win"
            case "win", "win":
                return "took longer to win than necessary"
            case "loss", "loss":
                return "lost sooner than necessary"
            case "win", "draw" | "endless":
                return "missed a forced win"
            case "win", _:
                return "threw away a win"
        return "allowed a forced win"

    @property
    def luck(self) -> Fraction | None:
        """Worth gained by chance; None for a move, or if a value is unknown."""
        return self.after.worth - self.before.worth if self.drawn and self.is_known else None

    @property
    def regret(self) -> Fraction:
        """Worth lost by the move; 0 for a chance outcome, or if a value is unknown."""
        is_counted = self.is_known and not self.drawn
        return self.before.worth - self.after.worth if is_counted else Fraction(0)

    @property
    def guessing(self) -> Fraction | None:
        """The expected regret of a random move; None for chance, or if a value is unknown."""
        if self.drawn or not all(v.is_known for v in (self.before, *self.moves.values())):
            return None
        lost = (self.before.worth - value.worth for value in self.moves.values())
        return sum(lost, Fraction(0)) / len(self.moves)

    @property
    def turns_lost(self) -> int:
        """Extra turns to win, if the move kept a win."""
        if self.drawn or not self.before.outcome == self.after.outcome == "win":
            return 0
        return (self.after.turns or 0) - (self.before.turns or 0) if self.before.turns else 0

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves without a mark; empty if the value is unknown."""
        if not self.before.is_known:
            return ()
        known = {move: value for move, value in self.moves.items() if value.is_known}
        return tuple(move for move, value in known.items() if not find_mark(self.before, value))

    @property
    def is_known(self) -> bool:
        return self.before.is_known and self.after.is_known

    @property
    def is_decision(self) -> bool:
        """Whether it was a real choice: some legal move was worth less than the best."""
        worths = {value.worth for value in self.moves.values() if value.is_known}
        return self.is_known and len(worths) > 1


class Resignation(NamedTuple):
    """A player resigned a position of this value, which is the player's own."""

    player: Player
    value: Value

    @property
    def mark(self) -> str:
        """The mark of resigning, as if it were a move: "" if the position was lost."""
        return find_mark(self.value, loss(0)) if self.regret else ""

    @property
    def regret(self) -> Fraction:
        """Worth lost by resigning; 0 if the value is unknown."""
        return self.value.worth if self.value.is_known else Fraction(0)


class ReviewedPlayer(NamedTuple):
    """The statistics of one player in a game."""

    player: Player
    moves: int
    """Number of moves."""
    decisions: int
    """Number of real choices among them."""
    kept: int
    """Number of correct decisions: those that kept the worth."""
    turns_lost: int
    """Extra turns to win, summed over moves that kept a win."""
    marks: dict[str, int]
    regret: Fraction
    """Worth lost by moves, summed."""
    luck: Fraction | None
    """Worth gained by chance in their own turns, summed; None in a game without chance."""
    guessing: Fraction | None = None
    """The expected regret of random moves in the same positions; None if a value is unknown."""

    @property
    def accuracy(self) -> Fraction | None:
        """Share of decisions that were correct; None without decisions."""
        return Fraction(self.kept, self.decisions) if self.decisions else None

    @property
    def average(self) -> Fraction | None:
        """Average worth lost per decision; None without decisions."""
        return self.regret / self.decisions if self.decisions else None


class Review(NamedTuple):
    """The review of a match."""

    plies: tuple[ReviewedPly, ...]
    players: tuple[ReviewedPlayer, ReviewedPlayer]
    now: Value | None
    """The value of an unfinished game for the player to move; None if it is over."""
    game: AnyGame
    """The game, without numbers that weren't shown."""
    tags: dict[str, str]
    """The tags of the match."""
    ended: str
    """How the match ended other than by the rules; "" if it didn't."""
    resignation: Resignation | None = None
    """The resignation that ended the game; None if there was none."""

    @property
    def match(self) -> Match:
        """The match as it was; numbers that weren't shown then are dealt again."""
        made = [ply.move for ply in self.plies if not ply.drawn]
        drawn = [ply.move for ply in self.plies if ply.drawn]
        match = Match.replay(self.game, made, drawn=drawn, ended=self.ended)
        match.tags = dict(self.tags)
        return match

    @property
    def is_exact(self) -> bool:
        return all(ply.is_known for ply in self.plies)

    @property
    def has_chance(self) -> bool:
        return any(ply.drawn for ply in self.plies)


def review(
    engine: Engine, match: Match, budget: Budget, progress: Progress | None = None
) -> Review:
    """Review every ply of a match within one budget.

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
    for index, ply in _evaluate_backwards(engine, match, budget):
        plies.insert(0, _add_reason(engine, match, index, ply, budget) if ply.mark else ply)
        if progress is not None:
            progress(index)
    resignation = find_resignation(engine, match, budget)
    one, two = (summarise(player, plies, resignation) for player in Player)
    game = match.game
    if isinstance(game, HiddenBoard):
        game = game.on(match.board)
    made = tuple(plies), (one, two)
    return Review(*made, now, game, dict(match.tags), match.ended, resignation)


def review_ply(engine: Engine, match: Match, index: int, budget: Budget) -> ReviewedPly:
    """Review one ply of a match, with the reason if it was bad."""
    ply = _evaluate(engine, match, index, budget)
    return _add_reason(engine, match, index, ply, budget) if ply.mark else ply


def evaluate(engine: Engine, match: Match, budget: Budget) -> tuple[ReviewedPly, ...]:
    """Review every ply of a match, without reasons."""
    return tuple(reversed([ply for _, ply in _evaluate_backwards(engine, match, budget)]))


def find_resignation(engine: Engine, match: Match, budget: Budget) -> Resignation | None:
    """Return what a player gave up by resigning; None if no player resigned.

    >>> import numduel
    >>> match = numduel.Match.replay(numduel.new("sum", target=9), ["7"])
    >>> match.resign(Player.TWO)
    >>> player, value = find_resignation(Engine(), match, Budget(seconds=10))
    >>> str(player), str(value)
    ('Player 2', 'win in 1 turn')
    """
    ending = match.ending
    if ending is None or ending.reason != RESIGNED or ending.winner is None:
        return None
    player = ending.winner.other
    return Resignation(player, _value_for(engine, match, player, match.state, budget))


def find_mark(before: Value, after: Value) -> str:
    """Return the mark of a move from the values before and after: ??, ?, ?! or "".

    >>> from numduel.engine.solving.value import draw, endless, loss, win
    >>> [find_mark(win(3), loss(8)), find_mark(win(3), win(5)), find_mark(loss(8), loss(8))]
    ['??', '?!', '']
    >>> find_mark(win(3), draw()), find_mark(draw(), endless()), find_mark(draw(), loss(6))
    ('??', '', '?')
    """
    outcomes = {before.outcome, after.outcome}
    if "unknown" in outcomes or after.rank() >= before.rank():
        return ""
    if "chance" in outcomes:
        lost = before.chance - after.chance
        return "??" if lost >= BLUNDER else "?" if lost >= MISTAKE else "?!" if lost > 0 else ""
    if len(outcomes) == 1:
        return "?!"
    return "??" if before.outcome == "win" else "?"


def explain_last_mistake(
    engine: Engine, match: Match, players: Collection[Player], budget: Budget
) -> str:
    """Explain the last mistake of one of these players, in sentences that name players.

    Raise Exhausted if the budget doesn't suffice.

    >>> import numduel
    >>> match = numduel.Match(numduel.new("sum", target=15))
    >>> match.play("9")
    >>> explain_last_mistake(Engine(), match, (Player.TWO,), Budget(seconds=10))
    'No mistake so far has changed the outcome.'
    """
    for index in reversed(range(len(match.plies))):
        ply, state = match.plies[index], match.states[index]
        if ply.player is None or ply.player not in players:
            continue
        report = engine.analyse(match.game, state, budget)
        budget.check()
        if find_mark(report.value, report.moves[ply.move]) in MISTAKE_MARKS:
            why = explain(engine, match.game, state, ply.move, budget, _played_after(match, index))
            if why is not None:
                return f"Turn {ply.turn}, {ply.player}: {why.text}"
    return "No mistake so far has changed the outcome."


def _played_after(match: Match, index: int) -> tuple[Move, ...]:
    """Return the moves of a match after a ply."""
    return tuple(ply.move for ply in match.plies[index + 1 :])


def _evaluate_backwards(
    engine: Engine, match: Match, budget: Budget
) -> Iterator[tuple[int, ReviewedPly]]:
    """Yield every ply with its index, the last first.

    The engine reuses the results of later positions, and a short budget covers the end of the game.
    """
    for index in reversed(range(len(match.plies))):
        yield index, _evaluate(engine, match, index, budget)


def _evaluate(engine: Engine, match: Match, index: int, budget: Budget) -> ReviewedPly:
    ply, state = match.plies[index], match.states[index]
    if ply.player is None:
        player = state.player
        before = _value_for(engine, match, player, state, budget)
        after = _value_for(engine, match, player, match.states[index + 1], budget)
        return ReviewedPly(ply.turn, player, ply.move, True, before, after, {})
    _, had, moves, *_ = engine.analyse(match.game, state, budget)
    return ReviewedPly(ply.turn, ply.player, ply.move, False, had, moves[ply.move], moves)


def _value_for(engine: Engine, match: Match, player: Player, state: Any, budget: Budget) -> Value:
    value = engine.value(match.game, player, state, budget)
    return value if value.is_known else unknown(estimate(match.game, state, player, budget))


def _add_reason(
    engine: Engine, match: Match, index: int, ply: ReviewedPly, budget: Budget
) -> ReviewedPly:
    is_exact = all(value.is_known for value in ply.moves.values())
    state, why = match.states[index], None
    if is_exact:
        why = explain(engine, match.game, state, ply.move, budget, _played_after(match, index))
    if why is not None:
        return ply._replace(reason=why.text, line=why.line, better=why.better)
    name, best = (capitalise(name_move(match.game, state, m)) for m in (ply.move, ply.best[0]))
    better = f"{best}: {ply.before}."
    return ply._replace(reason=f"{name}: {ply.after}. {better}", better=better)


def summarise(
    player: Player, plies: Iterable[ReviewedPly], resignation: Resignation | None = None
) -> ReviewedPlayer:
    """Compute the statistics of one player from the plies of a match.

    If this player resigned a position that was not lost, that is one more decision, a wrong one.
    """
    given_up = Fraction(0)
    if resignation is not None and resignation.player is player:
        given_up = resignation.regret
    own = [ply for ply in plies if ply.player is player]
    made = [ply for ply in own if not ply.drawn]
    decisions = [ply for ply in made if ply.is_decision]
    lucks = [ply.luck for ply in own if ply.luck is not None]
    return ReviewedPlayer(
        player,
        moves=len(made),
        decisions=len(decisions) + bool(given_up),
        kept=sum(not ply.regret for ply in decisions),
        turns_lost=sum(ply.turns_lost for ply in made),
        marks={sign: sum(ply.mark == sign for ply in made) for sign in MARKS},
        regret=sum((ply.regret for ply in made), given_up),
        luck=sum(lucks, Fraction(0)) if lucks else None,
        guessing=_total_guessing(made),
    )


def _total_guessing(made: Iterable[ReviewedPly]) -> Fraction | None:
    total = Fraction(0)
    for ply in made:
        if ply.guessing is None:
            return None
        total += ply.guessing
    return total
