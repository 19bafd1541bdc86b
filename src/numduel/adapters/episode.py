"""One game after the other, each dealt and played for an environment; copies know no secret."""

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

__all__ = ["NO_MOVE_MESSAGE", "Deals", "Episode"]

MAX_TURNS = 200
"""Where a game can be endless it is cut after so many turns, unless told otherwise."""

REWARDS = {Player.ONE: (1, -1), Player.TWO: (-1, 1), None: (0, 0)}
"""What both players get at the end, by the winner; None is a draw."""

TURNS = Whole(MAX_TURNS, 1, 10**9, "the turns after which a game is cut", "max_turns")


class Deals:
    """The games that an environment plays, all with the same options.

    The first game after a seed is the one that `numduel.new` gives for it, unless that is over
    before anybody moves: then it is dealt again.
    """

    def __init__(
        self, id: str, board: str | None, max_turns: int | None, options: Mapping[str, object]
    ) -> None:
        self._kind = find(id)
        self._board = board if board is None else need(board, str, "a board is text")
        self._given = dict(options)
        self._dice = Dice()
        dealer = self._set_up(self._dice)
        self.game = dealer.public()
        """A game like all of them, for what follows from the options."""
        differs = self._dice.was_used and (dealer.has_visible_deal or dealer.hidden)
        self.same = None if differs else dealer
        """The dealer's game, where all of them are that one."""
        self.max_turns = None if max_turns is None else TURNS.accept(max_turns)
        if max_turns is None and dealer.endless:
            self.max_turns = MAX_TURNS
        self.deal()  # refused now rather than at the first reset

    def seed(self, seed: int | None) -> None:
        """All that is dealt and drawn from now on follows from this seed, if there is one."""
        if seed is not None:
            self._dice = Dice(operator.index(seed))

    def deal(self, dice: Dice | None = None) -> Episode:
        """A game in which somebody is to move, by these dice or by those of the seed."""
        dice = dice or self._dice

        def begun() -> Episode:
            dealer = self.same or self._set_up(dice)
            public = self.game if dealer.hidden else dealer
            return Episode(dealer, public, dice, self.max_turns)

        return deal_with_first_move(begun, lambda episode: episode.status, self.bound)

    @property
    def is_given(self) -> bool:
        """Whether there is a board, on which something may be left open."""
        return self._board is not None

    @property
    def bound(self) -> int:
        """After so many deals of which none has a first move, there is none to be had."""
        return (
            MAX_DEALS if self.is_given else MAX_DEALS_WITH_MOVE
        )  # of one board, chance alone differs

    def _set_up(self, dice: Dice) -> AnyGame:
        return self._kind.setup(self._given, self._board, dice)

    def draw_outcome(self, count: int) -> int:
        """A number from 0 on, below this."""
        return self._dice.below(count)

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: value for name, value in vars(self).items() if name != "_dice"}
        if self.game.hidden:
            kept |= {"_board": None, "same": None, "_given": dict(vars(self.game.options))}
        return kept

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept, _dice=Dice())


class Episode:
    """A game being played: what a match is, with nothing but what an environment needs.

    Nobody takes back, offers or resigns here: an agent's step is `game.play` itself, which must be
    fast. What it has in common with a match (what chance draws, when play without people is cut)
    is asked where a match asks it, and `match` gives the match that it comes to.

    A copy stands where this one does, with all that was seen; what nobody has seen is dealt anew
    in it, and its dice fall as they like.
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
        self.status: Status = self._settled()
        self.turn = 1
        """The number of the turn being played, as in a match."""
        self.is_cut = False
        """Whether it was left unfinished, after as many turns as may be."""
        self.fault = ""
        """What the player to move did wrong, who has lost by it."""

    @property
    def mover(self) -> Player:
        """Who is to move, or would be."""
        player: Player = self.state.player
        return player

    @property
    def moves(self) -> tuple[Move, ...]:
        """What may be played; nothing once it has ended."""
        is_open = isinstance(self.status, Turn) and not self.is_cut and not self.fault
        return self.status.moves if is_open else ()  # type: ignore[union-attr]

    @property
    def ending(self) -> Ending | None:
        """Its end, by the rules or by a fault; None while it goes on, and if it was cut."""
        if isinstance(self.status, Over):
            return Ending(*self.status)
        return Ending(self.mover.other, "forfeited") if self.fault else None

    @property
    def rewards(self) -> tuple[int, int]:
        """+1 and -1 for winner and loser, Player 1 first; 0 for both before the end, and if cut."""
        ending = self.ending
        return REWARDS[ending.winner] if ending else (0, 0)

    def take(self, move: Move) -> str:
        """Play what the player to move chose; return why not, where that is illegal and loses."""
        if move in self.moves:
            self.play(move)
            return ""
        objection = str(self.game.objection(self.state, move))
        self.fault = f"it played {move}: {objection}"
        return objection

    def play(self, move: Move) -> None:
        """A legal move, and what chance makes of it."""
        mover = self.mover
        self._moves.append(move)
        self.state = self.game.play(self.state, move)
        self.status = status = self._settled()
        if isinstance(status, Turn) and status.player is not mover:
            self.turn += 1
            self.is_cut = is_past_turn_limit(self.turn, self._max_turns)

    def _settled(self) -> Status:
        """The status once chance has decided what is for it to decide."""
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
        """The record of what has been played, with nothing that is still hidden."""
        return dumps(self.match())

    def match(self) -> Match:
        """A match in which the same was played; it is the dealer's, and holds what is hidden."""
        match = Match.replay(self._dealer, self._moves, drawn=self._drawn)
        if self.fault:
            match.forfeit(self.mover, self.fault)
        return match

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: value for name, value in vars(self).items() if name != "_dice"}
        dealer = self._dealer
        if isinstance(dealer, HiddenBoard) and isinstance(self.game, HiddenBoard):
            shown = dealer.laid_open() if self.ending else dealer.shown(self.state)
            kept["_dealer"] = self.game.on(shown)
        return kept | {"_moves": [*self._moves], "_drawn": [*self._drawn]}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept, _dice=Dice())


def apart(values: Mapping[str, Any]) -> dict[str, Any]:
    """What a copy of an environment begins with, so that neither changes the other."""
    from copy import copy

    return {
        name: copy(value) if isinstance(value, dict | list | Deals | Episode) else value
        for name, value in values.items()
    }
