"""Laws of pictures and features, in every position."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ...core import Game, Picture, Player
from ...errors import quoted
from .law import law
from .position import Spot, short


@law(
    "position",
    "picture",
    "A picture can be hashed; its labels and facts are printable; its "
    "marks are printable and have a meaning.",
)
def check_picture(spot: Spot) -> str | None:
    picture: Any = spot.picture  # an author's method can return anything
    if not isinstance(picture, Picture):
        return f"picture returned {short(picture)}, which isn't a Picture"
    hash(picture)
    tiles: list[Any] = picture.tiles
    for tile in tiles:
        if not isinstance(tile.label, str) or not tile.label.isprintable():
            return f"a tile has the label {short(tile.label)}, which isn't a printable text"
        for tag in tile.tags:
            if not (tag.mark.isprintable() and tag.mark.strip()):
                return f"a tile has the mark {short(tag.mark)}, which isn't a printable text"
            if not tag.meaning:
                return f"the mark {quoted(tag.mark)} has no meaning"
    for fact in picture.facts:
        if not (fact.label.isprintable() and str(fact.value).isprintable()):
            return (
                f"the fact {short(fact.label)} has the value "
                f"{short(fact.value)}, which isn't printable"
            )
        if fact.limit is not None and not isinstance(fact.value, int):
            return (
                f"the fact {quoted(fact.label)} has a limit, but its value is {short(fact.value)}"
            )
    return None


@law(
    "position",
    "picture-player",
    "A picture names the player to move, and at the end the winner alone.",
)
def check_picture_player(spot: Spot) -> str | None:
    player, winner = spot.picture.player, spot.picture.winner
    if spot.turn and (player, winner) != (spot.turn.player, None):
        return (
            f"{spot.turn.player} is to move, but the picture names "
            f"{_name(player)} and the winner {_name(winner)}"
        )
    if spot.over and (player, winner) != (None, spot.over.winner):
        told = f"the picture names {_name(player)} and the winner {_name(winner)}"
        return f"the winner is {_name(spot.over.winner)}, but {told}"
    return None


def _name(player: object) -> str:
    return "no one" if player is None else str(player)


@law(
    "position",
    "tile-moves",
    "The move of a tile is in the vocabulary, and no two tiles have the same.",
)
def check_tile_moves(spot: Spot) -> str | None:
    moves = [tile.move for tile in spot.picture.tiles if tile.move is not None]
    for move in moves:
        if move not in spot.game.vocabulary:
            return f"a tile has the move {short(move)}, which is missing from the vocabulary"
    twice = next((move for move, count in Counter(moves).items() if count > 1), None)
    return None if twice is None else f"two tiles have the move {quoted(twice)}"


@law(
    "position",
    "picture-shape",
    "Without `features`, all pictures have the rows, columns and facts of the first.",
)
def check_picture_shape(spot: Spot) -> str | None:
    game = spot.game
    if type(game).features is not Game.features:
        return None
    first, now = _shape(game.picture(game.start())), _shape(spot.picture)
    if first[:2] != now[:2]:
        return (
            f"the first picture has {first[0]} rows of {first[1]} "
            f"tiles, this one {now[0]} of {now[1]}"
        )
    if first != now:
        return f"the first picture has the facts {_labels(first[2])}, this one {_labels(now[2])}"
    return None


def _shape(picture: Picture) -> tuple[int, int, Counter[tuple[Player | None, str]]]:
    facts = Counter((fact.player, fact.label) for fact in picture.facts)
    return len(picture.rows), picture.columns, facts


def _labels(facts: Counter[tuple[Player | None, str]]) -> str:
    return ", ".join(sorted(quoted(label) for _, label in facts)) or "none"


@law(
    "position",
    "features-in-bounds",
    "Features are whole numbers as many and as high as `layout` says, "
    "and end with the seat and whose turn it is.",
)
def check_features_in_bounds(spot: Spot) -> str | None:
    (rows, columns), described = spot.game.layout()
    highest = [
        (feature.name, feature.highest)
        for feature in described
        for _ in range(rows * columns if feature.per_tile else 1)
    ]
    found: tuple[Any, Any] = spot.features
    for player, numbers in zip(Player, found, strict=True):
        if not isinstance(numbers, tuple) or {type(number) for number in numbers} != {int}:
            return f"features returned {short(numbers)}, which isn't a tuple of whole numbers"
        if len(numbers) != len(highest):
            return f"there are {len(numbers)} features, but layout describes {len(highest)}"
        for number, (name, limit) in zip(numbers, highest, strict=True):
            if not 0 <= number <= limit:
                return f"the feature {quoted(name)} is {number}, but layout allows 0 to {limit}"
        seat = (player + 1, int(spot.state.player is player))
        if numbers[-2:] != seat:
            return f"the last features for {player} are {numbers[-2:]}, not {seat}"
    return None


@law(
    "position",
    "features-by-number",
    "`features` also takes the number of a player, 0 or 1.",
    is_costly=True,
)
def check_features_by_number(spot: Spot) -> str | None:
    for player, numbers in zip(Player, spot.features, strict=True):
        if spot.game.features(spot.state, int(player)) != numbers:  # type: ignore[arg-type]
            return f"features for {player} and for the number {int(player)} differ"
    return None


@law("position", "short-marks", "Marks on tiles have one or two characters.", is_warning=True)
def check_short_marks(spot: Spot) -> str | None:
    for tag in {tag for tile in spot.picture.tiles for tag in tile.tags}:
        if len(tag.mark) > 2 or tag.mark != tag.mark.strip():
            return f"a tile has the mark {short(tag.mark)}: use one or two characters"
    return None
