"""The census: compared with brute force, resumed after a stop, and proven results."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest

import numduel
from duel_support import ENGINE, with_more_games
from numduel.arena.matches import play_pair
from numduel.core import AnyGame, Over, Player, Turn
from numduel.dice import Dice
from numduel.engine.studying.census import Census, Counts, solve_start
from numduel.grid import write_rows
from running import run_program

NEVER = 10**6


def brute_force(game: AnyGame, state: Any) -> tuple[int, int]:
    """Return (1, -turns) for a win of the player to move, (0, turns) for a loss, by brute force."""
    status = game.status(state)
    assert isinstance(status, Turn)
    found = []
    for move in status.moves:
        after = game.play(state, move)
        ahead = game.status(after)
        if isinstance(ahead, Over):
            found.append((1, -1) if ahead.winner is status.player else (0, 1))
        else:
            assert isinstance(ahead, Turn)
            won, turns = brute_force(game, after)
            if ahead.player is status.player:
                found.append((won, turns))
            else:
                found.append((0, 1 - turns) if won else (1, -1 - turns))
    return max(found)


def brute_counts(games: list[AnyGame]) -> Counter[tuple[str, int | None]]:
    counts: Counter[tuple[str, int | None]] = Counter()
    for game in games:
        if isinstance(status := game.status(game.start()), Over):
            counts["win" if status.winner is Player.ONE else "loss", 0] += 1
        else:
            won, turns = brute_force(game, game.start())
            counts["win" if won else "loss", abs(turns)] += 1
    return counts


def solve_all(census: Census) -> Counts:
    return census.solve(ENGINE, 0, census.size)


# ---- methods


@pytest.mark.parametrize(
    ("id", "given", "how"),
    [
        ("maze", (), "all"),
        ("maze", (("size", 4),), "sample"),
        ("maze", (("extra", 1),), "sample"),
        ("maze", (("starts", "random"),), "sample"),
        ("sum", (), "options"),
        ("quest", (), "options"),
        ("run", (), "sample"),
        ("race", (), "sample"),
        ("race", (("size", 2),), "all"),
    ],
)
def test_census_method_follows_from_the_game(
    id: str, given: tuple[tuple[str, object], ...], how: str
) -> None:
    assert Census(id, given).how == how


def test_sample_has_the_requested_size() -> None:
    """All boards of the maze could be solved."""
    census = Census("maze", boards=20, seed=3)
    assert (census.how, census.size) == ("sample", 20)
    drawn = [numduel.new("maze", seed=seed) for seed in (3, 4)]
    assert [case.game for case in census.cases(0, 2)] == drawn
    assert Census("race").size == 1000


def test_game_without_boards_varies_its_target_up_to_four_times() -> None:
    assert [v["target"] for v in Census("sum").variants()] == list(range(1, 201))
    assert len(Census("quest").variants()) == 2 * 60
    assert Census("quest", (("target", 15),)).variants() == [{"stand": False}, {"stand": True}]
    assert Census("sum", (("target", 50), ("highest", 9))).size == 1


# ---- compared with brute force


@pytest.mark.parametrize(("size", "boards"), [(2, 24), (3, 362_880)])
def test_weights_of_symmetric_boards_add_up_to_all(size: int, boards: int) -> None:
    game = type(numduel.new("maze"))
    listed = game.boards(game.options_type(size=size))
    assert listed is not None
    assert sum(weight for _, weight in listed) == boards


def test_only_small_mazes_are_listed() -> None:
    game = type(numduel.new("maze"))
    for options in (
        game.options_type(size=4),
        game.options_type(starts="random"),
        game.options_type(extra=1),
        game.options_type(diagonal=1),
        game.options_type(extra=1, diagonal=1),
    ):
        assert game.boards(options) is None


@pytest.mark.parametrize("target", [3, 5, 7, 10])
def test_all_small_mazes_agree_with_brute_force(target: int) -> None:
    boards = [write_rows(numbers, 2) for numbers in permutations(range(1, 5))]
    games = [numduel.new("maze", board=board, target=target) for board in boards]
    census = Census("maze", (("size", 2), ("target", target)))
    assert solve_all(census).by_outcome == brute_counts(games)


def images(numbers: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return a 3×3 board in all 8 rotations and reflections."""
    found = []
    for _ in range(4):
        numbers = tuple(numbers[3 * (2 - c) + r] for r in range(3) for c in range(3))
        found += [numbers, tuple(numbers[3 * r + 2 - c] for r in range(3) for c in range(3))]
    return found


def test_each_listed_maze_stands_for_eight_equal_ones() -> None:
    dice = Dice(3)
    game = type(numduel.new("maze"))
    boards = {write_rows(board.numbers, 3) for board, _ in game.boards(game.options_type()) or ()}
    for _ in range(20):
        turned = [write_rows(image, 3) for image in images(dice.shuffled(range(1, 10)))]
        assert len(set(turned)) == 8
        assert len(boards & set(turned)) == 1
        assert len({solve_start(ENGINE, numduel.new("maze", board=board)) for board in turned}) == 1


def test_some_mazes_agree_with_brute_force() -> None:
    census = Census("maze")
    cases = census.cases(20_000, 20_060)
    expected = brute_counts([case.game for case in cases])
    counts = census.solve(ENGINE, 20_000, 20_060)
    assert counts.by_outcome == Counter({key: 8 * count for key, count in expected.items()})


def test_sum_to_20_agrees_with_brute_force() -> None:
    counts = solve_all(Census("sum", upto=20))
    assert [row["target"] for row in counts.rows] == [str(target) for target in range(1, 21)]
    for row in counts.rows:
        assert (row["outcome"] == "win") == far_wins(int(str(row["target"])))
    for row in counts.rows[:12]:
        game = numduel.new("sum", target=row["target"])
        won, turns = brute_force(game, game.start())
        assert (row["outcome"], row["turns"]) == ("win" if won else "loss", abs(turns))


def test_larger_sum_contains_smaller_ones() -> None:
    larger = numduel.new("sum", target=40)
    for target in range(1, 31):
        game = numduel.new("sum", target=target)
        assert game.embedding_in(larger) is not None
        assert solve_start(ENGINE, game, larger) == solve_start(ENGINE, game)
    assert larger.embedding_in(larger) == larger.start()


def test_game_is_not_embedded_in_smaller_or_different_ones() -> None:
    game = numduel.new("sum", target=40)
    others = [numduel.new("sum", target=39), *(numduel.new("sum", highest=n) for n in (8, 10))]
    for other in others:
        assert game.embedding_in(other) is None
        assert solve_start(ENGINE, game, other) == solve_start(ENGINE, game)


def test_every_small_run_agrees_with_brute_force() -> None:
    boards = [write_rows(numbers, 2) for numbers in product((1, 2, 3), repeat=4)]
    games = [numduel.new("run", board=board, highest=3) for board in boards]
    counts = solve_all(Census("run", (("size", 2), ("highest", 3))))
    assert counts.by_outcome == brute_counts(games)


def test_sample_consists_of_the_boards_of_its_seeds() -> None:
    census = Census("race", boards=50, seed=7)
    cases = census.cases(0, 50)
    assert [case.game for case in cases] == [numduel.new("race", seed=s) for s in range(7, 57)]
    halves = census.solve(ENGINE, 0, 20)
    halves += census.solve(ENGINE, 20, 50)
    assert halves.by_outcome == solve_all(census).by_outcome


def test_counts_survive_json() -> None:
    counts = solve_all(Census("quest", (("size", 2),), upto=6))
    again = Counts.from_data(json.loads(json.dumps(counts.as_data())))
    assert again.as_data() == counts.as_data()


# ---- proven for every board


def test_standard_quest_depends_on_the_deal_alone() -> None:
    """All cells are equal, so reveal them in order and count all 9! deals."""
    won = 0
    for deal in permutations(range(1, 10)):
        totals, player = [0, 0], 0
        for number in deal:
            totals[player] += number
            if totals[player] >= 15:
                won += (totals[player] == 15) == (player == 0)
                break
            player = 1 - player
    rows = solve_all(Census("quest", (("target", 15), ("stand", False)))).rows
    assert rows[0]["chance"] == str(Fraction(won, 362_880)) == "1039/2520"


@pytest.mark.parametrize("seed", range(3))
def test_every_move_of_a_standard_quest_has_the_same_value(seed: int) -> None:
    match, dice = numduel.Match(numduel.new("quest", seed=seed)), Dice(seed)
    while not match.is_over:
        assert len(set(numduel.analyse(match).moves.values())) == 1
        match.play(dice.choice(match.moves))


def test_standing_makes_quest_a_game_of_choices() -> None:
    match = numduel.Match(numduel.new("quest", stand=True, board="1 2 3/4 5 6/7 8 9"))
    for move in ("3,3", "1,1"):
        match.play(move)
    assert len(set(numduel.analyse(match).moves.values())) == 2


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_player_1_wins_every_run_by_walking_straight(size: int) -> None:
    """Along the top and down the side, never challenging, against every play of Player 2.

    Both corners have the same colour of a chessboard, so on Player 1's turn both tokens always
    stand on one colour. So Player 2 is never beside Player 1 then, to block or to challenge.
    Numbers matter only in a challenge, so one board stands for all.
    """
    path = [f"0,{c}" for c in range(1, size)] + [f"{r},{size - 1}" for r in range(1, size)]
    game = numduel.new("run", size=size, seed=size)
    assert walked(game, game.start(), path, 0) <= 4 * size - 5


def walked(game: AnyGame, state: Any, path: list[str], turn: int) -> int:
    """Return the maximum turns that Player 2 can last against this walk."""
    status = game.status(state)
    if isinstance(status, Over):
        assert status.winner is Player.ONE
        return turn
    assert isinstance(status, Turn)
    if status.player is Player.ONE:
        assert path[0] in status.moves
        after = game.play(state, path[0])
        ahead = game.status(after)
        if isinstance(ahead, Turn) and ahead.player is Player.ONE:
            after = game.play(after, "no")
        return walked(game, after, path[1:], turn + 1)
    assert "yes" not in status.moves, "Player 2 is never beside Player 1"
    return max(walked(game, game.play(state, move), path, turn + 1) for move in status.moves)


@pytest.mark.parametrize("seed", range(30))
def test_engine_never_gives_player_2_or_more_turns_in_run(seed: int) -> None:
    value = solve_start(ENGINE, numduel.new("run", seed=seed, size=4))
    assert value.outcome == "win"
    assert value.turns is not None
    assert value.turns <= 11


@cache
def wins(mine: int, theirs: int, last: int) -> bool:
    """Return whether the player to move wins a standard Sum Battle, by the totals still needed."""
    for number in range(1, 10):
        if last and abs(number - last) <= 1:
            continue
        if number == mine:
            return True
        if number < mine and not wins(theirs, mine - number, number):
            return True
    return False


def far_wins(target: int) -> bool:
    return wins(target, target, 0)


@cache
def turns_alone(mine: int, last: int) -> int:
    """Return the turns in which the player to move arrives, against any play."""
    fewest = NEVER
    for number in range(1, 10):
        if abs(number - last) > 1:
            if number == mine:
                return 1
            if number < mine:
                answers = (a for a in range(1, 10) if abs(a - number) > 1)
                worst = max(turns_alone(mine - number, answer) for answer in answers)
                fewest = min(fewest, 2 + worst)
    return fewest


def test_player_1_wins_sum_battle_for_every_target_but_15() -> None:
    """Targets up to 90 by search; beyond that, by taking nines until 10 to 18 are left.

    No player may answer a 9 with more than 7, so Player 1 can take nine after nine, and after m of
    them Player 2 still needs 2m more. From 10 to 18 Player 1 arrives in 7 turns, in which Player 2
    takes three numbers, at most 27. With m = 9 Player 2 needs 28 or more.
    """
    assert [target for target in range(1, 91) if not far_wins(target)] == [15]
    assert all(abs(9 - answer) > 1 for answer in range(1, 8))
    assert max(turns_alone(left, last) for left in range(10, 19) for last in range(1, 10)) <= 7
    assert 9 * 9 + 10 == 91
    assert 10 + 2 * 9 > 3 * 9


def test_race_boards_lost_before_the_first_move_are_a_quarter() -> None:
    """Only the number in Player 1's corner matters for the first status."""
    for seed in range(40):
        for number in range(1, 5):
            rest = numduel.new("race", seed=seed).board[1:]
            game = numduel.new("race", board=f"{number}{rest}", highest=4)
            assert isinstance(game.status(game.start()), Over) == (number == 4)


def test_race_boards_won_in_one_turn_are_three_sixteenths() -> None:
    """Player 1 can move, and Player 2's corner holds a number too large."""
    for seed in range(10):
        rest = numduel.new("race", seed=seed).board[1:-1]
        for one, two in product(range(1, 5), repeat=2):
            value = solve_start(ENGINE, numduel.new("race", board=f"{one}{rest}{two}", highest=4))
            at_once = value.outcome == "win" and value.turns == 1
            assert at_once == (one < 4 and two == 4)


# ---- skill


def test_perfect_play_never_loses_a_run_as_player_1() -> None:
    census = Census("run", (("size", 3),))
    for pair in range(5):
        score = play_pair(census.dealt(pair), ("perfect", "random"), pair)
        assert score.matches == 2
        assert score.won >= 1
        other = play_pair(census.dealt(pair), ("random", "perfect"), pair)
        assert other.lost >= 1


# ---- the command


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "numduel", "census", *words]


def called(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return run_program(command(*words), env=os.environ | {"NUMDUEL_HOME": str(home)})


def test_census_prints_json(tmp_path: Path) -> None:
    ended = called(tmp_path, "maze", "--size", "2", "--pairs", "2", "--jobs", "1", "--json")
    assert (ended.returncode, ended.stderr) == (0, "")
    told = json.loads(ended.stdout)
    assert (told["how"], told["solved"], told["boards"]) == ("all", 3, 24)
    assert told["outcomes"] == {
        "loss": {"boards": 24, "share": "1", "interval": None, "mean": None}
    }
    assert {line["level"] for line in told["perfect_against"]} >= {"random"}
    assert all(line["matches"] == 4 for line in told["perfect_against"])


def test_census_prints_a_table(tmp_path: Path) -> None:
    ended = called(tmp_path, "sum", "--upto", "15", "--pairs", "0", "--jobs", "2")
    assert ended.returncode == 0
    assert ended.stdout.splitlines()[0] == "Sum Battle: 15 sets of options, solved exactly."
    assert ended.stdout.splitlines()[-1].split() == ["15", "loses", "in", "6", "turns"]


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_stopped_census_resumes_to_the_same_result(tmp_path: Path, jobs: str) -> None:
    """Start without the compiled core, which is too fast to be stopped, and resume with it."""
    words = ("race", "--boards", "1500", "--pairs", "0", "--json", "--jobs", jobs)
    started = subprocess.Popen(
        command(*words),
        env=os.environ | {"NUMDUEL_HOME": str(tmp_path / "a"), "NUMDUEL_PURE": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not list((tmp_path / "a").glob("census/*.json")) and started.poll() is None:
        time.sleep(0.01)
    started.send_signal(signal.SIGINT)
    stdout, stderr = started.communicate(timeout=30)
    assert (started.returncode, stdout) == (130, "")
    assert "Run the same command to continue." in stderr
    again = called(tmp_path / "a", *words)
    assert again.stderr.startswith("Resuming: ")
    assert again.stdout == called(tmp_path / "b", *words).stdout
    assert json.loads(again.stdout)["boards"] == 1500
    assert not list((tmp_path / "a").glob("census/*"))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("race", "--boards", "0"), "boards must be a whole number from 1 to 1000000, not 0"),
        (("race", "--jobs", "many"), "jobs must be a whole number from 1 to 1024, not 'many'"),
        (("race", "--seed", "-1"), "seed must be a whole number"),
        (
            ("maze", "--plot", "maze.txt"),
            "'maze.txt' isn't a plot file. Its name must end in .svg, .png, or .pdf",
        ),
        (
            ("maze", "--plot", "no/such/folder/maze.svg"),
            "'no/such/folder/maze.svg' is in a folder that doesn't exist",
        ),
        (("maze", "--highest", "3"), "'highest' isn't an option here"),
    ],
)
def test_invalid_census_options_are_refused(
    tmp_path: Path, words: tuple[str, ...], told: str
) -> None:
    ended = called(tmp_path, *words)
    assert ended.returncode == 1
    assert told in ended.stderr
    assert ended.stdout == ""


@pytest.mark.slow
def test_census_writes_plots(tmp_path: Path) -> None:
    for name, words in (
        ("a.svg", ("maze", "--size", "2")),
        ("b.png", ("sum", "--upto", "12")),
        ("c.svg", ("quest", "--size", "2", "--upto", "5")),
        ("d.svg", ("quest", "--size", "2", "--target", "5")),
    ):
        path = tmp_path / name
        ended = called(tmp_path, *words, "--pairs", "0", "--jobs", "1", "--plot", str(path))
        assert ended.returncode == 0, ended.stderr
        assert path.stat().st_size > 1000


# ---- draws


def test_census_counts_a_draw_as_its_own_outcome() -> None:
    with with_more_games():
        assert solve_all(Census("pick15")).by_outcome == {("draw", None): 1}
        lines = solve_all(Census("shuttle", upto=4))
    assert (lines.of("win"), lines.of("draw"), lines.boards) == (1, 3, 4)
    assert [row["outcome"] for row in lines.rows] == ["win", *["draw"] * 3]
    assert Counts.from_data(lines.as_data()).by_outcome == lines.by_outcome
