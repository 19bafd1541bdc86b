"""Confirmed moves are never lost: a game killed at any moment resumes where it was."""

from __future__ import annotations

import os
import random
import re
import shlex
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
from terminal import COMMAND, Terminal
from terminal import numduel as run

import numduel
from duel_support import needs
from numduel import Match, record
from numduel.play.controller import help_counts
from numduel.storage import saves
from running import run_program

pytestmark = pytest.mark.usefixtures("home")

BOARDS = {
    "maze": "4 3 8/9 5 1/2 7 6",
    "run": "3 1 4 2 5/2 5 1 3 4/4 2 5 1 3/1 4 2 5 2/5 3 1 4 2",
    "quest": "4 2 3/1 5 6/9 7 8",
    "race": "1 3 2 4/2 1 3 2/4 2 1 3/3 4 2 1",
}

OPTIONS: dict[str, dict[str, Any]] = {"quest": {"target": "40"}}
"""Options that make a quest game last to the last cell on any board."""


def moves_of(game: str, seed: int) -> list[str]:
    """Return the moves of a random game."""
    match = Match(numduel.new(game, board=BOARDS.get(game), **OPTIONS.get(game, {})))
    choose = random.Random(seed).choice
    while not match.is_over and len(match.plies) < 12:
        match.play(choose(match.moves))
    return [ply.move for ply in match.plies if ply.player is not None]


def only_save() -> Match:
    (save,) = saves.list_saves()
    return save.load()


@pytest.mark.long
@pytest.mark.parametrize("game", numduel.games())
def test_game_killed_after_every_move_resumes_each_time(game: str) -> None:
    """Send a SIGKILL after each move of one game."""
    moves = moves_of(game, seed=3)
    played = Match(numduel.new(game, board=BOARDS.get(game)))
    asked = {**OPTIONS.get(game, {}), **({"board": BOARDS[game]} if game in BOARDS else {})}
    words = ["play", game, "--classic", *(w for k, v in asked.items() for w in (f"--{k}", v))]
    done: list[str] = []
    numbers: list[str] = []
    for move in moves[:-1]:
        terminal = Terminal(words)
        terminal.until_asked()
        terminal.type(f"{move}\n")
        shown = terminal.until_asked()
        terminal.kill()
        if game == "quest":  # hidden numbers are reshuffled: compare revealed ones
            numbers += re.findall("You revealed number: ([0-9]+)", shown)
            assert [ply.move for ply in only_save().plies if ply.player is None] == numbers
        else:
            played.play(move)
            assert only_save().state == played.state
        done.append(move)
        assert [ply.move for ply in only_save().plies if ply.player is not None] == done
        words = ["resume", "--classic"]


@pytest.mark.parametrize("seed", range(6))
def test_killed_game_keeps_every_confirmed_move(seed: int) -> None:
    """Send all moves at once, and kill the process somewhere among them."""
    dice = random.Random(seed)
    game = ("maze", "run", "race")[seed % 3]
    moves = moves_of(game, seed)
    child = subprocess.Popen(
        [*COMMAND, "play", game, "--classic", "--board", BOARDS[game]],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=0,
    )
    assert child.stdin
    assert child.stdout
    child.stdin.write("".join(f"{move}\n" for move in moves[:-1]))
    child.stdin.close()
    seen, wanted = "", dice.randrange(1, 900)
    while len(seen) < wanted and (more := os.read(child.stdout.fileno(), 64).decode()):
        seen += more
    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stdout.close()
    told = seen.count("Cumulative Total:") + seen.count("New score:") + seen.count("moves to")
    if told:
        made = [ply.move for ply in only_save().plies if ply.move not in ("yes", "no")]
        assert made == [move for move in moves if move not in ("yes", "no")][: len(made)]
        assert len(made) >= told


def test_move_is_confirmed_only_once_it_is_on_disk(tmp_path: Path) -> None:
    """The order that survives a power failure: write, sync, rename, sync the folder, confirm."""
    needs("strace")
    log = tmp_path / "calls"
    calls = "write,fsync,fdatasync,rename,renameat,renameat2"
    tracing = ["strace", "-f", "-y", "-s", "200", "-e", f"trace={calls}", "-o", str(log)]
    words = [*tracing, *COMMAND, "play", "sum", "--classic"]
    ran = run_program(words, "5\n1\n7\n", seconds=120)
    assert ran.returncode == 0, ran.stderr
    happened = [step for line in log.read_text().splitlines() for step in STEPS if step(line)]
    assert [step.__name__ for step in happened] == [step.__name__ for step in STEPS] * 3


def written(call: str) -> bool:
    return " write(" in call and '.part>, "[Game' in call


def synced(call: str) -> bool:
    return " fsync(" in call and call.endswith(".part>) = 0")


def renamed(call: str) -> bool:
    return " rename" in call and call.rstrip(" =0)").endswith('.numduel"')


def folder_synced(call: str) -> bool:
    return " fsync(" in call and f"<{os.path.realpath(saves.folder())}>" in call


def confirmed(call: str) -> bool:
    return " write(1<" in call and "You selected" in call


STEPS = (written, synced, renamed, folder_synced, confirmed)


def test_end_of_input_saves_the_game() -> None:
    ran = run(["play", "maze", "--classic", "--board", BOARDS["maze"]], "0,0\n2,0\n")
    assert ran.status == 0
    assert "numduel resume" in ran.err
    again = run(["resume", "--classic"], "0,1\n")
    assert "Available moves: (0,1), (1,0)" in again.out
    assert "Player 1 moved to (0,1) adding 3. Cumulative Total: 7" in again.out
    assert len(only_save().plies) == 3


def test_game_without_moves_leaves_no_file(home: Path) -> None:
    ran = run(["play", "sum"])
    assert ran.status == 0
    assert "nothing was saved" in ran.err
    assert not home.exists()


def test_finished_game_is_saved_but_not_resumed() -> None:
    run(["play", "sum", "--classic", "--target", "5"], "5\n")
    assert only_save().is_over
    ran = run(["resume"])
    assert ran.status == 1
    assert ran.err == "numduel: no unfinished games. Start one with numduel play.\n"
    (save,) = saves.list_saves()
    ran = run(["resume", save.name])
    assert ran.status == 1
    assert "is finished" in ran.err


def test_undo_is_saved() -> None:
    run(["play", "sum"], "5\n1\nundo\n")
    assert [ply.move for ply in only_save().plies] == ["5"]


def test_undo_of_a_revealed_number_is_refused() -> None:
    ran = run(["play", "quest", "--seed", "7"], "2,2\nundo\nnew\n1,1\n")
    refused = "You can't undo a move that revealed a number. Type new to start another game."
    assert refused in ran.out
    assert "Undone" not in ran.out
    second, first = (save.load() for save in saves.list_saves())
    assert [ply.move for ply in first.plies if ply.player is not None] == ["2,2"]
    assert [ply.move for ply in second.plies if ply.player is not None] == ["1,1"]
    assert not first.is_finished


def test_resignation_at_the_prompt_is_recorded() -> None:
    for who, said in (
        ("human", " * Player 1  Cumulative total: 5 of 50\n   Player 2  "),
        ("casual", "You resigned.\nCasual won the game.\n"),
    ):
        ran = run(["play", "sum", "--p1", who, "--seed", "1"], "5\nresign\n")
        assert ran.status == 0
        assert said in ran.out
        match = saves.list_saves()[0].load()
        assert match.ended == "Player 2 resigned"
        assert match.winner is None
    ran = run(["play", "sum", "--classic"], "5\nresign\n")
    assert ran.out.endswith("Player 2 resigned.\nPlayer 1 won the game.\n")


def test_prompt_says_what_was_given_up() -> None:
    for target, sentence in (
        ("9", "You resigned a winning position."),
        ("15", "You resigned a lost position."),
    ):
        words = ["play", "sum", "--p2", "casual", "--target", target]
        ran = run(words, "resign\n")
        assert ran.out.endswith(f"You resigned.\nCasual won the game.\n{sentence}\n")
        reviewed = run(["review"]).out
        assert sentence in reviewed
        assert "accuracy 100%" not in reviewed


def test_computer_declines_to_stop_a_lost_race() -> None:
    for board, sentence in (
        ("1 3 3 4/2 2 3 3/2 3 2 4/1 1 4 2", "Perfect declined to end the game without a winner. "),
        ("3 2 4 2/3 2 2 4/1 2 1 2/4 2 3 2", "The game ended without a winner, by agreement."),
    ):
        ran = run(["play", "race", "--p2", "perfect", "--board", board], "stop\n")
        assert sentence in ran.out


def test_review_and_analysis_of_an_unfinished_saved_game_count_as_help() -> None:
    run(["play", "sum", "--p2", "casual"], "7\n")
    save = saves.list_saves()[0]
    counts = "This game isn't over, so looking at its values counts as help."
    ways = (["review"], ["review", save.name], ["analyse", "--record", save.path], ["replay"])
    for number, words in enumerate(ways, 1):
        ran = run(words)
        assert ran.status == 0
        is_counted = words[0] != "replay"  # it shows no values
        assert (counts in ran.err) == is_counted
        assert help_counts(save.load())["analyses"] == number - (not is_counted)
    run(["resume"], "resign\n")
    before = saves.list_saves()[0].load().tags
    assert counts not in run(["review"]).err
    assert saves.list_saves()[0].load().tags == before


def test_stop_works_only_in_endless_games() -> None:
    board = "2 2 2 2/2 2 2 2/2 2 2 2/2 2 2 2"
    ran = run(["play", "race", "--board", board], "Right\nstop\n")
    assert "The game ended without a winner, by agreement." in ran.out
    assert only_save().ended == "stopped"
    ran = run(["play", "sum"], "5\nstop\n")
    assert (
        "Only a game that could go on forever can end without a winner. You can resign." in ran.out
    )


def test_save_writes_a_copy_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "my game.txt"
    ran = run(["play", "sum"], f"5\nsave {path}\nsave /nowhere/at/all\nsave\nquit\n")
    assert f"Written to {path}." in ran.out
    assert "'/nowhere/at/all' cannot be written: No such file or directory." in ran.out
    assert f"Saved in {saves.list_saves()[0].path}." in ran.out
    assert record.loads(path.read_text()).plies[0].move == "5"


def test_game_continues_if_it_cannot_be_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("NUMDUEL_HOME", str(tmp_path / "file"))
    ran = run(["play", "sum", "--classic", "--target", "8"], "5\n1\n3\n")
    assert ran.status == 0
    assert "Player 1 wins the game!" in ran.out
    assert ran.err.count("cannot be saved") == 3


def test_damaged_save_is_reported_and_others_resume(home: Path) -> None:
    run(["play", "sum"], "5\n")
    good = saves.list_saves()[0]
    (home / "20990101-000000-sum-1.numduel").write_text('[Game "sum"]\n\n1. 77\n')
    os.utime(good.path, (1, 1))
    assert run(["resume"], "").out.startswith("Resuming Sum Battle, turn 2.")
    ran = run(["resume", "20990101-000000-sum-1"])
    assert ran.status == 1
    assert "is damaged: line 3: '77' isn't a move" in ran.err
    assert good.name in run(["resume", "--list"]).out
    assert run(["resume", "nosuch"]).err == "numduel: the saved game 'nosuch' does not exist.\n"


def test_resumed_series_keeps_its_round_and_score() -> None:
    words = ["play", "sum", "--target", "5", "--rounds", "3", "--name1", "Ann", "--name2", "Bob"]
    ran = run(words, "5\n")  # input ends between the rounds; Ann won the first
    assert "Wins: Ann 1, Bob 0" in ran.out
    ran = run(["resume"], "1\n")
    assert "Round 2 of 3: Bob is Player 1, Ann is Player 2." in ran.out
    ran = run(["resume"], "5\n")
    assert "Round 2 of 3: Bob is Player 1, Ann is Player 2." in ran.out
    assert "Wins: Ann 2, Bob 0" in ran.out
    ran = run(["resume"], "4\n6\n")
    assert "Round 3 of 3: Ann is Player 1, Bob is Player 2." in ran.out
    assert "Wins: Ann 3, Bob 0" in ran.out
    assert run(["resume"]).status == 1


def test_save_folder_follows_the_platform(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMDUEL_HOME")
    monkeypatch.setenv("HOME", "/home/ann")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    assert saves.folder() == "/home/ann/.local/share/numduel/games"
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert saves.folder() == "/data/numduel/games"
    monkeypatch.setattr("sys.platform", "darwin")
    assert saves.folder() == "/home/ann/Library/Application Support/numduel/games"


def test_two_resumes_of_one_game_keep_both_moves() -> None:
    run(["play", "sum"], "5\n")
    (save,) = saves.list_saves()
    one, two = Terminal(["resume", save.name]), Terminal(["resume", save.name])
    for terminal in (one, two):  # both have read it before either plays
        terminal.until_asked()
    for terminal, move in ((one, "1"), (two, "9")):
        terminal.type(f"{move}\n")
        terminal.until_asked()
    one.kill()
    two.kill()
    kept = [[ply.move for ply in save.load().plies] for save in saves.list_saves()]
    assert sorted(kept) == [["5", "1"], ["5", "9"]]


def test_save_never_overwrites_a_foreign_file(tmp_path: Path) -> None:
    mine = tmp_path / "thesis.txt"
    mine.write_text("important")
    link = tmp_path / "link"
    link.symlink_to(mine)
    ran = run(["play", "sum"], f"5\nsave {mine}\nsave {link}\nsave {tmp_path}\nquit\n")
    assert ran.out.count("a file with that name exists.") == 3
    assert mine.read_text() == "important"
    assert link.is_symlink()


def test_save_overwrites_its_own_record(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    ran = run(["play", "sum"], f"5\nsave {path}\n1\nsave '{path}'\nquit\n")
    assert ran.out.count(f"Written to {path}.") == 2
    assert [ply.move for ply in record.loads(path.read_text()).plies] == ["5", "1"]


def test_resume_continues_a_game_from_any_file(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text('[Game "sum"]\n\n1. 5\n')
    ran = run(["resume", str(path)], "quit\n")
    assert ran.err == "No moves were played, so nothing was saved.\n"
    assert not saves.list_saves()
    ran = run(["resume", str(path)], "1\n")
    assert ran.out.startswith("Resuming Sum Battle, turn 2.")
    assert [ply.move for ply in only_save().plies] == ["5", "1"]


def test_failed_save_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("NUMDUEL_HOME", str(tmp_path / "file"))
    ran = run(["play", "sum"], "5\nsave\nquit\n")
    assert "This game can't be saved." in ran.out
    assert ran.err.endswith("This game couldn't be saved.\n")


def test_resume_reports_damage_if_no_other_game_is_left(home: Path) -> None:
    home.mkdir(parents=True)
    (home / "old.numduel").write_text("garbage")
    (home / "nowhere.numduel").symlink_to(home / "gone")
    (home / "the-roundtable.numduel").write_text('[Game "sum"]\n[Round "1/2"]\n\n1. x\n')
    ran = run(["resume"])
    assert ran.status == 1
    assert "is damaged: line " in ran.err


def test_resumed_series_keeps_its_board() -> None:
    board = "1 1/1 1"
    words = ["play", "race", "--board", board, "--rounds", "3"]
    ran = run(words, "Right\nLeft\nDown\n")  # round 1: Player 1 reaches the corner
    assert "Wins: Player A 1, Player B 0" in ran.out
    for _ in range(2):
        ran = run(["resume"], "Right\nLeft\nDown\n")
    assert "Round 3 of 3" in ran.out
    assert {save.load().game.board for save in saves.list_saves()} == {board}


def test_quit_between_rounds_says_how_to_continue() -> None:
    ran = run(["play", "sum", "--target", "5", "--rounds", "2"], "5\nquit\n")
    assert ran.err.endswith("The next round is saved. To continue: numduel resume\n")


def test_game_lost_before_the_first_move_is_saved() -> None:
    run(["play", "race", "--board", "4 1/1 1", "--highest", "4"])
    assert only_save().reason == "stuck"
    assert "could not move from the 4, top left" in run(["replay"]).out


def test_wins_are_counted_by_side_for_equal_names() -> None:
    words = ["play", "sum", "--target", "5", "--rounds", "2", "--name1", "A b", "--name2", "A  b"]
    run(words, "5\n")
    assert "Wins: A b 1, A b 1" in run(["resume"], "5\n").out


# ---- messages about saves


def words_after(said: str, lead: str) -> list[str]:
    """Return the command that a message tells the player to type."""
    (line,) = [line for line in said.splitlines() if lead in line]
    program, *words = shlex.split(line.partition(lead)[2])
    assert program == "numduel"
    return words


def test_printed_command_resumes_the_same_game() -> None:
    said = [run(["play", "sum"], typed).err for typed in ("5\n", "9\n")]
    for err, number in zip(said, "59", strict=True):
        again = run(words_after(err, "To continue: "), "save\nquit\n")
        refused = run(words_after(err, "To continue: "), f"{number}\n")
        assert f"{number} is your opponent's last number" in refused.out
        assert words_after(again.out, "To continue: ") == words_after(err, "To continue: ")


def test_deleted_save_is_reported_on_quit() -> None:
    terminal = Terminal(["play", "sum"])
    terminal.until_asked()
    terminal.type("5\n")
    terminal.until_asked()
    os.unlink(saves.list_saves()[0].path)
    terminal.type("quit\n")
    assert "Saved as" not in terminal.until("This game couldn't be saved.")


def test_rescue_resumes_the_readable_part_of_a_damaged_game() -> None:
    run(["play", "sum"], "5\n1\n7\n")
    (save,) = saves.list_saves()
    whole = Path(save.path).read_text()
    Path(save.path).write_text(whole.replace("3. 7", "3. 77"))
    for words in (["resume"], ["resume", "--list"], ["resume", save.name], ["replay"]):
        err = run(words).err
        assert f"he saved game {save.name} is damaged: line " in err
        assert "; 2 moves can be recovered" in err
    again = run(words_after(run(["resume", "--list"]).err.rstrip(".\n"), "from there, run "), "9\n")
    assert again.out.startswith("Resuming Sum Battle, turn 3.")
    assert [ply.move for ply in only_save().plies] == ["5", "1", "9"]


def test_save_without_an_end_mark_resumes_with_a_warning() -> None:
    run(["play", "sum"], "5\n")
    (save,) = saves.list_saves()
    Path(save.path).write_text(record.dumps(save.load()))
    assert f"{save.name} has no end mark: " in run(["resume"], "1\n").err
    assert "has no end mark" not in run(["resume"], "5\n").err


def test_unreadable_save_folder_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("NUMDUEL_HOME", str(tmp_path / "file"))
    problem = f"he saved games in {tmp_path / 'file' / 'games'} cannot be listed: Not a directory"
    for words in (["resume"], ["resume", "--list"], ["replay"]):
        ran = run(words)
        assert (ran.status, ran.err) == (1, f"numduel: t{problem}.\n")
    ran = run([], "q\n")
    assert (ran.status, ran.err) == (0, f"T{problem}.\n")


def test_hints_and_undone_moves_are_counted() -> None:
    run(["play", "sum"], "5\nhint\nhint\n1\nundo\n2\n")
    assert only_save().tags["Help"] == "hints=2 undone=1"


def test_failed_write_keeps_the_old_page(tmp_path: Path) -> None:
    run(["play", "sum", "--target", "5"], "5\n")
    page = tmp_path / "page.html"
    page.write_text("before")
    (save,) = saves.list_saves()
    limited = f"ulimit -f 1; exec {shlex.join(COMMAND)} review {save.name} --html {page}"
    ran = run_program(["bash", "-c", limited])
    assert ran.returncode == 1
    assert ran.stderr.endswith("cannot be written: File too large.\n")
    assert page.read_text() == "before"
    assert not list(tmp_path.glob(".*"))
