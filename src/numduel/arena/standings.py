"""Standings of a tournament: figures and confidence intervals per player and game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..core import Player
from .bootstrap import Measure, measure
from .lines import FORFEITED, MatchLine
from .ratings import elo

ALL_GAMES = "all"
"""The name of all games together."""

FIGURES = (
    "win_rate",
    "draw_rate",
    "elo",
    "accuracy",
    "regret",
    "turns_lost",
    "luck_adjusted",
    "seconds_a_move",
)
"""The figures of every player, in display order.

Win rate, draw rate and Elo leave out matches stopped at the turn limit, and a draw is half a win.
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
        )
    return found.values()


Key = tuple[str, str]
"""A player and the name of a count."""

Sums = dict[Key, float]


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
        self.seed = lines[0].seed
        self.players = [name for name in players if any(name in line.players for line in lines)]
        boards = dict.fromkeys((line.game, line.board) for line in lines)
        self._board_index = {board: index for index, board in enumerate(boards)}
        self.columns: dict[Key, list[float]] = {}
        self.pairs: set[tuple[str, str]] = set()
        self.is_timed = bool(seconds)
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
            for name, count in counts.items():
                self._add((side.player, name), line, count)
            self._add((side.player, f"beat {other.player}"), line, has_won + line.draw / 2)

    def _add(self, key: Key, line: MatchLine, count: float) -> None:
        column = self.columns.setdefault(key, [0.0] * len(self._board_index))
        column[self._board_index[line.game, line.board]] += count

    def rows(self) -> list[Standing]:
        self._first = self._elo({name: sum(column) for name, column in self.columns.items()}, {})
        found = measure(self.columns, self._figures, self.seed, self.game)
        rows = []
        for player in self.players:
            counts = {
                name: int(sum(self.columns[player, name]))
                for name in ("matches", "won", "drawn", "lost", "cut", "faults")
            }
            shown = {name: found[player, name] for name in FIGURES}
            rows.append(Standing(self.game, player, **counts, figures=shown))
        return rows

    def _figures(self, sums: Sums) -> dict[Key, float | None]:
        ratings = self._elo(sums, self._first)
        found: dict[Key, float | None] = {}
        for player in self.players:
            of = {name: sums[player, name] for name in COUNTED}
            finished = of["won"] + of["drawn"] + of["lost"]
            timed = of["moves"] if self.is_timed else 0
            weighed = of["matches"] if of["known"] else 0
            figures = {
                "win_rate": _ratio(of["won"] + of["drawn"] / 2, finished),
                "draw_rate": _ratio(of["drawn"], finished),
                "elo": ratings[player] if finished else None,
                "accuracy": _ratio(of["kept"], of["decisions"]),
                "regret": _ratio(of["regret"], weighed),
                "turns_lost": _ratio(of["turns_lost"], weighed),
                "luck_adjusted": _ratio(of["adjusted"], of["exact"]),
                "seconds_a_move": _ratio(of["seconds"], timed),
            }
            found |= {(player, name): value for name, value in figures.items()}
        return found

    def _elo(self, sums: Sums, begin: dict[str, float]) -> dict[str, float]:
        wins = {(mine, other): sums[mine, f"beat {other}"] for mine, other in self.pairs}
        return elo(self.players, wins, begin)


COUNTED = (
    *("matches", "won", "drawn", "lost", "moves", "decisions", "kept", "regret", "turns_lost"),
    *("adjusted", "exact", "known", "seconds"),
)


def _ratio(part: float, whole: float) -> float | None:
    return part / whole if whole else None
