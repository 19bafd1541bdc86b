"""Everything an interface shows of a match at one time, as plain data."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..core import Move, Picture, Player, Turn
from ..play.controller import Declined, News
from ..play.match import Match, Ply
from ..play.reading import read
from ..play.series import Series
from . import positions
from .narration import Names, Narration, Reader, isolate_names, names_of


class Situation(NamedTuple):
    """The player to move with the legal moves, or how the match ended."""

    player: Player | None
    """The player to move; None when it is over."""
    moves: tuple[Move, ...]
    winner: Player | None
    reason: str | None
    """One of the game's reasons, "resigned", "stopped" or "forfeited"; None while it lasts."""
    fault: str | None = None
    """The error of a program that forfeited; None if none did."""
    is_draw: bool = False
    """Whether the rules ended it without a winner."""

    @property
    def is_over(self) -> bool:
        return self.reason is not None


class MatchView(NamedTuple):
    """A match after some plies, as one reader sees it."""

    narration: Narration
    """The match in the reader's words."""
    ply: int
    """The number of plies that led to the position."""
    situation: Situation
    picture: Picture
    last: int | None
    """The tile that was chosen last, counted row by row from 0."""
    trails: tuple[tuple[int, ...], tuple[int, ...]]
    """The tiles that each player has chosen, in order."""
    said: list[str]
    """The lines of the last turn, at the end the verdict, and the answer to an offer."""
    prompt: str
    """The question to the player to move; empty if no player is to move."""
    choices: tuple[Move, ...]
    """The moves that the reader can choose from."""
    news: News | None = None
    """The last event around the match; `said` says if an offer was declined or withdrawn."""

    @property
    def match(self) -> Match:
        return self.narration.match

    def for_reader(self, reader: Reader) -> MatchView:
        """Return the same position in another reader's words."""
        told, now = Narration(self.match, self.names, reader), self.situation
        choices = now.moves if now.player in reader.players else ()
        said, prompt = _said(told, self.ply, self.news), told.prompt(self.ply)
        return self._replace(narration=told, said=said, prompt=prompt, choices=choices)

    @property
    def names(self) -> Names:
        """The players' names in sentences."""
        return self.narration.names

    @property
    def awaited(self) -> Player | None:
        """The player to move, if the reader does not move for that player."""
        player = self.situation.player
        return None if player in self.narration.reader.players else player

    @property
    def prompt_or_wait(self) -> str:
        """The prompt, or the name of the player whom the reader waits for."""
        if self.awaited is None:
            return self.prompt
        return f"{self.names[self.awaited]} is thinking …"

    @property
    def state(self) -> Any:
        return self.match.states[self.ply]

    @property
    def plies(self) -> tuple[Ply, ...]:
        return self.match.plies[: self.ply]

    @property
    def round(self) -> int:
        return Series.of(self.match).round

    @property
    def log(self) -> list[str]:
        """Everything that led to the position, line by line."""
        return self.narration.log(self.ply)

    @property
    def buttons(self) -> list[Move]:
        """The choices without a tile."""
        return positions.moves_without_tile(self.picture, self.choices)

    @property
    def typed_words(self) -> list[Move]:
        """The words to type here, or to type ahead while another player thinks."""
        moves = self.choices if self.awaited is None else self.situation.moves
        return positions.typable_words(self.match.game, moves)

    @property
    def no_choice(self) -> str:
        """The reason why the reader cannot choose."""
        if self.awaited is None:
            return "The game is over."
        return f"It's {self.names[self.awaited]}'s turn."

    def move_to(self, tile: int) -> Move:
        """Return the move of a tile; raise IllegalMove if it has none."""
        return positions.move_to(self.match.game, self.state, self.picture, tile)

    def read(self, text: str) -> Move:
        """Return the legal move that a text names; raise MoveError if it names none."""
        return read(self.match.game, self.state, text)


def situation(match: Match, ply: int | None = None) -> Situation:
    """Return the situation after some plies, or now; only the last position can be an end."""
    ending = match.ending if ply in (None, len(match.plies)) else None
    if ending is not None:
        return Situation(
            None, (), ending.winner, ending.reason, match.fault, is_draw=ending.is_draw
        )
    status = positions.status_at(match, ply)
    if isinstance(status, Turn):
        return Situation(status.player, status.moves, None, None)
    return Situation(None, (), None, None)  # chance decides here


def view(
    match: Match,
    ply: int | None = None,
    *,
    names: Names | None = None,
    reader: Reader = Reader.WATCHING,
    is_isolated: bool = False,
    news: News | None = None,
) -> MatchView:
    """Return a match after some plies, or now, with sentences for one reader.

    `is_isolated` is for text in a browser: see `narration.isolate_names`.

    >>> import numduel
    >>> seen = view(Match.replay(numduel.new("sum", target=20), ["9", "1", "9"]))
    >>> seen.last, seen.trails, seen.said
    (8, ((8, 8), (0,)), ['Player 1 took 9: 18 of 20.'])
    """
    now, names = situation(match, ply), names or names_of(match)
    narration = Narration(match, isolate_names(names) if is_isolated else names, reader)
    return MatchView(
        narration,
        len(match.plies) if ply is None else ply,
        now,
        positions.picture(match, ply),
        positions.last_tile(match, ply),
        positions.trails(match, ply),
        _said(narration, ply, news),
        narration.prompt(ply),
        now.moves if now.player in reader.players else (),
        news,
    )


def _said(narration: Narration, ply: int | None, news: News | None) -> list[str]:
    """Return the lines of the last turn, and the answer to an offer made since."""
    answers = [narration.news(news)] if isinstance(news, Declined) else []
    return [*narration.last_lines(ply), *answers]
