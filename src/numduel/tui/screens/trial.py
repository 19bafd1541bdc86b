"""What if: another move from a position of a game, against perfect play, with nothing kept."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from ...core import Move, Player
from ...play import players
from ...play.match import Match
from ...play.session import Session
from ...views.narration import address
from .play import PlayScreen

BACK = "Esc goes back to the game as it was played."


class TrialScreen(PlayScreen):
    """One line of play that never was; Esc goes back to the one that was.

    Its many methods are nearly all a PlayScreen's: it can do all that is done in a game.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("x", "swap", "Both sides", tooltip="play both sides yourself, or only yours"),
    ]

    def __init__(self, match: Match, move: Move, names: tuple[str, str]) -> None:
        """`match` is a fork that stands before the move that is tried.

        MoveError if it is not legal.
        """
        player = match.player
        assert player is not None
        self._began = len(match.plies)
        self._who = player
        self._tried = f"turn {match.turn}: {names[player]} plays {move}"
        match.tags = _seated(player, names)
        match.play(move)
        super().__init__(Session.of(match), autosave=None)
        deed = match.game.deed(match.states[self._began], move)
        self._question = address(f"What if {deed}?", names, player)

    def on_mount(self) -> None:
        if not self.match.is_finished:
            self.table.say(
                f"{self._question} {self.session.series.seats[self._who.other].name} answers."
            )

    @property
    def heading(self) -> str:
        return f"What if  ·  {self.match.game.title}  ·  {self._tried}  ·  nothing is kept"

    def buttons(self) -> dict[str, str]:
        if not self.match.is_finished:
            return {}
        undone = {} if self.match.uncovered else {"u": "undo"}
        return {**undone, "v": "review"}

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "again":
            return False
        if action == "swap":
            return not self.match.is_finished
        return super().check_action(action, parameters)

    @property
    def closed(self) -> str | None:
        return f"This line of play is over. {BACK}" if self.match.is_finished else super().closed

    def action_undo(self) -> None:
        if len(self.match.plies) <= self._began:
            self.table.refuse(f"This is where you began. {BACK}")
            return
        super().action_undo()

    def action_swap(self) -> None:
        """Play for both, or let the other side find the best moves again."""
        other = self._who.other
        was_person = self.session.choosers[other] is None
        self.session.replace(other, players.LEVELS[-1] if was_person else players.HUMAN)
        again = f"{self.narration.names[other]} plays perfectly again."
        self.table.say(again if was_person else "You play both sides from now on.")
        self.turn()


def _seated(player: Player, names: tuple[str, str]) -> dict[str, str]:
    """The tags of a match in which this player is a person, and the other plays perfectly."""
    tags = {}
    for seat in Player:
        tags[f"Player{seat + 1}"] = names[seat]
        tags[f"Type{seat + 1}"] = players.HUMAN if seat is player else players.LEVELS[-1]
    return tags
