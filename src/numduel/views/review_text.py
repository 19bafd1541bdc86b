"""The sentences of a review: the value of each ply, and what decided the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..core import Player
from ..errors import capitalise, counted
from .narration import Narration

if TYPE_CHECKING:
    from ..engine.solving.value import Value
    from ..engine.teaching.review import Resignation, Review, ReviewedPlayer, ReviewedPly

MAX_LINE_MOVES = 12
"""Maximum number of moves shown of a line of best play."""

NO_REAL_CHOICES = "no real choices"

ESTIMATED = "Unsolved positions are estimated from random games and not marked."
"""The note on a review that isn't exact."""


def describe_start(found: Review, narration: Narration) -> str:
    """Return the value of the position before the first move."""
    value, player = found.now, narration.match.player
    if found.plies:
        value, player = found.plies[0].before, found.plies[0].player
    if value is None or player is None:
        return ""
    return f"With best play, {_means(value, player, narration)}."


def describe_step(step: ReviewedPly, narration: Narration) -> str:
    """Return a sentence about the value of a ply."""
    if step.drawn:
        before, after = (f"{float(value.worth):.1%}" for value in (step.before, step.after))
        luck = "" if step.luck is None else f", luck {float(step.luck):+.1%}"
        return narration.address(f"{step.player}'s chance went from {before} to {after}{luck}.")
    if not step.mark:
        best = "Correct move. " if step.is_decision else ""
        return f"{best}{_means_sentence(step.after, step.player, narration)}"
    reason = narration.address(step.reason)
    if not step.line:
        return reason
    more = " …" if len(step.line) > MAX_LINE_MOVES else ""
    return f"{reason} Best play from there: {' '.join(step.line[:MAX_LINE_MOVES])}{more}"


def _means(value: Value, player: Player, narration: Narration) -> str:
    is_you = player is narration.you
    name, has_draws = "you" if is_you else narration.names[player], narration.match.game.has_draws
    return value.means(name, is_you=is_you, has_draws=has_draws)


def _means_sentence(value: Value, player: Player, narration: Narration) -> str:
    """Return the meaning of a value as a sentence; a name keeps its first letter."""
    is_named = value.outcome != "endless" and player is not narration.you
    words = _means(value, player, narration)
    return f"{words if is_named else capitalise(words)}."


def describe_slip(step: ReviewedPly, narration: Narration) -> str:
    """Return the sentence about a marked move: "Ann threw away a win."."""
    return narration.address(f"{step.player} {step.slip}.")


def format_accuracy(side: ReviewedPlayer) -> tuple[str, str]:
    """Return a player's accuracy in percent, and the number of correct moves."""
    if side.accuracy is None:
        return NO_REAL_CHOICES, ""
    right = f"{side.kept} of {counted(side.decisions, 'real choice')} correct"
    return f"accuracy {float(side.accuracy):.0%}", right


# ---- turning points


class TurningPoint(NamedTuple):
    """The mark of the move that decided a game, or "", and two sentences."""

    mark: str
    lead: str
    """The sentence that names the turn; "" if no turn decided the game."""
    text: str


def describe_resignation(resignation: Resignation | None, narration: Narration) -> str:
    """Return what a player threw away: "You resigned a winning position."; "" if not known."""
    if resignation is None or not resignation.value.is_known:
        return ""
    player, value = resignation
    return narration.address(f"{player} resigned {_name_position(value, narration)}.")


def _name_position(value: Value, narration: Narration) -> str:
    from ..engine.solving.value import article, percent

    match value.outcome:
        case "win":
            return "a winning position"
        case "loss":
            return "a lost position"
        case "draw":
            return "a drawn position"
        case "endless":
            return "a position in which neither player could force a win"
    share = percent(value.chance)
    if narration.match.game.has_draws:
        return f"a position worth {share} of a win"
    return f"with {article(share)} {share} chance to win"


def find_turning_point(
    plies: Sequence[ReviewedPly], narration: Narration, resignation: Resignation | None = None
) -> TurningPoint | None:
    """Return what decided a game: a resignation, or the last mistake of the player who lost.

    If there is neither, return a sentence why.
    """
    resigned = describe_resignation(resignation, narration)
    if resignation is not None and resignation.mark:
        return TurningPoint(resignation.mark, "Resigning decided the game.", resigned)
    found = _find_decisive_ply(plies, narration)
    if not resigned or (found is not None and found.lead):
        return found
    return TurningPoint("", "", resigned if found is None else f"{resigned} {found.text}")


def _find_decisive_ply(plies: Sequence[ReviewedPly], narration: Narration) -> TurningPoint | None:
    """Return the last mistake of the player who lost, or a sentence why there is none."""
    ending = narration.match.ending
    winner = None if ending is None else ending.winner
    # A game that was stopped, forfeited or not finished was decided by none of its moves.
    has_result = ending is not None and (winner is not None or ending.is_draw)
    is_decided = has_result and narration.match.fault is None
    mistakes = [ply for ply in plies if ply.mark in ("??", "?")]
    bad = [ply for ply in mistakes if ply.player is not winner]
    if bad:
        worst = bad[-1]
        picture = narration.match.game.picture(narration.match.states[plies.index(worst)])
        plain = f"{worst.player} {worst.slip} with {picture.name_of(worst.move)}."
        text = narration.address(worst.reason or plain)
        lead = f"Turn {worst.turn} decided the game."
        if not is_decided:
            lead = f"The last mistake was in turn {worst.turn}."
        return TurningPoint(worst.mark, lead, text)
    if any(ply.drawn for ply in plies):
        return TurningPoint("", "", "Luck decided the game.") if is_decided else None
    if not plies or not all(ply.is_known for ply in plies):
        return None
    if winner is not None and mistakes:  # the loser resigned a good position
        return TurningPoint("", "", narration.address(f"{winner.other} made no mistakes."))
    decisions = sum(ply.is_decision for ply in plies)
    if not decisions:
        return TurningPoint(
            "", "", "There were no real choices: no other move would have changed the outcome."
        )
    return TurningPoint(
        "", "", f"Neither player made a mistake ({counted(decisions, 'real choice')})."
    )
