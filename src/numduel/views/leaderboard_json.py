"""Leaderboards and verifications as JSON; see docs/benchmark.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .arena_json import DIGITS, measure_json
from .prices import cost_of

if TYPE_CHECKING:
    from ..intervals import Measure
    from .leaderboard import Entry, Leaderboard, Mistake
    from .shapes import benchmark, exams


def leaderboard_json(
    board: Leaderboard, protocol: benchmark.BenchmarkProtocol
) -> benchmark.Leaderboard:
    """Return all entries and the refused submissions."""
    return {
        "protocol": protocol,
        "entries": [_entry(rank, entry) for rank, entry in enumerate(board.entries, 1)],
        "refused": [verification_json(*one) for one in board.refused],
    }


def verification_json(
    path: str, name: str | None, problems: Sequence[str]
) -> benchmark.Verification:
    """Return whether a submission is verified, and its problems."""
    return {"path": path, "name": name, "verified": not problems, "problems": list(problems)}


def _measure(measure: Measure | None) -> exams.Measure | None:
    return measure and measure_json(measure)


def _entry(rank: int, entry: Entry) -> benchmark.LeaderboardEntry:
    one, used, gap = entry.submitted, entry.usage, entry.gap
    cost = None if one.price is None else cost_of(entry.exam_usage, one.price, entry.questions)
    return {
        "rank": rank,
        "name": one.name,
        "player": one.player,
        "prompt": one.prompt,
        "seed": one.seed,
        "commitment": one.commitment,
        "announced": one.announced,
        "numduel": one.version,
        "checked": one.checked,
        "skill": _measure(entry.skill),
        "games": {game: _measure(entry.scores[game].skill) for game in entry.games},
        "public": _measure(entry.skills.get("public")),
        "disguised": _measure(entry.skills.get("disguise")),
        "gap": gap and measure_json(gap.measure),
        "gap_p": gap and round(gap.p, DIGITS),
        "accuracy": _measure(entry.total.accuracy),
        "regret": _measure(entry.total.regret),
        "rating": _measure(entry.rating),
        "win_rate": _measure(entry.win_rate),
        "questions": entry.questions,
        "matches": len(one.matches),
        "faults": entry.faults,
        "unanswered": entry.unanswered,
        "repeated": one.repeated,
        "calls": used.calls,
        "tokens_in": used.tokens_in,
        "tokens_out": used.tokens_out,
        "cost": cost,
        "mistakes": [_mistake(mistake) for mistake in entry.mistakes],
    }


def _mistake(mistake: Mistake) -> benchmark.LeaderboardMistake:
    return {
        "where": mistake.where,
        "game": mistake.match.game.id,
        "move": mistake.move,
        "regret": round(float(mistake.regret), DIGITS),
    }
