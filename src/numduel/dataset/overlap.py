"""Positions that a dataset shares with an exam, so that training on it spoils the exam."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ..errors import GameMissing, NumduelError, SetupError, counted, quoted
from ..exam.questions import Question
from ..storage.record import loads
from .formats import check_path, read, read_columns
from .lines import position_id
from .splits import group_of

LINE_START = re.compile(r'\{"id": "([^"\\]+)", "group": "([0-9a-f]{16})"')
"""How a line begins that `numduel dataset` wrote."""


class Overlap(NamedTuple):
    """The questions of an exam that a dataset has."""

    path: str
    n_questions: int
    """Number of questions in the exam."""
    same: Sequence[str]
    """The ids of questions whose position is in the dataset."""
    similar: Sequence[str]
    """The ids of other questions whose group is: the same board, or an equivalent position."""

    def sentences(self) -> list[str]:
        """Return a warning; empty without an overlap."""
        found = []
        of = f"of the {counted(self.n_questions, 'question')}"
        if self.same:
            verb = "is" if len(self.same) == 1 else "are"
            found.append(f"{len(self.same)} {of} {verb} in it, such as {self.same[0]}.")
        if self.similar:
            more = "more " if self.same else ""
            verb = "has" if len(self.similar) == 1 else "have"
            found.append(
                f"{len(self.similar)} {more}{of} {verb} the same board or an equivalent position "
                f"in it, such as {self.similar[0]}."
            )
        return found


def find_overlap(path: str, questions: Sequence[Question]) -> Overlap:
    """Compare a dataset with the questions of an exam; SetupError if it can't be read."""
    check_path(path)
    ids, groups = _identify(questions)
    same, similar = set[str](), set[str]()
    for id, group in _read_identities(path):
        if id in ids:
            same.add(ids[id])
        if group in groups:
            similar.update(groups[group])
    names = [question.id for question in questions]
    return Overlap(
        path,
        len(names),
        [name for name in names if name in same],
        [name for name in names if name in similar - same],
    )


def _identify(questions: Iterable[Question]) -> tuple[dict[str, str], dict[str, list[str]]]:
    """Return the questions by the id and by the group that a dataset gives their position."""
    ids: dict[str, str] = {}
    groups: dict[str, list[str]] = {}
    for question in questions:
        match = loads(question.record)
        assert match.player is not None, "a question has a player to move"
        ids[position_id(match.game, match.state, match.player)] = question.id
        groups.setdefault(group_of(match.game, match.state), []).append(question.id)
    return ids, groups


# ---- reading


def _read_identities(path: str) -> Iterator[tuple[str, str]]:
    """Yield the id and the group of every line."""
    if path.endswith(".parquet"):
        yield from read_columns(path, ("id", "group"))
        return
    for number, line in enumerate(read(path), 1):
        start = LINE_START.match(line)
        if start:
            yield start[1], start[2]
        else:
            yield _identify_line(line, f"line {number} of {quoted(path)}")


def _identify_line(line: str, where: str) -> tuple[str, str]:
    """Return the id and the group of a line that was changed, from its record if it has none."""
    try:
        data = json.loads(line)
        if "id" in data and "group" in data:
            return str(data["id"]), str(data["group"])
        match = loads(data["record"])
    except GameMissing:
        raise
    except (LookupError, NumduelError, RecursionError, TypeError, ValueError):
        raise SetupError(f"{where} isn't a line of a dataset: it has no id and group") from None
    player = match.state.player
    return position_id(match.game, match.state, player), group_of(match.game, match.state)
