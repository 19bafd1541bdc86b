"""Ideas: sentences that say what to look for in a position, without naming the move.

Each idea is a condition and a sentence. A hint says the first idea whose condition holds, so every
sentence is true by the exact values and the rules. Sentences name players, as a game's own do.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from ...budget import Exhausted
from ...core import Move
from ...errors import capitalise
from ...picture import enclose
from ..solving.value import NO_FORCED_WIN, Value, article, format_turns, percent
from .naming import name_move, noun_of
from .situation import Situation

FEW_ANSWERS = 3
"""Answers that count as few."""

MAX_DIGITS = 3
"""Decimals of a percentage in a sentence."""


class Found(NamedTuple):
    """An idea that holds: what to say, and the moves that it is about."""

    sentences: tuple[str, ...]
    moves: tuple[Move, ...] = ()
    """The best moves that carry out the idea; empty for all of them."""


Find = Callable[[Situation], Found | None]


class Idea(NamedTuple):
    """An idea: its name, and a function that returns what to say if it holds."""

    name: str
    find: Find


class SaidIdea(NamedTuple):
    """The idea of a position."""

    name: str
    text: str
    move: Move
    """The best move that carries it out."""
    is_choosy: bool
    """Whether it prefers some of the best moves to others."""


COUNTING_IDEAS = frozenset({"avoid a mistake", "keep"})
"""Ideas that say no more than how many moves are right, and name one that is wrong."""


def find_idea(situation: Situation) -> SaidIdea:
    """Return the first idea that holds; the last one always does.

    An idea that the budget doesn't cover is passed over.
    """
    best = situation.best
    for name, find in IDEAS:
        try:
            found = find(situation)
        except Exhausted:
            continue
        if found is not None:
            text = " ".join(map(_end_sentence, found.sentences))
            moves = found.moves or best
            return SaidIdea(name, text, moves[0], len(moves) < len(best))
    raise AssertionError("the last idea holds in every position")


# ---- words

WATCH_OUT = "watch out!"


def _end_sentence(clause: str) -> str:
    return f"{capitalise(clause)}{'' if clause.endswith('!') else '.'}"


def _which(on: Situation, moves: Collection[Move]) -> str:
    """Return "the cell"; "a cell" if the description that follows fits several moves."""
    if len(moves) == 1:
        return f"the {on.noun}"
    return f"{'an' if on.noun[0] in 'aeiou' else 'a'} {on.noun}"


def _look_for(on: Situation, moves: Collection[Move], what: str) -> str:
    """Return "look for the cell that …", with all moves that do it."""
    return f"look for {_which(on, moves)} {what}"


def _of_answers(on: Situation, count: int, total: int) -> str:
    """Return "only 1 of Player 2's 5 answers"."""
    return f"only {count} of {on.other}'s {total} answers"


def _s(count: int) -> str:
    """Return the ending of a verb after a count."""
    return "s" if count == 1 else ""


def _of_moves(on: Situation, moves: Collection[Move]) -> str:
    """Return "2 of the 5 moves"."""
    return f"{len(moves)} of the {len(on.report.moves)} moves"


def _keep(on: Situation, moves: Collection[Move]) -> str:
    """Return "2 of the 5 moves keep", to be followed by an object."""
    if len(moves) == len(on.report.moves):
        return "every move keeps"
    return f"{_of_moves(on, moves)} keep{_s(len(moves))}"


def _kept(value: Value) -> str:
    """Return what a good move keeps."""
    return {"win": "win", "draw": "draw"}.get(value.outcome, "balance")


def _keep_value(on: Situation) -> str:
    """Return "Player 1 can win from here: 2 of the 5 moves keep the win"."""
    value = on.report.value
    least = "" if on.report.is_exact else "at least "  # an unsolved move may be as good
    keep = f"{least}{_keep(on, on.kept)} the {_kept(value)}"
    if value.is_level:
        return f"neither player can force a win: {keep}"
    return f"{on.player} can win from here: {keep}"


def _after_failing(on: Situation) -> str:
    """Return "after any move that gives away the win", or shorter if only one move is right."""
    total = len(on.report.moves)
    if len(on.failing) < total - 1:
        return f"after any move that gives away the {_kept(on.report.value)}"
    return "after the wrong move" if total == 2 else "after all moves but one"


def _full_name(on: Situation, state: Any, move: Move) -> str:
    """Return the name of a move, with a noun if it is only a number or a word."""
    name = name_move(on.game, state, move)
    return f"the {noun_of(on.game, state)} {name}" if name == move else name


def _least(moves: Iterable[Move], measure: Callable[[Move], Any]) -> tuple[Move, ...]:
    """Return the moves whose measure is the least."""
    measures = {move: measure(move) for move in moves}
    least = min(measures.values(), default=None)
    return tuple(move for move, found in measures.items() if found == least)


# ---- the game ends now


def _win_now(on: Situation) -> Found | None:
    ends = {move: on.won_end(on.state, move) for move in on.best}
    moves = tuple(move for move, end in ends.items() if end is not None)
    if not moves:
        return None
    if len(moves) == len(on.report.moves):
        return Found(("every move wins in this turn",), moves)
    text = on.prospect(ends[move] for move in moves)
    what = f"after which {text}" if text else "that ends the game"
    return Found((f"{on.player} can win in this turn", _look_for(on, moves, what)), moves)


def _avoid_losing_now(on: Situation) -> Found | None:
    """The moves that fail all end the game with a loss."""
    if not on.can_hold or not on.failing:
        return None
    if any(on.report.moves[move].turns != 1 for move in on.failing):
        return None
    careful = f"careful: {_of_moves(on, on.failing)} would end the game"
    if text := on.prospect(map(on.end_of_turn, on.failing)):
        return Found((careful, text))
    others = "the other keeps" if len(on.kept) == 1 else "the others keep"
    return Found((f"{careful} with a loss", f"{others} the {_kept(on.report.value)}"))


# ---- what the opponent wants


def _threat_text(on: Situation, moves: tuple[Move, ...], answer: Move) -> str | None:
    """Return how the opponent's threat would end the game after these moves."""
    return on.prospect(on.won_end(on.end_of_turn(move), answer) for move in moves)


def _look_to_stop(on: Situation, answer: Move) -> str:
    """Return what good moves do to an answer: they rule it out, or make it fail."""
    excluding = [move for move in on.kept if answer not in on.answers(move)]
    if set(on.best) <= set(excluding):
        return _look_for(on, excluding, "that rules this out")
    return _look_for(on, on.kept, "that stops this")


def _is_wanted_by_both(on: Situation, answer: Move) -> bool:
    """Return whether an answer to the moves that fail is also a best move, on the same tile."""
    return answer in on.best and on.is_same_tile(answer, on.end_of_turn(on.failing[0]))


def _stop_threat(on: Situation) -> Found | None:
    """Every move that fails lets the opponent win in the next turn, in the same way."""
    if not on.can_hold or not on.failing:
        return None
    if any(on.report.moves[move].turns != 2 for move in on.failing):
        return None
    answer = on.common(on.failing, on.threats)
    if answer is None:
        lets = f"{_of_moves(on, on.failing)} would let {on.other} win in the next turn"
        return Found((WATCH_OUT, lets, _look_for(on, on.kept, "that gives no such chance")))
    if _is_wanted_by_both(on, answer):
        wants = f"{on.other} could win with it in the next turn"
        return Found((f"both players want the same {on.noun}: {wants}",), (answer,))
    text = _threat_text(on, on.failing, answer) or f"{on.other} could win in the next turn"
    return Found((WATCH_OUT, f"{_after_failing(on)}, {text}", _look_to_stop(on, answer)))


def _refuse_answer(on: Situation) -> Found | None:
    """The same answer refutes every move that fails, and no best move."""
    if not on.can_hold or len(on.failing) < 2:
        return None
    worth = 1 - on.report.value.worth

    def refutations(move: Move) -> tuple[Move, ...]:
        values = on.values_of_answers(move).items()
        return tuple(answer for answer, value in values if value.worth > worth)

    answer = on.common(on.failing, refutations)
    if answer is None or all(len(on.answers(move)) == 1 for move in on.failing):
        return None
    outcomes = {on.values_of_answers(move)[answer].outcome for move in on.failing}
    would = "win" if outcomes == {"win"} else "escape"
    if _is_wanted_by_both(on, answer):
        wants = f"{_after_failing(on)}, {on.other} could play it and {would}"
        return Found((f"both players want the same {on.noun}: {wants}",), (answer,))
    name = _full_name(on, on.end_of_turn(on.failing[0]), answer)
    if on.reveals(name):
        return None
    could = f"{on.other} could answer with {enclose(name)} and {would}"
    return Found((f"{_after_failing(on)}, {could}", _look_to_stop(on, answer)))


def _heed_threat(on: Situation) -> Found | None:
    """Some moves let the opponent win in the next turn, in the same way."""
    if not on.can_hold:
        return None
    quick = tuple(move for move in on.failing if on.report.moves[move].turns == 2)
    answer = on.common(quick, on.threats) if 2 * len(quick) >= len(on.failing) else None
    text = _threat_text(on, quick, answer) if answer is not None else None
    if text is None:
        return None
    stops = f"that stops this and keeps the {_kept(on.report.value)}"
    after = f"after {_of_moves(on, quick)}, {text}"
    return Found((WATCH_OUT, after, _look_for(on, on.kept, stops)))


# ---- winning


def _win_next(on: Situation) -> tuple[Move, ...]:
    """Return the best moves, if they win in the player's next turn."""
    is_next = on.is_outcome("win") and on.report.value.turns == 3
    return on.best if is_next else ()


def _prepare_win(on: Situation) -> Found | None:
    """One winning move stays possible after every answer."""
    moves = tuple(
        move
        for move in _win_next(on)
        if len(wins := on.wins_after_answers(move)) > 1
        and set(wins[0]).intersection(*wins[1:]) - {""}
    )
    if not moves:
        return None
    what = f"that prepares a win: none of {on.other}'s answers could stop it"
    return Found((_look_for(on, moves, what),), moves)


def _double_threat(on: Situation) -> Found | None:
    """Two winning moves are threatened, and every answer leaves one of them."""
    moves = tuple(m for m in _win_next(on) if _has_two_threats(on.wins_after_answers(m)))
    if not moves:
        return None
    what = f"that makes two threats: none of {on.other}'s answers could stop both"
    return Found((_look_for(on, moves, what),), moves)


def _has_two_threats(wins: list[tuple[Move, ...]]) -> bool:
    if len(wins) < 3:
        return False
    ways = {way for each in wins for way in each} - {""}
    return any(
        all(one in each or two in each for each in wins)
        for one in ways
        for two in ways
        if one < two
    )


def _no_good_answer(on: Situation) -> Found | None:
    """Every answer lets the player win in the next turn; the fewer answers, the clearer."""
    moves = tuple(move for move in _win_next(on) if len(on.answers(move)) > 1)
    moves = _least(moves, lambda move: len(on.answers(move)))
    if not moves:
        return None
    count = len(on.answers(moves[0]))
    if count == 2:
        what = f"that leaves {on.other} two answers, both bad"
        after = f"{on.player} could win straight after either"
    else:
        what = f"after which none of {on.other}'s {count} answers helps"
        after = f"{on.player} could win straight after each"
    return Found((f"{_look_for(on, moves, what)}: {after}",), moves)


def _only_answer(on: Situation) -> Found | None:
    if not on.is_outcome("win"):
        return None
    fitting = [move for move in on.report.moves if len(on.answers(move)) == 1]
    moves = tuple(move for move in fitting if move in on.best)
    if not moves or not set(fitting) <= set(on.kept):
        return None
    what = f"that leaves {on.other} only one answer"
    if on.report.value.turns == 3:
        after = f"{on.player} could win straight after it"
        return Found((f"{_look_for(on, moves, what)}: {after}",), moves)
    return Found((_look_for(on, fitting, what),), moves)


def _few_answers(on: Situation) -> Found | None:
    """The best move leaves fewer answers than every other move."""
    if not on.can_hold or not on.worse:
        return None
    moves = _least(on.report.moves, lambda move: len(on.answers(move)))
    fewest = len(on.answers(moves[0]))
    if not 0 < fewest <= FEW_ANSWERS or not set(moves) <= set(on.best):
        return None
    answers = "only one answer" if fewest == 1 else f"the fewest answers: only {fewest}"
    return Found((_look_for(on, moves, f"that leaves {on.other} {answers}"),), moves)


def _attack(on: Situation) -> Found | None:
    """The best move threatens to win in the next turn, and few answers stop it."""
    if not on.can_hold:
        return None
    counts = {move: (on.count_stopping(move), len(on.answers(move))) for move in on.report.moves}
    shares = {move: _share(*counts[move]) for move in counts}
    first = _least(on.best, shares.__getitem__)[0]
    if not 0 < shares[first] <= Fraction(1, 2):
        return None
    if any(shares[move] <= shares[first] for move in on.failing):
        return None
    fitting = [move for move in on.kept if counts[move] == counts[first]]
    stops = f"{_of_answers(on, *counts[first])} would stop it"
    return Found(
        (f"{_look_for(on, fitting, 'that threatens to win next')}: {stops}",),
        tuple(move for move in fitting if move in on.best),
    )


def _share(count: int, total: int) -> Fraction:
    return Fraction(count, total) if total else Fraction(1)


def _quickest(on: Situation) -> Found | None:
    if not on.is_outcome("win") or on.failing or not on.worse:
        return None
    slowest = max(value.turns or 0 for value in on.report.moves.values())
    turns = f"it takes {format_turns(on.report.value.turns)}, the slowest {slowest}"
    return Found(("every move wins", f"look for the quickest way: {turns}"))


# ---- losing


def _set_trap(on: Situation) -> Found | None:
    """Few answers of the opponent are good enough: win for a loss, hold for a balance."""
    if not on.is_outcome("loss", "draw", "endless"):
        return None
    candidates = on.kept if on.is_outcome("loss") else on.best
    counts = {
        move: (len(on.good_answers(move)), len(on.answers(move)))
        for move in candidates
        if on.answers(move)
    }
    first = _least((m for m in on.best if m in counts), lambda move: _share(*counts[move]))[:1]
    if not first or _share(*counts[first[0]]) > Fraction(1, 2):
        return None
    good, total = counts[first[0]]
    fitting = [move for move, count in counts.items() if count == (good, total)]
    if on.is_outcome("loss"):
        state, would = "every move loses against best play", "win"
    else:
        state, would = "neither player can force a win", "hold"
    trap = f"after which {_of_answers(on, good, total)} {would}{_s(good)}"
    return Found(
        (state, f"set a trap with {_which(on, fitting)} {trap}"),
        tuple(move for move in fitting if move in on.best),
    )


def _hold_out(on: Situation) -> Found | None:
    """Every move loses, but some sooner."""
    if not on.is_outcome("loss") or not on.worse:
        return None
    last = f"with which {on.player} can last {format_turns(on.report.value.turns)}"
    quick = tuple(move for move in on.worse if on.report.moves[move].turns == 2)
    answer = on.common(quick, on.threats)
    if answer is not None and answer not in on.best and (text := _threat_text(on, quick, answer)):
        after = f"after {_of_moves(on, quick)}, {text}"
        return Found(("every move loses in the end", after, _look_for(on, on.best, last)))
    soonest = min(on.report.moves[move].turns or 0 for move in on.worse)
    look = _look_for(on, on.best, f"{last}, not {soonest}")
    return Found(("every move loses, but some sooner than others", look))


# ---- no difference


def _every_move_wins(on: Situation) -> Found | None:
    """Every move wins equally soon, or for sure."""
    if not on.report.is_exact or on.worse or on.report.value.worth != 1:
        return None
    if on.is_outcome("chance"):
        return Found(("every move wins, no matter what chance decides",))
    turns = format_turns(on.report.value.turns)
    return Found((f"every move wins in {turns}: none is wrong",))


def _no_difference(on: Situation) -> Found | None:
    """No move is better than another, and none wins."""
    if not on.report.is_exact or on.worse:
        return None
    value = on.report.value
    match value.outcome:
        case "loss" if value.turns == 1:
            return Found(("every move loses in this turn",))
        case "loss":
            return Found((f"every move loses in {format_turns(value.turns)}: none lasts longer",))
        case "chance" if value.chance == 0:
            return Found(("every move loses, no matter what chance decides",))
        case "chance":
            return Found((f"all moves are equal: each {_chance(on, value.chance)}",))
    level = "best play draws" if value.outcome == "draw" else f"there is {NO_FORCED_WIN} here"
    return Found((f"{level}, and no move changes that",))


# ---- chance


def _percents(*shares: Fraction) -> list[str]:
    """Return shares with the digits that tell them from each other, from 0% and from 100%."""
    distinct = {*shares, Fraction(0), Fraction(1)}
    digits = 0
    while len({percent(each, digits) for each in distinct}) < len(distinct) and digits < MAX_DIGITS:
        digits += 1
    return [percent(share, digits) for share in shares]


def _chance(on: Situation, share: Fraction) -> str:
    """Return "has a 62% chance to win", or "scores 62% of a win" in a game with draws."""
    (text,) = _percents(share)
    if on.report.has_draws:
        return f"scores {text} of a win"
    return f"has {article(text)} {text} chance to win"


def _risk(share: Fraction) -> str:
    """Return "has a 14% chance to lose at once"."""
    (text,) = _percents(share)
    return f"has {article(text)} {text} chance to lose at once"


def _sure_win(on: Situation) -> Found | None:
    if not on.is_outcome("chance") or on.report.value.chance != 1:
        return None
    keep = _keep(on, on.best)
    return Found((f"{on.player} can win, no matter what chance decides", f"{keep} the win"))


def _take_risk(on: Situation) -> Found | None:
    """The best move is riskier than another."""
    if not on.is_outcome("chance"):
        return None
    values, risk = on.report.moves, on.risks[on.best[0]]
    safest = _least(values, on.risks.__getitem__)
    if on.best[0] in safest or {on.risks[move] for move in on.best} != {risk}:
        return None
    best = f"the best move {_risk(risk)}, but it {_chance(on, on.report.value.chance)}"
    other = max(values[move].chance for move in safest)
    if other == 0:
        return Found(("take a risk: the safest move can't win", best))
    return Found(("a risk pays here", best, f"the safest move {_chance(on, other)}"))


def _play_safe(on: Situation) -> Found | None:
    """Another move is riskier than the best."""
    if not on.is_outcome("chance"):
        return None
    highest = max(on.risks.values())
    riskiest = [move for move, risk in on.risks.items() if risk == highest]
    if set(riskiest) & set(on.best):
        return None
    best = f"the best move {_chance(on, on.report.value.chance)}"
    if highest == 1:
        return Found((f"careful: {_of_moves(on, riskiest)} would lose at once", best))
    other = max(on.report.moves[move].chance for move in riskiest)
    risky = f"play safe: a riskier move {_risk(highest)}"
    return Found((risky, f"it {_chance(on, other)}", best))


def _compare_chances(on: Situation) -> Found | None:
    if not on.is_outcome("chance"):
        return None
    best, second = on.report.value.chance, max(on.report.moves[move].chance for move in on.worse)
    if second == 0:
        name = _full_name(on, on.state, on.worse[0])
        is_name_enough = len(on.worse) == 1 and not on.reveals(name)
        losing = enclose(name) if is_name_enough else _of_moves(on, on.worse)
        return Found((f"the best move {_chance(on, best)}", f"{losing} can't win"))
    one, two = _percents(best, second)
    if on.report.has_draws:
        return Found((f"the best move scores {one} of a win, the next best {two}",))
    return Found((f"the best move has {article(one)} {one} chance to win, the next best {two}",))


# ---- the rest


def _plan(on: Situation) -> Found | None:
    """Say how the win would end, if every move that fails would end in another way."""
    if not on.is_outcome("win") or len(on.game.reasons) == 1 or not on.failing:
        return None
    end = on.end_of_line(on.best[0])
    text = on.prospect([end])
    if text is None or any(on.report.moves[move].outcome != "loss" for move in on.failing):
        return None
    if any(on.reason(on.end_of_line(move)) == on.reason(end) for move in on.failing):
        return None  # it says no more than who would win
    return Found((_keep_value(on), f"in the line of best play, {text}"), on.best[:1])


def _avoid_mistake(on: Situation) -> Found | None:
    """Name a move that fails, if possible with its refutation; the most tempting one."""
    if not on.can_hold or len(on.report.moves) < 3:
        return None
    names = {move: _full_name(on, on.state, move) for move in on.failing}
    answers = {move: _nameable_answer(on, move) for move in names if not on.reveals(names[move])}
    if not answers:
        return None
    values = on.report.moves
    move = max(answers, key=lambda each: (answers[each] is not None, values[each].rank()))
    would = "lose" if values[move].outcome == "loss" else "give away the win"
    why = f"{enclose(names[move])} would {would}"
    if answers[move] is not None:
        why = f"{why}: {on.other} could answer with {answers[move]}"
    return Found((_keep_value(on), why))


def _nameable_answer(on: Situation, move: Move) -> str | None:
    """Return the name of a good answer that isn't also the name of a best move."""
    names = (_full_name(on, on.end_of_turn(move), answer) for answer in on.good_answers(move))
    return next((name for name in names if not on.reveals(name)), None)


def _count(on: Situation) -> Found | None:
    """Count the moves that keep the value."""
    value = on.report.value
    if value.outcome in ("win", "draw", "endless"):
        return Found((_keep_value(on), *_how_long(on)))
    if value.outcome == "loss":
        return Found((f"every move loses: best play lasts {format_turns(value.turns)}",))
    if value.outcome == "chance":
        return Found((f"best play {_chance(on, value.chance)}",))
    return None


def _how_long(on: Situation) -> tuple[str, ...]:
    """Return how soon the moves that fail would lose, if they all do."""
    turns = [on.report.moves[move].turns or 0 for move in on.failing]
    if not on.report.is_exact or any(on.report.moves[m].outcome != "loss" for m in on.failing):
        return ()
    if not turns or not min(turns):
        return ()
    others = "the other would lose" if len(turns) == 1 else "the others would lose"
    least, most = min(turns), max(turns)
    within = f"in {format_turns(most)}" if least == most else f"in {least} to {most} turns"
    return (f"{others} {within}",)


def _estimate(on: Situation) -> Found | None:
    """Compare estimates, which holds in every position that wasn't solved."""
    values = on.report.moves.values()
    shares = [value.chance for value in values if not value.is_known]
    best, worst = (percent(share, 0) for share in (max(shares), min(shares)))
    sentences = ["too complex to solve, so this is an estimate"]
    if best == worst:
        sentences.append(f"the moves look alike in random games, with about {best}")
    else:
        scored = "scored" if on.report.has_draws else "won"
        most = f"in random games the most promising move {scored} about {best}"
        sentences.append(f"{most}, the least promising {worst}")
    if lost := [move for move, value in on.report.moves.items() if value.outcome == "loss"]:
        sentences.append(f"{_of_moves(on, lost)} lose{_s(len(lost))} for certain")
    return Found(tuple(sentences))


IDEAS: tuple[Idea, ...] = (
    Idea("win now", _win_now),
    Idea("every move wins", _every_move_wins),
    Idea("sure win", _sure_win),
    Idea("prepare a win", _prepare_win),
    Idea("double threat", _double_threat),
    Idea("avoid losing now", _avoid_losing_now),
    Idea("stop a threat", _stop_threat),
    Idea("no good answer", _no_good_answer),
    Idea("only answer", _only_answer),
    Idea("refuse an answer", _refuse_answer),
    Idea("heed a threat", _heed_threat),
    Idea("few answers", _few_answers),
    Idea("attack", _attack),
    Idea("trap", _set_trap),
    Idea("hold out", _hold_out),
    Idea("no difference", _no_difference),
    Idea("quickest", _quickest),
    Idea("risk", _take_risk),
    Idea("safety", _play_safe),
    Idea("chances", _compare_chances),
    Idea("plan", _plan),
    Idea("avoid a mistake", _avoid_mistake),
    Idea("keep", _count),
    Idea("estimate", _estimate),
)
"""All ideas, the most helpful first."""
