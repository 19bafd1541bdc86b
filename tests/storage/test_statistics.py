"""Statistics: every saved game is counted once, in the right row."""

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
from numduel.storage.statistics import FRIEND, OpponentRow, Statistics

pytestmark = pytest.mark.usefixtures("home")

ME = Side("human", "human")
CASUAL = Side("casual", "casual")
PERFECT = Side("perfect", "perfect")
ANN, BOB = Side("Ann", "human"), Side("Bob", "human")
NOON = time.mktime((2026, 11, 15, 12, 0, 0, 0, 0, -1))
DAY = 24 * 60 * 60


def make_match(game: str, winner: Player | None, plies: int = 1000) -> Match:
    """Return a match that this player won; with None, an unfinished one with `plies` plies."""
    for seed in range(1000):
        match = Match(numduel.new(game, seed=seed), dice=Dice(seed))
        chooser = RandomPlayer(Dice(seed))
        while not match.is_over and len(match.plies) < plies:
            match.play(chooser.choose(match.state, match.moves, Budget()))
        if match.is_over == (plies == 1000) and match.winner is winner:
            return match
    raise AssertionError(f"no such match of {game} in 1000")


def save_match(match: Match, one: Side, two: Side, days_ago: int = 0) -> saves.Save:
    Series((one, two)).tag(match)
    return write_save(match, days_ago)


def write_save(match: Match, days_ago: int = 0) -> saves.Save:
    save = saves.Save(f"{len(saves.list_saves()):03}-{match.game.id}")
    save.keep(match)
    os.utime(save.path, (NOON - days_ago * DAY,) * 2)
    return save


def test_no_games_give_empty_statistics() -> None:
    assert statistics.count() == Statistics(
        rows=(), between_programs=0, unreadable=0, is_complete=True
    )


@pytest.mark.parametrize("game", numduel.games())
@pytest.mark.parametrize("winner", Player)
@pytest.mark.parametrize("seat", Player)
def test_win_counts_for_the_user_from_either_seat(game: str, winner: Player, seat: Player) -> None:
    sides = (ME, CASUAL) if seat is Player.ONE else (CASUAL, ME)
    save_match(make_match(game, winner), *sides)
    won = winner is seat
    (row,) = statistics.count().rows
    assert row == OpponentRow(game, "", "casual", 1, won, not won, 0, won, "2026-11-15")


def test_rows_are_sorted_by_game_level_and_people() -> None:
    save_match(make_match("race", Player.ONE), ME, PERFECT)
    save_match(make_match("sum", Player.ONE), ANN, BOB)
    save_match(make_match("sum", Player.ONE), ME, PERFECT)
    save_match(make_match("sum", Player.ONE), ME, Side("random", "random"))
    save_match(make_match("sum", Player.ONE), CASUAL, ME)
    save_match(make_match("maze", Player.ONE), Side("human A", "human"), Side("human B", "human"))
    assert [(row.game, row.one, row.opponent) for row in statistics.count().rows] == [
        ("maze", "", FRIEND),
        ("sum", "", "random"),
        ("sum", "", "casual"),
        ("sum", "", "perfect"),
        ("sum", "Ann", "Bob"),
        ("race", "", "perfect"),
    ]


def test_unfinished_games_are_counted_separately_and_set_the_last_date() -> None:
    save_match(make_match("sum", None, plies=2), ME, CASUAL, days_ago=1)
    save_match(make_match("sum", Player.ONE), ME, CASUAL, days_ago=2)
    save_match(make_match("sum", None, plies=3), ME, CASUAL, days_ago=3)
    (row,) = statistics.count().rows
    assert row == OpponentRow(
        "sum", "", "casual", played=1, won=1, lost=0, open=2, streak=1, last="2026-11-14"
    )


def test_streak_counts_latest_games_by_file_time() -> None:
    for days_ago, winner in ((9, 0), (1, 0), (4, 1), (2, 0), (3, 0), (8, 0), (7, 0), (6, 0)):
        save_match(make_match("sum", Player(winner)), ME, CASUAL, days_ago)
    save_match(make_match("sum", None, plies=2), ME, CASUAL)
    save_match(make_match("sum", Player.TWO), ME, PERFECT)
    save_match(make_match("maze", Player.TWO), ME, CASUAL)
    row = statistics.count().rows[1]
    assert (row.game, row.opponent, row.last) == ("sum", "casual", "2026-11-15")
    assert (row.played, row.won, row.lost, row.open, row.streak) == (8, 7, 1, 1, 3)


def drawn_match() -> Match:
    return Match.replay(numduel.new("pick15"), [*"461978235"])


def test_draws_are_neither_won_nor_lost_nor_unfinished() -> None:
    with with_more_games():
        stopped = Match(numduel.new("pick15"))
        stopped.stop()
        save_match(drawn_match(), ME, CASUAL)
        save_match(make_match("pick15", Player.ONE), ME, CASUAL, days_ago=1)
        save_match(stopped, ME, CASUAL, days_ago=2)
        save_match(drawn_match(), CASUAL, ME, days_ago=3)
        save_match(Match(numduel.new("pick15")), ME, CASUAL, days_ago=4)
        (row,) = statistics.count().rows
    assert (row.played, row.won, row.drawn, row.lost, row.open) == (4, 1, 2, 0, 1)
    assert row.streak == 0, "a draw ends a streak"


# ---- two people


def test_two_people_keep_their_names_when_seats_swap() -> None:
    series = Series((BOB, ANN), rounds=3)
    for winner in (Player.ONE, Player.TWO, Player.TWO):  # Bob, Bob, Ann
        match = make_match("sum", winner)
        series.tag(match)
        write_save(match)
        series = series.end_round(match.winner)
    assert series.wins_line() == "Wins: Bob 2, Ann 1"
    (row,) = statistics.count().rows
    assert (row.one, row.opponent, row.won, row.lost) == ("Ann", "Bob", 1, 2)


@pytest.mark.parametrize("names", [("human A", "human B"), ("Player 1", "Player 2"), ("", "")])
def test_unnamed_people_are_the_user_and_a_friend(names: tuple[str, str]) -> None:
    for winner in (Player.ONE, Player.ONE, Player.TWO):
        save_match(make_match("sum", winner), Side(names[0], "human"), Side(names[1], "human"))
    (row,) = statistics.count().rows
    assert (row.one, row.opponent, row.won, row.lost) == ("", FRIEND, 2, 1)


@pytest.mark.parametrize("name", ["Ann", "zoe"])
def test_unnamed_opponent_of_a_named_player_is_a_friend(name: str) -> None:
    save_match(make_match("sum", Player.TWO), ME, Side(name, "human"))
    save_match(make_match("sum", Player.ONE), Side(name, "human"), ME)
    (row,) = statistics.count().rows
    assert (row.one, row.opponent, row.won, row.lost) == (name, FRIEND, 2, 0)


def test_person_named_like_a_level_is_not_the_level() -> None:
    save_match(make_match("sum", Player.ONE), ME, PERFECT)
    save_match(make_match("sum", Player.ONE), ANN, Side("perfect", "human"))
    assert [row.one for row in statistics.count().rows] == ["", "Ann"]


def test_names_have_no_control_characters() -> None:
    save = save_match(make_match("sum", Player.ONE), ANN, BOB)
    text = Path(save.path).read_text()
    Path(save.path).write_text(remove_end_mark(text).replace('"Ann"', '"An\x1b[2Jn"'))
    (row,) = statistics.count().rows
    assert row.one == "An?[2Jn"


def test_game_continued_twice_counts_once() -> None:
    save = save_match(make_match("sum", None, plies=2), ME, CASUAL)
    both = [saves.Save(save.name) for _ in range(2)]
    matches = [one.load() for one in both]
    for one, match in zip(both, matches, strict=True):
        match.play(match.moves[0])
        one.keep(match)
        assert match.tags.get("Fork") == (None if one.name == save.name else save.name)
    (row,) = statistics.count().rows
    assert len(saves.list_saves()) == 2
    assert (row.played, row.open) == (0, 1)


# ---- games in no row


def test_games_between_programs_are_in_no_row() -> None:
    save_match(make_match("sum", Player.ONE), CASUAL, PERFECT)
    save_match(make_match("sum", None, plies=2), CASUAL, PERFECT)
    assert statistics.count() == Statistics(between_programs=2)


def test_unreadable_files_are_counted_and_skipped() -> None:
    good = save_match(make_match("sum", Player.ONE), ME, CASUAL)
    text = Path(good.path).read_text()
    folder = Path(saves.folder())
    (folder / "lied.numduel").write_text(text.replace('"1-0"', '"0-1"'))
    (folder / "torn.numduel").write_bytes(text.encode()[:20])
    (folder / "noise.numduel").write_bytes(b"\xff\x00\xfe")
    (folder / "empty.numduel").write_text("")
    (folder / "dir.numduel").mkdir()
    (folder / "other.txt").write_text("not a game, and not named like one")
    counted = statistics.count()
    assert counted.unreadable == 5
    assert [row.played for row in counted.rows] == [1]


# ---- cancellation


def test_cancelled_count_has_the_latest_games() -> None:
    for days_ago in range(5):
        save_match(make_match("sum", Player.ONE), ME, CASUAL, days_ago)
    answers = iter([False, False, True])
    counted = statistics.count(lambda: next(answers))
    assert not counted.is_complete
    assert [(row.played, row.last) for row in counted.rows] == [(2, "2026-11-15")]
    assert next(answers, None) is None
    assert statistics.count(lambda: True) == Statistics(is_complete=False)


def test_game_deleted_while_counting_is_not_an_error() -> None:
    gone = save_match(make_match("sum", Player.ONE), ME, CASUAL)

    def delete() -> bool:
        os.unlink(gone.path)
        return False

    assert statistics.count(delete) == Statistics()


def test_counting_changes_no_file() -> None:
    save = save_match(make_match("sum", None, plies=2), ME, CASUAL)
    before = Path(save.path).read_bytes(), os.stat(save.path).st_mtime_ns
    statistics.count()
    assert (Path(save.path).read_bytes(), os.stat(save.path).st_mtime_ns) == before


def test_totals_have_the_streak_over_all_games() -> None:
    """Only the order of play decides, not the game."""
    won = {game: make_match(game, Player.ONE) for game in ("maze", "sum")}
    save_match(make_match("sum", Player.TWO), ME, CASUAL, days_ago=5)
    save_match(won["sum"], ME, CASUAL, days_ago=4)
    save_match(make_match("maze", Player.TWO), ME, PERFECT, days_ago=3)
    save_match(won["maze"], ME, CASUAL, days_ago=2)
    save_match(won["sum"], ME, PERFECT, days_ago=1)
    save_match(won["sum"], ANN, BOB)
    casual, perfect, every = statistics.count().totals
    assert [(row.opponent, row.game) for row in (casual, perfect, every)] == [
        ("casual", ""),
        ("perfect", ""),
        (statistics.ALL, ""),
    ]
    assert (casual.played, casual.streak) == (3, 2)
    assert (perfect.played, perfect.streak) == (2, 1)
    assert (every.played, every.won, every.lost, every.streak) == (5, 3, 2, 2)
    assert every.last == time.strftime("%Y-%m-%d", time.localtime(NOON - DAY))
