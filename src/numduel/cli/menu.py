"""The plain menu: choose a game and an opponent."""

from __future__ import annotations

from ..dice import Dice
from ..errors import NumduelError, SetupError, as_sentence, listed, quoted
from ..games import find, ids, offered
from ..play import players
from ..storage import saves
from ..storage.saves import Save
from .console import Console, EndOfInput
from .dialogue import Quit

OPPONENT_HELP = "Press Enter for a friend beside you. For your own bot, type program ./mybot.py."


def choose(console: Console, typed: list[str]) -> list[str] | None:
    """Ask what to play and return it as a command line; None to quit.

    `typed` holds the options given so far, which are not asked again.
    """
    last = None if typed else _last_game(console)
    console.print(console.styled("numduel: number games for two", "bold"), "")
    for number, game in enumerate(offered(), 1):
        console.print(f"  {number}  {game.title:<18} {game.summary}")
    if last:
        console.print(f"  c  continue           {last.load().game.title}, where you left off")
    console.print("  q  quit", "")
    try:
        id = _ask_game(console, can_continue=last is not None)
        if id is None:
            return ["resume", *([last.name] if last else [])]
        opponent = [] if "--p2" in typed else ["--p2", _ask_opponent(console)]
    except (EndOfInput, KeyboardInterrupt, Quit):
        return None
    return ["play", id, *opponent, *typed]


def _last_game(console: Console) -> Save | None:
    """Return the game to continue; print a problem if saved games cannot be read."""
    try:
        return saves.latest_open()
    except SetupError as error:
        console.print_err(as_sentence(error))
        return None


def _ask_game(console: Console, can_continue: bool) -> str | None:
    """Return a game's id; None to continue the last one."""
    games = offered()
    while True:
        help_text = "Type the number, id or title of a game."
        text = _ask(console, "Which game? ", help_text).lower()
        if text in ("c", "continue") and can_continue:
            return None
        numbered = {str(number): game.id for number, game in enumerate(games, 1)}
        titled = {game.title.lower(): game.id for game in games}
        try:
            return find(_complete(text, {**numbered, **titled, **{i: i for i in ids()}})).id
        except NumduelError as error:
            console.print_problem(as_sentence(error))


def _complete(text: str, names: dict[str, str]) -> str:
    """Return the only game whose number, title or id starts with a text; otherwise the text."""
    found = {id for name, id in names.items() if text and name.startswith(text)}
    return names.get(text) or (found.pop() if len(found) == 1 else text)


def _ask_opponent(console: Console) -> str:
    """Ask for the opponent: a person or a program."""
    programs = [kind for kind in players.kinds() if kind != players.HUMAN]
    prompt = f"Opponent: friend, {listed(programs)}? [friend] "
    while True:
        typed = _ask(console, prompt, OPPONENT_HELP)
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
        console.print(f"{quoted(text)} isn't an opponent. Type friend, {listed(programs)}.")


def _ask(console: Console, prompt: str, help_text: str) -> str:
    while True:
        text = console.ask(prompt).strip()
        if text.lower() in ("q", "quit"):
            raise Quit
        if text.lower() != "help":
            return text
        console.print(f"{help_text} Type quit to leave.")
