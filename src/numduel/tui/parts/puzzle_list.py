"""The list of puzzles with its results, and the scores beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ...core import AnyGame
from ...daily.duel import count_streaks, days_in_progress, load_results
from ...games import find
from ...storage import practice, streak
from ...storage.practice import PracticeSession, Tally
from ...views.calendar import DAY_LABELS, duel_label
from ...views.practice_text import format_tally
from .ascii_text import to_display
from .panels import TextPart

GAME = "game "
"""The start of the id of an entry for practice; the game's id follows, "" for any game."""


MIN_LINES_FOR_GAP = 13
"""Lines of the list from which there is room for an empty line above practice."""


class PuzzleList(OptionList):
    """Today's puzzle and duel, the archive, and practice; other ids are actions of the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "Start", key_display="Enter"),
        Binding("left", "screen.change_grade(-1)", "Grade", key_display="← →"),
        Binding("right", "screen.change_grade(1)", show=False),
    ]

    def show(
        self, day: str, kinds: Mapping[str, type[AnyGame]], grade: str | None, *, is_tall: bool
    ) -> None:
        """Show the results of a day, and of practice at a grade; if tall, with descriptions."""
        end = "\n" if is_tall else ""
        gap = "\n" if not is_tall and self.size.height > MIN_LINES_FOR_GAP else ""
        entries = {
            "daily": _daily_entry("Daily puzzle", f"{day}, {self._puzzle_label(day)}{end}"),
            "duel": _daily_entry("Daily duel", f"{_duel_label(day)}{end}"),
            "archive": _entry("Archive", f"all days{end}"),
            "": Content.styled(f"{gap}Practice", "$quiet"),
        }
        totals = practice.load()
        for id, kind in {"": None, **kinds}.items():
            title = kind.title if kind else "Any game"
            about = f"\n{kind.summary if kind else 'Puzzles from all games.'}" if is_tall else ""
            tally = format_short(totals.of(id or None, grade))
            entries[GAME + id] = _entry(title, f"{tally}{about}")
        self._update({**entries, "own": _entry("Missed wins", "your own")})

    def _update(self, entries: dict[str, Content]) -> None:
        """Replace the texts, without changing the selection; an entry without an id is a title."""
        if self.option_count != len(entries):
            self.set_options([Option("", id=id or None, disabled=not id) for id in entries])
        for number, entry in enumerate(entries.values()):
            self.replace_option_prompt_at_index(number, entry)

    def _puzzle_label(self, day: str) -> str:
        how = streak.calendar().get(day)
        return to_display(self, "✓ " if how == streak.FIRST else "") + DAY_LABELS[how]


def _duel_label(day: str) -> str:
    result = load_results().get(day)
    if result is not None:
        return duel_label(result.outcome)
    return duel_label(None, is_in_progress=day in days_in_progress(since=day))


def _daily_entry(title: str, detail: str) -> Content:
    return Content.assemble((f"{title}\n", "bold $accent"), (detail, "$quiet"))


def _entry(title: str, detail: str) -> Content:
    """Return an entry with its details in a column."""
    return Content.assemble((f"{title:<16} ", "bold"), (detail, "$quiet"))


def format_short(tally: Tally) -> str:
    """Return results for a narrow column: "3 of 4"."""
    return f"{tally.solved} of {tally.tried}" if tally.tried else ""


def _ratings() -> dict[str, str]:
    """Return the puzzle rating of each game that has one."""
    totals = practice.load()
    if not totals.games:  # then the ratings needn't be imported
        return {}
    from ...views import puzzle_text

    return {
        find(one.scale.game).title: puzzle_text.format_short_rating(one)
        for one in puzzle_text.puzzle_ratings(totals)
    }


class PuzzleScores(Static):
    """The streaks, the scores of practice, and the puzzle ratings."""

    def show(self, day: str, session: PracticeSession) -> None:
        tally, row = session.tally, session.in_a_row
        duels = count_streaks(load_results(), day)
        scores = {
            "Puzzle streak": streak.load().label(day),
            "Duel streak": f"{duels.played} played, {duels.won} won",
            "Session": f"{format_short(tally)}, {row} in a row" if row > 1 else format_tally(tally),
            "All practice": format_tally(practice.load().of()),
        }
        parts: list[TextPart] = []
        for name, score in scores.items():
            parts += [(f"{name}: ", "$quiet"), (f"{score}\n", "bold $accent")]
        ratings = _ratings()
        if ratings:
            parts.append(("\nYour puzzle ratings\n", "$quiet"))
        for name, rating in ratings.items():
            parts += [(f"{name}: ", "$quiet"), (f"{rating}\n", "bold $accent")]
        self.update(Content.assemble(*parts).rstrip("\n"))
