"""Laws of hidden boards: nothing that people or programs can read depends on a hidden number."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...core import AnyGame, Chance, HiddenBoard, Move, Player
from ...dice import Dice
from ...errors import quoted
from .law import Problem, law
from .position import Spot, next_moves, short

if TYPE_CHECKING:
    from .setups import Setup

MAX_PLIES = 400
"""Plies of the games that are played on hidden boards."""


def readable(spot: Spot) -> Iterator[tuple[str, object]]:
    """Yield everything that can be read in a position, with the name of each."""
    game, state = spot.game, spot.state
    yield "status", spot.status
    yield "play", spot.after
    yield "key", game.key(state)
    yield "picture", spot.picture
    yield "features", spot.features
    yield "expects", game.expects(state)
    aliases = dict(game.aliases(state))
    yield "aliases", aliases
    yield "nowhere", [game.nowhere(state, word) for word, move in aliases.items() if move is None]
    yield "view", [game.view(state, player) for player in Player]
    yield "objection", [game.objection(state, move) for move in game.vocabulary]
    yield "a sentence", spot.clauses
    yield "report", [game.report(state, move) for move in spot.told_moves]
    if isinstance(game, HiddenBoard):
        yield "shown", game.shown(state)
    if spot.turn:
        yield "ask", game.ask(state)
    if spot.over:
        yield "verdict", game.verdict(state)


def compare_secrets(spot: Spot, dealt: list[AnyGame]) -> str | None:
    """Return what depends on the hidden numbers of these games in a position."""
    public = list(readable(spot))
    for game in dealt:
        for (name, told), (_, other) in zip(
            public, readable(Spot(game, spot.state, 2)), strict=True
        ):
            if told != other:
                return f"{name} depends on hidden numbers: {short(told)} or {short(other)}"
    return None


@law(
    "setup",
    "hidden-declared",
    "Exactly a HiddenBoard has `hidden = True`; only then `public` "
    "returns another game, without the board.",
)
def check_hidden_declared(setup: Setup) -> str | None:
    for game in setup.games:
        public = game.public()
        if game.hidden != isinstance(game, HiddenBoard):
            told = "isn't" if game.hidden else "is"
            return f"hidden is {game.hidden}, but the class {told} a HiddenBoard"
        if not game.hidden and public is not game:
            return "public returns another game, but the class does not declare hidden = True"
        if game.hidden and public._board == game._board:
            return "public returns a game with the hidden board"
        if public.public()._board != public._board:
            return "the public game of a public game has another board"
    return None


@law(
    "setup",
    "public-game",
    "The start, the board as text, and the public game don't depend on hidden numbers.",
)
def check_public_game(setup: Setup) -> str | None:
    hidden = [game for game in setup.games if isinstance(game, HiddenBoard)]
    for name, told in (
        ("the start", [game.start() for game in hidden]),
        ("board", [game.board for game in hidden]),
        ("repr", [repr(game) for game in hidden]),
        ("hash", [hash(game) for game in hidden]),
        ("the public game", [pickle.dumps(game.public()) for game in hidden]),
        ("drawing", [game.drawing() for game in hidden]),
        ("intro", [game.intro() for game in hidden]),
    ):
        other = next((one for one in told if one != told[0]), None)
        if other is not None:
            return f"{name} depends on hidden numbers: {short(told[0])} or {short(other)}"
    if any(game != hidden[0].public() for game in hidden):
        return "games that differ only in hidden numbers aren't equal"
    return None


@law(
    "setup",
    "dealer-answers",
    "The dealer's answer to a Chance is one of its outcomes, and what `shown` shows can be read.",
)
def check_dealer_answers(setup: Setup) -> Problem | None:
    for number, game in enumerate(setup.games[:4]):
        if not isinstance(game, HiddenBoard):
            return None
        moves: list[Move] = []
        dice, state = Dice(number), game.start()
        for _ in range(MAX_PLIES):
            status = game.status(state)
            offered = next_moves(status)
            if not offered:
                break
            if isinstance(status, Chance):
                answer = game.answer(state)
                if answer not in offered:
                    message = (
                        f"the dealer answers {short(answer)}, but chance "
                        f"can only draw {short(offered)}"
                    )
                    return Problem(message, tuple(moves))
                move = answer
            else:
                move = offered[dice.below(len(offered))]
            assert move is not None
            moves.append(move)
            state = game.play(state, move)
        if problem := _compare_shown(game, state):
            return Problem(problem, tuple(moves))
    return None


def _compare_shown(game: HiddenBoard[Any, Any, Any], state: Any) -> str | None:
    shown, whole = game.shown(state), game.laid_open()
    pairs = zip(shown.replace("/", " ").split(), whole.replace("/", " ").split(), strict=False)
    for one, two in pairs:
        if one not in ("?", two):
            return f"the board is {quoted(whole, 80)}, but shown gives {quoted(shown, 80)}"
    game.on(shown)
    return None
