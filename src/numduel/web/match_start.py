"""How a match starts: its first event, with a new deal, a given board or an earlier position."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from secrets import randbelow, token_hex
from typing import Any, NamedTuple

from ..core import AnyGame, Chance, HiddenBoard, Move
from ..dice import SEED_LIMIT, Dice
from ..errors import SetupError
from ..games import find, find_needed
from ..play.dealing import PLAYABLE, set_up
from ..play.match import Match
from ..play.players import HUMAN
from ..play.session import make_sides
from ..storage.input_tag import FROM_POSITION
from ..storage.record.letter import new_letter_id
from ..storage.record.writing import plain
from ..views.as_json import Json
from ..views.letter_text import describe_letter_problem

FRIEND, HERE, LETTER = "friend", "here", "letter"
"""Human opponents: on another device by link, on the same screen, or by letter."""

SALT_BYTES = 32
"""Random bytes that hide a board behind its commitment."""

GIVEN = "given"
"""Deal kind of a board that the player chose; every round uses it again."""


class StartPosition(NamedTuple):
    """A position of another match, from which a new match continues."""

    game: AnyGame
    """The game without hidden information."""
    position: Any
    moves: list[Move]
    drawn: list[Move]
    """Chance outcomes up to the position."""
    ended: str
    """How the players ended the match; empty if it continues."""


class NewMatch(NamedTuple):
    """A match to create, validated except for what depends on the game."""

    game: str
    options: Mapping[str, object]
    board: str | None
    """A given board; None to deal one."""
    deal_kind: str
    """Kind of deal if no board is given: playable or book."""
    seed: int | None
    opponent: str
    seat: int | None
    """1 or 2; None for random."""
    name: str | None
    token: str
    date: str
    """Date in the form 2026.11.16."""
    duel: str = ""
    """Day of the daily duel; empty for other matches."""
    start: StartPosition | None = None
    other: str | None = None
    """Name of the second player on the same screen or by letter."""
    letter: str = ""
    """Id of a game by letter; empty for a new one."""


def start_position(match: Match, ply: int | None = None) -> StartPosition:
    """Return the position of a match after some plies; by default its last one, with its end.

    A position in which chance decides is replaced by the one before the move that led there. Hidden
    numbers will be reshuffled, so that no player gains information.
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


def make_opening_event(new: NewMatch, invite: str | None) -> Json:
    """Return the first event of a match; raise SetupError if it isn't possible."""
    kind = find_needed(new.game, "this duel") if new.duel else find(new.game)
    if kind.hidden and new.opponent == FRIEND:
        given = {"board": new.board, "seed": new.seed, "position": new.start}
        for name, value in given.items():
            if value is not None:
                message = f"{kind.title} has hidden numbers, so friends can't choose a {name}"
                raise SetupError(message)
    if new.opponent == LETTER and (problem := describe_letter_problem(kind)):
        raise SetupError(problem)
    names = clean_name(new.name), clean_name(new.other)
    make_sides((HUMAN, opponent_type(new.opponent)), names)
    if new.start is None:
        deal = deal_setup(kind, new.options, new.board, new.deal_kind, new.seed)
    else:
        deal = _setup_from(new.start)
    return {
        "do": "open",
        "game": kind.id,
        "options": deal.pop("options"),
        "dealt": PLAYABLE if new.start else GIVEN if new.board else new.deal_kind,
        "seed": new.seed,
        "opponent": new.opponent,
        "first": randbelow(2) if new.seat is None else new.seat - 1,
        "name": names[0],
        "other": names[1],
        "token": sha256_hex(new.token),
        "invite": invite and sha256_hex(invite),
        "luck": randbelow(SEED_LIMIT),
        "date": new.date,
        "duel": new.duel,
        "deal": deal,
        **({"start": FROM_POSITION} if new.start and new.opponent != LETTER else {}),
        **({"letter": new.letter or new_letter_id()} if new.opponent == LETTER else {}),
    }


def deal_setup(
    kind: type[AnyGame],
    options: Mapping[str, object],
    board: str | None,
    deal_kind: str,
    seed: int | None,
) -> Json:
    """Return a setup as stored JSON, including what players don't see."""
    seed = randbelow(SEED_LIMIT) if seed is None else seed
    return _setup_json(set_up(kind, options, board, Dice(seed), deal_kind), seed)


def _setup_from(start: StartPosition) -> Json:
    """Return a setup that starts from a position."""
    game, seed = start.game, randbelow(SEED_LIMIT)
    if isinstance(game, HiddenBoard):
        game = game.on(game.shown(start.position)).dealt(Dice(seed))
    return {
        **_setup_json(game, seed),
        "moves": start.moves,
        "drawn": start.drawn,
        "ended": start.ended,
    }


def _setup_json(game: AnyGame, seed: int) -> Json:
    whole = game.laid_open() if isinstance(game, HiddenBoard) else game.board
    salt = token_hex(SALT_BYTES) if game.hidden else None
    return {"options": dict(vars(game.options)), "board": whole or None, "seed": seed, "salt": salt}


def build_match(opening: Json, deal: Json) -> Match:
    """Return the match of a round from its stored setup."""
    return Match.replay(
        find_needed(opening["game"], "this match").setup(
            opening["options"], deal["board"], Dice(deal["seed"])
        ),
        deal.get("moves", ()),
        dice=Dice.derived(deal["seed"], "dice"),
        drawn=deal.get("drawn", ()),
        ended=deal.get("ended", ""),
    )


def clean_name(name: str | None) -> str | None:
    """Return a name as printable text on one line; None if nothing is left."""
    return plain(name or "") or None


def opponent_type(opponent: str) -> str:
    """Return the type of player that an opponent is: human or a level."""
    return HUMAN if opponent in (FRIEND, HERE, LETTER) else opponent


def sha256_hex(secret: str) -> str:
    """Return the hash of a secret: tokens and invites are never stored themselves."""
    return sha256(secret.encode()).hexdigest()
