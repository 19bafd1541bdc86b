"""Before a game: against whom, who begins, on which board, and by which variant of the rules."""

from __future__ import annotations

from contextlib import suppress
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Button, Static

from ...core import AnyGame
from ...errors import SetupError, sentence
from ...play.dealing import BOOK
from ..background import Task
from ..match_options import FAIR, RANDOM, SEED, TYPED
from ..match_setup import Answers, FairSearch, MatchSetup, favoured, find_fair
from ..parts.form import Form
from ..parts.form_row import FormRow
from ..parts.key_bar import KeyBar
from ..parts.opponent_rows import OpponentRows, about_opponent
from ..parts.preview import Preview
from .form_page import FormPage

BOARDS = {
    RANDOM: "as you see it; nobody can win or lose by the first move",
    FAIR: "even between players who are not perfect",
    BOOK: "dealt as the rule book says, whatever comes",
    SEED: "dealt from a number of yours",
    TYPED: "your own numbers",
}
"""What is said of each way to a board."""

NO_BOARD = "There is no such board."


class SetupScreen(FormPage):
    """A form for one game; Enter plays what it says.

    It has many methods because every answer is followed at once: by the other rows, by the board,
    by the search for a fair one, and by words on each. What answers come to, `MatchSetup` knows.
    """

    CSS_PATH = "setup.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play", "Play", key_display="Enter", tooltip="play with what is shown"),
        Binding("n", "deal", "New board", tooltip="another board"),
        Binding("f", "favoured", "Favours?", tooltip="which player the board favours"),
        *FormPage.KEYS,
    ]

    def __init__(self, kind: type[AnyGame]) -> None:
        super().__init__()
        self.setup = MatchSetup(kind)
        self.setup.match.notes = {
            "opponent": lambda word: about_opponent(word, self.app.settings.friend),
            "begins": self._about_first,
            "rounds": _about_rounds,
            "board": BOARDS.__getitem__,
        }
        self.problem = ""
        """Why there is nothing to play, as a sentence."""
        self.preview = Preview()
        self.board = self.preview.board
        values = (self.setup.match, self.setup.rules)
        self.form = Form(*values, changed=self._changed, beside=self.preview)
        self.opponent = OpponentRows(self.form, self.setup.match)
        self._heading = Static(id="heading")
        self._words = Static(id="problem")
        self._answers_before = self.setup.answers
        self._awaited: Answers | None = None
        """The answers with which play begins as soon as there is a fair board."""
        self._favoured: tuple[AnyGame | None, str] = (None, "")
        """A game, and what was said when somebody asked whom it favours."""
        self._blamed: FormRow | None = None
        self._rule_changed_last: FormRow | None = None

    # ---- the parts

    def compose(self) -> ComposeResult:
        yield self._heading
        yield self.form
        with Horizontal(id="go"):
            play = Button("Play", id="play", compact=True)
            play.can_focus = False
            play.active_effect_duration = 0
            yield play
            yield self._words
        yield KeyBar()

    def on_mount(self) -> None:
        self.set_focus(self.form)
        self.follow()

    def on_resize(self) -> None:
        self.call_after_refresh(self._show_board)

    # ---- what is said of the answers

    def _about_first(self, first: str) -> str:
        if first == "me":
            return "you are Player 1"
        if first == "them":
            return f"{self._names[1]} is Player 1"
        return "a coin decides who is Player 1"

    @property
    def _names(self) -> tuple[str, str]:
        try:
            one, two = self.setup.two(self.app.settings.name, self.app.settings.friend)
        except SetupError:  # somebody who is not named yet, or cannot be seated
            return self.app.settings.name, str(self.setup.match["opponent"])
        return one.name, two.name

    # ---- what follows from the answers

    def _changed(self, row: FormRow) -> None:
        if row.values is self.setup.rules and self.setup.answers != self._answers_before:
            self._rule_changed_last = row
        self._answers_before = self.setup.answers
        self.opponent.left(row)
        self.follow()

    def follow(self) -> None:
        """Lay out the game that the answers describe, or say why there can be none."""
        self._blame(None)
        try:
            self.setup.lay()
        except SetupError as error:
            self._blame(error)
        else:
            if self.setup.lacks_fair_board:
                self._look()
        if not self.setup.is_on(FAIR):
            self._stop_looking()
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
        if self.setup.is_typed:
            return self.form.find(self.setup.match, "numbers")
        if self.setup.fair.problem:
            return self.form.find(self.setup.match, "board")
        return self._rule_changed_last

    # ---- a fair board

    def _look(self) -> None:
        kind, options = self.setup.kind, dict(self.setup.rules.given)
        self.setup.fair = FairSearch(options)

        def look(task: Task) -> FairSearch:
            progress = task.progress(self._looked_at)
            return task.ask(
                lambda engine, budget: find_fair(engine, kind, options, budget, progress)
            )

        self.background.do(
            "looking",
            look,
            self._looked,
            lambda why: self._looked(FairSearch(options, problem=str(why))),
        )

    def _looked_at(self, tried: int) -> None:
        self.setup.fair = self.setup.fair._replace(tried=tried)
        self._show_board()

    def _looked(self, found: FairSearch) -> None:
        self.setup.fair = found
        self.follow()
        if self._awaited == self.setup.answers and self.setup.game is not None:
            self.action_play()

    def _stop_looking(self) -> None:
        """Nobody waits for a fair board any more, unless there is one already."""
        if not self.setup.fair.board:
            self.background.cancel("looking")
            self.setup.fair = FairSearch()

    # ---- whom a board favours

    def action_favoured(self) -> None:
        """Say in a word which player has the better of this board."""
        game = self.setup.game
        if game is not None:
            self._favour(game, "Working out whom it favours …")
            self.background.ask(
                "favoured",
                lambda engine, budget: favoured(engine, game, budget),
                lambda words: self._favour(game, words),
                lambda why: self._favour(game, sentence(why)),
            )

    def _favour(self, game: AnyGame, words: str) -> None:
        self._favoured = game, words
        self._show_board()

    # ---- showing

    def _show_rows(self) -> None:
        setup = self.setup
        self.opponent.show()
        board = self.form.find(setup.match, "board")
        board.display, board.leads_to = setup.has_board, None
        for option, word in (("seed", SEED), ("numbers", TYPED)):
            row = self.form.find(setup.match, option)
            row.display = setup.has_board and setup.is_on(word)
            if row.display:
                board.leads_to = row
        self.form.show()
        self.refresh_bindings()

    def _show_board(self) -> None:
        described = self.setup.game or self.setup.kind
        self._heading.update(Content(f"{described.title}  ·  {described.summary}"))
        self.preview.show(self.setup.game)
        is_drawn = bool(self.board.display)
        self.preview.say(NO_BOARD if self.problem else _caption(self.setup, is_drawn))
        self._words.update(self._beside_play())

    def _beside_play(self) -> Content:
        """What stands beside the way to play."""
        if self.problem:
            is_said_above = self.form.row.fault == self.problem
            return Content.styled("" if is_said_above else self.problem, "$error")
        if self.setup.game is None:
            looking = f"Looking for a fair board … {self.setup.fair.tried} tried."
            is_awaited = self._awaited == self.setup.answers
            more = " Play begins as soon as there is one." if is_awaited else ""
            return Content.styled(looking + more, "$primary")
        about, words = self._favoured
        if about == self.setup.game:
            return Content.styled(words, "$primary")
        return Content.styled(" against ".join(self._names), "$quiet")

    # ---- keys

    async def takes(self, event: events.Key) -> bool:
        """Enter plays, also where something has just been typed."""
        return await (self.press("enter") if event.key == "enter" else super().takes(event))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Another board can be had where one is dealt."""
        return action != "deal" or (self.setup.has_board and not self.setup.is_on(TYPED))

    def action_deal(self) -> None:
        """Another random board, another seed or another fair board."""
        self.setup.deal_again()
        self.follow()

    @on(Button.Pressed, "#play")
    def action_play(self) -> None:
        """Sit down and play, unless something is wrong yet: then go where it is."""
        if not self.is_current:
            return  # play has begun already
        faulty = self.opponent.unseated() or next(self.form.faults(), None)
        if faulty is not None:
            self.form.go_to(faulty)
            self._words.update("")
            return
        self.follow()
        if self.setup.game is None:
            self._awaited = None if self.problem else self.setup.answers
            self._show_board()
            return
        self._begin()

    def _begin(self) -> None:
        from ...storage.autosave import Autosave
        from .play import PlayScreen

        try:
            session = self.setup.session(self.app.settings.name, self.app.settings.friend)
        except SetupError as error:
            self._blame(error)
            self._show_board()
            return
        with suppress(OSError):  # the next set-up then begins with other answers, no more
            self.setup.keep()
        self.app.switch_screen(PlayScreen(session, Autosave(session)))


def _about_rounds(rounds: int) -> str:
    return "a single game" if rounds == 1 else "seats are swapped after each, wins are counted"


def _caption(setup: MatchSetup, is_drawn: bool) -> str:
    """What stands below the board, or instead of it."""
    game = setup.game
    if game is None:
        return ""
    if not setup.has_board:
        return "Every game begins like this." if is_drawn else ""
    if not is_drawn:
        rows = game.public().board.split("/")
        is_small = len(rows) <= 6 and len(rows[0]) <= 24
        return "\n".join(rows) if is_small else "The board is too large to be shown here."
    if setup.is_on(FAIR):
        return f"A fair board ({setup.fair.tried} tried)."
    if game.hidden:
        return "What is hidden stays so until you play."
    return f"Seed {setup.seed} deals it again." if setup.is_on(RANDOM) or setup.is_on(BOOK) else ""
