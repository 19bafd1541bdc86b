"""Wins missed in lost games come back as puzzles until they are solved."""

from __future__ import annotations

import random
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

import numduel
from duel_support import ENGINE, plenty, with_more_games
from numduel import Match, Player
from numduel.daily import missed_wins
from numduel.daily.missed_wins import FILE_STEM, find_own_puzzle, record_solved
from numduel.engine.teaching.puzzles import Puzzle, find_missed
from numduel.play.players import HUMAN
from numduel.play.series import Series, Side
from numduel.storage import json_files
from numduel.storage.saves import Save
from running import run_program

pytestmark = pytest.mark.usefixtures("home")


def play_randomly(seed: int) -> Match:
    match, dice = Match(numduel.new("sum")), random.Random(seed)
    while not match.is_over:
        match.play(dice.choice(match.moves))
    return match


def find_game_with_mistakes() -> tuple[Match, list[Puzzle]]:
    """Return a lost game with missed wins, and the puzzles."""
    for seed in range(200):
        match = play_randomly(seed)
        for _ in range(2):  # the second time, every position is already solved
            found = [p for p in find_missed(ENGINE, match, Player.ONE, plenty()) if p is not None]
        if match.winner is Player.TWO and len(found) > 1:
            return match, found
    raise AssertionError("such games are not rare")


def keep(match: Match, one: str = HUMAN, two: str = "perfect", name: str = "game") -> None:
    Series((Side("Ann", one), Side(two, two))).tag(match)
    Save(name).keep(match)


def find_all() -> list[Puzzle]:
    """Return all missed wins that aren't solved, as a player gets them one after the other."""
    found: dict[str, Puzzle] = {}
    with suppress(numduel.SetupError):
        while True:
            puzzle = find_own_puzzle(ENGINE, plenty(), lambda each: each.name not in found)
            found[puzzle.name] = puzzle
    return list(found.values())


def test_missed_win_is_a_puzzle() -> None:
    match, found = find_game_with_mistakes()
    for puzzle in found:
        place = len(puzzle.moves)
        assert match.states[place] == puzzle.state
        assert match.plies[place].player is Player.ONE
        assert match.plies[place].move == puzzle.missed_with == puzzle.tempting_move
        wins = [move for move, value in puzzle.report.moves.items() if value.outcome == "win"]
        assert puzzle.answer in wins == puzzle.winning_moves
        assert puzzle.missed_with not in wins
    assert [len(puzzle.moves) for puzzle in found] == sorted(
        (len(puzzle.moves) for puzzle in found), reverse=True
    )


def test_every_missed_win_is_found_however_many_moves_win() -> None:
    """Compare with the values of all positions, in games that Player 1 did not win."""
    several = 0
    for seed in range(20):
        match = play_randomly(seed)
        expected = []
        for state, ply in zip(match.states, match.plies, strict=False):
            values = numduel.analyse(match.game, state).moves
            wins = [move for move, value in values.items() if value.outcome == "win"]
            if ply.player is Player.ONE and wins and ply.move not in wins:
                expected.append((state, wins))
        found = [p for p in find_missed(ENGINE, match, Player.ONE, plenty()) if p is not None]
        assert [(puzzle.state, puzzle.winning_moves) for puzzle in found] == expected[::-1]
        several += sum(len(wins) > 1 for _, wins in expected)
    assert several


def test_resigned_winning_position_is_a_missed_win() -> None:
    match = Match.replay(numduel.new("sum", target=15), ["9", "1"])
    match.resign(Player.ONE)
    keep(match)
    puzzle = find_own_puzzle(ENGINE, plenty())
    assert (puzzle.moves, puzzle.missed_with, puzzle.answer) == (("9", "1"), None, "6")
    assert puzzle.tempting_move != "6"
    assert (puzzle.turns, puzzle.grade) == (1, "easy")


def end_of_search() -> str:
    with pytest.raises(numduel.SetupError) as no:
        find_own_puzzle(ENGINE, plenty(), lambda puzzle: False)
    return str(no.value)


def test_end_of_the_search_is_explained_truthfully(monkeypatch: pytest.MonkeyPatch) -> None:
    assert end_of_search() == missed_wins.NO_GAMES
    never_won = Match.replay(numduel.new("sum", target=7, highest=4), ["3"])
    assert never_won.player is Player.TWO
    never_won.resign(Player.TWO)
    keep(never_won, one="perfect", two=HUMAN)
    assert end_of_search() == missed_wins.NONE_MISSED
    match, found = find_game_with_mistakes()
    keep(match, name="lost")
    assert end_of_search() == missed_wins.OTHERS_LEFT
    for puzzle in found:
        record_solved(puzzle)
    assert end_of_search() == missed_wins.ALL_SOLVED
    monkeypatch.setattr(missed_wins, "MAX_SAVED_GAMES", 1)
    assert end_of_search() == missed_wins.NONE_FOUND_LATELY
    monkeypatch.setattr(missed_wins, "MAX_SAVED_GAMES", 100)
    large = Match.replay(numduel.new("maze", size=6, seed=1), [])
    large.play(large.moves[0])
    large.play(large.moves[0])
    large.resign(Player.ONE)
    keep(large, name="large")
    with pytest.raises(numduel.SetupError, match="too large to solve"):
        find_own_puzzle(ENGINE, numduel.Budget(positions=3000), lambda puzzle: False)


def test_only_lost_games_of_one_person_are_searched() -> None:
    match, found = find_game_with_mistakes()
    keep(match, one="expert")
    assert find_all() == []
    keep(match, two=HUMAN, name="friends")
    assert find_all() == []
    keep(match, one="expert", two=HUMAN, name="won")
    assert find_all() == []
    keep(match, name="lost")
    assert find_all() == found


def test_solved_puzzle_does_not_come_again() -> None:
    match, found = find_game_with_mistakes()
    keep(match)
    record_solved(found[0])
    assert find_all() == found[1:]


def test_prompt_offers_missed_wins() -> None:
    def run(typed: str = "") -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "numduel", "puzzle", "--own"]
        return run_program(command, typed)

    assert run().stderr.startswith("numduel: you have no lost games")
    match, found = find_game_with_mistakes()
    keep(match)
    line = ENGINE.line(found[0].game, found[0].state, plenty())
    own = [move for move, player in zip(line, players(found[0], line), strict=True) if not player]
    typed = "".join(f"{move}\n" for move in own)
    kept = Path(json_files.file(FILE_STEM))
    kept.symlink_to(kept)  # can't be read, and so not replaced
    failed = run(typed)
    assert "Solved!" in failed.stdout
    assert failed.stderr.count("cannot be saved in") == 1
    assert f"saved in {kept.parent}: Too many levels of symbolic links.\n" in failed.stderr
    kept.unlink()
    assert find_all() == found
    solved = run(typed).stdout
    assert "Sum Battle puzzle, " in solved
    assert "Solved!" in solved
    assert find_all() == found[1:]


def players(puzzle: Puzzle, line: tuple[str, ...]) -> list[int]:
    state, who = puzzle.state, []
    for move in line:
        who.append(int(state.player))
        state = puzzle.game.play(state, move)
    return who


def test_win_missed_in_a_drawn_game_is_a_puzzle() -> None:
    """Player 1 takes 8 as the fifth number, but only 2 wins."""
    with with_more_games():
        match = Match.replay(numduel.new("pick15"), list("956183427"))
        assert match.ending is not None
        assert match.ending.is_draw
        keep(match)
        found = find_all()
    assert [(puzzle.moves, puzzle.answer) for puzzle in found] == [(tuple("9561"), "2")]


def test_game_without_a_result_is_not_searched() -> None:
    match, _ = find_game_with_mistakes()
    cut = Match.replay(match.game, [ply.move for ply in match.plies[:-1]], ended="stopped")
    keep(cut)
    assert find_all() == []
