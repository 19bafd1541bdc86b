"""Tune a game: measure its variants and rank them by fairness and depth."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product
from math import prod
from typing import Any, NamedTuple

from ..core import AnyGame
from ..engine import Engine
from ..engine.opponents.levels import Memory
from ..errors import SetupError, listed, quoted
from ..game_files import file_of
from ..games import find
from ..options import Option, Whole
from .measuring import (
    MIN_KNOWN_SHARE,
    ORDINARY,
    SeatShare,
    Study,
    measure_play,
    play_ordinary_games,
    score_of,
    solve_boards,
)

DEFAULT_GAMES = 200
"""Games for each variant, if no number is given."""

MAX_VALUED_GAMES = 40
"""Games of a variant in which real choices are counted: they vary less than winners."""

MAX_VARIANTS = 1000
"""Variants that one search may have."""

LIMIT_SHARE = 5
"""The positions searched for a variant: one of this many of those of a report."""

HALF_DEPTH = 5.0
"""Real choices per game at which the depth is one half."""

RANGE_WITH_DASH = re.compile(r"(\d+)[-–](\d+)")
"""A range as people may write it by mistake."""

Setting = bool | int | str
"""The value of an option."""


class Tuning(NamedTuple):
    """The settings of a search: a game, fixed options, varied options, games and a seed."""

    id: str
    given: tuple[tuple[str, object], ...]
    varied: tuple[tuple[str, tuple[Setting, ...]], ...]
    games: int = DEFAULT_GAMES
    seed: int = 0

    def variants(self) -> list[dict[str, Setting]]:
        """Return the varied options of every variant."""
        names = [name for name, _ in self.varied]
        return [
            dict(zip(names, values, strict=True))
            for values in product(*(values for _, values in self.varied))
        ]

    def measure(self, varied: Mapping[str, Setting]) -> dict[str, Any]:
        """Return the figures of a variant as JSON data; it may run in any process."""
        study = Study(self.id, (*self.given, *varied.items()), self.games, self.seed)
        study = study._replace(positions=study.limits.in_all // LIMIT_SHARE)
        try:
            return _measure(study)
        except SetupError as error:  # these options can't be combined
            return {"problem": str(error)}


def rules_version(id: str) -> str:
    """Return a text that changes with the file of a game; "" for a game of a package."""
    from hashlib import sha256

    path = file_of(find(id))
    if path is None:
        return ""
    with open(path, "rb") as file:
        return sha256(file.read()).hexdigest()


def _measure(study: Study) -> dict[str, Any]:
    engine = Engine()
    boards = solve_boards(study, engine)
    played, _ = play_ordinary_games(study, engine, Memory(), valued=MAX_VALUED_GAMES)
    figures = measure_play([one.counts for one in played])
    seats = SeatShare(ORDINARY, score_of(played))
    is_luck = bool(boards.chance) and boards.worth is not None and study.dealt(0).is_pure_luck
    share = float(boards.worth or 0) if is_luck else seats.share
    low, high = (share, share) if is_luck else seats.interval
    values = {name: None if found is None else found.value for name, found in figures.items()}
    valued = [one.counts for one in played[:MAX_VALUED_GAMES]]
    known, positions = sum(one.known for one in valued), sum(one.positions for one in valued)
    if known < MIN_KNOWN_SHARE * positions:  # only the last positions, which have fewer choices
        values["decisions"] = values["decisions_per_game"] = None
    return {
        "first_player_share": share,
        "low": low,
        "high": high,
        "first_player_worth": None if boards.worth is None else float(boards.worth),
        "decisions": values["decisions"],
        "decisions_per_game": values["decisions_per_game"],
        "turns": values["turns"],
        "unfinished": values["unfinished"],
        "problem": None,
    }


class Variant(NamedTuple):
    """A variant with its figures; they are None if it could not be measured."""

    options: dict[str, Setting]
    """The varied options."""
    figures: dict[str, Any]

    @property
    def problem(self) -> str | None:
        problem: str | None = self.figures["problem"]
        return problem

    @property
    def fairness(self) -> float | None:
        """1 if both seats win equally often, 0 if one of them always wins."""
        share = self.figures.get("first_player_share")
        return None if share is None else 1 - 2 * abs(share - 0.5)

    @property
    def depth(self) -> float | None:
        """From 0 to 1: none without real choices, one half at HALF_DEPTH of them in a game.

        None if most positions could not be solved.
        """
        choices = self.figures.get("decisions_per_game")
        return None if choices is None else choices / (choices + HALF_DEPTH)

    @property
    def score(self) -> float | None:
        """Fairness times depth times the share of games that end."""
        if self.fairness is None or self.depth is None:
            return None
        return self.fairness * self.depth * (1 - (self.figures["unfinished"] or 0.0))


def rank(variants: Sequence[Variant]) -> list[Variant]:
    """Return variants by score, the best first; those without a score last."""
    return sorted(variants, key=lambda one: -1.0 if one.score is None else one.score, reverse=True)


class Landscape(NamedTuple):
    """The scores by two options: rows and columns. With one option there is one row."""

    row_name: str
    rows: tuple[Setting, ...]
    column_name: str
    columns: tuple[Setting, ...]
    cells: dict[tuple[Setting, Setting], Variant]
    """The best variant with these two values."""


def landscape(tuning: Tuning, variants: Sequence[Variant]) -> Landscape:
    """Return the landscape of the first two varied options."""
    (column_name, columns), *rest = reversed(tuning.varied[:2])
    row_name, rows = rest[0] if rest else ("", ("",))
    cells: dict[tuple[Setting, Setting], Variant] = {}
    for variant in reversed(rank(variants)):  # the best comes last and stays
        cells[variant.options.get(row_name, ""), variant.options[column_name]] = variant
    return Landscape(row_name, rows, column_name, columns, cells)


# ---- ranges as text


def read_ranges(
    kind: type[AnyGame], texts: Sequence[str], given: Mapping[str, object]
) -> tuple[tuple[str, tuple[Setting, ...]], ...]:
    """Return the varied options with their values: "target=10..30" or "stand=yes,no"."""
    found: dict[str, tuple[Setting, ...]] = {}
    for text in texts:
        name, _, values = text.partition("=")
        if name not in kind.options_type.fields:
            names = listed(tuple(kind.options_type.fields)) or "no option: it has none"
            raise SetupError(f"{kind.title} has no option {quoted(name)}. Choose {names}")
        if name in found or name in given:
            raise SetupError(f"the option {name} is given twice")
        found[name] = _read_values(kind.options_type.fields[name], name, values)
    if (count := prod(map(len, found.values()))) > MAX_VARIANTS:
        raise SetupError(f"that is {count:,} variants; vary less, for at most {MAX_VARIANTS:,}")
    return tuple(found.items())


def _read_values(field: Option[Any], name: str, text: str) -> tuple[Setting, ...]:
    """Return the values that a range or a list names."""
    if ".." not in text:
        listed_values = [value for value in text.split(",") if value]
        if not listed_values:
            form = "LOW..HIGH" if isinstance(field, Whole) else "VALUE,VALUE"
            raise SetupError(f"{name} has no values. Write {name}={form}")
        if isinstance(field, Whole) and (ends := RANGE_WITH_DASH.fullmatch(text)):
            raise SetupError(f"{quoted(text)} isn't a range. Write {name}={ends[1]}..{ends[2]}")
        return tuple(dict.fromkeys(field.accept(value) for value in listed_values))
    if not isinstance(field, Whole):
        raise SetupError(f"{name} is not a number. List its values: {name}=VALUE,VALUE")
    low, high = (field.accept(end) for end in text.split("..", 1))
    if low > high:
        raise SetupError(f"{name} goes from {low} down to {high}. Write the lower number first")
    if high - low >= MAX_VARIANTS:
        raise SetupError(
            f"that is {high - low + 1:,} variants; at most {MAX_VARIANTS:,} are possible"
        )
    return tuple(range(low, high + 1))
