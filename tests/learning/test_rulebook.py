"""The rule pages, and generated pages of games without one."""

from __future__ import annotations

import numduel
from duel_support import with_more_games
from numduel.learning import rulebook
from numduel.learning.markdown import blocks, items


def test_generated_page_lists_declared_facts() -> None:
    with with_more_games():
        title, summary, missing, known = blocks(rulebook.page("shuttle"))
        assert (title.text, summary.text) == (
            "# Shuttle",
            "Push the token to your end of the line.",
        )
        assert missing.text == "Shuttle has no rule page. Its main facts:"
        assert items(known) == [
            "Moves: left right stay",
            "Possible endings: pushed or middle.",
            "It can end in a draw.",
            "Play can repeat forever.",
            "Option half: number of cells on each side of the middle, a whole number from 1 to 9.",
        ]


def test_every_game_has_a_page() -> None:
    with with_more_games() as more:
        for game in more:
            page = rulebook.page(game)
            assert page.startswith(f"# {numduel.new(game).title}\n\n")
            assert len(list(blocks(page))) >= 3
