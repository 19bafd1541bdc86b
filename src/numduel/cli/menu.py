"""The plain menu: choose a game and an opponent, the daily puzzle or duel, a lesson or a list."""

from __future__ import annotations

from typing import NamedTuple

from ..core import AnyGame
from ..dice import Dice
from ..errors import NumduelError, SetupError, as_sentence, listed, quoted
from ..games import find, ids, offered
from ..play import players
from ..storage import saves
from ..storage.saves import Save
from ..views.rule_choices import rule_choices
from .arguments import format_options
from .console import Console, EndOfInput
from .dialogue import Quit

OPPONENT_HELP = "Press Enter for a friend beside you. For your own bot, type program ./mybot.py."


class Entry(NamedTuple):
    """An entry of the menu that is not a game."""

    key: str
    words: str
    about: str
    command: list[str]


ENTRIES = (
    Entry(
        "p", "puzzle", "Solve the daily puzzle: find the only winning move.", ["puzzle", "--daily"]
    ),
    Entry("t", "practice", "Practise: one puzzle after the other.", ["puzzle", "--practice"]),
    Entry("d", "duel", "Play the daily duel: same board for everyone.", ["duel"]),
    Entry("l", "learn", "Learn a game step by step.", ["learn"]),
    Entry("h", "history", "List your games.", ["history"]),
    Entry("s", "stats", "Show your ratings and results.", ["stats"]),
)


def choose(console: Console, typed: list[str]) -> list[str] | None:
    """Ask what to do and return it as a command line; None to quit.

    `typed` holds the options given so far, which are not asked again. With options, only games
    are offered.
    """
    entries = [] if typed else list(ENTRIES)
    if not typed and (last := _last_game(console)):
        about = f"Continue {last.load().game.title}, where you left off."
        entries.append(Entry("c", "continue", about, ["resume", last.name]))
    _print_menu(console, entries)
    try:
        chosen = _ask_what(console, entries)
        if isinstance(chosen, Entry):
            return _command_of(console, chosen)
        rules = _ask_rules(console, find(chosen), typed)
        opponent = [] if "--p2" in typed else ["--p2", _ask_opponent(console, chosen)]
    except (EndOfInput, KeyboardInterrupt, Quit):
        return None
    return ["play", chosen, *rules, *opponent, *typed]


def _print_menu(console: Console, entries: list[Entry]) -> None:
    console.print(console.styled("numduel: number games for two", "bold"), "")
    for number, game in enumerate(offered(), 1):
        _print_row(console, str(number), game.title, game.summary)
        for choice in rule_choices(game):
            _print_row(console, " ", "", f"{choice.label}.")
    for entry in entries:
        _print_row(console, entry.key, entry.words, entry.about)
    console.print("  q  quit", "")


def _print_row(console: Console, key: str, name: str, about: str) -> None:
    """Print an entry; wrap what it says below itself."""
    start = f"  {key}  {name:<18} "
    parts = console.wrap(about, len(start))
    console.print(
        *(f"{start if not row else ' ' * len(start)}{part}" for row, part in enumerate(parts))
    )


def _last_game(console: Console) -> Save | None:
    """Return the game to continue; print a problem if saved games cannot be read."""
    try:
        return saves.latest_open()
    except SetupError as error:
        console.print_err(as_sentence(error))
        return None


def _command_of(console: Console, entry: Entry) -> list[str]:
    """Return the command line of an entry; ask for the game of a lesson."""
    if entry.command != ["learn"]:
        return entry.command
    return ["learn", _ask_game(console)]


def _ask_what(console: Console, entries: list[Entry]) -> Entry | str:
    """Return an entry, or the id of a game."""
    by_name = {name: entry for entry in entries for name in (entry.key, entry.words)}
    help_text = "Type the number, id or title of a game."
    if entries:
        help_text = "Type the number, id or title of a game, or a letter from the list."
    while True:
        text = _ask(console, "Which game? ", help_text).lower()
        if text in by_name:
            return by_name[text]
        if id := _read_game(console, text):
            return id


def _ask_game(console: Console) -> str:
    """Return the id of a game."""
    while True:
        text = _ask(console, "Learn which game? ", "Type the number, id or title of a game.")
        if id := _read_game(console, text.lower()):
            return id


def _read_game(console: Console, text: str) -> str | None:
    """Return the id of the game that was typed; None after printing what works."""
    games = offered()
    numbered = {str(number): game.id for number, game in enumerate(games, 1)}
    titled = {game.title.lower(): game.id for game in games}
    try:
        return find(_complete(text, {**numbered, **titled, **{i: i for i in ids()}})).id
    except NumduelError as error:
        console.print_problem(as_sentence(error))
        return None


def _complete(text: str, names: dict[str, str]) -> str:
    """Return the only game whose number, title or id starts with a text; otherwise the text."""
    found = {id for name, id in names.items() if text and name.startswith(text)}
    return names.get(text) or (found.pop() if len(found) == 1 else text)


def _ask_rules(console: Console, kind: type[AnyGame], typed: list[str]) -> list[str]:
    """Ask for luck or skill, if luck decides by the book; return the options to add."""
    choices = rule_choices(kind)
    flags = {f"--{no}{name}" for name in kind.skill_options for no in ("", "no-")}
    if not choices or flags & set(typed):
        return []
    for number, choice in enumerate(choices, 1):
        console.print(f"  {number}  {choice.label}")
    help_text = f"Type a number from 1 to {len(choices)}. Press Enter to play by the book."
    while True:
        text = _ask(console, "Which rules? [1] ", help_text).lower() or "1"
        if text.isdecimal() and 0 < int(text) <= len(choices):
            return format_options(choices[int(text) - 1].options).split()
        console.print_problem(f"{quoted(text)} isn't one of them. {help_text}")


def _print_opponents(console: Console, game: str) -> None:
    """Print the levels and the characters, with their ratings in a game if they have any."""
    from ..views.opponent_text import list_opponents, rated_rules

    rules = rated_rules(game)
    for title, rows in list_opponents(game).items():
        rated = f", with ratings{' ' + rules if rules else ''}" if rows[0].rating else ""
        console.print(f"{title}{rated}:")
        for row in rows:
            start = f"  {row.id:<9}{row.rating:>5}  "
            first, *more = console.wrap(row.text, len(start))
            console.print(f"{start}{first}", *(" " * len(start) + part for part in more))


def _ask_opponent(console: Console, game: str) -> str:
    """Ask for the opponent: a person or a program."""
    programs = [kind for kind in players.kinds() if kind != players.HUMAN]
    _print_opponents(console, game)
    while True:
        typed = _ask(console, "Which opponent? [friend] ", OPPONENT_HELP)
        if typed.startswith(tuple(players.EXTERNAL_PLAYERS)):
            try:
                players.seat(typed, Dice(0))
            except SetupError as error:
                console.print_problem(as_sentence(error))
                continue
            return typed
        text = typed.lower()
        if text in ("", "friend", players.HUMAN):
            return players.HUMAN
        found = [kind for kind in programs if kind.startswith(text)]
        if len(found) == 1:
            return found[0]
        console.print_problem(f"{quoted(text)} isn't an opponent. Type friend, {listed(programs)}.")


def _ask(console: Console, prompt: str, help_text: str) -> str:
    while True:
        text = console.ask(prompt).strip()
        if text.lower() in ("q", "quit"):
            raise Quit
        if text.lower() != "help":
            return text
        console.print(f"{help_text} Type quit to leave.")
