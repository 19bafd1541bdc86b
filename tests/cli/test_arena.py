"""`numduel arena`: reproducible files, and everything that reads them."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import chdir, redirect_stderr, redirect_stdout
from html.parser import HTMLParser
from pathlib import Path

import pytest
from bot_support import Bots
from jsonschema import Draft202012Validator
from schema_support import check
from terminal import COMMAND, TIMEOUT_S, Ran

from duel_support import with_more_games
from numduel.arena.tournament import Entry, Tournament
from numduel.cli.long_work import file_times
from numduel.cli.main import main
from numduel.games import find
from running import run_program

DOCS = Path(__file__).parents[2] / "docs"

WORDS = ["arena", "--players", "casual,random", "--games", "maze,race", "--boards", "6"]

pytestmark = pytest.mark.usefixtures("home")


def start(words: list[str], folder: Path) -> Ran:
    """Run the program in its own process."""
    done = run_program([*COMMAND, *words], cwd=folder)
    return Ran(done.returncode, done.stdout, done.stderr)


def run(words: list[str], folder: Path) -> Ran:
    """Run the program in this process, which is faster."""
    out, err = io.StringIO(), io.StringIO()
    with chdir(folder), redirect_stdout(out), redirect_stderr(err):
        status = main(words)
    return Ran(status, out.getvalue(), err.getvalue())


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a finished tournament."""
    folder = tmp_path_factory.mktemp("arena")
    words = [*WORDS, "--html", "arena.html", "--csv", "arena.csv", "--json", "--processes", "1"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NUMDUEL_HOME", str(folder / "home"))
        ran = run(words, folder)
    assert ran.status == 0, ran.err
    (folder / "arena.json").write_text(ran.out)
    return folder


def test_arena_file_is_the_same_for_any_number_of_processes(played: Path, tmp_path: Path) -> None:
    ran = start([*WORDS, "--processes", "3", "--out", "other.jsonl"], tmp_path)
    assert ran.status == 0, ran.err
    assert (tmp_path / "other.jsonl").read_bytes() == (played / "arena.jsonl").read_bytes()
    other = run([*WORDS, "--seed", "8", "--out", "seed.jsonl", "--processes", "1"], tmp_path)
    assert other.status == 0, other.err
    assert (tmp_path / "seed.jsonl").read_bytes() != (played / "arena.jsonl").read_bytes()


def test_arena_resumes_after_ctrl_c(home: Path, tmp_path: Path) -> None:
    words = [*WORDS[:-1], "20", "--processes", "1"]
    clean = run([*words, "--out", "clean.jsonl"], tmp_path)
    assert clean.status == 0, clean.err
    program = subprocess.Popen([*COMMAND, *words], cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    until = time.monotonic() + TIMEOUT_S
    while not list((home.parent / "arena").glob("*.json")) and program.poll() is None:
        assert time.monotonic() < until
        time.sleep(0.001)
    program.send_signal(signal.SIGINT)
    _, told = program.communicate(timeout=TIMEOUT_S)
    assert program.returncode == 130, told
    assert "Run the same command to continue." in told
    assert not (tmp_path / "arena.jsonl").exists()
    again = run(words, tmp_path)
    assert again.status == 0
    assert re.match(r"Resuming: [1-9]\d* of 40 pieces are already done\.", again.err)
    assert (tmp_path / "arena.jsonl").read_bytes() == (tmp_path / "clean.jsonl").read_bytes()


HANGS = "open({starts!r}, 'a').write('started\\n')\ntime.sleep(600)"
"""A bot that never answers, and counts its starts."""

LATE = "it did not answer within 0.3 seconds"


@pytest.mark.slow
def test_each_process_waits_once_for_a_hanging_program(
    bots: Bots, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("numduel.arena.matches.SECONDS", 0.3)
    starts = tmp_path / "starts"
    bot = bots.write(HANGS.format(starts=str(starts)))
    words = ["arena", "--players", f"random,{bot},casual", "--games", "sum,race", "--boards", "4"]
    written = set()
    for processes in (1, 2):
        starts.write_text("")
        out = tmp_path / f"{processes}.jsonl"
        ran = run([*words, "--processes", f"{processes}", "--out", str(out)], tmp_path)
        assert ran.status == 0, ran.err
        assert len(starts.read_text().splitlines()) <= processes
        lines = [json.loads(line) for line in out.read_text().splitlines()]
        faults = [line["fault"] for line in lines if bot in (line["player1"], line["player2"])]
        assert faults == [LATE] + [f"in an earlier match {LATE}"] * 31
        assert all(line["fault"] is None for line in lines if line["fault"] not in faults)
        written.add(out.read_bytes())
    assert len(written) == 1


MOODY = """
greet()
while True:
    message = hear()
    if message["type"] == "over":
        break
    if {hanging!r} in json.dumps(message["view"]["game"]):
        time.sleep(600)
    say(type="move", move=message["moves"][0])
"""
"""A bot that plays the first legal move, but hangs on one board."""


@pytest.mark.long
def test_program_that_hangs_on_one_board_gives_the_same_file(
    bots: Bots, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("numduel.arena.matches.SECONDS", 5.0)
    board = Tournament(("a", "b"), (Entry("maze"),), boards=8).deal(0, 3).board
    bot = bots.write(MOODY.format(hanging=board))
    words = ["arena", "--players", f"random,{bot}", "--games", "maze", "--boards", "8"]
    for processes in (1, 2, 4):
        out = ["--processes", f"{processes}", "--out", f"{processes}.jsonl"]
        ran = run([*words, *out], tmp_path)
        assert ran.status == 0, ran.err
    lines = [json.loads(line) for line in (tmp_path / "1.jsonl").read_text().splitlines()]
    hung = [line["board"] for line in lines if line["fault"]]
    assert hung[0] == 3
    assert hung[1:] == [3, *(board for board in range(4, 9) for _ in range(2))]
    assert len({file.read_bytes() for file in tmp_path.glob("[124].jsonl")}) == 1


def test_changed_program_counts_as_another_player(tmp_path: Path) -> None:
    """Matches of the old program are not reused."""
    bot = tmp_path / "mybot.py"
    bot.touch()
    players = (f"program python3 {bot}", "random")
    before = file_times(players)
    assert file_times(players) == before
    os.utime(bot, ns=(0, 1))
    assert file_times(players) == [(str(bot), 1)] != before


def test_arena_shows_its_file_and_never_overwrites_others(played: Path, tmp_path: Path) -> None:
    held = (played / "arena.jsonl").read_bytes()
    (tmp_path / "arena.jsonl").write_bytes(held)
    ran = run(WORDS, tmp_path)
    assert ran.status == 0
    assert (
        ran.err == "arena.jsonl already holds this tournament. To play it again, use --out FILE.\n"
    )
    for change in (["--seed", "9"], ["--gauntlet", "--players", "random,casual"]):
        ran = run([*WORDS, *change], tmp_path)
        assert (ran.status, ran.out) == (1, "")
        assert "holds something else. Name another file with --out" in ran.err
    assert (tmp_path / "arena.jsonl").read_bytes() == held
    (tmp_path / "arena.jsonl").write_text("my diary\n")
    assert run(WORDS, tmp_path).status == 1
    assert (tmp_path / "arena.jsonl").read_text() == "my diary\n"


def test_arena_report_matches_the_tournament(played: Path) -> None:
    shown = json.loads((played / "arena.json").read_text())
    schema = json.loads((DOCS / "json-schema.json").read_text())
    for errors in Draft202012Validator({**schema, "$ref": "#/$defs/arena"}).iter_errors(shown):
        raise AssertionError(errors.message)
    again = run(["arena", "report", "arena.jsonl", "--json"], played)
    assert json.loads(again.out) == shown
    times = played / "arena.times.jsonl"
    assert len(times.read_text().splitlines()) == shown["matches"] == 24
    hidden = times.rename(played / "hidden")
    try:
        untimed = json.loads(run(["arena", "report", "arena.jsonl", "--json"], played).out)
        for odd in ("1e999", "NaN", "9" * 400):
            times.write_text(f'{{"seconds1": 1, "seconds2": {odd}}}\n' * 24)
            report = run(["arena", "report", "arena.jsonl", "--json"], played)
            assert json.loads(report.out) == untimed
    finally:
        hidden.rename(times)
    for row, other in zip(untimed["rows"], shown["rows"], strict=True):
        assert row.pop("seconds_a_move") is None
        assert other.pop("seconds_a_move")["value"] > 0
        assert row == other


def test_arena_prints_tables_and_writes_csv(played: Path, tmp_path: Path) -> None:
    table = run(["arena", "report", "arena.jsonl"], played).out
    for word in ("Number Maze:", "Number Maze Race:", "All games:", "Elo", "casual", "random"):
        assert word in table
    assert max(map(len, table.splitlines())) <= 80
    assert "fault, in" not in table
    first, *others = (played / "arena.jsonl").read_text().splitlines(keepends=True)
    faulty = json.dumps({**json.loads(first), "ended": "forfeited", "fault": "it slept"})
    (tmp_path / "faulty.jsonl").write_text("".join([*others, f"{faulty}\n"]))
    table = run(["arena", "report", "faulty.jsonl"], tmp_path).out
    assert table.endswith("\nFirst fault, in match 1: it slept.\n")
    rows = list(csv.DictReader((played / "arena.csv").read_text().splitlines()))
    shown = json.loads((played / "arena.json").read_text())
    assert len(rows) == len(shown["rows"]) == 6
    for row, data in zip(rows, shown["rows"], strict=True):
        assert (row["player"], row["game"]) == (data["player"], data["game"])
        assert float(row["elo_low"]) == data["elo"]["low"]


def test_arena_matches_can_be_replayed_and_reviewed(played: Path) -> None:
    lines = [json.loads(line) for line in (played / "arena.jsonl").read_text().splitlines()]
    first = run(["replay", "arena.jsonl", "--json"], played)
    assert json.loads(first.out)["tags"]["Player1"] == lines[0]["player1"]
    assert first.err.startswith("This is match 1 of the file.")
    last = run(["review", "arena.jsonl", "--match", str(len(lines)), "--json"], played)
    found = json.loads(last.out)
    for number, player in enumerate(found["players"], 1):
        for name in ("moves", "decisions", "kept", "regret", "turns_lost"):
            assert player[name] == lines[-1][f"{name}{number}"]
    with open(played / "arena.jsonl") as file:
        piped = subprocess.run(
            [*COMMAND, "replay", "-", "--match", "2", "--json"],
            stdin=file,
            capture_output=True,
            text=True,
            timeout=TIMEOUT_S,
        )
    assert json.loads(piped.stdout)["tags"]["Player1"] == lines[1]["player1"]
    (played / "one.txt").write_text(lines[0]["record"])
    (played / "no.jsonl").write_text('{"record": 7}\n{"nothing": 1}\n{\n')
    for words, problem in (
        (["arena.jsonl", "--match", "25"], "has no match 25"),
        (["arena.jsonl", "--match", "0"], "match must be"),
        (["one.txt", "--match", "2"], "--match needs a file written by numduel arena"),
        (["no.jsonl"], "line 1"),
        (["no.jsonl", "--match", "2"], "line 2: this line has no record"),
        (["no.jsonl", "--match", "3"], "line 3: this line has no record"),
    ):
        ran = run(["replay", *words], played)
        assert ran.status == 1
        assert problem in ran.err


class Page(HTMLParser):
    """The tags and attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}


def test_arena_page_is_self_contained_and_safe(played: Path, tmp_path: Path) -> None:
    evil = "bot<script>alert(1)</script>\" onload='x'"
    lines = [json.loads(line) for line in (played / "arena.jsonl").read_text().splitlines()]
    for line in lines:
        for number in (1, 2):
            if line[f"player{number}"] == "random":
                line[f"player{number}"] = evil
        line["record"] = line["record"].replace('"random"', '"<b onload=x>random"')
    text = "".join(f"{json.dumps(line)}\n" for line in lines)
    (tmp_path / "evil.jsonl").write_text(text)
    ran = run(["arena", "report", "evil.jsonl", "--html", "evil.html"], tmp_path)
    assert ran.status == 0, ran.err
    assert ran.out.replace("\n", "").isprintable()
    for path in (played / "arena.html", tmp_path / "evil.html"):
        html = path.read_text()
        page = Page()
        page.feed(html)
        assert not {"script", "link", "img", "iframe", "object", "b"} & set(page.tags)
        assert not {"style", "src", "onload", "srcset"} & page.attributes
        assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|url\(|@import", html)
        assert "svg" in page.tags
        assert "Worst moves" in html
    assert "numduel replay --match" in (played / "arena.html").read_text()
    assert (tmp_path / "evil.html").read_text().replace("\n", "").isprintable()


def test_missing_cluster_packages_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    for words in (
        WORDS,
        ["census", "race"],
        ["exam", "random"],
        ["dataset", "sum", "--out", "sum.jsonl"],
    ):
        ran = run([*words, "--cluster", "local"], tmp_path)
        assert (ran.status, ran.out) == (1, "")
        assert ran.err.endswith("needs more packages. Run pip install 'numduel[cluster]'.\n")


def test_arena_refuses_wrong_arguments(tmp_path: Path) -> None:
    for words, problem in (
        ([], "name the players"),
        (["--players", "random"], "at least two players"),
        (["--players", "random,perfekt"], "'perfekt' isn't a player"),
        (["--players", "random,casual", "--games", "maze,nosuch"], "'nosuch' isn't a game"),
        (["--players", "random,casual", "--games", "sum", "--size", "4"], "option 'size'"),
        (["--players", "random,casual", "--boards", "0"], "boards"),
        (
            ["--players", "random,casual", "--out", "nowhere/a.jsonl"],
            "is in a folder that doesn't exist",
        ),
        (
            ["report", "arena.jsonl", "--html", "nowhere/a.html"],
            "is in a folder that doesn't exist",
        ),
        (["report"], "report FILE"),
        (["report", "nothing.jsonl"], "'nothing.jsonl' cannot be read"),
        (["print", "arena.jsonl"], "report FILE"),
    ):
        ran = run(["arena", *words], tmp_path)
        assert (ran.status, ran.out) == (1, "")
        assert problem in ran.err
    assert os.listdir(tmp_path) in ([], ["home"])


# ---- draws


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a finished tournament that has draws."""
    folder = tmp_path_factory.mktemp("drawn")
    words = ["arena", "--players", "perfect,casual,random", "--games", "threes,toss", "--boards"]
    with pytest.MonkeyPatch.context() as patch, with_more_games():
        patch.setenv("NUMDUEL_HOME", str(folder / "home"))
        ran = run([*words, "3", "--columns", "3", "--processes", "1"], folder)
    assert ran.status == 0, ran.err
    (folder / "arena.txt").write_text(ran.out)
    return folder


def test_arena_tables_and_page_show_draws(drawn: Path) -> None:
    with with_more_games():
        ran = run(["arena", "report", "arena.jsonl", "--html", "a.html", "--csv", "a.csv"], drawn)
    assert ran.out == (drawn / "arena.txt").read_text()
    heads = re.findall(r"^ +matches +won +drawn +lost +unfinished +faults", ran.out, re.M)
    assert len(heads) == 3  # both games, and all games
    page = (drawn / "a.html").read_text()
    assert '<th scope="col">won</th><th scope="col">drawn</th><th scope="col">lost</th>' in page
    assert re.search(r">\d+ : \d+, \d+ drawn<", page)
    assert "<dt>draw rate</dt>" in page
    rows = list(csv.DictReader(io.StringIO((drawn / "a.csv").read_text())))
    assert sum(int(row["drawn"]) for row in rows) > 0
    for row in rows:
        won, draws, lost = (int(row[name]) for name in ("won", "drawn", "lost"))
        assert float(row["win_rate"]) == pytest.approx(
            (won + draws / 2) / (won + draws + lost), abs=1e-6
        )
        assert float(row["draw_rate"]) == pytest.approx(draws / (won + draws + lost), abs=1e-6)


def test_arena_json_with_draws_matches_the_schema(drawn: Path) -> None:
    with with_more_games():
        ran = run(["arena", "report", "arena.jsonl", "--json"], drawn)
    data = json.loads(ran.out)
    check(data, "arena")
    assert sum(row["drawn"] for row in data["pairs"]) > 0


def test_arena_hides_draws_in_games_without_them(played: Path) -> None:
    assert "draw rate" not in (played / "arena.html").read_text()
    assert "drawn" not in run(["arena", "report", "arena.jsonl"], played).out


def test_arena_reports_an_undeclared_draw(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with with_more_games():
        monkeypatch.setattr(find("toss"), "has_draws", False)
        words = ["arena", "--players", "random,beginner", "--games", "toss", "--boards", "20"]
        ran = run([*words, "--processes", "1"], tmp_path)
    assert (ran.status, ran.out) == (1, "")
    undeclared = "Toss ended without a winner, but the class does not declare has_draws = True"
    assert ran.err.splitlines()[-1] == f"numduel: {undeclared}."
