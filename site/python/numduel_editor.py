"""Answer the questions of the editor about a game file: check, play, solve and report.

This module runs in the reader's browser, in the sandbox. Questions and answers are JSON.
"""

from __future__ import annotations

import json
import math
import re
import signal
import time
from collections.abc import Callable
from typing import Any

from numduel.budget import Budget
from numduel.core import AnyGame, Move, Player
from numduel.dice import Dice
from numduel.engine import Engine
from numduel.engine.opponents.levels import Opponent, seat
from numduel.errors import NumduelError, as_sentence, capitalise
from numduel.games import load
from numduel.picture_text import draw
from numduel.play.match import Match
from numduel.play.players import take_turn
from numduel.views.narration import Reader
from numduel.views.screen_json import shown_analysis, shown_position
from numduel.views.workshop_json import check_json, report_json
from numduel.views.workshop_text import (
    describe_check,
    describe_effort,
    describe_extent,
    describe_longest,
    describe_path,
    describe_surprise,
    describe_values,
    endings_rows,
    figure_rows,
    ladder_rows,
    write_options,
)
from numduel.workshop.checker import Checker, Finding, Result, Watcher
from numduel.workshop.laws.failures import ENDLESS_LOOP, describe_failure, find_line
from numduel.workshop.measuring import Study, measure_game

__all__ = ["Editor"]

FILE = "/game.py"
"""The reader's file, in the memory of the browser."""

CALL_SECONDS = 10.0
"""The time limit for a call of the reader's code in a check, and for a whole move."""

SEARCH_SECONDS = 20.0
"""The time limit of an analysis, which then has estimates."""

MAX_MEMORY = 300_000
"""Positions that the engine remembers: about 150 MB."""

PROGRESS_SECONDS = 0.2
"""The time between two messages about progress."""

LINE = re.compile(r"\bline (\d+)")

Report = Callable[[str], object]
"""Sends a line about the progress, with the share that is done or -1 if it is unknown."""


class CallTimeout(BaseException):
    """A call of the reader's code that did not return in time."""


class Clock:
    """A time limit for calls. The browser's worker sends SIGINT several times a second."""

    def __init__(self) -> None:
        self._deadline = math.inf
        signal.signal(signal.SIGINT, self._look)

    def limit(self, seconds: float = math.inf) -> None:
        self._deadline = time.monotonic() + seconds

    def _look(self, *_: object) -> None:
        if time.monotonic() > self._deadline:
            self._deadline = math.inf
            raise CallTimeout


class _Progress(Watcher):
    """Reports how far a check is, and remembers where it is."""

    def __init__(self, clock: Clock, report: Callable[[str], None]) -> None:
        self._clock = clock
        self._report = report
        self.law = ""
        self.options: dict[str, Any] = {}
        self.moves: Callable[[], tuple[Move, ...]] = tuple
        self.found_laws: dict[str, Finding] = {}

    def enter(self, options: dict[str, Any], moves: Callable[[], tuple[Move, ...]]) -> None:
        self.options, self.moves = options, moves
        self._clock.limit(CALL_SECONDS)

    def start(self, law: str) -> None:
        self.law = law

    def tick(self) -> None:
        self._clock.limit(CALL_SECONDS)

    def examined(self, positions: int) -> None:
        self._report(f"{positions:,} positions so far")

    def found(self, finding: Finding) -> None:
        self.found_laws[finding.law] = finding


class Table:
    """A match on the page: against a level, or of the reader alone."""

    def __init__(self, kind: type[AnyGame], level: str | None, you: int, seed: int) -> None:
        self.match = Match(kind.setup({}, None, Dice(seed)), dice=Dice(seed))
        self._program = Player.ONE if level and you == 2 else Player.TWO if level else None
        self._opponent: Opponent | None = None
        if level and self._program is not None:
            self._opponent = seat(level, Dice(seed))
            self._opponent.begin(self.match.game, self._program)
        self._answer()

    def move(self, move: str) -> None:
        self.match.play(self.match.read(move))
        self._answer()

    def undo(self) -> None:
        """Take back moves until it is the reader's turn again."""
        while self.match.has_moves:
            self.match.undo()
            if self.match.player is not self._program:
                return
        self._answer()

    def show(self) -> Any:
        """Return the position as the page draws it."""
        you = [player for player in Player if player is not self._program]
        position = shown_position(self.match, reader=Reader.of(you))
        return {"position": position, "you": [player + 1 for player in you]}

    def _answer(self) -> None:
        while self._opponent and not self.match.is_over and self.match.player is self._program:
            take_turn(self._opponent, self.match, Budget(seconds=CALL_SECONDS / 2))


class Editor:
    """A loaded game file, and its matches."""

    def __init__(self, send: Report) -> None:
        self._send = send
        self._next = 0.0
        self._clock = Clock()
        self._kind: type[AnyGame] | None = None
        self._tables: dict[str, Table] = {}
        self._engine = Engine(MAX_MEMORY)

    def ask(self, question: str) -> str:
        """Return the answer to a question, or what is wrong with the file."""
        asked = json.loads(question)
        action = getattr(self, f"_do_{asked.pop('do')}")
        try:
            return json.dumps({"answer": action(**asked)})
        except MemoryError:
            return _refuse("The file needs more memory than the sandbox has.")
        except CallTimeout as error:
            where = find_line(error, FILE)
            place = f", {where}" if where else ""
            return _refuse(f"A call did not return within {CALL_SECONDS:g} s{place}.")
        except NumduelError as error:
            return _refuse(as_sentence(error).replace(FILE, "the file"))
        except Exception as error:
            return _refuse(f"{_describe(error, self._kind)}.")
        finally:
            self._clock.limit()

    def _do_load(self, text: str) -> Any:
        with open(FILE, "w", encoding="utf-8") as file:
            file.write(text)
        self._clock.limit(CALL_SECONDS)
        self._kind = load(FILE)
        return {"id": self._kind.id, "title": self._kind.title, "summary": self._kind.summary}

    @property
    def _game(self) -> type[AnyGame]:
        assert self._kind is not None, "the page loads a file first"
        return self._kind

    def _say(self, text: str, share: float = -1) -> None:
        """Send progress, several times a second at most: the sandbox passes on few messages."""
        if time.monotonic() > self._next:
            self._next = time.monotonic() + PROGRESS_SECONDS
            self._send(json.dumps({"progress": text, "share": share}))

    # ---- check

    def _do_check(self, positions: int) -> Any:
        watcher = _Progress(self._clock, self._say)
        checker = Checker(self._game, positions, watcher, draw)
        try:
            result = checker.run()
        except CallTimeout as error:
            result = self._describe_loop(error, watcher, checker)
        found = check_json(result)
        return {
            **found,
            "extent": describe_extent(result),
            "conclusion": describe_check(result),
            "broken": [_broken(finding) for finding in result.broken],
        }

    def _describe_loop(self, error: CallTimeout, watcher: _Progress, checker: Checker) -> Result:
        """Return the result of a check that ended in an endless loop, as the command line does."""
        where = find_line(error, FILE)
        place = f", {where}" if where else ""
        message = f"a call did not return within {CALL_SECONDS:g} s{place}"
        during = f" (while checking {watcher.law})" if watcher.law else ""
        moves = watcher.moves()
        loop = Finding(ENDLESS_LOOP, message + during, watcher.options, moves)
        return Result(self._game.id, (*watcher.found_laws.values(), loop), (), checker.variants)

    # ---- play and solve

    def _do_start(self, table: str, level: str | None, you: int, seed: int) -> Any:
        self._clock.limit(CALL_SECONDS)
        self._tables[table] = Table(self._game, level, you, seed)
        return self._tables[table].show()

    def _do_move(self, table: str, move: str) -> Any:
        self._clock.limit(CALL_SECONDS)
        self._tables[table].move(move)
        return self._tables[table].show()

    def _do_undo(self, table: str) -> Any:
        self._clock.limit(CALL_SECONDS)
        self._tables[table].undo()
        return self._tables[table].show()

    def _do_solve(self, table: str) -> Any:
        match = self._tables[table].match
        if match.is_over or match.player is None:
            return None

        def show(positions: int) -> None:
            self._say(f"{positions:,} positions so far")

        budget = Budget(seconds=SEARCH_SECONDS, progress=show)
        report = self._engine.analyse(match.game, match.state, budget)
        return {
            **shown_analysis(report, match.game.picture(match.state)),
            "is_exact": report.is_exact,
        }

    # ---- report

    def _do_report(self, games: int) -> Any:
        def show(what: str, done: int, total: int) -> None:
            self._say(what, done / max(1, total))

        report = measure_game(Study(self._game.id, games=games), show)
        found: list[Any] = []
        if report.surprise is not None:
            text = describe_surprise(report.surprise)
            found.append(_found("Most surprising position", text, report.surprise.found))
        if report.longest is not None:
            text = describe_longest(report.longest)
            found.append(_found("Longest forced win", text, report.longest))
        return {
            "json": report_json(report),
            "figures": [
                {"title": row.title, "value": row.value, "interval": row.interval}
                for row in figure_rows(report)
            ],
            "ladder": [list(row) for row in ladder_rows(report)],
            "endings": [list(row) for row in endings_rows(report)],
            "positions": found,
            "effort": describe_effort(report),
        }


def _found(title: str, text: str, found: Any) -> Any:
    """Return a remarkable position as text."""
    picture = "\n".join(draw(found.game.picture(found.state), found.report.moves))
    lines = [*describe_path(found), *describe_values(found)]
    return {"title": title, "text": text, "picture": picture, "lines": lines}


def _broken(finding: Finding) -> Any:
    """Return a broken law with its example and the line of the file."""
    line = LINE.search(finding.message)
    return {
        "law": finding.law,
        "message": f"{capitalise(finding.message)}.",
        "options": write_options(finding.options),
        "moves": list(finding.moves),
        "position": finding.position,
        "line": int(line[1]) if line else None,
    }


def _describe(error: BaseException, kind: type[AnyGame] | None) -> str:
    """Return one sentence about an error of the reader's code."""
    if kind is None:
        return f"{type(error).__name__}: {error}"
    return capitalise(describe_failure(error, kind))


def _refuse(message: str) -> str:
    line = LINE.search(message)
    return json.dumps({"error": message, "line": int(line[1]) if line else None})
