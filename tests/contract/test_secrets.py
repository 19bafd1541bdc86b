"""Nothing readable depends on a hidden number of Number Quest (Q1)."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import numduel
from duel_support import CHOICES, Variant, drawn_matches, laid_open, visible_board, where
from numduel import Match, MoveError, Player
from numduel.core import AnyGame

BOARD = "2 7 6/9 5 1/4 3 8"


def written(numbers: list[int], size: int) -> str:
    return "/".join(" ".join(map(str, numbers[r : r + size])) for r in range(0, size**2, size))


def everything_readable(match: Match) -> dict[str, Any]:
    """Return everything that a player, bot, screen or log can see of a match in progress."""
    game, state = match.game, match.state
    seen: dict[str, Any] = {
        "repr": (
            repr(match),
            str(match),
            f"{match}",
            repr(game),
            str(game),
            repr(vars(match.game)["_board"]),
        ),
        "public game": pickle.dumps(game),
        "public attributes": {
            k: v for k, v in vars(game).items() if not callable(v) and k != "_grid"
        },
        "identity": (game, hash(game), game.options),
        "boards": (match.board, game.board, laid_open(game), visible_board(match)),
        "texts": (game.intro(), game.drawing(), game.expects(state)),
        "asked": game.ask(state) if match.player is not None else None,
        "reports": [
            game.report(s, p.move) for s, p in zip(match.states, match.plies, strict=False)
        ],
        "pictures": [game.picture(s) for s in match.states],
        "states": (match.states, match.plies, match.status, match.moves, match.turn),
        "views": [pickle.dumps(match.view(player)) for player in Player],
        "keys": [game.key(s) for s in match.states],
        "record": numduel.record.dumps(match),
    }
    for text in (*game.vocabulary, "", "nonsense", "9,9", "stand", "undo"):
        if text not in match.moves:
            try:
                match.play(text)
            except MoveError as error:
                seen[f"error {text}"] = (str(error), repr(error), error.args)
    return seen


@st.composite
def two_boards_that_agree_on_what_was_seen(draw: st.DrawFn) -> tuple[Match, Match]:
    """Return two matches with the same moves, whose boards differ only in hidden numbers."""
    size = draw(st.sampled_from([2, 3]))
    options: dict[str, Any] = {"target": draw(st.integers(3, 40)), "stand": draw(st.booleans())}
    numbers = draw(st.permutations(range(1, size**2 + 1)))
    dealer = numduel.new("quest", board=written(numbers, size), **options)
    match, done = Match(dealer), []
    for choice in draw(CHOICES):
        if choice % 7 == 0 and match.plies:
            match.undo()
            done.append("undo")
        elif not match.is_over:
            done.append(match.moves[choice % len(match.moves)])
            match.play(done[-1])
            if match.reason:  # then all numbers are shown
                break
    if match.reason is not None:
        match.undo()
        done.append("undo")
    shown = match.board.replace("/", " ").split()
    unseen = [cell for cell, number in enumerate(shown) if number == "?"]
    moved = dict(zip(unseen, draw(st.permutations(unseen)), strict=True))
    permuted = [numbers[moved.get(cell, cell)] for cell in range(size**2)]
    other = Match(numduel.new("quest", board=written(permuted, size), **options))
    for text in done:
        other.undo() if text == "undo" else other.play(text)
    return match, other


@pytest.mark.slow
@given(two_boards_that_agree_on_what_was_seen())
@settings(max_examples=200)
def test_readable_data_is_independent_of_hidden_numbers(matches: tuple[Match, Match]) -> None:
    one, two = map(everything_readable, matches)
    for what in one:
        assert one[what] == two[what], what


@given(st.permutations(range(1, 10)), st.permutations(range(1, 10)))
def test_games_that_differ_only_in_hidden_numbers_are_equal(one: list[int], two: list[int]) -> None:
    """Otherwise a player could find the hidden board by comparing."""
    first = numduel.new("quest", board=written(one, 3))
    second = numduel.new("quest", board=written(two, 3))
    assert first == second
    assert hash(first) == hash(second)
    assert repr(first) == repr(second) == str(first)
    assert first.board == "? ? ?/? ? ?/? ? ?"


@given(drawn_matches(["quest"]))
def test_game_of_a_match_contains_no_hidden_number(match: Match) -> None:
    def hidden_free(game: AnyGame) -> bool:
        return set(laid_open(game)) <= set("? /")

    assert hidden_free(match.game)
    assert hidden_free(pickle.loads(pickle.dumps(match.game)))
    assert hidden_free(match.game.public())
    assert set(vars(match.game)["_board"]) == {0}


@given(drawn_matches(["quest"]))
def test_match_shows_revealed_numbers_and_at_the_end_all(match: Match) -> None:
    dealt = laid_open(match._dealer)
    if match.is_over:
        assert match.board == dealt
        assert "?" not in match.board
        return
    revealed = {
        match.plies[number - 1].move: ply.move
        for number, ply in enumerate(match.plies)
        if ply.player is None
    }
    shown = match.board.replace("/", " ").split()
    names = [move for move in match.game.vocabulary if "," in move]
    assert dict(zip(names, shown, strict=True)) == {name: revealed.get(name, "?") for name in names}


@given(drawn_matches(["quest"]), st.integers(0, 100), st.integers(0, 100))
def test_undo_and_another_cell_cannot_reroll(match: Match, first: int, other: int) -> None:
    assume(not match.is_over)
    cells = [move for move in match.moves if move != "stand"]
    one, two = cells[first % len(cells)], cells[other % len(cells)]
    found = []
    for cell in (one, two, one):
        match.play(cell)
        found.append(next(p.move for p in reversed(match.plies) if p.player is None))
        match.undo()
    assert found[0] == found[2]
    assert (found[0] == found[1]) is (one == two)


@given(drawn_matches(["quest"]))
def test_revealed_number_stays_visible_after_undo(match: Match) -> None:
    assume(not match.is_over)
    before = match.board
    for _ in [ply for ply in match.plies if ply.player is not None]:
        match.undo()
    assert match.board == before
    assert match.state == match.game.start()


def test_remaining_numbers_are_equally_likely() -> None:
    game = numduel.new("quest", board=BOARD)
    chosen = game.play(game.start(), "1,1")
    odds = dict(game.status(chosen).odds)  # type: ignore[union-attr]
    assert sorted(odds) == [str(number) for number in range(1, 10)]
    assert len(set(odds.values())) == 1


def test_error_during_a_reveal_shows_nothing_hidden() -> None:
    game = numduel.new("quest", board=BOARD).public()
    chosen = game.play(game.start(), "1,1")
    assert game.objection(chosen, "1,2") == "chance decides next"


def test_seed_is_not_readable_by_players(every_variant: list[Variant]) -> None:
    seed = 1234567890123456789
    for variant in every_variant:
        game = variant.new(seed)
        match = Match(game)
        with where(variant):
            for readable in (repr(game), repr(match), repr(match.game), repr(vars(match.game))):
                assert str(seed) not in readable
            assert seed.to_bytes(8, "little") not in pickle.dumps(match.game)
