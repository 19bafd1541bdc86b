"""A match before it begins: what somebody has answered on the form, and the game that follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from ..budget import Budget
from ..core import AnyGame, Over
from ..dice import Dice
from ..errors import SetupError
from ..play.dealing import BOOK, PLAYABLE, playable
from ..play.players import HUMAN
from ..play.series import Side
from ..play.session import Session, sides
from .match_options import FAIR, FIRST, RANDOM, SEED, TYPED, LastSetup, MatchOptions, named
from .parts.form_values import FormValues

if TYPE_CHECKING:
    from ..engine import Engine
    from ..engine.studying.boards import Board

SMALL_SEEDS = 10**9
"""Random boards are dealt from seeds below this, which can be read out to a friend."""

Answers = tuple[dict[str, Any], dict[str, Any]]


class FairSearch(NamedTuple):
    """How far a search for a fair board is, and what came of it."""

    options: dict[str, Any] | None = None
    """The options that the board is for; None where nobody looks for one."""
    tried: int = 0
    board: str = ""
    problem: str = ""
    """Why there is none."""


def find_fair(
    engine: Engine,
    kind: type[AnyGame],
    options: Mapping[str, object],
    budget: Budget,
    progress: Callable[[int], None],
) -> FairSearch:
    """A finished search, or SetupError; `progress` hears how many boards have been tried."""
    from ..engine.studying.boards import Search, dealt_boards, has_boards, is_fair

    if not has_boards(kind, options):
        raise SetupError(
            "before the first move all boards look alike here, so none is fairer; choose random"
        )

    def boards() -> Iterator[Board]:
        for board in dealt_boards(engine, kind, options, Dice(), budget):
            progress(search.tried + 1)
            yield board

    search = Search(boards(), (is_fair,))
    found = search.next()
    if found is None:
        raise SetupError(f"none of {search.tried} boards is fair by these rules: try others")
    return FairSearch(dict(options), search.tried, found.game.board)


def favoured(engine: Engine, game: AnyGame, budget: Budget) -> str:
    """Which player has the better of a game that has not begun, as a sentence."""
    from ..engine.studying.boards import Board

    status = game.public().status(game.public().start())
    if isinstance(status, Over):
        result = "It is a draw" if status.is_draw else f"{status.winner} has won"
        return f"{result} before the first move."
    board, first = Board(engine, game.public(), budget), game.start().player
    if not board.value.is_known:
        return "This is too large to say who is favoured."
    worth = board.value.worth
    if worth == Fraction(1, 2):
        return "Best play favours nobody."
    return f"Best play favours {first if worth > Fraction(1, 2) else first.other}."


class MatchSetup:
    """The answers to all that is asked before a game, and what they come to."""

    def __init__(self, kind: type[AnyGame]) -> None:
        """As this game was set up last."""
        last = LastSetup.of(kind.id)
        self.kind = kind
        self.match = FormValues(
            MatchOptions,
            last.match,
            title="The match",
            labels={"begins": "Who begins", "numbers": "Numbers"},
        )
        self.rules = FormValues(kind.options_type, last.options, title="The rules")
        self.game: AnyGame | None = None
        """What is played; None while there is nothing to play."""
        self.has_board = True
        """Whether games of this kind have boards that could differ at all."""
        self.fair = FairSearch()
        self.seed = 0
        """What a board that nobody asked for is dealt from."""
        self._luck = 0
        """What seeds are drawn from."""
        self.deal_again()

    @property
    def answers(self) -> Answers:
        return dict(self.match.given), dict(self.rules.given)

    def is_on(self, board: str) -> bool:
        """Whether this is the kind of board that was asked for."""
        return bool(self.match["board"] == board)

    @property
    def is_typed(self) -> bool:
        """Whether somebody has typed a board, instead of taking the one that was dealt."""
        return self.is_on(TYPED) and "numbers" in self.match.given

    # ---- the board

    def deal_again(self) -> None:
        """Another random board, another seed and another fair board."""
        self._luck = Dice().below(SMALL_SEEDS)
        self.match.reset("seed")
        self.fair = FairSearch()

    def lay(self) -> None:
        """Put up the game that the answers describe; SetupError if there can be none."""
        self.game = None
        self._deal_first()
        self.game = self._laid()

    def _deal_first(self) -> None:
        """A board to begin with: what is neither typed nor numbered follows from it."""
        self.rules.follow({})
        if self.is_typed:
            return
        dealt = self._dealt_as_it_falls().public()
        self.match.follow({"seed": self.seed, "numbers": dealt.board})
        self.has_board = bool(dealt.board)

    def _dealt_as_it_falls(self) -> AnyGame:
        """What luck deals by these rules, and from which seed: the book's deal, or a playable."""
        dice = Dice(self._luck)

        def deal() -> AnyGame:
            self.seed = dice.below(SMALL_SEEDS)
            return self._dealt(None, self.seed)

        return deal() if self.is_on(BOOK) else playable(deal)

    def _dealt(self, board: str | None, seed: int) -> AnyGame:
        return self.kind.setup(self.rules.given, board, Dice(seed))

    def _laid(self) -> AnyGame | None:
        """The game on its board; None while one is looked for."""
        if not self.has_board or self.is_on(RANDOM) or self.is_on(BOOK):
            return self._dealt(None, self.seed)
        if self.is_on(SEED):
            return self._dealt(None, self.match["seed"])
        if self.is_on(TYPED):
            game = self._dealt(self.match["numbers"], self.seed)
            settled = vars(game.options).items()
            self.rules.follow({n: v for n, v in settled if n not in self.rules.given})
            return game
        if self.lacks_fair_board:
            return None
        if self.fair.problem:
            raise SetupError(self.fair.problem)
        return self._dealt(self.fair.board, self.seed) if self.fair.board else None

    @property
    def lacks_fair_board(self) -> bool:
        """Whether a fair board is wanted for which nobody has looked yet."""
        is_wanted = self.has_board and self.is_on(FAIR)
        return is_wanted and self.fair.options != self.rules.given

    # ---- the match

    def two(self, name: str, friend: str) -> tuple[Side, Side]:
        """Who meets, the person here first."""
        who = named(self.match.all())
        return sides((HUMAN, who), (name, friend if who == HUMAN else None))

    def session(self, name: str, friend: str) -> Session:
        """The match that begins; SetupError if it cannot be had so."""
        given = {FAIR: self.fair.board, TYPED: self.match["numbers"]} if self.has_board else {}
        return Session.begin(
            self.kind,
            self.rules.given,
            self.two(name, friend),
            board=given.get(self.match["board"]),
            seed=self.match["seed"] if self.is_on(SEED) else self.seed,
            dealt=PLAYABLE if self.is_on(RANDOM) else BOOK,
            rounds=self.match["rounds"],
            first=FIRST[self.match["begins"]],
        )

    def keep(self) -> None:
        """The answers on disk, for the next time; OSError if that cannot be."""
        LastSetup(self.match.given, self.rules.given).keep(self.kind.id)
