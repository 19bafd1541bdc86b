"""Output and exit status of each command."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from terminal import numduel as run

import numduel
from numduel.cli.main import COMMANDS
from numduel.play.dealing import is_playable
from numduel.storage import saves
from running import run_program

pytestmark = pytest.mark.usefixtures("home")

MAZE = "4 3 8/9 5 1/2 7 6"


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_every_command_has_examples(command: str) -> None:
    ran = run([command, "--help"])
    assert ran.status == 0
    assert f"examples:\n  numduel {command}" in ran.out


@pytest.mark.parametrize("game", numduel.games())
def test_rules_command_prints_every_game(game: str) -> None:
    ran = run(["rules", game])
    assert ran.status == 0
    assert len(ran.out.splitlines()) > 30
    assert max(len(line) for line in ran.out.splitlines()) <= 80
    assert "**" not in ran.out
    assert "`" not in ran.out
    assert "\n#" not in ran.out


def test_rules_command_keeps_examples_and_drops_clause_numbers() -> None:
    ran = run(["rules", "quest"])
    assert ran.out.startswith("Number Quest\n============\n")
    assert not re.search(r"\bQ\d+\b", ran.out)
    assert "\n    [ ][ ][3]      Player 1 selects 2,2, reveals 5 and has 5.\n" in ran.out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["play", "maze", "--size", "99"], "size must be a whole number from 2 to 12, not 99"),
        (
            ["play", "sum", "--size", "4"],
            "'size' isn't an option here; the options are target and highest",
        ),
        (["play", "sum", "--board", "1 2/3 4"], "Sum Battle has no board"),
        (
            ["play", "maze", "--board", "1 2 3/4 5"],
            "row 2 of the board has 2 cells, but row 1 has 3",
        ),
        (["play", "maze", "--board", MAZE, "--size", "4"], "size is 4, but this board needs"),
        (["play", "maze", "--starts", "here"], "starts must be chosen or random, not 'here'"),
        (["play", "maze", "--seed", "7" * 5000], "seed must be a whole number from 0 to"),
        (["play", "maze", "--seed", "٣"], "seed must be a whole number from 0 to"),
        (["play", "maze", "--seed", str(2**64)], "seed must be a whole number from 0 to"),
        (
            ["play", "maze", "--p2", "hal"],
            "'hal' isn't a player. Choose human, random, beginner, casual, skilled, expert, "
            "perfect, goldie, bruno, pip, ida, trixie, otto, program COMMAND, or model:NAME",
        ),
        (["play", "maze", "--name1", "x" * 21], "a name can have up to 20 characters, not 21"),
        (["play", "maze", "--rounds", "0"], "rounds must be a whole number from 1 to 1000, not 0"),
        (["play", "maze", "--seed", "7", "--deal", "playable"], "--seed sets the board, so"),
        (["replay", "nosuch.txt"], "'nosuch.txt' cannot be read: No such file or directory"),
        (["replay", "/dev/zero"], "'/dev/zero' is too long to be a record"),
        (["resume"], "no unfinished games. Start one with numduel play."),
    ],
)
def test_setup_error_is_one_line_on_stderr(words: list[str], problem: str) -> None:
    ran = run(words)
    assert ran.status == 1
    assert ran.out == ""
    assert ran.err.startswith(f"numduel: {problem}")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    "words", [["nosuch"], ["play", "chess"], ["play", "sum", "--nosuch"], ["--nosuch"]]
)
def test_wrong_usage_exits_with_status_2(words: list[str]) -> None:
    ran = run(words)
    assert ran.status == 2
    assert "usage: numduel" in ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["play", "mazee"], "'mazee' isn't a game. Did you mean maze?"),
        (["rules", "number quest"], "'number quest' isn't a game. Did you mean quest?"),
        (["play", "chess"], "'chess' isn't a game. Choose maze, sum, run, quest, or race"),
    ],
)
def test_unknown_game_suggests_the_closest(words: list[str], answer: str) -> None:
    ran = run(words)
    assert ran.status == 2
    assert ran.err.endswith(f": {answer}\n")


def test_review_defaults_to_the_last_game() -> None:
    assert "no saved games" in run(["review"]).err
    run(["play", "sum", "--target", "7"], "9\n")
    run(["play", "sum", "--target", "9"], "5\n4\n")
    assert run(["review"]).out == run(["review", saves.list_saves()[0].name]).out
    assert "5  ??" in run(["review"]).out


def test_prompt_explains_mistakes_and_shows_rules() -> None:
    words = ["play", "sum", "--target", "9", "--name1", "Ann", "--name2", "Bob"]
    ran = run([*words], "why\n1\nwhy\nrules\n3\n")
    assert "No mistake so far has changed the outcome." in ran.out
    assert "Turn 1, Ann: 1 loses in " in ran.out
    assert run(["rules", "sum"]).out.split("\n\nRules of every game")[0] in ran.out
    assert saves.list_saves()[0].load().tags["Help"] == "analyses=2"
    assert "  why " in run([*words, "--classic"], "help\n").out


def test_replay_json_prints_only_json(tmp_path: Path) -> None:
    run(["play", "quest", "--classic", "--board", "4 2 3/1 5 6/9 7 8"], "2,2\n1,3\n")
    ran = run(["replay", saves.list_saves()[0].name, "--json"])
    told = json.loads(ran.out)
    assert (told["game"]["id"], told["game"]["board"]) == ("quest", "? ? 3/? 5 ?/? ? ?")
    assert [(ply["turn"], ply["player"], ply["move"]) for ply in told["plies"]] == [
        (1, 1, "2,2"),
        (1, None, "5"),
        (2, 2, "1,3"),
        (2, None, "3"),
    ]
    assert told["status"]["player"] == 1
    assert (told["status"]["winner"], told["status"]["reason"]) == (None, None)
    assert ran.err == ""


def test_replay_reads_a_record_from_standard_input() -> None:
    ran = run(["replay", "-"], '[Game "sum"]\n\n1. 7\n2. 9\n')
    assert ran.status == 0
    assert "2. Player 2 took 9: 9 of 50." in ran.out


@pytest.mark.parametrize(
    ("ended", "lines"),
    [
        ("Player 1 resigned", "Ann resigned.\nPlayer 2 won the game.\n"),
        ("stopped", "The game ended without a winner, by agreement.\n"),
    ],
)
def test_replay_shows_resigned_and_stopped_games_as_finished(ended: str, lines: str) -> None:
    record = f'[Game "quest"]\n[Player1 "Ann"]\n[Board "4 2 3/1 5 6/9 7 8"]\n[Ended "{ended}"]\n'
    ran = run(["replay", "-"], f"{record}\n1. 2,2 =5\n")
    assert ran.out.endswith(f"\n\n{lines}")
    assert " 1  |   4   |   2   |   3   |" in ran.out  # hidden numbers are shown


def test_replay_names_the_line_of_a_wrong_record(tmp_path: Path) -> None:
    path = tmp_path / "wrong.txt"
    path.write_text('[Game "sum"]\n\n1. 7\n2. 8\n')
    ran = run(["replay", str(path)])
    assert ran.status == 1
    assert "line 4: 8 is next to your opponent's last number, 7" in ran.err


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
def test_completion_scripts_name_games_and_options(shell: str) -> None:
    ran = run(["completion", shell])
    assert ran.status == 0
    for word in ("quest", "--diagonal", "--classic", "replay"):
        assert word.lstrip("-") in ran.out


def test_bash_completion_completes_a_game() -> None:
    script = run(["completion", "bash"]).out
    script += """
COMP_WORDS=(numduel play qu); COMP_CWORD=2; COMP_LINE="numduel play qu"; COMP_POINT=15
_shtab_numduel; echo "${COMPREPLY[@]}"
"""
    done = run_program(["bash", "-c", script])
    assert done.stdout.strip() == "quest"


def test_completion_without_shtab_says_how_to_install_it() -> None:
    code = "import sys; sys.modules['shtab'] = None; from numduel.cli import main; main()"
    done = run_program([sys.executable, "-c", code, "completion", "bash"])
    assert "pip install 'numduel[completion]'" in done.stderr
    assert "Traceback" not in done.stderr


def test_broken_pipe_is_not_an_error() -> None:
    command = f"{sys.executable} -m numduel rules maze | head -1"
    done = run_program(["bash", "-o", "pipefail", "-c", command])
    assert done.stderr == ""
    assert done.stdout == "Number Maze\n"


@pytest.mark.slow
def test_first_player_is_random_and_set_by_the_seed() -> None:
    words = ["play", "sum", "--first", "coin", "--name1", "Ann", "--name2", "Bob", "--seed"]
    said = [run([*words, str(seed)]).out.split("\n")[0] for seed in range(12)]
    assert set(said) == {f"Chosen at random: {name} is Player 1." for name in ("Ann", "Bob")}
    assert run([*words, "5"]).out.split("\n")[0] == said[5]


def test_same_seed_plays_the_same_random_game() -> None:
    words = ["play", "quest", "--p1", "random", "--p2", "random", "--classic", "--seed"]
    assert run([*words, "4"]).out == run([*words, "4"]).out
    assert len({run([*words, str(seed)]).out for seed in range(5)}) == 5


def test_dealt_boards_are_playable_unless_deal_is_book() -> None:
    """The rule book's own deal is not playable on 4 of 10 boards."""
    programs = ["--p1", "random", "--p2", "random", "--rounds"]
    for words, rounds, typed in (
        (["play", "race"], 10, ""),
        (["play"], 10, "race\n"),
        (["play", "race", "--deal", "book"], 30, ""),
    ):
        before = {save.name for save in saves.list_saves()}
        assert run([*words, *programs, str(rounds)], typed).status == 0
        boards = [save.load().game for save in saves.list_saves() if save.name not in before]
        assert len(boards) == rounds
        assert all(map(is_playable, boards)) == ("book" not in words)


def test_undo_against_a_program_also_undoes_its_reply() -> None:
    ran = run(["play", "sum", "--p2", "random", "--seed", "1"], "5\nundo\nquit\n")
    assert "Undone: 5" in ran.out
    assert ran.out.rstrip().endswith("Your turn: take which number, 1 to 9? quit")
    assert ran.out.count("Player 1, you  Cumulative total: 0 of 50") == 2


@pytest.mark.long
def test_programs_stop_an_endless_game_at_the_turn_limit() -> None:
    """X2: without a person, play stops at the turn limit."""
    words = ["play", "race", "--p1", "random", "--p2", "random", "--classic", "--rounds", "2"]
    ran = run([*words, "--board", "2 2 2 2/2 2 2 2/2 2 2 2/2 2 2 2"])
    assert ran.status == 0
    assert ran.out.count("Stopped at the turn limit (1000 turns).") == 2
    assert "Wins: Random A 0, Random B 0" in ran.out
    assert saves.list_saves()[0].load().winner is None


def test_menu_offers_help_and_quit_at_every_question() -> None:
    ran = run([], "help\n\nmaz\nhelp\nq\n")
    assert "Type the number, id or title of a game, or a letter from the list." in ran.out
    assert "'' isn't a game." in ran.out
    assert ran.out.count("Which opponent? [friend]") == 2
    assert ran.status == 0


def test_menu_skips_questions_answered_by_options() -> None:
    run(["play", "sum"], "5\n")
    ran = run(["play", "--seed", "7", "--p2", "random"], "c\nmaze\n")
    assert "continue" not in ran.out
    assert "Opponent" not in ran.out
    assert "Your turn: start on which cell (row,col)?" in ran.out


def test_flag_options_take_no_value() -> None:
    ran = run(["play", "--stand", "quest"])
    assert "reveal which cell (row,column) or stand? " in ran.out
    assert "or stand" not in run(["play", "--no-stand", "quest"]).out


def test_rules_without_a_game_prints_shared_rules() -> None:
    ran = run(["rules"])
    assert ran.out.startswith("Every game\n==========\n")
    assert "numduel rules" in run(["rules", "sum"]).out


def test_completion_offers_choices_and_files() -> None:
    script = run(["completion", "bash"]).out
    assert "random" in script
    assert "_shtab_compgen_files" in script.split("replay_pos_0_COMPGEN=")[1].split("\n")[0]


def test_replay_json_includes_comments() -> None:
    ran = run(["replay", "-", "--json"], '[Game "sum"]\n{first}\n1. 7 {lucky}\n')
    told = json.loads(ran.out)
    assert told["remark"] == "first"
    assert [(ply["move"], ply["remark"]) for ply in told["plies"]] == [("7", "lucky")]


def test_control_characters_in_names_are_escaped() -> None:
    ran = run(["play", "sum", "--name1", "\x1b[31mred"])
    assert ran.out.startswith("\\x1b[31mred is Player 1, Player B is Player 2.")


def test_random_match_example_runs() -> None:
    example = Path(__file__).parents[2] / "examples" / "random_match.py"
    done = run_program([sys.executable, str(example)])
    assert done.stderr == ""
    assert done.stdout.count(" wins (") == len(numduel.games())


SPITEFUL = [
    b"7" * 5000,
    b"0," + b"1" * 4999,
    b"1" * 100_000,
    b"\x1b[2J",
    b"\x00",
    b"\xff\xfe",
    "٣,٣".encode(),
    "０,１".encode(),
    b"save " + b"x" * 5000,
    b"save \x00",
    b"help me",
    b"undo",
]
HOSTILE = st.one_of(
    st.binary(max_size=300).filter(lambda line: not line.strip().startswith(b"save")),
    st.sampled_from(SPITEFUL),
)


@pytest.mark.slow
@settings(
    deadline=None, max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(lines=st.lists(HOSTILE, max_size=12), game=st.sampled_from(numduel.games()))
def test_prompt_survives_any_bytes(lines: list[bytes], game: str) -> None:
    ran = run(["play", game, "--seed", "1"], b"\n".join(lines))
    assert ran.status == 0
    assert "Traceback" not in ran.err
    assert "\x1b" not in ran.out
    assert "\x00" not in ran.out
