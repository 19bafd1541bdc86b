"""Attacks on what is kept: kills, two who write, full disks, damaged files."""

from __future__ import annotations

import multiprocessing
import os
import random
import resource
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing.synchronize import Barrier

import numduel
from numduel import Match
from numduel.errors import DamagedSave
from numduel.games import find
from numduel.play.session import Session, make_sides
from numduel.storage import files, saves
from numduel.storage.autosave import Autosave
from numduel.storage.saves import Save

from .attack import PROGRAM, random_moves, run

__all__ = ["damaged_files", "full_disks", "kills", "writers"]

PEOPLE = make_sides(("human", "human"), ("Ann", "Bob"))


def _moves(match: Match) -> list[str]:
    return [ply.move for ply in match.plies if ply.player is not None]


def _forget_all() -> None:
    shutil.rmtree(saves.home(), ignore_errors=True)


# ---- kills


def kills(count: int, dice: random.Random, folder: str) -> Iterator[tuple[int, str]]:
    """A game is killed anywhere in it; what was confirmed must be on disk, and be resumed."""
    with ThreadPoolExecutor(2) as two:
        seeds = [dice.randrange(2**32) for _ in range(count)]
        homes = [os.path.join(folder, str(seed)) for seed in seeds]
        yield from ((1, failure) for failure in two.map(_kill, seeds, homes))


def _kill(seed: int, home: str) -> str:
    dice = random.Random(seed)
    game = dice.choice(numduel.games())
    moves = random_moves(game, seed, dice)
    words = ["play", game, "--seed", str(seed)]
    with subprocess.Popen(
        [*PROGRAM, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "NUMDUEL_HOME": home},
    ) as child:
        assert child.stdin
        assert child.stdout
        child.stdin.write("".join(f"{move}\n" for move in moves[:-1]).encode())
        child.stdin.flush()  # and it stays open, so that the game waits at its end
        seen = b""
        wanted = dice.randrange(1, 400 * len(moves) + 2)
        while len(seen) < wanted and seen.count(b"'s turn: ") < len(moves):
            if not (more := os.read(child.stdout.fileno(), 256)):
                break
            seen += more
        time.sleep(dice.random() * 0.01)
        child.send_signal(signal.SIGKILL)
    confirmed = seen.count(b"'s turn: ") - 1
    try:
        return _not_kept(home, moves, confirmed)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _not_kept(home: str, moves: list[str], confirmed: int) -> str:
    """What a kill has cost; nothing if all that was confirmed is there."""
    games = os.path.join(home, "games")
    names = os.listdir(games) if os.path.isdir(games) else []
    kept = [name for name in names if name.endswith(saves.SUFFIX)]
    if not kept:
        return f"{confirmed} moves were confirmed and none is kept" if confirmed > 0 else ""
    with open(os.path.join(games, kept[0]), encoding="utf-8") as file:
        text = file.read()
    held = _moves(numduel.record.loads(text))
    if held != moves[: len(held)] or len(held) < confirmed:
        return f"{confirmed} of {moves} were confirmed, and kept are {held}"
    return "" if "; end " in text else f"a save without its end mark: {text!r}"


# ---- two who write


def writers(count: int, dice: random.Random, folder: str) -> Iterator[tuple[int, str]]:
    """Two answer the same position at the same moment: both moves must be kept."""
    context = multiprocessing.get_context("fork")
    for _ in range(count // 2):
        _forget_all()
        match = Session.begin(find("sum"), {}, PEOPLE).match
        match.play("5")
        save = Save.fresh("sum")
        save.keep(match)
        answers = dice.sample(match.moves, 2)
        ready = context.Barrier(2)
        both = [context.Process(target=_answer, args=(save.name, a, ready)) for a in answers]
        for process in both:
            process.start()
        for process in both:
            process.join()
        kept = sorted(_moves(save.load())[-1] for save in saves.list_saves())
        yield 2, "" if kept == sorted(answers) else f"{answers} were played, {kept} are kept"


def _answer(name: str, move: str, ready: Barrier) -> None:
    save = Save(name)
    match = save.load()
    match.play(move)
    ready.wait()
    save.keep(match)


# ---- full disks


def full_disks(count: int, dice: random.Random, folder: str) -> Iterator[tuple[int, str]]:
    """A disk that is full now and then: every failure is told, and nothing kept is lost."""
    with _small_disk(folder) as disk:
        for _ in range(count):
            _forget_all()
            yield 1, _full_now_and_then(dice, disk)


@contextmanager
def _small_disk(folder: str) -> Iterator[str | None]:
    """A disk of its own where one may be mounted; else None, and a limit on files serves."""
    disk = os.path.join(folder, "disk")
    os.mkdir(disk)
    mount = ["mount", "-t", "tmpfs", "-o", "size=32k", "tmpfs", disk]
    is_mounted = shutil.which("mount") and not subprocess.run(mount, capture_output=True).returncode
    before = os.environ["NUMDUEL_HOME"]
    try:
        if is_mounted:
            os.environ["NUMDUEL_HOME"] = os.path.join(disk, "home")
        yield disk if is_mounted else None
    finally:
        os.environ["NUMDUEL_HOME"] = before
        if is_mounted:
            subprocess.run(["umount", disk], check=True)


@contextmanager
def _full(disk: str | None) -> Iterator[None]:
    if disk is None:
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        return
    ballast = os.path.join(disk, "ballast")
    try:
        with open(ballast, "wb", buffering=0) as file:
            while file.write(b"\0" * 1024):
                pass
    except OSError:
        pass
    try:
        yield
    finally:
        os.unlink(ballast)


def _full_now_and_then(dice: random.Random, disk: str | None) -> str:
    autosave = Autosave(Session.begin(find("sum"), {"target": 200}, PEOPLE))
    match, name = autosave.session.match, autosave.save.name
    was_failing, kept = False, list[str]()
    for _ in range(dice.randrange(2, 12)):
        match.play(dice.choice(match.moves))
        if dice.random() < 0.5:
            with _full(disk):
                said = autosave.keep()
            if "cannot be saved" not in said or autosave.is_saved:
                return f"a failed save was not told: {said!r}"
            was_failing = True
        else:
            said = autosave.keep()
            if said != (f"Saved again, as {name}." if was_failing else ""):
                return f"a save was told so: {said!r}"
            was_failing, kept = False, _moves(match)
    found = [_moves(save.load()) for save in saves.list_saves()]
    if found != ([kept] if kept else []):
        return f"kept were {kept}, and found {found}"
    return "a draft was left behind" if files.find_drafts(saves.folder()) else ""


# ---- damaged files

BY_PROGRAM = 100
"""One of so many is read by the program itself, in a process of its own."""


def damaged_files(count: int, dice: random.Random, folder: str) -> Iterator[tuple[int, str]]:
    """Saved games cut short and changed: each is refused, or said to have no end mark."""
    for number in range(count):
        if number % 200 == 0:
            _forget_all()
            game = dice.choice(numduel.games())
            match = Session.begin(find(game), {}, PEOPLE, seed=number).match
            for _ in range(dice.randrange(12)):
                if not match.is_over:
                    match.play(dice.choice(match.moves))
            save = Save.fresh(game)
            save.keep(match)
            with open(save.path, "rb") as file:
                whole = file.read()
        content = _damaged(whole, dice)
        with open(save.path, "wb") as file:
            file.write(content)
        yield 1, "" if content == whole else _believed(save.name, content, number % BY_PROGRAM == 0)


def _damaged(whole: bytes, dice: random.Random) -> bytes:
    place = dice.randrange(len(whole))
    match dice.randrange(5):
        case 0 | 1:
            return whole[:place]
        case 2:
            return whole[:place] + bytes([dice.randrange(256)]) + whole[place + 1 :]
        case 3:
            return whole[:place] + whole[place + dice.randrange(1, 40) :]
        case _:
            return whole[:place] + dice.randbytes(dice.randrange(1, 9)) + whole[place:]


def _believed(name: str, content: bytes, by_program: bool) -> str:
    """Why a damaged save was not seen to be one; nothing if it was."""
    save = Save(name)
    try:
        save.load()
    except DamagedSave:
        pass
    else:
        if not save.warning:
            return f"{content!r} was believed"
    if by_program:
        status, _, said = run(["resume", name])
        if "Traceback" in said or not said or status not in (0, 1):
            return f"{content!r} ended with {status}: {said}"
    return ""
