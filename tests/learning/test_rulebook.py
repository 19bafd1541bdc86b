"""The rule pages, and generated pages of games without one."""

from __future__ import annotations

import numduel
from duel_support import GALLERY, with_more_games
from numduel.learning import rulebook
from numduel.learning.markdown import blocks, items


def test_generated_page_lists_declared_facts() -> None:
    with with_more_games():
        title, summary, known = blocks(rulebook.page("shuttle"))
        assert (title.text, summary.text) == (
            "# Shuttle",
            "Push the token to your end of the line.",
        )
        assert items(known) == [
            "Moves: left, right, or stay.",
            "How it ends: pushed or middle.",
            "It can end in a draw.",
            "Play can repeat forever.",
            "Option half: number of cells on each side of the middle, a whole number from 1 to 9.",
        ]


def test_generated_page_tells_endings_of_the_short_form() -> None:
    with with_more_games(GALLERY):
        for game, ending in (
            ("chomp", "the loser ate the poisoned piece"),
            ("ends", "the winner got the higher sum or both sums are equal"),
        ):
            assert f"- How it ends: {ending}.\n" in rulebook.page(game)
        assert "- Moves: a cell as row,column from 1,1 to 3,4.\n" in rulebook.page("chomp")
        assert "- Moves: keep or give.\n" in rulebook.page("hot")  # chance begins


def test_every_game_has_a_page() -> None:
    with with_more_games() as more:
        for game in more:
            page = rulebook.page(game)
            assert page.startswith(f"# {numduel.new(game).title}\n\n")
            assert len(list(blocks(page))) >= 3
