"""The options of a match: opponent, seat, board and number of rounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..dice import SEED_LIMIT, read_seed
from ..errors import printable
from ..options import Choice, Fields, Option, Whole
from ..play import players
from ..play.dealing import BOOK
from ..play.series import ROUNDS
from ..storage import json_files

FILE_STEM = "last-setup"

FRIEND = "friend"
"""The form's value for a human opponent; `statistics.FRIEND` is the name of an unnamed one."""

EXTERNAL_PREFIXES = {prefix.rstrip(" :"): prefix for prefix in players.EXTERNAL_PLAYERS}
"""The kinds of external player on the form, with the prefix of their player names."""

RANDOM, FAIR, SEED, CUSTOM = "random", "fair", "seed", "typed in"
"""The kinds of board besides the rule book's own, as they are stored."""

FIRST_PLAYER = {"me": "p1", "coin": "coin", "them": "p2"}
"""The seat of the person here, as it is stored, and the session's word for who plays first."""

SEAT_LABELS = {"me": "First", "coin": "Random", "them": "Second"}
BOARD_LABELS = {BOOK: "Rule book", CUSTOM: "Custom"}


class Seed(Whole):
    """A random seed for dealing a board."""

    def accept(self, value: object) -> int:
        return super().accept(read_seed(value.strip()) if isinstance(value, str) else value)


class Text(Option[str]):
    """A typed board, which the game itself checks."""

    def limits(self) -> str:
        return "row by row: a space between numbers, a slash between rows"

    def accept(self, value: object) -> str:
        if not isinstance(value, str):
            raise self.refuse(value)
        return printable(value)


class ExternalName(Option[str]):
    """The name of an external player, without the prefix for its kind.

    It isn't checked here whether such a player exists.
    """

    def __init__(self, kind: str, help: str, limits: str) -> None:
        super().__init__("", help)
        self._prefix = EXTERNAL_PREFIXES[kind]
        self._limits = limits

    def limits(self) -> str:
        return self._limits

    def accept(self, value: object) -> str:
        if not isinstance(value, str):
            raise self.refuse(value)
        return printable(value.strip().removeprefix(self._prefix).strip())


class OpponentOptions(Fields):
    """The choice of an opponent."""

    opponent = Choice(
        "casual",
        (FRIEND, players.RANDOM, *players.LEVELS, *players.CHARACTERS, *EXTERNAL_PREFIXES),
        "your opponent",
    )
    program = ExternalName(
        "program", "the program, which speaks the bot protocol", "a command such as ./mybot.py"
    )
    model = ExternalName(
        "model", "the language model", "a name, optionally with switches such as moves=yes"
    )


def opponent_spec(values: Mapping[str, Any]) -> str:
    """Return the opponent's player name.

    >>> opponent_spec({"opponent": "friend"})
    'human'
    >>> opponent_spec({"opponent": "program", "program": "./mybot.py"})
    'program ./mybot.py'
    """
    opponent: str = values["opponent"]
    if opponent in EXTERNAL_PREFIXES:
        return f"{EXTERNAL_PREFIXES[opponent]}{values[opponent]}"
    return players.HUMAN if opponent == FRIEND else opponent


class MatchOptions(OpponentOptions):
    """The options of a match in any game."""

    begins = Choice("me", tuple(FIRST_PLAYER), "your seat in the first round")
    rounds = ROUNDS
    board = Choice(RANDOM, (RANDOM, FAIR, SEED, BOOK, CUSTOM), "the board you play on")
    seed = Seed(0, 0, SEED_LIMIT - 1, "the same seed always deals the same board")
    numbers = Text("", "the board, typed or pasted")


# ---- the last setup


def file() -> str:
    return json_files.file(FILE_STEM)


class LastSetup(NamedTuple):
    """The last setup of a game: only the options that differ from their defaults."""

    match: dict[str, Any]
    """Answers to `MatchOptions`."""
    options: dict[str, Any]

    @classmethod
    def of(cls, game: str) -> LastSetup:
        """Load the last setup of a game; empty if it is missing or damaged."""
        saved = json_files.load(FILE_STEM).get(game)
        saved = saved if isinstance(saved, dict) else {}
        match = saved.get("match", saved.get("wishes"))  # its name in files of version 0
        options = saved.get("options")
        return cls(
            match if isinstance(match, dict) else {}, options if isinstance(options, dict) else {}
        )

    def save(self, game: str) -> None:
        """Write this setup to disk, beside those of other games; OSError if that fails."""
        json_files.add(FILE_STEM, {game: self._asdict()})
