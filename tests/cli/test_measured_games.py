"""`numduel game report`, `game tune` and `game vectors`."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from schema_support import check
from terminal import Ran

from duel_support import with_more_games
from numduel.cli.main import main
from numduel.workshop.tuning import Tuning

CHOMP = str(Path(__file__).parents[2] / "examples" / "games" / "chomp.py")

CONTRACT = {
    *("game", "options", "solved", "first_player_worth", "turns", "plies", "branching", "forced"),
    *("decisions", "decisions_per_game", "lead_changes", "comebacks", "draws", "endings"),
    *("dead_reasons", "ladder"),
}


@pytest.fixture(autouse=True)
def more_games(home: object) -> Iterator[None]:
    with with_more_games():
        yield


def run(*words: str) -> Ran:
    out, err = io.StringIO(), io.StringIO()
    with patch("sys.stdin", io.StringIO()), redirect_stdout(out), redirect_stderr(err):
        status = main(["game", *words])
    return Ran(status, out.getvalue(), err.getvalue())


class Page(HTMLParser):
    """The tags and texts of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def test_report_of_a_file_has_the_keys_of_the_contract() -> None:
    ran = run("report", CHOMP, "--rows", "2", "--games", "6", "--seed", "4", "--json")
    assert (ran.status, ran.err) == (0, "")
    data = json.loads(ran.out)
    check(data, "game_report")
    assert set(data) >= CONTRACT
    assert (data["game"], data["options"]) == ("chomp", {"rows": 2, "columns": 4})
    assert (data["solved"], data["first_player_worth"]) == (True, 1.0)
    assert data["endings"] == {"poison": 1.0}
    for rung in data["ladder"]:
        assert set(rung) >= {"stronger", "weaker", "won", "games", "low", "high"}
    assert [rung["weaker"] for rung in data["ladder"]] == [
        "expert",
        "skilled",
        "casual",
        "beginner",
    ]
    assert run("report", CHOMP, "--rows", "2", "--games", "6", "--seed", "4", "--json") == ran


def test_report_prints_the_verdict_the_figures_and_positions(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    ran = run("report", "race", "--games", "8", "--html", str(path))
    assert (ran.status, ran.err) == (0, f"Wrote {path}.\n")
    assert ran.out.startswith("Number Maze Race: size 4, highest 4\n")
    for part in ("- With perfect play", "choices that matter", "expert over skilled", "stuck"):
        assert part in ran.out
    assert "Longest forced win" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80
    page = Page(path.read_text())
    assert {"script", "link", "img", "iframe"}.isdisjoint(page.tags)
    assert "http" not in path.read_text().replace("http://www.w3.org/2000/svg", "")
    assert page.tags.count("svg") >= 5
    assert "prefers-color-scheme: dark" in path.read_text()
    for sentence in ("With perfect play Player 1", "Longest forced win"):
        assert sentence in page.text


def test_report_shows_draws_and_chance(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    drawn = run("report", "pick15", "--games", "4", "--html", str(path))
    assert "With perfect play the game is a draw." in drawn.out
    assert "draw" in Page(path.read_text()).text
    lucky = run("report", "toss", "--games", "4", "--html", str(path))
    assert "With perfect play Player 1 scores 47.7% of the games." in lucky.out
    assert lucky.status == 0


def test_texts_of_a_game_are_escaped(tmp_path: Path) -> None:
    text = Path(CHOMP).read_text()
    text = text.replace('title = "Chomp"', 'title = "<b>Chomp</b>"').replace('"chomp"', '"chomp_b"')
    file, page = tmp_path / "bold.py", tmp_path / "page.html"
    file.write_text(text)
    assert run("report", str(file), "--games", "2", "--html", str(page)).status == 0
    assert "<b>" not in page.read_text()
    assert "&lt;b&gt;Chomp&lt;/b&gt;" in page.read_text()
    words = ("tune", str(file), "--vary", "rows=2..3", "--games", "2", "--processes", "1")
    assert run(*words, "--html", str(page)).status == 0
    assert "<b>" not in page.read_text()


def test_interrupted_report_says_so() -> None:
    with patch("numduel.workshop.measuring.measure_play", side_effect=KeyboardInterrupt):
        few = run("report", "sum", "--games", "2", "--target", "9")
        many = run("report", "sum", "--games", "20", "--target", "9")
    assert (few.status, few.out, few.err) == (130, "", "Stopped without a report.\n")
    fewer = "Fewer games take less time: --games 4."
    assert (many.status, many.err) == (130, f"Stopped without a report. {fewer}\n")


# ---- tune


def test_tune_ranks_variants_and_draws_the_landscape(tmp_path: Path) -> None:
    path = tmp_path / "tune.html"
    words = ("tune", CHOMP, "--vary", "rows=1..2", "--vary", "columns=2..4", "--games", "8")
    ran = run(*words, "--processes", "2", "--html", str(path))
    assert (ran.status, ran.err) == (0, f"Wrote {path}.\n")
    assert ran.out.startswith("Chomp: 6 variants, 8 games each, seed 0\n")
    assert ran.out.count("★") == 1
    assert "rows ↓" in ran.out
    page = Page(path.read_text())
    assert "script" not in page.tags
    assert page.text.count("rows 2, columns 4") == 1
    told = run(*words, "--processes", "1", "--json")
    data = json.loads(told.out)
    check(data, "game_tune")
    scores = [one["score"] for one in data["variants"]]
    assert scores == sorted(scores, reverse=True)
    assert data["varied"] == {"rows": [1, 2], "columns": [2, 3, 4]}
    assert f"rows {data['variants'][0]['options']['rows']}" in ran.out.splitlines()[3]


def test_tune_with_one_option_draws_bars() -> None:
    ran = run("tune", "sum", "--vary", "target=9..12", "--games", "6", "--processes", "1")
    assert ran.status == 0
    assert "█" in ran.out.split("target  score")[1]
    assert "Best: numduel play sum --target" in ran.out


def test_impossible_variants_are_named() -> None:
    words = ("tune", "maze", "--starts", "random", "--vary", "target=1,15")
    ran = run(*words, "--games", "2", "--processes", "1", "--json")
    variants = json.loads(ran.out)["variants"]
    assert [one["options"]["target"] for one in variants] == [15, 1]
    assert variants[0]["problem"] is None
    assert variants[1]["problem"]
    assert variants[1]["score"] is None


def test_tune_resumes_after_an_interruption() -> None:
    words = ("tune", CHOMP, "--vary", "columns=2..4", "--games", "4", "--processes", "1")
    measure, calls = Tuning.measure, []

    def interrupted(self: Tuning, varied: Any) -> Any:
        calls.append(varied)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return measure(self, varied)

    with patch.object(Tuning, "measure", interrupted):
        stopped = run(*words)
    assert (stopped.status, stopped.out) == (130, "")
    assert "2 of 3 pieces are done and saved" in stopped.err
    resumed = run(*words)
    assert resumed.err == "Resuming: 2 of 3 pieces are already done.\n"
    assert resumed.status == 0
    again = run(*words)
    assert (again.out, again.err) == (resumed.out, "")


def test_tune_starts_again_if_the_rules_have_changed(tmp_path: Path) -> None:
    file = tmp_path / "chomp.py"
    file.write_text(Path(CHOMP).read_text())
    words = ("tune", str(file), "--vary", "columns=2..3", "--games", "4", "--processes", "1")
    with patch.object(Tuning, "measure", side_effect=[{"problem": "first"}, KeyboardInterrupt]):
        assert run(*words).status == 130
    file.write_text(f"{Path(CHOMP).read_text()}\n# changed\n")
    ran = run(*words)
    assert (ran.status, ran.err) == (0, "")


def test_wrong_words_are_refused() -> None:
    assert run("tune", "sum").status == 2
    wrong = run("tune", "sum", "--vary", "goal=1..2")
    assert wrong.status == 1
    assert wrong.err == "numduel: Sum Battle has no option 'goal'. Choose target or highest.\n"
    assert run("report", "sum", "--games", "1").status == 1
    assert run("report", "sum", "--html", "/nowhere/report.html").status == 1
    missing = run("reprot", "sum")
    assert missing.status == 2
    assert "Did you mean report?" in missing.err


# ---- vectors


def test_vectors_are_written_as_lines(tmp_path: Path) -> None:
    path = tmp_path / "vectors.jsonl"
    ran = run("vectors", CHOMP, "--rows", "2", "--count", "20", "--out", str(path))
    assert (ran.status, ran.out) == (0, "")
    assert ran.err == "Wrote 20 vectors. Endings: poison.\n"
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert len(lines) == 20
    for line in lines:
        check(line, "game_vectors")
        assert line["options"] == {"rows": 2, "columns": 4}
        assert line["board"] is None
        assert (line["player"] is None) == (line["reason"] is not None)
    before = path.read_text()
    run("vectors", CHOMP, "--rows", "2", "--count", "20", "--seed", "0", "--out", str(path))
    assert path.read_text() == before
    ran = run("vectors", "quest", "--count", "10", "--out", str(path))
    assert ran.err.endswith("Not reached: closest.\n")
