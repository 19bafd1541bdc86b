"""What a tournament shows: for every player and game how well they did, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..core import Player
from .bootstrap import Measure, measured
from .lines import FORFEITED, MatchLine
from .ratings import elo

ALL = "all"
"""What all games together are called."""

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
"""The figures of every player, in the order in which they are shown.

Win rate, draw rate and Elo leave out matches that were cut, and a draw is half a win; regret and
turns lost are a match, and nothing where nothing could be weighed; the result that luck is taken
out of counts a match that was cut as its last position is worth.
"""


class Standing(NamedTuple):
    """How one player did in one game, or in all of them."""

    game: str
    player: str
    matches: int
    won: int
    drawn: int
    lost: int
    """Faults included."""
    cut: int
    faults: int
    figures: dict[str, Measure | None]
    """Those of `FIGURES`; None where there is nothing that counts."""


class Meeting(NamedTuple):
    """How the matches of a pair ended, in one game."""

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
    """All that a tournament shows."""

    tournament: str
    seed: int
    players: tuple[str, ...]
    games: tuple[str, ...]
    boards: int
    matches: int
    rows: tuple[Standing, ...]
    pairs: tuple[Meeting, ...]

    @property
    def has_draws(self) -> bool:
        """Whether a match was drawn; only then do tables show draws."""
        return any(pair.drawn for pair in self.pairs)


def standings(lines: Sequence[MatchLine], seconds: Sequence[Sequence[float]] = ()) -> Standings:
    """The figures of a file of matches; `seconds` that each player thought, where that is known."""
    players = tuple(dict.fromkeys(name for line in lines for name in line.players))
    games = tuple(dict.fromkeys(line.game for line in lines))
    rows: list[Standing] = []
    for game in (*games, *([ALL] if len(games) > 1 else [])):
        chosen = [n for n, line in enumerate(lines) if game in (line.game, ALL)]
        thought = [seconds[n] for n in chosen] if seconds else []
        rows += _Table([lines[n] for n in chosen], thought, players, game).rows()
    return Standings(
        lines[0].tournament,
        lines[0].seed,
        players,
        games,
        max(line.board for line in lines),
        len(lines),
        tuple(rows),
        tuple(_meetings(lines)),
    )


def _meetings(lines: Iterable[MatchLine]) -> Iterable[Meeting]:
    found: dict[tuple[str, tuple[str, str]], Meeting] = {}
    for line in lines:
        one, two = line.players
        first = Player.TWO if (line.game, (two, one)) in found else Player.ONE
        pair = (two, one) if first is Player.TWO else (one, two)
        before = found.get((line.game, pair), Meeting(line.game, pair, 0, 0, 0, 0))
        found[line.game, pair] = before._replace(
            won=before.won + (line.winner == first + 1),
            drawn=before.drawn + line.draw,
            lost=before.lost + (line.winner == first.other + 1),
            cut=before.cut + line.is_cut,
        )
    return found.values()


Key = tuple[str, str]
"""A player, and what is counted of them."""

Sums = dict[Key, float]


class _Table:
    """Everything that is counted in some matches, board by board."""

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
        self._place = {board: place for place, board in enumerate(boards)}
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
        column = self.columns.setdefault(key, [0.0] * len(self._place))
        column[self._place[line.game, line.board]] += count

    def rows(self) -> list[Standing]:
        self._first = self._elo({name: sum(column) for name, column in self.columns.items()}, {})
        found = measured(self.columns, self._figures, self.seed, self.game)
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
                "win_rate": _share(of["won"] + of["drawn"] / 2, finished),
                "draw_rate": _share(of["drawn"], finished),
                "elo": ratings[player] if finished else None,
                "accuracy": _share(of["kept"], of["decisions"]),
                "regret": _share(of["regret"], weighed),
                "turns_lost": _share(of["turns_lost"], weighed),
                "luck_adjusted": _share(of["adjusted"], of["exact"]),
                "seconds_a_move": _share(of["seconds"], timed),
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


def _share(part: float, whole: float) -> float | None:
    return part / whole if whole else None
