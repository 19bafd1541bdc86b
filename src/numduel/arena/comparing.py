"""Two players on the boards of the same tournament, compared board by board."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from ..comparing import Comparison, Tallies, Tally, compare_players, make_independent
from ..core import Player
from ..errors import SetupError, listed, quoted
from ..paired import Group
from .lines import MatchLine

EACH_OTHER = "each other"
"""The opponent in matches between the two players."""


class Key(NamedTuple):
    """The circumstances that two matches must share to be compared."""

    seed: int
    game: str
    options: str
    board: int
    seat: Player
    opponent: str


Matches = dict[Key, MatchLine]
"""One player's matches."""


class Pair(NamedTuple):
    """The matches of two players in the same circumstances."""

    key: Key
    first: MatchLine
    second: MatchLine


def compare_tournaments(
    first: Sequence[MatchLine], second: Sequence[MatchLine], players: tuple[str, str]
) -> Comparison:
    """Return the paired differences between a player of one file and a player of another.

    Args:
        first: The matches in the first player's file.
        second: Those in the second player's file, which may be the same.
        players: The two players; `find_players` finds those that only one of the files has.

    Raises:
        SetupError: If a player isn't in the file, or they have other boards or opponents.
    """
    return compare_players(tally_tournaments(first, second, players))


def tally_tournaments(
    first: Sequence[MatchLine], second: Sequence[MatchLine], names: tuple[str, str]
) -> Tallies:
    """Return the figures of two players for each board; see `compare_tournaments`."""
    _check_players((first, second), names)
    one = _list_matches(first, names[0], rival=names[1])
    two = _list_matches(second, names[1], rival=names[0])
    _check_same(one, two)
    pairs = [Pair(key, match, two[key]) for key, match in one.items()]
    counted = [one for one in pairs if not (one.first.is_unanswered or one.second.is_unanswered)]
    if not counted:
        raise SetupError("no match was finished by both players")
    games = dict.fromkeys(pair.key.game for pair in counted)
    tallies = [_tally_game(game, [p for p in counted if p.key.game == game]) for game in games]
    return Tallies("tournament", _tell_apart(names), tallies, len(pairs) - len(counted))


def _tell_apart(names: tuple[str, str]) -> tuple[str, str]:
    """Return the names, with the file if both are the same."""
    one, two = names
    return names if one != two else (f"{one}, first file", f"{two}, second file")


def tally_tournament(lines: Sequence[MatchLine], player: str) -> Tallies:
    """Return the figures of a player beside those of an equally strong, independent player."""
    tallies = tally_tournaments(lines, lines, (player, player))
    return make_independent(tallies._replace(names=(player, "an equally strong player")))


# ---- players and matches


def list_players(lines: Iterable[MatchLine]) -> list[str]:
    """Return the players of some matches, in alphabetical order."""
    return sorted({name for line in lines for name in line.players})


def find_players(first: Sequence[MatchLine], second: Sequence[MatchLine]) -> tuple[str, str] | None:
    """Return the one player of each file who isn't in the other; None if there are others."""
    one, two = set(list_players(first)), set(list_players(second))
    own, other = one - two, two - one
    return (own.pop(), other.pop()) if len(own) == len(other) == 1 else None


def _check_players(files: Iterable[Sequence[MatchLine]], names: tuple[str, str]) -> None:
    for lines, name, which in zip(files, names, ("first", "second"), strict=True):
        known = list_players(lines)
        if name not in known:
            raise SetupError(f"{quoted(name)} isn't in the {which} file. Choose {listed(known)}")


def _list_matches(lines: Iterable[MatchLine], player: str, rival: str) -> Matches:
    """Return a player's matches; those against the other player are between "each other"."""
    found: Matches = {}
    for line in lines:
        for seat in Player:
            if line.players[seat] != player:
                continue
            other = line.players[seat.other]
            opponent = EACH_OTHER if other == rival else other
            key = Key(line.seed, line.game, line.options, line.board, seat, opponent)
            if key in found:
                raise SetupError(f"match {line.match} of {quoted(player)} is there twice")
            found[key] = line
    return found


def _check_same(one: Matches, two: Matches) -> None:
    """Raise SetupError that says what differs, unless the circumstances are the same."""
    if one.keys() == two.keys():
        return
    for field, what in CIRCUMSTANCES.items():
        first, second = ({getattr(key, field) for key in held} for held in (one, two))
        if first != second:
            example = quoted(str(min(first ^ second)))
            raise SetupError(
                f"only one of the players has {what} {example}. Compare players on the same boards "
                "against the same opponents"
            )
    raise SetupError("the players have different matches. Finish both tournaments first")


CIRCUMSTANCES = {
    "seed": "the seed",
    "game": "the game",
    "options": "the options",
    "board": "board",
    "opponent": "the opponent",
    "seat": "the seat",
}
"""The names of what must be the same, in the order in which it is checked."""


# ---- figures


def _tally_game(game: str, pairs: Sequence[Pair]) -> Tally:
    by_board = defaultdict[int, list[Pair]](list)
    for pair in pairs:
        by_board[pair.key.board].append(pair)
    boards = list(by_board.values())
    return Tally(
        game,
        _sum_boards(boards, _result),
        _sum_boards(boards, _regret),
        _sum_boards(boards, _loss),
        _sum_boards(boards, _guessing),
    )


Value = Callable[[MatchLine, Player], Fraction | None]
"""A figure of the player in a seat of a match; None if unknown."""


def _sum_boards(boards: Iterable[Sequence[Pair]], value: Value) -> list[Group]:
    """Return the sums of two players on each board, over matches in which both are known."""
    found = []
    for pairs in boards:
        values = [[value(line, pair.key.seat) for line in pair[1:]] for pair in pairs]
        known = [(one, two) for one, two in values if one is not None and two is not None]
        if known:
            first, second = (float(sum(column)) for column in zip(*known, strict=True))
            found.append(Group(len(known), first, second))
    return found


def _result(line: MatchLine, seat: Player) -> Fraction | None:
    return line.result(seat)


def _regret(line: MatchLine, seat: Player) -> Fraction | None:
    side = line.sides[seat]
    return side.regret if side.decisions or line.exact else None


def _loss(line: MatchLine, seat: Player) -> Fraction | None:
    """Return the regret, if that of random moves is known, too."""
    side = line.sides[seat]
    return None if side.guessing is None else side.regret


def _guessing(line: MatchLine, seat: Player) -> Fraction | None:
    return line.sides[seat].guessing
