"""`numduel game new`: a file to start from."""

from __future__ import annotations

from pathlib import Path

import pytest

from numduel.cli.main import main

pytestmark = pytest.mark.usefixtures("home")


def test_new_file_is_never_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["game", "new", "river"]) == 0
    assert "numduel game check ./river.py" in capsys.readouterr().out
    Path("river.py").write_text("mine")
    for name in ("river", "river.py"):
        assert main(["game", "new", name]) == 1
        assert "exists already" in capsys.readouterr().err
    assert Path("river.py").read_text() == "mine"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["maze"], "there is a game maze already"),
        (["Big River"], "Big River"),
        (["river", "--out", "river.txt"], "must end in .py"),
        (["river", "--out", "missing/river.py"], "can't be written"),
    ],
)
def test_wrong_name_writes_no_file(
    words: list[str],
    problem: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["game", "new", *words]) == 1
    assert problem in capsys.readouterr().err
    assert not list(tmp_path.glob("*.*"))


def test_name_may_end_like_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["game", "new", "river.py"]) == 0
    assert [file.name for file in tmp_path.glob("*.py")] == ["river.py"]
