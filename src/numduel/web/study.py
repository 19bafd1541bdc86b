"""Handlers for studying a match: positions, hints, reviews and branches."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from ..core import Over, Player
from ..errors import Refused, SetupError
from ..play.match import Match
from ..play.reading import read
from ..play.series import people_in
from ..play.session import MAX_NAME_CHARS
from ..storage.record import loads
from ..views.narration import Reader, isolate_names, names_of
from ..views.screen_json import shown_position
from ..views.shapes.match import ShownPosition
from ..views.shapes.study import DuelResult, Hint, Reason
from . import engine_tasks, requests
from .exchange import Answer, Request
from .live import LiveMatch
from .match_start import FRIEND, HERE, NewMatch, start_position
from .matches import (
    check_opponent,
    check_ply,
    get_open_round,
    get_studied_position,
    start_match,
)
from .services import Services
from .stored_match import MAX_PLIES

REVIEW_CACHE_BYTES = 20_000_000
"""Bytes of reviews to cache: after a match, everyone present asks for one."""

_reviews: OrderedDict[tuple[str, int | None, int], dict[Reader, Answer]] = OrderedDict()
"""Reviews by match, round and seq, worded for each reader."""


async def get_position(
    services: Services, request: Request[requests.PositionParams, None]
) -> ShownPosition:
    """Get a match as it was after some plies, without what was hidden then."""
    live, ply = await services.matches.find(request.params["id"]), request.params.get("ply")
    round = request.params.get("round")
    match = live.stored.round(round)
    check_ply(match, ply)
    return shown_position(match, ply, _reader(live, request.token, round))


def _reader(live: LiveMatch, token: str | None, round: int | None) -> Reader:
    """Return the reader that a token is in a round."""
    return live.stored.reader(live.stored.side_of(token), round)


def _audience(live: LiveMatch, token: str | None, round: int | None) -> engine_tasks.Audience:
    """Return the players' names, and the player to address as "you"."""
    names = isolate_names(names_of(live.stored.round(round)))
    return names, _reader(live, token, round).you


# ---- help during a game


async def get_hint(services: Services, request: Request[requests.HintParams, None]) -> Hint:
    """Get a hint: step 1 is an idea, 2 a good move, 3 how play continues."""
    live = await services.matches.find(request.params["id"])
    game, position = get_studied_position(live, request.token, request.params)
    audience = _audience(live, request.token, request.params.get("round"))
    await services.matches.count_help(live, request.token, "hints", request.params.get("round"))
    step = request.params.get("step", 1)
    return await services.ask_engine(
        request, engine_tasks.give_hint, game, position, audience, step
    )


async def explain_move(services: Services, request: Request[requests.MoveParams, None]) -> Reason:
    """Explain a move and show how play would continue; by default the last mistake."""
    live, params = await services.matches.find(request.params["id"]), request.params
    round = params.get("round")
    if "move" not in params:
        audience = _audience(live, request.token, round)
        match = get_open_round(live, request.token, round)
        players = _reader(live, request.token, round).players or people_in(match)
        await services.matches.count_help(live, request.token, "analyses", round)
        return await services.ask_engine(
            request, engine_tasks.explain_last_mistake, match, players, audience
        )
    game, position = get_studied_position(live, request.token, params)
    chosen = read(game, position, params["move"])
    match, reader = live.stored.round(round), _reader(live, request.token, round)
    ply = params.get("ply", len(match.plies))
    await services.matches.count_help(live, request.token, "analyses", round)
    return await services.ask_engine(request, engine_tasks.explain_move, match, ply, reader, chosen)


# ---- after a game


async def review_match(services: Services, request: Request[requests.RoundParams, None]) -> Answer:
    """Review a round: the value of every ply, with reasons; refused while two people play."""
    id, round = request.params["id"], request.params.get("round")
    live = await services.matches.find(id)
    await services.matches.count_help(live, request.token, "analyses", round)
    match, key = get_open_round(live, request.token, round), (id, round, live.stored.seq)
    reader = _reader(live, request.token, round)  # before a rematch swaps the seats
    answers = _reviews.get(key)
    if answers is None:
        sides = (None, 0, 1) if live.stored.opponent == FRIEND else (None, 0)
        readers = [live.stored.reader(side, round) for side in sides]
        bodies = await _review(services, request, match, readers)
        answers = _reviews[key] = {reader: Answer(body) for reader, body in bodies.items()}
        while (
            sum(len(answer.body) for each in _reviews.values() for answer in each.values())
            > REVIEW_CACHE_BYTES
        ):
            _reviews.popitem(last=False)
    return answers[reader]


async def _review(
    services: Services, request: Request[Any, Any], match: Match, readers: Sequence[Reader]
) -> dict[Reader, bytes]:
    check_length(match)
    return await services.ask_engine(
        request, engine_tasks.review_match, match, readers, seconds=engine_tasks.REVIEW_TIME_LIMIT_S
    )


async def get_duel_result(
    services: Services, request: Request[requests.RoundParams, None]
) -> DuelResult:
    """Get the result of a duel; its text doesn't reveal the board."""
    live = await services.matches.find(request.params["id"])
    match = live.stored.round(request.params.get("round"))
    if not match.is_finished:
        raise Refused("not_now", "The duel isn't over yet.")
    if "Duel" not in match.tags:
        raise SetupError("this match isn't a daily duel")
    return await services.ask_engine(
        request, engine_tasks.rate_duel, match, seconds=engine_tasks.REVIEW_TIME_LIMIT_S
    )


# ---- continuing


async def branch_match(
    services: Services, request: Request[requests.MatchParams, requests.Branch]
) -> Answer:
    """Create a match that continues from a position; hidden numbers are reshuffled."""
    live, round = await services.matches.find(request.params["id"]), request.body.get("round")
    match = get_open_round(live, request.token, round)
    # trying moves shows as much as values
    await services.matches.count_help(live, request.token, "analyses", round)
    return await _continue_match(services, match, request.body)


async def open_record(services: Services, request: Request[None, requests.NewRecord]) -> Answer:
    """Create a match from a record, to continue or review it."""
    match = await services.ask_engine(request, loads, request.body["record"])
    return await _continue_match(services, match, request.body)


async def review_record(services: Services, request: Request[None, requests.Record]) -> Answer:
    """Review a record: the value of every ply, with reasons; nothing is stored."""
    match = await services.ask_engine(request, loads, request.body["record"])
    bodies = await _review(services, request, match, [Reader.WATCHING])
    return Answer(bodies[Reader.WATCHING])


def check_length(match: Match) -> None:
    """Raise Refused for a game that is too long to store."""
    if len(match.plies) > MAX_PLIES:
        raise Refused("invalid", f"This game is too long. The limit is {MAX_PLIES:,} moves.")


async def _continue_match(
    services: Services, match: Match, body: requests.Branch | requests.NewRecord
) -> Answer:
    ply, opponent = body.get("ply"), body["opponent"]
    check_opponent(opponent)
    check_length(match)
    check_ply(match, ply)
    if ply is not None and isinstance(match.game.status(match.states[ply]), Over):
        raise Refused("over", "No player is to move in this position.")
    one, two = (recorded_name(match, player) for player in Player)
    is_here = opponent == HERE
    new = NewMatch(
        match.game.id,
        {},
        None,
        "",
        None,
        opponent,
        1 if is_here else body.get("seat"),
        (is_here and one) or body.get("name"),
        body["token"],
        match.tags.get("Date") or time.strftime("%Y.%m.%d"),
        start=start_position(match, ply),
        other=two if is_here else None,
    )
    return await start_match(services, new)


def recorded_name(match: Match, player: Player) -> str | None:
    """Return a player's name in a record, shortened if necessary."""
    name = match.tags.get(f"Player{player + 1}", "")
    return name[:MAX_NAME_CHARS] or None
