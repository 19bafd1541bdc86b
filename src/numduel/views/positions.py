"""Positions of a match: their pictures, and the tiles that were chosen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ..core import AnyGame, Move, Picture, Player, Status
from ..errors import IllegalMove
from ..play.match import Match


def picture(match: Match, ply: int | None = None) -> Picture:
    """Return the picture after some plies, or now; the last one shows hidden numbers at the end."""
    index = len(match.plies) if ply is None else ply
    drawn = _drawn(match.game, match.states[index])
    is_last = index == len(match.plies)
    if match.ending is not None and is_last:  # also if people ended it, not the rules
        drawn = drawn._replace(player=None, winner=match.ending.winner)
    hidden = match.uncovered if is_last else ()
    if [len(row) for row in hidden] != [len(row) for row in drawn.rows]:
        return drawn
    rows = (
        tuple(t if t.label else t._replace(label=label) for t, label in zip(*pair, strict=True))
        for pair in zip(drawn.rows, hidden, strict=True)
    )
    return drawn._replace(rows=tuple(rows))


def status_at(match: Match, ply: int | None = None) -> Status:
    """Return the status after some plies, or now; the match caches the current one."""
    if ply is None or ply == len(match.plies):
        return match.status
    return match.game.status(match.states[ply])


def last_tile(match: Match, ply: int | None = None) -> int | None:
    """Return the tile chosen last in the first plies, or in all; None for none."""
    made = zip(match.states, match.plies[:ply], strict=False)
    last = next(((s, p.move) for s, p in reversed(list(made)) if p.player is not None), None)
    return None if last is None else _chosen_in(match.game, *last)[0]


def trails(match: Match, ply: int | None = None) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the tiles that each player has chosen in the first plies, or in all, in order.

    A player who has had several tokens at once has no trail.

    >>> import numduel
    >>> trails(Match.replay(numduel.new("maze", board="4 3 8/9 5 1/2 7 6"), ["0,0", "2,0", "0,1"]))
    ((0, 1), (6,))
    """
    count = len(match.plies) if ply is None else ply
    chosen: tuple[list[int], list[int]] = ([], [])
    several = _with_several_tokens(_drawn(match.game, match.states[count]))
    for state, made in zip(match.states, match.plies[:count], strict=False):
        if made.player is not None:
            tile, before = _chosen_in(match.game, state, made.move)
            several |= before
            chosen[made.player].extend([] if tile is None else [tile])
    one, two = (() if player in several else tuple(chosen[player]) for player in Player)
    return one, two


def tiles(match: Match, ply: int | None = None) -> list[int | None]:
    """Return the tile of each ply; None for what chance drew, and for a move that has no tile.

    Each tile is found in the position of its move: later, the same word may mean another tile.
    """
    made = zip(match.states, match.plies[:ply], strict=False)
    return [
        None if player is None else _chosen_in(match.game, state, move)[0]
        for state, (player, move, _) in made
    ]


@lru_cache(maxsize=4096)
def _chosen_in(game: AnyGame, state: Any, move: Move) -> tuple[int | None, frozenset[Player]]:
    """Return the tile of a move, and the players with several tokens when it was made.

    Cached, so that a long match is not drawn again for every view.
    """
    drawn = _drawn(game, state)
    return tile_of(drawn, move), _with_several_tokens(drawn)


@lru_cache(maxsize=1024)
def _drawn(game: AnyGame, state: Any) -> Picture:
    """Return a picture; cached, because the next move starts from the last one shown."""
    return game.picture(state)


def _with_several_tokens(picture: Picture) -> frozenset[Player]:
    tokens = [player for tile in picture.tiles for player in tile.tokens]
    return frozenset(player for player in Player if tokens.count(player) > 1)


def moves_without_tile(picture: Picture, moves: Sequence[Move]) -> list[Move]:
    """Return the moves without a tile."""
    tiled = {tile.move for tile in picture.tiles}
    return [move for move in moves if move not in tiled]


def typable_words(game: AnyGame, moves: Sequence[Move]) -> list[Move]:
    """Return the words that can be typed for these moves; [] if no move is a word.

    >>> import numduel
    >>> typable_words(numduel.new("race"), ["Down", "Right"])
    ['Up', 'Down', 'Left', 'Right']
    """
    if not any(move[:1].isalpha() for move in moves):
        return []
    return [move for move in game.vocabulary if move[:1].isalpha()]


def display_columns(picture: Picture) -> int:
    """Return the number of tiles side by side: a long row of choices becomes a square.

    Without tiles, return 1.

    >>> import numduel
    >>> display_columns(numduel.new("sum").picture(numduel.new("sum").start()))
    3
    """
    longest = picture.columns or 1
    is_line = len(picture.rows) == 1 and picture.first is None
    is_broken = is_line and longest > 3 and all(tile.move for tile in picture.tiles)
    return next(n for n in range(longest) if n * n >= longest) if is_broken else longest


def coordinates_of(picture: Picture, tile: int) -> str | None:
    """Return the row and column of a tile as text; None if the game has no coordinates."""
    if picture.first is None:
        return None
    row, column = divmod(tile, len(picture.rows[0]))
    return f"{row + picture.first},{column + picture.first}"


def move_to(game: AnyGame, state: Any, picture: Picture, tile: int) -> Move:
    """Return the move of a tile, legal or not; raise IllegalMove if no move leads there.

    >>> import numduel
    >>> race = numduel.new("race", board="2 1 1/1 1 1/1 1 1")
    >>> picture = race.picture(race.start())
    >>> move_to(race, race.start(), picture, 2)
    'Right'
    >>> move_to(race, race.start(), picture, 4)
    Traceback (most recent call last):
    numduel.errors.IllegalMove: the 1, centre, is not 2 steps away in a straight line
    """
    move = picture.tiles[tile].move
    if move is not None:
        return move
    cell = coordinates_of(picture, tile)
    if cell is None or cell not in game.aliases(state):
        raise IllegalMove("no move leads to that tile")
    raise IllegalMove(game.nowhere(state, cell))


def tile_of(picture: Picture, move: Move) -> int | None:
    """Return the number of the tile of a move, counted row by row from 0."""
    tiles = enumerate(picture.tiles)
    return next((number for number, tile in tiles if tile.move == move), None)
