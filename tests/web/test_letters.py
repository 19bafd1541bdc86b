"""Matches by letter at a real server: two browsers that only exchange links."""

from __future__ import annotations

from typing import Any

import httpx
from shape_support import conforms
from web_support import Seat, Served, new_token

from duel_support import where
from numduel.games import offered
from numduel.storage.record.letter import Letter, pack_letter, unpack_letter
from numduel.views.shapes.match import Created, SeenMatch, ShownPosition

BOARD = "4 3 8/9 5 1/2 7 6"


def create(served: Served, **more: Any) -> Seat:
    return served.create("maze", "letter", seat=1, board=BOARD, **more)


def open_letter(served: Served, letter: str, **more: Any) -> httpx.Response:
    return served.client.post("/letters", json={"letter": letter, "token": new_token(), **more})


def opened(served: Served, letter: str, **more: Any) -> Seat:
    token = new_token()
    answer = served.client.post("/letters", json={"letter": letter, "token": token, **more})
    assert answer.status_code == 201, answer.text
    seat = Seat(served, token, "")
    seat.take(conforms(answer.json(), Created))
    return seat


def receive(seat: Seat, letter: str) -> httpx.Response:
    path = f"/matches/{seat.id}/letters"
    return seat.client.post(path, json={"letter": letter}, headers=seat.headers)


def test_two_people_play_by_letter(served: Served) -> None:
    ann = create(served, name="Ann")
    ann.does("move", "0,0")
    bob = opened(served, ann.view["letter"], name="Bob")
    assert bob.you == [2]
    assert [player["name"] for player in bob.view["players"]] == ["Ann", "Bob"]
    assert "online" not in " ".join(bob.view["words"]["about"])
    bob.does("move", "2,0")
    seen = conforms(receive(ann, bob.view["letter"]).json(), SeenMatch)
    assert [ply["move"] for ply in seen["view"]["plies"]] == ["0,0", "2,0"]
    assert [player["name"] for player in seen["view"]["players"]] == ["Ann", "Bob"]
    ann.does("resign")
    receive(bob, ann.view["letter"])
    assert bob.look()["status"]["winner"] == 2
    review = bob.client.get(f"/matches/{bob.id}/review", headers=bob.headers)
    assert review.status_code == 200
    assert opened(served, ann.view["letter"]).you == [2], "the letter is for Bob"


def test_old_letters_change_nothing_and_other_moves_are_refused(served: Served) -> None:
    ann = create(served)
    start = ann.view["letter"]
    ann.does("move", "0,0")
    first = ann.view["letter"]
    for letter in (start, first):
        assert receive(ann, letter).json()["view"] == ann.look()
    other = opened(served, start, seat=1)
    other.does("move", "0,1")
    answer = receive(ann, other.view["letter"])
    assert (answer.status_code, answer.json()["code"]) == (409, "other_moves")
    detail = "Move 1 is 0,0 in your game and 0,1 in this letter."
    assert answer.json()["detail"] == detail
    stranger = receive(ann, create(served).view["letter"])
    assert stranger.json()["detail"] == "This letter belongs to another game."
    spectator = Seat(served, new_token(), ann.id)
    assert receive(spectator, first).json()["code"] == "no_seat"


def test_letters_with_moves_of_yours_need_a_choice(served: Served) -> None:
    """No one moves or resigns for you: such a letter is shown with a choice."""
    ann = create(served)
    start = ann.view["letter"]
    forger = opened(served, start, seat=1)
    forger.does("move", "0,0")
    answer = receive(ann, forger.view["letter"])
    assert (answer.status_code, answer.json()["code"]) == (409, "other_moves")
    assert answer.json()["detail"] == "This letter has moves of your side that your game lacks."
    other = opened(served, start, seat=1)
    other.does("resign")
    answer = receive(ann, other.view["letter"])
    assert answer.json()["detail"] == "In this letter you resigned, but not in your game."
    assert ann.look()["plies"] == []
    assert opened(served, forger.view["letter"], seat=1).you == [1], "the player may use it"


def test_position_of_a_letter_is_shown_without_storing_it(served: Served) -> None:
    ann = create(served, name="Ann")
    ann.does("move", "0,0")
    answer = served.client.post("/letters/position", json={"letter": ann.view["letter"]})
    shown = conforms(answer.json(), ShownPosition)
    assert shown["picture"] == ann.view["picture"]
    assert shown["words"]["labels"][0] == "Ann"
    wrong = served.client.post("/letters/position", json={"letter": "1.a"})
    assert wrong.json()["detail"] == "This link is incomplete. Copy all of it, or ask for it again."


def test_people_by_letter_can_only_move_and_resign(served: Served) -> None:
    ann = create(served)
    ann.does("move", "0,0")
    for action in ("takeback", "stop", "rematch"):
        assert ann.send(action).json()["detail"] == "By letter, you can only move or resign."
    answer = ann.client.get(f"/matches/{ann.id}/hint", headers=ann.headers)
    assert answer.json()["code"] == "not_while_playing"


WRONG_RECORDS = {
    '[Game "maze"]': "board",
    '[Game "../sum"]': "isn't a game",
    "<script>": "",
    '[Game "sum"]\n\n1. 99\n': "99",
    '[Game "sum"]\n[Result "1-0"]\n': "",
    '[Game "sum"]\n[Result "1-0"]\n[Reason "target"]\n\n1. 7\n': "",
    '[Game "sum"]\n[Ended "Player 3 resigned"]\n': "",
    '[Game "sum"]\n[Ended "stopped"]\n': "isn't possible by letter",
    '[Game "sum"]\n[Ended "Player 1 forfeited"]\n': "",
    '[Game "sum"]\n[Options "target=99999999"]\n': "target",
    '[Game "sum"]\n[Options "__class__=1"]\n': "",
    '[Game "sum"]\n\n' + "7 " * 20_000: "",
    "": "",
    "\0" * 500: "",
}
"""Records that no letter of numduel has, each with a part of the sentence that refuses it."""


def test_wrong_records_are_refused_with_a_sentence(served: Served) -> None:
    for record, part in WRONG_RECORDS.items():
        with where(record[:60]):
            letter = pack_letter(Letter("abcdefghijkl", record))
            for answer in (
                open_letter(served, letter),
                served.client.post("/letters/position", json={"letter": letter}),
            ):
                assert (answer.status_code, answer.json()["code"]) == (422, "setup")
                assert answer.json()["detail"].endswith(".")
                assert part in answer.json()["detail"]


def test_letters_of_other_games_say_which_game_is_missing(served: Served) -> None:
    """A person with another game can send letters; here the game is unknown."""
    letter = pack_letter(Letter("abcdefghijkl", '[Game "chomp"]\n[Board "3 4 5"]\n\n1. 1,2\n'))
    answer = open_letter(served, letter)
    assert (answer.status_code, answer.json()["code"]) == (409, "game_missing")
    assert answer.json()["detail"] == "This letter needs chomp; load its file. Nothing is lost."


def test_texts_of_a_letter_are_only_texts(served: Served) -> None:
    """Names are cleaned and cut, dates are dates, and other tags are left out."""
    hostile = '<img src=x onerror=alert(1)> \u202e\u0000"][Game '
    record = (
        f'[Game "sum"]\n[Player1 "{hostile.replace(chr(34), chr(92) + chr(34))}{"x" * 5000}"]\n'
        '[Date "<script>"]\n[Duel "2026-11-16"]\n[Type2 "perfect"]\n[Evil "yes"]\n\n1. 7\n'
    )
    bob = opened(served, pack_letter(Letter("abcdefghijkl", record)))
    assert bob.you == [2]
    name = bob.view["players"][0]["name"]
    assert len(name) <= 20
    assert not {"\u202e", "\0"} & set(name)
    again = unpack_letter(bob.view["letter"]).record
    assert "Evil" not in again
    assert "Duel" not in again
    assert "script" not in again


def test_games_with_chance_or_hidden_numbers_are_excluded(served: Served) -> None:
    games = {game["id"]: game for game in served.client.get("/games").json()["games"]}
    for kind in offered():
        is_excluded = kind.chance or kind.hidden
        assert bool(games[kind.id]["no_letters"]) == is_excluded
        new = {"game": kind.id, "opponent": "letter", "token": new_token()}
        answer = served.client.post("/matches", json=new)
        assert answer.status_code == (422 if is_excluded else 201)
        record = f'[Game "{kind.id}"]\n'
        if is_excluded:
            letter = pack_letter(Letter("abcdefghijkl", record))
            for refusal in (answer, open_letter(served, letter)):
                assert refusal.json()["detail"] == games[kind.id]["no_letters"]
        else:
            assert unpack_letter(answer.json()["view"]["letter"]).record.startswith(record)
