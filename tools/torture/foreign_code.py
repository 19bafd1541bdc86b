"""Attacks with code from outside: files, links and requests that would leave a mark if they ran.

Each attempt hands numduel one file, or one request, with a text that names code: a game file, a
program, a pickle, a shell command. The current folder is a trap as well: it has modules with the
names of those that numduel imports.
"""

from __future__ import annotations

import base64
import io
import json
import os
import pickle
import random
import shutil
import stat
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from typing import Any

import httpx
from serving import new_token, running

import numduel
from numduel import Match, record
from numduel.cli import main
from numduel.storage.record.letter import Letter, pack_letter
from numduel.submission.manifest import MANIFEST
from numduel.submission.packing import write_manifest
from numduel.web.in_browser.backup import BackupError, read_events
from numduel.web.match_start import NewMatch, make_opening_event
from numduel.web.stored_match import apply_event

__all__ = ["plant_code"]

TRAPS = (
    *("anyio", "asyncio", "concurrent", "conftest", "fractions", "json", "multiprocessing"),
    *("numduel", "pickle", "random", "readline", "sitecustomize", "socket", "usercustomize"),
)
"""Modules in the current folder that numduel must not import."""

ROUTES = ("/records", "/records/review", "/letters", "/letters/position", "/matches", "/preview")

STARTER = """\
import sys
from numduel.__main__ import main
if __name__ == "__main__":
    sys.exit(main())
"""
"""The installed command: a script outside the current folder. Without the flag -P, so that the
processes it starts look for the current folder as well."""

GAMES = Path(__file__).parents[2] / "examples" / "games"


def plant_code(count: int, dice: random.Random, folder: str) -> Iterator[tuple[int, str]]:
    """Check that nothing from outside runs, in commands and in requests to a server."""
    starter = Path(folder, "bin", "numduel_command.py")
    starter.parent.mkdir()
    starter.write_text(STARTER)
    program = [sys.executable, str(starter)]
    os.environ["PYTHONPATH"] = os.pathsep.join(os.path.abspath(path) for path in sys.path if path)
    trap = Trap(Path(folder, "trap"))
    files = _make_samples(Path(folder, "samples"))
    asked = imported = count // 4
    for _ in range(count - asked - imported):
        yield 1, _run_command(program, dice, trap, files)
    os.chdir(trap.folder)
    for _ in range(imported):
        yield 1, _import_events(dice, trap)
    serve = ["serve", "--no-open", "--database", os.path.join(folder, "matches.sqlite3")]
    with running([*program, *serve]) as server, _client(server.url) as http:
        for _ in range(asked):
            yield 1, _send_request(dice, trap, http)


class Trap:
    """A folder full of code that leaves a mark when it runs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.mark = folder / "MARK"
        folder.mkdir()
        text = f"open({str(self.mark)!r}, 'a').write(__name__ + ' ')\n"
        for name in (*TRAPS, "evil"):
            (folder / f"{name}.py").write_text(text)
        program = folder / "evil"
        program.write_text(f"#!{sys.executable}\n{text}")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)

    def make_texts(self) -> list[str]:
        """Return texts that name the code in every way we know."""
        game, touch = self.folder / "evil.py", f"touch {self.mark}"
        pickled = base64.b64encode(pickle.dumps(_Mark(touch))).decode()
        return [
            *("evil", "evil.py", "./evil.py", str(game), f"file://{game}", "../trap/evil.py"),
            *(
                f"program {self.folder / 'evil'}",
                f"program {sys.executable} {game}",
                "program evil",
            ),
            *(f"$({touch})", f"`{touch}`", f"; {touch}", f"| {touch}", f"!{touch}"),
            *("__import__('evil')", "{__import__('evil')}", "numduel_game:evil", "evil:Game"),
            *(pickled, f"!!python/object/apply:os.system ['{touch}']", "model:evil.py"),
        ]

    def find_failure(self, words: str) -> str:
        """Return which code has run, and remove the mark."""
        if not self.mark.exists():
            return ""
        ran = self.mark.read_text() or "a command"
        self.mark.unlink()
        return f"{words} ran {ran}"


class _Mark:
    """An object whose pickle runs a command when it is read."""

    def __init__(self, words: str) -> None:
        self._words = words

    def __reduce__(self) -> tuple[Callable[[str], int], tuple[str]]:
        return os.system, (self._words,)


# ---- files


def _make_samples(folder: Path) -> Path:
    """Write one file of each kind that people send each other, or a folder of them."""
    folder.mkdir()
    submission = folder / "submission"
    _run_quietly("submit", "run", "random", "--quick", "--fresh", "oak", "--out", submission)
    write_manifest(str(submission), None, None)
    _run_quietly("dataset", "sum", "--positions", "5", "--out", folder / "dataset.jsonl")
    match = Match(numduel.new("maze", board="4 3 8/9 5 1/2 7 6"))
    match.play("0,0")
    match.tags |= {"Player1": "human", "Player2": "casual"}
    (folder / "record.txt").write_text(record.dumps(match))
    return folder


def _run_quietly(*words: object) -> None:
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        assert main(list(map(str, words))) == 0


def _run_command(program: list[str], dice: random.Random, trap: Trap, samples: Path) -> str:
    """Run a command with a changed file of a kind that it reads."""
    work = trap.folder / "sent"
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(samples, work)
    text = dice.choice(trap.make_texts())
    change = dice.choice(
        (_change_record, _change_submission, _change_dataset, _send_pickle, _work_beside_traps)
    )
    words = change(dice, work, text)
    with suppress(subprocess.TimeoutExpired):
        subprocess.run(
            [*program, *words], cwd=trap.folder, capture_output=True, input=b"", timeout=60
        )
    return trap.find_failure(f"{' '.join(words)} with {text!r}")


def _change_record(dice: random.Random, work: Path, text: str) -> list[str]:
    """Put the text into a tag of a record: also as a saved game, which `resume` finds by name."""
    file = work / "record.txt"
    tag = dice.choice(("Game", "Board", "Player1", "Player2", "Model1", "Seed", "Fork", "Duel"))
    lines = [one for one in file.read_text().splitlines() if not one.startswith(f"[{tag} ")]
    quoted = text.replace("\\", "\\\\").replace('"', '\\"')
    file.write_text("\n".join([f'[{tag} "{quoted}"]', *lines]) + "\n")
    saves = Path(os.environ["NUMDUEL_HOME"], "games")
    saves.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, saves / "evil.txt")
    return dice.choice(
        [
            ["replay", str(file)],
            ["review", str(file), "--seconds", "1"],
            ["analyse", "--record", str(file), "--seconds", "1"],
            ["resume", str(file)],
            ["resume", "evil"],
            ["resume"],
            ["history"],
            ["stats"],
        ]
    )


def _change_submission(dice: random.Random, work: Path, text: str) -> list[str]:
    """Put the text into a JSON file of a submission: a folder, or an archive with code in it."""
    folder = work / "submission"
    name = dice.choice((MANIFEST, "arena.jsonl", "fresh.json", "run.json"))
    _change_json(dice, folder / name, text)
    if name != MANIFEST and dice.random() < 0.5:
        with suppress(numduel.errors.NumduelError):  # so that the digests are right
            write_manifest(str(folder), None, None)
    source = folder
    if dice.random() < 0.5:
        source = work / "submission.zip"
        with zipfile.ZipFile(source, "w") as archive:
            for file in folder.iterdir():
                archive.write(file, file.name)
            for path in ("../../evil.py", "numduel.py", "sitecustomize.py", "/evil.py"):
                archive.writestr(path, (work.parent / "evil.py").read_text())
    page = str(work / "page.html")
    return dice.choice(
        [
            ["submit", "verify", str(source)],
            ["leaderboard", str(source), "--html", page],
            ["exam", "report", str(folder / "fresh.json")],
            ["arena", "report", str(folder / "arena.jsonl")],
            ["compare", str(folder / "fresh.json"), str(folder / "fresh.json")],
            ["replay", str(folder / "arena.jsonl")],
            ["calls", str(folder / "arena.jsonl")],
            ["submit", "prepare", str(folder)],
        ]
    )


def _change_dataset(dice: random.Random, work: Path, text: str) -> list[str]:
    """Put the text into a line of a data set."""
    file = work / "dataset.jsonl"
    _change_json(dice, file, text)
    return ["dataset", "--verify", str(file)]


def _send_pickle(dice: random.Random, work: Path, text: str) -> list[str]:
    """Hand over a pickle instead of a file that numduel writes."""
    file = work / "file"
    file.write_bytes(pickle.dumps(_Mark(f"touch {work.parent / 'MARK'}")))
    command = dice.choice(("replay", "resume", "calls", "dataset --verify", "exam report"))
    return [*command.split(), str(file)]


def _work_beside_traps(dice: random.Random, work: Path, text: str) -> list[str]:
    """Start processes in the folder with traps; none reads the text."""
    game = str(dice.choice(sorted(GAMES.glob("*.py"))))
    two = ["--processes", "2"]
    out = str(work / "out")
    return dice.choice(
        [
            ["game", "check", game, "--positions", "40"],
            ["game", "report", game, "--games", "2", *two],
            ["arena", "--games", "maze", "--players", "casual,beginner", "--boards", "1", *two],
            ["exam", "random", "--fresh", "oak", "--questions", "2", *two],
            ["census", "maze", "--boards", "2", *two],
            ["dataset", "sum", "--positions", "2", "--out", out, *two],
        ]
    )


def _change_json(dice: random.Random, file: Path, text: str) -> None:
    """Replace a text in a file of JSON, or of lines of JSON, or add a field with it."""
    lines = file.read_text().splitlines() if file.suffix == ".jsonl" else [file.read_text()]
    number = dice.randrange(len(lines))
    lines[number] = json.dumps(_replace(json.loads(lines[number]), dice, text))
    file.write_text("\n".join(lines) + "\n")


def _replace(data: Any, dice: random.Random, text: str) -> Any:
    """Return JSON data with one text replaced, somewhere inside."""
    if isinstance(data, dict) and data:
        key = dice.choice([*data, "game", "player", "__class__"])
        return {**data, key: _replace(data.get(key, ""), dice, text)}
    if isinstance(data, list) and data:
        place = dice.randrange(len(data))
        return [*data[:place], _replace(data[place], dice, text), *data[place + 1 :]]
    return text


# ---- exported data


def _import_events(dice: random.Random, trap: Trap) -> str:
    """Import a match of an exported file, with the text in one of its events.

    The page of a server imports such files as records, the browser edition as events.
    """
    text = dice.choice(trap.make_texts())
    new = NewMatch("maze", {}, None, "playable", 5, "casual", 1, "Ann", new_token(), "2026.11.17")
    opening: dict[str, Any] = make_opening_event(new, None)
    move = apply_event("a-match", None, opening, 0).match.moves[0]
    bodies = [opening, {"do": "move", "side": 0, "move": move}]
    number = dice.randrange(len(bodies))
    bodies[number] = _replace(bodies[number], dice, text)
    rows = [[float(at), json.dumps(body)] for at, body in enumerate(bodies)]
    with suppress(BackupError):
        read_events("a-match", rows)
    return trap.find_failure(f"import of {rows}")


# ---- requests


def _client(url: str) -> httpx.Client:
    return httpx.Client(base_url=f"{url}/api/v1", timeout=60, trust_env=False)


def _send_request(dice: random.Random, trap: Trap, http: httpx.Client) -> str:
    """Send a request that names code, and look for its mark."""
    text = dice.choice(trap.make_texts())
    match = Match(numduel.new("maze", board="4 3 8/9 5 1/2 7 6"))
    match.play("0,0")
    written = record.dumps(match)
    if dice.random() < 0.5:
        written = written.replace('"maze"', json.dumps(text), 1)
    else:
        tag = dice.choice(("Player1", "Player2", "Options", "Model1", "Seed", "Date"))
        written = f"[{tag} {json.dumps(text)}]\n{written}"
    body: dict[str, Any] = {
        "game": dice.choice(("maze", text)),
        "opponent": dice.choice(("perfect", text)),
        "board": dice.choice((None, text)),
        "seat": 2,
        "token": new_token(),
        "record": written,
        "letter": pack_letter(Letter("AAAAAAAAAAAA", written)),
    }
    path = dice.choice(ROUTES)
    wanted = {
        "/records": ("record", "opponent", "token"),
        "/records/review": ("record",),
        "/letters": ("letter", "token"),
        "/letters/position": ("letter",),
        "/matches": ("game", "opponent", "board", "seat", "token"),
        "/preview": ("game", "board"),
    }[path]
    sent = {key: body[key] for key in wanted if body[key] is not None}
    answer = http.post(path, json=sent)
    failure = trap.find_failure(f"POST {path} {sent}")
    return failure or (f"POST {path} {sent}: {answer.text}" if answer.status_code >= 500 else "")
