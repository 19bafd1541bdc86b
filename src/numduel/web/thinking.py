"""What is found out for those who study, in a process of its own; all of it is ready for JSON."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from itertools import islice
from typing import Any

from ..budget import Budget, Exhausted
from ..core import AnyGame, Move, Player, Turn
from ..daily.duel import result_of
from ..daily.puzzle import daily
from ..dice import Dice
from ..engine import Engine
from ..engine.teaching import hints, review
from ..engine.teaching.puzzles import Puzzle, find_puzzle
from ..engine.teaching.reasons import explain
from ..engine.teaching.solution import NO_MORE, SOLVED, Attempt, Solution, why_no_other
from ..errors import capitalise
from ..games import find
from ..play.match import Match
from ..play.players import ask, seat
from ..views.daily_text import puzzle_question
from ..views.narration import Names, Reader, address
from ..views.screen_json import shown_analysis, shown_position, shown_review
from ..views.shapes import study
from ..views.shapes.basics import ShownAnalysis
from ..views.shapes.match import ShownPosition
from .exchange import as_bytes
from .table import Thought

SECONDS = 10.0
"""Seconds for a question or a level's move."""

POSITIONS = 400_000
"""Positions that are searched for it, and remembered by a process: some 350 MB."""

REVIEW_SECONDS = 20.0
"""How long a whole game is looked at; what is not reached is estimated."""


@cache
def engine() -> Engine:
    """The engine of this process."""
    return Engine(POSITIONS)


def choose(thought: Thought) -> Move:
    """The move of a level."""
    chooser = seat(thought.who, thought.dice)
    assert chooser is not None, "a person is asked, and does not choose"
    chooser.begin(thought.game, thought.position.player)
    budget = Budget(SECONDS if thought.is_timed else None)
    return ask(chooser, thought.position, thought.moves, budget)


def analysis(game: AnyGame, position: Any) -> ShownAnalysis:
    """Return the values of a position and of its moves."""
    report = engine().analyse(game, position, Budget(SECONDS, POSITIONS))
    return shown_analysis(report, game.picture(position))


def _budget(seconds: float = SECONDS) -> Budget:
    return Budget(seconds, 4 * POSITIONS)


# ---- a match

Told = tuple[Names, Player | None]
"""The players' names, and the player who reads "you"."""


def hint(game: AnyGame, position: object, told: Told, step: int) -> study.Hint:
    """Help in a position: the first time a nudge, then the move, then what follows on it."""
    given = hints.Hints(engine(), game, position)
    text = [given.next(_budget(hints.SECONDS)) for _ in range(step)][-1]
    report = engine().analyse(game, position, _budget(hints.SECONDS))
    is_told = step > 1 or len(report.moves) == 1
    move = report.best[0] if is_told else None
    return {"step": step, "text": address(text, *told), "move": move}


def why(game: AnyGame, position: object, told: Told, move: Move) -> study.Reason:
    """Why a move is worse than another, and what follows on it."""
    found = explain(engine(), game, position, move, _budget())
    if found is None:
        is_known = engine().analyse(game, position, _budget()).is_exact
        said = "is as good as any." if is_known else "is too deep to be sure of."
        return {"text": f"{move} {said}", "move": move, "line": []}
    return {"text": capitalise(address(found.text, *told)), "move": move, "line": list(found.line)}


def last_mistake(match: Match, players: Collection[Player], told: Told) -> study.Reason:
    """Why the last bad move of one of these players was bad."""
    try:
        text = review.last_mistake(engine(), match, players, _budget())
    except Exhausted:
        text = "This game is too deep to be sure."
    return {"text": address(text, *told), "move": None, "line": []}


def reviewed(match: Match, readers: Sequence[Reader]) -> dict[Reader, bytes]:
    """Return the review of a match as JSON, worded for each reader: a ToldReview."""
    found = review.review(engine(), match, _budget(REVIEW_SECONDS))
    return {reader: as_bytes(shown_review(match, found, reader)) for reader in readers}


def result(match: Match) -> study.DuelResult:
    """What became of a duel that is finished, and the words for others."""
    found = result_of(engine(), match, _budget(REVIEW_SECONDS))
    return {
        "day": found.day,
        "game": found.game,
        "level": found.level,
        "outcome": found.outcome,
        "turns": found.turns,
        "decisions": found.decisions,
        "kept": found.kept,
        "help": found.help,
        "course": found.course,
        "text": found.text,
        "lines": found.text.splitlines(),
    }


# ---- puzzles


def puzzle(day: str, game: str, grade: str, seed: int) -> Puzzle:
    """The puzzle of a day, or else one to practise with."""
    budget = Budget(REVIEW_SECONDS)
    if day:
        return daily(day, budget)
    return find_puzzle(find(game) if game else None, {}, Dice(seed), budget, grade or None)


def _attempt(puzzle: Puzzle, made: list[Move]) -> Attempt:
    """How far somebody has come, if they can have come so far."""
    attempt = Attempt(puzzle)
    attempt.made = tuple(made)
    match = Match.replay(puzzle.game, attempt.moves)
    status = match.status
    if not isinstance(status, Turn) or status.player is not puzzle.report.player:
        attempt.made = ()
    return attempt


def tried(puzzle: Puzzle, made: list[Move], text: str) -> study.Tried:
    """What a move in a puzzle comes to; of a wrong one, what refutes it."""
    attempt = _attempt(puzzle, made)
    match = Match.replay(puzzle.game, attempt.moves)
    move = match.read(text)
    solution = Solution(engine(), attempt, _budget())
    answer = solution.answer(move)
    said = [answer.words]
    if answer.is_solved:
        said.append(why_no_other(engine(), puzzle, _budget()))
    line = (move, *answer.reply) if answer.is_right else solution.refutation(move)
    right = [*attempt.made, *line] if answer.is_right else list(attempt.made)
    asked = puzzle_question(puzzle.report.player, is_first=not right)
    return {
        "is_right": answer.is_right,
        "is_solved": answer.is_solved,
        "said": said,
        "lines": [words for words in said if words != SOLVED],
        "question": None if answer.is_solved else asked,
        "made": right,
        "positions": _positions(puzzle, (*attempt.made, *line), len(attempt.made)),
    }


def help_with(puzzle: Puzzle, made: list[Move], number: int) -> study.Help:
    """One help after so many others, without a word on the right move."""
    helps = Solution(engine(), _attempt(puzzle, made), _budget()).helps()
    text = next(islice(helps, number, None), NO_MORE)
    return {"text": text, "is_last": text == NO_MORE}


def solution(puzzle: Puzzle) -> study.Solution:
    """The answer, for who has found it or gives up."""
    found = Solution(engine(), Attempt(puzzle), _budget())
    positions = _positions(puzzle, found.line(), 0)
    return {"answer": puzzle.answer, "said": found.solution(), "positions": positions}


def _positions(puzzle: Puzzle, line: tuple[Move, ...], start: int) -> list[ShownPosition]:
    """The positions of a line, from the one after so many of its moves on."""
    return [
        position(puzzle, (*puzzle.moves, *line[:count])) for count in range(start, len(line) + 1)
    ]


def position(puzzle: Puzzle, moves: Sequence[Move]) -> ShownPosition:
    """Return the position of a puzzle after all these moves, for the one who solves it."""
    match = Match.replay(puzzle.game, moves)
    return shown_position(match, reader=Reader.of([puzzle.report.player]))
