"""`numduel submit` and `numduel leaderboard`."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest
from model_server import KEY, served
from schema_support import check
from submission_support import SEED, answer_by_position, change_json, numduel, run_quick

from numduel.exam.exams import commitment
from numduel.submission import manifest
from numduel.submission.protocol import Protocol

pytestmark = pytest.mark.slow

HOSTILE = "<script>alert(1)</script>&\"'"

SMALL = Protocol(has_public=False, questions=10, opponents=("beginner", "casual"), boards=1)
"""The protocol of these tests: as the real one, but fast."""

PRICE = "2.50,10"


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Yield a folder with archives of three players, one of them a model."""
    folder = tmp_path_factory.mktemp("archives")
    players = {"random": HOSTILE, "casual": "Casual", "model:m moves=yes temperature=0": "Model"}
    with pytest.MonkeyPatch.context() as patch, served(answer_by_position) as server:
        patch.setattr(manifest, "BENCH", SMALL)
        patch.setenv("NUMDUEL_HOME", str(folder / "home"))
        patch.setenv("NO_PROXY", "127.0.0.1")
        patch.setenv("OPENAI_API_KEY", KEY)
        patch.setenv("OPENAI_BASE_URL", server.url)
        for number, (player, name) in enumerate(players.items()):
            out = folder / str(number)
            ran = numduel("submit", "run", player, "--out", out, "--fresh", SEED, *ONE)
            assert ran.status == 0, ran.err
            assert ran.out == f"Finished. Next: numduel submit prepare {out}\n"
            ran = numduel("submit", "prepare", out, "--name", name, "--price", PRICE)
            assert ran.status == 0, ran.err + ran.out
        yield folder


ONE = ("--processes", "1")


@pytest.fixture
def small(archives: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of the archives, with their protocol, without an endpoint."""
    monkeypatch.setattr(manifest, "BENCH", SMALL)
    monkeypatch.setenv("NUMDUEL_HOME", str(archives / "home"))
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    return archives


def test_run_prepare_and_verify_agree(small: Path) -> None:
    paths = [small / "0", small / "0.zip", small / "1.zip", small / "2.zip"]
    ran = numduel("submit", "verify", *paths)
    assert ran.status == 0, ran.out
    assert ran.out.splitlines()[2] == f"{small / '1.zip'}: verified, Casual."
    ran = numduel("submit", "verify", *paths, "--json")
    found = json.loads(ran.out)
    check(found, "submit_verify")
    assert all(one["verified"] for one in found["submissions"])
    check(json.loads((small / "2" / "submission.json").read_text()), "submission")
    before = (small / "1.zip").read_bytes()
    assert numduel("submit", "prepare", small / "1", "--name", "Casual", "--price", PRICE).out
    assert (small / "1.zip").read_bytes() == before


def test_verify_prints_a_sentence_for_each_problem(small: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad"
    bad.mkdir()
    for file in (small / "1").iterdir():
        (bad / file.name).write_bytes(file.read_bytes())
    for name in ("disguise.json", "fresh.json"):
        change_json(name, lambda data: data["skill"].update(value=1.0))(bad)
    ran = numduel("submit", "verify", bad, small / "0.zip")
    assert ran.status == 1
    changed = "was changed after it was packed: its SHA-256 isn't that of submission.json."
    assert ran.out.splitlines()[:2] == [
        f"{bad}: disguise.json {changed}",
        f"{bad}: fresh.json {changed}",
    ]
    ran = numduel("submit", "prepare", bad)  # signs it, but doesn't pack it
    assert ran.status == 1
    assert "skill.value is 1.0, but it should be" in ran.out
    assert not (tmp_path / "bad.zip").exists()


def test_run_resumes_only_the_same_run(small: Path) -> None:
    words = ("submit", "run", "casual", "--out", small / "1", *ONE)
    ran = numduel(*words)  # the seed of the folder
    assert ran.status == 0, ran.err
    for more in (("--fresh", "elm"), ("--quick",)):
        ran = numduel(*words, *more)
        assert ran.status == 1
        assert "holds another run. Name another folder." in ran.err
    ran = numduel("submit", "run", "casual", "--out", small, *ONE)
    assert "isn't empty. Name another folder." in ran.err


def test_players_outside_the_protocol_are_refused(home: Path, tmp_path: Path) -> None:
    for player, problem in {
        "model:m chat=yes": "numduel-bench allows only the prompts open and listed",
        "human": "'human' isn't a program",
        "hal": "'hal' isn't a program",
    }.items():
        ran = numduel("submit", "run", player, "--out", tmp_path / "out", *ONE)
        assert ran.status == 1
        assert problem in ran.err
        assert not (tmp_path / "out").exists()
    ran = numduel("submit", "prepare", tmp_path / "missing")
    assert "isn't the folder of a run" in ran.err


def test_quick_trial_is_marked_and_not_shown(home: Path, tmp_path: Path) -> None:
    folder = run_quick("random", tmp_path / "quick")
    ran = numduel("submit", "prepare", folder)
    assert ran.status == 0
    assert "It is a quick trial, which can't be published." in ran.out + ran.err
    ran = numduel("leaderboard", folder, *ONE, "--html", tmp_path / "page.html")
    assert ran.status == 1
    assert "it is a quick trial, which no leaderboard shows." in ran.out + ran.err


def test_leaderboard_ranks_verified_entries(small: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.zip").write_bytes((small / "0.zip").read_bytes() + b"x")
    paths = [small / "0.zip", small / "1.zip", small / "2.zip", tmp_path / "bad.zip"]
    words = ("leaderboard", *paths, *ONE, "--announced", commitment(SEED), "--json")
    words += ("--html", str(tmp_path / "page.html"))
    ran = numduel(*words)
    assert ran.status == 0, ran.err
    found = json.loads(ran.out)
    check(found, "leaderboard")
    entries = {entry["name"]: entry for entry in found["entries"]}
    assert [entry["rank"] for entry in found["entries"]] == [1, 2, 3]
    skills = [entry["skill"]["value"] for entry in found["entries"]]
    assert skills == sorted(skills, reverse=True)
    assert entries["Casual"]["gap"]["value"] == 0
    assert entries["Casual"]["checked"] == "played again"
    model = entries["Model"]
    assert model["checked"] == "transcript"
    assert model["prompt"] == {"name": "listed", "version": 1, "settings": {"temperature": 0.0}}
    assert model["tokens_in"] == 100 * model["calls"] > 2000
    assert model["cost"]["each"] == pytest.approx((100 * 2.5 + 10 * 10) / 1e6)
    assert all(entry["announced"] for entry in found["entries"])
    assert [one["path"] for one in found["refused"]] == [str(tmp_path / "bad.zip")]
    assert "isn't a commitment" in numduel(*words, "--announced", "oak").err


class Page(HTMLParser):
    """The tags of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def test_page_is_self_contained_and_escapes_names(small: Path, tmp_path: Path) -> None:
    html = tmp_path / "page.html"
    ran = numduel("leaderboard", *(small / f"{n}.zip" for n in range(3)), *ONE, "--html", html)
    assert ran.status == 0, ran.err
    assert "Casual" in ran.out
    text = html.read_text()
    tags = Page(text).tags
    ids = {about["id"] for _, about in tags if "id" in about}
    for tag, about in tags:
        assert tag not in ("link", "img", "iframe", "object", "base")
        assert "src" not in about
        assert not any(name.startswith("on") for name in about)
        if tag == "a":
            assert (about["href"] or "")[1:] in ids
    assert sum(tag == "script" for tag, _ in tags) == 1
    assert HOSTILE not in text
    script = text.partition("<script>")[2].partition("</script>")[0]
    digest = base64.b64encode(sha256(script.encode()).digest()).decode()
    policy = next(about["content"] for tag, about in tags if "http-equiv" in about)
    assert policy == (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    )
    assert not re.search(r"url\(|@import|https?://(?!www\.w3\.org/)", text)
    assert "Skill and cost per question" in text
    assert text.count("<details") == 3
