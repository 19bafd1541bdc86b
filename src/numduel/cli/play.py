"""`numduel play` and `numduel resume`: rounds at the prompt, begun or taken up again."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Callable

from .. import players, saves
from ..dice import SEEDS, Dice, read_seed
from ..errors import SetupError
from ..games import find
from ..match import Match
from ..series import ROUNDS, Series, Side
from .console import Console, EndOfInput
from .dialogue import Dialogue, Quit

__all__ = ["play", "resume"]


def play(asked: Namespace, console: Console) -> int:
    """Set up what was asked for, and play it."""
    kind = find(asked.game)
    seed = None if asked.seed is None else read_seed(asked.seed)
    sides = _sides(asked)
    first = {"p1": 0, "p2": 1}.get(asked.first)
    if first is None:
        first = _dice(seed, "coin").below(2)
    series = Series(sides, ROUNDS.accept(asked.rounds), first)

    def deal(number: int) -> Match:
        dealt = None if seed is None else (seed + number - 1) % SEEDS
        game = kind.setup(asked.options, asked.board, Dice(dealt))
        return Match(game, dice=_dice(seed, f"dice of round {number}"))

    match = deal(1)
    if asked.first == "coin":
        console.say(f"The coin says: {series.seats[0].name} is Player 1.", "")
    return _rounds(console, series, match, saves.Save.fresh(kind.id), deal, seed, asked)


def resume(asked: Namespace, console: Console) -> int:
    """Take up the last game, or the one named."""
    if asked.list:
        return _list(console)
    save = saves.Save(asked.name) if asked.name else saves.latest_open()
    if save is None:
        raise SetupError("there is no unfinished game; numduel play starts one")
    match = save.load()
    if not saves.is_open(save):
        raise SetupError(f"{save.name} is finished; numduel replay {save.name} shows it")
    series = Series.of(match)

    def deal(number: int) -> Match:
        """The same options; the same board again only if it was one that somebody gave."""
        given = match.tags.get("Deal") == "given" and match.game.public() is match.game
        kind = type(match.game)
        board = match.game.board if given and match.game.board else None
        return Match(kind.setup(vars(match.game.options), board, Dice()))

    if match.is_over:
        series.end_round(match.winner)
        save, match = save.next_round(), deal(series.round)
    console.say(f"Resuming {match.game.title}, turn {match.turn}.", "")
    return _rounds(console, series, match, save, deal, None, asked)


def _rounds(
    console: Console,
    series: Series,
    match: Match,
    save: saves.Save,
    deal: Callable[[int], Match],
    seed: int | None,
    asked: Namespace,
) -> int:
    while True:
        if series.rounds > 1:
            console.say(_announced(series), "")
        series.tag(match)
        match.tags.setdefault("Date", time.strftime("%Y.%m.%d"))
        if getattr(asked, "board", None):
            match.tags["Deal"] = "given"
        seats = [players.seat(s.who, _dice(seed, s.name)) for s in series.seats]
        dialogue = Dialogue(console, match, (seats[0], seats[1]), save, classic=asked.classic)
        try:
            dialogue.run()
        except (EndOfInput, Quit) as ending:
            return _stop(console, dialogue, ending)
        series.end_round(match.winner)
        if series.rounds > 1:
            console.say("", series.count(), *([] if series.is_over else [""]))
        if series.is_over:
            return 0
        save, match = save.next_round(), deal(series.round)


def _announced(series: Series) -> str:
    one, two = (side.name for side in series.seats)
    return f"Round {series.round} of {series.rounds}: {one} is Player 1, {two} is Player 2."


def _stop(console: Console, dialogue: Dialogue, ending: Exception) -> int:
    if dialogue.saved:
        console.tell(f"Saved as {dialogue.save.name}. Go on with: numduel resume")
    elif not dialogue.match.has_moves:
        console.tell("Nothing was played, so nothing is kept.")
    return 130 if isinstance(ending, EndOfInput) and ending.interrupted else 0


def _sides(asked: Namespace) -> tuple[Side, Side]:
    for who in (asked.p1, asked.p2):
        players.seat(who, Dice(0))  # so that a wrong name is refused before anything starts
    names = [asked.name1 or asked.p1, asked.name2 or asked.p2]
    if names[0] == names[1]:
        names = [f"{names[0]} A", f"{names[1]} B"]
    return Side(names[0], asked.p1), Side(names[1], asked.p2)


def _dice(seed: int | None, purpose: str) -> Dice:
    """Dice for something beside the deal, so that nothing about the board follows from them."""
    if seed is None:
        return Dice()
    from hashlib import sha256

    return Dice(int.from_bytes(sha256(f"{seed} {purpose}".encode()).digest()[:8], "big"))


def _list(console: Console) -> int:
    found = [(save, save.load()) for save in saves.kept() if saves.is_open(save)]
    if not found:
        console.tell("There is no unfinished game.")
    for save, match in found:
        console.say(f"{save.name}  {match.game.title}, turn {match.turn}")
    return 0
