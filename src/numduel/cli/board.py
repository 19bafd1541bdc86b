"""`numduel board`: boards chosen by what perfect and imperfect play make of them."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from ..budget import Budget, Exhausted
from ..core import AnyGame, Player
from ..dice import Dice, read_seed
from ..errors import SetupError
from ..games import find
from ..options import Whole
from .console import Console
from .output import print_json
from .progress import Progress
from .words import add_game, add_options, given_options

if TYPE_CHECKING:
    from ..engine.studying.boards import Board, Search
    from ..engine.studying.variants import Variant

__all__ = ["add", "run"]

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


class _Boards:
    """A search for boards, and what is said about it."""

    def __init__(
        self, kind: type[AnyGame], options: dict[str, object], asked: Namespace, console: Console
    ) -> None:
        from ..engine import Engine
        from ..engine.studying.boards import Search

        self.engine = Engine()
        self.kind = kind
        self.options = options
        self.asked = asked
        self.console = console
        self.count = COUNT.accept(asked.count)
        self.found: list[Board] = []
        self._progress = Progress()
        dice = Dice(None if asked.seed is None else read_seed(asked.seed))
        self.search: Search = Search(self._dealt(dice), self._conditions())

    def _dealt(self, dice: Dice) -> Iterator[Board]:
        from ..engine.studying.boards import dealt_boards

        budget = Budget(SECONDS, progress=self._tick)
        yield from dealt_boards(self.engine, self.kind, self.options, dice, budget)

    def _conditions(self) -> tuple[Callable[[Board], bool], ...]:
        from ..engine.studying.boards import is_fair

        asked = self.asked
        conditions: list[Callable[[Board], bool]] = []
        if asked.seat:
            conditions.append(lambda board: board.winner is SEATS[asked.seat])
        if asked.length:
            turns = LENGTH.accept(asked.length)
            conditions.append(lambda board: board.turns == turns)
        if asked.fair:
            conditions.append(is_fair)
        if asked.grade:
            conditions.append(lambda board: board.grade == asked.grade)
        return tuple(conditions)

    def run(self) -> int:
        seat = None
        try:
            self._look()
            seat = self.search.one_sided()
        except SetupError:
            self._progress.clear()
            raise
        except (KeyboardInterrupt, Exhausted):
            self._progress.clear()
            self.console.tell(f"Stopped after {self.search.tried} boards.")
            if not self.found:
                return 130
        self._progress.clear()
        if not self.found:
            raise SetupError(self._none(seat))
        if self.asked.json:
            from ..views.studies_json import boards_json

            print_json(boards_json(self.found[0].game, self.found, self.search, seat))
        else:
            self._tell(seat)
        return 0

    def _look(self) -> None:
        while len(self.found) < self.count:
            board = self.search.next()
            if board is None:
                return
            self.found.append(board)

    def _tick(self, positions: int) -> None:
        """Between two boards, and now and then while one is worked out."""
        self._progress.show(f"{self.search.tried} boards looked at")

    def _none(self, seat: Player | None) -> str:
        why = f"none of {self.search.tried} boards of {self.kind.title} is like that"
        if seat is not None:
            helps = f"numduel board {self.kind.id} --handicap tells what helps"
            return f"{why}; perfect play wins every one of them for {seat}, and {helps}"
        return why

    # ---- telling

    def _tell(self, seat: Player | None) -> None:
        for board in self.found:
            self.console.say(*figures(board), *self._to_play(board), "")
        if len(self.found) < self.count:
            self.console.tell(f"No more were found among {self.search.tried} boards.")
        self.console.tell(self._seen())
        if seat is not None:
            self.console.tell(*self._helps(seat))

    def _to_play(self, board: Board) -> list[str]:
        words = typed(self.options)
        return [f'  to play on it: numduel play {self.kind.id} --board "{board.game.board}"{words}']

    def _seen(self) -> str:
        search, won = self.search, self.search.won
        parts = [f"{seat} wins {won[seat]} with perfect play" for seat in Player]
        if won[None]:
            parts.append(f"{won[None]} never end")
        if search.over:
            parts.append(f"{search.over} are over before the first move")
        boards = "board" if search.tried == 1 else "boards"
        return f"Of {search.tried} {boards} looked at, {', '.join(parts)}."

    def _helps(self, seat: Player) -> list[str]:
        game, board = self.kind.id, self.found[0].game.board
        return [
            f"{seat} wins all of them: the seat decides between perfect players. What helps:",
            f'  each board twice, seats swapped: numduel play {game} --board "{board}" --rounds 2',
            f"  other options: numduel board {game} --handicap",
        ]


# ---- the figures of one board


def figures(board: Board) -> list[str]:
    """What is known of a board, in lines."""
    from ..engine.opponents.imperfect import SIGHT

    kept, count = board.keeping
    one, two, unfinished = board.imperfect
    if board.winner is None:
        perfect = "never ends: nobody can force a win"
        keeping = f"{kept} of {count} first moves of {Player.ONE} lose nothing"
    else:
        perfect = f"{board.winner} wins in {board.turns} turns"
        whose = "first moves" if board.winner is Player.ONE else "first answers"
        keeping = f"{kept} of {count} {whose} of {board.winner} keep the win"
    ends = f", {unfinished} unfinished" if unfinished else ""
    return [
        board.game.board,
        f"  perfect play: {perfect}",
        f"  {keeping}",
        f"  players who see {SIGHT} turns ahead: Player 1 wins {one}, Player 2 {two}{ends}",
    ]


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
        self.kind = kind
        self.options = options
        self.console = console
        self.found: list[Variant] = []
        self.tried = 0

    def run(self, as_json: bool) -> int:
        from ..engine import Engine
        from ..engine.studying.boards import has_boards

        self.engine, self.budget = Engine(), Budget(SECONDS)
        now = None if has_boards(self.kind, self.options) else self._now()
        stopped = self._look()
        if as_json:
            from ..views.studies_json import variants_json

            game = self.kind.setup(self.options, None, Dice(0)).public()
            print_json(variants_json(game, now, self.tried, self.second, self.even))
        else:
            self._tell(now)
        return 130 if stopped else 0

    def _now(self) -> Board:
        from ..engine.studying.boards import Board

        game = self.kind.setup(self.options, None, Dice(0)).public()
        board = Board(self.engine, game, self.budget)
        if board.value.outcome == "unknown":
            raise SetupError("a game of this size is too large to be worked out")
        return board

    def _look(self) -> bool:
        """All variants; whether somebody stopped it."""
        from ..engine.studying.variants import variants

        progress = Progress()
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

    @property
    def second(self) -> list[Variant]:
        """Those that Player 2 wins with perfect play, some boards at least; most boards first."""
        won = [v for v in self.found if v.won < v.boards and not _is_chance(v)]
        return sorted(won, key=lambda v: v.won / v.boards)[:SHOWN]

    @property
    def even(self) -> list[Variant]:
        """The nearest to even between imperfect players, or by the exact chance."""
        return sorted(self.found, key=lambda v: v.unevenness)[:SHOWN]

    def _tell(self, now: Board | None) -> None:
        say = self.console.say
        if now is not None:
            say(f"{self.kind.title} has no boards to choose from: every game begins alike.")
            say(*_standing(now), "")
        same = " --board fair" if now is None else ""
        say("What helps between equals: two rounds, with seats swapped.")
        say(f"  numduel play {self.kind.id}{typed(self.options)}{same} --rounds 2", "")
        say(f"Other options ({len(self.found)} of {self.tried} tried are long enough to matter):")
        if self.second:
            say("  Player 2 wins with perfect play:")
            say(*(f"    {self._line(variant)}" for variant in self.second))
        say("  nearest to even:")
        say(*(f"    {self._line(variant)}" for variant in self.even))

    def _line(self, variant: Variant) -> str:
        return f"numduel play {self.kind.id}{typed(variant.options)}   {_made_of(variant)}"


def _is_chance(variant: Variant) -> bool:
    return variant.exact is not None and variant.exact.outcome == "chance"


def _standing(now: Board) -> list[str]:
    """What the game is as it stands."""
    if now.value.outcome == "chance":
        return [f"Player 1 wins with a chance of {now.value} when both play perfectly."]
    from ..engine.opponents.imperfect import SIGHT

    one, two, _ = now.imperfect
    return [
        f"Perfect play wins it for {now.winner} in {now.turns} turns.",
        f"Players who see {SIGHT} turns ahead: Player 1 wins {one}, Player 2 {two}.",
    ]


def _made_of(variant: Variant) -> str:
    if variant.exact is not None and _is_chance(variant):
        return f"Player 1 wins with a chance of {variant.exact}"
    shallow = f"between imperfect players Player 1 wins {variant.share:.0%}"
    if variant.exact is None:
        return f"perfect: Player 1 on {variant.won} of {variant.boards} boards; {shallow}"
    winner = Player.ONE if variant.won else Player.TWO
    return f"perfect: {winner} in {variant.exact.turns} turns; {shallow}"
