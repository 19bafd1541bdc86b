"""What the page draws before a match: boards of set-ups, a position of each game, QR codes."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from shape_support import conforms
from web_support import MORE_GAMES, Served

import numduel
from duel_support import where
from numduel.views.shapes.match import ShownPosition

BOARD = "4 3 8/9 5 1/2 7 6"


@pytest.fixture
def client(served: Served) -> httpx.Client:
    return served.client


def looked_at(answer: httpx.Response) -> dict[str, Any]:
    assert answer.status_code == 200, answer.text
    data: dict[str, Any] = answer.json()
    conforms(data, ShownPosition)
    return data


def test_every_game_has_a_position_to_look_at(client: httpx.Client) -> None:
    samples = client.get("/samples").json()["samples"]
    assert list(samples) == [*numduel.games(), *MORE_GAMES]
    for game, position in samples.items():
        with where(game):
            conforms(position, ShownPosition)
            assert position["status"]["kind"] == "turn"
            assert position["plies"]
    assert client.get("/samples").json()["samples"] == samples


def test_a_set_up_is_shown_as_it_would_be_played(client: httpx.Client) -> None:
    for game in numduel.games():
        with where(game):
            seen = looked_at(client.post("/preview", json={"game": game}))
            assert seen["status"]["kind"] == "turn"
            assert not seen["plies"]
    asked = {"game": "maze", "options": {"size": 4, "target": 20}, "board": "book"}
    seen = looked_at(client.post("/preview", json=asked))
    assert (seen["game"]["options"]["target"], len(seen["picture"]["rows"])) == (20, 4)
    seen = looked_at(client.post("/preview", json={"game": "maze", "board": BOARD}))
    assert seen["game"]["board"] == BOARD


def test_a_set_up_that_cannot_be_is_refused_in_words(client: httpx.Client) -> None:
    for asked in (
        {"game": "chess"},
        {"game": "maze", "options": {"size": 99}},
        {"game": "maze", "board": "1 2/3"},
    ):
        with where(asked):
            answer = client.post("/preview", json=asked)
            assert (answer.status_code, answer.json()["code"]) == (422, "setup")
            assert answer.json()["detail"]


def test_a_text_becomes_a_square_with_three_eyes(client: httpx.Client) -> None:
    """The corner at the lower right is the one without an eye: so a reader knows what is up."""
    rows = client.post("/qr", json={"text": "https://numduel.example/m/x#join=y"}).json()["rows"]
    assert {len(row) for row in rows} == {len(rows)}
    assert {*"".join(rows)} == {"0", "1"}
    eye = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
    assert [row[:7] for row in rows[:7]] == eye
    assert [row[-7:] for row in rows[:7]] == eye
    assert [row[:7] for row in rows[-7:]] == eye
    assert [row[-7:] for row in rows[-7:]] != eye
    assert rows != client.post("/qr", json={"text": "another"}).json()["rows"]
    assert client.post("/qr", json={"text": ""}).status_code == 422
    assert client.post("/qr", json={"text": "\N{GAME DIE}" * 1000}).status_code == 422
