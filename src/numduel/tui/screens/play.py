"""A game being played: people and programs in turn, with help at hand, every move kept at once."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.worker import get_current_worker

from ...budget import Budget
from ...core import AnyGame, Move, Player
from ...errors import PlayerError, SetupError, capital, sentence
from ...play.match import Ply
from ...play.players import chosen
from ...play.session import MOST_TURNS, Session
from ...storage.autosave import Autosave
from ...views.sentences import address, names_of
from ..engine_worker import Stopped
from ..parts.values import LEGEND
from ..settings import LONGEST
from .table import Table

if TYPE_CHECKING:
    from ...engine import Engine, Report
    from ...engine.teaching.hints import Hints

__all__ = ["PlayScreen", "shortened"]

PAUSE = 0.5
"""Seconds after which a program's move is made, so that it is seen; none without animation."""


class PlayScreen(Table):
    """One round after the other between two sides."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint", "Hint", tooltip="a hint; again, a stronger one"),
        Binding("a", "analysis", "Analysis", tooltip="what every move is worth, on or off"),
        Binding("w", "why", "Why", tooltip="why the last mistake was one"),
        Binding("u", "undo", "Undo", tooltip="take the last move back"),
        Binding("v", "review", "Review", tooltip="look at the whole game again"),
        Binding("m", "again", "Again", tooltip="the next round, with seats swapped"),
        Binding("s", "save", "Save", tooltip="write a copy of the record to a file", show=False),
        *Table.KEYS,
    ]

    class Chosen(Message):
        """A program has made up its mind in a position."""

        def __init__(self, state: Any, move: Move) -> None:
            super().__init__()
            self.state = state
            self.move = move

    class Thought(Message):
        """The engine has something to say of a position."""

        def __init__(self, state: Any, told: Any) -> None:
            super().__init__()
            self.state = state
            self.told = told

    def __init__(self, session: Session, autosave: Autosave | None) -> None:
        """`autosave` keeps what is played; None where nothing shall be kept."""
        super().__init__(session.match)
        self.session = session
        self.autosave = autosave
        self._is_analysing = False
        self._hints: Hints | None = None

    # ---- what is shown

    @property
    def heading(self) -> str:
        series = self.session.series
        one, two = (shortened(side.name) for side in series.sides)
        parts = [self.match.game.title, f"{one} and {two}"]
        if series.rounds > 1:
            parts.append(f"round {series.round} of {series.rounds}")
            parts.append(series.count(self.match.winner))
        return "  ·  ".join(parts)

    @property
    def names(self) -> tuple[str, str]:
        one, two = names_of(self.match)
        return shortened(one), shortened(two)

    @property
    def reader(self) -> Player | None:
        people = [player for player in Player if self.session.choosers[player] is None]
        return people[0] if len(people) == 1 else None

    @property
    def is_persons_turn(self) -> bool:
        player = self.match.player
        return player is not None and self.session.choosers[player] is None

    @property
    def moves(self) -> tuple[Move, ...]:
        return self.match.moves if self.is_persons_turn else ()

    @property
    def prompt(self) -> str:
        if self.match.player is None or self.is_persons_turn:
            return super().prompt
        return f"{self.names[self.match.player]} is thinking …"

    def log_lines(self) -> list[str]:
        game = self.match.game
        is_usual = game.options == game.options_type()  # the summary speaks of the usual game
        return [*([game.summary, ""] if is_usual else []), *super().log_lines()]

    def instead(self) -> dict[str, str]:
        if not self.match.is_over:
            return {}
        again = (
            "next round" if self.session.series.round < self.session.series.rounds else "rematch"
        )
        return {"v": "review", "m": again, "s": "save"}

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("review", "again", "save"):
            return self.match.is_over
        if action in ("hint", "analysis"):
            return not self.match.is_over
        return True

    def on_mount(self) -> None:
        if not self.match.has_moves and self.session.coin and self.session.series.round == 1:
            self.say(f"The coin says: {self.names[0]} is Player 1.")
        self._go_on()

    @property
    def verdict(self) -> str:
        """How the game ended, and who won it."""
        return " ".join(self.narration.verdict())

    # ---- the course of the game

    def choose(self, text: str, number: int | None = None) -> None:
        if self.match.player is not None and not self.is_persons_turn:
            self.refuse(f"It is {self.names[self.match.player]}'s turn: one moment.", number)
            return
        if self.match.is_over:
            self.say(self.verdict, "accent")  # whatever was typed too late, this stays in sight
            return
        move = self.understood(text, number)
        if move is not None:
            self._make(move)

    def _make(self, move: Move) -> None:
        before = len(self.match.plies)
        self.match.play(move)
        self.keep()
        done = range(before, len(self.match.plies))
        self.say(" ".join(self.narration.deed(ply) for ply in done))
        self._turned()

    def _turned(self) -> None:
        """Another position: show it, and let whoever is next go on."""
        self._hints = None
        self.workers.cancel_group(self, "asking")
        self.show()
        self.refresh_bindings()
        self._go_on()

    def _go_on(self) -> None:
        if self.match.is_over:
            self._close()
        elif self.session.is_given_up:
            self.say(f"Left unfinished after {MOST_TURNS} turns.")
        elif not self.is_persons_turn:
            self._let_choose()
        if self._is_analysing:
            self._analyse()

    def _close(self) -> None:
        self.say(self.verdict, "accent")
        if not self.match.has_moves:
            self.keep()

    def keep(self) -> None:
        """The match on disk, and a word where that did not go well."""
        if self.autosave is None:
            return
        if problem := self.autosave.keep():
            self.app.warn(problem)
        self.app.is_lost = self.autosave.is_failing

    # ---- programs

    def _let_choose(self) -> None:
        """The program whose turn it is makes up its mind, behind the screen."""
        state, player, moves = self.match.state, self.match.player, self.match.moves
        assert player is not None
        chooser, view = self.session.choosers[player], self.match.view(player)
        assert chooser is not None
        until = time.monotonic() + (PAUSE if self.app.settings.animation else 0)

        def choose() -> None:
            with suppress(Stopped):
                try:
                    move = self.app.engine.ask(
                        lambda _, budget: chosen(chooser, view, moves, budget)
                    )
                except PlayerError as error:
                    self.post_message(self.Thought(state, sentence(error)))
                    return
                time.sleep(max(0.0, until - time.monotonic()))
                if not get_current_worker().is_cancelled:
                    self.post_message(self.Chosen(state, move))

        self.run_worker(choose, thread=True, exclusive=True, group="choosing")

    @on(Chosen)
    def _chosen(self, event: Chosen) -> None:
        if event.state is self.match.state:
            self._make(event.move)

    # ---- help

    def action_hint(self) -> None:
        if not self.is_persons_turn:
            self.say("A hint comes when it is your turn.")
            return
        self.say("Thinking of a hint …", "quiet")
        self._think("asking", self._next_hint)

    def action_why(self) -> None:
        self.say("Looking for the last mistake …", "quiet")
        game, own = self.match.game, {p for p in Player if self.session.choosers[p] is None}
        made = [
            (ply, state)
            for ply, state in zip(self.match.plies, self.match.states, strict=False)
            if ply.player in (own or Player)
        ]
        self._think("asking", lambda engine, budget: _last_mistake(engine, game, made, budget))

    def action_analysis(self) -> None:
        """What every move is worth, on the tiles and buttons; the same key takes it away."""
        self._is_analysing = not self._is_analysing
        if self._is_analysing:
            self.say("Working it out …", "quiet")
            self._analyse()
        else:
            self.workers.cancel_group(self, "analysing")
            self.mark({})
            self.say("")

    def _analyse(self) -> None:
        game, state = self.match.game, self.match.state
        if not self.match.is_over:
            self._think("analysing", lambda engine, budget: engine.analyse(game, state, budget))

    def _next_hint(self, engine: Engine, budget: Budget) -> str:
        from ...engine.teaching.hints import SECONDS, Hints

        if self._hints is None:
            self._hints = Hints(engine, self.match.game, self.match.state)
        return self._hints.next(budget.part(SECONDS))

    def _think(self, group: str, work: Callable[[Engine, Budget], object]) -> None:
        """Have the engine think about this position, instead of what it thought about before."""
        state = self.match.state

        def think() -> None:
            with suppress(Stopped):
                self.post_message(self.Thought(state, self.app.engine.ask(work)))

        self.run_worker(think, thread=True, exclusive=True, group=group)

    @on(Thought)
    def _thought(self, event: Thought) -> None:
        if event.state is not self.match.state:
            return  # the game has gone on
        if isinstance(event.told, str):
            self.say(self.narration.address(event.told), "primary")
        elif self._is_analysing:
            self.mark(event.told.moves)
            self.say(address(_summary(event.told), self.names), "primary")

    def action_undo(self) -> None:
        taken = self.session.take_back()
        if not taken:
            self.refuse("There is no move to take back.")
            return
        self.workers.cancel_group(self, "choosing")
        self.keep()
        self.say(f"Taken back: {'  '.join(taken)}")
        self._turned()

    # ---- afterwards

    def action_review(self) -> None:
        from .review import ReviewScreen

        self.open(ReviewScreen(self.match, names=self.names))

    def action_again(self) -> None:
        try:
            self.session.rematch()
        except SetupError as error:
            self.refuse(sentence(error))
            return
        self.match = self.session.match
        self.say(self.session.announced)
        self._turned()

    def action_save(self) -> None:
        from .saving import SaveScreen

        self.open(SaveScreen(self.match))

    def action_leave(self) -> None:
        is_saved = self.autosave is not None and self.autosave.is_saved
        if is_saved and self.match.has_moves and not self.match.is_over:
            self.app.notify("Your game is kept: c goes on with it.", timeout=3)
        self.leave()

    def on_unmount(self) -> None:
        self.session.end()
        self.app.engine.forget()

    @property
    def legend(self) -> dict[str, str]:
        return {**super().legend, **(LEGEND if self._is_analysing else {})}


def shortened(name: str) -> str:
    """A name as it fits beside a board: a record may have any.

    >>> shortened("Ann"), shortened("Wolfeschlegelsteinhausenbergerdorff")
    ('Ann', 'Wolfeschlegelsteinh…')
    """
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def _summary(report: Report) -> str:
    best = "  ".join(report.best[:6]) + (" …" if len(report.best) > 6 else "")
    return f"{report.player}: {report.value}. Best: {best}"


# ---- what the engine is asked; it is loaded behind the screen, too


def _last_mistake(
    engine: Engine, game: AnyGame, made: list[tuple[Ply, Any]], budget: Budget
) -> str:
    """Why the last bad one of some moves was bad, each with the position it was made in."""
    from ...engine.teaching.reasons import explain
    from ...engine.teaching.review import mark

    for ply, state in reversed(made):
        report = engine.analyse(game, state, budget)
        budget.look_up()
        if mark(report.value, report.moves[ply.move]) in ("??", "?"):
            why = explain(engine, game, state, ply.move, budget)
            if why is not None:
                return f"Turn {ply.turn}, {ply.player}: {capital(why.text)}"
    return "No mistake so far that changed what best play makes of it."
