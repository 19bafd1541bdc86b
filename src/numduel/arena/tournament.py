"""A tournament: every pair plays the same boards from both seats, and each match is weighed."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple
from zlib import crc32

from ..budget import Budget
from ..core import AnyGame, Player
from ..dice import SEEDS, Dice
from ..engine import Engine
from ..engine.solving.value import Value
from ..engine.teaching.review import ReviewedPly, figures, weigh
from ..errors import SetupError, quoted
from ..games import find
from ..play.dealing import with_first_move
from ..play.match import Match
from ..storage.record import dumps
from .lines import CUT, MatchLine, Side, as_json, of_json
from .matches import LONGEST, played, seated

POSITIONS = 400_000
"""Positions looked at to weigh one match, at most; what is not reached is unknown."""

TOGETHER = 4
"""Boards in a piece of work where all look the same at the start: what is known serves them all."""

VERSION = 1
"""Of what a line says and how boards are dealt; another one makes another tournament."""


class Entry(NamedTuple):
    """A game of the tournament, with the options that somebody gave."""

    id: str
    given: tuple[tuple[str, object], ...] = ()


Hung = tuple[tuple[str, str], ...]
"""The programs that did not answer in time, each with its fault."""


class Boards(NamedTuple):
    """One piece of the work: some boards of a game, by their numbers."""

    game: int
    first: int
    last: int
    hung: Hung | None = None
    """The programs that hung on the boards before these; None if that is not known."""


class Tournament(NamedTuple):
    """Who plays what; all else follows from it, as far as its players are reproducible."""

    players: tuple[str, ...]
    games: tuple[Entry, ...]
    boards: int
    seed: int = 0
    is_gauntlet: bool = False
    """Whether the first player meets all others, and these do not meet each other."""
    longest: int = LONGEST
    """Turns after which a match is cut, in a game that can be endless."""

    def check(self) -> None:
        """SetupError for what cannot be played."""
        for players in (self.players, [entry.id for entry in self.games]):
            for name in players:
                if players.count(name) > 1:
                    raise SetupError(f"{quoted(name)} is here twice")
        if len(self.players) < 2:
            raise SetupError("a tournament has two players or more")
        if not self.games:
            raise SetupError("a tournament has a game or more")
        for name in self.players:
            seated(name, Dice(0))
        for number in range(len(self.games)):
            self.deal(number, 1)

    @property
    def name(self) -> str:
        """What all its matches are marked with."""
        return f"{crc32(json.dumps([VERSION, *self]).encode()):08x}"

    def pairs(self) -> list[tuple[str, str]]:
        if self.is_gauntlet:
            return [(self.players[0], other) for other in self.players[1:]]
        return list(combinations(self.players, 2))

    @property
    def matches(self) -> int:
        return 2 * self.boards * len(self.games) * len(self.pairs())

    def pieces(self) -> dict[str, Boards]:
        """What is to be done, in parts that follow from the tournament alone."""
        found = {}
        for number, entry in enumerate(self.games):
            step = 1 if self.deal(number, 1).has_visible_deal else TOGETHER
            for first in range(1, self.boards + 1, step):
                last = min(first + step - 1, self.boards)
                found[f"{entry.id} {first}"] = Boards(number, first, last)
        return found

    def luck(self, game: int, board: int) -> Dice:
        """What a board and all matches on it follow from."""
        return Dice.derived(self.seed, f"board {board} of {self.games[game].id}")

    def deal(self, game: int, board: int) -> AnyGame:
        """A board; one that is over before anybody moves is dealt again."""
        entry, dice = self.games[game], self.luck(game, board)
        kind, given = find(entry.id), dict(entry.given)
        return with_first_move(
            lambda: kind.setup(given, None, dice), lambda dealt: dealt.status(dealt.start())
        )


# ---- doing it


_hung: dict[str, dict[str, tuple[Boards, str]]] = {}
"""For each run, the programs that hung in this process: in which piece, and their faults."""


def perform(tournament: Tournament, piece: Boards, run: str = "") -> Any:
    """Play and weigh all matches of a piece, in whatever process; what it gives can be JSON.

    What the engine knows goes from match to match, but from no piece to another: where it is not
    enough, what it is not enough for follows from the piece alone. Pieces with the same `run` know
    of the programs that hung in this process before, if the piece does not say so: `unsettled`
    finds those that knew too little.
    """
    engine = Engine()
    before = _hung_before(piece, run) if piece.hung is None else dict(piece.hung)
    hung = dict(before)
    lines, seconds = [], []
    for board in range(piece.first, piece.last + 1):
        for line, thought in _on_board(tournament, engine, piece.game, board, hung):
            lines.append(as_json(line))
            seconds.append(thought)
    new = {name: fault for name, fault in hung.items() if name not in before}
    if run:
        _hung.setdefault(run, {}).update({name: (piece, fault) for name, fault in new.items()})
    return {"matches": lines, "seconds": seconds, "before": before, "hung": new}


def _hung_before(piece: Boards, run: str) -> dict[str, str]:
    """Return the programs that hung in this process on boards that stand before these."""
    found = _hung.get(run, {}).items()
    return {name: fault for name, (where, fault) in found if where[:2] < piece[:2]}


def unsettled(results: Iterable[tuple[Boards, Any]]) -> list[Boards]:
    """Return the pieces to play again, each with the programs that hung before it in the file.

    After its first hang, in the order of the file, a program is asked for nothing more. Processes
    work side by side, so some of them hear of it too late.
    """
    again, hung = [], dict[str, str]()
    for piece, done in results:
        if done.get("before", {}) != hung:
            again.append(piece._replace(hung=tuple(sorted(hung.items()))))
        hung = {**done.get("hung", {}), **hung}
    return again


def _on_board(
    tournament: Tournament, engine: Engine, number: int, board: int, hung: dict[str, str]
) -> Iterator[tuple[MatchLine, list[float]]]:
    game = tournament.deal(number, board)
    seed = Dice.derived(tournament.seed, f"matches on {board} of {game.id}").below(SEEDS)
    longest = tournament.longest if game.endless else sys.maxsize
    for first, second in tournament.pairs():
        for place, names in enumerate([(first, second), (second, first)], 1):
            thought = [0.0, 0.0]
            match = played(game, names, seed, place, longest=longest, seconds=thought, hung=hung)
            match.tags |= {"Player1": names[0], "Player2": names[1]}
            yield _line(tournament, engine, match, board, names), thought


def _line(
    tournament: Tournament, engine: Engine, match: Match, board: int, names: tuple[str, str]
) -> MatchLine:
    """The line of a match, weighed; its number comes when all are put together."""
    plies = weigh(engine, match, Budget(positions=POSITIONS))
    is_exact = all(ply.is_known for ply in plies)
    start, last = (
        engine.value(match.game, Player.ONE, state, Budget(positions=POSITIONS))
        for state in (match.states[0], match.states[-1])
    )
    ending = match.ending
    return MatchLine(
        match=0,
        tournament=tournament.name,
        seed=tournament.seed,
        game=match.game.id,
        options=" ".join(f"{k}={v}" for k, v in match.game.options.texts().items()),
        board=board,
        winner=None if ending is None or ending.winner is None else ending.winner + 1,
        draw=ending is not None and ending.is_draw,
        ended=CUT if ending is None else ending.reason,
        fault=match.fault,
        turns=match.plies[-1].turn if match.plies else 0,
        exact=is_exact,
        start=_worth(start),
        last=_worth(last),
        luck=_luck(plies) if is_exact else None,
        sides=(_side(Player.ONE, names, plies), _side(Player.TWO, names, plies)),
        record=dumps(match),
    )


def _worth(value: Value) -> Fraction | None:
    return value.worth if value.is_known else None


def _luck(plies: Iterable[ReviewedPly]) -> Fraction:
    """What was drawn gave Player 1."""
    lucks = ((ply.luck or Fraction(0), ply.player) for ply in plies)
    return sum((luck if player is Player.ONE else -luck for luck, player in lucks), Fraction(0))


def _side(player: Player, names: tuple[str, str], plies: tuple[ReviewedPly, ...]) -> Side:
    found = figures(player, plies)
    own = [(ply.regret, -number) for number, ply in enumerate(plies, 1) if ply.player is player]
    regret, number = max(own, default=(Fraction(0), 0))
    return Side(
        names[player],
        found.moves,
        found.decisions,
        found.kept,
        found.regret,
        found.turns_lost,
        worst=-number if regret else 0,
        worst_regret=regret,
    )


# ---- putting it together


def put_together(
    results: Iterable[tuple[Boards, Any]],
) -> tuple[list[MatchLine], list[list[float]]]:
    """All matches, numbered as they stand in the file, and the seconds that each player thought."""
    lines: list[MatchLine] = []
    seconds: list[list[float]] = []
    for _, done in results:
        for told, thought in zip(done["matches"], done["seconds"], strict=True):
            lines.append(of_json(told)._replace(match=len(lines) + 1))
            seconds.append(thought)
    return lines, seconds
