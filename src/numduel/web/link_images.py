"""The pictures of links: the board of a match, of the daily puzzle and of the daily duel, as PNG.

Messengers show no SVG, so /board.svg doesn't help there.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

from ..core import Picture
from ..play.match import Match
from ..render.link_image import link_image
from ..views.positions import picture, trails
from . import requests
from .dailies import load_daily_puzzle, load_duel
from .exchange import Answer, Request, answer_with_etag
from .services import Services

PNG = "image/png"

HEADERS = {"cache-control": "public, max-age=3600", "cross-origin-resource-policy": "cross-origin"}
"""Headers that let any page show a picture."""

MAX_IMAGES = 200
"""Maximum number of pictures cached, of about 40 kB each."""

Image = tuple[Picture, Sequence[Sequence[int]]]

_images: OrderedDict[tuple[str, ...], bytes] = OrderedDict()
"""Pictures by what they show."""


async def get_match_image(
    services: Services, request: Request[requests.MatchParams, None]
) -> Answer:
    """Get the board of a match as spectators see it."""
    stored = (await services.matches.find(request.params["id"])).stored
    key = ("match", stored.id, str(stored.seq))
    return await _answer(services, request, key, lambda: _image_of(stored.match))


async def get_puzzle_image(
    services: Services, request: Request[requests.DayParams, None]
) -> Answer:
    """Get the board of the daily puzzle."""
    puzzle = await load_daily_puzzle(services, request)
    key = ("puzzle", puzzle.game.id, puzzle.game.board, *puzzle.moves)
    match = Match.replay(puzzle.game, puzzle.moves)
    return await _answer(services, request, key, lambda: _image_of(match))


async def get_duel_image(services: Services, request: Request[requests.DayParams, None]) -> Answer:
    """Get the board of the daily duel."""
    duel = await load_duel(services, request, request.params.get("day", "today"))
    key = ("duel", duel.day)
    return await _answer(services, request, key, lambda: _image_of(duel.begin().match))


def _image_of(match: Match) -> Image:
    return picture(match), trails(match)


async def _answer(
    services: Services,
    request: Request[Any, None],
    key: tuple[str, ...],
    image_of: Callable[[], Image],
) -> Answer:
    if key not in _images:
        _images[key] = await services.ask_engine(request, link_image, *image_of())
        while len(_images) > MAX_IMAGES:
            _images.popitem(last=False)
    return answer_with_etag(request, _images[key], PNG, HEADERS)
