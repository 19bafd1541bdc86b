"""A linearizability checker for the events of matches, after Wing and Gong.

Each match is an object, and its state is the list of its events. A history is linearizable if each
operation can take effect at one moment between its request and its answer, so that every answer
fits the state at that moment. Operations without an effect are placed at the first state that fits,
which is always safe; the search tries all orders of the others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import inf
from typing import NamedTuple

from .history import OK, REFUSED, UNKNOWN, Operation, Seen

__all__ = ["find_anomalies"]

MAX_SHOWN = 4
"""Maximum number of operations shown for an anomaly."""

DECIDED_AT_SEQ = frozenset(
    ("not_your_turn", "over", "not_now", "illegal_move", "invalid_move", "waiting")
)
"""Codes of refusals that depend on the state with exactly the events that the client has seen."""


class Event(NamedTuple):
    """An event of a match."""

    do: str
    who: str
    move: str | None = None


State = tuple[Event, ...]


class Step(NamedTuple):
    """An operation's effect, or what its answer shows, and the moments between which it happens."""

    start: float
    end: float
    operation: Operation
    is_view: bool = False

    @property
    def is_required(self) -> bool:
        return self.end != inf


def find_anomalies(operations: Iterable[Operation]) -> list[str]:
    """Return what is wrong with a history, one text for each match; none if it is linearizable."""
    by_match: dict[str, list[Operation]] = defaultdict(list)
    for operation in operations:
        if operation.match:
            by_match[operation.match].append(operation)
    problems = ((match, _check_match(found)) for match, found in by_match.items())
    return [f"match {match}: {problem}" for match, problem in problems if problem]


def _check_match(operations: Sequence[Operation]) -> str:
    return (
        _find_unshown_action(operations)
        or _find_stream_that_goes_back(operations)
        or _linearize(sorted(_make_steps(operations)))
    )


def _find_unshown_action(operations: Sequence[Operation]) -> str:
    """Return a confirmed action whose own answer doesn't show it."""
    for operation in operations:
        shown = operation.seen.seq if operation.seen else 0
        if operation.kind == "act" and operation.result == OK and shown <= operation.seq:
            return f"the answer doesn't show its own action: {operation}"
    return ""


def _find_stream_that_goes_back(operations: Sequence[Operation]) -> str:
    last: dict[int, Operation] = {}
    for operation in operations:
        if operation.kind == "stream" and operation.seen:
            before = last.get(operation.stream)
            if before and before.seen and operation.seen.seq < before.seen.seq:
                return f"a stream goes back: {before}; then {operation}"
            last[operation.stream] = operation
    return ""


def _make_steps(operations: Iterable[Operation]) -> Iterator[Step]:
    for operation in operations:
        if operation.kind in ("create", "join", "act") or operation.result == REFUSED:
            end = inf if operation.result == UNKNOWN else operation.end
            yield Step(operation.start, end, operation)
        if operation.seen is not None:
            yield Step(operation.start, operation.end, operation, is_view=True)


# ---- the search


def _linearize(steps: Sequence[Step]) -> str:
    """Return the empty text if the steps can be ordered, or what couldn't be placed at best."""
    pending = frozenset(range(len(steps)))
    configurations: list[tuple[frozenset[int], State]] = [(pending, ())]
    known: set[tuple[frozenset[int], State]] = set()
    best = (len(steps) + 1, pending, State())
    while configurations:
        pending, state = configurations.pop()
        pending = _place_without_effect(steps, pending, state)
        if not any(steps[index].is_required for index in pending):
            return ""
        if (pending, state) in known:
            continue
        known.add((pending, state))
        best = min(best, (len(pending), pending, state), key=lambda found: found[0])
        for index in _find_open(steps, pending):
            event = _effect(steps[index], state)
            if event is not None:
                configurations.append((pending - {index}, (*state, event)))
    return _describe(steps, best[1], best[2])


def _find_open(steps: Sequence[Step], pending: frozenset[int]) -> list[int]:
    """Return the pending steps that began before any other pending one had to be finished."""
    first_end = min((steps[index].end for index in pending), default=inf)
    return [index for index in sorted(pending) if steps[index].start <= first_end]


def _place_without_effect(
    steps: Sequence[Step], pending: frozenset[int], state: State
) -> frozenset[int]:
    """Return what is still pending after every step that fits the state and leaves it as it is."""
    while True:
        placed = {index for index in _find_open(steps, pending) if _fits(steps[index], state)}
        if not placed:
            return pending
        pending -= placed


# ---- the model of a match


def _effect(step: Step, state: State) -> Event | None:
    """Return the event that a step adds to a state; None if it can't."""
    operation = step.operation
    if step.is_view or operation.result == REFUSED:
        return None
    expected = {"create": 0, "join": 1, "act": operation.seq}[operation.kind]
    return _event(operation) if len(state) == expected else None


def _event(operation: Operation) -> Event:
    return Event(operation.do or operation.kind, operation.who, operation.move)


def _fits(step: Step, state: State) -> bool:
    """Return whether a step fits a state and leaves it as it is."""
    operation = step.operation
    if step.is_view:
        return operation.seen == _show(state)
    if operation.result == REFUSED:
        return _is_refused(operation, state)
    return step.is_required and _was_done(operation, state)  # sent again


def _was_done(operation: Operation, state: State) -> bool:
    """Return whether the event at the operation's seq is its own."""
    seq = 1 if operation.kind == "join" else operation.seq
    return operation.kind != "create" and len(state) > seq and state[seq] == _event(operation)


def _is_refused(operation: Operation, state: State) -> bool:
    match operation.code:
        case "no_match":
            return not state
        case "seat_taken":
            return len(state) > 1 and not _was_done(operation, state)
        case "no_seat":
            return operation.who not in (event.who for event in state[:2])
        case "stale":
            return len(state) != operation.seq and not _was_done(operation, state)
    return operation.code in DECIDED_AT_SEQ and len(state) == operation.seq


def _show(state: State) -> Seen | None:
    """Return what a view of a state shows."""
    if not state:
        return None
    round, moves = 1, list[tuple[int, str]]()
    for before, event in pairwise(state):
        if event.move is not None:
            is_second = (event.who != state[0].who) != (round % 2 == 0)  # seats change each round
            moves.append((1 + is_second, event.move))
        elif before.do == "rematch" and event.do in ("accept", "rematch"):  # both want it
            round, moves = round + 1, []
    return Seen(len(state), round, tuple(moves))


def _describe(steps: Sequence[Step], pending: frozenset[int], state: State) -> str:
    """Return what the best attempt couldn't place."""
    left = sorted((steps[index] for index in pending), key=lambda step: (step.end, step.start))
    shown = "; ".join(str(step.operation) for step in left[:MAX_SHOWN])
    return f"after {len(state)} events, nothing can come next of: {shown}"
