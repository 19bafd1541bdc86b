"""Default features: pictures as numbers, and pictures that can't be converted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from duel_support import is_one_sentence, with_more_games
from numduel import Chance, Fact, Match, Over, Picture, Player, Tag, Tile, Turn
from numduel.errors import RulesError
from numduel.features import MAX_CODE, SEATS, STAGE, TILE_FEATURES, PictureFeatures
from numduel.games import find

TURN = Turn(Player.ONE, ("a",))


def picture(
    *facts: Fact, rows: tuple[tuple[Tile, ...], ...] = ((Tile("1"), Tile("2")),)
) -> Picture:
    return Picture(rows, facts, Player.ONE)


def numbers(
    shown: Picture, status: Any = TURN, player: Player = Player.ONE, first: Picture | None = None
) -> tuple[int, ...]:
    features = PictureFeatures("It", first or shown)
    return features.numbers(shown, status, player, is_to_move=player is Player.ONE)


def names(shown: Picture) -> list[str]:
    """Return the names of the facts in the layout."""
    features = PictureFeatures("It", shown).layout[1]
    return [feature.name for feature in features[len(TILE_FEATURES) : -3]]


@pytest.fixture
def more_games() -> Iterator[None]:
    with with_more_games():
        yield


# ---- numbers


def test_layout_has_tiles_facts_stage_and_seats() -> None:
    shape, features = PictureFeatures("It", picture(Fact("Left", 3))).layout
    assert shape == (1, 2)
    assert features[:6] == TILE_FEATURES
    assert features[-3:] == (STAGE, *SEATS)
    assert names(picture(Fact("Left", 3))) == ["Left"]


def test_picture_without_tiles_counts_as_one_empty_tile() -> None:
    features = PictureFeatures("It", picture(rows=()))
    assert features.layout[0] == (1, 1)
    assert numbers(picture(rows=())) == (0, 0, 0, 0, 0, 0, 0, 1, 1)


def test_short_rows_are_padded() -> None:
    shown = picture(rows=((Tile("1"),), (Tile("2"), Tile("3"))))
    assert PictureFeatures("It", shown).layout[0] == (2, 2)
    assert numbers(shown)[:4] == (2, 0, 3, 4)


def test_own_facts_come_before_the_opponents() -> None:
    shown = picture(
        Fact("Left", 9), Fact("Sum", 1, Player.ONE), Fact("Sum", 2, Player.TWO), rows=((Tile(""),),)
    )
    assert names(shown) == ["my Sum", "their Sum", "Left"]
    assert numbers(shown)[6:9] == (2, 3, 10)
    assert numbers(shown, player=Player.TWO)[6:9] == (3, 2, 10)


def test_fact_of_one_player_keeps_its_position() -> None:
    shown = picture(Fact("Hunter", 1, Player.TWO), Fact("Sum", 3, Player.ONE), rows=())
    assert names(shown) == ["Player 2 Hunter", "Player 1 Sum"]
    assert numbers(shown)[6:8] == numbers(shown, player=Player.TWO)[6:8] == (2, 4)


def test_tokens_are_counted_and_marks_belong_to_players() -> None:
    tags = (Tag("x", "mine", Player.ONE), Tag("!", "neutral"))
    shown = picture(rows=((Tile("5", (Player.ONE, Player.TWO, Player.ONE), tags),),))
    label, mine, theirs, my_marks, their_marks, others = numbers(shown)[:6]
    assert (label, mine, theirs, their_marks) == (6, 2, 1, 0)
    assert my_marks != others
    assert numbers(shown, player=Player.TWO)[1:6] == (1, 2, 0, my_marks, others)


@pytest.mark.parametrize(
    ("status", "stages"),
    [
        (TURN, (0, 0)),
        (Chance(()), (1, 1)),
        (Over(Player.ONE, "end"), (2, 3)),
        (Over(Player.TWO, "end"), (3, 2)),
        (Over(None, "end"), (4, 4)),
    ],
)
def test_stage_shows_the_result_for_the_observer(status: Any, stages: tuple[int, int]) -> None:
    assert tuple(numbers(picture(), status, player)[-3] for player in Player) == stages


def test_each_number_has_its_own_code() -> None:
    values = [*range(-999, 10_000), "", "a", "b", "-", "007", "+1", "99999", "-5000", "½"]
    codes = [numbers(picture(Fact("X", value), rows=()))[6] for value in values]
    assert len(set(codes)) == len(codes)
    assert all(0 <= code <= MAX_CODE for code in codes)


def test_changed_limit_changes_the_code() -> None:
    first, other = picture(Fact("X", 3, limit=5)), picture(Fact("X", 3, limit=6))
    assert numbers(first) != numbers(other, first=first)


# ---- refusals


def refusal(first: Picture, later: Picture) -> str:
    with pytest.raises(RulesError) as error:
        numbers(later, first=first)
    assert is_one_sentence(str(error.value))
    return str(error.value)


@pytest.mark.parametrize(
    "later",
    [
        picture(),
        picture(Fact("Y", 1)),
        picture(Fact("X", 1, Player.ONE)),
        picture(Fact("X", 1), Fact("Y", 1)),
        picture(Fact("X", 1), Fact("X", 1)),
    ],
)
def test_changing_facts_are_refused(later: Picture) -> None:
    keep = "keep the facts of the first, or define layout and features"
    assert refusal(picture(Fact("X", 1)), later) == f"a picture of It has different facts: {keep}"


@pytest.mark.parametrize("rows", [(), ((Tile("1"),),), ((Tile("1"), Tile("2")),) * 2])
def test_changing_tiles_are_refused(rows: tuple[tuple[Tile, ...], ...]) -> None:
    assert "has different rows or columns: keep" in refusal(picture(), picture(rows=rows))


def test_duplicate_fact_labels_are_refused() -> None:
    with pytest.raises(RulesError, match="It has two facts with the same label"):
        PictureFeatures("It", picture(Fact("X", 1), Fact("X", 2)))


@pytest.mark.usefixtures("more_games")
def test_game_with_changing_facts_gets_an_error() -> None:
    nim: Any = find("nim")

    class Growing(nim):  # type: ignore[misc]
        def picture(self, state: Any) -> Picture:
            shown: Picture = super().picture(state)
            more = [Fact("Moves", 1)] if state != self.start() else []
            return shown._replace(facts=(*shown.facts, *more))

    game = Growing(nim.options_type(piles=2), (1, 2))
    match = Match(game)
    game.features(match.state, Player.ONE)
    match.play("1,1")
    with pytest.raises(RulesError, match="a picture of Nim has different facts"):
        game.features(match.state, Player.ONE)
