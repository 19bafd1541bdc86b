"""Explanations of moves, bad and good: sentences, and the line that shows why."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from ...budget import Budget
from ...core import AnyGame, Move, Over, Player, Turn
from ...errors import capitalise
from ..engine import Engine
from ..solving.value import NO_FORCED_WIN, Value, article, format_turns, percent
from .naming import name_as_subject, name_move


class Explanation(NamedTuple):
    """An explanation of a bad move; its sentences name players, as a game's own do."""

    why: str
    """Effect of the move. It doesn't reveal the better move."""
    better: str
    """Effect of the best move."""
    line: tuple[Move, ...]
    """Best play after the move: the refutation."""

    @property
    def text(self) -> str:
        return f"{self.why} {self.better}"


def explain(
    engine: Engine,
    game: AnyGame,
    state: Any,
    move: Move,
    budget: Budget,
    played: tuple[Move, ...] | None = None,
) -> Explanation | None:
    """Explain why a move is bad; None if it is the best or the values aren't exact.

    `played` are the moves that followed it in a real game; None if the move was not played.

    >>> import numduel
    >>> race = numduel.new("race", board="1 4 1 1/1 1 1 1/1 1 1 1/1 1 1 1")
    >>> found = explain(Engine(), race, race.start(), "Right", Budget(seconds=10))
    >>> print(found.text.replace(": ", ":\\n").replace(". ", ".\\n"))
    Right loses in 2 turns.
    Player 1 would have no move from the 4 at 1,2:
    it leads off the grid in every direction.
    Down wins in 11 turns.
    """
    report = engine.analyse(game, state, budget)
    before, after = report.value, report.moves[move]
    if not report.is_exact or after.rank() == before.rank():
        return None
    line = engine.line(game, game.play(state, move), budget)
    causes = explain_loss(game, game.play(state, move), line, report.player, played)
    subject, best = (name_as_subject(game, state, each) for each in (move, report.best[0]))
    why = [f"{subject} {_effect(before, after)}", *(causes if after.outcome == "loss" else [])]
    instead = _alternative(before, after, game.has_draws, was_played=played is not None)
    return Explanation(join_sentences(why), f"{best} {instead}.", line)


def explain_good(engine: Engine, game: AnyGame, state: Any, move: Move, budget: Budget) -> str:
    """Explain what a correct move does, in sentences that name players.

    >>> import numduel
    >>> game = numduel.new("sum", target=9)
    >>> explain_good(Engine(), game, game.start(), "9", Budget(seconds=10))
    '9 wins in 1 turn. Player 1 would take 9 and reach exactly 9.'
    """
    report = engine.analyse(game, state, budget)
    best, value = report.value, report.moves[move]
    subject = name_as_subject(game, state, move)
    match value.outcome:
        case "win":
            sentences = explain_win(engine, game, state, move, value, budget)
            if value.rank() < best.rank():
                sentences.append("Another move wins sooner")
        case "loss":
            sentences = [f"{subject} lasts {format_turns(value.turns)}", "No move lasts longer"]
            if value.rank() < best.rank():
                sentences[1] = "Another move lasts longer"
        case "chance":
            is_best = value.rank() == best.rank()
            rest = "No move has a better chance" if is_best else "Another move is slightly better"
            sentences = [f"{subject} {value.clause(has_draws=game.has_draws)}", rest]
        case "draw":
            sentences = [f"{subject} draws", "No move wins"]
        case "endless":
            sentences = [f"{subject} prevents a forced win", "No move wins by force"]
        case _:
            return f"{subject} is too complex to judge."
    return join_sentences(sentences)


def explain_win(
    engine: Engine, game: AnyGame, state: Any, move: Move, value: Value, budget: Budget
) -> list[str]:
    """Return why a move wins: the best defence, and how the game would end."""
    after, defence, winner = game.play(state, move), "", state.player
    for played in engine.line(game, after, budget):
        if not defence and after.player is not winner:
            defence = name_move(game, after, played)
        after = game.play(after, played)
    sentences = [f"{name_as_subject(game, state, move)} {value.clause()}"]
    if isinstance(game.status(after), Over):
        prospect = game.prospect(after)
        even_then = f"The best defence is {defence}; even then {prospect}"
        sentences.append(even_then if defence else capitalise(prospect))
    return sentences


def join_sentences(clauses: Iterable[str]) -> str:
    """Return clauses as sentences in one text."""
    return " ".join(f"{clause}." for clause in clauses)


def _effect(before: Value, after: Value) -> str:
    """Return what a bad move does, to follow its name."""
    if before.outcome == "chance":
        return f"costs {percent(before.chance - after.chance)} of a win"
    return f"leaves {NO_FORCED_WIN}" if after.outcome == "endless" else after.clause()


def _alternative(best: Value, after: Value, has_draws: bool, *, was_played: bool) -> str:
    """Return what the best move does, or would have done instead of the one that was played."""
    does, done, rest = _effect_of_best(best, after, has_draws)
    return f"would have {done}{rest}" if was_played else f"{does}{rest}"


def _effect_of_best(best: Value, after: Value, has_draws: bool) -> tuple[str, str, str]:
    """Return the verb of the best move, its participle, and the rest of the sentence."""
    match best.outcome:
        case "chance":
            share, instead = percent(best.chance), percent(after.chance)
            if has_draws:
                return "scores", "scored", f" {share} of a win, not {instead}"
            return "has", "had", f" {article(share)} {share} chance to win, not {instead}"
        case "win":
            return "wins", "won", f" in {format_turns(best.turns)}"
        case "loss":
            return "lasts", "lasted", f" {format_turns(best.turns)}"
        case "draw":
            return "draws", "drawn", ""
    return "prevents", "prevented", " a forced win"


def explain_loss(
    game: AnyGame,
    state: Any,
    line: tuple[Move, ...],
    loser: Player,
    played: tuple[Move, ...] | None = None,
) -> list[str]:
    """Return what the opponent can do after a losing move, and how the game would end.

    If `played` is the line, the game did end so.
    """
    status = game.status(state)
    threat = ""
    if isinstance(status, Turn) and line and status.player is not loser:
        answered = "answered" if line == played else "can answer"
        answer = f"{status.player} {answered} with {name_move(game, state, line[0])}"
        # If the answer ends the game, the ending is enough.
        threat = game.threat(state, line[0]) or (answer if len(line) > 1 else "")
    for move in line:
        state = game.play(state, move)
    ending = ""
    if isinstance(game.status(state), Over) and (len(line) > 1 or not threat):
        ending = capitalise(game.ending(state) if line == played else game.prospect(state))
    return [text for text in (threat, ending) if text]
