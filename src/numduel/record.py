"""A match on paper: a text that people can read and edit, and back.

    [Game "run"]
    [Options "size=2 highest=5"]
    [Board "3 1/2 5"]
    [Player1 "Ann"]
    [Result "1-0"]
    [Reason "reached"]

    1. 0,1 no {stepping past}
    2. 1,0
    3. 1,1

Tags first, then the moves, one numbered turn a line. `=5` is what chance drew. Remarks stand in
braces, or behind a semicolon to the end of the line. A result is 1-0, 0-1, or * while unfinished.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from .core import AnyGame, Player
from .dice import Dice
from .errors import NumduelError, RecordError, SetupError, quoted
from .games import find
from .match import Match

__all__ = ["as_data", "dumps", "loads", "result"]

OWN = ("Game", "Options", "Board", "Result", "Reason")
"""The tags that the match itself answers for; all others are kept as they are."""


# ---- writing


def dumps(match: Match) -> str:
    """The record of a match, finished or not; of a hidden board only what has been shown.

    >>> import numduel
    >>> match = numduel.Match(numduel.new("quest", board="1 2 3/4 5 6/7 8 9"))
    >>> match.play("2,2")
    >>> print(dumps(match))
    [Game "quest"]
    [Options "size=3 target=15 stand=no"]
    [Board "? ? ?/? 5 ?/? ? ?"]
    [Result "*"]
    <BLANKLINE>
    1. 2,2 =5
    <BLANKLINE>
    """
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in _tags(match).items()]
    return "\n".join([*lines, "", *_turns(match)]) + "\n"


def result(match: Match) -> str:
    """1-0, 0-1, or * for a match without a winner."""
    return {None: "*", Player.ONE: "1-0", Player.TWO: "0-1"}[match.winner]


def as_data(match: Match) -> dict[str, Any]:
    """The record of a match as plain data, for JSON."""
    turns: list[dict[str, Any]] = []
    for ply in match.plies:
        if ply.player is not None and (not turns or turns[-1]["turn"] != ply.turn):
            turns.append({"turn": ply.turn, "player": ply.player + 1, "moves": []})
        told = {"drawn": ply.move} if ply.player is None else {"move": ply.move}
        turns[-1]["moves"].append(told)
    return {
        "game": match.game.id,
        "options": dict(vars(match.game.options)),
        "board": match.board or None,
        "tags": dict(match.tags),
        "turns": turns,
        "player": None if match.player is None else match.player + 1,
        "moves": list(match.moves),
        "result": result(match),
        "winner": None if match.winner is None else match.winner + 1,
        "reason": match.reason,
    }


def _tags(match: Match) -> dict[str, str]:
    options = " ".join(f"{k}={v}" for k, v in match.game.options.texts().items())
    tags = {"Game": match.game.id, "Options": options, "Board": match.board, **match.tags}
    tags["Result"] = result(match)
    tags["Reason"] = match.reason or ""
    return {name: value for name, value in tags.items() if value}


def _turns(match: Match) -> list[str]:
    lines: list[str] = []
    for number, ply in enumerate(match.plies):
        if not number or ply.turn != match.plies[number - 1].turn:
            lines.append(f"{ply.turn}.")
        lines[-1] += f" {ply.move}" if ply.player is not None else f" ={ply.move}"
        lines[-1] += _remark(match, number + 1)
    first = _remark(match, 0).strip()
    return [first, *lines] if first else lines


def _remark(match: Match, plies: int) -> str:
    words = " ".join(match.comments.get(plies, "").replace("}", ")").split())
    return f" {{{words}}}" if words else ""


def _escaped(value: str) -> str:
    plain = " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')
    return "".join(c if c.isprintable() else "?" for c in plain)


# ---- reading


class Word(NamedTuple):
    kind: str
    """"tag", "number", "drawn", "move" or "remark"."""
    text: str
    line: int
    value: str = ""


def loads(text: str, *, dice: Dice | None = None) -> Match:
    """The match that a record describes; RecordError says on which line it is wrong and why.

    What a hidden board has not shown is dealt anew.
    """
    words = _words(text)
    tags = _read_tags(words)
    rest = [word for word in words if word.kind != "tag"]
    match = Match(
        _game(tags, rest, dice or Dice()),
        drawn=[word.text for word in rest if word.kind == "drawn"],
        shown=tags["Board"].value if "Board" in tags else "",
    )
    _replay(match, rest)
    _check_result(match, tags)
    match.tags = {name: tag.value for name, tag in tags.items() if name not in OWN}
    return match


TOKEN = r"""
      \[ \s* (?P<tag>[A-Za-z][A-Za-z0-9_]*) \s+ "(?P<value>(?:[^"\\\n]|\\.)*)" \s* \]
    | \{ (?P<remark>[^}]*) \}
    | ; (?P<rest>[^\n]*)
    | (?P<number>[0-9]+) \. (?![0-9,])
    | = (?P<drawn>[^\s{};\[\]]+)
    | (?P<move>[^\s{};\[\]=]+)
    | (?P<space>\s+)
    """


def _words(text: str) -> list[Word]:
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    token = re.compile(TOKEN, re.VERBOSE)  # here, since few who start the program read a record
    words: list[Word] = []
    place, line = 0, 1
    while place < len(text):
        found = token.match(text, place)
        if not found:
            raise RecordError(line, _unreadable(text[place:].split("\n", 1)[0]))
        kind = found.lastgroup or ""
        if kind == "value":
            value = re.sub(r"\\(.)", r"\1", found["value"])
            words.append(Word("tag", found["tag"], line, value))
        elif kind in ("remark", "rest"):
            words.append(Word("remark", " ".join(found[kind].split()), line))
        elif kind != "space":
            words.append(Word(kind, found[kind], line))
        line += text.count("\n", place, found.end())
        place = found.end()
    return words


def _unreadable(line: str) -> str:
    if line.startswith("["):
        return f'{quoted(line)} is no tag; one looks like [Game "maze"]'
    if line.startswith("{"):
        return "this remark is never closed with a }"
    return f"{quoted(line)} is neither a tag, nor a move, nor a remark"


def _read_tags(words: list[Word]) -> dict[str, Word]:
    tags: dict[str, Word] = {}
    moved = False
    for word in words:
        moved = moved or word.kind in ("number", "move", "drawn")
        if word.kind != "tag":
            continue
        if word.text in tags:
            raise RecordError(word.line, f"the tag {word.text} is here twice")
        if moved:
            raise RecordError(word.line, "tags come before the moves")
        tags[word.text] = word
    if "Game" not in tags:
        raise RecordError(1, 'there is no tag for the game, such as [Game "maze"]')
    return tags


def _game(tags: dict[str, Word], words: list[Word], dice: Dice) -> AnyGame:
    line = tags["Game"].line
    try:
        kind = find(tags["Game"].value)
        options: dict[str, object] = {}
        if "Options" in tags:
            line = tags["Options"].line
            options = _read_options(tags["Options"].value)
            kind.options_type(**options)
        if "Board" in tags:
            line = tags["Board"].line
            return kind.setup(options, tags["Board"].value, dice)
        game = kind.setup(options, None, dice)
    except SetupError as error:
        raise RecordError(line, str(error)) from None
    if not game.board:
        return game
    if game.public() is game:
        raise RecordError(line, 'there is no tag for the board, such as [Board "…"]')
    return kind.setup(options, _shown_by_moves(game.public(), words), dice)


def _read_options(text: str) -> dict[str, object]:
    pairs = [pair.partition("=") for pair in text.split()]
    for name, sign, _ in pairs:
        if not sign:
            raise SetupError(f"{quoted(name)} is no option; one looks like size=3")
    return {name: value for name, _, value in pairs}


def _shown_by_moves(game: AnyGame, words: list[Word]) -> str:
    """The board as far as moves and draws tell it, where no tag does."""
    state = game.start()
    for word in words:
        if word.kind in ("move", "drawn"):
            try:
                state = game.play(state, word.text)
            except (KeyError, ValueError):
                break  # replaying will say what is wrong
    return game.shown(state)


def _replay(match: Match, words: list[Word]) -> None:
    told = 0  # how many plies the words so far have told
    for word in words:
        if word.kind == "remark":
            before = match.comments.get(told)
            match.comments[told] = f"{before} {word.text}" if before else word.text
        elif word.kind == "number":
            if word.text.lstrip("0") != str(match.turn):
                problem = f"turn {match.turn} comes next, not {quoted(word.text)}"
                raise RecordError(word.line, problem)
        elif word.kind == "drawn":
            told = _check_drawn(match, told, word)
        else:
            try:
                match.play(word.text)
            except NumduelError as error:
                raise RecordError(word.line, str(error)) from None
            told = len(match.plies) if match.plies[-1].player is not None else _last_move(match)


def _last_move(match: Match) -> int:
    """How many plies there are up to the last move of a player, without what chance added."""
    return max(n for n, ply in enumerate(match.plies, 1) if ply.player is not None)


def _check_drawn(match: Match, told: int, word: Word) -> int:
    if told == len(match.plies):
        raise RecordError(word.line, f"nothing is drawn here, so ={word.text} cannot be")
    if match.plies[told].move != word.text:
        problem = f"the board has {match.plies[told].move} here, not {quoted(word.text)}"
        raise RecordError(word.line, problem)
    return told + 1


def _check_result(match: Match, tags: dict[str, Word]) -> None:
    for name, so in (("Result", result(match)), ("Reason", match.reason or "")):
        if name in tags and tags[name].value != so:
            problem = f"the moves lead to {quoted(so)}, not {quoted(tags[name].value)}"
            raise RecordError(tags[name].line, problem)
