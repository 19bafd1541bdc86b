"""Prompts for language models, and their answers: the rules, the position, and objections."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from ..core import Move, Player
from ..errors import IllegalMove, InvalidMove, MoveError, as_sentence, quoted
from ..learning import rulebook
from ..picture_text import draw
from ..play.match import Match
from ..views.match_view import view
from ..views.narration import Narration

MAX_ANSWERS = 3
"""Answers to one question; without a legal move in them, the model forfeits the match."""

PROMPT_VERSION = 1
"""The version of all prompts; it changes when any of their texts does."""

FAULTS = ("illegal", "unreadable", "empty", "cut")
"""Kinds of answers without a legal move; `cut` ended at the token limit."""

CUT_REASONS = ("length", "max_tokens")
"""Finish reasons of an answer that ended at the token limit."""

EMPTY_ANSWER = "(nothing)"
"""An empty answer as sent back to the model: some endpoints reject empty messages."""

MAX_SEARCHED_CHARS = 20_000
"""Characters at the end of an answer in which to look for a move."""

PLAYER_NAMES = (str(Player.ONE), str(Player.TWO))
"""Names of the players: a model doesn't learn who its opponent is."""

MOVE_PATTERN = re.compile(r"\bmove\b[\"'*`_\s]*[:=][\"'*`_\s]*([^\"'*`\n{}]*)", re.IGNORECASE)
"""A move after the word "move": MOVE: 0,1, **Move:** `0,1`, {"move": "0,1"}."""

BOXED_PATTERN = re.compile(r"\\boxed\s*\{\s*(?:\\[a-z]+\s*\{)?([^{}]*)\}")
"""A move in a box, as in mathematical texts: \boxed{7}, \boxed{\text{up}}."""

THOUGHTS_PATTERN = re.compile(
    r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE
)
"""Thoughts that a model writes into its answer."""

MOVE_MARKS = " .,;$*`_\t\"'"
"""Signs around a move that aren't part of it."""


def rules(match: Match, player: Player) -> str:
    """Return the system prompt: the model's seat, and the rules."""
    game = match.game
    page = rulebook.page_of(game, is_numbered=True)
    options = " ".join(f"{name}={value}" for name, value in game.options.texts().items())
    drawn = " A draw is possible and counts as half a win." if game.has_draws else ""
    return (
        f"You play {game.title}, a game for two players. You are {player}. Play to win.{drawn} "
        "A player who must move but has no legal move loses, unless the rules say otherwise.\n\n"
        f"{page}\n\nOptions of this game: {options or 'none'}."
    )


def question(match: Match, *, with_moves: bool, with_history: bool, with_tool: bool = False) -> str:
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
    parts.append(_format_request(match, with_tool))
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


def judge(
    match: Match,
    answer: str,
    *,
    tool_calls: Iterable[Mapping[str, Any]] = (),
    finish_reason: str | None = None,
    with_tool: bool = False,
) -> ParsedAnswer:
    """Parse a model's answer in a position.

    It is read from, in this order: a tool call, JSON or the last line with MOVE:, a box, a last
    line that is a move, and an answer that names only one legal move.

    >>> import numduel
    >>> match = Match.replay(numduel.new("sum"), ["7"])
    >>> judge(match, "MOVE: 5").move, judge(match, "MOVE: 8")[:3]
    ('5', (None, 'illegal', "illegal: '8', 8 is next to your opponent's last number, 7"))
    >>> judge(match, "I take 5 this time.").move, judge(match, "Either 4 or 5.").kind
    ('5', 'unreadable')
    """
    text = THOUGHTS_PATTERN.sub("", answer).strip()[-MAX_SEARCHED_CHARS:]
    is_cut = finish_reason in CUT_REASONS
    first: tuple[str, MoveError] | None = None
    for named in _named_moves(match, text, tool_calls, is_cut=is_cut):
        try:
            return ParsedAnswer(_read(match, named))
        except IllegalMove as error:
            return _fault(match, "illegal", named, error, with_tool)
        except InvalidMove as error:
            first = first or (named, error)
    if is_cut:
        wrong = "Your answer reached the token limit before it named a move."
        return ParsedAnswer(None, "cut", "cut", _format_objection(match, wrong, with_tool))
    if first is None:
        wrong = _format_objection(match, "Your answer was empty.", with_tool)
        return ParsedAnswer(None, "empty", "empty", wrong)
    return _fault(match, "unreadable", *first, with_tool)


def _fault(match: Match, kind: str, named: str, error: MoveError, with_tool: bool) -> ParsedAnswer:
    objection = _format_objection(match, as_sentence(error), with_tool)
    return ParsedAnswer(None, kind, f"{kind}: {quoted(named)}, {error}", objection)


def _format_objection(match: Match, wrong: str, with_tool: bool) -> str:
    return f"{wrong} It is still your turn. {_format_request(match, with_tool)}"


def _format_request(match: Match, with_tool: bool) -> str:
    expected = match.game.expects(match.state)
    if with_tool:
        return f"A move is {expected}. Call the function play with your move."
    return f"A move is {expected}. End your answer with a line that has only MOVE: and your move."


# ---- finding the move in an answer


def _named_moves(
    match: Match, text: str, tool_calls: Iterable[Mapping[str, Any]], *, is_cut: bool
) -> Iterator[str]:
    """Yield the texts that may name the move, the most trusted first.

    The end of an answer that was cut isn't trusted, unless it says that it is the move.
    """
    called = list(dict.fromkeys(filter(None, map(_tool_move, tool_calls))))
    if called:
        yield " or ".join(called)
    yield from filter(
        None, (_json_move(text), _last(MOVE_PATTERN, text), _last(BOXED_PATTERN, text))
    )
    if is_cut or not text:
        return
    yield find_move(text) or text
    if only := only_mention(match, text):
        yield only


def _read(match: Match, named: str) -> Move:
    """Return the move in a text that names one, even in a sentence; MoveError if there is none."""
    try:
        return match.read(named)
    except InvalidMove:
        if only := only_mention(match, named):
            return only
        raise


def find_move(answer: str) -> str:
    """Return the part of an answer that most likely names the move, for `Match.read`.

    >>> find_move("I could take 4.\\nMOVE: 7"), find_move("**Move:** `(0, 1)`.")
    ('7', '(0, 1)')
    >>> find_move('{"move": "up"}'), find_move("Right\\n")
    ('up', 'Right')
    """
    text = answer[-MAX_SEARCHED_CHARS:].strip()
    lines = (line.strip(MOVE_MARKS) for line in reversed(text.splitlines()))
    return _json_move(text) or _last(MOVE_PATTERN, text) or next(filter(None, lines), "")


def _last(pattern: re.Pattern[str], text: str) -> str:
    """Return what a pattern found last, without signs around it; empty if nothing."""
    named: list[str] = [found.strip(MOVE_MARKS) for found in pattern.findall(text)]
    return next(filter(None, reversed(named)), "")


def _tool_move(call: Mapping[str, Any]) -> str:
    """Return the move in a tool call; empty if it has none."""
    function = call.get("function")
    arguments = function.get("arguments") if isinstance(function, Mapping) else None
    return _json_move(arguments) if isinstance(arguments, str) else ""


def _json_move(text: str) -> str:
    """Return the move in a text that is JSON, also between code marks; empty if there is none.

    >>> _json_move('{"why": "it wins", "move": [0, 1]}'), _json_move("7")
    ('0,1', '')
    """
    inner = re.sub(r"\A```[a-z]*\s*|\s*```\Z", "", text.strip())
    if not inner.startswith("{"):
        return ""
    try:
        found = json.loads(inner)
    except (ValueError, RecursionError):
        return ""
    move = next((found[name] for name in found if name.lower() == "move"), "")
    parts = move if isinstance(move, list) else [move]
    is_plain = all(isinstance(part, str | int) and not isinstance(part, bool) for part in parts)
    return ",".join(str(part).strip() for part in parts) if is_plain else ""


def only_mention(match: Match, text: str) -> Move | None:
    """Return the legal move that a text names if it names exactly one, as whole words.

    >>> import numduel
    >>> match = Match(numduel.new("maze", board="4 3 8/9 5 1/2 7 6"))
    >>> only_mention(match, "The cell (0, 1) looks good."), only_mention(match, "0,1 beats 0,2")
    ('0,1', None)
    """
    patterns = {move: _mention_pattern(move) for move in match.moves}
    found = {
        move for move, pattern in patterns.items() if pattern and re.search(pattern, text, re.I)
    }
    return found.pop() if len(found) == 1 else None


def _mention_pattern(move: Move) -> str:
    """Return a pattern for a move in a sentence; empty for a letter, which may be a word."""
    if len(move) == 1 and move.isalpha():
        return ""
    written = r"\s*,\s*".join(re.escape(part) for part in move.split(","))
    if len(parts := move.split(",")) == 2 and all(map(str.isdigit, parts)):
        written = rf"(?:{written}|{parts[0]},?\s+(?:and\s+)?col(?:umn)?\s+{parts[1]})"
    return rf"(?<![\w-])(?<![0-9][.,]){written}(?![\w%-])(?![.,][0-9])"
