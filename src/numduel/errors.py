"""Errors with messages for people.

NumduelError
├── SetupError          an invalid option, board, seed or game id
│   ├── UnknownGame     an id that no game has
│   │   └── GameMissing a record, save, link or data set of a game that isn't loaded
│   ├── GameFileError   a game file that can't be loaded
│   ├── NoBoards        a game without boards to choose from
│   ├── AlreadyFinished a saved game that is over
│   ├── ExternalPlayerInRecord   a program or model in a record; records never start one
│   ├── EndpointRefused a model whose endpoint refuses every request, such as for a wrong key
│   └── DamagedSave     a saved game whose file was changed
├── MoveError           a move that was refused; nothing has changed
│   ├── InvalidMove     text that isn't a move of this game
│   │   └── AmbiguousMove   text that could mean several moves
│   └── IllegalMove     a move that the rules forbid now
├── Refused             an action that is not allowed now, with a code for programs
├── PlayerError         a program that failed to choose a legal move
│   └── Unanswered      a model whose endpoint or network failed: no win and no loss
├── RulesError          a game whose rules contradict its declarations
├── WrongType           a value of the wrong type
└── RecordError         a record that can't be read, with the line of the error
"""

from __future__ import annotations

__all__ = [
    "AlreadyFinished",
    "AmbiguousMove",
    "DamagedSave",
    "EndpointRefused",
    "ExternalPlayerInRecord",
    "GameFileError",
    "GameMissing",
    "IllegalMove",
    "InvalidMove",
    "MoveError",
    "NoBoards",
    "NumduelError",
    "PlayerError",
    "RecordError",
    "Refused",
    "RulesError",
    "SetupError",
    "Unanswered",
    "UnknownGame",
    "WrongType",
    "as_sentence",
    "capitalise",
    "code_of",
    "counted",
    "describe_error",
    "line_of",
    "listed",
    "printable",
    "quoted",
    "shortlist",
]


class NumduelError(Exception):
    """The base class of all errors. Their texts are for people.

    Examples:
        >>> import numduel
        >>> try:
        ...     numduel.new("chess")
        ... except numduel.NumduelError as error:
        ...     print(type(error).__name__)
        UnknownGame
    """


class SetupError(NumduelError, ValueError):
    """An option, board or seed that can't be used. Also a `ValueError`.

    Examples:
        >>> import numduel
        >>> numduel.new("sum", size=4)
        Traceback (most recent call last):
        numduel.errors.SetupError: 'size' isn't an option here; the options are target and highest
    """


class UnknownGame(SetupError):
    """A name that is not the id of a game.

    Examples:
        >>> import numduel
        >>> numduel.new("mazee")
        Traceback (most recent call last):
        numduel.errors.UnknownGame: 'mazee' isn't a game. Did you mean maze?
    """


class GameMissing(UnknownGame):
    """A record, save, link or data set of a game that isn't loaded; `game` is its id.

    Examples:
        >>> import numduel
        >>> numduel.record.loads('[Game "mancala"]')
        Traceback (most recent call last):
        numduel.errors.GameMissing: this record needs mancala; load its file
    """

    def __init__(self, game: str, what: str = "this") -> None:
        super().__init__(game, what)
        self.game = game
        self.what = what

    def __str__(self) -> str:
        return f"{self.what} needs {printable(self.game[:40])}; load its file"


class UnknownLesson(SetupError):
    """A name that is not the id of a lesson."""


class GameFileError(SetupError):
    """A game file that can't be loaded, or that doesn't define one game."""


class NoBoards(SetupError):
    """A search for boards in a game where all matches start alike; `game` is its id."""

    def __init__(self, game: str, title: str) -> None:
        super().__init__(game, title)
        self.game = game
        self.title = title

    def __str__(self) -> str:
        return f"{self.title} has no boards to choose from"


class AlreadyFinished(SetupError):
    """A saved game that is over; `name` is the save or file."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name

    def __str__(self) -> str:
        return f"{self.name} is finished"


class ExternalPlayerInRecord(SetupError):
    """A program or model, `who`, as player `number` of a record; records never start one."""

    def __init__(self, number: int, who: str, save: str = "") -> None:
        super().__init__(number, who, save)
        self.number = number
        self.who = who
        self.save = save
        """The name of the saved game; empty for a file."""

    def __str__(self) -> str:
        problem = f"Player {self.number} is {quoted(self.who)}"
        if self.save:
            problem = f"in the saved game {self.save}, {problem}"
        return f"{problem}. Saved games never start programs or models: choose who plays"


class EndpointRefused(SetupError):
    """A model whose endpoint refuses the request (400, 401, 403, 404); the whole run stops."""


class DamagedSave(SetupError):
    """A saved game, `name`, whose file was changed; `moves` can still be read."""

    def __init__(self, name: str, problem: str, moves: int) -> None:
        super().__init__(name, problem, moves)
        self.name = name
        self.moves = moves

    def __str__(self) -> str:
        name, problem, moves = self.args
        readable = counted(moves, "move") if moves else "no moves"
        return f"the saved game {name} is damaged: {problem}; {readable} can be recovered"


class MoveError(NumduelError, ValueError):
    """A move that was refused; the match has not changed. Also a `ValueError`.

    Examples:
        >>> import numduel
        >>> issubclass(numduel.IllegalMove, numduel.MoveError)
        True
    """

    def __str__(self) -> str:
        return str(self.args[0])


class InvalidMove(MoveError):
    """Text that is not a move of this game.

    Examples:
        >>> import numduel
        >>> match = numduel.Match(numduel.new("maze", board="4 3 8/9 5 1/2 7 6"))
        >>> match.read("castle")
        Traceback (most recent call last):
        numduel.errors.InvalidMove: 'castle' isn't a move. Type a cell as row,col from 0,0 to 2,2
    """


class AmbiguousMove(InvalidMove):
    """Text that could mean several moves.

    Examples:
        >>> import numduel
        >>> match = numduel.Match(numduel.new("run", size=12, seed=1))
        >>> match.read("111")
        Traceback (most recent call last):
        numduel.errors.AmbiguousMove: '111' could mean 1,11 or 11,1
    """

    def __init__(self, message: str, choices: tuple[str, ...]) -> None:
        super().__init__(message, choices)
        self.choices = choices
        """The moves that the text could mean."""


class IllegalMove(MoveError):
    """A move that the rules forbid now. The text says why.

    Examples:
        >>> import numduel
        >>> game = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
        >>> match = numduel.Match.replay(game, ["0,0", "2,0"])
        >>> try:
        ...     match.play("2,2")
        ... except numduel.IllegalMove as error:
        ...     print(error.move, "·", error)
        2,2 · the 6, bottom right, is not next to the 4, top left
    """

    def __init__(self, message: str, move: str | None = None) -> None:
        super().__init__(message, move)
        self.move = move
        """The move; None if the text leads to no cell, such as a step off the grid."""


class Refused(NumduelError):
    """An action that is not allowed now; `code` is for programs, `detail` is a sentence."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail

    def __str__(self) -> str:
        return self.detail


class PlayerError(NumduelError):
    """A program that did not choose a legal move.

    The text begins with "it", as `Match.forfeit` needs it. In sessions and the arena, the program
    forfeits.

    Examples:
        >>> import numduel
        >>> class Wrong(numduel.players.RandomPlayer):
        ...     def choose(self, view, moves, budget): return "d"
        >>> match = numduel.Match(numduel.new("sum", highest=3))
        >>> wrong = Wrong(numduel.Dice())
        >>> numduel.players.ask(wrong, match.state, match.moves, numduel.Budget())
        Traceback (most recent call last):
        numduel.errors.PlayerError: it chose 'd', but could only choose 1, 2, or 3
    """


class Unanswered(PlayerError):
    """A model whose endpoint or network failed, after all retries.

    It is neither a win nor a loss: the match or question stays open, and can be asked again.

    Examples:
        >>> import numduel
        >>> class Offline(numduel.players.RandomPlayer):
        ...     def choose(self, view, moves, budget):
        ...         raise numduel.errors.Unanswered("it did not answer in time")
        >>> match = numduel.Match(numduel.new("sum"))
        >>> try:
        ...     numduel.players.take_turn(Offline(numduel.Dice()), match, numduel.Budget())
        ... except numduel.errors.Unanswered as error:
        ...     print(error, "·", match.is_finished)
        it did not answer in time · False
    """


class RulesError(NumduelError):
    """A game class that contradicts its declarations, or whose declarations can't be used.

    Examples are a missing `id`, an option with a reserved name, and a draw in a game that declares
    none. The author corrects the class; no player can cause it.

    Examples:
        >>> import numduel
        >>> print(numduel.new("sum").undeclared_chance())
        Sum Battle has a chance outcome, but the class does not declare chance = True
    """


class WrongType(NumduelError, TypeError):
    """An argument of the wrong type, or a position of another game. Also a `TypeError`.

    The text says what is expected. `new`, `Match`, `analyse`, `Engine`, `Budget`, `Dice`, `players`
    and `record` check their arguments. The methods of a game don't, for speed.

    Examples:
        >>> import numduel
        >>> numduel.Dice(7).below("six")
        Traceback (most recent call last):
        numduel.errors.WrongType: the bound must be a whole number, such as 6
    """


class RecordError(NumduelError, ValueError):
    """A record that can't be read. Also a `ValueError`.

    Examples:
        >>> import numduel
        >>> numduel.record.loads('[Game "sum"]\\n\\n1. 7\\n2. 8')
        Traceback (most recent call last):
        numduel.errors.RecordError: line 4: 8 is next to your opponent's last number, 7
    """

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(line, problem)
        self.line = line
        """The line of the problem, counted from 1."""
        self.problem = problem
        """The error message without the line."""

    def __str__(self) -> str:
        return f"line {self.line}: {self.problem}"


def quoted(text: str, max_chars: int = 40) -> str:
    """Return a text in quotes, shortened, with control characters escaped.

    >>> quoted("1;1"), quoted("a\\x1b[31m"), quoted("7" * 5000)
    ("'1;1'", "'a\\\\x1b[31m'", "'7777777777777777777777777777777777777777…'")
    """
    safe = printable(text[: max_chars + 1])
    return f"'{safe[:max_chars]}…'" if len(safe) > max_chars else f"'{safe}'"


def printable(text: str) -> str:
    """Return a text with control characters escaped."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def listed(words: tuple[str, ...] | list[str], last: str = "or") -> str:
    """Return words as a list in a sentence.

    >>> listed(["4", "5", "6"]), listed(["Up", "Down"], "and"), listed(["5"])
    ('4, 5, or 6', 'Up and Down', '5')
    """
    if len(words) <= 2:
        return f" {last} ".join(words)
    return f"{', '.join(words[:-1])}, {last} {words[-1]}"


def counted(number: int, word: str) -> str:
    """Return a number and a noun, in the plural if needed.

    >>> counted(1, "turn"), counted(3, "turn")
    ('1 turn', '3 turns')
    """
    return f"{number} {word}{'' if number == 1 else 's'}"


def shortlist(words: tuple[str, ...]) -> str:
    """Return words as a list in a sentence, but only the first 5 of many.

    >>> shortlist(("Up", "Down")), shortlist(tuple("abcdefgh"))
    ('Up or Down', 'a, b, c, d, e, or another of 8')
    """
    if len(words) <= 6:
        return listed(words)
    return listed([*words[:5], f"another of {len(words)}"])


def describe_error(error: BaseException) -> str:
    """Return the kind and the text of an error of other code: "ValueError: it is empty"."""
    text = printable(str(error)[:200])
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def line_of(error: BaseException, file: str) -> str:
    """Return where an error left a file: ", line 17"; empty if it did not pass through it."""
    line, step = 0, error.__traceback__
    while step:
        if step.tb_frame.f_code.co_filename == file:
            line = step.tb_lineno
        step = step.tb_next
    return f", line {line}" if line else ""


def code_of(error: NumduelError) -> str:
    """Return the code of an error for programs."""
    if isinstance(error, GameMissing):
        return "game_missing"
    if isinstance(error, MoveError):
        return "invalid_move" if isinstance(error, InvalidMove) else "illegal_move"
    return "setup"


def as_sentence(error: NumduelError) -> str:
    """Return the text of an error as a full sentence: "The game is over."."""
    text = capitalise(str(error))
    return text if text.endswith((".", "?")) else f"{text}."


def capitalise(text: str) -> str:
    """Return a text with a capital first letter."""
    return f"{text[:1].upper()}{text[1:]}"
