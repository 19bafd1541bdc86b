"""Games for environments: dealing, playing, and copies without hidden information."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any

from ..checks import need
from ..core import AnyGame, HiddenBoard, Move, Over, Player, Status, Turn
from ..dice import Dice
from ..games import find
from ..options import Whole
from ..play.controller import is_past_turn_limit
from ..play.dealing import (
    MAX_DEALS,
    MAX_DEALS_WITH_MOVE,
    NO_MOVE_MESSAGE,
    deal_with_first_move,
    draw_outcome,
)
from ..play.match import Ending, Match
from ..storage.record import dumps

__all__ = ["NO_MOVE_MESSAGE", "Episode", "GameFactory"]

MAX_TURNS = 200
"""Default turn limit of games that can be endless."""

REWARDS = {Player.ONE: (1, -1), Player.TWO: (-1, 1), None: (0, 0)}
"""Final rewards of both players by winner; None is a draw."""

MAX_TURNS_OPTION = Whole(MAX_TURNS, 1, 10**9, "the turn limit of a game", "max_turns")


class GameFactory:
    """A dealer of games with the same options.

    The first game after a seed is the one that `numduel.new` returns for it. A game that is over
    before the first move is dealt again.
    """

    def __init__(
        self, id: str, board: str | None, max_turns: int | None, options: Mapping[str, object]
    ) -> None:
        self._kind = find(id)
        self._board = board if board is None else need(board, str, "a board is text")
        self._options = dict(options)
        self._dice = Dice()
        dealer = self._set_up(self._dice)
        self.game = dealer.public()
        """A public game with these options."""
        differs = self._dice.was_used and (dealer.has_visible_deal or dealer.hidden)
        self.fixed_game = None if differs else dealer
        """The dealer's game if all games are the same, otherwise None."""
        self.max_turns = None if max_turns is None else MAX_TURNS_OPTION.accept(max_turns)
        if max_turns is None and dealer.endless:
            self.max_turns = MAX_TURNS
        self.deal()  # to raise errors now and not at the first reset

    def seed(self, seed: int | None) -> None:
        """Set the random seed of everything dealt and drawn from now on; None changes nothing."""
        if seed is not None:
            self._dice = Dice(operator.index(seed))

    def deal(self, dice: Dice | None = None) -> Episode:
        """Deal a game that has a first move, with these dice or our own."""
        dice = dice or self._dice

        def start() -> Episode:
            dealer = self.fixed_game or self._set_up(dice)
            public = self.game if dealer.hidden else dealer
            return Episode(dealer, public, dice, self.max_turns)

        return deal_with_first_move(start, lambda episode: episode.status, self.max_deals)

    @property
    def has_board(self) -> bool:
        """Whether a board was given; parts of it may be unknown."""
        return self._board is not None

    @property
    def max_deals(self) -> int:
        """Maximum number of deals to find a game with a first move."""
        # On a given board, only chance outcomes differ.
        return MAX_DEALS if self.has_board else MAX_DEALS_WITH_MOVE

    def _set_up(self, dice: Dice) -> AnyGame:
        return self._kind.setup(self._options, self._board, dice)

    def random_below(self, count: int) -> int:
        """Return a random number from 0 to count - 1."""
        return self._dice.below(count)

    def __getstate__(self) -> dict[str, Any]:
        state = {name: value for name, value in vars(self).items() if name != "_dice"}
        if self.game.hidden:
            state |= {"_board": None, "fixed_game": None, "_options": dict(vars(self.game.options))}
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, _dice=Dice())


class Episode:
    """A game in progress, with only the parts of a match that an environment needs.

    It has no takebacks, offers or resignations, so that a step is little more than `game.play`.
    Draws of chance and the turn limit work as in a match, and `match` returns the same game as one.

    A copy has the same position and everything seen so far. Hidden numbers are dealt again in it,
    and its dice are new.
    """

    def __init__(
        self, dealer: AnyGame, public: AnyGame, dice: Dice, max_turns: int | None = None
    ) -> None:
        self._dealer = dealer
        self._dice = dice
        self._max_turns = max_turns
        self._moves: list[Move] = []
        self._drawn: list[Move] = []
        self.game = public
        self.state: Any = public.start()
        self.status: Status = self._resolve_chance()
        self.turn = 1
        """Number of the current turn, as in a match."""
        self.is_truncated = False
        """Whether it was stopped at the turn limit."""
        self.fault = ""
        """The illegal action by which the player to move lost, or empty."""

    @property
    def mover(self) -> Player:
        """The player to move, also after the end."""
        player: Player = self.state.player
        return player

    @property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves; empty after the end."""
        is_open = isinstance(self.status, Turn) and not self.is_truncated and not self.fault
        return self.status.moves if is_open else ()  # type: ignore[union-attr]

    @property
    def ending(self) -> Ending | None:
        """The ending, by the rules or a fault; None before the end and at the turn limit."""
        if isinstance(self.status, Over):
            return Ending(*self.status)
        return Ending(self.mover.other, "forfeited") if self.fault else None

    @property
    def rewards(self) -> tuple[int, int]:
        """Rewards, Player 1 first: +1 for a win, -1 for a loss, otherwise 0 for both."""
        ending = self.ending
        return REWARDS[ending.winner] if ending else (0, 0)

    def try_move(self, move: Move) -> str:
        """Play a move if it is legal; otherwise the player loses, and the objection is returned."""
        if move in self.moves:
            self.play(move)
            return ""
        objection = str(self.game.objection(self.state, move))
        self.fault = f"it played {move}: {objection}"
        return objection

    def play(self, move: Move) -> None:
        """Play a legal move, and the chance outcomes that follow."""
        mover = self.mover
        self._moves.append(move)
        self.state = self.game.play(self.state, move)
        self.status = status = self._resolve_chance()
        if isinstance(status, Turn) and status.player is not mover:
            self.turn += 1
            self.is_truncated = is_past_turn_limit(self.turn, self._max_turns)

    def _resolve_chance(self) -> Status:
        """Draw while chance decides, and return the status after that."""
        while not isinstance(status := self.game.status(self.state), Turn):
            if isinstance(status, Over):
                if status.is_draw:
                    self.game.check_draw()
                break
            move, self._dealer = draw_outcome(self._dealer, self.state, status, self._dice)
            self._drawn.append(move)
            self.state = self.game.play(self.state, move)
        return status

    def record(self) -> str:
        """Return the record of the game so far, without hidden numbers."""
        return dumps(self.match())

    def match(self) -> Match:
        """Return the same game as a match; it is the dealer's, and holds hidden numbers."""
        match = Match.replay(self._dealer, self._moves, drawn=self._drawn)
        if self.fault:
            match.forfeit(self.mover, self.fault)
        return match

    def __getstate__(self) -> dict[str, Any]:
        state = {name: value for name, value in vars(self).items() if name != "_dice"}
        dealer = self._dealer
        if isinstance(dealer, HiddenBoard) and isinstance(self.game, HiddenBoard):
            shown = dealer.laid_open() if self.ending else dealer.shown(self.state)
            state["_dealer"] = self.game.on(shown)
        return state | {"_moves": [*self._moves], "_drawn": [*self._drawn]}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, _dice=Dice())


def copied_state(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the state for a copy of an environment that shares nothing mutable with it."""
    from copy import copy

    return {
        name: copy(value) if isinstance(value, dict | list | GameFactory | Episode) else value
        for name, value in values.items()
    }
