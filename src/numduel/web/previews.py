"""What the page draws before a match: the board of a set-up, a position of each game, QR codes."""

from __future__ import annotations

from functools import cache

from ..core import AnyGame
from ..dice import Dice
from ..errors import Refused
from ..games import find, offered
from ..play.dealing import BOOK, PLAYABLE, set_up
from ..play.match import Match
from ..views.screen_json import shown_position
from ..views.shapes.match import Samples, ShownPosition, Squares
from . import requests
from .exchange import Request
from .services import Services

STEPS = 6
"""How many moves into a game it is shown."""

SEED_LIMIT = 40
"""How many games are tried for one that is still going on then."""


async def preview_setup(
    services: Services, request: Request[None, requests.Setup]
) -> ShownPosition:
    """Show a set-up as it would be played, on a board dealt for this one answer."""
    services.limits.spend("engine", request.address)
    return await services.aside(_dealt, request.body)


def _dealt(asked: requests.Setup) -> ShownPosition:
    word = asked.get("board", PLAYABLE).strip()
    is_dealt = word.lower() in (PLAYABLE, BOOK)
    given, dealt = (None, word.lower()) if is_dealt else (word, BOOK)
    game = set_up(find(asked["game"]), asked.get("options", {}), given, Dice(), dealt)
    return shown_position(Match(game))


async def list_samples(services: Services, request: Request[None, None]) -> Samples:
    """Show a position of each game to look at."""
    return {"samples": {kind.id: _sample(kind) for kind in offered()}}


@cache
def _sample(kind: type[AnyGame]) -> ShownPosition:
    """Return a position from the middle of a random game, always the same one.

    Of a game that is always shorter, it is the one before its last move.
    """
    for seed in range(SEED_LIMIT):
        dice = Dice(seed)
        match = Match(kind.setup({}, None, dice), dice=dice)
        for _ in range(STEPS):
            if match.moves:
                match.play(dice.choice(match.moves))
        if match.moves:
            break
    if match.is_over and match.has_moves:
        match.undo()
    return shown_position(match)


async def make_qr_code(services: Services, request: Request[None, requests.QrText]) -> Squares:
    """Make a QR code of a text; posted, because addresses are logged and links are secret."""
    return await services.aside(_squares, request.body["text"])


def _squares(text: str) -> Squares:
    import segno

    try:
        code = segno.make(text, error="m", micro=False)
    except segno.DataOverflowError:
        raise Refused("invalid", "This text is too long for a QR code.") from None
    return {"rows": ["".join("1" if is_dark else "0" for is_dark in row) for row in code.matrix]}
