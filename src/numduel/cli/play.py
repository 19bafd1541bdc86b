"""`numduel play`: rounds at the prompt."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping

from ..budget import Budget
from ..core import AnyGame, Player
from ..dice import Dice
from ..errors import NoBoards, SetupError
from ..games import find
from ..play import players
from ..play.dealing import BOOK, PLAYABLE
from ..play.series import ROUNDS
from ..play.session import Session, sides
from ..storage.autosave import Autosave
from .arguments import (
    add_classic,
    add_game,
    add_options,
    add_player,
    given_options,
    given_seed,
    word,
)
from .console import Console, EndOfInput
from .dialogue import Dialogue, New, Quit

FAIR_SECONDS = 60.0
"""Seconds in which `--board fair` looks for a board."""


def add(command: ArgumentParser) -> None:
    add_game(command, nargs="?")
    add_classic(command)
    command.add_argument(
        "--board", metavar="B", help='the board, row by row: "4 3 8/9 5 1/2 7 6"; or fair'
    )
    command.add_argument("--seed", metavar="N", help="deal the same board every time")
    command.add_argument(
        "--deal",
        choices=[PLAYABLE, BOOK],
        help="until nobody can win or lose by the first move (if no board is asked for), or once",
    )
    for side in (1, 2):
        add_player(command, side, f"who plays side {side}", players.HUMAN)
        command.add_argument(f"--name{side}", metavar="NAME", help=f"what side {side} is called")
    command.add_argument("--rounds", metavar="N", default=1, help="rounds, with seats swapped")
    command.add_argument(
        "--first", choices=["p1", "p2", "coin"], default="p1", help="which side begins round 1"
    )
    add_options(command)


def run(asked: Namespace, console: Console) -> int:
    """Set up what was asked for, and play it."""
    options, kind = given_options(asked), find(asked.game)
    two = sides((asked.p1, asked.p2), (asked.name1, asked.name2))
    try:
        session = Session.begin(
            kind,
            options,
            two,
            rounds=ROUNDS.accept(asked.rounds),
            board=_board(asked, kind, options),
            seed=given_seed(asked),
            dealt=_way_to_deal(asked),
            first=asked.first,
        )
    except NoBoards as error:
        helps = f"numduel board {error.game} --fair tells what helps"
        raise SetupError(f"{error}; {helps}") from None
    if session.coin:
        console.say(f"The coin says: {session.series.seats[0].called(Player.ONE)} is Player 1.", "")
    return play_rounds(Autosave(session), console, classic=asked.classic)


def _board(asked: Namespace, kind: type[AnyGame], options: Mapping[str, object]) -> str | None:
    """Return the board to play on, in all rounds; None for one that is dealt in each."""
    typed: str | None = asked.board
    if not typed or typed.strip().lower() != "fair":
        return typed
    from ..engine import Engine  # only now, so that playing starts fast
    from ..engine.studying.boards import fair_board

    dice, budget = Dice(given_seed(asked)), Budget(FAIR_SECONDS)
    return fair_board(Engine(), kind, options, dice, budget).game.board


def _way_to_deal(asked: Namespace) -> str:
    """Playable, unless somebody asks for something that is not (X3)."""
    others = [name for name in ("board", "seed", "classic") if getattr(asked, name)]
    if asked.deal == PLAYABLE and others:
        raise SetupError(f"--{others[0]} settles the board, so --deal {PLAYABLE} cannot")
    return str(asked.deal or (BOOK if others else PLAYABLE))


def play_rounds(autosave: Autosave, console: Console, *, classic: bool) -> int:
    """All rounds from this one on, or until somebody has enough; the exit status."""
    while True:
        session = autosave.session
        series = session.series
        if series.rounds > 1 or series.is_named:
            console.say(session.announced, "")
        try:
            status = _play_round(autosave, console, classic)
        except New:
            if autosave.is_saved:
                console.tell(_parting(autosave))
            autosave = Autosave(session.anew())
            console.say("")
            continue
        if status is not None:
            return status
        wins = session.table.wins_line
        goes_on = session.next_round()
        if series.rounds > 1:
            console.say("", wins, *([""] if goes_on else []))
        if not goes_on:
            return 0


def _play_round(autosave: Autosave, console: Console, classic: bool) -> int | None:
    """One match; an exit status if it was broken off."""
    try:
        Dialogue(console, autosave, classic=classic).run()
    except (EndOfInput, Quit, KeyboardInterrupt) as ending:
        console.tell(_parting(autosave))
        return 130 if isinstance(ending, KeyboardInterrupt) else 0
    finally:
        autosave.session.end()
    return None


def _parting(autosave: Autosave) -> str:
    if autosave.is_saved:
        name = autosave.save.name
        return f"Saved as {name}. Go on with: numduel resume {word(name)}"
    has_news = autosave.session.match.has_moves and not autosave.is_as_opened
    if autosave.is_failing or has_news:
        return "This game could not be saved."
    if autosave.session.round > 1:
        return "The next round waits. Go on with: numduel resume"
    return "Nothing was played, so nothing is kept."
