"""Attacks on matches as a server stores them: random actions, offers, help, undone resignations."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import numduel
from numduel.errors import Refused
from numduel.play.controller import REMATCH, NeedsAnalysis
from numduel.web.match_start import FRIEND, HERE, NewMatch, make_opening_event
from numduel.web.stored_match import Action, StoredMatch, apply_event

__all__ = ["act_at_random"]

ID, INVITE, TOKENS = "m" * 16, "i" * 22, ("a" * 43, "b" * 43)
MAX_ACTIONS = 60
"""Actions tried in each match."""

ACTIONS = (
    "takeback",
    "takeback",
    "rematch",
    "stop",
    "stop",
    "accept",
    "accept",
    "decline",
    "resign",
)
SIDES = (0, 1, None)


def act_at_random(count: int, dice: random.Random, folder: str) -> Iterator[tuple[int, str]]:
    """Check that no sequence of actions breaks a match, leaves an offer open or shows a number."""
    for _ in range(count):
        yield 1, _play(dice)


def _play(dice: random.Random) -> str:
    game, opponent = dice.choice(numduel.games()), dice.choice((FRIEND, HERE, "casual", "perfect"))
    options = {"stand": True} if game == "quest" and dice.random() < 0.5 else {}
    seat, duel = dice.choice((1, 2)), "2026-11-16" if dice.random() < 0.2 else ""
    new = NewMatch(
        *(game, options, None, "playable", None, opponent, seat, "Ann", TOKENS[0]),
        *("2026.11.16", "" if opponent in (FRIEND, HERE) else duel),
    )
    bodies = [_as_stored(make_opening_event(new, INVITE if opponent == FRIEND else None))]
    stored = apply_event(ID, None, bodies[0], 0)
    for _ in range(MAX_ACTIONS):
        before, seen = stored, _shown(stored)
        try:
            body = _decide(stored, dice)
        except Refused:
            continue
        if body is None:
            continue
        bodies.append(_as_stored(body))
        stored = apply_event(ID, before, bodies[-1], 0)
        if fault := _find_fault(stored, bodies, dice) or (
            "an older state has changed" if _shown(before) != seen else ""
        ):
            return f"{game} against {opponent}, after {bodies[1:]}: {fault}"
    return ""


def _as_stored(body: Any) -> Any:
    """Return an event as the store returns it."""
    return json.loads(json.dumps(body))


def _decide(stored: StoredMatch, dice: random.Random) -> Any:
    """Return the event of something that a player, a spectator or a level does; raise Refused."""
    kind, side = dice.random(), dice.choice((0, 0, 1, None))
    if stored.is_waiting and kind < 0.5:
        return stored.decide_join(INVITE, TOKENS[1], "Ben")
    request = stored.pending_request()
    if request is not None and kind < 0.5:
        return stored.level_move_event(dice.choice(request.moves))
    if kind < 0.55:
        move = dice.choice(stored.match.moves or ("1",))
        return stored.decide(side, Action(stored.seq, "move", move))
    if kind < 0.65:
        return stored.decide_help(side, dice.choice(("hints", "analyses")))
    seq = max(0, stored.seq - dice.choice((0, 0, 0, 1, 2, stored.seq)))
    action = Action(seq, dice.choice(ACTIONS))
    try:
        return stored.decide(side, action)
    except NeedsAnalysis:
        return stored.decide(side, action._replace(is_endless=dice.random() < 0.2))


def _find_fault(stored: StoredMatch, bodies: list[Any], dice: random.Random) -> str:
    offer, is_over = stored.state.offer, stored.match.is_finished
    if offer is not None and stored.opponent != FRIEND:
        return "an offer waits for nobody"
    if offer is not None and (offer.do == REMATCH) != is_over:
        return f"the offer of a {offer.do} is open"
    if dice.random() < 0.2:
        if _shown(_replay(bodies)) != _shown(stored):
            return "it differs when it is read again"
        if not is_over and "?" in stored.match.board:
            other = _shown(_replay(_with_other_numbers(bodies, stored, dice)))
            if other != _shown(stored):
                return "hidden numbers can be seen"
    return ""


def _replay(bodies: list[Any]) -> StoredMatch:
    stored = None
    for body in bodies:
        stored = apply_event(ID, stored, body, 0)
    assert stored is not None
    return stored


def _shown(stored: StoredMatch) -> str:
    """Return all that anyone can see of a match."""
    views = [json.loads(json.dumps(stored.view([0], side))) for side in SIDES]
    for view in views:
        view["sealed"] = view["sealed"] and {**view["sealed"], "commit": None}
    return json.dumps([*views, stored.record(None)])


def _with_other_numbers(bodies: list[Any], stored: StoredMatch, dice: random.Random) -> list[Any]:
    """Return the events with the hidden numbers of the current round exchanged."""
    changed: list[Any] = _as_stored(bodies)
    deal = next(body["deal"] for body in reversed(changed) if "deal" in body)
    known, whole = stored.match.board.split("/"), deal["board"].split("/")
    hidden = [
        number
        for shown, row in zip(known, whole, strict=True)
        for sign, number in zip(shown.split(), row.split(), strict=True)
        if sign == "?"
    ]
    dice.shuffle(hidden)
    deal["board"] = "/".join(
        " ".join(hidden.pop() if sign == "?" else sign for sign in row.split()) for row in known
    )
    return changed
