"""The sentences of a review: each ply, the key moments, and what decided the game."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from ..core import AnyGame, Chance, HiddenBoard, Move, Over, Player
from ..errors import capitalise, counted
from ..play.match import Match
from .narration import Names, Narration, Reader

if TYPE_CHECKING:
    from ..engine.solving.value import Value
    from ..engine.teaching.review import Resignation, Review, ReviewedPlayer, ReviewedPly

MAX_LINE_MOVES = 12
"""Maximum number of moves shown of a line of best play."""

NO_REAL_CHOICES = "no real choices"

MAX_LUCKY_MOMENTS = 3
"""Maximum number of chance events among the key moments: those that changed most."""

BIG_LUCK = Fraction(1, 5)
"""The share of a win that a chance event changes at least, to be a key moment."""

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


def describe_standing(step: ReviewedPly, narration: Narration) -> str:
    """Return how the player of a ply stands after it: "You win in 3 turns."."""
    return _means_sentence(step.after, step.player, narration)


def judge_move(step: ReviewedPly, value: Value, narration: Narration) -> str:
    """Return whether a move with this value would have been correct instead of a ply's."""
    from ..engine.teaching.review import MISTAKE_MARKS, find_mark

    mark = find_mark(step.before, value)
    verdict = "Correct!" if not mark else "That isn't the best move, but no mistake."
    if mark in MISTAKE_MARKS:
        verdict = "No, that is a mistake too."
    return f"{verdict} {_means_sentence(value, step.player, narration)}"


def format_accuracy(side: ReviewedPlayer) -> tuple[str, str]:
    """Return a player's accuracy in percent, and the number of correct moves."""
    if side.accuracy is None:
        return NO_REAL_CHOICES, ""
    right = f"{side.kept} of {counted(side.decisions, 'real choice')} correct"
    return f"accuracy {float(side.accuracy):.0%}", right


def describe_line_move(game: AnyGame, state: Any, move: Move, *, is_real: bool) -> str:
    """Return a sentence about a move of a line, and how the game ends if it does.

    It names players, as a game's own sentences do. A move that wasn't played "would" happen.

    >>> import numduel
    >>> game = numduel.new("sum", target=9)
    >>> describe_line_move(game, game.start(), "7", is_real=True)
    'Player 1 played 7.'
    >>> describe_line_move(game, game.start(), "9", is_real=False)
    'Player 1 would take 9 and reach exactly 9.'
    """
    from ..engine.teaching.naming import ANSWERS

    player, after = state.player, game.play(state, move)
    verb = "answer" if move in ANSWERS else "play"
    does = f"{verb}ed" if is_real else f"would {verb}"
    said = f"{player} {does} {game.picture(state).name_of(move)}."
    if not isinstance(game.status(after), Over):
        return said
    ending = f"{capitalise(game.ending(after) if is_real else game.prospect(after))}."
    return ending if ending.startswith(str(player)) else f"{said} {ending}"


def play_line(
    match: Match, ply: int, moves: Sequence[Move], names: Names, reader: Reader
) -> tuple[Match, list[str]]:
    """Play a line that starts after `ply` plies of a match, and describe each of its moves.

    It ends where chance would decide. Its sentences say what happened, or what would. Return the
    line as a match, and the sentences.
    """
    line, said, is_real = match.fork(ply), list[str](), True
    known = line.board
    narration = Narration(line, names, reader)
    if len(line.plies) != ply:  # chance decides here
        return line, said
    for made, move in enumerate(moves, ply):
        is_real = is_real and [each.move for each in match.plies[made : made + 1]] == [move]
        if line.player is None:
            break
        if isinstance(line.game.status(line.game.play(line.state, move)), Chance):
            break
        text = describe_line_move(line.game, line.state, move, is_real=is_real)
        said.append(narration.address(text))
        line.play(move)
    return _cover_rest(line, known), said


def _cover_rest(line: Match, known: str) -> Match:
    """Return a line whose end uncovers nothing: its hidden numbers aren't the real ones."""
    if not isinstance(line.game, HiddenBoard) or not line.uncovered:
        return line
    moves = [ply.move for ply in line.plies if ply.player is not None]
    drawn = [ply.move for ply in line.plies if ply.player is None]
    covered = Match.replay(line.game.on(known), moves, drawn=drawn, shown=known)
    covered.tags = dict(line.tags)
    return covered


def explain_accuracy(side: ReviewedPlayer, found: Review, narration: Narration) -> str:
    """Return a player's accuracy and what it means, in one line.

    "Accuracy 67%: 4 of your 6 real choices were correct."
    """
    whose = narration.address(f"of {side.player}'s").removeprefix("of ")
    if side.accuracy is None:
        has = "You had" if side.player is narration.you else f"{narration.names[side.player]} had"
        if found.has_chance:
            return f"{has} no real choices: every move had the same chance."
        return f"{has} no real choices: {_without_choices(narration)}"
    head, count, kept = f"Accuracy {float(side.accuracy):.0%}", side.decisions, side.kept
    resigned = found.resignation
    has_thrown_away = resigned is not None and resigned.player is side.player and resigned.mark
    if count == 1 and has_thrown_away:
        return f"{head}: {whose} only real choice was to resign, and it was wrong."
    if count == 1:
        right = f"{whose} only real choice was {'correct' if kept else 'wrong'}"
    elif not kept:
        none = f"neither of {whose}" if count == 2 else f"none of {whose} {count}"
        right = f"{none} real choices was correct"
    elif kept == count:
        every = f"both {whose}" if count == 2 else f"all {whose} {count}"
        right = f"{every} real choices were correct"
    else:
        right = f"{kept} of {whose} {count} real choices {'was' if kept == 1 else 'were'} correct"
    return f"{head}: {right}{', and resigning was not' if has_thrown_away else ''}."


def describe_luck_difference(found: Review, names: Names) -> str:
    """Return whom luck favoured: "In total, luck gave Ann 12.5% of a win."; "" for neither."""
    one, two = (side.luck or Fraction(0) for side in found.players)
    if one == two:
        return ""
    lucky = names[Player.ONE if one > two else Player.TWO]
    return f"In total, luck gave {lucky} {float(abs(one - two)):.1%} of a win."


# ---- key moments


class KeyMoment(NamedTuple):
    """A moment that changed the game: a mistake, luck, or a resignation."""

    ply: int
    """The number of plies up to and including it."""
    kind: str
    """One of "mistake", "decisive", "luck" and "resigned"."""
    mark: str
    """The mark of the move, or ""."""
    player: Player
    title: str
    """A sentence without its full stop: "Turn 4: you threw away a win"."""


def find_key_moments(found: Review, narration: Narration) -> list[KeyMoment]:
    """Return the mistakes, the biggest strokes of luck and a bad resignation, in order."""
    decisive = _find_decisive_index(found, narration)
    moments = [
        _describe_mistake(index, step, narration, is_decisive=index == decisive)
        for index, step in enumerate(found.plies)
        if step.is_mistake
    ]
    moments += _find_luck(found.plies, narration)
    moments.sort(key=lambda moment: moment.ply)
    resigned = found.resignation
    if resigned is not None and resigned.mark:
        title = describe_resignation(resigned, narration).removesuffix(".")
        at = len(found.plies), "resigned", resigned.mark
        title = f"The end: {_after_colon(title, resigned.player, narration)}"
        moments.append(KeyMoment(*at, resigned.player, title))
    return moments


def _find_decisive_index(found: Review, narration: Narration) -> int | None:
    """Return the index of the ply that decided the game, if a mistake did."""
    resigned = found.resignation
    is_thrown_away = resigned is not None and resigned.mark
    if is_thrown_away or not _is_decided(narration):
        return None
    return _last_mistake(found.plies, narration)


def _is_decided(narration: Narration) -> bool:
    """Return whether moves decided the game: it wasn't stopped, forfeited or left unfinished."""
    ending = narration.match.ending
    has_result = ending is not None and (ending.winner is not None or ending.is_draw)
    return has_result and narration.match.fault is None


def _without_choices(narration: Narration) -> str:
    """Return why a game had no real choices; moves didn't decide one that was stopped."""
    of_what = "" if _is_decided(narration) else " of best play"
    return f"no other move would have changed the outcome{of_what}."


def _last_mistake(plies: Sequence[ReviewedPly], narration: Narration) -> int | None:
    """Return the index of the last mistake of a player who didn't win."""
    ending = narration.match.ending
    winner = None if ending is None else ending.winner
    bad = [n for n, ply in enumerate(plies) if ply.is_mistake and ply.player is not winner]
    return bad[-1] if bad else None


def _describe_mistake(
    index: int, step: ReviewedPly, narration: Narration, *, is_decisive: bool
) -> KeyMoment:
    slip = _after_colon(describe_slip(step, narration).removesuffix("."), step.player, narration)
    more = ", the decisive mistake" if is_decisive else ""
    kind = "decisive" if is_decisive else "mistake"
    title = f"Turn {step.turn}: {slip}{more}"
    return KeyMoment(index + 1, kind, step.mark, step.player, title)


def _find_luck(plies: Sequence[ReviewedPly], narration: Narration) -> list[KeyMoment]:
    """Return the chance events that changed most, if they changed much."""
    from ..engine.solving.value import percent

    sizes = [(abs(ply.luck or Fraction(0)), index) for index, ply in enumerate(plies)]
    big = sorted((one for one in sizes if one[0] >= BIG_LUCK), reverse=True)
    moments = []
    for _, index in big[:MAX_LUCKY_MOMENTS]:
        step = plies[index]
        before, after = (percent(value.worth, 0) for value in (step.before, step.after))
        kind = "good" if step.luck and step.luck > 0 else "bad"
        whom = "you" if step.player is narration.you else narration.names[step.player]
        title = f"Turn {step.turn}: {kind} luck for {whom}, chance from {before} to {after}"
        moments.append(KeyMoment(index + 1, "luck", "", step.player, title))
    return moments


def _after_colon(text: str, player: Player, narration: Narration) -> str:
    """Return a sentence about a player to follow a colon: "you", but a name keeps its letter."""
    return f"{text[0].lower()}{text[1:]}" if player is narration.you else text


def describe_no_moments(found: Review, narration: Narration) -> str:
    """Return why a review has no key moments."""
    if not found.plies:
        return "No moves yet."
    if not found.is_exact:
        return "No mistake was found, but some positions were too complex to judge."
    if not any(ply.is_decision for ply in found.plies):
        luck = ", and each stroke of luck was small" if found.has_chance else ""
        return f"No key moments: neither player had a real choice{luck}."
    if found.has_chance:
        return "No key moments: neither player made a mistake."
    slight = sum(bool(ply.mark) for ply in found.plies)
    if slight:
        count = counted(slight, "move")
        return f"No mistakes: no move changed the outcome. {count} only changed how long it took."
    decisions = sum(ply.is_decision for ply in found.plies)
    return f"No mistakes: {counted(decisions, 'real choice')}, all correct."


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
    is_decided, last = _is_decided(narration), _last_mistake(plies, narration)
    if last is not None:
        worst = plies[last]
        picture = narration.match.game.picture(narration.match.states[last])
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
    if winner is not None and any(
        ply.is_mistake for ply in plies
    ):  # the loser resigned a good position
        return TurningPoint("", "", narration.address(f"{winner.other} made no mistakes."))
    decisions = sum(ply.is_decision for ply in plies)
    if not decisions:
        return TurningPoint("", "", f"There were no real choices: {_without_choices(narration)}")
    return TurningPoint(
        "", "", f"Neither player made a mistake ({counted(decisions, 'real choice')})."
    )
