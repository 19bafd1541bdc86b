"""Write a match as text that people can read and edit."""

from __future__ import annotations

import re

from ...checks import need
from ...core import Over, Player
from ...errors import SetupError, printable, quoted
from ...play.match import Match

MATCH_TAGS = ("Game", "Options", "Board", "Result", "Reason", "Ended")
"""Tags that follow from the match; all others are copied unchanged."""


def dumps(match: Match) -> str:
    """Return the record of a match, finished or not.

    While a match is in progress, its record holds only what a hidden board has shown.
    """
    from copy import copy

    match = copy(need(match, Match, "a record is made of a numduel.Match"))  # a snapshot
    lines = [f'[{name} "{value}"]' for name, value in _collect_tags(match).items()]
    return "\n".join([*lines, "", *_format_turns(match)]) + "\n"


def headline(match: Match) -> str:
    """Return the game of a match, and the players and date if its tags have them."""
    tags = match.tags
    names = [tags.get(f"Player{number}", "?") for number in (1, 2)]
    parts = [match.game.title]
    if names != ["?", "?"]:
        parts.append(f"{names[0]} against {names[1]}")
    if "Date" in tags:
        parts.append(tags["Date"])
    return printable(", ".join(parts))


def result(match: Match) -> str:
    """Return "1-0", "0-1", "1/2-1/2" for a draw, or "*" if the game is not over by the rules."""
    status = match.status
    if not isinstance(status, Over):
        return "*"
    return {None: "1/2-1/2", Player.ONE: "1-0", Player.TWO: "0-1"}[status.winner]


def _collect_tags(match: Match) -> dict[str, str]:
    options = " ".join(f"{k}={v}" for k, v in match.game.options.texts().items())
    others = {name: value for name, value in match.tags.items() if name not in MATCH_TAGS}
    tags = {"Game": match.game.id, "Options": options, "Board": match.board, **others}
    tags |= {"Result": result(match), "Reason": match.reason or "", "Ended": match.ended}
    for name in others:
        if not re.fullmatch("[A-Za-z][A-Za-z0-9_]*", need(name, str, "a tag's name is text")):
            raise SetupError(f"{quoted(name)} cannot be the name of a tag. Use letters and digits")
    written = {name: _escape(str(value)) for name, value in tags.items()}
    return {name: value for name, value in written.items() if value}


def _format_turns(match: Match) -> list[str]:
    lines: list[str] = []
    turn = 0
    for number, ply in enumerate(match.plies):
        if ply.turn != turn:
            turn = ply.turn
            lines.append(f"{turn}.")
        lines[-1] += f" {ply.move}" if ply.player is not None else f" ={ply.move}"
        lines[-1] += _format_comment(match, number + 1)
    first = _format_comment(match, 0).strip()
    return [first, *lines] if first else lines


def _format_comment(match: Match, plies: int) -> str:
    text = need(match.comments.get(plies, ""), str, "a comment is text")
    comment = plain(text.replace("}", ")"))
    return f" {{{comment}}}" if comment else ""


def _escape(value: str) -> str:
    return plain(value).replace("\\", "\\\\").replace('"', '\\"')


def plain(text: str) -> str:
    """Return text on one line, without characters that could control a terminal.

    >>> plain("Ann\\x1b[31m  of\\nX")
    'Ann?[31m of X'
    """
    return "".join(c if c.isprintable() else "?" for c in " ".join(text.split()))
