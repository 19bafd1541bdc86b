"""Boards that are worth playing: what is dealt where people ask for no particular one (X3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from ..core import AnyGame, Chance, HiddenBoard, Move, Over, Status, Turn
from ..dice import Dice
from ..errors import SetupError

T = TypeVar("T")

PLAYABLE, BOOK = "playable", "book"
"""How a board is dealt: until it is playable, or once, as the rule book says."""

MAX_DEALS = 100
"""After so many deals of which none is playable, the last is taken."""

MAX_DEALS_WITH_MOVE = 10_000
"""After so many deals of which none has a first move, there is none to be had."""

NO_MOVE_MESSAGE = "the game is over before anybody moves, so there is nothing to play"


def deal_playable(deal: Callable[[], AnyGame]) -> AnyGame:
    """The first game that this deals which is worth playing; where there is none, the last.

    >>> from numduel.dice import Dice
    >>> from numduel.games import find
    >>> dice = Dice(2)
    >>> is_playable(find("race").setup({}, None, Dice(2)))
    False
    >>> is_playable(deal_playable(lambda: find("race").setup({}, None, dice)))
    True
    """
    for _ in range(MAX_DEALS):
        game = deal()
        if not game.has_visible_deal or is_playable(game):  # all deals begin alike
            break
    return game


def deal_with_first_move(
    deal: Callable[[], T], status: Callable[[T], Status], deals: int = MAX_DEALS_WITH_MOVE
) -> T:
    """The first of what this deals that is not over before anybody moves; SetupError if all are.

    `status` tells how a deal begins.
    """
    for _ in range(deals):
        if not isinstance(status(dealt := deal()), Over):
            return dealt
    raise SetupError(NO_MOVE_MESSAGE)


def set_up(
    kind: type[AnyGame], options: Mapping[str, object], board: str | None, dice: Dice, dealt: str
) -> AnyGame:
    """A game on the board that is given, or else on one that is dealt in this way."""
    if board is None and dealt == PLAYABLE:
        return deal_playable(lambda: kind.setup(options, None, dice))
    return kind.setup(options, board, dice)


def draw_outcome(
    dealer: AnyGame,
    state: Any,
    chance: Chance,
    dice: Dice,
    recall: Callable[[Chance], Move | None] = lambda chance: None,
) -> tuple[Move, AnyGame]:
    """Return what chance gives, and its dealer, who may have had to deal what was still open.

    A hidden board answers for itself. For the rest there are the dice, unless `recall` knows what
    they gave before.
    """
    if isinstance(dealer, HiddenBoard):
        answer = dealer.answer(state)
        if answer is None:
            dealer = dealer.dealt(dice)
            answer = dealer.answer(state)
        if answer is not None:
            return answer, dealer
    return recall(chance) or chance.drawn(dice.random()), dealer


def is_playable(game: AnyGame) -> bool:
    """Whether a game is not over at the start, and cannot be over after the first move."""
    for state in _states_after_chance(game, game.start()):
        status = game.status(state)
        if not isinstance(status, Turn):
            return False
        for move in status.moves:
            for after in _states_after_chance(game, game.play(state, move)):
                if isinstance(game.status(after), Over):
                    return False
    return True


def _states_after_chance(game: AnyGame, state: Any) -> Iterator[Any]:
    """The positions to which chance can lead from here, before anybody chooses again."""
    status = game.status(state)
    if isinstance(status, Chance):
        for move, _ in status.odds:
            yield from _states_after_chance(game, game.play(state, move))
    else:
        yield state
