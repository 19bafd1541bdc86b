"""Questions in disguise: the same position under another name, turned around, in other words.

A disguise maps positions, moves and texts of a game one to one. So all values are the same, and a
player who works out a move chooses the corresponding one. A player who remembers positions or
games finds nothing to remember.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from itertools import product
from typing import Any, NamedTuple, Self, cast

from ..core import (
    AnyGame,
    Chance,
    Fact,
    Game,
    HiddenBoard,
    Move,
    Over,
    Picture,
    Player,
    Status,
    Tag,
    Tile,
    Turn,
)
from ..dice import Dice
from ..errors import listed
from ..grid import DIRECTIONS, write_rows
from ..options import Options
from ..play.match import Match
from ..storage.record import loads
from .questions import Question
from .story import Sentences, Story, Words, read_cell, story_of

SCALES = (2, 3, 5, 10)
"""Factors by which numbers can be multiplied."""

WAYS = (("north", "south", "west", "east"), ("fore", "aft", "port", "starboard"))
"""Other words for up, down, left and right, as in `grid.DIRECTIONS`."""

MAX_LISTED_NUMBERS = 12
"""Numbers up to which a rule page lists them all."""

MAX_STATUSES = 2**12
"""Statuses that a game remembers."""

LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Notation(NamedTuple):
    """A way to name cells by the names of their rows and columns."""

    form: str
    """The name of a cell."""
    page: str
    """The sentences of a rule page."""
    row: str
    """The names of rows: {n} counts from 1 and {r} backwards, {l} and {k} are letters."""
    column: str


NOTATIONS = (
    Notation(
        "{column}{row}",
        "The columns are called {columns} from left to right, and the rows {rows} from top to "
        "bottom. A {spot} is named by its column and its row: `{example}` is in column "
        "{example_column} and row {example_row}.",
        "{r}",
        "{l}",
    ),
    Notation(
        "{row}{column}",
        "The rows are called {rows} from top to bottom, and the columns {columns} from left to "
        "right. A {spot} is named by its row and its column: `{example}` is in row {example_row} "
        "and column {example_column}.",
        "{L}",
        "{n}",
    ),
    Notation(
        "{row}{column}",
        "The rows are called {rows} from top to bottom, and the columns {columns} from left to "
        "right. A {spot} is named by its row and its column: `{example}` is in row {example_row} "
        "and column {example_column}.",
        "{k}",
        "{l}",
    ),
    Notation(
        "{column}-{row}",
        "The columns are called {columns} from left to right, and the rows {rows} from top to "
        "bottom. A {spot} is named by its column and its row: `{example}` is in column "
        "{example_column} and row {example_row}.",
        "t{r}",
        "g{n}",
    ),
)


class Costume(NamedTuple):
    """The choices that make a disguise."""

    telling: int
    """The index of the set of words in the story."""
    turn: int = 0
    """How the board is turned, in bits: transposed, upside down, mirrored."""
    notation: int = 0
    scale: int = 1
    """The factor by which numbers are multiplied."""
    ways: int = 0
    """The index of the words for directions."""


def choose_costume(game: AnyGame, seed: str, id: str) -> Costume:
    """Return the disguise of a question; all questions of a game have the same story."""
    story = story_of(game)
    by_game = Dice.derived(0, f"story of {game.id} in the disguise {seed}")
    dice = Dice.derived(0, f"question {id} in the disguise {seed}")
    return Costume(
        by_game.below(len(story.tellings)),
        1 + dice.below(7) if story.can_turn else 0,
        dice.below(len(NOTATIONS)),
        dice.choice(SCALES) if story.can_scale else 1,
        dice.below(len(WAYS)),
    )


# ---- the map


class Mask:
    """The map from a game to its disguise, one to one."""

    def __init__(self, game: AnyGame, costume: Costume) -> None:
        self.story: Story = story_of(game)
        self.costume = costume
        picture = game.picture(game.start())
        self.size = len(picture.rows)
        self._first = picture.first or 0
        self._is_grid = self.story.can_turn
        notation = NOTATIONS[costume.notation]
        self.rows = _name_all(notation.row, self.size) if self._is_grid else ()
        self.columns = _name_all(notation.column, self.size) if self._is_grid else ()
        self.cells = self._name_cells() if self._is_grid else {}
        self.ways = self._turn_ways()
        self.words = self._collect_words(game)
        self._sentences = Sentences(self.story.sentences, self.words)
        tags = self.story.tags.items()
        self._tags = [
            Sentences([[plain, told[part]] for plain, told in tags], self.words)
            for part in range(2)
        ]

    # ---- cells and directions

    def turned(self, row: int, column: int) -> tuple[int, int]:
        """Return where a cell is in the disguise."""
        turn, last = self.costume.turn, self.size - 1
        if turn & 1:
            row, column = column, row
        return last - row if turn & 2 else row, last - column if turn & 4 else column

    def _name_cells(self) -> dict[Move, str]:
        """Return the disguised name of every cell, row by row in the plain game."""
        first = self._first
        return {
            f"{first + row},{first + column}": self._name(*self.turned(row, column))
            for row, column in product(range(self.size), repeat=2)
        }

    def _name(self, row: int, column: int) -> str:
        form = NOTATIONS[self.costume.notation].form
        return form.format(row=self.rows[row], column=self.columns[column])

    def _turn_ways(self) -> dict[str, str]:
        """Return the disguised word for each direction."""
        words = dict(zip(DIRECTIONS.values(), WAYS[self.costume.ways], strict=True))
        row, column = self.turned(0, 0)
        turned = {}
        for word, (down, across) in DIRECTIONS.items():
            there = self.turned(down, across)
            turned[word] = words[there[0] - row, there[1] - column]
        return turned

    # ---- numbers and words

    def scaled(self, number: int | str) -> int:
        return int(number) * self.costume.scale

    def move(self, move: Move) -> Move:
        """Return the disguised name of a move or chance outcome."""
        if move in self.cells:
            return self.cells[move]
        if move.isdecimal():
            return str(self.scaled(move))
        if move.lower() in self.ways:
            return self.ways[move.lower()]
        return self.words.fill(self.story.moves[move])

    def _collect_words(self, game: AnyGame) -> Words:
        options = vars(game.options)
        count = int(options.get("highest", self.size**2))
        ways = WAYS[self.costume.ways]
        top, side = ways[0].capitalize(), ways[3]
        words = {
            **self.story.tellings[self.costume.telling],
            "size": str(self.size),
            "target": str(self.scaled(options.get("target", 0))),
            "highest": str(self.scaled(count)),
            "numbers": _list_numbers([self.scaled(number) for number in range(1, count + 1)]),
            "ways": listed(ways),
            "compass": f"{top} is where the drawing has its top, and {side} its right side.",
        }
        return Words({**words, **(self._collect_cell_words() if self._is_grid else {})})

    def _collect_cell_words(self) -> dict[str, str]:
        names = list(self.cells.values())
        return {
            "notation": NOTATIONS[self.costume.notation].page,
            "rows": listed(self.rows, "and"),
            "columns": listed(self.columns, "and"),
            "first_cell": names[0],
            "last_cell": names[-1],
            "example": self._name(0, 1),
            "example_row": self.rows[0],
            "example_column": self.columns[1],
        }

    # ---- texts

    def page(self) -> str:
        """Return the rule page."""
        return self.words.fill(self.words.fill(self.story.rules)).strip() + "\n"

    def tell(self, text: str) -> str | None:
        """Return a sentence of the game in the words of the story; None if it has none."""
        return self._sentences.tell(text, self._render)

    def _render(self, name: str, text: str) -> str:
        if name in ("cell", "cell2"):
            return self._describe(text)
        if name == "way":
            return self.ways.get(text.lower(), text)
        return str(self.scaled(text)) if text.isdecimal() else text

    def _describe(self, text: str) -> str:
        """Return a described cell by its name, with its number."""
        last = self.size - 1
        row, column, number = read_cell(text, self._first, (last, last))
        name = self._name(*self.turned(row, column))
        return f"{name} ({self.scaled(number)})" if number else name

    def describe_end(self, reason: str, winner: Player) -> str:
        """Return how a game ended."""
        names = {"W": str(winner), "L": str(winner.other)}
        return self.words.fill(self.story.reasons[reason][1], names)

    # ---- boards and pictures

    def board(self, text: str) -> str:
        """Return a board as text."""
        return self._move_cells(text, is_back=False)

    def plain_board(self, text: str) -> str:
        """Return the plain board of a board in disguise."""
        return self._move_cells(text, is_back=True)

    def _move_cells(self, text: str, *, is_back: bool) -> str:
        if not self._is_grid:
            return text
        cells = [row.split(" ") for row in text.split("/")]
        moved = {}
        for row, column in product(range(self.size), repeat=2):
            down, across = self.turned(row, column)
            if is_back:
                moved[row, column] = self._unscale(cells[down][across])
            else:
                moved[down, across] = self._scale_label(cells[row][column])
        return write_rows([moved[at] for at in sorted(moved)], self.size)

    def _scale_label(self, label: str) -> str:
        return str(self.scaled(label)) if label.isdecimal() else label

    def _unscale(self, label: str) -> str:
        return str(int(label) // self.costume.scale) if label.isdecimal() else label

    def picture(self, picture: Picture) -> Picture:
        """Return the picture of a position."""
        rows = [[self._tile(tile) for tile in row] for row in picture.rows]
        if self._is_grid:
            tiles = {
                self.turned(row, column): tile
                for row, some in enumerate(rows)
                for column, tile in enumerate(some)
            }
            each = range(self.size)
            rows = [[tiles[row, column] for column in each] for row in each]
        return Picture(
            tuple(map(tuple, rows)),
            tuple(map(self._fact, picture.facts)),
            picture.player,
            picture.winner,
            None,
            self.rows,
            self.columns,
        )

    def _tile(self, tile: Tile) -> Tile:
        move = None if tile.move is None else self.move(tile.move)
        return Tile(
            self._scale_label(tile.label), tile.tokens, tuple(map(self._tag, tile.tags)), move
        )

    def _tag(self, tag: Tag) -> Tag:
        number = {} if tag.player is None else {"p": str(tag.player + 1)}
        mark, meaning = (part.tell(tag.meaning, more=number) for part in self._tags)
        assert mark is not None, f"the story has no tag {tag.meaning}"
        assert meaning is not None
        return Tag(mark, meaning, tag.player)

    def _fact(self, fact: Fact) -> Fact:
        label = self.words.fill(self.story.facts[fact.label])
        limit = None if fact.limit is None else self.scaled(fact.limit)
        value: int | str
        if isinstance(fact.value, int):
            value = self.scaled(fact.value)
        elif fact.value in self.story.values:
            value = self.words.fill(self.story.values[fact.value])
        else:
            value = " ".join(str(self.scaled(number)) for number in read_numbers(fact.value))
        return Fact(label, value, fact.player, limit)


def _name_all(form: str, size: int) -> tuple[str, ...]:
    """Return the names of all rows from top to bottom, or columns from left to right."""
    return tuple(
        form.format(
            n=number + 1,
            r=size - number,
            l=LETTERS[number],
            L=LETTERS[number].upper(),
            k=LETTERS[number + 13],
        )
        for number in range(size)
    )


def _list_numbers(numbers: list[int]) -> str:
    if len(numbers) <= MAX_LISTED_NUMBERS:
        return listed([str(number) for number in numbers], "and")
    first, second, third, *_, last = numbers
    return f"{first}, {second}, {third} and so on, in steps of {first}, up to {last}"


def read_numbers(text: str) -> Iterable[int]:
    """Yield the numbers of a text such as "1-3 5".

    >>> list(read_numbers("1-3 5"))
    [1, 2, 3, 5]
    """
    for first, last in re.findall(r"(\d+)(?:-(\d+))?", text):
        yield from range(int(first), int(last or first) + 1)


# ---- the game


class DisguisedGame(Game[Options, Any, None]):
    """A game in disguise: its states are those of the plain game, all else is mapped."""

    id = "disguised"
    title = "Disguised game"
    summary = "A game under another name."
    reasons = ("over",)

    def __init__(self, plain: AnyGame, costume: Costume) -> None:
        super().__init__(Options())
        self._plain = plain
        self._costume = costume
        self.mask = mask = _make_mask(plain, costume)
        self.vocabulary = tuple(map(mask.move, plain.vocabulary))
        self.chance_outcomes = tuple(map(mask.move, plain.chance_outcomes))
        named = (*self.vocabulary, *self.chance_outcomes)
        moves = (*plain.vocabulary, *plain.chance_outcomes)
        self._plain_moves = dict(zip(named, moves, strict=True))
        self._statuses: dict[Status, Status] = {}
        self.has_visible_deal = plain.has_visible_deal
        self.is_pure_luck = plain.is_pure_luck
        self.max_plies = plain.max_plies

    def plain_move(self, move: Move) -> Move:
        """Return a move in the notation of the plain game."""
        return self._plain_moves[move]

    def disguised_move(self, move: Move) -> Move:
        """Return a move of the plain game in this notation."""
        return self.mask.move(move)

    # ---- rules

    @property
    def board(self) -> str:
        return self.mask.board(self._plain.board)

    def public(self) -> Self:
        return type(self)(self._plain.public(), self._costume) if self.hidden else self

    def packed_game(self) -> AnyGame:
        return self._plain

    def start(self) -> Any:
        return self._plain.start()

    def status(self, state: Any) -> Status:
        plain = self._plain.status(state)
        if len(self._statuses) >= MAX_STATUSES:
            self._statuses.clear()
        return self._statuses.get(plain) or self._statuses.setdefault(plain, self._map(plain))

    def _map(self, status: Status) -> Status:
        match status:
            case Turn(player, moves):
                return Turn(player, tuple(map(self.mask.move, moves)))
            case Chance(odds):
                return Chance(tuple((self.mask.move(move), share) for move, share in odds))
            case Over(winner, reason):
                return Over(winner, self.mask.story.reasons[reason][0])

    def play(self, state: Any, move: Move) -> Any:
        return self._plain.play(state, self._plain_moves[move])

    def forbids(self, state: Any, move: Move) -> str | None:
        objection = self._plain.forbids(state, self._plain_moves[move])
        if objection is None:
            return None
        return self.mask.tell(objection) or f"{move} is not possible now"

    def view(self, state: Any, player: Player) -> Any:
        return self._plain.view(state, player)

    def key(self, state: Any) -> object:
        return self._plain.key(state)

    # ---- text

    def rule_page(self) -> str:
        return self.mask.page()

    def expects(self, state: Any) -> str:
        return self.mask.tell(self._plain.expects(state)) or super().expects(state)

    def aliases(self, state: Any) -> Mapping[str, Move | None]:
        mask = self.mask
        known = {**mask.cells, **mask.ways}
        return {
            known[word].lower(): None if move is None else mask.move(move)
            for word, move in self._plain.aliases(state).items()
            if word in known
        }

    def nowhere(self, state: Any, word: str) -> str:
        plain = {name.lower(): one for one, name in {**self.mask.cells, **self.mask.ways}.items()}
        said = self.mask.tell(self._plain.nowhere(state, plain[word]))
        return said or f"{word} is not possible from here"

    def question(self, state: Any) -> str:
        return self.mask.tell(self._plain.question(state)) or "what do you choose?"

    def deed(self, state: Any, move: Move) -> str:
        said = self.mask.tell(self._plain.deed(state, self._plain_moves[move]))
        return said or super().deed(state, move)

    def ending(self, state: Any) -> str:
        status = self._plain.status(state)
        assert isinstance(status, Over)
        if status.winner is None:
            return super().ending(state)
        return self.mask.describe_end(status.reason, status.winner)

    # ---- picture

    def picture(self, state: Any) -> Picture:
        return self.mask.picture(self._plain.picture(state))

    # ---- comparing and copying

    @cached_property
    def _identity(self) -> tuple[Any, ...]:
        return (type(self), self._plain, self._costume)

    def __reduce__(self) -> tuple[Any, ...]:
        return disguise_game, (self._plain, self._costume)


class DisguisedHiddenGame(DisguisedGame, HiddenBoard[Options, Any, None]):
    """A game with a hidden board in disguise."""

    @property
    def _dealer(self) -> HiddenBoard[Any, Any, Any]:
        assert isinstance(self._plain, HiddenBoard)
        return self._plain

    def dealt(self, dice: Dice) -> Self:
        return type(self)(self._dealer.dealt(dice), self._costume)

    def answer(self, state: Any) -> Move | None:
        found = self._dealer.answer(state)
        return None if found is None else self.mask.move(found)

    def shown(self, state: Any, before: str = "") -> str:
        known = self.mask.plain_board(before) if before else ""
        return self.mask.board(self._dealer.shown(state, known))

    def laid_open(self) -> str:
        return self.mask.board(self._dealer.laid_open())

    def on(self, board: str) -> Self:
        return type(self)(self._dealer.on(self.mask.plain_board(board)), self._costume)


@lru_cache(maxsize=64)
def _make_mask(game: AnyGame, costume: Costume) -> Mask:
    """Return the map; games that only differ in hidden numbers share it."""
    return Mask(game, costume)


def disguise_game(game: AnyGame, costume: Costume) -> DisguisedGame:
    """Return a game in disguise; SetupError if it has no story."""
    return _kind_of(type(game), story_name(game, costume))(game, costume)


class _Name(NamedTuple):
    title: str
    summary: str
    noun: str
    reasons: tuple[str, ...]


def story_name(game: AnyGame, costume: Costume) -> _Name:
    story = story_of(game)
    telling = story.tellings[costume.telling]
    noun = telling.get("spot") or telling["thing"]
    reasons = tuple(story.reasons[reason][0] for reason in game.reasons)
    return _Name(telling["title"], telling["summary"], noun, reasons)


@lru_cache(maxsize=64)
def _kind_of(plain: type[AnyGame], name: _Name) -> type[DisguisedGame]:
    """Return the class of a game in disguise, with its declarations."""
    base = DisguisedHiddenGame if issubclass(plain, HiddenBoard) else DisguisedGame
    copied = {key: getattr(plain, key) for key in ("has_draws", "chance", "endless", "hidden")}
    id = re.sub("[^a-z]+", "_", name.title.lower())
    return cast(
        type[DisguisedGame],
        type(f"Disguised_{id}", (base,), {"id": id, **name._asdict(), **copied}),
    )


# ---- matches


class Disguised(NamedTuple):
    """A match in disguise, or a plain one."""

    match: Match
    game: DisguisedGame | None = None
    """The game in disguise; None for a plain match."""

    def plain(self, move: Move) -> Move:
        """Return a move in the notation of the plain game."""
        return move if self.game is None else self.game.plain_move(move)


def open_question(question: Question, seed: int, disguise: str | None) -> Disguised:
    """Return the position of a question, plain or in disguise.

    The seed deals what is hidden in a plain position.
    """
    dice = Dice.derived(seed, f"board of {question.id}")
    return disguised(loads(question.record, dice=dice), disguise, question.id)


def disguised(match: Match, seed: str | None, id: str) -> Disguised:
    """Return a match in the disguise that follows from a seed and the id of a question.

    Without a seed, the match stays plain.
    """
    if seed is None:
        return Disguised(match)
    plain = match.game.on(match.board) if isinstance(match.game, HiddenBoard) else match.game
    game = disguise_game(plain, choose_costume(plain, seed, id))
    moves = [game.disguised_move(ply.move) for ply in match.plies if ply.player is not None]
    drawn = [game.disguised_move(ply.move) for ply in match.plies if ply.player is None]
    shown = game.mask.board(match.board) if game.hidden else ""
    return Disguised(Match.replay(game, moves, drawn=drawn, shown=shown), game)
