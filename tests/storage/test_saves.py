"""Reading matches from files and saves, and the errors for files without a match."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from duel_support import with_more_games
from numduel import Match, Player, SetupError, new, record
from numduel.games import find
from numduel.play.controller import Play
from numduel.play.session import Session, make_sides
from numduel.storage import saves
from numduel.storage.autosave import Autosave

pytestmark = pytest.mark.usefixtures("home")

RECORD = '[Game "sum"]\n\n1. 5\n'


def test_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(RECORD)
    assert saves.read(str(path)).moves == record.loads(RECORD).moves


def test_saved_game_is_read_by_name() -> None:
    match = Match(new("sum"))
    match.play("5")
    save = saves.Save.fresh("sum")
    save.keep(match)
    assert saves.read(save.name).plies == match.plies


def test_open_stream_is_read() -> None:
    assert saves.read("-", io.BytesIO(RECORD.encode())).moves == record.loads(RECORD).moves


@pytest.mark.parametrize(
    ("held", "said"),
    [
        (b"\n\xff\n", "line 2: this is not UTF-8 text"),
        (b'[Game "sum"]\n\n1. 77\n', "line 3: '77' isn't a move"),
        (b" " * (saves.MAX_RECORD_BYTES + 1), "is too long to be a record"),
    ],
    ids=["bytes", "moves", "length"],
)
def test_file_without_a_match_is_refused_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, held: bytes, said: str
) -> None:
    (tmp_path / "game.txt").write_bytes(held)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SetupError) as refused:
        saves.read("game.txt")
    assert str(refused.value).startswith("'game.txt'")
    assert said in str(refused.value)


@pytest.mark.parametrize("name", ["nosuch", "", "no\0such"])
def test_unreadable_file_is_refused(name: str) -> None:
    with pytest.raises(SetupError, match="cannot be read: "):
        saves.read(name)


@pytest.mark.parametrize("what", ["fifo", "folder", "endless"])
def test_pipes_folders_and_devices_among_saves_are_not_read(home: Path, what: str) -> None:
    home.mkdir(parents=True)
    path = home / "odd.numduel"
    match what:
        case "fifo":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
        case "endless":
            path.symlink_to("/dev/zero")
    assert saves.latest_open() is None
    assert [problem(save) for save in saves.list_saves()] == [
        "the saved game odd cannot be read: this is not a file"
    ]


def test_only_the_start_of_a_huge_file_is_read(home: Path) -> None:
    home.mkdir(parents=True)
    with open(home / "huge.numduel", "wb") as file:
        file.truncate(2**33)  # more than fits into memory
    assert saves.latest_open() is None
    (said,) = map(problem, saves.list_saves())
    assert said.startswith("the saved game huge is damaged: line 1: ")
    assert said.endswith("; no moves can be recovered")


def problem(save: saves.Save) -> str:
    found = saves.inspect_save(save)
    assert found is not None
    assert found.match is None
    return found.problem


def test_save_with_an_undeclared_draw_is_reported_and_does_not_break_lists(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with with_more_games():
        save = saves.Save("drawn")
        save.keep(Match.replay(new("pick15"), [*"461978235"]))
        monkeypatch.setattr(find("pick15"), "has_draws", False)
        found = saves.inspect_save(save)
        assert found is not None
        assert "Pick 15 ended without a winner" in found.problem
        assert found.problem.endswith("8 moves can be recovered")
        assert saves.latest_open() is None


def test_help_counted_elsewhere_is_adopted_by_the_program_that_plays() -> None:
    autosave = Autosave(
        Session.begin(find("sum"), {}, make_sides(("human", "casual"), ("Ann", None)))
    )
    for move in ("7", "5"):
        autosave.session.act(Play(move), autosave.session.match.player)
        assert autosave.keep() == ""
    name, elsewhere = autosave.save.name, saves.Save(autosave.save.name)
    written = os.stat(elsewhere.path).st_mtime_ns
    assert elsewhere.count_analysis()
    assert os.stat(elsewhere.path).st_mtime_ns == written, "it was not played"
    autosave.session.count_help("hints")
    autosave.session.act(Play("9"), autosave.session.match.player)
    assert autosave.keep() == ""
    assert [save.name for save in saves.list_saves()] == [name], "no second copy"
    assert saves.Save(name).load().tags["Help"] == "hints=1 analyses=1"


def test_a_look_at_a_game_that_was_continued_meanwhile_counts_there_without_a_copy() -> None:
    playing, looking = saves.Save("a"), saves.Save("a")
    match = Match.replay(new("sum"), ["7"])
    playing.keep(match)
    looking.load()
    match.play("9")
    playing.keep(match)
    assert looking.count_analysis()
    (save,) = saves.list_saves()
    assert [ply.move for ply in save.load().plies] == ["7", "9"]
    assert save.load().tags["Help"] == "analyses=1"
    match.play("5")
    playing.keep(match)
    (save,) = saves.list_saves()
    assert save.load().tags["Help"] == "analyses=1"


@pytest.mark.parametrize("tag", [b'[Help "\xff"]', b"[Help analyses=1", b'[Help "a"]\n[Help "b"]'])
def test_a_damaged_count_of_help_does_not_stop_the_game_from_being_saved(tag: bytes) -> None:
    save, match = saves.Save("a"), Match.replay(new("sum"), ["7"])
    save.keep(match)
    path = Path(save.path)
    path.write_bytes(path.read_bytes().replace(b"\n", b"\n" + tag + b"\n", 1))
    match.play("9")
    save.keep(match)
    assert save.name != "a"
    assert [ply.move for ply in save.load().plies] == ["7", "9"]
    assert tag in path.read_bytes()


def test_analysis_counts_only_in_unfinished_games_of_people(tmp_path: Path) -> None:
    match = Match.replay(new("sum"), ["7"])
    save = saves.Save("a")
    save.keep(match)
    copy = tmp_path / "copy.numduel"
    copy.write_text(Path(save.path).read_text())
    assert not saves.count_analysis(str(copy))
    assert saves.count_analysis("a")
    assert saves.count_analysis(save.path)
    assert save.load().tags["Help"] == "analyses=2"
    match = save.load()
    match.resign(Player.ONE)
    save.keep(match)
    assert not saves.count_analysis("a")
    assert not saves.count_analysis("missing")
    programs = saves.Save("b")
    match = Match(new("sum"))
    match.tags |= {"Type1": "random", "Type2": "random"}
    programs.keep(match)
    assert not saves.count_analysis("b")
