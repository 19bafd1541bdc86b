"""The base class of all games."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    NamedTuple,
    Protocol,
    Self,
    TypeVar,
    TypeVarTuple,
)

from .dice import Dice
from .errors import RulesError, SetupError, capitalise, listed, quoted, shortlist
from .features import SEATS, Feature, Layout, PictureFeatures
from .options import Options
from .picture import START, VISITED, Fact, Picture, Tag, Tile
from .status import Chance, Move, Over, Player, Status, Turn

if TYPE_CHECKING:
    from types import ModuleType

__all__ = [
    "SEATS",
    "START",
    "VISITED",
    "AnyGame",
    "Chance",
    "Example",
    "Fact",
    "Feature",
    "Game",
    "HasPlayer",
    "HiddenBoard",
    "Layout",
    "Move",
    "Over",
    "Packing",
    "Picture",
    "Player",
    "Status",
    "Tag",
    "Tile",
    "Turn",
    "games_in",
    "immutable",
    "make",
]

T = TypeVar("T")
Fields = TypeVarTuple("Fields")


class Example:
    """A finished game and its winner, as an author plays it by the rules.

    `numduel game check` plays it: only an example can show that the rules name the wrong winner.

    Args:
        moves: The moves and chance outcomes, separated by spaces.
        winner: 1 or 2; None for a draw.
        reason: The reason for the end; "" if it doesn't matter.
        board: The board; "" if the game has none.
        options: The options that differ from the standard.
    """

    def __init__(
        self,
        moves: str,
        winner: int | None,
        reason: str = "",
        board: str = "",
        options: Mapping[str, object] = {},
    ) -> None:  # a plain class: every start creates it, and a named tuple takes a millisecond
        self.moves = moves
        self.winner = winner
        self.reason = reason
        self.board = board
        self.options = options


class Packing(NamedTuple):
    """The description of a game for the compiled core, in addition to the options."""

    state: Callable[..., Any]
    """The class of positions."""
    part: Callable[..., Any] | None = None
    """The class of one player's part of a position, if that is a tuple."""
    numbers: tuple[int, ...] = ()
    """The numbers on the board, cell by cell; 0 for a hidden number."""
    extra: int = 0
    """The cells that grant an extra move, as bits."""
    diagonal: int = 0
    """The cells that allow a diagonal move, as bits."""


if TYPE_CHECKING:

    def make(kind: Callable[[*Fields], T], fields: tuple[*Fields]) -> T:
        """Return a named tuple of these fields, twice as fast as calling the class."""
else:
    make = tuple.__new__


def _return_itself(value: T, memo: object = None) -> T:
    return value


def immutable(kind: type[T]) -> type[T]:
    """Declare that instances of a class never change, so that a copy is the object itself.

    >>> from copy import deepcopy
    >>> @immutable
    ... class Pile(NamedTuple):
    ...     stones: int
    >>> pile = Pile(3)
    >>> deepcopy(pile) is pile
    True
    """
    for name in ("__copy__", "__deepcopy__"):
        setattr(kind, name, _return_itself)
    return kind


class HasPlayer(Protocol):
    """A state that names the player whose move it is or would be."""

    @property
    def player(self) -> Player: ...


O = TypeVar("O", bound=Options)  # noqa: E741 - the options of a game
S = TypeVar("S", bound=HasPlayer)  # its states
B = TypeVar("B")  # its board


class _Summary:
    """The summary of a game, with the values of its options; of a class, with the defaults."""

    def __init__(self, text: str) -> None:
        self._text = text

    def check(self, kind: "type[AnyGame]") -> None:
        """Raise RulesError if the text names something that is not an option."""
        try:
            self._text.format_map(dict.fromkeys(kind.options_type.fields, 0))
        except (AttributeError, KeyError, LookupError, ValueError) as error:
            wrong = f"the summary of {kind.__name__} has {error} in braces"
            raise RulesError(f"{wrong}: only names of its options can be there") from None

    def __get__(self, game: "AnyGame | None", kind: "type[AnyGame]") -> str:
        return self._text.format_map(vars(game.options if game else kind.options_type()))


def _final_status(game: "AnyGame", state: HasPlayer) -> Over:
    """Return the status of a position in which the game has ended."""
    status = game.status(state)
    assert isinstance(status, Over)
    return status


OTHER_ENDINGS = frozenset({"resigned", "stopped", "forfeited"})
"""Reasons to end a match that are not rules, so no game may use them."""


DECLARED = ("id", "title", "summary", "reasons")
"""The attributes that every game class declares."""


def is_id(text: str) -> bool:
    """Return whether a text can be the id of a game."""
    letters = text.replace("_", "")
    return letters.isascii() and letters.isalnum() and letters == letters.lower()


def _check_declarations(kind: "type[AnyGame]") -> None:
    """Raise RulesError for a class whose declarations are missing or cannot be used."""
    declared = {
        name: value for base in reversed(kind.__mro__) for name, value in vars(base).items()
    }
    missing = tuple(name for name in DECLARED if name not in declared)
    if isinstance(summary := declared.get("summary"), _Summary):
        summary.check(kind)
    is_concrete = not any(
        getattr(value, "__isabstractmethod__", False) for value in declared.values()
    )
    if missing and is_concrete:
        needed = listed(DECLARED, "and")
        raise RulesError(f"{kind.__name__} lacks {listed(missing, 'and')}: a game has {needed}")
    id, reasons = declared.get("id", "x"), declared.get("reasons", ("x",))
    if not (isinstance(id, str) and is_id(id)):
        raise RulesError(f"{kind.__name__} has the id {quoted(str(id))}: use a-z, 0-9 and _ alone")
    if not (isinstance(reasons, tuple) and reasons):
        raise RulesError(f'{kind.__name__} needs a tuple of reasons, such as ("exact", "stuck")')
    noun = declared.get("noun", "move")
    if not (isinstance(noun, str) and noun.isalpha() and noun.islower()):
        raise RulesError(f'{kind.__name__} needs a noun in lower case, such as "cell" or "number"')
    if taken := OTHER_ENDINGS.intersection(reasons):
        raise RulesError(
            f"the reason {min(taken)} is reserved for how people end a game: choose another"
        )


@immutable
class Game(ABC, Generic[O, S, B]):
    """The rules of one game, bound to options and a board.

    A game never changes, and its states are small tuples: each method computes its answer from a
    state. Get a game from `new`. To write your own, see CONTRIBUTING.md.

    Examples:
        >>> import numduel
        >>> game = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
        >>> state = game.play(game.start(), "0,0")
        >>> game.status(state).player, game.objection(state, "1,1")
        (<Player.TWO: 1>, 'the 5, centre, is not an edge cell')
        >>> game.deed(game.start(), "0,0")
        'Player 1 started on the 4, top left: 4 of 15'
        >>> quest, race = numduel.new("quest"), numduel.new("race")
        >>> quest.chance, quest.hidden, race.endless
        (True, True, True)
    """

    # ==== required: four declarations, a vocabulary and four methods. The rest has defaults that
    # suit most games.

    id: ClassVar[str]
    """Short name, such as "maze"."""
    title: ClassVar[str]
    """Display name, such as "Number Maze"."""
    summary: ClassVar[str]
    """The goal in one line. The class writes {target} for the value of that option."""
    reasons: ClassVar[tuple[str, ...]]
    """The possible reasons for the end, such as "exact", "stuck" or "reached"."""

    vocabulary: tuple[Move, ...]
    """Every move that can occur with these options, in a fixed order."""

    @abstractmethod
    def start(self) -> S:
        """Return the position before the first move."""

    @abstractmethod
    def status(self, state: S) -> Status:
        """Return what happens next: a player's `Turn`, `Chance`, or the game is `Over`.

        Examples:
            >>> import numduel
            >>> game = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
            >>> match game.status(game.start()):
            ...     case numduel.Turn(player, moves):
            ...         print(player, "has", len(moves), "moves")
            ...     case numduel.Chance(odds):
            ...         print("chance decides")
            ...     case numduel.Over(winner, reason) as over:
            ...         print("a draw" if over.is_draw else f"{winner} has won")
            Player 1 has 8 moves
        """

    @abstractmethod
    def play(self, state: S, move: Move) -> S:
        """Return the position after a move or chance outcome that `status` offers."""

    @abstractmethod
    def picture(self, state: S) -> Picture:
        """Return the `Picture` of a position, for screens."""

    # ==== optional: what is special about this game

    options_type: ClassVar[type[Options]] = Options
    has_draws: ClassVar[bool] = False
    """Whether the game can end as a draw, `Over(None, reason)`. None of the five games can."""
    chance: ClassVar[bool] = False
    """Whether chance decides something during play, not only in the deal."""
    hidden: ClassVar[bool] = False
    """Whether a dealer holds numbers that the players can't see."""
    endless: ClassVar[bool] = False
    """Whether play can go in circles."""
    daily_duel: ClassVar[bool] = False
    """Whether the daily duel can use this game. It needs boards, some of them fair."""
    skill_options: ClassVar[Mapping[str, bool | int | str]] = {}
    """Options with which skill decides, if luck alone decides by the book.

    Wherever people choose the game, they are offered both as equals.
    """
    large_options: ClassVar[Mapping[str, bool | int | str]] = {}
    """Options for the largest boards on which every position can be solved, for hard exams.

    They are added to `skill_options`.
    """
    examples: ClassVar[tuple[Example, ...]] = ()
    """Finished games with their winners, to compare the rules with."""
    noun: ClassVar[str] = "move"
    """A word for what players choose on its tiles, for hints: "cell", "number"."""
    list_order: ClassVar[int] = 100
    """Its position when the games are listed: lower numbers first."""
    compiled: ClassVar[str] = ""
    """Name of its rules in the compiled core, without "Rules"; empty if only Python has them.

    Subclasses don't inherit it, since their rules can differ.
    """

    has_visible_deal: bool = False
    """Whether deals differ visibly before the first move. False for quest: its deal is hidden."""
    chance_outcomes: tuple[Move, ...] = ()
    """Every outcome that chance can have with these options, in a fixed order."""
    is_pure_luck: bool = False
    """Whether no choice ever changes the players' chances, with these options."""
    max_plies: int | None = None
    """Upper bound on the plies of a game with these options; None if unlimited or unknown."""

    # ---- options and board

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if isinstance(text := cls.__dict__.get("summary"), str):
            setattr(cls, "summary", _Summary(text))  # noqa: B010 - which is read as a text
        _check_declarations(cls)

    def __init__(self, options: O, board: B = None) -> None:  # type: ignore[assignment]
        """Bind the rules; raise `SetupError` if the board does not suit the options."""
        self.options = options
        """Its options, one attribute each: `game.options.target`."""
        self._board = board

    @classmethod
    def setup(cls, given: Mapping[str, object], board: str | None, dice: Dice) -> Self:
        """Return a game with these options and this board; deal what is not given."""
        if board is None:
            options = cls.options_type(**given)
            return cls._build(options, cls.deal(options, dice))  # type: ignore[arg-type]
        given_board = cls.read_board(board)
        implied = cls.implied(given_board)
        for name, value in implied.items():
            asked = cls.options_type.fields[name].accept(given.get(name, value))
            if asked != value:
                raise SetupError(f"{name} is {asked}, but this board needs {value}")
        options = cls.options_type(**{**given, **implied})
        return cls._build(options, cls.complete(options, given_board, dice))  # type: ignore[arg-type]

    @classmethod
    def _build(cls, options: O, board: B) -> Self:
        """Return a game; raise RulesError if it has no vocabulary."""
        game = cls(options, board)
        if not (isinstance(getattr(game, "vocabulary", None), tuple) and game.vocabulary):
            where = "set it in the class or in __init__ to a tuple of all possible moves"
            raise RulesError(f"{cls.title} has no vocabulary: {where}")
        return game

    @classmethod
    def deal(cls, options: O, dice: Dice) -> B:
        """Return a random board."""
        return None  # type: ignore[return-value]

    @classmethod
    def boards(cls, options: O) -> Iterator[tuple[B, int]] | None:
        """Return all boards, or None if there are too many to list.

        One board may stand for several that are worth the same; the number says how many.
        """
        return None

    @classmethod
    def read_board(cls, text: str) -> B:
        """Return the board that a text describes; raise SetupError if it is not a board."""
        raise SetupError(f"{cls.title} has no board")

    @classmethod
    def implied(cls, board: B) -> dict[str, object]:
        """Return the options that follow from a given board, such as its size."""
        return {}

    @classmethod
    def complete(cls, options: O, board: B, dice: Dice) -> B:
        """Return a given board with its missing parts dealt."""
        return board

    @property
    def board(self) -> str:
        """The board as text, as everyone knows it before the first move."""
        return ""

    def public(self) -> Self:
        """Return this game without what only the dealer knows."""
        return self

    def packing(self) -> Packing | None:
        """Return what the compiled core reads besides the options; None without compiled rules.

        See docs/compiled.md.
        """
        return None

    def packed_game(self) -> "AnyGame":
        """Return the game whose compiled rules play this one (default: itself).

        The positions of the two, the order of their moves and all values must be the same.
        """
        return self

    # ---- rules

    def objection(self, state: S, move: Move) -> str | None:
        """Return why a move of the vocabulary is not allowed now; None if it is legal."""
        match self.status(state):
            case Over():
                return "the game is over"
            case Chance():
                return "chance decides next"
        return self.forbids(state, move)

    def forbids(self, state: S, move: Move) -> str | None:
        """Return why the player to move can't make this move; None if it is legal."""
        status = self.status(state)
        is_legal = isinstance(status, Turn) and move in status.moves
        return None if is_legal else f"{move} is not allowed now"

    def check_status(self, status: Status) -> None:
        """Raise `RulesError` for a status that this game can't have."""
        if isinstance(status, Over):
            if status.is_draw:
                self.check_draw()
            if status.reason not in self.reasons:
                known = listed(self.reasons, "and")
                wrong = f"{self.title} ended for the reason {quoted(str(status.reason))}"
                raise RulesError(f"{wrong}, but the class declares {known}")
        elif isinstance(status, Turn) and not status.moves:
            wrong = f"{self.title} gives {status.player} a turn without a move"
            raise RulesError(f"{wrong}: return Over where no move is left")

    def check_draw(self) -> None:
        """Raise `RulesError` unless the game declares draws.

        Call it when `status` returns an `Over` without a winner.
        """
        if not self.has_draws:
            undeclared = "but the class does not declare has_draws = True"
            raise RulesError(f"{self.title} ended without a winner, {undeclared}")

    def undeclared_chance(self) -> RulesError:
        """Return the `RulesError` for a chance outcome in a game that declares no chance."""
        undeclared = "but the class does not declare chance = True"
        return RulesError(f"{self.title} has a chance outcome, {undeclared}")

    def embedding_in(self, larger: Self) -> S | None:
        """Return the equivalent of the start in a larger game; None if there is none."""
        return None

    def view(self, state: S, player: Player) -> S:
        """Return what a player may know of a position (default: everything)."""
        return state

    def key(self, state: S) -> object:
        """Return a key such that positions with equal keys are worth the same."""
        return state

    # ---- text

    def expects(self, state: S) -> str:
        """Return what a player can type here, as a phrase: "a number from 1 to 9"."""
        status = self.status(state)
        return shortlist(status.moves) if isinstance(status, Turn) else "nothing"

    def rule_page(self) -> str | None:
        """Return the rules in Markdown, if the game brings them itself; None to look for a page."""
        return None

    @classmethod
    def list_endings(cls) -> list[str]:
        """Return a phrase for each reason for the end, for a generated rule page."""
        return list(cls.reasons)

    def aliases(self, state: S) -> Mapping[str, Move | None]:
        """Return other words for moves in this position; None for a word without a move."""
        return {}

    def nowhere(self, state: S, word: str) -> str:
        """Return why a word of `aliases` stands for no move here."""
        return f"{word} leads off the grid from here"

    # The next four name players by str(player). `views.narration` replaces that by a name, or by
    # "you" for the reader. To suit both, use the past tense for what happened, and can, may or
    # could for what may happen.

    def question(self, state: S) -> str:
        """Return the decision of the player to move in a few words: "move where (row,col)?".

        Like `deed` and `ending`, it names players and addresses no one.
        """
        return f"play which move ({self.expects(state)})?"

    def deed(self, state: S, move: Move) -> str:
        """Return what a move or chance did: "Player 1 moved to the 3, top middle: 7 of 15"."""
        if isinstance(self.status(state), Chance):
            return f"{move} was drawn"
        return f"{state.player} played {move}"

    def threat(self, state: S, move: Move) -> str | None:
        """Return what a good move can do to the other player; None if nothing special.

        "Player 2 can take 8, so Player 1 can't take the 9 that reaches 50"
        """
        return None

    def ending(self, state: S) -> str:
        """Return how a finished game was decided: "Player 2 reached exactly 15"."""
        return f"the game ended for this reason: {_final_status(self, state).reason}"

    def prospect(self, state: S) -> str:
        """Return how a line that was not played would end: "Player 2 would reach exactly 15"."""
        return f"the game would end for this reason: {_final_status(self, state).reason}"

    # The next five are the dialogue of `--classic`, as in the rule book.

    def drawing(self) -> list[str]:
        """Return the board at the start as the rule book draws it, line by line."""
        return []

    def intro(self) -> list[str]:
        """Return the rule book's lines before the first turn."""
        return []

    def ask(self, state: S) -> list[str]:
        """Return the rule book's lines before a move; the last is the prompt."""
        picture = self.picture(state)
        return [f"{state.player}'s turn.", *picture.lines(), f"{capitalise(self.question(state))} "]

    def report(self, state: S, move: Move) -> list[str]:
        """Return the rule book's lines after a move or a chance outcome."""
        return [f"{capitalise(self.deed(state, move))}.", ""]

    def verdict(self, state: S) -> list[str]:
        """Return the rule book's last lines: the final one names the winner or the draw."""
        over = _final_status(self, state)
        result = "The game is a draw." if over.is_draw else f"{over.winner} wins the game!"
        return [f"{capitalise(self.ending(state))}.", result]

    # ---- picture and features

    def to_move_and_winner(self, state: S) -> tuple[Player | None, Player | None]:
        """Return who is to move and who has won, as a picture shows it."""
        status = self.status(state)
        return (None, status.winner) if isinstance(status, Over) else (state.player, None)

    def layout(self) -> Layout:
        """Return the meaning of `features`: rows and columns of tiles, and each `Feature`."""
        return self._picture_features.layout

    def features(self, state: S, player: Player) -> tuple[int, ...]:
        """Return a position as integers, seen by a player: their own before the opponent's.

        The integers determine everything that the player may know. See docs/environments.md.
        """
        picture, is_to_move = self.picture(state), state.player == player
        return self._picture_features.numbers(
            picture, self.status(state), player, is_to_move=is_to_move
        )

    @cached_property
    def _picture_features(self) -> PictureFeatures:
        return PictureFeatures(self.title, self.picture(self.start()))

    # ---- comparing and copying

    @cached_property
    def _identity(self) -> tuple[Any, ...]:
        """The values that distinguish this game from others; cached, because it is used often."""
        return (type(self), self.options, self.board)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and other._identity == self._identity

    @cached_property
    def _hash(self) -> int:
        return hash(self._identity)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        parts = [f"{name}={value!r}" for name, value in vars(self.options).items()]
        if self.board:
            parts.append(f"board={self.board!r}")
        return f"<{self.title}: {', '.join(parts)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.options, self._board)


class HiddenBoard(Game[O, S, B]):
    """A game whose board only a dealer knows, until play reveals it.

    States contain nothing hidden: revealing a number is a Chance, which the dealer answers. The
    public game has an empty board, and `board` reveals nothing.
    """

    hidden = True

    @abstractmethod
    def public(self) -> Self:
        """Return this game without what only the dealer knows."""

    @abstractmethod
    def dealt(self, dice: Dice) -> Self:
        """Return this game with a complete board for the dealer; deal what is missing."""

    @abstractmethod
    def answer(self, state: S) -> Move | None:
        """Return what the dealer's board says about a Chance; None if that part is not dealt."""

    @abstractmethod
    def shown(self, state: S, before: str = "") -> str:
        """Return the board as text, with what this state or the text `before` shows."""

    @abstractmethod
    def laid_open(self) -> str:
        """Return the dealer's whole board as text, for the end of the game."""

    def on(self, board: str) -> Self:
        """Return this game with a dealer's board from text."""
        return type(self)(self.options, self.read_board(board))


AnyGame = Game[Any, Any, Any]
"""The type of any game, for annotations: `def play(game: numduel.AnyGame) -> None`."""


def games_in(module: "ModuleType") -> list[type[AnyGame]]:
    """Return the games that a module defines; a shared base class has no id."""
    return [
        thing
        for thing in vars(module).values()
        if isinstance(thing, type)
        and issubclass(thing, Game)
        and thing.__module__ == module.__name__
        and hasattr(thing, "id")
    ]
