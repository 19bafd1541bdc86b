"""The review of a game: progress chart, mistakes with reasons, and other moves to try."""

from __future__ import annotations

from typing import ClassVar

from textual import events, on
from textual.binding import Binding, BindingType

from ...core import Move
from ...errors import printable
from ...play.match import Match
from ...storage import record
from ...views.match_view import MatchView, view
from ...views.narration import Narration, Reader, reader_of, short_names
from ...views.progress_chart import points
from ..parts.ascii_text import to_display
from ..parts.game_review import GameReview
from ..parts.progress_chart import COMPACT_MARKS, SHAPES, PlySelected, ProgressChart
from ..parts.review_line import ReviewLine
from ..parts.review_notes import ReviewNotes, describe_ply
from ..parts.side_panel import SidePanel
from .board_page import BoardPage

STEPS = ("left", "right", "up", "down", "home", "end", "comma", "full_stop")
"""Keys that step through the game while no move is being tried."""

STEPPING, JUMPING = "previous or next move", "previous or next key moment"

POINTING = {
    "t, arrows": "select a move, then press Enter to try it (or click)",
    "0 … 9": "type a move to try, then press Enter",
    "/": "type a word, such as a direction",
    "": "",
}
MARKS = {
    "??": "blunder: lost a win, or 20% of one",
    "?": "mistake",
    "?!": "inaccuracy: not the best move, but the same result",
    " ".join(COMPACT_MARKS.values()): "the same marks in a crowded chart",
}


class ReviewScreen(BoardPage):
    """The position after any ply, with the engine's review.

    It has many methods because it has many keys; nine of them are actions of keys.
    """

    CSS_PATH = "review.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        # The key bar omits arrows while a scrolling widget has the focus, so these stand for them.
        Binding("comma", "step(-1)", "Step", key_display="← →", tooltip=STEPPING),
        Binding("p", "moment(-1)", "Moments", key_display="↑ ↓", tooltip=JUMPING),
        Binding("left", "step(-1)", show=False, key_display="← →", tooltip=STEPPING),
        Binding("right", "step(1)", show=False, key_display="← →", tooltip=STEPPING),
        Binding("full_stop", "step(1)", show=False, key_display=", .", tooltip=STEPPING),
        Binding("up", "moment(-1)", show=False, key_display="↑ ↓", tooltip=JUMPING),
        Binding("down", "moment(1)", show=False, key_display="↑ ↓", tooltip=JUMPING),
        Binding("n", "moment(1)", show=False, key_display="p n", tooltip=JUMPING),
        Binding("home", "go(0)", show=False, tooltip="start or end of the game"),
        Binding("end", "go(-1)", show=False, tooltip="start or end of the game"),
        Binding("t", "try", "Try", tooltip="try another move against perfect play"),
        Binding("f", "line", "Refutation", tooltip="play the answer to a mistake on the board"),
        Binding("a", "values", "Analysis", tooltip="show or hide the value of every move"),
        Binding("l", "log", "Log", show=False, tooltip="show or hide the log"),
        Binding("s", "save", "Save", tooltip="save a copy of the record"),
        Binding("c", "copy", "Copy", show=False, tooltip="copy the record"),
        *BoardPage.KEYS,
    ]

    def __init__(self, match: Match) -> None:
        self.chart = ProgressChart(id="graph")
        self.notes = ReviewNotes(id="notes")
        super().__init__(match, SidePanel(self.notes, first="notes", above=self.chart))
        self.names = short_names(match)
        self.last = len(match.plies)
        self.ply = self.last
        """Number of plies before the position shown."""
        self.review = GameReview(
            match,
            self.background,
            on_progress=lambda done: self.chart.wait(f"Analysing … {done} of {self.last}"),
            on_reviewed=self._show_review,
            on_values=self.show,
        )
        self._is_trying = False
        self._return_ply = self.last
        """The ply to return to after trying a move."""
        self._is_analysing = False
        self._line: ReviewLine | None = None
        """The line on the board instead of the game, if any."""

    def on_mount(self) -> None:
        self.chart.names = self.names
        self.notes.wait("Analysing moves. You can already step through the game.")
        self.review.start()

    def on_unmount(self) -> None:
        self.app.engine.forget()

    # ---- showing

    @property
    def heading(self) -> str:
        parts = ["Review", self.match.game.title, f"{self.names[0]} against {self.names[1]}"]
        if "Round" in self.match.tags:
            parts.append(printable(f"round {self.match.tags['Round']}"))
        return "  ·  ".join([*parts, f"move {self.ply} of {self.last}"])

    def view(self) -> MatchView:
        if self._line is not None:
            return self._line.view()
        found = view(self.match, self.ply, names=self.names, reader=Reader.SHARED)
        narration = Narration(self.match, self.names, reader_of(self.match))
        return found._replace(prompt=narration.prompt(self.ply))

    def buttons(self) -> dict[str, str]:
        if self._line is not None:
            return {"right": "Next move", "t": "Try again"}
        mistake = self.review.mistake_at(self.ply)
        if self._is_trying or mistake is None:
            return {}
        return {"t": "Try again", **({"f": "Refutation"} if mistake.line else {})}

    @property
    def idle_prompt(self) -> str | None:
        if self._is_trying or self._line is not None:
            return None
        if self.review.mistake_at(self.ply) is not None:
            has_moves = bool(self.panel.view.buttons)  # which take the place of our buttons
            return "Press t to try again, f for the refutation" if has_moves else ""
        if self.ply == self.last and self.notes.moment_plies:
            return "Press ↓ for the first key moment"
        return "Press t, click or type to try another move" if self.panel.view.choices else ""

    @property
    def blocked_reason(self) -> str | None:
        if self._line is not None:
            return "This is a line. Press t to try another move yourself."
        if self.panel.view.choices:
            return None
        if self.ply == self.last:
            return "The game is over here. Press ← to go back and try another move."
        return "Chance decides here. Press ← or → to go to another move."

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "line":
            mistake = self.review.mistake_at(self.ply)
            return self._line is not None or bool(mistake and mistake.line)
        return True

    def show(self) -> None:
        super().show()
        is_analysed = self._is_analysing and self._line is None
        self.panel.show_values(self.review.values(self.ply) if is_analysed else {})
        found = self.review.result
        if found is not None:
            self.chart.show(points(found), self.ply)
            self.notes.point(self.ply)
        if self._line is not None:
            self.panel.show_message(self._line.text, "accent")
        else:
            self.panel.messages.show_message(describe_ply(self.panel.view, found))

    def _show_review(self) -> None:
        """Show the finished review."""
        found = self.review.result
        assert found is not None
        self.panel.line.show_note("")
        self.notes.show(found, self.match, self.names)
        self.show()
        self.refresh_bindings()
        if not found.plies:
            self.chart.wait("No moves yet.")

    # ---- navigation

    async def process_key(self, event: events.Key) -> bool:
        """Handle a key; arrows step through the game unless a move is typed or tried."""
        self.panel.line.show_note("")
        if self.panel.line.typed is None and not self._is_trying:
            if event.key in STEPS:
                self.board.finish_animation()
                return await self.press(event.key)
            if event.key in ("enter", "space") and self.panel.is_on_board:
                self.action_try()
                return True
        return await super().process_key(event)

    def go(self, ply: int) -> None:
        """Show the position after `ply` plies."""
        self._is_trying, self._line = False, None
        self.panel.line.show_note("")
        self.panel.line.clear()
        if self.board.cursor is not None:
            self.board.move_cursor(None)
        self.ply = self._return_ply = min(max(ply, 0), self.last)
        self.show()
        self.refresh_bindings()

    def action_go(self, ply: int) -> None:
        self.go(self.last if ply < 0 else ply)

    def action_step(self, by: int) -> None:
        if self._line is not None:
            self._line.step(by)
            self.show()
        else:
            self.go(self.ply + by)

    def action_moment(self, by: int) -> None:
        """Go to the next or previous key moment; from the end, to the first one."""
        if self.review.result is None:
            self.panel.line.show_note("The analysis isn't finished yet.")
            return
        is_restarting = by > 0 and self.ply == self.last and self._line is None
        at = -1 if is_restarting else self.ply
        ahead = [ply for ply in self.notes.moment_plies if (ply - at) * by > 0]
        if ahead:
            self.go(ahead[0] if by > 0 else ahead[-1])
        else:
            where = "after" if by > 0 else "before"
            self.panel.line.show_note(f"No key moments {where} this move.")

    @on(PlySelected)
    def _jumped(self, event: PlySelected) -> None:
        self.go(event.ply)

    def action_values(self) -> None:
        """Show the value of every move on tiles and buttons, or hide it."""
        self._is_analysing = not self._is_analysing
        if self._is_analysing and self.review.result is None:
            self.panel.line.show_note("Analysing …")
        self.show()

    # ---- the refutation

    def action_line(self) -> None:
        """Play the refutation of a mistake on the board, or return to the game."""
        mistake = self.review.mistake_at(self.ply)
        if self._line is not None:
            self.go(self.ply)
        elif mistake is not None and mistake.line:
            self._line = ReviewLine(self.match, self.ply, mistake, self.names)
            self.show()
            self.refresh_bindings()

    # ---- another move

    def action_try(self) -> None:
        """Start selecting a move to try, or stop it."""
        step, question = self.review.mistake_at(self.ply), "Which move do you want to try?"
        if self._is_trying:
            self.go(self._return_ply)
            return
        if step is not None:  # instead of the mistake, where it was made
            mistake = self.ply
            self.go(mistake - 1)
            self._return_ply = mistake
            name = self.panel.view.picture.name_of(step.move)
            question = f"Which move would you play instead of {name}?"
        elif self.blocked_reason is not None:
            self.panel.refuse(self.blocked_reason)
            return
        self._is_trying = True
        self.show()
        self.set_focus(self.board)
        self.board.move_cursor(self.board.first_choice())
        self.panel.show_message(f"{question} Use arrows and Enter, or type it. Esc cancels.")

    def make(self, move: Move) -> None:
        from .trial import TrialScreen

        verdict = self.review.judge(self.ply, move, self.names)
        trial = TrialScreen(self.match.fork(self.ply), move, self.names, verdict)
        self.go(self._return_ply)
        # The new screen needs the engine; the review continues afterwards.
        self.review.pause()
        self.open(trial, lambda _: self.review.start())

    # ---- other keys

    def action_copy(self) -> None:
        self.app.copy_to_clipboard(record.dumps(self.match))
        self.panel.line.show_note("Copied, if your terminal allows it. Press s to save a file.")

    def action_log(self) -> None:
        self.panel.side.toggle("log")

    def action_leave(self) -> None:
        if self._is_trying or self._line is not None:
            self.go(self._return_ply)
        else:
            super().action_leave()

    @property
    def legend(self) -> dict[str, str]:
        shapes = {
            to_display(self, SHAPES["one"]): f"{self.names[0]}'s move, in the chart",
            to_display(self, SHAPES["two"]): f"{self.names[1]}'s move, in the chart",
            to_display(self, SHAPES["drawn"]): "random draw, in the chart",
        }
        return {**self.panel.legend(POINTING), **shapes, **MARKS}
