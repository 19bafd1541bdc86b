"""Trying another move from a position of a game, against perfect play; nothing is saved."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from ...core import Move, Player
from ...play import players
from ...play.match import Match
from ...play.session import Session
from ...views.narration import address
from ...views.positions import picture
from .play import PlayScreen

BACK_HINT = "Press Esc to return to the game."


class TrialScreen(PlayScreen):
    """An alternative line of play; Esc returns to the game.

    Nearly all of its many methods are those of PlayScreen.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("x", "swap", "Play both sides", tooltip="play both sides, or only yours"),
    ]

    def __init__(self, match: Match, move: Move, names: tuple[str, str], verdict: str = "") -> None:
        """`match` is a fork of the game before `move`; MoveError if the move is illegal.

        `verdict` says if the move is correct; "" if that isn't known.
        """
        player = match.player
        assert player is not None
        self._first_ply = len(match.plies)
        self._who = player
        self._tried = f"turn {match.turn}: {names[player]} plays {picture(match).name_of(move)}"
        match.tags = _make_tags(player, names)
        match.play(move)
        super().__init__(Session.of(match), autosave=None)
        deed = match.game.deed(match.states[self._first_ply], move)
        self._question = address(f"What if {deed}?", names, player)
        self._verdict = verdict

    def on_mount(self) -> None:
        self.call_later(self._introduce)  # after everything that PlayScreen shows at first

    def _introduce(self) -> None:
        """Show the verdict, or the question, until the answer comes."""
        if self.match.is_finished:
            self._prepend_verdict()
        elif len(self.match.plies) == self._first_ply + 1:
            answers = f"{self.session.series.seats[self._who.other].name} answers."
            self.panel.show_message(f"{self._verdict or self._question} {answers}")

    def start_turn(self) -> None:
        super().start_turn()
        self._prepend_verdict()

    def _prepend_verdict(self) -> None:
        """Show the verdict again before the first answer to the move, or the end of the game."""
        if self._verdict:
            self.panel.show_message(f"{self._verdict} {self.panel.messages.text}")
            self._verdict = ""

    @property
    def heading(self) -> str:
        return f"What if  ·  {self.match.game.title}  ·  {self._tried}  ·  not saved"

    def buttons(self) -> dict[str, str]:
        if not self.match.is_finished:
            return {}
        undo = {} if self.match.uncovered else {"u": "Undo"}
        return {**undo, "v": "Review"}

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "again":
            return False
        if action == "swap":
            return not self.match.is_finished
        return super().check_action(action, parameters)

    @property
    def blocked_reason(self) -> str | None:
        return (
            f"This line is over. {BACK_HINT}" if self.match.is_finished else super().blocked_reason
        )

    def action_undo(self) -> None:
        if len(self.match.plies) <= self._first_ply:
            self.panel.refuse(f"This is where you started. {BACK_HINT}")
            return
        super().action_undo()

    def action_swap(self) -> None:
        """Play both sides, or let the engine play the other side again."""
        other = self._who.other
        was_person = self.session.choosers[other] is None
        self.session.replace(other, players.LEVELS[-1] if was_person else players.HUMAN)
        again = f"{self.narration.names[other]} plays perfectly again."
        self.panel.show_message(again if was_person else "You now play both sides.")
        self.start_turn()


def _make_tags(player: Player, names: tuple[str, str]) -> dict[str, str]:
    """Return the tags of a match between this player, a person, and the Perfect level."""
    tags = {}
    for seat in Player:
        tags[f"Player{seat + 1}"] = names[seat]
        tags[f"Type{seat + 1}"] = players.HUMAN if seat is player else players.LEVELS[-1]
    return tags
