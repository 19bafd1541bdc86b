"""Every position of every game can be described and drawn."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings

import numduel
from duel_support import (
    FIVE,
    VARIANTS,
    Law,
    Variant,
    check_laws,
    drawn_playouts,
    is_one_sentence,
    next_moves,
    positions,
    walk,
    where,
)
from numduel import Chance, Over, Player, Turn
from numduel.core import AnyGame
from numduel.games import find
from numduel.views.narration import address

pytestmark = pytest.mark.usefixtures("every_variant")

CELLS = frozenset("0123456789,")


def are_lines(lines: list[str]) -> bool:
    """Return whether all lines are printable and contain no line ends."""
    return all(line.isprintable() for line in lines)


# ---- checks of every position of any game


def a_turn_is_put_in_lines_that_end_with_a_prompt(game: AnyGame, state: Any) -> None:
    status = game.status(state)
    if isinstance(status, Turn):
        lines = game.ask(state)
        assert lines
        assert are_lines(lines)
        assert lines[-1].endswith((": ", "? "))


def the_last_line_of_an_end_names_who_won_or_lost_or_says_draw(game: AnyGame, state: Any) -> None:
    status = game.status(state)
    if isinstance(status, Over):
        lines = game.verdict(state)
        assert are_lines(lines)
        last = lines[-1]
        if status.is_draw:
            assert "draw" in last
            assert not re.search("win|won|lose|lost", last)
        else:
            assert status.winner is not None
            assert (str(status.winner) in last and "wins the game" in last) or (
                f"{status.winner.other} cannot move and loses the game" in last
            )


def everything_that_happens_is_reported_or_leads_to_chance(game: AnyGame, state: Any) -> None:
    for move in next_moves(game, state):
        lines = game.report(state, move)
        assert are_lines(lines)
        assert lines or isinstance(game.status(game.play(state, move)), Chance)


def clauses(game: AnyGame, state: Any) -> list[str]:
    """Return all sentences about a position that address no player."""
    match game.status(state):
        case Turn(_, moves):
            threats = [game.threat(state, move) for move in moves]
            found = [game.question(state), *(threat for threat in threats if threat)]
        case Over():
            found = [game.ending(state), game.prospect(state)]
        case _:
            found = []
    return [*found, *(game.deed(state, move) for move in next_moves(game, state))]


def what_happens_is_told_in_clauses_that_speak_to_nobody(game: AnyGame, state: Any) -> None:
    for clause in clauses(game, state):
        assert is_one_sentence(clause)
        assert clause[-1] not in ".!"
        assert not re.search("(?i)congratulat|oh no|\\byou", clause), clause


def what_happens_is_told_so_that_a_name_and_you_both_fit(game: AnyGame, state: Any) -> None:
    for clause in clauses(game, state):
        for player in Player:
            line = address(clause, ("Ann", "Bob"), player)
            assert "Player" not in line
            assert not re.search(r"\b[Yy]our?\b'|\b[Yy]our\b(?! \w)", line), line
            for word in re.findall(r"\b[Yy]ou (\w+)", line):
                assert not re.fullmatch("is|are|was|were|has|have|does|do|.*[^s]s", word), line


PAST = re.compile(r"\b(was|were|had|did|could|reached|took|went|stood|led|played|won|lost)\b")


def an_end_that_did_not_happen_is_told_as_would(game: AnyGame, state: Any) -> None:
    if isinstance(game.status(state), Over):
        prospect = game.prospect(state)
        assert "would" in prospect
        assert not PAST.search(prospect), prospect
        assert prospect != game.ending(state)


def what_a_player_did_names_that_player_first(game: AnyGame, state: Any) -> None:
    status = game.status(state)
    if isinstance(status, Turn):
        for move in status.moves:
            assert game.deed(state, move).startswith(f"{status.player} ")


def what_may_be_typed_is_said_in_one_phrase(game: AnyGame, state: Any) -> None:
    phrase = game.expects(state)
    assert phrase.isprintable()
    assert 0 < len(phrase) < 120


def tiles_have_printable_labels_and_short_marks(game: AnyGame, state: Any) -> None:
    picture = game.picture(state)
    hash(picture)
    assert all(tile.label.isprintable() for tile in picture.tiles)
    for tag in {tag for tile in picture.tiles for tag in tile.tags}:
        assert tag.mark.isprintable()
        assert 0 < len(tag.mark.strip()) == len(tag.mark) <= 2
        assert tag.meaning


def a_picture_names_whose_turn_it_is_and_nobody_at_the_end(game: AnyGame, state: Any) -> None:
    status, named = game.status(state), game.picture(state).player
    match status:
        case Turn(player, _):
            assert named is player
        case Over():
            assert named is None


def pointing_at_a_tile_is_a_move_of_the_game(game: AnyGame, state: Any) -> None:
    pointed = [tile.move for row in game.picture(state).rows for tile in row if tile.move]
    assert set(pointed) <= set(game.vocabulary)
    assert len(set(pointed)) == len(pointed)


def facts_are_printable_and_have_numbers_where_they_have_limits(game: AnyGame, state: Any) -> None:
    for fact in game.picture(state).facts:
        assert fact.label.isprintable()
        assert str(fact.value).isprintable()
        if fact.limit is not None:
            assert isinstance(fact.value, int)


LAWS = [
    a_turn_is_put_in_lines_that_end_with_a_prompt,
    the_last_line_of_an_end_names_who_won_or_lost_or_says_draw,
    everything_that_happens_is_reported_or_leads_to_chance,
    what_happens_is_told_in_clauses_that_speak_to_nobody,
    what_happens_is_told_so_that_a_name_and_you_both_fit,
    an_end_that_did_not_happen_is_told_as_would,
    what_a_player_did_names_that_player_first,
    what_may_be_typed_is_said_in_one_phrase,
    tiles_have_printable_labels_and_short_marks,
    a_picture_names_whose_turn_it_is_and_nobody_at_the_end,
    pointing_at_a_tile_is_a_move_of_the_game,
    facts_are_printable_and_have_numbers_where_they_have_limits,
]


# ---- checks of the five games


def a_turn_is_put_to_its_player_alone(game: AnyGame, state: Any) -> None:
    status = game.status(state)
    if isinstance(status, Turn):
        assert str(status.player.other) not in " ".join(game.ask(state))


def every_word_that_may_be_typed_is_named(game: AnyGame, state: Any) -> None:
    status = game.status(state)
    if isinstance(status, Turn):
        for move in status.moves:
            assert set(move) <= CELLS or move in game.expects(state)


def a_picture_is_a_rectangle_of_labels_with_one_token_for_each_player(
    game: AnyGame, state: Any
) -> None:
    picture = game.picture(state)
    assert len({len(row) for row in picture.rows}) == 1
    assert all(tile.label or tile.tags for tile in picture.tiles)
    for player in Player:
        assert sum(tile.tokens.count(player) for tile in picture.tiles) <= 1


def a_cell_or_number_that_can_be_played_can_be_pointed_at(game: AnyGame, state: Any) -> None:
    status = game.status(state)
    if isinstance(status, Turn):
        pointed = {tile.move for tile in game.picture(state).tiles}
        assert {move for move in status.moves if set(move) <= CELLS} <= pointed


def facts_stay_within_their_limits_while_nobody_has_lost(game: AnyGame, state: Any) -> None:
    facts = game.picture(state).facts
    assert facts
    for fact in facts:
        if isinstance(game.status(state), Turn) and fact.limit is not None:
            assert 0 <= int(fact.value) < fact.limit


LAWS_OF_THE_FIVE = [
    a_turn_is_put_to_its_player_alone,
    every_word_that_may_be_typed_is_named,
    a_picture_is_a_rectangle_of_labels_with_one_token_for_each_player,
    a_cell_or_number_that_can_be_played_can_be_pointed_at,
    facts_stay_within_their_limits_while_nobody_has_lost,
]


def laws_of(game: AnyGame) -> list[Law]:
    return [*LAWS, *(LAWS_OF_THE_FIVE if game.id in FIVE else [])]


def test_texts_are_well_formed_in_every_variant(every_variant: list[Variant]) -> None:
    for variant in every_variant:
        game, states = positions(variant)
        check_laws(laws_of(game), game, states[::4])


@given(drawn_playouts())
@settings(max_examples=150)
def test_texts_are_well_formed_in_every_game_with_draws(played: tuple[AnyGame, list[Any]]) -> None:
    game, states = played
    check_laws(laws_of(game), game, {states[0], states[len(states) // 2], *states[-3:]})


def test_checks_include_draws_and_pictures_without_tiles(
    every_variant: list[Variant],
) -> None:
    found = [positions(variant) for variant in every_variant]
    statuses = [game.status(state) for game, states in found for state in states[::4]]
    assert any(isinstance(status, Over) and status.is_draw for status in statuses)
    assert any(not game.picture(game.start()).rows for game, _ in found)


# ---- checks of a whole game


def test_start_of_a_game_can_be_printed(every_variant: list[Variant]) -> None:
    for variant in every_variant:
        game = variant.new()
        with where(variant):
            assert are_lines(game.drawing())
            assert are_lines(game.intro())
            assert not game.intro() or game.intro()[-1] == ""


@pytest.mark.parametrize("id", FIVE)
def test_every_ending_of_the_five_games_is_reached_and_described(id: str) -> None:
    """So the checks above cover all of them."""
    verdicts: dict[str, list[str]] = {}
    for variant in VARIANTS:
        if variant.id == id:
            game, states = positions(variant)
            for state in states:
                status = game.status(state)
                if isinstance(status, Over):
                    verdicts[status.reason] = game.verdict(state)
    assert set(verdicts) == set(find(id).reasons)


def test_tie_of_number_quest_is_described() -> None:
    game = numduel.new("quest", size=2, target=10, stand=True)
    ties = [
        game.verdict(state)
        for state in walk(game)
        if isinstance(game.status(state), Over) and state.mine == state.theirs > 0
    ]
    tie = "Both have 3, and Player 2 played last."
    assert ["Both players stand.", tie, "Player 1 wins the game!"] in ties
