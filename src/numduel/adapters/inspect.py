"""Inspect tasks: a language model plays matches or takes the exam, and its moves are scored."""

from __future__ import annotations

from asyncio import to_thread
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
from ..core import Move, Player
from ..dice import Dice
from ..engine import Engine
from ..engine.teaching.review import evaluate, summarise
from ..exam.questions import questions
from ..games import find, ids
from ..play.dealing import PLAYABLE, set_up
from ..play.match import Match
from ..play.players import SECONDS, take_turn
from ..storage.record import dumps, loads, result
from .model_prompt import FAULTS, MAX_ANSWERS, PROMPT_VERSION, judge, question, rules

__all__ = ["exam", "play"]

SCORING_TIMEOUT_S, SCORING_POSITIONS = 60.0, 400_000
"""Limits in seconds and positions for scoring the moves of a match."""

NOT_COUNTED = float("nan")
"""A score that Inspect leaves out of its metrics."""


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
    make_player(
        opponent, Dice(seed)
    )  # raises an error for an unknown player before asking the model
    samples = [
        Sample(
            id=f"{id}-{board}-{seat}",
            input=f"Play {find(id).title} as Player {seat} against {opponent}.",
            metadata={"game": id, "board": board, "seat": seat, "opponent": opponent, "seed": seed},
        )
        for id in ([find(game).id] if game else ids())
        for board in range(1, boards + 1)
        for seat in (1, 2)
    ]
    return Task(
        MemoryDataset(samples),
        solver=play_match(moves, history),
        scorer=match_scorer(),
        version=PROMPT_VERSION,
    )


@solver
def play_match(moves: bool, history: bool) -> Solver:
    """Play a match; its record is the output."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        about = state.metadata
        own, seed = Player(about["seat"] - 1), about["seed"]
        purpose = f"{about['game']}, board {about['board']}"
        board = Dice.derived(seed, purpose)
        dealt = set_up(find(about["game"]), {}, None, board, PLAYABLE)
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
        counts = [score.score.metadata or {} for score in scores]
        decisions: int = sum(one["decisions"] for one in counts)
        correct: int = sum(one["kept"] for one in counts)
        return correct / decisions if decisions else NOT_COUNTED

    return share


@scorer(
    metrics={
        "won": [mean(), stderr()],
        "accuracy": [pooled_accuracy()],
        "regret": [mean(), stderr()],
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
            metadata={"game": one.game, "outcome": one.outcome, "depth": one.depth},
        )
        for one in questions()
        if one.game == (find(game).id if game else one.game)
    ]
    return Task(
        MemoryDataset(samples),
        solver=answer_question(moves, history),
        scorer=exam_scorer(),
        version=PROMPT_VERSION,
    )


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
        "accuracy": [mean(), stderr()],
        "regret": [mean(), stderr()],
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
