"""What has happened in a match, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from ..play.match import Match

__all__ = ["log"]


def log(match: Match, until: int | None = None) -> list[str]:
    """What has happened in a match, up to so many plies, in the book's words."""
    game = match.game
    lines = list(game.intro())
    for state, ply in list(zip(match.states, match.plies, strict=False))[:until]:
        if ply.player is not None:
            lines += game.ask(state)[:-1][:1]  # whose turn it is, where the book says so
        lines += game.report(state, ply.move)
    if match.is_over and until in (None, len(match.plies)):
        lines += game.verdict(match.state)
    return _without_gaps(lines)


def _without_gaps(lines: Sequence[str]) -> list[str]:
    """No two empty lines in a row, and none first or last."""
    kept: list[str] = []
    for line in lines:
        if line or (kept and kept[-1]):
            kept.append(line)
    return kept[:-1] if kept and not kept[-1] else kept
