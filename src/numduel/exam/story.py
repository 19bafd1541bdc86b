"""Stories: the words of a game in disguise, and its sentences in these words.

A story is a TOML file in stories/, named after the game:

- `can_turn`, `can_scale`: whether boards can be mirrored and turned, and numbers multiplied.
- `needs`: the options that the rules of the story assume.
- `rules`: the rule page, in Markdown.
- `sentences`: pairs of a sentence of the game and the sentence of the story.
- `moves`: words that are moves. `facts` and `values`: labels and texts beside the board.
- `tags`: mark and meaning of each tag, by its meaning. `reasons`: code and sentence of each ending.
- `tellings`: sets of words, one of which is chosen; they replace {word} and {Word} in all texts.

In sentences {P} and {Q} are players, {cell} and {cell2} cells, {n}, {m}, {k} and {one} numbers,
{way} is a direction, {span} a range of cells, and {steps} a distance.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from ..core import AnyGame
from ..errors import SetupError, capitalise

FOLDER = os.path.join(os.path.dirname(__file__), "stories")

CELL = (
    r"the (?:\d+, )?(?:(?:top|middle|bottom) (?:left|middle|right)|centre)(?: cell)?,?"
    r"|the (?:\d+|cell) at \d+,\d+"
)

FIELDS = {
    **dict.fromkeys("PQ", "Player [12]"),
    **dict.fromkeys(("cell", "cell2"), CELL),
    **dict.fromkeys(("n", "m", "k", "one"), r"\d+"),
    "way": "[A-Za-z-]+",
    "span": r"\d+,\d+ to \d+,\d+",
    "steps": r"\d+ steps?",
}
"""The fields of sentences, as patterns."""


class Story(NamedTuple):
    """The content of a story file."""

    rules: str
    sentences: list[list[str]]
    tellings: list[dict[str, str]]
    facts: dict[str, str]
    tags: dict[str, list[str]]
    reasons: dict[str, list[str]]
    moves: Mapping[str, str] = MappingProxyType({})
    values: Mapping[str, str] = MappingProxyType({})
    needs: Mapping[str, object] = MappingProxyType({})
    can_turn: bool = False
    can_scale: bool = False


@cache
def _read(id: str) -> Story | None:
    import tomllib  # only for disguises

    try:
        with open(os.path.join(FOLDER, f"{id}.toml"), "rb") as file:
            return Story(**tomllib.load(file))
    except FileNotFoundError:
        return None


def story_of(game: AnyGame) -> Story:
    """Return the story of a game; SetupError if it has none, or none for these options."""
    story = _read(game.id)
    if story is None:
        raise SetupError(f"{game.title} can't be disguised: it has no story")
    options = vars(game.options)
    for name, value in story.needs.items():
        if options[name] != value:
            raise SetupError(f"{game.title} can't be disguised with {name}={options[name]}")
    return story


# ---- words


class Words(dict[str, str]):
    """The words that replace {word} in texts; {Word} is the same with a capital."""

    def __missing__(self, name: str) -> str:
        word = name[:1].lower() + name[1:]
        if name == word:
            raise KeyError(name)
        return capitalise(self[word])

    def fill(self, text: str, more: Mapping[str, str] | None = None) -> str:
        """Return a text with its words; words can contain words."""
        words = Words({**self, **(more or {})})
        filled = text.format_map(words)
        return filled if "{" not in filled else filled.format_map(words)


Render = Callable[[str, str], str]
"""A function from the name and text of a field to its text in the story."""


def _keep(name: str, text: str) -> str:
    """Return a field as it is."""
    return text


class Sentences:
    """The sentences of a game, told in the words of a story.

    >>> told = Sentences([["{P} took {n}", "{P} ate {n} {things}"]], Words(things="figs"))
    >>> told.tell("Player 1 took 3"), told.tell("Hello")
    ('Player 1 ate 3 figs', None)
    """

    def __init__(self, pairs: Iterable[Iterable[str]], words: Words) -> None:
        self._pairs = [(_compile(plain), told) for plain, told in pairs]
        self._words = words

    def tell(
        self, text: str, render: Render = _keep, more: Mapping[str, str] | None = None
    ) -> str | None:
        """Return the sentence of the story; None if it has none for this text."""
        for pattern, told in self._pairs:
            if found := pattern.fullmatch(text):
                fields = {name: render(name, part) for name, part in found.groupdict().items()}
                return self._words.fill(told, {**fields, **(more or {})})
        return None


@cache
def _compile(sentence: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", sentence)
    return re.compile(
        "".join(
            f"(?P<{part}>{FIELDS[part]})" if number % 2 else re.escape(part)
            for number, part in enumerate(parts)
        )
    )


def read_cell(text: str, first: int, last: tuple[int, int]) -> tuple[int, int, str]:
    """Return the row and column of a described cell, from 0, and its number or "".

    >>> read_cell("the 8, top right,", 0, (2, 2)), read_cell("the cell at 2,3", 1, (4, 4))
    ((0, 2, '8'), (1, 2, ''))
    """
    number = found[0] if (found := re.findall(r"^the (\d+)", text)) else ""
    if found := re.findall(r"at (\d+),(\d+)", text):
        row, column = found[0]
        return int(row) - first, int(column) - first, number
    if "centre" in text:
        return 1, 1, number
    places = re.findall("top|middle|bottom|left|right", text)
    down, across = places[0], places[1]
    return (
        {"top": 0, "middle": 1, "bottom": last[0]}[down],
        {"left": 0, "middle": 1, "right": last[1]}[across],
        number,
    )
