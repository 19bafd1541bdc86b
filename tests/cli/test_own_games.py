"""Lessons, history and statistics as plain commands, and the plain menu that leads to them."""

from __future__ import annotations

import json
import re
import time

import pytest
from schema_support import check
from terminal import Terminal
from terminal import numduel as run

import numduel
from numduel import Match
from numduel.games import ids
from numduel.learning.lessons import lesson
from numduel.play.series import Series, Side
from numduel.storage import lesson_progress, saves

pytestmark = pytest.mark.usefixtures("home")

ANN, BOB = Side("Ann", "human"), Side("Bob", "human")
CASUAL = Side("Casual", "casual")


def save_game(
    moves: str = "", one: Side = ANN, two: Side = CASUAL, game: str = "sum"
) -> saves.Save:
    """Save a match as the app does, with these moves."""
    match = Match(numduel.new(game, seed=1))
    Series((one, two)).tag(match)
    for move in moves.split():
        match.play(move)
    save = saves.Save(f"{len(saves.list_saves()):03}-{game}")
    save.keep(match)
    return save


# ---- learn


@pytest.mark.parametrize("id", ids())
def test_learn_can_be_finished_by_typing_the_answers(id: str) -> None:
    """After the rules, the same command continues with how to win."""
    for name, then in ((id, f"How to win: numduel learn {id} strategy"), (f"{id}-strategy", "")):
        steps = lesson(name).steps
        ran = run(["learn", id], "".join(f"{step.do[0]}\n\n" for step in steps))
        assert ran.status == 0
        assert f"Step 1 of {len(steps)}: {steps[0].title}" in ran.out
        assert f"You finished all {len(steps)} steps." in ran.out
        assert then in ran.out
        assert ("numduel learn" in ran.out) == bool(then)
        assert lesson_progress.load()[name] == len(steps)
    assert lesson(id).steps[0].title in run(["learn", id]).out


def test_learn_starts_any_lesson_of_a_game() -> None:
    ran = run(["learn", "sum", "strategy"], "9\nquit\n")
    assert "How to win Sum Battle" in ran.out
    assert "To continue this lesson: numduel learn sum strategy" in ran.out
    assert "Step 2 of 8: Nine after nine" in run(["learn", "sum", "strategy"]).out
    assert "Step 1 of 8: Take a number" in run(["learn", "sum"]).out
    ran = run(["learn", "sum", "tricks"])
    assert ran.status == 2
    assert "choose from rules, strategy" in ran.err.replace("'", "")


def test_learn_continues_at_the_first_step_not_done() -> None:
    ran = run(["learn", "sum"], "7\nquit\n")
    assert "To continue this lesson: numduel learn sum" in ran.out
    assert "Step 2 of 8" in run(["learn", "sum"]).out
    listed = run(["learn"]).out
    assert "sum: Sum Battle, The rules by playing, 1 of 8 steps done" in listed
    assert "sum strategy: Sum Battle, How to win, 8 steps" in listed


def test_learn_shows_the_answer_only_after_two_tries() -> None:
    ran = run(["learn", "sum"], "answer\nnext\n1\n2\nanswer\n\n")
    assert "Try it twice first." in ran.out
    assert "Do the task first" in ran.out
    assert "The answer: 7" in ran.out
    assert "Step 2 of 8" in ran.out


def test_learn_rejects_a_step_that_does_not_exist() -> None:
    assert "Step 3 of 8" in run(["learn", "sum", "--step", "3"]).out
    ran = run(["learn", "sum", "--step", "9"])
    assert (ran.status, ran.err) == (1, "numduel: this lesson has 8 steps.\n")


def test_learn_prints_json() -> None:
    lesson_progress.keep("sum", 3)
    data = json.loads(run(["learn", "--json"]).out)
    check(data, "learn")
    assert [each["id"] for each in data["lessons"]] == [
        id for game in ids() for id in (game, f"{game}-strategy")
    ]
    done = {each["id"]: each["done"] for each in data["lessons"]}
    assert (done["sum"], done["sum-strategy"]) == (3, 0)
    both = json.loads(run(["learn", "sum", "--json"]).out)["lessons"]
    assert [each["name"] for each in both] == ["The rules by playing", "How to win"]
    (one,) = json.loads(run(["learn", "sum", "strategy", "--json"]).out)["lessons"]
    assert one == both[1]


# ---- history


def test_history_lists_games_with_time_players_and_result() -> None:
    assert "No games yet." in run(["history"]).err
    save = save_game("5 9")
    lines = run(["history"]).out.split("\n")
    assert re.fullmatch(
        r"\d{4}-\d\d-\d\d \d\d:\d\d  Sum Battle: unfinished against Casual, turn 3", lines[0]
    )
    assert lines[0].startswith(time.strftime("%Y-%m-%d"))
    assert lines[1].strip() == save.name


def test_history_chooses_by_game_number_and_end() -> None:
    for game in ("sum", "run", "sum"):
        save_game(game=game)
    assert run(["history", "run"]).out.count("Number Run:") == 1
    assert "Sum Battle" not in run(["history", "run"]).out
    latest = run(["history", "--count", "1"]).out
    assert latest.count("unfinished") == 1
    assert "These are the latest 1." in latest
    assert run(["history", "--finished"]).err == "No such games.\n"


def test_history_prints_json_and_reports_damage_on_standard_error() -> None:
    save_game("5", ANN, BOB)
    broken = save_game()
    with open(broken.path, "w") as file:
        file.write("[Game")
    ran = run(["history", "--json"])
    data = json.loads(ran.out)
    check(data, "history")
    (game,) = data["games"]
    assert [player["name"] for player in game["players"]] == ["Ann", "Bob"]
    assert (game["finished"], game["winner"], game["turn"]) == (False, None, 2)
    assert broken.name in ran.err


# ---- stats


def test_stats_prints_sentences_and_json() -> None:
    assert "No games yet." in run(["stats"]).out
    for game in ("sum", "run"):
        save_game(game=game)
    ran = run(["stats"])
    assert "All games against the computer\n  Casual: 0 played, 0 won, 0 lost, 2 unfinished." in (
        ran.out
    )
    assert "Sum Battle\n  Casual: 0 played, 0 won, 0 lost, 1 unfinished." in ran.out
    data = json.loads(run(["stats", "--json"]).out)
    check(data, "stats")
    assert [row["opponent"] for row in data["totals"]] == ["casual", "all"]
    assert data["totals"][1]["unfinished"] == 2


# ---- the menu


def test_menu_leads_to_puzzle_duel_lesson_history_and_statistics() -> None:
    for key, shown in (
        ("p\nquit", " puzzle for 20"),
        ("puzzle\nquit", " puzzle for 20"),
        ("d\nquit", "Daily duel for 20"),
        ("l\nsum\nquit", "Step 1 of 8"),
        ("h", "Sum Battle: "),
        ("s", "Daily puzzle\n  Your streak: "),
    ):
        save_game()
        assert shown in run([], f"{key}\n").out, key


@pytest.mark.parametrize(
    ("typed", "can_stand"), [("1", False), ("", False), ("2", True), ("3\n2", True)]
)
def test_menu_offers_luck_and_skill_as_equal_choices(typed: str, can_stand: bool) -> None:
    ran = run([], f"quest\n{typed}\ncasual\n")
    assert "  1  By the book: luck decides\n  2  With Stand: skill decides\n" in ran.out
    assert ("or stand? " in ran.out) == can_stand


def test_menu_asks_no_rules_if_they_were_given_or_skill_decides() -> None:
    for words, typed in ((["play", "--stand"], "quest\n\n"), ([], "maze\n\n")):
        assert "Which rules?" not in run(words, typed).out


# ---- piped games


def test_piped_games_are_never_offered_to_continue() -> None:
    run(["play", "sum"], "5\n")
    assert "continue" not in run([], "q\n").out
    save_game("5", game="sum")
    run(["play", "run"], "0,1\n")
    ran = run([], "c\n")
    assert "Continue Sum Battle, where you left off." in ran.out
    assert "Resuming Sum Battle, turn 2." in ran.out


def test_piped_game_can_still_be_resumed_by_scripts_and_by_name() -> None:
    run(["play", "sum"], "5\n")
    assert "Resuming Sum Battle, turn 2." in run(["resume"]).out
    assert "Sum Battle, turn 2" in run(["resume", "--list"]).out


def test_every_round_of_a_piped_game_is_piped() -> None:
    run(["play", "sum", "--target", "5", "--rounds", "3"], "5\n1\n")
    assert len(saves.list_saves()) == 2
    assert saves.latest_open() is None


def test_piped_duels_and_new_games_are_not_offered_either() -> None:
    run(["duel"], "1,1\n0,0\n0 0\n1\n5\nRight\nDown\n")
    run(["play", "sum"], "5\nnew\n5\n")
    assert len(saves.list_saves()) == 3
    assert saves.latest_open() is None


def test_game_of_a_person_stays_theirs_if_moves_are_piped_in_later() -> None:
    save = save_game("5", ANN, BOB)
    assert "Resuming Sum Battle, turn 2." in run(["resume"], "9\n").out
    last = saves.latest_open()
    assert last is not None
    assert last.name == save.name
    assert len(last.load().plies) == 2


def test_terminal_resumes_a_piped_game_only_by_name_and_then_keeps_it() -> None:
    run(["play", "sum"], "5\n")
    terminal = Terminal(["resume"])
    terminal.until("the only unfinished games were piped in")
    terminal.wait()
    (save,) = saves.list_saves()
    terminal = Terminal(["resume", save.name])
    terminal.until("1 to 9? ")
    terminal.type("9\n")
    terminal.until("1 to 9? ")
    terminal.kill()
    assert saves.latest_open() is not None


# ---- misspelt commands


@pytest.mark.parametrize(
    ("typed", "advice"),
    [
        ("plya", "'plya' isn't a command. Did you mean play?"),
        ("Replay", "'Replay' isn't a command. Did you mean replay?"),
        ("xyzzy", "'xyzzy' isn't a command. Run numduel --help for a list."),
    ],
)
def test_misspelt_command_suggests_the_closest(typed: str, advice: str) -> None:
    ran = run([typed])
    assert ran.status == 2
    assert advice in ran.err


def test_completion_has_a_script_for_fish() -> None:
    ran = run(["completion", "fish"])
    assert ran.status == 0
    assert "complete -c numduel" in ran.out
    assert "history" in ran.out
