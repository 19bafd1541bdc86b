"""Saved games: concurrent writers, full disks and damaged files; no silent loss."""

from __future__ import annotations

import multiprocessing
import os
import random
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest

import numduel
from duel_support import full_disk
from numduel import Match, SetupError
from numduel.errors import DamagedSave
from numduel.games import find
from numduel.play.controller import help_counts
from numduel.play.players import HUMAN
from numduel.play.session import Session, make_sides
from numduel.storage import files, record, saves
from numduel.storage.autosave import Autosave
from numduel.storage.saves import Save

pytestmark = pytest.mark.usefixtures("home")

PEOPLE = make_sides((HUMAN, HUMAN), ("Ann", "Bob"))


def moves(match: Match) -> list[str]:
    return [ply.move for ply in match.plies if ply.player is not None]


def make_save(game: str = "sum", plies: int = 4) -> tuple[Save, Match]:
    """Save a game with some moves; return the save and the match."""
    match = Session.begin(find(game), {}, PEOPLE, seed=3).match
    while len(match.plies) < plies and not match.is_over:
        match.play(match.moves[len(match.plies) % len(match.moves)])
    save = Save.fresh(game)
    save.keep(match)
    return save, match


# ---- concurrent writers


def answer(name: str, move: str, ready: Barrier) -> None:
    save = Save(name)
    match = save.load()
    match.play(move)
    ready.wait()
    save.keep(match)


@pytest.mark.slow
def test_concurrent_answers_to_the_same_position_are_all_saved() -> None:
    context = multiprocessing.get_context("fork")
    for _ in range(20):
        save, match = make_save()
        answers = match.moves[:3]
        ready = context.Barrier(len(answers))
        writers = [
            context.Process(target=answer, args=(save.name, move, ready)) for move in answers
        ]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join()
        assert [writer.exitcode for writer in writers] == [0] * len(answers)
        assert sorted(moves(save.load())[-1] for save in saves.list_saves()) == sorted(answers)
        for left in saves.list_saves():
            os.unlink(left.path)


# ---- full disks


def test_full_disk_reports_each_failure_and_recovery() -> None:
    autosave = Autosave(Session.begin(find("sum"), {}, PEOPLE))
    match, name = autosave.session.match, autosave.save.name
    cannot = f"This game cannot be saved in {saves.folder()}: File too large."
    match.play("1")
    assert autosave.keep() == ""
    for _ in range(2):
        with full_disk():
            for _ in range(2):
                match.play(match.moves[0])
                assert autosave.keep() == cannot
                assert not autosave.is_saved
        match.play(match.moves[0])
        assert autosave.keep() == f"Saved again, as {name}."
        assert autosave.is_saved
    assert [save.name for save in saves.list_saves()] == [name]
    assert moves(Save(name).load()) == moves(match)
    assert not files.find_drafts(saves.folder())


def test_write_that_failed_after_renaming_is_recognised_as_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The file is renamed, but the folder can't be synced."""
    save, match = make_save()
    name = save.name

    def broken(folder: str) -> None:
        raise OSError("the disk is gone")

    match.play(match.moves[0])
    with monkeypatch.context() as patch:
        patch.setattr(files, "_sync", broken)
        with pytest.raises(OSError, match="gone"):
            save.keep(match)
    match.play(match.moves[0])
    save.keep(match)
    assert save.name == name
    assert len(saves.list_saves()) == 1


def test_failed_write_leaves_the_file_unchanged(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("before")
    page.chmod(0o640)
    with full_disk(), pytest.raises(OSError, match="File too large"):
        files.write(str(page), "after")
    assert page.read_text() == "before"
    files.write(str(page), "after")
    assert page.read_text() == "after"
    assert page.stat().st_mode & 0o777 == 0o640
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == ["page.html"]


def test_writing_follows_links_and_writes_to_devices(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "target")
    files.write(str(tmp_path / "link"), "text")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_text() == "text"
    files.write("/dev/null", "text")
    assert not os.path.isfile("/dev/null")


# ---- temporary files


def test_sweep_deletes_temporary_files_but_not_those_in_use() -> None:
    save, _ = make_save()
    folder = Path(saves.folder())
    old, new = folder / f"{save.name}.numduel.123.part", folder / f".{'0f' * 8}.part"
    mine = folder / "thesis.part"
    for draft in (old, new, mine):
        draft.write_text("half a ga")
    with files.locked(saves.home()):
        reader = multiprocessing.get_context("fork").Process(target=saves.list_saves)
        reader.start()
        reader.join(0.3)
        assert old.exists()
    reader.join()
    assert not old.exists()
    assert not new.exists()
    assert mine.exists()


def test_temporary_file_is_never_written_through_a_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    victim = tmp_path / "victim"
    victim.write_text("important")
    monkeypatch.setattr(os, "urandom", lambda count: b"\0" * count)  # as if the name were guessed
    (tmp_path / f".{'00' * 8}.part").symlink_to(victim)
    with pytest.raises(FileExistsError):
        files.write(str(tmp_path / "file"), "text")
    assert victim.read_text() == "important"


# ---- damaged files


def damaged_contents(content: bytes, seed: int) -> Iterator[bytes]:
    """Yield the content truncated, and with changed, missing or doubled bytes."""
    yield from (content[:end] for end in range(seed % 3, len(content), 3))
    dice = random.Random(seed)
    for _ in range(30):
        index, other = dice.randrange(len(content)), dice.randrange(256)
        yield content[:index] + bytes([other]) + content[index + 1 :]
        yield content[:index] + content[index + dice.randrange(1, 9) :]
        yield content[:index] + content[max(0, index - 5) : index] + content[index:]


@pytest.mark.slow
def test_every_damage_is_detected() -> None:
    for seed, game in enumerate(numduel.games()):
        save, _ = make_save(game, plies=6)
        whole = Path(save.path).read_bytes()
        for content in damaged_contents(whole, seed):
            if content == whole:
                continue
            Path(save.path).write_bytes(content)
            again = Save(save.name)
            with suppress(DamagedSave):
                again.load()
                assert "has no end mark" in again.warning, content


def test_readable_part_of_a_damaged_game_is_rescued() -> None:
    save, match = make_save(plies=6)
    path = Path(save.path)
    path.write_text(path.read_text().replace("\n5. ", "\n5. \0"))
    with pytest.raises(DamagedSave, match=r"is damaged: line 14: .*; 4 moves can be recovered$"):
        save.load()
    damaged = path.read_bytes()
    other, _ = make_save(plies=2)
    found = {info.save.name: info for info in map(saves.inspect_save, saves.list_saves()) if info}
    assert found[save.name].is_damaged
    assert found[other.name].match is not None
    assert moves(save.rescue()) == moves(match)[:4]
    assert moves(Save(save.name).load()) == moves(match)[:4]
    (aside,) = Path(saves.folder()).glob("*.damaged")
    assert aside.read_bytes() == damaged
    assert moves(save.rescue()) == moves(match)[:4]  # no longer damaged


def test_rescued_game_has_no_result_beyond_its_moves() -> None:
    finished = record.dumps(Match.replay(numduel.new("sum", target=9), ["5", "1", "4"]))
    assert record.rescued(finished).is_over
    assert moves(record.rescued(finished.replace("3. 4", "3. 88"))) == ["5", "1"]
    assert moves(record.rescued(finished[:-1])) == ["5", "1"]
    assert moves(record.rescued(finished.replace("3. 4\n", "3. 88 ; cut o"))) == ["5", "1"]
    with pytest.raises(numduel.RecordError):
        record.rescued("nothing at all")


def test_older_save_without_end_mark_is_read_with_a_warning() -> None:
    save, match = make_save()
    Path(save.path).write_text(record.dumps(match))
    again = Save(save.name)
    assert again.load().plies == match.plies
    assert again.warning == (
        f"{save.name} has no end mark: it was saved by an earlier version, edited by hand, "
        "or cut short."
    )
    again.keep(match)
    assert Save(save.name).load().plies == match.plies
    assert again.name == save.name


def test_end_mark_is_not_a_comment() -> None:
    save, match = make_save()
    text = Path(save.path).read_text()
    assert text.startswith(record.dumps(match))
    assert numduel.record.loads(text).comments == {}
    warnings: list[str] = []
    assert saves.read(save.path, warn=warnings.append).plies == match.plies
    assert warnings == []
    Path(save.path).write_text(text.replace("Ann", "Eve"))
    saves.read(save.path, warn=warnings.append)
    assert "its end mark doesn't match its content" in warnings[0]


# ---- saves that can't be played


def test_save_with_an_unknown_player_is_reported_and_skipped() -> None:
    good, _ = make_save()
    bad, match = make_save("maze")
    match.tags["Type2"] = "gpt"
    bad.keep(match)
    found = saves.inspect_save(bad)
    assert found is not None
    assert found.problem.startswith(
        f"the saved game {bad.name} cannot be resumed: 'gpt' isn't a player. Choose human"
    )
    with pytest.raises(SetupError, match="'gpt' isn't a player"):
        Autosave.resume(bad)
    last = saves.latest_open()
    assert last is not None
    assert last.name == good.name


def test_unreadable_folder_is_distinguished_from_an_empty_one(home: Path) -> None:
    assert saves.list_saves() == []
    home.parent.mkdir()
    home.symlink_to(home)  # a loop
    with pytest.raises(SetupError, match="cannot be listed: Too many levels of symbolic links"):
        saves.list_saves()


# ---- hidden numbers


@pytest.mark.clause("Q5")
def test_custom_board_stays_the_same_after_resuming() -> None:
    board = "4 2 3/1 5 6/9 7 8"
    for typed in (board, "4 2 3/? ? ?/9 7 8"):
        session = Session.begin(find("quest"), {"target": 12}, PEOPLE, board=typed, rounds=3)
        autosave = Autosave(session)
        for cell in ("1,1", "3,2"):
            session.match.play(cell)
        assert autosave.keep() == ""
        again = Autosave.resume(Save(autosave.save.name)).session
        assert again.match.board == "4 ? ?/? ? ?/? 7 ?"
        for cell, number in (("1,2", "2"), ("1,3", "3"), ("3,3", "8")):
            again.match.play(cell)
            assert again.match.plies[-1].move == number
        assert "?" not in again.match.board
        assert again.next_round()
        again.match.play("3,1")
        assert again.match.plies[-1].move == "9"


@pytest.mark.clause("Q1")
def test_finished_quest_shows_all_numbers_after_loading() -> None:
    dice = random.Random(5)
    for seed in range(300):
        match = Match(numduel.new("quest", seed=seed))
        for _ in range(dice.randrange(1, 9)):  # numbers that were seen, but whose moves were undone
            match.play(dice.choice(match.moves))
            if match.is_over or dice.random() < 0.8:
                match.undo()
        match = record.loads(record.dumps(match))
        while not match.is_over:
            match.play(dice.choice(match.moves))
        assert "?" not in match.board
        assert record.loads(record.dumps(match)).board == match.board


# ---- help


def test_help_is_counted_in_the_record() -> None:
    autosave = Autosave(Session.begin(find("sum"), {}, PEOPLE))
    session = autosave.session
    session.match.play("1")
    session.count_help("hints")
    session.count_help("analyses")
    session.match.play("5")
    assert session.take_back() == ["5"]
    assert session.match.tags["Help"] == "hints=1 analyses=1 undone=1"
    assert autosave.keep() == ""
    again = Autosave.resume(Save(autosave.save.name)).session
    again.count_help("hints")
    assert help_counts(again.match) == {"hints": 2, "analyses": 1, "undone": 1}
    again.match.tags["Help"] = "hints=x undone=-1 analyses=99999999 luck=3 =="
    assert help_counts(again.match) == {"hints": 0, "analyses": 0, "undone": 0}
