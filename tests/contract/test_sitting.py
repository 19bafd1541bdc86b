"""Two sides at their rounds, whichever interface they sit at."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

import numduel
from numduel import IllegalMove, Match, Player, SetupError, record, saves
from numduel.games import find
from numduel.players import HUMAN
from numduel.saves import Save
from numduel.series import ROUNDS, Side
from numduel.sitting import Sitting, sides

pytestmark = pytest.mark.usefixtures("home")

PEOPLE = sides((HUMAN, HUMAN), ("Ann", "Bob"))
QUICK = {"target": 5}
"""Sum Battle that whoever begins can win with a 5."""


def quick(rounds: int = 1, **asked: Any) -> Sitting:
    return Sitting.begin(find("sum"), QUICK, PEOPLE, rounds=rounds, **asked)


def won(sitting: Sitting) -> Sitting:
    """The same, with its round won by Player 1 and kept."""
    sitting.match.play("5")
    sitting.keep()
    return sitting


def seated(sitting: Sitting) -> list[str]:
    return [sitting.match.tags["Player1"], sitting.match.tags["Player2"]]


def chosen(sitting: Sitting) -> None:
    """One move of the program that is to move."""
    match = sitting.match
    assert match.player is not None
    chooser = sitting.choosers[match.player]
    assert chooser is not None
    match.play(chooser.choose(match.game, match.view(match.player)))


def at_the_prompt(words: list[str], typed: str) -> str:
    """What the command line says when this is typed."""
    command = [sys.executable, "-m", "numduel", *words]
    ran = subprocess.run(command, input=typed, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def moves(match: Match) -> list[str]:
    return [ply.move for ply in match.plies if ply.player is not None]


# ---- who meets


def test_sides_without_names_are_called_what_they_are() -> None:
    assert sides((HUMAN, "random"), (None, " ")) == (Side(HUMAN, HUMAN), Side("random", "random"))


def test_equal_names_are_told_apart() -> None:
    assert [side.name for side in sides((HUMAN, "random"), ("Kim", " Kim"))] == ["Kim A", "Kim B"]


def test_an_unknown_player_is_refused_before_anything_starts() -> None:
    with pytest.raises(SetupError, match="there is no player 'nobody'"):
        sides((HUMAN, "nobody"), (None, None))


def test_names_cannot_move_the_cursor() -> None:
    assert "\x1b" not in sides((HUMAN, HUMAN), ("\x1b[2J", None))[0].name


# ---- sitting down


@pytest.mark.parametrize("id", numduel.games())
def test_the_first_round_of_a_seed_is_the_board_of_that_seed(id: str) -> None:
    sitting = Sitting.begin(find(id), {}, PEOPLE, seed=7)
    assert sitting.match._dealer.laid_open() == numduel.new(id, seed=7).laid_open()
    assert seated(sitting) == ["Ann", "Bob"]
    assert sitting.choosers == (None, None)
    assert not sitting.resumed


def test_later_rounds_of_a_seed_are_the_same_every_time() -> None:
    boards = []
    for _ in range(2):
        sitting = Sitting.begin(find("race"), {}, PEOPLE, seed=2**64 - 1, rounds=3)
        dealt = [sitting.match.game.board]
        while sitting.next_round():
            dealt.append(sitting.match.game.board)
        boards.append(dealt)
    assert boards[0] == boards[1]
    assert len(set(boards[0])) == 3


def test_dice_of_a_seed_fall_the_same_every_time_and_otherwise_in_the_next_round() -> None:
    pig = run_path(str(Path(__file__).parents[1] / "sixth" / "pig.py"))["Pig"]
    thrown = []
    for _ in range(2):
        sitting = Sitting.begin(pig, {"target": 100, "sides": 9}, PEOPLE, seed=3, rounds=2)
        for _ in range(2):
            for _ in range(12):
                sitting.match.play("throw")
            thrown.append([ply.move for ply in sitting.match.plies if ply.player is None])
            sitting.next_round()
    assert thrown[:2] == thrown[2:]
    assert thrown[0] != thrown[1]


@pytest.mark.parametrize(("first", "names"), [("p1", ["Ann", "Bob"]), ("p2", ["Bob", "Ann"])])
def test_the_side_that_is_named_begins(first: str, names: list[str]) -> None:
    sitting = quick(first=first)
    assert seated(sitting) == names
    assert not sitting.coin


def test_a_coin_falls_either_way_and_the_same_way_for_a_seed() -> None:
    fallen = [seated(quick(first="coin", seed=seed))[0] for seed in range(20)]
    assert set(fallen) == {"Ann", "Bob"}
    assert fallen == [seated(quick(first="coin", seed=seed))[0] for seed in range(20)]
    assert quick(first="coin").coin


@pytest.mark.parametrize(
    "wrong", [{"first": "p3"}, {"rounds": 0}, {"rounds": 1001}, {"board": "1 2/3"}, {"seed": -1}]
)
def test_what_cannot_be_had_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(SetupError):
        Sitting.begin(find("maze"), {}, PEOPLE, **wrong)


def test_a_fair_board_is_one_for_all_rounds() -> None:
    from numduel.engine.boards import fair_board

    kind, options = find("race"), {"size": 3}
    sitting = Sitting.begin(kind, options, PEOPLE, board=" Fair", seed=3, rounds=2)
    fair = fair_board(kind, options, numduel.dice.Dice(3))
    assert sitting.match.game.board == fair
    assert sitting.match.tags["Deal"] == "given"
    assert sitting.next_round()
    assert sitting.match.game.board == fair
    assert sitting.match.tags["Deal"] == "given"


def test_options_changed_after_the_start_change_nothing() -> None:
    options = {"target": 5}
    sitting = Sitting.begin(find("sum"), options, PEOPLE, rounds=2)
    options["target"] = 20
    sitting.next_round()
    assert sitting.match.game.options.target == 5


# ---- rounds


def test_seats_swap_and_wins_are_counted() -> None:
    sitting = quick(rounds=3)
    assert sitting.announced == "Round 1 of 3: Ann is Player 1, Bob is Player 2."
    assert won(sitting).next_round()
    assert seated(sitting) == ["Bob", "Ann"]
    assert sitting.announced == "Round 2 of 3: Bob is Player 1, Ann is Player 2."
    assert sitting.match.tags["Round"] == "2/3"
    assert sitting.match.tags["Wins"] == "0-1"
    assert not sitting.match.plies
    assert won(sitting).next_round()
    assert won(sitting).next_round() is False
    assert sitting.series.count() == "Wins: Ann 2, Bob 1"


def test_a_single_round_is_announced_without_a_number() -> None:
    assert quick().announced == "Ann is Player 1, Bob is Player 2."


def test_a_round_is_counted_once_however_often_the_next_is_asked_for() -> None:
    sitting = won(quick())
    assert [sitting.next_round() for _ in range(3)] == [False] * 3
    assert sitting.series.wins == [1, 0]
    assert sitting.match.is_over


def test_programs_sit_where_their_side_sits_and_are_new_in_each_round() -> None:
    two = sides((HUMAN, "random"), (None, None))
    sitting = Sitting.begin(find("sum"), QUICK, two, rounds=3)
    assert sitting.choosers[Player.ONE] is None
    assert (first := sitting.choosers[Player.TWO]) is not None
    sitting.next_round()
    assert sitting.choosers[Player.TWO] is None
    assert sitting.choosers[Player.ONE] not in (None, first)


def test_programs_of_a_seed_play_the_same_game() -> None:
    two = sides(("random", "beginner"), (None, None))
    played = []
    for _ in range(2):
        sitting = Sitting.begin(find("maze"), {}, two, seed=5)
        while not sitting.match.is_over:
            chosen(sitting)
        played.append(moves(sitting.match))
    assert played[0] == played[1]


@pytest.mark.parametrize("asked_before", [False, True])
def test_a_rematch_is_one_round_more_with_seats_swapped(asked_before: bool) -> None:
    sitting = won(quick())
    if asked_before:
        assert sitting.next_round() is False
    sitting.rematch()
    assert sitting.announced == "Round 2 of 2: Bob is Player 1, Ann is Player 2."
    assert sitting.match.tags["Wins"] == "0-1"
    assert not sitting.match.is_over
    won(sitting).rematch()
    assert sitting.announced == "Round 3 of 3: Ann is Player 1, Bob is Player 2."
    assert sitting.series.count() == "Wins: Ann 1, Bob 1"


def test_a_rematch_where_rounds_are_left_is_the_next_of_them() -> None:
    sitting = won(quick(rounds=3))
    sitting.rematch()
    assert (sitting.series.round, sitting.series.rounds) == (2, 3)


def test_no_rematch_beyond_the_most_rounds_there_can_be() -> None:
    sitting = quick(rounds=ROUNDS.high)
    while sitting.next_round():
        pass
    for _ in range(2):
        with pytest.raises(SetupError, match="rounds must be"):
            sitting.rematch()
    assert sitting.series.rounds == ROUNDS.high


# ---- taking back


def test_a_person_takes_back_one_move_from_a_person() -> None:
    sitting = Sitting.begin(find("sum"), {}, PEOPLE)
    for move in ("5", "1", "7"):
        sitting.match.play(move)
    assert sitting.take_back() == ["7"]
    assert moves(sitting.match) == ["5", "1"]


def test_what_a_level_answered_goes_with_the_move_it_answered() -> None:
    two = sides((HUMAN, "beginner"), (None, None))
    sitting = Sitting.begin(find("maze"), {}, two, board="4 3 8/9 5 1/2 7 6")
    sitting.match.play("0,0")
    chosen(sitting)
    answered = moves(sitting.match)
    assert len(answered) == 2
    assert sitting.take_back() == answered
    assert sitting.match.player is Player.ONE
    assert sitting.take_back() == []


def test_a_level_s_first_move_stays_where_nobody_has_answered_it() -> None:
    two = sides(("casual", HUMAN), (None, None))
    sitting = Sitting.begin(find("sum"), {}, two)
    chosen(sitting)
    assert sitting.take_back() == []
    assert len(sitting.match.plies) == 1


def test_what_a_hidden_number_showed_is_taken_back_with_its_move_and_stays_known() -> None:
    sitting = Sitting.begin(find("quest"), {"target": 40}, PEOPLE, board="4 2 3/1 5 6/9 7 8")
    sitting.match.play("2,2")
    assert sitting.take_back() == ["2,2"]
    assert not sitting.match.plies
    assert sitting.match.board == "? ? ?/? 5 ?/? ? ?"


def test_a_move_that_ended_the_game_may_be_taken_back_until_it_is_counted() -> None:
    sitting = won(quick())
    assert sitting.take_back() == ["5"]
    won(sitting).next_round()
    assert sitting.take_back() == []
    assert sitting.series.wins == [1, 0]


def test_nothing_is_taken_back_once_hidden_numbers_are_laid_open() -> None:
    sitting = Sitting.begin(find("quest"), {}, PEOPLE, board="4 2 3/1 5 6/9 7 8")
    while not sitting.match.is_over:
        sitting.match.play(sitting.match.moves[-1])
    assert sitting.match.uncovered
    assert sitting.take_back() == []
    assert sitting.match.is_over


# ---- on disk


@pytest.mark.parametrize("id", numduel.games())
def test_a_kept_game_resumes_after_every_move(id: str) -> None:
    """Nothing but the file is handed on, as after a kill."""
    sitting = Sitting.begin(find(id), {}, sides((HUMAN, "random"), ("Ann", None)), seed=4)
    while len(moves(sitting.match)) < 8:
        sitting.match.play(sitting.match.moves[0])
        sitting.keep()
        if sitting.match.is_over:
            with pytest.raises(SetupError, match=f"{sitting.save.name} is finished"):
                Sitting.resume(Save(sitting.save.name))
            break
        again = Sitting.resume(Save(sitting.save.name))
        assert again.resumed
        assert again.match.state == sitting.match.state
        assert again.match.tags == sitting.match.tags
        assert [side.who for side in again.series.seats] == [HUMAN, "random"]
        assert again.choosers[0] is None
        assert again.choosers[1] is not None
        sitting = again
    assert len(saves.kept()) == 1


def test_between_rounds_resuming_deals_the_next() -> None:
    sitting = won(quick(rounds=3))
    again = Sitting.resume(Save(sitting.save.name))
    assert not again.resumed
    assert again.announced == "Round 2 of 3: Bob is Player 1, Ann is Player 2."
    assert again.match.tags["Wins"] == "0-1"
    assert again.match.tags["Date"] == sitting.match.tags["Date"]
    assert again.save.name == f"{sitting.save.name}-round2"
    assert won(again).next_round()
    assert seated(again) == ["Ann", "Bob"]


def test_a_rematch_is_resumed_with_its_count() -> None:
    sitting = won(quick())
    sitting.rematch()
    sitting.match.play("1")
    sitting.keep()
    again = Sitting.resume(Save(sitting.save.name))
    assert again.announced == "Round 2 of 2: Bob is Player 1, Ann is Player 2."
    again.match.play("5")
    assert again.next_round() is False
    assert again.series.count() == "Wins: Ann 2, Bob 0"


def test_a_series_whose_next_round_is_kept_already_is_not_gone_on_with_twice() -> None:
    sitting = won(quick(rounds=2))
    before = Save(sitting.save.name)
    assert sitting.next_round()
    won(sitting)
    with pytest.raises(SetupError, match="is finished"):
        Sitting.resume(before)


def test_two_who_go_on_to_the_same_round_both_keep_theirs() -> None:
    name = won(quick(rounds=2)).save.name
    both = [Sitting.resume(Save(name)) for _ in range(3)]
    for sitting, move in zip(both, ("1", "2", "3"), strict=True):
        sitting.match.play(move)
        sitting.keep()
    for sitting, move in zip(both, ("1", "2", "3"), strict=True):
        assert moves(Save(sitting.save.name).load()) == [move]
        assert moves(sitting.match) == [move]


def test_games_begun_at_the_same_moment_are_all_kept() -> None:
    for move in "1234":
        sitting = Sitting.begin(find("sum"), {}, PEOPLE)
        sitting.match.play(move)
        sitting.keep()
    assert sorted(move for save in saves.kept() for move in moves(save.load())) == list("1234")


def test_what_is_gone_or_spoilt_is_refused(home: Path) -> None:
    with pytest.raises(SetupError, match="there is no saved game 'nosuch'"):
        Sitting.resume(Save("nosuch"))
    home.mkdir(parents=True)
    (home / "bad.numduel").write_text('[Game "sum"]\n\n1. 77\n')
    with pytest.raises(SetupError, match="is spoilt, line 3"):
        Sitting.resume(Save("bad"))


def test_a_player_whom_nobody_knows_is_refused() -> None:
    match = record.loads('[Game "sum"]\n[Type2 "oracle"]\n\n1. 5\n')
    with pytest.raises(SetupError, match="there is no player 'oracle'"):
        Sitting.of(match, Save.fresh("sum"))


def test_a_match_from_elsewhere_is_kept_here_from_now_on() -> None:
    match = record.loads('[Game "sum"]\n\n1. 5\n')
    sitting = Sitting.of(match, Save.fresh("sum"))
    assert sitting.resumed
    assert sitting.announced == "Player 1 is Player 1, Player 2 is Player 2."
    sitting.match.play("1")
    with pytest.raises(IllegalMove):
        sitting.match.play("1")
    sitting.keep()
    assert moves(Save(sitting.save.name).load()) == ["5", "1"]


def test_where_nothing_can_be_kept_the_interface_hears_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("NUMDUEL_HOME", str(tmp_path / "file"))
    with pytest.raises(OSError, match="directory"):
        won(quick())


# ---- every interface alike


def played_on(sitting: Sitting) -> list[str]:
    """What a person typed until both rounds were over, or they had enough; all of it kept."""
    typed: list[str] = []
    while True:
        while (player := sitting.match.player) is not None:
            if sitting.choosers[player]:
                chosen(sitting)
            elif len(typed) < 20:
                typed.append(sitting.match.moves[-1])
                sitting.match.play(typed[-1])
            else:
                return typed
            sitting.keep()
        if not sitting.next_round():
            return typed


@pytest.mark.parametrize("id", numduel.games())
def test_the_prompt_writes_what_a_sitting_writes(id: str) -> None:
    two = sides((HUMAN, "random"), ("Ann", None))
    typed = played_on(Sitting.begin(find(id), {}, two, seed=7, rounds=2, first="coin"))
    mine = [save.name for save in saves.kept()]
    words = ["--seed", "7", "--rounds", "2", "--p2", "random", "--name1", "Ann", "--first", "coin"]
    at_the_prompt(["play", id, *words], "".join(f"{move}\n" for move in typed))
    others = [save.name for save in saves.kept() if save.name not in mine]
    assert mine
    assert [written(name) for name in others] == [written(name) for name in mine]


def written(name: str) -> str:
    return Path(Save(name).path).read_text()


def test_the_prompt_goes_on_with_any_sitting_and_a_sitting_with_any_prompt() -> None:
    sitting = quick(rounds=3)
    sitting.match.play("1")
    sitting.keep()
    said = at_the_prompt(["resume"], "5\n1\n")  # Bob wins round 1 and begins round 2
    assert said.startswith("Resuming Sum Battle, turn 2.")
    assert "Wins: Ann 0, Bob 1" in said
    last = saves.latest_open()
    assert last is not None
    again = Sitting.resume(last)
    assert again.announced == "Round 2 of 3: Bob is Player 1, Ann is Player 2."
    assert moves(again.match) == ["1"]
    again.match.play("5")
    again.keep()
    assert "Wins: Ann 2, Bob 1" in at_the_prompt(["resume"], "5\n")


def test_a_rematch_of_a_sitting_is_replayed_and_listed_at_the_prompt() -> None:
    sitting = won(quick())
    sitting.rematch()
    sitting.match.play("1")
    sitting.keep()
    assert at_the_prompt(["resume", "--list"], "").split()[0] == sitting.save.name
    assert "1. Player 1: 5" in at_the_prompt(
        ["replay", sitting.save.name.removesuffix("-round2")], ""
    )


def test_sitting_down_to_a_person_loads_neither_the_engine_nor_anything_heavy() -> None:
    code = (
        "import sys, numduel.sitting as s; from numduel.games import find;"
        "s.Sitting.begin(find('sum'), {}, s.sides(('human', 'human'), (None, None)));"
        "heavy = {'json', 'datetime', 'dataclasses', 'hashlib', 'numduel.engine', 'textual'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, env=os.environ
    )
    assert told.stdout == "[]\n", told.stderr
