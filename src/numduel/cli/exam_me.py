"""`numduel exam me`: a person takes the exam at the prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import MoveError, as_sentence
from ..exam.disguise import open_question
from ..exam.people import find_open_part, split_exam
from ..exam.results import order_answers
from ..exam.scoring import Answer
from ..learning import rulebook
from ..views.exam_text import EXAM_TASK, describe_part
from ..views.match_text import build_words
from ..views.match_view import view
from ..views.narration import Narration, Reader
from .console import Console, EndOfInput
from .dialogue import ALIASES, Quit, board_lines, help_lines
from .rules import format_page

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..exam.questions import Question
    from ..exam.results import Result

COMMANDS = {
    "help": "show this help",
    "board": "show the position again",
    "rules": "show the rules of the game",
    "skip": "answer this question last",
    "back": "change your last answer",
    "quit": "leave; your answers are saved",
}


class ExamPrompt:
    """A part of an exam at the prompt; every answer is saved, and none is judged."""

    def __init__(
        self, console: Console, result: Result, size: int, save: Callable[[Result], None]
    ) -> None:
        """Continue a result with the first part of `size` questions that isn't answered."""
        self.console = console
        self.result = result
        self._save = save
        answered = {answer.id for answer in result.answers}
        parts = split_exam(result.questions, size, result.seed)
        self._part = find_open_part(parts, answered)
        self._waiting = [one for one in self._part if one.id not in answered]
        self._done: list[Question] = []
        """The questions answered since the prompt started, which can be changed."""

    def run(self) -> bool:
        """Ask until the part is answered; return False if the person leaves before."""
        if self._waiting:
            self._open()
        try:
            while self._waiting:
                self._ask(self._waiting[0])
        except (EndOfInput, Quit):
            return False
        return True

    @property
    def answered(self) -> int:
        """The number of answered questions of this part."""
        return len(self._part) - len(self._waiting)

    @property
    def total(self) -> int:
        """The number of questions of this part."""
        return len(self._part)

    def _open(self) -> None:
        self.console.print_text(
            describe_part(self.result, self.total - self.answered),
            f"{EXAM_TASK} Type help for the commands.",
        )

    def _ask(self, question: Question) -> None:
        """Show a question, and ask until it is answered or left for later."""
        self._asked = open_question(question, self.result.seed, self.result.exam.disguise)
        self._match = self._asked.match
        self._print_question()
        while not self._answer(question, self.console.ask(f"{self._narration.prompt()} ")):
            pass

    @property
    def _narration(self) -> Narration:
        player = self._match.player
        assert player is not None, "a question has a player to move"
        return Narration(self._match, reader=Reader.of([player]))

    def _print_question(self) -> None:
        words = build_words(view(self._match))
        about = filter(None, [self._match.game.title, words["size"], words["variant"]])
        number = f"Question {self.answered + 1} of {self.total}"
        self.console.print(
            "",
            self.console.styled(f"{number}: {', '.join(about)}", "bold"),
            f"You are {self._match.player}.",
        )
        self._do_board()

    def _answer(self, question: Question, text: str) -> bool:
        """Run a command or take an answer; return whether to go to another question.

        A word of the game is always a move.
        """
        command = ALIASES.get(text.strip().lower(), text.strip().lower())
        is_move = command in map(str.lower, self._match.game.vocabulary)
        if command in COMMANDS and not is_move:
            return bool(getattr(self, f"_do_{command}")())
        try:
            move = self._match.read(text)
        except MoveError as error:
            line = self._narration.address(as_sentence(error))
            self.console.print_problem(f"{line} Legal moves: {'  '.join(self._match.moves)}")
            return False
        self._take(Answer(question.id, self._asked.plain(move)))
        self._done.append(self._waiting.pop(0))
        return True

    def _take(self, new: Answer) -> None:
        """Add an answer or replace an earlier one, and save the result."""
        others = [answer for answer in self.result.answers if answer.id != new.id]
        answers = order_answers(self.result, [*others, new])
        self.result = self.result._replace(answers=answers)
        self._save(self.result)

    # ---- commands

    def _do_help(self) -> None:
        match = self._match
        self.console.print_text(f"Type {match.game.expects(match.state)}.")
        self.console.print_text(f"Legal moves: {'  '.join(match.moves)}")
        self.console.print(*help_lines(self._narration, COMMANDS))

    def _do_board(self) -> None:
        labels = self._narration.labels
        self.console.print("", *board_lines(self.console, self._match, labels))

    def _do_rules(self) -> None:
        page = rulebook.page_of(self._match.game)
        self.console.print("", *format_page(page, self.console), "")

    def _do_skip(self) -> bool:
        if len(self._waiting) == 1:
            self.console.print_problem("This is the last question. Type quit to answer it later.")
            return False
        self._waiting.append(self._waiting.pop(0))
        return True

    def _do_back(self) -> bool:
        if not self._done:
            self.console.print_problem("You have no earlier answer to change.")
            return False
        self._waiting.insert(0, self._done.pop())
        return True

    def _do_quit(self) -> None:
        raise Quit
