"""Matches against an opponent: `vf-eval numduel-play`."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Iterator
from itertools import islice
from typing import Any, Literal

import verifiers.v1 as vf

from numduel import AnyGame, Budget, Dice, Engine, Match, Player
from numduel.adapters.model_prompt import FAULTS, MAX_ANSWERS, judge, question, rules
from numduel.arena.matches import MAX_TURNS, make_player
from numduel.dataset.splits import exam_groups, group_of, split_of
from numduel.engine.teaching.review import evaluate, summarise
from numduel.games import find
from numduel.play.dealing import PLAYABLE, set_up
from numduel.play.players import SECONDS, take_turn
from numduel.storage.record import dumps
from numduel_verifiers import ChatEnv, ChatHarness, GameConfig, need_some

__all__ = ["ChatHarness", "PlayEnv", "PlayTaskset"]

SCORING_TIMEOUT_S, SCORING_POSITIONS = 60.0, 400_000
"""Limits in seconds and positions for scoring the moves of a match."""

DEALS_PER_BOARD = 100
"""Maximum deals in search of a board on one side of the split, on average."""


class PlayConfig(GameConfig):
    """Settings of the matches."""

    opponent: str = "random"
    """A level, a character, `random`, or a program as in the command line."""
    boards: int = 100
    """Boards of each game; each is played from both seats."""
    split: Literal["train", "test"] = "train"
    """The side of the boards; `train` has no board and asks no question of the exam."""


class MatchData(vf.TaskData):
    """The settings of a match: they determine everything but the moves of the model."""

    game: str
    options: dict[str, bool | int | str]
    board: int
    """The number of the board."""
    seat: int
    opponent: str
    seed: int
    split: str


class MatchTask(vf.Task[MatchData]):
    """A match, scored by its result; other rewards have no weight unless you give them one."""

    @vf.reward
    async def result(self, trace: vf.Trace) -> float:
        """Return 1 for a win, 0.5 for a draw, 0 for a loss.

        A match that reached the turn limit counts as the worth of its last position.
        """
        return float(trace.info["figures"]["result"])

    @vf.reward(weight=0.0)
    async def accuracy(self, trace: vf.Trace) -> dict[str, float]:
        """Return the share of correct decisions; nothing without decisions."""
        figures = trace.info["figures"]
        decisions = figures["decisions"]
        return {"accuracy": figures["correct"] / decisions} if decisions else {}

    @vf.reward(weight=0.0)
    async def regret(self, trace: vf.Trace) -> float:
        """Return the worth that the model's moves lost, summed."""
        return float(trace.info["figures"]["regret"])

    @vf.reward(weight=0.0)
    async def format(self, trace: vf.Trace) -> float:
        """Return the share of answers with a legal move."""
        answers = trace.num_turns
        return 1 - sum(trace.info["faults"].values()) / answers if answers else 1.0

    @vf.metric
    async def counts(self, trace: vf.Trace) -> dict[str, float]:
        """Return the numbers of decisions, of correct ones, and of answers by fault."""
        figures = trace.info["figures"]
        own = {name: figures[name] for name in ("decisions", "correct")}
        return {**own, **trace.info["faults"]}


class PlayTaskset(vf.Taskset[MatchTask, PlayConfig]):
    """Boards of every chosen game, each from both seats."""

    def load(self) -> Iterator[MatchTask]:
        config = self.config
        make_player(config.opponent, Dice(config.seed))  # raises an error for an unknown player
        for kind, options in config.chosen_games():
            found = need_some(_boards(kind, options, config), f"no {config.split} board")
            for board in islice(found, config.boards):
                for player in Player:
                    yield self._task(kind, options, board, player)

    def _task(
        self, kind: type[AnyGame], options: dict[str, Any], board: int, player: Player
    ) -> MatchTask:
        config, seat = self.config, player + 1
        match = Match(_deal(kind, options, config.seed, board))
        data = MatchData(
            id=f"{kind.id}-{board}-{seat}",
            name=f"{kind.title}, board {board}, Player {seat} against {config.opponent}",
            system_prompt=rules(match, player),
            game=kind.id,
            options=options,
            board=board,
            seat=seat,
            opponent=config.opponent,
            seed=config.seed,
            split=config.split,
        )
        return MatchTask(data, config.task)


def _deal(kind: type[AnyGame], options: dict[str, Any], seed: int, board: int) -> AnyGame:
    return set_up(kind, options, None, Dice.derived(seed, f"{kind.id}, board {board}"), PLAYABLE)


def _boards(kind: type[AnyGame], options: dict[str, Any], config: PlayConfig) -> Iterator[int]:
    """Yield the numbers of the boards on the wanted side.

    Without a visible board all matches start alike, and only positions have a side.
    """
    for board in range(1, config.boards * DEALS_PER_BOARD + 1):
        game = _deal(kind, options, config.seed, board)
        if not game.has_visible_deal or _side(game, game.start()) == config.split:
            yield board


def _side(game: AnyGame, state: Any) -> str:
    return split_of(game.id, group_of(game, state))


class PlayEnv(ChatEnv):
    """A match: the environment deals, moves for the opponent, and asks the model for its moves."""

    async def run(self, task: MatchTask, agents: vf.Agents) -> None:
        async with agents.agent.interaction(task) as interaction:
            await self._play(task.data, interaction)

    async def _play(self, data: MatchData, interaction: vf.Interaction) -> None:
        purpose = f"{data.game}, board {data.board}, seat {data.seat}"
        game = _deal(find(data.game), data.options, data.seed, data.board)
        match = Match(game, dice=Dice.derived(data.seed, f"dice of {purpose}"))
        own, info = Player(data.seat - 1), interaction.trace.info
        match.tags |= {f"Player{own + 1}": "model", f"Player{own.other + 1}": data.opponent}
        opponent = make_player(data.opponent, Dice.derived(data.seed, f"opponent in {purpose}"))
        substitute = make_player("perfect", Dice.derived(data.seed, f"substitute in {purpose}"))
        info["faults"], not_asked = dict.fromkeys(FAULTS, 0), list[int]()
        opponent.begin(match.game, own.other)
        substitute.begin(match.game, own)
        try:
            while match.player is not None and match.turn <= MAX_TURNS:
                if match.player is not own:
                    await to_thread(take_turn, opponent, match, Budget(SECONDS))
                elif data.split == "train" and _is_in_exam(match):
                    not_asked.append(len(match.plies))
                    await to_thread(take_turn, substitute, match, Budget(SECONDS))
                else:
                    await self._ask(match, interaction)
        finally:
            opponent.end(match)
        info["record"] = dumps(match)
        info["figures"] = await to_thread(_score, match, own, not_asked)

    async def _ask(self, match: Match, interaction: vf.Interaction) -> None:
        """Ask the model for a move; after three answers without a legal one it forfeits."""
        own, config, trace = match.player, self.config.taskset, interaction.trace
        assert own is not None, "the model is to move"
        message = question(match, with_moves=config.moves, with_history=config.history)
        fault = ""
        for _ in range(MAX_ANSWERS):
            said = await interaction.turn(message)
            if said.terminated:
                match.forfeit(own, f"its run ended: {trace.stop_condition}")
                return
            finish = trace.calls[-1].finish_reason
            move, kind, fault, message = judge(match, said.last_reply, finish_reason=finish)
            if move is not None:
                match.play(move)
                return
            trace.info["faults"][kind] += 1
        match.forfeit(own, f"it gave no legal move in {MAX_ANSWERS} answers; the last was {fault}")


def _is_in_exam(match: Match) -> bool:
    return group_of(match.game, match.state) in exam_groups(match.game.id)


def _score(match: Match, own: Player, not_asked: list[int]) -> dict[str, float]:
    """Return the figures of a match, without the moves that the model wasn't asked for."""
    engine, budget = Engine(), Budget(SCORING_TIMEOUT_S, SCORING_POSITIONS)
    plies = evaluate(engine, match, budget)
    summary = summarise(own, (ply for n, ply in enumerate(plies) if n not in not_asked))
    if match.ending is None:
        result = float(engine.value(match.game, own, match.state, budget).worth)
    else:
        result = match.ending.score(own) or 0.0
    return {
        "result": result,
        "regret": float(summary.regret),
        "decisions": summary.decisions,
        "correct": summary.kept,
    }
