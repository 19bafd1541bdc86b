"""Before a game: against whom, who begins, on which board, and by which variant of the rules."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Button, Footer, Static

from ...core import AnyGame, Picture
from ...dice import Dice
from ...errors import SetupError, sentence
from ...play.players import HUMAN
from ...play.series import Side
from ...play.session import Session, sides
from ..engine_worker import Stopped
from ..fair_search import FairBoard, find_fair
from ..match_options import FAIR, FIRST, FRIEND, RANDOM, SEED, TYPED, Last, MatchOptions, strength
from ..parts.board import BoardView
from ..parts.drawing import fit
from ..parts.form import Form
from ..parts.form_row import FormRow
from ..parts.form_values import FormValues
from .form_page import FormPage
from .table import BoardArea

__all__ = ["SetupScreen"]

Answers = tuple[dict[str, Any], dict[str, Any]]

DRAWN = 10**9
"""Random boards are dealt from seeds below this, which can be read out to a friend."""


class SetupScreen(FormPage):
    """A form for one game; Enter plays what it says."""

    CSS_PATH = "setup.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play", "Play", key_display="Enter", tooltip="play; ends typing first"),
        Binding("n", "deal", "New board", tooltip="another board"),
        *FormPage.KEYS,
    ]

    class Looked(Message):
        """How far the search for a fair board is; at its end a board, or why there is none."""

        def __init__(self, search: int, tried: int, board: str = "", problem: str = "") -> None:
            super().__init__()
            self.search = search
            self.tried = tried
            self.board = board
            self.problem = problem

    def __init__(self, kind: type[AnyGame]) -> None:
        super().__init__()
        self.kind = kind
        last = Last.of(kind.id)
        self.wishes = FormValues(
            MatchOptions,
            last.wishes,
            title="The match",
            labels={"begins": "Who begins", "numbers": "Numbers"},
            notes={
                "opponent": self._about_opponent,
                "begins": self._about_first,
                "rounds": _about_rounds,
                "board": self._about_board,
            },
        )
        self.options = FormValues(kind.options_type, last.options, title="The rules")
        self.game: AnyGame | None = None
        """What Enter plays; None while there is nothing to play."""
        self.problem = ""
        """Why there is nothing to play, as a sentence."""
        self.board = BoardView(id="board")
        self.board.can_focus = False
        self._area = BoardArea(self.board)
        self._caption = Static(id="caption")
        self._problem = Static(id="problem")
        preview = Vertical(self._area, self._caption, id="preview")
        self.form = Form(self.wishes, self.options, changed=self._changed, beside=preview)
        self._seen = self._answers
        self._drawn = Dice().below(DRAWN)
        self._fair = FairBoard()
        self._awaited: Answers | None = None
        """The answers with which play begins as soon as there is a fair board."""
        self._has_board = True
        """Whether games of this kind have boards that could differ at all."""
        self._blamed: FormRow | None = None
        self._changed_last: FormRow | None = None

    # ---- the parts

    def compose(self) -> ComposeResult:
        yield Static(Content(f"{self.kind.title}  ·  {self.kind.summary}"), id="heading")
        yield self.form
        with Horizontal(id="go"):
            play = Button("Play", id="play", compact=True)
            play.can_focus = False
            play.active_effect_duration = 0
            yield play
            yield self._problem
        yield Footer()

    def on_mount(self) -> None:
        self.board.draw_ascii(self.app.settings.ascii)
        self.form.draw_ascii(self.app.settings.ascii)
        self.set_focus(self.form)
        self.follow()

    def on_resize(self) -> None:
        self.call_after_refresh(self._show_board)

    # ---- what is said of the answers

    def _about_opponent(self, who: str) -> str:
        return f"{self.app.settings.friend}, at this keyboard" if who == FRIEND else strength(who)

    def _about_first(self, first: str) -> str:
        told = {"me": "you are Player 1", "them": f"{self._two()[1].name} is Player 1"}
        return told.get(first, "a coin decides who is Player 1")

    def _about_board(self, board: str) -> str:
        told = {
            RANDOM: "dealt as you see it",
            FAIR: "even between players who are not perfect",
            SEED: "dealt from a number of yours",
            TYPED: "your own numbers",
        }
        return told[board]

    # ---- what follows from the answers

    def _changed(self, row: FormRow) -> None:
        if row.sheet is self.options and self._answers != self._seen:
            self._changed_last = row
        self._seen = self._answers
        self.follow()

    def follow(self) -> None:
        """Lay out the game that the answers describe, or say why there can be none."""
        self._blame(None)
        try:
            self._deal_first()
            self.game = self._laid()
        except SetupError as error:
            self.game = None
            self._blame(error)
        self._show_rows()
        self._show_board()

    def _blame(self, error: SetupError | None) -> None:
        """Say what is wrong, in the row that it is about; None says that nothing is."""
        if self._blamed is not None:
            self._blamed.fault = ""
        self.problem = "" if error is None else sentence(error)
        self._blamed = None if error is None else self._faulty()
        if self._blamed is not None:
            self._blamed.fault = self.problem

    def _faulty(self) -> FormRow | None:
        """The row that a problem is about: a board that cannot be, or the rule changed last."""
        if self._is_typed:
            return self.form.find(self.wishes, "numbers")
        if self._fair.problem:
            return self.form.find(self.wishes, "board")
        return self._changed_last

    def _is(self, board: str) -> bool:
        return bool(self.wishes["board"] == board)

    @property
    def _is_typed(self) -> bool:
        """Whether somebody has typed a board, instead of taking the one that was dealt."""
        return self._is(TYPED) and "numbers" in self.wishes.given

    @property
    def _answers(self) -> Answers:
        return dict(self.wishes.given), dict(self.options.given)

    def _deal_first(self) -> None:
        """A board to begin with: what is neither typed nor numbered follows from it."""
        self.options.follow({})
        if self._is_typed:
            return
        dealt = self._setup(None, self._drawn)
        self.wishes.follow({"seed": self._drawn, "numbers": dealt.public().board})
        self._has_board = bool(dealt.public().board)

    def _setup(self, board: str | None, seed: int) -> AnyGame:
        return self.kind.setup(self.options.given, board, Dice(seed))

    def _laid(self) -> AnyGame | None:
        """The game on its board; None while one is looked for."""
        if not self._has_board or self._is(RANDOM):
            return self._setup(None, self._drawn)
        if self._is(SEED):
            return self._setup(None, self.wishes["seed"])
        if self._is(TYPED):
            game = self._setup(self.wishes["numbers"], self._drawn)
            settled = vars(game.options).items()
            self.options.follow({n: v for n, v in settled if n not in self.options.given})
            return game
        return self._laid_fairly()

    def _laid_fairly(self) -> AnyGame | None:
        if self._fair.options != self.options.given:
            self._fair = self._fair.next(dict(self.options.given))
            self._look(self._fair.number)
        if self._fair.problem:
            raise SetupError(self._fair.problem)
        return self._setup(self._fair.board, self._drawn) if self._fair.board else None

    # ---- a fair board

    def _stop_looking(self) -> None:
        """Nobody waits for a fair board any more, unless there is one already."""
        if not self._fair.board:
            self.workers.cancel_group(self, "looking")
            self._fair = self._fair.next(None)

    @work(thread=True, exclusive=True, group="looking")
    def _look(self, number: int) -> None:
        options = dict(self.options.given)

        def tell(tried: int) -> None:
            self.post_message(self.Looked(number, tried))

        try:
            found, tried = self.app.engine.ask(
                lambda engine, budget: find_fair(engine, self.kind, options, budget, tell)
            )
        except Stopped:
            return
        except SetupError as error:
            self.post_message(self.Looked(number, 0, problem=str(error)))
        else:
            self.post_message(self.Looked(number, tried, board=found))

    @on(Looked)
    def _looked(self, event: Looked) -> None:
        if event.search != self._fair.number or not self._is(FAIR):
            return
        self._fair.tried = event.tried or self._fair.tried
        self._fair.board, self._fair.problem = event.board, event.problem
        if not event.board and not event.problem:
            self._show_board()
            return
        self.follow()
        if self._awaited == self._answers and self.game is not None:
            self.action_play()

    # ---- showing

    def _show_rows(self) -> None:
        if not self._is(FAIR):
            self._stop_looking()
        board = self.form.find(self.wishes, "board")
        board.display, board.leads_to = self._has_board, None
        for option, word in (("seed", SEED), ("numbers", TYPED)):
            row = self.form.find(self.wishes, option)
            row.display = self._has_board and self._is(word)
            if row.display:
                board.leads_to = row
        self.form.show()
        self.refresh_bindings()

    def _show_board(self) -> None:
        picture = None
        if self.game is not None:
            game = self.game.public()
            picture = game.picture(game.start())
        self.board.display = picture is not None and self._has_room(picture)
        if picture is not None:
            self.board.show(picture)
        self._caption.update(Content.styled(self._told(picture), "$quiet"))
        self._problem.update(self._said())

    def _said(self) -> Content:
        """What stands beside the way to play."""
        if self.problem:
            is_told = self.form.row.fault == self.problem
            return Content.styled("" if is_told else self.problem, "$error")
        if self.game is None:
            told = f"Looking for a fair board … {self._fair.tried} tried."
            more = " Play begins as soon as there is one." if self._awaited == self._answers else ""
            return Content.styled(told + more, "$primary")
        one, two = self._two()
        return Content.styled(f"{one.name} against {two.name}", "$quiet")

    def _has_room(self, picture: Picture) -> bool:
        room = self._area.outer_size
        layout = fit(picture, room.width, room.height)
        return layout.width <= room.width and layout.height <= room.height

    def _told(self, picture: Picture | None) -> str:
        """What stands below the board."""
        if picture is None:
            return "There is no such board." if self.problem else ""
        assert self.game is not None
        if not self._has_board:
            return "Every game begins like this."
        if not self._has_room(picture):
            return "The board is too large to be shown here."
        if self._is(FAIR):
            return f"A fair board ({self._fair.tried} tried)."
        is_open = not self.game.hidden
        if self._is(RANDOM) and is_open:
            return f"Seed {self._drawn} deals it again."
        return "" if is_open else "What is hidden stays so until you play."

    # ---- keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Another board can be had where one is dealt."""
        return action != "deal" or (self._has_board and not self._is(TYPED))

    def action_deal(self) -> None:
        """Another random board, another seed or another fair board."""
        self._drawn = Dice().below(DRAWN)
        self.wishes.reset("seed")
        self._fair = self._fair.next(None)
        self.follow()

    @on(Button.Pressed, "#play")
    def action_play(self) -> None:
        """Sit down and play, unless something is wrong yet: then go where it is."""
        if not self.is_current:
            return  # play has begun already
        faulty = next(self.form.faults(), None)
        if faulty is not None:
            self.form.go_to(faulty)
            self._problem.update("")
            return
        self.follow()
        if self.game is None:
            self._awaited = None if self.problem else self._answers
            self._show_board()
            return
        try:
            session = self._session()
        except SetupError as error:
            self._blame(error)
            self._show_board()
            return
        self._begin(session)

    def _two(self) -> tuple[Side, Side]:
        """Who meets, the person here first."""
        settings, who = self.app.settings, self.wishes["opponent"]
        if who == FRIEND:
            return sides((HUMAN, HUMAN), (settings.name, settings.friend))
        return sides((HUMAN, who), (settings.name, None))

    def _session(self) -> Session:
        given = {FAIR: self._fair.board, TYPED: self.wishes["numbers"]} if self._has_board else {}
        return Session.begin(
            self.kind,
            self.options.given,
            self._two(),
            board=given.get(self.wishes["board"]),
            seed=self.wishes["seed"] if self._is(SEED) else self._drawn,
            rounds=self.wishes["rounds"],
            first=FIRST[self.wishes["begins"]],
        )

    def _begin(self, session: Session) -> None:
        from ...storage.autosave import Autosave
        from .play import PlayScreen

        with suppress(OSError):  # the next set-up then begins with other answers, no more
            Last(self.wishes.given, self.options.given).keep(self.kind.id)
        self.app.switch_screen(PlayScreen(session, Autosave(session)))


def _about_rounds(rounds: int) -> str:
    return "a single game" if rounds == 1 else "seats are swapped after each, wins are counted"
