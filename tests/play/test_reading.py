"""Moves as people type them: tolerant of form, never guessed, and harmless when wrong."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import numduel
from duel_support import (
    VARIANTS,
    Variant,
    drawn_games,
    drawn_matches,
    drawn_playouts,
    for_each,
    is_one_sentence,
    positions,
    snapshot,
    with_more_games,
)
from numduel import AmbiguousMove, IllegalMove, InvalidMove, Match, MoveError, Player
from numduel.core import AnyGame, Game, Move, Picture, Status, Turn, immutable
from numduel.errors import RulesError
from numduel.options import Options
from numduel.play.reading import read

MAZE = "4 3 8/9 5 1/2 7 6"


def meant(game: AnyGame, state: Any, text: str) -> str | None:
    """Return the move that a text names in this position, legal or not."""
    try:
        return read(game, state, text)
    except IllegalMove as error:
        return error.move


def named(game: AnyGame, *moves: str, typed: str) -> str | None:
    """Return the move that a text means after these moves."""
    match = Match.replay(game, moves)
    return meant(match.game, match.state, typed)


def refused(match: Match, text: str) -> MoveError:
    """Return the error for a text, which must not change the match."""
    before = snapshot(match)
    with pytest.raises(MoveError) as error:
        match.read(text)
    assert snapshot(match) == before
    assert is_one_sentence(str(error.value)), str(error.value)
    return error.value


# ---- every move can be written and read


@pytest.mark.slow
@for_each(VARIANTS)
def test_every_move_can_be_read_in_every_position(variant: Variant) -> None:
    game, states = positions(variant)
    for state in states[:: max(1, len(states) // 20)]:
        for move in game.vocabulary:
            for typed in (move, move.upper(), move.lower(), f"  {move}\n"):
                assert meant(game, state, typed) == move


@given(drawn_playouts())
@settings(max_examples=50)
def test_every_move_of_a_game_with_draws_can_be_read(played: tuple[AnyGame, list[Any]]) -> None:
    game, states = played
    for move in game.vocabulary:
        assert meant(game, states[-1], move) == move


@given(drawn_playouts())
@settings(max_examples=50)
def test_aliases_are_read_as_moves(played: tuple[AnyGame, list[Any]]) -> None:
    game, states = played
    for word, move in game.aliases(states[-1]).items():
        if move is None:
            with pytest.raises(IllegalMove, match=r"off the grid|straight line|already"):
                read(game, states[-1], word)
        else:
            assert meant(game, states[-1], word) == move


# ---- forms of a cell


@pytest.mark.parametrize(
    "typed", ["0,1", "(0,1)", "0 1", "0, 1", "0 ,1", "01", "[0,1]", " ( 0 , 1 ) ", "0\t1", "00,01"]
)
@pytest.mark.parametrize("id", ["maze", "run"])
def test_cell_is_read_in_many_forms(id: str, typed: str) -> None:
    assert named(numduel.new(id, seed=1), typed=typed) == "0,1"


@pytest.mark.parametrize("typed", ["2,3", "(2,3)", "2 3", "23", "[2, 3]"])
def test_hidden_cell_is_read_in_many_forms(typed: str) -> None:
    assert named(numduel.new("quest"), typed=typed) == "2,3"


@pytest.mark.parametrize("typed", ["7", " 7 ", "(7)", "07", "[7]", "007"])
def test_number_is_read_in_many_forms(typed: str) -> None:
    assert named(numduel.new("sum"), typed=typed) == "7"


def test_no_text_of_more_than_64_characters_is_a_move() -> None:
    match = Match(numduel.new("sum"))
    assert match.read(f" {'7':0>64} ") == "7"
    assert isinstance(refused(match, f"{'7':0>65}"), InvalidMove)


@pytest.mark.parametrize(
    "typed",
    [
        "-1,0", "(-1,0)", "1,-1", "[1,-1]", "1 -1", "--", "0,1,2", "012", "0,", "0.1", "0;1",
        "0/1", "0x1", "1e0", "+0,1", "0,1!", "0,1 0,2", "٠,١", "０,１", "0،1", "a", "()", "", " ",
        "3,0", "0,3", "99", "0,1\x00", "\x1b[A", "0" * 70, "0,1" + " " * 5000 + "x", "9" * 5000,
    ],
)  # fmt: skip
def test_text_that_is_not_a_cell_is_invalid(typed: str) -> None:
    match = Match(numduel.new("maze", board=MAZE))
    assert type(refused(match, typed)) is InvalidMove


@pytest.mark.parametrize("typed", ["-3", "(-3)", "[-3]", "- 3", "0", "10", "1 2", "3.0", "٣"])
def test_text_that_is_not_a_number_of_the_pool_is_invalid(typed: str) -> None:
    error = refused(Match(numduel.new("sum")), typed)
    assert type(error) is InvalidMove
    assert "Type a number from 1 to 9" in str(error)


def test_invalid_and_illegal_moves_are_distinguished() -> None:
    match = Match(numduel.new("maze", board=MAZE))
    assert type(refused(match, "5,5")) is InvalidMove
    assert type(refused(match, "1,1")) is IllegalMove
    match.play("0,0")
    assert str(refused(match, "0,0")) == "the 4, top left, is occupied by Player 1"


def test_empty_text_is_answered_with_what_to_type() -> None:
    for id in numduel.games():
        match = Match(numduel.new(id, seed=7))
        for typed in ("", " ", "\n", "\t\r\n"):
            error = refused(match, typed)
            assert type(error) is InvalidMove
            assert str(error) == f"nothing was typed. Type {match.game.expects(match.state)}"


# ---- directions


@pytest.mark.parametrize(
    ("typed", "cell"),
    [
        ("up", "0,1"), ("U", "0,1"), ("Down", "2,1"), ("d", "2,1"), ("LEFT", "1,0"), ("le", "1,0"),
        ("right", "1,2"), ("R", "1,2"), ("rIgHt", "1,2"), ("(right)", "1,2"), (" r ", "1,2"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("id", ["maze", "run"])
def test_direction_names_the_cell_it_leads_to(id: str, typed: str, cell: str) -> None:
    if id == "maze":
        game = numduel.new("maze", board=MAZE, target=40)
        assert named(game, "0,1", "2,2", "1,1", "1,2", typed=typed) == cell
    else:
        game = numduel.new("run", size=4, seed=1)
        assert named(game, "0,1", "3,2", "1,1", "3,1", typed=typed) == cell


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("Up", "Up"), ("u", "Up"), ("DOWN", "Down"), ("d", "Down"), ("L", "Left"), ("r", "Right"),
        ("1,2", "Right"), ("(2,1)", "Down"), ("1 2", "Right"),
    ],
)  # fmt: skip
def test_jump_is_named_by_direction_or_landing_cell(typed: str, move: str) -> None:
    assert named(numduel.new("race", board="1 2/2 1"), typed=typed) == move


def test_direction_off_the_grid_is_illegal_with_a_reason() -> None:
    match = Match(numduel.new("run", seed=1))
    for word in ("up", "left", "U", "l"):
        error = refused(match, word)
        assert type(error) is IllegalMove
        assert "off the grid" in str(error)


def test_direction_before_placing_is_invalid() -> None:
    match = Match(numduel.new("maze", board=MAZE))
    assert type(refused(match, "right")) is InvalidMove


def test_diagonal_directions_are_read_on_diagonal_cells() -> None:
    moves = ["0,1", "2,2", "1,1", "2,1"]
    slanted = numduel.new("maze", board="4 3 8/9 5x 1/2 7 6", target=40)
    for typed, cell in {
        "up-left": "0,0",
        "UP-R": "0,2",
        "down-l": "2,0",
        "down-right": "2,2",
    }.items():
        assert named(slanted, *moves, typed=typed) == cell
    assert named(slanted, *moves, typed="left") == "1,0"
    straight = Match(numduel.new("maze", board=MAZE, target=40))
    for move in moves:
        straight.play(move)
    assert type(refused(straight, "up-left")) is InvalidMove


def test_ambiguous_prefix_is_refused() -> None:
    match = Match(numduel.new("maze", board="4 3 8/9 5x 1/2 7 6", target=40))
    for move in ("0,1", "2,2", "1,1", "1,2"):
        match.play(move)
    error = refused(match, "d")
    assert isinstance(error, AmbiguousMove)
    assert set(error.choices) == {"2,1", "2,0", "2,2"}


def test_direction_off_the_grid_is_not_a_candidate() -> None:
    match = Match.replay(numduel.new("maze", board="4 3 8/9x 5 1/2 7 6"), ["0,0", "2,2", "1,0"])
    match.play("1,2")
    error = refused(match, "d")
    assert isinstance(error, AmbiguousMove)
    assert error.choices == ("2,0", "2,1")


# ---- words


@pytest.fixture
def challenged() -> Match:
    """Return a match of Number Run in which Player 1 can challenge."""
    match = Match(numduel.new("run", board="1 2/1 1"))
    match.play("0,1")
    assert match.moves == ("yes", "no")
    return match


@pytest.mark.parametrize("typed", ["yes", "y", "Y", "YES", "ye", " Yes ", "(yes)"])
def test_yes_is_read_in_many_forms(challenged: Match, typed: str) -> None:
    challenged.play(challenged.read(typed))
    assert challenged.plies[-1].move == "yes"


@pytest.mark.parametrize("typed", ["no", "n", "N", "NO", " No\n"])
def test_no_is_read_in_many_forms(challenged: Match, typed: str) -> None:
    challenged.play(challenged.read(typed))
    assert challenged.plies[-1].move == "no"


@pytest.mark.parametrize("typed", ["yess", "nope", "yesno", "yes no", "ja", "1", "", "right", "и"])
def test_other_text_is_neither_yes_nor_no(challenged: Match, typed: str) -> None:
    error = refused(challenged, typed)
    assert type(error) is InvalidMove
    assert str(error).endswith("Type yes or no")


def test_yes_without_a_question_is_illegal() -> None:
    match = Match(numduel.new("run", seed=1))
    assert type(refused(match, "yes")) is IllegalMove
    assert type(refused(match, "n")) is IllegalMove


@pytest.mark.parametrize("typed", ["pass", "PASS", "p", " Pas "])
def test_pass_is_read_in_many_forms(typed: str) -> None:
    match = Match(numduel.new("maze", board="4 3+ 8/9 5 1/2 7 6"))
    for move in ("0,0", "2,2"):
        match.play(move)
    assert type(refused(match, typed)) is IllegalMove
    match.play("0,1")
    match.play(match.read(typed))
    assert [(ply.player, ply.move) for ply in match.plies[-2:]] == [
        (Player.ONE, "0,1"),
        (Player.ONE, "pass"),
    ]
    assert match.player is Player.TWO


@pytest.mark.parametrize("typed", ["stand", "STAND", "s", " Stan "])
def test_stand_is_read_in_many_forms(typed: str) -> None:
    match = Match(numduel.new("quest", stand=True))
    match.play(match.read(typed))
    assert match.plies[-1].move == "stand"
    assert type(refused(Match(numduel.new("quest")), typed)) is InvalidMove


# ---- letters and digits


@immutable
class Spot(NamedTuple):
    player: Player


class Wordy(Game[Options, Spot, None]):
    """Return a game with these moves, which are always legal."""

    id = "wordy"
    title = "Wordy"
    summary = "Say a word."
    reasons = ("end",)

    def __init__(self, *vocabulary: Move, drawn: tuple[Move, ...] = ()) -> None:
        super().__init__(Options())
        self.vocabulary = vocabulary
        self.chance_outcomes = drawn

    def start(self) -> Spot:
        return Spot(Player.ONE)

    def status(self, state: Spot) -> Status:
        return Turn(state.player, self.vocabulary)

    def play(self, state: Spot, move: Move) -> Spot:
        return Spot(state.player.other)

    def picture(self, state: Spot) -> Picture:
        return Picture((), (), state.player)


@pytest.mark.parametrize(
    "typed", ["b2", "B2", " b2 ", "(b2)", "[b2]", "b 2", "B, 2", "(b,2)", "b02", "b 002", "b\t2\n"]
)
def test_move_of_letters_and_digits_is_read_in_many_forms(typed: str) -> None:
    with with_more_games():
        assert Match(numduel.new("threes")).read(typed) == "b2"
    assert Match(Wordy("b1", "b2", "b12", "b22")).read(typed) == "b2"


@pytest.mark.parametrize(
    "typed", ["b-2", "b3", "2b", "2", "b2b2", "b2 b1", "b2!", "b.2", "b22", "e1", "bb2", "b²", "ь2"]
)
def test_text_that_is_not_a_cell_of_letters_and_digits_is_invalid(typed: str) -> None:
    with with_more_games():
        match = Match(numduel.new("threes"))
        assert type(refused(match, typed)) is InvalidMove


def test_letter_lists_the_moves_that_start_with_it() -> None:
    with with_more_games():
        match = Match(numduel.new("threes"))
        error = refused(match, "C")
        assert isinstance(error, AmbiguousMove)
        assert error.choices == ("c1", "c2")
        assert str(error) == "'c' could mean c1 or c2"
    many = [f"c{number}" for number in range(1, 31)]
    error = refused(Match(Wordy(*many)), "c")
    assert isinstance(error, AmbiguousMove)
    assert error.choices == tuple(many)
    assert str(error) == "'c' could mean c1, c2, c3, c4, c5, or another of 30"


def test_number_is_never_read_as_a_prefix_of_a_longer_one() -> None:
    match = Match(Wordy("a10", "b2", "b20", "c1-d2"))
    assert type(refused(match, "a1")) is InvalidMove
    assert match.read("b2") == "b2"
    assert match.read("a") == "a10"
    assert match.read("c1") == "c1-d2"


def test_moves_from_one_cell_to_another_are_read_without_the_hyphen() -> None:
    match = Match(Wordy("a1-b2", "a1-b12", "a1,b3"))
    for typed in ("a1-b2", "A1-B2", "a1b2", "a1 b2", "(a1) (b2)", "a1, b02"):
        assert match.read(typed) == "a1-b2"
    assert match.read("a1b3") == match.read("a1-b3") == "a1,b3"
    assert type(refused(match, "a1-2")) is InvalidMove


def test_names_that_differ_only_in_separators_are_read_exactly() -> None:
    match = Match(Wordy("a1b2", "a1-b2"))
    assert match.read("a1b2") == "a1b2"
    assert match.read("a1-b2") == "a1-b2"
    error = refused(match, "a1 b2")
    assert isinstance(error, AmbiguousMove)
    assert set(error.choices) == {"a1b2", "a1-b2"}


# ---- vocabularies


@pytest.mark.parametrize(
    "move",
    ["", " ", "a b", "a=1", "{a}", "a;b", "[a]", "(a)", "a.", "1.", "-1", "a-", "a--b", ",a",
     "a,,b", "é", "ﬁ", "a\n", "x" * 65, "a'", "+", 7],
)  # fmt: skip
def test_vocabulary_that_cannot_be_typed_is_refused(move: Any) -> None:
    with pytest.raises(RulesError, match=r"can't be a move of Wordy: use letters") as error:
        Match(Wordy("good", move))
    assert is_one_sentence(str(error.value))


@pytest.mark.parametrize(("one", "two"), [("a1", "A1"), ("1,2", "01,2"), ("x", "x")])
def test_moves_that_are_typed_alike_are_refused(one: str, two: str) -> None:
    with pytest.raises(RulesError, match=rf"'{one}' and '{two}' can't both be moves"):
        Match(Wordy(one, two))


@pytest.mark.parametrize("drawn", ["", "a b", "a;", "{", "[1]"])
def test_chance_outcome_that_no_record_can_contain_is_refused(drawn: str) -> None:
    assert Match(Wordy("a", drawn=("6", "♠7", "a=b"))).moves == ("a",)
    with pytest.raises(RulesError, match="can't be drawn in Wordy") as error:
        Match(Wordy("a", drawn=(drawn,)))
    assert is_one_sentence(str(error.value))


def test_every_allowed_move_can_be_typed_and_recorded() -> None:
    words = ("a1", "B12", "7", "0,1", "up-left", "a1-b2", "3x3", "x" * 64, "Pass", "1-2")
    match = Match(Wordy(*words))
    for word in words:
        for typed in (word, word.upper(), f" ({word}) "[: max(64, len(word))]):
            if len(typed.strip()) <= 64:
                assert match.read(typed) == word


# ---- large grids


@pytest.mark.parametrize("id", ["maze", "quest"])
def test_digits_that_can_be_split_in_two_ways_are_ambiguous(id: str) -> None:
    match = Match(numduel.new(id, size=12, seed=1))
    error = refused(match, "111")
    assert isinstance(error, AmbiguousMove)
    assert set(error.choices) == {"1,11", "11,1"}
    assert all(choice in str(error) for choice in error.choices)
    for choice in error.choices:
        assert read(match.game, match.state, choice) == choice


def test_digits_that_can_be_split_in_one_way_are_read() -> None:
    game = numduel.new("quest", size=12)
    assert named(game, typed="1212") == "12,12"
    assert named(game, typed="129") == "12,9"
    assert named(game, typed="912") == "9,12"


def test_only_legal_reading_is_chosen() -> None:
    match = Match(numduel.new("quest", size=12, target=10_000, seed=1))
    match.play("1,11")
    match.play(match.read("111"))
    assert [ply.move for ply in match.plies if ply.player is not None] == ["1,11", "11,1"]


# ---- anything at all


ANY_TEXT = st.one_of(
    st.text(),
    st.text("0123456789,()[] -updownleftrighyesnoa"),
    st.text(st.characters(categories=["Nd", "No", "Nl"]), min_size=1),
    st.text(st.characters(categories=["Cc", "Cf", "Co", "Cs", "Zl", "Zp"]), min_size=1),
    st.builds(lambda digit, times: digit * times, st.sampled_from("019٣"), st.integers(1, 5000)),
    st.builds(lambda text: text * 3000, st.text(min_size=1, max_size=3)),
)


@st.composite
def nearly_moves(draw: st.DrawFn, match: Match) -> str:
    """Return texts that contain parts of moves and other characters."""
    move = draw(st.sampled_from(match.game.vocabulary))
    cut = draw(st.integers(0, len(move)))
    return (
        move[:cut]
        + draw(st.text("-,. 0(x\x00٣", max_size=2))
        + move[cut + draw(st.integers(0, 1)) :]
    )


def error_of(match: Match, text: str) -> MoveError | None:
    """Return the error of reading a text, or play the move."""
    try:
        match.play(match.read(text))
    except MoveError as error:
        return error
    return None


@pytest.mark.slow
@given(drawn_matches(), st.data())
@settings(max_examples=400)
def test_any_text_is_a_legal_move_or_changes_nothing(match: Match, data: st.DataObject) -> None:
    text = data.draw(st.one_of(ANY_TEXT, nearly_moves(match)))
    before, player, legal, plies = snapshot(match), match.player, match.moves, len(match.plies)
    error = error_of(match, text)
    if error is None:
        assert match.plies[plies].move in legal
        assert match.plies[plies].player is player
        return
    assert isinstance(error, InvalidMove | IllegalMove)
    assert is_one_sentence(str(error), max_chars=600)
    assert snapshot(match) == before
    if isinstance(error, AmbiguousMove):
        assert len(set(error.choices)) > 1
        assert set(error.choices) <= set(match.game.vocabulary)


@pytest.mark.parametrize(
    "text",
    ["x" * 5000, "\x1f" * 36, "\x1b[2J" * 20, "\ue000" * 50],
    ids=["long", "control", "escapes", "private"],
)
@pytest.mark.parametrize("id", numduel.games())
def test_refusal_of_any_text_is_short(id: str, text: str) -> None:
    assert type(refused(Match(numduel.new(id, seed=7)), text)) is InvalidMove


@given(drawn_games(["maze", "run", "quest", "sum"]), st.integers(-99, -1), st.integers(-99, 99))
def test_negative_number_is_not_a_move(game: AnyGame, one: int, two: int) -> None:
    match = Match(game)
    for typed in (f"{one}", f"({one})", f"({one},{two})", f"{two},{one}", f"[{two} {one}]"):
        assert type(refused(match, typed)) is InvalidMove
