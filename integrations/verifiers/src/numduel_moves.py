"""Positions with the exact worth of every move: `vf-eval numduel-moves`."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import Literal

import verifiers.v1 as vf

from numduel import Move, SetupError
from numduel.adapters.model_prompt import ParsedAnswer, judge, question, rules
from numduel.dataset.lines import build_line
from numduel.dataset.positions import Source
from numduel.dataset.splits import Split
from numduel.exam.questions import Question, parse_question, questions
from numduel.storage.record import loads
from numduel_verifiers import ChatEnv, ChatHarness, GameConfig, need_some

__all__ = ["ChatEnv", "ChatHarness", "MovesTaskset"]

POSITIONS_PER_BOARD = 16

MAX_BARREN_BOARDS = 300
"""Boards without a new position after which the taskset ends."""


class MovesConfig(GameConfig):
    """Settings of the positions."""

    split: Literal["train", "test", "exam"] = "train"
    """The side of `numduel dataset`, or the questions of the public exam."""
    positions: int = 1000
    """Number of positions of each game; the exam always has 60."""


class MoveData(vf.TaskData):
    """A position; its record holds only what both players may know."""

    game: str
    record: str
    worths: dict[Move, str]
    """The exact worth of every legal move, such as "1/2"."""


class MoveTask(vf.Task[MoveData]):
    """A position, scored by the worth of the move; only `worth` has a weight."""

    def _answer(self, trace: vf.Trace) -> ParsedAnswer:
        finish = trace.calls[-1].finish_reason if trace.calls else None
        return judge(loads(self.data.record), trace.last_reply, finish_reason=finish)

    def _regret(self, trace: vf.Trace) -> Fraction:
        """Return the worth lost; without a legal move, all of it."""
        worths = {move: Fraction(worth) for move, worth in self.data.worths.items()}
        move = self._answer(trace).move
        return max(worths.values()) - (worths[move] if move else 0)

    @vf.reward
    async def worth(self, trace: vf.Trace) -> float:
        """Return 1 − regret; 0 without a legal move."""
        return float(1 - self._regret(trace)) if self._answer(trace).move else 0.0

    @vf.reward(weight=0.0)
    async def accuracy(self, trace: vf.Trace) -> float:
        """Return 1 for a correct move, 0 otherwise."""
        return float(not self._regret(trace))

    @vf.reward(weight=0.0)
    async def regret(self, trace: vf.Trace) -> float:
        """Return the worth lost."""
        return float(self._regret(trace))

    @vf.reward(weight=0.0)
    async def format(self, trace: vf.Trace) -> float:
        """Return 1 for a legal move, 0 otherwise."""
        return float(self._answer(trace).move is not None)


class MovesTaskset(vf.Taskset[MoveTask, MovesConfig]):
    """Positions of every chosen game."""

    def load(self) -> Iterator[MoveTask]:
        config = self.config
        if config.split == "exam" and config.options:
            raise SetupError("the exam has fixed options: leave out options, or choose train")
        for kind, options in config.chosen_games():
            if config.split == "exam":
                yield from (self._task(one) for one in questions() if one.game == kind.id)
            else:
                found = find_questions(kind.id, options, config.seed, config.split)
                found = need_some(found, f"no {config.split} position with a real choice")
                yield from map(self._task, islice(found, config.positions))

    def _task(self, one: Question) -> MoveTask:
        match = loads(one.record)
        assert match.player is not None, "a question has a player to move"
        config = self.config
        data = MoveData(
            id=one.id,
            system_prompt=rules(match, match.player),
            prompt=question(match, with_moves=config.moves, with_history=config.history),
            game=one.game,
            record=one.record,
            worths={move: str(worth) for move, worth in one.worths.items()},
        )
        return MoveTask(data, config.task)


def find_questions(
    id: str, options: dict[str, bool | int | str], seed: int, split: Split
) -> Iterator[Question]:
    """Yield positions with a real choice, board after board, each once."""
    source = Source(id, tuple(options.items()), seed, POSITIONS_PER_BOARD, split)
    seen, barren, number = set[str](), 0, 0
    while barren < MAX_BARREN_BOARDS:
        lines = (build_line(*labelled) for labelled in source.labelled(number))
        found = [parse_question(line) for line in lines if len(line["keep"]) < len(line["moves"])]
        new = [one for one in found if one.id not in seen]
        seen.update(one.id for one in new)
        yield from new
        barren, number = 0 if new else barren + 1, number + 1
