"""Puzzles of servers that offer few games, or games without puzzles."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from numduel.budget import Exhausted
from numduel.core import AnyGame
from numduel.errors import SetupError
from numduel.games import _only, offer_only
from numduel.web import dailies
from numduel.web.exchange import Request
from numduel.web.problems import problem_of


@pytest.fixture
def only_quest() -> Iterator[None]:
    before = [*_only]
    offer_only(["quest"])
    yield
    _only[:] = before


@pytest.mark.usefixtures("only_quest")
def test_server_without_puzzles_says_so() -> None:
    services: Any = None  # no engine is asked
    practice: Request[Any, Any] = Request({}, None)
    fitting: Request[Any, Any] = Request(None, {"tries": []})
    for asked in (
        dailies.get_practice_puzzle(services, practice),
        dailies.get_fitting_puzzle(services, fitting),
    ):
        with pytest.raises(SetupError, match="No game here has puzzles"):
            asyncio.run(asked)


def test_any_puzzle_comes_from_a_game_that_has_some() -> None:
    async def show(kind: type[AnyGame]) -> Any:
        if kind.id != "sum":
            raise SetupError("found no easy puzzle")
        return {"id": kind.id}

    for _ in range(5):  # in random order
        assert asyncio.run(dailies._show_first(show, None))["id"] == "sum"
    with pytest.raises(SetupError, match="no easy"):
        asyncio.run(dailies._show_first(show, "maze"))


def test_search_that_takes_too_long_is_unavailable() -> None:
    answer = problem_of(Exhausted())
    assert answer.status == 503
    assert json.loads(answer.body)["detail"] == "This took too long. Try again soon."
