"""Tournaments: every pair plays the same boards from both seats, and each move is scored."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple
from zlib import crc32

from ..budget import Budget
from ..core import AnyGame, Player
from ..dice import SEED_LIMIT, Dice
from ..engine import Engine
from ..engine.solving.value import Value
from ..engine.teaching.review import ReviewedPly, evaluate, summarise
from ..errors import SetupError, quoted
from ..games import find
from ..play.dealing import deal_with_first_move
from ..play.match import Match
from ..play.players import Chooser
from ..storage.calls import Usage
from ..storage.record import dumps
from .lines import CUT, UNANSWERED, MatchLine, PlayerLine, from_json, to_json
from .matches import MAX_TURNS, MatchLog, make_player, play_match

POSITIONS = 400_000
"""Maximum number of positions to search per match; values beyond it are unknown."""

BOARDS_PER_PIECE = 4
"""Boards per piece of work if all start alike, so that they share solved positions."""

VERSION = 1
"""Version of the line format and the deals; a new version makes a new tournament."""


class Entry(NamedTuple):
    """A game of the tournament with its options."""

    id: str
    options: tuple[tuple[str, object], ...] = ()


HungPrograms = tuple[tuple[str, str], ...]
"""Programs that didn't answer in time, each with its fault."""


class Piece(NamedTuple):
    """A piece of work: consecutive boards of a game."""

    game: int
    first: int
    last: int
    hung: HungPrograms | None = None
    """Programs that hung on earlier boards; None if unknown."""
    again: tuple[tuple[int, str, str], ...] | None = None
    """Boards and players of the matches to play; None for all of the boards."""

    def has_match(self, board: int, names: tuple[str, str]) -> bool:
        """Return whether a match on one of its boards belongs to the piece."""
        return self.again is None or (board, *names) in self.again


class Tournament(NamedTuple):
    """The settings of a tournament; with reproducible players, everything follows from them."""

    players: tuple[str, ...]
    games: tuple[Entry, ...]
    boards: int
    seed: int = 0
    is_gauntlet: bool = False
    """Whether only the first player meets all others."""
    max_turns: int = MAX_TURNS
    """Turn limit of a match in a game that can be endless."""

    def check(self) -> None:
        """Raise SetupError for wrong settings."""
        for players in (self.players, [entry.id for entry in self.games]):
            for name in players:
                if players.count(name) > 1:
                    raise SetupError(f"{quoted(name)} is listed twice")
        if len(self.players) < 2:
            raise SetupError("a tournament needs at least two players")
        if not self.games:
            raise SetupError("a tournament needs at least one game")
        for name in self.players:
            make_player(name, Dice(0))
        for number in range(len(self.games)):
            self.deal(number, 1)

    @property
    def name(self) -> str:
        """The id in all its matches."""
        return f"{crc32(json.dumps([VERSION, *self]).encode()):08x}"

    def pairs(self) -> list[tuple[str, str]]:
        """Return the pairs that meet."""
        if self.is_gauntlet:
            return [(self.players[0], other) for other in self.players[1:]]
        return list(combinations(self.players, 2))

    @property
    def matches(self) -> int:
        return 2 * self.boards * len(self.games) * len(self.pairs())

    def pieces(self) -> dict[str, Piece]:
        """Return the pieces of work by key; they depend only on the tournament."""
        found = {}
        for number, entry in enumerate(self.games):
            step = 1 if self.deal(number, 1).has_visible_deal else BOARDS_PER_PIECE
            for first in range(1, self.boards + 1, step):
                last = min(first + step - 1, self.boards)
                found[f"{entry.id} {first}"] = Piece(number, first, last)
        return found

    def dice_for(self, game: int, board: int) -> Dice:
        """Return the dice of a board and all its matches."""
        return Dice.derived(self.seed, f"board {board} of {self.games[game].id}")

    def deal(self, game: int, board: int) -> AnyGame:
        """Deal a board; deal again if the game is over before the first move."""
        entry, dice = self.games[game], self.dice_for(game, board)
        kind, options = find(entry.id), dict(entry.options)
        return deal_with_first_move(
            lambda: kind.setup(options, None, dice), lambda dealt: dealt.status(dealt.start())
        )


# ---- playing


_hung: dict[str, dict[str, tuple[Piece, str]]] = {}
"""For each run, the programs that hung in this process, with piece and fault."""


Seating = Callable[[str, int, tuple[str, str]], Callable[[str, Dice], Chooser]]
"""For the match of a game, a board and two players: a function that makes a player."""


def perform(
    tournament: Tournament,
    piece: Piece,
    run: str = "",
    transcript: str | None = None,
    seating: Seating | None = None,
) -> Any:
    """Play and score all matches of a piece, in any process; return JSON.

    Calls of models are appended to the file `transcript`. `seating` replaces `make_player`: with
    it, matches can be played again.

    Matches of a piece share the engine's memory, but pieces don't: so the values that stay unknown
    depend only on the piece. If the piece doesn't list the programs that hung, use those that hung
    in this process in the same `run`; `find_outdated` finds pieces that knew too little.
    """
    engine = Engine()
    before = _hung_before(piece, run) if piece.hung is None else dict(piece.hung)
    hung = dict(before)
    lines, seconds = [], []
    for board in range(piece.first, piece.last + 1):
        matches = _play_board(tournament, engine, piece, board, hung, transcript, seating)
        for line, move_seconds in matches:
            lines.append(to_json(line))
            seconds.append(move_seconds)
    new = {name: fault for name, fault in hung.items() if name not in before}
    if run:
        _hung.setdefault(run, {}).update({name: (piece, fault) for name, fault in new.items()})
    return {"matches": lines, "seconds": seconds, "before": before, "hung": new}


def _hung_before(piece: Piece, run: str) -> dict[str, str]:
    """Return the programs that hung in this process on earlier boards."""
    found = _hung.get(run, {}).items()
    return {name: fault for name, (where, fault) in found if where[:2] < piece[:2]}


def find_outdated(results: Iterable[tuple[Piece, Any]]) -> list[Piece]:
    """Return the pieces to play again, each with the programs that hung before it in the file.

    After its first hang, in the order of the file, a program isn't asked again. Processes work side
    by side, so some of them learn of it too late.
    """
    again, hung = [], dict[str, str]()
    for piece, done in results:
        if done.get("before", {}) != hung:
            again.append(piece._replace(hung=tuple(sorted(hung.items()))))
        hung = {**done.get("hung", {}), **hung}
    return again


def _play_board(
    tournament: Tournament,
    engine: Engine,
    piece: Piece,
    board: int,
    hung: dict[str, str],
    transcript: str | None,
    seating: Seating | None,
) -> Iterator[tuple[MatchLine, list[float]]]:
    game = tournament.deal(piece.game, board)
    seed = Dice.derived(tournament.seed, f"matches on {board} of {game.id}").below(SEED_LIMIT)
    max_turns = tournament.max_turns if game.endless else sys.maxsize
    for first, second in tournament.pairs():
        for number, names in enumerate([(first, second), (second, first)], 1):
            if not piece.has_match(board, names):
                continue
            about = {"tournament": tournament.name, "game": game.id, "board": board, "match": names}
            log = MatchLog(transcript, about)
            make = seating and seating(game.id, board, names)
            match = play_match(
                game, names, seed, number, max_turns=max_turns, log=log, hung=hung, make=make
            )
            match.tags |= {"Player1": names[0], "Player2": names[1]}
            yield _make_line(tournament, engine, match, board, names, log), log.seconds


def _make_line(
    tournament: Tournament,
    engine: Engine,
    match: Match,
    board: int,
    names: tuple[str, str],
    log: MatchLog,
) -> MatchLine:
    """Return the line of a match with scored moves; `merge_results` sets its number."""
    plies = evaluate(engine, match, Budget(positions=POSITIONS))
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
        ended=UNANSWERED if log.unanswered else CUT if ending is None else ending.reason,
        fault=log.unanswered or match.fault,
        turns=match.plies[-1].turn if match.plies else 0,
        exact=is_exact,
        start=_worth(start),
        last=_worth(last),
        luck=_total_luck(plies) if is_exact else None,
        sides=(
            _player_line(Player.ONE, names, plies, log.usage[Player.ONE]),
            _player_line(Player.TWO, names, plies, log.usage[Player.TWO]),
        ),
        record=dumps(match),
    )


def _worth(value: Value) -> Fraction | None:
    return value.worth if value.is_known else None


def _total_luck(plies: Iterable[ReviewedPly]) -> Fraction:
    """Return the worth that Player 1 gained from chance outcomes."""
    lucks = ((ply.luck or Fraction(0), ply.player) for ply in plies)
    return sum((luck if player is Player.ONE else -luck for luck, player in lucks), Fraction(0))


def _player_line(
    player: Player, names: tuple[str, str], plies: tuple[ReviewedPly, ...], usage: Usage
) -> PlayerLine:
    found = summarise(player, plies)
    own = [(ply.regret, -number) for number, ply in enumerate(plies, 1) if ply.player is player]
    regret, number = max(own, default=(Fraction(0), 0))
    return PlayerLine(
        names[player],
        found.moves,
        found.decisions,
        found.kept,
        found.regret,
        found.turns_lost,
        worst=-number if regret else 0,
        worst_regret=regret,
        guessing=found.guessing,
        calls=usage.calls,
        tokens_in=usage.tokens_in,
        tokens_out=usage.tokens_out,
        retries=usage.retries,
    )


# ---- results


def find_unanswered(tournament: Tournament, lines: Sequence[MatchLine]) -> dict[str, Piece]:
    """Return the pieces of work that play the unanswered matches again, by key."""
    left = {(line.game, line.board, *line.players) for line in lines if line.is_unanswered}
    found = {}
    for key, piece in tournament.pieces().items():
        id, boards = tournament.games[piece.game].id, range(piece.first, piece.last + 1)
        again = tuple(sorted(one[1:] for one in left if one[0] == id and one[1] in boards))
        if again:
            found[f"{key} again"] = piece._replace(again=again)
    return found


def replace_matches(lines: Sequence[MatchLine], new: Iterable[MatchLine]) -> list[MatchLine]:
    """Return all matches, with new ones in the places of those played again."""
    played = {(line.game, line.board, line.players): line for line in new}
    return [
        played.get((line.game, line.board, line.players), line)._replace(match=line.match)
        for line in lines
    ]


def merge_results(
    results: Iterable[tuple[Piece, Any]],
) -> tuple[list[MatchLine], list[list[float]]]:
    """Return all matches, numbered in order, and the players' thinking times in seconds."""
    lines: list[MatchLine] = []
    seconds: list[list[float]] = []
    for _, done in results:
        for data, move_seconds in zip(done["matches"], done["seconds"], strict=True):
            lines.append(from_json(data)._replace(match=len(lines) + 1))
            seconds.append(move_seconds)
    return lines, seconds
