"""Tasks that run in engine processes; their results are ready for JSON."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache, lru_cache
from itertools import islice
from typing import Any, NamedTuple, cast

from ..budget import Budget, Exhausted
from ..core import AnyGame, Move, Player, Turn
from ..daily.duel import result_of
from ..daily.puzzle import daily_puzzle
from ..dice import Dice
from ..engine import Engine
from ..engine.opponents import stopping
from ..engine.teaching import hints, review
from ..engine.teaching.naming import name_as_subject
from ..engine.teaching.puzzles import Puzzle, find_puzzle
from ..engine.teaching.reasons import explain, explain_good
from ..engine.teaching.solution import NO_MORE_HINTS, SOLVED, Attempt, Solution, explain_solution
from ..errors import capitalise
from ..games import find
from ..play.match import Match
from ..play.players import ask, seat
from ..ratings.puzzle_choice import find_fitting
from ..ratings.puzzle_rating import rate_tries, start_rating
from ..storage.practice import PuzzleTry
from ..views.daily_text import address_solver, first_question, next_question, puzzle_result
from ..views.handicaps import BEFORE, NONE_FOUND, Handicap, find_handicaps
from ..views.narration import Names, Reader, address, isolate_names, names_of
from ..views.puzzle_text import difficulty_json, puzzle_ratings_json
from ..views.rating_json import parse_lines, ratings_json
from ..views.screen_json import shown_analysis, shown_line, shown_position, shown_review
from ..views.shapes import study
from ..views.shapes.basics import Options, ShownAnalysis
from ..views.shapes.match import Handicaps, ShownPosition
from ..views.shapes.ratings import PuzzleDifficulty, PuzzleRatings, Ratings
from .exchange import as_bytes
from .stored_match import MoveRequest

TIME_LIMIT_S = 10.0
"""Seconds for a request or a level's move."""

MAX_POSITIONS = 400_000
"""Positions that an analysis may search and a process remembers: about 350 MB."""

REVIEW_TIME_LIMIT_S = 20.0
"""Seconds to review a whole game; the rest is estimated."""

MAX_LINE_STEPS = 24
"""Maximum number of moves of a line that are shown on the board."""


@cache
def engine() -> Engine:
    """Return the engine of this process."""
    return Engine(MAX_POSITIONS)


@lru_cache(maxsize=50)
def _handicaps(game: str, options: tuple[tuple[str, Any], ...]) -> tuple[Handicap, ...]:
    budget = Budget(REVIEW_TIME_LIMIT_S - 2)
    return find_handicaps(engine(), find(game), dict(options), budget)


def find_fairer_rules(game: str, options: dict[str, Any]) -> Handicaps:
    """Return the handicaps for a game with these rules."""
    found = _handicaps(game, tuple(sorted(options.items())))
    return {
        "handicaps": [
            {"options": cast(Options, each.options), "words": each.about} for each in found
        ],
        "none": NONE_FOUND,
        "before": BEFORE,
    }


def choose_move(request: MoveRequest) -> Move:
    """Return the move of a level."""
    chooser = seat(request.who, request.dice)
    assert chooser is not None, "only levels choose here"
    chooser.begin(request.game, request.position.player)
    budget = Budget(TIME_LIMIT_S if request.is_timed else None)
    return ask(chooser, request.position, request.moves, budget)


def is_endless(game: AnyGame, position: Any) -> bool:
    """Return whether a position is endless, which decides if a level agrees to stop."""
    return stopping.is_endless(engine(), game, position, Budget(TIME_LIMIT_S, MAX_POSITIONS))


def analyse(game: AnyGame, position: Any) -> ShownAnalysis:
    """Return the values of a position and its moves."""
    report = engine().analyse(game, position, Budget(TIME_LIMIT_S, MAX_POSITIONS))
    return shown_analysis(report, game.picture(position))


def _budget(seconds: float = TIME_LIMIT_S) -> Budget:
    return Budget(seconds, 4 * MAX_POSITIONS)


# ---- a match

Audience = tuple[Names, Player | None]
"""The players' names, and the player to address as "you"."""


def give_hint(game: AnyGame, position: object, audience: Audience, step: int) -> study.Hint:
    """Return a hint: first an idea, then a move, then how play continues."""
    given = hints.Hints(engine(), game, position)
    text = [given.next(_budget(hints.SECONDS)) for _ in range(step)][-1]
    return {
        "step": step,
        "text": address(text, *audience),
        "move": given.move,
        "is_last": given.is_last,
    }


def explain_move(match: Match, ply: int, reader: Reader, move: Move) -> study.Reason:
    """Judge a move after `ply` plies of a match, and show how play would continue."""
    game, position, budget = match.game, match.states[ply], _budget()
    audience = isolate_names(names_of(match)), reader.you
    report = engine().analyse(game, position, budget)
    is_correct = review.find_mark(report.value, report.moves[move]) not in review.MISTAKE_MARKS
    played = None
    if match.plies[ply : ply + 1] and match.plies[ply].move == move:
        played = tuple(each.move for each in match.plies[ply + 1 :])
    found = explain(engine(), game, position, move, budget, played)
    if is_correct or found is None:
        why = explain_good(engine(), game, position, move, budget)
    else:
        why = found.why
    text = found.text if found else _judge(game, position, move, report.is_exact)
    line = found.line if found else _line_after(game, position, move, budget)
    return {
        "text": capitalise(address(text, *audience)),
        "move": move,
        "line": list(found.line) if found else [],
        "why": capitalise(address(why, *audience)),
        "is_correct": is_correct,
        "steps": shown_line(match, ply, (move, *line)[:MAX_LINE_STEPS], reader),
    }


def _line_after(game: AnyGame, position: Any, move: Move, budget: Budget) -> tuple[Move, ...]:
    """Return best play after a move."""
    return engine().line(game, game.play(position, move), budget)


def _judge(game: AnyGame, position: object, move: Move, is_exact: bool) -> str:
    """Return that a move is as good as any other, if it could be judged."""
    verdict = "is as good as any other move." if is_exact else "is too complex to judge."
    return f"{name_as_subject(game, position, move)} {verdict}"


def explain_last_mistake(
    match: Match, players: Collection[Player], audience: Audience
) -> study.Reason:
    """Return why the last mistake of these players was one."""
    try:
        text = review.explain_last_mistake(engine(), match, players, _budget())
    except Exhausted:
        text = "This game is too complex to solve."
    text = address(text, *audience)
    return {"text": text, "move": None, "line": [], "why": text, "is_correct": False, "steps": []}


def review_match(match: Match, readers: Sequence[Reader]) -> dict[Reader, bytes]:
    """Return the review of a match as JSON, worded for each reader: a ShownReview."""
    found = review.review(engine(), match, _budget(REVIEW_TIME_LIMIT_S))
    return {reader: as_bytes(shown_review(match, found, reader)) for reader in readers}


def rate_duel(match: Match) -> study.DuelResult:
    """Return the result of a finished duel, with a text to share."""
    found = result_of(engine(), match, _budget(REVIEW_TIME_LIMIT_S))
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
        "marks": found.marks,
        "text": found.text,
        "lines": found.text.splitlines(),
    }


def rate_games(lines: Sequence[tuple[str, float]]) -> Ratings:
    """Return the ratings of the player of these games, lines with their times."""
    return ratings_json(parse_lines(lines))


# ---- puzzles


class LoadedPuzzle(NamedTuple):
    """A puzzle with its measured difficulty."""

    puzzle: Puzzle
    difficulty: PuzzleDifficulty


def load_puzzle(day: str, game: str, grade: str, seed: int) -> LoadedPuzzle:
    """Return the puzzle of a day, or a practice puzzle."""
    budget = Budget(REVIEW_TIME_LIMIT_S)
    if day:
        puzzle = daily_puzzle(day, budget)
    else:
        kind = find(game) if game else None
        puzzle = find_puzzle(kind, {}, Dice(seed), budget, grade or None)
    return LoadedPuzzle(puzzle, difficulty_json(puzzle))


def find_fitting_puzzle(
    game: str, seed: int, tries: list[PuzzleTry]
) -> tuple[str | None, int, LoadedPuzzle]:
    """Return the grade and seed of a puzzle that fits the player of these tries, and the puzzle."""
    rating = start_rating(rate_tries(game, tries))
    budget = Budget(REVIEW_TIME_LIMIT_S)
    found = find_fitting(find(game), {}, Dice(seed), budget, lambda game: rating)
    loaded = LoadedPuzzle(found.puzzle, difficulty_json(found.puzzle))
    return found.grade, found.seed, loaded


def rate_puzzles(tries: dict[str, list[PuzzleTry]], is_helped: bool) -> PuzzleRatings:
    """Return the puzzle ratings that follow from tries by game."""
    return puzzle_ratings_json(tries, is_helped=is_helped)


def _restore_attempt(puzzle: Puzzle, made: list[Move]) -> Attempt:
    """Return an attempt after these moves; from the start if they aren't possible."""
    attempt = Attempt(puzzle)
    attempt.made = tuple(made)
    match = Match.replay(puzzle.game, attempt.moves)
    status = match.status
    if not isinstance(status, Turn) or status.player is not puzzle.report.player:
        attempt.made = ()
    return attempt


def try_move(
    puzzle: Puzzle, made: list[Move], text: str, day: str, marks: str, hints: int
) -> study.PuzzleMoveResult:
    """Return the outcome of a move in a puzzle; for a wrong one, its refutation.

    `day` is the date of a daily puzzle, `marks` and `hints` what the solver has done so far.
    """
    attempt = _restore_attempt(puzzle, made)
    match = Match.replay(puzzle.game, attempt.moves)
    move = match.read(text)
    solution = Solution(engine(), attempt, _budget())
    answer = solution.answer(move)
    said = [answer.text]
    if answer.is_solved:
        said += explain_solution(engine(), puzzle, (*attempt.made, move)[0], _budget())
    said = [address_solver(puzzle, each) for each in said]
    marks += answer.mark
    line = (move, *answer.reply) if answer.is_right else solution.refutation(move)
    right = [*attempt.made, *line] if answer.is_right else list(attempt.made)
    question = next_question(puzzle) if right else first_question(puzzle)
    result = puzzle_result(puzzle, day, marks, hints) if day and answer.is_solved else None
    return {
        "is_right": answer.is_right,
        "is_solved": answer.is_solved,
        "said": said,
        "lines": [words for words in said if words != SOLVED],
        "question": None if answer.is_solved else question,
        "made": right,
        "positions": _show_line(puzzle, (*attempt.made, *line), len(attempt.made)),
        "marks": marks,
        "result": result,
    }


def give_help(puzzle: Puzzle, made: list[Move], number: int, with_distance: bool) -> study.Help:
    """Return the next help after `number` others, without revealing the move."""
    solution = Solution(engine(), _restore_attempt(puzzle, made), _budget())
    hints = solution.hints(with_distance=with_distance)
    text = next(islice(hints, number, None), NO_MORE_HINTS)
    return {"text": address_solver(puzzle, text), "is_last": text == NO_MORE_HINTS}


def solve_puzzle(puzzle: Puzzle) -> study.Solution:
    """Return the solution of a puzzle."""
    found = Solution(engine(), Attempt(puzzle), _budget())
    positions = _show_line(puzzle, found.line(), 0)
    said = [address_solver(puzzle, each) for each in found.describe()]
    return {"answer": puzzle.answer, "said": said, "positions": positions}


def _show_line(puzzle: Puzzle, line: tuple[Move, ...], start: int) -> list[ShownPosition]:
    """Return the positions of a line, from the one after `start` moves."""
    return [
        show_position(puzzle, (*puzzle.moves, *line[:count]))
        for count in range(start, len(line) + 1)
    ]


def show_position(puzzle: Puzzle, moves: Sequence[Move]) -> ShownPosition:
    """Return the position of a puzzle after some moves, as its solver sees it."""
    match = Match.replay(puzzle.game, moves)
    return shown_position(match, reader=Reader.of([puzzle.report.player]))
