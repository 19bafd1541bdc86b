"""Datasets: every line agrees with rules and engine, and output is reproducible."""

from __future__ import annotations

import gzip
import json
import os
import re
import signal
import sys
from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from dataset_support import export, lines, run
from jsonschema import Draft202012Validator
from terminal import COMMAND

from duel_support import Variant, needs_package, plenty, where, with_more_games
from numduel import Engine, Player, Turn
from numduel.budget import Budget, Exhausted
from numduel.compiled import is_used
from numduel.core import AnyGame
from numduel.dataset import formats, pieces, positions
from numduel.dataset.lines import Line, build_line
from numduel.dataset.positions import Source
from numduel.engine.solving.sweep import sweep
from numduel.storage.record import loads
from running import run_program

DOCS = Path(__file__).parents[2] / "docs"

SWEPT = [
    Variant("maze", {}),
    Variant("maze", {"extra": 2, "diagonal": 2}),
    Variant("maze", {"starts": "random"}),
    Variant("run", {"size": 2, "highest": 2}),
    Variant("race", {"size": 3, "highest": 2}),
    Variant("sum", {"target": 17}),
]
"""Small games whose positions are all found."""

DRAWN = [Variant("quest", {"stand": True}), Variant("quest", {}), Variant("run", {"highest": 9})]
"""Games whose positions come from random games."""


@pytest.fixture(autouse=True)
def at_home(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


# ---- positions and values


def play_out(game: AnyGame, moves: list[str]) -> Any:
    state = game.start()
    for move in moves:
        state = game.play(state, move)
    return state


def test_sweep_has_every_position_with_engine_values() -> None:
    outcomes: Counter[str] = Counter()
    for variant in SWEPT:
        for seed in range(3):
            game, engine = variant.new(seed), Engine()
            found = sweep(game, 5000, Budget())
            assert found is not None
            states = [play_out(game, found.path(number)) for number in range(len(found))]
            keys = {game.key(state) for state in states}
            assert len(keys) == len(states)
            for number, state in enumerate(states):
                with where(variant, seed, state):
                    report, right = (
                        found.report(number, Budget()),
                        engine.analyse(game, state, plenty()),
                    )
                    assert report[:4] == right[:4]
                    assert list(report.moves) == list(right.moves)
                    outcomes[report.value.outcome] += 1
                    for move in report.moves:
                        after = game.play(state, move)
                        assert game.key(after) in keys or not isinstance(game.status(after), Turn)
    assert outcomes.keys() == {"win", "loss", "endless"}


def test_sweep_of_sum_battle_has_both_seats() -> None:
    game = Variant("sum", {}).new()
    for both_seats, count in ((False, 17_716), (True, 34_488)):
        found = sweep(game, 50_000, Budget(), both_seats=both_seats)
        assert found is not None
        assert len(found) == count


def test_sweep_respects_limit_and_cancellation() -> None:
    for variant in SWEPT:
        game = variant.new(1)
        found = sweep(game, 5000, Budget())
        assert found is not None
        assert sweep(game, len(found), Budget()) is not None
        assert sweep(game, len(found) - 1, Budget()) is None
        with pytest.raises(Exhausted):
            sweep(game, 5000, Budget(positions=len(found) - 1))
    assert sweep(Variant("quest", {}).new(1), 5000, Budget()) is None


def test_lines_of_every_game_match_schema_and_docs() -> None:
    schema = json.loads((DOCS / "json-schema.json").read_text())
    validator = Draft202012Validator({**schema, "$ref": "#/$defs/dataset"})
    page = (DOCS / "dataset.md").read_text().split("## A line")[1].split("\n## ")[0]
    keys = [key for row in re.findall(r"^\| (`.+?) \|", page, re.M) for key in row.split(", ")]
    for variant in [*SWEPT, *DRAWN]:
        source = Source(variant.id, tuple(variant.options.items()), 3, 12)
        for match, report in source.labelled(0):
            data: Any = build_line(match, report)
            with where(variant, data["record"]):
                errors = [error.message for error in validator.iter_errors(data)]
                assert not errors, errors[0]
                assert [f"`{key}`" for key in data] == keys
                check(data, match.game, match.state, plenty())


def check(data: Line, game: AnyGame, state: Any, budget: Budget) -> None:
    """Check a line independently."""
    again = loads(data["record"])
    assert (again.game.public(), again.state) == (game, state)
    report = Engine().analyse(game, state, budget)
    values = {move: (told["outcome"], told["turns"]) for move, told in data["moves"].items()}
    assert values == {move: (value.outcome, value.turns) for move, value in report.moves.items()}
    worths = {move: Fraction(told["worth"]) for move, told in data["moves"].items()}
    assert worths == {move: value.worth for move, value in report.moves.items()}
    assert Fraction(data["worth"]) == max(worths.values()) == report.value.worth
    assert data["keep"] == [move for move, worth in worths.items() if worth == max(worths.values())]
    assert tuple(data["best"]) == report.best
    assert [game.vocabulary[told["action"]] for told in data["moves"].values()] == list(values)
    told = ([one] if isinstance(one, int) else one for one in data["features"].values())
    assert tuple(chain.from_iterable(told)) == game.features(state, Player(data["player"] - 1))


def test_lines_of_games_with_draws_match_the_schema() -> None:
    """Including games without options or board, and one that starts with chance."""
    schema = json.loads((DOCS / "json-schema.json").read_text())
    validator = Draft202012Validator({**schema, "$ref": "#/$defs/dataset"})
    outcomes = Counter[str]()
    with with_more_games():
        for id, options in (("pick15", ()), ("threes", ()), ("toss", ()), ("shuttle", ())):
            for match, report in Source(id, options, 3, 12).labelled(0):
                data: Any = build_line(match, report)
                with where(id, data["record"]):
                    assert not [error.message for error in validator.iter_errors(data)]
                    check(data, match.game, match.state, plenty())
                    outcomes[data["outcome"]] += 1
                    if data["outcome"] == "draw":
                        assert (data["turns"], data["worth"]) == (None, "1/2")
                        ways = data["moves"].values()
                        lost = [way["turns"] for way in ways if way["outcome"] == "loss"]
                        assert data["depth"] == max(lost, default=0)
    assert {"win", "loss", "draw", "chance"} <= set(outcomes), outcomes


def test_draws_are_balanced_and_verified() -> None:
    needs_package("pyarrow", "dataset")
    with with_more_games():
        words = ["pick15", "--positions", "30", "--balanced"]
        right = lines(export(*words))
        assert set(Counter(one["outcome"] for one in right).values()) == {10}
        export(*words, file="export.parquet")
        assert [json.loads(text) for text in formats.read("export.parquet")] == right
        for file in ("export.jsonl", "export.parquet"):
            assert run("--verify", file) == (0, "30 of 30 positions are correct.\n", "")
        drawn = next(place for place, one in enumerate(right) if one["outcome"] == "draw")
        right[drawn] |= {"outcome": "endless"}
        Path("export.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in right))
        status, out, _ = run("--verify", "export.jsonl")
        assert (status, out.splitlines()[0]) == (1, "29 of 30 positions are correct.")
        assert """'outcome' is "endless", but should be "draw".""" in out


def test_lines_contain_no_hidden_numbers() -> None:
    for number in range(4):
        for match, report in Source("quest", (("stand", True),), 5, 40).labelled(number):
            data: Any = build_line(match, report)
            shown = sorted(one for one in data["features"]["number"] if one)
            board = re.search(r'\[Board "(.*)"\]', data["record"])
            written = re.findall("[0-9]", board[1] if board else "")
            drawn = re.findall("=([0-9])", data["record"].partition("\n\n")[2])
            assert sorted(map(int, written)) == sorted(map(int, drawn)) == shown


# ---- the command


@pytest.mark.slow
def test_same_command_gives_the_same_bytes() -> None:
    for words in (
        ["maze", "--extra", "1", "--positions", "60", "--each", "3", "--seed", "4"],
        ["quest", "--stand", "--positions", "40", "--each", "2", "--balanced"],
        ["sum", "--target", "12", "--positions", "50", "--each", "5"],
    ):
        here = export(*words)
        assert export(*words, "--processes", "2") == here
        assert gzip.decompress(export(*words, file="export.jsonl.gz")) == here
        found = lines(here)
        assert (
            len({one["id"] for one in found})
            == len(found)
            == int(words[words.index("--positions") + 1])
        )
        assert len({json.dumps(one["features"]) for one in found}) == len(found)
        assert export(*words, "--seed", "9") != here
        if is_used():
            alone = {**os.environ, "NUMDUEL_PURE": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
            command = [*COMMAND, "dataset", *words, "--processes", "1", "--out", "pure.jsonl"]
            assert run_program(command, env=alone).returncode == 0
            assert Path("pure.jsonl").read_bytes() == here


def test_export_resumes_after_ctrl_c(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = ["race", "--positions", "300", "--each", "4"]
    whole = export(*words)
    begun: list[Any] = []

    def find(end: int, *asked: Any) -> Any:
        begun.append(asked)
        if len(begun) == end:
            raise KeyboardInterrupt
        return real(*asked)

    real = pieces.find_positions
    monkeypatch.setattr(pieces, "find_positions", partial(find, 5))
    Path("export.jsonl").unlink()
    status, out, err = run(*words, "--out", "export.jsonl")
    assert (status, out) == (130, "")
    assert "Stopped. 4 of " in err
    assert not Path("export.jsonl").exists()
    monkeypatch.setattr(pieces, "find_positions", partial(find, 0))
    assert export(*words) == whole
    assert len(set(begun)) == len(begun) - 1, "only the piece that was broken off was begun twice"


def test_export_reports_fewer_positions_than_requested() -> None:
    game = Variant("sum", {"target": 9}).new()
    found = sweep(game, 5000, Budget(), both_seats=True)
    assert found is not None
    status, out, err = run("sum", "--target", "9", "--positions", "5000", "--out", "sum.jsonl")
    assert status == 0
    assert out.startswith(f"{len(found)} positions in sum.jsonl: ")
    assert f"Found only {len(found)} of 5000 positions." in err


def test_balanced_export_has_equal_shares() -> None:
    words = ["race", "--size", "3", "--highest", "2", "--positions", "90", "--each", "8"]
    plain, even = (
        Counter(one["outcome"] for one in lines(export(*words, *more)))
        for more in ([], ["--balanced"])
    )
    assert set(even.values()) == {30}, even
    assert plain != even


def clear_sweeps() -> None:
    positions._sweep.cache_clear()
    positions.can_sweep.cache_clear()


def test_large_boards_are_sampled_by_random_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(positions, "MAX_SWEPT_POSITIONS", 10)
    clear_sweeps()
    monkeypatch.setattr(positions, "MAX_SOLVED_POSITIONS", 60)
    found = lines(export("maze", "--positions", "20"))
    clear_sweeps()
    assert {one["depth"] for one in found} != {1}
    assert run("--verify", "export.jsonl")[0] == 0


# ---- checking a file


def write_changed(data: list[Line], number: int, change: Any) -> None:
    """Write the file with one line changed."""
    texts = [json.dumps(one) for one in data]
    texts[number - 1] = change if isinstance(change, str) else json.dumps(change(data[number - 1]))
    Path("changed.jsonl").write_text("".join(f"{text}\n" for text in texts))


def test_verify_reports_the_first_wrong_line() -> None:
    data = lines(export("maze", "--positions", "6"))
    assert run("--verify", "export.jsonl") == (0, "6 of 6 positions are correct.\n", "")
    for change, why in (
        (lambda one: {**one, "worth": "1/3"}, "'worth' is \"1/3\", but should be"),
        (lambda one: {**one, "features": {**one["features"], "seat": 3}}, "'features' is "),
        (lambda one: {**one, "version": 2}, "its version is 2"),
        (lambda one: {**one, "more": 1}, "'more' is an unknown field"),
        (lambda one: {key: one[key] for key in one if key != "best"}, "'best' is missing"),
        (lambda one: {**one, "record": "nothing"}, "its record cannot be read: "),
        (lambda one: {**one, "record": data[1]["record"]}, "'id' is "),
        (lambda one: {**one, "moves": {}}, "the legal moves are "),
        (
            lambda one: {**one, "moves": {**one["moves"], one["best"][0]: {}}},
            " is {}, but should be",
        ),
        (lambda one: data[1], "it repeats the position of line 2"),
        (lambda one: [one], "it isn't a position with a record"),
        ("{", "it isn't a position with a record"),
        ("\x1b[2J", "it isn't a position with a record"),
        ("[" * 100_000, "it isn't a position with a record"),
    ):
        write_changed(data, 4, change)
        status, out, err = run("--verify", "changed.jsonl")
        assert (status, err) == (1, "")
        right, wrong = out.splitlines()
        assert right == "5 of 6 positions are correct."
        assert wrong.startswith("Line 4 of 'changed.jsonl': ")
        assert why in wrong


def test_verify_refuses_an_empty_file() -> None:
    Path("empty.jsonl").touch()
    assert run("--verify", "empty.jsonl") == (1, "0 of 0 positions are correct.\n", "")


# ---- formats


@pytest.mark.slow
def test_parquet_holds_the_same_as_json_lines() -> None:
    needs_package("pyarrow", "dataset")
    from pyarrow.parquet import read_table

    for game in (["race"], ["quest", "--stand"], ["maze", "--extra", "1"], ["sum"], ["run"]):
        words = [*game, "--positions", "20"]
        right = lines(export(*words))
        export(*words, file="export.parquet")
        rows = [
            {**row, "moves": dict(row["moves"])} for row in read_table("export.parquet").to_pylist()
        ]
        assert rows == right
        assert [list(row) for row in rows] == [list(one) for one in right]
        assert run("--verify", "export.parquet") == (0, "20 of 20 positions are correct.\n", "")


KILLED = """
import os, signal, sys
from numduel.dataset import contents, formats

def lines():
    with open(sys.argv[1], encoding="utf-8") as file:
        yield from (line.rstrip() for line in file)
    os.kill(os.getpid(), signal.SIGKILL)

formats.write(sys.argv[2], contents.TextLines(lines()))
"""


def test_export_removes_the_draft_of_a_killed_process() -> None:
    needs_package("pyarrow", "dataset")
    os.mkdir("sets")
    words = ("maze", "--positions", "20")
    export(*words)
    for file in ("sets/export.parquet", "sets/export.jsonl", "sets/export.jsonl.gz"):
        killed = run_program([sys.executable, "-c", KILLED, "export.jsonl", file])
        assert killed.returncode == -signal.SIGKILL
        assert [name for name in os.listdir("sets") if name.endswith(".part")]
        export(*words, file=file)
        assert not [name for name in os.listdir("sets") if name.endswith(".part")]
    assert sorted(os.listdir("sets")) == ["export.jsonl", "export.jsonl.gz", "export.parquet"]


def test_foreign_parquet_files_are_refused() -> None:
    needs_package("pyarrow", "dataset")
    import pyarrow
    from pyarrow.parquet import write_table

    def refused() -> None:
        status, out, err = run("--verify", "export.parquet")
        assert (status, out) == (1, "")
        assert err.count("'export.parquet' cannot be read") == 1

    Path("export.parquet").write_bytes(b"PAR1 and not")
    refused()
    for columns in ({"record": [b"\xff"]}, {"moves": [[1, 2]]}, {"moves": [[[1]]]}):
        write_table(pyarrow.table(columns), "export.parquet")
        refused()


def test_invalid_arguments_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    packed = gzip.compress(b"{}\n" * 1000)
    Path("broken.jsonl.gz").write_bytes(b"\x1f\x8b and not")
    Path("cut.jsonl.gz").write_bytes(packed[:-9])
    Path("other.jsonl.gz").write_bytes(packed[:12] + b"\xff" * len(packed))
    Path("other.jsonl").write_bytes(b"\xff\n")
    Path("folder.jsonl").mkdir()
    for words, problem in (
        ([], "name a game and a file"),
        (["maze"], "name a game and a file"),
        (
            ["maze", "--out", "maze.csv"],
            "'maze.csv' isn't a dataset file. Its name must end in .jsonl, .jsonl.gz, or .parquet",
        ),
        (
            ["maze", "--out", "nowhere/maze.jsonl"],
            "'nowhere/maze.jsonl' is in a folder that doesn't exist",
        ),
        (["maze", "--out", "maze.parquet"], "pip install 'numduel[dataset]'"),
        (["--verify", "maze.parquet"], "pip install 'numduel[dataset]'"),
        (["--verify", "nothing.jsonl"], "'nothing.jsonl' cannot be read"),
        (["--verify", "broken.jsonl.gz"], "'broken.jsonl.gz' cannot be read"),
        (["--verify", "cut.jsonl.gz"], "'cut.jsonl.gz' cannot be read"),
        (["--verify", "other.jsonl.gz"], "'other.jsonl.gz' cannot be read"),
        (["--verify", "other.jsonl"], "'other.jsonl' cannot be read"),
        (["sum", "--size", "4", "--out", "sum.jsonl"], "'size' isn't an option"),
        (["sum", "--target", "x", "--out", "sum.jsonl"], "target"),
        (["sum", "--positions", "0", "--out", "sum.jsonl"], "positions"),
        (["sum", "--seed", "x", "--out", "sum.jsonl"], "seed"),
        (["sum", "--positions", "1", "--out", "folder.jsonl"], "cannot be written"),
    ):
        with where(words):
            status, out, err = run(*words)
            assert (status, out) == (1, "")
            assert problem in err
    assert run("chess", "--out", "chess.jsonl")[0] == 2
