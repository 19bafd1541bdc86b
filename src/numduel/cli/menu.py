"""The short menu: what to play, and against whom."""

from __future__ import annotations

from ..dice import Dice
from ..errors import NumduelError, SetupError, as_sentence, listed, quoted
from ..games import find, ids, offered
from ..play import players
from ..storage import saves
from ..storage.saves import Save
from .console import Console, EndOfInput
from .dialogue import Quit

WHO = "Enter alone means a friend beside you, program ./mybot.py a program of yours."


def choose(console: Console, typed: list[str]) -> list[str] | None:
    """The command line that somebody's answers come to; None if they would rather not.

    What has been typed of it already is not asked again.
    """
    last = None if typed else _last(console)
    console.say(console.styled("numduel: number games for two", "bold"), "")
    for number, game in enumerate(offered(), 1):
        console.say(f"  {number}  {game.title:<18} {game.summary}")
    if last:
        console.say(f"  c  continue           {last.load().game.title}, as you left it")
    console.say("  q  quit", "")
    try:
        id = _game(console, can_continue=last is not None)
        if id is None:
            return ["resume", *([last.name] if last else [])]
        opponent = [] if "--p2" in typed else ["--p2", _opponent(console)]
    except (EndOfInput, KeyboardInterrupt, Quit):
        return None
    return ["play", id, *opponent, *typed]


def _last(console: Console) -> Save | None:
    """The game to continue; a word where the saved games cannot be read."""
    try:
        return saves.latest_open()
    except SetupError as error:
        console.tell(as_sentence(error))
        return None


def _game(console: Console, can_continue: bool) -> str | None:
    """A game's id; None to continue the last one."""
    games = offered()
    while True:
        explained = "Type the number, the name or the title of a game."
        text = _answer(console, "Which game? ", explained).lower()
        if text in ("c", "continue") and can_continue:
            return None
        numbered = {str(number): game.id for number, game in enumerate(games, 1)}
        titled = {game.title.lower(): game.id for game in games}
        try:
            return find(_begun(text, {**numbered, **titled, **{i: i for i in ids()}})).id
        except NumduelError as error:
            console.complain(as_sentence(error))


def _begun(text: str, names: dict[str, str]) -> str:
    """The one game whose number, title or id begins so; else the text, to be refused."""
    found = {id for name, id in names.items() if text and name.startswith(text)}
    return names.get(text) or (found.pop() if len(found) == 1 else text)


def _opponent(console: Console) -> str:
    """A person beside you, or one of the programs."""
    programs = [kind for kind in players.kinds() if kind != players.HUMAN]
    prompt = f"Against a friend here, or {listed(programs)}? [friend] "
    while True:
        typed = _answer(console, prompt, WHO)
        if typed.startswith(tuple(players.GUESTS)):
            try:
                players.seat(typed, Dice(0))
            except SetupError as error:
                console.complain(as_sentence(error))
                continue
            return typed
        text = typed.lower()
        if text in ("", "friend", players.HUMAN):
            return players.HUMAN
        found = [kind for kind in programs if kind.startswith(text)]
        if len(found) == 1:
            return found[0]
        console.say(f"{quoted(text)} is no opponent; type friend, {listed(programs)}.")


def _answer(console: Console, prompt: str, explained: str) -> str:
    while True:
        text = console.ask(prompt).strip()
        if text.lower() in ("q", "quit"):
            raise Quit
        if text.lower() != "help":
            return text
        console.say(f"{explained} quit leaves.")
