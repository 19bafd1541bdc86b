"""A match in sentences, which name the players or call the reader "you"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum

from ..core import Player, Turn
from ..errors import capitalise, printable
from ..play.addressing import address as address  # interfaces use it with the rest
from ..play.controller import REMATCH, STOP, TAKEBACK, Accepted, Arrived, Declined, News
from ..play.match import STOPPED, Match
from ..play.players import HUMAN
from ..play.series import AMBIGUOUS_NAMES, Series, Side, people_in
from ..play.session import MAX_NAME_CHARS
from .positions import status_at

Names = tuple[str, str]
"""The names of Player 1 and Player 2."""

BRACKETED = re.compile(r" \([^)]*\)")
"""The hint on typing an answer in a game's question, such as "(row,col)"."""


DECLINED = {
    TAKEBACK: "declined the takeback",
    STOP: "declined to end the game without a winner",
    REMATCH: "declined the rematch",
}
WITHDRAWN = {
    TAKEBACK: "withdrew the request for a takeback",
    STOP: "withdrew the offer to end the game without a winner",
    REMATCH: "withdrew the offer of a rematch",
}
"""The answer to each offer, after the player's name."""

WHEN_PROGRAMS_STOP = (
    "The computer agrees only if best play would never end, "
    "or if this position has occurred three times."
)


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
        """The player who is called "you"; None if all players are called by name."""
        return self.players[0] if len(self.players) == 1 else None


def reader_of(match: Match) -> Reader:
    """Return the reader of a saved game: its only person, or two people who share it."""
    return Reader.of(people_in(match))


# ---- names


def given_names(match: Match) -> Names:
    """Return the names of the players from the tags, or their seats.

    A person without a name gets the name of the seat.
    """
    one, two = (_name_from_tags(match, player) for player in Player)
    return one, two


def names_of(match: Match) -> Names:
    """Return the names for sentences: different from each other and from seats.

    A player named "You" or "Player 2" gets the name of the seat.
    """
    one, two = (
        str(player) if name.lower() in AMBIGUOUS_NAMES else name
        for player, name in zip(Player, given_names(match), strict=True)
    )
    return _distinguish(one, two)


def short_names(match: Match) -> Names:
    """Return the names for sentences, short enough for the space beside a board."""
    return _distinguish(*map(shorten_name, names_of(match)))


def shorten_name(name: str) -> str:
    """Return a name, cut to fit beside a board.

    >>> shorten_name("Ann"), shorten_name("Wolfeschlegelsteinhausenbergerdorff")
    ('Ann', 'Wolfeschlegelsteinh…')
    """
    return name if len(name) <= MAX_NAME_CHARS else f"{name[: MAX_NAME_CHARS - 1]}…"


def _distinguish(one: str, two: str) -> Names:
    return (one, two) if one != two else (f"{one} A", f"{two} B")


def _name_from_tags(match: Match, player: Player) -> str:
    name = match.tags.get(f"Player{player + 1}", "").strip()
    who = match.tags.get(f"Type{player + 1}", HUMAN)
    is_unnamed = Side(name, who).is_unnamed if who == HUMAN else not name
    return str(player) if is_unnamed else printable(name)


def heading_of(match: Match) -> str:
    """Return the game of a match, with players and date if known, for its reader.

    A person without a name, and without another person, is "you".
    """
    parts, tags, you = [match.game.title], match.tags, reader_of(match).you
    if tags.get("Player1") or tags.get("Player2"):
        one, two = (
            "you" if player is you and name == str(player) else name
            for player, name in zip(Player, given_names(match), strict=True)
        )
        parts.append(f"{one} against {two}")
    if "Date" in tags:
        parts.append(printable(tags["Date"].replace(".", "-")))
    return ", ".join(parts)


def isolate_names(names: Names) -> Names:
    """Return names for a browser that don't change the direction of the text around them.

    A name in a right-to-left script is put between the Unicode characters FSI and PDI.
    """
    one, two = map(_isolate, names)
    return one, two


def _isolate(name: str) -> str:
    if name.isascii():
        return name
    from unicodedata import bidirectional

    is_right_to_left = any(bidirectional(letter) in ("R", "AL") for letter in name)
    return f"\u2068{name}\u2069" if is_right_to_left else name


# ---- a match


class Narration:
    """A match in sentences for one reader.

    >>> import numduel
    >>> match = Match(numduel.new("sum", target=9))
    >>> match.play("7")
    >>> Narration(match, ("Ann", "Bob")).last_lines(), Narration(match, reader=Reader.TWO).prompt()
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
        """The label beside each player's figures: a name, or "you"."""
        one, two = ("you" if player is self.you else self.names[player] for player in Player)
        return one, two

    @property
    def titles(self) -> list[str]:
        """The label for each player when it stands alone: a name, or "You"."""
        return ["You" if player is self.you else self.names[player] for player in Player]

    def address(self, text: str) -> str:
        """Return a game's own sentence, worded for this reader."""
        return address(text, self.names, self.you)

    def _sentence(self, clause: str) -> str:
        return f"{self.address(capitalise(clause))}."

    def deed(self, ply: int) -> str:
        """Return the sentence for one ply, counted from 0."""
        match = self.match
        return self._sentence(match.game.deed(match.states[ply], match.plies[ply].move))

    def last_lines(self, ply: int | None = None) -> list[str]:
        """Return the lines of the last turn in the first plies, and the verdict at the end."""
        plies = self.match.plies[:ply]
        lines = [self.deed(n) for n, made in enumerate(plies) if made.turn == plies[-1].turn]
        return [*lines, *self._verdict_at_end(ply)]

    def _verdict_at_end(self, ply: int | None) -> list[str]:
        """Return the verdict, in the last position only."""
        return self.verdict() if ply in (None, len(self.match.plies)) else []

    def prompt(self, ply: int | None = None) -> str:
        """Return the question to the player to move; "" if no player is."""
        match = self.match
        if match.is_finished and ply in (None, len(match.plies)):
            return ""
        state = match.state if ply is None else match.states[ply]
        status = status_at(match, ply)
        if not isinstance(status, Turn):
            return ""
        return self.address(f"{status.player}'s turn: {match.game.question(state)}")

    def question(self, ply: int, *, is_named: bool) -> str:
        """Return the question after some plies, without the hint on typing.

        With `is_named` it also says whose turn it is.
        """
        state = self.match.states[ply]
        asked = BRACKETED.sub("", self.match.game.question(state))
        return self.address(f"{state.player}'s turn: {asked}" if is_named else capitalise(asked))

    def verdict(self) -> list[str]:
        """Return how the match ended and who won; [] while it lasts."""
        ending = self.match.ending
        if ending is None:
            return []
        if ending.is_draw:
            return [self.how(), "The game is a draw."]
        if ending.winner is None:
            return [self.how()]
        return [self.how(), self._sentence(f"{ending.winner} won the game")]

    def how(self) -> str:
        """Return how a finished match ended, without the winner."""
        match = self.match
        if match.ended == STOPPED:
            return "The game ended without a winner, by agreement."
        if match.fault is not None:  # a program's own text, which names no player
            forfeited = match.ended.removesuffix(match.fault)
            return f"{self.address(forfeited)}{match.fault}."
        return self._sentence(match.ended or match.game.ending(match.state))

    def news(self, news: News) -> str:
        """Return the sentences on an answered offer, a takeback, or a player who joined."""
        match news:
            case Declined(offer, by):
                return self._declined(offer.do, by, is_withdrawn=by is offer.by)
            case Accepted((do, by), accepting) if do == TAKEBACK:
                undone = f"{by}'s last move was taken back."
                return self.address(f"{accepting} accepted the takeback. {undone}")
            case Accepted(_, accepting):
                started = f"Round {Series.of(self.match).round} has started, with seats swapped."
                return self.address(f"{accepting} accepted the rematch. {started}")
            case Arrived(player):
                return self.address(f"{player} joined the game.")
        undone = "the resignation" if news.is_resignation else "a move"
        return self.address(f"{news.player} took back {undone}.")

    def _declined(self, do: str, by: Player, *, is_withdrawn: bool) -> str:
        said = self.address(f"{by} {(DECLINED, WITHDRAWN)[is_withdrawn][do]}.")
        is_program = self.match.tags.get(f"Type{by + 1}", HUMAN) != HUMAN
        return f"{said} {WHEN_PROGRAMS_STOP}" if is_program and do == STOP else said

    def log(self, ply: int | None = None) -> list[str]:
        """Return the log of the first plies, or of all, with turn numbers."""
        turns = self._turns(len(self.match.plies) if ply is None else ply)
        intro = [address(line, self.names) for line in self.match.game.intro()]
        return _squeeze_gaps([*intro, "", *turns, "", *self._verdict_at_end(ply)])

    def _turns(self, until: int) -> Iterator[str]:
        turn = 0
        for number, ply in enumerate(self.match.plies[:until]):
            head = f"{ply.turn}. " if ply.turn != turn else "   "
            turn = ply.turn
            yield f"{head}{self.deed(number)}"


def _squeeze_gaps(lines: Sequence[str]) -> list[str]:
    """Return lines without repeated, leading or trailing empty lines."""
    kept: list[str] = []
    for line in lines:
        if line or (kept and kept[-1]):
            kept.append(line)
    return kept[:-1] if kept and not kept[-1] else kept
