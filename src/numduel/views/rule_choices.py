"""Rules that are offered as equal choices where a game is chosen: by luck or by skill."""

from collections.abc import Mapping
from typing import NamedTuple

from ..core import AnyGame

BOOK_LABEL = "By the book: luck decides"


class RuleChoice(NamedTuple):
    """A choice of rules."""

    label: str
    options: Mapping[str, bool | int | str]
    """The options to set; those of the other choices go back to their defaults."""


def rule_choices(kind: type[AnyGame]) -> tuple[RuleChoice, ...]:
    """Return the choices; none unless luck alone decides by the book.

    >>> from numduel.games import find
    >>> [choice.label for choice in rule_choices(find("quest"))]
    ['By the book: luck decides', 'With Stand: skill decides']
    >>> rule_choices(find("maze"))
    ()
    """
    if not kind.skill_options:
        return ()
    skill = f"With {_names(kind)}: skill decides"
    return RuleChoice(BOOK_LABEL, {}), RuleChoice(skill, kind.skill_options)


def describe_luck(kind: type[AnyGame]) -> str:
    """Return a sentence on luck and skill, empty if choices matter by the book.

    >>> from numduel.games import find
    >>> describe_luck(find("quest"))
    'By the book no choice matters: luck decides. With Stand, skill decides.'
    """
    if not kind.skill_options:
        return ""
    return f"By the book no choice matters: luck decides. With {_names(kind)}, skill decides."


def card_note(kind: type[AnyGame]) -> str:
    """Return the same in few words, for a card; empty if choices matter by the book.

    >>> from numduel.games import find
    >>> card_note(find("quest"))
    'Luck decides. With Stand: skill decides.'
    """
    return f"Luck decides. With {_names(kind)}: skill decides." if kind.skill_options else ""


def _names(kind: type[AnyGame]) -> str:
    return " and ".join(name.replace("_", " ").capitalize() for name in kind.skill_options)
