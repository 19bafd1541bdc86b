"""A game looked at again: its course, its mistakes with reasons, and what might have been."""

from __future__ import annotations

from typing import ClassVar

from textual import events, on
from textual.binding import Binding, BindingType

from ...core import Move
from ...errors import printable
from ...play.match import Match
from ...storage import record
from ...views.match_view import MatchView, view
from ...views.narration import Reader, short_names
from ...views.progress_chart import points
from ..parts.course_graph import BRIEF, SHAPES, CourseGraph, Jumped
from ..parts.game_review import GameReview
from ..parts.plain_letters import signs
from ..parts.review_notes import ReviewNotes, place_words
from ..parts.side_panel import SidePanel
from .board_page import BoardPage

STEPS = ("left", "right", "up", "down", "home", "end", "comma", "full_stop")
"""Keys that step through the game as long as nobody points at the board."""

STEPPING, JUMPING = "one step back or on", "the mistake before or after"

POINTING = {
    "t, arrows": "point at a move, and Enter tries it; a click does too",
    "0 … 9": "type a move to be tried, then Enter",
    "/": "type a word, such as a direction",
    "": "",
}
MARKS = {
    "??": "threw away a win, or a fifth of one",
    "?": "a mistake",
    "?!": "not the best, though the result is the same",
    " ".join(BRIEF.values()): "the same three where the graph is crowded",
}


class ReviewScreen(BoardPage):
    """The position after any ply, with what the engine thinks of how it came about.

    It has many methods because it has many keys: nine of them are what one key does.
    """

    CSS_PATH = "review.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        # The footer shows no arrows where the focus is on something that scrolls, but these.
        Binding("comma", "step(-1)", "Step", key_display="← →", tooltip=STEPPING),
        Binding("p", "mistake(-1)", "Mistakes", key_display="↑ ↓", tooltip=JUMPING),
        Binding("left", "step(-1)", show=False, key_display="← →", tooltip=STEPPING),
        Binding("right", "step(1)", show=False, key_display="← →", tooltip=STEPPING),
        Binding("full_stop", "step(1)", show=False, key_display=", .", tooltip=STEPPING),
        Binding("up", "mistake(-1)", show=False, key_display="↑ ↓", tooltip=JUMPING),
        Binding("down", "mistake(1)", show=False, key_display="↑ ↓", tooltip=JUMPING),
        Binding("n", "mistake(1)", show=False, key_display="p n", tooltip=JUMPING),
        Binding("home", "go(0)", show=False, tooltip="the start, the end"),
        Binding("end", "go(-1)", show=False, tooltip="the start, the end"),
        Binding("t", "try", "Try", tooltip="try another move from here, against perfect play"),
        Binding("a", "values", "Values", tooltip="what every move is worth, on or off"),
        Binding("l", "log", "Log", show=False, tooltip="all that happened, or away"),
        Binding("s", "save", "Save", tooltip="write a copy of the record to a file"),
        Binding("c", "copy", "Copy", show=False, tooltip="copy the record to the clipboard"),
        *BoardPage.KEYS,
    ]

    def __init__(self, match: Match) -> None:
        self.graph = CourseGraph(id="graph")
        self.notes = ReviewNotes(id="notes")
        super().__init__(match, SidePanel(self.notes, first="notes", above=self.graph))
        self.names = short_names(match)
        self.last = len(match.plies)
        self.place = self.last
        """How many plies had been played in the position that is shown."""
        self.review = GameReview(
            match,
            self.background,
            progressed=lambda done: self.graph.wait(f"Working it out … {done} of {self.last}"),
            reviewed=self._show_review,
            valued=self._show_values,
        )
        self._is_trying = False
        self._back_to = self.last
        """The place to show when nothing is tried any more: after the mistake, if it was one."""
        self._is_valuing = False

    def on_mount(self) -> None:
        self.graph.names = self.names
        self.notes.wait("Every move is looked at. You can step through the game already.")
        self.review.begin()

    def on_unmount(self) -> None:
        self.app.engine.forget()

    # ---- showing

    @property
    def heading(self) -> str:
        parts = ["Review", self.match.game.title, f"{self.names[0]} against {self.names[1]}"]
        if "Round" in self.match.tags:
            parts.append(printable(f"round {self.match.tags['Round']}"))
        return "  ·  ".join([*parts, f"{self.place} of {self.last}"])

    def view(self) -> MatchView:
        return view(self.match, self.place, names=self.names, reader=Reader.SHARED)

    @property
    def idle_prompt(self) -> str | None:
        if self._is_trying:
            return None
        step = self.review.led_to(self.place)
        if step is not None and step.mark:
            return f"t tries another move instead of {step.move}"
        return "t, a click or typing tries another move" if self.table.view.choices else ""

    @property
    def closed(self) -> str | None:
        if self.table.view.choices:
            return None
        if self.place == self.last:
            return "The game is over here. Step back with ← to try another move."
        return "Chance decides here. Step on with → or back with ←."

    def show(self) -> None:
        super().show()
        self._show_values()
        self._show_found()

    def _show_found(self) -> None:
        """Graph, notes and words, as far as the review has come."""
        found = self.review.found
        if found is not None:
            self.graph.show(points(found), self.place)
            self.notes.point(self.place)
        self.table.words.say(place_words(self.table.view, found))

    def _show_values(self) -> None:
        self.table.mark(self.review.values(self.place) if self._is_valuing else {})

    def _show_review(self) -> None:
        """The engine has looked at the whole game."""
        found = self.review.found
        assert found is not None
        self.table.line.note("")
        self.notes.show(found, self.names)
        self._show_values()
        self._show_found()
        self.ask()
        if not found.plies:
            self.graph.wait("No move has been made yet.")

    # ---- going somewhere

    async def takes(self, event: events.Key) -> bool:
        """While nobody types or points at the board, arrows step through the game."""
        self.table.line.note("")
        if self.table.line.typed is None and not self._is_trying:
            if event.key in STEPS:
                self.board.finish()
                return await self.press(event.key)
            if event.key in ("enter", "space") and self.table.is_on_board:
                self.action_try()
                return True
        return await super().takes(event)

    def go(self, place: int) -> None:
        """Show the position after so many plies."""
        self._is_trying = False
        self.table.line.note("")
        self.table.line.clear()
        if self.board.cursor is not None:
            self.board.point(None)
        self.place = self._back_to = min(max(place, 0), self.last)
        self.show()

    def action_go(self, place: int) -> None:
        self.go(self.last if place < 0 else place)

    def action_step(self, by: int) -> None:
        self.go(self.place + by)

    def action_mistake(self, by: int) -> None:
        """To the next mistake, or to the one before."""
        if self.review.found is None:
            self.table.line.note("The mistakes will be known in a moment.")
            return
        ahead = [place for place in self.notes.places if (place - self.place) * by > 0]
        if ahead:
            self.go(ahead[0] if by > 0 else ahead[-1])
        else:
            where = "after" if by > 0 else "before"
            self.table.line.note(f"There is no mistake {where} this.")

    @on(Jumped)
    def _jumped(self, event: Jumped) -> None:
        self.go(event.place)

    def action_values(self) -> None:
        """What every move is worth, on the tiles and buttons; the same key takes it away."""
        self._is_valuing = not self._is_valuing
        if self._is_valuing and self.review.found is None:
            self.table.line.note("Working it out …")
        self._show_values()

    # ---- another move

    def action_try(self) -> None:
        """Arrows move on the board now, and Enter tries a move there; the same key ends it."""
        step = self.review.led_to(self.place)
        if self._is_trying:
            self.go(self._back_to)
        elif step is not None and step.mark:  # instead of the mistake, where it was made
            mistake = self.place
            self.go(mistake - 1)
            self._back_to = mistake
            self._ask_for(f"Instead of {step.move}: which move shall be tried?")
        elif self.closed is not None:
            self.table.refuse(self.closed)
        else:
            self._ask_for("Which move shall be tried?")

    def _ask_for(self, question: str) -> None:
        self._is_trying = True
        self.set_focus(self.board)
        self.board.point(self.board.first_choice())
        self.table.say(f"{question} Arrows and Enter, or type it; Esc ends this.")
        self.ask()

    def make(self, move: Move) -> None:
        from .trial import TrialScreen

        trial = TrialScreen(self.match.fork(self.place), move, self.names)
        self.go(self._back_to)
        # The engine is needed on the screen that opens; looking goes on from what is known by then.
        self.review.pause()
        self.open(trial, lambda _: self.review.begin())

    # ---- the record

    def action_copy(self) -> None:
        self.app.copy_to_clipboard(record.dumps(self.match))
        self.table.line.note("Copied, if your terminal allows it; or save: s")

    # ---- leaving, and what stands beside the board

    def action_log(self) -> None:
        self.table.side.toggle("log")

    def action_leave(self) -> None:
        if self._is_trying:
            self.go(self._back_to)
        else:
            super().action_leave()

    @property
    def legend(self) -> dict[str, str]:
        shapes = {
            signs(self, SHAPES["one"]): f"after a move of {self.names[0]}, in the graph",
            signs(self, SHAPES["two"]): f"after a move of {self.names[1]}",
            signs(self, SHAPES["drawn"]): "after something was drawn",
        }
        return {**self.table.legend(POINTING), **shapes, **MARKS}
