"""The rule pages, and what a game without one says of itself."""

from __future__ import annotations

import numduel
from duel_support import with_more_games
from numduel.learning import rulebook
from numduel.learning.markdown import blocks, items


def test_game_without_a_page_tells_what_it_declares() -> None:
    with with_more_games():
        title, summary, missing, known = blocks(rulebook.page("shuttle"))
        assert (title.text, summary.text) == (
            "# Shuttle",
            "Push the token to your end of the line.",
        )
        assert missing.text == "There is no rule page for Shuttle. This is known about it:"
        assert items(known) == [
            "Moves: left right stay",
            "How it can end: pushed or middle.",
            "It can end as a draw.",
            "Play can go in circles, without end.",
            "Option half: number of cells on each side of the middle, a whole number "
            "from 1 to 9.",
        ]


def test_every_other_game_has_a_page() -> None:
    with with_more_games() as more:
        for game in more:
            page = rulebook.page(game)
            assert page.startswith(f"# {numduel.new(game).title}\n\n")
            assert len(list(blocks(page))) >= 3
