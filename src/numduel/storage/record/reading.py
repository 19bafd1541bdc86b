"""Reading a record: its words, the game they set up, and the match they tell."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from ...core import AnyGame, Chance, HiddenBoard, Move
from ...dice import Dice
from ...errors import MoveError, NumduelError, RecordError, RulesError, SetupError, quoted
from ...games import find
from ...play.match import Match
from .end_mark import unmarked
from .writing import OWN, plain, result


class Word(NamedTuple):
    kind: str
    """"tag", "number", "drawn", "move" or "remark"."""
    text: str
    line: int
    value: str = ""


def read(text: str, dice: Dice) -> Match:
    """The match that a record describes."""
    words = _words(unmarked(text))
    tags = _read_tags(words)
    game = _game(tags, dice)
    try:
        reading = _Reading(game, [word for word in words if word.kind != "tag"])
    except RulesError as error:
        raise RecordError(tags["Game"].line, str(error)) from None
    reading.follow()
    _check_result(reading, tags)
    shown = ""
    if isinstance(game, HiddenBoard):
        shown = game.shown(reading.state, tags["Board"].value if "Board" in tags else "")
        game = _known(game, shown, tags)
    try:
        match = Match.replay(
            game,
            [ply.move for ply in reading.plies if ply.player is not None],
            dice=dice,
            drawn=[ply.move for ply in reading.plies if ply.player is None],
            shown=shown,
            ended=tags["Ended"].value if "Ended" in tags else "",
        )
    except NumduelError as error:  # the moves are right, so it is how the match ended
        raise RecordError(tags["Ended"].line, str(error)) from None
    match.comments = reading.comments
    match.tags = {name: tag.value for name, tag in tags.items() if name not in OWN}
    return match


def _known(game: HiddenBoard[Any, Any, Any], shown: str, tags: dict[str, Word]) -> AnyGame:
    """The game as its dealer knows it: what was shown, and a board that somebody gave (Q5)."""
    line = tags["Board"].line if "Board" in tags else 1
    try:
        known = game.on(shown)
        if "Given" in tags:
            line = tags["Given"].line
            given = game.on(tags["Given"].value).laid_open()
            known = game.on(_merged(shown, given))
    except SetupError as error:  # what was drawn does not go with the board
        raise RecordError(line, str(error)) from None
    return known


def _merged(shown: str, given: str) -> str:
    """A board in text, with what the first leaves open as the second has it."""
    if [row.count(" ") for row in shown.split("/")] != [row.count(" ") for row in given.split("/")]:
        raise SetupError("the board that was given is not of this size")
    numbers = re.split("([ /])", given)
    return "".join(
        number if cell == "?" else cell
        for cell, number in zip(re.split("([ /])", shown), numbers, strict=True)
    )


RESULTS = re.compile(r"\[(?:Result|Reason|Ended) [^\n]*")


def rescue(text: str, dice: Dice) -> Match:
    """The match up to the first line that is wrong, and up to the last word that is whole."""
    text = unmarked(text)
    if not text.endswith("\n"):
        text = re.sub(r"\S+\Z", "", text)
    try:
        return read(text, dice)
    except RecordError:
        lines = RESULTS.sub("", text).split("\n")
    while True:
        try:
            return read("\n".join(lines), dice)
        except RecordError as error:
            if error.line > len(lines) or len(lines) == 1:
                raise
            del lines[max(1, error.line - 1) :]


TOKEN = re.compile(
    r"""
      \[ \s* (?P<tag>[A-Za-z][A-Za-z0-9_]*) \s+ "(?P<value>(?:[^"\\\n]|\\.)*)" \s* \]
    | \{ (?P<remark>[^}]*) \}
    | ; (?P<rest>[^\n]*)
    | (?P<number>[0-9]+) \.
    | = (?P<drawn>[^\s{};\[\]]+)
    | (?P<move>[^\s{};\[\]=]+)
    | (?P<space>\s+)
    """,
    re.VERBOSE,
)


def _words(text: str) -> list[Word]:
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    words: list[Word] = []
    place, line = 0, 1
    while place < len(text):
        found = TOKEN.match(text, place)
        if not found:
            raise RecordError(line, _unreadable(text[place:].split("\n", 1)[0]))
        kind = found.lastgroup or ""
        if kind == "value":
            name, value = found["tag"], re.sub(r"\\(.)", r"\1", found["value"])
            words.append(Word("tag", name, line, value if name in OWN else plain(value)))
        elif kind in ("remark", "rest"):
            words.append(Word("remark", plain(found[kind]), line))
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
            raise RecordError(word.line, f"the tag {quoted(word.text)} is here twice")
        if moved:
            raise RecordError(word.line, "tags come before the moves")
        tags[word.text] = word
    if "Game" not in tags:
        raise RecordError(1, 'there is no tag for the game, such as [Game "maze"]')
    return tags


def _game(tags: dict[str, Word], dice: Dice) -> AnyGame:
    """The game on its board as far as the tags tell it."""
    line = tags["Game"].line
    try:
        kind = find(tags["Game"].value)
        options: dict[str, object] = {}
        if "Options" in tags:
            line = tags["Options"].line
            options = _read_options(tags["Options"].value)
            kind.options_type(**options)
        board = None
        if "Board" in tags:
            line = tags["Board"].line
            board = tags["Board"].value
        game = kind.setup(options, board, dice)
    except SetupError as error:
        raise RecordError(line, str(error)) from None
    if board is None:
        if game.board and not game.hidden:
            raise RecordError(line, 'there is no tag for the board, such as [Board "…"]')
        return game.public()
    recorded: AnyGame = kind(game.options, kind.read_board(board))
    if not game.hidden and recorded.board != game.board:
        raise RecordError(line, "the board does not tell what the options say is on it")
    return recorded


def _read_options(text: str) -> dict[str, object]:
    pairs = [pair.partition("=") for pair in text.split()]
    options: dict[str, object] = {}
    for name, sign, value in pairs:
        if not sign:
            raise SetupError(f"{quoted(name)} is no option; one looks like size=3")
        if name in options:
            raise SetupError(f"the option {quoted(name)} is here twice")
        options[name] = value
    return options


class _Reading(Match):
    """A match that is played as the words of a record say, what was drawn included."""

    def __init__(self, game: AnyGame, words: list[Word]) -> None:
        self._words = words
        self._place = 0
        self._ahead = 0
        super().__init__(game)

    def follow(self) -> None:
        """Play everything that the words say; RecordError if that cannot be."""
        plies = 0  # how many of them the words so far are about
        remarks: dict[int, list[str]] = {}
        for place, word in enumerate(self._words):
            self._place = place
            if word.kind == "remark":
                if word.text:
                    remarks.setdefault(plies, []).append(word.text)
            elif word.kind == "number":
                self._check_number(plies, word)
            elif word.kind == "drawn":
                self._check_drawn(plies, word)
                plies += 1
            else:
                plies = self._move(word)
        self.comments = {place: " ".join(texts) for place, texts in remarks.items()}

    def _check_number(self, plies: int, word: Word) -> None:
        opens = plies == 0 and self._plies  # before what was drawn first, which may end the game
        if self.is_over and not opens:
            raise RecordError(word.line, "the game is over, so no turn comes next")
        if word.text.lstrip("0") != str(self.turn):
            raise RecordError(word.line, f"turn {self.turn} comes next, not {quoted(word.text)}")

    def _check_drawn(self, plies: int, word: Word) -> None:
        if plies == len(self._plies):
            raise RecordError(word.line, f"nothing is drawn here, so not {quoted(word.text)}")
        if (drawn := self._plies[plies].move) != word.text:
            raise RecordError(word.line, f"the board has {drawn} here, not {quoted(word.text)}")

    def _move(self, word: Word) -> int:
        self._ahead = self._place + 1
        before = len(self._plies)
        try:
            self.play(self.read(word.text))
        except (MoveError, RulesError) as error:
            raise RecordError(word.line, str(error)) from None
        return before + 1

    def _decide(self, chance: Chance) -> Move:
        dealer = self._dealer
        answer = dealer.answer(self.state) if isinstance(dealer, HiddenBoard) else None
        return answer or self._next_drawn(chance)

    def _next_drawn(self, chance: Chance) -> Move:
        """What the words say comes next, since the board does not."""
        while self._ahead < len(self._words):
            word = self._words[self._ahead]
            self._ahead += 1
            if word.kind == "drawn":
                if word.text not in dict(chance.odds):
                    raise RecordError(word.line, f"{quoted(word.text)} cannot be drawn here")
                return word.text
            if word.kind == "move":
                break
        line = self._words[self._place].line if self._words else 1
        raise RecordError(line, "what was drawn here is missing; it looks like =5")


def _check_result(match: Match, tags: dict[str, Word]) -> None:
    for name, so in (("Result", result(match)), ("Reason", match.reason or "")):
        if name in tags and tags[name].value != so:
            problem = f"the moves lead to {quoted(so)}, not {quoted(tags[name].value)}"
            raise RecordError(tags[name].line, problem)
