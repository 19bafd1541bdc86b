"""Reports on games of your own as JSON; see docs/json.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..core import AnyGame, HiddenBoard, Over
from ..games import find
from .as_json import number_of, seat_of, value_json

if TYPE_CHECKING:
    from typing import Any

    from ..workshop.checker import Result
    from ..workshop.measuring import Boards, Found, GameReport, Rung, SeatShare, Surprise
    from ..workshop.tuning import Tuning, Variant
    from ..workshop.vectors import Vector
    from .shapes import reports
    from .shapes.basics import Options

DIGITS = 4
"""Decimal places of shares and means."""


def report_json(report: GameReport) -> reports.GameReport:
    """Return the measurements of a game."""
    from ..workshop.verdict import headline, verdict

    figures = {
        name: None if found is None else round(found.value, DIGITS)
        for name, found in report.figures.items()
    }
    intervals = {
        name: None if found is None or found.interval is None else _rounded(found.interval)
        for name, found in report.figures.items()
    }
    first = report.first_player_worth
    intervals["first_player_worth"] = None if first.interval is None else _rounded(first.interval)
    everything, worth = report.everything, report.boards.worth
    return {
        "game": report.study.id,
        "title": report.game.title,
        "options": dict(vars(report.game.options)),
        "games": report.study.games,
        "seed": report.study.seed,
        "headline": headline(report),
        "verdict": [
            {"figure": figure, "value": value, "text": text}
            for figure, value, text in verdict(report)
        ],
        "solved": report.boards.is_solved,
        "boards": _boards(report.boards),
        "first_player_worth": round(first.value, DIGITS),
        "first_player_exact": None if worth is None else str(worth),
        "seats": [_seat(seat) for seat in report.seats],
        "turns": _turns(report),
        "plies": figures["plies"] or 0.0,
        "branching": figures["branching"],
        "forced": figures["forced"],
        "decisions": figures["decisions"],
        "decisions_per_game": figures["decisions_per_game"],
        "lead_changes": figures["lead_changes"],
        "comebacks": figures["comebacks"],
        "draws": figures["draws"],
        "unfinished": figures["unfinished"] or 0.0,
        "known": round(report.known_share, DIGITS),
        "intervals": intervals,
        "endings": {reason: round(share, DIGITS) for reason, share in report.endings.items()},
        "dead_reasons": list(report.dead_reasons),
        "dead_reasons_exact": everything is not None,
        "ladder": [_rung(rung) for rung in report.ladder],
        "all_positions": None
        if everything is None
        else {
            "positions": everything.positions,
            "decisions": round(everything.real / max(1, everything.positions), DIGITS),
        },
        "longest_win": None if report.longest is None else _position(report.longest),
        "surprise": None if report.surprise is None else _surprise(report.surprise),
    }


def _rounded(interval: tuple[float, float]) -> list[float]:
    return [round(end, DIGITS) for end in interval]


def _boards(boards: Boards) -> reports.BoardCounts:
    return {
        "how": boards.how,
        "boards": boards.boards,
        "won": list(boards.won),
        "draws": boards.drawn,
        "endless": boards.endless,
        "chance": boards.chance,
        "unknown": boards.unknown,
    }


def _seat(seat: SeatShare) -> reports.SeatShare:
    low, high = _rounded(seat.interval)
    return {
        "level": seat.level,
        "won": seat.score.points,
        "games": seat.finished,
        "unfinished": seat.score.unfinished,
        "share": None if seat.share is None else round(seat.share, DIGITS),
        "low": low,
        "high": high,
    }


def _rung(rung: Rung) -> reports.LadderStep:
    low, high = _rounded(rung.interval)
    return {
        "stronger": rung.stronger,
        "weaker": rung.weaker,
        "won": rung.score.points,
        "games": rung.games,
        "unfinished": rung.score.unfinished,
        "low": low,
        "high": high,
    }


def _turns(report: GameReport) -> reports.GameTurns:
    mean, counts = report.figures["turns"], report.turn_counts
    low, high = (None, None) if mean is None or mean.interval is None else mean.interval
    perfect = report.boards.turns
    return {
        "mean": 0.0 if mean is None else round(mean.value, DIGITS),
        "low": None if low is None else round(low, DIGITS),
        "high": None if high is None else round(high, DIGITS),
        "shortest": min(counts, default=None),
        "longest": max(counts, default=None),
        "perfect": None if perfect is None else round(float(perfect), DIGITS),
        "counts": {str(turns): counts[turns] for turns in sorted(counts)},
    }


def _position(found: Found) -> reports.FoundPosition:
    return {
        "board": shown_board(found.game, found.state),
        "moves": list(found.moves),
        "player": seat_of(found.report.player),
        "value": value_json(found.report.value),
        "values": {move: value_json(value) for move, value in found.report.moves.items()},
        "correct": list(found.correct),
    }


def _surprise(surprise: Surprise) -> reports.SurprisingPosition:
    return {
        **_position(surprise.found),
        "tries": surprise.tries,
        "found": surprise.correct,
        "lost": round(float(surprise.lost), DIGITS),
    }


def shown_board(game: AnyGame, state: Any) -> str | None:
    """Return the board as players know it in a position; None if there is none."""
    return (game.shown(state) if isinstance(game, HiddenBoard) else game.board) or None


# ---- variants


def tuning_json(tuning: Tuning, variants: Sequence[Variant]) -> reports.Tuning:
    """Return the variants of a search in their order."""
    return {
        "game": tuning.id,
        "options": _fixed_options(tuning),
        "varied": {name: list(values) for name, values in tuning.varied},
        "games": tuning.games,
        "seed": tuning.seed,
        "variants": [_variant(variant) for variant in variants],
    }


def _fixed_options(tuning: Tuning) -> Options:
    fields = find(tuning.id).options_type.fields
    return {name: fields[name].accept(value) for name, value in tuning.given}


def _variant(variant: Variant) -> reports.TunedVariant:
    figures = {
        name: round(value, DIGITS) if isinstance(value, float) else value
        for name, value in variant.figures.items()
    }
    return {
        "options": {**variant.options},
        "score": _round(variant.score),
        "fairness": _round(variant.fairness),
        "depth": _round(variant.depth),
        "first_player_share": figures.get("first_player_share"),
        "low": figures.get("low"),
        "high": figures.get("high"),
        "first_player_worth": figures.get("first_player_worth"),
        "decisions": figures.get("decisions"),
        "decisions_per_game": figures.get("decisions_per_game"),
        "turns": figures.get("turns"),
        "unfinished": figures.get("unfinished"),
        "problem": variant.problem,
    }


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS)


# ---- test vectors


def vector_json(vector: Vector) -> reports.RuleVector:
    """Return a test vector."""
    over = vector.status if isinstance(vector.status, Over) else None
    return {
        "game": vector.game.id,
        "options": dict(vars(vector.game.options)),
        "board": vector.board,
        "moves": list(vector.moves),
        "player": number_of(vector.player),
        "legal": list(vector.legal),
        "winner": None if over is None else number_of(over.winner),
        "reason": None if over is None else over.reason,
    }


# ---- checks


def check_json(result: Result) -> reports.GameCheck:
    """Return the broken laws, the warnings, and what was examined."""
    return {
        "game": result.game,
        "ok": result.is_lawful,
        "complete": result.is_complete,
        "broken": [
            {
                "law": finding.law,
                "message": finding.message,
                "options": finding.options,
                "moves": list(finding.moves),
                "position": finding.position,
            }
            for finding in result.broken
        ],
        "warnings": [
            {"law": finding.law, "message": finding.message} for finding in result.warnings
        ],
        "variants": [
            {
                "options": variant.options,
                "positions": variant.positions,
                "complete": variant.is_complete,
            }
            for variant in result.variants
        ],
    }
