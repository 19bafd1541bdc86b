"""A game being played: people and programs in turn, with help at hand, every move kept at once."""

from __future__ import annotations

import time
from typing import ClassVar

from textual.binding import Binding, BindingType

from ...core import Move, Player
from ...errors import NumduelError, Refused, SetupError, as_sentence
from ...play.controller import MAX_LONE_TURNS, REVEALED_MESSAGE, Action, Forfeit, Play, Resign, Stop
from ...play.session import Session, program_action
from ...storage.autosave import Autosave
from ...views.match_view import MatchView, view
from ...views.narration import Reader, short_names
from ..background import Task
from ..parts.advice import Advice
from ..parts.board_panel import BoardPanel
from ..parts.game_end import GameEnd
from ..parts.key_bar import effective_key
from .board_page import BoardPage

HOW_TO_POINT = "Arrows move the cursor, Enter chooses. Or click, or type a move."
HOW_TO_JUMP = "Arrows jump that way. Or click, or type a direction and Enter."
HOW_TO_PRESS = "Tab goes from button to button, Enter chooses. Or click, or type a move."
"""What is said before the first move."""

PROGRAM_MOVE_DELAY_S = 0.5
"""Seconds after which a program's move is made, so that it is seen; none without animation."""


def describe_controls(panel: BoardPanel) -> str:
    """Return how moves are made on a table."""
    if panel.has_directions:
        return HOW_TO_JUMP
    return HOW_TO_POINT if panel.board.tiles else HOW_TO_PRESS


class PlayScreen(BoardPage):
    """One round after the other between two sides.

    It has many methods because it has many keys: ten of them are what one key does.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint", "Hint", tooltip="a hint; again, a stronger one"),
        Binding("a", "analysis", "Analysis", tooltip="what every move is worth, on or off"),
        Binding("w", "why", "Why", tooltip="why the last mistake was one"),
        Binding("u", "undo", "Undo", tooltip="take the last move back"),
        Binding("g", "resign", "Resign", tooltip="resign: give the game up", show=False),
        Binding("e", "stop", "Stop", tooltip="end an endless game by agreement", show=False),
        Binding("v", "review", "Review", tooltip="look at the whole game again"),
        Binding("m", "again", "Again", tooltip="the next round, with seats swapped"),
        Binding("s", "save", "Save", tooltip="write a copy of the record to a file", show=False),
        *BoardPage.KEYS,
    ]

    def __init__(self, session: Session, autosave: Autosave | None) -> None:
        """`autosave` keeps what is played; None where nothing shall be kept."""
        super().__init__(session.match)
        self.session = session
        self.autosave = autosave
        self.game_end = GameEnd(self.panel.messages, self.background, id="game-end")
        self.panel.side.put_above(self.game_end)
        self._can_start_new_game = False
        self.advice = Advice(self.panel, self.background, lambda: self._count_help("analyses"))

    # ---- what is shown

    @property
    def heading(self) -> str:
        series, names = self.session.series, self.narration.names
        one, two = (names[series.player(side)] for side in range(2))
        parts = [self.match.game.title, f"{one} and {two}"]
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
        is_usual = game.options == game.options_type()  # which the summary speaks of
        return [game.summary, "", *view.log] if is_usual else view.log

    def buttons(self) -> dict[str, str]:
        if not self.match.is_finished:
            return {"m": "new game"} if self._can_start_new_game else {}
        series = self.session.series
        again = "next round" if series.round < series.rounds else "again"
        return {"m": again, "v": "review", "escape": "home"}

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("review", "again", "save"):
            return self.match.is_finished or (action == "again" and self._can_start_new_game)
        if action in ("hint", "analysis", "resign"):
            return not self.match.is_finished
        if action == "stop":
            return self.match.game.endless and not self.match.is_finished
        return True

    # ---- the course of the game

    def on_mount(self) -> None:
        self.show()
        if self.is_persons_turn and not self.panel.has_directions:
            self.board.move_cursor(self.board.first_choice())
        if not self.match.has_moves:
            is_by_coin = self.session.is_first_random and self.session.series.round == 1
            coin = (
                f"Chosen at random: {self.narration.names[0]} is Player 1. " if is_by_coin else ""
            )
            self.panel.show_message(coin + describe_controls(self.panel))
        self._advance()

    def on_unmount(self) -> None:
        self.session.end()
        self.app.engine.forget()

    @property
    def blocked_reason(self) -> str | None:
        return "" if self.match.is_finished else super().blocked_reason  # the verdict stays

    def make(self, move: Move) -> None:
        self._act(Play(move))

    def _act(self, action: Action, player: Player | None = None) -> None:
        """Let people or a program act; what came of it is kept and shown."""
        before = len(self.match.plies)
        try:
            self.session.act(action, player)
        except Refused as refused:
            tile = self.board.tile_of_move(action.move) if isinstance(action, Play) else None
            self.panel.refuse(refused.detail, tile)
            return
        self.match = self.session.match
        self.app.save_match(self.autosave)
        if done := range(before, len(self.match.plies)):
            narration = self.view().narration
            self.panel.show_message(" ".join(narration.deed(ply) for ply in done))
        self.start_turn()

    def start_turn(self) -> None:
        """Another position: show it, and let whoever is next go on."""
        self.background.cancel("choosing")
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
        elif self.session.state.is_turn_limit_reached:
            self.panel.show_message(f"Left unfinished after {MAX_LONE_TURNS} turns.")
        elif not self.is_persons_turn:
            self._request_program_move()

    def _request_program_move(self) -> None:
        """The program whose turn it is makes up its mind, behind the screen."""
        player, match = self.match.player, self.match
        assert player is not None
        chooser = self.session.choosers[player]
        assert chooser is not None
        until = time.monotonic() + (PROGRAM_MOVE_DELAY_S if self.app.settings.animation else 0)

        def choose(task: Task) -> Play | Forfeit:
            action = task.ask(lambda engine, budget: program_action(chooser, match, budget))
            if isinstance(action, Play):
                time.sleep(max(0.0, until - time.monotonic()))
            return action

        def act(action: Play | Forfeit) -> None:
            self._act(action, player)

        def fail(error: NumduelError) -> None:  # a level that was not given time enough
            self.panel.show_message(as_sentence(error), "primary")

        self.background.run("choosing", choose, act, fail)

    # ---- help

    def _count_help(self, kind: str) -> None:
        self.session.count_help(kind)
        self.match = self.session.match

    def action_hint(self) -> None:
        if self.is_persons_turn:
            self._count_help("hints")
            self.advice.show_hint()
        else:
            self.panel.show_message("A hint comes when it is your turn.")

    def action_why(self) -> None:
        self._count_help("analyses")
        self.advice.explain_mistake(self.session.people or list(Player))

    def action_analysis(self) -> None:
        """What every move is worth, on the tiles and buttons; the same key takes it away."""
        self.advice.toggle_analysis()

    def action_undo(self) -> None:
        try:
            taken = self.session.take_back()
        except Refused as refused:
            self._can_start_new_game = refused.detail == REVEALED_MESSAGE
            self.show()
            can_begin = self._can_start_new_game and self.check_action("again", ())
            instead = " Begin another game with m." if can_begin else ""
            self.panel.refuse(refused.detail + instead)
            return
        self.match = self.session.match
        self.app.save_match(self.autosave)
        self.panel.show_message(f"Undone: {'  '.join(taken)}")
        self.start_turn()

    def action_resign(self) -> None:
        """Give the game up, if that is meant: the record's tag says so (G8)."""
        player = self.match.player
        assert player is not None
        people = self.session.people
        loser = player if player in people or not people else people[0]
        winner = self.narration.labels[loser.other]
        again = f"Press {effective_key(self, 'g')} again, or play on."
        if self.panel.confirms(f"Resign? Then {winner} won. {again}"):
            self._act(Resign())

    def action_stop(self) -> None:
        """End a game that may have no end, as both agree: nobody wins."""
        again = f"Press {effective_key(self, 'e')} again, or play on."
        if self.panel.confirms(f"Stop by agreement? Then nobody won. {again}"):
            self._act(Stop())

    # ---- afterwards

    def action_review(self) -> None:
        self.app.show_review(self.match)

    def action_again(self) -> None:
        """The next round; or another game, where a number that was seen cannot be unseen."""
        try:
            if self.match.is_finished:
                self.session.rematch()
            else:  # this one is kept as it is
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
        self.panel.show_message(self.session.announcement)
        self.start_turn()

    def action_leave(self) -> None:
        is_saved = self.autosave is not None and self.autosave.is_saved
        if is_saved and self.match.has_moves and not self.match.is_finished:
            self.app.notify("Your game is kept: c goes on with it.", timeout=3)
        super().action_leave()
