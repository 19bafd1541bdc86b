"""Handlers of matches by letter: each link holds the whole game."""

from __future__ import annotations

import re
import time
from contextlib import suppress
from datetime import date

from ..core import Player
from ..errors import GameMissing, SetupError
from ..games import find
from ..play.match import RESIGNED, Match
from ..storage.record import loads
from ..storage.record.letter import unpack_letter
from ..views.letter_text import describe_letter_problem
from ..views.screen_json import shown_position
from ..views.shapes.match import ShownPosition
from . import requests
from .exchange import Answer, Request
from .match_start import LETTER, NewMatch, start_position
from .matches import show_match, start_match
from .services import Services
from .study import check_length, recorded_name

DATE = re.compile("[0-9]{4}[.][0-9]{2}[.][0-9]{2}")


async def open_letter(services: Services, request: Request[None, requests.NewLetter]) -> Answer:
    """Create a match from a letter; by default, you play the side to move."""
    body = request.body
    letter = unpack_letter(body["letter"])
    match = await _read(services, request, letter.record)
    own = Player((body.get("seat") or _reader_of(match) + 1) - 1)
    new = NewMatch(
        match.game.id,
        {},
        None,
        "",
        None,
        LETTER,
        own + 1,
        body.get("name") or recorded_name(match, own),
        body["token"],
        _date_of(match),
        start=start_position(match),
        other=recorded_name(match, own.other),
        letter=letter.id,
    )
    return await start_match(services, new)


async def show_letter(services: Services, request: Request[None, requests.Letter]) -> ShownPosition:
    """Show the last position of a letter; nothing is stored."""
    return shown_position(
        await _read(services, request, unpack_letter(request.body["letter"]).record)
    )


async def receive_letter(
    services: Services, request: Request[requests.MatchParams, requests.Letter]
) -> Answer:
    """Continue a match with the moves of a letter; an older letter changes nothing."""
    live = await services.matches.find(request.params["id"])
    letter = unpack_letter(request.body["letter"])
    match = await _read(services, request, letter.record)
    await services.matches.receive_letter(live, request.token, letter.id, match)
    return show_match(live, request.token)


async def _read(services: Services, request: Request, record: str) -> Match:  # type: ignore[type-arg]
    """Return the match of a letter, checked by the rules."""
    try:
        match: Match = await services.ask_engine(request, loads, record)
    except GameMissing as error:
        raise GameMissing(error.game, "this letter") from None
    check_length(match)
    if problem := describe_letter_problem(find(match.game.id)):
        raise SetupError(problem)
    if match.ended not in ("", *(f"{player} {RESIGNED}" for player in Player)):
        raise SetupError("this letter ends in a way that isn't possible by letter")
    return match


def _date_of(match: Match) -> str:
    """Return the date of a letter; today if it has none."""
    found = match.tags.get("Date", "")
    with suppress(ValueError):
        if DATE.fullmatch(found):
            date.fromisoformat(found.replace(".", "-"))
            return found
    return time.strftime("%Y.%m.%d")


def _reader_of(match: Match) -> Player:
    """Return the player whom a letter is for: the player to move, or who didn't end the game."""
    if match.player is not None:
        return match.player
    for player in Player:
        if match.ended == f"{player} {RESIGNED}":
            return player.other
    movers = [ply.player for ply in match.plies if ply.player is not None]
    return movers[-1].other if movers else Player.ONE
