"""JSON files: small ones that numduel keeps, and results that people send each other."""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import numduel
from numduel.cli import main
from numduel.daily import duel
from numduel.ratings import rated_games
from numduel.storage import json_files, lesson_progress, practice, streak
from numduel.tui import match_options, settings
from numduel.tui.parts.form_values import FormValues

from .home import home
from .refusals import check_message

__all__ = ["fuzz_file", "fuzz_result"]

DAY = "2026-11-16"


def _use_settings() -> None:
    assert settings.load().replace(bell=True).bell
    json_files.add(settings.FILE_STEM, {"bell": True})


def _use_streak() -> None:
    assert streak.load().label(DAY)
    before = streak.calendar()
    streak.count(DAY, right=True)
    result = streak.FIRST if before.get(DAY) == streak.FIRST else streak.LATER
    assert streak.calendar() == {**before, DAY: result}


def _use_practice() -> None:
    before = practice.load().of("maze", "easy")
    practice.count("maze", "easy", True)
    assert practice.load().of("maze", "easy") == before.after(True)
    practice.add_try("maze", practice.PuzzleTry("0f3a", True, (1, 2, 3)))
    assert practice.load().tries("maze")


def _use_lessons() -> None:
    before = lesson_progress.load().get("maze", 0)
    lesson_progress.keep("maze", 3)
    assert lesson_progress.load()["maze"] == max(3, before)


def _use_duels() -> None:
    results = duel.load_results()
    assert duel.count_streaks(results, DAY)
    json_files.add(duel.FILE_STEM, {"2026-11-15": {}})
    assert duel.load_results() == {day: one for day, one in results.items() if day != "2026-11-15"}


def _use_ratings() -> None:
    for text in json_files.load(rated_games.FILE_STEM).values():
        entry = rated_games._parse(text, 0.0) if isinstance(text, str) else None
        if entry and entry.game:
            assert rated_games._parse(rated_games._format(entry), 0.0)


def _use_setup() -> None:
    for id in ("maze", "quest"):
        last = match_options.LastSetup.of(id)
        for kind, given in (
            (match_options.MatchOptions, last.match),
            (numduel.new(id).options.__class__, last.options),
        ):
            values = FormValues(kind, given)
            assert values.all().keys() == kind.fields.keys()
            assert kind(**values.given)
        last.save(id)


FILES: dict[str, Callable[[], None]] = {
    settings.FILE_STEM: _use_settings,
    streak.FILE_STEM: _use_streak,
    practice.FILE_STEM: _use_practice,
    lesson_progress.FILE_STEM: _use_lessons,
    duel.FILE_STEM: _use_duels,
    rated_games.FILE_STEM: _use_ratings,
    match_options.FILE_STEM: _use_setup,
}


def fuzz_file(data: bytes) -> None:
    """Use a file, named in the first line, and add to it; what was in it is kept or set aside."""
    name, _, content = data.partition(b"\n")
    stem = name.decode("latin-1")
    if stem not in FILES:
        return
    path = home() / f"{stem}.json"
    path.write_bytes(content)
    FILES[stem]()
    for draft in home().glob("*.json*"):
        draft.unlink()


COMMANDS = {
    "arena": "arena report {}",
    "arena-json": "arena report {} --json",
    "calls": "calls {}",
    "call": "calls {} 1",
    "calls-json": "calls {} --json",
    "compare": "compare {} {}",
    "compare-json": "compare {} {} --json",
    "exam": "exam report {}",
    "exam-json": "exam report {} --json",
    "replay": "replay {}",
    "manifest": "submit verify {folder}",
    "prepare": "submit prepare {folder}",
    "zip": "submit verify {}",
}
"""Commands that read a file, by the word in the first line of an input."""


def fuzz_result(data: bytes) -> None:
    """Run a command with a file; it ends with an exit status and, if it fails, with a message."""
    name, _, content = data.partition(b"\n")
    command = COMMANDS.get(name.decode("latin-1"))
    if command is None:
        return
    folder = home() / "submission"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    path = home() / "given"
    path.write_bytes(content)
    (folder / ("run.json" if name == b"prepare" else "submission.json")).write_bytes(content)
    _run(command, path, folder)


def _run(command: str, path: Path, folder: Path) -> None:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = main(command.format(path, path, folder=folder).split())
    assert status in (0, 1), (command, status, err.getvalue())
    if status:
        check_message(err.getvalue() or out.getvalue())
    elif command.endswith("--json"):
        json.loads(out.getvalue())
