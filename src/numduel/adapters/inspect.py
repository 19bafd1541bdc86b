"""Inspect tasks: a language model plays matches or takes the exam, and its moves are scored."""

from __future__ import annotations

from asyncio import to_thread
from collections import Counter
from math import sqrt
from typing import Any

try:
    from inspect_ai import Task, task
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.model import ChatMessageSystem, ChatMessageUser, get_model
    from inspect_ai.scorer import (
        Metric,
        SampleScore,
        Score,
        Scorer,
        Target,
        mean,
        metric,
        scorer,
        stderr,
    )
    from inspect_ai.solver import Generate, Solver, TaskState, solver
except ModuleNotFoundError as error:
    missing = f"these tasks need {error.name}: pip install 'numduel[inspect]'"
    raise ImportError(missing, name=error.name) from None

from ..arena.matches import MAX_TURNS, make_player
from ..budget import Budget
from ..core import AnyGame, Move, Player
from ..dataset.splits import group_of
from ..dice import Dice
from ..engine import Engine
from ..engine.teaching.review import evaluate, summarise
from ..errors import SetupError, listed
from ..exam.questions import VERSION as EXAM_VERSION
from ..exam.questions import Question, questions
from ..games import find, ids
from ..options import Whole
from ..play.dealing import PLAYABLE, set_up
from ..play.match import Match
from ..play.players import SECONDS, take_turn
from ..storage.record import dumps, loads, result
from .model_prompt import FAULTS, MAX_ANSWERS, PROMPT_VERSION, judge, question, rules

__all__ = ["exam", "play"]

SCORING_TIMEOUT_S = 60.0
"""Seconds for scoring the moves of a match."""

SCORING_POSITIONS = 400_000
"""Positions for scoring the moves of a match."""

NOT_COUNTED = float("nan")
"""A score that Inspect leaves out of its metrics."""

SCORING_VERSION = 2
"""The version of the scores; it changes when a score or its metrics do."""

TASK_VERSION = f"{PROMPT_VERSION}.{SCORING_VERSION}"

GROUP = "board_group"
"""The metadata that names a sample's board: samples of a board are one cluster."""

BOARDS = Whole(10, 1, 1_000_000, "number of boards", name="boards")


# ---- asking the model


async def ask_model(
    state: TaskState, match: Match, *, moves: bool, history: bool
) -> tuple[Move | None, str]:
    """Return the model's move; if three answers contain no legal move, None and the fault."""
    assert match.player is not None, "a player is to move"
    prompt = question(match, with_moves=moves, with_history=history)
    messages: list[Any] = [
        ChatMessageSystem(content=rules(match, match.player)),
        ChatMessageUser(content=prompt),
    ]
    fault = ""
    try:
        for _ in range(MAX_ANSWERS):
            output = await get_model().generate(messages)
            messages.append(output.message)
            parsed = judge(match, output.completion, finish_reason=output.stop_reason)
            move, kind, fault, objection = parsed
            if move is not None:
                return move, ""
            state.store.set(kind, state.store.get(kind, 0) + 1)
            messages.append(ChatMessageUser(content=objection))
    finally:
        state.messages += messages
    return None, f"it gave no legal move in {MAX_ANSWERS} answers; the last was {fault}"


# ---- playing


@task
def play(
    game: str = "",
    opponent: str = "random",
    boards: int = 10,
    seed: int = 0,
    moves: bool = False,
    history: bool = False,
) -> Task:
    """Matches against one opponent, each board from both seats; all games, unless one is named."""
    make_player(opponent, Dice(seed))  # raises an error for an unknown player before asking
    numbers = range(1, BOARDS.accept(boards) + 1)
    groups = {
        (id, board): _group_of_board(id, seed, board)
        for id in ([find(game).id] if game else ids())
        for board in numbers
    }
    samples = [
        Sample(
            id=f"{id}-{board}-{seat}",
            input=f"Play {find(id).title} as Player {seat} against {opponent}.",
            metadata={
                "game": id,
                "board": board,
                GROUP: group,
                "seat": seat,
                "opponent": opponent,
                "seed": seed,
            },
        )
        for (id, board), group in groups.items()
        for seat in (1, 2)
    ]
    return Task(
        MemoryDataset(samples, name=_named("numduel-boards", game, f"seed-{seed}")),
        solver=play_match(moves, history),
        scorer=match_scorer(),
        version=TASK_VERSION,
    )


def _named(name: str, game: str, *more: str) -> str:
    """Return the name of a data set, of one game or of all."""
    return "-".join((name, *([find(game).id] if game else []), *more))


def _deal(id: str, seed: int, board: int) -> AnyGame:
    dice = Dice.derived(seed, _purpose(id, board))
    return set_up(find(id), {}, None, dice, PLAYABLE)


def _purpose(id: str, board: int) -> str:
    return f"{id}, board {board}"


def _group_of_board(id: str, seed: int, board: int) -> str:
    """Return the group of a board's matches; if players see no board, only both seats share it."""
    game = _deal(id, seed, board)
    return group_of(game, game.start()) if game.has_visible_deal else _purpose(id, board)


@solver
def play_match(moves: bool, history: bool) -> Solver:
    """Play a match; its record is the output."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        about = state.metadata
        own, seed = Player(about["seat"] - 1), about["seed"]
        purpose = _purpose(about["game"], about["board"])
        dealt = _deal(about["game"], seed, about["board"])
        match = Match(dealt, dice=Dice.derived(seed, f"dice of {purpose}"))
        match.tags |= {f"Player{own + 1}": "model", f"Player{own.other + 1}": about["opponent"]}
        other = make_player(about["opponent"], Dice.derived(seed, f"{own.other} in {purpose}"))
        other.begin(match.game, own.other)
        try:
            while match.player is not None and match.turn <= MAX_TURNS:
                if match.player is not own:
                    await to_thread(take_turn, other, match, Budget(SECONDS))
                    continue
                move, fault = await ask_model(state, match, moves=moves, history=history)
                match.forfeit(own, fault) if move is None else match.play(move)
        finally:  # also if the model fails or the run is cancelled
            other.end(match)
        state.output.completion = dumps(match)
        return state

    return solve


@metric
def pooled_accuracy() -> Metric:
    """Share of correct decisions over all matches together."""

    def share(scores: list[SampleScore]) -> float:
        correct, decisions = _count_decisions(scores)
        total = decisions.total()
        return correct.total() / total if total else NOT_COUNTED

    return share


@metric
def pooled_stderr() -> Metric:
    """Standard error of the pooled accuracy, clustered by board; 0 for a single board."""

    def error(scores: list[SampleScore]) -> float:
        correct, decisions = _count_decisions(scores)
        total, boards = decisions.total(), len(decisions)
        if not total or boards < 2:
            return 0.0
        share = correct.total() / total
        squares = sum((correct[one] - share * decisions[one]) ** 2 for one in decisions)
        return sqrt(squares * boards / (boards - 1)) / total

    return error


def _count_decisions(scores: list[SampleScore]) -> tuple[Counter[str], Counter[str]]:
    """Return the numbers of correct decisions and of all decisions, by board."""
    correct, decisions = Counter[str](), Counter[str]()
    for one in scores:
        group, counts = (one.sample_metadata or {})[GROUP], one.score.metadata or {}
        correct[group] += counts["kept"]
        decisions[group] += counts["decisions"]
    return correct, decisions


@scorer(
    metrics={
        "won": [mean(), stderr(cluster=GROUP)],
        "accuracy": [pooled_accuracy(), pooled_stderr()],
        "regret": [mean(), stderr(cluster=GROUP)],
        "fault": [mean()],
    }
)
def match_scorer() -> Scorer:
    """Score a match: 1 for a win, ½ for a draw, and the regret of its moves.

    A match stopped at the turn limit is left out of `won`.
    """

    async def score(state: TaskState, target: Target) -> Score:
        match = loads(state.output.completion)
        own = Player(state.metadata["seat"] - 1)
        budget = Budget(SCORING_TIMEOUT_S, SCORING_POSITIONS)
        plies = await to_thread(evaluate, Engine(), match, budget)
        summary = summarise(own, plies)
        won = match.ending.score(own) if match.ending else None
        return Score(
            value={
                "won": NOT_COUNTED if won is None else won,
                "accuracy": NOT_COUNTED if summary.accuracy is None else float(summary.accuracy),
                "regret": float(summary.regret),
                "fault": float(match.fault is not None and won == 0),
            },
            answer=result(match),
            explanation=match.ended or match.reason or "cut",
            metadata={
                "kept": summary.kept,
                "decisions": summary.decisions,
                **_fault_counts(state),
            },
        )

    return score


# ---- the exam


@task
def exam(game: str = "", moves: bool = False, history: bool = False) -> Task:
    """One move in each exam position; all games, unless one is named."""
    samples = [
        Sample(
            id=one.id,
            input=one.record,
            target=[move for move in one.worths if not one.regret(move)],
            metadata={
                "game": one.game,
                GROUP: _group_of_question(one),
                "outcome": one.outcome,
                "depth": one.depth,
            },
        )
        for one in questions()
        if one.game == (find(game).id if game else one.game)
    ]
    if not samples:
        known = listed(list(dict.fromkeys(one.game for one in questions())))
        raise SetupError(f"the exam has no question about {find(game).title}. Choose {known}")
    return Task(
        MemoryDataset(samples, name=_named(f"numduel-exam-{EXAM_VERSION}", game)),
        solver=answer_question(moves, history),
        scorer=exam_scorer(),
        version=TASK_VERSION,
    )


def _group_of_question(one: Question) -> str:
    """Return the group of a question: its board or, if players see no board, its position."""
    match = loads(one.record)
    return group_of(match.game, match.state)


@solver
def answer_question(moves: bool, history: bool) -> Solver:
    """Ask for one move; it is the output, empty if the model gave none."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        match = loads(state.input_text)
        move, _ = await ask_model(state, match, moves=moves, history=history)
        state.output.completion = move or ""
        return state

    return solve


@scorer(
    metrics={
        "accuracy": [mean(), stderr(cluster=GROUP)],
        "regret": [mean(), stderr(cluster=GROUP)],
        "fault": [mean()],
    }
)
def exam_scorer() -> Scorer:
    """Score a move: whether it is correct, and its regret; no legal move loses the whole worth."""

    async def score(state: TaskState, target: Target) -> Score:
        one = next(one for one in questions() if one.id == state.sample_id)
        move = state.output.completion
        regret = one.regret(move) if move else one.worth
        return Score(
            value={
                "accuracy": float(not regret),
                "regret": float(regret),
                "fault": float(not move),
            },
            answer=move,
            metadata=_fault_counts(state),
        )

    return score


def _fault_counts(state: TaskState) -> dict[str, int]:
    """Return the number of answers without a legal move, by kind."""
    return {kind: state.store.get(kind, 0) for kind in FAULTS}
