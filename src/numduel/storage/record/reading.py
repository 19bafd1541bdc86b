"""Read a record: its tokens, the game they set up, and the match they describe."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from ...core import AnyGame, Chance, HiddenBoard, Move
from ...dice import Dice
from ...errors import (
    GameMissing,
    MoveError,
    NumduelError,
    RecordError,
    RulesError,
    SetupError,
    quoted,
)
from ...games import find_needed
from ...play.match import Match
from .end_mark import remove_end_mark
from .writing import MATCH_TAGS, plain, result


class Token(NamedTuple):
    """A part of a record, with its line number."""

    kind: str
    """"tag", "number", "drawn", "move" or "comment"."""
    text: str
    line: int
    value: str = ""


def read(text: str, dice: Dice) -> Match:
    """Return the match that a record describes."""
    tokens = _tokenise(remove_end_mark(text))
    tags = _read_tags(tokens)
    game = _build_game(tags, dice)
    try:
        reading = _RecordMatch(game, [token for token in tokens if token.kind != "tag"])
    except RulesError as error:
        raise RecordError(tags["Game"].line, str(error)) from None
    reading.follow()
    _check_results(reading, tags)
    shown = ""
    if isinstance(game, HiddenBoard):
        shown = game.shown(reading.state, tags["Board"].value if "Board" in tags else "")
        game = _dealer_game(game, shown, tags)
    try:
        match = Match.replay(
            game,
            [ply.move for ply in reading.plies if ply.player is not None],
            dice=dice,
            drawn=[ply.move for ply in reading.plies if ply.player is None],
            shown=shown,
            ended=tags["Ended"].value if "Ended" in tags else "",
        )
    except NumduelError as error:  # the moves are legal, so the ending is wrong
        raise RecordError(tags["Ended"].line, str(error)) from None
    match.comments = reading.comments
    match.tags = {name: tag.value for name, tag in tags.items() if name not in MATCH_TAGS}
    return match


def _dealer_game(game: HiddenBoard[Any, Any, Any], shown: str, tags: dict[str, Token]) -> AnyGame:
    """Return the game as its dealer knows it: the shown numbers, and a custom board (Q5)."""
    line = tags["Board"].line if "Board" in tags else 1
    try:
        known = game.on(shown)
        if "Given" in tags:
            line = tags["Given"].line
            given = game.on(tags["Given"].value).laid_open()
            known = game.on(_merge_boards(shown, given))
    except SetupError as error:  # what was drawn contradicts the board
        raise RecordError(line, str(error)) from None
    return known


def _merge_boards(shown: str, given: str) -> str:
    """Return the shown board as text, with its unknown cells filled from the given one."""
    if [row.count(" ") for row in shown.split("/")] != [row.count(" ") for row in given.split("/")]:
        raise SetupError("the given board has another size")
    numbers = re.split("([ /])", given)
    return "".join(
        number if cell == "?" else cell
        for cell, number in zip(re.split("([ /])", shown), numbers, strict=True)
    )


RESULT_TAGS = re.compile(r"\[(?:Result|Reason|Ended) [^\n]*")


def rescue(text: str, dice: Dice) -> Match:
    """Return the match up to the first wrong line, and up to the last complete token."""
    text = remove_end_mark(text)
    if not text.endswith("\n"):
        text = re.sub(r"\S+\Z", "", text)
    try:
        return read(text, dice)
    except RecordError:
        lines = RESULT_TAGS.sub("", text).split("\n")
    while True:
        try:
            return read("\n".join(lines), dice)
        except RecordError as error:
            if error.line > len(lines) or len(lines) == 1:
                raise
            del lines[max(1, error.line - 1) :]


TOKEN_PATTERN = re.compile(
    r"""
      \[ \s* (?P<tag>[A-Za-z][A-Za-z0-9_]*) \s+ "(?P<value>(?:[^"\\\n]|\\.)*)" \s* \]
    | \{ (?P<comment>[^}]*) \}
    | ; (?P<rest>[^\n]*)
    | (?P<number>[0-9]+) \.
    | = (?P<drawn>[^\s{};\[\]]+)
    | (?P<move>[^\s{};\[\]=]+)
    | (?P<space>\s+)
    """,
    re.VERBOSE,
)


def _tokenise(text: str) -> list[Token]:
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    tokens: list[Token] = []
    position, line = 0, 1
    while position < len(text):
        found = TOKEN_PATTERN.match(text, position)
        if not found:
            raise RecordError(line, _explain_unreadable(text[position:].split("\n", 1)[0]))
        kind = found.lastgroup or ""
        if kind == "value":
            name, value = found["tag"], re.sub(r"\\(.)", r"\1", found["value"])
            tokens.append(Token("tag", name, line, value if name in MATCH_TAGS else plain(value)))
        elif kind in ("comment", "rest"):
            tokens.append(Token("comment", plain(found[kind]), line))
        elif kind != "space":
            tokens.append(Token(kind, found[kind], line))
        line += text.count("\n", position, found.end())
        position = found.end()
    return tokens


def _explain_unreadable(line: str) -> str:
    if line.startswith("["):
        return f'{quoted(line)} isn\'t a tag. Write tags like [Game "maze"]'
    if line.startswith("{"):
        return "this comment has no closing }"
    return f"{quoted(line)} isn't a tag, a move or a comment"


def _read_tags(tokens: list[Token]) -> dict[str, Token]:
    tags: dict[str, Token] = {}
    moved = False
    for token in tokens:
        moved = moved or token.kind in ("number", "move", "drawn")
        if token.kind != "tag":
            continue
        if token.text in tags:
            raise RecordError(token.line, f"the tag {quoted(token.text)} occurs twice")
        if moved:
            raise RecordError(token.line, "tags must come before the moves")
        tags[token.text] = token
    if "Game" not in tags:
        raise RecordError(1, 'the tag for the game is missing. Add one like [Game "maze"]')
    return tags


def _build_game(tags: dict[str, Token], dice: Dice) -> AnyGame:
    """Return the game and board that the tags describe."""
    line = tags["Game"].line
    try:
        kind = find_needed(tags["Game"].value, "this record")
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
    except GameMissing:
        raise
    except SetupError as error:
        raise RecordError(line, str(error)) from None
    if board is None:
        if game.board and not game.hidden:
            raise RecordError(line, 'the tag for the board is missing. Add one like [Board "…"]')
        return game.public()
    recorded: AnyGame = kind(game.options, kind.read_board(board))
    if not game.hidden and recorded.board != game.board:
        raise RecordError(line, "the board contradicts the options")
    return recorded


def _read_options(text: str) -> dict[str, object]:
    pairs = [pair.partition("=") for pair in text.split()]
    options: dict[str, object] = {}
    for name, sign, value in pairs:
        if not sign:
            raise SetupError(f"{quoted(name)} isn't an option. Write options like size=3")
        if name in options:
            raise SetupError(f"the option {quoted(name)} occurs twice")
        options[name] = value
    return options


class _RecordMatch(Match):
    """A match played from the tokens of a record, including the draws."""

    def __init__(self, game: AnyGame, tokens: list[Token]) -> None:
        self._tokens = tokens
        self._index = 0
        self._ahead = 0
        super().__init__(game)

    def follow(self) -> None:
        """Play all tokens; raise RecordError if one is wrong."""
        plies = 0  # the number of plies that the tokens so far describe
        comments: dict[int, list[str]] = {}
        for index, token in enumerate(self._tokens):
            self._index = index
            if token.kind == "comment":
                if token.text:
                    comments.setdefault(plies, []).append(token.text)
            elif token.kind == "number":
                self._check_number(plies, token)
            elif token.kind == "drawn":
                self._check_drawn(plies, token)
                plies += 1
            else:
                plies = self._play_move(token)
        self.comments = {ply: " ".join(texts) for ply, texts in comments.items()}

    def _check_number(self, plies: int, token: Token) -> None:
        opens = plies == 0 and self._plies  # before the first draw, which may end the game
        if self.is_over and not opens:
            raise RecordError(token.line, "the game is already over here")
        if token.text.lstrip("0") != str(self.turn):
            raise RecordError(token.line, f"the next turn is {self.turn}, not {quoted(token.text)}")

    def _check_drawn(self, plies: int, token: Token) -> None:
        if plies == len(self._plies):
            raise RecordError(
                token.line, f"nothing is drawn here. Remove {quoted(f'={token.text}')}"
            )
        if (drawn := self._plies[plies].move) != token.text:
            raise RecordError(token.line, f"the board has {drawn} here, not {quoted(token.text)}")

    def _play_move(self, token: Token) -> int:
        self._ahead = self._index + 1
        before = len(self._plies)
        try:
            self.play(self.read(token.text))
        except (MoveError, RulesError) as error:
            raise RecordError(token.line, str(error)) from None
        return before + 1

    def _draw(self, chance: Chance) -> Move:
        dealer = self._dealer
        answer = dealer.answer(self.state) if isinstance(dealer, HiddenBoard) else None
        return answer or self._next_drawn(chance)

    def _next_drawn(self, chance: Chance) -> Move:
        """Return the next draw from the tokens, because the board doesn't decide it."""
        while self._ahead < len(self._tokens):
            token = self._tokens[self._ahead]
            self._ahead += 1
            if token.kind == "drawn":
                if token.text not in dict(chance.odds):
                    raise RecordError(
                        token.line, f"{quoted(token.text)} isn't a possible chance outcome here"
                    )
                return token.text
            if token.kind == "move":
                break
        line = self._tokens[self._index].line if self._tokens else 1
        raise RecordError(line, "the chance outcome is missing here. Write it like =5")


def _check_results(match: Match, tags: dict[str, Token]) -> None:
    for name, actual in (("Result", result(match)), ("Reason", match.reason or "")):
        if name in tags and tags[name].value != actual:
            problem = f"the moves lead to {quoted(actual)}, not {quoted(tags[name].value)}"
            raise RecordError(tags[name].line, problem)
