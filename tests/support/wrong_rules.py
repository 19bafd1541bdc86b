"""Rules with the errors that implementations elsewhere make, and test vectors that show them."""

from __future__ import annotations

from typing import Any

from numduel import Over, Player, Turn
from numduel.core import AnyGame
from numduel.games import find
from numduel.views.workshop_json import vector_json
from numduel.workshop.measuring import Study
from numduel.workshop.vectors import make_vectors


def lines(id: str, count: int = 60, **options: object) -> list[dict[str, Any]]:
    found = make_vectors(Study(id, tuple(options.items())), count)
    return [dict(vector_json(vector)) for vector in found]


def mutate(id: str, **methods: Any) -> type[AnyGame]:
    """Return the rules of a game with an error."""
    kind = find(id)
    body = {"compiled": "", **methods, "__module__": kind.__module__}
    return type(f"Wrong{kind.__name__}", (kind,), body)


def over_is_forbidden(kind: type[AnyGame]) -> Any:
    """Offer no number that goes over the target."""

    def status(self: AnyGame, state: Any) -> Any:
        found = kind.status(self, state)
        if not isinstance(found, Turn):
            return found
        afters = {move: kind.status(self, self.play(state, move)) for move in found.moves}
        kept = [m for m, after in afters.items() if getattr(after, "reason", "") != "over"]
        return Turn(found.player, tuple(kept) or found.moves)

    return status


def checks_the_mover(kind: type[AnyGame]) -> Any:
    """Ask after a move whether the same player could move again; who can't has won."""

    def status(self: AnyGame, state: Any) -> Any:
        found = kind.status(self, state)
        if state == self.start() or getattr(found, "reason", "") == "reached":
            return found
        mover = type(state)(state.player.other, state.theirs, state.mine)
        if isinstance(kind.status(self, mover), Over):
            return Over(mover.player, "stuck")
        return found if isinstance(found, Turn) else Turn(state.player, self.vocabulary)

    return status


def first_is_never_stuck(kind: type[AnyGame]) -> Any:
    def status(self: AnyGame, state: Any) -> Any:
        found = kind.status(self, state)
        if state == self.start() and isinstance(found, Over):
            return Turn(Player.ONE, self.vocabulary[:1])
        return found

    return status


def reversed_winner(kind: type[AnyGame]) -> Any:
    def status(self: AnyGame, state: Any) -> Any:
        found = kind.status(self, state)
        if isinstance(found, Over) and found.winner is not None:
            return Over(found.winner.other, found.reason)
        return found

    return status


def forgets_visited(kind: type[AnyGame]) -> Any:
    """Erase the trail of a challenger who loses, as one implementation does."""

    def play(self: AnyGame, state: Any, move: str) -> Any:
        after, start = kind.play(self, state, move), self.start()
        homes = {start.me.cell: start.me, start.them.cell: start.them}
        if move == "yes" and not after.them.score and after.them.cell in homes:
            after = after._replace(them=homes[after.them.cell])
        return after

    return play
