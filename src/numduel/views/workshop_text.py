"""The texts of a report on a game: figures, boards, levels and positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from ..engine.solving.value import percent
from ..errors import counted, listed
from ..games import find
from .workshop_json import shown_board

if TYPE_CHECKING:
    from ..intervals import Measure
    from ..workshop.checker import Result
    from ..workshop.checker import Variant as CheckedVariant
    from ..workshop.measuring import Found, GameReport, Surprise
    from ..workshop.tuning import Tuning, Variant

NONE = "—"
"""The text for a figure without data."""


def _as_share(value: float) -> str:
    return percent(value, 0)


def _as_number(value: float) -> str:
    return f"{value:.1f}"


class Figure(NamedTuple):
    """The title, meaning and form of a figure."""

    title: str
    meaning: str
    format: Callable[[float], str]


FIGURES = {
    "first_player_worth": Figure(
        "first player's worth",
        "Player 1's share of the wins with perfect play; between skilled players if not solved.",
        _as_share,
    ),
    "casual_share": Figure(
        "casual: Player 1",
        "Player 1's share between casual players; a draw counts half.",
        _as_share,
    ),
    "skilled_share": Figure(
        "skilled: Player 1",
        "Player 1's share between skilled players; a draw counts half.",
        _as_share,
    ),
    "turns": Figure("turns", "Turns of both players in a game between casual players.", _as_number),
    "plies": Figure("plies", "Moves and chance outcomes in such a game.", _as_number),
    "branching": Figure("moves to choose from", "Legal moves per position.", _as_number),
    "forced": Figure("forced moves", "Share of positions with one legal move.", _as_share),
    "decisions": Figure(
        "choices that matter",
        "Share of positions in which one legal move is worth less than another.",
        _as_share,
    ),
    "decisions_per_game": Figure("real choices per game", "Such positions in a game.", _as_number),
    "lead_changes": Figure(
        "lead changes",
        "How often the better standing passes from one player to the other in a game.",
        _as_number,
    ),
    "comebacks": Figure(
        "comebacks",
        "Share of winners who once stood at 25% or less: lost, if chance decides nothing.",
        _as_share,
    ),
    "draws": Figure("draws", "Share of the finished games.", _as_share),
    "unfinished": Figure("unfinished", "Share of games stopped at the turn limit.", _as_share),
}
"""The figures in display order, by their names in the JSON."""


class FigureRow(NamedTuple):
    """A figure of the game beside those of the five games."""

    name: str
    value: str
    interval: str
    """Also "exact", or "" without an interval."""
    others: dict[str, str]
    """The same figure of the five games, by id."""

    @property
    def title(self) -> str:
        return FIGURES[self.name].title


def figure_rows(report: GameReport) -> list[FigureRow]:
    """Return all figures; rare things that never happened are left out."""
    from ..workshop.verdict import standards

    found = all_measures(report)
    rows = []
    for name, figure in FIGURES.items():
        measure = found[name]
        if name in ("draws", "unfinished") and (measure is None or not measure.value):
            continue
        others = {
            id: NONE if (other := figures.get(name)) is None else figure.format(other)
            for id, figures in standards().items()
        }
        value = NONE if measure is None else figure.format(measure.value)
        interval = _interval(measure, figure.format)
        if name == "first_player_worth" and measure is not None and measure.interval is None:
            interval = "exact"
        rows.append(FigureRow(name, value, interval, others))
    return rows


def all_measures(report: GameReport) -> dict[str, Measure | None]:
    """Return every figure of a report with its interval, by name."""
    from ..intervals import Measure

    seats = {
        f"{seat.level}_share": None if seat.share is None else Measure(seat.share, seat.interval)
        for seat in report.seats
    }
    return {"first_player_worth": report.first_player_worth, **seats, **report.figures}


def _interval(measure: Measure | None, format: Callable[[float], str]) -> str:
    if measure is None or measure.interval is None or measure.interval[0] == measure.interval[1]:
        return ""
    low, high = measure.interval
    return f"{format(low)} to {format(high)}"


def describe_options(report: GameReport) -> str:
    """Return the game and its options: "Number Run: size 5, highest 5"."""
    texts = report.game.options.texts()
    options = ", ".join(f"{name} {text}" for name, text in texts.items())
    return f"{report.game.title}: {options}" if options else report.game.title


def describe_effort(report: GameReport) -> str:
    """Return how the figures were found."""
    boards, study = report.boards, report.study
    count = f"{boards.boards:,}"
    solved = {
        "one": "solved exactly",
        "all": f"all {count} boards solved exactly",
        "sample": f"{count} random boards solved exactly",
    }[boards.how]
    if boards.unknown:
        solved = "not solved" if boards.how == "one" else f"{boards.unknown:,} boards not solved"
    games = counted(study.games, "game")
    return f"Perfect play: {solved}. Other figures: {games} of each kind, seed {study.seed}."


def endings_rows(report: GameReport) -> list[tuple[str, str]]:
    """Return each ending with its share, or with the fact that it never occurs."""
    never = "never occurs" if report.everything is not None else "never seen"
    return [
        (reason, never if reason in report.dead_reasons else percent(share, 0))
        for reason, share in report.endings.items()
    ]


def ladder_rows(report: GameReport) -> list[tuple[str, str, str, str]]:
    """Return each step of the ladder: levels, score, interval, and games."""
    rows = []
    for rung in report.ladder:
        share = NONE if rung.share is None else percent(rung.share, 0)
        low, high = rung.interval
        interval = f"{percent(low, 0)} to {percent(high, 0)}" if rung.games else ""
        rows.append((f"{rung.stronger} over {rung.weaker}", share, interval, f"{rung.games:,}"))
    return rows


def describe_surprise(surprise: Surprise) -> str:
    """Return what is surprising about a position."""
    player, tries, correct = surprise.found.report.player, surprise.tries, surprise.correct
    found = surprise.found.correct
    right = f"the only correct move, {found[0]}," if len(found) == 1 else "a correct move"
    often = f"{correct} of {tries}" if correct else f"none of {tries}"
    text = f"{player} is to move. Skilled players found {right} in {often} tries."
    if surprise.found.game.chance:
        text += f" On average they lost {percent(float(surprise.lost))} of a win."
    return text


def describe_longest(found: Found) -> str:
    """Return the length of the longest forced win."""
    value = found.report.value
    return f"{found.report.player} is to move and wins in {counted(value.turns or 0, 'turn')}."


def describe_path(found: Found) -> list[str]:
    """Return how to reach a position: the board and the moves."""
    board = shown_board(found.game, found.state)
    lines = [f"Board: {board}"] if board else []
    return [*lines, f"Moves: {' '.join(found.moves)}" if found.moves else "The first move."]


def describe_values(found: Found) -> list[str]:
    """Return the values of all moves, moves of the same value together."""
    groups: dict[str, list[str]] = {}
    ordered = sorted(found.report.moves.items(), key=lambda one: one[1].rank(), reverse=True)
    for move, value in ordered:
        groups.setdefault(value.label, []).append(move)
    return [f"{listed(moves, 'and')}: {label}" for label, moves in groups.items()]


# ---- variants

VARIANT_HEADS = ("score", "fair", "depth", "first", "interval", "perfect", "choices", "turns")
"""The titles of `variant_cells`."""

TUNING_NOTES = (
    "score: fairness × depth × share of games that end. fair: 100% if both seats win equally often "
    "between casual players. depth: from the real choices in a game, 50% with 5 of them.",
    "first: Player 1's share between casual players, with its 95% interval. perfect: the same with "
    "perfect play. "
    "choices: real choices in a game.",
)
"""The meaning of the columns."""


def describe_tuning(tuning: Tuning) -> str:
    """Return what was searched."""
    count = counted(len(tuning.variants()), "variant")
    games = counted(tuning.games, "game")
    return f"{find(tuning.id).title}: {count}, {games} each, seed {tuning.seed}"


def describe_variant(variant: Variant) -> str:
    """Return the varied options: "rows 3, columns 4"."""
    return ", ".join(f"{name} {setting_text(value)}" for name, value in variant.options.items())


def setting_text(value: object) -> str:
    """Return the value of an option as people type it."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def variant_cells(variant: Variant) -> list[str]:
    """Return the figures of a variant, for a table."""
    figures = variant.figures
    if variant.problem:
        return [NONE] * 8
    low, high = figures["low"], figures["high"]
    shares = [variant.score, variant.fairness, variant.depth, figures["first_player_share"]]
    return [
        *(NONE if share is None else percent(share, 0) for share in shares),
        "exact" if low == high else f"{100 * low:.0f}–{percent(high, 0)}",
        *(
            NONE if (value := figures[name]) is None else format(value)
            for name, format in (
                ("first_player_worth", _as_share),
                ("decisions_per_game", _as_number),
                ("turns", _as_number),
            )
        ),
    ]


# ---- checks


def describe_extent(result: Result) -> list[str]:
    """Return how many positions were examined, and of which variants not all."""
    examined = sum(variant.positions for variant in result.variants)
    if not examined:
        return []
    variants = counted(len(result.variants), "variant")
    first = f"{result.game}: {examined:,} positions of {variants} were examined."
    partly = [variant for variant in result.variants if not variant.is_complete]
    if not partly:
        return [first, "These are all positions."]
    names = list(dict.fromkeys(map(_name_variant, partly)))  # deals have the same options
    more = f"; and {len(names) - 5} more" if len(names) > 5 else ""
    return [first, f"Only some of the positions of: {'; '.join(names[:5])}{more}."]


def _name_variant(variant: CheckedVariant) -> str:
    options = {name: value for name, value in variant.options.items() if name != "board"}
    return write_options(options) or "the standard options"


def write_options(options: dict[str, object]) -> str:
    """Return options in one line: "rows 3, columns 4"."""
    return ", ".join(f"{name} {value}" for name, value in options.items())


def describe_check(result: Result) -> str:
    """Return which laws are broken, or that all hold."""
    if result.broken:
        laws = list(dict.fromkeys(finding.law for finding in result.broken))
        broken = f"{counted(len(laws), 'law')} {'is' if len(laws) == 1 else 'are'} broken"
        return f"{broken}: {listed(laws, 'and')}."
    warned = f", with {counted(len(result.warnings), 'warning')}" if result.warnings else ""
    return f"All laws hold{warned}."
