"""The rule pages and the results of perfect play, packaged with the code or in docs/.

A game from a file brings its page beside it: chomp.md. A game without a rule page gets one
generated from its declarations.
"""

from __future__ import annotations

import os
import re

from ..core import AnyGame, Turn
from ..dice import Dice
from ..errors import SetupError, listed
from ..game_files import read_page
from ..games import find

_HERE = os.path.dirname(__file__)
FOLDERS = [
    os.path.join(_HERE, "..", "rules"),
    os.path.join(_HERE, "..", "..", "..", "docs", "rules"),
    os.path.join(_HERE, "..", "..", "..", "docs"),
]
"""Folders searched for pages."""


def page(id: str, *, is_numbered: bool = False) -> str:
    """Return the rules of a game, in Markdown.

    Clause numbers, as in docs/rules, are only for readers who cite them: `is_numbered` keeps them.

    >>> page("sum").splitlines()[0]
    '# Sum Battle'
    """
    kind = find(id)
    text = _find(kind.id) or read_page(kind, ".md") or _generate_page(kind)
    return text if is_numbered else _strip_clause_numbers(text)


def page_of(game: AnyGame, *, is_numbered: bool = False) -> str:
    """Return the rules of a game: those that it brings itself, or the page of its id."""
    return game.rule_page() or page(game.id, is_numbered=is_numbered)


def every_game(*, is_numbered: bool = False) -> str:
    """Return the rules that hold in every game, in Markdown."""
    text = _read("every-game")
    return text if is_numbered else _strip_clause_numbers(text)


def _strip_clause_numbers(text: str) -> str:
    """Remove the numbers that clauses begin with, and the paragraph that explains them.

    >>> _strip_clause_numbers("- **M10** The **first** player wins.")
    '- The **first** player wins.'
    """
    text = re.sub(
        r"^In `docs/rules`, every clause has a number.*?\n\n", "", text, flags=re.S | re.M
    )
    return re.sub(r"^- \*\*[A-Z]\d+\*\* ", "- ", text, flags=re.M)


def solved() -> str:
    """Return the page on the results of perfect play, in Markdown."""
    return _read("solved")


def _read(name: str) -> str:
    found = _find(name)
    if found is None:
        raise SetupError(f"the rule page {name} is missing from this installation")
    return found


def _find(name: str) -> str | None:
    for folder in FOLDERS:
        path = os.path.join(folder, f"{name}.md")
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                return file.read()
    return None


# ---- a game without a page

PROPERTIES = {
    "has_draws": "It can end in a draw.",
    "chance": "It involves chance.",
    "hidden": "Some information is hidden until play reveals it.",
    "endless": "Play can repeat forever.",
}
"""Properties that a game can declare, with their sentences."""

MAX_LISTED_MOVES = 12


def _generate_page(kind: type[AnyGame]) -> str:
    """Return a page for a game without one, with what its class declares."""
    game = kind.setup({}, None, Dice(0))
    items = [
        f"Moves: {_describe_moves(game)}.",
        f"How it ends: {listed(kind.list_endings())}.",
        *(sentence for name, sentence in PROPERTIES.items() if getattr(kind, name)),
        *(
            f"Option {name}: {field.help}, {field.limits()}."
            for name, field in kind.options_type.fields.items()
        ),
    ]
    facts = "\n".join(f"- {item}" for item in items)
    return f"# {kind.title}\n\n{kind.summary}\n\n{facts}\n"


def _describe_moves(game: AnyGame) -> str:
    """Return what a player can type in the first position; if chance begins, in any."""
    state = game.start()
    if isinstance(game.status(state), Turn):
        return game.expects(state)
    moves = game.vocabulary
    return listed(moves) if len(moves) <= MAX_LISTED_MOVES else f"{moves[0]} to {moves[-1]}"
