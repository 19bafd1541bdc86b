"""Matches of models, and the calls that they made."""

from __future__ import annotations

from numduel import Budget, Dice, Match, Player, players
from numduel.play.players import take_turn


def play(match: Match, who: str = "model:m", turns: int = 1) -> None:
    """Let a model play `turns` turns for the player to move; the other plays first moves."""
    player = match.player
    assert player is not None
    chooser = players.seat(who, Dice(7))
    assert chooser is not None
    chooser.begin(match.game, player)
    for _ in range(turns):
        while match.player is player:
            take_turn(chooser, match, Budget(60))
        if match.player is not None:
            match.play(match.moves[0])
    chooser.end(match)


def counted(match: Match, player: Player = Player.ONE) -> dict[str, int]:
    """Return the counts in the record of a model."""
    counts = match.tags[f"Model{player + 1}"].split()
    return {name: int(number) for name, _, number in (part.partition("=") for part in counts)}
