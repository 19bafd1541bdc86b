"""Who chooses: each is shown what its player may know and the legal moves, and names one."""

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
"""How long one choice of a program may take."""

HUMAN = "human"
"""Somebody at the keyboard: an interface asks them, so no chooser stands for them."""


class Chooser(Protocol):
    """Anything that plays by itself, one match after the other."""

    def begin(self, game: AnyGame, player: Player) -> None:
        """A match of this game begins, or goes on, in which it plays for this player."""
        ...

    def choose(self, view: Any, moves: tuple[Move, ...], budget: Budget) -> Move:
        """One of these moves, the legal ones in what its player may know of the position."""
        ...

    def end(self, match: "Match") -> None:
        """The match is over, or broken off; nothing more is asked about it."""
        ...


class Follower(Chooser, Protocol):
    """A chooser who wants to know how a position came about, and not only what it is."""

    def follow(self, match: "Match") -> None:
        """Before each choice: the match so far, with nothing in it that is hidden."""
        ...


def take_turn(chooser: Chooser, match: "Match", budget: Budget) -> None:
    """Let a program make its move in a match; where it fails, it forfeits.

    >>> import numduel
    >>> match = numduel.Match(numduel.new("sum"))
    >>> take_turn(RandomPlayer(Dice(7)), match, Budget())
    >>> match.plies
    (Ply(player=<Player.ONE: 0>, move='3', turn=1),)
    """
    player = match.player
    try:
        move = ask_in_match(chooser, match, budget)
    except PlayerError as error:
        assert player is not None, "somebody is to move, or nobody would be asked"
        match.forfeit(player, str(error))
    else:
        match.play(move)


def ask_in_match(chooser: Chooser, match: "Match", budget: Budget) -> Move:
    """What a program chooses in a match whose player to move it is; PlayerError if it fails."""
    player = match.player
    if player is None:
        raise IllegalMove("nobody is to move in a match that is finished")
    place = len(match.plies)
    try:
        move = ask_program(chooser, match, player, budget)
        place += 1  # a remark stands behind the move, which is not played yet
    finally:
        note(match, noted(chooser), place)
    return move


def ask_program(chooser: Chooser, match: "Match", player: Player, budget: Budget) -> Move:
    """Return what a program chooses for a player, and leave the match as it is."""
    if follow := getattr(chooser, "follow", None):
        follow(public(match))
    return ask(chooser, match.view(player), match.moves, budget)


Note = tuple[Mapping[str, str], str]
"""A program's note on its last choice: tags of the record, and a remark."""


def noted(chooser: Chooser) -> Note | None:
    """Return what a program has to say of its last choice; None if it never says anything."""
    ask: Callable[[], Note] | None = getattr(chooser, "noted", None)
    return ask() if ask else None


def note(match: "Match", noted: Note | None, place: int) -> None:
    """Write into a match what a program has said; its remark stands after this many plies."""
    if noted is not None:
        tags, remark = noted
        match.tags.update(tags)
        if remark:
            match.comments[place] = remark


def public(match: "Match") -> "Match":
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
    """What a program chooses; PlayerError if it is none of the moves, to the letter."""
    if not callable(getattr(chooser, "choose", None)):
        raise WrongType(
            f"players.seat gives somebody who chooses, and {short_repr(chooser)} does not"
        )
    move: object = chooser.choose(view, moves, budget)
    if isinstance(move, str) and move in moves:
        return move
    raise PlayerError(f"it chose {short_repr(move)}, and may only choose {shortlist(moves)}")


class RandomPlayer:
    """Plays any move, each as likely.

    >>> import numduel
    >>> game = numduel.new("sum")
    >>> turn = game.status(game.start())
    >>> RandomPlayer(Dice(7)).choose(game.start(), turn.moves, Budget())
    '3'
    """

    def __init__(self, dice: Dice) -> None:
        self._dice = need(dice, Dice, "dice are a numduel.Dice")

    def begin(self, game: AnyGame, player: Player) -> None:
        pass

    def choose(self, view: Any, moves: tuple[Move, ...], budget: Budget) -> Move:
        return self._dice.choice(moves)

    def end(self, match: "Match") -> None:
        pass


class DeterministicPlayer:
    """A player who answers the same moves in the same way, whenever and wherever they are made.

    All luck follows from `purpose` and the moves of the match so far, and time has no say.
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
"""The levels of the computer, the weakest first; naming them does not load the engine."""


class Guest(NamedTuple):
    """A kind of player that is no part of numduel, may fail, and is started by no record."""

    written: str
    """How one is named, for those who want to know: program COMMAND."""
    called: Callable[[str], str]
    """What one is called whom nobody has given a name."""
    seat: Callable[[str, Dice], Chooser]
    """One to play a single match; SetupError for what can be none. It starts nothing yet."""


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
    """The players that are part of numduel, and people.

    >>> kinds()
    ('human', 'random', 'beginner', 'casual', 'skilled', 'expert', 'perfect')
    """
    return (HUMAN, RANDOM, *LEVELS)


def names() -> tuple[str, ...]:
    """All that can be named as a player, guests as they are written."""
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
    """The player that a name stands for; None for a human."""
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
