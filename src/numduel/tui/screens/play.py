"""A game being played: people and programs in turn, with help at hand, every move kept at once."""

from __future__ import annotations

import time
from typing import ClassVar

from textual.binding import Binding, BindingType

from ...core import Move, Player
from ...errors import NumduelError, Refused, SetupError, as_sentence
from ...play.controller import MAX_LONE_TURNS, SEEN, Action, Forfeit, Play, Resign, Stop
from ...play.session import Session, program_action
from ...storage.autosave import Autosave
from ...views.match_view import MatchView, view
from ...views.narration import Reader, short_names
from ..background import Task
from ..parts.advice import Advice
from ..parts.game_end import GameEnd
from ..parts.key_bar import pressed
from ..parts.table import Table
from .board_page import BoardPage

HOW_TO_POINT = "Arrows move the cursor, Enter chooses. Or click, or type a move."
HOW_TO_JUMP = "Arrows jump that way. Or click, or type a direction and Enter."
HOW_TO_PRESS = "Tab goes from button to button, Enter chooses. Or click, or type a move."
"""What is said before the first move."""

PAUSE = 0.5
"""Seconds after which a program's move is made, so that it is seen; none without animation."""


def how_to_move(table: Table) -> str:
    """Return how moves are made on a table."""
    if table.has_directions:
        return HOW_TO_JUMP
    return HOW_TO_POINT if table.board.tiles else HOW_TO_PRESS


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
        self.game_end = GameEnd(self.table.words, self.background, id="game-end")
        self.table.side.put_above(self.game_end)
        self._is_new_offered = False
        self.advice = Advice(self.table, self.background, lambda: self._count_help("analyses"))

    # ---- what is shown

    @property
    def heading(self) -> str:
        series, names = self.session.series, self.narration.names
        one, two = (names[series.player(side)] for side in range(2))
        parts = [self.match.game.title, f"{one} and {two}"]
        if series.rounds > 1:
            parts.append(f"round {series.round} of {series.rounds}")
            now = self.table.view.situation
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
            return {"m": "new game"} if self._is_new_offered else {}
        series = self.session.series
        again = "next round" if series.round < series.rounds else "again"
        return {"m": again, "v": "review", "escape": "home"}

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("review", "again", "save"):
            return self.match.is_finished or (action == "again" and self._is_new_offered)
        if action in ("hint", "analysis", "resign"):
            return not self.match.is_finished
        if action == "stop":
            return self.match.game.endless and not self.match.is_finished
        return True

    # ---- the course of the game

    def on_mount(self) -> None:
        self.show()
        if self.is_persons_turn and not self.table.has_directions:
            self.board.point(self.board.first_choice())
        if not self.match.has_moves:
            is_by_coin = self.session.coin and self.session.series.round == 1
            coin = f"The coin says: {self.narration.names[0]} is Player 1. " if is_by_coin else ""
            self.table.say(coin + how_to_move(self.table))
        self._go_on()

    def on_unmount(self) -> None:
        self.session.end()
        self.app.engine.forget()

    @property
    def closed(self) -> str | None:
        return "" if self.match.is_finished else super().closed  # the verdict stays

    def make(self, move: Move) -> None:
        self._do(Play(move))

    def _do(self, action: Action, player: Player | None = None) -> None:
        """Let people or a program act; what came of it is kept and shown."""
        before = len(self.match.plies)
        try:
            self.session.act(action, player)
        except Refused as refused:
            tile = self.board.number_of(action.move) if isinstance(action, Play) else None
            self.table.refuse(refused.detail, tile)
            return
        self.match = self.session.match
        self.app.keep(self.autosave)
        if done := range(before, len(self.match.plies)):
            narration = self.view().narration
            self.table.say(" ".join(narration.deed(ply) for ply in done))
        self.turn()

    def turn(self) -> None:
        """Another position: show it, and let whoever is next go on."""
        self.background.cancel("choosing")
        self._is_new_offered = False
        self.game_end.clear()
        self.show()
        self.refresh_bindings()
        self._go_on()
        self.advice.turn()

    def _go_on(self) -> None:
        if self.match.is_finished:
            self.game_end.show(self.narration)
            if not self.match.has_moves:
                self.app.keep(self.autosave)
        elif self.session.table.is_given_up:
            self.table.say(f"Left unfinished after {MAX_LONE_TURNS} turns.")
        elif not self.is_persons_turn:
            self._let_choose()

    def _let_choose(self) -> None:
        """The program whose turn it is makes up its mind, behind the screen."""
        player, match = self.match.player, self.match
        assert player is not None
        chooser = self.session.choosers[player]
        assert chooser is not None
        until = time.monotonic() + (PAUSE if self.app.settings.animation else 0)

        def choose(task: Task) -> Play | Forfeit:
            action = task.ask(lambda engine, budget: program_action(chooser, match, budget))
            if isinstance(action, Play):
                time.sleep(max(0.0, until - time.monotonic()))
            return action

        def act(action: Play | Forfeit) -> None:
            self._do(action, player)

        def fail(error: NumduelError) -> None:  # a level that was not given time enough
            self.table.say(as_sentence(error), "primary")

        self.background.do("choosing", choose, act, fail)

    # ---- help

    def _count_help(self, kind: str) -> None:
        self.session.count_help(kind)
        self.match = self.session.match

    def action_hint(self) -> None:
        if self.is_persons_turn:
            self._count_help("hints")
            self.advice.hint()
        else:
            self.table.say("A hint comes when it is your turn.")

    def action_why(self) -> None:
        self._count_help("analyses")
        self.advice.why(self.session.people or list(Player))

    def action_analysis(self) -> None:
        """What every move is worth, on the tiles and buttons; the same key takes it away."""
        self.advice.toggle_values()

    def action_undo(self) -> None:
        try:
            taken = self.session.take_back()
        except Refused as refused:
            self._is_new_offered = refused.detail == SEEN
            self.show()
            can_begin = self._is_new_offered and self.check_action("again", ())
            instead = " Begin another game with m." if can_begin else ""
            self.table.refuse(refused.detail + instead)
            return
        self.match = self.session.match
        self.app.keep(self.autosave)
        self.table.say(f"Taken back: {'  '.join(taken)}")
        self.turn()

    def action_resign(self) -> None:
        """Give the game up, if that is meant: the record's tag says so (G8)."""
        player = self.match.player
        assert player is not None
        people = self.session.people
        loser = player if player in people or not people else people[0]
        winner = self.narration.labels[loser.other]
        again = f"Press {pressed(self, 'g')} again, or play on."
        if self.table.confirms(f"Resign? Then {winner} won. {again}"):
            self._do(Resign())

    def action_stop(self) -> None:
        """End a game that may have no end, as both agree: nobody wins."""
        again = f"Press {pressed(self, 'e')} again, or play on."
        if self.table.confirms(f"Stop by agreement? Then nobody won. {again}"):
            self._do(Stop())

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
                self.session = self.session.anew()
                self.autosave = self.autosave and Autosave(self.session)
        except Refused as refused:
            self.table.refuse(refused.detail)
            return
        except SetupError as error:
            self.table.refuse(as_sentence(error))
            return
        self.match = self.session.match
        self.table.say(self.session.announced)
        self.turn()

    def action_leave(self) -> None:
        is_saved = self.autosave is not None and self.autosave.is_saved
        if is_saved and self.match.has_moves and not self.match.is_finished:
            self.app.notify("Your game is kept: c goes on with it.", timeout=3)
        super().action_leave()
