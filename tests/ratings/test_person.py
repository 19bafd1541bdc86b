"""A person's standing: the curve, and the next opponent."""

from __future__ import annotations

import pytest

from numduel.play.players import CHARACTERS, LEVELS
from numduel.ratings.decisions import Decisions, Tally
from numduel.ratings.person import (
    ENOUGH,
    MAX_POINTS,
    PersonInGame,
    Suggestion,
    rate_person,
)
from numduel.ratings.rated_games import RatedGame, Result
from numduel.ratings.scale import ENOUGH as ENOUGH_GAMES
from numduel.ratings.scale import MIN_NUMBER, WIDE, scales
from numduel.views.rating_text import (
    NO_CHOICES,
    describe_after_game,
    describe_counted,
    describe_curve,
    describe_next,
    describe_rating,
    describe_strength,
)

GOOD: Decisions = {"1": Tally(2, 2.0), "3": Tally(2, 2.0), "5–6": Tally(1, 1.0)}
BAD: Decisions = {"1": Tally(2, 0.0), "3": Tally(2, 0.0)}


def games(
    number: int, result: Result, opponent: str = "casual", decisions: Decisions = GOOD
) -> list[RatedGame]:
    return [RatedGame("maze", opponent, result, float(n), decisions) for n in range(number)]


def standing(*played: list[RatedGame]) -> PersonInGame:
    [found] = rate_person([game for some in played for game in some])
    return found


def ladder(kind: tuple[str, ...]) -> list[str]:
    opponents = scales()["maze"].opponents
    return sorted(kind, key=lambda name: opponents[name].rating.value)


def test_clear_results_lead_one_step_up_or_down() -> None:
    for kind in (LEVELS, CHARACTERS):
        ordered = ladder(kind)
        for index, name in enumerate(ordered):
            up = standing(games(7, "won", name), games(3, "lost", name)).suggestion
            lost, won = games(8, "lost", name, BAD), games(2, "won", name, BAD)
            down = standing(lost, won).suggestion
            if index + 1 < len(ordered):
                assert up == Suggestion(ordered[index + 1], name, 7, 10)
            if index:
                assert down == Suggestion(ordered[index - 1], name, 2, 10)


def test_suggestion_follows_the_rating_without_clear_results() -> None:
    few = standing(games(ENOUGH - 1, "won"))
    drawn = standing(games(10, "drawn"))
    mixed = standing(games(5, "won"), games(5, "lost"))
    for person in (few, drawn, mixed):
        assert person.suggestion is not None
        assert person.suggestion.latest == ""
        assert person.suggestion.opponent in (*LEVELS, *CHARACTERS)
    weak = standing(games(10, "drawn", decisions=BAD)).suggestion
    strong = standing(games(10, "drawn")).suggestion
    assert weak is not None
    assert strong is not None
    ratings = {name: one.rating.value for name, one in scales()["maze"].opponents.items()}
    assert ratings[weak.opponent] < ratings[strong.opponent]


def test_high_rating_outweighs_lost_games() -> None:
    person = standing(games(30, "lost", "beginner"))
    assert person.rating is not None
    assert person.rating.interval[0] > person.scale.opponents["beginner"].rating.value
    assert person.suggestion is not None
    assert person.suggestion.latest == ""
    assert describe_next(person).endswith(": closest to your rating.")


def test_suggestion_after_one_game_claims_nothing_about_strength() -> None:
    first = standing(games(1, "won"))
    assert first.suggestion is not None
    assert first.suggestion.is_early
    assert describe_next(first).startswith("Next, try ")


def test_games_before_the_first_choice_are_not_counted() -> None:
    person = standing(games(2, "won", decisions={}), games(3, "won"))
    assert person.rating is not None
    assert person.rating.games == len(person.points) == 3
    assert describe_curve(person).startswith("Your rating over 3 games")


def test_only_the_latest_opponent_decides_the_step() -> None:
    person = standing(games(10, "won", "casual"), games(10, "lost", "expert"))
    assert person.suggestion is not None
    assert person.suggestion.latest == "expert"


def test_curve_has_the_latest_points_and_is_bounded() -> None:
    person = standing(games(MAX_POINTS + 60, "won"))
    assert len(person.points) == MAX_POINTS
    assert person.points[-1].at == MAX_POINTS + 59
    assert person.points[0].rating.games == 50  # the games before it count


def test_value_is_named_only_if_the_interval_is_narrow() -> None:
    first, later = standing(games(1, "won")), standing(games(40, "won"))
    assert first.is_wide
    assert not later.is_wide
    assert describe_rating(first).startswith("Between ")
    assert "more games" in describe_rating(first)
    assert describe_rating(later).startswith("About ")
    assert describe_strength(first) == ""
    assert describe_strength(later)
    assert describe_next(later)


def vague_games(number: int) -> list[RatedGame]:
    """Return games of Number Quest, whose choices say little about a weak player."""
    decisions: Decisions = {"no forced win": Tally(1, 0.9)}
    return [RatedGame("quest", "casual", "lost", float(n), decisions) for n in range(number)]


def test_value_is_named_after_20_games_even_if_the_interval_stays_wide() -> None:
    before, after = standing(vague_games(ENOUGH_GAMES - 1)), standing(vague_games(ENOUGH_GAMES))
    for person in (before, after):
        assert person.rating is not None
        (low, high), (weakest, strongest) = person.rating.interval, person.scale.range
        assert high - low > WIDE * (strongest - weakest)
    assert before.is_wide
    assert describe_rating(before).endswith("It needs more games to say more.")
    assert not after.is_wide
    assert describe_rating(after).startswith("About ")
    assert "more games" not in describe_after_game(after)


def test_few_games_name_no_value_even_if_the_interval_is_narrow() -> None:
    few, enough = standing(perfect_games(MIN_NUMBER - 1)), standing(perfect_games(MIN_NUMBER))
    assert few.is_wide
    assert few.suggestion is not None
    assert few.suggestion.is_early
    assert describe_strength(few) == ""
    assert not enough.is_wide


def perfect_games(number: int) -> list[RatedGame]:
    """Return games of Sum Battle, whose choices soon show a perfect player."""
    decisions: Decisions = {"7–9": Tally(3, 3.0), "5–6": Tally(2, 2.0)}
    return [RatedGame("sum", "expert", "won", float(n), decisions) for n in range(number)]


def test_line_after_a_game_names_change_and_suggestion() -> None:
    person = standing(games(30, "won", decisions=BAD), games(1, "won"))
    low, high = map(round, person.points[-1].rating.interval)
    value = round(person.points[-1].rating.value)
    change = value - round(person.points[-2].rating.value)
    assert change > 0
    expected = f"Your rating in Number Maze: about {value} ({low}–{high}), up {change}. You beat "
    assert describe_after_game(person).startswith(f"{expected}Casual 10 of 10: ")


def test_line_after_a_game_explains_a_change_against_the_result() -> None:
    cases: list[tuple[Result, Decisions, str]] = [
        ("won", BAD, "your choices count, not the win."),
        ("lost", GOOD, "your choices count, not the loss."),
        ("won", GOOD, ""),
        ("lost", BAD, ""),
        ("drawn", BAD, ""),
    ]
    for result, latest, text in cases:
        before = games(20, "won", "beginner", GOOD if latest is BAD else BAD)
        line = describe_after_game(standing(before, games(1, result, "ida", latest)))
        assert text in line
        assert ("choices count" in line) == bool(text)


@pytest.mark.parametrize("decisions", [{}, {"1": Tally(0, 0.0)}])
def test_games_without_choices_change_nothing(decisions: Decisions) -> None:
    before, after = (
        standing(games(5, "won")),
        standing(games(5, "won"), games(1, "won", decisions={})),
    )
    assert before.rating is not None
    assert after.rating is not None
    assert after.change == 0
    assert describe_counted(games(1, "won", decisions=decisions)[0]) == NO_CHOICES
    none = standing(games(2, "won", decisions={}))
    assert describe_rating(none).startswith("No rating yet")
    assert describe_after_game(none).startswith("No rating in Number Maze yet: you had no ")
