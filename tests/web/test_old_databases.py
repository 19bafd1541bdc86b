"""Databases of earlier versions can be opened, and their matches continued."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import psycopg
import pytest
from databases import Postgres
from web_support import Seat, Served

OLD = Path(__file__).parents[1] / "fixtures" / "2026-11"


@pytest.fixture(params=("sqlite", "postgres"))
def old_database(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str]:
    """Return the kind of a database, and the path or URL of a copy."""
    if request.param == "sqlite":
        shutil.copy(OLD / "matches.sqlite", tmp_path)
        return "sqlite", str(tmp_path / "matches.sqlite")
    server: Postgres = request.getfixturevalue("postgres_server")
    url = server.new()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute((OLD / "matches-postgres.sql").read_bytes())
    return "postgres", url


@pytest.mark.slow
def test_old_matches_look_the_same_and_can_be_continued(old_database: tuple[str, str]) -> None:
    kind, database = old_database
    matches = json.loads((OLD / f"matches-{kind}.json").read_text(encoding="utf-8"))
    continued = 0
    with Served(database) as served:
        for match in matches:
            for token, expected in zip(match["tokens"], match["seen"], strict=True):
                seat = Seat(served, token, match["id"])
                seat.look()
                assert seat.you == expected["you"], match["what"]
                _check_view(seat.view, expected["view"], match["what"])
            for number, record in enumerate(match["records"], 1):
                path = f"/matches/{match['id']}/record"
                shown = served.client.get(path, params={"round": number}).text
                assert _without_default_names(shown) == _without_default_names(record)
            continued += _continue(served, match)
    assert continued >= 10


def _without_default_names(record: str) -> str:
    """Return a record without the names of people who gave none, which were "human" before."""
    return re.sub(r'(\[Player[12] )"(human|Player)( [AB])?"', r"\1", record)


def _check_view(view: dict[str, Any], expected: dict[str, Any], what: str) -> None:
    names = [player["name"] for player in view["players"]]
    assert view["status"].pop("draw") is False  # new since then
    found = {**{key: view.get(key) for key in expected}, "names": names}
    for key, value in expected.items():
        assert found[key] == value, (what, key)


def _continue(served: Served, match: dict[str, Any]) -> bool:
    """Make a move for a player who is to move; return whether there was one."""
    for token in match["tokens"]:
        seat = Seat(served, token, match["id"])
        view = seat.look()
        status = view["status"]
        if status["kind"] == "turn" and status["player"] in seat.you:
            return bool(seat.does("move", status["moves"][0])["seq"] > view["seq"])
    return False
