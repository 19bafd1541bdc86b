"""The API contract at a real server: requests, answers, streams and refusals."""

from __future__ import annotations

import json
import re
import socket
from pathlib import Path
from typing import Any

import httpx
import pytest
from shape_support import conforms
from web_support import API, MORE_GAMES, Seat, Served, more_games, new_token, until, versus

import numduel
from duel_support import where
from numduel.play.players import CHARACTERS
from numduel.ratings.scale import scales
from numduel.render.face import face_shapes
from numduel.views.opponent_text import describe_opponent
from numduel.views.screen_json import shown_analysis
from numduel.views.shapes.basics import ShownAnalysis
from numduel.views.shapes.match import Created, Games, Problem, SeenMatch

BOARD = "4 3 8/9 5 1/2 7 6"


@pytest.fixture
def client(served: Served) -> httpx.Client:
    return served.client


def code(answer: httpx.Response) -> str:
    """Return the code of a refusal, and check its form."""
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    problem = conforms(answer.json(), Problem)
    assert problem["status"] == answer.status_code
    return str(problem["code"])


# ---- games and pages


def test_every_game_is_offered_with_its_options(client: httpx.Client) -> None:
    data = client.get("/games").json()
    conforms(data, Games)
    assert [game["id"] for game in data["games"]] == [*numduel.games(), *MORE_GAMES]
    assert data["levels"] == ["beginner", "casual", "skilled", "expert", "perfect"]
    with_draws = {game["id"] for game in data["games"] if game["draws"]}
    assert with_draws >= {"pick15", "threes", "toss", "shuttle"}
    assert with_draws.isdisjoint({*numduel.games(), "nim", "pig"})
    for game in data["games"]:
        for option in game["options"]:
            assert {"name", "kind", "help"} <= set(option)


def test_characters_are_offered_with_faces_and_ratings(client: httpx.Client) -> None:
    data = client.get("/games").json()
    assert [one["id"] for one in data["characters"]] == list(CHARACTERS)
    rated = set(scales())
    for one in data["characters"]:
        assert one["portrait"] == describe_opponent(one["id"])
        assert len(one["face"]) == len(face_shapes(one["id"]))
        assert set(one["ratings"]) == rated
        for rating in one["ratings"].values():
            assert rating["low"] < rating["value"] < rating["high"]
            assert str(rating["value"]) in rating["text"]
    assert set(data["level_ratings"]) == set(data["levels"])
    assert data["level_ratings"]["casual"]["maze"]["value"] == 1000


def test_local_server_says_so(served: Served, client: httpx.Client) -> None:
    about = client.get("/about").json()
    assert about == {"version": numduel.__version__, "url": served.url, "local": True}


def test_every_answer_has_security_headers(served: Served) -> None:
    for path in ("/", "/m/nowhere", f"{API}/games", f"{API}/nowhere", "/healthz"):
        headers = httpx.get(f"{served.url}{path}").headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "trusted-types 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == (
            "no-cache" if path in ("/", "/m/nowhere") else "no-store"
        )
        assert "set-cookie" not in headers
        assert "access-control-allow-origin" not in headers


def test_head_gets_the_headers_of_get(served: Served) -> None:
    seat = served.create("sum", "here")
    match = f"{API}/matches/{seat.id}"
    paths = ("/", f"/m/{seat.id}", "/page/icon.svg", "/board.svg?game=sum", "/nowhere", "/healthz")
    with httpx.Client(base_url=served.url, timeout=60, trust_env=False) as client:
        for path in (*paths, f"{API}/matches", match, f"{match}/analysis", f"{match}/record"):
            with where(path):
                got, head = client.get(path), client.head(path)
                assert (head.status_code, head.headers) == (got.status_code, got.headers)
                assert head.content == b""
        stream = client.head(f"{match}/events")
        assert stream.headers["content-type"].startswith("text/event-stream")
        assert stream.headers["x-accel-buffering"] == "no", "otherwise a proxy buffers moves"
    assert seat.look()["seq"] == 1


def test_files_outside_the_page_are_not_served(served: Served) -> None:
    for path in ("/page/../app.py", "/page/%2e%2e/app.py", "/page//etc/passwd", "/page/nothing.js"):
        assert httpx.get(f"{served.url}{path}").status_code == 404
    for path in ("/page/%00", f"/page/{'a' * 300}", f"/page/{'a/' * 3000}"):
        assert httpx.get(f"{served.url}{path}").status_code == 404
    page = httpx.get(f"{served.url}/page/../")
    assert "numduel" in page.text
    again = httpx.get(f"{served.url}/page/js/main.js")
    same = {"if-none-match": again.headers["etag"]}
    assert httpx.get(f"{served.url}/page/js/main.js", headers=same).status_code == 304


# ---- playing


def play_out(*seats: Seat) -> None:
    """Play first moves until the game is over; levels reply by themselves."""
    for _ in range(200):
        view = seats[0].look()
        if view["status"]["kind"] == "over":
            return
        mine = [seat for seat in seats if view["status"]["player"] in seat.you]
        if not mine:
            seen = view["seq"]
            until(lambda seen=seen: seats[0].look()["seq"] > seen, "a level's move")  # type: ignore[misc]
            continue
        mine[0].does("move", view["status"]["moves"][0])


def without_sentences(view: dict[str, Any]) -> dict[str, Any]:
    """Return the parts of a view that are the same for every reader: all but sentences."""
    return {key: view[key] for key in view if key not in ("said", "prompt", "words")}


def test_friends_can_play_every_game_with_a_spectator(served: Served) -> None:
    for game in [*numduel.games(), *MORE_GAMES]:
        with where(game):
            one, two = versus(served, game)
            watcher = Seat(served, None, one.id)
            watcher.look()
            assert (one.you, two.you, watcher.you) == ([1], [2], [])
            play_out(one, two)
            if one.view["status"]["kind"] != "over":  # the game has no end by itself
                one.does("resign")
            two.look()
            assert one.view["status"]["kind"] == "over"
            watcher.look()
            assert (
                without_sentences(one.view)
                == without_sentences(two.view)
                == without_sentences(watcher.view)
            )
            conforms({"you": one.you, "view": one.view}, SeenMatch)
            record = one.client.get(f"/matches/{one.id}/record")
            assert record.headers["content-type"].startswith("text/plain")
            assert record.text.startswith(f'[Game "{game}"]')


def test_draw_is_shown_to_everyone_and_counts_no_win(served: Served) -> None:
    one, two = versus(served, "pick15")
    watcher = Seat(served, None, one.id)
    for number, move in enumerate("254613897"):
        (one, two)[number % 2].does("move", move)
    for seat, shared in (
        (one, "Played Pick 15 to a draw in 9 turns."),
        (two, "Played Pick 15 to a draw in 9 turns."),
        (watcher, "Ann and Bob played Pick 15 to a draw in 9 turns."),
    ):
        view = seat.look()
        conforms({"you": seat.you, "view": view}, SeenMatch)
        status = view["status"]
        assert (status["kind"], status["winner"], status["draw"]) == ("over", None, True)
        assert status["reason"] == "empty"
        assert view["said"][-1] == "The game is a draw."
        assert (view["words"]["verdict"], view["words"]["shared"]) == ("It's a draw", shared)
        assert view["wins"] == [0, 0]
    page = served.client.get(f"{served.url}/m/{one.id}").text
    assert "<title>Ann and Bob played Pick 15 to a draw</title>" in page
    assert '[Result "1/2-1/2"]' in one.client.get(f"/matches/{one.id}/record").text
    assert one.refused("resign") == "over"
    one.does("rematch")
    two.does("accept")
    two.does("move", "5")
    two.does("resign")
    assert (two.view["round"], two.view["wins"]) == (2, [0, 1])
    assert two.view["words"]["subtitle"] == "you 0 : 1 Ann"
    assert '[Result "1/2-1/2"]' in one.client.get(f"/matches/{one.id}/record?round=1").text


def test_perfect_level_draws_and_analysis_says_so(served: Served) -> None:
    seat = served.create("threes", "perfect", seat=1, options={"columns": 3})
    analysis = seat.client.get(f"/matches/{seat.id}/analysis", headers=seat.headers).json()
    conforms(analysis, ShownAnalysis)
    assert (analysis["value"]["outcome"], analysis["value"]["sign"]) == ("draw", "D")
    assert analysis["words"] == "All moves are equal. Each draws."
    while seat.view["status"]["kind"] == "turn":
        if seat.view["status"]["player"] == 1:
            analysis = seat.client.get(f"/matches/{seat.id}/analysis", headers=seat.headers).json()
            seat.does("move", analysis["best"][0])
        else:
            seen = seat.view["seq"]
            until(lambda seen=seen: seat.look()["seq"] > seen, "a level's move")  # type: ignore[misc]
    assert seat.view["status"]["draw"] is True
    assert seat.view["links"] == []


def test_record_contains_the_whole_match(served: Served) -> None:
    one, two = versus(served, "maze", board=BOARD)
    play_out(one, two)
    match = numduel.record.loads(one.client.get(f"/matches/{one.id}/record").text)
    assert [ply.move for ply in match.plies] == [ply["move"] for ply in one.view["plies"]]
    assert match.board == BOARD
    assert match.tags["Player1"] == "Ann"


def test_levels_reply_from_either_seat(served: Served) -> None:
    for game, level, seat in (
        ("sum", "beginner", 1),
        ("quest", "casual", 2),
        ("nim", "perfect", 2),
        ("race", "trixie", 2),
    ):
        with where(game, level):
            play_out(served.create(game, level, seat=seat))


def test_token_moves_for_both_on_one_screen(served: Served) -> None:
    seat = served.create("sum", "here", options={"target": 5})
    assert seat.you == [1, 2]
    seat.does("move", " 02 ")
    seat.does("move", "5")
    assert seat.view["status"]["winner"] == 2
    seat.does("rematch")
    assert (seat.view["round"], seat.view["wins"]) == (2, [1, 0])
    assert seat.client.get(f"/matches/{seat.id}/record?round=1").text.count("5") > 0


def test_random_seat_is_first_or_second(served: Served) -> None:
    assert {tuple(served.create("sum", "casual").you) for _ in range(20)} == {(1,), (2,)}


def test_boards_can_be_seeded_given_or_fair(served: Served, client: httpx.Client) -> None:
    seeded = served.create("race", "here", seed=7)
    assert seeded.view["game"]["board"] == numduel.new("race", seed=7).board
    given = served.create("maze", "friend", board=BOARD)
    assert given.view["game"]["board"] == BOARD
    fair = served.create("maze", "here", board="fair", seed=1)
    assert fair.view["game"]["board"].count("/") == 2
    book = served.create("quest", "friend", board="book")
    assert book.view["game"]["board"] == "? ? ?/? ? ?/? ? ?"
    for wrong in (
        {"game": "maze", "board": "1 2 3"},
        {"game": "maze", "options": {"size": 99}},
        {"game": "maze", "options": {"nothing": 1}},
        {"game": "chess"},
        {"game": "sum", "board": "fair"},
        {"game": "sum", "opponent": "human"},
        {"game": "sum", "opponent": "program sh -c true"},
        {"game": "quest", "opponent": "friend", "seed": 7},
        {"game": "quest", "opponent": "friend", "board": "1 2 3/4 5 6/7 8 9"},
    ):
        with where(wrong):
            asked = {"opponent": "here", "token": new_token(), **wrong}
            assert code(client.post("/matches", json=asked)) == "setup"


def test_daily_duel_is_the_same_for_everyone(client: httpx.Client) -> None:
    views = []
    for name in ("Ann", "Bob"):
        answer = client.post("/daily/duel", json={"name": name, "token": new_token()})
        assert answer.status_code == 201
        conforms(answer.json(), Created)
        views.append(answer.json())
    assert views[0]["view"]["game"] == views[1]["view"]["game"]
    assert views[0]["you"] == views[1]["you"]
    assert views[0]["view"]["id"] != views[1]["view"]["id"]


def test_level_answers_an_offer_to_stop(served: Served) -> None:
    for board, kind, said in (
        ("1 3 3 4/2 2 3 3/2 3 2 4/1 1 4 2", "turn", "Perfect declined to end the game"),
        ("3 2 4 2/3 2 2 4/1 2 1 2/4 2 3 2", "over", "The game ended without a winner"),
    ):
        seat = served.create("race", "perfect", seat=1, board=board)
        seat.does("stop")
        assert seat.view["status"]["kind"] == kind
        assert seat.view["offer"] is None
        assert seat.view["said"][-1].startswith(said)


def test_spectators_get_no_help_with_a_duel(served: Served, client: httpx.Client) -> None:
    token = new_token()
    created = client.post("/daily/duel", json={"name": "Ann", "token": token}).json()
    id = created["view"]["id"]
    seat, watcher = Seat(served, token, id), Seat(served, None, id)
    for what in ("hint", "analysis", "why", "review"):
        answer = client.get(f"/matches/{id}/{what}", headers=watcher.headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "not_while_playing")
    seat.look()
    until(lambda: seat.look()["status"]["player"] in created["you"])
    assert client.get(f"/matches/{id}/review", headers=seat.headers).status_code == 200
    seat.look()
    seat.does("resign")
    assert '[Help "analyses=1"]' in client.get(f"/matches/{id}/record").text
    assert client.get(f"/matches/{id}/review", headers=watcher.headers).status_code == 200
    assert seat.refused("takeback") == "not_now"


# ---- joining and refusals


def test_ids_and_invitations_are_unguessable(served: Served, client: httpx.Client) -> None:
    seats = [served.create("sum") for _ in range(5)]
    for seat in seats:
        assert len(seat.id) >= 16
        assert len(seat.invite or "") >= 16
    assert len({seat.id for seat in seats} | {seat.invite for seat in seats}) == 10
    listing = client.get("/matches")
    assert (code(listing), listing.headers["allow"]) == ("not_allowed", "POST")
    assert code(client.get("/matches/")) == "not_found"
    many = client.get("/games", params=[(str(number), "") for number in range(1001)])
    assert code(many) == "invalid"
    assert served.create("sum", "here").invite is None


def test_seat_is_taken_once_and_by_invitation(served: Served) -> None:
    one = served.create("sum", name="Ann", seat=2)
    friend, late = (Seat(served, new_token(), one.id) for _ in range(2))
    assert code(friend.join("nothing-of-the-kind")) == "wrong_invite"
    first = friend.join(one.invite, "Bob")
    assert first.status_code == 200
    assert first.json()["you"] == [1]
    again = friend.join(one.invite, "Bobby")
    assert again.json() == first.json()
    assert code(late.join(one.invite, "Cid")) == "seat_taken"
    assert [player["name"] for player in one.look()["players"]] == ["Bob", "Ann"]
    assert code(Seat(served, new_token(), "no-such-match-here").join(one.invite)) == "no_match"


def test_refusals_include_the_current_view(served: Served) -> None:
    one, two = versus(served, "sum")
    watcher = Seat(served, None, one.id)
    watcher.look()
    stranger = Seat(served, "not-a-token", one.id)
    stranger.look()
    assert watcher.refused("move", "7") == stranger.refused("resign") == "no_seat"
    assert two.refused("move", "7") == "not_your_turn"
    answer = one.send("move", "77")
    assert answer.json()["view"] == one.view
    assert answer.json()["you"] == [1]
    assert code(answer) == "invalid_move"
    assert one.send("move", "7", 2).status_code == 200
    assert one.send("move", "7", 2).status_code == 200
    assert one.refused("move", "8", 2) == "stale"
    assert two.look()["plies"] == [{"player": 1, "move": "7", "turn": 1}]
    assert two.refused("move", "8") == "illegal_move"
    assert two.refused("move", "1", 99) == "stale"
    assert code(one.client.get("/matches/no-such-match-here")) == "no_match"


def test_match_of_an_unknown_game_is_refused(tmp_path: Path) -> None:
    database = tmp_path / "matches.sqlite3"
    with Served(database, environ=more_games()) as served:
        one = served.create("nim", "here")
    with Served(database) as served:
        answer = served.client.get(f"/matches/{one.id}", headers=one.headers)
        assert (answer.status_code, code(answer)) == (409, "game_missing")
        assert code(served.client.get(f"/matches/{one.id}/events")) == "game_missing"
        assert code(served.client.get(f"/matches/{one.id}/record")) == "game_missing"
        assert httpx.get(f"{served.url}/m/{one.id}", trust_env=False).status_code == 200


def test_same_action_of_two_players_counts_as_two(served: Served) -> None:
    """A player's action isn't mistaken for the other's, who hasn't seen it yet."""
    one, two = versus(served, "sum")
    for do, move in (("move", "5"), ("takeback", None), ("resign", None)):
        seq = one.look()["seq"]
        assert one.send(do, move, seq).status_code == 200
        assert two.refused(do, move, seq) == "stale", do
        assert one.send(do, move, seq).status_code == 200, "a repeated action has already happened"
        assert one.look()["seq"] == seq + 1


def test_invalid_requests_are_refused_and_change_nothing(
    served: Served, client: httpx.Client
) -> None:
    good = {"game": "sum", "opponent": "here", "token": new_token()}
    wrongs: tuple[Any, ...] = (
        {**good, "colour": "red"},
        {**good, "seat": True},
        {**good, "seat": 3},
        {**good, "seat": "1"},
        {**good, "seed": True},
        {**good, "seed": -1},
        {**good, "seed": 2**64},
        {**good, "token": "short"},
        {**good, "token": "ä" * 43},
        {**good, "name": "x" * 21},
        {**good, "name": 7},
        {**good, "options": []},
        {**good, "options": {"target": [1]}},
        {"game": "sum"},
        [],
    )
    for wrong in wrongs:
        with where(wrong):
            assert code(client.post("/matches", json=wrong)) == "invalid"
    json_type = {"content-type": "application/json"}
    for content in (b"{", b"\xff", b"[" * 5000, b""):
        with where(content[:10]):
            assert code(client.post("/matches", content=content, headers=json_type)) == "invalid"
    assert client.post("/matches", json={**good, "seed": 3.0}).status_code == 201
    seat = served.create("sum", "here")
    for asked in (
        {"seq": True, "do": "resign"},
        {"seq": 1, "do": "dance"},
        {"seq": 1, "do": "move", "move": 7},
        {"seq": 1, "do": "move"},
        {"seq": 1, "do": "resign", "move": "7"},
        {"seq": 1, "do": "resign", "by": 1},
    ):
        with where(asked):
            path = f"/matches/{seat.id}/actions"
            assert code(client.post(path, json=asked, headers=seat.headers)) == "invalid"
    assert seat.look()["seq"] == 1


def test_large_body_is_refused_before_it_is_read(served: Served) -> None:
    large = b'{"name": "' + b"x" * 70_000 + b'"}'
    answer = httpx.post(f"{served.url}{API}/matches", content=large)
    assert code(answer) == "too_large"
    host, port = served.url.removeprefix("http://").split(":")
    for headers, sent in (
        (b"Content-Length: 999999999999\r\n", b""),
        (b"Transfer-Encoding: chunked\r\n", b"11000\r\n" + b"x" * 0x11000 + b"\r\n"),
    ):
        with where(headers), socket.create_connection((host, int(port)), timeout=60) as line:
            line.sendall(b"POST /api/v1/matches HTTP/1.1\r\nHost: x\r\n" + headers + b"\r\n" + sent)
            assert b" 413 " in line.recv(4096).split(b"\r\n")[0]


def test_names_are_cleaned_to_one_printable_line(served: Served) -> None:
    seat = served.create("sum", "here", seat=1, name="<b>\x1b\u202eA\n ")
    assert seat.view["players"][0]["name"] == "<b>??A"
    assert seat.view["prompt"].startswith("<b>??A's turn")
    half = json.dumps({"game": "sum", "opponent": "here", "token": new_token(), "name": "\ud83d"})
    typed = {"content-type": "application/json"}
    answer = served.client.post("/matches", content=half, headers=typed)
    assert code(answer) == "invalid"


# ---- streams


def test_stream_sends_a_view_at_once_and_after_every_change(served: Served) -> None:
    one, two = versus(served, "sum")
    watcher = Seat(served, None, one.id)
    with watcher.stream() as pushed:
        first = next(pushed)
        assert first["you"] == []
        assert [player["here"] for player in first["view"]["players"]] == [False, False]
        with two.stream() as own:
            assert next(own)["you"] == [2]
            seen = next(pushed)["view"]
            assert [player["here"] for player in seen["players"]] == [False, True]
            assert seen["seq"] == first["view"]["seq"]
            one.does("move", "7")
            assert next(pushed)["view"]["plies"] == one.view["plies"]
            assert next(own)["view"]["status"]["player"] == 2
        assert [player["here"] for player in next(pushed)["view"]["players"]] == [False, False]
        one.does("takeback")
        assert next(pushed)["view"]["offer"] == {"do": "takeback", "by": 1}
        two.does("accept")
        assert next(pushed)["view"]["plies"] == []
        two.does("resign")
        assert next(pushed)["view"]["status"]["reason"] == "resigned"
        one.does("rematch")
        next(pushed)
        two.does("rematch")
        assert next(pushed)["view"]["round"] == 2
        assert (one.look()["players"][0]["name"], one.you) == ("Bob", [2])


def test_stream_ends_with_its_connection_despite_pipelined_requests(served: Served) -> None:
    seat = served.create("sum", "here", seat=1)
    asked = f"GET {API}/matches/{seat.id}/events HTTP/1.1\r\nHost: x\r\n"
    asked += f"Authorization: Bearer {seat.token}\r\n\r\n"
    host, port = served.url.removeprefix("http://").split(":")
    for times in (1, 2, 50):
        with socket.create_connection((host, int(port)), 60) as line:
            line.sendall(asked.encode() * times)
            until(lambda: seat.look()["players"][0]["here"], "the reader")
        until(lambda: not seat.look()["players"][0]["here"], "the end of the stream")


@pytest.mark.slow
def test_slow_reader_gets_only_the_newest_view(served: Served) -> None:
    """A client that reads nothing for a while doesn't get every view it missed."""
    seat = served.create("race", "here", options={"size": 8})
    host, port = served.url.removeprefix("http://").split(":")
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect((host, int(port)))
        line.settimeout(60)
        line.sendall(f"GET {API}/matches/{seat.id}/events HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        acts = 0
        for _ in range(150):
            if seat.view["status"]["kind"] == "over":
                seat.does("rematch")
            else:
                seat.does("move", seat.view["status"]["moves"][0])
            acts += 1
        last = f'"seq":{seat.view["seq"]},'.encode()
        got = b""
        while last not in got:
            got += line.recv(1 << 16)
        assert got.count(b"event: view") < acts


# ---- analysis


def test_analysis_is_refused_only_while_two_people_play(served: Served) -> None:
    seat = served.create("maze", "here", board=BOARD)
    game = numduel.new("maze", board=BOARD)
    seat.does("move", "0,0")
    for ply, state in ((0, game.start()), (1, game.play(game.start(), "0,0"))):
        answer = seat.client.get(f"/matches/{seat.id}/analysis", params={"ply": ply})
        assert answer.json() == shown_analysis(numduel.analyse(game, state), game.picture(state))
        conforms(answer.json(), ShownAnalysis)
    assert seat.client.get(f"/matches/{seat.id}/analysis").json() == answer.json()
    for wrong in ({"ply": 2}, {"ply": -1}, {"round": 2}, {"ply": "x"}):
        assert code(seat.client.get(f"/matches/{seat.id}/analysis", params=wrong)) == "invalid"
    one, two = versus(served, "sum", options={"target": 9})
    for who in (one, two, Seat(served, None, one.id)):
        answer = who.client.get(f"/matches/{one.id}/analysis", headers=who.headers)
        assert code(answer) == "not_while_playing"
    one.does("move", "9")
    assert code(one.client.get(f"/matches/{one.id}/analysis")) == "over"
    assert one.client.get(f"/matches/{one.id}/analysis", params={"ply": 0}).status_code == 200
    two.does("rematch")
    one.does("accept")
    answer = one.client.get(f"/matches/{one.id}/analysis", params={"ply": 0, "round": 1})
    assert code(answer) == "not_while_playing"


# ---- metrics, logs and OpenAPI


def test_server_reports_health_and_metrics(served: Served) -> None:
    assert httpx.get(f"{served.url}/healthz").text == "ok\n"
    served.create("sum")
    text = httpx.get(f"{served.url}/metrics").text
    figures = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert int(figures["numduel_events_total"]) > 0
    made = 'numduel_requests_total{method="POST",route="/api/v1/matches",status="201"}'
    assert int(figures[made]) > 0


def test_logs_contain_no_secret(served: Served) -> None:
    one, two = versus(served, "sum")
    one.does("move", "7")
    until(lambda: "POST /api/v1/matches/{id}/actions 200" in served.said or None, "a line")
    logs = served.said
    for secret in (one.token, two.token, one.invite, one.id):
        assert secret is not None
        assert secret not in logs


def test_openapi_describes_every_route_of_the_contract(client: httpx.Client) -> None:
    described: dict[str, Any] = client.get("/openapi.json").json()
    for path, method in (
        ("/games", "get"),
        ("/matches", "post"),
        ("/matches/{id}/join", "post"),
        ("/matches/{id}", "get"),
        ("/matches/{id}/events", "get"),
        ("/matches/{id}/actions", "post"),
        ("/matches/{id}/record", "get"),
        ("/matches/{id}/analysis", "get"),
        ("/daily/duel", "post"),
    ):
        answers = described["paths"][f"{API}{path}"][method]["responses"]
        assert {"200", "201"} & set(answers)
    text = json.dumps(described)
    for name in set(re.findall(r'"#/components/schemas/(\w+)"', text)):
        assert name in described["components"]["schemas"]


def test_refused_move_names_the_opponent(served: Served) -> None:
    one, two = versus(served, "maze", board="4 3 8/9 5 1/2 7 6")
    one.does("move", "0,0")
    answer = two.client.post(
        f"/matches/{two.id}/actions",
        json={"seq": two.look()["seq"], "do": "move", "move": "0,0"},
        headers={"Authorization": f"Bearer {two.token}"},
    )
    assert answer.json()["detail"] == "The 4, top left, is occupied by Ann."
