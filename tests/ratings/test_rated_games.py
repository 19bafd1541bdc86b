"""The games that count for a rating, and the file that keeps their decisions."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from rating_support import play_as, save_match

import numduel
from numduel.core import Player
from numduel.engine import Engine
from numduel.play.match import Match
from numduel.play.series import Series, Side
from numduel.ratings import rated_games
from numduel.ratings.decisions import Tally
from numduel.ratings.rated_games import (
    RatedGame,
    Uncounted,
    find_objection,
    format_game,
    load_rated_games,
    parse_game,
    rate_match,
)
from numduel.ratings.scale import scales
from numduel.storage import json_files
from numduel.storage.input_tag import START_TAG, mark_input

pytestmark = pytest.mark.usefixtures("home")


def finished(game: str = "sum", opponent: str = "casual", **options: Any) -> Match:
    """Return a game that the person resigned at once."""
    match = Match(numduel.new(game, seed=7, **options))
    Series((Side("", "human"), Side(opponent, opponent))).tag(match)
    match.resign(Player.ONE)
    return match


def test_decisions_are_those_of_the_person() -> None:
    for number in (0, 1):  # as Player 1, as Player 2
        rated = rate_match(Engine(), play_as("perfect", "random", "sum", number))
        assert isinstance(rated, RatedGame)
        assert (rated.game, rated.opponent, rated.result) == ("sum", "random", "won")
        assert rated.decisions
        assert all(tally.kept == tally.number for tally in rated.decisions.values())


def test_every_reason_not_to_count() -> None:
    open_game = Match(numduel.new("sum"))
    Series((Side("", "human"), Side("casual", "casual"))).tag(open_game)
    helped, piped, continued = finished(), finished(), finished()
    helped.tags["Help"] = "hints=1"
    mark_input(piped, is_piped=True)
    continued.tags[START_TAG] = "position"
    programs = finished()
    programs.tags["Type1"] = "random"
    cases = {
        Uncounted.UNFINISHED: open_game,
        Uncounted.FRIEND: finished(opponent="human"),
        Uncounted.NO_PERSON: programs,
        Uncounted.HELP: helped,
        Uncounted.PIPED: piped,
        Uncounted.CONTINUED: continued,
        Uncounted.OTHER_RULES: finished(target=20),
        Uncounted.LUCK: finished("quest"),
    }
    for reason, match in cases.items():
        assert find_objection(match) is reason, reason
        assert rate_match(Engine(), match) is reason
    assert find_objection(finished("quest", stand=True)) is None


def test_a_game_of_your_own_has_no_scale() -> None:
    path = Path(__file__).parents[1] / "sixth" / "nim.py"
    kind = numduel.load_game(str(path))
    match = Match(kind.setup({}, None, numduel.Dice(1)))
    Series((Side("", "human"), Side("casual", "casual"))).tag(match)
    match.resign(Player.ONE)
    assert find_objection(match) is Uncounted.NO_SCALE


def test_line_of_a_game_can_be_read_again() -> None:
    game = RatedGame("maze", "my bot", "lost", 5.0, {"1": Tally(2, 1.25), "10+": Tally(1, 1.0)})
    assert parse_game(format_game(game), 5.0) == game._replace(opponent="my_bot")
    for line in ("", "maze", "maze casual", "maze casual tied 0=1/1", "chess casual won 0=1/1"):
        assert parse_game(line, 0.0) is None, line


# ---- saved games


def save_games(number: int) -> list[str]:
    return [
        save_match(play_as("casual", "beginner", "maze", n), at=1_000_000 + 60 * n).path
        for n in range(number)
    ]


def test_saved_games_are_rated_oldest_first() -> None:
    save_games(4)
    helped = play_as("casual", "beginner", "maze", 9)
    helped.tags["Help"] = "undone=1"
    save_match(helped, at=2_000_000)
    games, is_complete = load_rated_games(Engine())
    assert is_complete
    assert [game.at for game in games] == [1_000_000 + 60 * n for n in range(4)]
    assert load_rated_games(Engine()).games == games


def test_decisions_are_kept_and_follow_the_files() -> None:
    paths = save_games(3)
    before = load_rated_games(Engine()).games
    data = json_files.load(rated_games.FILE_STEM)
    assert len(data) == 3
    changed = {key: text.partition("|")[0] + "|maze casual won 0=9/9" for key, text in data.items()}
    json_files.keep(rated_games.FILE_STEM, changed)
    assert {game.decisions["1"].number for game in load_rated_games(Engine()).games} == {9}
    os.utime(paths[0], (2_000_000, 2_000_000))  # changed, so it is computed again
    os.unlink(paths[1])
    again = load_rated_games(Engine()).games
    assert [game.decisions for game in again] == [{"1": Tally(9, 9.0)}, before[0].decisions]
    assert len(json_files.load(rated_games.FILE_STEM)) == 2


@pytest.mark.parametrize("text", ["{", "[]", '{"a": 1}', "\x00", ""])
def test_damaged_file_is_computed_again(text: str) -> None:
    save_games(2)
    before = load_rated_games(Engine()).games
    path = Path(json_files.file(rated_games.FILE_STEM))
    path.write_text(text, encoding="utf-8")
    assert load_rated_games(Engine()).games == before
    assert len(json.loads(path.read_text(encoding="utf-8"))) == 2


def test_damaged_entries_are_computed_again() -> None:
    save_games(3)
    before = load_rated_games(Engine()).games
    keys = list(json_files.load(rated_games.FILE_STEM))
    damaged = dict(zip(keys, [5, "x|maze casual won 0=1/2", "x|chess a won"], strict=True))
    json_files.keep(rated_games.FILE_STEM, damaged)
    assert load_rated_games(Engine()).games == before


def test_game_in_a_file_with_a_strange_name_and_date_counts() -> None:
    [path] = save_games(1)
    try:
        os.replace(os.fsencode(path), os.fsencode(os.path.dirname(path)) + b"/\xff|.numduel")
    except OSError:
        pytest.skip("this disk has only names in Unicode")
    os.utime(os.fsencode(os.path.dirname(path)) + b"/\xff|.numduel", (-5000, -5000))
    for _ in range(2):  # computed, and read from the file
        [game] = load_rated_games(Engine()).games
        assert game.at == 0  # unknown, because no one played before 1970
    assert len(json_files.load(rated_games.FILE_STEM)) == 1


def test_games_are_looked_at_again_when_the_scale_has_other_rules() -> None:
    save_match(finished(target=20))
    assert load_rated_games(Engine()).games == []
    before = scales()["sum"]
    scales()["sum"] = before._replace(options={"target": 20})
    try:
        assert len(load_rated_games(Engine()).games) == 1
    finally:
        scales()["sum"] = before
    assert load_rated_games(Engine()).games == []


def test_cancelled_work_keeps_what_is_done() -> None:
    save_games(4)
    assert load_rated_games(Engine(), lambda: True) == ([], False)
    assert not json_files.load(rated_games.FILE_STEM)
    started: list[int] = []
    games, is_complete = load_rated_games(Engine(), lambda: len(started) > 2, started.append)
    assert not is_complete
    assert len(games) == len(json_files.load(rated_games.FILE_STEM)) == 2
    started = []
    games, is_complete = load_rated_games(Engine(), progress=started.append)
    assert is_complete
    assert (len(games), len(started)) == (4, 2)


def test_unreadable_games_are_left_out() -> None:
    paths = save_games(2)
    Path(paths[0]).write_text("damaged", encoding="utf-8")
    games, is_complete = load_rated_games(Engine())
    assert is_complete
    assert len(games) == 1


@pytest.mark.slow
def test_number_of_games_is_bounded() -> None:
    text = Path(save_games(1)[0]).read_text(encoding="utf-8")
    folder = Path(json_files.file("x")).parent / "games"
    for number in range(rated_games.MAX_GAMES + 20):
        path = folder / f"20200101-000000-maze-{number}.numduel"
        path.write_text(text, encoding="utf-8")
        os.utime(path, (5_000_000 + number, 5_000_000 + number))
    assert len(load_rated_games(Engine()).games) == rated_games.MAX_GAMES
    size = os.path.getsize(json_files.file(rated_games.FILE_STEM))
    assert size < json_files.MAX_FILE_CHARS
    assert len(json_files.load(rated_games.FILE_STEM)) == rated_games.MAX_GAMES
