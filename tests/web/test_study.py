"""Studying a match at a real server: positions, hints, reasons, reviews and branches."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from typing import Any

import httpx
from shape_support import conforms
from web_support import MORE_GAMES, Seat, Served, new_token, until, versus

import numduel
from duel_support import where
from numduel.budget import Budget
from numduel.engine import Engine
from numduel.engine.teaching.review import review
from numduel.storage.record import loads
from numduel.storage.streak import today
from numduel.views.as_json import review_json
from numduel.views.narration import Reader
from numduel.views.screen_json import shown_position
from numduel.views.shapes.match import Created, Problem, ShownPosition
from numduel.views.shapes.study import Duel, DuelResult, Hint, Reason, ShownReview
from numduel.web.match_start import NewMatch, make_opening_event, start_position
from numduel.web.store import Event
from numduel.web.stored_match import apply_event

GAMES = [*numduel.games(), *MORE_GAMES]
BOARD = "4 3 8/9 5 1/2 7 6"
LOST_GAME = ["0,0", "2,0", "0,1", "2,1", "1,1", "2,2"]
"""A game that Player 1 loses by a blunder in turn 5."""


def code(answer: httpx.Response) -> str:
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    return str(conforms(answer.json(), Problem)["code"])


def get(seat: Seat, what: str, **values: Any) -> httpx.Response:
    path = f"/matches/{seat.id}/{what}"
    return seat.client.get(path, params=values, headers=seat.headers)


def play_first_moves(served: Served, game: str, moves: int = 4, **more: Any) -> Seat:
    """Return a match on one screen after some first moves."""
    seat = served.create(game, "here", seat=1, name="Ann", **more)
    for _ in range(moves):
        if seat.view["status"]["kind"] == "turn":
            seat.does("move", seat.view["status"]["moves"][0])
    return seat


def play_lost_game(served: Served) -> Seat:
    seat = served.create("maze", "here", seat=1, name="Ann", board=BOARD)
    for move in LOST_GAME:
        seat.does("move", move)
    return seat


def branch(at: Seat, ply: int, opponent: str = "here", **more: Any) -> httpx.Response:
    body = {"ply": ply, "opponent": opponent, "token": new_token(), **more}
    return at.client.post(f"/matches/{at.id}/branch", json=body, headers=at.headers)


# ---- positions


def test_earlier_positions_look_as_they_did(served: Served) -> None:
    for game in numduel.games():
        with where(game):
            seat = play_first_moves(served, game)
            match = loads(get(seat, "record").text)
            for ply in range(len(match.plies) + 1):
                shown = get(seat, "positions", ply=ply).json()
                conforms(shown, ShownPosition)
                expected = shown_position(match, ply, Reader.SHARED)
                assert shown == json.loads(json.dumps(expected))
            assert code(get(seat, "positions", ply=len(match.plies) + 1)) == "invalid"
            assert code(get(seat, "positions", round=2)) == "invalid"


def test_positions_hide_numbers_until_they_are_revealed(served: Served) -> None:
    seat = play_first_moves(served, "quest", 2)
    known = seat.view["game"]["board"]
    assert known.count("?") == 7
    for ply in (0, 2, 4):
        shown = get(seat, "positions", ply=ply).json()
        assert shown["game"]["board"] == known
        labels = [tile["label"] for row in shown["picture"]["rows"] for tile in row]
        assert labels.count("") == 9 - ply // 2
    seat.does("resign")
    first = get(seat, "positions", ply=0).json()
    assert all(tile["label"] == "" for row in first["picture"]["rows"] for tile in row)


# ---- help


def test_hints_come_in_three_steps_in_every_game(served: Served) -> None:
    for game in GAMES:
        with where(game):
            seat = served.create(game, "here", seat=1, name="Ann")
            given = [get(seat, "hint", step=step).json() for step in (1, 2, 3)]
            for hint in given:
                conforms(hint, Hint)
                assert "Player 1" not in hint["text"]
            assert code(get(seat, "hint", step=4)) == "invalid"
            if game == "quest":  # luck decides by the book, so no move is better
                assert given[1]["move"] is None
                assert all(hint["is_last"] for hint in given)
                continue
            is_forced = len(seat.view["status"]["moves"]) == 1
            assert [hint["is_last"] for hint in given] == [is_forced, is_forced, True]
            assert given[1]["move"] in seat.view["status"]["moves"]
            if game in numduel.games():
                match = loads(get(seat, "record").text)
                name = match.game.picture(match.state).name_of(given[1]["move"])
                assert name.lower() in given[1]["text"].lower()


def test_bad_move_is_explained(served: Served) -> None:
    seat = play_lost_game(served)
    why = get(seat, "why", move="1,1", ply=4).json()
    conforms(why, Reason)
    assert why["text"].startswith("The 5, centre, loses in 2 turns.")
    assert why["line"] == ["2,2"]
    assert (why["is_correct"], "The 8" in why["why"]) == (False, False)
    assert [step["said"] for step in why["steps"]] == [
        "",
        "Ann played the 5, centre.",
        "Player 2 reached exactly 15 on the 6, bottom right.",
    ]
    good = get(seat, "why", move="0,2", ply=4).json()
    conforms(good, Reason)
    assert good["text"] == "The 8, top right, is as good as any other move."
    assert (good["move"], good["line"], good["is_correct"]) == ("0,2", [], True)
    reach = "Ann would reach exactly 15 on the 8, top right."
    assert good["why"] == f"The 8, top right, wins in 1 turn. {reach}"
    assert [step["said"] for step in good["steps"]] == ["", reach]
    assert good["steps"][1]["position"]["status"]["winner"] == 1
    assert seat.look()["status"]["winner"] == 2  # the match is as it was
    assert get(seat, "why").json()["text"].startswith("Turn 5, Ann: The 5, centre, loses")
    assert code(get(seat, "why", move="nonsense", ply=4)) == "invalid_move"
    assert code(get(seat, "why", move="2,2", ply=4)) == "illegal_move"
    assert code(get(seat, "why", move="2,2")) == "over"
    assert code(get(seat, "hint")) == "over"


def test_every_move_of_every_game_is_judged_and_shown_on_the_board(served: Served) -> None:
    for game in GAMES:
        seat = play_first_moves(served, game, 3)
        position = get(seat, "positions", ply=0).json()
        for move in position["status"]["moves"][:4]:
            with where(game, move):
                why = conforms(get(seat, "why", move=move, ply=0).json(), Reason)
                first, *rest = why["steps"]
                assert first["position"]["plies"] == position["plies"]
                assert first["position"]["status"] == position["status"]
                for number, step in enumerate(rest, 1):
                    assert step["said"].endswith(".")
                    assert len(step["position"]["plies"]) == len(position["plies"]) + number
                assert all(step["position"]["plies"][-1]["player"] for step in rest)
                if rest:
                    assert rest[0]["position"]["plies"][-1]["move"] == move
        assert seat.look()["plies"] == seat.view["plies"]


def test_lines_reveal_no_hidden_number(served: Served) -> None:
    seat = play_first_moves(served, "quest", 2, options={"stand": True})
    known = seat.view["game"]["board"]
    assert "?" in known
    for move in seat.view["status"]["moves"]:
        for step in get(seat, "why", move=move).json()["steps"]:
            assert step["position"]["game"]["board"].count("?") == known.count("?")


def test_last_mistake_of_an_earlier_round_is_the_requesting_players(served: Served) -> None:
    ann, bob = versus(served, "maze", board=BOARD)
    for ply, move in enumerate(LOST_GAME):
        (ann, bob)[ply % 2].look()
        (ann, bob)[ply % 2].does("move", move)
    for seat, do in ((ann, "rematch"), (bob, "accept"), (ann, "resign")):
        seat.look()
        seat.does(do)
    data, other = (get(seat, "why", round=1).json()["text"] for seat in (ann, bob))
    assert data.startswith("Turn 5, you: The 5, centre, loses in 2 turns.")
    assert other.startswith("No mistake")


def test_help_alone_is_recorded_once_per_position(served: Served) -> None:
    seat = served.create("sum", "here", seat=1)
    watcher = Seat(served, None, seat.id)
    for helper in (seat, seat, watcher):
        get(helper, "hint")
        get(helper, "analysis")
    assert '[Help "hints=1 analyses=1"]' in get(seat, "record").text
    assert seat.look()["seq"] == 1
    seat.does("move", "7")
    seat.does("move", "9")
    assert '[Help "hints=1 analyses=1"]' in get(seat, "record").text
    get(seat, "analysis", ply=1)  # an earlier position, as in a replay
    seat.does("move", "7")
    assert '[Help "hints=1 analyses=2"]' in get(seat, "record").text
    get(seat, "hint", ply=3)
    get(seat, "why", move="5")
    seat.does("move", "5")
    assert '[Help "hints=2 analyses=3"]' in get(seat, "record").text


def test_studying_the_current_round_counts_as_help(served: Served) -> None:
    ways: tuple[tuple[str, dict[str, Any], str], ...] = (
        ("hint", {}, "hints=1"),
        ("analysis", {"round": 1, "ply": 0}, "analyses=1"),
        ("why", {}, "analyses=1"),
        ("why", {"move": "7"}, "analyses=1"),
        ("review", {}, "analyses=1"),
        ("review", {"round": 1}, "analyses=1"),
    )
    for opponent in ("here", "casual"):
        for what, values, data in ways:
            with where(opponent, what, values):
                seat = served.create("sum", opponent, seat=1)
                assert get(seat, what, **values).status_code == 200
                seat.does("resign")
                assert f'[Help "{data}"]' in get(seat, "record").text
    seat.does("rematch")
    for what in ("review", "why"):
        assert get(seat, what, round=1).status_code == 200
    seat.does("resign")
    assert "[Help" not in get(seat, "record").text


def test_branch_of_a_game_in_progress_counts_as_help(served: Served) -> None:
    seat = served.create("sum", "casual", seat=1)
    assert branch(seat, 0).status_code == 201
    seat.does("resign")
    assert '[Help "analyses=1"]' in get(seat, "record").text


def test_resigned_position_is_analysed_and_the_review_says_what_was_given_up(
    served: Served,
) -> None:
    seat = served.create("sum", "here", seat=1, options={"target": 9}, name="Ann")
    seat.does("move", "7")
    seat.does("resign")
    for ply in (None, 1):
        values = get(seat, "analysis", **({} if ply is None else {"ply": ply})).json()
        assert values["value"]["words"] == "wins in 1 turn"
    review = get(seat, "review").json()
    conforms(review, ShownReview)
    assert review["given_up"]["outcome"] == "win"
    assert review["decided"]["lead"] == "Resigning decided the game."
    assert review["decided"]["text"].endswith(" resigned a winning position.")
    assert review["players"][1]["accuracy"] == "0"


def test_study_is_refused_while_two_people_play(served: Served) -> None:
    one, two = versus(served, "maze", board=BOARD)
    one.does("move", "0,0")
    watcher = Seat(served, None, one.id)
    for seat in (one, two, watcher):
        for what in ("hint", "why", "review", "analysis"):
            assert code(get(seat, what)) == "not_while_playing", what
        assert code(get(seat, "why", move="2,0")) == "not_while_playing"
        assert code(get(seat, "hint", ply=0)) == "not_while_playing"
        assert code(branch(seat, 0)) == "not_while_playing"
        assert get(seat, "positions", ply=0).status_code == 200
    two.does("resign")
    for seat in (one, two, watcher):
        for what in ("why", "review"):
            assert get(seat, what).status_code == 200
        assert get(seat, "hint", ply=0).status_code == 200
        assert branch(seat, 1).status_code == 201


# ---- reviews


def test_review_matches_the_engine_in_every_game(served: Served) -> None:
    for game in numduel.games():
        with where(game):
            options = {"target": 15} if game == "sum" else {"size": 2} if game == "run" else {}
            seat = play_first_moves(served, game, 6, options=options)
            data = get(seat, "review").json()
            conforms(data, ShownReview)
            match = loads(get(seat, "record").text)
            found: Any = review_json(match, review(Engine(), match, Budget(60)))
            for key in ("status", "result", "exact", "now"):
                assert data[key] == found[key], key
            for mine, theirs in zip(data["players"], found["players"], strict=True):
                assert {key: mine[key] for key in theirs} == theirs
            for mine, theirs in zip(data["plies"], found["plies"], strict=True):
                same = {key for key in theirs if key not in ("reason", "moves")}
                assert {key: mine[key] for key in same} == {key: theirs[key] for key in same}
                for move, value in theirs["moves"].items():
                    assert value.items() <= mine["moves"][move].items()
            assert len(data["course"]) == len(match.plies) + 1
            assert all(0 <= well <= 1 for well in data["course"])


def test_review_names_the_mistake_and_the_better_move(served: Served) -> None:
    data = get(play_lost_game(served), "review").json()
    bad = data["plies"][4]
    assert (bad["mark"], bad["slip"], bad["best"]) == ("??", "Ann threw away a win.", ["0,2"])
    assert bad["reason"].endswith("The 8, top right, would have won in 1 turn.")
    assert data["names"] == ["Ann", "Player 2"]
    assert data["course"][4] > 0.5 > data["course"][5]
    assert data["verdict"][-1] == "Player 2 won the game."
    assert f"{bad['why']} {bad['better']}" == bad["reason"]
    assert data["you"] == [1, 2]
    assert data["axis"] == ["Ann wins", "Player 2 wins"]
    assert data["moments"] == [
        {
            "ply": 5,
            "kind": "decisive",
            "mark": "??",
            "player": 1,
            "title": "Turn 5: Ann threw away a win, the decisive mistake",
        }
    ]
    assert data["no_moments"] == ""
    assert data["players"][0]["explained"].startswith("Accuracy 50%: 1 of Ann's 2 real choices")


def test_review_covers_the_current_game(served: Served) -> None:
    seat = play_first_moves(served, "sum", 2, options={"target": 15})
    first = get(seat, "review").json()
    assert get(seat, "review").json() == first
    seat.does("takeback")
    assert len(get(seat, "review").json()["plies"]) == 1
    seat.does("move", seat.view["status"]["moves"][-1])
    now = get(seat, "review").json()
    assert (len(now["plies"]), now == first) == (2, False)


def test_review_survives_a_rematch_that_starts_meanwhile(served: Served) -> None:
    seat = served.create("sum", "beginner", seat=1, name="Ann", options={"target": 200})
    seat.does("move", seat.view["status"]["moves"][0])
    until(lambda: seat.look()["status"]["player"] == 1 or None)
    seat.does("resign")
    with ThreadPoolExecutor(1) as others:
        data = others.submit(get, seat, "review")
        time.sleep(0.05)
        seat.does("rematch")
    conforms(data.result().json(), ShownReview)


def test_plugin_games_are_reviewed_too(served: Served) -> None:
    for game in ("nim", "pig"):
        conforms(get(play_first_moves(served, game, 3), "review").json(), ShownReview)


# ---- branches


def test_any_position_of_any_game_can_be_continued(served: Served) -> None:
    for game in GAMES:
        seat = play_first_moves(served, game)
        for ply in range(len(seat.view["plies"]) + 1):
            with where(game, ply):
                answer = branch(seat, ply)
                if answer.status_code == 409:
                    assert code(answer) == "over"
                    assert ply == len(seat.view["plies"])
                    continue
                new = conforms(answer.json(), Created)["view"]
                assert new["id"] != seat.id
                assert new["status"]["kind"] == "turn"
                made = new["plies"][:ply]
                assert made == seat.view["plies"][: len(made)]
                assert len(made) >= ply - 1  # it may be before a move that chance answers


def test_level_can_continue_a_match_from_either_seat(served: Served) -> None:
    seat = play_lost_game(served)
    for chosen in (1, 2):
        answer = branch(seat, 4, "perfect", seat=chosen, name="Ann")
        new = Seat(served, None, answer.json()["view"]["id"])
        assert answer.json()["you"] == [chosen]
        assert new.look()["players"][chosen - 1]["name"] == "Ann"


def test_branch_reshuffles_hidden_numbers(served: Served) -> None:
    seat = play_first_moves(served, "quest", 2)
    seat.does("resign")
    whole = seat.view["sealed"]["board"]
    boards: set[str] = set()
    for _ in range(8):
        token = new_token()
        new = Seat(served, token, "")
        new.take(branch(seat, 2, token=token).json())
        assert new.view["game"]["board"].count("?") == 8
        assert new.view["sealed"]["board"] is None
        new.does("resign")
        board = str(new.look()["sealed"]["board"])
        boards.add(board)
        assert board.split()[0] == whole.split()[0]
    assert len(boards) > 1


def test_impossible_branches_are_refused(served: Served) -> None:
    seat, quest = play_lost_game(served), play_first_moves(served, "quest", 2)
    assert code(branch(seat, 6)) == "over"
    assert code(branch(seat, 7)) == "invalid"
    assert code(branch(seat, 1, round=2)) == "invalid"
    assert code(branch(seat, 1, "nobody")) == "setup"
    assert code(branch(quest, 1, "friend")) == "setup"
    assert code(branch(Seat(served, None, "nowhere"), 1)) == "no_match"
    assert branch(seat, 1, "friend").json()["invite"]


def test_continued_match_is_restored_from_its_event() -> None:
    for game in numduel.games():
        match = numduel.Match(numduel.new(game, seed=5))
        for _ in range(3):
            match.play(match.moves[0])
        new = NewMatch(
            game, {}, None, "", None, "here", 1, "Ann", "t" * 43, "2026.11.16",
            start=start_position(match, len(match.plies)), other="Bob",
        )  # fmt: skip
        event = Event("m", 1, time.time(), json.dumps(make_opening_event(new, None)))
        views = []
        for _ in range(2):
            stored = apply_event("m", None, json.loads(event.body), event.at)
            views.append(stored.view([]))
        assert views[0] == views[1]
        assert [player["name"] for player in views[0]["players"]] == ["Ann", "Bob"]
        assert [ply["move"] for ply in views[0]["plies"]] == [ply.move for ply in match.plies]


# ---- records


def test_opened_record_is_the_same_match(served: Served) -> None:
    for game in GAMES:
        with where(game):
            seat = play_first_moves(served, game)
            text = get(seat, "record").text
            body = {"record": text, "opponent": "here", "token": new_token()}
            answer = seat.client.post("/records", json=body)
            new = conforms(answer.json(), Created)["view"]
            assert new["plies"] == seat.view["plies"]
            assert [player["name"] for player in new["players"]] == ["Ann", "Player 2"]
            data = seat.client.post("/records/review", json={"record": text}).json()
            assert data["plies"] == get(Seat(served, None, new["id"]), "review").json()["plies"]


def test_record_can_be_opened_or_continued(served: Served) -> None:
    text = (
        '[Game "sum"]\n[Player1 "Ann"]\n[Player2 "Bob"]\n[Ended "Player 2 resigned"]\n1. 7\n2. 9\n'
    )
    client = served.client
    body: dict[str, Any] = {"record": text, "opponent": "here", "token": new_token()}
    ended = client.post("/records", json=body).json()["view"]
    assert ended["status"]["reason"] == "resigned"
    assert [player["name"] for player in ended["players"]] == ["Ann", "Bob"]
    going = client.post("/records", json={**body, "ply": 2, "opponent": "casual", "seat": 1})
    assert going.json()["view"]["status"] | {"moves": []} == {
        "kind": "turn", "player": 1, "moves": [], "winner": None, "draw": False,
        "reason": None, "fault": None,
    }  # fmt: skip
    missing = client.post("/records", json={**body, "record": '[Game "chess"]'})
    assert (missing.status_code, code(missing)) == (409, "game_missing")
    assert missing.json()["detail"] == "This record needs chess; load its file. Nothing is lost."
    for wrong in ("", "nonsense", '[Game "my game"]', '[Game "sum"]\n1. 7\n2. 8'):
        answer = client.post("/records", json={**body, "record": wrong})
        assert code(answer) == "setup"
        assert "ine " in answer.json()["detail"]
    long = '[Game "race"]\n[Board "1 1 1 1/1 1 1 1/1 1 1 1/1 1 1 1"]\n' + "Down Up Up Down " * 251
    answer = client.post("/records", json={**body, "record": long})
    assert (code(answer), "moves" in answer.json()["detail"]) == ("invalid", True)
    assert code(client.post("/records", json={**body, "record": "x" * 60_001})) == "invalid"
    assert code(client.post("/records", json={**body, "record": "x" * 70_000})) == "too_large"


# ---- the daily duel


def test_finished_daily_duel_has_a_result(served: Served) -> None:
    client, token = served.client, new_token()
    duel = client.get("/daily/duel").json()
    answer = client.post("/daily/duel", json={"token": token, "name": "Ann"})
    assert answer.status_code == 201
    seat = Seat(served, token, "")
    seat.take(conforms(answer.json(), Created))
    assert seat.you == [duel["seat"]]
    assert seat.view["game"]["id"] == duel["game"]
    assert seat.view["players"][2 - duel["seat"]]["who"] == duel["level"]
    again = client.post("/daily/duel", json={"token": new_token()}).json()["view"]
    assert again["game"] == seat.view["game"]
    assert code(get(seat, "result")) == "not_now"
    until(lambda: seat.look()["status"]["player"] in seat.you, "the player's turn")
    assert get(seat, "review").status_code == 200
    seat.does("resign")
    result = get(seat, "result").json()
    assert result["help"] == 1
    conforms(result, DuelResult)
    assert result["outcome"] == "lost"
    assert result["text"].startswith(f"numduel daily duel {duel['day']}: lost to")
    assert seat.view["game"]["board"] not in result["text"]
    assert code(get(play_lost_game(served), "result")) == "setup"


def test_duel_of_an_earlier_day_is_playable(served: Served) -> None:
    client, token = served.client, new_token()
    duel = client.get("/daily/duel", params={"day": "2026-11-10"}).json()
    conforms(duel, Duel)
    assert duel["words"]["counts"] == "Only today's duel counts towards your streaks."
    assert duel["position"]["words"]["labels"][duel["seat"] - 1] == "You"
    answer = client.post("/daily/duel", json={"token": token, "day": "2026-11-10"}).json()
    assert answer["view"]["game"] == duel["position"]["game"]
    seat = Seat(served, token, "")
    seat.take(answer)
    until(lambda: seat.look()["status"]["player"] in seat.you, "the player's turn")
    seat.does("resign")
    assert get(seat, "result").json()["day"] == "2026-11-10"
    tomorrow = (date.fromisoformat(today()) + timedelta(1)).isoformat()
    for day in (tomorrow, "1999-12-31", "someday"):
        assert code(client.get("/daily/duel", params={"day": day})) == "setup"
        body = {"token": new_token(), "day": day}
        assert code(client.post("/daily/duel", json=body)) == "setup"


def test_draw_is_reviewed_for_every_reader(served: Served) -> None:
    one, two = versus(served, "pick15")
    for number, move in enumerate("951824673"):
        (one, two)[number % 2].does("move", move)
    for seat, slip in ((one, "You"), (two, "Ann"), (Seat(served, None, one.id), "Ann")):
        data = get(seat, "review").json()
        conforms(data, ShownReview)
        assert data["result"] == "1/2-1/2"
        assert data["verdict"][-1] == "The game is a draw."
        assert data["course"][-1] == 0.5
        bad = [ply["slip"] for ply in data["plies"] if ply["mark"]]
        assert bad[0].startswith(slip)
        assert data["decided"]["lead"].startswith("Turn ")
