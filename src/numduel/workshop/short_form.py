"""Games in a few lines: an author declares the parts of a position and writes three methods."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from string import Formatter
from typing import Any, ClassVar, Generic, NoReturn, TypeVar, get_args, get_origin

from ..core import (
    SEATS,
    Chance,
    Fact,
    Game,
    Layout,
    Move,
    Over,
    Picture,
    Player,
    Status,
    Tile,
    Turn,
)
from ..dice import Dice
from ..errors import NumduelError, RulesError, SetupError, describe_error, line_of, listed, quoted
from ..grid import read_number, read_table, write_rows
from ..options import Options
from .moves import Cells, Moves, Words
from .parts import Board, BoardNumbers, Cell, Grid, Hidden, Position, Tokens, first_of, list_boards

__all__ = ["ShortGame"]

O = TypeVar("O", bound=Options)  # noqa: E741 - the options of a game
P = TypeVar("P", bound=Position)  # its positions
M = TypeVar("M")  # its moves, as the author uses them

ASKED = frozenset({"player", "other", "expects"})
TOLD = frozenset({"player", "other", "move"})
ENDED = frozenset({"player", "other", "winner", "loser", "reason"})


class ShortGame(Game[O, P, BoardNumbers | None], Generic[O, P, M]):
    """A game in the short form. Everything that it doesn't define follows from its parts.

    Name the class of its options, of its positions and of its moves in brackets. Define `why_not`,
    `change` and `ended`. Everything else of `Game` can be overridden, one method after the other.

    >>> from numduel.workshop import Number, Numbers
    >>> class Pile(Position):
    ...     stones = Number(start=7, highest=7)
    >>> class Subtract(ShortGame[Options, Pile, int]):
    ...     id = "subtract"
    ...     title = "Subtract"
    ...     summary = "Take the last stone."
    ...     moves = Numbers(1, 3)
    ...     endings = {"last": "{winner} took the last stone"}
    ...     def why_not(self, pile, number):
    ...         return None if number <= pile.stones else "there are not that many stones"
    ...     def change(self, pile, number):
    ...         pile.stones -= number
    ...     def ended(self, pile):
    ...         return None if pile.stones else Over(pile.player.other, "last")
    >>> game = Subtract.setup({}, None, Dice(1))
    >>> game.status(game.play(game.start(), "2"))
    Turn(player=<Player.TWO: 1>, moves=('1', '2', '3'))
    """

    position_type: ClassVar[type[Position]]
    """The class of its positions, from the brackets."""
    moves: ClassVar[Moves[Any]] = Cells()
    """All its moves; by default the cells of its board."""
    outcomes: ClassVar[Moves[Any] | None] = None
    """Everything that chance can draw, in a game with dice; see `odds`."""
    endings: ClassVar[Mapping[str, str | tuple[str, str]]] = {}
    """A sentence for each reason for the end: "{winner} took the last stone".

    A pair also has the sentence for a line that was not played: "{winner} would take the last
    stone". Sentences can contain {winner}, {loser}, {player} (to move) and {other}.
    """
    asks: ClassVar[str] = ""
    """The question to a player: "take how many stones ({expects})?"."""
    tells: ClassVar[str] = "{player} played {move}"
    """A sentence about a move: "{player} took {move}"."""

    # ==== to define

    @abstractmethod
    def why_not(self, position: P, move: M) -> str | None:
        """Return why the player to move can't make this move; None if it is legal."""

    @abstractmethod
    def change(self, position: P, move: M) -> Player | None:
        """Change the position, which is a copy; return who moves next, or None for the other."""

    @abstractmethod
    def ended(self, position: P) -> Over | None:
        """Return how the game has ended; None if it goes on."""

    # ==== to define where a game needs it

    def stuck(self, position: P) -> Over:
        """Return how the game ends if the player to move has no legal move."""
        wrong = f"{self.title} gives {position.player} a turn without a move"
        raise RulesError(f"{wrong}: define stuck, or return Over from ended")

    def odds(self, position: P) -> Mapping[Any, int] | None:
        """Return the weight of each outcome if chance decides next; None if a player moves.

        position.player is the player whose turn it is, such as the one who throws the die.
        """
        return None

    def drawn(self, position: P, outcome: Any) -> Player | None:
        """Change the position after a chance outcome; return who moves next, as in `change`."""
        raise RulesError(f"{self.title} has chance: define drawn")

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells of the first board, row by row."""
        return list_boards(self.position_type)[0].cells(self.options)

    def cell_at(self, row: int, column: int) -> Cell | None:
        """Return a cell of the first board by its row and column, from 0; None beside the board."""
        return self._cell_at.get((row, column))

    @cached_property
    def _cell_at(self) -> dict[tuple[int, int], Cell]:
        return {(cell.row, cell.column): cell for cell in self.cells}

    @property
    def even_odds(self) -> Mapping[Any, int]:
        """The weights of `odds` if all outcomes are equally likely."""
        return dict.fromkeys(self._outcomes.values(), 1)

    # ==== what follows

    def __init_subclass__(cls, **more: Any) -> None:
        for base in getattr(cls, "__orig_bases__", ()):
            kind = get_origin(base)
            if isinstance(kind, type) and issubclass(kind, ShortGame):
                _use_type_arguments(cls, get_args(base))
        if "endings" in vars(cls):
            cls.reasons = tuple(cls.endings)
        if cls.outcomes is not None and "chance" not in vars(cls):
            cls.chance = True
        if isinstance(cls.moves, Cells) and cls.noun == Game.noun:
            cls.noun = "cell"
        super().__init_subclass__(**more)
        if hasattr(cls, "id"):
            _check_class(cls)

    def __init__(self, options: O, board: BoardNumbers | None = None) -> None:
        super().__init__(options, board)
        kind = self.position_type
        self._moves = _texts(self.moves, kind, options)
        self._outcomes = _texts(self.outcomes, kind, options) if self.outcomes else {}
        self.vocabulary = tuple(self._moves)
        self.chance_outcomes = tuple(self._outcomes)
        self._pairs = tuple(self._moves.items())
        self._parts = tuple(enumerate(kind._parts.items(), 1))
        if (dealt := _dealt_part(kind)) is not None and board is not None:
            if problem := dealt.check_deal(board, options):
                raise SetupError(problem)
            self.has_visible_deal = dealt.count_deals(options) > 1
        self._start = self._first_position()

    def _first_position(self) -> P:
        values: list[Any] = [Player.ONE]
        for _, (_, part) in self._parts:
            is_dealt = isinstance(part, Grid) and part.deal is not None
            values.append(self._board if is_dealt else part.start(self.options))
            if problem := part.check(values[-1], self.options):
                raise SetupError(f"{part.words} at the start: {problem}")
        values += [None] * (len(self.position_type._fields) - len(values))
        return tuple.__new__(self.position_type, values)  # type: ignore[return-value]

    # ---- rules

    def start(self) -> P:
        return self._start

    def status(self, state: P) -> Status:
        try:
            over = self.ended(state)
            if over is not None:
                self._check_end(over, "ended")
                return over
            if self._outcomes and (weights := self._weights(state)) is not None:
                return weights
            why_not = self.why_not
            legal = tuple([text for text, move in self._pairs if why_not(state, move) is None])
            return Turn(state[0], legal) if legal else self._end_stuck(state)
        except NumduelError:
            raise
        except Exception as error:
            self._blame(error)

    def play(self, state: P, move: Move) -> P:
        draft = self._thaw(state)
        try:
            if self._outcomes and self.odds(state) is not None:
                following = self.drawn(draft, self._outcomes[move])
            else:
                following = self.change(draft, self._moves[move])
        except NumduelError:
            raise
        except Exception as error:
            self._blame(error)
        return self._freeze(draft, state[0], following, move)

    def _thaw(self, state: P) -> Any:
        """Return a copy of a position that an author's method may change."""
        draft = self.position_type._draft_type()
        draft.player = state[0]
        for n, (name, part) in self._parts:
            setattr(draft, name, part.thaw(state[n]))
        return draft

    def _freeze(self, draft: Any, player: Player, following: object, move: Move) -> P:
        """Return the position that an author's method has made; raise RulesError if it is wrong."""
        if draft.player is not player:
            raise RulesError(f"{self.title} changed position.player: return who moves next instead")
        if not isinstance(following, Player | None):
            wrong = f"{self.title} returned {following!r} instead of a player"
            raise RulesError(f"{wrong}: return position.player, position.player.other or None")
        values: list[Any] = [player]
        options = self.options
        for _, (name, part) in self._parts:
            value = part.freeze(getattr(draft, name), options)
            if problem := part.check(value, options):
                after = f"{self.title}, after {quoted(move)}"
                raise RulesError(f"{after}: the part {name} is wrong: {problem}")
            values.append(value)
        return self._settle(values, draft, player.other if following is None else following)

    def _settle(self, values: list[Any], draft: Any, following: Player) -> P:
        """Return the position with the player whose turn it is."""
        values[0] = following
        return tuple.__new__(self.position_type, values)  # type: ignore[return-value]

    def forbids(self, state: P, move: Move) -> str | None:
        try:
            return self.why_not(state, self._moves[move])
        except NumduelError:
            raise
        except Exception as error:
            self._blame(error)

    def _weights(self, state: P) -> Chance | None:
        """Return the chance outcomes here, with their probabilities; None if a player moves."""
        weights = self.odds(state)
        if weights is None:
            return None
        assert self.outcomes is not None
        try:
            total = sum(weights.values())
            write = self.outcomes.write
            shares = ((write(value), Fraction(weight, total)) for value, weight in weights.items())
            return Chance(tuple(shares))
        except (AttributeError, TypeError, ZeroDivisionError):
            how = "return a dictionary with a whole number for each outcome, such as {1: 2, 6: 1}"
            raise RulesError(f"{self.title} has wrong odds: {how}, or None") from None

    def _end_stuck(self, state: P) -> Over:
        """Return how the game ends without a legal move."""
        for _, move in self._pairs:
            objection = self.why_not(state, move)
            if not isinstance(objection, str):
                wrong = f"{self.title} returned {objection!r} from why_not"
                raise RulesError(f"{wrong}: return the reason as a text, or None if it is legal")
        over = self.stuck(state)
        self._check_end(over, "stuck")
        return over

    def _check_end(self, over: object, method: str) -> None:
        if not isinstance(over, Over):
            wrong = f"{self.title} returned {over!r} from {method}"
            rest = ", or None if the game goes on" if method == "ended" else ""
            raise RulesError(f"{wrong}: return Over(player, reason){rest}")

    def _blame(self, error: Exception) -> NoReturn:
        """Raise RulesError with the author's line."""
        file = type(self).why_not.__code__.co_filename
        raise RulesError(f"{self.title}{line_of(error, file)}: {describe_error(error)}") from error

    # ---- boards

    @classmethod
    def deal(cls, options: O, dice: Dice) -> BoardNumbers | None:
        part = _dealt_part(cls.position_type)
        return part.dealt(options, dice) if part else None

    @classmethod
    def boards(cls, options: O) -> Iterator[tuple[BoardNumbers | None, int]] | None:
        part = _dealt_part(cls.position_type)
        return part.deals(options) if part else None

    @classmethod
    def read_board(cls, text: str) -> BoardNumbers:
        part = _board_part(cls.position_type)
        if part is None:
            return super().read_board(text)  # type: ignore[return-value]
        return _read_numbers(text, is_hidden=isinstance(part, Hidden))

    @classmethod
    def implied(cls, board: BoardNumbers | None) -> dict[str, object]:
        part = _board_part(cls.position_type)
        found: dict[str, object] = {}
        if part is None or board is None:
            return found
        for size, given, noun in zip(
            (part.rows, part.columns), board.shape, ("rows", "columns"), strict=True
        ):
            if isinstance(size, str) and found.get(size, given) == given:
                found[size] = given
            elif isinstance(size, str) or size != given:
                need = "as many rows as columns" if isinstance(size, str) else f"{size} {noun}"
                rows, columns = board.shape
                raise SetupError(f"the board has {rows} rows of {columns}; it must have {need}")
        return found

    @property
    def board(self) -> str:
        part = _dealt_part(self.position_type)
        if part is None or self._board is None:
            return ""
        return write_rows(self._board, part.shape(self.options)[1])

    # ---- text

    def expects(self, state: P) -> str:
        if isinstance(self.moves, Words):
            return super().expects(state)
        return self.moves.words(list(self._moves.values()))

    def question(self, state: P) -> str:
        if not self.asks:
            return super().question(state)
        player = state.player
        return self.asks.format(player=player, other=player.other, expects=self.expects(state))

    def deed(self, state: P, move: Move) -> str:
        if isinstance(self.status(state), Chance):
            return super().deed(state, move)
        name = self.picture(state).name_of(move)
        return self.tells.format(player=state.player, other=state.player.other, move=name)

    def ending(self, state: P) -> str:
        return self._tell_end(state, 0) or super().ending(state)

    def prospect(self, state: P) -> str:
        return self._tell_end(state, 1) or super().prospect(state)

    @classmethod
    def list_endings(cls) -> list[str]:
        return [cls._tell_reason(reason) for reason in cls.reasons]

    @classmethod
    def _tell_reason(cls, reason: str) -> str:
        """Return the sentence of a reason about any winner and loser; without one, the reason."""
        given = cls.endings.get(reason) or reason
        return (given if isinstance(given, str) else given[0]).format(
            player="the player to move",
            other="the other player",
            winner="the winner",
            loser="the loser",
            reason=reason,
        )

    def _tell_end(self, state: P, tense: int) -> str | None:
        over = self.status(state)
        assert isinstance(over, Over)
        given = self.endings.get(over.reason, ())
        texts = (given,) if isinstance(given, str) else given
        if len(texts) <= tense:
            return None
        winner, player = over.winner, state.player
        return texts[tense].format(
            player=player,
            other=player.other,
            winner="no one" if winner is None else winner,
            loser="no one" if winner is None else winner.other,
            reason=over.reason,
        )

    # ---- picture

    def picture(self, state: P) -> Picture:
        facts: list[Fact] = []
        for n, (_, part) in self._parts:
            facts += part.facts(state[n], self.options)
        rows = tuple(row for board in self._boards for row in self._rows(state, board))
        has_cells = bool(rows) and isinstance(self.moves, Cells)
        first = 1 if has_cells and len(self._boards) == 1 else None
        return Picture(rows, tuple(facts), *self.to_move_and_winner(state), first)

    def tile(self, position: P, board: Board[Any], cell: Cell) -> Tile:
        """Return the tile of a cell; override it to draw a cell in another way."""
        tile = board.tile(position[self.position_type._fields.index(board.name)], cell)
        for n, (_, part) in self._parts:
            if isinstance(part, Tokens) and part.board is board:
                here = tuple(player for player in Player if position[n][player] == cell)
                tile = tile._replace(tokens=tile.tokens + here)
        return tile

    def _rows(self, state: P, board: Board[Any]) -> Iterator[tuple[Tile, ...]]:
        is_chosen = isinstance(self.moves, Cells) and self.moves.find(self.position_type) is board
        _, columns = board.shape(self.options)
        tiles = []
        for cell in board.cells(self.options):
            tile = self.tile(state, board, cell)
            is_move = is_chosen and str(cell) in self._moves
            tiles.append(tile._replace(move=str(cell)) if is_move else tile)
        for start in range(0, len(tiles), columns):
            yield tuple(tiles[start : start + columns])

    @cached_property
    def _boards(self) -> list[Board[Any]]:
        return list_boards(self.position_type)

    # ---- features

    @cached_property
    def _shape(self) -> tuple[int, int]:
        shapes = [board.shape(self.options) for board in self._boards] or [(1, 1)]
        return max(rows for rows, _ in shapes), max(columns for _, columns in shapes)

    def layout(self) -> Layout:
        features = [f for _, (_, part) in self._parts for f in part.layout(self.options)]
        tiles = [feature for feature in features if feature.per_tile]
        rest = [feature for feature in features if not feature.per_tile]
        return self._shape, (*tiles, *rest, *SEATS)

    def features(self, state: P, player: Player) -> tuple[int, ...]:
        rows, columns = self._shape
        tiles: list[int] = []
        rest: list[int] = []
        for n, (_, part) in self._parts:
            is_board = isinstance(part, (Board, Tokens))
            (tiles if is_board else rest).extend(part.features(state[n], player, rows * columns))
        return (*tiles, *rest, player + 1, int(state.player == player))


def _read_numbers(text: str, *, is_hidden: bool) -> BoardNumbers:
    """Return the board in a text; ? is a hidden number."""
    table = read_table(text)
    cells = [cell for row in table for cell in row]
    if is_hidden and "0" in cells:
        raise SetupError("0 can't be on the board; write ? for a cell to be dealt")
    numbers = (0 if is_hidden and cell == "?" else read_number(cell) for cell in cells)
    return BoardNumbers(numbers, len(table[0]))


def _texts(moves: Moves[Any], kind: type[Position], options: Options) -> dict[Move, Any]:
    """Return all moves by their texts; raise SetupError if there are none."""
    values = moves.values(kind, options)
    if not values:
        raise SetupError("these options leave no move")
    return {moves.write(value): value for value in values}


def _dealt_part(kind: type[Position]) -> Grid | None:
    grids = (part for part in kind._parts.values() if isinstance(part, Grid) and part.deal)
    return next(grids, None)


def _board_part(kind: type[Position]) -> Grid | Hidden | None:
    return first_of(kind, Hidden) or _dealt_part(kind)


# ---- checks of the class


def _use_type_arguments(cls: type[ShortGame[Any, Any, Any]], given: tuple[Any, ...]) -> None:
    """Use the options and positions that a class names in brackets."""
    options, position, *_ = given
    if isinstance(options, type) and issubclass(options, Options):
        cls.options_type = options
    if isinstance(position, type) and issubclass(position, Position):
        cls.position_type = position


def _check_class(cls: type[ShortGame[Any, Any, Any]]) -> None:
    """Raise RulesError for declarations that don't go together."""
    name = cls.__name__
    if not hasattr(cls, "position_type"):
        how = f"class {name}(ShortGame[Options, Parts, Cell])"
        raise RulesError(f"{name} doesn't name its positions: write {how}")
    kind, known = cls.position_type, cls.options_type.fields
    has_hidden = first_of(kind, Hidden) is not None
    if has_hidden != cls.hidden:
        raise RulesError(f"{name} needs a part Hidden and the base HiddenShortGame, or neither")
    if has_hidden and _dealt_part(kind):
        raise RulesError(f"{name} has a hidden board and a dealt one: it can have one of them")
    needed = [option for part in kind._parts.values() for option in part.names()]
    needed += [*cls.moves.names(), *(cls.outcomes.names() if cls.outcomes else ())]
    for option in needed:
        if option not in known:
            options = listed(list(known), "and") or "none"
            how = "" if option.isidentifier() else "; to calculate, write a function: "
            how += "lambda options: options.NAME + 1" if how else ""
            raise RulesError(
                f"{name} uses {quoted(option)} as an option; its options are {options}{how}"
            )
    if isinstance(cls.moves, Cells):
        cls.moves.find(kind)
    _check_template(f"asks of {name}", cls.asks, ASKED)
    _check_template(f"tells of {name}", cls.tells, TOLD)
    for reason, texts in cls.endings.items():
        for text in (texts,) if isinstance(texts, str) else texts:
            _check_template(f"the ending {quoted(reason)} of {name}", text, ENDED)


def _check_template(what: str, text: object, known: frozenset[str]) -> None:
    if not isinstance(text, str):
        raise RulesError(f"{what} must be a text")
    try:
        names = {field for _, field, _, _ in Formatter().parse(text) if field is not None}
    except ValueError as error:
        raise RulesError(f"{what} has a wrong brace: {error}") from None
    if unknown := names - known:
        braces = listed([f"{{{name}}}" for name in sorted(known)], "and")
        raise RulesError(f"{what} has {{{min(unknown)}}} in braces: it can have {braces}")
