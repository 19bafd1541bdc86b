"""The sentences of a review: what a ply was worth, how a game stood, and what decided it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..core import Player
from ..errors import capitalise, counted
from .narration import Narration

if TYPE_CHECKING:
    from ..engine.solving.value import Value
    from ..engine.teaching.review import Review, ReviewedPlayer, ReviewedPly

LINE = 12
"""How many moves of best play are shown."""

NO_DECISION = "no decision that mattered"

ESTIMATED = "What is unknown is estimated from random games, and not marked."
"""The note on a review that isn't exact."""


def about_start(found: Review, narration: Narration) -> str:
    """How a game stood before its first move."""
    value, player = found.now, narration.match.player
    if found.plies:
        value, player = found.plies[0].before, found.plies[0].player
    if value is None or player is None:
        return ""
    return f"With best play of both, {_means(value, player, narration)}."


def about_step(step: ReviewedPly, narration: Narration) -> str:
    """What a ply was worth, in words, for the place that it led to."""
    if step.drawn:
        before, after = (f"{float(value.worth):.1%}" for value in (step.before, step.after))
        luck = "" if step.luck is None else f", luck {float(step.luck):+.1%}"
        return narration.address(f"{step.player}'s chance went from {before} to {after}{luck}.")
    if not step.mark:
        best = "That was best. " if step.is_decision else ""
        return f"{best}{_stands(step.after, step.player, narration)}"
    reason = narration.address(step.reason)
    if not step.line:
        return reason
    more = " …" if len(step.line) > LINE else ""
    return f"{reason} Best play from there: {' '.join(step.line[:LINE])}{more}"


def _means(value: Value, player: Player, narration: Narration) -> str:
    is_you = player is narration.you
    name, has_draws = "you" if is_you else narration.names[player], narration.match.game.has_draws
    return value.means(name, is_you=is_you, has_draws=has_draws)


def _stands(value: Value, player: Player, narration: Narration) -> str:
    """Return what a value means as a sentence; a name keeps its first letter."""
    is_named = value.outcome != "endless" and player is not narration.you
    words = _means(value, player, narration)
    return f"{words if is_named else capitalise(words)}."


def slip(step: ReviewedPly, narration: Narration) -> str:
    """Return what a marked move did: "Ann threw away a win."."""
    return narration.address(f"{step.player} {step.slip}.")


def accuracy(side: ReviewedPlayer) -> tuple[str, str]:
    """Return how often a player chose right, as a share and counted."""
    if side.accuracy is None:
        return NO_DECISION, ""
    right = f"{side.kept} of {counted(side.decisions, 'decision')} right"
    return f"accuracy {float(side.accuracy):.0%}", right


# ---- what decided a game


class Decided(NamedTuple):
    """The reason why a game ended so: the mark of a move, or "", and two sentences."""

    mark: str
    lead: str
    """Which turn it was; nothing where no turn was."""
    text: str


def decided(plies: Sequence[ReviewedPly], narration: Narration) -> Decided | None:
    """Return the last mistake of the player who lost, or that there was none."""
    ending = narration.match.ending
    winner = None if ending is None else ending.winner
    mistakes = [ply for ply in plies if ply.mark in ("??", "?")]
    bad = [ply for ply in mistakes if ply.player is not winner]
    if bad:
        worst = bad[-1]
        plain = f"{worst.player} {worst.slip} with {worst.move}."
        text = narration.address(worst.reason or plain)
        return Decided(worst.mark, f"Turn {worst.turn} decided it.", text)
    if any(ply.drawn for ply in plies):
        return Decided("", "", "It was decided by what was drawn.")
    if not plies or not all(ply.is_known for ply in plies):
        return None
    if winner is not None and mistakes:  # the loser gave up without need
        return Decided("", "", narration.address(f"{winner.other} made no mistake."))
    decisions = sum(ply.is_decision for ply in plies)
    if not decisions:
        return Decided("", "", "There was nothing to decide: no move was better than another.")
    return Decided("", "", f"No mistake was made in {counted(decisions, 'decision')}.")
