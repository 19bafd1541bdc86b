"""Attacks on saved games: kills, concurrent writers, full disks and damaged files."""

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

__all__ = ["damage_files", "fill_disks", "kill_games", "write_concurrently"]

PEOPLE = make_sides(("human", "human"), ("Ann", "Bob"))


def _moves_of(match: Match) -> list[str]:
    return [ply.move for ply in match.plies if ply.player is not None]


def _delete_saves() -> None:
    shutil.rmtree(saves.home(), ignore_errors=True)


# ---- kills


def kill_games(count: int, dice: random.Random, folder: str) -> Iterator[tuple[int, str]]:
    """Kill games at random moments; confirmed moves must be on disk and resumable."""
    with ThreadPoolExecutor(2) as two:
        seeds = [dice.randrange(2**32) for _ in range(count)]
        homes = [os.path.join(folder, str(seed)) for seed in seeds]
        yield from ((1, failure) for failure in two.map(_kill_game, seeds, homes))


def _kill_game(seed: int, home: str) -> str:
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
        child.stdin.flush()  # stays open, so that the game waits at its end
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
        return _find_loss(home, moves, confirmed)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _find_loss(home: str, moves: list[str], confirmed: int) -> str:
    """Return what a kill has lost; empty if every confirmed move is there."""
    games = os.path.join(home, "games")
    names = os.listdir(games) if os.path.isdir(games) else []
    saved = [name for name in names if name.endswith(saves.SUFFIX)]
    if not saved:
        return f"{confirmed} moves were confirmed, none was saved" if confirmed > 0 else ""
    with open(os.path.join(games, saved[0]), encoding="utf-8") as file:
        text = file.read()
    held = _moves_of(numduel.record.loads(text))
    if held != moves[: len(held)] or len(held) < confirmed:
        return f"{confirmed} of {moves} were confirmed, {held} were saved"
    return "" if "; end " in text else f"a save without its end mark: {text!r}"


# ---- concurrent writers


def write_concurrently(count: int, dice: random.Random, folder: str) -> Iterator[tuple[int, str]]:
    """Let two processes answer the same position at once; both moves must be saved."""
    context = multiprocessing.get_context("fork")
    for _ in range(count // 2):
        _delete_saves()
        match = Session.begin(find("sum"), {}, PEOPLE).match
        match.play("5")
        save = Save.fresh("sum")
        save.keep(match)
        answers = dice.sample(match.moves, 2)
        ready = context.Barrier(2)
        both = [context.Process(target=_save_move, args=(save.name, a, ready)) for a in answers]
        for process in both:
            process.start()
        for process in both:
            process.join()
        saved = sorted(_moves_of(save.load())[-1] for save in saves.list_saves())
        yield 2, "" if saved == sorted(answers) else f"{answers} were played, {saved} were saved"


def _save_move(name: str, move: str, ready: Barrier) -> None:
    save = Save(name)
    match = save.load()
    match.play(move)
    ready.wait()
    save.keep(match)


# ---- full disks


def fill_disks(count: int, dice: random.Random, folder: str) -> Iterator[tuple[int, str]]:
    """Fill the disk now and then; every failure must be reported and nothing lost."""
    with _small_disk(folder) as disk:
        for _ in range(count):
            _delete_saves()
            yield 1, _save_with_failures(dice, disk)


@contextmanager
def _small_disk(folder: str) -> Iterator[str | None]:
    """Mount a small disk and yield its path; yield None if that isn't possible."""
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
def _full_disk(disk: str | None) -> Iterator[None]:
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


def _save_with_failures(dice: random.Random, disk: str | None) -> str:
    autosave = Autosave(Session.begin(find("sum"), {"target": 200}, PEOPLE))
    match, name = autosave.session.match, autosave.save.name
    was_failing, saved = False, list[str]()
    for _ in range(dice.randrange(2, 12)):
        match.play(dice.choice(match.moves))
        if dice.random() < 0.5:
            with _full_disk(disk):
                said = autosave.keep()
            if "cannot be saved" not in said or autosave.is_saved:
                return f"a failed save was not reported: {said!r}"
            was_failing = True
        else:
            said = autosave.keep()
            if said != (f"Saved again, as {name}." if was_failing else ""):
                return f"unexpected message after a save: {said!r}"
            was_failing, saved = False, _moves_of(match)
    found = [_moves_of(save.load()) for save in saves.list_saves()]
    if found != ([saved] if saved else []):
        return f"{saved} were saved, {found} were found"
    return "a draft was left behind" if files.find_drafts(saves.folder()) else ""


# ---- damaged files

PROGRAM_INTERVAL = 100
"""Every how many damaged files one is also opened by the program itself."""


def damage_files(count: int, dice: random.Random, folder: str) -> Iterator[tuple[int, str]]:
    """Truncate and change saved games; each must be refused or reported as doubtful."""
    for number in range(count):
        if number % 200 == 0:
            _delete_saves()
            game = dice.choice(numduel.games())
            match = Session.begin(find(game), {}, PEOPLE, seed=number).match
            for _ in range(dice.randrange(12)):
                if not match.is_over:
                    match.play(dice.choice(match.moves))
            save = Save.fresh(game)
            save.keep(match)
            with open(save.path, "rb") as file:
                whole = file.read()
        content = _damage(whole, dice)
        with open(save.path, "wb") as file:
            file.write(content)
        yield (
            1,
            ""
            if content == whole
            else _find_unnoticed_damage(save.name, content, number % PROGRAM_INTERVAL == 0),
        )


def _damage(whole: bytes, dice: random.Random) -> bytes:
    offset = dice.randrange(len(whole))
    match dice.randrange(5):
        case 0 | 1:
            return whole[:offset]
        case 2:
            return whole[:offset] + bytes([dice.randrange(256)]) + whole[offset + 1 :]
        case 3:
            return whole[:offset] + whole[offset + dice.randrange(1, 40) :]
        case _:
            return whole[:offset] + dice.randbytes(dice.randrange(1, 9)) + whole[offset:]


def _find_unnoticed_damage(name: str, content: bytes, by_program: bool) -> str:
    """Return why damage to a save went unnoticed; empty if it was noticed."""
    save = Save(name)
    try:
        save.load()
    except DamagedSave:
        pass
    else:
        if not save.warning:
            return f"damage went unnoticed: {content!r}"
    if by_program:
        status, _, said = run(["resume", name])
        if "Traceback" in said or not said or status not in (0, 1):
            return f"{content!r} ended with {status}: {said}"
    return ""
