"""`numduel board`: boards chosen by what perfect and imperfect play make of them."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from ..budget import Budget, Exhausted
from ..core import AnyGame, Player
from ..dice import Dice
from ..errors import SetupError, counted
from ..games import find
from ..options import Whole
from .arguments import add_game, add_options, given_options, given_seed
from .console import Console
from .output import print_json
from .progress import Progress

if TYPE_CHECKING:
    from ..engine.solving.value import Value
    from ..engine.studying.boards import Board
    from ..engine.studying.variants import Variant

COUNT = Whole(1, 1, 1000, "how many boards", name="count")
LENGTH = Whole(1, 1, 1000, "turns that perfect players take", name="length")
SEATS = {"player1": Player.ONE, "player2": Player.TWO}
SECONDS = 600.0
"""How long boards or variants are looked for."""

SHOWN = 5
"""How many variants are offered."""


def add(command: ArgumentParser) -> None:
    add_game(command)
    conditions = command.add_argument_group(
        "what the board shall be like (all that is said must hold)"
    )
    conditions.add_argument("--fair", action="store_true", help="even between imperfect players")
    conditions.add_argument("--for", dest="seat", choices=SEATS, help="who wins with perfect play")
    conditions.add_argument("--length", metavar="N", help=LENGTH.help)
    conditions.add_argument(
        "--grade", choices=["easy", "hard"], help="how easily the seat that should win does win"
    )
    conditions.add_argument(
        "--handicap", action="store_true", help="look for other options that make the game even"
    )
    command.add_argument("--count", metavar="N", default=COUNT.default, help=COUNT.help)
    command.add_argument("--seed", metavar="N", help="find the same boards every time")
    command.add_argument("--json", action="store_true", help="the figures, for programs")
    add_options(command)


def run(asked: Namespace, console: Console) -> int:
    """Look for boards, and tell their figures."""
    from ..engine.studying.boards import has_boards

    kind, options = find(asked.game), given_options(asked)
    asked_for = (asked.fair, asked.seat, asked.length, asked.grade)
    if not any((*asked_for, asked.handicap)):
        raise SetupError("say what the board shall be like, such as --fair or --for player1")
    if asked.handicap or not has_boards(kind, options):
        return _Handicap(kind, options, console).run(asked.json)
    return _Boards(kind, options, asked, console).run()


def _conditions(asked: Namespace) -> Iterator[Callable[[Board], bool]]:
    """All that a board shall be like."""
    from ..engine.studying.boards import is_fair

    if asked.seat:
        yield lambda board: board.winner is SEATS[asked.seat]
    if asked.length:
        turns = LENGTH.accept(asked.length)
        yield lambda board: board.turns == turns
    if asked.fair:
        yield is_fair
    if asked.grade:
        yield lambda board: board.grade == asked.grade


class _Boards:
    """A search for boards, and what is said about it."""

    def __init__(
        self, kind: type[AnyGame], options: dict[str, object], asked: Namespace, console: Console
    ) -> None:
        from ..engine import Engine
        from ..engine.studying.boards import Search, dealt_boards

        self.kind = kind
        self.options = options
        self.asked = asked
        self.console = console
        self.count = COUNT.accept(asked.count)
        self.found: list[Board] = []
        self._progress = Progress(console)
        dice, budget = Dice(given_seed(asked)), Budget(SECONDS, progress=self._tick)
        boards = dealt_boards(Engine(), kind, options, dice, budget)
        self.search = Search(boards, tuple(_conditions(asked)))

    def _tick(self, positions: int) -> None:
        """Between two boards, and now and then while one is worked out."""
        self._progress.show(f"{self.search.tried} boards looked at")

    def run(self) -> int:
        seat, was_stopped = None, False
        try:
            while len(self.found) < self.count and (board := self.search.next()):
                self.found.append(board)
            seat = self.search.one_sided()
        except (KeyboardInterrupt, Exhausted):
            was_stopped = True
        finally:
            self._progress.clear()
        if was_stopped:
            self.console.tell(f"Stopped after {self.search.tried} boards.")
            if not self.found:
                return 130
        if not self.found:
            raise SetupError(self._none(seat))
        if self.asked.json:
            from ..views.studies_json import boards_json

            print_json(self.console, boards_json(self.found[0].game, self.found, self.search, seat))
        else:
            self._tell(seat)
        return 0

    def _none(self, seat: Player | None) -> str:
        why = f"none of {self.search.tried} boards of {self.kind.title} is like that"
        if seat is None:
            return why
        helps = f"numduel board {self.kind.id} --handicap tells what helps"
        return f"{why}; perfect play wins every one of them for {seat}, and {helps}"

    def _tell(self, seat: Player | None) -> None:
        play, words = f"numduel play {self.kind.id} --board", typed(self.options)
        for board in self.found:
            to_play = f'  to play on it: {play} "{board.game.board}"{words}'
            self.console.say(*_figures(board), to_play, "")
        if len(self.found) < self.count:
            self.console.tell(f"No more were found among {self.search.tried} boards.")
        self.console.tell(self._seen())
        if seat is not None:
            swapped = f'{play} "{self.found[0].game.board}" --rounds 2'
            self.console.tell(
                f"{seat} wins all of them: the seat decides between perfect players. What helps:",
                f"  each board twice, seats swapped: {swapped}",
                f"  other options: numduel board {self.kind.id} --handicap",
            )

    def _seen(self) -> str:
        search, unwon = self.search, self.search.unwon
        parts = [f"{seat} wins {search.won[seat]} with perfect play" for seat in Player]
        if unwon["draw"]:
            parts.append(f"{unwon['draw']} are draws")
        if unwon["endless"]:
            parts.append(f"{unwon['endless']} never end")
        if unwon["chance"]:
            parts.append(f"chance decides {unwon['chance']}")
        if search.over:
            parts.append(f"{search.over} are over before the first move")
        return f"Of {counted(search.tried, 'board')} looked at, {', '.join(parts)}."


def _figures(board: Board) -> list[str]:
    """What is known of a board, in lines."""
    kept, count = board.keeping
    if board.winner is None:
        perfect = str(board.value)
        keeping = f"{kept} of {count} first moves of {Player.ONE} lose nothing"
    else:
        perfect = f"{board.winner} wins in {board.turns} turns"
        whose = "first moves" if board.winner is Player.ONE else "first answers"
        keeping = f"{kept} of {count} {whose} of {board.winner} keep the win"
    unfinished = board.imperfect.unfinished
    ends = f", {unfinished} unfinished" if unfinished else ""
    return [
        board.game.board,
        f"  perfect play: {perfect}",
        f"  {keeping}",
        f"  players who {_imperfect(board)}{ends}",
    ]


def _imperfect(board: Board) -> str:
    """Return how the games of imperfect players ended, to follow "players who"."""
    from ..engine.opponents.imperfect import SIGHT

    one, two, _, drawn = board.imperfect
    draws = f", {drawn} drawn" if drawn else ""
    return f"see {SIGHT} turns ahead: Player 1 wins {one}, Player 2 {two}{draws}"


def typed(options: Mapping[str, object]) -> str:
    """Options as they are typed on the command line, with a space before each."""
    words = ""
    for name, value in options.items():
        if isinstance(value, bool):
            words += f" --{name}" if value else f" --no-{name}"
        else:
            words += f" --{name} {value}"
    return words


# ---- games without boards, and games that one seat always wins


class _Handicap:
    """A search for options that make a game even."""

    def __init__(self, kind: type[AnyGame], options: dict[str, object], console: Console) -> None:
        from ..engine import Engine

        self.kind = kind
        self.options = options
        self.console = console
        self.engine, self.budget = Engine(), Budget(SECONDS)
        self.found: list[Variant] = []
        self.tried = 0

    def run(self, as_json: bool) -> int:
        game = self.kind.setup(self.options, None, Dice(0)).public()
        now = None if game.has_visible_deal else self._now(game)
        was_stopped = self._look()
        # Those that Player 2 wins with perfect play, some boards at least; most boards first.
        won = [v for v in self.found if v.lost]
        second = sorted(won, key=lambda v: v.won / v.boards)[:SHOWN]
        # The nearest to even between imperfect players, or by the exact chance.
        even = sorted(self.found, key=lambda v: v.unevenness)[:SHOWN]
        if as_json:
            from ..views.studies_json import variants_json

            print_json(self.console, variants_json(game, now, self.tried, second, even))
        else:
            self._tell(now, second, even)
        return 130 if was_stopped else 0

    def _now(self, game: AnyGame) -> Board:
        from ..engine.studying.boards import Board

        board = Board(self.engine, game, self.budget)
        if board.value.outcome == "unknown":
            raise SetupError("a game of this size is too large to be worked out")
        return board

    def _look(self) -> bool:
        """All variants; whether somebody stopped it."""
        from ..engine.studying.variants import variants

        progress = Progress(self.console)
        try:
            for variant in variants(self.engine, self.kind, self.options, self.budget):
                self.tried += 1
                progress.show(f"{self.tried} variants looked at")
                if variant is not None:
                    self.found.append(variant)
        except (KeyboardInterrupt, Exhausted):
            progress.clear()
            self.console.tell(f"Stopped after {self.tried} variants.")
            return True
        progress.clear()
        return False

    def _tell(self, now: Board | None, second: list[Variant], even: list[Variant]) -> None:
        say, play = self.console.say, f"numduel play {self.kind.id}"
        if now is not None:
            say(f"{self.kind.title} has no boards to choose from: every game begins alike.")
            say(*_standing(now), "")
        same = " --board fair" if now is None else ""
        say("What helps between equals: two rounds, with seats swapped.")
        say(f"  {play}{typed(self.options)}{same} --rounds 2", "")
        if not self.tried:
            say("It has no options to change.")
            return
        say(f"Other options ({len(self.found)} of {self.tried} tried are long enough to matter):")
        if second:
            say("  Player 2 wins with perfect play:")
        for variant in second:
            say(f"    {play}{typed(variant.options)}   {_made_of(variant, self.kind)}")
        say("  nearest to even:")
        for variant in even:
            say(f"    {play}{typed(variant.options)}   {_made_of(variant, self.kind)}")


def _standing(now: Board) -> list[str]:
    """What the game is as it stands."""
    if now.value.outcome == "chance":
        return [f"{_odds(now.game, now.value)} when both play perfectly."]
    if now.winner is None:
        perfect = f"Perfect play: {now.value}."
    else:
        perfect = f"Perfect play wins it for {now.winner} in {now.turns} turns."
    return [perfect, f"Players who {_imperfect(now)}."]


def _odds(game: AnyGame | type[AnyGame], value: Value) -> str:
    """Return what chance leaves Player 1; where games can be drawn, a draw counts half."""
    if game.has_draws:
        return f"Player 1 scores {value}, a draw counting half,"
    return f"Player 1 wins with a chance of {value}"


def _made_of(variant: Variant, kind: type[AnyGame]) -> str:
    if variant.is_chance and variant.exact is not None:
        return _odds(kind, variant.exact).rstrip(",")
    verb = "scores" if kind.has_draws else "wins"
    shallow = f"between imperfect players Player 1 {verb} {variant.share:.0%}"
    if variant.exact is None:
        return f"perfect: Player 1 on {variant.won} of {variant.boards} boards; {shallow}"
    if variant.exact.is_level:
        return f"perfect: {variant.exact}; {shallow}"
    winner = Player.ONE if variant.won else Player.TWO
    return f"perfect: {winner} in {variant.exact.turns} turns; {shallow}"
