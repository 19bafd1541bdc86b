"""A match from a file, wherever that is, and what is said of one that holds none."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from duel_support import with_more_games
from numduel import Match, SetupError, new, record
from numduel.games import find
from numduel.storage import saves

pytestmark = pytest.mark.usefixtures("home")

RECORD = '[Game "sum"]\n\n1. 5\n'


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(RECORD)
    assert saves.read(str(path)).moves == record.loads(RECORD).moves


def test_a_saved_game_is_read_by_its_name() -> None:
    match = Match(new("sum"))
    match.play("5")
    save = saves.Save.fresh("sum")
    save.keep(match)
    assert saves.read(save.name).plies == match.plies


def test_what_is_open_already_is_read_from_there() -> None:
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
def test_a_file_that_holds_no_match_is_refused_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, held: bytes, said: str
) -> None:
    (tmp_path / "game.txt").write_bytes(held)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SetupError) as refused:
        saves.read("game.txt")
    assert str(refused.value).startswith("'game.txt'")
    assert said in str(refused.value)


@pytest.mark.parametrize("name", ["nosuch", "", "no\0such"])
def test_a_file_that_cannot_be_read_is_refused(name: str) -> None:
    with pytest.raises(SetupError, match="cannot be read: "):
        saves.read(name)


@pytest.mark.parametrize("what", ["fifo", "folder", "endless"])
def test_what_is_no_file_among_the_saved_games_is_neither_waited_for_nor_read(
    home: Path, what: str
) -> None:
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


def test_of_a_huge_file_among_the_saved_games_only_the_beginning_is_read(home: Path) -> None:
    home.mkdir(parents=True)
    with open(home / "huge.numduel", "wb") as file:
        file.truncate(2**33)  # more than there is memory for
    assert saves.latest_open() is None
    (said,) = map(problem, saves.list_saves())
    assert said.startswith("the saved game huge is damaged: line 1: ")
    assert said.endswith("; no moves can be recovered")


def problem(save: saves.Save) -> str:
    found = saves.inspect_save(save)
    assert found is not None
    assert found.match is None
    return found.problem


def test_save_of_a_game_with_an_undeclared_draw_is_named_and_stops_no_list(
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
