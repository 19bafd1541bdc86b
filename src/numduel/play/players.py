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
    GuestInRecord,
    IllegalMove,
    PlayerError,
    SetupError,
    WrongType,
    listed,
    quoted,
    shortlist,
)
from ..options import short_repr
from .registry import guests, levels

if TYPE_CHECKING:
    from .match import Match

__all__ = [
    "HUMAN",
    "LEVELS",
    "SECONDS",
    "Chooser",
    "DeterministicPlayer",
    "Follower",
    "Guest",
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


class Chooser(Protocol):
    """The interface of a program that plays.

    If it can't choose, it raises `PlayerError` with a text that begins with "it".
    """

    def begin(self, game: AnyGame, player: Player) -> None:
        """Prepare to play this game for a player; the match may be in progress."""
        ...

    def choose(self, view: Any, moves: tuple[Move, ...], budget: Budget) -> Move:
        """Return one of the legal moves. The view is what the player may know of the position."""
        ...

    def end(self, match: "Match") -> None:
        """Clean up after a match that is finished or was left."""
        ...


class Follower(Chooser, Protocol):
    """A chooser that also gets the history of the match."""

    def follow(self, match: "Match") -> None:
        """Receive a copy of the match so far, without anything hidden, before each choice."""
        ...


def take_turn(chooser: Chooser, match: "Match", budget: Budget) -> None:
    """Let a program play its move in a match. If it fails, it forfeits."""
    player = match.player
    try:
        move = ask_in_match(chooser, match, budget)
    except PlayerError as error:
        assert player is not None, "somebody is to move, or nobody would be asked"
        match.forfeit(player, str(error))
    else:
        match.play(move)


def ask_in_match(chooser: Chooser, match: "Match", budget: Budget) -> Move:
    """Return the move that a program chooses for the player to move, without playing it.

    Raises:
        PlayerError: If it chooses no legal move.
        IllegalMove: If the match is finished.
    """
    player = match.player
    if player is None:
        raise IllegalMove("nobody is to move in a match that is finished")
    ply_index = len(match.plies)
    try:
        move = ask_program(chooser, match, player, budget)
        ply_index += 1  # a remark stands behind the move, which is not played yet
    finally:
        write_note(match, note_of(chooser), ply_index)
    return move


def ask_program(chooser: Chooser, match: "Match", player: Player, budget: Budget) -> Move:
    """Return what a program chooses for a player, and leave the match as it is."""
    if follow := getattr(chooser, "follow", None):
        follow(public_copy(match))
    return ask(chooser, match.view(player), match.moves, budget)


Note = tuple[Mapping[str, str], str]
"""A program's note on its last choice: tags of the record, and a remark."""


def note_of(chooser: Chooser) -> Note | None:
    """Return what a program has to say of its last choice; None if it never says anything."""
    ask: Callable[[], Note] | None = getattr(chooser, "last_note", None)
    return ask() if ask else None


def write_note(match: "Match", note: Note | None, ply_index: int) -> None:
    """Write into a match what a program has said; its remark stands after this many plies."""
    if note is not None:
        tags, remark = note
        match.tags.update(tags)
        if remark:
            match.comments[ply_index] = remark


def public_copy(match: "Match") -> "Match":
    """A match as it stands, with nothing hidden in it, nor anything that is said besides the game.

    What stands in its tags is no guest's business: a hidden board that somebody typed in, who
    plays, and how a program is started.
    """
    from copy import copy

    seen = copy(match) if match.is_finished else match.fork(len(match.plies))
    seen.tags = {f"Type{player + 1}": "somebody" for player in Player}
    seen.comments = {}
    return seen


def ask(chooser: Chooser, view: Any, moves: tuple[Move, ...], budget: Budget) -> Move:
    """Return the move that a program chooses in a position, without a match.

    Raises:
        PlayerError: If it chooses none of `moves`.
    """
    if not callable(getattr(chooser, "choose", None)):
        raise WrongType(
            f"players.seat gives somebody who chooses, and {short_repr(chooser)} does not"
        )
    move: object = chooser.choose(view, moves, budget)
    if isinstance(move, str) and move in moves:
        return move
    raise PlayerError(f"it chose {short_repr(move)}, and may only choose {shortlist(moves)}")


class RandomPlayer:
    """A player that chooses any legal move, each equally likely."""

    def __init__(self, dice: Dice) -> None:
        self._dice = need(dice, Dice, "dice are a numduel.Dice")

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
        assert chooser is not None, "a person is asked, and does not choose"
        chooser.begin(self._game, self._player)
        return chooser.choose(view, moves, Budget(progress=lambda _: budget.is_cancelled_now()))

    def end(self, match: "Match") -> None:
        pass


def derive_dice(seed: int, purpose: str, match: "Match") -> Dice:
    """Dice that follow from what they are for and from all that has happened in a match."""
    played = " ".join(ply.move for ply in match.plies)
    return Dice.derived(seed, f"{purpose}: {played}")


RANDOM = "random"
LEVELS = tuple(levels)
"""The computer levels, weakest first."""


class Guest(NamedTuple):
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


def _lazy_guest(written: str, module: str) -> Guest:
    """Return the guests that a module provides, without importing it."""
    return Guest(
        written,
        lambda rest: str(import_module(module).called(rest)),
        lambda rest, dice: import_module(module).seat(rest, dice),
    )


GUESTS = {prefix: _lazy_guest(*guest) for prefix, guest in guests.items()}
"""All kinds of guests, by what their names begin with; the functions get the rest of a name."""


def kinds() -> tuple[str, ...]:
    """Return the kinds of players in numduel itself.

    Examples:
        >>> import numduel
        >>> numduel.players.kinds()
        ('human', 'random', 'beginner', 'casual', 'skilled', 'expert', 'perfect')
    """
    return (HUMAN, RANDOM, *LEVELS)


def names() -> tuple[str, ...]:
    """Return everything that `seat` accepts: the kinds, and how external players are written."""
    return (*kinds(), *(guest.written for guest in GUESTS.values()))


def program_names() -> tuple[str, ...]:
    """All that can be named as a player where nobody is at the keyboard."""
    return tuple(name for name in names() if name != HUMAN)


def is_known(who: str) -> bool:
    """Whether a name stands for somebody: a person, one of our players, or a kind of guest."""
    return who in kinds() or _find_guest(who) is not None


def _find_guest(who: str) -> tuple[Guest, str] | None:
    """What kind of guest a name stands for, and the rest of the name; None for no guest."""
    found = ((guest, begun) for begun, guest in GUESTS.items() if who.startswith(begun))
    return next(((guest, who.removeprefix(begun)) for guest, begun in found), None)


def default_name(who: str) -> str:
    """What a player is called whom nobody has given a name."""
    if found := _find_guest(who):
        guest, rest = found
        return guest.called(rest)
    return who


def seat(who: str, dice: Dice) -> Chooser | None:
    """Return a new chooser for one match; None for a human.

    Args:
        who: One of `kinds()`, or an external player such as "program ./mybot.py".
        dice: The source of its random choices.

    Raises:
        SetupError: If there is no such player.
    """
    need(who, str, f"a player is {listed(names())}")
    if who == HUMAN:
        return None
    if who == RANDOM:
        return RandomPlayer(dice)
    if who in LEVELS:
        return import_module(levels[who]).seat(who, dice)  # type: ignore[no-any-return]
    if found := _find_guest(who):
        guest, rest = found
        return guest.seat(rest, dice)
    raise SetupError(f"there is no player {quoted(who)}; there are {listed(names(), 'and')}")


def check_recorded(player: Player, who: str) -> None:
    """SetupError where a record names somebody whom it cannot seat: nobody, or a guest."""
    if who in kinds():
        return
    if _find_guest(who):
        raise GuestInRecord(player + 1, who)
    raise SetupError(f"there is no player {quoted(who)}, only {listed(kinds(), 'and')}")
