"""The setup of a match: the form's answers, and the game they describe."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from ..budget import Budget
from ..core import AnyGame, Over
from ..dice import Dice
from ..errors import SetupError
from ..play.dealing import BOOK, PLAYABLE, deal_playable
from ..play.players import HUMAN
from ..play.series import Side
from ..play.session import Session, make_sides
from .match_options import (
    BOARD_LABELS,
    CUSTOM,
    FAIR,
    FIRST_PLAYER,
    RANDOM,
    SEAT_LABELS,
    SEED,
    LastSetup,
    MatchOptions,
    opponent_spec,
)
from .parts.form_values import FormValues

if TYPE_CHECKING:
    from ..engine import Engine
    from ..engine.studying.boards import Board

SMALL_SEEDS = 10**9
"""Upper bound of seeds for random boards, so that they are short enough to read out."""

Answers = tuple[dict[str, Any], dict[str, Any]]


class FairSearch(NamedTuple):
    """The progress and result of a search for a fair board."""

    options: dict[str, Any] | None = None
    """The game options of the search; None if there is no search."""
    tried: int = 0
    board: str = ""
    problem: str = ""
    """The reason why no board was found."""


def find_fair_board(
    engine: Engine,
    kind: type[AnyGame],
    options: Mapping[str, object],
    budget: Budget,
    progress: Callable[[int], None],
) -> FairSearch:
    """Search for a fair board; `progress` receives the number of boards tried.

    Raises SetupError if there is none.
    """
    from ..engine.studying.boards import Search, dealt_boards, has_boards, is_fair

    if not has_boards(kind, options):
        raise SetupError(
            "the numbers are hidden here, so no board is fairer than another; choose Random"
        )

    def boards() -> Iterator[Board]:
        for board in dealt_boards(engine, kind, options, Dice(), budget):
            progress(search.tried + 1)
            yield board

    search = Search(boards(), (is_fair,))
    found = search.next()
    if found is None:
        raise SetupError(f"none of {search.tried} boards is fair with these rules; try other rules")
    return FairSearch(dict(options), search.tried, found.game.board)


def describe_favourite(engine: Engine, game: AnyGame, budget: Budget) -> str:
    """Return a sentence on which player a new game favours."""
    from ..engine.studying.boards import Board

    status = game.public().status(game.public().start())
    if isinstance(status, Over):
        result = "It's a draw" if status.is_draw else f"{status.winner} has won"
        return f"{result} before the first move."
    board, first = Board(engine, game.public(), budget), game.start().player
    if not board.value.is_known:
        return "This game is too large to solve."
    worth = board.value.worth
    if worth == Fraction(1, 2):
        return "With best play, neither player is favoured."
    return f"With best play, {first if worth > Fraction(1, 2) else first.other} is favoured."


class MatchSetup:
    """The answers on the setup form, and the game they describe."""

    def __init__(self, kind: type[AnyGame]) -> None:
        """Start with the last setup of this game."""
        last = LastSetup.of(kind.id)
        self.kind = kind
        self.match = FormValues(
            MatchOptions,
            last.match,
            title="Match",
            labels={"begins": "You play", "numbers": "Numbers"},
            value_labels={"begins": SEAT_LABELS, "board": BOARD_LABELS},
        )
        self.rules = FormValues(kind.options_type, last.options, title="Rules")
        self.game: AnyGame | None = None
        """The game to play; None while there is none."""
        self.has_board = True
        """Whether boards of this game can differ."""
        self.fair = FairSearch()
        self.seed = 0
        """The seed of a random board."""
        self._deal_seed = 0
        """The seed that `seed` is drawn from."""
        self.deal_again()

    @property
    def answers(self) -> Answers:
        return dict(self.match.given), dict(self.rules.given)

    def is_board(self, board: str) -> bool:
        """Return whether this kind of board is chosen."""
        return bool(self.match["board"] == board)

    @property
    def has_custom_board(self) -> bool:
        """Whether the player has typed a board, instead of keeping the one dealt."""
        return self.is_board(CUSTOM) and "numbers" in self.match.given

    # ---- the board

    def deal_again(self) -> None:
        """Replace the random board, the seed and the fair board."""
        self._deal_seed = Dice().below(SMALL_SEEDS)
        self.match.reset("seed")
        self.fair = FairSearch()

    def update_game(self) -> None:
        """Build the game that the answers describe; SetupError if they are invalid."""
        self.game = None
        self._deal_default()
        self.game = self._build_game()

    def _deal_default(self) -> None:
        """Deal a board, which sets the defaults of the seed and the numbers."""
        self.rules.set_defaults({})
        if self.has_custom_board:
            return
        dealt = self._deal_random().public()
        self.match.set_defaults({"seed": self.seed, "numbers": dealt.board})
        self.has_board = bool(dealt.board)

    def _deal_random(self) -> AnyGame:
        """Deal by the rule book, or until the board is playable; set `seed`."""
        dice = Dice(self._deal_seed)

        def deal() -> AnyGame:
            self.seed = dice.below(SMALL_SEEDS)
            return self._deal(None, self.seed)

        return deal() if self.is_board(BOOK) else deal_playable(deal)

    def _deal(self, board: str | None, seed: int) -> AnyGame:
        return self.kind.setup(self.rules.given, board, Dice(seed))

    def _build_game(self) -> AnyGame | None:
        """Return the game on the chosen board; None while searching for a fair one."""
        if not self.has_board or self.is_board(RANDOM) or self.is_board(BOOK):
            return self._deal(None, self.seed)
        if self.is_board(SEED):
            return self._deal(None, self.match["seed"])
        if self.is_board(CUSTOM):
            game = self._deal(self.match["numbers"], self.seed)
            settled = vars(game.options).items()
            self.rules.set_defaults({n: v for n, v in settled if n not in self.rules.given})
            return game
        if self.needs_fair_search:
            return None
        if self.fair.problem:
            raise SetupError(self.fair.problem)
        return self._deal(self.fair.board, self.seed) if self.fair.board else None

    @property
    def needs_fair_search(self) -> bool:
        """Whether a fair board is wanted, and the search has not started."""
        is_wanted = self.has_board and self.is_board(FAIR)
        return is_wanted and self.fair.options != self.rules.given

    # ---- the match

    def sides(self, name: str, friend: str) -> tuple[Side, Side]:
        """Return both sides, the person here first."""
        who = opponent_spec(self.match.all())
        return make_sides((HUMAN, who), (name, friend if who == HUMAN else None))

    def session(self, name: str, friend: str) -> Session:
        """Start the match; SetupError if it can't be played."""
        given = {FAIR: self.fair.board, CUSTOM: self.match["numbers"]} if self.has_board else {}
        return Session.begin(
            self.kind,
            self.rules.given,
            self.sides(name, friend),
            board=given.get(self.match["board"]),
            seed=self.match["seed"] if self.is_board(SEED) else self.seed,
            dealt=PLAYABLE if self.is_board(RANDOM) else BOOK,
            rounds=self.match["rounds"],
            first=FIRST_PLAYER[self.match["begins"]],
        )

    def save(self) -> None:
        """Save the answers for next time; OSError if that fails."""
        LastSetup(self.match.given, self.rules.given).save(self.kind.id)
