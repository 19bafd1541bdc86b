"""People who take an exam: their names, and the exam in parts that they can answer at a time."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from ..dice import Dice
from ..errors import SetupError, quoted
from ..play.players import is_known
from ..play.session import MAX_NAME_CHARS
from .questions import Question

ME = "me"
"""The name of a person who gave none."""

DEFAULT_PART = 25
"""Number of questions in a part."""


def check_name(name: str) -> str:
    """Return the name of a person in a result, trimmed; SetupError if it can't be one.

    >>> check_name(" Ann "), check_name("")
    ('Ann', 'me')
    """
    name = name.strip() or ME
    if len(name) > MAX_NAME_CHARS or not name.isprintable():
        raise SetupError(f"a name must have at most {MAX_NAME_CHARS} printable characters")
    if is_known(name):
        raise SetupError(f"{quoted(name)} is a player of numduel. Choose another name")
    return name


def name_file(player: str) -> str:
    """Return the name of a file for the result of a player.

    >>> name_file("model:gpt-5 tools=yes"), name_file("Zoë")
    ('exam-model-gpt-5-tools-yes.json', 'exam-Zo.json')
    """
    return f"exam-{re.sub('[^0-9A-Za-z]+', '-', player).strip('-')}.json"


# ---- parts


def split_exam(asked: Sequence[Question], size: int, seed: int) -> list[list[Question]]:
    """Return the questions in parts of `size`, the last one shorter, as the seed decides.

    Every part has questions of all games, outcomes and depths, and asks one game after the other.
    The first two parts of 25 questions together are the first one of 50.
    """
    order = _order_evenly(asked, seed)
    games = list(dict.fromkeys(question.game for question in asked))
    return [
        sorted(order[start : start + size], key=lambda question: games.index(question.game))
        for start in range(0, len(order), size)
    ]


def find_open_part(parts: Sequence[list[Question]], answered: Collection[str]) -> list[Question]:
    """Return the first part with a question that isn't answered; no questions if there is none."""
    return next((part for part in parts if any(one.id not in answered for one in part)), [])


def _order_evenly(asked: Sequence[Question], seed: int) -> list[Question]:
    """Return the questions so that the first of them are always spread over all kinds."""
    games: dict[str, list[Question]] = defaultdict(list)
    for question in sorted(asked, key=lambda one: (one.outcome, one.depth)):
        games[question.game].append(question)
    ranked = [
        (rank, question)
        for game, found in games.items()
        for rank, question in enumerate(_spread(found, Dice.derived(seed, f"exam in {game}")))
    ]
    return [question for _, question in sorted(ranked, key=lambda pair: pair[0])]


def _spread(line: Sequence[Question], dice: Dice) -> Iterator[Question]:
    """Yield all questions of a line so that the first ones are always evenly spread over it."""
    bits = (len(line) - 1).bit_length()
    shift = dice.below(len(line))
    for number in range(2**bits):
        place = int(f"{number:0{bits}b}"[::-1], 2) if bits else 0
        if place < len(line):
            yield line[(place + shift) % len(line)]
