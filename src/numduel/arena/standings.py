"""Standings of a tournament: figures and confidence intervals per player and game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..core import Player
from ..intervals import Measure, ratio, unbounded_ratio
from ..ratings.elo import elo, rating_interval
from ..ratings.skill import Loss, skill
from .lines import FORFEITED, MatchLine, PlayerLine

ALL_GAMES = "all"
"""The name of all games together."""

FIGURES = (
    "win_rate",
    "draw_rate",
    "elo",
    "skill",
    "accuracy",
    "regret",
    "turns_lost",
    "luck_adjusted",
    "seconds_a_move",
)
"""The figures of every player, in display order.

Unanswered matches count in no figure. Win rate, draw rate and Elo leave out matches stopped at the
turn limit, and a draw is half a win.
Regret and turns lost are per match, None if no value is known. The luck-adjusted result counts a
match stopped at the turn limit as the worth of its last position.
"""


class Standing(NamedTuple):
    """One player's results in one game, or in all games."""

    game: str
    player: str
    matches: int
    won: int
    drawn: int
    lost: int
    """Losses, including those by a fault."""
    cut: int
    faults: int
    unanswered: int
    """Matches without a result because an endpoint failed; they aren't among the matches."""
    calls: int
    """Questions to a model, and their tokens."""
    tokens_in: int
    tokens_out: int
    figures: dict[str, Measure | None]
    """One entry for each of `FIGURES`; None without data."""


class PairResult(NamedTuple):
    """The results of a pair in one game."""

    game: str
    players: tuple[str, str]
    won: int
    drawn: int
    lost: int
    cut: int
    unanswered: int = 0

    @property
    def matches(self) -> int:
        return self.won + self.drawn + self.lost + self.cut


class Standings(NamedTuple):
    """The standings of a tournament."""

    tournament: str
    seed: int
    players: tuple[str, ...]
    games: tuple[str, ...]
    boards: int
    matches: int
    rows: tuple[Standing, ...]
    pairs: tuple[PairResult, ...]

    @property
    def has_draws(self) -> bool:
        """Whether a match was drawn; otherwise tables omit draws."""
        return any(pair.drawn for pair in self.pairs)

    @property
    def has_unanswered(self) -> bool:
        """Whether a match was unanswered; otherwise tables omit them."""
        return any(pair.unanswered for pair in self.pairs)


def standings(lines: Sequence[MatchLine], seconds: Sequence[Sequence[float]] = ()) -> Standings:
    """Return the standings of matches; `seconds` are the players' thinking times, if known."""
    players = tuple(dict.fromkeys(name for line in lines for name in line.players))
    games = tuple(dict.fromkeys(line.game for line in lines))
    rows: list[Standing] = []
    for game in (*games, *([ALL_GAMES] if len(games) > 1 else [])):
        chosen = [n for n, line in enumerate(lines) if game in (line.game, ALL_GAMES)]
        thought = [seconds[n] for n in chosen] if seconds else []
        rows += _Counts([lines[n] for n in chosen], thought, players, game).rows()
    return Standings(
        lines[0].tournament,
        lines[0].seed,
        players,
        games,
        max(line.board for line in lines),
        len(lines),
        tuple(rows),
        tuple(_pair_results(lines)),
    )


def _pair_results(lines: Iterable[MatchLine]) -> Iterable[PairResult]:
    found: dict[tuple[str, tuple[str, str]], PairResult] = {}
    for line in lines:
        one, two = line.players
        first = Player.TWO if (line.game, (two, one)) in found else Player.ONE
        pair = (two, one) if first is Player.TWO else (one, two)
        before = found.get((line.game, pair), PairResult(line.game, pair, 0, 0, 0, 0))
        found[line.game, pair] = before._replace(
            won=before.won + (line.winner == first + 1),
            drawn=before.drawn + line.draw,
            lost=before.lost + (line.winner == first.other + 1),
            cut=before.cut + line.is_cut,
            unanswered=before.unanswered + line.is_unanswered,
        )
    return found.values()


def _usage(side: PlayerLine) -> dict[str, int]:
    return {"calls": side.calls, "tokens_in": side.tokens_in, "tokens_out": side.tokens_out}


Key = tuple[str, str]
"""A player and the name of a count."""


class _Counts:
    """The counts of some matches, board by board."""

    def __init__(
        self,
        lines: Sequence[MatchLine],
        seconds: Sequence[Sequence[float]],
        players: Sequence[str],
        game: str,
    ) -> None:
        self.game = game
        self.players = [name for name in players if any(name in line.players for line in lines)]
        boards = dict.fromkeys((line.game, line.board) for line in lines)
        self._board_index = {board: index for index, board in enumerate(boards)}
        self.columns: dict[Key, list[float]] = {}
        self.pairs: set[tuple[str, str]] = set()
        self.is_timed = bool(seconds)
        self.losses: dict[str, dict[tuple[str, int], Loss]] = {}
        """The regret of each player on each board, against random moves."""
        for number, line in enumerate(lines):
            self._count(line, seconds[number] if seconds else (0.0, 0.0))

    def _count(self, line: MatchLine, seconds: Sequence[float]) -> None:
        for player in Player:
            side, other = line.sides[player], line.sides[player.other]
            has_won, has_lost = line.winner == player + 1, line.winner == player.other + 1
            adjusted = line.adjusted(player)
            self.pairs.add((side.player, other.player))
            counts = {
                "matches": 1,
                "won": has_won,
                "drawn": line.draw,
                "lost": has_lost,
                "cut": line.is_cut,
                "faults": has_lost and line.ended == FORFEITED,
                "moves": side.moves,
                "decisions": side.decisions,
                "kept": side.kept,
                "regret": float(side.regret),
                "turns_lost": side.turns_lost,
                "adjusted": float(adjusted or 0),
                "exact": adjusted is not None,
                "known": side.decisions > 0 or line.exact,
                "seconds": seconds[player],
            }
            if line.is_unanswered:
                counts = dict.fromkeys(counts, 0)
            else:
                self._add_loss(side, line)
            counts |= {"unanswered": line.is_unanswered, **_usage(side)}
            for name, count in counts.items():
                self._add((side.player, name), line, count)
            self._add((side.player, f"beat {other.player}"), line, has_won + line.draw / 2)

    def _add(self, key: Key, line: MatchLine, count: float) -> None:
        column = self.columns.setdefault(key, [0.0] * len(self._board_index))
        column[self._board_index[line.game, line.board]] += count

    def _add_loss(self, side: PlayerLine, line: MatchLine) -> None:
        if side.guessing is not None:
            board, boards = (line.game, line.board), self.losses.setdefault(side.player, {})
            before = boards.get(board, Loss(line.game, 0.0, 0.0))
            boards[board] = Loss(
                line.game,
                before.regret + float(side.regret),
                before.guessing + float(side.guessing),
            )

    def rows(self) -> list[Standing]:
        wins = {pair: sum(self.columns[pair[0], f"beat {pair[1]}"]) for pair in self.pairs}
        ratings, rows = elo(self.players, wins), []
        for player in self.players:
            counts = {
                name: int(sum(self.columns[player, name]))
                for name in Standing._fields
                if (player, name) in self.columns
            }
            figures = self._figures(player)
            figures["elo"] = None
            if (rate := figures["win_rate"]) is not None and rate.interval is not None:
                others = [
                    (ratings[other], wins[player, other] + wins[other, player])
                    for other in self.players
                    if (player, other) in wins
                ]
                ends = rating_interval(rate.interval, others, ratings[player])
                figures["elo"] = Measure(ratings[player], ends)
            shown = {name: figures[name] for name in FIGURES}
            rows.append(Standing(self.game, player, **counts, figures=shown))
        return rows

    def _figures(self, player: str) -> dict[str, Measure | None]:
        """Return all figures of a player except the rating; a board is a group of matches."""

        def of(*names: str) -> list[float]:
            """Return the sum of these counts on each board."""
            columns = (self.columns[player, name] for name in names)
            return [sum(counts) for counts in zip(*columns, strict=True)]

        finished, is_known = of("won", "drawn", "lost"), any(of("known"))
        timed = of("moves") if self.is_timed else []
        points = [won + drawn / 2 for won, drawn in zip(of("won"), of("drawn"), strict=True)]
        return {
            "win_rate": ratio(points, finished),
            "draw_rate": ratio(of("drawn"), finished),
            "skill": skill(list(self.losses.get(player, {}).values())),
            "accuracy": ratio(of("kept"), of("decisions")),
            "regret": unbounded_ratio(of("regret"), of("matches")) if is_known else None,
            "turns_lost": unbounded_ratio(of("turns_lost"), of("matches")) if is_known else None,
            "luck_adjusted": unbounded_ratio(of("adjusted"), of("exact")),
            "seconds_a_move": unbounded_ratio(of("seconds"), timed) if timed else None,
        }
