"""Levels: legal moves, reproducible, unaware of hidden numbers, and perfect at the top."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import pytest
from terminal import numduel as run

import numduel
from duel_support import (
    ENGINE,
    VARIANTS,
    Variant,
    for_each,
    plenty,
    positions,
    random_playout,
    with_more_games,
)
from numduel import Match, Over, Player, Turn, Value
from numduel.arena.matches import play_match
from numduel.budget import Budget
from numduel.core import AnyGame
from numduel.dice import Dice
from numduel.engine.opponents.characters import CHARACTERS
from numduel.engine.opponents.levels import LEVELS, Level, Opponent
from numduel.engine.opponents.lookahead import (
    MAX_MOVES_PER_CHOICE,
    MIN_MOVES_PER_POSITION,
    UNLIMITED_TURNS,
    Lookahead,
)
from numduel.engine.opponents.styles import MAX_PLIES_PER_CHOICE
from numduel.engine.solving.analysis import Solver
from numduel.engine.solving.value import chance, draw, loss, win
from numduel.errors import PlayerError, RulesError, SetupError
from numduel.options import Options
from numduel.play.players import LEVELS as NAMES
from numduel.play.players import kinds, seat
from odd_games import DrawnWalk, Maps, Road, UndeclaredWalk, Walk, random_drawn_map

SOLVED = [
    ("maze", {}),
    ("maze", {"size": 3, "starts": "random", "extra": 2, "diagonal": 2}),
    ("sum", {"target": 20, "highest": 7}),
    ("run", {"size": 4}),
    ("race", {}),
    ("quest", {"size": 2, "target": 6, "stand": True}),
    ("quest", {"stand": True}),
]
"""Games small enough to solve again in each test."""

LARGEST: list[tuple[str, dict[str, Any]]] = [
    ("maze", {"size": 12}),
    ("maze", {"size": 12, "extra": 60, "diagonal": 60}),
    ("sum", {"target": 10_000, "highest": 99}),
    ("run", {"size": 12}),
    ("quest", {"size": 12, "target": 800, "stand": True}),
    ("race", {"size": 12, "highest": 6}),
]


def to_move(game: AnyGame, states: list[Any]) -> list[Any]:
    return [state for state in states if isinstance(game.status(state), Turn)]


def sampled(id: str, options: dict[str, Any], boards: int = 6) -> Iterator[tuple[AnyGame, Any]]:
    """Yield positions of random games with a choice of moves, on several boards."""
    for seed in range(boards):
        game = numduel.new(id, seed=seed, **options).public()
        states = to_move(game, random_playout(game, seed, 30))
        chosen = Random(seed).sample(states, min(4, len(states)))
        yield from ((game, state) for state in {*states[:1], *chosen})


@cache
def solver(game: AnyGame) -> Solver:
    return Solver(game)


def values(game: AnyGame, state: Any) -> dict[str, Value]:
    """Return the exact value of every move, from solvers that no opponent uses."""
    status = game.status(state)
    assert isinstance(status, Turn)
    return dict(ENGINE.analyse(game, state, plenty()).moves)


def opponent(level: str, seed: int = 7) -> Opponent:
    return Opponent(LEVELS[level], Dice(seed))


def choice(player: Opponent, game: AnyGame, state: Any, budget: Budget | None = None) -> str:
    """Return a player's choice in this position of a match."""
    status = game.status(state)
    assert isinstance(status, Turn)
    player.begin(game, status.player)
    return player.choose(state, status.moves, budget or Budget())


# ---- every level


def test_every_level_names_a_player() -> None:
    assert tuple(LEVELS) == NAMES
    assert kinds()[: 2 + len(LEVELS)] == ("human", "random", *LEVELS)
    for name, level in LEVELS.items():
        seated = seat(name, Dice(0))
        assert isinstance(seated, Opponent)
        assert seated.level is level
    with pytest.raises(SetupError, match=r"expert, perfect, .*, program COMMAND"):
        seat("grandmaster", Dice(0))


@for_each(VARIANTS)
def test_levels_play_legal_moves_in_every_variant(variant: Variant) -> None:
    game, found = positions(variant)
    states = to_move(game, list(found))
    for level in LEVELS:
        player = opponent(level)
        for state in Random(1).sample(states, min(5, len(states))):
            status = game.status(state)
            assert isinstance(status, Turn)
            assert choice(player, game.public(), state) in status.moves


def against_itself(level: str, game: AnyGame, seed: int) -> list[str]:
    match, player = Match(game, dice=Dice(seed)), opponent(level, seed)
    while match.player is not None and len(match.plies) < 60:
        match.play(choice(player, match.game, match.view(match.player)))
    return [ply.move for ply in match.plies]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("id", numduel.games())
def test_same_seed_makes_the_same_moves(id: str, level: str) -> None:
    game = numduel.new(id, seed=5)
    assert against_itself(level, game, 3) == against_itself(level, game, 3)


@pytest.mark.parametrize("level", ["beginner", "casual", "skilled", "expert"])
def test_different_seed_makes_different_moves(level: str) -> None:
    game = numduel.new("run", seed=5)
    assert len({tuple(against_itself(level, game, seed)) for seed in range(8)}) > 1


@pytest.mark.parametrize("who", [*LEVELS, *CHARACTERS])
@pytest.mark.parametrize("stand", [True, False])
def test_no_choice_depends_on_hidden_numbers(who: str, stand: bool) -> None:
    """Boards that differ only in hidden numbers get the same moves (Q1)."""
    boards = ["4 2 3/1 5 6/9 7 8", "4 8 7/9 6 5/1 3 2"]
    matches = [Match(numduel.new("quest", board=board, stand=stand)) for board in boards]
    for match in matches:
        match.play("1,1")
    settings = LEVELS[who] if who in LEVELS else CHARACTERS[who].settings
    one, two = (
        choice(Opponent(settings, Dice(11)), m.game, m.view(m.state.player)) for m in matches
    )
    assert one == two
    assert matches[0].game == matches[1].game


@pytest.mark.parametrize("level", ["casual", "skilled", "expert", "perfect"])
@pytest.mark.parametrize(("id", "options"), SOLVED)
def test_level_takes_an_immediate_win(id: str, options: dict[str, Any], level: str) -> None:
    player = opponent(level)
    for game, state in sampled(id, options, boards=12):
        status = game.status(state)
        assert isinstance(status, Turn)
        after = {move: game.status(game.play(state, move)) for move in status.moves}
        wins = [m for m, s in after.items() if isinstance(s, Over) and s.winner is status.player]
        if wins:
            won = values(game, state)[choice(player, game, state)]
            assert won.turns == 1 or won == chance(Fraction(1))


@pytest.mark.parametrize("turns", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(("id", "options"), SOLVED[:5])
def test_lookahead_is_exact_up_to_its_depth(id: str, options: dict[str, Any], turns: int) -> None:
    """Seen values are exact; every end within sight is seen, and none beyond."""
    for game, state in sampled(id, options):
        seen, true = Lookahead(game).moves(state, turns, plenty()), values(game, state)
        quickest = min((v.turns or 0 for v in true.values() if v.outcome == "win"), default=turns)
        for move, value in true.items():
            if seen[move].outcome != "unknown":
                assert seen[move] == value
            elif value.turns is not None:
                assert value.turns > min(turns, quickest)


@pytest.mark.long
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("id", "options"), LARGEST)
def test_choice_stays_within_its_position_limit(
    id: str, options: dict[str, Any], level: str
) -> None:
    game = numduel.new(id, seed=2, **options).public()
    player = opponent(level)
    states = to_move(game, random_playout(game, 3, 40))
    for state in [states[0], states[len(states) // 2], states[-1]]:
        budget = Budget()
        choice(player, game, state, budget)
        most = Lookahead(game).limit(state)
        assert most <= MAX_MOVES_PER_CHOICE // MIN_MOVES_PER_POSITION == 16_000
        assert budget.spent <= 2 * most


# ---- beyond sight


def test_level_simulates_games_to_find_a_winning_move() -> None:
    """Far beyond its sight, one move leads to a win and the other to a loss."""
    one, two = Player
    blind = Level(sights=(0,), games=1)
    places: Maps = ((one, (1, 2)), (two, (3,)), (two, (4,)), (one, ()), (two, ()))
    game = Walk(Options(), places)
    assert {choice(Opponent(blind, Dice(seed)), game, game.start()) for seed in range(9)} == {"0"}


def test_level_simulates_its_number_of_games_or_one_without_budget() -> None:
    one, two = Player
    places: Maps = ((one, (1, 2)), (two, (3,)), (two, (4,)), (one, ()), (two, ()))

    def steps(games: int, budget: Budget) -> int:
        game = CountingWalk(Options(), places)
        choice(Opponent(Level(sights=(0,), games=games), Dice(1)), game, game.start(), budget)
        return game.played

    few = steps(1, Budget())
    assert steps(4, Budget()) == few + 3 * 2  # one more for each of 2 moves and 3 games
    assert steps(4, Budget(positions=0)) == few


def test_level_below_perfect_delays_a_loss() -> None:
    """Only the perfect level loses sooner if the correct answer is harder to find."""
    game = numduel.new("maze", board="9 7 1/3 5 2/6 8 4")
    match = Match(game)
    match.play("0,1")
    true = values(game, match.state)
    made = {
        level.is_tricky: true[choice(Opponent(level, Dice(1)), game, match.state)]
        for level in (Level(sights=(UNLIMITED_TURNS,), games=1), LEVELS["perfect"])
    }
    assert made == {False: loss(6), True: loss(4)}


def test_opponent_refuses_to_choose_outside_a_match() -> None:
    game, player = numduel.new("maze", seed=1), opponent("casual")
    player.begin(game, Player.ONE)
    player.end(Match(game))
    with pytest.raises(PlayerError, match=r"^call begin\(game, player\) before choose\(\)$"):
        player.choose(game.start(), ("0,0",), Budget())


def test_simulated_games_share_one_limit_of_plies() -> None:
    """Play repeats forever here, so each of 100 games would be long."""
    one, two = Player
    circles: Maps = ((one, tuple(range(1, 11))), *[(two, (0,))] * 10)
    game = CountingWalk(Options(), circles)
    chosen = choice(Opponent(Level(sights=(0,), games=100), Dice(1)), game, game.start())
    assert chosen in game.vocabulary
    assert MAX_PLIES_PER_CHOICE <= game.played < MAX_PLIES_PER_CHOICE + 130 * 10


class CountingWalk(Walk):
    """A walk that counts its steps."""

    played = 0

    def play(self, state: Road, move: str) -> Road:
        self.played += 1
        return super().play(state, move)


# ---- perfect


@pytest.mark.parametrize(("id", "options"), SOLVED)
def test_perfect_never_loses_worth(id: str, options: dict[str, Any]) -> None:
    """A win stays as quick, endless play stays endless, a chance stays as good."""
    outcomes, perfect = set(), opponent("perfect")
    boards = {"race": 80, "quest": 8}.get(id, 25)
    for game, state in sampled(id, options, boards):
        true = values(game, state)
        best = max(true.values(), key=Value.rank)
        chosen = true[choice(perfect, game, state)]
        outcomes.add(best.outcome)
        assert chosen.outcome == best.outcome
        if best.outcome != "loss":
            assert chosen == best
    assert outcomes >= ({"chance"} if id == "quest" else {"win", "loss"})
    assert "endless" in outcomes or id != "race"


def answers(game: AnyGame, state: Any, move: str) -> int:
    """Count the opponent's correct answers, independently of the engine."""
    status, after = game.status(state), game.play(state, move)
    assert isinstance(status, Turn)
    then = game.status(after)
    if not isinstance(then, Turn):
        return 10**6
    worth = {m: v.outcome for m, v in values(game, after).items()}
    order = ["loss", "endless", "win"]
    best = max(worth.values(), key=order.index)
    keeping = [m for m in worth if worth[m] == best]
    if then.player is status.player:
        return min(answers(game, after, m) for m in keeping)
    return len(keeping)


@pytest.mark.parametrize(("id", "options"), SOLVED[:5])
def test_perfect_leaves_the_fewest_correct_answers(id: str, options: dict[str, Any]) -> None:
    """Without a forced win: the fewest correct answers, then the longest resistance."""
    choices, perfect = 0, opponent("perfect")
    for game, state in sampled(id, options, boards=40):
        true = values(game, state)
        best = max(true.values(), key=Value.rank).outcome
        if best == "win":
            continue
        hard = {
            move: (-answers(game, state, move), value.turns or 0)
            for move, value in true.items()
            if value.outcome == best
        }
        assert hard[choice(perfect, game, state)] == max(hard.values())
        choices += len(set(hard.values())) > 1
    assert choices, "no position tells a good choice from a bad one"


def test_perfect_wins_every_won_position() -> None:
    for seed in range(20):
        game = numduel.new("maze", seed=seed)
        match, player, dice = Match(game), opponent("perfect"), Dice(seed)
        first = max(values(game, game.start()).values(), key=Value.rank)
        mine = numduel.Player.ONE if first.outcome == "win" else numduel.Player.TWO
        while match.player is not None:
            moves = match.moves
            chosen = choice(player, match.game, match.state)
            match.play(chosen if match.player is mine else dice.choice(moves))
        assert match.winner is mine


# ---- command line


@pytest.mark.slow
@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("level", LEVELS)
def test_person_plays_a_level_to_the_end(level: str) -> None:
    """Every cell is typed repeatedly; the game refuses illegal ones and asks again."""
    cells = [f"{row},{column}" for row in range(3) for column in range(3)]
    ran = run(["play", "maze", "--p2", level, "--seed", "7"], "\n".join(cells * 9))
    assert ran.status == 0, ran.err
    assert ran.out.rstrip().endswith("won the game.")
    again = run(["play", "maze", "--p2", level, "--seed", "7"], "\n".join(cells * 9))
    assert again.out == ran.out


# ---- draws

SEEING = ["casual", "skilled", "expert", "perfect"]
"""The levels that always see at least 1 turn ahead."""

ENDS: Maps = ((Player.ONE, ()), (Player.TWO, ()), (Player.TWO, ()))
"""Player 1 wins, Player 2 wins, and a draw."""


@pytest.mark.parametrize("level", SEEING)
def test_level_prefers_a_win_to_a_draw_to_a_loss(level: str) -> None:
    """Node 0 offers a loss or a draw; node 1 a loss, a draw or a win."""
    places: Maps = ((Player.ONE, (3, 4)), (Player.ONE, (3, 4, 2)), *ENDS)
    game = DrawnWalk(Options(), places)
    losing, winning = Road(Player.ONE, 0), Road(Player.ONE, 1)
    for seed in range(5):
        assert choice(opponent(level, seed), game, losing) == "1"
        assert choice(opponent(level, seed), game, winning) == "2"


def test_lookahead_sees_a_draw() -> None:
    game = DrawnWalk(Options(), ((Player.ONE, (1, 2, 3)), *ENDS))
    seen = Lookahead(game).moves(game.start(), 1, plenty())
    assert seen == {"0": win(1), "1": loss(1), "2": draw()}


def test_level_prefers_a_certain_draw_to_a_likely_loss() -> None:
    """The other move leads to a long corridor with a loss at its end."""
    corridor = [(Player(place % 2), (place + 1,)) for place in range(1, 9)]
    lost, drawn = (Player.TWO, ()), (Player.ONE, ())
    game = DrawnWalk(Options(), ((Player.ONE, (1, 10)), *corridor, lost, drawn))
    for seed in range(5):
        assert choice(opponent("casual", seed), game, game.start()) == "1"


def test_level_prefers_a_likely_win_to_a_certain_draw() -> None:
    corridor = [(Player(place % 2), (place + 1,)) for place in range(1, 9)]
    won, drawn = (Player.ONE, ()), (Player.ONE, ())
    game = DrawnWalk(Options(), ((Player.ONE, (10, 1)), *corridor, won, drawn))
    for seed in range(5):
        assert choice(opponent("casual", seed), game, game.start()) == "1"


def test_perfect_sees_all_draws_of_a_solvable_game() -> None:
    with with_more_games():
        game = numduel.new("pick15")
        seen = Lookahead(game).moves(game.start(), UNLIMITED_TURNS, plenty())
    assert seen == dict.fromkeys(game.vocabulary, draw())


def test_perfect_draws_against_perfect_in_a_drawn_game() -> None:
    with with_more_games():
        for seed in range(4):
            match = play_match(numduel.new("pick15"), ("perfect", "perfect"), seed)
            assert match.ending is not None
            assert match.ending.is_draw


def test_perfect_never_loses_worth_in_games_with_draws() -> None:
    for seed in range(60):
        game = random_drawn_map(seed)
        if isinstance(game.status(game.start()), Turn):
            made = choice(opponent("perfect", seed), game, game.start())
            true = values(game, game.start())
            assert true[made].worth == max(value.worth for value in true.values())


def test_perfect_makes_a_draw_hard_to_keep() -> None:
    """Of three drawing moves, one leaves the opponent a single correct answer."""
    one, two = Player
    places: Maps = ((one, (1, 2, 6)), (two, (3, 6)), (two, (6, 6)), (one, (4,)), *ENDS)
    game = DrawnWalk(Options(), places)
    assert values(game, game.start()) == dict.fromkeys("012", draw())
    for seed in range(5):
        assert choice(opponent("perfect", seed), game, game.start()) == "0"


@pytest.mark.parametrize("level", LEVELS)
def test_level_refuses_an_undeclared_draw(level: str) -> None:
    """A beginner may not see the draw, but meets it in a simulated game."""
    game = UndeclaredWalk(Options(), ((Player.ONE, (4, 4)), *ENDS, (Player.TWO, ())))
    with pytest.raises(RulesError, match="ended without a winner"):
        choice(opponent(level), game, game.start())
