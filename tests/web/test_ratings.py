"""Ratings at a real server, from games that a browser keeps."""

from __future__ import annotations

from typing import Any

import httpx
from shape_support import conforms
from web_support import Seat, Served, new_token, until

from numduel.views.shapes.match import Problem
from numduel.views.shapes.ratings import Ratings
from numduel.views.shapes.study import ShownReview
from numduel.web.requests import MAX_KEPT_GAMES

LINE = "maze casual won 0=2/2 2=2/1.5"


def rate(served: Served, games: Any) -> httpx.Response:
    return served.client.post("/ratings", json={"games": games})


def kept(number: int, line: str = LINE) -> list[dict[str, Any]]:
    return [{"line": line, "at": 1_794_900_000 + 600 * index} for index in range(number)]


def test_rating_follows_from_kept_games(served: Served) -> None:
    nothing = conforms(rate(served, []).json(), Ratings)
    assert nothing["ratings"] == []
    assert nothing["none"].startswith("No ratings yet.")
    answer = conforms(rate(served, kept(12)).json(), Ratings)
    assert answer["none"] == ""
    [found] = answer["ratings"]
    assert (found["game"], found["games"], found["decisions"]) == ("maze", 12, 48)
    assert found["low"] < found["value"] < found["high"]
    assert len(found["points"]) == 12
    first, last = found["points"][0], found["points"][-1]
    assert last["high"] - last["low"] < first["high"] - first["low"]
    assert found["suggestion"]["text"].startswith("You beat Casual 10 of 10: try ")
    assert found["suggestion"]["text"] in found["after"]
    assert found["results"] == [
        {
            "id": "casual",
            "name": "Casual",
            "won": 12,
            "drawn": 0,
            "lost": 0,
            "text": "12 won, 0 lost",
        }
    ]
    assert [one["value"] for one in found["opponents"]] == sorted(
        one["value"] for one in found["opponents"]
    )


def test_games_are_sorted_by_time(served: Served) -> None:
    games = [*kept(6, "maze casual won 0=2/2"), *kept(1, "maze perfect lost 0=2/0")]
    games[-1]["at"] += 10_000
    assert rate(served, games).json() == rate(served, games[::-1]).json()


def test_results_are_by_opponent_weakest_first(served: Served) -> None:
    lines = ["maze perfect lost", "maze my-bot won", "maze beginner won", "maze beginner drawn"]
    [found] = rate(served, [kept(1, f"{line} 0=1/1")[0] for line in lines]).json()["ratings"]
    assert [(one["name"], one["text"]) for one in found["results"]] == [
        ("Beginner", "1 won, 1 drawn, 0 lost"),
        ("Perfect", "0 won, 1 lost"),
        ("my-bot", "1 won, 0 lost"),
    ]


def test_requests_are_limited(served: Served) -> None:
    full = rate(served, kept(MAX_KEPT_GAMES, f"maze {'x' * 24} won" + " 7=999/998.55" * 8))
    assert full.status_code == 200, full.text
    wrong: list[Any] = [
        kept(MAX_KEPT_GAMES + 1),
        kept(1, "maze casual won" + " 0=1/1" * 50),
        [{"line": LINE}],
        [{"line": LINE, "at": -1}],
        [{"line": LINE, "at": 1, "more": 1}],
        {"line": LINE},
    ]
    for games in wrong:
        answer = rate(served, games)
        assert answer.status_code in (400, 413, 422), games
        conforms(answer.json(), Problem)


def test_damaged_lines_and_unknown_games_are_left_out(served: Served) -> None:
    """A browser may keep lines of another version, or from an imported file."""
    lines = ["chess casual won 0=1/1", "maze casual won 0=1/2", "maze casual won 9=1/1"]
    lines += ["", "maze", "maze casual cheated", "maze casual won 0=2/", "maze casual won 0=1/nan"]
    assert rate(served, [kept(1, line)[0] for line in lines]).json()["ratings"] == []
    [found] = rate(served, [kept(1, line)[0] for line in (*lines, LINE)]).json()["ratings"]
    assert found["games"] == 1


def test_review_gives_the_line_to_keep(served: Served) -> None:
    seat = served.create("maze", "beginner", seat=1, seed=3)
    while until(lambda: _my_turn(seat)) != "over":
        seat.does("move", seat.view["status"]["moves"][0])
    seen = conforms(_review(seat), ShownReview)["rating"]
    assert seen["line"].startswith("maze beginner ")
    assert rate(served, kept(1, seen["line"])).json()["ratings"][0]["game"] == "maze"


def _my_turn(seat: Seat) -> str | None:
    """Return "turn" if Player 1 moves, "over" at the end, None while the level thinks."""
    status = seat.look()["status"]
    return None if status.get("player") == 2 and status["kind"] != "over" else status["kind"]


def _review(seat: Seat) -> Any:
    path = f"/matches/{seat.id}/review"
    return seat.client.get(path, headers=seat.headers).json()


def test_review_explains_why_a_game_does_not_count(served: Served) -> None:
    helped = served.create("sum", "beginner", seat=1)
    helped.client.get(f"/matches/{helped.id}/hint", headers=helped.headers)
    helped.does("resign")
    assert "hints" in _review(helped)["rating"]["why"]
    friends = served.create("sum", "here", seat=1)
    friends.does("resign")
    assert "friend" in _review(friends)["rating"]["why"]


def test_game_that_continues_from_another_does_not_count(served: Served) -> None:
    seat = served.create("sum", "here", seat=1)
    seat.does("move", "9")
    token = new_token()
    body = {"ply": 1, "opponent": "casual", "seat": 2, "token": token}
    made = seat.client.post(f"/matches/{seat.id}/branch", json=body, headers=seat.headers).json()
    branch = Seat(served, token, made["view"]["id"])
    branch.look()
    branch.does("resign")
    seen = _review(branch)["rating"]
    assert seen["line"] is None
    assert "another game" in seen["why"]
