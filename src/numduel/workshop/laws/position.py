"""A position of a game and the answers of its rules, each asked once, for the laws."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property
from typing import Any

from ...core import AnyGame, Chance, Move, Over, Picture, Player, Status, Turn
from ...errors import printable

__all__ = ["Node", "Spot", "next_moves", "short"]


def next_moves(status: object) -> tuple[Move, ...]:
    """Return the legal moves or outcomes of chance of a status, none at the end."""
    match status:
        case Turn(_, moves):
            return tuple(moves)
        case Chance(odds):
            return tuple(move for move, _ in odds)
    return ()


def short(value: object, max_chars: int = 60) -> str:
    """Return a short text for any value of an author's code, safe to print."""
    try:
        text = printable(repr(value))
    except Exception:
        text = f"a {type(value).__name__}"
    return text if len(text) <= max_chars else f"{text[: max_chars - 1]}…"


class Spot:
    """A position, with the answers of the rules about it."""

    def __init__(self, game: AnyGame, state: Any, max_told: int = 1000) -> None:
        """`max_told` is the number of moves whose texts are looked at."""
        self.game = game
        self.state = state
        self._max_told = max_told

    @cached_property
    def status(self) -> Status:
        return self.game.status(self.state)

    @cached_property
    def over(self) -> Over | None:
        return self.status if isinstance(self.status, Over) else None

    @cached_property
    def turn(self) -> Turn | None:
        return self.status if isinstance(self.status, Turn) else None

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        return next_moves(self.status)

    @cached_property
    def after(self) -> dict[Move, Any]:
        """The position after each move or outcome."""
        return {move: self.game.play(self.state, move) for move in self.moves}

    @cached_property
    def picture(self) -> Picture:
        return self.game.picture(self.state)

    @cached_property
    def features(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The features as Player 1 and as Player 2 see them."""
        one, two = (self.game.features(self.state, player) for player in Player)
        return one, two

    @cached_property
    def told_moves(self) -> tuple[Move, ...]:
        """The moves whose texts are looked at: all, or some from first to last."""
        return self.moves[:: max(1, -(-len(self.moves) // self._max_told))]

    @cached_property
    def deeds(self) -> dict[Move, str]:
        return {move: self.game.deed(self.state, move) for move in self.told_moves}

    @cached_property
    def clauses(self) -> list[tuple[str, str]]:
        """All sentences that name players and address no one, with the method of each."""
        game, state = self.game, self.state
        found: list[tuple[str, Any]] = []
        if self.turn:
            found.append(("question", game.question(state)))
            threats = (game.threat(state, move) for move in self.told_moves)
            found += [("threat", threat) for threat in threats if threat is not None]
        if self.over:
            found += [("ending", game.ending(state)), ("prospect", game.prospect(state))]
        return [*found, *(("deed", deed) for deed in self.deeds.values())]


class Node:
    """A position of a walk."""

    __slots__ = (
        "after",
        "depth",
        "features",
        "is_broken",
        "key",
        "look",
        "move",
        "parent",
        "state",
        "status",
    )

    def __init__(self, state: Any, parent: Node | None, move: Move) -> None:
        self.state = state
        self.parent = parent
        self.move = move
        """The move or outcome that led here from the parent."""
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.status: Status | None = None
        """None until the position is examined."""
        self.is_broken = False
        """Whether its status is so wrong that nothing follows."""
        self.after: dict[Move, Node] = {}
        self.key: Hashable = None
        self.look: Hashable = None
        """A checksum of the picture."""
        self.features: tuple[int, ...] = ()
        """Checksums of the features for each player."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """The shortest moves from the start."""
        found, node = [], self
        while node.parent is not None:
            found.append(node.move)
            node = node.parent
        return tuple(reversed(found))
