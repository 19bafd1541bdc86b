"""A check runs in a separate process: no game can hang, crash or kill the caller."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from schema_support import check as check_schema
from terminal import COMMAND, TIMEOUT_S, Terminal
from terminal import numduel as run

from numduel.errors import GameFileError, UnknownGame
from numduel.games import find
from numduel.workshop import checker
from numduel.workshop.checker import MAX_VOCABULARY
from numduel.workshop.checking import check

CHOMP = Path(__file__).parents[2] / "examples" / "games" / "chomp.py"
CHANGE = "        for other in self.cells:\n"
WHEN = "        if sum(left.bar) == 5:\n"
CALL_SECONDS = 2.0
GUARD = "if __name__ == '__main__':\n    sys.exit(main())\n"
TEXT_MOVES = """\
    def status(self, left):
        status = super().status(left)
        moves = getattr(status, "moves", None)
        return status if moves is None else status._replace(moves=tuple(map(Text, moves)))

"""


def write_game(folder: Path, old: str, new: str) -> str:
    """Write Chomp with a change; return its path."""
    text = CHOMP.read_text("utf-8")
    assert text.count(old) == 1
    file = folder / "changed.py"
    file.write_text(text.replace(old, new), "utf-8")
    return str(file)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "law", "message"),
    [
        (
            "while True: pass",
            "no-endless-loop",
            "a call did not return within 2 s, in change, line",
        ),
        ("__import__('os')._exit(3)", "no-crash", "the process ended with exit code 3 (while"),
        *(
            pytest.param(*case, marks=pytest.mark.long)
            for case in (
                ("10 ** 10**9", "no-endless-loop", "a call did not return within 2 s, in change"),
                ("__import__('sys').exit(3)", "no-errors", "SystemExit: 3, in change, line"),
                ("self.change(left, cell)", "no-errors", "RecursionError: maximum recursion depth"),
                ("input('Player 1? ')", "no-errors", "EOFError"),
                ("bytes(2**40)", "no-errors", "MemoryError, in change, line"),
            )
        ),
    ],
)
def test_code_that_never_returns_normally_is_reported_with_its_moves(
    tmp_path: Path, code: str, law: str, message: str
) -> None:
    file = write_game(tmp_path, CHANGE, f"{WHEN}            {code}\n{CHANGE}")
    result = check(file, 300, call_seconds=CALL_SECONDS)
    (found,) = result.broken
    assert found.law == law
    assert found.message.startswith(message)
    assert 1 <= len(found.moves) <= 2
    assert {*found.options} == {"rows", "columns"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "                left.bar[other] = 0\n",
            "                left.bar[other] = 0\n"
            "        if hash(str(left.bar)) % 5 == 0:\n            left.bar[1] = 0\n",
        ),
        pytest.param(
            'return None if left.bar[0] else Over(left.player, "poison")',
            "key = sum(left.bar), self.options\n        over = None if left.bar[0] else "
            'Over(left.player, "poison")\n'
            "        return KNOWN.setdefault(key, over)\n\n\nKNOWN = {}",
            marks=pytest.mark.long,
        ),
    ],
    ids=["order of hashes", "memory of a module"],
)
def test_answers_that_differ_in_another_process_are_found(
    tmp_path: Path, old: str, new: str
) -> None:
    (found,) = check(write_game(tmp_path, old, new), 300).broken
    assert found.law == "same-answers"
    assert "in one process and" in found.message
    assert found.moves
    assert found.position


def test_moves_of_a_class_of_the_author_are_told_as_plain_texts(tmp_path: Path) -> None:
    """The caller doesn't know the class, and must not load it."""
    text = "class Text(str):\n    pass\n\n\nclass Bar("
    file = Path(write_game(tmp_path, "class Bar(", text))
    lines = file.read_text("utf-8").replace("    def ended(", f"{TEXT_MOVES}    def ended(")
    file.write_text(lines.replace('Over(left.player, "poison")', 'Over(None, "poison")'), "utf-8")
    found = {one.law: one for one in check(str(file), 100).broken}
    assert found["draws-declared"].moves == ("1,1",)
    assert type(found["draws-declared"].moves[0]) is str


def test_file_that_never_finishes_loading_is_refused(tmp_path: Path) -> None:
    file = write_game(tmp_path, "class Bar(", "while True: pass\nclass Bar(")
    with pytest.raises(GameFileError, match=r"did not return within 1 s, in <module>, line 6$"):
        check(file, call_seconds=1.0)


def test_game_that_cannot_be_loaded_is_refused(tmp_path: Path) -> None:
    reserved = write_game(tmp_path, "    rows = Whole(", "    rounds = Whole(")
    with pytest.raises(GameFileError, match="can't have an option 'rounds'"):
        check(reserved)
    with pytest.raises(UnknownGame, match="'nope' isn't a game"):
        check("nope")


@pytest.mark.slow
def test_process_imports_nothing_from_the_current_folder(tmp_path: Path) -> None:
    folder, mark = tmp_path / "folder", tmp_path / "mark"
    folder.mkdir()
    for name in ("multiprocessing", "json", "pickle", "random", "sitecustomize"):
        (folder / f"{name}.py").write_text(f"open({str(mark)!r}, 'w')\n")
    script = tmp_path / "numduel_command.py"  # outside the folder, as an installed command is
    script.write_text("import sys\nfrom numduel.__main__ import main\n" + GUARD)
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    environ.pop("PYTHONSAFEPATH", None)
    command = [sys.executable, str(script), "game", "check", str(CHOMP), "--positions", "120"]
    done = subprocess.run(
        command, cwd=folder, env=environ, capture_output=True, text=True, timeout=TIMEOUT_S
    )
    assert done.returncode == 0, done.stderr
    assert not mark.exists()


@pytest.mark.slow
def test_command_prints_what_is_wrong_and_returns_the_exit_status(tmp_path: Path) -> None:
    small = ["--positions", "120"]
    good = run(["game", "check", str(CHOMP), *small])
    assert (good.status, good.err) == (0, "")
    assert good.out.startswith("chomp: ")
    assert good.out.endswith("All laws hold.\n")

    wrong = write_game(tmp_path, 'Over(left.player, "poison")', 'Over(None, "poison")')
    bad = run(["game", "check", wrong, *small])
    assert bad.status == 1
    assert "BROKEN draws-declared: The game ends without a winner ('poison'), but" in bad.out
    assert "  Moves: 1,1\n" in bad.out
    assert "2 laws are broken: draws-declared and examples." in bad.out

    data = json.loads(run(["game", "check", wrong, "--json", *small]).out)
    check_schema(data, "game_check")
    assert (data["game"], data["ok"]) == ("chomp", False)
    assert [one["law"] for one in data["broken"]] == ["draws-declared", "examples"]
    assert data["broken"][0]["moves"] == ["1,1"]
    assert "+---" in data["broken"][0]["position"]

    missing = run(["game", "check", str(tmp_path / "none.py"), "--json"])
    assert (missing.status, missing.out) == (2, "")
    assert "doesn't exist" in missing.err
    assert run(["game", "check", "nope"]).status == 2


@pytest.mark.long
def test_options_that_allow_many_moves_are_checked_with_fewer(tmp_path: Path) -> None:
    wide = write_game(tmp_path, "Whole(4, 2, 8,", "Whole(4, 2, 100_000,")
    result = check(wide, 100, call_seconds=100)
    assert not result.broken
    moves = [one.options["rows"] * one.options["columns"] for one in result.variants]
    assert 100 < max(moves) <= MAX_VOCABULARY


def test_fewer_positions_are_examined_if_they_have_many_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(checker, "list_variants", lambda kind: [{}])
    positions = []
    for moves in (20, 1):
        monkeypatch.setattr(checker, "MOVES_PER_POSITION", moves)
        result = checker.Checker(find("sum"), 400).run()
        positions.append(sum(one.positions for one in result.variants))
    assert 20 <= positions[1] < positions[0] / 2


def test_first_position_is_named_in_messages(tmp_path: Path) -> None:
    key = "    def key(self, left):\n        return 1\n\n    def ended"
    broken = check(write_game(tmp_path, "    def ended", key), 200).broken
    assert any("this position and the first one have" in one.message for one in broken)


def test_small_game_is_checked_completely() -> None:
    data = json.loads(run(["game", "check", "sixth/toss.py", "--json"]).out)
    assert data["ok"]
    assert data["complete"]
    assert [one["law"] for one in data["warnings"]] in ([], ["examples-given"])


@pytest.mark.slow
def test_interrupt_ends_a_check_and_its_process(tmp_path: Path) -> None:
    mark = tmp_path / "pid"
    loop = f"import os\nopen({str(mark)!r}, 'w').write(str(os.getpid()))\nwhile True: pass\n"
    file = write_game(tmp_path, "class Bar(", f"{loop}class Bar(")
    words = [*COMMAND, "game", "check", file]
    caller = subprocess.Popen(words, stderr=subprocess.PIPE, text=True, env={**os.environ})
    while not (mark.exists() and mark.read_text()):
        assert caller.poll() is None
    caller.send_signal(signal.SIGINT)
    _, err = caller.communicate(timeout=TIMEOUT_S)
    assert caller.returncode == 130
    assert "Traceback" not in err
    with pytest.raises(ProcessLookupError):
        os.kill(int(mark.read_text()), 0)


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal")
def test_terminal_shows_progress() -> None:
    shown = Terminal(["game", "check", str(CHOMP), "--positions", "3000"])
    shown.until("positions so far, Ctrl-C stops")
    shown.until("All laws hold")


@pytest.mark.parametrize("code", ["raise SystemExit('over')", "raise BaseException('over')"])
def test_other_commands_name_the_line_of_an_error(tmp_path: Path, code: str) -> None:
    file = write_game(tmp_path, CHANGE, f"        {code}\n{CHANGE}")
    made = run(["game", "vectors", file, "--out", str(tmp_path / "vectors.jsonl")])
    assert made.status == 1
    assert "changed.py, line 26: " in made.err
    assert "Traceback" not in made.err
