"""Autosave: sessions on disk, resumed by any interface."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import numduel
from duel_support import next_round, with_more_games
from numduel import IllegalMove, Match, SetupError
from numduel.budget import Budget
from numduel.errors import AlreadyFinished, Refused
from numduel.games import find
from numduel.play.players import HUMAN
from numduel.play.session import Session, make_sides
from numduel.storage import saves
from numduel.storage.autosave import Autosave
from numduel.storage.saves import Save
from running import run_program

pytestmark = pytest.mark.usefixtures("home")

PEOPLE = make_sides((HUMAN, HUMAN), ("Ann", "Bob"))


def quick(rounds: int = 1) -> Autosave:
    """Return a Sum Battle that Player 1 can win with a 5."""
    return Autosave(Session.begin(find("sum"), {"target": 5}, PEOPLE, rounds=rounds))


def play_and_save(autosave: Autosave, move: str) -> Autosave:
    """Make a move, save it and return the autosave."""
    autosave.session.match.play(move)
    assert autosave.keep() == ""
    return autosave


def run_command(words: list[str], typed: str) -> str:
    """Return the output of a command with typed input."""
    command = [sys.executable, "-m", "numduel", *words]
    ran = run_program(command, typed)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def moves(match: Match) -> list[str]:
    return [ply.move for ply in match.plies if ply.player is not None]


# ---- resuming


def test_saved_game_resumes_after_every_move() -> None:
    """Only the file survives, as after a kill."""
    two = make_sides((HUMAN, "random"), ("Ann", None))
    for id in numduel.games():
        autosave = Autosave(Session.begin(find(id), {}, two, seed=4))
        name = autosave.save.name
        while len(moves(match := autosave.session.match)) < 8:
            play_and_save(autosave, match.moves[0])
            if match.is_over:
                with pytest.raises(AlreadyFinished, match=f"^{name} is finished$"):
                    Autosave.resume(Save(name))
                break
            autosave = Autosave.resume(Save(name))
            again = autosave.session
            assert autosave.is_saved
            assert again.is_resumed
            assert again.match.state == match.state
            assert again.match.tags == match.tags
            assert [side.who for side in again.series.seats] == [HUMAN, "random"]
            assert again.choosers[0] is None
            assert again.choosers[1] is not None
    assert len(saves.list_saves()) == len(numduel.games())


def test_resuming_between_rounds_deals_the_next_round() -> None:
    autosave = play_and_save(quick(rounds=3), "5")
    name, date = autosave.save.name, autosave.session.match.tags["Date"]
    again = Autosave.resume(Save(name))
    session = again.session
    assert not session.is_resumed
    assert not again.is_saved
    assert session.announcement == "Round 2 of 3: Bob is Player 1, Ann is Player 2."
    assert session.match.tags["Wins"] == "0-1"
    assert session.match.tags["Date"] == date
    assert again.save.name == f"{name}-round2"
    play_and_save(again, "5")
    assert session.next_round()
    assert again.save.name == f"{name}-round3"


def test_rematch_is_resumed_with_its_wins() -> None:
    autosave = play_and_save(quick(), "5")
    autosave.session.rematch()
    play_and_save(autosave, "1")
    session = Autosave.resume(Save(autosave.save.name)).session
    assert session.announcement == "Round 2 of 2: Bob is Player 1, Ann is Player 2."
    session.match.play("5")
    assert session.next_round() is False
    assert session.series.wins_line(session.state.winner) == "Wins: Ann 2, Bob 0"


def test_series_with_draws_is_resumed_with_its_score() -> None:
    with with_more_games():
        autosave = Autosave(Session.begin(find("pick15"), {}, PEOPLE, rounds=4))
        for _ in range(2):
            for move in "461978235":
                play_and_save(autosave, move)
            autosave = Autosave.resume(Save(autosave.save.name))  # between two rounds
            assert autosave.keep() == ""
        series = autosave.session.series
        assert (series.round, series.wins, series.draws) == (3, (0, 0), 2)
        assert autosave.session.state.wins_line == "Wins: Ann 0, Bob 0, 2 drawn"
        tags = autosave.session.match.tags
        assert (tags["Round"], tags["Wins"], tags["Draws"]) == ("3/4", "0-0", "2")
        again = Autosave.resume(Save(autosave.save.name)).session
        assert again.state.wins_line == "Wins: Ann 0, Bob 0, 2 drawn"
        assert again.restart().state.wins_line == "Wins: Ann 0, Bob 0"


def test_game_that_starts_with_chance_is_saved_and_resumed() -> None:
    """The first throw is the same after each resume, and is never undone."""
    with with_more_games():
        for id in ("toss", "pig"):
            autosave = Autosave(Session.begin(find(id), {}, PEOPLE, seed=3, rounds=2))
            assert autosave.keep() == ""
            opened = autosave.session.match.plies
            autosave = Autosave.resume(Save(autosave.save.name))
            assert autosave.session.match.plies == opened
            with pytest.raises(Refused):
                autosave.session.take_back()
            play_and_save(autosave, autosave.session.match.moves[-1])
            plies = autosave.session.match.plies
            autosave = Autosave.resume(Save(autosave.save.name))
            assert autosave.session.match.plies == plies
            assert autosave.session.take_back() == [plies[1].move]
            assert autosave.session.match.plies == opened
            assert autosave.keep() == ""
            assert Autosave.resume(Save(autosave.save.name)).session.match.plies == opened


def test_rounds_and_rematches_start_with_chance_again() -> None:
    with with_more_games():
        autosave = Autosave(Session.begin(find("toss"), {}, PEOPLE, seed=3, rounds=2))
        for number in (2, 3):
            while not autosave.session.match.is_over:
                play_and_save(autosave, "keep")
            if not autosave.session.next_round():
                autosave.session.rematch()
            assert autosave.session.round == number
            match = autosave.session.match
            assert [ply.player for ply in match.plies] == [None]
            assert not match.has_moves
            assert autosave.keep() == ""
            autosave = Autosave.resume(Save(autosave.save.name))
            assert autosave.session.match.plies == match.plies


def test_counted_round_stays_in_its_file() -> None:
    autosave = play_and_save(quick(), "5")
    name = autosave.save.name
    assert autosave.session.next_round() is False
    assert autosave.save.name == name
    assert autosave.is_saved


def test_round_is_not_resumed_if_the_next_round_is_saved() -> None:
    autosave = play_and_save(quick(rounds=2), "5")
    before = Save(autosave.save.name)
    assert autosave.session.next_round()
    play_and_save(autosave, "5")
    with pytest.raises(AlreadyFinished):
        Autosave.resume(before)


def test_programs_that_start_the_same_round_all_keep_their_games() -> None:
    name = play_and_save(quick(rounds=2), "5").save.name
    both = [Autosave.resume(Save(name)) for _ in range(3)]
    messages = []
    for autosave, move in zip(both, ("1", "2", "3"), strict=True):
        autosave.session.match.play(move)
        messages.append(autosave.keep())
    for autosave, move in zip(both, ("1", "2", "3"), strict=True):
        assert moves(Save(autosave.save.name).load()) == [move]
        assert moves(autosave.session.match) == [move]
    first, *others = (autosave.save.name for autosave in both)
    assert messages == [
        "",
        *(f"{first} was continued elsewhere too. This copy is {o}." for o in others),
    ]


def test_games_started_at_the_same_moment_are_all_saved() -> None:
    for move in "1234":
        autosave = Autosave(Session.begin(find("sum"), {}, PEOPLE))
        autosave.session.match.play(move)
        autosave.keep()
    assert sorted(move for save in saves.list_saves() for move in moves(save.load())) == list(
        "1234"
    )


def test_missing_and_damaged_saves_are_refused(home: Path) -> None:
    with pytest.raises(SetupError, match="the saved game 'nosuch' does not exist"):
        Autosave.resume(Save("nosuch"))
    home.mkdir(parents=True)
    (home / "bad.numduel").write_text('[Game "sum"]\n\n1. 77\n')
    with pytest.raises(SetupError, match="is damaged: line 3"):
        Autosave.resume(Save("bad"))


def test_match_opened_from_a_file_is_saved_after_its_next_move(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text('[Game "sum"]\n[Options "target=10"]\n\n1. 5\n')
    before = path.read_text()
    autosave = Autosave.open(str(path), print)
    assert autosave.session.is_resumed
    assert not autosave.is_saved
    play_and_save(autosave, "1")
    with pytest.raises(IllegalMove):
        autosave.session.match.play("1")
    assert moves(Save(autosave.save.name).load()) == ["5", "1"]
    assert path.read_text() == before


def test_finished_match_in_a_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text('[Game "sum"]\n[Options "target=5"]\n\n1. 5\n')
    with pytest.raises(AlreadyFinished) as caught:
        Autosave.open(str(path), print)
    assert caught.value.name == str(path)


# ---- failures


def test_every_failure_is_reported_until_saving_works_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    block = tmp_path / "file"
    block.write_text("in the way")
    monkeypatch.setenv("NUMDUEL_HOME", str(block))
    autosave = quick(rounds=3)
    failure = f"This game cannot be saved in {block / 'games'}: Not a directory."
    assert autosave.keep() == failure
    assert (autosave.is_saved, autosave.is_failing) == (False, True)
    assert autosave.keep() == failure
    block.unlink()
    assert autosave.keep() == f"Saved again, as {autosave.save.name}."
    assert autosave.keep() == ""
    assert (autosave.is_saved, autosave.is_failing) == (True, False)
    next_round(autosave.session)
    assert not autosave.is_saved


# ---- the same in every interface


def play_to_the_end(autosave: Autosave) -> list[str]:
    """Play and save until both rounds are over, up to 20 moves; return what the person typed."""
    session, typed = autosave.session, list[str]()
    while True:
        while (player := session.match.player) is not None:
            match = session.match
            if chooser := session.choosers[player]:
                play_and_save(autosave, chooser.choose(match.view(player), match.moves, Budget()))
            elif len(typed) < 20:
                typed.append(match.moves[-1])
                play_and_save(autosave, typed[-1])
            else:
                return typed
        if not session.next_round():
            return typed


def test_command_line_writes_the_same_saves_as_a_session() -> None:
    two = make_sides((HUMAN, "random"), ("Ann", None))
    words = ["--seed", "7", "--rounds", "2", "--p2", "random", "--name1", "Ann", "--first", "coin"]
    for id in numduel.games():
        before = [save.name for save in saves.list_saves()]
        session = Session.begin(find(id), {}, two, seed=7, rounds=2, first="coin")
        typed = play_to_the_end(Autosave(session))
        mine = [save.name for save in saves.list_saves() if save.name not in before]
        run_command(["play", id, *words], "".join(f"{move}\n" for move in typed))
        others = [save.name for save in saves.list_saves() if save.name not in (*mine, *before)]
        assert mine
        assert [written(name) for name in others] == [written(name) for name in mine]


def written(name: str) -> str:
    """Return a save without the tag of piped moves and the end mark, which differ."""
    lines = Path(Save(name).path).read_text().splitlines()
    return "\n".join(line for line in lines if not line.startswith(("[Input ", "; end ")))


def test_command_line_and_session_resume_each_others_games() -> None:
    play_and_save(quick(rounds=3), "1")
    said = run_command(["resume"], "5\n1\n")  # Bob wins round 1 and starts round 2
    assert said.startswith("Resuming Sum Battle, turn 2.")
    assert "Wins: Ann 0, Bob 1" in said
    last = saves.latest_open()
    assert last is not None
    again = Autosave.resume(last)
    assert again.session.announcement == "Round 2 of 3: Bob is Player 1, Ann is Player 2."
    assert moves(again.session.match) == ["1"]
    play_and_save(again, "5")
    assert "Wins: Ann 2, Bob 1" in run_command(["resume"], "5\n")


def test_command_line_lists_and_replays_a_rematch() -> None:
    autosave = play_and_save(quick(), "5")
    first = autosave.save.name
    autosave.session.rematch()
    play_and_save(autosave, "1")
    assert run_command(["resume", "--list"], "").split()[0] == autosave.save.name
    assert "1. Ann took 5: 5 of 5." in run_command(["replay", first], "")


def test_help_in_a_duel_is_saved_before_the_first_move() -> None:
    """Otherwise a person who moves first could ask for help, leave, and begin again."""
    assert not quick().keeps_help
    both = make_sides((HUMAN, "casual"), ("Ann", None))
    duel = Autosave(Session.begin(find("sum"), {}, both, duel="2026-11-17"))
    assert duel.keeps_help
    duel.session.count_help("hints")
    assert duel.keep() == ""
    assert Save(duel.save.name).load().tags["Help"] == "hints=1"
