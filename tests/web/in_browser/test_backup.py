"""Events in a player's file: only what numduel itself would store gets in."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from numduel.web.in_browser.backup import BackupError, read_events
from numduel.web.match_start import NewMatch, make_opening_event
from numduel.web.stored_match import Action, StoredMatch, apply_event

ID = "a-match-of-a-file"
TOKEN = "t" * 43
Bodies = list[dict[str, Any]]


def bodies_of(
    game: str, opponent: str, *actions: tuple[str, str | None], **more: Any
) -> tuple[Bodies, StoredMatch]:
    new = NewMatch(game, {}, None, "playable", 5, opponent, 1, "Ann", TOKEN, "2026.11.17", **more)
    bodies = [make_opening_event(new, None)]
    stored = apply_event(ID, None, bodies[0], 0)
    for do, move in actions:
        if do == "level":
            body: Any = stored.level_move_event(stored.match.moves[0])
        elif do == "help":
            body = stored.decide_help(0, move or "")
        else:
            is_endless = True if do == "stop" else None
            body = stored.decide(0, Action(stored.seq, do, move, is_endless))
        bodies.append(body)
        stored = apply_event(ID, stored, body, 0)
    return bodies, stored


def rows_of(bodies: Bodies) -> list[list[object]]:
    return [[float(n), json.dumps(body)] for n, body in enumerate(bodies)]


def sample() -> Bodies:
    actions = [
        ("move", "07"),
        ("level", None),
        ("help", "hints"),
        ("move", "5"),
        ("takeback", None),
        ("move", "6"),
        ("level", None),
        ("stop", None),
        ("resign", None),
        ("takeback", None),
        ("resign", None),
        ("rematch", None),
        ("level", None),
    ]
    return bodies_of("sum", "casual", *actions)[0]


def test_real_matches_are_accepted() -> None:
    bodies = sample()
    events, summary = read_events(ID, rows_of(bodies))
    assert [json.loads(event.body) for event in events] == bodies
    assert [event.seq for event in events] == list(range(1, len(bodies) + 1))
    assert (summary.level_to_move, summary.finished) == (False, True)
    for game in ("quest", "maze", "countdown"):
        try:
            bodies, stored = bodies_of(game, "here")
        except Exception:  # no such game
            continue
        assert read_events(ID, rows_of(bodies))[1] == stored.summary


Change = Callable[[Bodies], object]

HOSTILE: dict[str, Change] = {
    "an illegal move": lambda b: b[1].update(move="99"),
    "a move as a number": lambda b: b[1].update(move=7),
    "another typed move": lambda b: b[1].update(typed="8"),
    "a move of the level by the player": lambda b: b[2].update(side=0),
    "a spectator's move": lambda b: b[1].update(side=None),
    "an unknown side": lambda b: b[1].update(side=2),
    "a flag as side": lambda b: b[1].update(side=False),
    "a field too many": lambda b: b[1].update(extra="<script>"),
    "help with a move": lambda b: b[1].update(help=["hints"] * 1000),
    "unknown help": lambda b: b[3].update(help=["wishes"]),
    "too many moves undone": lambda b: b[5].update(undo=1000),
    "a negative undo": lambda b: b[5].update(undo=-1),
    "the other player resigning": lambda b: b[9].update(end="Player 2 resigned"),
    "an unknown end": lambda b: b[9].update(end="won"),
    "a join": lambda b: b.insert(1, {"do": "join", "name": "Eve", "token": "0" * 64}),
    "a second opening": lambda b: b.insert(1, b[0]),
    "an unknown event": lambda b: b[1].update(do="cheat"),
    "a missing event": lambda b: b.pop(2),
    "no opening": lambda b: b.pop(0),
    "no event": lambda b: b.clear(),
    "a friend": lambda b: b[0].update(opponent="friend"),
    "a program": lambda b: b[0].update(opponent="python:os"),
    "an unknown game": lambda b: b[0].update(game="../../etc/passwd"),
    "an unknown option": lambda b: b[0]["options"].update(__class__=1),
    "an option out of range": lambda b: b[0]["options"].update(goal=10**9),
    "a bare token": lambda b: b[0].update(token=TOKEN),
    "an invitation": lambda b: b[0].update(invite="0" * 64),
    "a name with control characters": lambda b: b[0].update(name="A\u202enn"),
    "a long name": lambda b: b[0].update(name="A" * 1000),
    "a date that isn't one": lambda b: b[0].update(date="2026.99.99"),
    "a duel that isn't a day": lambda b: b[0].update(duel="today"),
    "a huge seed": lambda b: b[0].update(seed=2**200),
    "a seed as text": lambda b: b[0]["deal"].update(seed="1"),
    "a salt without a hidden board": lambda b: b[0]["deal"].update(salt="0" * 64),
    "impossible earlier moves": lambda b: b[0]["deal"].update(moves=["99"]),
    "an end in strange words": lambda b: b[0]["deal"].update(ended="Player 1 exploded"),
    "a deal in the middle": lambda b: b[1].update(deal=b[0]["deal"]),
    "a deal with moves": lambda b: b[-2]["deal"].update(moves=["7"]),
    "a letter": lambda b: b.insert(
        2, {"do": "letter", "side": 1, "moves": ["7"], "ended": "", "name": "Eve"}
    ),
    "a letter's id": lambda b: b[0].update(letter="abc"),
    "a list as event": lambda b: b.insert(1, []),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_events_are_refused(what: str) -> None:
    bodies = copy.deepcopy(sample())
    HOSTILE[what](bodies)
    with pytest.raises(BackupError):
        read_events(ID, rows_of(bodies))


@pytest.mark.parametrize(
    "rows",
    [
        None,
        {},
        "text",
        [None],
        [[1]],
        [["1", "{}"]],
        [[True, "{}"]],
        [[float("nan"), "{}"]],
        [[-1, "{}"]],
        [[10**12, "{}"]],
        [[0, {}]],
        [[0, "not JSON"]],
        [[0, "[" * 50_000]],
        [[0, "9" * 10_000]],
        [[0, '"' + "x" * 200_000 + '"']],
        [[0, "{}"]] * 50_000,
    ],
)
def test_rows_of_another_shape_are_refused(rows: object) -> None:
    with pytest.raises(BackupError):
        read_events(ID, rows)


def test_times_out_of_order_are_refused() -> None:
    rows = rows_of(sample())
    rows[0][0] = 1_000_000.0
    with pytest.raises(BackupError, match="order"):
        read_events(ID, rows)
