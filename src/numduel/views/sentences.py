"""What has happened in a match, in sentences that name the players or say "you" to the reader."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..core import Player, Turn
from ..errors import capital, printable
from ..play.match import Match
from ..play.players import HUMAN

Names = tuple[str, str]
"""What Player 1 and Player 2 are called."""


def address(text: str, names: Sequence[str], you: Player | None = None) -> str:
    """A game's own sentence, which names players by `str(player)`, as one reader is told it.

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
        return capital(word) if not before or before[-1] in ".!?" else word

    return re.sub(r"\bPlayer ([12])('s)?(?!\w)", named, text)


def names_of(match: Match) -> Names:
    """What the players are called: as the tags say, or by their seats where they say nothing.

    A person without a name of their own is called by the seat, a program by its own name.
    """
    one, two = (_name(match, player) for player in Player)
    return one, two


def _name(match: Match, player: Player) -> str:
    name = match.tags.get(f"Player{player + 1}", "").strip()
    who = match.tags.get(f"Type{player + 1}", HUMAN)
    unnamed = ("", HUMAN, f"{HUMAN} A", f"{HUMAN} B") if who == HUMAN else ("",)
    return str(player) if name in unnamed else printable(name)


class Narration:
    """A match as it is told to somebody: with these names, and to one of the players as "you".

    >>> import numduel
    >>> match = Match(numduel.new("sum", target=9))
    >>> match.play("7")
    >>> Narration(match, ("Ann", "Bob")).said(), Narration(match, you=Player.TWO).prompt()
    (['Ann took 7: 7 of 9.'], 'Your turn: take which number, 1 to 9?')
    """

    def __init__(self, match: Match, names: Names | None = None, you: Player | None = None) -> None:
        self.match = match
        self.names = names_of(match) if names is None else names
        self.you = you

    @property
    def labels(self) -> Names:
        """What stands beside each player's figures: a name, or "you"."""
        one, two = ("you" if player is self.you else self.names[player] for player in Player)
        return one, two

    def address(self, text: str) -> str:
        """A game's own words, as this reader is told them."""
        return address(text, self.names, self.you)

    def _sentence(self, clause: str) -> str:
        return f"{self.address(capital(clause))}."

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
        status = match.game.status(state)
        if not isinstance(status, Turn):
            return ""
        return self.address(f"{status.player}'s turn: {match.game.question(state)}")

    def verdict(self) -> list[str]:
        """How the match ended, and who won it; nothing while it goes on."""
        ending = self.match.ending
        if ending is None:
            return []
        if ending.winner is None:
            return ["The game was stopped by agreement."]
        how = self.match.ended or self.match.game.ending(self.match.state)
        return [self._sentence(how), self._sentence(f"{ending.winner} won the game")]

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
