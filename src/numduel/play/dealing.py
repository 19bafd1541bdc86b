"""Dealing boards that are worth playing (X3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from ..core import AnyGame, Chance, HiddenBoard, Move, Over, Status, Turn
from ..dice import Dice
from ..errors import SetupError

T = TypeVar("T")

PLAYABLE, BOOK = "playable", "book"
"""Ways to deal a board: until it is playable, or once, by the rule book."""

MAX_DEALS = 100
"""Maximum deals in search of a playable board; then the last is used."""

MAX_DEALS_WITH_MOVE = 10_000
"""Maximum deals in search of a board with a first move; then SetupError."""

NO_MOVE_MESSAGE = "the game is over before the first move, so there is nothing to play"


def deal_playable(deal: Callable[[], AnyGame]) -> AnyGame:
    """Return the first playable game that `deal` returns, or the last one after many tries.

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
        if not game.has_visible_deal or is_playable(game):  # all deals look alike
            break
    return game


def deal_with_first_move(
    deal: Callable[[], T], status: Callable[[T], Status], deals: int = MAX_DEALS_WITH_MOVE
) -> T:
    """Return the first deal with a first move; raise SetupError after `deals` tries.

    `status` returns the status of a deal.
    """
    for _ in range(deals):
        if not isinstance(status(dealt := deal()), Over):
            return dealt
    raise SetupError(NO_MOVE_MESSAGE)


def set_up(
    kind: type[AnyGame], options: Mapping[str, object], board: str | None, dice: Dice, dealt: str
) -> AnyGame:
    """Return a game on a given board or, without one, on a board dealt this way."""
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
    """Return the outcome of chance, and the dealer, who may have dealt what was missing.

    A hidden board decides the outcome. Otherwise `recall` may know it from before, or the dice do.
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
    """Return whether the first move exists and can't end the game."""
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
    """Yield the positions that chance can lead to before the next move."""
    status = game.status(state)
    if isinstance(status, Chance):
        for move, _ in status.odds:
            yield from _states_after_chance(game, game.play(state, move))
    else:
        yield state
