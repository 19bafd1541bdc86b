"""The commands of `numduel`: their help, their parsers, and running them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any

from ..errors import GameFileError, GameMissing, NumduelError, quoted
from ..version import __version__
from .console import Console, StreamLost, get_terminal_size

# argparse loads gettext and looks on disk for translations of its messages before it parses
# anything. Everything else is in English too, so skip that.
argparse._ = lambda text: text  # type: ignore[attr-defined]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command that starts no other interface; return the exit status."""
    typed = sys.argv[1:] if argv is None else argv
    return run_guarded(lambda console: run(typed, console))


def run_guarded(work: Callable[[Console], int]) -> int:
    """Run a function with a console, print any error, and return the exit status."""
    console = Console()
    status, last = 0, []
    try:
        status = work(console)
    except SystemExit as end:
        if told := _explain(end):
            status, last = 1, [told]
        else:  # from argparse; its message still has to be flushed
            status = int(end.code or 0)
    except NumduelError as error:
        status = 2 if isinstance(error, GameFileError) else 1
        last = [f"numduel: {_with_full_stop(str(error))}"]
        if isinstance(error, GameMissing):
            last.append("To load it, set NUMDUEL_GAMES to the path of the file.")
    except KeyboardInterrupt:
        status, last = 130, [""]
    except StreamLost:
        pass
    except BaseException as error:
        told = _explain(error)
        if told is None:
            raise
        status, last = 1, [told]
    with suppress(StreamLost):
        console.print_err(*last)
    return console.finish(status)


def _explain(error: BaseException) -> str | None:
    """Return a message for an error in the code of a game file, or of the system; None for others.

    The system refuses what it likes, whenever it likes: a full disk is not our mistake.
    """
    from ..game_files import explain

    told = explain(error)
    if told is None and isinstance(error, OSError) and error.strerror:
        told = f"{quoted(error.filename)}: {error.strerror}" if error.filename else error.strerror
    return None if told is None else f"numduel: {_with_full_stop(told)}"


def _with_full_stop(text: str) -> str:
    return text if text.endswith((".", "?", "!")) else f"{text}."


def run(argv: Sequence[str], console: Console, server: Callable[[], Any] | None = None) -> int:
    """Run one command; return 0 for success, 1 for an error, 2 for wrong usage.

    `server` imports the server that `numduel serve` starts: the command line does not import it.
    """
    argv = load_game_files(argv)
    commands = parser(argv[0] if argv else None, console, _named_game(argv))
    commands.set_defaults(server=server)
    args = commands.parse_args(argv)
    if args.command is None or (args.command == "play" and args.game is None):
        from .menu import choose

        chosen = choose(console, list(argv[1:]))
        return 0 if chosen is None else run(chosen, console, server)
    return int(_import_command(args.command).run(args, console))


TAKE_A_GAME = frozenset(
    {
        "play",
        "puzzle",
        "rules",
        "learn",
        "history",
        "analyse",
        "board",
        "census",
        "arena",
        "dataset",
    }
)
"""Commands whose first word can be a game."""


def load_game_files(argv: Sequence[str]) -> list[str]:
    """Load the game files in a command; put the ids of the games in their places.

    A path can stand right after the command, or after `game check` and the like, or in --games.
    """
    words = list(argv)
    place = _game_place(words)
    # `check` loads the file in another process, and `new` writes it.
    if place is not None and words[:2] not in (["game", "check"], ["game", "new"]):
        words[place] = _load_path(words[place])
    for place, word in enumerate(words):
        if place and words[place - 1] == "--games":
            words[place] = ",".join(map(_load_path, word.split(",")))
        elif word.startswith("--games="):
            games = word.removeprefix("--games=").split(",")
            words[place] = f"--games={','.join(map(_load_path, games))}"
    return words


def _game_place(argv: Sequence[str]) -> int | None:
    """Return the place of the word that can be a game; None if there is none."""
    place = 1 if argv and argv[0] in TAKE_A_GAME else 2 if argv and argv[0] == "game" else 0
    return place if 0 < place < len(argv) else None


def _named_game(argv: Sequence[str]) -> str | None:
    """Return the id of the game that a command names; None if it names none."""
    place = _game_place(argv)
    if place is None:
        return None
    from ..errors import UnknownGame
    from ..games import find

    try:
        return find(argv[place]).id
    except UnknownGame:
        return None


def _load_path(word: str) -> str:
    """Return the id of the game in a file; other words stay as they are."""
    if not word.endswith(".py"):
        return word
    from .arguments import load_typed

    return load_typed(word)


# ---- help and parsers


COMMANDS = {
    "play": (
        "play a game at the prompt",
        (
            "play maze",
            "play sum --p2 random",
            "play run --seed 7 --rounds 3 --first coin",
            'play maze --classic --board "4 3 8/9 5 1/2 7 6"',
            "play quest --size 4 --target 34 --stand",
        ),
    ),
    "resume": ("resume a saved game", ("resume", "resume --list", "resume game.txt")),
    "puzzle": (
        "find the only winning move",
        ("puzzle", "puzzle maze --grade hard", "puzzle --daily", "puzzle race --seed 7"),
    ),
    "duel": (
        "play today's duel: same board for everyone, harder towards Sunday",
        ("duel", "duel --result", "duel 2026-11-15"),
    ),
    "rules": (
        "print the rules of a game, or the rules that all games share",
        ("rules quest", "rules"),
    ),
    "learn": (
        "learn a game or how to win it, or list the lessons",
        ("learn maze", "learn maze strategy", "learn", "learn quest --step 3"),
    ),
    "history": (
        "list your games, newest first",
        ("history", "history maze --finished", "history --json"),
    ),
    "stats": (
        "show your ratings, and your results by game and opponent",
        ("stats", "stats --json", "stats --export statistics.json", "stats --reset"),
    ),
    "replay": (
        "step through a saved game or a record",
        ("replay", "replay game.txt", "replay game.txt --json"),
    ),
    "review": (
        "find the mistakes in a game and explain them",
        ("review", "review game.txt", "review game.txt --html review.html"),
    ),
    "analyse": (
        "show the value of every legal move",
        (
            'analyse maze --board "4 3 8/9 5 1/2 7 6" --moves "0,0 2,0"',
            "analyse race --seed 7 --svg race.svg",
            "analyse --record game.txt --json",
        ),
    ),
    "board": (
        "find boards by fairness, winner, length or difficulty",
        (
            "board race --fair",
            "board maze --for player2 --length 6",
            "board sum --fair",
            "board run --grade hard --json",
        ),
    ),
    "census": (
        "count who wins with perfect play, over every board or a sample",
        (
            "census maze",
            "census race --boards 10000 --json",
            "census sum --upto 200 --plot sum.svg",
            "census quest --pairs 0",
        ),
    ),
    "arena": (
        "run a tournament on shared boards and score every move",
        (
            "arena --players perfect,expert,random --games maze,race --boards 200",
            'arena --players "program ./mybot.py",skilled,random --gauntlet --html arena.html',
            "arena report arena.jsonl --json",
        ),
    ),
    "exam": (
        "test a player on 300 fixed positions",
        (
            "exam skilled",
            "exam me --sitting 25",
            'exam "program ./mybot.py" --json',
            "exam --positions > positions.jsonl",
        ),
    ),
    "calls": (
        "show the calls to language models in a transcript",
        ("calls exam.calls.jsonl", "calls exam.calls.jsonl 3", "calls exam.calls.jsonl --json"),
    ),
    "compare": (
        "compare two players on the same questions or boards",
        (
            "compare one.json other.json",
            "compare arena.jsonl --players expert,casual",
            "compare --power 300 one.json other.json",
        ),
    ),
    "submit": (
        "run the benchmark, pack the results, or verify those of others",
        (
            "submit run skilled --out skilled",
            'submit run "model:my-model moves=yes" --out my-model --fresh SEED',
            "submit prepare my-model --price 2.50,10",
            "submit verify my-model.zip",
        ),
    ),
    "leaderboard": (
        "make a page from verified submissions",
        ("leaderboard skilled.zip my-model.zip", "leaderboard *.zip --json"),
    ),
    "dataset": (
        "write positions with the exact value of every move, for training",
        (
            "dataset maze --positions 100000 --out maze.jsonl",
            "dataset race --size 5 --balanced --out race.parquet",
            "dataset --verify maze.jsonl",
        ),
    ),
    "game": (
        "write your own game, check its rules, measure and tune it",
        (
            "game new chomp",
            "game check ./chomp.py",
            "game report ./chomp.py --html report.html",
            "game tune ./chomp.py --vary rows=2..4 --vary columns=2..5",
            "game vectors ./chomp.py --out vectors.jsonl",
        ),
    ),
    "bot": (
        "check your bot, or run a computer level as a bot",
        (
            "bot --check ./mybot.py",
            'bot --check "node mybot.js" --games maze,race',
            "bot --level perfect",
        ),
    ),
    "mcp": (
        "let an assistant play (Model Context Protocol)",
        ("mcp", "mcp --http --port 8766"),
    ),
    "serve": (
        "serve the web page, to play in a browser",
        ("serve", "serve --lan", "serve --port 8080 --database matches.sqlite3"),
    ),
    "completion": (
        "print a completion script for your shell",
        (
            "completion bash > ~/.local/share/bash-completion/completions/numduel",
            "completion zsh > ~/.zfunc/_numduel",
            "completion fish > ~/.config/fish/completions/numduel.fish",
        ),
    ),
}
"""For each command, its one-line help and examples."""


def _import_command(name: str) -> Any:
    """Import the module of a command: it has `add`, which adds arguments, and `run`."""
    return import_module(f"{__package__}.{name}")


class HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Help as wide as the terminal, without the module that argparse would load to measure it."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=min(get_terminal_size()[0], 100) - 2)

    def _get_help_string(self, action: argparse.Action) -> str | None:
        from .arguments import GAME_HELP

        if action.help is not GAME_HELP:
            return super()._get_help_string(action)
        from ..games import ids

        return f"{', '.join(ids())}, or the path of a game file"

    def _format_action(self, action: argparse.Action) -> str:
        if isinstance(action, argparse._SubParsersAction):  # a list without a heading
            return "".join(map(self._format_action, self._iter_indented_subactions(action)))
        return super()._format_action(action)

    def _iter_indented_subactions(
        self, action: argparse.Action
    ) -> Generator[argparse.Action, None, None]:
        if isinstance(action, argparse._SubParsersAction):
            yield from action._get_subactions()


class Parser(argparse.ArgumentParser):
    """An argument parser that writes to the console."""

    game: str | None = None
    """The game that the command names, whose options it takes."""

    def __init__(self, console: Console | None = None, **settings: Any) -> None:
        super().__init__(**settings)
        self.color = False  # Python 3.14 colours help by default
        self._console = console

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        names = COMMANDS if self.prog == "numduel" else action.choices or ()
        if isinstance(action, argparse._SubParsersAction) and value not in names:
            from difflib import get_close_matches

            similar = get_close_matches(value.lower()[:40], list(names), 1, 0.6)
            advice = f"Run {self.prog} --help for a list."
            advice = f"Did you mean {similar[0]}?" if similar else advice
            raise argparse.ArgumentError(None, f"{quoted(value)} isn't a command. {advice}")
        super()._check_value(action, value)

    def _print_message(self, message: str, file: Any = None) -> None:
        console = self._console or Console()
        write = console.print if file is sys.stdout else console.print_err
        write(*message.removesuffix("\n").split("\n"))


class Version(argparse.Action):
    """The --version option; only then is the compiled core looked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from ..compiled import is_used

        rules = "compiled core" if is_used() else "rules in Python"
        parser._print_message(f"numduel {__version__} ({rules})\n", sys.stdout)
        parser.exit()


def parser(
    only: str | None = None, console: Console | None = None, game: str | None = None
) -> argparse.ArgumentParser:
    """Return a parser for all commands, or for only one; `game` is the game that it names."""
    commands = Parser(
        console,
        prog="numduel",
        description="Five two-player number games that follow their rule books to the letter.",
        epilog="Run without a command to open the app. Run numduel COMMAND --help for details.",
        formatter_class=HelpFormatter,
        allow_abbrev=False,
    )
    commands.add_argument("--version", action=Version, nargs=0, help="show the version and exit")
    added = commands.add_subparsers(
        title="commands", dest="command", metavar="COMMAND", prog="numduel"
    )
    for name in [only] if only in COMMANDS else COMMANDS:
        summary, examples = COMMANDS[name]
        lines = [f"  numduel {example}" for example in examples]
        command = added.add_parser(
            name,
            console=console,
            help=summary,
            description=f"{summary[0].upper()}{summary[1:]}.",
            epilog="\n".join(["examples:", *lines]),
            formatter_class=HelpFormatter,
            allow_abbrev=False,
        )
        command.game = game
        _import_command(name).add(command)
    return commands
