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
from numduel import IllegalMove, Match, Player, SetupError, record
from numduel.budget import Budget
from numduel.games import find
from numduel.play.players import HUMAN
from numduel.play.series import ROUNDS, Side
from numduel.play.session import Session, sides
from numduel.storage import saves
from numduel.storage.saves import Save

pytestmark = pytest.mark.usefixtures("home")

PEOPLE = sides((HUMAN, HUMAN), ("Ann", "Bob"))
QUICK = {"target": 5}
"""Sum Battle that whoever begins can win with a 5."""


def quick(rounds: int = 1, **asked: Any) -> Session:
    return Session.begin(find("sum"), QUICK, PEOPLE, rounds=rounds, **asked)


def won(session: Session) -> Session:
    """The same, with its round won by Player 1 and kept."""
    session.match.play("5")
    session.keep()
    return session


def seated(session: Session) -> list[str]:
    return [session.match.tags["Player1"], session.match.tags["Player2"]]


def chosen(session: Session) -> None:
    """One move of the program that is to move."""
    match = session.match
    assert match.player is not None
    chooser = session.choosers[match.player]
    assert chooser is not None
    match.play(chooser.choose(match.view(match.player), match.moves, Budget()))


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


# ---- session down


@pytest.mark.parametrize("id", numduel.games())
def test_the_first_round_of_a_seed_is_the_board_of_that_seed(id: str) -> None:
    session = Session.begin(find(id), {}, PEOPLE, seed=7)
    assert session.match._dealer.laid_open() == numduel.new(id, seed=7).laid_open()
    assert seated(session) == ["Ann", "Bob"]
    assert session.choosers == (None, None)
    assert not session.resumed


def test_later_rounds_of_a_seed_are_the_same_every_time() -> None:
    boards = []
    for _ in range(2):
        session = Session.begin(find("race"), {}, PEOPLE, seed=2**64 - 1, rounds=3)
        dealt = [session.match.game.board]
        while session.next_round():
            dealt.append(session.match.game.board)
        boards.append(dealt)
    assert boards[0] == boards[1]
    assert len(set(boards[0])) == 3


def test_dice_of_a_seed_fall_the_same_every_time_and_otherwise_in_the_next_round() -> None:
    pig = run_path(str(Path(__file__).parents[1] / "sixth" / "pig.py"))["Pig"]
    thrown = []
    for _ in range(2):
        session = Session.begin(pig, {"target": 100, "sides": 9}, PEOPLE, seed=3, rounds=2)
        for _ in range(2):
            for _ in range(12):
                session.match.play("throw")
            thrown.append([ply.move for ply in session.match.plies if ply.player is None])
            session.next_round()
    assert thrown[:2] == thrown[2:]
    assert thrown[0] != thrown[1]


@pytest.mark.parametrize(("first", "names"), [("p1", ["Ann", "Bob"]), ("p2", ["Bob", "Ann"])])
def test_the_side_that_is_named_begins(first: str, names: list[str]) -> None:
    session = quick(first=first)
    assert seated(session) == names
    assert not session.coin


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
        Session.begin(find("maze"), {}, PEOPLE, **wrong)


def test_a_fair_board_is_one_for_all_rounds() -> None:
    from numduel.engine.studying.boards import fair_board

    kind, options = find("race"), {"size": 3}
    session = Session.begin(kind, options, PEOPLE, board=" Fair", seed=3, rounds=2)
    fair = fair_board(kind, options, numduel.dice.Dice(3))
    assert session.match.game.board == fair
    assert session.match.tags["Deal"] == "given"
    assert session.next_round()
    assert session.match.game.board == fair
    assert session.match.tags["Deal"] == "given"


def test_options_changed_after_the_start_change_nothing() -> None:
    options = {"target": 5}
    session = Session.begin(find("sum"), options, PEOPLE, rounds=2)
    options["target"] = 20
    session.next_round()
    assert session.match.game.options.target == 5


# ---- rounds


def test_seats_swap_and_wins_are_counted() -> None:
    session = quick(rounds=3)
    assert session.announced == "Round 1 of 3: Ann is Player 1, Bob is Player 2."
    assert won(session).next_round()
    assert seated(session) == ["Bob", "Ann"]
    assert session.announced == "Round 2 of 3: Bob is Player 1, Ann is Player 2."
    assert session.match.tags["Round"] == "2/3"
    assert session.match.tags["Wins"] == "0-1"
    assert not session.match.plies
    assert won(session).next_round()
    assert won(session).next_round() is False
    assert session.series.count() == "Wins: Ann 2, Bob 1"


def test_a_single_round_is_announced_without_a_number() -> None:
    assert quick().announced == "Ann is Player 1, Bob is Player 2."


def test_a_round_is_counted_once_however_often_the_next_is_asked_for() -> None:
    session = won(quick())
    assert [session.next_round() for _ in range(3)] == [False] * 3
    assert session.series.wins == [1, 0]
    assert session.match.is_over


def test_programs_sit_where_their_side_sits_and_are_new_in_each_round() -> None:
    two = sides((HUMAN, "random"), (None, None))
    session = Session.begin(find("sum"), QUICK, two, rounds=3)
    assert session.choosers[Player.ONE] is None
    assert (first := session.choosers[Player.TWO]) is not None
    session.next_round()
    assert session.choosers[Player.TWO] is None
    assert session.choosers[Player.ONE] not in (None, first)


def test_programs_of_a_seed_play_the_same_game() -> None:
    two = sides(("random", "beginner"), (None, None))
    played = []
    for _ in range(2):
        session = Session.begin(find("maze"), {}, two, seed=5)
        while not session.match.is_over:
            chosen(session)
        played.append(moves(session.match))
    assert played[0] == played[1]


@pytest.mark.parametrize("asked_before", [False, True])
def test_a_rematch_is_one_round_more_with_seats_swapped(asked_before: bool) -> None:
    session = won(quick())
    if asked_before:
        assert session.next_round() is False
    session.rematch()
    assert session.announced == "Round 2 of 2: Bob is Player 1, Ann is Player 2."
    assert session.match.tags["Wins"] == "0-1"
    assert not session.match.is_over
    won(session).rematch()
    assert session.announced == "Round 3 of 3: Ann is Player 1, Bob is Player 2."
    assert session.series.count() == "Wins: Ann 1, Bob 1"


def test_a_rematch_where_rounds_are_left_is_the_next_of_them() -> None:
    session = won(quick(rounds=3))
    session.rematch()
    assert (session.series.round, session.series.rounds) == (2, 3)


def test_no_rematch_beyond_the_most_rounds_there_can_be() -> None:
    session = quick(rounds=ROUNDS.high)
    while session.next_round():
        pass
    for _ in range(2):
        with pytest.raises(SetupError, match="rounds must be"):
            session.rematch()
    assert session.series.rounds == ROUNDS.high


# ---- taking back


def test_a_person_takes_back_one_move_from_a_person() -> None:
    session = Session.begin(find("sum"), {}, PEOPLE)
    for move in ("5", "1", "7"):
        session.match.play(move)
    assert session.take_back() == ["7"]
    assert moves(session.match) == ["5", "1"]


def test_what_a_level_answered_goes_with_the_move_it_answered() -> None:
    two = sides((HUMAN, "beginner"), (None, None))
    session = Session.begin(find("maze"), {}, two, board="4 3 8/9 5 1/2 7 6")
    session.match.play("0,0")
    chosen(session)
    answered = moves(session.match)
    assert len(answered) == 2
    assert session.take_back() == answered
    assert session.match.player is Player.ONE
    assert session.take_back() == []


def test_a_level_s_first_move_stays_where_nobody_has_answered_it() -> None:
    two = sides(("casual", HUMAN), (None, None))
    session = Session.begin(find("sum"), {}, two)
    chosen(session)
    assert session.take_back() == []
    assert len(session.match.plies) == 1


def test_what_a_hidden_number_showed_is_taken_back_with_its_move_and_stays_known() -> None:
    session = Session.begin(find("quest"), {"target": 40}, PEOPLE, board="4 2 3/1 5 6/9 7 8")
    session.match.play("2,2")
    assert session.take_back() == ["2,2"]
    assert not session.match.plies
    assert session.match.board == "? ? ?/? 5 ?/? ? ?"


def test_a_move_that_ended_the_game_may_be_taken_back_until_it_is_counted() -> None:
    session = won(quick())
    assert session.take_back() == ["5"]
    won(session).next_round()
    assert session.take_back() == []
    assert session.series.wins == [1, 0]


def test_nothing_is_taken_back_once_hidden_numbers_are_laid_open() -> None:
    session = Session.begin(find("quest"), {}, PEOPLE, board="4 2 3/1 5 6/9 7 8")
    while not session.match.is_over:
        session.match.play(session.match.moves[-1])
    assert session.match.uncovered
    assert session.take_back() == []
    assert session.match.is_over


# ---- on disk


@pytest.mark.parametrize("id", numduel.games())
def test_a_kept_game_resumes_after_every_move(id: str) -> None:
    """Nothing but the file is handed on, as after a kill."""
    session = Session.begin(find(id), {}, sides((HUMAN, "random"), ("Ann", None)), seed=4)
    while len(moves(session.match)) < 8:
        session.match.play(session.match.moves[0])
        session.keep()
        if session.match.is_over:
            with pytest.raises(SetupError, match=f"{session.save.name} is finished"):
                Session.resume(Save(session.save.name))
            break
        again = Session.resume(Save(session.save.name))
        assert again.resumed
        assert again.match.state == session.match.state
        assert again.match.tags == session.match.tags
        assert [side.who for side in again.series.seats] == [HUMAN, "random"]
        assert again.choosers[0] is None
        assert again.choosers[1] is not None
        session = again
    assert len(saves.kept()) == 1


def test_between_rounds_resuming_deals_the_next() -> None:
    session = won(quick(rounds=3))
    again = Session.resume(Save(session.save.name))
    assert not again.resumed
    assert again.announced == "Round 2 of 3: Bob is Player 1, Ann is Player 2."
    assert again.match.tags["Wins"] == "0-1"
    assert again.match.tags["Date"] == session.match.tags["Date"]
    assert again.save.name == f"{session.save.name}-round2"
    assert won(again).next_round()
    assert seated(again) == ["Ann", "Bob"]


def test_a_rematch_is_resumed_with_its_count() -> None:
    session = won(quick())
    session.rematch()
    session.match.play("1")
    session.keep()
    again = Session.resume(Save(session.save.name))
    assert again.announced == "Round 2 of 2: Bob is Player 1, Ann is Player 2."
    again.match.play("5")
    assert again.next_round() is False
    assert again.series.count() == "Wins: Ann 2, Bob 0"


def test_a_series_whose_next_round_is_kept_already_is_not_gone_on_with_twice() -> None:
    session = won(quick(rounds=2))
    before = Save(session.save.name)
    assert session.next_round()
    won(session)
    with pytest.raises(SetupError, match="is finished"):
        Session.resume(before)


def test_two_who_go_on_to_the_same_round_both_keep_theirs() -> None:
    name = won(quick(rounds=2)).save.name
    both = [Session.resume(Save(name)) for _ in range(3)]
    for session, move in zip(both, ("1", "2", "3"), strict=True):
        session.match.play(move)
        session.keep()
    for session, move in zip(both, ("1", "2", "3"), strict=True):
        assert moves(Save(session.save.name).load()) == [move]
        assert moves(session.match) == [move]


def test_games_begun_at_the_same_moment_are_all_kept() -> None:
    for move in "1234":
        session = Session.begin(find("sum"), {}, PEOPLE)
        session.match.play(move)
        session.keep()
    assert sorted(move for save in saves.kept() for move in moves(save.load())) == list("1234")


def test_what_is_gone_or_spoilt_is_refused(home: Path) -> None:
    with pytest.raises(SetupError, match="there is no saved game 'nosuch'"):
        Session.resume(Save("nosuch"))
    home.mkdir(parents=True)
    (home / "bad.numduel").write_text('[Game "sum"]\n\n1. 77\n')
    with pytest.raises(SetupError, match="is spoilt, line 3"):
        Session.resume(Save("bad"))


def test_a_player_whom_nobody_knows_is_refused() -> None:
    match = record.loads('[Game "sum"]\n[Type2 "oracle"]\n\n1. 5\n')
    with pytest.raises(SetupError, match="there is no player 'oracle'"):
        Session.of(match, Save.fresh("sum"))


def test_a_match_from_elsewhere_is_kept_here_from_now_on() -> None:
    match = record.loads('[Game "sum"]\n\n1. 5\n')
    session = Session.of(match, Save.fresh("sum"))
    assert session.resumed
    assert session.announced == "Player 1 is Player 1, Player 2 is Player 2."
    session.match.play("1")
    with pytest.raises(IllegalMove):
        session.match.play("1")
    session.keep()
    assert moves(Save(session.save.name).load()) == ["5", "1"]


def test_where_nothing_can_be_kept_the_interface_hears_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("NUMDUEL_HOME", str(tmp_path / "file"))
    with pytest.raises(OSError, match="directory"):
        won(quick())


# ---- every interface alike


def played_on(session: Session) -> list[str]:
    """What a person typed until both rounds were over, or they had enough; all of it kept."""
    typed: list[str] = []
    while True:
        while (player := session.match.player) is not None:
            if session.choosers[player]:
                chosen(session)
            elif len(typed) < 20:
                typed.append(session.match.moves[-1])
                session.match.play(typed[-1])
            else:
                return typed
            session.keep()
        if not session.next_round():
            return typed


@pytest.mark.parametrize("id", numduel.games())
def test_the_prompt_writes_what_a_sitting_writes(id: str) -> None:
    two = sides((HUMAN, "random"), ("Ann", None))
    typed = played_on(Session.begin(find(id), {}, two, seed=7, rounds=2, first="coin"))
    mine = [save.name for save in saves.kept()]
    words = ["--seed", "7", "--rounds", "2", "--p2", "random", "--name1", "Ann", "--first", "coin"]
    at_the_prompt(["play", id, *words], "".join(f"{move}\n" for move in typed))
    others = [save.name for save in saves.kept() if save.name not in mine]
    assert mine
    assert [written(name) for name in others] == [written(name) for name in mine]


def written(name: str) -> str:
    return Path(Save(name).path).read_text()


def test_the_prompt_goes_on_with_any_sitting_and_a_sitting_with_any_prompt() -> None:
    session = quick(rounds=3)
    session.match.play("1")
    session.keep()
    said = at_the_prompt(["resume"], "5\n1\n")  # Bob wins round 1 and begins round 2
    assert said.startswith("Resuming Sum Battle, turn 2.")
    assert "Wins: Ann 0, Bob 1" in said
    last = saves.latest_open()
    assert last is not None
    again = Session.resume(last)
    assert again.announced == "Round 2 of 3: Bob is Player 1, Ann is Player 2."
    assert moves(again.match) == ["1"]
    again.match.play("5")
    again.keep()
    assert "Wins: Ann 2, Bob 1" in at_the_prompt(["resume"], "5\n")


def test_a_rematch_of_a_sitting_is_replayed_and_listed_at_the_prompt() -> None:
    session = won(quick())
    session.rematch()
    session.match.play("1")
    session.keep()
    assert at_the_prompt(["resume", "--list"], "").split()[0] == session.save.name
    assert "1. Player 1: 5" in at_the_prompt(
        ["replay", session.save.name.removesuffix("-round2")], ""
    )


def test_sitting_down_to_a_person_loads_neither_the_engine_nor_anything_heavy() -> None:
    code = (
        "import sys, numduel.play.session as s; from numduel.games import find;"
        "s.Session.begin(find('sum'), {}, s.sides(('human', 'human'), (None, None)));"
        "heavy = {'json', 'datetime', 'dataclasses', 'hashlib', 'numduel.engine', 'textual'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, env=os.environ
    )
    assert told.stdout == "[]\n", told.stderr
