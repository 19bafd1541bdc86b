"""`numduel play`: rounds at the prompt."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping

from ..budget import Budget
from ..core import AnyGame, Player
from ..dice import Dice
from ..errors import EndpointRefused, NoBoards, SetupError, Unanswered
from ..games import find
from ..play import players
from ..play.dealing import BOOK, PLAYABLE
from ..play.series import ROUNDS
from ..play.session import Session, make_sides
from ..storage.autosave import Autosave
from ..storage.input_tag import mark_input
from .arguments import (
    add_classic,
    add_game,
    add_game_options,
    add_player,
    add_seed,
    parse_options,
    parse_seed,
    stored_command,
)
from .console import Console, EndOfInput
from .dialogue import Dialogue, New, Quit

FAIR_SECONDS = 60.0
"""Time limit for `--board fair`, in seconds."""


def add(command: ArgumentParser) -> None:
    add_game(command, nargs="?")
    group = command.add_argument_group("players and rounds")
    for side in (1, 2):
        add_player(group, side, f"who plays side {side}", players.HUMAN)
        group.add_argument(f"--name{side}", metavar="NAME", help=f"name of side {side}")
    group.add_argument(
        "--first",
        choices=["p1", "p2", "coin"],
        default="p1",
        help="side that starts round 1; coin: random (default: p1)",
    )
    group.add_argument(
        "--rounds", metavar="N", default=1, help="number of rounds; sides swap seats (default: 1)"
    )
    group = command.add_argument_group("board")
    group.add_argument(
        "--board", metavar="BOARD", help='row by row, such as "4 3 8/9 5 1/2 7 6", or fair'
    )
    add_seed(group, "random seed, to deal the same board every time")
    group.add_argument(
        "--deal",
        choices=[PLAYABLE, BOOK],
        help="playable: redeal until the first move can't decide the game; book: deal once "
        "(default: playable, but book with --board, --seed or --classic)",
    )
    group = command.add_argument_group("output")
    add_classic(group)
    add_game_options(command)


def run(args: Namespace, console: Console) -> int:
    """Set up a game and play it."""
    options, kind = parse_options(args), find(args.game)
    two = make_sides((args.p1, args.p2), (args.name1, args.name2))
    try:
        session = Session.begin(
            kind,
            options,
            two,
            rounds=ROUNDS.accept(args.rounds),
            board=_board(args, kind, options),
            seed=parse_seed(args),
            dealt=_deal_mode(args),
            first=args.first,
        )
    except NoBoards as error:
        advice = f"For other ways to balance it, run numduel board {error.game} --fair"
        raise SetupError(f"{error}. {advice}") from None
    if session.is_first_random:
        console.print(f"Chosen at random: {session.series.seats[0].describe_seat(Player.ONE)}.", "")
    mark_input(session.match, is_piped=not console.is_input_terminal)
    return play_rounds(Autosave(session), console, classic=args.classic)


def _board(args: Namespace, kind: type[AnyGame], options: Mapping[str, object]) -> str | None:
    """Return the board for all rounds; None to deal one in each round."""
    typed: str | None = args.board
    if not typed or typed.strip().lower() != "fair":
        return typed
    from ..engine import Engine  # imported here, so that play starts fast
    from ..engine.studying.boards import search_fair_board

    dice, budget = Dice(parse_seed(args)), Budget(FAIR_SECONDS)
    return search_fair_board(Engine(), kind, options, dice, budget).game.board


def _deal_mode(args: Namespace) -> str:
    """Return how to deal: playable, unless another option sets the board (X3)."""
    others = [name for name in ("board", "seed", "classic") if getattr(args, name)]
    if args.deal == PLAYABLE and others:
        raise SetupError(
            f"--{others[0]} sets the board, so --deal {PLAYABLE} can't be used with it"
        )
    return str(args.deal or (BOOK if others else PLAYABLE))


def play_rounds(autosave: Autosave, console: Console, *, classic: bool) -> int:
    """Play the current and all later rounds, or until someone quits; return the exit status."""
    while True:
        session = autosave.session
        series = session.series
        if series.rounds > 1 or series.is_named:
            console.print(session.announcement, "")
        try:
            status = _play_round(autosave, console, classic)
        except New:
            if autosave.is_saved:
                console.print_err(_farewell(autosave))
            autosave = Autosave(session.restart())
            mark_input(autosave.session.match, is_piped=not console.is_input_terminal)
            console.print("")
            continue
        if status is not None:
            return status
        wins = session.state.wins_line
        has_next = session.next_round()
        if series.rounds > 1:
            console.print("", wins, *([""] if has_next else []))
        if not has_next:
            return 0


def _play_round(autosave: Autosave, console: Console, classic: bool) -> int | None:
    """Play one match; return an exit status if it was interrupted."""
    if console.is_input_terminal:
        mark_input(autosave.session.match, is_piped=False)
    try:
        Dialogue(console, autosave, classic=classic).run()
    except (EndOfInput, Quit, KeyboardInterrupt) as ending:
        console.print_err(_farewell(autosave))
        return 130 if isinstance(ending, KeyboardInterrupt) else 0
    except (Unanswered, EndpointRefused) as error:
        session = autosave.session
        assert session.match.player is not None, "a model is asked only when it is to move"
        name = session.series.seats[session.match.player].name
        console.print_err(f"{name} can't move: {error}.")
        console.print_err(_farewell(autosave))
        return 1
    finally:
        autosave.session.end()
    return None


def _farewell(autosave: Autosave) -> str:
    id = autosave.session.match.game.id
    if autosave.is_saved:
        name = autosave.save.name
        return f"Saved as {name}. To continue: {_resume_command(autosave, name)}"
    has_news = autosave.session.match.has_moves and not autosave.is_as_opened
    if autosave.is_failing or has_news:
        return "This game couldn't be saved."
    if autosave.session.round > 1:
        return f"The next round is saved. To continue: {stored_command('resume', id)}"
    return "No moves were played, so nothing was saved."


def _resume_command(autosave: Autosave, name: str) -> str:
    """Return the command that continues a game; it names models, which a save never starts."""
    from shlex import quote

    session = autosave.session
    seated = (
        f" --p{player + 1} {quote(side.who)}"
        for player, side in zip(Player, session.series.seats, strict=True)
        if side.who not in players.kinds()
    )
    return stored_command("resume", session.match.game.id, name) + "".join(seated)
