"""`numduel learn`: the lessons of a game at the prompt."""

from __future__ import annotations

import textwrap
from argparse import ArgumentParser, Namespace

from ..errors import SetupError
from ..games import find, offered
from ..learning.lesson_run import LessonRun, current_lesson
from ..learning.lessons import (
    RULES,
    TOPICS,
    Lesson,
    Verdict,
    lesson,
    lesson_id,
    lesson_ids,
    next_topic,
)
from ..options import Whole
from ..storage import files, lesson_progress
from ..views.lesson_text import describe_gain, describe_progress, lessons_json
from .arguments import add_game, add_json, game_word
from .console import Console, EndOfInput
from .dialogue import ALIASES, Quit, board_lines
from .output import print_json

STEP = Whole(1, 1, 1000, "number of the step to start with", name="step")
MAX_COLUMNS = 88

COMMANDS = {
    "help": "show this help",
    "board": "show the position and the task again",
    "next": "next step, if this one is done",
    "back": "previous step",
    "answer": "show the answer, after two tries",
    "quit": "leave; your progress is saved",
}


def add(command: ArgumentParser) -> None:
    add_game(command, nargs="?")
    command.add_argument(
        "topic",
        metavar="TOPIC",
        nargs="?",
        choices=[topic.id for topic in TOPICS],
        help="rules or strategy (default: the first lesson that isn't finished)",
    )
    command.add_argument(
        "--step", metavar="N", help="step to start with (default: the first that isn't done)"
    )
    add_json(command)


def run(args: Namespace, console: Console) -> int:
    """List the lessons, or teach one."""
    if args.step is not None and (args.json or args.game is None):
        raise SetupError("--step needs a GAME, and doesn't work with --json")
    if args.json:
        print_json(console, lessons_json(map(lesson, _find_ids(args)), lesson_progress.load()))
        return 0
    if args.game is None:
        return _list_lessons(console)
    if args.topic is None:
        lesson_run = LessonRun(current_lesson(find(args.game)))
    else:
        lesson_run = LessonRun(lesson(*_find_ids(args)))
    if args.step is not None:
        number, steps = STEP.accept(args.step), len(lesson_run.lesson.steps)
        if number > steps:
            raise SetupError(f"this lesson has {steps} steps")
        lesson_run.go_to(number - 1)
    LessonPrompt(console, lesson_run).run()
    return 0


def _find_ids(args: Namespace) -> tuple[str, ...]:
    """Return the ids of the lessons that were asked for."""
    if args.topic is not None:
        return (lesson_id(args.game, args.topic),)
    kinds = offered() if args.game is None else (find(args.game),)
    return tuple(id for kind in kinds for id in lesson_ids(kind))


def _list_lessons(console: Console) -> int:
    done = lesson_progress.load()
    for kind in offered():
        for found in map(lesson, lesson_ids(kind)):
            progress = describe_progress(found, done.get(found.id, 0))
            console.print(f"{_words(found)}: {kind.title}, {found.topic.name}, {progress}")
    console.print("", "To start: numduel learn GAME [TOPIC]")
    return 0


def _words(lesson: Lesson) -> str:
    """Return what to type after `numduel learn` for a lesson."""
    game = game_word(lesson.game)
    return game if lesson.topic is RULES else f"{game} {lesson.topic.id}"


class LessonPrompt:
    """A lesson at the prompt: each step has a rule, a position and a task."""

    def __init__(self, console: Console, run: LessonRun) -> None:
        self.console = console
        self._run = run

    def run(self) -> None:
        """Teach until the last step is done, the learner quits, or input ends."""
        lesson = self._run.lesson
        self.console.print(self.console.styled(lesson.title, "bold"))
        self._print_wrapped(lesson.opening)
        self._print_step()
        try:
            while not self._run.is_finished:
                prompt = "Press Enter for the next step. " if self._run.is_done else "Your move? "
                self._answer(self.console.ask(prompt).strip())
        except (EndOfInput, Quit):
            self.console.print(f"To continue this lesson: numduel learn {_words(lesson)}")
            return
        self.console.print("")
        self._print_wrapped(f"Well done! {describe_gain(lesson)}")
        game = game_word(lesson.game)
        if topic := next_topic(lesson):
            self.console.print(f"{topic.name}: numduel learn {game} {topic.id}")
        self.console.print(f"To play: numduel play {game} --p2 {lesson.topic.opponent}")

    def _print_wrapped(self, text: str) -> None:
        width = max(20, min(self.console.width, MAX_COLUMNS) - 1)
        for paragraph in text.split("\n\n"):
            self.console.print(*textwrap.wrap(paragraph, width))

    def _print_step(self) -> None:
        run = self._run
        title = f"Step {run.index + 1} of {len(run.lesson.steps)}: {run.step.title}"
        self.console.print("", self.console.styled(title, "bold"))
        self._print_wrapped(run.step.text)
        self._do_board()

    def _answer(self, text: str) -> None:
        """Run a command, or check an answer; a word of the game is always a move."""
        command = ALIASES.get(text.lower(), text.lower())
        is_move = command in map(str.lower, self._run.match.game.vocabulary)
        if command in COMMANDS and not is_move:
            getattr(self, f"_do_{command}")()
        elif self._run.is_done:
            self._do_next()
        else:
            self._show_verdict(self._run.answer(text))

    def _show_verdict(self, verdict: Verdict) -> None:
        if verdict.outcome == "done":
            if not self._run.step.attempt:
                self.console.print("", *board_lines(self.console, self._run.match))
            self._print_wrapped(verdict.text)
            self._save()
            return
        more = " Type answer to see it." if self._run.can_show_answer else ""
        self.console.print_problem(verdict.text + more)

    def _save(self) -> None:
        try:
            self._run.save()
        except OSError as error:
            path, why = lesson_progress.file(), files.reason(error)
            self.console.print_err(f"Progress couldn't be saved to {path}: {why}.")

    # ---- commands

    def _do_help(self) -> None:
        match = self._run.match
        self.console.print(f"Type {match.game.expects(match.state)}.")
        self.console.print(*(f"  {word:<6} {about}" for word, about in COMMANDS.items()))

    def _do_board(self) -> None:
        self.console.print("", *board_lines(self.console, self._run.match))
        self._print_wrapped(self._run.step.task)

    def _do_next(self) -> None:
        if not self._run.can_advance:
            self.console.print_problem("Do the task first, or type quit to leave.")
            return
        self._run.go_to(self._run.index + 1)
        if not self._run.is_finished:
            self._print_step()

    def _do_back(self) -> None:
        if self._run.index == 0:
            self.console.print_problem("This is the first step.")
            return
        self._run.go_to(self._run.index - 1)
        self._print_step()

    def _do_answer(self) -> None:
        if not self._run.can_show_answer:
            self.console.print_problem("Try it twice first. Then you can see the answer.")
            return
        move = self._run.step.do[0]
        self.console.print(f"The answer: {move}")
        self._show_verdict(self._run.answer(move))

    def _do_quit(self) -> None:
        raise Quit
