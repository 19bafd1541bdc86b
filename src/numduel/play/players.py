"""Players that choose moves: those of numduel, and the interface for yours.

Examples:
    >>> import numduel
    >>> class First:
    ...     "Plays the first legal move."
    ...     def begin(self, game, player): pass
    ...     def choose(self, view, moves, budget): return moves[0]
    ...     def end(self, match): pass
    >>> match = numduel.Match(numduel.new("sum"))
    >>> choosers = First(), numduel.players.seat("perfect", numduel.Dice(7))
    >>> for player in numduel.Player:
    ...     choosers[player].begin(match.game, player)
    >>> while match.player is not None:
    ...     budget = numduel.Budget(seconds=10)
    ...     numduel.players.take_turn(choosers[match.player], match, budget)
    >>> for chooser in choosers:
    ...     chooser.end(match)
    >>> match.winner
    <Player.TWO: 1>
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ..budget import Budget
from ..checks import need
from ..core import AnyGame, Move, Player
from ..dice import Dice
from ..errors import (
    ExternalPlayerInRecord,
    IllegalMove,
    PlayerError,
    SetupError,
    Unanswered,
    WrongType,
    capitalise,
    listed,
    quoted,
    shortlist,
)
from ..options import short_repr
from .registry import characters, external_players, levels

if TYPE_CHECKING:
    from .match import Match

__all__ = [
    "CHARACTERS",
    "HUMAN",
    "LEVELS",
    "SECONDS",
    "Chooser",
    "DeterministicPlayer",
    "ExternalPlayer",
    "Follower",
    "RandomPlayer",
    "ask",
    "ask_in_match",
    "kinds",
    "names",
    "seat",
    "take_turn",
]

SECONDS = 60.0
"""Time limit for one move of a program in numduel's own matches, in seconds."""

HUMAN = "human"
"""The kind for a person. It has no chooser: an interface asks the person."""

UNNAMED_PERSON = "Player"
"""Name of a person who gave none; two of them are "Player A" and "Player B"."""


class Chooser(Protocol):
    """The interface of a program that plays.

    If it can't choose, it raises `PlayerError` with a text that begins with "it". If it could not
    be asked, it raises `Unanswered`, which forfeits nothing.
    """

    def begin(self, game: AnyGame, player: Player) -> None:
        """Prepare to play this game for a player; the match may be in progress."""
        ...

    def choose(self, view: Any, moves: tuple[Move, ...], budget: Budget) -> Move:
        """Return one of the legal moves. The view is what the player may know of the position."""
        ...

    def end(self, match: "Match") -> None:
        """Clean up after a match that is finished or abandoned."""
        ...


class Follower(Chooser, Protocol):
    """A chooser that also gets the history of the match."""

    def follow(self, match: "Match") -> None:
        """Receive a copy of the match so far, without anything hidden, before each choice."""
        ...


def take_turn(chooser: Chooser, match: "Match", budget: Budget) -> None:
    """Let a program play its move in a match. If it fails, it forfeits.

    Raises:
        Unanswered: If the endpoint of a model failed; the match has not changed.
    """
    player = match.player
    try:
        move = ask_in_match(chooser, match, budget)
    except Unanswered:
        raise
    except PlayerError as error:
        assert player is not None, "a program is asked only when it is to move"
        match.forfeit(player, str(error))
    else:
        match.play(move)


def ask_in_match(chooser: Chooser, match: "Match", budget: Budget) -> Move:
    """Return the move that a program chooses for the player to move, without playing it.

    Raises:
        PlayerError: If it chooses no legal move.
        Unanswered: If it is a model whose endpoint failed.
        IllegalMove: If the match is finished.
    """
    player = match.player
    if player is None:
        raise IllegalMove("the match is finished, so no player can move")
    ply_index = len(match.plies)
    try:
        move = ask_program(chooser, match, player, budget)
    except Unanswered:
        raise
    except PlayerError:
        write_note(match, note_of(chooser), ply_index)
        raise
    write_note(match, note_of(chooser), ply_index + 1)  # the move is not played yet
    return move


def ask_program(chooser: Chooser, match: "Match", player: Player, budget: Budget) -> Move:
    """Return the move that a program chooses for a player; the match doesn't change."""
    if follow := getattr(chooser, "follow", None):
        follow(public_copy(match))
    return ask(chooser, match.view(player), match.moves, budget)


Note = tuple[Mapping[str, str], str]
"""A program's note on its last move: tags of the record, and a comment."""


def note_of(chooser: Chooser) -> Note | None:
    """Return a program's note on its last move; None if it makes no notes."""
    ask: Callable[[], Note] | None = getattr(chooser, "last_note", None)
    return ask() if ask else None


def write_note(match: "Match", note: Note | None, ply_index: int) -> None:
    """Write a program's note into a match, with the comment after `ply_index` plies."""
    if note is not None:
        tags, comment = note
        match.tags.update(tags)
        if comment:
            match.comments[ply_index] = comment


def public_copy(match: "Match") -> "Match":
    """Return a copy of a match for external players, with nothing hidden.

    It has no tags, which could hold a custom hidden board, names, or the command of a program.
    """
    from copy import copy

    seen = copy(match) if match.is_finished else match.fork(len(match.plies))
    seen.tags = {f"Type{player + 1}": "unknown" for player in Player}
    seen.comments = {}
    return seen


def ask(chooser: Chooser, view: Any, moves: tuple[Move, ...], budget: Budget) -> Move:
    """Return the move that a program chooses in a position, without a match.

    Raises:
        PlayerError: If it chooses none of `moves`.
    """
    if not callable(getattr(chooser, "choose", None)):
        raise WrongType(f"a chooser needs a choose method, and {short_repr(chooser)} has none")
    move: object = chooser.choose(view, moves, budget)
    if isinstance(move, str) and move in moves:
        return move
    raise PlayerError(f"it chose {short_repr(move)}, but could only choose {shortlist(moves)}")


class RandomPlayer:
    """A player that chooses any legal move, each equally likely."""

    def __init__(self, dice: Dice) -> None:
        self._dice = need(dice, Dice, "dice must be a numduel.Dice")

    def begin(self, game: AnyGame, player: Player) -> None:
        pass

    def choose(self, view: Any, moves: tuple[Move, ...], budget: Budget) -> Move:
        return self._dice.choice(moves)

    def end(self, match: "Match") -> None:
        pass


class DeterministicPlayer:
    """A player that always gives the same answer to the same moves of a match.

    Args:
        who: One of `kinds()`, except "human".
        purpose: A text from which its random choices follow, together with the moves so far.
        match: The match that it plays in.
    """

    def __init__(self, who: str, purpose: str, match: "Match") -> None:
        self._who = who
        self._purpose = purpose
        self._match = match

    def begin(self, game: AnyGame, player: Player) -> None:
        self._game, self._player = game, player

    def follow(self, match: "Match") -> None:
        self._match = match

    def choose(self, view: Any, moves: tuple[Move, ...], budget: Budget) -> Move:
        chooser = seat(self._who, derive_dice(0, self._purpose, self._match))
        assert chooser is not None, "a person has no chooser"
        chooser.begin(self._game, self._player)
        return chooser.choose(view, moves, Budget(progress=lambda _: budget.is_cancelled_now()))

    def end(self, match: "Match") -> None:
        pass


def derive_dice(seed: int, purpose: str, match: "Match") -> Dice:
    """Return dice that depend only on a seed, a purpose and the plies of a match."""
    played = " ".join(ply.move for ply in match.plies)
    return Dice.derived(seed, f"{purpose}: {played}")


RANDOM = "random"
LEVELS = tuple(levels)
"""The computer levels, weakest first."""
CHARACTERS = tuple(characters)
"""The computer opponents with a style, weakest first on average."""


class ExternalPlayer(NamedTuple):
    """A kind of external player, such as a bot or a model.

    It can fail, and then it forfeits. Records never start one.
    """

    written: str
    """How its names are written, for help texts: "program COMMAND"."""
    called: Callable[[str], str]
    """A function from the rest of the name to a display name."""
    seat: Callable[[str, Dice], Chooser]
    """A function from the rest of the name and dice to a chooser for one match.

    It starts nothing yet, and raises `SetupError` for a name that can't be used.
    """


def _lazy_external(written: str, module: str) -> ExternalPlayer:
    """Return a kind of external player; its module is imported on first use."""
    return ExternalPlayer(
        written,
        lambda rest: str(import_module(module).called(rest)),
        lambda rest, dice: import_module(module).seat(rest, dice),
    )


EXTERNAL_PLAYERS = {
    prefix: _lazy_external(*external) for prefix, external in external_players.items()
}
"""The kinds of external players, by the prefix of their names."""


def kinds() -> tuple[str, ...]:
    """Return the kinds of players in numduel itself.

    Examples:
        >>> import numduel
        >>> " ".join(numduel.players.kinds())
        'human random beginner casual skilled expert perfect goldie bruno pip ida trixie otto'
    """
    return (HUMAN, RANDOM, *LEVELS, *CHARACTERS)


def names() -> tuple[str, ...]:
    """Return everything that `seat` accepts: the kinds, and how external players are written."""
    return (*kinds(), *(external.written for external in EXTERNAL_PLAYERS.values()))


def program_names() -> tuple[str, ...]:
    """Return the names that `seat` accepts, without people."""
    return tuple(name for name in names() if name != HUMAN)


def is_known(who: str) -> bool:
    """Return whether a name is a kind of player or an external player."""
    return who in kinds() or _find_external(who) is not None


def _find_external(who: str) -> tuple[ExternalPlayer, str] | None:
    """Return the kind of external player and the rest of its name; None for other names."""
    found = (
        (external, prefix)
        for prefix, external in EXTERNAL_PLAYERS.items()
        if who.startswith(prefix)
    )
    return next(((external, who.removeprefix(prefix)) for external, prefix in found), None)


def default_name(who: str) -> str:
    """Return the name of a player who has no other name: "Casual" for a level."""
    if found := _find_external(who):
        external, rest = found
        return external.called(rest)
    return UNNAMED_PERSON if who == HUMAN else capitalise(who)


def seat(who: str, dice: Dice) -> Chooser | None:
    """Return a new chooser for one match; None for a human.

    Args:
        who: One of `kinds()`, or an external player such as "program ./mybot.py".
        dice: The source of its random choices.

    Raises:
        SetupError: If there is no such player.
    """
    need(who, str, f"a player must be {listed(names())}")
    if who == HUMAN:
        return None
    if who == RANDOM:
        return RandomPlayer(dice)
    if module := levels.get(who) or characters.get(who):
        return import_module(module).seat(who, dice)  # type: ignore[no-any-return]
    if found := _find_external(who):
        external, rest = found
        return external.seat(rest, dice)
    raise SetupError(f"{quoted(who)} isn't a player. Choose {listed(names())}")


def check_recorded(player: Player, who: str) -> None:
    """Raise SetupError for a player that a record can't seat: unknown or external."""
    if who in kinds():
        return
    if _find_external(who):
        raise ExternalPlayerInRecord(player + 1, who)
    raise SetupError(f"{quoted(who)} isn't a player. Choose {listed(kinds())}")
