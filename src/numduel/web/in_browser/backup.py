"""Matches in the file that a player exports, and the checks of a file to import.

Events come from a file that anyone may have written. Each must be exactly the event that numduel
itself would store there, so nothing else gets into the database.
"""

import json
import math
from contextlib import suppress
from datetime import date
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from ...core import Player
from ...dice import SEED_LIMIT
from ...errors import NumduelError, Refused
from ...games import find
from ...play import controller
from ...play.controller import HELP_KINDS
from ...play.dealing import BOOK, PLAYABLE
from ...play.match import RESIGNED
from ...play.players import CHARACTERS, LEVELS
from ...views.as_json import Json
from ...views.shapes.basics import Pattern, Within
from ..match_start import GIVEN, HERE, LETTER, SALT_BYTES, clean_name
from ..requests import Board, GameId, GameOptions, Move, Name, Seed
from ..store import Event, MatchSummary
from ..stored_match import HELP, MAX_EVENTS, OTHER_ACTIONS, Action, StoredMatch, apply_event
from ..validation import check_of, read_json

MAX_CHARS = 100_000
"""Maximum characters of one event."""

MAX_ROWS = 2 * MAX_EVENTS
"""Maximum events of a match, including help."""

MAX_TIME = 4_102_444_800
"""Latest time of an event: the year 2100, in Unix seconds."""

Side = Annotated[int, Within(0, 1)]
Hash = Annotated[str, Pattern("[0-9a-f]{64}")]
Salt = Annotated[str, Pattern(f"[0-9a-f]{{{2 * SALT_BYTES}}}")]
Moves = Annotated[list[Move], Within(0, 2000)]


class Deal(TypedDict):
    """The deal of a round."""

    board: Board | None
    seed: Seed
    salt: Salt | None
    moves: NotRequired[Moves]
    drawn: NotRequired[Moves]
    ended: NotRequired[Annotated[str, Within(0, 500)]]


class Opening(TypedDict):
    """The first event of a match."""

    do: Literal["open"]
    game: GameId
    options: GameOptions
    dealt: Literal[GIVEN, PLAYABLE, BOOK]  # type: ignore[valid-type]
    seed: Seed | None
    opponent: Literal[HERE, LETTER, *LEVELS, *CHARACTERS]  # type: ignore[valid-type]
    first: Side
    name: Name | None
    other: Name | None
    token: Hash
    invite: None
    luck: Annotated[int, Within(0, SEED_LIMIT - 1)]
    date: Annotated[str, Pattern(r"\d{4}\.\d{2}\.\d{2}")]
    duel: Annotated[str, Pattern(r"|\d{4}-\d{2}-\d{2}")]
    deal: Deal
    start: NotRequired[Literal["position"]]
    letter: NotRequired[Annotated[str, Pattern("[A-Za-z0-9_-]{1,64}")]]


class LetterEvent(TypedDict):
    """The moves of the other player of a match by letter."""

    do: Literal["letter"]
    side: Annotated[int, Within(1, 1)]
    moves: Moves
    ended: Annotated[str, Within(0, 100)]
    name: Name | None


class HelpEvent(TypedDict):
    """An event that counts help."""

    do: Literal["help"]
    side: Side
    help: Annotated[list[Literal[HELP_KINDS]], Within(1, 1)]  # type: ignore[valid-type]


class OtherEvent(TypedDict):
    """Any other event; which fields it has depends on what is done."""

    do: Literal["move", *OTHER_ACTIONS]  # type: ignore[valid-type]
    side: Side
    move: NotRequired[Move]
    typed: NotRequired[Move]
    undo: NotRequired[Annotated[int, Within(0, 2000)]]
    end: NotRequired[Annotated[str, Within(0, 100)]]
    deal: NotRequired[Deal]


class BackupError(NumduelError):
    """A match of a file that can't be imported."""


def read_events(id: str, rows: object) -> tuple[list[Event], MatchSummary]:
    """Return the events of a match from a file, and its summary; raise BackupError.

    It replays the match; run it in an engine worker.
    """
    if not isinstance(rows, list) or not 1 <= len(rows) <= MAX_ROWS:
        raise BackupError(f"a match must have from 1 to {MAX_ROWS:,} events")
    events: list[Event] = []
    stored: StoredMatch | None = None
    for seq, row in enumerate(rows, 1):
        at, text = _read_row(row)
        if events and at < events[-1].at - 86_400:  # a clock may be set back, but not by much
            raise BackupError("the times of a match must be in order")
        try:
            body = read_json(text)
            _check_event(stored, body)
            stored = apply_event(id, stored, body, at)
        except (NumduelError, ValueError) as error:
            raise BackupError(f"event {seq} of a match isn't possible: {error}") from None
        events.append(Event(id, seq, at, text))
    assert stored is not None, "there is at least one event"
    return events, stored.summary


def _read_row(row: object) -> tuple[float, str]:
    match row:
        case [int() | float() as at, str(text)] if not isinstance(at, bool):
            if math.isfinite(at) and 0 <= at <= MAX_TIME and len(text) <= MAX_CHARS:
                return float(at), text
    raise BackupError("an event must be a time and a text")


def _check_event(stored: StoredMatch | None, body: Any) -> None:
    """Raise an error unless numduel itself could store this event next."""
    if stored is None:
        _check_opening(check_of(Opening)(body, "event"), body)
    elif isinstance(body, dict) and body.get("do") == HELP:
        event = check_of(HelpEvent)(body, "event")
        _expect(body, stored.decide_help(event["side"], event["help"][0]))
    elif isinstance(body, dict) and body.get("do") == LETTER:
        _check_letter(stored, check_of(LetterEvent)(body, "event"), body)
    else:
        _check_action(stored, check_of(OtherEvent)(body, "event"), body)


def _check_opening(checked: Json, body: Json) -> None:
    _expect(body, checked)
    for name in ("name", "other"):
        if body[name] != clean_name(body[name]):
            raise Refused("invalid", f"{name} must be plain text.")
    if (body["opponent"] == LETTER) != ("letter" in body):
        raise Refused("invalid", "Only a match by letter has a letter.")
    date.fromisoformat(body["date"].replace(".", "-"))
    if body["duel"]:
        date.fromisoformat(body["duel"])
    kind = find(body["game"])
    _expect(body["options"], dict(vars(kind.options_type(**body["options"]))))
    _check_deal(kind.hidden, body["deal"])


def _check_deal(is_hidden: bool, deal: Json) -> None:
    if (deal["salt"] is not None) != is_hidden:
        raise Refused("invalid", "Only hidden boards have a salt.")
    ended = deal.get("ended", "")
    if ended != (clean_name(ended) or ""):
        raise Refused("invalid", "ended must be plain text.")


def _check_letter(stored: StoredMatch, event: Json, body: Json) -> None:
    """Raise an error unless a letter with these moves would have this effect."""
    letter = stored.match.__copy__()
    letter.tags = {**letter.tags, f"Player{stored.state.series.player(1) + 1}": event["name"] or ""}
    for move in event["moves"]:
        letter.play(move)
    for player in Player:
        if event["ended"] == f"{player} {RESIGNED}":
            letter.resign(player)
    _expect(body, stored.decide_letter(0, stored.opening.get("letter", ""), letter))


def _check_action(stored: StoredMatch, event: Json, body: Json) -> None:
    do, side = event["do"], event["side"]
    if side == 1:  # both players of a screen are side 0, so this is a level
        if not stored.is_level_to_move or do != "move":
            raise Refused("invalid", "Only a level is side 1, and it can only move.")
        return _expect(body, stored.level_move_event(event.get("move", "")))
    if "deal" in event:
        _check_deal(stored.match.game.hidden, event["deal"])
        if event["deal"].keys() & {"moves", "drawn", "ended"}:
            raise Refused("invalid", "A new round starts without moves.")
        if do != "rematch":
            raise Refused("invalid", "Only a rematch has a deal.")
        with suppress(controller.NeedsDeal):  # raised if a rematch is possible
            controller.decide(stored.state, stored.players(side), controller.Rematch())
        return _expect(body, {"do": do, "side": side, "deal": event["deal"]})
    move = event.get("typed", event.get("move"))
    found = [
        stored.decide(side, Action(stored.seq, do, move, is_endless))
        for is_endless in ((True, False) if do == "stop" else (None,))
    ]
    if body not in found:
        raise Refused("invalid", "The event has another effect.")
    return None


def _expect(body: object, expected: object) -> None:
    """Raise Refused unless an event is exactly as expected, including the types of its values."""
    if json.dumps(body, sort_keys=True) != json.dumps(expected, sort_keys=True):
        raise Refused("invalid", "The event isn't one of numduel's.")
