"""The rule pages, and what is known of the games: packed beside the code, or in docs/.

A game without a rule page gets one made from what it declares.
"""

from __future__ import annotations

import os
import re

from ..core import AnyGame
from ..dice import Dice
from ..errors import SetupError, listed
from ..games import find

_HERE = os.path.dirname(__file__)
FOLDERS = [
    os.path.join(_HERE, "..", "rules"),
    os.path.join(_HERE, "..", "..", "..", "docs", "rules"),
    os.path.join(_HERE, "..", "..", "..", "docs"),
]
"""Where pages are looked for."""


def page(id: str, *, is_numbered: bool = False) -> str:
    """Return the rules of a game, in Markdown.

    Clause numbers, as in docs/rules, are only for readers who cite them: `is_numbered` keeps them.

    >>> page("sum").splitlines()[0]
    '# Sum Battle'
    """
    kind = find(id)
    text = _found(kind.id) or _derived(kind)
    return text if is_numbered else _strip_clause_numbers(text)


def every_game(*, is_numbered: bool = False) -> str:
    """Return the rules that hold in every game, in Markdown."""
    text = _read("every-game")
    return text if is_numbered else _strip_clause_numbers(text)


def _strip_clause_numbers(text: str) -> str:
    """Remove the numbers that clauses begin with.

    >>> _strip_clause_numbers("- **M10** The **first** player wins.")
    '- The **first** player wins.'
    """
    return re.sub(r"^- \*\*[A-Z]\d+\*\* ", "- ", text, flags=re.MULTILINE)


def solved() -> str:
    """What perfect play says of the games, in Markdown."""
    return _read("solved")


def _read(name: str) -> str:
    found = _found(name)
    if found is None:
        raise SetupError(f"the rule page {name} is missing from this installation")
    return found


def _found(name: str) -> str | None:
    for folder in FOLDERS:
        path = os.path.join(folder, f"{name}.md")
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                return file.read()
    return None


# ---- a game without a page

DECLARED = {
    "has_draws": "It can end as a draw.",
    "chance": "Chance decides something in play.",
    "hidden": "Something is hidden until play shows it.",
    "endless": "Play can go in circles, without end.",
}
"""What a game can declare, and the sentence for it."""

NAMED = 12
"""Moves that are named."""


def _derived(kind: type[AnyGame]) -> str:
    """Return a page for a game that came without one."""
    game = kind.setup({}, None, Dice(0))
    options = [
        f"Option {name}: {field.help}, {field.limits()}."
        for name, field in kind.options_type.fields.items()
    ]
    items = [
        f"Moves: {' '.join(game.vocabulary[:NAMED])}{' …' * (len(game.vocabulary) > NAMED)}",
        f"How it can end: {listed(kind.reasons)}.",
        *(sentence for name, sentence in DECLARED.items() if getattr(kind, name)),
        *options,
    ]
    known = "\n".join(f"- {item}" for item in items)
    return (
        f"# {kind.title}\n\n{kind.summary}\n\n"
        f"There is no rule page for {kind.title}. This is known about it:\n\n{known}\n"
    )
