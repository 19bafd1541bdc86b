"""Pictures before a match: boards of setups, a sample position of each game, QR codes."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from shape_support import conforms
from web_support import MORE_GAMES, Served

import numduel
from duel_support import where
from numduel.errors import capitalise
from numduel.views.level_text import describe_level
from numduel.views.shapes.match import Handicaps, SetupPreview, ShownPosition

BOARD = "4 3 8/9 5 1/2 7 6"


@pytest.fixture
def client(served: Served) -> httpx.Client:
    return served.client


def read_position(answer: httpx.Response) -> dict[str, Any]:
    assert answer.status_code == 200, answer.text
    data: dict[str, Any] = answer.json()
    conforms(data, SetupPreview)
    return data


def test_every_game_has_a_sample_position(client: httpx.Client) -> None:
    samples = client.get("/samples").json()["samples"]
    assert list(samples) == [*numduel.games(), *MORE_GAMES]
    for game, position in samples.items():
        with where(game):
            conforms(position, ShownPosition)
            assert position["status"]["kind"] == "turn"
            assert position["plies"]
    assert client.get("/samples").json()["samples"] == samples


def test_preview_shows_the_set_up(client: httpx.Client) -> None:
    for game in numduel.games():
        with where(game):
            seen = read_position(client.post("/preview", json={"game": game}))
            assert seen["status"]["kind"] == "turn"
            assert not seen["plies"]
    asked = {"game": "maze", "options": {"size": 4, "target": 20}, "board": "book"}
    seen = read_position(client.post("/preview", json=asked))
    assert (seen["game"]["options"]["target"], len(seen["picture"]["rows"])) == (20, 4)
    seen = read_position(client.post("/preview", json={"game": "maze", "board": BOARD}))
    assert seen["game"]["board"] == BOARD


def test_preview_says_which_rules_have_no_ratings(client: httpx.Client) -> None:
    for game, options, reason in (
        ("maze", {}, ""),
        ("maze", {"size": 4}, "measured with the default rules."),
        ("quest", {}, "Luck alone decides this game"),
        ("quest", {"stand": True}, ""),
        (MORE_GAMES[0], {}, "opponents haven't been measured."),
    ):
        with where(game, options):
            seen = read_position(client.post("/preview", json={"game": game, "options": options}))
            assert reason in seen["unrated"]
            assert bool(reason) == bool(seen["unrated"])


def test_preview_explains_an_impossible_set_up(client: httpx.Client) -> None:
    for asked in (
        {"game": "chess"},
        {"game": "maze", "options": {"size": 99}},
        {"game": "maze", "board": "1 2/3"},
    ):
        with where(asked):
            answer = client.post("/preview", json=asked)
            assert (answer.status_code, answer.json()["code"]) == (422, "setup")
            assert answer.json()["detail"]


def test_qr_code_has_three_finder_patterns(client: httpx.Client) -> None:
    """The lower right corner has none, so that a scanner can tell which side is up."""
    rows = client.post("/qr", json={"text": "https://numduel.example/m/x#join=y"}).json()["rows"]
    assert {len(row) for row in rows} == {len(rows)}
    assert {*"".join(rows)} == {"0", "1"}
    pattern = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
    assert [row[:7] for row in rows[:7]] == pattern
    assert [row[-7:] for row in rows[:7]] == pattern
    assert [row[:7] for row in rows[-7:]] == pattern
    assert [row[-7:] for row in rows[-7:]] != pattern
    assert rows != client.post("/qr", json={"text": "another"}).json()["rows"]
    assert client.post("/qr", json={"text": ""}).status_code == 422
    assert client.post("/qr", json={"text": "\N{GAME DIE}" * 1000}).status_code == 422


def test_handicaps_are_fairer_rules_that_can_be_played(client: httpx.Client) -> None:
    asked = {"game": "maze", "options": {"size": 2}}
    found = client.post("/handicaps", json=asked).json()
    conforms(found, Handicaps)
    assert found["handicaps"]
    for each in found["handicaps"]:
        with where(each):
            assert each["words"][0].isupper()
            assert each["words"].endswith(".")
            assert each["options"] != asked["options"]
            read_position(client.post("/preview", json={**asked, "options": each["options"]}))
    answer = client.post("/handicaps", json={"game": "maze", "options": {"size": 99}})
    assert (answer.status_code, answer.json()["code"]) == (422, "setup")


def test_levels_have_the_notes_of_every_interface(client: httpx.Client) -> None:
    games = client.get("/games").json()
    expected = {level: capitalise(describe_level(level)) for level in games["levels"]}
    assert games["level_notes"] == expected
    assert expected["beginner"] == "Sees at most 1 turn ahead"
