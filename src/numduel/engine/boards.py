"""Boards chosen by what perfect and imperfect play make of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from ..core import AnyGame, Chance, Move, Over, Player, Turn
from ..dice import Dice
from ..errors import SetupError
from ..options import Flag, Option, Whole
from .analysis import Report, analyse, solver
from .budget import Budget, Exhausted
from .value import Value, unknown

__all__ = [
    "GAMES",
    "SHORTEST",
    "SIGHT",
    "Board",
    "Imperfect",
    "Search",
    "Shallow",
    "Variant",
    "dealt_boards",
    "fair_board",
    "has_boards",
    "has_chance",
    "is_fair",
    "one_sided",
    "variants",
]

SIGHT = 2
"""How many turns ahead an imperfect player sees: the own move, and the answer."""

GAMES = 200
"""Games of imperfect players for one board."""

MOST_TURNS = 100
"""Turns after which a game of imperfect players is left unfinished (X2)."""

POSITIONS = 50_000
"""What a board may cost to be worked out; one that costs more is not offered."""

SHORTEST = 5
"""A fair board takes perfect players at least so many turns."""

FROM, TO = 0.4, 0.6
"""On a fair board, each seat wins a share of the imperfect players' games between these."""

TRIES = 2000
"""Boards that are looked at before a search gives up."""

HOPELESS = 2
"""Boards too large to be worked out after which it is not tried again."""

SAMPLE = 30
"""Boards all won by one seat that it takes to speak of them all."""


# ---- imperfect play


class Shallow:
    """A player who takes a win within SIGHT turns, avoids a loss within as many, and else guesses.

    The same dice make the same choices.
    """

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._proof = solver(game).proof
        self._choices: dict[object, tuple[Move, ...]] = {}

    def choose(self, state: Any, dice: Dice) -> Move:
        if state not in self._choices:
            self._choices[state] = self._sensible(state)
        return dice.choice(self._choices[state])

    def _sensible(self, state: Any) -> tuple[Move, ...]:
        """The moves that look as good as any."""
        turn = self.game.status(state)
        assert isinstance(turn, Turn)
        self._proof.graph.budget = Budget()
        looks = {m: self._look(turn.player, self.game.play(state, m)) for m in turn.moves}
        best = max(looks.values())
        return tuple(move for move, look in looks.items() if look == best)

    def _look(self, player: Player, after: Any) -> int:
        """2 for a win in sight, 0 for a loss in sight, else 1."""
        match self.game.status(after):
            case Over(winner):
                return 2 if winner is player else 0
            case Turn(mover):
                turns = SIGHT if mover is player else SIGHT - 1
                won, lost = self._proof.wins(after, turns), self._proof.loses(after, turns)
                if mover is not player:
                    won, lost = lost, won
                return 2 if won else 0 if lost else 1
        return 1

    def playout(self, dice: Dice) -> list[Move]:
        """The moves of one game from the start; broken off after MOST_TURNS."""
        state, moves = self.game.start(), list[Move]()
        turns, last = 0, None
        while isinstance(status := self.game.status(state), Turn):
            turns += status.player is not last
            if turns > MOST_TURNS:
                break
            last = status.player
            moves.append(self.choose(state, dice))
            state = self.game.play(state, moves[-1])
        return moves


class Imperfect(NamedTuple):
    """What became of GAMES games between two players who see SIGHT turns ahead."""

    one: int
    """Games that Player 1 won."""
    two: int
    unfinished: int

    @property
    def share(self) -> float:
        """Player 1's part of the games that ended; one half where none did."""
        ended = self.one + self.two
        return self.one / ended if ended else 0.5

    @classmethod
    def of(cls, game: AnyGame, games: int = GAMES) -> Imperfect:
        """Always the same for the same game: the dice are thrown from one seed."""
        shallow, dice, won = Shallow(game), Dice(0), {Player.ONE: 0, Player.TWO: 0, None: 0}
        for _ in range(games):
            state = game.start()
            for move in shallow.playout(dice):
                state = game.play(state, move)
            status = game.status(state)
            won[status.winner if isinstance(status, Over) else None] += 1
        return cls(won[Player.ONE], won[Player.TWO], won[None])


# ---- a board and its figures


class Board:
    """A game on its board, and what is known of it; each figure is worked out when asked for."""

    def __init__(self, game: AnyGame, progress: Callable[[int], bool | None] | None = None) -> None:
        self.game = game
        self._progress = progress

    @property
    def is_over(self) -> bool:
        """Whether it is decided before the first move."""
        return isinstance(self.game.status(self.game.start()), Over)

    @cached_property
    def value(self) -> Value:
        """What the board is worth to the player who begins."""
        return _value(self.game, Budget(positions=POSITIONS, progress=self._progress))

    @cached_property
    def report(self) -> Report:
        """The value of every first move; only for boards whose value is known."""
        return analyse(self.game, self.game.start())

    @property
    def winner(self) -> Player | None:
        """Who wins with perfect play; None where nobody does, or chance has a say."""
        match self.game.status(self.game.start()):
            case Over(winner):
                return winner
            case Turn(player):
                seats = {"win": player, "loss": player.other}
                return seats.get(self.value.outcome)
        return None

    @property
    def turns(self) -> int | None:
        """How long perfect players play; None where they never end."""
        return 0 if self.is_over else self.value.turns

    @cached_property
    def keeping(self) -> tuple[int, int]:
        """How many first choices of the seat that wins keep the win, and how many it has.

        Where Player 2 wins, these are the answers to every first move together; where nobody wins,
        they are Player 1's moves that lose nothing.
        """
        if self.value.outcome != "loss":
            return _kept(self.report)
        afters = (self.game.play(self.game.start(), move) for move in self.report.moves)
        reports = [analyse(self.game, s) for s in afters if self._is_theirs(s)]
        kept = [_kept(report) for report in reports]
        return sum(keep for keep, _ in kept), sum(count for _, count in kept)

    def _is_theirs(self, state: Any) -> bool:
        status = self.game.status(state)
        return isinstance(status, Turn) and status.player is self.winner

    @cached_property
    def imperfect(self) -> Imperfect:
        return Imperfect.of(self.game)

    @property
    def grade(self) -> str | None:
        """How hard the winning is for the seat that wins with perfect play, to imperfect players.

        "easy" where they win at least three quarters of the games, "hard" where at most 55 in 100,
        "medium" between; None where no seat wins.
        """
        if self.is_over or self.winner is None:
            return None
        share = self.imperfect.share
        share = share if self.winner is Player.ONE else 1 - share
        return "easy" if share >= 0.75 else "hard" if share <= 0.55 else "medium"


def _value(game: AnyGame, budget: Budget) -> Value:
    try:
        return solver(game).value(game.start(), budget)
    except Exhausted:
        return unknown(Fraction(1, 2))


def _kept(report: Report) -> tuple[int, int]:
    """How many moves keep the outcome, of how many."""
    outcomes = [value.outcome for value in report.moves.values()]
    return outcomes.count(report.value.outcome), len(outcomes)


def is_fair(board: Board) -> bool:
    """Not decided before the first move, not soon with perfect play, and even between imperfect
    players, most of whose games come to an end."""
    if board.is_over or not _is_long(board.value):
        return False
    return FROM <= board.imperfect.share <= TO and board.imperfect.unfinished <= GAMES // 2


# ---- looking for boards


def dealt_boards(
    kind: type[AnyGame],
    options: Mapping[str, object],
    dice: Dice,
    progress: Callable[[int], bool | None] | None = None,
) -> Iterator[Board]:
    """Boards as they are dealt, one after the other from the same dice."""
    while True:
        yield Board(kind.setup(options, None, dice).public(), progress)


def has_boards(kind: type[AnyGame], options: Mapping[str, object]) -> bool:
    """Whether deals differ in anything that players see before the first move."""
    dealt = [kind.setup(options, None, Dice(seed)).public() for seed in range(8)]
    return any(game != dealt[0] for game in dealt)


def has_chance(game: AnyGame) -> bool:
    """Whether something is drawn after the deal, as far as one game played at random tells."""
    dice, state = Dice(0), game.start()
    for _ in range(MOST_TURNS):
        match game.status(state):
            case Chance():
                return True
            case Over():
                return False
            case Turn(_, moves):
                state = game.play(state, dice.choice(moves))
    return False


class Search:
    """Boards that meet every wish, and a count of all that were looked at on the way."""

    def __init__(
        self, boards: Iterator[Board], wishes: tuple[Callable[[Board], bool], ...]
    ) -> None:
        self._boards = boards
        self._wishes = wishes
        self.tried = 0
        self.over = 0
        """Boards that were decided before the first move."""
        self.unknown = 0
        """Boards that are too large to be worked out."""
        self.won = {Player.ONE: 0, Player.TWO: 0, None: 0}
        """How many of the others each seat wins with perfect play; None for neither."""

    def next(self, tries: int = TRIES) -> Board | None:
        """The next board that is as wished; None when none of so many is."""
        for _ in range(tries):
            board = self.look()
            if not board.is_over and all(wish(board) for wish in self._wishes):
                return board
        return None

    def look(self) -> Board:
        """One more board, counted; SetupError if they turn out too large to be worked out."""
        board = next(self._boards)
        self.tried += 1
        if board.is_over:
            self.over += 1
        elif board.value.outcome == "unknown":
            self.unknown += 1
            if self.unknown == self.tried - self.over == HOPELESS:
                raise SetupError("boards of this size are too large to be worked out")
        else:
            self.won[board.winner] += 1
        return board

    def one_sided(self) -> Player | None:
        """The seat that wins every board, if it does: SAMPLE boards are looked at before saying."""
        seat = one_sided(self.won)
        while seat is not None and self.tried < SAMPLE:
            self.look()
            seat = one_sided(self.won)
        return None if self.over or self.unknown else seat


def one_sided(won: Mapping[Player | None, int]) -> Player | None:
    """The only seat that wins; None where both do, or somebody cannot."""
    seats = [seat for seat, boards in won.items() if boards]
    return seats[0] if len(seats) == 1 else None


def fair_board(kind: type[AnyGame], options: Mapping[str, object], dice: Dice) -> str:
    """A fair board in text, always the same from the same dice; SetupError where there is none."""
    if not has_boards(kind, options):
        raise SetupError(
            f"{kind.title} has no boards to choose from; "
            f"numduel board {kind.id} --fair tells what helps"
        )
    found = Search(dealt_boards(kind, options, dice), (is_fair,)).next()
    if found is None:
        raise SetupError(f"none of {TRIES} boards of this kind is fair; try other options")
    return found.game.board


# ---- a handicap: the same game with other options


class Variant(NamedTuple):
    """A game with an option or two changed, and what that makes of it."""

    options: dict[str, object]
    """All that is to be given, the changed ones last."""
    boards: int
    won: int
    """How many of the boards Player 1 wins with perfect play."""
    share: float
    """Player 1's part of the games between imperfect players, or the exact chance."""
    exact: Value | None
    """The value for Player 1 where there are no boards to choose from."""

    @property
    def unevenness(self) -> float:
        return abs(self.share - 0.5)


BELOW, ABOVE = 40, 4
"""How many values of an option are tried below the present one, and above.

Those further below than ABOVE are looked at only for one that Player 2 wins, which is quick.
"""

BOARDS = 5
"""Boards dealt for a variant."""

VARIANT_POSITIONS = 40_000
"""What a variant may cost to be worked out."""


def variants(kind: type[AnyGame], options: Mapping[str, object]) -> Iterator[Variant | None]:
    """What becomes of the game under other options, one after the other.

    None stands for one that is too large, too soon over, far from the present options without
    being won by Player 2, or impossible.
    """
    now = vars(kind.options_type(**options))
    for changed in _changes(kind, options):
        close = all(abs(int(value) - int(now[name])) <= ABOVE for name, value in changed.items())
        try:
            yield _variant(kind, {**options, **changed}, close)
        except SetupError:  # options that do not go together
            yield None


def _changes(kind: type[AnyGame], options: Mapping[str, object]) -> Iterator[dict[str, int]]:
    """Every flag both ways, and with each one other whole number at a time."""
    fields = kind.options_type.fields
    now = vars(kind.options_type(**options))
    flags: list[dict[str, int]] = [{}]
    flags += [{name: not now[name]} for name, field in fields.items() if isinstance(field, Flag)]
    for flag in flags:
        if flag:
            yield flag
        for name, field in fields.items():
            yield from ({name: value, **flag} for value in _near(field, now[name]))


def _near(field: Option[Any], value: Any) -> list[int]:
    if not isinstance(field, Whole):
        return []
    low, high = max(field.low, value - BELOW), min(field.high, value + ABOVE)
    return sorted((n for n in range(low, high + 1) if n != value), key=lambda n: abs(n - value))


def _variant(kind: type[AnyGame], options: dict[str, object], close: bool) -> Variant | None:
    dice = Dice(0)
    count = BOARDS if has_boards(kind, options) else 1
    games = [kind.setup(options, None, dice).public() for _ in range(count)]
    values = []
    for game in games:
        if not isinstance(game.status(game.start()), Turn):
            return None
        values.append(_value(game, Budget(positions=VARIANT_POSITIONS)))
        if not _is_long(values[-1]):
            return None
    won = sum(value.outcome == "win" for value in values)
    if values[0].outcome == "chance":
        share = float(values[0].chance)
    elif won == count and not close:
        return None
    else:
        share = sum(Imperfect.of(game).share for game in games) / count
    return Variant(options, count, won, share, values[0] if count == 1 else None)


def _is_long(value: Value) -> bool:
    """Whether perfect players have something to play for."""
    return value.outcome != "unknown" and (value.turns is None or value.turns >= SHORTEST)
