"""The checker accepts what a correct server may answer, and finds every planted anomaly."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from histories.checker import find_anomalies
from histories.history import OK, REFUSED, UNKNOWN, Operation, Recorder, Seen, read_history
from histories.run import POSTGRES, SQLITE, run

MATCH = "m"


def create(start: float, end: float) -> Operation:
    return Operation(MATCH, "create", start, end, OK, 0, "Ann", seen=Seen(1, 1, ()))


def join(start: float, end: float, who: str = "Ben", code: str = "") -> Operation:
    result = REFUSED if code else OK
    shown = None if code else Seen(2, 1, ())
    return Operation(MATCH, "join", start, end, result, 1, who, code=code, seen=shown)


def act(
    start: float, end: float, who: str, seq: int, move: str, shown: str | None, code: str = ""
) -> Operation:
    """Return a move; `shown` are the moves that the answer shows, None without an answer."""
    result = REFUSED if code else OK if shown is not None else UNKNOWN
    found = None if shown is None else view(shown)
    return Operation(
        MATCH, "act", start, end, result, 0, who, seq, "move", move, code=code, seen=found
    )


def get(start: float, end: float, shown: str) -> Operation:
    return Operation(MATCH, "get", start, end, OK, 1, seen=view(shown))


def stream(start: float, end: float, shown: str, number: int = 1) -> Operation:
    return Operation(MATCH, "stream", start, end, OK, 1, seen=view(shown), stream=number)


def view(moves: str) -> Seen:
    """Return the view of the first round after some moves, by the players in turn."""
    plies = tuple((1 + index % 2, move) for index, move in enumerate(moves))
    return Seen(2 + len(moves), 1, plies)


START = [create(0, 1), join(2, 3)]

ACCEPTED = {
    "one after the other": [act(4, 5, "Ann", 2, "a", "a"), act(6, 7, "Ben", 3, "b", "ab")],
    "an unanswered move that happened": [act(4, 5, "Ann", 2, "a", None), get(6, 7, "a")],
    "an unanswered move that didn't happen": [act(4, 5, "Ann", 2, "a", None), get(6, 7, "")],
    "an unanswered move that happens later": [
        act(4, 5, "Ann", 2, "a", None),
        get(6, 7, ""),
        get(8, 9, "a"),
    ],
    "the same move sent twice": [act(4, 9, "Ann", 2, "a", "a"), act(5, 8, "Ann", 2, "a", "a")],
    "two moves, of which one is late": [
        act(4, 9, "Ann", 2, "a", "a"),
        act(5, 8, "Ann", 2, "b", "a", "stale"),
    ],
    "concurrent reads before and after a move": [
        act(4, 9, "Ann", 2, "a", "a"),
        get(5, 8, "a"),
        get(6, 7, ""),
    ],
    "a stream that is late": [
        stream(3, 4, ""),
        act(4, 5, "Ann", 2, "a", "a"),
        get(6, 7, "a"),
        stream(3, 9, "a"),
    ],
    "a second guest": [join(4, 5, "Eve", "seat_taken"), act(6, 7, "Eve", 2, "a", "", "no_seat")],
}

PLANTED = {
    "a lost confirmed move": [act(4, 5, "Ann", 2, "a", "a"), get(6, 7, "")],
    "a lost join": [join(4, 5, "Eve")],
    "a move played twice": [act(4, 5, "Ann", 2, "a", "a"), get(6, 7, "aa")],
    "a read that goes back": [
        act(4, 9, "Ann", 2, "a", "a"),
        get(5, 6, "a"),
        get(7, 8, ""),
    ],
    "a read that goes back after an unanswered move": [
        act(4, 5, "Ann", 2, "a", None),
        get(6, 7, "a"),
        get(8, 9, ""),
    ],
    "two winners at one seq": [act(4, 9, "Ann", 2, "a", "a"), act(5, 8, "Ann", 2, "b", "b")],
    "no winner at a seq": [
        act(4, 9, "Ann", 2, "a", "", "stale"),
        act(5, 8, "Ann", 2, "b", "", "stale"),
    ],
    "a phantom event": [get(4, 5, "a")],
    "an event before its request": [get(4, 5, "a"), act(6, 7, "Ann", 2, "a", "a")],
    "another move than the confirmed one": [act(4, 5, "Ann", 2, "a", "a"), get(6, 7, "b")],
    "a refused move that happened": [act(4, 5, "Ann", 2, "a", "", "not_your_turn"), get(6, 7, "a")],
    "a refusal of a repeated move": [
        act(4, 5, "Ann", 2, "a", "a"),
        act(6, 7, "Ann", 2, "a", "a", "stale"),
    ],
    "a refusal from an old state": [
        act(4, 5, "Ann", 2, "a", "a"),
        act(6, 7, "Ben", 2, "b", "a", "not_your_turn"),
    ],
    "an answer without its own move": [act(4, 5, "Ann", 2, "a", "")],
    "a stream that goes back": [
        act(4, 9, "Ann", 2, "a", None),
        stream(3, 6, "a"),
        stream(3, 7, ""),
    ],
    "a stream that opens with an old state": [act(4, 5, "Ann", 2, "a", "a"), stream(6, 7, "")],
    "a match that is gone": [
        Operation(MATCH, "get", 4, 5, REFUSED, 1, code="no_match"),
    ],
    "an unknown refusal": [act(4, 5, "Ann", 2, "a", "", "too_many")],
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_correct_history_is_accepted(name: str) -> None:
    assert find_anomalies([*START, *ACCEPTED[name]]) == []


@pytest.mark.parametrize("name", PLANTED)
def test_planted_anomaly_is_found(name: str) -> None:
    (found,) = find_anomalies([*START, *PLANTED[name]])
    assert found.startswith(f"match {MATCH}: ")


def test_order_of_lines_and_other_matches_change_nothing() -> None:
    broken = [*START, *PLANTED["a lost confirmed move"]]
    other = [one._replace(match="n") for one in [*START, *ACCEPTED["the same move sent twice"]]]
    assert len(find_anomalies([*reversed(broken), *other])) == 1
    assert find_anomalies(reversed(other)) == []


def test_rematch_swaps_seats_and_clears_the_moves() -> None:
    def do(start: float, who: str, seq: int, what: str, shown: Seen) -> Operation:
        return Operation(MATCH, "act", start, start + 1, OK, 0, who, seq, what, seen=shown)

    first = ((1, "a"),)
    ended = [
        act(4, 5, "Ann", 2, "a", "a"),
        do(6, "Ben", 3, "resign", Seen(4, 1, first)),
        do(8, "Ann", 4, "rematch", Seen(5, 1, first)),
        do(10, "Ben", 5, "accept", Seen(6, 2, ())),
    ]
    move = do(12, "Ben", 6, "move", Seen(7, 2, ((1, "b"),)))._replace(move="b")
    assert find_anomalies([*START, *ended, move]) == []
    both = ended[-1]._replace(do="rematch")  # an offer of the other player accepts this one
    assert find_anomalies([*START, *ended[:-1], both, move]) == []
    assert find_anomalies([*START, *ended, move._replace(who="Ann")])


def test_history_is_read_as_it_was_recorded() -> None:
    file = StringIO()
    recorder = Recorder(file)
    operations = [*START, *ACCEPTED["a stream that is late"], *PLANTED["a match that is gone"]]
    for operation in operations:
        recorder.add(operation)
        recorder.add_fault("kill", 0)
    assert list(read_history(file.getvalue().splitlines())) == operations
    assert recorder.requests == len(operations) - 2


@pytest.mark.long
@pytest.mark.usefixtures("postgres_server")  # skips without PostgreSQL
@pytest.mark.parametrize("database", [POSTGRES, SQLITE])
def test_history_of_servers_under_faults_is_linearizable(database: str, tmp_path: Path) -> None:
    outcome = run(1, database, 300, str(tmp_path))
    assert outcome.anomalies == []
    assert outcome.operations >= 300
    assert sum(outcome.faults.values()) > 0
