"""Sentences about variants: the same game with options that make it fairer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core import AnyGame, Player

if TYPE_CHECKING:
    from ..engine.solving.value import Value
    from ..engine.studying.variants import Variant


def describe_odds(game: AnyGame | type[AnyGame], value: Value) -> str:
    """Return the chance of Player 1; if games can be drawn, a draw counts half."""
    if game.has_draws:
        return f"Player 1 scores {value}, a draw counting half,"
    return f"Player 1 wins with a chance of {value}"


def describe_variant(variant: Variant, kind: type[AnyGame]) -> str:
    """Return who wins a variant, with perfect play and between imperfect players."""
    if variant.is_chance and variant.exact is not None:
        return describe_odds(kind, variant.exact).rstrip(",")
    verb = "scores" if kind.has_draws else "wins"
    shallow = f"between imperfect players Player 1 {verb} {variant.share:.0%}"
    if variant.exact is None:
        wins = f"Player 1 on {variant.won}, Player 2 on {variant.lost} of {variant.boards} boards"
        return f"perfect: {wins}; {shallow}"
    if variant.exact.is_level:
        return f"perfect: {variant.exact}; {shallow}"
    winner = Player.ONE if variant.won else Player.TWO
    return f"perfect: {winner} in {variant.exact.turns} turns; {shallow}"
