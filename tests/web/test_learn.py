"""Learning at a real server: rules, lessons, puzzles, facts, pictures and link titles."""

from __future__ import annotations

import json
import re
import struct
from datetime import date, timedelta
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest
from shape_support import conforms
from web_support import API, MORE_GAMES, Seat, Served, versus

import numduel
from duel_support import where
from numduel.learning import rulebook
from numduel.learning.lessons import lesson
from numduel.learning.markdown import strip_markup
from numduel.ratings.puzzle_rating import rate_tries
from numduel.storage.practice import PuzzleTry
from numduel.storage.streak import today
from numduel.views.puzzle_text import NONE_YET, describe_after_puzzle
from numduel.views.shapes.match import Problem
from numduel.views.shapes.ratings import PuzzleRatings
from numduel.views.shapes.study import (
    Facts,
    Help,
    Lesson,
    LessonList,
    Page,
    Puzzle,
    PuzzleMoveResult,
    Puzzles,
    Solution,
    Verdict,
)

GAMES = [*numduel.games(), *MORE_GAMES]
BOARD = "4 3 8/9 5 1/2 7 6"


@pytest.fixture
def client(served: Served) -> httpx.Client:
    return served.client


def code(answer: httpx.Response) -> str:
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    return str(conforms(answer.json(), Problem)["code"])


def text_of(blocks: list[dict[str, Any]]) -> str:
    """Return all text of a page, in order."""
    cells = [cell for block in blocks for row in block["rows"] for cell in row]
    return normalise(" ".join("".join(run["text"] for run in cell) for cell in cells))


def normalise(text: str) -> str:
    return re.sub(r"\s+", " ", text)


# ---- pages


def test_rules_of_every_game_are_complete_and_without_markup(client: httpx.Client) -> None:
    pages = {f"/rules/{game}": rulebook.page(game, is_numbered=True) for game in numduel.games()}
    for path, page in {**pages, "/rules": rulebook.every_game(is_numbered=True)}.items():
        with where(path):
            data = client.get(path).json()
            conforms(data, Page)
            said = text_of(data["blocks"])
            clauses = re.findall(r"\*\*([A-Z]\d+)\*\* ([^.]+\.)", page)
            assert len(clauses) > 5
            for number, clause in clauses:
                assert strip_markup(normalise(clause)) in said
                assert number not in said
            assert "**" not in said
    assert code(client.get("/rules/chess")) == "not_found"


def test_facts_match_the_document(client: httpx.Client) -> None:
    data = client.get("/facts").json()
    conforms(data, Facts)
    games = [section["game"] for section in data["sections"] if section["game"]]
    assert sorted(games) == sorted(numduel.games())
    said = "".join(text_of(section["blocks"]) for section in data["sections"])
    for fact in ("1039/2520", "169,408", "within 4n − 5 turns"):
        assert fact in said
    for words in (".svg)", "numduel census", "tests/"):
        assert words not in said


# ---- lessons


@pytest.mark.slow
def test_every_lesson_can_be_completed(client: httpx.Client) -> None:
    listed = conforms(client.get("/lessons").json(), LessonList)["lessons"]
    assert [entry["id"] for entry in listed if "-" not in entry["id"]] == GAMES
    assert {entry["game"] for entry in listed if "-" in entry["id"]} == set(numduel.games())
    for entry in listed:
        game = entry["id"]
        data = client.get(f"/lessons/{game}").json()
        conforms(data, Lesson)
        assert (len(data["steps"]), data["game"]) == (entry["steps"], entry["game"])
        for number, step in enumerate(data["steps"]):
            with where(game, number):
                assert step["position"]["status"]["kind"] == "turn"
                answers = f"/lessons/{game}/answers"
                done = client.post(answers, json={"step": number}).json()
                conforms(done, Verdict)
                assert done["outcome"] == "done"
                before, after = step["position"]["plies"], done["position"]["plies"]
                assert (after == before) == step["attempt"]
                wrong = client.post(answers, json={"step": number, "move": "nonsense"}).json()
                assert wrong["outcome"] == "refused"
                assert wrong["position"] == step["position"]
        over = {"step": len(data["steps"])}
        assert code(client.post(f"/lessons/{game}/answers", json=over)) == "invalid"
    for unknown in ("chess", "chess-strategy", "sum-tricks", "nim-strategy"):
        assert code(client.get(f"/lessons/{unknown}")) == "not_found"


def test_lesson_leads_to_the_next(client: httpx.Client) -> None:
    first = client.get("/lessons/sum").json()
    assert first["next"] == {"id": "sum-strategy", "name": "How to win"}
    assert first["gain"].endswith("Now you know the rules of Sum Battle.")
    second = client.get(f"/lessons/{first['next']['id']}").json()
    assert (second["title"], second["next"]) == ("How to win Sum Battle", None)
    assert second["gain"].endswith("Now you know the ideas that win Sum Battle.")
    assert client.get("/lessons/nim").json()["next"] is None


def test_lesson_does_not_reveal_its_hidden_board(client: httpx.Client) -> None:
    ids = ("quest", "quest-strategy")
    steps = [step for id in ids for step in lesson(id).steps]
    data = [step for id in ids for step in client.get(f"/lessons/{id}").json()["steps"]]
    for step, shown in zip(steps, data, strict=True):
        match = step.match()
        assert "record" not in shown
        board = re.findall(r'\[Board "([^"]+)"\]', step.record)
        assert all(text not in json.dumps(shown) for text in board if "?" not in text)
        labels = [tile["label"] for row in shown["position"]["picture"]["rows"] for tile in row]
        revealed = [ply.move for ply in match.plies if ply.player is None]
        assert sorted(filter(None, labels)) == sorted(revealed)


# ---- puzzles


def try_move(client: httpx.Client, id: str, made: list[str], move: str) -> dict[str, Any]:
    answer = client.post("/puzzles/tries", json={"puzzle": id, "made": made, "move": move})
    tried: dict[str, Any] = answer.json()
    conforms(tried, PuzzleMoveResult)
    return tried


@pytest.mark.slow
def test_daily_puzzle_is_checked_without_revealing_its_answer(client: httpx.Client) -> None:
    for day in (today(), "2026-03-04", "2026-03-05"):
        with where(day):
            puzzle = client.get("/puzzles/daily", params={"day": day}).json()
            conforms(puzzle, Puzzle)
            assert (puzzle["id"], puzzle["day"]) == (day, day)
            moves = puzzle["position"]["status"]["moves"]
            tries = {move: try_move(client, day, [], move) for move in moves}
            right = [move for move, tried in tries.items() if tried["is_right"]]
            assert len(right) == 1
            solution = client.post("/puzzles/solutions", json={"puzzle": day}).json()
            conforms(solution, Solution)
            assert solution["answer"] == right[0]
            for move in set(moves) - set(right):
                assert tries[move]["made"] == []
                if day != today():  # whose answer may also be a reply of the opponent
                    assert right[0] not in tries[move]["said"][0].split(" answers")[0]
                assert len(tries[move]["positions"]) > 1
            helped = client.post("/puzzles/helps", json={"puzzle": day, "made": [], "number": 0})
            conforms(helped.json(), Help)


def test_puzzle_hints_leave_out_a_distance_that_the_reader_sees(client: httpx.Client) -> None:
    def hints(**more: bool) -> list[str]:
        asked = ({"puzzle": "2026-01-01", "made": [], "number": n, **more} for n in range(3))
        return [client.post("/puzzles/helps", json=body).json()["text"] for body in asked]

    idea, distance, wrong = hints()
    assert distance == "Best play wins in 5 turns."
    assert wrong.startswith("Not ")
    assert hints(distance=False)[:2] == [idea, wrong]


def test_solved_daily_puzzle_is_explained_and_has_a_result_to_share(client: httpx.Client) -> None:
    day = "2026-01-01"
    puzzle = client.get("/puzzles/daily", params={"day": day}).json()
    moves = puzzle["position"]["status"]["moves"]
    solution = client.post("/puzzles/solutions", json={"puzzle": day}).json()
    wrong = next(move for move in moves if move != solution["answer"])
    so_far: dict[str, Any] = {"puzzle": day, "made": [], "marks": "", "hints": 1}
    tried = client.post("/puzzles/tries", json={**so_far, "move": wrong}).json()
    assert (tried["marks"], tried["result"]) == ("-", None)
    line = [position["plies"][-1] for position in solution["positions"][1:]]
    for move in [ply["move"] for ply in line if ply["player"] == puzzle["player"]]:
        so_far |= {key: tried[key] for key in ("made", "marks")}
        tried = client.post("/puzzles/tries", json={**so_far, "move": move}).json()
        conforms(tried, PuzzleMoveResult)
        assert tried["is_right"]
    assert tried["is_solved"]
    head, _, marks = tried["result"]
    assert head == f"numduel daily puzzle {day}: solved at the second try, with 1 hint."
    assert marks.startswith("-+++")
    why, tempting = tried["lines"][-2:]
    assert f" wins in {puzzle['turns']} turns. The best defence is " in why
    assert "; even then you would " in why
    assert " is tempting but loses in " in tempting
    assert f"Player {puzzle['player']}" not in why + tempting
    refused = client.post("/puzzles/tries", json={**so_far, "move": "1", "marks": "?"})
    assert refused.status_code in (400, 422)


def test_puzzle_is_solved_move_by_move_in_every_game(client: httpx.Client) -> None:
    data = client.get("/puzzles").json()
    conforms(data, Puzzles)
    ids = [game["id"] for game in data["games"]]
    assert ids[:5] == ["maze", "sum", "run", "race", "nim"]
    assert {"pick15", "shuttle", "threes"} <= {*ids} <= {*MORE_GAMES, *ids[:5]} - {"pig", "toss"}
    without = {game["id"]: game["reason"] for game in data["without"]}
    assert {"quest", "pig", "toss"} <= without.keys() <= {*MORE_GAMES, "quest"} - {*ids}
    assert without["quest"] == "Number Quest has no puzzles because chance plays a part."
    assert data["first_day"] == "2000-01-01"  # the day before is refused
    assert client.get("/puzzles/practice", params={"seed": 3}).json()["id"].endswith("/easy/3")
    for game in (*ids[:5], "pick15", "threes"):
        with where(game):
            asked = {"game": game, "grade": "easy", "seed": 3}
            puzzle = client.get("/puzzles/practice", params=asked).json()
            assert puzzle == client.get("/puzzles/practice", params=asked).json()
            made: list[str] = []
            position = puzzle["position"]
            for _ in range(10):
                tries = (
                    try_move(client, puzzle["id"], made, move)
                    for move in position["status"]["moves"]
                )
                tried = next(tried for tried in tries if tried["is_right"])
                made, position = tried["made"], tried["positions"][-1]
                if tried["is_solved"]:
                    break
            assert tried["is_solved"]
            assert position["status"]["winner"] == puzzle["player"]


def test_puzzles_that_fit_and_ratings_follow_from_the_tries_of_a_browser(
    client: httpx.Client,
) -> None:
    puzzle = client.get("/puzzles/practice", params={"game": "maze", "seed": 3}).json()
    finds = puzzle["difficulty"]["finds"]
    one = {"game": "maze", "finds": finds, "is_solved": True}
    tries = [{**one, "is_solved": number != 2} for number in range(12)]
    ratings = client.post("/puzzles/ratings", json={"tries": tries}).json()
    conforms(ratings, PuzzleRatings)
    (rating,) = ratings["ratings"]
    expected = rate_tries("maze", [PuzzleTry("", t["is_solved"], tuple(finds)) for t in tries])
    assert expected is not None
    assert (rating["value"], rating["tries"]) == (round(expected.value), 12)
    assert rating["after"] == describe_after_puzzle(expected)
    helped = client.post("/puzzles/ratings", json={"tries": tries, "is_helped": True}).json()
    assert "With a hint" in helped["ratings"][0]["after"]
    none = client.post("/puzzles/ratings", json={"tries": []}).json()
    assert none == {"ratings": [], "none": NONE_YET}
    body = {"tries": tries, "game": "maze", "seed": 5}
    fitting = client.post("/puzzles/fitting", json=body).json()
    conforms(fitting, Puzzle)
    assert fitting == client.post("/puzzles/fitting", json=body).json()
    game, grade, seed = fitting["id"].split("/")
    asked = {"game": game, "grade": grade, "seed": int(seed)}
    assert fitting == client.get("/puzzles/practice", params=asked).json()
    assert fitting["difficulty"]["rating"] > puzzle["difficulty"]["rating"]  # it was too easy
    conforms(client.post("/puzzles/fitting", json={"tries": []}).json(), Puzzle)
    unscaled = client.post("/puzzles/fitting", json={"tries": tries, "game": "nim", "seed": 3})
    assert unscaled.json()["id"] == "nim/easy/3"
    assert code(client.post("/puzzles/fitting", json={"tries": [], "game": "quest"})) == "setup"
    for wrong in (
        [one] * 401,
        [{**one, "finds": finds[:5]}],
        [{**one, "finds": [*finds[:5], 31]}],
        [{**one, "finds": [*finds[:5], -1]}],
        [{**one, "is_solved": 1}],
        [{"game": "maze"}],
    ):
        assert code(client.post("/puzzles/ratings", json={"tries": wrong})) == "invalid"
        assert code(client.post("/puzzles/fitting", json={"tries": wrong})) == "invalid"


def test_unknown_puzzles_are_refused(client: httpx.Client) -> None:
    tomorrow = (date.fromisoformat(today()) + timedelta(1)).isoformat()
    for day in (tomorrow, "1999-12-31", "someday"):
        assert code(client.get("/puzzles/daily", params={"day": day})) == "setup"
        body = {"puzzle": day, "made": [], "move": "1"}
        assert code(client.post("/puzzles/tries", json=body)) == "setup"
    for wrong in ({"game": "quest"}, {"game": "chess"}, {"game": "sum", "grade": "vile"}):
        assert code(client.get("/puzzles/practice", params=wrong)) == "setup"
    refused = client.get("/puzzles/practice", params={"game": "shuttle"})
    assert refused.json()["detail"].startswith("Found no easy puzzle in ")
    for id in ("sum/easy/x", "sum/easy/1/2", "sum/easy", "//", ""):
        assert code(client.post("/puzzles/solutions", json={"puzzle": id})) == "setup"
    body = {"puzzle": "sum/easy/3", "made": [], "move": "nonsense"}
    assert code(client.post("/puzzles/tries", json=body)) == "invalid_move"
    body = {"puzzle": "sum/easy/3", "made": ["1000"], "move": "1"}
    assert code(client.post("/puzzles/tries", json=body)) in ("invalid_move", "illegal_move")


# ---- pictures of positions


def test_board_svg_can_be_embedded_elsewhere(served: Served) -> None:
    for game in GAMES:
        with where(game):
            drawn = served.client.get(f"{served.url}/board.svg", params={"game": game, "seed": 5})
            assert drawn.headers["content-type"] == "image/svg+xml"
            assert drawn.headers["cross-origin-resource-policy"] == "cross-origin"
            assert "max-age" in drawn.headers["cache-control"]
            root = ElementTree.fromstring(drawn.text)
            for element in root.iter():
                assert "style" not in element.attrib
                assert not element.tag.endswith("script")
            same = {"if-none-match": drawn.headers["etag"]}
            again = served.client.get(drawn.url, headers=same)
            assert (again.status_code, again.content) == (304, b"")


def test_board_svg_draws_the_requested_position(served: Served) -> None:
    url = f"{served.url}/board.svg"
    asked = {"game": "maze", "board": BOARD, "target": "20", "moves": "0,0 2,0"}
    drawn = served.client.get(url, params=asked).text
    assert "Rows: 4 3 8, 9 5 1, 2 7 6; Player 1 (to move): Cumulative Total 4 of 20" in drawn
    asked["moves"] += " 0,1 2,1 1,1"
    trails = served.client.get(url, params=asked).text
    assert [trails.count(f'"nd-link nd-link{player}"') for player in (1, 2)] == [2, 1]
    quest = {"game": "quest", "board": "2 9 4/7 5 3/6 1 8"}
    numbers = re.compile('class="nd-pen" aria-label="([1-9])"')
    for moves, shown in (("", []), ("1,1 2,2", ["2", "5"])):
        found = served.client.get(url, params={**quest, "moves": moves}).text
        assert numbers.findall(found) == shown
    for wrong in (
        {"game": "chess"},
        {"game": "maze", "size": "99"},
        {"game": "maze", "colour": "red"},
        {"game": "maze", "moves": "0,0 0,0"},
        {"game": "maze", "board": "<script>"},
    ):
        assert code(served.client.get(url, params=wrong)) == "setup"
    assert (
        code(served.client.get(url, params={"game": "maze", "moves": "0,0 " * 1001})) == "invalid"
    )
    many = {f"option{number}": "1" for number in range(60)}
    assert code(served.client.get(url, params={"game": "maze", **many})) == "invalid"


# ---- link previews


def test_link_preview_reveals_nothing_private(served: Served) -> None:
    def head(path: str) -> str:
        return served.client.get(f"{served.url}{path}").text.split("</head>")[0]

    host = served.create("maze", "friend", name='<b>"Ann"')
    page = head(f"/m/{host.id}")
    assert "<title>&lt;b&gt;&quot;Ann&quot; invites you to Number Maze</title>" in page
    assert 'property="og:title" content="&lt;b&gt;' in page
    assert "<b>" not in page
    assert host.invite is not None
    assert host.invite not in page
    nameless = served.create("sum", "friend")
    assert "<title>You&#39;re invited to Sum Battle</title>" in head(f"/m/{nameless.id}")
    one, two = versus(served, "quest")
    assert "<title>Ann against Bob: Number Quest</title>" in head(f"/m/{one.id}")
    two.does("resign")
    assert "<title>Ann won Number Quest against Bob</title>" in head(f"/m/{one.id}/review")
    alone = served.create("sum", "casual", name="Ann", seat=1)
    assert "<title>Ann against Casual: Sum Battle</title>" in head(f"/m/{alone.id}")
    assert "<title>Learn Number Maze</title>" in head("/learn/maze")
    assert "<title>Rules of Sum Battle</title>" in head("/rules/sum")
    assert "<title>Play Sum Battle</title>" in head("/play/sum")
    for path, title in {"/play": "New game", "/rules": "Rules", "/history": "History"}.items():
        assert f"<title>{title}</title>" in head(path)
    alone.look()
    for path, expected in (
        ("/", "/page/preview.png"),
        ("/m/nowhere", "/page/preview.png"),
        (f"/m/{alone.id}", f"/m/{alone.id}/preview.png?seq={alone.view['seq']}"),
        ("/duel?day=2026-11-01", "/duel/preview.png?day=2026-11-01"),
        ("/puzzle", f"/puzzle/preview.png?day={today()}"),
    ):
        with where(path):
            (found,) = re.findall('property="og:image" content="([^"]*)"', head(path))
            assert found == f"{served.url}{expected}"
            picture = served.client.get(found)
            assert picture.headers["content-type"] == "image/png"
            assert struct.unpack(">II", picture.content[16:24]) == (1200, 630)
    assert head("/").count("<title>") == head("/").count('name="description"') == 1
    assert "<title>numduel: " in head("/m/nowhere")
    assert "<title>numduel: " in head("/learn/chess")
    assert "<title>numduel: " in head("/learn/sum-tricks")


def test_openapi_declares_every_answer(served: Served) -> None:
    paths = served.client.get("/openapi.json").json()["paths"]
    study = ("hint", "why", "review", "result", "positions", "branch")
    wanted = [f"{API}/matches/{{id}}/{name}" for name in study]
    wanted += [f"{API}/{name}" for name in ("records", "records/review", "rules/{game}", "facts")]
    wanted += [f"{API}/{name}" for name in ("lessons/{lesson}", "puzzles/daily", "daily/duel")]
    for path in [*wanted, "/board.svg"]:
        with where(path):
            for route in paths[path].values():
                good = next(iter(route["responses"].items()))
                assert good[0] in ("200", "201")
                assert good[1]["content"]


def test_friend_can_join_a_branch(served: Served) -> None:
    seat = served.create("maze", "here", seat=1, name="Ann", board=BOARD)
    seat.does("move", "0,0")
    token = "b" * 43
    body = {"ply": 1, "opponent": "friend", "seat": 1, "name": "Ann", "token": token}
    answer = seat.client.post(f"/matches/{seat.id}/branch", json=body).json()
    two = Seat(served, "c" * 43, answer["view"]["id"])
    assert two.join(answer["invite"], "Bob").status_code == 200
    assert two.look()["status"]["player"] == 2
    two.does("move", "2,0")
    assert [ply["move"] for ply in two.view["plies"]] == ["0,0", "2,0"]
