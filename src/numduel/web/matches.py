"""Handlers of a match: create, join, act, follow, and get its record or analysis."""

from __future__ import annotations

import time
from functools import cache
from typing import Any

from ..budget import Budget
from ..core import AnyGame, Turn
from ..dice import Dice
from ..engine.opponents import characters
from ..engine.studying.boards import has_boards, search_fair_board
from ..errors import Refused, SetupError, capitalise, listed, quoted
from ..games import find, offered
from ..options import Choice, Flag, Option, Whole
from ..play.controller import NeedsAnalysis, check_analysis_allowed, check_duel_analysis
from ..play.dealing import BOOK, PLAYABLE
from ..play.match import Match
from ..play.players import CHARACTERS, LEVELS
from ..render.face import face_shapes
from ..version import __version__
from ..views.letter_text import describe_letter_problem
from ..views.level_text import describe_level
from ..views.narration import Reader, address, isolate_names, names_of
from ..views.opponent_text import ratings_json
from ..views.rule_choices import describe_luck, rule_choices
from ..views.shapes import basics
from ..views.shapes import match as shape
from . import engine_tasks, requests
from .engine_tasks import MAX_POSITIONS, engine
from .exchange import TEXT, Answer, Request, as_bytes
from .live import LiveMatch, Stream
from .match_start import FRIEND, HERE, LETTER, NewMatch
from .problems import RefusedWithView
from .services import Services
from .stored_match import Action

FAIR = "fair"

FAIR_BOARD_TIME_LIMIT_S = 20.0
"""Seconds to search for a fair board."""


# ---- games


async def list_games(services: Services, request: Request[None, None]) -> shape.Games:
    """List all games with their options, the levels and the characters."""
    return {
        "games": [_game_json(kind) for kind in offered()],
        "levels": list(LEVELS),
        "level_notes": {level: capitalise(describe_level(level)) for level in LEVELS},
        "level_ratings": {level: ratings_json(level) for level in LEVELS},
        "characters": [_character_json(id) for id in CHARACTERS],
    }


@cache
def _character_json(id: str) -> shape.Character:
    character = characters.CHARACTERS[id]
    return {
        "id": id,
        "name": character.name,
        "portrait": character.portrait,
        "style": character.style.name,
        "face": [one._asdict() for one in face_shapes(id)],  # type: ignore[misc]
        "ratings": ratings_json(id),
    }


@cache
def _game_json(kind: type[AnyGame]) -> shape.OfferedGame:
    return {
        "id": kind.id,
        "title": kind.title,
        "summary": kind.summary,
        "hidden": kind.hidden,
        "draws": kind.has_draws,
        "boards": has_boards(kind, {}),
        "options": [_option_json(option) for option in kind.options_type.fields.values()],
        "luck": describe_luck(kind),
        "no_letters": describe_letter_problem(kind),
        "rules": [
            {"label": choice.label, "options": dict(choice.options)}
            for choice in rule_choices(kind)
        ],
    }


def _option_json(option: Option[Any]) -> shape.Option:
    data: shape.Option = {
        "name": option.name,
        "kind": "flag",
        "help": option.help,
        "default": None if callable(option.default) else option.default,
    }
    match option:
        case Whole():
            return {**data, "kind": "whole", "low": option.low, "high": option.high}
        case Choice():
            return {**data, "kind": "choice", "words": list(option.words)}
        case Flag():
            return data
    raise AssertionError(f"unknown kind of option: {option}")


async def get_about(services: Services, request: Request[None, None]) -> shape.About:
    """Get the server's version and URL, and whether only its own machine can reach it."""
    return {"version": __version__, "url": services.url, "local": services.is_local}


# ---- creating a match


async def create_match(services: Services, request: Request[None, requests.NewMatch]) -> Answer:
    """Create a match; the token becomes the creator's seat."""
    body = request.body
    check_opponent(body["opponent"])
    game, options, seed = body["game"], body.get("options", {}), body.get("seed")
    board = (body.get("board") or "").strip()
    is_word = board.lower() in (FAIR, BOOK)
    if board.lower() == FAIR:
        find(game).options_type(**options)
        board = await services.ask_engine(
            request, find_fair_board, game, options, seed, seconds=FAIR_BOARD_TIME_LIMIT_S
        )
    new = NewMatch(
        game,
        options,
        board if board and board.lower() != BOOK else None,
        BOOK if is_word or seed is not None else PLAYABLE,
        seed,
        body["opponent"],
        body.get("seat"),
        body.get("name"),
        body["token"],
        time.strftime("%Y.%m.%d"),
    )
    return await start_match(services, new)


def check_opponent(opponent: str) -> None:
    """Raise SetupError for an unknown opponent."""
    opponents = [FRIEND, HERE, LETTER, *LEVELS, *CHARACTERS]
    if opponent not in opponents:
        raise SetupError(f"{quoted(opponent)} isn't an opponent. Choose {listed(opponents)}")


async def start_match(services: Services, new: NewMatch) -> Answer:
    """Create a match, and return it as its creator sees it: a Created."""
    live, invite = await services.matches.create(new)
    seen = live.encode_seen(live.stored.side_of(new.token))
    return Answer(seen[:-1] + b',"invite":' + as_bytes(invite) + b"}", status=201)


def find_fair_board(game: str, options: basics.Options, seed: int | None) -> str:
    """Return a fair board; runs in an engine process."""
    budget = Budget(FAIR_BOARD_TIME_LIMIT_S, 10 * MAX_POSITIONS)
    return search_fair_board(engine(), find(game), options, Dice(seed), budget).game.board


# ---- playing a match


async def join_match(
    services: Services, request: Request[requests.MatchParams, requests.Join]
) -> Answer:
    """Take the second seat of a match; the same token gets the same answer again."""
    body = request.body
    live = await services.matches.find(request.params["id"])
    await services.matches.join(live, body["invite"], body["token"], body.get("name"))
    return show_match(live, body["token"])


def show_match(live: LiveMatch, token: str | None) -> Answer:
    """Return a match as the holder of a token sees it: a SeenMatch."""
    return Answer(live.encode_seen(live.stored.side_of(token)))


async def get_match(services: Services, request: Request[requests.MatchParams, None]) -> Answer:
    """Get the current view of a match."""
    return show_match(await services.matches.find(request.params["id"]), request.token)


async def follow_match(services: Services, request: Request[requests.MatchParams, None]) -> Stream:
    """Follow a match: `event: view` with a SeenMatch, at once and after every change."""
    live = await services.matches.find(request.params["id"])
    return Stream(live, live.stored.side_of(request.token))


async def act_in_match(
    services: Services, request: Request[requests.MatchParams, requests.Action]
) -> Answer:
    """Act in a match; the same action at the same seq happens once."""
    token, body = request.token, request.body
    live = await services.matches.find(request.params["id"], is_fresh=False)
    action = Action(body["seq"], body["do"], body.get("move"))
    try:
        await _act(services, request, live, action)
    except Refused as refused:
        side = live.stored.side_of(token)
        if refused.code == "illegal_move":
            names, reader = names_of(live.stored.match), Reader.of(live.stored.players(side))
            detail = address(refused.detail, isolate_names(names), reader.you)
            refused = Refused(refused.code, detail)
        raise RefusedWithView(refused, live.encode_seen(side)) from None
    return show_match(live, token)


async def _act(
    services: Services,
    request: Request[requests.MatchParams, requests.Action],
    live: LiveMatch,
    action: Action,
) -> None:
    """Apply an action; if a level must answer an offer to stop, analyse the position first."""
    try:
        await services.matches.act(live, request.token, action)
    except NeedsAnalysis:
        match = live.stored.match
        answer = await services.ask_engine(
            request, engine_tasks.is_endless, match.game, match.state
        )
        await services.matches.act(live, request.token, action._replace(is_endless=answer))


# ---- record and analysis


async def get_record(services: Services, request: Request[requests.RoundParams, None]) -> Answer:
    """Get the record of a round as text."""
    live = await services.matches.find(request.params["id"])
    return Answer(live.stored.record(request.params.get("round")).encode(), TEXT)


async def analyse(
    services: Services, request: Request[requests.PositionParams, None]
) -> basics.ShownAnalysis:
    """Analyse a position and its moves; refused while two people play."""
    live = await services.matches.find(request.params["id"])
    game, position = get_studied_position(live, request.token, request.params)
    await services.matches.count_help(live, request.token, "analyses", request.params.get("round"))
    return await services.ask_engine(request, engine_tasks.analyse, game, position)


def get_open_round(live: LiveMatch, token: str | None, round: int | None) -> Match:
    """Return a round that may be studied; raise Refused while two people play."""
    stored = live.stored
    check_analysis_allowed(stored.state)
    if (match := stored.round(round)) is stored.match:
        check_duel_analysis(stored.state, stored.players(stored.side_of(token)))
    return match


def check_ply(match: Match, ply: int | None) -> None:
    """Raise Refused for a ply that the match doesn't have."""
    if ply is not None and ply > len(match.plies):
        raise Refused("invalid", f"ply must be from 0 to {len(match.plies)}.")


def get_studied_position(
    live: LiveMatch, token: str | None, params: requests.PositionParams
) -> tuple[AnyGame, Any]:
    """Return a game and a position in which a player is to move; raise Refused otherwise."""
    match, ply = get_open_round(live, token, params.get("round")), params.get("ply")
    check_ply(match, ply)
    position = match.state if ply is None else match.states[ply]
    if not isinstance(match.game.status(position), Turn):
        raise Refused("over", "No player is to move in this position.")
    return match.game, position
