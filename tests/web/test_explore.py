"""The explorer: values, walks, chance, broken links, and how common boards are."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from shape_support import conforms
from web_support import Served

import numduel
from duel_support import where
from numduel.views.explorer_text import census_of
from numduel.views.shapes.study import Exploration

BOARD = "4 3 8/9 5 1/2 7 6"


@pytest.fixture
def client(served: Served) -> httpx.Client:
    return served.client


def explore(client: httpx.Client, game: str, **more: Any) -> dict[str, Any]:
    answer = client.post("/explore", json={"game": game, **more})
    assert answer.status_code == 200, answer.text
    data: dict[str, Any] = answer.json()
    conforms(data, Exploration)
    return data


def test_every_move_has_its_exact_value(client: httpx.Client) -> None:
    found = explore(client, "maze", board=BOARD, moves=["0,0", "2,0"])
    match = numduel.Match.replay(numduel.new("maze", board=BOARD), ["0,0", "2,0"])
    report = numduel.analyse(match)
    assert [choice["move"] for choice in found["choices"]] == list(report.moves)
    for choice in found["choices"]:
        assert choice["value"]["sign"] == report.moves[choice["move"]].sign
    assert found["standing"] == "Player 1 wins in 3 turns with best play."


def test_best_line_leads_to_the_end_of_every_game(client: httpx.Client) -> None:
    for game in ("maze", "sum", "run"):
        with where(game):
            start = explore(client, game)
            board = start["position"]["game"]["board"] or ""
            end = explore(client, game, board=board, moves=start["line"])
            assert end["position"]["status"]["kind"] == "over"
            assert end["choices"] == []
            assert end["standing"]


def test_reader_chooses_what_chance_reveals(client: httpx.Client) -> None:
    found = explore(client, "quest", moves=["1,1"])
    assert found["pending"] == "1,1"
    assert [choice["odds"] for choice in found["choices"]] == ["1/9 (11.1%)"] * 9
    after = explore(client, "quest", moves=["1,1", "9"])
    assert after["position"]["game"]["board"] == "9 ? ?/? ? ?/? ? ?"


def test_end_of_a_hidden_game_reveals_no_other_number(client: httpx.Client) -> None:
    moves = ["1,1", "9", "1,2", "8", "1,3", "7"]
    found = explore(client, "quest", moves=moves, board="1 2 3/4 5 6/7 8 9")
    assert found["moves"] == moves
    assert found["position"]["status"]["kind"] == "over"
    assert found["position"]["game"]["board"] == "9 8 7/? ? ?/? ? ?"
    labels = [tile["label"] for row in found["position"]["picture"]["rows"] for tile in row]
    assert labels == ["9", "8", "7", *[""] * 6]


def test_broken_link_shows_its_legal_part(client: httpx.Client) -> None:
    found = explore(client, "maze", board=BOARD, moves=["0,0", "1,1", "2,0"])
    assert found["moves"] == ["0,0"]
    assert "not an edge cell" in found["problem"]
    assert "not an edge cell" in found["refusals"]["1,1"]


def test_outcome_that_is_gone_ends_the_walk(client: httpx.Client) -> None:
    found = explore(client, "quest", moves=["1,1", "9", "1,2", "9"])
    assert found["moves"] == ["1,1", "9", "1,2"]
    assert "Choose one of 1, 2," in found["problem"]


@pytest.mark.parametrize("body", [{"game": "chess"}, {"game": "maze", "board": "1 1/1 1"}])
def test_impossible_setup_is_refused_with_a_sentence(
    client: httpx.Client, body: dict[str, Any]
) -> None:
    answer = client.post("/explore", json=body)
    assert answer.status_code in (400, 404, 422)
    assert answer.json()["detail"].endswith(".")


def test_fair_board_is_dealt(client: httpx.Client) -> None:
    assert explore(client, "maze", board="fair")["position"]["game"]["board"]


def test_census_marks_the_class_of_the_board(client: httpx.Client) -> None:
    census = explore(client, "maze", board=BOARD)["census"]
    assert census["words"].endswith("on 18.69% of all boards (67,832 of 362,880).")
    assert [c["name"] for c in census["classes"] if c["is_here"]] == ["Player 1 wins in 5 turns"]
    assert explore(client, "maze", board=BOARD, options={"target": 20})["census"] is None


def test_lost_board_before_the_first_move_has_a_class(client: httpx.Client) -> None:
    board = "4 1 1 1/1 1 1 1/1 1 1 1/1 1 1 1"
    census = explore(client, "race", board=board)["census"]
    assert census["words"].startswith("Player 2 wins before the first move on 25.00%")


@pytest.mark.parametrize(
    ("title", "boards"), [("Number Maze", 362_880), ("Number Maze Race", 4**16)]
)
def test_classes_hold_all_boards(title: str, boards: int) -> None:
    assert sum(each.boards for each in census_of(title)) == boards


def test_chance_before_the_first_move_stays_open(client: httpx.Client) -> None:
    found = explore(client, "toss")
    assert [fact["value"] for fact in found["position"]["picture"]["facts"]] == [0, 0, 0]
    assert found["choices"][0]["odds"] == "1/6 (16.7%)"
    assert found["moves"] == []
