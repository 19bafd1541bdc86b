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
    """Return sentences on who wins a variant: between imperfect players, and with perfect play."""
    games = "" if kind.has_draws else " of games"
    score = f"Player 1 {'scores' if kind.has_draws else 'wins'} {{}}{games} {{}}."
    if variant.is_chance:
        return score.format(f"{variant.share:.1%}", "with perfect play")
    imperfect = score.format(f"{variant.share:.0%}", "between imperfect players")
    return f"{imperfect} {_describe_perfect(variant)}"


def _describe_perfect(variant: Variant) -> str:
    """Return who wins with perfect play: in how many turns, or on how many of the boards tried."""
    exact, boards = variant.exact, variant.boards
    winner = Player.ONE if variant.won > variant.lost else Player.TWO
    if exact is not None:
        won = str(exact) if exact.is_level else f"{winner} wins in {exact.turns} turns"
    elif most := max(variant.won, variant.lost):
        won = f"{winner} wins {f'all {boards}' if most == boards else f'{most} of {boards}'} boards"
    else:
        won = f"neither player can force a win on {boards} boards"
    return f"With perfect play, {won}."
