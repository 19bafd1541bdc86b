"""Reading records as people edit them, and errors with line and reason."""

from __future__ import annotations

from typing import Any

import pytest

import numduel
from duel_support import is_one_sentence, snapshot, with_more_games
from numduel import Dice, Match, RecordError
from numduel.games import find
from numduel.storage.record import dumps, loads, rescued
from odd_games import Opened

SUM = '[Game "sum"]\n'
MAZE = '[Game "maze"]\n[Board "4 3 8/9 5 1/2 7 6"]\n'
RUN = '[Game "run"]\n[Board "3 1/2 5"]\n'
RACE = '[Game "race"]\n[Board "1 2/1 1"]\n'
QUEST = '[Game "quest"]\n[Board "1 2 3/4 5 6/7 8 9"]\n'
NO_BOARD = '[Game "quest"]\n'


def moves(text: str) -> list[str]:
    """Return the moves and draws of a record."""
    return [ply.move for ply in loads(text).plies]


# ---- comments


@pytest.mark.parametrize(
    ("text", "comments"),
    [
        (f"{SUM}1. 7 {{a comment}}", {1: "a comment"}),
        (f"{SUM}1. 7{{a comment}}2. 9", {1: "a comment"}),
        (f"{SUM}{{first}} 1. 7", {0: "first"}),
        (f"{SUM}1. {{first}} 7", {0: "first"}),
        (f"{SUM}1. 7 {{over\nseveral\n\n   lines}} 2. 9", {1: "over several lines"}),
        (f"{SUM}1. 7 ; to the end {{ of }} the line\n2. 9 ;", {1: "to the end { of } the line"}),
        (f"{SUM}; above the moves\n1. 7", {0: "above the moves"}),
        (f"; above the tags\n{SUM}1. 7", {0: "above the tags"}),
        (f"{SUM}1. 7 {{one}} {{two}} ; three\n2. 9 {{four}}", {1: "one two three", 2: "four"}),
        (f"{SUM}1. 7 {{; no end of line}} 2. 9", {1: "; no end of line"}),
        (f'{SUM}1. 7 {{[Game "maze"] 2. 5}}', {1: '[Game "maze"] 2. 5'}),
        (f"{SUM}1. 7 {{}} ;\n", {}),
        (f"{QUEST}1. 2,2 {{before}} =5 {{after}}", {1: "before", 2: "after"}),
        (f"{RUN}1. 0,1 {{beside}} no {{stays}}", {1: "beside", 2: "stays"}),
    ],
)
def test_comments_belong_to_the_ply_before_them(text: str, comments: dict[int, str]) -> None:
    assert loads(text).comments == comments


# ---- form


def test_turn_numbers_may_be_missing() -> None:
    assert moves(f"{SUM}7 9 5 3") == ["7", "9", "5", "3"]
    assert moves(f"{SUM}1. 7 9 3. 5 3") == ["7", "9", "5", "3"]


def test_turns_may_share_or_span_lines() -> None:
    assert moves(f"{SUM}1. 7 2. 9\n3.\n5\n\n\n4. 3") == ["7", "9", "5", "3"]


@pytest.mark.parametrize("number", ["1.", "01.", "0001."])
def test_turn_numbers_may_have_leading_zeros(number: str) -> None:
    assert moves(f"{SUM}{number} 7") == ["7"]


@pytest.mark.parametrize("variety", ["crlf", "bom", "both", "blank lines", "indented", "no end"])
def test_line_ends_bom_and_spacing_do_not_matter(variety: str) -> None:
    match = Match(numduel.new("quest", board="1 2 3/4 5 6/7 8 9"))
    match.tags["Player1"] = "Ann"
    for move in ("2,2", "3,3"):
        match.play(move)
    match.comments[3] = "two lines"
    text = dumps(match).replace("two lines", "two\nlines")
    edited = {
        "crlf": text.replace("\n", "\r\n"),
        "bom": "\ufeff" + text,
        "both": "\ufeff" + text.replace("\n", "\r\n"),
        "blank lines": "\n\n" + text.replace("\n", "\n\n \t\n"),
        "indented": text.replace("\n", "  \n \t "),
        "no end": text.strip(),
    }[variety]
    loaded = loads(edited)
    assert snapshot(loaded) == snapshot(match)
    assert dumps(loaded) == dumps(match)


def test_line_numbers_are_the_same_with_crlf() -> None:
    with pytest.raises(RecordError) as error:
        loads("\ufeff" + f"{SUM}\n1. 7\n2. 8".replace("\n", "\r\n"))
    assert error.value.line == 4


@pytest.mark.parametrize(
    "tag",
    ['[Game "sum"]', '[ Game  "sum" ]', '[Game\t"sum"]', '[Game "SUM"]', '[Game " Sum "]'],
)
def test_tags_are_read_with_any_spacing(tag: str) -> None:
    assert loads(f"{tag} 7").game.id == "sum"


def test_unknown_tags_are_kept_in_order() -> None:
    text = f'{SUM}[Venue "the kitchen"]\n[Result "*"]\n[a_1 "x"]\n\n1. 7'
    loaded = loads(text)
    assert list(loaded.tags.items()) == [("Venue", "the kitchen"), ("a_1", "x")]
    assert dumps(loaded).splitlines()[2:4] == ['[Venue "the kitchen"]', '[a_1 "x"]']


def test_quotes_and_backslashes_in_names_are_escaped() -> None:
    loaded = loads(f'{SUM}[Player1 "Ann \\"the maze\\" Lee"]\n[Player2 "C:\\\\Bob"]\n')
    assert loaded.tags == {"Player1": 'Ann "the maze" Lee', "Player2": "C:\\Bob"}


def test_options_result_and_date_may_be_missing() -> None:
    """Missing options are those of the rule book."""
    loaded = loads(f"{MAZE}1. 0,2 2. 2,2 3. 1,2 4. 2,1 5. 1,1 6. 2,0")
    assert (loaded.game.options.target, loaded.game.options.size) == (15, 3)
    assert (loaded.winner, loaded.reason) == (numduel.Player.TWO, "exact")
    assert loaded.tags == {}


def test_options_left_out_have_their_defaults() -> None:
    assert loads('[Game "sum"]\n[Options "highest=4"]').game.options.target == 50
    assert loads('[Game "maze"]\n[Board "1 2/3 4"]').game.options.target == 5


# ---- moves, as people type them


@pytest.mark.parametrize(
    ("text", "played"),
    [
        (f"{MAZE}(0,1) 22 RIGHT u", ["0,1", "2,2", "0,2", "1,2"]),
        (f"{MAZE}00,01 2,02", ["0,1", "2,2"]),
        (f"{RUN}1. r N 2. left", ["0,1", "no", "1,0"]),
        (f"{RUN}1. 01 yes", ["0,1", "yes"]),
        (f"{RACE}down UP (2,2)", ["Down", "Up", "Right"]),
        (f"{RACE}d u r", ["Down", "Up", "Right"]),
        (f"{SUM}007 09", ["7", "9"]),
        (f"{QUEST}22 =5 (3,3) =9", ["2,2", "5", "3,3", "9"]),
        (f"{QUEST}2,2=5 3,3=9", ["2,2", "5", "3,3", "9"]),
    ],
)
def test_moves_are_read_as_leniently_as_at_the_prompt(text: str, played: list[str]) -> None:
    assert moves(text) == played


# ---- a hidden board


def test_draws_replace_a_missing_board() -> None:
    for seed in range(20):
        loaded = loads(f"{NO_BOARD}1. 2,2 =5\n2. 3,3 =9\n", dice=Dice(seed))
        assert [ply.move for ply in loaded.plies] == ["2,2", "5", "3,3", "9"]
        assert loaded.board == "? ? ?/? 5 ?/? ? 9"


@pytest.mark.parametrize("move", ["22", "(2,2)", "02,2", "(2,2"])
def test_draws_replace_a_missing_board_with_any_spelling(move: str) -> None:
    for seed in range(20):
        loaded = loads(f"{NO_BOARD}1. {move} =5", dice=Dice(seed))
        assert loaded.board == "? ? ?/? 5 ?/? ? ?"


def test_draws_replace_a_missing_board_of_any_size() -> None:
    for seed in range(20):
        text = '[Game "quest"]\n[Options "size=4 target=34 stand=yes"]\n1. 4,4 =16 2. stand'
        loaded = loads(text, dice=Dice(seed))
        assert loaded.board == "? ? ? ?/? ? ? ?/? ? ? ?/? ? ? 16"


def test_draws_may_be_missing_if_the_board_is_complete() -> None:
    assert moves(f"{QUEST}1. 2,2\n2. 3,3 =9") == ["2,2", "5", "3,3", "9"]


@pytest.mark.parametrize(
    "text",
    [
        f"{NO_BOARD}1. 2,2",
        f"{NO_BOARD}1. 2,2 2. 3,3 =9",
        f"{NO_BOARD}1. 2,2 =5 2. 3,3",
        '[Game "quest"]\n[Board "? ? ?/? 5 ?/? ? ?"]\n1. 2,2 =5 2. 1,1',
    ],
)
def test_unknown_reveal_is_refused(text: str) -> None:
    """Otherwise the same record would give a different game each time."""
    for seed in range(30):
        with pytest.raises(RecordError):
            loads(text, dice=Dice(seed))


OPENED = '[Game "opened"]\n'
"""A game with a coin toss before the first move and after every move."""


@pytest.fixture
def _opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numduel.storage.record.reading.find_needed", lambda *_: Opened)


@pytest.mark.usefixtures("_opened")
def test_draws_of_dice_are_read_in_place() -> None:
    loaded = loads(f"{OPENED}{{a}} =tails {{b}}\n1. toss {{c}} ; d\n=tails 2. {{e}} toss =heads")
    assert [ply.move for ply in loaded.plies] == ["tails", "toss", "tails", "toss", "heads"]
    assert loaded.comments == {0: "a", 1: "b", 2: "c d", 3: "e"}


@pytest.mark.usefixtures("_opened")
@pytest.mark.parametrize(
    ("text", "line"),
    [
        (OPENED, 1),
        (f"{OPENED}\n\ntoss", 4),
        (f"{OPENED}\n1. toss =tails", 3),
        (f"{OPENED}=tails\n1. toss\n2. toss =heads", 3),
        (f"{OPENED}=tails\n1. toss\n", 3),
    ],
)
def test_missing_draw_of_dice_is_refused(text: str, line: int) -> None:
    with pytest.raises(RecordError) as error:
        loads(text)
    assert error.value.line == line
    assert error.value.problem == "the chance outcome is missing here. Write it like =5"


@pytest.mark.parametrize(
    "text",
    [
        '[Game "maze"]\n[Options "extra=2"]\n[Board "4 3 8/9 5 1/2 7 6"]\n',
        '[Game "maze"]\n[Options "starts=random"]\n[Board "4 3 8/9 5 1/2 7 6"]\n',
    ],
)
def test_incomplete_visible_board_is_refused(text: str) -> None:
    """Everything visible must be in the record."""
    for seed in range(5):
        with pytest.raises(RecordError) as error:
            loads(text, dice=Dice(seed))
        assert error.value.line == 3


def test_same_text_gives_the_same_match_with_any_dice() -> None:
    text = '[Game "quest"]\n[Board "? 2 ?/? 5 ?/? ? ?"]\n1. 2,2 =5'
    assert len({repr(snapshot(loads(text, dice=Dice(seed)))) for seed in range(20)}) == 1


# ---- errors

WRONG = {
    "empty": ("", 1, "the tag for the game is missing"),
    "blank": ("\n\n  \n", 1, "the tag for the game is missing"),
    "no game": ('[Board "1 2/3 4"]\n1. 0,0', 1, "the tag for the game is missing"),
    "prose": ("Dear Ann,\nyou won.", 1, "the tag for the game is missing"),
    "unknown game": ('\n[Game "my game"]', 2, "'my game' isn't a game. Choose maze, sum, "),
    "unknown option": (
        f'{SUM}[Options "size=4"]',
        2,
        "'size' isn't an option here; the options are",
    ),
    "wrong option": (f'{SUM}[Options "target=0"]', 2, "target must be a whole number from 1 to"),
    "wrong option above a board": (
        '[Game "maze"]\n[Options "target=0"]\n[Board "4 3 8/9 5 1/2 7 6"]',
        2,
        "target must be a whole number from 1 to",
    ),
    "half an option": (f'{SUM}[Options "target"]', 2, "'target' isn't an option"),
    "an option called self": (f'{SUM}[Options "self=1"]', 2, "'self' isn't an option here"),
    "an option twice": (f'{SUM}[Options "target=9 target=8"]', 2, "target"),
    "wrong flag": (f'{NO_BOARD}[Options "stand=maybe"]', 2, "stand must be yes or no"),
    "options that do not fit": (
        '[Game "maze"]\n[Options "size=4"]\n[Board "1 2/3 4"]',
        3,
        "size is 4, but this board needs 2",
    ),
    "board not square": ('[Game "race"]\n\n[Board "1 2 3/1 2 3"]', 3, "it must be square"),
    "board of letters": ('[Game "race"]\n[Board "a b/c d"]', 2, "'a' on the board is not a number"),
    "board out of range": ('[Game "race"]\n[Board "9 1/1 1"]', 2, "9 on the board is not a number"),
    "number twice": ('[Game "maze"]\n[Board "1 2/2 3"]', 2, "2 is on the board twice"),
    "hidden number twice": ('[Game "quest"]\n[Board "5 5 ?/? ? ?/? ? ?"]', 2, "5 is on the board"),
    "board for a game without": (f'{SUM}[Board "1 2/3 4"]', 2, "Sum Battle has no board"),
    "missing board": ('[Game "race"]\n1. Up', 1, "the tag for the board is missing"),
    "illegal move": (f"{SUM}1. 7\n2. 8", 3, "8 is next to your opponent's last number, 7"),
    "illegal cell": (f"{MAZE}1. 1,1", 3, "the 5, centre, is not an edge cell"),
    "illegal direction": (f"{RACE}\n1. Left", 4, "Left leads off the grid"),
    "a question not answered": (f"{RUN}1. 0,1\n2. 1,0", 4, "the next turn is 1, not '2'"),
    "unknown move": (f"{SUM}1. 7\n\n2. ten", 4, "'ten' isn't a move. Type a number from 1 to 9"),
    "cell off the grid": (f"{MAZE}1. 3,3", 3, "'3,3' isn't a move. Type a cell"),
    "wrong turn number": (f"{SUM}1. 7\n3. 9", 3, "the next turn is 2, not '3'"),
    "turn number zero": (f"{SUM}0. 7", 2, "the next turn is 1, not '0'"),
    "turn number twice": (f"{SUM}1. 7\n1. 9", 3, "the next turn is 2, not '1'"),
    "draw against the board": (f"{QUEST}1. 2,2\n=6", 4, "the board has 5 here, not '6'"),
    "draw of no number": (f"{QUEST}1. 2,2 =five", 3, "the board has 5 here, not 'five'"),
    "draw before a move": (f"{QUEST}1. =5", 3, "nothing is drawn here"),
    "draw after a draw": (f"{QUEST}1. 2,2 =5\n=6", 4, "nothing is drawn here"),
    "draw without chance": (f"{SUM}1. 7 =7", 2, "nothing is drawn here"),
    "same draw twice": (f"{NO_BOARD}1. 1,1 =5\n2. 1,2 =5", 3, "5"),
    "draw off the range": (f"{NO_BOARD}1. 1,1 =3\n2. 1,2 =10", 3, "10"),
    "draw of zero": (f"{NO_BOARD}1. 1,1 =0", 2, "0"),
    "draw below zero": (f"{NO_BOARD}1. 1,1 =-3", 2, "-3"),
    "draw of letters": (f"{NO_BOARD}1. 1,1 =x", 2, "x"),
    "draw before any move": (f"{NO_BOARD}=5 1. 1,1", 2, "nothing is drawn here"),
    "cell twice": (f"{NO_BOARD}1. 1,1 =5\n2. 1,1 =6", 3, "the 5, top left, is already revealed"),
    "moves after the end": (
        '[Game "sum"]\n[Options "target=7"]\n1. 7\n2. 9',
        4,
        "the game is already over here",
    ),
    "a turn where the game is over at once": (
        '[Game "race"]\n[Options "highest=9"]\n[Board "9 1 1/1 1 1/1 1 1"]\n1. ',
        4,
        "the game is already over here",
    ),
    "moves after the end without numbers": (
        '[Game "sum"]\n[Options "target=7"]\n1. 7\n9',
        4,
        "the game is over",
    ),
    "wrong result": (
        '[Game "sum"]\n[Options "target=7"]\n[Result "0-1"]\n1. 7',
        3,
        "the moves lead to '1-0', not '0-1'",
    ),
    "result of a draw": (f'{SUM}[Result "1/2-1/2"]\n1. 7', 2, "not '1/2-1/2'"),
    "result too early": (f'{SUM}[Result "1-0"]\n1. 7', 2, "the moves lead to '*', not '1-0'"),
    "no result at the end": (
        '[Game "sum"]\n[Options "target=7"]\n[Result "*"]\n1. 7',
        3,
        "the moves lead to '1-0', not '*'",
    ),
    "wrong reason": (
        '[Game "sum"]\n[Options "target=7"]\n[Reason "over"]\n1. 7',
        3,
        "the moves lead to 'exact', not 'over'",
    ),
    "reason too early": (f'{SUM}[Reason "exact"]\n1. 7', 2, "not 'exact'"),
    "tag twice": (f'{SUM}[Venue "a"]\n[Venue "b"]', 3, "Venue"),
    "game twice": (f"{SUM}\n{SUM}", 3, "Game"),
    "tag after moves": (f'{SUM}1. 7\n[Venue "a"]\n2. 9', 3, "tags must come before the moves"),
    "two records in one file": (f"{SUM}1. 7\n\n{MAZE}", 4, "Game"),
    "brace never closed": (f"{SUM}1. 7\n{{and then\n2. 9", 3, "has no closing }"),
    "brace never opened": (f"{SUM}1. 7\n}} 2. 9", 3, "isn't a tag, a move or a comment"),
    "tag without quotes": ("[Game sum]", 1, "'[Game sum]' isn't a tag. Write tags like"),
    "tag never closed": ('[Game "sum"', 1, "isn't a tag"),
    "tag over two lines": ('[Game "su\nm"]', 1, "isn't a tag"),
    "draw of nothing": (f"{QUEST}1. 2,2 = 5", 3, "isn't a tag, a move or a comment"),
    "garbage": (f"{SUM}1. 7\n]]]", 3, "isn't a tag, a move or a comment"),
    "garbage after other ends of lines": (f"{SUM}1. 7\n]]]\n".replace("\n", "\r\n"), 3, "']]]' is"),
    "a draw that lies elsewhere": (
        '[Game "quest"]\n[Board "? 2 ?/? 5 ?/? ? ?"]\n1. 1,1 =2',
        2,
        "2 is on the board twice",
    ),
    "a given board that is not the one played on": (
        '[Game "quest"]\n[Board "? 2 ?/? 5 ?/? ? ?"]\n[Given "1 2 3/4 6 5/7 8 9"]\n1. 2,2 =5',
        3,
        "5 is on the board twice",
    ),
    "a given board of another size": (
        '[Game "quest"]\n[Board "? 2 ?/? 5 ?/? ? ?"]\n[Given "1 2/3 4"]\n1. 2,2 =5',
        3,
        "the given board has another size",
    ),
    "signs": (f"{SUM}1. 7\n2. ???", 3, "'???' isn't a move"),
    "control characters": (f"{SUM}1. \x1b[2J", 2, ""),
    "unicode digits": (f"{SUM}1. ٣", 2, "'٣' isn't a move"),
}


@pytest.mark.parametrize("mistake", WRONG)
def test_error_names_line_and_problem(mistake: str) -> None:
    text, line, problem = WRONG[mistake]
    with pytest.raises(RecordError) as error:
        loads(text)
    assert problem in error.value.problem
    assert error.value.line == line
    assert str(error.value) == f"line {line}: {error.value.problem}"
    assert is_one_sentence(str(error.value))


def test_record_that_is_not_text_is_refused() -> None:
    wrong: Any
    for wrong in (None, b'[Game "sum"]', 7):
        with pytest.raises(RecordError, match="line 1: a record is text"):
            loads(wrong)


def test_first_of_several_mistakes_is_reported() -> None:
    with pytest.raises(RecordError) as error:
        loads(f"{SUM}1. 7\n2. ten\n4. eleven\n")
    assert error.value.line == 3


def test_line_number_is_right_after_a_comment_of_several_lines() -> None:
    with pytest.raises(RecordError) as error:
        loads(f"{SUM}1. 7 {{one\ntwo\nthree}}\n2. 8")
    assert error.value.line == 5


# ---- draws, and games that contradict their declarations


def error_of(text: str) -> tuple[int, str]:
    """Return line and message of the error in a record."""
    with pytest.raises(RecordError) as error:
        loads(text)
    return error.value.line, str(error.value)


def test_result_that_contradicts_a_draw_is_refused() -> None:
    moves = "\n\n4 6 1 9 7 8 2 3"
    with with_more_games():
        for said in ("1-0", "0-1", "*"):
            line, problem = error_of(f'[Game "pick15"]\n[Result "{said}"]{moves} 5')
            assert line == 2
            assert problem == f"line 2: the moves lead to '1/2-1/2', not '{said}'"
        for text, right in ((moves, "*"), ("\n\n1 2 6 3 8", "1-0")):
            line, problem = error_of(f'[Game "pick15"]\n[Result "1/2-1/2"]{text}')
            assert problem == f"line 2: the moves lead to '{right}', not '1/2-1/2'"
        drawn = '[Game "pick15"]\n[Ended "stopped"]' + moves
        assert error_of(f"{drawn} 5")[0] == 2
        assert loads(drawn).ended == "stopped"


def test_undeclared_draw_is_reported_with_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """The part before it is rescued."""
    text = '[Game "pick15"]\n\n' + "\n".join("461978235")
    with with_more_games():
        monkeypatch.setattr(find("pick15"), "has_draws", False)
        line, problem = error_of(text)
        assert line == 11
        assert problem.startswith("line 11: Pick 15 ended without a winner, but the class")
        assert len(rescued(text + "\n").plies) == 8


def test_ambiguous_cell_in_a_record_is_refused() -> None:
    with with_more_games():
        assert moves('[Game "threes"]\n\n1. A1 2. b02 (c1)') == ["a1", "b2", "c1"]
        assert error_of('[Game "threes"]\n\n1. a1\n2. b') == (4, "line 4: 'b' could mean b1 or b2")


def test_damaged_record_is_rescued_after_the_first_draw_of_chance() -> None:
    with with_more_games():
        for text, plies in (
            ('[Game "toss"]\n\n1. =2 thr', ["2"]),
            ('[Game "toss"]\n\n1. =2 throw =4 =3\n2. kee\x00', ["2", "throw", "4", "3"]),
            ('[Game "toss"]\n[Result "1-0"]\n\n1. =2\n', ["2"]),
        ):
            assert [ply.move for ply in rescued(text).plies] == plies
        with pytest.raises(RecordError, match="the chance outcome is missing here"):
            rescued('[Game "toss"]\n\n1. =')
