"""The characters: styles that show in play, in any game, at little cost."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import measure_styles
import pytest
from measure_styles import (
    PLAIN,
    Ranks,
    game_kinds,
    mean,
    measure,
    players,
    positions,
    share_better,
)

import numduel
from duel_support import SIXTH
from numduel.budget import Budget
from numduel.core import AnyGame, Move, Player, Turn
from numduel.dice import Dice
from numduel.engine.opponents.characters import CHARACTERS
from numduel.engine.opponents.levels import LEVELS
from numduel.engine.opponents.styles import (
    MAX_MOVES,
    MAX_OUTCOMES,
    MAX_PLIES_PER_CHOICE,
    MAX_REPLIES,
    STYLES,
)
from numduel.game_files import VARIABLE
from numduel.games import find, load
from numduel.intervals import proportion
from numduel.play.match import Match
from numduel.play.players import CHARACTERS as NAMES
from numduel.play.players import seat, take_turn

CHEAP_GAMES = ("maze", "sum", "run", "quest", "race", "shuttle", "vineyard")
"""Games in which all characters together choose in a few milliseconds."""


@pytest.fixture(autouse=True)
def loaded_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget the games that a test loads."""
    monkeypatch.setenv(VARIABLE, "")


def kind_named(id: str) -> type[AnyGame]:
    return find(id) if id in numduel.games() else load(SIXTH / f"{id}.py")


@cache
def measured() -> Ranks:
    return measure([kind_named(id) for id in CHEAP_GAMES], 16)


@pytest.mark.slow
@pytest.mark.parametrize("own", NAMES)
def test_style_shows_in_the_moves_of_its_character(own: str) -> None:
    means = {name: mean(ranks) for name, ranks in measured()[own].items()}
    others = [*(name for name in NAMES if name != own), PLAIN + own]
    assert means[own] > max(means[name] for name in others), means
    assert min(share_better(measured(), own, name).value for name in others) > 0.5
    assert len(measured()[own][own]) >= 40


def test_unequal_moves_decide_who_fits_a_style_better() -> None:
    ranks = {"pip": {"pip": [1.0, 0.5, 0.5, 0.0], "ida": [0.0, 0.5, 0.0, 0.5]}}
    share = share_better(ranks, "pip", "ida")
    assert share.value == 2 / 3
    assert share.interval == proportion(2, 3)


def test_page_shows_each_style_reliably() -> None:
    """In the table of docs/opponents.md, every interval is above one half."""
    text = measure_styles.PAGE.read_text(encoding="utf-8").partition(measure_styles.START)[2]
    lows = [int(low) for low in re.findall(r"\d+% \((\d+)–\d+\)", text)]
    assert len(lows) == len(NAMES) * len(NAMES)
    assert min(lows) > 50


def test_each_character_has_another_style_and_is_registered() -> None:
    assert tuple(CHARACTERS) == NAMES
    assert {character.style for character in CHARACTERS.values()} == set(STYLES)
    assert not set(CHARACTERS) & set(LEVELS)


def play(game: AnyGame, one: str, two: str, seed: int) -> Match:
    match = Match(game, dice=Dice(seed))
    choosers = [seat(who, Dice.derived(seed, who)) for who in (one, two)]
    for player, chooser in zip(Player, choosers, strict=True):
        assert chooser is not None
        chooser.begin(match.game.public(), player)
    while match.player is not None and len(match.plies) < 60:
        chooser = choosers[match.player]
        assert chooser is not None
        take_turn(chooser, match, Budget(seconds=60))
    return match


@pytest.mark.long
def test_characters_play_every_game_the_same_way_for_the_same_seed() -> None:
    pairs = [("goldie", "bruno"), ("pip", "ida"), ("trixie", "otto")]
    ours, kinds = numduel.games(), game_kinds()
    assert len(kinds) > len(ours) + 8
    for number, kind in enumerate(kinds):
        options = dict.fromkeys(kind.skill_options, True)
        one, two = pairs[number % 3]
        games = [play(kind.setup(options, None, Dice(3)), one, two, 5) for _ in range(2)]
        assert games[0].fault is None, (kind.id, games[0].fault)
        assert games[0].plies == games[1].plies, kind.id


def counting(kind: type[AnyGame]) -> tuple[type[AnyGame], list[int]]:
    """Return a game that counts the moves played with its rules, and the count."""
    count = [0]

    class Counting(kind):  # type: ignore[misc, valid-type]
        def play(self, state: Any, move: Move) -> Any:
            count[0] += 1
            return super().play(state, move)

    return Counting, count


def test_styles_try_few_moves_on_a_large_board() -> None:
    # the replies of some moves, and an answer to each; or random games
    limit = max(MAX_MOVES * MAX_REPLIES * MAX_REPLIES * MAX_OUTCOMES, 2 * MAX_PLIES_PER_CHOICE)
    for id, options in {"maze": {"size": 12}, "quest": {"size": 8, "stand": True}}.items():
        kind, count = counting(find(id))
        game = kind.setup(options, None, Dice(1)).public()
        state = game.start()
        status = game.status(state)
        assert isinstance(status, Turn)
        assert len(status.moves) > MAX_MOVES
        for style in STYLES:
            count[0] = 0
            found = style.favourites(game, state, list(status.moves), Dice(2))
            assert found, style.name
            assert set(found) <= set(status.moves)
            assert count[0] <= limit, (id, style.name)
        assert count[0] > 0, "the last style plays random games with these rules"


def test_positions_are_the_same_every_time_and_have_choices() -> None:
    for id in ("quest", "race", "pick15"):
        first, again = (list(positions(kind_named(id), 5)) for _ in range(2))
        assert [one[1:] for one in first] == [one[1:] for one in again]
        assert all(len(one.moves) > 1 for one in first)


def test_table_has_a_row_for_each_player_and_marks_each_style() -> None:
    names = players()
    ranks = {own: {name: [0.5, 1.0] for name in names} for own in CHARACTERS}
    lines = measure_styles.table(ranks).splitlines()
    assert len(lines) == len(names) + 3
    assert lines[2] == "| Goldie | **75%** | 75% | 75% | 75% | 75% | 75% |"
    assert lines[-1] == "| moves compared | 2 | 2 | 2 | 2 | 2 | 2 |"
    assert len(measure_styles.comparison(ranks).splitlines()) == len(CHARACTERS) + 2
