"""Results of board searches and censuses as JSON; see docs/json.md."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..core import AnyGame, Player
from ..games import find
from ..intervals import proportion
from .as_json import game_json, number_of, value_json

if TYPE_CHECKING:
    from ..arena.matches import Score
    from ..engine.studying.boards import Board, Search
    from ..engine.studying.census import Census, Counts
    from ..engine.studying.variants import Variant
    from .shapes import reports
    from .shapes.basics import Options, Outcome


def boards_json(
    game: AnyGame, found: Iterable[Board], search: Search, seat: Player | None
) -> reports.Boards:
    """Return the boards found and the counts of the search; `seat` wins all boards, if any does."""
    return {
        "game": game_json(game),
        "boards": [_board(board) for board in found],
        "looked_at": search.tried,
        "over_before_the_first_move": search.over,
        "won": [search.won[Player.ONE], search.won[Player.TWO]],
        "draws": search.unwon["draw"],
        "endless": search.unwon["endless"],
        "won_by_one_seat": number_of(seat),
    }


def _board(board: Board) -> reports.Board:
    from ..engine.studying.boards import is_fair

    kept, count = board.correct_choices
    return {
        "game": game_json(board.game, board.game.board),
        "value": value_json(board.value),
        "winner": number_of(board.winner),
        "keeping": {"moves": kept, "of": count},
        "imperfect": board.imperfect._asdict(),
        "grade": board.grade,
        "fair": is_fair(board),
    }


def variants_json(
    game: AnyGame,
    now: Board | None,
    tried: int,
    second: Iterable[Variant],
    some: Iterable[Variant],
    even: Iterable[Variant],
) -> reports.Variants:
    """Return options that make a game fairer; `now` is the current game, if it has no boards."""
    return {
        "game": game_json(game),
        "has_boards": now is None,
        "value": None if now is None else value_json(now.value),
        "tried": tried,
        "second_wins": [_variant(variant) for variant in second],
        "second_wins_some": [_variant(variant) for variant in some],
        "nearest_to_even": [_variant(variant) for variant in even],
    }


def _variant(variant: Variant) -> reports.Variant:
    return {
        "options": _options(variant.options),
        "boards": variant.boards,
        "won_by_player1": None if variant.is_chance else variant.won,
        "won_by_player2": None if variant.is_chance else variant.lost,
        "value": None if variant.exact is None else value_json(variant.exact),
        "share_of_player1": round(variant.share, 4),
    }


# ---- a census


def census_json(
    census: Census, counts: Counts, scores: Mapping[tuple[int, str], Score]
) -> reports.Census:
    """Return the number of boards by outcome, and the scores of perfect play against levels."""
    rule_sets, is_sample = census.rule_sets(), census.how == "sample"
    return {
        "game": game_json(census.dealt(0).public()),
        "how": census.how,
        "solved": census.solved,
        "boards": counts.boards,
        "seed": census.seed if is_sample else None,
        "rows": [_row(census.id, row) for row in counts.rows],
        "outcomes": {} if census.how == "options" else _outcomes(counts, is_sample),
        "counts": [] if census.how == "options" else counts.as_data()["counts"],
        "perfect_against": [
            _score(_options(rule_sets[rule_set]), level, score)
            for (rule_set, level), score in scores.items()
        ],
    }


def _options(options: Mapping[str, Any]) -> Options:
    return dict(options)


def _row(id: str, row: Mapping[str, Any]) -> reports.CensusRow:
    """Return one choice of options and its value for Player 1."""
    from ..engine.solving.value import Value

    fields = find(id).options_type.fields
    options = {name: field.accept(row[name]) for name, field in fields.items()}
    value = Value(row["outcome"], row["turns"], Fraction(row["chance"]))
    return {"options": options, "value": value_json(value)}


def _outcomes(counts: Counts, is_sample: bool) -> dict[Outcome, reports.OutcomeCount]:
    from ..engine.solving.value import OUTCOMES

    found: dict[Outcome, reports.OutcomeCount] = {}
    for outcome in OUTCOMES:
        if count := counts.of(outcome):
            mean = counts.odds / count if outcome == "chance" else None
            found[outcome] = {
                "boards": count,
                "share": str(Fraction(count, counts.boards)),
                "interval": list(proportion(count, counts.boards)) if is_sample else None,
                "mean": None if mean is None else str(mean),
            }
    return found


def _score(options: Options, level: str, score: Score) -> reports.LevelScore:

    return {
        "options": options,
        "level": level,
        "matches": score.matches,
        "won": score.won,
        "lost": score.lost,
        "drawn": score.drawn,
        "unfinished": score.unfinished,
        "share": score.points / score.matches,
        "interval": list(proportion(score.points, score.matches)),
    }
