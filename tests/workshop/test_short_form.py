"""The short form: what follows from declared parts, and errors that name the author's line."""

from __future__ import annotations

import pickle
import types
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import numduel
from duel_support import where
from numduel import Chance, Dice, Match, Over, Player, Turn
from numduel.core import AnyGame, HiddenBoard
from numduel.errors import RulesError, SetupError
from numduel.workshop import (
    Cell,
    Cells,
    Grid,
    Hidden,
    HiddenShortGame,
    Number,
    Numbers,
    Options,
    Owners,
    Pairs,
    PerPlayer,
    Position,
    ShortGame,
    Tokens,
    Whole,
    Words,
)


def new(kind: Any, board: str | None = None, seed: int = 1, **options: object) -> AnyGame:
    game: AnyGame = kind.setup(options, board, Dice(seed))
    return game


# ---- a game with every part


class ShopOptions(Options):
    rows = Whole(2, 1, 3, "rows")
    columns = Whole(3, 1, 4, "columns")
    target = Whole(9, 1, 50, "the sum that wins")


class Shop(Position):
    prices = Grid("rows", "columns", highest=9, deal="random")
    owners = Owners("rows", "columns")
    places = Tokens((0, -1))
    sums = PerPlayer(start=0, highest=99, label="Sum", limit="target")
    turns_left = Number(start=9, highest=9)


class Shopping(ShortGame[ShopOptions, Shop, Cell]):
    id = "shopping"
    title = "Shopping"
    summary = "Buy things for {target}."
    moves = Cells("prices")
    has_draws = True
    asks = "buy what ({expects})?"
    tells = "{player} bought {move} from {other}"
    endings = {
        "reached": ("{winner} beat {loser}", "{winner} would beat {loser}"),
        "empty": "everything is sold",
    }

    def why_not(self, shop: Shop, cell: Cell) -> str | None:
        return None if shop.owners[cell] is None else "this is sold"

    def change(self, shop: Shop, cell: Cell) -> Player | None:
        shop.owners[cell] = shop.player
        shop.places[shop.player] = cell
        shop.sums[shop.player] += shop.prices[cell]
        shop.turns_left -= 1
        return shop.player if shop.prices[cell] == 1 else None

    def ended(self, shop: Shop) -> Over | None:
        for player in Player:
            if shop.sums[player] >= self.options.target:
                return Over(player, "reached")
        return None

    def stuck(self, shop: Shop) -> Over:
        return Over(None, "empty")


def test_everything_follows_from_the_parts() -> None:
    game = new(Shopping, "1 2 3/4 5 6")
    assert game.options.rows == 2
    assert game.board == "1 2 3/4 5 6"
    assert game.vocabulary == ("1,1", "1,2", "1,3", "2,1", "2,2", "2,3")
    assert game.has_visible_deal
    state = game.start()
    assert state.places == (0, 5)
    after = game.play(state, "1,1")
    assert after.player is Player.ONE, "the author returned the same player"
    assert state == game.start(), "a position never changes"
    after = game.play(after, "2,3")
    assert (after.player, after.sums, after.turns_left) == (Player.TWO, (7, 0), 7)
    assert game.status(after) == Turn(Player.TWO, ("1,2", "1,3", "2,1", "2,2"))
    assert game.objection(after, "1,1") == "this is sold"
    assert game.question(after) == "buy what (a cell as row,column from 1,1 to 2,3)?"
    assert game.deed(after, "2,1") == "Player 2 bought 2,1 from Player 1"
    picture = game.picture(after)
    assert [fact.words for fact in picture.facts] == ["Sum: 7 of 9", "Sum: 0 of 9", "Turns left: 7"]
    assert picture.rows[1][2].tokens == (Player.ONE, Player.TWO)
    over = game.play(game.play(after, "1,2"), "2,2")
    assert (game.ending(over), game.prospect(over)) == (
        "Player 1 beat Player 2",
        "Player 1 would beat Player 2",
    )
    assert pickle.loads(pickle.dumps(over)) == over
    assert repr(over).startswith("Shop(player=<Player.TWO: 1>, prices=(1, 2, 3, 4, 5, 6)")


def test_features_have_the_layout_and_put_the_own_first() -> None:
    game = new(Shopping, "1 2 3/4 5 6")
    state = game.play(game.play(game.start(), "2,1"), "1,2")
    (rows, columns), features = game.layout()
    assert (rows, columns) == (2, 3)
    names = [feature.name for feature in features]
    assert names == [
        *("prices", "my owners", "their owners", "my places", "their places"),
        *("my sums", "their sums", "turns left", "seat", "to move"),
    ]
    for player, sums in ((Player.ONE, (4, 2)), (Player.TWO, (2, 4))):
        numbers = game.features(state, player)
        assert len(numbers) == 5 * 6 + 5
        assert numbers[30:32] == sums
        assert numbers[-2:] == (player + 1, int(player is Player.ONE))
        wholes = [
            feature.highest for feature in features for _ in range(6 if feature.per_tile else 1)
        ]
        assert all(0 <= number <= highest for number, highest in zip(numbers, wholes, strict=True))


def test_given_boards_set_and_check_the_options() -> None:
    assert new(Shopping, "5 5").options.columns == 2
    for board, said in {
        "1 2 3 4 5": "must be a whole number from 1 to 4, not 5",
        "0 1": "0 on the board is not a number from 1 to 9",
        "1 x": "'x' on the board is not a number",
        "1 2/3": "row 2 of the board has 1 cell, but row 1 has 2",
        "": "the board is empty",
    }.items():
        with where(board), pytest.raises(SetupError, match=said):
            new(Shopping, board)
    with pytest.raises(SetupError, match="rows is 3, but this board needs 1"):
        new(Shopping, "1 2", rows=3)


class SquareOptions(Options):
    size = Whole(2, 1, 3, "size")


class Squares(Position):
    cells = Grid("size", "size", deal="shuffled")


class Taking(ShortGame[SquareOptions, Squares, Cell]):
    id = "taking"
    title = "Taking"
    summary = "Take the last number."
    endings = {"last": "{winner} took the last number"}

    def why_not(self, squares: Squares, cell: Cell) -> str | None:
        return None if squares.cells[cell] else "it is gone"

    def change(self, squares: Squares, cell: Cell) -> None:
        squares.cells[cell] = 0

    def ended(self, squares: Squares) -> Over | None:
        return None if any(squares.cells) else Over(squares.player.other, "last")


def test_shuffled_boards_have_each_number_once() -> None:
    game = new(Taking)
    assert sorted(game.board.replace("/", " ").split()) == list("1234")
    boards = list(Taking.boards(game.options) or ())
    assert len(boards) == 24
    with pytest.raises(SetupError, match="2 is on the board twice"):
        new(Taking, "1 2/2 3")
    with pytest.raises(SetupError, match="2 rows of 3; it must have as many rows as columns"):
        new(Taking, "1 2 3/4 5 6")
    assert Taking.boards(SquareOptions(size=3)) is not None


# ---- moves


class NoParts(Position):
    left = Number(start=2, highest=2)


class Choosing(ShortGame[Options, NoParts, Any]):
    id = "choosing"
    title = "Choosing"
    summary = "Move twice."
    reasons = ("done",)

    def why_not(self, position: NoParts, move: Any) -> str | None:
        self.seen = move
        return None

    def change(self, position: NoParts, move: Any) -> None:
        position.left -= 1

    def ended(self, position: NoParts) -> Over | None:
        return None if position.left else Over(Player.ONE, "done")

    moves = Words("yes", "no")


def test_moves_are_numbers_words_or_pairs() -> None:
    for moves, texts, expects in (
        (Numbers(2, 4), ("2", "3", "4"), "a number from 2 to 4"),
        (Words("up", "down"), ("up", "down"), "up or down"),
        (Pairs(Numbers(1, 2), Numbers(1, 1)), ("1,1", "2,1"), "such as 1,1"),
        (Pairs(Words("a"), Numbers(1, 2)), ("a-1", "a-2"), "such as a-1"),
        (Pairs(Numbers(1, 2), Numbers(1, 2), only=int.__lt__), ("1,2",), "such as 1,2"),
    ):
        kind = type("Chosen", (Choosing,), {"moves": moves})
        game = new(kind)
        assert game.vocabulary == texts
        assert expects in game.expects(game.start())
        match = Match(game)
        match.play(match.read(texts[-1]))
        assert match.moves == texts


def test_texts_without_templates_have_defaults() -> None:
    game = new(Choosing)
    match = Match.replay(game, ["yes", "no"])
    assert game.question(game.start()) == "play which move (yes or no)?"
    assert game.deed(game.start(), "yes") == "Player 1 played yes"
    assert "for this reason: done" in game.ending(match.state)
    assert "would end for this reason: done" in game.prospect(match.state)


# ---- chance and hidden boards


class Throw(Position):
    die = Number(start=0, highest=3)
    sums = PerPlayer(start=0, highest=20)


class Throwing(ShortGame[Options, Throw, str]):
    id = "throwing"
    title = "Throwing"
    summary = "Throw to 4."
    moves = Words("throw")
    outcomes = Numbers(1, 2)
    endings = {"four": "{winner} has four"}

    def odds(self, throw: Throw) -> dict[int, int] | None:
        return {1: 1, 2: 3} if throw.die else None

    def drawn(self, throw: Throw, number: int) -> None:
        throw.sums[throw.player] += number
        throw.die = 0

    def why_not(self, throw: Throw, word: str) -> str | None:
        return None

    def change(self, throw: Throw, word: str) -> Player:
        throw.die = 3
        return throw.player

    def ended(self, throw: Throw) -> Over | None:
        winners = [player for player in Player if throw.sums[player] >= 4]
        return Over(winners[0], "four") if winners else None


def test_dice_have_the_odds_that_the_author_gives() -> None:
    game = new(Throwing)
    assert (game.chance, game.chance_outcomes) == (True, ("1", "2"))
    state = game.play(game.start(), "throw")
    assert game.status(state) == Chance((("1", Fraction(1, 4)), ("2", Fraction(3, 4))))
    assert state.player is Player.ONE
    after = game.play(state, "2")
    assert (after.player, after.sums) == (Player.TWO, (2, 0))
    assert game.objection(state, "throw") == "chance decides next"
    match = Match(game, dice=Dice(1))
    while match.moves:
        match.play("throw")
    assert match.reason == "four"


class Caves(Position):
    caves = Hidden(2, 2, copies=2)
    found = PerPlayer(start=0, highest=9)


class Digging(HiddenShortGame[Options, Caves, Cell]):
    id = "digging"
    title = "Digging"
    summary = "Uncover twos."
    has_draws = True
    endings = {"more": "{winner} found more", "equal": "both found as much"}

    def why_not(self, caves: Caves, cell: Cell) -> str | None:
        return "it is open" if caves.caves[cell] else None

    def change(self, caves: Caves, cell: Cell) -> None:
        caves.uncovering = cell

    def uncovered(self, caves: Caves, cell: Cell, number: int) -> Player | None:
        caves.found[caves.player] += number
        return caves.player if number == 2 else None

    def ended(self, caves: Caves) -> Over | None:
        one, two = caves.found
        if not all(caves.caves):
            return None
        return Over(None, "equal") if one == two else Over(Player(two > one), "more")


def test_hidden_board_is_known_to_the_dealer_alone() -> None:
    game = new(Digging, "1 2/2 1")
    assert isinstance(game, HiddenBoard)
    assert game.board == "? ?/? ?"
    assert game.laid_open() == "1 2/2 1"
    public = game.public()
    assert isinstance(public, HiddenBoard)
    assert public.laid_open() == "? ?/? ?"
    state = game.play(game.start(), "1,2")
    assert state.uncovering == 1
    half = Fraction(1, 2)
    assert game.status(state) == Chance((("1", half), ("2", half)))
    assert (game.answer(state), public.answer(state)) == ("2", None)
    assert game.picture(state).rows[0][1].tags[0].meaning == "being revealed"
    after = game.play(state, "2")
    assert (after.player, after.found, after.uncovering) == (Player.ONE, (2, 0), None)
    assert game.shown(after) == "? 2/? ?"
    third = Fraction(1, 3)
    odds = game.status(game.play(after, "1,1"))
    assert odds == Chance((("1", 2 * third), ("2", third)))
    assert game.features(state, Player.ONE) != game.features(game.start(), Player.ONE)
    names = [feature.name for feature in game.layout()[1]]
    assert names == ["caves", "being revealed", "my found", "their found", "seat", "to move"]


def test_hidden_boards_may_be_given_in_part() -> None:
    game = new(Digging, "1 ?/? ?", seed=3)
    assert isinstance(game, HiddenBoard)
    assert sorted(game.laid_open().replace("/", " ").split()) == list("1122")
    for board, said in (("1 1/1 ?", "1 is on the board too often"), ("0 ?/? ?", "write ?")):
        with pytest.raises(SetupError, match=said):
            new(Digging, board)
    match = Match(new(Digging, "2 2/1 1"), dice=Dice(1))
    for move in ("1,1", "1,2", "2,1", "2,2"):
        match.play(move)
    assert (match.winner, match.states[-1].found) == (Player.ONE, (5, 1))
    assert numduel.record.dumps(match).count("=") == 4


# ---- errors


def variant(**changes: Any) -> AnyGame:
    """Return a Shopping game with other methods or declarations."""
    kind = type("Changed", (Shopping,), {"id": "changed", **changes})
    return new(kind, "1 2 3/4 5 6")


def set_to(name: str, value: Any) -> Any:
    def change(self: Any, shop: Any, cell: Cell) -> None:
        if isinstance(value, tuple):
            getattr(shop, name)[value[0]] = value[1]
        else:
            setattr(shop, name, value)

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (set_to("prices", (0, None)), "the part prices is wrong: 1,1: None isn't a whole number"),
        (set_to("prices", (0, 10)), "the part prices is wrong: 1,1: 10 isn't from 0 to 9"),
        (set_to("prices", (5, -1)), "2,3: -1 isn't from 0 to 9"),
        (set_to("prices", (1, 2.0)), "1,2: 2.0 isn't a whole number"),
        (set_to("prices", (1, True)), "True isn't a whole number"),
        (set_to("prices", [1]), "it has 1 cells instead of 6"),
        (set_to("owners", (0, 1)), "1 isn't a player or None"),
        (set_to("places", (0, 6)), "6 isn't a cell or None"),
        (set_to("sums", (0, 100)), "100 isn't from 0 to 99"),
        (set_to("sums", [1]), "instead of one for each player"),
        (set_to("turns_left", 0.5), "0.5 isn't a whole number"),
        (set_to("turns_left", Cell(2, 3)), "the cell 1,3 isn't a plain number: write int(cell)"),
        (set_to("turns_left", Player.TWO), "Player 2 isn't a plain number: write int(player)"),
        (set_to("turns_left", 10), "10 isn't from 0 to 9"),
        (set_to("player", Player.TWO), "return who moves next instead"),
        (lambda self, shop, cell: 1, "returned 1 instead of a player"),
    ],
)  # fmt: skip
def test_value_outside_its_bounds_is_refused(change: Any, said: str) -> None:
    game = variant(change=change)
    with pytest.raises(RulesError) as refused:
        game.play(game.start(), "1,1")
    assert said in str(refused.value)


def test_wrong_end_and_a_turn_without_a_move_are_refused() -> None:
    game = variant(ended=lambda self, shop: "Player 1")
    with pytest.raises(RulesError, match="returned 'Player 1' from ended: return Over"):
        game.status(game.start())
    game = variant(why_not=lambda self, shop, cell: "no", stuck=ShortGame.stuck)
    with pytest.raises(RulesError, match="a turn without a move: define stuck"):
        game.status(game.start())
    game = variant(why_not=lambda self, shop, cell: "no", stuck=lambda self, shop: None)
    with pytest.raises(RulesError, match="returned None from stuck: return Over"):
        game.status(game.start())
    game = variant(why_not=lambda self, shop, cell: False)
    with pytest.raises(RulesError, match="returned False from why_not: return the reason"):
        game.status(game.start())


@pytest.mark.parametrize("weights", [[1, 3], {1: 0, 2: 0}, {1: 0.5, 2: 0.5}])
def test_odds_that_are_no_weights_are_refused(weights: object) -> None:
    methods = {"id": "changed", "odds": lambda self, throw: weights if throw.die else None}
    game = new(type("Changed", (Throwing,), methods))
    state = game.play(game.start(), "throw")
    with pytest.raises(RulesError, match="has wrong odds: return a dictionary"):
        game.status(state)


FAILING = """
from numduel.workshop import *

class Pile(Position):
    stones = Number(start=3, highest=3)

class Failing(ShortGame[Options, Pile, int]):
    id = "failing"
    title = "Failing"
    summary = "It fails."
    moves = Numbers(1, 3)
    reasons = ("last",)

    def why_not(self, pile, number):
        return None if number < 3 else {}["x"]

    def change(self, pile, number):
        pile.stones -= number
        pile.stone = 3

    def ended(self, pile):
        return None
"""


def test_errors_in_the_rules_name_the_authors_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMDUEL_GAMES", "")
    file = tmp_path / "failing.py"
    file.write_text(FAILING)
    game = new(numduel.load_game(file))
    for ask, said in (
        (lambda: game.status(game.start()), "Failing, line 15: KeyError: 'x'"),
        (lambda: game.forbids(game.start(), "3"), "Failing, line 15: KeyError: 'x'"),
        (lambda: game.play(game.start(), "1"), "Failing, line 19: AttributeError: "),
    ):
        with pytest.raises(RulesError) as refused:
            ask()
        assert str(refused.value).startswith(said)


def positions(name: str, parts: dict[str, Any]) -> Any:
    """Return a class of positions."""
    return types.new_class(name, (Position,), exec_body=lambda body: body.update(parts))


def declare(base: Any, kind: Any, **contents: Any) -> Any:
    """Return a class of a game with these positions."""
    bases = (base if kind is None else base[Options, kind, Any],)
    texts = {"id": "declared", "title": "Declared", "summary": "x", "reasons": ("x",)}
    methods = {name: lambda *_: None for name in ("why_not", "change", "ended")}
    return types.new_class(
        "Declared", bases, exec_body=lambda body: body.update({**texts, **methods, **contents})
    )


def test_declarations_that_do_not_go_together_are_refused() -> None:
    two = positions("Two", {"a": Owners(1, 1), "b": Owners(1, 1)})
    hidden = positions("Hidden", {"a": Hidden(1, 2)})
    named = positions("Named", {"a": Number(0, "most")})
    added = positions("Added", {"a": Number(0, "rows + columns")})
    for declaring, said in (
        (lambda: declare(ShortGame, None), "doesn't name its positions"),
        (lambda: declare(ShortGame, two), "Two has 2 boards"),
        (lambda: declare(ShortGame, NoParts), "NoParts has 0 boards"),
        (lambda: declare(ShortGame, hidden), "the base HiddenShortGame"),
        (lambda: declare(HiddenShortGame, two), "needs a part Hidden"),
        (
            lambda: declare(ShortGame, named, moves=Numbers(1, 2)),
            "uses 'most' as an option; its options are none",
        ),
        (
            lambda: declare(ShortGame, added, moves=Numbers(1, 2)),
            "to calculate, write a function: lambda options: options.NAME + 1",
        ),
        (lambda: declare(ShortGame, NoParts, moves=Numbers(1, "x")), "uses 'x'"),
        (lambda: variant(tells="{who} bought"), "tells of Changed has {who} in braces"),
        (lambda: variant(asks="{0}?"), "has {0} in braces"),
        (lambda: variant(asks="{?"), "wrong brace"),
        (lambda: variant(endings={"reached": "{move}", "empty": ""}), "has {move} in braces"),
        (lambda: Words("Two words"), "'Two words' can't be a move"),
        (lambda: positions("P", {"player": Number(0, 1)}), "a part 'player'"),
        (lambda: positions("P", {"_x": Number(0, 1)}), "a part '_x'"),
        (lambda: positions("P", {"x": Tokens()}), "has tokens but no board"),
        (lambda: Grid(1, 1, deal="all"), 'deal is "random" or "shuffled"'),  # type: ignore[arg-type]
    ):
        with where(said), pytest.raises(RulesError) as refused:
            declaring()
        assert said in str(refused.value)


def test_start_outside_its_bounds_and_no_moves_are_refused() -> None:
    wide = positions("Wide", {"x": Number(5, 3)})
    kind = declare(ShortGame, wide, moves=Numbers(1, 2))
    with pytest.raises(SetupError, match="x at the start: 5 isn't from 0 to 3"):
        new(kind)
    kind = declare(ShortGame, NoParts, moves=Numbers(2, 1))
    with pytest.raises(SetupError, match="leave no move"):
        new(kind)


# ---- what authors can rely on


def test_tokens_and_uncovered_numbers_come_with_rows_and_columns() -> None:
    game = new(Shopping, "1 2 3/4 5 6")
    one, two = game.start().places
    assert (one.row, one.column) == (0, 0)
    assert (two.row, two.column) == (1, 2)
    copy = pickle.loads(pickle.dumps(game.start()))
    assert copy == game.start()
    assert (copy.places[1].row, copy.places[1].column) == (1, 2)

    class Noting(Digging):
        def uncovered(self, caves: Caves, cell: Cell, number: int) -> Player | None:
            caves.found[caves.player] = 4 * cell.row + cell.column
            return None

    digging = new(Noting, "1 2/2 1")
    after = digging.play(digging.play(digging.start(), "2,2"), "1")
    assert after.found == (5, 0)


def test_cells_by_row_and_column() -> None:
    game = new(Shopping, "1 2 3/4 5 6")
    assert isinstance(game, Shopping)
    assert game.cell_at(1, 2) == game.cells[5]
    assert [game.cell_at(-1, 0), game.cell_at(0, 3), game.cell_at(2, 0)] == [None, None, None]


def test_error_about_a_part_names_the_move() -> None:
    class Free(Shopping):
        def change(self, shop: Shop, cell: Cell) -> None:
            shop.sums[shop.player] = 100

    game = new(Free, "1 2 3/4 5 6")
    with pytest.raises(RulesError, match="after '2,1': the part sums is wrong: 100 isn't from 0"):
        game.play(game.start(), "2,1")
