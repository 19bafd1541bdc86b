"""What has happened in a match, in sentences that name the players or say "you" to the reader."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum

from ..core import Player, Turn
from ..errors import capitalise, printable
from ..play.match import STOPPED, Match
from ..play.players import HUMAN
from ..play.series import AMBIGUOUS_NAMES
from ..play.session import MAX_NAME_CHARS
from .positions import status_at

Names = tuple[str, str]
"""What Player 1 and Player 2 are called."""

BRACKETED = re.compile(r" \([^)]*\)")
"""How to type an answer, in a game's own question: "(row,col)"."""


class Reader(Enum):
    """The reader of a sentence: a player, a spectator, or two players who share a screen.

    The value holds the players for whom the reader moves.

    >>> Reader.of([Player.TWO]), Reader.of(Player), Reader.of([]).you
    (<Reader.TWO: (<Player.TWO: 1>,)>, <Reader.SHARED: (<Player.ONE: 0>, <Player.TWO: 1>)>, None)
    """

    ONE = (Player.ONE,)
    TWO = (Player.TWO,)
    WATCHING = ()
    SHARED = (Player.ONE, Player.TWO)

    @classmethod
    def of(cls, players: Iterable[Player]) -> Reader:
        """Return the reader who moves for these players."""
        return cls(tuple(players))

    @property
    def players(self) -> tuple[Player, ...]:
        """The players for whom the reader moves."""
        players: tuple[Player, ...] = self.value
        return players

    @property
    def you(self) -> Player | None:
        """The player who is called "you"; None where everyone is called by name."""
        return self.players[0] if len(self.players) == 1 else None


def address(text: str, names: Sequence[str], you: Player | None = None) -> str:
    """Return a game's own sentence, which names players by `str(player)`, worded for one reader.

    >>> address("Player 1 won: Player 2 went back", ("Ann", "Bob"))
    'Ann won: Bob went back'
    >>> address("Player 2 reached Player 1's start", ("Ann", "Bob"), Player.ONE)
    'Bob reached your start'
    """

    def named(found: re.Match[str]) -> str:
        player = Player(int(found[1]) - 1)
        if player is not you:
            return f"{names[player]}{found[2] or ''}"
        word = "your" if found[2] else "you"
        before = text[: found.start()].rstrip()
        return capitalise(word) if not before or before[-1] in ".!?" else word

    return re.sub(r"\bPlayer ([12])('s)?(?!\w)", named, text)


# ---- names

UNNAMED = ("", HUMAN, f"{HUMAN} A", f"{HUMAN} B")
"""Names in tags of people who have given none."""


def given_names(match: Match) -> Names:
    """Return what the players call themselves, or their seats where the tags say nothing.

    A person without a name is called by the seat, a program by its own name.
    """
    one, two = (_given(match, player) for player in Player)
    return one, two


def names_of(match: Match) -> Names:
    """Return what sentences call the players: two different names that no seat has.

    Someone with the name "You" or "Player 2" is called by the seat.
    """
    one, two = (
        str(player) if name.lower() in AMBIGUOUS_NAMES else name
        for player, name in zip(Player, given_names(match), strict=True)
    )
    return _apart(one, two)


def short_names(match: Match) -> Names:
    """Return what sentences call the players, as it fits beside a board: a record may have any."""
    return _apart(*map(shortened, names_of(match)))


def shortened(name: str) -> str:
    """Return a name that fits beside a board.

    >>> shortened("Ann"), shortened("Wolfeschlegelsteinhausenbergerdorff")
    ('Ann', 'Wolfeschlegelsteinh…')
    """
    return name if len(name) <= MAX_NAME_CHARS else f"{name[: MAX_NAME_CHARS - 1]}…"


def _apart(one: str, two: str) -> Names:
    return (one, two) if one != two else (f"{one} A", f"{two} B")


def _given(match: Match, player: Player) -> str:
    name = match.tags.get(f"Player{player + 1}", "").strip()
    who = match.tags.get(f"Type{player + 1}", HUMAN)
    is_unnamed = name in UNNAMED if who == HUMAN else not name
    return str(player) if is_unnamed else printable(name)


def isolated(names: Names) -> Names:
    """Return names that leave the order of the words around them alone, for text in a browser.

    A name in a right-to-left script stands between the Unicode signs FSI and PDI.
    """
    one, two = map(_isolated, names)
    return one, two


def _isolated(name: str) -> str:
    if name.isascii():
        return name
    from unicodedata import bidirectional

    is_right_to_left = any(bidirectional(letter) in ("R", "AL") for letter in name)
    return f"\u2068{name}\u2069" if is_right_to_left else name


# ---- a match


class Narration:
    """A match as one reader reads it: with these names, and "you" for a reader at one seat.

    >>> import numduel
    >>> match = Match(numduel.new("sum", target=9))
    >>> match.play("7")
    >>> Narration(match, ("Ann", "Bob")).said(), Narration(match, reader=Reader.TWO).prompt()
    (['Ann took 7: 7 of 9.'], 'Your turn: take which number, 1 to 9?')
    """

    def __init__(
        self, match: Match, names: Names | None = None, reader: Reader = Reader.WATCHING
    ) -> None:
        self.match = match
        self.names = names_of(match) if names is None else names
        self.reader = reader
        self.you = reader.you

    @property
    def labels(self) -> Names:
        """What stands beside each player's figures: a name, or "you"."""
        one, two = ("you" if player is self.you else self.names[player] for player in Player)
        return one, two

    @property
    def titles(self) -> list[str]:
        """The label for each player when it stands alone: a name, or "You"."""
        return ["You" if player is self.you else self.names[player] for player in Player]

    def address(self, text: str) -> str:
        """A game's own words, as this reader is told them."""
        return address(text, self.names, self.you)

    def _sentence(self, clause: str) -> str:
        return f"{self.address(capitalise(clause))}."

    def deed(self, ply: int) -> str:
        """What happened in one ply, counted from 0."""
        match = self.match
        return self._sentence(match.game.deed(match.states[ply], match.plies[ply].move))

    def said(self, ply: int | None = None) -> list[str]:
        """The lines of the last turn before so many plies had been played; at the end, and how."""
        plies = self.match.plies[:ply]
        lines = [self.deed(n) for n, made in enumerate(plies) if made.turn == plies[-1].turn]
        return [*lines, *self._at_the_end(ply)]

    def _at_the_end(self, ply: int | None) -> list[str]:
        """The verdict, in the last position only."""
        return self.verdict() if ply in (None, len(self.match.plies)) else []

    def prompt(self, ply: int | None = None) -> str:
        """What the player to move is asked; nothing where nobody is."""
        match = self.match
        if match.is_finished and ply in (None, len(match.plies)):
            return ""
        state = match.state if ply is None else match.states[ply]
        status = status_at(match, ply)
        if not isinstance(status, Turn):
            return ""
        return self.address(f"{status.player}'s turn: {match.game.question(state)}")

    def question(self, ply: int, *, is_named: bool) -> str:
        """Return what is asked after some plies, without how to type an answer.

        `is_named` says whose turn it is too.
        """
        state = self.match.states[ply]
        asked = BRACKETED.sub("", self.match.game.question(state))
        return self.address(f"{state.player}'s turn: {asked}" if is_named else capitalise(asked))

    def verdict(self) -> list[str]:
        """How the match ended, and who won it; nothing while it goes on."""
        ending = self.match.ending
        if ending is None:
            return []
        if ending.is_draw:
            return [self.how(), "The game is a draw."]
        if ending.winner is None:
            return [self.how()]
        return [self.how(), self._sentence(f"{ending.winner} won the game")]

    def how(self) -> str:
        """Return how a finished match ended, without who won it."""
        match = self.match
        if match.ended == STOPPED:
            return "The game was stopped by agreement."
        if match.fault is not None:  # in the words of a program, which name nobody here
            forfeited = match.ended.removesuffix(match.fault)
            return f"{self.address(forfeited)}{match.fault}."
        return self._sentence(match.ended or match.game.ending(match.state))

    def log(self, ply: int | None = None) -> list[str]:
        """All that happened until so many plies had been played, with the number of each turn."""
        turns = self._turns(len(self.match.plies) if ply is None else ply)
        intro = [address(line, self.names) for line in self.match.game.intro()]
        return _without_gaps([*intro, "", *turns, "", *self._at_the_end(ply)])

    def _turns(self, until: int) -> Iterator[str]:
        turn = 0
        for number, ply in enumerate(self.match.plies[:until]):
            head = f"{ply.turn}. " if ply.turn != turn else "   "
            turn = ply.turn
            yield f"{head}{self.deed(number)}"


def _without_gaps(lines: Sequence[str]) -> list[str]:
    """No two empty lines in a row, and none first or last."""
    kept: list[str] = []
    for line in lines:
        if line or (kept and kept[-1]):
            kept.append(line)
    return kept[:-1] if kept and not kept[-1] else kept
