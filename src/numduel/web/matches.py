"""Handlers of a match: create, join, act, follow, and get its record or an analysis."""

from __future__ import annotations

import time
from functools import cache
from typing import Any

from ..budget import Budget
from ..core import AnyGame, Turn
from ..dice import Dice
from ..engine.studying.boards import fair_board, has_boards
from ..errors import Refused, SetupError, listed
from ..games import find, offered
from ..options import Choice, Flag, Option, Whole
from ..play.controller import check_open_to_study
from ..play.dealing import BOOK, PLAYABLE
from ..play.match import Match
from ..play.players import LEVELS
from ..version import __version__
from ..views.shapes import basics
from ..views.shapes import match as shape
from . import requests
from .exchange import TEXT, Answer, Request, as_bytes
from .live import Live, Stream
from .match_start import FRIEND, HERE, NewMatch
from .problems import Seated
from .services import Services
from .table import Action
from .thinking import POSITIONS, analysis, engine

FAIR = "fair"

FAIR_SECONDS = 20.0
"""Seconds of a search for a fair board."""


# ---- what there is


async def list_games(services: Services, request: Request[None, None]) -> shape.Games:
    """List every game with its options, and the levels that play it."""
    return {"games": [_game(kind) for kind in offered()], "levels": list(LEVELS)}


@cache
def _game(kind: type[AnyGame]) -> shape.OfferedGame:
    return {
        "id": kind.id,
        "title": kind.title,
        "summary": kind.summary,
        "hidden": kind.hidden,
        "draws": kind.has_draws,
        "boards": has_boards(kind, {}),
        "options": [_option(option) for option in kind.options_type.fields.values()],
    }


def _option(option: Option[Any]) -> shape.Option:
    said: shape.Option = {
        "name": option.name,
        "kind": "flag",
        "help": option.help,
        "default": None if callable(option.default) else option.default,
    }
    match option:
        case Whole():
            return {**said, "kind": "whole", "low": option.low, "high": option.high}
        case Choice():
            return {**said, "kind": "choice", "words": list(option.words)}
        case Flag():
            return said
    raise AssertionError(f"a page does not know options such as {option}")


async def get_about(services: Services, request: Request[None, None]) -> shape.About:
    """Tell where this server can be reached, and whether only from its own machine."""
    return {"version": __version__, "url": services.url, "local": services.is_local}


# ---- a match begins


async def create_match(services: Services, request: Request[None, requests.NewMatch]) -> Answer:
    """Create a match; the token is the seat of the one who creates it."""
    asked = request.body
    check_opponent(asked["opponent"])
    game, options, seed = asked["game"], asked.get("options", {}), asked.get("seed")
    board = (asked.get("board") or "").strip()
    is_word = board.lower() in (FAIR, BOOK)
    if board.lower() == FAIR:
        find(game).options_type(**options)
        board = await services.answer(request, find_fair, game, options, seed, seconds=FAIR_SECONDS)
    wanted = NewMatch(
        game,
        options,
        board if board and board.lower() != BOOK else None,
        BOOK if is_word or seed is not None else PLAYABLE,
        seed,
        asked["opponent"],
        asked.get("seat"),
        asked.get("name"),
        asked["token"],
        time.strftime("%Y.%m.%d"),
    )
    return await created(services, wanted)


def check_opponent(opponent: str) -> None:
    """Raise SetupError for an unknown opponent."""
    if opponent not in (FRIEND, HERE, *LEVELS):
        raise SetupError(f"an opponent is {listed([FRIEND, HERE, *LEVELS])}")


async def created(services: Services, wanted: NewMatch) -> Answer:
    """Create a match, and return it as the one who did sees it: a Created."""
    live, invite = await services.matches.create(wanted)
    seen = live.seen(live.table.side(wanted.token))
    return Answer(seen[:-1] + b',"invite":' + as_bytes(invite) + b"}", status=201)


def find_fair(game: str, options: basics.Options, seed: int | None) -> str:
    """A fair board, found in a process."""
    budget = Budget(FAIR_SECONDS, 10 * POSITIONS)
    return fair_board(engine(), find(game), options, Dice(seed), budget).game.board


# ---- a match


async def join_match(
    services: Services, request: Request[requests.OfMatch, requests.Join]
) -> Answer:
    """Take the other seat of a match; the same token again gets the same answer."""
    asked = request.body
    live = await services.matches.find(request.params["id"])
    await services.matches.join(live, asked["invite"], asked["token"], asked.get("name"))
    return seen_by(live, asked["token"])


def seen_by(live: Live, token: str | None) -> Answer:
    """Return a match as the holder of a token sees it: a Seen."""
    return Answer(live.seen(live.table.side(token)))


async def get_match(services: Services, request: Request[requests.OfMatch, None]) -> Answer:
    """Show a match as it is now."""
    return seen_by(await services.matches.find(request.params["id"]), request.token)


async def follow_match(services: Services, request: Request[requests.OfMatch, None]) -> Stream:
    """Follow a match: `event: view` with a Seen at once and after every change."""
    live = await services.matches.find(request.params["id"])
    return Stream(live, live.table.side(request.token))


async def act_in_match(
    services: Services, request: Request[requests.OfMatch, requests.Action]
) -> Answer:
    """Do something in a match; the same action at the same seq happens once."""
    matches, token, asked = services.matches, request.token, request.body
    live = await matches.find(request.params["id"])
    try:
        await matches.act(live, token, Action(asked["seq"], asked["do"], asked.get("move")))
    except Refused as refused:
        raise Seated(refused, live.seen(live.table.side(token))) from None
    return seen_by(live, token)


# ---- its record and its values


async def get_record(services: Services, request: Request[requests.OfRound, None]) -> Answer:
    """Get the record of a round, as text."""
    live = await services.matches.find(request.params["id"])
    return Answer(live.table.record(request.params.get("round")).encode(), TEXT)


async def analyse(
    services: Services, request: Request[requests.OfPosition, None]
) -> basics.ShownAnalysis:
    """Tell what a position and its moves are worth; refused while two people play."""
    live = await services.matches.find(request.params["id"])
    game, position = studied(live, request.params)
    note_help(request, live, "analyses", position)
    return await services.answer(request, analysis, game, position)


def open_round(live: Live, round: int | None) -> Match:
    """Return a round that may be studied: none while two people play."""
    check_open_to_study(live.table.table)
    return live.table.round(round)


def check_ply(match: Match, ply: int | None) -> None:
    if ply is not None and ply > len(match.plies):
        raise Refused("invalid", f"There are plies up to {len(match.plies)}.")


def studied(live: Live, asked: requests.OfPosition) -> tuple[AnyGame, Any]:
    """Return the position in question, if it may be studied and the game goes on there."""
    match, ply = open_round(live, asked.get("round")), asked.get("ply")
    check_ply(match, ply)
    position = match.state if ply is None else match.states[ply]
    is_end = match.ended and ply in (None, len(match.plies))
    if is_end or not isinstance(match.game.status(position), Turn):
        raise Refused("over", "Nobody is to move there.")
    return match.game, position


def note_help(request: Request[Any, None], live: Live, kind: str, position: Any = None) -> None:
    """Count help for a question about the present position or the whole present round."""
    table = live.table
    is_now = position is None or position == table.match.state
    if is_now and table.round(request.params.get("round")) is table.match:
        live.table = table.help(table.side(request.token), kind)
