"""The engine: memory, threads and budgets."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import pairwise
from random import Random
from threading import Event, Thread
from typing import Any
from weakref import ref

import pytest

import numduel
from duel_support import ENGINE, VARIANTS, Variant, for_each, plenty, random_playout, where
from numduel import Match, Player, Report, Turn
from numduel.budget import Budget, Exhausted
from numduel.core import AnyGame
from numduel.dice import Dice
from numduel.engine import Engine
from numduel.engine.opponents import lookahead
from numduel.engine.opponents.levels import LEVELS, Opponent
from numduel.engine.opponents.lookahead import Lookahead
from numduel.engine.solving.analysis import Solver
from numduel.engine.solving.graph import Graph
from numduel.engine.solving.playouts import estimate, play_out
from numduel.engine.solving.quota import PositionQuota
from numduel.engine.solving.search import PythonSearch
from numduel.engine.solving.value import Value, chance, endless, loss, unknown, win
from numduel.engine.teaching.review import ReviewedPly, evaluate, summarise
from odd_games import Coin, CoinOptions

# ---- threads


def test_small_budget_in_one_thread_does_not_affect_another() -> None:
    """Both ask about the same game; a budget belongs to a question, not to a game."""
    game = numduel.new("sum")
    true = Engine().analyse(game, game.start(), plenty())
    for _ in range(4):
        engine, done = Engine(), Event()

        def hurry(engine: Engine = engine, done: Event = done) -> None:
            while not done.is_set():
                engine.analyse(game, game.start(), Budget(positions=50))

        hurrying = Thread(target=hurry)
        hurrying.start()
        try:
            found = engine.analyse(game, game.start(), plenty())
        finally:
            done.set()
            hurrying.join()
        assert found[:4] == true[:4]


def test_threads_get_the_same_answers_as_one_thread() -> None:
    games = [numduel.new("maze", seed=seed) for seed in range(6)] * 4
    true = {game: Engine().analyse(game, game.start(), plenty())[:4] for game in games}
    engine = Engine(memory=20_000)
    with ThreadPoolExecutor(6) as threads:
        found = threads.map(lambda game: engine.analyse(game, game.start(), plenty()), games)
        for game, report in zip(games, found, strict=True):
            assert report[:4] == true[game]


def test_waiting_for_another_thread_ends_with_the_budget() -> None:
    engine, game = Engine(), numduel.new("sum")
    with engine._solver(game).lock:  # as if another thread's search never ended
        report = engine.analyse(game, game.start(), Budget(seconds=0.05))
        assert {value.outcome for value in report.moves.values()} == {"unknown"}
        assert report.positions == 0
        value = engine.value(game, Player.ONE, game.start(), Budget(seconds=0.05))
        assert value == unknown(Fraction(1, 2))
    with pytest.raises(Exhausted), engine._solver(game).lock:
        engine._ask(game, Budget(progress=lambda positions: True), len)


# ---- memory


def test_progress_callback_can_use_the_engine() -> None:
    engine, game = Engine(), numduel.new("run", size=6, seed=1)
    state = game.start()
    answers: list[object] = []

    def asks(spent: int) -> None:
        if not answers:
            answers.append(engine.value(game, state.player, state, Budget(positions=9)))
            answers.append(engine.analyse(game, state, Budget(positions=9)).is_exact)

    found = engine.analyse(game, state, Budget(progress=asks))
    assert answers == [unknown(Fraction(1, 2)), False]
    assert found.moves == Engine().analyse(game, state, plenty()).moves


def test_memory_is_limited_and_evicts_the_oldest_games() -> None:
    engine = Engine(memory=2000)
    games = [numduel.new("maze", size=4, seed=seed) for seed in range(8)]
    for game in games:
        engine.analyse(game, game.start(), plenty())
        assert len(engine) <= engine.memory + max(len(g.vocabulary) for g in games)
    assert list(engine._solvers)[-1] == games[-1]
    assert games[0] not in engine._solvers


def test_game_too_large_for_the_memory_is_unknown() -> None:
    engine = Engine(memory=500)
    report = engine.analyse(numduel.new("sum"), numduel.new("sum").start(), plenty())
    assert not report.is_exact
    assert len(engine) == 0  # useless results are dropped
    quest = numduel.new("quest", stand=True)
    assert not engine.analyse(quest, quest.start(), plenty()).is_exact
    assert len(engine) == 0


@for_each([("sum", {}), ("quest", {"stand": True})])
def test_game_is_remembered_once_it_fits(
    case: tuple[str, dict[str, Any]],
) -> None:
    engine, (id, options) = Engine(memory=500), case
    game = numduel.new(id, seed=1, **options).public()
    first, *_, late = (s for s in random_playout(game, 1) if isinstance(game.status(s), Turn))
    for _ in range(2):
        assert not engine.analyse(game, first, plenty()).is_exact
        assert engine.analyse(game, late, plenty()).is_exact
        assert 0 < len(engine) <= 500


def test_forget_frees_the_memory() -> None:
    engine = Engine()
    engine.analyse(numduel.new("sum"), numduel.new("sum").start(), plenty())
    assert len(engine) > 1000
    engine.forget()
    assert len(engine) == 0


# ---- opponents


def test_opponent_does_not_depend_on_engine_memory() -> None:
    for level in ("skilled", "perfect"):
        for id in numduel.games():
            game = numduel.new(id, seed=5)
            assert _choices(game, level) == _choices(game, level)


def _choices(game: AnyGame, level: str) -> list[str]:
    match = Match(game, dice=Dice(3))
    player = Opponent(LEVELS[level], Dice(9))
    player.begin(match.game, Player.ONE)
    while not match.is_over and len(match.plies) < 30:
        match.play(player.choose(match.state, match.moves, Budget()))
        if match.player is not None:
            numduel.analyse(match)
    return [ply.move for ply in match.plies]


def test_opponent_stops_when_cancelled() -> None:
    game = numduel.new("run", size=8, seed=1)
    player = Opponent(LEVELS["perfect"], Dice(1))
    player.begin(game, Player.ONE)
    turn = game.status(game.start())
    assert isinstance(turn, Turn)
    budget = Budget(progress=lambda positions: True)
    assert player.choose(game.start(), turn.moves, budget) in turn.moves
    assert budget.spent <= 1024


def test_perfect_leaves_few_correct_answers_in_endless_positions() -> None:
    """Of the endless moves it chooses those with the fewest correct answers."""
    checked = 0
    for seed in range(120):
        game = numduel.new("race", size=4, highest=2, seed=seed)
        for state in random_playout(game, seed, 6):
            checked += _is_tricky(game, state) if isinstance(game.status(state), Turn) else 0
    assert checked >= 5


def _is_tricky(game: AnyGame, state: Any) -> bool:
    """Return whether moves differ in correct answers; if so, check that it picks the hardest."""
    report = ENGINE.analyse(game, state, plenty())
    keeping = [move for move, value in report.moves.items() if value.outcome == "endless"]
    answers = {move: _count_correct_answers(game, game.play(state, move)) for move in keeping}
    if report.value.outcome != "endless" or len(set(answers.values())) < 2:
        return False
    player = Opponent(LEVELS["perfect"], Dice(1))
    player.begin(game, state.player)
    chosen = player.choose(state, tuple(report.moves), Budget())
    assert answers[chosen] == min(answers.values())
    return True


def _count_correct_answers(game: AnyGame, after: Any) -> int:
    values = ENGINE.analyse(game, after, plenty()).moves.values()
    return sum(value.outcome == "endless" for value in values)


def test_chances_within_rounding_are_equal() -> None:
    game = numduel.new("quest", size=3, target=15)
    seen = Lookahead(game).moves(game.start(), 2, plenty())
    assert len(set(seen.values())) == 1


# ---- unusual games


def test_opponent_sees_the_chance_of_the_player_to_move() -> None:
    game = Coin(CoinOptions(), None)
    assert Lookahead(game).moves(game.start(), 9, plenty())["toss"].chance == Fraction(5, 8)


def test_opponent_sees_its_number_of_choices_ahead() -> None:
    """Positions beyond sight count as even: each further toss wins half of that."""
    game = Coin(CoinOptions(tosses=9), None)
    ahead = [Lookahead(game).moves(game.start(), turns, plenty())["toss"] for turns in range(5)]
    halves = [Fraction(1, 2), *(Fraction(n, d) for n, d in ((3, 4), (5, 8), (11, 16), (21, 32)))]
    assert [value.chance for value in ahead] == halves
    assert [value.is_known for value in ahead] == [False, *[True] * 4]


# ---- worth


def test_win_of_unknown_length_ranks_last_among_wins() -> None:
    someday = win(1)._replace(turns=None)
    ranked = sorted([loss(9), someday, endless(), win(500), loss(1)], key=Value.rank)
    assert ranked == [loss(1), loss(9), endless(), someday, win(500)]


def test_estimate_ranks_below_certain_wins() -> None:
    """A certain draw is better than an estimate below half."""
    none, all_of_them = Fraction(0), Fraction(1)
    values = [unknown(all_of_them), chance(all_of_them), unknown(none), endless(), loss(9)]
    ranked = sorted(values, key=Value.rank)
    order = [loss(9), unknown(none), endless(), unknown(all_of_them), chance(all_of_them)]
    assert ranked == order
    assert len({value.rank() for value in ranked}) == len(ranked)


def test_flipped_value_is_the_opponents_one_turn_earlier() -> None:
    part, rest = Fraction(2, 5), Fraction(3, 5)
    assert [win(3).flipped(), loss(3).flipped()] == [loss(4), win(4)]
    assert win(3)._replace(turns=None).flipped() == loss(4)._replace(turns=None)
    values = [endless(), chance(part), unknown(part)]
    assert [value.flipped() for value in values] == [endless(), chance(rest), unknown(rest)]


def test_every_kind_of_value_has_a_text() -> None:
    values = [win(1)._replace(turns=None), loss(2), endless()]
    values += [chance(Fraction(7, 17)), unknown(Fraction(7, 17))]
    assert [str(value) for value in values] == [
        *("win", "loss in 2 turns", "no forced win", "7/17 (41.2%)", "about 41%")
    ]
    assert [value.label for value in values[3:]] == ["41.2%", "unknown, about 41%"]
    assert [value.sign for value in values] == ["W", "L2", "=", "41%", "~41%"]
    assert [value.means("Ann") for value in values] == [
        "Ann wins",
        "Ann loses in 2 turns",
        "there is no forced win",
        "Ann has a 41.2% chance to win",
        "Ann has about a 41% chance to win (estimate)",
    ]
    assert [value.means("you", is_you=True) for value in values[:2]] == [
        "you win",
        "you lose in 2 turns",
    ]


def _result(match: Match, player: Player, engine: Engine) -> Fraction:
    """Return 1 for a win, 0 for a loss, or the worth of the last position if unfinished."""
    if match.is_over:
        return Fraction(match.winner is player)
    return engine.value(match.game, player, match.state, plenty()).worth


class Remembering(Engine):
    """An engine that caches its reports."""

    def __init__(self) -> None:
        super().__init__()
        self._reports: dict[object, Report] = {}

    def analyse(self, game: AnyGame, state: Any, budget: Budget) -> Report:
        if (game, state) not in self._reports:
            self._reports[game, state] = super().analyse(game, state, budget)
        return self._reports[game, state]


def _random_matches(variant: Variant, count: int, boards: int) -> Iterator[Match]:
    rng = Random(str(variant))
    games = [variant.new(seed) for seed in range(boards)]
    for number in range(count):
        match = Match(games[number % boards], dice=Dice(number))
        while not match.is_over and match.turn <= 12:
            match.play(rng.choice(match.moves))
        yield match


@pytest.mark.slow
@pytest.mark.parametrize("id", numduel.games())
def test_result_is_start_worth_plus_regret_and_luck(id: str) -> None:
    """result = worth at the start - own regret + the opponent's regret + luck, exactly."""
    for variant in [variant for variant in VARIANTS if variant.id == id]:
        engine = Remembering()
        for match in _random_matches(variant, count=200, boards=5):
            plies = evaluate(engine, match, plenty())
            with where(variant, [ply.move for ply in match.plies]):
                assert all(ply.is_known for ply in plies)
                one, two = (summarise(player, plies) for player in Player)
                start = engine.value(match.game, Player.ONE, match.states[0], plenty()).worth
                luck = (one.luck or 0) - (two.luck or 0)
                assert _result(match, Player.ONE, engine) == start - one.regret + two.regret + luck


def test_ply_of_unknown_value_counts_nowhere() -> None:
    unknown = Value("unknown", None, Fraction(1, 3))
    ply = ReviewedPly(1, Player.ONE, "x", False, win(3), unknown, {"x": unknown, "y": win(3)})
    assert not ply.regret
    assert not ply.is_decision
    assert not ply.mark


# ---- simulated games


def test_estimate_is_a_share_of_finished_random_games() -> None:
    """On this board a third of them never end."""
    game = numduel.new("race", board="2 3 1 1/3 2 1 2/3 2 1 3/1 2 2 2")
    winners: list[Player | None] = []
    dice, moves = Dice(0), 0
    while len(winners) < 200 and moves < 20_000:
        played = play_out(game, game.start(), dice, 500)
        winners.append(played.winner)
        moves += len(played.moves)
    ended = [winner for winner in winners if winner is not None]
    share = Fraction(ended.count(Player.ONE), len(ended))
    assert set(winners) == {None, Player.ONE, Player.TWO}
    assert estimate(game, game.start(), Player.ONE, Budget()) == share


def test_estimate_limits_games_and_moves() -> None:
    game, dice = numduel.new("maze", seed=4), Dice(0)
    played = [play_out(game, game.start(), dice, 500) for _ in range(200)]
    moves = sum(len(one.moves) for one in played[:3])
    for most, games in ((10**6, 200), (moves, 3), (moves + 1, 4)):
        won = [one.winner for one in played[:games]].count(Player.ONE)
        found = estimate(game, game.start(), Player.ONE, Budget(), most)
        assert found == Fraction(won, games)
    stopped = Budget(progress=lambda positions: True)
    assert estimate(game, game.start(), played[0].winner or Player.ONE, stopped) == 1


def test_abandoned_games_do_not_count() -> None:
    """On this board no game ever ends, so all are abandoned."""
    game = numduel.new("race", size=2, board="1 1/1 1")
    played = play_out(game, game.start(), Dice(1), 0)
    assert (played.winner, played.moves) == (None, [])


def test_playout_counts_chance_outcomes() -> None:
    game = Coin(CoinOptions(tosses=9), None)
    for seed in range(5):
        played = play_out(game, game.start(), Dice(seed), 100)
        assert played.chance_outcomes == 2 * played.moves.count("toss") == len(played.moves) > 0
        assert played.winner is not None


# ---- limits


def test_unreferenced_engine_is_freed_at_once() -> None:
    """Its memory may be large, and garbage collection comes late."""
    engine, game = Engine(), numduel.new("sum", target=20)
    engine.analyse(game, game.start(), plenty())
    known = ref(engine._solvers[game])
    gc.disable()
    try:
        del engine
        assert known() is None
    finally:
        gc.enable()


def test_threads_with_different_games_share_one_memory() -> None:
    """Each starts while there is room for all; none may take the same room twice."""
    engine = Engine(memory=20_000)
    games = [numduel.new("run", size=9, seed=seed) for seed in range(6)]
    most, done = 0, Event()

    def watch() -> None:
        nonlocal most
        while not done.is_set():
            most = max(most, len(engine))

    watching = Thread(target=watch)
    watching.start()
    with ThreadPoolExecutor(6) as threads:
        reports = list(
            threads.map(lambda game: engine.analyse(game, game.start(), plenty()), games)
        )
    done.set()
    watching.join()
    assert not any(report.is_exact for report in reports)
    assert 10_000 < most < 21_000


def test_second_question_about_a_game_takes_no_memory_from_the_first() -> None:
    engine, game = Engine(memory=40_000), numduel.new("sum")
    true = Engine().analyse(game, game.start(), plenty())
    others = [numduel.new("maze", size=5, seed=seed) for seed in range(3)]
    for other in others:
        engine.analyse(other, other.start(), plenty())
    done = Event()

    def ask() -> None:
        while not done.is_set():
            engine.analyse(game, game.start(), Budget(seconds=0))

    asking = [Thread(target=ask) for _ in range(4)]
    for thread in asking:
        thread.start()
    try:
        for _ in range(3):
            assert engine.analyse(game, game.start(), plenty())[:4] == true[:4]
            engine.forget()
    finally:
        done.set()
        for thread in asking:
            thread.join()


def test_position_with_many_moves_counts_for_more_than_one() -> None:
    solver = Solver(numduel.new("sum", target=90, highest=60))
    with pytest.raises(Exhausted):
        solver.value_for(Player.ONE, solver.game.start(), Budget(positions=300))
    search = PythonSearch(solver.game)
    with pytest.raises(Exhausted):
        search.value(solver.game.start(), Budget(positions=300))
    positions = search.graph._positions
    wide = sum(
        len(p.successors) - 8 for p in positions.values() if p.successors and len(p.successors) > 8
    )
    assert len(solver) == len(search) == len(positions) + wide // 50 > len(positions) + 50


def test_graph_uses_its_whole_quota_and_no_more() -> None:
    """A game with many moves in a position, which count too."""
    game = numduel.new("sum", target=90, highest=60)
    for most in (1, 300, 2000):
        graph = Graph(game, PositionQuota(most))
        with pytest.raises(Exhausted):
            _expand_all(graph)
        assert most <= len(graph) <= (most + 61 if most > 1 else 1)


def _expand_all(graph: Graph) -> None:
    waiting = [graph.position(graph.game.start())]
    for position in waiting:
        waiting += graph.expand(position, Budget())


def test_position_with_few_moves_counts_for_one() -> None:
    game = numduel.new("race", seed=1, size=5)
    solver = Solver(game)
    solver.value_for(Player.ONE, game.start(), plenty())
    search = PythonSearch(game)
    search.value(game.start(), plenty())
    assert len(solver) == len(search.graph._positions) > 400


def test_overdue_budget_skips_estimates() -> None:
    """So that a review of many unknown positions ends in time."""
    game = numduel.new("run", size=12, seed=1)
    assert estimate(game, game.start(), Player.ONE, Budget(seconds=0)) != Fraction(1, 2)
    late = Budget(seconds=0)
    late._deadline -= 1
    assert estimate(game, game.start(), Player.ONE, late) == Fraction(1, 2)
    assert estimate(game, game.start(), Player.ONE, late.part(positions=9)) == Fraction(1, 2)


def test_opponent_clears_its_memory_at_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookahead, "MAX_MEMORY_POSITIONS", 3000)
    monkeypatch.setattr(lookahead, "MAX_MOVES_PER_CHOICE", 9000)
    match = Match(numduel.new("run", size=8, seed=2))
    player = Opponent(LEVELS["perfect"], Dice(1))
    player.begin(match.game, Player.ONE)
    sizes = []
    while match.player is not None and len(match.plies) < 40:
        match.play(player.choose(match.state, match.moves, Budget()))
        assert player._lookahead is not None
        sizes.append(len(player._lookahead._solver))
    assert max(sizes) < 3000 + 2 * 9000
    assert any(after < before for before, after in pairwise(sizes))
