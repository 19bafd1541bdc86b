"""Help before a match: the board of a setup, a sample of each game, fairer rules, QR codes."""

from __future__ import annotations

from functools import cache

from ..core import AnyGame
from ..dice import Dice
from ..errors import Refused
from ..games import find, offered
from ..play.dealing import BOOK, PLAYABLE, set_up
from ..play.match import Match
from ..views.opponent_text import describe_unrated
from ..views.screen_json import shown_position
from ..views.shapes.match import Handicaps, QrCode, Samples, SetupPreview, ShownPosition
from . import engine_tasks, requests
from .exchange import Request
from .services import Services

SAMPLE_PLIES = 6
"""Plies played before a sample position."""

MAX_SAMPLE_SEEDS = 40
"""Maximum number of games tried to find one that isn't over by then."""


async def preview_setup(services: Services, request: Request[None, requests.Setup]) -> SetupPreview:
    """Preview a setup, on a board dealt only for this answer."""
    services.limits.spend("engine", request.address)
    return await services.run_in_thread(_preview, request.body)


def _preview(setup: requests.Setup) -> SetupPreview:
    word = setup.get("board", PLAYABLE).strip()
    is_dealt = word.lower() in (PLAYABLE, BOOK)
    given, dealt = (None, word.lower()) if is_dealt else (word, BOOK)
    game = set_up(find(setup["game"]), setup.get("options", {}), given, Dice(), dealt)
    return {**shown_position(Match(game)), "unrated": describe_unrated(game)}


async def list_samples(services: Services, request: Request[None, None]) -> Samples:
    """List a sample position of each game."""
    return {"samples": {kind.id: _sample_position(kind) for kind in offered()}}


@cache
def _sample_position(kind: type[AnyGame]) -> ShownPosition:
    """Return a position from a random game, always the same one.

    If all games are shorter, return the position before the last move.
    """
    for seed in range(MAX_SAMPLE_SEEDS):
        dice = Dice(seed)
        match = Match(kind.setup({}, None, dice), dice=dice)
        for _ in range(SAMPLE_PLIES):
            if match.moves:
                match.play(dice.choice(match.moves))
        if match.moves:
            break
    if match.is_over and match.has_moves:
        match.undo()
    return shown_position(match)


async def find_handicaps(services: Services, request: Request[None, requests.Rules]) -> Handicaps:
    """Find rules that make a game fairer."""
    body = request.body
    game, options = body["game"], body.get("options", {})
    find(game).options_type(**options)  # raises SetupError for impossible rules
    return await services.ask_engine(
        request,
        engine_tasks.find_fairer_rules,
        game,
        options,
        seconds=engine_tasks.REVIEW_TIME_LIMIT_S,
    )


async def make_qr_code(services: Services, request: Request[None, requests.QrText]) -> QrCode:
    """Make a QR code. The text is in the body because URLs are logged and links are secret."""
    return await services.run_in_thread(_encode_qr, request.body["text"])


def _encode_qr(text: str) -> QrCode:
    import segno

    try:
        code = segno.make(text, error="m", micro=False)
    except segno.DataOverflowError:
        raise Refused("invalid", "This text is too long for a QR code.") from None
    return {"rows": ["".join("1" if is_dark else "0" for is_dark in row) for row in code.matrix]}
