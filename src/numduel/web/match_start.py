"""How a match begins: the first event of it, dealt, given, or gone on with from a position."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from secrets import randbelow, token_hex
from typing import Any, NamedTuple

from ..core import AnyGame, Chance, HiddenBoard, Move
from ..dice import SEEDS, Dice
from ..errors import SetupError
from ..games import find
from ..play.dealing import PLAYABLE, set_up
from ..play.match import Match
from ..play.players import HUMAN
from ..play.session import sides
from ..storage.record.writing import plain
from ..views.as_json import Json

FRIEND, HERE = "friend", "here"
"""Opponents who are people: at the other end of a link, and at the same screen."""

SALT_BYTES = 32
"""Random bytes that hide a board behind its commitment."""

GIVEN = "given"
"""How a board came to be that somebody asked for; it is played in every round."""


class StartPosition(NamedTuple):
    """A position of another match, from which a match goes on."""

    game: AnyGame
    """The public game."""
    position: Any
    moves: list[Move]
    drawn: list[Move]
    """What chance gave on the way."""
    ended: str
    """How people have ended it, where it is only looked at."""


class NewMatch(NamedTuple):
    """A match that somebody wants, checked as far as no game is needed for it."""

    game: str
    options: Mapping[str, object]
    board: str | None
    """As it was typed or found; None for one that is dealt."""
    dealt: str
    """How it is dealt where none is given: playable or book."""
    seed: int | None
    opponent: str
    seat: int | None
    """1 or 2; None for a coin."""
    name: str | None
    token: str
    date: str
    """2026.11.16"""
    duel: str = ""
    """The day whose duel this is."""
    begun: StartPosition | None = None
    other: str | None = None
    """What a person at the same screen is called."""


def begun(match: Match, ply: int | None = None) -> StartPosition:
    """Where a match stood after so many plies, or as it is now, with its end.

    Where chance was to decide it stands before the move that led there. What was hidden then is
    dealt anew, so that nobody knows more than they did.
    """
    last = len(match.plies) if ply is None else ply
    while last and isinstance(match.game.status(match.states[last]), Chance):
        last -= 1
    plies = match.plies[:last]
    return StartPosition(
        match.game,
        match.states[last],
        [ply.move for ply in plies if ply.player is not None],
        [ply.move for ply in plies if ply.player is None],
        match.ended if ply is None else "",
    )


def opened(asked: NewMatch, invite: str | None) -> Json:
    """The first event of a match; SetupError if it cannot be."""
    kind = find(asked.game)
    if kind.hidden and asked.opponent == FRIEND:
        given = {"board": asked.board, "seed": asked.seed, "position": asked.begun}
        for what, value in given.items():
            if value is not None:
                raise SetupError(f"{kind.title} hides its numbers, so between two people no {what}")
    names = clean(asked.name), clean(asked.other)
    sides((HUMAN, who_of(asked.opponent)), names)
    if asked.begun is None:
        deal = dealt(kind, asked.options, asked.board, asked.dealt, asked.seed)
    else:
        deal = _taken_up(asked.begun)
    return {
        "do": "open",
        "game": kind.id,
        "options": deal.pop("options"),
        "dealt": PLAYABLE if asked.begun else GIVEN if asked.board else asked.dealt,
        "seed": asked.seed,
        "opponent": asked.opponent,
        "first": randbelow(2) if asked.seat is None else asked.seat - 1,
        "name": names[0],
        "other": names[1],
        "token": sealed_by(asked.token),
        "invite": invite and sealed_by(invite),
        "luck": randbelow(SEEDS),
        "date": asked.date,
        "duel": asked.duel,
        "deal": deal,
    }


def dealt(
    kind: type[AnyGame],
    options: Mapping[str, object],
    board: str | None,
    how: str,
    seed: int | None,
) -> Json:
    """A set-up, as it is stored; all of it is known to the server alone."""
    seed = randbelow(SEEDS) if seed is None else seed
    return _stored(set_up(kind, options, board, Dice(seed), how), seed)


def _taken_up(begun: StartPosition) -> Json:
    """A set-up in which something has happened already."""
    game, seed = begun.game, randbelow(SEEDS)
    if isinstance(game, HiddenBoard):
        game = game.on(game.shown(begun.position)).dealt(Dice(seed))
    return {
        **_stored(game, seed),
        "moves": begun.moves,
        "drawn": begun.drawn,
        "ended": begun.ended,
    }


def _stored(game: AnyGame, seed: int) -> Json:
    whole = game.laid_open() if isinstance(game, HiddenBoard) else game.board
    salt = token_hex(SALT_BYTES) if game.hidden else None
    return {"options": dict(vars(game.options)), "board": whole or None, "seed": seed, "salt": salt}


def match_of(opened: Json, deal: Json) -> Match:
    """The match of a round, from what is stored of it."""
    return Match.replay(
        find(opened["game"]).setup(opened["options"], deal["board"], Dice(deal["seed"])),
        deal.get("moves", ()),
        dice=Dice.derived(deal["seed"], "dice"),
        drawn=deal.get("drawn", ()),
        ended=deal.get("ended", ""),
    )


def clean(name: str | None) -> str | None:
    """A name as it is kept: printable, on one line; None where nothing is left of it."""
    return plain(name or "") or None


def who_of(opponent: str) -> str:
    return HUMAN if opponent in (FRIEND, HERE) else opponent


def sealed_by(secret: str) -> str:
    """What is kept of a token or an invite: whoever reads the store cannot use it."""
    return sha256(secret.encode()).hexdigest()
