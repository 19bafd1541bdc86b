"""`numduel play`: rounds at the prompt."""

from __future__ import annotations

import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable

from .. import players, saves
from ..dice import SEEDS, Dice, read_seed
from ..errors import printable
from ..games import find
from ..match import Match
from ..series import ROUNDS, Series, Side
from .console import Console, EndOfInput
from .dialogue import Dialogue, Quit
from .words import add_classic, add_game, add_options, given_options

__all__ = ["Sitting", "add", "run"]


def add(command: ArgumentParser) -> None:
    add_game(command, nargs="?")
    add_classic(command)
    command.add_argument(
        "--board", metavar="B", help='the board, row by row: "4 3 8/9 5 1/2 7 6"; or fair'
    )
    command.add_argument("--seed", metavar="N", help="deal the same board every time")
    for side in ("1", "2"):
        whom = f"who plays side {side}: {', '.join(players.kinds())}"
        command.add_argument(f"--p{side}", metavar="WHO", default=players.HUMAN, help=whom)
        command.add_argument(f"--name{side}", metavar="NAME", help=f"what side {side} is called")
    command.add_argument("--rounds", metavar="N", default=1, help="rounds, with seats swapped")
    command.add_argument(
        "--first", choices=["p1", "p2", "coin"], default="p1", help="which side begins round 1"
    )
    add_options(command)


def run(asked: Namespace, console: Console) -> int:
    """Set up what was asked for, and play it."""
    options = given_options(asked)
    kind = find(asked.game)
    seed = None if asked.seed is None else read_seed(asked.seed)
    first = {"p1": 0, "p2": 1}.get(asked.first)
    if first is None:
        first = _dice(seed, "coin").below(2)
    series = Series(_sides(asked), ROUNDS.accept(asked.rounds), first)
    board = asked.board
    if board and board.strip().lower() == "fair":
        from .board import fair  # one board for all rounds, so that seats swap on it

        board = fair(kind, options, seed)

    def deal(number: int) -> Match:
        dealt = None if seed is None else (seed + number - 1) % SEEDS
        game = kind.setup(options, board, Dice(dealt))
        return Match(game, dice=_dice(seed, f"dice of round {number}"))

    match = deal(1)
    match.tags["Date"] = time.strftime("%Y.%m.%d")
    if asked.board:
        match.tags["Deal"] = "given"
    if asked.first == "coin":
        console.say(f"The coin says: {series.seats[0].name} is Player 1.", "")
    sitting = Sitting(console, series, deal, seed, classic=asked.classic)
    return sitting.play(match, saves.Save.fresh(kind.id))


class Sitting:
    """Two sides at one prompt, from some round to the last, or until somebody has enough."""

    def __init__(
        self,
        console: Console,
        series: Series,
        deal: Callable[[int], Match],
        seed: int | None,
        *,
        classic: bool,
    ) -> None:
        self.console = console
        self.series = series
        self.deal = deal
        self.seed = seed
        self.classic = classic

    def play(self, match: Match, save: saves.Save) -> int:
        """All rounds from this match on; the exit status."""
        series = self.series
        while True:
            series.tag(match)
            if series.rounds > 1 or series.is_named:
                self.console.say(self._announced(), "")
            if (status := self._round(match, save)) is not None:
                return status
            series.end_round(match.winner)
            if series.rounds > 1:
                self.console.say("", series.count(), *([] if series.is_over else [""]))
            if series.is_over:
                return 0
            save, match = save.next_round(), self.next_match(match)

    def next_match(self, before: Match) -> Match:
        """The match of the next round, which keeps what is said of the whole series."""
        match = self.deal(self.series.round)
        match.tags = {name: before.tags[name] for name in ("Date", "Deal") if name in before.tags}
        return match

    def _round(self, match: Match, save: saves.Save) -> int | None:
        """One match; an exit status if it was broken off."""
        one, two = (players.seat(s.who, _dice(self.seed, s.name)) for s in self.series.seats)
        dialogue = Dialogue(self.console, match, (one, two), save, classic=self.classic)
        try:
            dialogue.run()
        except (EndOfInput, Quit, KeyboardInterrupt) as ending:
            self.console.tell(self._parting(dialogue))
            return 130 if isinstance(ending, KeyboardInterrupt) else 0
        return None

    def _parting(self, dialogue: Dialogue) -> str:
        if dialogue.saved:
            return f"Saved as {dialogue.save.name}. Go on with: numduel resume"
        if dialogue.match.has_moves:
            return "This game could not be saved."
        if self.series.round > 1:
            return "The next round waits. Go on with: numduel resume"
        return "Nothing was played, so nothing is kept."

    def _announced(self) -> str:
        one, two = (side.name for side in self.series.seats)
        told = f"{one} is Player 1, {two} is Player 2."
        if self.series.rounds == 1:
            return told
        return f"Round {self.series.round} of {self.series.rounds}: {told}"


def _sides(asked: Namespace) -> tuple[Side, Side]:
    for who in (asked.p1, asked.p2):
        players.seat(who, Dice(0))  # so that a wrong name is refused before anything starts
    names = [printable(name.strip()) for name in (asked.name1 or asked.p1, asked.name2 or asked.p2)]
    if names[0] == names[1]:
        names = [f"{names[0]} A", f"{names[1]} B"]
    return Side(names[0], asked.p1), Side(names[1], asked.p2)


def _dice(seed: int | None, purpose: str) -> Dice:
    """Dice for something beside the deal, so that nothing about the board follows from them."""
    if seed is None:
        return Dice()
    from hashlib import sha256

    return Dice(int.from_bytes(sha256(f"{seed} {purpose}".encode()).digest()[:8], "big"))
