"""The page of trained agents: curves and tables."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import agents
import pytest

from duel_support import where

SVG = "{http://www.w3.org/2000/svg}"


def points(*regrets: float) -> list[dict[str, float]]:
    return [
        {"positions": 2048 * number**3, "seconds": 60.0 * number, "accuracy": 0.5, "regret": one}
        for number, one in enumerate(regrets)
    ]


CURVES = {"maze": points(0.6, 0.3, 0.1), "sum": points(0.68, 0.1, 0.0), "race": points(0.5, 0.0)}


def test_curves_are_labelled_with_name_and_last_regret() -> None:
    drawing = ElementTree.fromstring(agents.draw_curves(CURVES))
    lines = drawing.findall(f".//{SVG}polyline")
    assert len(lines) == len(CURVES)
    looks = {(line.get("stroke"), line.get("stroke-dasharray")) for line in lines}
    assert len({dashes for _, dashes in looks}) == len(CURVES), "colour isn't the only sign"
    texts = {text.text: float(text.get("y", 0)) for text in drawing.findall(f".//{SVG}text")}
    names = ["Number Maze 0.100", "Sum Battle 0.000", "Number Maze Race 0.000"]
    heights = sorted(texts[name] for name in names)
    assert heights[1] - heights[0] >= 15
    assert heights[2] - heights[1] >= 15
    title = drawing.findtext(f"{SVG}title") or ""
    assert "Sum Battle: 0.000 at the end" in title


def test_curves_stay_inside_the_picture() -> None:
    drawing = ElementTree.fromstring(agents.draw_curves(CURVES))
    _, _, width, height = map(float, drawing.get("viewBox", "").split())
    for line in drawing.findall(f".//{SVG}polyline"):
        for pair in line.get("points", "").split():
            x, y = map(float, pair.split(","))
            with where(pair):
                assert 0 <= x <= width
                assert 0 <= y <= height


def test_only_trained_games_have_curves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agents, "AGENTS", tmp_path)
    (tmp_path / "labels").mkdir()
    lines = "".join(f"{json.dumps(point)}\n" for point in CURVES["maze"])
    (tmp_path / "labels" / "maze.curve.jsonl").write_text(lines)
    found = agents.read_curves("labels", ["maze", "sum"])
    assert found == {"maze": CURVES["maze"]}
    assert agents.rows(found) == [["Number Maze", "16,384", "2.0 min", "50.0%", "0.1000"]]
