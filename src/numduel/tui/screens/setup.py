"""The setup of a game: opponent, seat, board and rules."""

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
from ...errors import SetupError, as_sentence
from ...play.dealing import BOOK
from ..background import Task
from ..match_options import CUSTOM, FAIR, RANDOM, SEED
from ..match_setup import Answers, FairSearch, MatchSetup, describe_favourite, find_fair_board
from ..parts.form import Form
from ..parts.form_row import FormRow
from ..parts.handicaps import Handicaps
from ..parts.key_bar import KeyBar
from ..parts.opponent_rows import OpponentRows, describe_opponent
from ..parts.preview import Preview
from ..parts.rule_choices import RuleChoices
from .form_page import FormPage

BOARD_HELP = {
    RANDOM: "no instant wins or losses",
    FAIR: "about even, unless you play perfectly",
    BOOK: "strictly by the rule book; may be decided at once",
    SEED: "dealt from a seed you choose",
    CUSTOM: "your own numbers",
}
"""Notes on the kinds of board."""


class SetupScreen(FormPage):
    """The setup form of one game, with a preview of the board.

    It has many methods because every answer takes effect at once: on other rows, on the board, and
    on the search for a fair one. `MatchSetup` knows what the answers mean.
    """

    CSS_PATH = "setup.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play", "Play", key_display="Enter", tooltip="start the game"),
        Binding("o", "opponents", "Opponents", tooltip="choose from the list of opponents"),
        Binding("n", "deal", "New board", tooltip="deal a new board"),
        Binding("f", "favoured", "Fairness", tooltip="show which player the board favours"),
        Binding("h", "handicap", "Handicap", tooltip="try rules that make the game fairer"),
        Binding("k", "rules", "Luck or skill", tooltip="choose between luck and skill"),
        *FormPage.KEYS,
    ]

    def __init__(self, kind: type[AnyGame]) -> None:
        super().__init__()
        self.setup = MatchSetup(kind)
        self.setup.match.notes = {
            "opponent": lambda who: describe_opponent(
                who, self.app.settings.friend, self.setup.game
            ),
            "begins": lambda first: _describe_seat(first, self._names),
            "rounds": _describe_rounds,
            "board": BOARD_HELP.__getitem__,
        }
        self.problem = ""
        """The reason why there is no game to play, as a sentence."""
        self.preview = Preview()
        self.board = self.preview.board
        values = (self.setup.match, self.setup.rules)
        self.form = Form(*values, on_change=self._changed, beside=self.preview)
        self.opponent = OpponentRows(self.form, self.setup.match)
        self.choices = RuleChoices(kind, self.setup.rules, self.apply_answers)
        self._heading = Static(id="heading")
        self._status = Static(id="problem")
        self._handicaps = Handicaps(
            self.setup,
            self.background,
            self.apply_answers,
            lambda note: self._status.update(Content.styled(note, "$primary")),
        )
        self._answers_before = self.setup.answers
        self._start_when_found: Answers | None = None
        """The answers to start playing with as soon as a fair board is found."""
        self._favourite: tuple[AnyGame | None, str] = (None, "")
        """A game, and the sentence on which player it favours."""
        self._faulty_row: FormRow | None = None
        self._rule_changed_last: FormRow | None = None

    # ---- the parts

    def compose(self) -> ComposeResult:
        yield self._heading
        yield self.choices
        yield self.form
        with Horizontal(id="go"):
            play = Button("Play", id="play", compact=True)
            play.can_focus = False
            play.active_effect_duration = 0
            yield play
            yield self._status
        yield KeyBar()

    def on_mount(self) -> None:
        self.set_focus(self.form)
        self.apply_answers()

    def on_resize(self) -> None:
        self.call_after_refresh(self._show_board)

    # ---- notes on answers

    @property
    def _names(self) -> tuple[str, str]:
        try:
            one, two = self.setup.sides(self.app.settings.name, self.app.settings.friend)
        except SetupError:  # an external player without a valid name
            return self.app.settings.name, str(self.setup.match["opponent"])
        return one.name, two.name

    # ---- applying answers

    def _changed(self, row: FormRow) -> None:
        if row.values is self.setup.rules and self.setup.answers != self._answers_before:
            self._rule_changed_last = row
            self._handicaps.forget()
        self._answers_before = self.setup.answers
        self.opponent.check_left_row(row)
        self.apply_answers()

    def apply_answers(self) -> None:
        """Show the game that the answers describe, or the problem with them."""
        self._show_problem(None)
        try:
            self.setup.update_game()
        except SetupError as error:
            self._show_problem(error)
        else:
            if self.setup.needs_fair_search:
                self._search_fair_board()
        if not self.setup.is_board(FAIR) and not self.setup.fair.board:
            self.background.cancel("looking")
            self.setup.fair = FairSearch()
        self._show_rows()
        self._show_board()

    def _show_problem(self, error: SetupError | None) -> None:
        """Show a problem in the row it is about; None clears it."""
        if self._faulty_row is not None:
            self._faulty_row.fault = ""
        self.problem = "" if error is None else as_sentence(error)
        self._faulty_row = None if error is None else self._find_faulty_row()
        if self._faulty_row is not None:
            self._faulty_row.fault = self.problem

    def _find_faulty_row(self) -> FormRow | None:
        """Return the row that a problem is about: the board, or the rule changed last."""
        if self.setup.has_custom_board:
            return self.form.find(self.setup.match, "numbers")
        if self.setup.fair.problem:
            return self.form.find(self.setup.match, "board")
        return self._rule_changed_last

    # ---- the search for a fair board

    def _search_fair_board(self) -> None:
        kind, options = self.setup.kind, dict(self.setup.rules.given)
        self.setup.fair = FairSearch(options)

        def search(task: Task) -> FairSearch:
            progress = task.progress(self._on_search_progress)
            return task.ask(
                lambda engine, budget: find_fair_board(engine, kind, options, budget, progress)
            )

        self.background.run(
            "looking",
            search,
            self._on_search_done,
            lambda why: self._on_search_done(FairSearch(options, problem=str(why))),
        )

    def _on_search_progress(self, tried: int) -> None:
        self.setup.fair = self.setup.fair._replace(tried=tried)
        self._show_board()

    def _on_search_done(self, found: FairSearch) -> None:
        self.setup.fair = found
        self.apply_answers()
        if self._start_when_found == self.setup.answers and self.setup.game is not None:
            self.action_play()

    # ---- the favourite

    def action_favoured(self) -> None:
        """Show which player this board favours."""
        game = self.setup.game
        if game is not None:
            self._show_favourite(game, "Analysing the board …")
            self.background.ask(
                "favoured",
                lambda engine, budget: describe_favourite(engine, game, budget),
                lambda text: self._show_favourite(game, text),
                lambda why: self._show_favourite(game, as_sentence(why)),
            )

    def _show_favourite(self, game: AnyGame, text: str) -> None:
        self._favourite = game, text
        self._show_board()

    # ---- showing

    def _show_rows(self) -> None:
        setup = self.setup
        self.opponent.show()
        board = self.form.find(setup.match, "board")
        board.display, board.linked_row = setup.has_board, None
        for option, board_kind in (("seed", SEED), ("numbers", CUSTOM)):
            row = self.form.find(setup.match, option)
            row.display = setup.has_board and setup.is_board(board_kind)
            if row.display:
                board.linked_row = row
        self.form.show()
        self.choices.show()
        self.refresh_bindings()

    def _show_board(self) -> None:
        described = self.setup.game or self.setup.kind
        self._heading.update(Content(f"{described.title}  ·  {described.summary}"))
        self.preview.show(self.setup, has_problem=bool(self.problem))
        self._status.update(self._status_line())

    def _status_line(self) -> Content:
        """Return the text beside the Play button."""
        if self.problem:
            is_shown_above = self.form.row.fault == self.problem
            return Content.styled("" if is_shown_above else self.problem, "$error")
        if self.setup.game is None:
            searching = f"Finding a fair board … {self.setup.fair.tried} tried."
            will_start = self._start_when_found == self.setup.answers
            more = " The game starts when one is found." if will_start else ""
            return Content.styled(searching + more, "$primary")
        game, text = self._favourite
        if game == self.setup.game:
            return Content.styled(text, "$primary")
        return Content.styled(" against ".join(self._names), "$quiet")

    # ---- keys

    async def process_key(self, event: events.Key) -> bool:
        """Handle a key; Enter starts the game, even while a text is typed."""
        return await (self.press("enter") if event.key == "enter" else super().process_key(event))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow a new board only if the board is dealt, and a choice only if there is one."""
        if action == "rules":
            return bool(self.setup.kind.skill_options)
        return action != "deal" or (self.setup.has_board and not self.setup.is_board(CUSTOM))

    def action_opponents(self) -> None:
        """Choose from the list of opponents."""
        from .opponents import OpponentsScreen

        def choose(opponent: str) -> None:
            self.setup.match.put("opponent", opponent)
            self.apply_answers()

        self.open(OpponentsScreen(self.setup.kind, self.setup.match["opponent"], choose))

    def action_rules(self) -> None:
        """Choose between luck and skill."""
        self.choices.step()

    def action_handicap(self) -> None:
        """Try other rules that make the game fairer."""
        self._handicaps.use_next()

    def action_deal(self) -> None:
        """Deal another board."""
        self.setup.deal_again()
        self.apply_answers()

    @on(Button.Pressed, "#play")
    def action_play(self) -> None:
        """Start the game, or go to the row with a problem."""
        if not self.is_current:
            return  # the game has already started
        faulty = self.opponent.find_invalid() or next(self.form.invalid_rows(), None)
        if faulty is not None:
            self.form.go_to(faulty)
            self._status.update("")
            return
        self.apply_answers()
        if self.setup.game is None:
            self._start_when_found = None if self.problem else self.setup.answers
            self._show_board()
            return
        self._start_game()

    def _start_game(self) -> None:
        from ...storage.autosave import Autosave
        from .play import PlayScreen

        try:
            session = self.setup.session(self.app.settings.name, self.app.settings.friend)
        except SetupError as error:
            self._show_problem(error)
            self._show_board()
            return
        with suppress(OSError):  # then the next setup starts with other answers
            self.setup.save()
        self.app.switch_screen(PlayScreen(session, Autosave(session)))


def _describe_rounds(rounds: int) -> str:
    return "single game" if rounds == 1 else "players swap seats after each round"


def _describe_seat(first: str, names: tuple[str, str]) -> str:
    """Return who is Player 1, as a phrase."""
    if first == "me":
        return "you are Player 1"
    if first == "them":
        return f"{names[1]} is Player 1"
    return "drawn at random"
