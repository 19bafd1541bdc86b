"""Handlers for the study of a match: positions, hints, reviews, and branches."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from ..core import Over, Player
from ..errors import Refused, SetupError
from ..play.match import Match
from ..play.reading import read
from ..play.series import people
from ..play.session import LONGEST_NAME
from ..storage.record import loads
from ..views.narration import Reader, isolated, names_of
from ..views.screen_json import shown_position
from ..views.shapes.match import ShownPosition
from ..views.shapes.study import DuelResult, Hint, Reason
from . import requests, thinking
from .exchange import Answer, Request
from .live import Live
from .match_start import FRIEND, HERE, NewMatch, begun
from .matches import check_opponent, check_ply, created, note_help, open_round, studied
from .services import Services
from .table import LONGEST_GAME

ROOM = 20_000_000
"""Bytes of reviews that are remembered: at the end of a match all who are there ask for one."""

_reviews: OrderedDict[tuple[str, int | None, int], dict[Reader, Answer]] = OrderedDict()
"""By match, round and seq; each worded for all its readers."""


async def get_position(
    services: Services, request: Request[requests.OfPosition, None]
) -> ShownPosition:
    """Show a match as it was after some plies, without what was hidden then."""
    live, ply = await services.matches.find(request.params["id"]), request.params.get("ply")
    round = request.params.get("round")
    match = live.table.round(round)
    check_ply(match, ply)
    return shown_position(match, ply, _reader(live, request.token, round))


def _reader(live: Live, token: str | None, round: int | None) -> Reader:
    """Return who asks, as a player of that round."""
    return live.table.reader(live.table.side(token), round)


def _told(live: Live, token: str | None, round: int | None) -> thinking.Told:
    names = isolated(names_of(live.table.round(round)))
    return names, _reader(live, token, round).you


# ---- help while a game is on


async def get_hint(services: Services, request: Request[requests.OfHint, None]) -> Hint:
    """Help in a position: step 1 is a nudge, 2 a good move, 3 what follows on it."""
    live = await services.matches.find(request.params["id"])
    game, position = studied(live, request.params)
    told = _told(live, request.token, request.params.get("round"))
    note_help(request, live, "hints", position)
    step = request.params.get("step", 1)
    return await services.answer(request, thinking.hint, game, position, told, step)


async def explain_move(services: Services, request: Request[requests.OfMove, None]) -> Reason:
    """Explain why a move is worse than another; without one, why the last mistake was one."""
    live, asked = await services.matches.find(request.params["id"]), request.params
    round = asked.get("round")
    told = _told(live, request.token, round)
    if "move" not in asked:
        match = open_round(live, round)
        players = _reader(live, request.token, round).players or people(match)
        note_help(request, live, "analyses")
        return await services.answer(request, thinking.last_mistake, match, players, told)
    game, position = studied(live, asked)
    chosen = read(game, position, asked["move"])
    note_help(request, live, "analyses", position)
    return await services.answer(request, thinking.why, game, position, told, chosen)


# ---- afterwards


async def review_match(services: Services, request: Request[requests.OfRound, None]) -> Answer:
    """Review a round: what every ply was worth, and why; refused while two people play."""
    id, round = request.params["id"], request.params.get("round")
    live = await services.matches.find(id)
    match, key = open_round(live, round), (id, round, live.table.seq)
    reader = _reader(live, request.token, round)  # before a rematch swaps the seats
    note_help(request, live, "analyses")
    answers = _reviews.get(key)
    if answers is None:
        sides = (None, 0, 1) if live.table.opponent == FRIEND else (None, 0)
        readers = [live.table.reader(side, round) for side in sides]
        found = await _reviewed(services, request, match, readers)
        answers = _reviews[key] = {reader: Answer(told) for reader, told in found.items()}
        while sum(len(kept.body) for each in _reviews.values() for kept in each.values()) > ROOM:
            _reviews.popitem(last=False)
    return answers[reader]


async def _reviewed(
    services: Services, request: Request[Any, Any], match: Match, readers: Sequence[Reader]
) -> dict[Reader, bytes]:
    _check_length(match)
    return await services.answer(
        request, thinking.reviewed, match, readers, seconds=thinking.REVIEW_SECONDS
    )


async def get_duel_result(
    services: Services, request: Request[requests.OfRound, None]
) -> DuelResult:
    """Get the result of a duel; its text does not give the board away."""
    live = await services.matches.find(request.params["id"])
    match = live.table.round(request.params.get("round"))
    if not match.is_finished:
        raise Refused("not_now", "The duel is not over yet.")
    if "Duel" not in match.tags:
        raise SetupError("this match is no duel")
    return await services.answer(request, thinking.result, match, seconds=thinking.REVIEW_SECONDS)


# ---- going on


async def branch_match(
    services: Services, request: Request[requests.OfMatch, requests.Branch]
) -> Answer:
    """Create a match that continues from a position of this one; what was hidden is reshuffled."""
    live = await services.matches.find(request.params["id"])
    return await _go_on(services, open_round(live, request.body.get("round")), request.body)


async def open_record(services: Services, request: Request[None, requests.NewRecord]) -> Answer:
    """Create a match from a record, to continue it or to look at it."""
    match = await services.answer(request, loads, request.body["record"])
    return await _go_on(services, match, request.body)


async def review_record(services: Services, request: Request[None, requests.Record]) -> Answer:
    """Review a record: what every ply was worth, and why; nothing of it is kept."""
    match = await services.answer(request, loads, request.body["record"])
    found = await _reviewed(services, request, match, [Reader.WATCHING])
    return Answer(found[Reader.WATCHING])


def _check_length(match: Match) -> None:
    if len(match.plies) > LONGEST_GAME:
        raise Refused("invalid", f"This is too long: a game has up to {LONGEST_GAME} moves here.")


async def _go_on(
    services: Services, match: Match, asked: requests.Branch | requests.NewRecord
) -> Answer:
    ply, opponent = asked.get("ply"), asked["opponent"]
    check_opponent(opponent)
    _check_length(match)
    check_ply(match, ply)
    if ply is not None and isinstance(match.game.status(match.states[ply]), Over):
        raise Refused("over", "Nobody is to move there.")
    one, two = (_kept_name(match, player) for player in Player)
    is_here = opponent == HERE
    wanted = NewMatch(
        match.game.id,
        {},
        None,
        "",
        None,
        opponent,
        1 if is_here else asked.get("seat"),
        (is_here and one) or asked.get("name"),
        asked["token"],
        match.tags.get("Date") or time.strftime("%Y.%m.%d"),
        begun=begun(match, ply),
        other=two if is_here else None,
    )
    return await created(services, wanted)


def _kept_name(match: Match, player: Player) -> str | None:
    """What a record calls a player, as far as there is room for it."""
    name = match.tags.get(f"Player{player + 1}", "")
    return name[:LONGEST_NAME] or None
