"""Boards selected by play: figures are exact, and a fair board is never lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import numduel
from duel_support import ENGINE, plenty, with_more_games
from numduel import Dice, Over, Player, SetupError, Turn
from numduel.cli.board import _format_figures
from numduel.engine.opponents.imperfect import GAMES, ImperfectGames, ImperfectPlayer
from numduel.engine.solving.value import chance, draw
from numduel.engine.studying.boards import (
    MAX_FAIR_SHARE,
    MIN_FAIR_SHARE,
    MIN_FAIR_TURNS,
    Board,
    Search,
    dealt_boards,
    has_boards,
    is_fair,
    search_fair_board,
)
from numduel.engine.studying.variants import Variant, group_variants, variants
from numduel.errors import NoBoards, RulesError
from numduel.games import find
from numduel.options import Options
from numduel.views.studies_json import boards_json
from odd_games import DealtWalk, DrawnWalk, EndlessDrawnWalk, Maps, UndeclaredWalk
from running import run_program


def run(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "numduel", *words]
    return run_program(command, typed)


def board(game: str, text: str) -> Board:
    return Board(ENGINE, numduel.new(game, board=text), plenty())


# ---- fair


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seeds"), [("race", 30), ("maze", 25), ("run", 1)])
def test_fair_board_is_undecided_and_balanced(game: str, seeds: int) -> None:
    """A fair race board is never lost before the first move."""
    for seed in range(seeds):
        rules = numduel.new(
            game, board=search_fair_board(ENGINE, find(game), {}, Dice(seed), plenty()).game.board
        )
        assert isinstance(rules.status(rules.start()), Turn)
        value = numduel.analyse(rules, rules.start()).value
        assert value.outcome in ("win", "loss", "endless")
        assert value.turns is None or value.turns >= MIN_FAIR_TURNS
        one, two, unfinished, _ = ImperfectGames.of(rules, plenty())
        assert one + two + unfinished == GAMES
        assert MIN_FAIR_SHARE * (one + two) <= one <= MAX_FAIR_SHARE * (one + two)
        assert one + two >= GAMES / 2


def test_board_lost_before_the_first_move_is_not_fair() -> None:
    lost = board("race", "4 1 1 1/1 1 1 1/1 1 1 1/1 1 1 1")
    assert lost.is_over
    assert lost.turns == 0
    assert lost.winner is Player.TWO
    assert not is_fair(lost)


def test_quickly_won_board_is_not_fair() -> None:
    soon = board("race", "3 1 1 3/1 1 1 1/1 1 1 1/1 1 1 1")
    assert soon.turns is not None
    assert soon.turns < MIN_FAIR_TURNS
    assert not is_fair(soon)


def test_dice_determine_the_fair_board() -> None:
    found = [
        search_fair_board(ENGINE, find("race"), {}, Dice(seed), plenty()).game.board
        for seed in (1, 1, 2)
    ]
    assert found[0] == found[1] != found[2]


def test_fair_board_keeps_the_options() -> None:
    options = {"size": 5, "highest": 3}
    board = search_fair_board(ENGINE, find("race"), options, Dice(1), plenty()).game.board
    assert board.count("/") == 4


def test_missing_fair_board_is_reported() -> None:
    with pytest.raises(SetupError, match="none of 2000 boards with these options is fair"):
        search_fair_board(ENGINE, find("maze"), {"size": 2}, Dice(1), plenty())
    with pytest.raises(NoBoards, match=r"^Sum Battle has no boards to choose from$"):
        search_fair_board(ENGINE, find("sum"), {}, Dice(1), plenty())


@pytest.mark.slow
def test_search_gives_up_on_large_boards() -> None:
    with pytest.raises(SetupError, match="too large to solve"):
        search_fair_board(ENGINE, find("run"), {"size": 12}, Dice(1), plenty())


# ---- figures


@pytest.mark.parametrize("game", ["maze", "race"])
def test_figures_agree_with_analysis(game: str) -> None:
    boards = dealt_boards(ENGINE, find(game), {}, Dice(5), plenty())
    for _ in range(150):
        dealt = next(boards)
        start = dealt.game.start()
        if dealt.is_over:
            assert isinstance(dealt.game.status(start), Over)
            continue
        report = numduel.analyse(dealt.game, start)
        assert dealt.value == report.value
        assert dealt.turns == report.value.turns
        seats = {"win": Player.ONE, "loss": Player.TWO, "endless": None}
        assert dealt.winner is seats[report.value.outcome]
        kept, count = dealt.correct_choices
        assert 0 < kept <= count
        if report.value.outcome != "loss":
            outcomes = [value.outcome for value in report.moves.values()]
            assert (kept, count) == (outcomes.count(report.value.outcome), len(outcomes))


def test_correct_answers_of_player_2_are_counted() -> None:
    lost = board("race", "3 2 2 2/3 1 1 1/3 1 4 4/4 2 4 2")
    game, start = lost.game, lost.game.start()
    assert lost.winner is Player.TWO
    replies = [
        value.outcome == "win"
        for move in numduel.analyse(game, start).moves
        for value in numduel.analyse(game, game.play(start, move)).moves.values()
    ]
    assert lost.correct_choices == (sum(replies), len(replies)) == (3, 4)


@pytest.mark.parametrize("game", ["maze", "sum", "run", "race"])
def test_imperfect_players_take_a_win_and_avoid_a_loss_in_sight(game: str) -> None:
    rules, dice, seen = numduel.new(game, seed=3), Dice(1), 0
    imperfect = ImperfectPlayer(rules, plenty())
    for _ in range(20):
        state = rules.start()
        for move in imperfect.play_out(dice).moves:
            values = numduel.analyse(rules, state).moves
            soon = [v for v in values.values() if v.turns is not None and v.turns <= 2]
            wins = [v for v in soon if v.outcome == "win"]
            if wins:
                assert values[move] in wins
            elif len(soon) < len(values):
                assert values[move] not in soon
            seen += bool(soon)
            state = rules.play(state, move)
    assert seen


def test_games_of_imperfect_players_are_reproducible() -> None:
    again = [ImperfectGames.of(numduel.new("maze", seed=8), plenty()) for _ in range(2)]
    assert again[0] == again[1]
    assert sum(again[0]) == GAMES


def test_unfinished_games_of_imperfect_players_have_no_winner() -> None:
    circles = ImperfectGames(0, 0, GAMES)
    assert circles.share == 0.5
    assert ImperfectGames(30, 10, 160).share == 0.75


# ---- games with boards, and their winners


def test_games_without_visible_deals_have_no_boards() -> None:
    boards = {game: has_boards(find(game), {}) for game in numduel.games()}
    assert boards == {"maze": True, "sum": False, "run": True, "quest": False, "race": True}


def test_player_1_wins_every_run_board() -> None:
    search = Search(dealt_boards(ENGINE, find("run"), {}, Dice(77), plenty()), ())
    assert search.next() is not None
    assert search.only_winner() is Player.ONE
    assert search.tried == search.won[Player.ONE] == 30


def test_maze_and_race_have_no_single_winner() -> None:
    for game in ("maze", "race"):
        search = Search(dealt_boards(ENGINE, find(game), {}, Dice(7), plenty()), ())
        for _ in range(30):
            search.try_next()
        assert search.only_winner() is None
        counted = search.over + sum(search.won.values()) + search.unwon.total()
        assert search.tried == 30 == counted


def test_variants_include_wins_of_player_2() -> None:
    """Player 2 wins target 13 with numbers to 8, and target 15 with numbers to 9."""
    found = [
        v
        for v in variants(ENGINE, find("sum"), {"target": 14, "highest": 9}, plenty())
        if v is not None
    ]
    second = [v.options for v in found if not v.won]
    assert {"target": 15, "highest": 9} in second
    for options in second:
        rules = find("sum").setup(options, None, Dice(0))
        assert numduel.analyse(rules, rules.start()).value.outcome == "loss"


def test_chance_of_a_variant_is_exact() -> None:
    options = {"size": 2, "target": 5}
    found = [v for v in variants(ENGINE, find("quest"), options, plenty()) if v is not None]
    assert {v.options.get("stand") for v in found} == {None, True}
    for variant in found:
        rules = find("quest").setup(variant.options, None, Dice(0)).public()
        assert variant.exact == numduel.analyse(rules, rules.start()).value


# ---- the command


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "holds"),
    [
        (["race", "--fair"], {"fair": True}),
        (["race", "--for", "player2"], {"winner": 2}),
        (["maze", "--for", "player1", "--length", "7"], {"winner": 1, "length": 7}),
        (["maze", "--grade", "easy"], {"grade": "easy"}),
        (["maze", "--grade", "hard", "--fair"], {"grade": "hard", "fair": True}),
    ],
)
def test_found_boards_meet_the_conditions(
    words: list[str], holds: dict[str, object], home: Path
) -> None:
    ran = run("board", *words, "--count", "4", "--seed", "9", "--json")
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert len(told["boards"]) == 4
    for found in told["boards"]:
        assert holds.items() <= {**found, "length": found["value"]["turns"]}.items()
        dealt = board(words[0], found["game"]["board"])
        assert dealt.turns == found["value"]["turns"]
        assert dealt.imperfect._asdict() == found["imperfect"]


def test_board_prints_figures_and_a_command(home: Path) -> None:
    ran = run("board", "race", "--fair", "--seed", "3", "--size", "5")
    text = ran.stdout.splitlines()[0]
    assert "perfect play: " in ran.stdout
    assert "players who see 2 turns ahead: Player 1 wins " in ran.stdout
    assert f'numduel play race --board "{text}" --size 5' in ran.stdout
    assert "Checked " in ran.stderr


def test_board_reports_a_game_that_one_seat_always_wins(home: Path) -> None:
    ran = run("board", "run", "--for", "player1", "--seed", "1", "--size", "4")
    assert ran.returncode == 0
    assert "Checked 30 boards. With perfect play, Player 1 wins 30, Player 2 wins 0" in ran.stderr
    assert "--rounds 2" in ran.stderr
    assert "numduel board run --handicap" in ran.stderr


def test_board_suggests_variants_for_games_without_boards(home: Path) -> None:
    ran = run("board", "sum", "--fair", "--target", "17")
    assert ran.returncode == 0
    assert "Sum Battle has no boards to choose from" in ran.stdout
    assert "numduel play sum --target 17 --rounds 2" in ran.stdout
    shown = " ".join(ran.stdout.split())
    assert "numduel play sum --target 15 Player 1 wins " in shown
    assert "between imperfect players. With perfect play, Player 2 wins in 6 turns." in shown
    told = json.loads(
        run("board", "quest", "--fair", "--size", "2", "--target", "5", "--json").stdout
    )
    assert told["value"]["chance"] == "2/3"
    assert told["nearest_to_even"]


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["maze"], "add a condition, such as --fair"),
        (["maze", "--length", "0"], "length must be a whole number from 1"),
        (["maze", "--fair", "--count", "x"], "count must be a whole number"),
        (["maze", "--fair", "--size", "2"], "none of 300 Number Maze boards fits"),
        (["maze", "--fair", "--stand"], "'stand' isn't an option here"),
    ],
)
def test_invalid_options_are_refused_in_one_sentence(
    words: list[str], problem: str, home: Path
) -> None:
    ran = run("board", *words)
    assert ran.returncode == 1
    assert ran.stdout == ""
    assert ran.stderr.startswith(f"numduel: {problem}")
    assert ran.stderr.count("\n") == 1


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="Windows has no such terminals")
def test_search_shows_progress_and_stops_on_ctrl_c(home: Path) -> None:
    """Progress is shown only on a terminal, which standard error is here."""
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "numduel", "board", "run", "--length", "14"]
    searching = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, text=True)
    os.close(theirs)
    shown = ""
    while "2 boards checked" not in shown:
        shown += os.read(ours, 1000).decode()
    searching.send_signal(signal.SIGINT)
    out, _ = searching.communicate(timeout=30)
    while "Stopped after " not in shown:
        shown += os.read(ours, 1000).decode()
    os.close(ours)
    assert searching.returncode == 130
    assert out == ""
    assert "Traceback" not in shown


def test_play_uses_a_fair_board_for_all_rounds(home: Path) -> None:
    words = ("play", "race", "--board", " Fair", "--seed", "4", "--p1", "random", "--p2", "random")
    ran = run(*words, "--rounds", "2")
    assert ran.returncode == 0
    records = [path.read_text() for path in home.iterdir()]
    assert len(records) == 2
    assert all(
        search_fair_board(ENGINE, find("race"), {}, Dice(4), plenty()).game.board in text
        for text in records
    )
    assert all('[Deal "given"]' in text for text in records)
    none = run("play", "sum", "--board", "fair")
    assert none.returncode == 1
    advice = "For other ways to balance it, run numduel board sum --fair."
    assert none.stderr == f"numduel: Sum Battle has no boards to choose from. {advice}\n"


# ---- draws

ENDS: Maps = ((Player.ONE, ()), (Player.TWO, ()), (Player.TWO, ()))
"""Player 1 wins, Player 2 wins, and a draw."""


def test_drawn_game_of_imperfect_players_counts_half() -> None:
    assert ImperfectGames(30, 10, 0, 160).share == 0.55
    assert ImperfectGames(0, 0, GAMES - 1, 1).share == 0.5
    peaceful = DrawnWalk(Options(), ((Player.ONE, (1, 1)), (Player.TWO, (4,)), *ENDS))
    assert ImperfectGames.of(peaceful, plenty()) == (0, 0, 0, GAMES)


def test_imperfect_player_prefers_a_draw_to_a_loss_and_a_win_to_a_draw() -> None:
    player = ImperfectPlayer(DrawnWalk(Options(), ((Player.ONE, (2, 3)), *ENDS)), plenty())
    losing = player.game.start()
    assert {player.choose(losing, ("0", "1"), Dice(seed)) for seed in range(9)} == {"1"}
    player = ImperfectPlayer(DrawnWalk(Options(), ((Player.ONE, (1, 3)), *ENDS)), plenty())
    winning = player.game.start()
    assert {player.choose(winning, ("0", "1"), Dice(seed)) for seed in range(9)} == {"0"}


def test_imperfect_player_refuses_an_undeclared_draw() -> None:
    game = UndeclaredWalk(Options(), ((Player.ONE, (3, 3)), *ENDS))
    with pytest.raises(RulesError, match="ended without a winner"):
        ImperfectGames.of(game, plenty())
    with pytest.raises(RulesError, match="ended without a winner"):
        Board(ENGINE, UndeclaredWalk(Options(), ENDS[2:]), plenty()).winner  # noqa: B018


def test_drawn_board_has_no_winner() -> None:
    places: Maps = ((Player.ONE, (2, 4)), (Player.ONE, ()), (Player.TWO, (3,)), *ENDS[1:])
    drawn = Board(ENGINE, DrawnWalk(Options(), places), plenty())
    assert (drawn.value, drawn.winner, drawn.turns, drawn.grade) == (draw(), None, None, None)
    assert drawn.correct_choices == (1, 2)
    figures = _format_figures(drawn)
    assert figures[1:3] == [
        "  perfect play: draw",
        "  correct first moves of Player 1: 1 of 2",
    ]
    assert figures[3].endswith(f": Player 1 wins 0, Player 2 0, {GAMES} drawn")


def test_drawing_and_endless_moves_are_both_correct() -> None:
    places: Maps = ((Player.ONE, (1, 5, 3)), (Player.TWO, (0,)), *ENDS[:1], *ENDS[1:], ENDS[2])
    level = Board(ENGINE, EndlessDrawnWalk(Options(), places), plenty())
    assert level.value == draw()
    assert level.correct_choices == (2, 3)


def test_search_counts_draws_and_endless_boards_separately() -> None:
    search = Search(dealt_boards(ENGINE, DealtWalk, {}, Dice(1), plenty()), ())
    looked = [search.try_next() for _ in range(80)]
    outcomes = [board.value.outcome for board in looked if not board.is_over]
    assert search.unwon == {name: outcomes.count(name) for name in ("draw", "endless")}
    assert min(search.unwon.values()) > 0
    assert search.over + sum(search.won.values()) + search.unwon.total() == 80
    assert search.only_winner() is None
    data = boards_json(looked[0].game, [], search, None)
    assert (data["draws"], data["endless"]) == (search.unwon["draw"], search.unwon["endless"])


def test_draws_prevent_an_only_winner() -> None:
    won, drawn = (DrawnWalk(Options(), ((Player.ONE, (end,)), *ENDS)) for end in (1, 3))
    search = Search((Board(ENGINE, game, plenty()) for game in (won, drawn)), ())
    assert [search.try_next().winner for _ in range(2)] == [Player.ONE, None]
    assert search.only_winner() is None


def test_fair_board_may_be_a_draw() -> None:
    found = search_fair_board(ENGINE, DealtWalk, {}, Dice(3), plenty())
    assert MIN_FAIR_SHARE <= found.imperfect.share <= MAX_FAIR_SHARE
    assert is_fair(found)


def test_drawn_variant_is_not_won_by_player_2() -> None:
    with with_more_games():
        found = [v for v in variants(ENGINE, find("shuttle"), {}, plenty()) if v is not None]
    assert found
    assert {(v.won, v.lost) for v in found} == {(0, 0)}
    assert {v.exact for v in found} == {draw()}


def test_variants_are_grouped_by_who_wins_each_in_one_group() -> None:
    def variant(won: int, lost: int, share: float) -> Variant:
        return Variant({"target": won}, 5, won, lost, share, None)

    every, some, none = variant(0, 5, 0.4), variant(3, 2, 0.4), variant(5, 0, 0.45)
    closer, level = variant(1, 4, 0.46), variant(4, 0, 0.5)
    lucky = Variant({"stand": True}, 1, 0, 0, 0.49, chance(Fraction(49, 100)))
    groups = group_variants([every, some, none, closer, level, lucky], 5)
    assert groups == ([every], [closer, some], [level, lucky, none])
    assert group_variants([some, closer], 1).some == [closer]
