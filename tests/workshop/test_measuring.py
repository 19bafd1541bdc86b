"""The measurements of a game, and the verdict."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from schema_support import check

import numduel
from duel_support import ENGINE, plenty, walk, where, with_more_games
from numduel import Turn
from numduel.arena.matches import play_match
from numduel.engine.opponents.levels import Memory, seat
from numduel.intervals import Measure
from numduel.views.workshop_json import report_json
from numduel.workshop.measuring import (
    LADDER,
    GameReport,
    PlayedGame,
    Study,
    measure_game,
    measure_play,
)
from numduel.workshop.verdict import headline, standards, verdict

CHOMP = Path(__file__).parents[2] / "examples" / "games" / "chomp.py"

GAMES = 8


@pytest.fixture(autouse=True)
def more_games() -> Iterator[None]:
    with with_more_games():
        numduel.load_game(CHOMP)
        yield


@cache
def report(id: str, **options: object) -> GameReport:
    return measure_game(Study(id, tuple(options.items()), GAMES, seed=3))


def test_small_game_is_measured_exactly() -> None:
    found = report("chomp", rows=2, columns=3)
    assert found.boards.is_solved
    assert (found.boards.how, found.boards.won) == ("one", (1, 0))
    assert found.first_player_worth == (1.0, None)
    everything = found.everything
    assert everything is not None
    turns = [s for s in walk(found.game) if isinstance(found.game.status(s), Turn)]
    assert everything.positions == len(turns)
    exact = [ENGINE.analyse(found.game, state, plenty()) for state in turns]
    assert everything.real == sum(
        len({value.worth for value in one.moves.values()}) > 1 for one in exact
    )
    assert found.dead_reasons == ()
    assert found.longest is not None
    assert found.longest.moves == ()
    value = numduel.analyse(found.game, found.game.start()).value
    assert found.longest.report.value == value


def test_report_repeats_for_a_seed_and_differs_for_another() -> None:
    study = Study("maze", games=6, seed=5)
    assert report_json(measure_game(study)) == report_json(measure_game(study))
    other = measure_game(study._replace(seed=6))
    assert report_json(other)["turns"] != report_json(measure_game(study))["turns"]


@pytest.mark.parametrize("id", ["chomp", "maze", "quest"])
def test_players_with_a_shared_memory_play_the_same(id: str) -> None:
    memory, levels = Memory(), ("perfect", "expert")

    def moves(number: int, **more: Any) -> list[str]:
        game = numduel.new(id, seed=number // 2)
        return [ply.move for ply in play_match(game, levels, number, **more).plies]

    for number in range(4):
        shared = moves(number, make=lambda level, luck: seat(level, luck, memory))
        assert shared == moves(number)


def test_boards_are_all_solved_if_there_are_few() -> None:
    found = report("maze", size=2)
    assert (found.boards.how, found.boards.boards, found.boards.won) == ("all", 24, (0, 24))
    assert found.first_player_worth == (0.0, None)
    sample = report("maze")
    assert (sample.boards.how, sample.boards.boards) == ("sample", 4 * GAMES)
    low, high = sample.first_player_worth.interval or (0, 0)
    assert low < 0.4668 < high, "the exact share, from docs/solved.md"


def test_pure_luck_has_no_real_choices() -> None:
    found = report("quest")
    assert found.boards.worth == Fraction(1039, 2520)
    for name in ("decisions", "decisions_per_game"):
        figure = found.figures[name]
        assert figure is not None
        assert figure.value == 0
    assert found.surprise is None
    assert found.longest is None
    assert (found.dead_reasons, found.everything) == (("closest",), None)
    assert "No choice matters: every legal move is worth the same." in texts(found)
    assert headline(found) == (
        "Slightly one-sided (41% for Player 1), and pure luck (no choice matters)."
    )


@pytest.mark.slow
def test_draws_are_counted() -> None:
    found = report("pick15")
    assert (found.boards.drawn, found.boards.worth) == (1, Fraction(1, 2))
    draws = found.figures["draws"]
    assert draws is not None
    assert draws.value == sum(game.is_draw for game in found.played) / GAMES
    assert "With perfect play the game is a draw." in texts(found)
    assert any(text.endswith("are draws.") for text in texts(found))


def test_few_games_do_not_prove_that_no_choice_matters() -> None:
    found = report("chomp", rows=2, columns=3)
    lucky = found._replace(figures={**found.figures, "decisions": Measure(0.0, (0.0, 0.0))})
    positions = sum(game.positions for game in lucky.played)
    expected = f"No choice mattered in the {positions} positions of these games; in others it may."
    assert expected in texts(lucky)
    assert headline(lucky).endswith("and no choice mattered in these games.")


def test_endings_that_never_occur_are_named() -> None:
    found = report("sum", target=20)
    assert found.dead_reasons == ("stuck",)
    assert found.everything is not None
    assert any(text.startswith("The ending stuck never occurs") for text in texts(found))
    assert sum(found.endings.values()) == pytest.approx(1)


def test_unsolved_game_has_estimates_and_no_perfect_players() -> None:
    found = measure_game(Study("run", (("size", 7),), 4, positions=2000))
    assert not found.boards.is_solved
    assert found.boards.worth is None
    assert [rung.stronger for rung in found.ladder] == [stronger for stronger, _ in LADDER[1:]]
    assert found.known_share < 1
    data = report_json(found)
    check(data, "game_report")
    assert (data["solved"], data["first_player_exact"]) == (False, None)
    assert data["first_player_worth"] == data["seats"][-1]["share"]
    assert texts(found)[0].startswith("The game is too large to solve here.")


def test_surprising_position_has_values_and_a_way_to_reach_it() -> None:
    for found in (report("maze"), report("chomp"), report("quest", stand=True)):
        with where(found.study.id):
            surprise = found.surprise
            assert surprise is not None
            one = surprise.found
            state = one.game.start()
            for move in one.moves:
                state = one.game.play(state, move)
            assert state == one.state
            exact = ENGINE.analyse(one.game, state, plenty())
            assert exact.moves == one.report.moves
            assert 0 < len(one.correct) < len(exact.moves)
            assert 0 <= surprise.correct <= surprise.tries
            assert 0 <= surprise.lost <= 1


def played(**changed: Any) -> PlayedGame:
    usual = PlayedGame(10, 12, 10, 30, 2, 10, 4, True, False, "exact", 3, True)
    return usual._replace(**changed)


def test_shares_of_games_have_an_interval_even_if_all_games_are_alike() -> None:
    figures = measure_play([played() for _ in range(50)])
    for name, value in (("comebacks", 1.0), ("draws", 0.0)):
        figure = figures[name]
        assert figure is not None
        low, high = figure.interval or (0, 0)
        assert figure.value == value
        assert low <= value <= high
        assert 0.05 < high - low < 0.1


def test_interval_of_choices_per_game_allows_for_games_of_different_length() -> None:
    """All positions are choices, so only the length of the games varies."""
    sizes = [2, 18] * 25
    figures = measure_play([played(positions=n, known=n, real=n) for n in sizes])
    figure = figures["decisions_per_game"]
    assert figure is not None
    assert figure.value == 10
    low, high = figure.interval or (10, 10)
    assert low < 8
    assert high > 12


def test_choices_per_game_follow_from_the_valued_games() -> None:
    unvalued = played(known=0, real=0, lead_changes=None, is_comeback=None, positions=20)
    figure = measure_play([played(), played(real=6), unvalued, unvalued])["decisions_per_game"]
    assert figure is not None
    assert figure.value == 7.5  # half of 15 positions
    low, high = figure.interval or (0, 0)
    assert low < 7.5 < high


def test_figures_follow_from_the_counts() -> None:
    unfinished = played(is_finished=False, reason="", is_comeback=None, turns=20)
    figures = measure_play([played(), played(is_comeback=False), unfinished])
    values = {name: figure and figure.value for name, figure in figures.items()}
    assert values["turns"] == pytest.approx(40 / 3)
    assert (values["plies"], values["branching"], values["forced"]) == (12, 3, 0.2)
    assert (values["decisions"], values["decisions_per_game"]) == (0.4, 4)
    assert (values["lead_changes"], values["comebacks"], values["draws"]) == (3, 0.5, 0)
    assert values["unfinished"] == pytest.approx(1 / 3)
    unknown = [played(known=0, real=0, lead_changes=None, is_comeback=None) for _ in range(3)]
    figures = measure_play([*unknown, played()])
    assert figures["lead_changes"] is None
    assert figures["decisions"] is not None


def texts(found: GameReport) -> list[str]:
    return [sentence.text for sentence in verdict(found)]


def test_every_sentence_contains_the_number_it_follows_from() -> None:
    for id in ("chomp", "maze", "race", "run", "toss", "vineyard"):
        found = report(id)
        data = report_json(found)
        check(data, "game_report")
        for figure, value, text in verdict(found):
            with where(id, text):
                assert text.endswith(".")
                assert value is not None
                if figure in ("dead_reasons", "first_player_worth"):
                    continue
                numbers = [float(n) for n in re.findall(r"\d+(?:\.\d+)?", text)]
                shown = (100 * value, value)
                assert not value or any(abs(n - one) <= 0.51 for n in numbers for one in shown)


def test_verdict_compares_with_the_five_games() -> None:
    assert list(standards()) == ["maze", "sum", "run", "quest", "race"]
    (matter,) = [text for text in texts(report("chomp")) if "of the choices matter" in text]
    share = standards()["sum"]["decisions"]
    assert share is not None
    assert f"Sum Battle ({share:.0%})" in matter
    (own,) = [text for text in texts(report("sum", target=20)) if "of the choices matter" in text]
    assert "Sum Battle" not in own, "a game is not compared with itself"


OVER_AT_ONCE = """
from numduel.workshop import Number, Numbers, Options, Over, Position, ShortGame, Whole


class Length(Options):
    size = Whole(0, 0, 9, "plies of the game")


class Plies(Position):
    plies = Number(0, "size")


class Forced(ShortGame[Length, Plies, int]):
    id = "forced_line"
    title = "Forced"
    summary = "Count."
    moves = Numbers(1, 2)
    endings = {"done": ("it was done", "it would be done"), "never": ("a", "b")}

    def why_not(self, position, move):
        return None if move == 1 else "only 1 is allowed"

    def change(self, position, move):
        position.plies += 1

    def ended(self, position):
        return Over(position.player, "done") if position.plies == self.options.size else None
"""


def test_games_without_a_choice_or_a_move_have_reports(tmp_path: Path) -> None:
    file = tmp_path / "forced_line.py"
    file.write_text(OVER_AT_ONCE)
    numduel.load_game(file)
    over = measure_game(Study("forced_line", games=2))
    check(report_json(over), "game_report")
    assert headline(over).endswith("and over before the first move.")
    assert over.dead_reasons == ("never",)
    forced = measure_game(Study("forced_line", (("size", 3),), games=2))
    check(report_json(forced), "game_report")
    assert headline(forced) == "One-sided (0% for Player 1), and without real choices."
    figure = forced.figures["forced"]
    assert figure is not None
    assert figure.value == 1
