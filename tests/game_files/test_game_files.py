"""Games from files: loading, errors, processes, and the places that take a path or an id."""

from __future__ import annotations

import importlib
import json
import multiprocessing
import os
import pickle
import shutil
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import numduel
from duel_support import where
from numduel.errors import GameFileError, GameMissing, UnknownGame
from numduel.game_files import VARIABLE
from running import run_program

games: Any = importlib.import_module("numduel.games")  # not the function `numduel.games`

ROOT = Path(__file__).parents[2]
CHOMP = ROOT / "examples" / "games" / "chomp.py"
NIM = ROOT / "tests" / "sixth" / "nim.py"


@pytest.fixture(autouse=True)
def no_other_games(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Forget loaded games after each test."""
    monkeypatch.setenv(VARIABLE, "")
    yield
    games._cache.clear()


def numduel_command(
    *words: str, folder: Path | None = None, typed: str = "", environ: dict[str, str] | None = None
) -> tuple[int, str, str]:
    """Run a command; return its exit status, output and errors."""
    ran = run_program(
        [sys.executable, "-m", "numduel", *words],
        typed,
        cwd=folder or ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), **(environ or {})},
    )
    return ran.returncode, ran.stdout, ran.stderr


# ---- loading


def test_loaded_game_is_found_by_its_id() -> None:
    kind = numduel.load_game(CHOMP)
    assert numduel.games()[-1] == "chomp"
    assert type(numduel.new("chomp", rows=2)) is kind
    assert numduel.load_game(str(CHOMP)) is kind, "twice is once"
    assert os.environ[VARIABLE].split(os.pathsep) == [str(CHOMP)]


@pytest.mark.slow
def test_worker_processes_have_loaded_games() -> None:
    numduel.load_game(CHOMP)
    game = numduel.new("chomp")
    for method in ("fork", "spawn", "forkserver"):
        context = multiprocessing.get_context(method)
        with where(method), ProcessPoolExecutor(1, mp_context=context) as pool:
            assert pool.submit(repr, game).result() == repr(game), "it can be unpickled"
            assert pool.submit(numduel.new, "chomp").result() == game
    numduel.load_game(NIM)  # while a fork server runs with the old environment
    game = numduel.new("nim", seed=1)
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("forkserver")) as pool:
        assert pool.submit(repr, game).result() == repr(game)
        assert "nim" in pool.submit(numduel.games).result()


def test_files_with_one_name_are_two_modules(tmp_path: Path) -> None:
    other = tmp_path / "chomp.py"
    other.write_text(CHOMP.read_text().replace('"chomp"', '"nibble"'))
    one, two = numduel.load_game(CHOMP), numduel.load_game(other)
    assert (one.id, two.id) == ("chomp", "nibble")
    for kind in (one, two):
        game = kind.setup({}, None, numduel.Dice(1))
        assert type(pickle.loads(pickle.dumps(game))) is kind


def test_edited_file_is_never_read_from_a_cache(tmp_path: Path) -> None:
    file = tmp_path / "chomp.py"
    file.write_text(CHOMP.read_text())
    command = ("-c", f"import numduel; print(numduel.load_game({str(file)!r}).title)")
    for title in ("Chomp", "Munch"):
        file.write_text(CHOMP.read_text().replace('title = "Chomp"', f'title = "{title}"'))
        ran = run_program([sys.executable, *command])
        assert ran.stdout == f"{title}\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["chomp.py"], "no compiled files"


WRONG_FILES = {
    "empty": ("", "defines no game"),
    "syntax": ("x = (\n", "line 1: '(' was never closed"),
    "failing": ("x = 1\ny = z\n", "line 2: NameError: name 'z' is not defined"),
    "leaving": ("import sys\nsys.exit(3)\n", "line 2: SystemExit: 3"),
    "two games": (f"{CHOMP.read_text()}\n\nclass Nibble(Chomp):\n    id = 'nibble'\n", "2 games"),
    "bad id": (CHOMP.read_text().replace('"chomp"', '"Chomp!"'), "has the id 'Chomp!'"),
    "reserved option": (CHOMP.read_text().replace("rows = ", "seed = "), "an option 'seed'"),
    "unknown size": (CHOMP.read_text().replace('Grid("rows"', 'Grid("height"'), "uses 'height'"),
    "missing method": (
        CHOMP.read_text().replace("def change", "def chnage"),
        "Chomp doesn't define change",
    ),
    "taken id": (CHOMP.read_text().replace('"chomp"', '"maze"'), "have the same id, maze"),
}


def test_file_that_cannot_be_loaded_is_refused_with_its_line(tmp_path: Path) -> None:
    for name, (text, said) in WRONG_FILES.items():
        file = tmp_path / f"{name}.py"
        file.write_text(text)
        with where(name), pytest.raises(GameFileError) as refused:
            numduel.load_game(file)
        assert said in str(refused.value), name
        assert str(refused.value).isprintable()
        assert os.environ[VARIABLE] == "", "a refused file isn't loaded in other processes"
        assert numduel.games() == ("maze", "sum", "run", "quest", "race")
    for path, said in (
        (tmp_path / "none.py", "doesn't exist"),
        (tmp_path, "is a folder"),
        (ROOT / "README.md", "must end in .py"),
    ):
        with pytest.raises(GameFileError, match=said):
            numduel.load_game(path)


def test_variable_names_files_and_folders(tmp_path: Path) -> None:
    shutil.copy(CHOMP, tmp_path)
    (tmp_path / "_helper.py").write_text("raise ImportError")
    (tmp_path / "notes.txt").write_text("nothing")
    code = "import numduel; print(*numduel.games()[5:])"
    variable = os.pathsep.join([str(tmp_path), str(NIM)])
    ran = run_program([sys.executable, "-c", code], env={**os.environ, VARIABLE: variable})
    assert ran.stdout == "chomp nim\n", ran.stderr
    status, _, said = numduel_command("play", "chomp", environ={VARIABLE: str(tmp_path / "none")})
    assert status == 2
    assert said == f"numduel: the file '{str(tmp_path / 'none')[:40]}…' doesn't exist.\n"


def test_installed_packages_bring_games(tmp_path: Path) -> None:
    shutil.copy(CHOMP, tmp_path / "chomp_game.py")
    package = tmp_path / "chomp_game-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: chomp-game\nVersion: 1.0\n")
    for entry in ("chomp_game:Chomp", "chomp_game"):
        (package / "entry_points.txt").write_text(f"[numduel.games]\nchomp = {entry}\n")
        code = "import numduel; print(numduel.new('chomp', rows=2))"
        environ = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT / "src")])}
        ran = run_program([sys.executable, "-c", code], env=environ)
        assert ran.stdout == "<Chomp: rows=2, columns=4>\n", ran.stderr
    (package / "entry_points.txt").write_text("[numduel.games]\nchomp = nowhere\n")
    ran = run_program([sys.executable, "-m", "numduel", "play", "chomp"], env=environ)
    assert ran.returncode == 2
    assert "can't load the game chomp of an installed package" in ran.stderr


# ---- a path in place of an id


def test_commands_take_a_path(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    shutil.copy(CHOMP, tmp_path)
    environ = {"NUMDUEL_HOME": str(tmp_path / "home")}
    moves = "2,2\n1,2\n2,1\n1,1\n"
    played = ("play", "./chomp.py", "--rows", "2", "--columns", "2", "--p2", "human")
    status, out, said = numduel_command(*played, folder=tmp_path, typed=moves, environ=environ)
    assert status == 0, said
    assert "Player 2 ate the poisoned piece" in out
    status, out, _ = numduel_command(
        "analyse", "./chomp.py", "--json", folder=tmp_path, environ=environ
    )
    assert json.loads(out)["position"]["game"]["id"] == "chomp"
    status, out, said = numduel_command("rules", "./chomp.py", folder=tmp_path, environ=environ)
    assert (status, out.splitlines()[0]) == (0, "Chomp"), said
    words = ("arena", "--players", "random,casual", "--games", "maze,./chomp.py", "--boards", "1")
    status, out, said = numduel_command(*words, "--json", folder=tmp_path, environ=environ)
    assert status == 0, said
    one = ("arena", "./chomp.py", "--players", "random,casual", "--boards", "1", "--rows", "2")
    status, out, said = numduel_command(
        *one, "--out", "one.jsonl", "--json", folder=tmp_path, environ=environ
    )
    assert (status, json.loads(out)["games"]) == (0, ["chomp"]), said
    status, out, said = numduel_command("learn", "./chomp.py", folder=tmp_path, environ=environ)
    assert "To continue this lesson: numduel learn ./chomp.py" in out, "the id isn't enough"
    status, _, said = numduel_command(
        "exam", "program ./chomp.py", folder=tmp_path, environ=environ
    )
    assert "isn't a game" not in said, "only a word that can be a game is a path"
    for wrong in ("./none.py", "./home"):
        status, _, said = numduel_command("play", wrong, folder=tmp_path, environ=environ)
        assert status == 2
        assert "doesn't exist" in said or "isn't a game" in said


def test_options_of_the_named_game_count(tmp_path: Path) -> None:
    """Two games can have options of one name and different kinds."""
    file = tmp_path / "chomp.py"
    text = CHOMP.read_text().replace("import Cell, ", "import Cell, Flag, ")
    file.write_text(text.replace("class Left(", "    stand = Flag(False, 'x')\n\n\nclass Left("))
    status, out, said = numduel_command("analyse", str(file), "--stand", "--json")
    assert (status, json.loads(out)["position"]["game"]["options"]["stand"]) == (0, True), said
    status, out, said = numduel_command("play", str(file), "--help")
    assert status == 0
    assert "--stand, --no-stand" in out


# ---- missing games


def test_stored_text_of_a_game_that_is_not_loaded_is_one_clear_error(tmp_path: Path) -> None:
    home = tmp_path / "home"
    environ = {"NUMDUEL_HOME": str(home)}
    status, _, said = numduel_command(
        "play", str(CHOMP), "--p2", "human", typed="3,4\n", environ=environ
    )
    assert f"To continue: {VARIABLE}={CHOMP} numduel resume " in said, "the id isn't enough"
    (save,) = (home / "games").glob("*")
    name = save.name.partition(".")[0]
    record = tmp_path / "game.txt"
    record.write_text('[Game "chomp"]\n\n1. 3,4\n')
    data = tmp_path / "data.jsonl"
    command = ("dataset", str(CHOMP), "--positions", "2", "--out", str(data))
    assert numduel_command(*command, environ=environ)[0] == 0
    for words, what in (
        (("resume", name), f"the saved game {name} needs chomp; load its file"),
        (("replay", str(record)), f"'{str(record)[:40]}…' needs chomp; load its file"),
        (("dataset", "--verify", str(data)), "needs chomp; load its file"),
    ):
        status, out, said = numduel_command(*words, environ=environ)
        assert status == 1, words
        assert what in said or what in out, (words, said, out)
        assert "damaged" not in said + out
        assert "set NUMDUEL_GAMES to the path of the file" in said + out, "how to load it"
    with pytest.raises(GameMissing, match="needs chomp; load its file"):
        numduel.record.loads(record.read_text())
    status, out, said = numduel_command(
        "resume", name, typed="q\n", environ={**environ, VARIABLE: str(CHOMP)}
    )
    assert "needs chomp" not in said


def test_records_never_load_code(tmp_path: Path) -> None:
    evil = tmp_path / "evil.py"
    evil.write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    for name in (str(evil), "evil", "../evil.py", "numduel.game_files.evil"):
        with pytest.raises((numduel.RecordError, GameMissing)):
            numduel.record.loads(f'[Game "{name}"]\n')
        with pytest.raises(UnknownGame):
            numduel.new(name)
    assert not (tmp_path / "ran").exists()


# ---- the same for everyone


def test_loaded_games_leave_the_dailies_alone(tmp_path: Path) -> None:
    from numduel.budget import Budget
    from numduel.daily.duel import duel_of
    from numduel.daily.puzzle import daily_puzzle

    days = [f"2026-11-{day:02}" for day in range(10, 17)]
    before = [(duel_of(day), daily_puzzle(day, Budget(seconds=60)).moves) for day in days[:3]]
    file = tmp_path / "chomp.py"
    file.write_text(
        CHOMP.read_text().replace('title = "Chomp"', 'title = "A"\n    daily_duel = True')
    )
    assert numduel.load_game(file).daily_duel
    assert [
        (duel_of(day), daily_puzzle(day, Budget(seconds=60)).moves) for day in days[:3]
    ] == before


def test_server_offers_only_chosen_games() -> None:
    numduel.load_game(CHOMP)
    try:
        games.offer_only(["maze", "Chomp"])
        assert numduel.games() == ("maze", "chomp")
        with pytest.raises(UnknownGame):
            numduel.new("sum")
        assert numduel.record.loads('[Game "sum"]\n\n1. 7\n').game.id == "sum", "stored games go on"
        with pytest.raises(UnknownGame):
            games.offer_only(["nothing"])
    finally:
        games._only.clear()
