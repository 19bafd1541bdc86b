"""Prompts for language models: the rules, the position, and objections to an answer."""

from __future__ import annotations

import re
from typing import NamedTuple

from ..core import Move, Player
from ..errors import IllegalMove, MoveError, as_sentence, quoted
from ..learning import rulebook
from ..play.match import Match
from ..render.text import draw
from ..views.match_view import view
from ..views.narration import Narration

MAX_ANSWERS = 3
"""Answers to one question; without a legal move in them, the model forfeits the match."""

FAULTS = ("illegal", "unreadable", "empty")
"""Kinds of answers without a legal move."""

EMPTY_ANSWER = "(nothing)"
"""An empty answer as sent back to the model: some endpoints reject empty messages."""

MAX_SEARCHED_CHARS = 20_000
"""Characters at the end of an answer in which to look for a move."""

PLAYER_NAMES = (str(Player.ONE), str(Player.TWO))
"""Names of the players: a model doesn't learn who its opponent is."""

MOVE_PATTERN = re.compile(r"\bmove\b[\"'*`_\s]*[:=][\"'*`_\s]*([^\"'*`\n{}]*)", re.IGNORECASE)
"""A move after the word "move": MOVE: 0,1, **Move:** `0,1`, {"move": "0,1"}."""


def rules(match: Match, player: Player) -> str:
    """Return the system prompt: the model's seat, and the rules."""
    game = match.game
    page = rulebook.page(game.id, is_numbered=True)
    options = " ".join(f"{name}={value}" for name, value in game.options.texts().items())
    drawn = " A draw is possible and counts as half a win." if game.has_draws else ""
    return (
        f"You play {game.title}, a game for two players. You are {player}. Play to win.{drawn} "
        "A player who must move but has no legal move loses, unless the rules say otherwise.\n\n"
        f"{page}\n\nOptions of this game: {options or 'none'}."
    )


def question(match: Match, *, with_moves: bool, with_history: bool) -> str:
    """Return the prompt for a move: recent events, the board, and the form of an answer."""
    seen, narration = view(match, names=PLAYER_NAMES), Narration(match, PLAYER_NAMES)
    happened = narration.log() if with_history else seen.said
    legend = [f"{mark}: {meaning}" for mark, meaning in seen.picture.legend().items()]
    parts = [
        "\n".join(happened),
        "\n".join([*draw(seen.picture), *legend]),
        narration.prompt(),
    ]
    if with_moves:
        parts.append(f"Legal moves: {'; '.join(match.moves)}")
    parts.append(_format_request(match))
    return "\n\n".join(filter(None, parts))


class ParsedAnswer(NamedTuple):
    """A parsed answer: a legal move, or a fault."""

    move: Move | None
    kind: str = ""
    """One of `FAULTS`."""
    fault: str = ""
    """The problem, for the record."""
    objection: str = ""
    """The problem, for the model."""


def judge(match: Match, answer: str) -> ParsedAnswer:
    """Parse a model's answer in a position.

    >>> import numduel
    >>> match = Match.replay(numduel.new("sum"), ["7"])
    >>> judge(match, "MOVE: 5").move, judge(match, "MOVE: 8")[:3]
    ('5', (None, 'illegal', "illegal: '8', 8 is next to your opponent's last number, 7"))
    """
    if not answer.strip():
        return ParsedAnswer(
            None, "empty", "empty", _format_objection(match, "Your answer was empty.")
        )
    try:
        return ParsedAnswer(match.read(find_move(answer)))
    except MoveError as error:
        kind = "illegal" if isinstance(error, IllegalMove) else "unreadable"
        named = quoted(find_move(answer) or answer.strip())
        objection = _format_objection(match, as_sentence(error))
        return ParsedAnswer(None, kind, f"{kind}: {named}, {error}", objection)


def _format_objection(match: Match, wrong: str) -> str:
    return f"{wrong} It is still your turn. {_format_request(match)}"


def _format_request(match: Match) -> str:
    expected = match.game.expects(match.state)
    return f"A move is {expected}. End your answer with a line that has only MOVE: and your move."


def find_move(answer: str) -> str:
    """Return the part of an answer that names the move, for `Match.read`.

    >>> find_move("I could take 4.\\nMOVE: 7"), find_move("**Move:** `(0, 1)`.")
    ('7', '(0, 1)')
    >>> find_move('{"move": "up"}'), find_move("Right\\n")
    ('up', 'Right')
    """
    text = answer[-MAX_SEARCHED_CHARS:].strip()
    named: list[str] = [found.strip(" .\t") for found in MOVE_PATTERN.findall(text)]
    if any(named):
        return [found for found in named if found][-1]
    lines = [line.strip(" .*`_\t\"'") for line in text.splitlines()]
    return next((line for line in reversed(lines) if line), "")
