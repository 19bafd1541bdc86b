"""`numduel board`: find boards by fairness, winner, length or difficulty."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from ..budget import Budget, Exhausted
from ..core import AnyGame, Player
from ..dice import Dice
from ..errors import SetupError, counted
from ..games import find
from ..options import Whole
from ..views.variant_text import describe_odds, describe_variant
from .arguments import (
    add_game,
    add_game_options,
    add_json,
    add_number,
    add_seed,
    format_options,
    game_word,
    parse_options,
    parse_seed,
)
from .console import Console
from .output import print_json
from .progress import Progress

if TYPE_CHECKING:
    from ..engine.studying.boards import Board
    from ..engine.studying.variants import Variant, VariantGroups

COUNT = Whole(1, 1, 1000, "number of boards", name="count")
LENGTH = Whole(1, 1, 1000, "number of turns with perfect play", name="length")
SEATS = {"player1": Player.ONE, "player2": Player.TWO}
SEARCH_SECONDS = 600.0
"""Time limit of a search, in seconds."""

MAX_VARIANTS = 5
"""Maximum number of variants in each list."""


def add(command: ArgumentParser) -> None:
    add_game(command)
    group = command.add_argument_group("conditions (a board must meet all of them)")
    group.add_argument("--fair", action="store_true", help="about even between imperfect players")
    group.add_argument("--for", dest="seat", choices=SEATS, help="who wins with perfect play")
    group.add_argument("--length", metavar="N", help=LENGTH.help)
    group.add_argument(
        "--grade",
        choices=["easy", "hard"],
        help="how often imperfect players win from the winning seat",
    )
    group = command.add_argument_group("search")
    group.add_argument(
        "--handicap", action="store_true", help="find options that make the game fairer instead"
    )
    add_number(group, COUNT)
    add_seed(group, "random seed, to find the same boards every time")
    group = command.add_argument_group("output")
    add_json(group)
    add_game_options(command)


def run(args: Namespace, console: Console) -> int:
    """Search for boards or variants, and print them."""
    from ..engine.studying.boards import has_boards

    kind, options = find(args.game), parse_options(args)
    conditions = (args.fair, args.seat, args.length, args.grade)
    if not any((*conditions, args.handicap)):
        raise SetupError("add a condition, such as --fair or --for player1")
    if args.handicap or not has_boards(kind, options):
        return _VariantSearch(kind, options, console).run(args.json)
    return _BoardSearch(kind, options, args, console).run()


def _parse_conditions(args: Namespace) -> Iterator[Callable[[Board], bool]]:
    """Yield every condition that a board must meet."""
    from ..engine.studying.boards import is_fair

    if args.seat:
        yield lambda board: board.winner is SEATS[args.seat]
    if args.length:
        turns = LENGTH.accept(args.length)
        yield lambda board: board.turns == turns
    if args.fair:
        yield is_fair
    if args.grade:
        yield lambda board: board.grade == args.grade


class _BoardSearch:
    """A search for boards, and its output."""

    def __init__(
        self, kind: type[AnyGame], options: dict[str, object], args: Namespace, console: Console
    ) -> None:
        from ..engine import Engine
        from ..engine.studying.boards import Search, dealt_boards

        self.kind = kind
        self.options = options
        self.args = args
        self.console = console
        self.count = COUNT.accept(args.count)
        self.found: list[Board] = []
        self._progress = Progress(console)
        dice, budget = Dice(parse_seed(args)), Budget(SEARCH_SECONDS, progress=self._tick)
        boards = dealt_boards(Engine(), kind, options, dice, budget)
        self.search = Search(boards, tuple(_parse_conditions(args)))

    def _tick(self, positions: int) -> None:
        """Show the number of boards; the engine calls this while it solves."""
        self._progress.show(f"{self.search.tried} boards checked")

    def run(self) -> int:
        seat, was_stopped = None, False
        try:
            while len(self.found) < self.count and (board := self.search.next()):
                self.found.append(board)
            seat = self.search.only_winner()
        except (KeyboardInterrupt, Exhausted):
            was_stopped = True
        finally:
            self._progress.clear()
        if was_stopped:
            self.console.print_err(f"Stopped after {self.search.tried} boards.")
            if not self.found:
                return 130
        if not self.found:
            raise SetupError(self._explain_none(seat))
        if self.args.json:
            from ..views.studies_json import boards_json

            print_json(self.console, boards_json(self.found[0].game, self.found, self.search, seat))
        else:
            self._print(seat)
        return 0

    def _explain_none(self, seat: Player | None) -> str:
        problem = f"none of {self.search.tried} {self.kind.title} boards fits"
        if seat is None:
            return problem
        advice = f"For fairer options, run numduel board {game_word(self.kind.id)} --handicap"
        return f"{problem}: {seat} wins all of them with perfect play. {advice}"

    def _print(self, seat: Player | None) -> None:
        play, words = (
            f"numduel play {game_word(self.kind.id)} --board",
            format_options(self.options),
        )
        for board in self.found:
            to_play = f'  to play it: {play} "{board.game.board}"{words}'
            self.console.print(*_format_figures(board), to_play, "")
        if len(self.found) < self.count:
            self.console.print_err(f"Found no more among {self.search.tried} boards.")
        self.console.print_err(self._summarise())
        if seat is not None:
            swapped = f'{play} "{self.found[0].game.board}" --rounds 2'
            self.console.print_err(
                f"{seat} wins all of them with perfect play. To make it fair:",
                f"  play each board twice, swapping seats: {swapped}",
                f"  try other options: numduel board {game_word(self.kind.id)} --handicap",
            )

    def _summarise(self) -> str:
        search, unwon = self.search, self.search.unwon
        parts = [f"{seat} wins {search.won[seat]}" for seat in Player]
        if unwon["draw"]:
            parts.append(f"{unwon['draw']} are draws")
        if unwon["endless"]:
            parts.append(f"{unwon['endless']} have no forced win")
        if unwon["chance"]:
            parts.append(f"chance decides {unwon['chance']}")
        if search.over:
            parts.append(f"{search.over} are over before the first move")
        checked = f"Checked {counted(search.tried, 'board')}"
        return f"{checked}. With perfect play, {', '.join(parts)}."


def _format_figures(board: Board) -> list[str]:
    """Return the figures of a board, line by line."""
    kept, count = board.correct_choices
    if board.winner is None:
        perfect = str(board.value)
        keeping = f"correct first moves of {Player.ONE}: {kept} of {count}"
    else:
        perfect = f"{board.winner} wins in {board.turns} turns"
        whose = "first moves" if board.winner is Player.ONE else "first replies"
        keeping = f"{whose} of {board.winner} that keep the win: {kept} of {count}"
    unfinished = board.imperfect.unfinished
    ends = f", {unfinished} unfinished" if unfinished else ""
    return [
        board.game.board,
        f"  perfect play: {perfect}",
        f"  {keeping}",
        f"  players who {_describe_imperfect(board)}{ends}",
    ]


def _describe_imperfect(board: Board) -> str:
    """Return how the games of imperfect players ended, to follow "players who"."""
    from ..engine.opponents.imperfect import SIGHT_TURNS

    one, two, _, drawn = board.imperfect
    draws = f", {drawn} drawn" if drawn else ""
    return f"see {SIGHT_TURNS} turns ahead: Player 1 wins {one}, Player 2 {two}{draws}"


# ---- games without boards, and games that one seat always wins


class _VariantSearch:
    """A search for options that make a game fairer."""

    def __init__(self, kind: type[AnyGame], options: dict[str, object], console: Console) -> None:
        from ..engine import Engine

        self.kind = kind
        self.options = options
        self.console = console
        self.engine, self.budget = Engine(), Budget(SEARCH_SECONDS)
        self.found: list[Variant] = []
        self.tried = 0

    def run(self, as_json: bool) -> int:
        game = self.kind.setup(self.options, None, Dice(0)).public()
        now = None if game.has_visible_deal else self._solve_current(game)
        was_stopped = self._search()
        from ..engine.studying.variants import group_variants

        groups = group_variants(self.found, MAX_VARIANTS)
        if as_json:
            from ..views.studies_json import variants_json

            print_json(self.console, variants_json(game, now, self.tried, *groups))
        else:
            self._print(now, groups)
        return 130 if was_stopped else 0

    def _solve_current(self, game: AnyGame) -> Board:
        from ..engine.studying.boards import Board

        board = Board(self.engine, game, self.budget)
        if board.value.outcome == "unknown":
            raise SetupError("this game is too large to solve")
        return board

    def _search(self) -> bool:
        """Try all variants; return whether the search was interrupted."""
        from ..engine.studying.variants import variants

        progress = Progress(self.console)
        try:
            for variant in variants(self.engine, self.kind, self.options, self.budget):
                self.tried += 1
                progress.show(f"{self.tried} variants checked")
                if variant is not None:
                    self.found.append(variant)
        except (KeyboardInterrupt, Exhausted):
            progress.clear()
            self.console.print_err(f"Stopped after {self.tried} variants.")
            return True
        progress.clear()
        return False

    def _print(self, now: Board | None, groups: VariantGroups) -> None:
        say, play = self.console.print, f"numduel play {game_word(self.kind.id)}"
        if now is not None:
            say(f"{self.kind.title} has no boards to choose from: every game starts the same way.")
            say(*_describe_current(now), "")
        same = " --board fair" if now is None else ""
        say("To make it fair, play 2 rounds and swap seats:")
        say(f"  {play}{format_options(self.options)}{same} --rounds 2", "")
        if not self.tried:
            say("This game has no options to change.")
            return
        say(f"Other options ({len(self.found)} of {self.tried} make a long enough game).")
        headings = (
            "Player 2 wins with perfect play",
            "Player 2 wins some boards with perfect play",
            "Nearest to even",
        )
        for heading, group in zip(headings, groups, strict=True):
            if group:
                say("", f"{heading}:")
                for variant in group:
                    say(f"  {play}{format_options(variant.options)}")
                    about = self.console.wrap(describe_variant(variant, self.kind), indent=4)
                    say(*(f"    {line}" for line in about))


def _describe_current(now: Board) -> list[str]:
    """Return the result of perfect and imperfect play with the current options."""
    if now.value.outcome == "chance":
        return [f"{describe_odds(now.game, now.value)} when both play perfectly."]
    if now.winner is None:
        perfect = f"Perfect play: {now.value}."
    else:
        perfect = f"With perfect play, {now.winner} wins in {now.turns} turns."
    return [perfect, f"Players who {_describe_imperfect(now)}."]
