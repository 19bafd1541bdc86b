"""Options, boards, seeds and ids: valid ones set up a game, others raise a clear error."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import numduel
from duel_support import (
    FIVE,
    Variant,
    drawn_games,
    is_one_sentence,
    laid_open,
    variants,
    with_more_games,
)
from numduel import SetupError, UnknownGame
from numduel.core import AnyGame
from numduel.errors import listed
from numduel.games import find
from numduel.options import Choice, Flag, Option, Whole

pytestmark = pytest.mark.usefixtures("every_variant")

ON_A_SQUARE = [id for id in FIVE if numduel.new(id).board]
"""The games of the five that have a board."""

with with_more_games():
    EVERY_GAME = numduel.games()
    FIELDS: list[tuple[str, str, Option[Any]]] = [
        (id, name, option)
        for id in EVERY_GAME
        for name, option in find(id).options_type.fields.items()
    ]
OPTIONS = [pytest.param(*field, id="-".join(field[:2])) for field in FIELDS]
HUGE = 10**5000
LONG = "9" * 5000


def refused(id: str, **asked: Any) -> str:
    """Return the error of a refused setup, always one sentence."""
    with pytest.raises(SetupError) as error:
        numduel.new(id, **asked)
    message = str(error.value)
    assert is_one_sentence(message), message
    return message


# ---- options


@pytest.mark.parametrize(("id", "name", "option"), OPTIONS)
def test_option_has_help_and_limits(id: str, name: str, option: Option[Any]) -> None:
    assert option.name == name
    assert is_one_sentence(option.help)
    assert is_one_sentence(option.limits())


@pytest.mark.parametrize(("id", "name", "option"), OPTIONS)
def test_option_can_be_given_as_text(id: str, name: str, option: Option[Any]) -> None:
    for variant in variants([id]):
        if list(variant.options) == [name]:
            game = variant.new()
            text = game.options.texts()[name]
            for typed in (text, f" {text} ", text.upper()):
                assert numduel.new(id, seed=7, **{name: typed}) == game


def _wrong(option: Option[Any]) -> list[object]:
    """Return values that an option refuses."""
    never: list[object] = [
        None,
        "",
        " ",
        3.0,
        "3.0",
        "٣",
        "３",
        "²",
        HUGE,
        -HUGE,
        LONG,
        [],
        [2],
        b"2",
    ]
    never += [object(), "x" * 5000, "yes no", "1e1", "0x3", "1_0", "+3", "-3"]
    never += ["\x00", "\n3\n3", float("nan"), 2 + 0j]
    match option:
        case Whole():
            return [
                *never,
                True,
                False,
                option.low - 1,
                option.high + 1,
                str(option.high + 1),
                "3,0",
            ]
        case Choice():
            return [*never, True, 0, 1, option.words[0][:-1], f"{option.words[0]}s"]
        case Flag():
            return [*never, 0, 1, 2, "1", "0", "y", "maybe"]
    raise AssertionError(option)


@pytest.mark.parametrize(("id", "name", "option"), OPTIONS)
def test_wrong_value_is_refused_with_the_limits(id: str, name: str, option: Option[Any]) -> None:
    for value in _wrong(option):
        message = refused(id, **{name: value})
        assert name in message
        assert option.limits() in message


@pytest.mark.parametrize("value", [[HUGE], {"a": HUGE}], ids=["list", "dict"])
def test_value_without_a_repr_is_refused(value: object) -> None:
    for id, name, option in FIELDS:
        assert option.limits() in refused(id, **{name: value})


@pytest.mark.parametrize(
    "text",
    ["\x1b[2J" * 20, "\x00" * 50, "\ue000" * 50, "\U000e0001" * 50],
    ids=["escapes", "nulls", "private", "tags"],
)
def test_refusal_of_any_input_is_short(text: str) -> None:
    assert "a whole number from" in refused("sum", target=text)
    assert "size" in refused("run", **{text: 3})
    assert "not a number" in refused("maze", board=f"1 2/3 {text}")
    with pytest.raises(UnknownGame, match="maze") as error:
        numduel.new(text)
    assert is_one_sentence(str(error.value), max_chars=100 + len(listed(EVERY_GAME, "and")))


@pytest.mark.parametrize(("id", "name", "option"), OPTIONS)
def test_limits_are_inclusive(id: str, name: str, option: Option[Any]) -> None:
    if isinstance(option, Whole):
        for value in (option.low, option.high):
            assert option.accept(value) == option.accept(str(value)) == value


@given(st.sampled_from(FIELDS), st.one_of(st.text(), st.integers(), st.floats(), st.binary()))
def test_any_option_value_is_accepted_or_refused(
    field: tuple[str, str, Option[Any]], value: object
) -> None:
    _, name, option = field
    try:
        taken, said = option.accept(value), None
    except SetupError as error:
        taken, said = None, str(error)
    if said is None:
        assert option.accept(taken) == taken
        assert type(taken) in (int, str, bool)
    else:
        assert said.startswith(f"{name} must be {option.limits()}")
        assert is_one_sentence(said, max_chars=600)


@pytest.mark.parametrize("id", EVERY_GAME)
@pytest.mark.parametrize(
    "name", ["colour", "", "Size", "self", "given", "fields", "x" * 5000, "a\nb"]
)
def test_unknown_option_is_refused_with_the_known_ones(id: str, name: str) -> None:
    message = refused(id, **{name: 3})
    for known in find(id).options_type.fields:
        assert known in message


def test_options_cannot_be_changed() -> None:
    for id in EVERY_GAME:
        options = numduel.new(id).options
        before = options.texts()
        for name in before:
            with pytest.raises(AttributeError, match="can't be changed"):
                setattr(options, name, 3)
        assert options.texts() == before


@given(drawn_games(), drawn_games())
def test_options_compare_and_hash_as_values(one: AnyGame, two: AnyGame) -> None:
    same = type(one.options) is type(two.options) and one.options.texts() == two.options.texts()
    assert (one.options == two.options) is same
    assert not same or hash(one.options) == hash(two.options)
    assert type(one.options)(**one.options.texts()) == one.options


@pytest.mark.parametrize(("extra", "diagonal"), [(5, 0), (0, 5), (3, 2), (144, 144)])
def test_more_bonus_cells_than_cells_are_refused(extra: int, diagonal: int) -> None:
    assert "room for only 4" in refused("maze", size=2, extra=extra, diagonal=diagonal)
    assert "room for only 2" in refused(
        "maze", size=2, starts="random", extra=extra, diagonal=diagonal
    )


@pytest.mark.parametrize("target", [1, 2])
def test_random_starts_need_two_cells_below_the_target(target: int) -> None:
    assert "2 edge cells below the target" in refused("maze", starts="random", target=target)


def test_default_target_is_the_row_sum_of_a_magic_square() -> None:
    """M6: n(n²+1)/2, unless a target is given."""
    assert [numduel.new("maze", size=n).options.target for n in (2, 3, 4, 12)] == [5, 15, 34, 870]
    assert numduel.new("maze", size=4, target=20).options.target == 20


# ---- names and seeds


@pytest.mark.parametrize(
    "id", ["", "no-such-game", "maze2", "m", "мaze", "x" * 5000, "maze\nrun", "\x00", 7, None]
)
def test_unknown_game_is_refused_with_the_known_ones(id: Any) -> None:
    there = listed(EVERY_GAME)
    near = rf" isn't a game. (Choose {there}|Did you mean maze\?)$"
    with pytest.raises(UnknownGame, match=near) as error:
        numduel.new(id)
    assert is_one_sentence(str(error.value), max_chars=100 + len(there))


@pytest.mark.parametrize("seed", [-1, 2**64, HUGE, True, "7", 7.0, "", [7], b"7"], ids=lambda _: "")
def test_wrong_seed_is_refused_with_the_limits(seed: Any) -> None:
    for id in EVERY_GAME:
        assert f"from 0 to {2**64 - 1}" in refused(id, seed=seed)


# ---- boards of any game


@given(drawn_games())
def test_visible_board_with_its_options_gives_an_equal_game(game: AnyGame) -> None:
    again = numduel.new(game.id, board=game.board or None, **game.options.texts())
    assert again == game


def test_random_board_suits_its_options(every_variant: list[Variant]) -> None:
    for variant in every_variant:
        for seed in range(20):
            game = variant.new(seed)
            again = numduel.new(variant.id, board=laid_open(game) or None, **game.options.texts())
            assert again == game, variant


def test_game_without_a_board_refuses_one() -> None:
    without = [id for id in EVERY_GAME if not numduel.new(id).board]
    assert len(without) > 4
    for id in without:
        for board in ("", " ", "1 2/3 4", "x"):
            assert refused(id, board=board) == f"{find(id).title} has no board"


@pytest.mark.parametrize("board", [5, 1.5, b"1 2/3 4", ["1 2", "3 4"], True], ids=repr)
def test_board_that_is_not_text_is_refused(board: Any) -> None:
    for id in EVERY_GAME:
        assert "board" in refused(id, board=board)


@given(st.sampled_from(EVERY_GAME), st.one_of(st.text(), st.text("0123456789 ,/?+x@\n-")))
@example("maze", "1+ 2+/3+ 4+")
@settings(max_examples=300)
def test_any_board_text_is_accepted_or_refused(id: str, board: str) -> None:
    game: AnyGame | None
    try:
        game, said = numduel.new(id, board=board, seed=1), ""
    except SetupError as error:
        game, said = None, str(error)
    if game is None:
        assert is_one_sentence(said, max_chars=600)
    else:
        again = numduel.new(id, board=laid_open(game) or None, **game.options.texts())
        assert again == game


# ---- square boards of the five, row by row


def _rewritten(board: str) -> list[str]:
    rows = board.split("/")
    return [
        board,
        board.replace(" ", ","),
        board.replace(" ", ", "),
        board.replace(" ", " , ").replace("/", " / "),
        "/".join(row.replace(" ", "," if n % 2 else "  ") for n, row in enumerate(rows)),
        f"\n {board.replace(' ', chr(9))} \n",
        board.replace("/", "/\n"),
    ]


@given(drawn_games(ON_A_SQUARE))
def test_square_board_as_text_gives_an_equal_game(game: AnyGame) -> None:
    board, options = laid_open(game), game.options.texts()
    for text in _rewritten(board):
        again = numduel.new(game.id, board=text, **options)
        assert again == game
        assert laid_open(again) == board
        assert again.start() == game.start()
    again = numduel.new(game.id, board=board, **{k: v for k, v in options.items() if k != "size"})
    assert again == game


@pytest.mark.parametrize("id", ON_A_SQUARE)
def test_size_must_agree_with_a_square_board(id: str) -> None:
    for size, other in product((2, 3, 4), repeat=2):
        game = numduel.new(id, size=size)
        for given_size in (other, str(other)):
            if size == other:
                again = numduel.new(id, board=laid_open(game), size=given_size)
                assert again.options.size == size
            else:
                message = refused(id, board=laid_open(game), size=given_size)
                assert f"size is {other}" in message
                assert str(size) in message


@pytest.mark.parametrize("id", ON_A_SQUARE)
def test_size_with_a_line_end_is_refused_on_one_line(id: str) -> None:
    assert "size is 4" in refused(id, board=laid_open(numduel.new(id, size=3)), size="4\n")


@pytest.mark.parametrize("size", [1, 13, "3.0", True, HUGE, LONG, None], ids=lambda _: "")
@pytest.mark.parametrize("id", ON_A_SQUARE)
def test_wrong_size_is_refused_even_with_a_square_board(id: str, size: Any) -> None:
    message = refused(id, board=laid_open(numduel.new(id, size=3)), size=size)
    assert "a whole number from 2 to 12" in message


SHAPES = {
    "": "empty; write it row by row",
    " ": "empty; write it row by row",
    "\n": "empty; write it row by row",
    "/": "must be square",
    "1": "it must have 2 to 12",
    "1 2 3 4": "it must have 2 to 12",
    "1 2/3": "row 2 of the board has 1 cell, but row 1 has 2",
    "1 2/3 4 5": "row 2 of the board has 3 cells, but row 1 has 2",
    "1 2/3 4/": "row 3",
    "/1 2/3 4": "row 2",
    "1 2//3 4": "row 2",
    "1 2 3/4 5 6": "must be square",
    "1 2/3 4/5 6": "must be square",
    "/".join(["1 2"] * 13): "it must have 2 to 12",
    "/" * 10**5: "it must have 2 to 12",
    "1 " * 10**5: "it must have 2 to 12",
    "1 " * 10**5 + "/" + "1 " * 10**5: "must be square",
}


@pytest.mark.parametrize("id", ON_A_SQUARE)
@pytest.mark.parametrize(("board", "said"), SHAPES.items(), ids=range(len(SHAPES)))
def test_board_that_is_not_square_is_refused(id: str, board: str, said: str) -> None:
    assert said in refused(id, board=board)


NO_NUMBERS = [
    "a",
    "-1",
    "1.5",
    "٣",
    "３",
    "²",
    LONG,
    "99999",
    "1;",
    "½",
    "\x1b",
    "++",
]


@pytest.mark.parametrize("id", ON_A_SQUARE)
@pytest.mark.parametrize("cell", NO_NUMBERS, ids=range(len(NO_NUMBERS)))
def test_cell_that_is_not_a_number_is_refused(id: str, cell: str) -> None:
    assert "not a number" in refused(id, board=f"1 2/3 {cell}")


@pytest.mark.parametrize("id", ON_A_SQUARE)
@pytest.mark.parametrize("cell", ["0", "5", "9999"])
def test_number_out_of_range_is_refused_with_the_range(id: str, cell: str) -> None:
    options = {"highest": 4} if "highest" in find(id).options_type.fields else {}
    message = refused(id, board=f"1 2/3 {cell}", **options)
    assert "from 1 to 4" in message or "0 can't be on the board" in message


@pytest.mark.parametrize("id", ["maze", "quest"])
def test_repeated_number_is_refused(id: str) -> None:
    assert "2 is on the board twice; use each number from 1 to 4 once" in refused(
        id, board="1 2/2 4"
    )


# ---- suffixes on maze boards, hidden cells on quest boards


@pytest.mark.parametrize(
    ("board", "said"),
    [
        ("1@1 2/3 4", "one starting cell @1 and another @2"),
        ("1@2 2/3 4", "one starting cell @1 and another @2"),
        ("1@1 2@1/3 4@2", "one starting cell @1 and another @2"),
        ("1@1@2 2/3 4", "not a number, such as 5, 5+, 5x or 5@1"),
        ("1@3 2/3 4", "not a number, such as 5, 5+, 5x or 5@1"),
        ("1x+ 2/3 4", "not a number, such as 5, 5+, 5x or 5@1"),
        ("1@1+ 2/3 4", "not a number, such as 5, 5+, 5x or 5@1"),
        ("1@1 2 3/4 5@2 6/7 8 9", "5 isn't on the edge"),
    ],
)
def test_invalid_cell_suffixes_are_refused(board: str, said: str) -> None:
    assert said in refused("maze", board=board)


@pytest.mark.parametrize(
    ("board", "option"),
    [
        ("1+ 2/3 4", {"extra": 2}),
        ("1+ 2/3 4", {"extra": 0}),
        ("1+ 2/3 4", {"diagonal": 1}),
        ("1x 2/3 4", {"extra": 1}),
        ("1@1 2/3 4@2", {"starts": "chosen"}),
    ],
)
def test_options_must_agree_with_the_cell_suffixes(board: str, option: dict[str, object]) -> None:
    (name,) = option
    assert f"{name} is {option[name]}, but this board needs" in refused(
        "maze", board=board, **option
    )


def test_start_at_or_above_the_target_is_refused() -> None:
    """M6: both starting cells are below the target."""
    for target in (3, 4):
        message = refused("maze", board="1@1 2/3 4@2", target=target)
        assert message == f"no player can start on 4 with target {target}"
    assert numduel.new("maze", board="1@1 2/3 4@2", target=5).start().me.total == 1


def test_cell_suffixes_set_the_options() -> None:
    game = numduel.new("maze", board="1+@1 2x/3 4@2", target=9)
    assert game.options.texts() == {
        "size": "2",
        "target": "9",
        "starts": "random",
        "extra": "1",
        "diagonal": "1",
    }
    assert game.board == "1+@1 2x/3 4@2"


@given(st.permutations(range(1, 10)), st.sets(st.integers(0, 8)), st.integers(0, 2**64 - 1))
def test_question_marks_on_a_board_are_dealt(
    numbers: list[int], hidden: set[int], seed: int
) -> None:
    cells = ["?" if cell in hidden else str(number) for cell, number in enumerate(numbers)]
    board = "/".join(" ".join(cells[row : row + 3]) for row in (0, 3, 6))
    dealt = laid_open(numduel.new("quest", board=board, seed=seed))
    found = dealt.replace("/", " ").split()
    assert sorted(found) == sorted(map(str, numbers))
    assert all(cell in ("?", number) for cell, number in zip(cells, found, strict=True))
