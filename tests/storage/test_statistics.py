"""Statistics: every saved game is counted once, where it belongs."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

import numduel
from duel_support import with_more_games
from numduel import Dice, Match, Player
from numduel.budget import Budget
from numduel.play.players import RandomPlayer
from numduel.play.series import Series, Side
from numduel.storage import saves, statistics
from numduel.storage.record.end_mark import remove_end_mark
from numduel.storage.statistics import FRIEND, Statistics, OpponentRow

pytestmark = pytest.mark.usefixtures("home")

ME = Side("human", "human")
CASUAL = Side("casual", "casual")
PERFECT = Side("perfect", "perfect")
ANN, BOB = Side("Ann", "human"), Side("Bob", "human")
NOON = time.mktime((2026, 11, 15, 12, 0, 0, 0, 0, -1))
DAY = 24 * 60 * 60


def played(game: str, winner: Player | None, plies: int = 1000) -> Match:
    """A match that this player won, or, of nobody, one that was left after so many plies."""
    for seed in range(1000):
        match = Match(numduel.new(game, seed=seed), dice=Dice(seed))
        chooser = RandomPlayer(Dice(seed))
        while not match.is_over and len(match.plies) < plies:
            match.play(chooser.choose(match.state, match.moves, Budget()))
        if match.is_over == (plies == 1000) and match.winner is winner:
            return match
    raise AssertionError(f"no such match of {game} in 1000")


def keep(match: Match, one: Side, two: Side, days_ago: int = 0) -> saves.Save:
    Series((one, two)).tag(match)
    return put(match, days_ago)


def put(match: Match, days_ago: int = 0) -> saves.Save:
    save = saves.Save(f"{len(saves.list_saves()):03}-{match.game.id}")
    save.keep(match)
    os.utime(save.path, (NOON - days_ago * DAY,) * 2)
    return save


def test_nothing_played_is_nothing_counted() -> None:
    assert statistics.count() == Statistics(rows=(), watched=0, spoilt=0, whole=True)


@pytest.mark.parametrize("game", numduel.games())
@pytest.mark.parametrize("winner", Player)
@pytest.mark.parametrize("seat", Player)
def test_a_win_is_ones_own_wherever_one_sat(game: str, winner: Player, seat: Player) -> None:
    sides = (ME, CASUAL) if seat is Player.ONE else (CASUAL, ME)
    keep(played(game, winner), *sides)
    won = winner is seat
    (row,) = statistics.count().rows
    assert row == OpponentRow(game, "", "casual", 1, won, not won, 0, won, "2026-11-15")


def test_rows_are_by_game_and_by_strength_and_people_come_last() -> None:
    keep(played("race", Player.ONE), ME, PERFECT)
    keep(played("sum", Player.ONE), ANN, BOB)
    keep(played("sum", Player.ONE), ME, PERFECT)
    keep(played("sum", Player.ONE), ME, Side("random", "random"))
    keep(played("sum", Player.ONE), CASUAL, ME)
    keep(played("maze", Player.ONE), Side("human A", "human"), Side("human B", "human"))
    assert [(row.game, row.one, row.opponent) for row in statistics.count().rows] == [
        ("maze", "", FRIEND),
        ("sum", "", "random"),
        ("sum", "", "casual"),
        ("sum", "", "perfect"),
        ("sum", "Ann", "Bob"),
        ("race", "", "perfect"),
    ]


def test_unfinished_games_count_apart_but_are_the_last_played() -> None:
    keep(played("sum", None, plies=2), ME, CASUAL, days_ago=1)
    keep(played("sum", Player.ONE), ME, CASUAL, days_ago=2)
    keep(played("sum", None, plies=3), ME, CASUAL, days_ago=3)
    (row,) = statistics.count().rows
    assert row == OpponentRow(
        "sum", "", "casual", played=1, won=1, lost=0, open=2, streak=1, last="2026-11-14"
    )


def test_the_streak_is_of_the_latest_by_the_time_of_the_file() -> None:
    for days_ago, winner in ((9, 0), (1, 0), (4, 1), (2, 0), (3, 0), (8, 0), (7, 0), (6, 0)):
        keep(played("sum", Player(winner)), ME, CASUAL, days_ago)
    keep(played("sum", None, plies=2), ME, CASUAL)
    keep(played("sum", Player.TWO), ME, PERFECT)
    keep(played("maze", Player.TWO), ME, CASUAL)
    row = statistics.count().rows[1]
    assert (row.game, row.opponent, row.last) == ("sum", "casual", "2026-11-15")
    assert (row.played, row.won, row.lost, row.open, row.streak) == (8, 7, 1, 1, 3)


def drawn_match() -> Match:
    return Match.replay(numduel.new("pick15"), [*"461978235"])


def test_draws_are_neither_won_nor_lost_nor_unfinished() -> None:
    with with_more_games():
        stopped = Match(numduel.new("pick15"))
        stopped.stop()
        keep(drawn_match(), ME, CASUAL)
        keep(played("pick15", Player.ONE), ME, CASUAL, days_ago=1)
        keep(stopped, ME, CASUAL, days_ago=2)
        keep(drawn_match(), CASUAL, ME, days_ago=3)
        keep(Match(numduel.new("pick15")), ME, CASUAL, days_ago=4)
        (row,) = statistics.count().rows
    assert (row.played, row.won, row.drawn, row.lost, row.open) == (4, 1, 2, 0, 1)
    assert row.streak == 0, "a draw ends a streak"


# ---- two people


def test_two_people_keep_their_names_when_seats_swap() -> None:
    series = Series((BOB, ANN), rounds=3)
    for winner in (Player.ONE, Player.TWO, Player.TWO):  # Bob, Bob, Ann
        match = played("sum", winner)
        series.tag(match)
        put(match)
        series = series.end_round(match.winner)
    assert series.wins_line() == "Wins: Bob 2, Ann 1"
    (row,) = statistics.count().rows
    assert (row.one, row.opponent, row.won, row.lost) == ("Ann", "Bob", 1, 2)


@pytest.mark.parametrize("names", [("human A", "human B"), ("Player 1", "Player 2"), ("", "")])
def test_two_without_names_are_oneself_and_a_friend(names: tuple[str, str]) -> None:
    for winner in (Player.ONE, Player.ONE, Player.TWO):
        keep(played("sum", winner), Side(names[0], "human"), Side(names[1], "human"))
    (row,) = statistics.count().rows
    assert (row.one, row.opponent, row.won, row.lost) == ("", FRIEND, 2, 1)


@pytest.mark.parametrize("name", ["Ann", "zoe"])
def test_one_name_is_kept_and_the_other_is_a_friend(name: str) -> None:
    keep(played("sum", Player.TWO), ME, Side(name, "human"))
    keep(played("sum", Player.ONE), Side(name, "human"), ME)
    (row,) = statistics.count().rows
    assert (row.one, row.opponent, row.won, row.lost) == (name, FRIEND, 2, 0)


def test_somebody_called_like_a_level_is_not_the_level() -> None:
    keep(played("sum", Player.ONE), ME, PERFECT)
    keep(played("sum", Player.ONE), ANN, Side("perfect", "human"))
    assert [row.one for row in statistics.count().rows] == ["", "Ann"]


def test_names_cannot_move_the_cursor() -> None:
    save = keep(played("sum", Player.ONE), ANN, BOB)
    text = Path(save.path).read_text()
    Path(save.path).write_text(remove_end_mark(text).replace('"Ann"', '"An\x1b[2Jn"'))
    (row,) = statistics.count().rows
    assert row.one == "An?[2Jn"


def test_a_game_that_two_went_on_with_counts_once() -> None:
    save = keep(played("sum", None, plies=2), ME, CASUAL)
    both = [saves.Save(save.name) for _ in range(2)]
    matches = [one.load() for one in both]
    for one, match in zip(both, matches, strict=True):
        match.play(match.moves[0])
        one.keep(match)
        assert match.tags.get("Fork") == (None if one.name == save.name else save.name)
    (row,) = statistics.count().rows
    assert len(saves.list_saves()) == 2
    assert (row.played, row.open) == (0, 1)


# ---- what is in no row


def test_games_of_the_computer_alone_are_in_no_row() -> None:
    keep(played("sum", Player.ONE), CASUAL, PERFECT)
    keep(played("sum", None, plies=2), CASUAL, PERFECT)
    assert statistics.count() == Statistics(watched=2)


def test_spoilt_files_are_counted_and_passed_over() -> None:
    good = keep(played("sum", Player.ONE), ME, CASUAL)
    text = Path(good.path).read_text()
    folder = Path(saves.folder())
    (folder / "lied.numduel").write_text(text.replace('"1-0"', '"0-1"'))
    (folder / "torn.numduel").write_bytes(text.encode()[:20])
    (folder / "noise.numduel").write_bytes(b"\xff\x00\xfe")
    (folder / "empty.numduel").write_text("")
    (folder / "dir.numduel").mkdir()
    (folder / "other.txt").write_text("no game, and not called one")
    counted = statistics.count()
    assert counted.spoilt == 5
    assert [row.played for row in counted.rows] == [1]


# ---- breaking off


def test_a_reading_that_nobody_waits_for_breaks_off_with_the_latest() -> None:
    for days_ago in range(5):
        keep(played("sum", Player.ONE), ME, CASUAL, days_ago)
    asked = iter([False, False, True])
    counted = statistics.count(lambda: next(asked))
    assert not counted.whole
    assert [(row.played, row.last) for row in counted.rows] == [(2, "2026-11-15")]
    assert next(asked, None) is None
    assert statistics.count(lambda: True) == Statistics(whole=False)


def test_a_game_deleted_while_reading_is_not_spoilt() -> None:
    gone = keep(played("sum", Player.ONE), ME, CASUAL)

    def delete() -> bool:
        os.unlink(gone.path)
        return False

    assert statistics.count(delete) == Statistics()


def test_counting_changes_no_file() -> None:
    save = keep(played("sum", None, plies=2), ME, CASUAL)
    before = Path(save.path).read_bytes(), os.stat(save.path).st_mtime_ns
    statistics.count()
    assert (Path(save.path).read_bytes(), os.stat(save.path).st_mtime_ns) == before
