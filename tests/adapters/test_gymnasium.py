"""Gymnasium environments: its own checker, all kinds of opponents, and the rules of a match."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from adapter_support import COPIERS, First
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import numduel
from duel_support import VARIANTS, Variant, variants, where, with_more_games
from numduel import Player, PlayerError, SetupError, WrongType
from numduel.adapters.encoding import Encoding
from numduel.adapters.gymnasium import Duel, register
from numduel.adapters.vector import Duels
from numduel.errors import Unanswered


@pytest.fixture(autouse=True)
def _dropped_in() -> Iterator[None]:
    with with_more_games() as ids:
        register()
        yield
    for id in ids:
        gymnasium.registry.pop(f"numduel/{id}-v0")


class Wrong(First):
    """Plays a legal move first, then something that isn't a move."""

    def choose(self, view: Any, moves: tuple[str, ...], budget: Any) -> str:
        super().choose(view, moves, budget)
        return moves[0] if self.events.count("choose") < 2 else "sideways"


def legal(duel: Duel) -> list[int]:
    return [int(action) for action in np.flatnonzero(duel.action_masks())]


# ---- Gymnasium's own checker


def test_environments_pass_gymnasium_checker() -> None:
    for id in numduel.games():
        with where(id), warnings.catch_warnings():
            warnings.simplefilter("error")
            for form in ("planes", "vector", "text"):
                made = gymnasium.make(f"numduel/{id}-v0", render_mode="ansi", observation=form)
                assert isinstance(made.unwrapped, Duel)
                check_env(made.unwrapped)


def test_options_reach_the_game() -> None:
    made = gymnasium.make("numduel/sum-v0", target=20, highest=5, seat=2, opponent="casual")
    _, info = made.reset(seed=1)
    assert info["seat"] == 2
    assert made.action_space == gymnasium.spaces.Discrete(5)
    assert "target=20" in made.unwrapped.record()  # type: ignore[attr-defined]


# ---- the rules of a match


def test_observations_and_rewards_match_the_record() -> None:
    """Replay a game of every variant by our own rules."""
    more = [id for id in numduel.games() if Variant(id, {}) not in VARIANTS]
    for number, variant in enumerate([*VARIANTS, *variants(more)]):
        try:
            duel = Duel(variant.id, **variant.options)
            seen, info = duel.reset(seed=number)
        except SetupError:
            continue  # the agent never has a move there
        random, over, reward = Random(number), False, 0.0
        terminated = truncated = False
        with where(variant):
            while not over:
                match = numduel.record.loads(duel.record())
                seat = Player(info["seat"] - 1)
                encoding = Encoding(match.game)
                assert match.player is seat
                assert np.array_equal(seen, encoding.observe(match.state, seat))
                assert np.array_equal(info["action_mask"], encoding.mask(match.state, seat))
                assert np.array_equal(duel.action_masks(), info["action_mask"].astype(bool))
                seen, reward, terminated, truncated, info = duel.step(random.choice(legal(duel)))
                over = terminated or truncated
            match = numduel.record.loads(duel.record())
            assert (terminated, truncated) == (match.is_over, not match.is_over)
            score = match.ending.score(seat) if match.ending else 0.5
            assert score is not None
            assert reward == 2 * score - 1
            assert info.get("draw", False) == (match.is_over and match.winner is None)
            assert not info["action_mask"].any()


def test_seat_is_random_unless_given() -> None:
    duel = Duel("sum")
    assert {duel.reset(seed=seed)[1]["seat"] for seed in range(12)} == {1, 2}
    for seat in (1, 2):
        assert {Duel("sum", seat=seat).reset(seed=s)[1]["seat"] for s in range(6)} == {seat}
    for wrong in (0, 3, "1"):
        with pytest.raises(SetupError, match="seat must be 1, 2 or None"):
            Duel("sum", seat=wrong)  # type: ignore[arg-type]


def test_illegal_move_ends_the_episode() -> None:
    duel = Duel("sum", seat=2, opponent=First())
    duel.reset(seed=1)
    _, reward, terminated, truncated, info = duel.step(0)
    assert (reward, terminated, truncated) == (-1, True, False)
    assert info["fault"] == "1 is your opponent's last number"
    assert "Player 2 forfeited: it played 1" in duel.record()
    with pytest.raises(ResetNeeded):
        duel.step(5)


def test_invalid_action_changes_nothing() -> None:
    duel = Duel("sum", seat=1)
    with pytest.raises(ResetNeeded):
        duel.step(0)
    duel.reset(seed=1)
    before = duel.record()
    for wrong in (-1, 9, None, 0.5):
        with pytest.raises(ValueError, match="an action is a number"):
            duel.step(wrong)
    assert duel.record() == before


def test_game_is_truncated_at_the_turn_limit() -> None:
    duel = Duel("sum", seat=1, max_turns=4)
    duel.reset(seed=1)
    assert duel.step(0)[2:4] == (False, False)
    _, reward, terminated, truncated, _ = duel.step(legal(duel)[0])
    assert (reward, terminated, truncated) == (0, False, True)


# ---- draws


class Last(First):
    """Plays the last legal move."""

    def choose(self, view: Any, moves: tuple[str, ...], budget: Any) -> str:
        return moves[-1]


class DrawsLater(First):
    """Plays the first legal move, and from its second turn on the last."""

    def choose(self, view: Any, moves: tuple[str, ...], budget: Any) -> str:
        super().choose(view, moves, budget)
        return moves[0] if self.events.count("choose") < 2 else moves[-1]


def test_draw_terminates_without_reward() -> None:
    """Test a draw by the agent's move and by the opponent's answer."""
    for seat, action in ((1, 2), (2, 1)):
        duel = Duel("shuttle", seat=seat, opponent=DrawsLater())
        _, info = duel.reset(seed=1)
        assert "draw" not in info
        seen, reward, terminated, truncated, info = duel.step(action)
        assert seen in duel.observation_space
        assert (reward, terminated, truncated, info["draw"]) == (0, True, False, True)
        assert not info["action_mask"].any()
        assert '[Result "1/2-1/2"]' in duel.record()
        with pytest.raises(ResetNeeded):
            duel.step(0)


def test_games_drawn_before_the_agent_moves_are_counted() -> None:
    class Sometimes(First):
        """Draws two games, then continues."""

        def choose(self, view: Any, moves: tuple[str, ...], budget: Any) -> str:
            super().choose(view, moves, budget)
            return moves[-1] if self.events.count("choose") < 3 else moves[0]

    duel = Duel("shuttle", seat=2, opponent=Sometimes())
    assert duel.reset(seed=1)[1]["unplayed"].tolist() == [0, 0, 2]
    with pytest.raises(SetupError, match="before the agent has a move"):
        Duel("shuttle", seat=2, opponent=Last()).reset()


def test_vector_environment_reports_draws() -> None:
    duels = gymnasium.make_vec("numduel/shuttle-v0", num_envs=3, seat=1, opponent=First())
    assert isinstance(duels, Duels)
    assert duels.reset(seed=1)[1]["unplayed"].tolist() == [[0, 0, 0]] * 3
    _, reward, terminated, truncated, info = duels.step([2, 0, 2])
    assert (terminated.tolist(), truncated.tolist()) == ([True] * 3, [False] * 3)
    assert reward.tolist() == [0, 1, 0]
    assert info["final_info"]["draw"].tolist() == [True, False, True]


# ---- opponents


def test_opponent_is_notified_of_start_and_end() -> None:
    first = First()
    duel = Duel("sum", seat=1, opponent=first, target=9)
    duel.reset(seed=1)
    assert first.events == ["begin Player 2"]
    duel.step(4)
    duel.step(legal(duel)[-1])
    assert first.events.count("end") == 1
    duel.reset()
    duel.reset()
    duel.close()
    duel.close()
    assert (
        first.events.count("end") == 3 == sum(event.startswith("begin") for event in first.events)
    )


def test_perfect_opponent_wins_a_won_game() -> None:
    """Player 1 has a forced win from the start."""
    game = numduel.new("sum", target=20)
    assert numduel.analyse(game, game.start()).value.outcome == "win"
    duel = Duel("sum", target=20, opponent="perfect", seat=2)
    random = Random(1)
    for seed in range(4):
        duel.reset(seed=seed)
        over, reward = False, 0.0
        while not over:
            _, reward, over, _, _ = duel.step(random.choice(legal(duel)))
        assert reward == -1


def test_character_answers_the_agent() -> None:
    games = []
    for _ in range(2):
        duel = Duel("sum", target=20, opponent="goldie", seat=1)
        duel.reset(seed=4)
        duel.step(legal(duel)[0])
        games.append(duel.record())
    assert games[0] == games[1]
    assert "2. 9" in games[0]  # the highest number


def test_failing_opponent_loses() -> None:
    duel = Duel("sum", seat=1, opponent=Wrong())
    duel.reset(seed=1)
    duel.step(4)
    _, reward, terminated, _, info = duel.step(legal(duel)[0])
    assert (reward, terminated) == (1, True)
    assert "sideways" in info["opponent_fault"]
    assert "fault" not in info
    assert "Player 2 forfeited" in duel.record()


class Unreachable(First):
    """A model whose endpoint fails."""

    def choose(self, view: Any, moves: tuple[str, ...], budget: Any) -> str:
        raise Unanswered("it did not answer in time")


def test_unanswered_opponent_truncates_the_game() -> None:
    duel = Duel("sum", seat=1, opponent=Unreachable())
    duel.reset(seed=1)
    _, reward, terminated, truncated, info = duel.step(4)
    assert (reward, terminated, truncated) == (0, False, True)
    assert info["opponent_unanswered"] == "it did not answer in time"
    assert "opponent_fault" not in info
    with pytest.raises(ResetNeeded):
        duel.step(4)
    duel.reset()
    with pytest.raises(Unanswered, match="the opponent failed: it did not answer in time"):
        Duel("sum", seat=2, opponent=Unreachable()).reset()


def test_opponent_failing_at_once_raises_an_error() -> None:
    class Never(First):
        def choose(self, view: Any, moves: tuple[str, ...], budget: Any) -> str:
            return "sideways"

    with pytest.raises(PlayerError, match="the opponent failed: it chose 'sideways'"):
        Duel("sum", seat=2, opponent=Never()).reset()


def test_invalid_opponents_are_refused() -> None:
    with pytest.raises(SetupError, match="'human' cannot be the opponent"):
        Duel("sum", opponent="human")
    with pytest.raises(SetupError, match="isn't a player"):
        Duel("sum", opponent="stranger")
    for wrong in (None, 3, First):
        with pytest.raises(WrongType, match="with the methods begin, choose and end, not"):
            Duel("sum", opponent=wrong)  # type: ignore[arg-type]


# ---- functions as opponents


def last_legal(observation: Any, mask: Any) -> Any:
    return np.flatnonzero(mask)[-1]


def test_function_sees_its_own_side_and_answers() -> None:
    for form in ("planes", "vector", "text"):
        asked: list[tuple[Any, Any]] = []

        def answer(observation: Any, mask: Any, asked: list[Any] = asked) -> Any:
            asked.append((observation, mask.copy()))
            return last_legal(observation, mask)

        duel = Duel("sum", target=20, seat=1, opponent=answer, observation=form)
        duel.reset(seed=1)
        duel.step(4)
        ((seen, mask),) = asked
        assert seen in duel.observation_space
        match = numduel.record.loads(duel.record())
        assert [ply.move for ply in match.plies] == ["5", "9"]
        game, state = match.game, match.states[1]
        encoding = Encoding(game)
        assert np.array_equal(mask, encoding.mask(state, Player.TWO))
        features = game.features(state, Player.TWO)
        if form == "text":
            assert "You are Player 2. Your turn." in seen
        else:
            wanted = encoding.planes if form == "planes" else encoding.vector
            assert np.array_equal(seen, wanted(features))


def test_function_gives_the_same_games_as_a_player() -> None:
    """The last legal action is the last move of these games."""
    for id in ("sum", "race"):
        records = []
        for opponent in (last_legal, Last()):
            duel = Duel(id, opponent=opponent)
            for seed in range(5):
                duel.reset(seed=seed)
                over = False
                while not over:
                    _, _, terminated, over, _ = duel.step(legal(duel)[0])
                    over = over or terminated
                records.append(duel.record())
        assert records[:5] == records[5:]


WRONG_ANSWERS: list[tuple[Any, type[Exception], str]] = [
    (9, ValueError, "the opponent returned action 9; an action is a number from 0 to 8"),
    (-1, ValueError, "the opponent returned action -1; an action is"),
    (4, ValueError, "action 4, which is not legal; the legal actions were 0, 1, 2, 6, 7, 8"),
    ("5", WrongType, "the opponent must return an action, not '5'"),
    (None, WrongType, "must return an action, not None"),
    (0.0, WrongType, "must return an action, not 0.0"),
    (np.array([0]), WrongType, r"not an array of int64 with shape \(1,\)"),
]


def test_wrong_answers_of_a_function_raise_errors() -> None:
    """The error is the caller's: the game has no winner and can't be continued."""
    for answer, kind, text in WRONG_ANSWERS:
        with where(answer):
            duel = Duel("sum", seat=1, opponent=partial(lambda answer, seen, mask: answer, answer))
            duel.reset(seed=1)
            with pytest.raises(kind, match=text):
                duel.step(4)
            assert "Result" not in duel.record() or '[Result "*"]' in duel.record()
            with pytest.raises(ResetNeeded):
                duel.step(4)
            duel.reset(seed=1)


def test_errors_of_a_function_are_raised_unchanged() -> None:
    for error in (ZeroDivisionError("mine"), PlayerError("mine"), Unanswered("mine")):

        def fail(observation: Any, mask: Any, error: Exception = error) -> Any:
            raise error

        with pytest.raises(type(error), match=r"^mine$"):
            Duel("sum", seat=2, opponent=fail).reset(seed=1)
        duel = Duel("sum", seat=1, opponent=fail)
        duel.reset(seed=1)
        with pytest.raises(type(error), match=r"^mine$"):
            duel.step(4)
        with pytest.raises(ResetNeeded):
            duel.step(4)


def test_copies_share_the_function_but_no_game() -> None:
    duel = Duel("sum", seat=1, opponent=last_legal, target=30)
    duel.reset(seed=1)
    for copier in COPIERS:
        before = duel.record()
        other = copier(duel)
        other.step(0)
        assert duel.record() == before
        assert "2. 9" in other.record()


def test_game_that_the_opponent_always_ends_at_once_is_refused() -> None:
    with pytest.raises(SetupError, match="before the agent has a move"):
        Duel("sum", target=1, seat=2).reset()


def test_same_seed_gives_same_game_and_same_answers() -> None:
    def run(seed: int) -> str:
        duel = Duel("run", opponent="casual")
        duel.reset(seed=seed)
        over = False
        while not over:
            _, _, over, _, _ = duel.step(legal(duel)[-1])
        return duel.record()

    assert run(3) == run(3)
    assert len({run(seed) for seed in range(4)}) == 4
