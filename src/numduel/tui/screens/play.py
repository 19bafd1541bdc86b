"""The screen of a game in progress."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from ...core import Move, Player
from ...errors import (
    EndpointRefused,
    NumduelError,
    Refused,
    SetupError,
    Unanswered,
    as_sentence,
)
from ...play.controller import (
    MAX_LONE_TURNS,
    REVEALED_MESSAGE,
    Action,
    Forfeit,
    NeedsAnalysis,
    Play,
    Resign,
    Stop,
)
from ...play.session import Session
from ...storage.autosave import Autosave
from ...views.match_view import MatchView, view
from ...views.narration import Reader, short_names
from ..parts.advice import Advice
from ..parts.board_panel import BoardPanel
from ..parts.game_end import GameEnd
from ..parts.key_bar import effective_key
from ..parts.programs import Programs
from .board_page import BoardPage

HOW_TO_POINT = "Arrows move the cursor, Enter chooses. Or click, or type a move."
HOW_TO_JUMP = "Arrows jump in that direction. Or click, or type / and the direction."
HOW_TO_PRESS = "Tab selects a button, Enter presses it. Or click, or type a move."
"""Messages before the first move."""


def describe_controls(panel: BoardPanel) -> str:
    """Return a message on how to move in this game."""
    if panel.has_directions:
        return HOW_TO_JUMP
    return HOW_TO_POINT if panel.board.tiles else HOW_TO_PRESS


class PlayScreen(BoardPage):
    """The rounds of a match between two sides.

    It has many methods because it has many keys; ten of them are actions of keys.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint", "Hint", tooltip="get a hint; again for a stronger one"),
        Binding("a", "analysis", "Analysis", tooltip="show or hide the value of every move"),
        Binding("w", "why", "Explain", tooltip="explain the last mistake"),
        Binding("u", "undo", "Undo", tooltip="undo the last move"),
        Binding("g", "resign", "Resign", tooltip="resign the game", show=False),
        Binding("e", "stop", "End", tooltip="end the game without a winner", show=False),
        Binding("v", "review", "Review", tooltip="review the game"),
        Binding("m", "again", "Rematch", tooltip="play the next round, with seats swapped"),
        Binding("s", "save", "Save", tooltip="save a copy of the record", show=False),
        *BoardPage.KEYS,
    ]

    def __init__(self, session: Session, autosave: Autosave | None) -> None:
        """`autosave` saves the game; None for a game that isn't saved."""
        super().__init__(session.match)
        self.session = session
        self.autosave = autosave
        self.game_end = GameEnd(self.panel.messages, self.background, id="game-end")
        self.panel.side.put_above(self.game_end)
        self.programs = Programs(self.background)
        self._can_start_new_game = False
        self.advice = Advice(self.panel, self.background, lambda: self._count_help("analyses"))

    # ---- showing

    @property
    def heading(self) -> str:
        series, names = self.session.series, self.narration.names
        one, two = (names[series.player(side)] for side in range(2))
        parts = [self.match.game.title, f"{one} against {two}"]
        if series.rounds > 1:
            parts.append(f"round {series.round} of {series.rounds}")
            now = self.panel.view.situation
            parts.append(series.wins_line(now.winner, is_draw=now.is_draw))
        return "  ·  ".join(parts)

    @property
    def is_persons_turn(self) -> bool:
        player = self.match.player
        return player is not None and self.session.choosers[player] is None

    def view(self) -> MatchView:
        return view(
            self.match, names=short_names(self.match), reader=Reader.of(self.session.people)
        )

    def log_lines(self, view: MatchView) -> list[str]:
        game = self.match.game
        is_standard = game.options == game.options_type()  # the summary describes these rules
        return [game.summary, "", *view.log] if is_standard else view.log

    def buttons(self) -> dict[str, str]:
        if not self.match.is_finished:
            return {"m": "New game"} if self._can_start_new_game else {}
        series = self.session.series
        again = "Next round" if series.round < series.rounds else "Rematch"
        undo = {"u": "Undo resignation"} if self.session.can_undo_resignation else {}
        return {"m": again, **undo, "v": "Review", "escape": "Home"}

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("review", "again", "save"):
            return self.match.is_finished or (action == "again" and self._can_start_new_game)
        if action in ("hint", "analysis", "resign"):
            return not self.match.is_finished
        if action == "stop":
            return self.match.game.endless and not self.match.is_finished
        return True

    # ---- playing

    def on_mount(self) -> None:
        self.show()
        if self.is_persons_turn and not self.panel.has_directions:
            self.board.move_cursor(self.board.first_choice())
        if not self.match.has_moves:
            is_random = self.session.is_first_random and self.session.series.round == 1
            first = (
                f"Chosen at random: {self.narration.names[0]} plays first. " if is_random else ""
            )
            self.panel.show_message(first + describe_controls(self.panel))
        self._advance()

    def on_unmount(self) -> None:
        self.session.end()
        self.app.engine.forget()

    @property
    def blocked_reason(self) -> str | None:
        return "" if self.match.is_finished else super().blocked_reason  # the result stays

    def make(self, move: Move) -> None:
        self._act(Play(move))

    def _act(self, action: Action, player: Player | None = None) -> None:
        """Apply an action of a person or program, save it, and show the result."""
        before = len(self.match.plies)
        try:
            self.session.act(action, player)
        except NeedsAnalysis:  # a program answers an offer to stop
            self.panel.show_message("Waiting for an answer …", "quiet")
            self.programs.answer_stop(self.match, lambda found: self._act(Stop(found)))
            return
        except Refused as refused:
            tile = self.board.tile_of_move(action.move) if isinstance(action, Play) else None
            self.panel.refuse(refused.detail, tile)
            return
        self.match = self.session.match
        self.app.save_match(self.autosave)
        if done := range(before, len(self.match.plies)):
            narration = self.view().narration
            self.panel.show_message(" ".join(narration.deed(ply) for ply in done))
        if self.session.state.declined is not None:
            self.panel.show_message(self.narration.news(self.session.state.declined), "primary")
            return  # the position is the same, and a program may be thinking
        self.start_turn()

    def start_turn(self) -> None:
        """Show the new position, and start the next player's turn."""
        self.programs.cancel()
        self._can_start_new_game = False
        self.game_end.clear()
        self.show()
        self.refresh_bindings()
        self._advance()
        self.advice.reset()

    def _advance(self) -> None:
        if self.match.is_finished:
            self.game_end.show(self.narration)
            if not self.match.has_moves:
                self.app.save_match(self.autosave)
            if self.autosave is not None:
                self.game_end.show_rating(self.match)
        elif self.session.state.is_turn_limit_reached:
            self.panel.show_message(f"Stopped at the turn limit ({MAX_LONE_TURNS} turns).")
        elif not self.is_persons_turn:
            self._request_program_move()

    def _request_program_move(self) -> None:
        player = self.match.player
        assert player is not None
        chooser = self.session.choosers[player]
        assert chooser is not None

        def act(action: Play | Forfeit) -> None:
            self._act(action, player)
            if self.app.settings.bell and self.is_persons_turn:
                self.app.bell()

        def fail(error: NumduelError) -> None:
            is_saved = self.autosave is not None and self.autosave.is_saved
            said = _describe_failure(self.narration.names[player], error, is_saved)
            self.panel.show_message(said, "primary")

        is_delayed = self.app.settings.animation
        self.programs.request_move(self.match, chooser, act, fail, is_delayed=is_delayed)

    # ---- help

    def _count_help(self, kind: str) -> None:
        self.session.count_help(kind)
        self.match = self.session.match
        if self.autosave is not None and self.autosave.keeps_help:
            self.app.save_match(self.autosave)

    def action_hint(self) -> None:
        if self.is_persons_turn:
            self._count_help("hints")
            self.advice.show_hint()
        else:
            self.panel.show_message("Hints are available on your turn.")

    def action_why(self) -> None:
        self._count_help("analyses")
        self.advice.explain_mistake(self.session.people or list(Player))

    def action_analysis(self) -> None:
        """Show the value of every move on tiles and buttons, or hide it."""
        self.advice.toggle_analysis()

    def action_undo(self) -> None:
        try:
            taken = self.session.take_back()
        except Refused as refused:
            self._can_start_new_game = refused.detail == REVEALED_MESSAGE
            self.show()
            can_start = self._can_start_new_game and self.check_action("again", ())
            instead = " Press m for a new game." if can_start else ""
            self.panel.refuse(refused.detail + instead)
            return
        self.match = self.session.match
        self.app.save_match(self.autosave)
        self.panel.show_message(f"Undone: {'  '.join(taken) or 'resignation'}")
        self.start_turn()

    def action_resign(self) -> None:
        """Resign after a confirmation; a tag of the record says so."""
        winner = self.narration.labels[self.session.resigning_player.other]
        again = f"Press {effective_key(self, 'g')} again to confirm."
        if self.panel.confirms(f"Resign? {winner} wins. {again}"):
            self._act(Resign())

    def action_stop(self) -> None:
        """End a game that may never end, without a winner, after a confirmation."""
        again = f"Press {effective_key(self, 'e')} again to confirm."
        if self.panel.confirms(f"End without a winner? {again}"):
            self._act(Stop())

    # ---- afterwards

    def action_review(self) -> None:
        self.app.show_review(self.match)

    def action_again(self) -> None:
        """Play the next round, or a new game if undo wasn't possible."""
        try:
            if self.match.is_finished:
                self.session.rematch()
            else:  # the old one stays saved as it is
                self.session.end()
                self.session = self.session.restart()
                self.autosave = self.autosave and Autosave(self.session)
        except Refused as refused:
            self.panel.refuse(refused.detail)
            return
        except SetupError as error:
            self.panel.refuse(as_sentence(error))
            return
        self.match = self.session.match
        self.advice.turn_off()
        self.panel.show_message(self.session.announcement)
        self.start_turn()

    def action_leave(self) -> None:
        is_saved = self.autosave is not None and self.autosave.is_saved
        if is_saved and self.match.has_moves and not self.match.is_finished:
            self.app.notify("Game saved. Press c to continue.", timeout=3)
        super().action_leave()


def _describe_failure(name: str, error: NumduelError, is_saved: bool) -> str:
    """Return why a program did not move, and how to continue."""
    if not isinstance(error, Unanswered | EndpointRefused):
        return as_sentence(error)
    advice = " The game is saved: resume it later, and choose who plays." if is_saved else ""
    return f"{name} can't move: {error}.{advice}"
