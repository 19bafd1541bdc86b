"""What a language model is told: the rules, the position, and what is wrong with its answer."""

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

ANSWERS = 3
"""Answers to one question: after the last that is no legal move, the match is forfeited."""

FAULTS = ("illegal", "unreadable", "empty")
"""What an answer can be that is no legal move."""

NOTHING = "(nothing)"
"""An empty answer, as it is repeated to the model: some endpoints take no empty message."""

LONGEST = 20_000
"""Characters of an answer in which a move is looked for, the last ones."""

SEATS = (str(Player.ONE), str(Player.TWO))
"""What players are called: whoever the other one is, is no business of a model."""

NAMED = re.compile(r"\bmove\b[\"'*`_\s]*[:=][\"'*`_\s]*([^\"'*`\n{}]*)", re.IGNORECASE)
"""A move behind its word: MOVE: 0,1, **Move:** `0,1`, {"move": "0,1"}."""


def rules(match: Match, player: Player) -> str:
    """What is said once: who it is, and the rules."""
    game = match.game
    page = rulebook.page(game.id, is_numbered=True)
    options = " ".join(f"{name}={value}" for name, value in game.options.texts().items())
    drawn = " A draw is possible, and counts as half a win." if game.has_draws else ""
    return (
        f"You play {game.title}, a game for two, and you are {player}. Play to win.{drawn} "
        "Whoever has to move and cannot has lost, unless the rules say otherwise.\n\n"
        f"{page}\n\nThe options of this game are: {options or 'none'}."
    )


def question(match: Match, *, with_moves: bool, with_history: bool) -> str:
    """What is asked in a position: the board, what has happened, and for a move."""
    seen, narration = view(match, names=SEATS), Narration(match, SEATS)
    happened = narration.log() if with_history else seen.said
    legend = [f"{mark}: {meaning}" for mark, meaning in seen.picture.legend().items()]
    told = [
        "\n".join(happened),
        "\n".join([*draw(seen.picture), *legend]),
        narration.prompt(),
    ]
    if with_moves:
        told.append(f"The moves that are allowed: {'; '.join(match.moves)}")
    told.append(_form(match))
    return "\n\n".join(filter(None, told))


class Judged(NamedTuple):
    """What an answer comes to: a legal move, or a fault."""

    move: Move | None
    kind: str = ""
    """One of `FAULTS`."""
    fault: str = ""
    """What is wrong with it, for the record."""
    objection: str = ""
    """The same, as it is said to the model."""


def judge(match: Match, answer: str) -> Judged:
    """What a model's answer means in a position.

    >>> import numduel
    >>> match = Match.replay(numduel.new("sum"), ["7"])
    >>> judge(match, "MOVE: 5").move, judge(match, "MOVE: 8")[:3]
    ('5', (None, 'illegal', "illegal: '8', 8 is next to your opponent's last number, 7"))
    """
    if not answer.strip():
        return Judged(None, "empty", "empty", _objected(match, "There was nothing in your answer."))
    try:
        return Judged(match.read(move_in(answer)))
    except MoveError as error:
        kind = "illegal" if isinstance(error, IllegalMove) else "unreadable"
        named = quoted(move_in(answer) or answer.strip())
        objection = _objected(match, as_sentence(error))
        return Judged(None, kind, f"{kind}: {named}, {error}", objection)


def _objected(match: Match, wrong: str) -> str:
    return f"{wrong} It is still your turn. {_form(match)}"


def _form(match: Match) -> str:
    expected = match.game.expects(match.state)
    return f"Type {expected}: end your answer with one line that holds nothing but MOVE: and it."


def move_in(answer: str) -> str:
    """The part of an answer that names the move, for `Match.read`.

    >>> move_in("I could take 4.\\nMOVE: 7"), move_in("**Move:** `(0, 1)`.")
    ('7', '(0, 1)')
    >>> move_in('{"move": "up"}'), move_in("Right\\n")
    ('up', 'Right')
    """
    text = answer[-LONGEST:].strip()
    named: list[str] = [found.strip(" .\t") for found in NAMED.findall(text)]
    if any(named):
        return [found for found in named if found][-1]
    lines = [line.strip(" .*`_\t\"'") for line in text.splitlines()]
    return next((line for line in reversed(lines) if line), "")
