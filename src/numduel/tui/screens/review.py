"""A game looked at again: its course, its mistakes with reasons, and what might have been."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import ContentSwitcher

from ...core import Move, Player
from ...errors import printable
from ...play.match import Match
from ...storage import record
from ..engine_worker import Stopped
from ..parts.course_graph import BRIEF, TONES, CourseGraph, Point, points, shape
from ..parts.review_notes import ReviewNotes, about
from ..parts.values import LEGEND
from .table import Table

if TYPE_CHECKING:
    from ...engine.solving.value import Value
    from ...engine.teaching.review import Review, ReviewedPly

__all__ = ["ReviewScreen"]

STEPS = ("left", "right", "up", "down", "home", "end", "comma", "full_stop")
"""Keys that step through the game as long as nobody points at the board."""

STEPPING, JUMPING = "one step back or on", "the mistake before or after"


class ReviewScreen(Table):
    """The position after any ply, with what the engine thinks of how it came about."""

    POINTING: ClassVar[dict[str, str]] = {
        "t, arrows": "point at a move, and Enter tries it; a click does too",
        "0 … 9": "type a move to be tried, then Enter",
        "/": "type a word, such as a direction",
        "": "",
    }
    CSS_PATH = "review.tcss"
    BESIDE = "notes"
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
        *Table.KEYS,
    ]

    class Looked(Message):
        """So many plies are still to be looked at."""

        def __init__(self, left: int) -> None:
            super().__init__()
            self.left = left

    class Reviewed(Message):
        """The engine has looked at the whole game."""

        def __init__(self, found: Review) -> None:
            super().__init__()
            self.found = found

    class Valued(Message):
        """What the moves at the end of an unfinished game are worth."""

        def __init__(self, moves: dict[Move, Value]) -> None:
            super().__init__()
            self.moves = moves

    def __init__(self, match: Match, names: tuple[str, str] = ("", "")) -> None:
        super().__init__(match)
        self._names = _called(match, names)
        self.place = len(match.plies)
        """How many plies had been played in the position that is shown."""
        self.found: Review | None = None
        self._course: list[Point] = []
        self.graph = CourseGraph(id="graph")
        self.notes = ReviewNotes(id="notes")
        self._last_moves: dict[Move, Value] | None = None
        """What the moves at the end of an unfinished game are worth, once that is known."""
        self._is_trying = False
        self._left: int | None = None
        """The place after the mistake instead of which something else is being tried."""
        self._is_valuing = False
        self._noted = ""

    # ---- the parts

    def compose_between(self) -> ComposeResult:
        yield self.graph

    def compose_beside(self) -> ComposeResult:
        yield self.notes
        yield from super().compose_beside()

    def on_mount(self) -> None:
        self.graph.is_ascii = self.app.settings.ascii
        self.graph.names = self._names
        self._begin()

    def on_unmount(self) -> None:
        self.app.engine.forget()

    # ---- where we are

    @property
    def last(self) -> int:
        return len(self.match.plies)

    @property
    def ply(self) -> int:
        return self.place

    @property
    def _step(self) -> ReviewedPly | None:
        """What has been found of the ply that led here."""
        return self.found.plies[self.place - 1] if self.found is not None and self.place else None

    @property
    def heading(self) -> str:
        parts = ["Review", self.match.game.title, f"{self._names[0]} against {self._names[1]}"]
        if "Round" in self.match.tags:
            parts.append(printable(f"round {self.match.tags['Round']}"))
        return "  ·  ".join([*parts, f"{self.place} of {self.last}"])

    @property
    def names(self) -> tuple[str, str]:
        return self._names

    @property
    def prompt(self) -> str:
        if self.typed is not None or self._is_trying:
            return super().prompt
        if self._step is not None and self._step.mark:
            return f"t tries another move instead of {self._step.move}"
        return "t, a click or typing tries another move" if self.moves else ""

    # ---- showing

    def show(self) -> None:
        super().show()
        self._show_values()
        self._show_found()

    def _show_found(self) -> None:
        """CourseGraph, notes and words, as far as the review has come."""
        if self.found is not None:
            self.graph.show(self._course, self.place)
            self.notes.point(self.place)
        self.tell(self._told())

    def _told(self) -> Content:
        """What led to this place, what it was worth, and how the game ended here."""
        parts: list[str | tuple[str, str]] = [*self._happened(), "\n"]
        is_end = self.place == self.last and self.match.is_over
        if is_end:
            parts += [(" ".join(self.narration.verdict()), "$accent"), "\n"]
        if self.place in self.match.comments:
            parts += [(f"{{{printable(self.match.comments[self.place])}}}\n", "italic")]
        step = self._step
        if step is not None:
            if step.mark or step.drawn or not is_end:
                parts += about(step, self._names)
        elif self.found is not None:
            parts += self._stood(self.found)
        return Content.assemble(*parts).rstrip("\n")

    def _happened(self) -> list[str | tuple[str, str]]:
        if not self.place:
            return [("The start.", "bold")]
        turn = self.match.plies[self.place - 1].turn
        deed = (f"Turn {turn}: {self.narration.deed(self.place - 1)}", "bold")
        mark = self._step.mark if self._step is not None else ""
        return [deed, " ", (mark, f"bold ${TONES[mark]}")] if mark else [deed]

    def _stood(self, found: Review) -> list[str | tuple[str, str]]:
        """How the game stood before its first move."""
        value, player = found.now, self.match.player
        if found.plies:
            value, player = found.plies[0].before, found.plies[0].player
        if value is None or player is None:
            return []
        return [f"With best play of both, {value.means(self._names[player])}."]

    # ---- looking through the game

    def _begin(self) -> None:
        if self.found is None:
            self._tell_progress(self.last)
            self.notes.wait("Every move is looked at. You can step through the game already.")
            self._review()

    @work(thread=True, exclusive=True, group="reviewing")
    def _review(self) -> None:
        from ...engine.teaching.review import review

        match, told_at = self.match, 0.0

        def tell(left: int) -> None:
            nonlocal told_at
            if time.monotonic() > told_at + 0.1:
                told_at = time.monotonic()
                self.post_message(self.Looked(left))

        try:
            found = self.app.engine.ask(lambda engine, budget: review(engine, match, budget, tell))
        except Stopped:
            return
        self.post_message(self.Reviewed(found))

    @on(Looked)
    def _looked(self, event: Looked) -> None:
        if self.found is None:
            self._tell_progress(event.left)

    def _tell_progress(self, left: int) -> None:
        self.graph.wait(f"Working it out … {self.last - left} of {self.last}")

    @on(Reviewed)
    def _reviewed(self, event: Reviewed) -> None:
        self.found, self._course, self._noted = event.found, points(event.found), ""
        self.notes.show(event.found, self._names, is_ascii=self.app.settings.ascii)
        self._show_values()
        self._show_found()
        self.show_line()
        if not event.found.plies:
            self.graph.wait("No move has been made yet.")

    # ---- going somewhere

    def _takes(self, event: events.Key) -> bool:
        """While nobody types or points at the board, arrows step through the game."""
        if self._noted:
            self._note("")
        is_free = self.typed is None and not self._is_trying
        if is_free and event.key in STEPS:
            self.board.finish()
            return False
        if is_free and event.key in ("enter", "space") and self.focused in (self.board, None):
            self.action_try()
            return True
        return super()._takes(event)

    def go(self, place: int) -> None:
        """Show the position after so many plies."""
        self._is_trying, self._left = False, None
        self._noted, self.typed = "", None
        if self.board.cursor is not None:
            self.board.point(None)
        self.place = min(max(place, 0), self.last)
        self.show()

    def action_go(self, place: int) -> None:
        self.go(self.last if place < 0 else place)

    def action_step(self, by: int) -> None:
        self.go(self.place + by)

    def action_mistake(self, by: int) -> None:
        """To the next mistake, or to the one before."""
        if self.found is None:
            self._note("The mistakes will be known in a moment.")
            return
        ahead = [place for place in self.notes.places if (place - self.place) * by > 0]
        if ahead:
            self.go(ahead[0] if by > 0 else ahead[-1])
        else:
            self._note(f"There is no mistake {'after' if by > 0 else 'before'} this.")

    def _note(self, text: str) -> None:
        """A word, until the next key, that leaves standing what is said of the position."""
        self._noted = text
        self.show_line()

    def show_line(self) -> None:
        if self._noted and self.typed is None:
            self._line.update(Content.styled(self._noted, "$primary"))
        else:
            super().show_line()

    @on(CourseGraph.Jumped)
    @on(ReviewNotes.Jumped)
    def _jumped(self, event: CourseGraph.Jumped | ReviewNotes.Jumped) -> None:
        self.go(event.place)

    # ---- what moves are worth

    def action_values(self) -> None:
        self._is_valuing = not self._is_valuing
        if self._is_valuing and self.found is None:
            self._note("Working it out …")
        self._show_values()

    def _show_values(self) -> None:
        self.mark(self._values() if self._is_valuing else {})

    def _values(self) -> dict[Move, Value]:
        if self.found is None:
            return {}
        if self.place < self.last:
            return self.found.plies[self.place].moves
        if self._last_moves is None and not self.match.is_over:
            self._value_last()
        return self._last_moves or {}

    @work(thread=True, exclusive=True, group="valuing")
    def _value_last(self) -> None:
        game, state = self.match.game, self.match.state
        try:
            report = self.app.engine.ask(lambda engine, budget: engine.analyse(game, state, budget))
        except Stopped:
            return
        self.post_message(self.Valued(report.moves))

    @on(Valued)
    def _valued(self, event: Valued) -> None:
        self._last_moves = event.moves
        self._show_values()

    # ---- another move

    def action_try(self) -> None:
        """Arrows move on the board now, and Enter tries a move there; the same key ends it."""
        if self._is_trying:
            self._stop_trying()
        elif self._step is not None and self._step.mark:
            self._try_instead(self._step.move)
        elif not self.moves:
            self.refuse(self.no_choice)
        else:
            self._ask("Which move shall be tried?")

    def _try_instead(self, mistake: Move) -> None:
        """Another move than the mistake that led here, where that one was made."""
        here = self.place
        self.go(here - 1)
        self._left = here
        self._ask(f"Instead of {mistake}: which move shall be tried?")

    def _ask(self, question: str) -> None:
        self._is_trying = True
        self.set_focus(self.board)
        self.board.point(self.board.first_choice())
        self.say(f"{question} Arrows and Enter, or type it; Esc ends this.")
        self.show_line()

    def _stop_trying(self) -> None:
        """Arrows step through the game again, from where they did before."""
        self.go(self.place if self._left is None else self._left)

    @property
    def no_choice(self) -> str:
        if self.place == self.last:
            return "The game is over here. Step back with ← to try another move."
        return "Chance decides here. Step on with → or back with ←."

    def choose(self, text: str, number: int | None = None) -> None:
        move = self.understood(text, number)
        if move is None:
            return
        from .trial import TrialScreen

        trial = TrialScreen(self.match.fork(self.place), move, self._names)
        self._stop_trying()
        # The engine is needed at the table that opens; looking goes on from what is known by then.
        self.workers.cancel_group(self, "reviewing")
        self.open(trial, lambda _: self._begin())

    # ---- the record

    def action_save(self) -> None:
        from .saving import SaveScreen

        self.open(SaveScreen(self.match))

    def action_copy(self) -> None:
        self.app.copy_to_clipboard(record.dumps(self.match))
        self._note("Copied, if your terminal allows it; or save: s")

    # ---- beside the board

    def action_log(self) -> None:
        beside = self.query_one("#beside", ContentSwitcher)
        beside.current = "notes" if beside.current == "log" else "log"

    def action_leave(self) -> None:
        if self._is_trying:
            self._stop_trying()
        else:
            self.leave()

    @property
    def legend(self) -> dict[str, str]:
        is_ascii = self.app.settings.ascii
        shapes = {
            shape("one", is_ascii): f"after a move of {Player.ONE}, in the graph",
            shape("two", is_ascii): f"after a move of {Player.TWO}",
            shape("drawn", is_ascii): "after something was drawn",
        }
        marks = {
            "??": "threw away a win, or a fifth of one",
            "?": "a mistake",
            "?!": "not the best, though the result is the same",
        }
        brief = {" ".join(BRIEF.values()): "the same three where the graph is crowded"}
        return {**super().legend, **shapes, **marks, **brief, **LEGEND}


def _called(match: Match, names: tuple[str, str]) -> tuple[str, str]:
    """What the players are called: as given, or as the record says, or by their seats."""
    one, two = (
        printable(names[player] or match.tags.get(f"Player{player + 1}", "") or str(player))
        for player in Player
    )
    return one, two
