"""What is asked before a match: whom you meet, who begins, on which board, how often."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..dice import SEEDS, read_seed
from ..errors import counted, printable
from ..options import Choice, Fields, Option, Whole
from ..play import players
from ..play.dealing import BOOK
from ..play.series import ROUNDS
from ..storage import json_files

KEPT = "last-setup"

FRIEND = "friend"
"""The word to choose on the form; what somebody without a name is called is `statistics.FRIEND`."""

GUESTS = {begun.rstrip(" :"): begun for begun in players.GUESTS}
"""The words to choose on the form for players who are no part of numduel, and what the names of
such players begin with."""

RANDOM, FAIR, SEED, TYPED = "random", "fair", "seed", "typed in"
"""The ways to a board, beside that of the book; a random one is playable."""

FIRST = {"me": "p1", "them": "p2", "coin": "coin"}
"""Who begins, in the words of a session, where the person here is the first side."""


class Seed(Whole):
    """A number from which a board is dealt."""

    def accept(self, value: object) -> int:
        return super().accept(read_seed(value.strip()) if isinstance(value, str) else value)


class Text(Option[str]):
    """A board as it is typed; whether it is one, the game says."""

    def limits(self) -> str:
        return "row by row, numbers between spaces and rows between slashes"

    def accept(self, value: object) -> str:
        if not isinstance(value, str):
            raise self.refuse(value)
        return printable(value)


class GuestName(Option[str]):
    """What names a guest, without the word that says what kind of one it is.

    Whether there is such a guest can change with the hour, so whoever seats one finds out.
    """

    def __init__(self, kind: str, help: str, limits: str) -> None:
        super().__init__("", help)
        self._begun = GUESTS[kind]
        self._limits = limits

    def limits(self) -> str:
        return self._limits

    def accept(self, value: object) -> str:
        if not isinstance(value, str):
            raise self.refuse(value)
        return printable(value.strip().removeprefix(self._begun).strip())


class OpponentOptions(Fields):
    """Whom somebody meets."""

    opponent = Choice(
        "casual", (FRIEND, players.RANDOM, *players.LEVELS, *GUESTS), "whom you play against"
    )
    program = GuestName(
        "program", "a program that speaks the bot protocol", "how it is started, such as ./mybot.py"
    )
    model = GuestName(
        "model", "a language model", "its name, and perhaps switches such as moves=yes"
    )


def named(values: Mapping[str, Any]) -> str:
    """Who the opponent is, as players are named everywhere.

    >>> named({"opponent": "friend"}), named({"opponent": "program", "program": "./mybot.py"})
    ('human', 'program ./mybot.py')
    """
    word: str = values["opponent"]
    if word in GUESTS:
        return f"{GUESTS[word]}{values[word]}"
    return players.HUMAN if word == FRIEND else word


class MatchOptions(OpponentOptions):
    """All that is asked before any game, whichever it is."""

    begins = Choice("me", tuple(FIRST), "who is Player 1 in the first round")
    rounds = ROUNDS
    board = Choice(RANDOM, (RANDOM, FAIR, SEED, BOOK, TYPED), "what you play on")
    seed = Seed(0, 0, SEEDS - 1, "the same number deals the same board, today and tomorrow")
    numbers = Text("", "the board, to be typed or pasted")


def strength(who: str) -> str:
    """How strong one of numduel's own players is, as a phrase.

    >>> strength("beginner"), strength("casual"), strength("expert")
    ('looks at most 1 turn ahead', 'looks 1 or 2 turns ahead', 'looks 3 to 5 turns ahead')
    """
    if who == players.RANDOM:
        return "plays any move"
    from ..engine.opponents.levels import LEVELS
    from ..engine.opponents.lookahead import FAR

    near, far = min(LEVELS[who].sights), max(LEVELS[who].sights)
    if far >= FAR:
        return "looks as far ahead as there is to see"
    if near == 0:
        return f"looks at most {counted(far, 'turn')} ahead"
    return f"looks {near} {'or' if far == near + 1 else 'to'} {far} turns ahead"


# ---- what was answered last


def file() -> str:
    return json_files.file(KEPT)


class LastSetup(NamedTuple):
    """How somebody last set up a game: only what they had changed."""

    match: dict[str, Any]
    """Their answers to `MatchOptions`."""
    options: dict[str, Any]

    @classmethod
    def of(cls, game: str) -> LastSetup:
        """What is on disk for a game; nothing where that is missing or damaged."""
        kept = json_files.load(KEPT).get(game)
        kept = kept if isinstance(kept, dict) else {}
        match = kept.get("match", kept.get("wishes"))  # its name in files of version 0
        options = kept.get("options")
        return cls(
            match if isinstance(match, dict) else {}, options if isinstance(options, dict) else {}
        )

    def keep(self, game: str) -> None:
        """On disk, beside those of the other games; OSError if that cannot be."""
        json_files.add(KEPT, {game: self._asdict()})
