"""What a game is: what rules answer, what a screen draws, and what a program that learns sees."""

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
from .errors import SetupError
from .options import Options
from .status import Chance, Move, Over, Player, Status, Turn

__all__ = [
    "SEATS",
    "START",
    "VISITED",
    "AnyGame",
    "Chance",
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
    "immutable",
    "make",
]

T = TypeVar("T")
Fields = TypeVarTuple("Fields")


class Tag(NamedTuple):
    """Something a tile shows beside its number: a mark for it, and what it means."""

    mark: str
    meaning: str
    player: Player | None = None


VISITED = tuple(Tag(f"p{p + 1}", f"visited by {p}", p) for p in Player)
START = tuple(Tag(f"S{p + 1}", f"{p}'s start", p) for p in Player)


class Tile(NamedTuple):
    """One square of a picture."""

    label: str
    tokens: tuple[Player, ...] = ()
    tags: tuple[Tag, ...] = ()
    move: Move | None = None
    """What pointing at this tile means, allowed or not."""

    @property
    def face(self) -> str:
        """Its label, or the marks of a tile without one."""
        return self.label or "".join(tag.mark for tag in self.tags)


class Fact(NamedTuple):
    """Something a picture says in words: "Player 1, Cumulative Total: 7 of 15"."""

    label: str
    value: int | str
    player: Player | None = None
    limit: int | None = None

    @property
    def words(self) -> str:
        """The fact without its player: "Cumulative Total: 7 of 15"."""
        of = "" if self.limit is None else f" of {self.limit}"
        return f"{self.label}: {self.value}{of}"


class Picture(NamedTuple):
    """What any screen draws of a position."""

    rows: tuple[tuple[Tile, ...], ...]
    facts: tuple[Fact, ...]
    player: Player | None
    """Who is to move; None when the game is over."""
    winner: Player | None = None
    first: int | None = None
    """The number of the first row and column; None where tiles have no coordinates."""

    @property
    def tiles(self) -> list[Tile]:
        """The tiles, row by row."""
        return [tile for row in self.rows for tile in row]

    def legend(self) -> dict[str, str]:
        """What the tokens and marks in it mean."""
        tiles = self.tiles
        tokens = {player.token: f"{player}'s token" for tile in tiles for player in tile.tokens}
        marks = {tag.mark: tag.meaning for tile in tiles for tag in tile.tags}
        return {**tokens, **dict(sorted(marks.items()))}


class Feature(NamedTuple):
    """What is told of a position in whole numbers from 0 on: one a tile, or a single one."""

    name: str
    highest: int
    per_tile: bool = False


class Packing(NamedTuple):
    """The description of a game that the compiled core reads, beside its options."""

    state: Callable[..., Any]
    """Makes a position, from what its fields hold."""
    part: Callable[..., Any] | None = None
    """Makes what one player has in a position, where that is a tuple in it."""
    numbers: tuple[int, ...] = ()
    """The numbers on the board, cell by cell; 0 for a hidden one."""
    extra: int = 0
    """The cells that give an extra move, as bits."""
    diagonal: int = 0
    """The cells from which diagonal steps are allowed, as bits."""


Layout = tuple[tuple[int, int], tuple[Feature, ...]]
"""Rows and columns of the tiles, and what is told of a position, in order."""

SEATS = (Feature("seat", 2), Feature("to move", 1))
"""What every game tells last: who looks at the position, 1 or 2, and whether they are to move."""


if TYPE_CHECKING:

    def make(kind: Callable[[*Fields], T], fields: tuple[*Fields]) -> T:
        """A named tuple from its fields: the same as calling it, in half the time."""
else:
    make = tuple.__new__


def _itself(value: T, memo: object = None) -> T:
    return value


def immutable(kind: type[T]) -> type[T]:
    """Declare that nothing of this kind ever changes: a copy of one is that one itself.

    >>> from copy import deepcopy
    >>> @immutable
    ... class Pile(NamedTuple):
    ...     stones: int
    >>> pile = Pile(3)
    >>> deepcopy(pile) is pile
    True
    """
    for name in ("__copy__", "__deepcopy__"):
        setattr(kind, name, _itself)
    return kind


class HasPlayer(Protocol):
    """What every state tells: whose move it is, or would be."""

    @property
    def player(self) -> Player: ...


O = TypeVar("O", bound=Options)  # noqa: E741 - the options of a game
S = TypeVar("S", bound=HasPlayer)  # its states
B = TypeVar("B")  # its board


class _Summary:
    """The idea of a game in words: of a kind of game with its usual options, of a game with its."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __get__(self, game: "AnyGame | None", kind: "type[AnyGame]") -> str:
        return self._text.format_map(vars(game.options if game else kind.options_type()))


@immutable
class Game(ABC, Generic[O, S, B]):
    """The rules of one game, bound to options and to a dealt board; immutable.

    A game's file fills this in, in the order: options, state, rules, text, picture. Everything
    else (matches, records, dialogues, screens) is derived from what stands here. What every game
    must say comes first; below that are answers that suit most games.
    """

    # ---- what a game declares

    id: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    """The idea of the game in one line; an option in it, such as {target}, stands for its value."""
    reasons: ClassVar[tuple[str, ...]]
    """The words for how it can end: "exact", "over", "stuck", "reached", "closest"."""
    options_type: ClassVar[type[Options]] = Options
    list_order: ClassVar[int] = 100
    """Its position when the games are listed: lower numbers first."""
    chance: ClassVar[bool] = False
    """Whether something is drawn in play, after the set-up."""
    hidden: ClassVar[bool] = False
    """Whether a dealer holds secrets: see `HiddenBoard`."""
    endless: ClassVar[bool] = False
    """Whether play can go in circles, and so for ever."""
    daily_duel: ClassVar[bool] = False
    """Whether the daily duel may be a match of it: it has boards, and fair ones among them."""
    compiled: ClassVar[str] = ""
    """The name of its rules in the compiled core, without "Rules"; empty if only Python has them.

    A class says it for itself: one that inherits from it may have other rules.
    """

    vocabulary: tuple[Move, ...]
    """All moves there can ever be under these options, in a fixed order; set by `__init__`."""

    # ---- what every game answers

    @abstractmethod
    def start(self) -> S:
        """The position before the first move."""

    @abstractmethod
    def status(self, state: S) -> Status:
        """The one question everything asks: whose turn, what chance, or who won."""

    @abstractmethod
    def play(self, state: S, move: Move) -> S:
        """The position after a move that `status` offers; others are a match's to refuse."""

    @abstractmethod
    def forbids(self, state: S, move: Move) -> str | None:
        """Why the player to move may not make this move of the vocabulary; None if they may."""

    @abstractmethod
    def expects(self, state: S) -> str:
        """What may be typed here, as a phrase: "a number from 1 to 9"."""

    @abstractmethod
    def ask(self, state: S) -> list[str]:
        """The lines that put a turn to its player; the last is the prompt."""

    @abstractmethod
    def report(self, state: S, move: Move) -> list[str]:
        """The lines that tell what a move, or chance, did in this position."""

    @abstractmethod
    def verdict(self, state: S) -> list[str]:
        """The lines that end the game."""

    @abstractmethod
    def picture(self, state: S) -> Picture:
        """What any screen draws of a position: nothing a player needs is missing from it."""

    @abstractmethod
    def layout(self) -> Layout:
        """What `features` tells, in order; it follows from the options alone."""

    @abstractmethod
    def features(self, state: S, player: Player) -> tuple[int, ...]:
        """A position in whole numbers, as this player sees it: their own before the opponent's.

        They determine it as far as the player may know it. The last are those of `SEATS`.
        """

    # ---- setting up

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if isinstance(text := cls.__dict__.get("summary"), str):
            setattr(cls, "summary", _Summary(text))  # noqa: B010 - which is read as a text

    def __init__(self, options: O, board: B) -> None:
        """Bind the rules; SetupError if the board does not suit the options."""
        self.options = options
        self._board = board

    @classmethod
    def setup(cls, given: Mapping[str, object], board: str | None, dice: Dice) -> Self:
        """A game from what somebody asked for; what was left open is drawn."""
        if board is None:
            options = cls.options_type(**given)
            return cls(options, cls.deal(options, dice))  # type: ignore[arg-type]
        laid = cls.read_board(board)
        implied = cls.implied(laid)
        for name, value in implied.items():
            asked = cls.options_type.fields[name].accept(given.get(name, value))
            if asked != value:
                raise SetupError(f"{name} is given as {asked}, but the board's is {value}")
        options = cls.options_type(**{**given, **implied})
        return cls(options, cls.complete(options, laid, dice))  # type: ignore[arg-type]

    @classmethod
    def deal(cls, options: O, dice: Dice) -> B:
        """The random set-up."""
        return None  # type: ignore[return-value]

    @classmethod
    def boards(cls, options: O) -> Iterator[tuple[B, int]] | None:
        """Every board there is, or one for several that are worth the same, and for how many.

        None where they are too many to list.
        """
        return None

    @classmethod
    def read_board(cls, text: str) -> B:
        """The board that a text describes, as far as the text alone can tell."""
        raise SetupError(f"{cls.title} has no board")

    @classmethod
    def implied(cls, board: B) -> dict[str, object]:
        """The options that a given board settles, such as its size."""
        return {}

    @classmethod
    def complete(cls, options: O, board: B, dice: Dice) -> B:
        """A given board with what it left open dealt."""
        return board

    @property
    def board(self) -> str:
        """The board in text, as far as everybody knows it before the first move."""
        return ""

    @property
    def has_visible_deal(self) -> bool:
        """Whether deals with these options differ in what players see before the first move."""
        return False

    @property
    def chance_outcomes(self) -> tuple[Move, ...]:
        """Everything that chance can ever draw under these options, in a fixed order."""
        return ()

    @property
    def max_plies(self) -> int | None:
        """Upper bound on the plies of a game with these options, or None."""
        return None

    def public(self) -> Self:
        """This game without what a dealer alone knows."""
        return self

    def packing(self) -> Packing | None:
        """Return the description for the compiled core; None where `compiled` is empty."""
        return None

    # ---- rules

    def objection(self, state: S, move: Move) -> str | None:
        """Why a move is not allowed; None exactly for the moves of `status`."""
        match self.status(state):
            case Over():
                return "the game is over"
            case Chance():
                return "it is for chance to decide now"
        return self.forbids(state, move)

    def embedding_in(self, larger: Self) -> S | None:
        """Return the equivalent of the start in a larger game of its kind; None if there is none."""
        return None

    def view(self, state: S, player: Player) -> S:
        """What this player may know of a position; everything, unless the game says otherwise."""
        return state

    def key(self, state: S) -> object:
        """Equal keys are worth the same; the state itself, unless the game says otherwise."""
        return state

    # ---- text

    def aliases(self, state: S) -> Mapping[str, Move | None]:
        """Other words for moves in this position; None for one that leads nowhere."""
        return {}

    def nowhere(self, state: S, word: str) -> str:
        """Why a word that `aliases` has no move for leads nowhere from here."""
        return f"{word} leads off the grid from here"

    def drawing(self) -> list[str]:
        """The board at the start as the rule book draws it; nothing where there is none."""
        return []

    def intro(self) -> list[str]:
        """The lines before the first turn."""
        return []

    # The next four name players by str(player) and speak to nobody: `views.sentences` puts in
    # names, or "you" for the one who reads. So that both fit, what happened is told in the past,
    # and what may happen with can, may and could.

    def question(self, state: S) -> str:
        """What the player to move decides, in few words: "move where (row,col)?"."""
        return "play which move?"

    def deed(self, state: S, move: Move) -> str:
        """What a move, or chance, did: "Player 1 moved to (0,1), adding 3: 7 of 15"."""
        if isinstance(self.status(state), Chance):
            return f"{move} was drawn"
        return f"{state.player} played {move}"

    def threat(self, state: S, move: Move) -> str | None:
        """What a good move can do to the other player; None if nothing special.

        "Player 2 can take 8, so that Player 1 may not take the 9 that reaches 50"
        """
        return None

    def ending(self, state: S) -> str:
        """How a finished game was decided: "Player 2 reached exactly 15 on (1,1)"."""
        status = self.status(state)
        assert isinstance(status, Over)
        return f"the game ended: {status.reason}"

    # ---- picture

    def to_move_and_winner(self, state: S) -> tuple[Player | None, Player | None]:
        """Who is to move and who has won, as a picture shows it."""
        status = self.status(state)
        return (None, status.winner) if isinstance(status, Over) else (state.player, None)

    # ---- being a value

    @cached_property
    def _identity(self) -> tuple[Any, ...]:
        """What makes it this game and no other; worked out once, since it is asked for often."""
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
    """A game whose board is known to a dealer alone, and shown by play.

    States hold nothing hidden: what is uncovered is a Chance, which the dealer answers. The public
    game is the same with nothing on its board, and `board` tells nothing of it.
    """

    hidden = True

    @abstractmethod
    def public(self) -> Self:
        """This game without what the dealer alone knows."""

    @abstractmethod
    def dealt(self, dice: Dice) -> Self:
        """This game with a whole board for the dealer: what is not laid down yet is drawn."""

    @abstractmethod
    def answer(self, state: S) -> Move | None:
        """How the dealer's board settles a Chance; None where nothing is laid down for it."""

    @abstractmethod
    def shown(self, state: S, before: str = "") -> str:
        """The board in text, as far as this state shows it, or this text did before."""

    @abstractmethod
    def laid_open(self) -> str:
        """The dealer's board in text, for when everybody may see it."""

    def on(self, board: str) -> Self:
        """This game with the dealer's board as far as a text tells it."""
        return type(self)(self.options, self.read_board(board))


AnyGame = Game[Any, Any, Any]
"""Any game, for code that asks every game the same questions."""
