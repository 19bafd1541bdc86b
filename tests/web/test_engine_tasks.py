"""Tasks for the engine of the server."""

from __future__ import annotations

import numduel
from numduel.core import AnyGame
from numduel.web.engine_tasks import give_hint

AUDIENCE = (("Ann", "Bob"), None)


def hints(game: AnyGame) -> list[tuple[str, str | None]]:
    """Return the text and the move of three hints at the start."""
    public = game.public()
    given = [give_hint(public, public.start(), AUDIENCE, step) for step in (1, 2, 3)]
    return [(hint["text"], hint["move"]) for hint in given]


def test_hints_point_at_a_move_only_if_a_choice_matters() -> None:
    for text, move in hints(numduel.new("quest")):
        assert text.startswith(
            "No choice matters here: luck decides. Every move has a 41% chance to win"
        )
        assert move is None
    assert hints(numduel.new("quest", stand=True))[1][1] is not None
    assert hints(numduel.new("maze", board="4 3 8/9 5 1/2 7 6"))[1][1] == "0,0"
