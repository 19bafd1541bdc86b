"""The daily duel: the same for everyone, and only the first finished game counts."""

from __future__ import annotations

import datetime
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import numduel
from duel_support import ENGINE, plenty, with_more_games
from numduel import Budget, Match, Player
from numduel.daily.duel import (
    LEVELS,
    VERSION,
    Duel,
    Result,
    count_streaks,
    days_in_progress,
    duel_of,
    load_results,
    record_result,
    result_of,
    resume_or_begin,
)
from numduel.dice import Dice
from numduel.engine.studying.boards import Board, is_fair, search_fair_board
from numduel.games import find
from numduel.play.controller import Play, Resign
from numduel.play.players import HUMAN
from numduel.play.session import Session, make_sides, program_action
from numduel.storage import json_files, streak
from numduel.storage.autosave import Autosave
from running import run_program

pytestmark = pytest.mark.usefixtures("home")

WEEK = [f"2026-11-{day}" for day in range(16, 23)]
"""Dates from a Monday to a Sunday."""


def play_to_the_end(session: Session, wish: int = 0) -> Match:
    """Play a duel to its end, with the person's moves chosen in rotation."""
    while (player := (match := session.match).player) is not None:
        if chooser := session.choosers[player]:
            session.act(program_action(chooser, match, Budget()), player)
        elif match.turn > 60:
            session.act(Resign())
        else:
            session.act(Play(match.moves[(wish + match.turn) % len(match.moves)]))
    return match


def todays(day: str = "", outcome: str = "won") -> Result:
    return Result(day or streak.today(), "maze", "casual", outcome, 7, 3, 2, 1, "+-+")


@pytest.mark.slow
def test_week_gets_harder_on_fair_boards_that_the_person_can_win() -> None:
    duels = [duel_of(day) for day in WEEK]
    assert tuple(duel.level for duel in duels) == LEVELS
    ranks = [numduel.players.LEVELS.index(duel.level) for duel in duels]
    assert ranks == sorted(ranks)
    for duel in duels:
        board = Board(ENGINE, numduel.new(duel.game, board=duel.board), plenty())
        assert is_fair(board)
        assert board.winner is duel.seat


def test_boards_that_neither_seat_wins_are_not_dealt() -> None:
    """Fair races can be endless: the first ones that are found for these days."""
    for day in ("2027-01-10", "2027-02-04"):
        dice = Dice.derived(VERSION, f"duel of {day}")
        dice.choice((0, 1, 2))  # the game
        first = search_fair_board(ENGINE, find("race"), {}, dice, plenty())
        assert first.winner is None
        duel = duel_of(day)
        assert duel.game == "race"
        board = Board(ENGINE, numduel.new("race", board=duel.board), plenty())
        assert board.winner is duel.seat


def test_best_play_wins_the_duel() -> None:
    duel = duel_of("2026-11-22")
    assert duel.level == "perfect"
    session = duel.begin("Ann")
    while (player := session.match.player) is not None:
        if chooser := session.choosers[player]:
            session.act(program_action(chooser, session.match, Budget()), player)
        else:
            session.act(Play(numduel.analyse(session.match).best[0]))
    result = result_of(ENGINE, session.match, plenty())
    assert result.outcome == "won"
    assert set(result.marks) == {"+"}


def test_saved_duel_keeps_the_board_of_its_version() -> None:
    """The duel of this day was another one in version 1."""
    day = "2026-11-24"
    old = Duel(day, "maze", "8 1 7/2 5 6/9 4 3", Player.TWO, "casual")
    assert duel_of(day) != old
    autosave = Autosave(old.begin("Ann"))
    autosave.session.match.play("0,0")
    assert autosave.keep() == ""
    resumed = resume_or_begin(duel_of(day))
    assert resumed.save.name == autosave.save.name
    assert resumed.session.match.board == autosave.session.match.board


@pytest.mark.slow
def test_duels_of_different_days_differ() -> None:
    first = datetime.date(2027, 1, 1)
    duels = [duel_of((first + datetime.timedelta(day)).isoformat()) for day in range(21)]
    assert len({(duel.game, duel.board) for duel in duels}) == 21
    assert {duel.game for duel in duels} == {"maze", "race", "run"}
    assert {duel.seat for duel in duels} == {*Player}


@pytest.mark.slow
def test_duel_is_the_same_in_another_process() -> None:
    code = "from numduel.daily.duel import duel_of; print(duel_of('2026-11-19'))"
    for hashes in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": hashes, "PYTHONPATH": os.pathsep.join(sys.path)}
        ran = run_program([sys.executable, "-c", code], env=env)
        assert ran.stdout == f"{duel_of('2026-11-19')}\n"


def test_same_moves_get_the_same_replies() -> None:
    for day in WEEK[:5]:
        duel = duel_of(day)
        plies = play_to_the_end(duel.begin("Ann")).plies
        assert play_to_the_end(duel.begin()).plies == plies
        wavering = duel.begin()
        for wish in (1, 2):
            while wavering.match.player is not duel.seat and not wavering.match.is_over:
                chooser = wavering.choosers[duel.seat.other]
                assert chooser is not None
                player = wavering.match.player
                assert player is not None
                view, moves = wavering.match.view(player), wavering.match.moves
                wavering.match.play(chooser.choose(view, moves, Budget()))
            wavering.match.play(wavering.match.moves[wish % len(wavering.match.moves)])
            wavering.take_back()
        assert play_to_the_end(wavering).plies == plies


def test_unfinished_duel_is_resumed() -> None:
    duel = Duel(streak.today(), "maze", "4 3 8/9 5 1/2 7 6", Player.ONE, "casual")
    autosave = resume_or_begin(duel, "Ann")
    autosave.session.match.play("0,0")
    assert autosave.keep() == ""
    again = resume_or_begin(duel)
    assert again.save.name == autosave.save.name
    assert days_in_progress() == {duel.day}
    assert days_in_progress(since="2100-01-01") == set(), "no game has changed since then"
    expected = play_to_the_end(Autosave.resume(again.save).session).plies
    assert play_to_the_end(again.session).plies == expected
    assert again.keep() == ""
    assert resume_or_begin(duel).save.name != autosave.save.name
    assert days_in_progress() == set()


def test_only_todays_first_result_counts() -> None:
    assert load_results() == {}
    first, second = todays(), todays(outcome="lost")
    assert record_result(first) == (first, "This result counts.")
    assert record_result(second) == (first, "Only your first finished game counts.")
    other = todays(day="2020-01-01")
    late = other._replace(is_late=True)
    assert record_result(other) == (late, "Only today's duel counts towards your streaks.")
    assert load_results() == {first.day: first, other.day: late}


def test_duel_of_an_earlier_day_is_kept_without_counting_for_the_streaks() -> None:
    json_files.add("duels", {days_ago(2): todays(days_ago(2))._asdict()})
    record_result(todays(days_ago(1)))
    assert load_results()[days_ago(1)].is_late
    record_result(todays())
    assert count_streaks(load_results(), streak.today()) == (1, 1)


def days_ago(number: int) -> str:
    today = datetime.date.fromisoformat(streak.today())
    return (today - datetime.timedelta(number)).isoformat()


@pytest.mark.parametrize(
    ("outcomes", "message"),
    [
        ({0: "won", 1: "won", 2: "won", 4: "won"}, "Played and won 3 days in a row."),
        ({0: "won", 1: "lost", 2: "won"}, "Played 3 days in a row, won 1."),
        ({0: "lost", 1: "won", 2: "won"}, "Played 3 days in a row."),
        ({0: "lost", 2: "won"}, ""),
    ],
    ids=str,
)
def test_days_played_and_won_in_a_row_are_reported_apart(
    outcomes: dict[int, str], message: str
) -> None:
    """A lost duel continues the streak of days played, and ends that of wins."""
    for ago, outcome in outcomes.items():
        if ago:
            day = days_ago(ago)
            json_files.add("duels", {day: todays(day, outcome)._asdict()})
    recorded = record_result(todays(outcome=outcomes[0]))
    assert recorded.message == f"This result counts. {message}".strip()


def test_calendar_and_statistics_show_the_streaks() -> None:
    for ago, outcome in {0: "won", 1: "lost", 2: "won"}.items():
        json_files.add("duels", {days_ago(ago): todays(days_ago(ago), outcome)._asdict()})
    for words in (["duel", "--calendar"], ["stats"]):
        ran = run_program([sys.executable, "-m", "numduel", *words])
        assert "Played 3 days in a row, won 1.\n" in ran.stdout


def test_streaks_last_until_the_end_of_the_next_day() -> None:
    results = {days_ago(ago): todays(days_ago(ago), "won") for ago in (1, 2)}
    assert count_streaks(results, streak.today()) == (2, 2)
    assert count_streaks(results, days_ago(-1)) == (0, 0)


def test_results_of_the_first_version_still_load() -> None:
    saved = todays()._asdict()
    del saved["marks"], saved["is_late"]
    json_files.add("duels", {saved["day"]: saved})
    (result,) = load_results().values()
    assert result == todays()
    assert result.text.endswith("\n+-+")


@pytest.mark.parametrize("damage", ["{", "[]", '{"2026-11-16": 3}', '{"2026-11-16": {"day": 1}}'])
def test_damaged_results_are_ignored(damage: str) -> None:
    json_files.keep("duels", {})
    Path(json_files.file("duels")).write_text(damage)
    assert load_results() == {}


def test_result_with_unknown_outcome_is_ignored() -> None:
    json_files.add("duels", {"2026-11-16": todays(outcome="flew")._asdict()})
    assert load_results() == {}


def test_result_summary_does_not_reveal_the_board() -> None:
    duel = Duel("2026-11-16", "maze", "4 3 8/9 5 1/2 7 6", Player.ONE, "casual")
    session = duel.begin("Ann")
    for move in ("0,0", "2,0", "0,1", "2,1", "1,1"):
        session.match.play(move)
    session.count_help("hints")
    session.count_help("undone")
    session.match.play("2,2")
    result = result_of(ENGINE, session.match, plenty())
    assert result == ("2026-11-16", "maze", "casual", "lost", 6, 2, 1, 2, "+.-", "++-", False)
    assert result.text == (
        "numduel daily duel 2026-11-16: lost to Casual at Number Maze in 6 turns.\n"
        "1 of 2 real choices correct, with help twice.\n++-  (+ best, . fine, - mistake)"
    )
    assert result._replace(outcome="stopped", decisions=0).text.startswith(
        "numduel daily duel 2026-11-16: ended without a winner against Casual at Number Maze "
        "after 6 turns.\nWith help twice.\n"
    )
    with pytest.raises(numduel.SetupError, match="isn't a finished duel"):
        result_of(ENGINE, duel.begin().match, plenty())


@pytest.mark.slow
def test_duel_command_plays_and_records() -> None:
    def run(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "numduel", "duel", *words]
        return run_program(command, typed)

    begun = run("--name", "Ann", typed="quit\n")
    assert begun.stdout.startswith(f"Daily duel for {streak.today()}, against ")
    assert (
        run("--result").stderr == f"numduel: you haven't finished the duel for {streak.today()}.\n"
    )
    session = duel_of(streak.today()).begin("Ann")
    play_to_the_end(session)
    typed = [ply.move for ply in session.match.plies if ply.player == duel_of(streak.today()).seat]
    if session.match.ended:
        return  # an endless race
    ended = run(typed="".join(f"{move}\n" for move in typed))
    assert f"numduel daily duel {streak.today()}: " in ended.stdout
    assert ended.stdout.endswith("This result counts.\n")
    assert "(+ best, . fine, - mistake)" in ended.stdout
    assert run("--result").stdout in ended.stdout
    assert "You've already finished this duel" in run(typed="quit\n").stdout
    assert re.search(rf"\[{int(streak.today()[8:]):>2}[-+/=]\]", run("--calendar").stdout)
    assert (
        run("2026-02-30").stderr
        == "numduel: '2026-02-30' isn't a date. Write it like 2026-11-15.\n"
    )
    for command in (["2999-01-01"], ["2999-01-01", "--result"]):
        assert run(*command).stderr == (
            "numduel: 2999-01-01 is in the future. You can play today's and earlier days.\n"
        )


def test_drawn_duel_counts() -> None:
    with with_more_games():
        day, both = streak.today(), make_sides(("perfect", HUMAN), (None, "Ann"))
        match = Session.begin(find("pick15"), {}, both, duel=day).match
        for move in "276591348":
            match.play(move)
        result = result_of(ENGINE, match, plenty())
        assert result.outcome == "drew"
        assert result.text.startswith(
            f"numduel daily duel {day}: drew with Perfect at Pick 15 in 9 turns.\n"
        )
        assert record_result(result).message == "This result counts."
        assert load_results() == {day: result}
