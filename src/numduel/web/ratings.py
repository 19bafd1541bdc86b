"""Handlers for ratings: the server computes them from the games that a browser keeps."""

from __future__ import annotations

from ..views.shapes.ratings import Ratings
from . import engine_tasks, requests
from .exchange import Request
from .services import Services


async def rate_games(services: Services, request: Request[None, requests.KeptGames]) -> Ratings:
    """Rate the player of these games; nothing is stored."""
    games = [(game["line"], float(game["at"])) for game in request.body["games"]]
    return await services.ask_engine(request, engine_tasks.rate_games, games)
