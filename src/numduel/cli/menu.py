"""The short menu: what to play, and against whom."""

from __future__ import annotations

from .. import players, saves
from ..errors import NumduelError, listed, quoted, sentence
from ..games import find, offered
from .console import Console, EndOfInput

__all__ = ["choose"]


def choose(console: Console) -> list[str] | None:
    """The command line that somebody's answers come to; None if they would rather not."""
    console.say(console.styled("numduel: number games for two", "bold"), "")
    for number, game in enumerate(offered(), 1):
        console.say(f"  {number}  {game.title:<18} {game.summary}")
    last = saves.latest_open()
    if last:
        console.say(f"  c  continue           {last.load().game.title}, as you left it")
    console.say("  q  quit", "")
    try:
        return _answers(console, bool(last))
    except EndOfInput:
        return None


def _answers(console: Console, can_continue: bool) -> list[str] | None:
    while True:
        text = console.ask("Which game? ").strip().lower()
        if text in ("q", "quit"):
            return None
        if text in ("c", "continue") and can_continue:
            return ["resume"]
        try:
            return ["play", _game(text), "--p2", _opponent(console)]
        except NumduelError as error:
            console.say(console.styled(sentence(error), "problem"))


def _game(text: str) -> str:
    games = offered()
    if text.isascii() and text.isdigit() and len(text) < 3 and 1 <= int(text) <= len(games):
        return games[int(text) - 1].id
    titles = {game.title.lower(): game.id for game in games}
    return find(titles.get(text, text)).id


def _opponent(console: Console) -> str:
    """A person beside you, or one of the programs."""
    programs = [kind for kind in players.kinds() if kind != players.HUMAN]
    while True:
        text = (
            console.ask(f"Against a friend here, or {listed(programs)}? [friend] ").strip().lower()
        )
        if text in ("", "friend", players.HUMAN):
            return players.HUMAN
        found = [kind for kind in programs if kind.startswith(text)]
        if len(found) == 1:
            return found[0]
        console.say(f"{quoted(text)} is neither friend nor {listed(programs)}.")
