"""Tournaments: pairings, lines of matches, ratings and standings."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest

from duel_support import ENGINE, where, with_more_games
from numduel import Dice, Match, Move, Player, SetupError
from numduel.arena import lines as match_lines
from numduel.arena.blunders import MAX_PER_PLAYER, explain, find_worst
from numduel.arena.lines import UNANSWERED, MatchLine, PlayerLine
from numduel.arena.standings import FIGURES, Standing, standings
from numduel.arena.tournament import (
    Entry,
    Tournament,
    find_unanswered,
    merge_results,
    perform,
    replace_matches,
)
from numduel.budget import Budget
from numduel.core import AnyGame, Over
from numduel.engine.teaching.review import review
from numduel.errors import Unanswered
from numduel.games import find
from numduel.intervals import Measure
from numduel.play.players import RandomPlayer
from numduel.ratings.elo import elo
from numduel.storage import calls
from numduel.storage.record import loads
from numduel.views import arena_text
from numduel.views.arena_json import arena_json

SMALL = (
    Entry("maze"),
    Entry("sum", (("target", "20"),)),
    Entry("run", (("size", "3"),)),
    Entry("quest", (("size", "2"), ("stand", True))),
    Entry("race"),
)
"""Every game, small enough to be fast."""

THREE = ("casual", "beginner", "random")


def play(tournament: Tournament) -> list[MatchLine]:
    """Return the lines of a tournament."""
    tournament.check()
    done = [(piece, perform(tournament, piece)) for piece in tournament.pieces().values()]
    lines, seconds = merge_results(json.loads(json.dumps(done)))
    assert len(lines) == len(seconds) == tournament.matches
    return lines


@pytest.fixture(scope="module")
def lines() -> list[MatchLine]:
    return play(Tournament(THREE, SMALL, boards=3, seed=7))


# ---- pairings


def test_every_pair_plays_every_board_from_both_seats(lines: list[MatchLine]) -> None:
    met = Counter((line.game, line.board, line.players) for line in lines)
    assert set(met.values()) == {1}
    pairs = {pair for two in combinations(THREE, 2) for pair in (two, two[::-1])}
    games = [entry.id for entry in SMALL]
    assert set(met) == {(g, b, p) for g in games for b in (1, 2, 3) for p in pairs}
    boards: dict[tuple[str, int], set[str]] = {}
    for line in lines:
        boards.setdefault((line.game, line.board), set()).add(loads(line.record).board)
    assert all(len(same) == 1 for same in boards.values())
    assert [line.match for line in lines] == list(range(1, len(lines) + 1))


def test_gauntlet_pairs_the_first_player_with_all_others() -> None:
    tournament = Tournament(("skilled", *THREE), SMALL[:1], 5, is_gauntlet=True)
    assert tournament.pairs() == [("skilled", other) for other in THREE]
    assert tournament.matches == 30


def test_every_board_has_a_first_move() -> None:
    tournament = Tournament(THREE, SMALL, 40)
    for number in range(len(SMALL)):
        for board in range(1, 41):
            game = tournament.deal(number, board)
            assert not isinstance(game.status(game.start()), Over)


def test_invalid_tournaments_are_refused() -> None:
    for players, games, words in (
        (("random",), SMALL, "two players"),
        (("random", "random"), SMALL, "'random' is listed twice"),
        (("random", "stranger"), SMALL, "'stranger' isn't a player. Choose random, "),
        (("random", "human"), SMALL, "'human' cannot play here. Choose a program"),
        (THREE, (), "at least one game"),
        (THREE, SMALL[:1] * 2, "'maze' is listed twice"),
        (THREE, (Entry("maze", (("size", "99"),)),), "size"),
    ):
        with pytest.raises(SetupError, match=words):
            Tournament(players, games, 1).check()


def test_players_dice_do_not_reveal_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seed determines the board, so players must not get the dice of the board."""
    given: list[Dice] = []

    def seat(who: str, dice: Dice) -> RandomPlayer:
        given.append(Dice(dice._seed))
        return RandomPlayer(dice)

    monkeypatch.setattr("numduel.play.players.seat", seat)
    entry = SMALL[3]
    lines = play(Tournament(("one", "two"), (entry,), boards=20, seed=3))
    boards = [loads(line.record).board for line in lines]
    kind = find(entry.id)
    drawn = [Match(kind.setup(dict(entry.options), None, dice)) for dice in given[2:]]
    for match in drawn:
        match.stop()  # which reveals its board
    same = sum(one == two.board for one, two in zip(boards, drawn[::2], strict=True))
    assert same < len(boards) / 4  # one in 24 is the same by chance


# ---- lines


def adjusted_start(line: MatchLine) -> Fraction:
    """Return the worth at the start less regret; with luck it is the result."""
    one, two = line.sides
    assert line.exact
    assert line.start is not None
    assert line.luck is not None
    adjusted = line.start - one.regret + two.regret
    assert line.last == adjusted + line.luck
    assert line.last == line.result(Player.ONE)
    return adjusted


def test_result_is_worth_at_the_start_less_regret_plus_luck(lines: list[MatchLine]) -> None:
    for line in lines:
        with where(line):
            adjusted = adjusted_start(line)
            for player in Player:
                assert line.adjusted(player) == (adjusted, 1 - adjusted)[player]
    assert any(line.luck for line in lines)


def test_line_agrees_with_a_review_of_its_record(lines: list[MatchLine]) -> None:
    for line in lines[::4]:
        with where(line):
            match = loads(line.record)
            found = review(ENGINE, match, Budget(seconds=60))
            assert match.winner is not None
            assert (line.winner, line.ended) == (match.winner + 1, match.reason)
            assert line.turns == match.turn
            for side, reviewed in zip(line.sides, found.players, strict=True):
                assert (side.moves, side.decisions, side.kept) == reviewed[1:4]
                assert (side.regret, side.turns_lost) == (reviewed.regret, reviewed.turns_lost)
                if side.worst:
                    step = found.plies[side.worst - 1]
                    assert step.player is reviewed.player
                    assert step.regret == side.worst_regret
                assert side.worst_regret == max(
                    p.regret for p in found.plies if p.player is reviewed[0]
                )


def test_lines_round_trip_and_invalid_lines_are_refused(
    lines: list[MatchLine],
) -> None:
    assert match_lines.loads(match_lines.dumps(lines)) == lines
    data = match_lines.to_json(lines[0])
    wrong: dict[str, Any] = {"match": -1, "winner": 3, "player1": 7, "regret1": "x", "luck": "1/0"}
    wrong |= {"record": None, "seed": True, "fault": 4, "kept2": 1.5}
    wrong |= {"moves1": 10**400, "board": 2**64, "start": "1e999999999", "last": "9" * 400}
    wrong |= {"player2": "=1+1", "game": "\x1b[31m", "options": "\ud800", "worst_regret1": 0.5}
    wrong |= {"exact": "yes"}
    for broken in (
        "",
        "[]",
        "{}",
        "nothing",
        "[" * 100_000,
        *(json.dumps({**data, name: value}) for name, value in wrong.items()),
        *(json.dumps({**data, "winner": value}) for value in (1.0, True, "1")),
        *(json.dumps({k: v for k, v in data.items() if k != name}) for name in wrong),
    ):
        with where(broken[:50]), pytest.raises(SetupError, match=r"tournament match(es)?"):
            match_lines.loads(broken)


def test_endless_match_is_stopped_and_left_out_of_the_win_rate(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It has no winner, and counts as the worth of its last position."""

    class Walker(RandomPlayer):
        def choose(self, view: Any, moves: tuple[Move, ...], budget: Budget) -> Move:
            return next((move for move in moves if move in ("yes", "no")), moves[0])

    monkeypatch.setattr("numduel.play.players.seat", lambda who, dice: Walker(dice))
    lines = play(Tournament(("one", "two"), SMALL[-1:], boards=12, max_turns=30))
    stopped = [line for line in lines if line.ended == "cut"]
    assert 0 < len(stopped) < len(lines)
    for line in stopped:
        one, two = line.sides
        assert line.start is not None
        assert (line.winner, line.turns) == (None, 30)
        assert loads(line.record).ending is None
        assert line.result(Player.ONE) == line.last == line.start - one.regret + two.regret
    for row in standings(lines).rows:
        assert (row.cut, row.won + row.lost) == (len(stopped), len(lines) - len(stopped))
        assert row.figures["win_rate"] == Measure(row.won / (row.won + row.lost), rate(row)[1])


# ---- draws

DRAWING = (Entry("pick15"), Entry("threes", (("columns", "3"),)), Entry("toss"), Entry("shuttle"))
"""Games that can end as a draw: without moves left, by chance, and in endless play."""


@pytest.fixture(scope="module")
def drawn_lines() -> list[MatchLine]:
    with with_more_games():
        return play(Tournament(THREE, DRAWING, boards=4, seed=7, max_turns=12))


def test_draw_is_distinguished_from_a_stopped_match(drawn_lines: list[MatchLine]) -> None:
    ends = Counter((line.draw, line.is_cut, line.winner is None) for line in drawn_lines)
    assert set(ends) == {(True, False, True), (False, True, True), (False, False, False)}
    with with_more_games():
        for line in drawn_lines:
            match = loads(line.record)
            assert line.is_cut == (match.ending is None) == (line.ended == "cut")
            assert line.draw == (match.ending is not None and match.ending.is_draw)
            if line.draw:
                assert (line.ended, line.last) == (match.reason, Fraction(1, 2))
                assert [line.result(player) for player in Player] == [Fraction(1, 2)] * 2


def test_result_of_a_game_with_draws_is_its_worth_less_regret_plus_luck(
    drawn_lines: list[MatchLine],
) -> None:
    for line in drawn_lines:
        with where(line):
            adjusted_start(line)
    assert any(line.luck and line.draw for line in drawn_lines)


def test_draw_is_half_a_win_in_win_rate_and_rating(drawn_lines: list[MatchLine]) -> None:
    with with_more_games():
        found = standings(drawn_lines)
    assert found.has_draws
    for row in found.rows:
        own = [
            (line, Player(line.players.index(row.player)))
            for line in drawn_lines
            if row.player in line.players and row.game in (line.game, "all")
        ]
        finished = [line.result(player) for line, player in own if not line.is_cut]
        drawn = sum(line.draw for line, _ in own)
        assert (row.drawn, row.matches) == (drawn, len(own))
        assert row.won + row.drawn + row.lost + row.cut == row.matches
        assert rate(row).value == pytest.approx(float(sum(map(float, finished)) / len(finished)))  # type: ignore[arg-type]
        draws = row.figures["draw_rate"]
        assert draws is not None
        assert draws.value == pytest.approx(drawn / len(finished))
    for pair in found.pairs:
        met = [line for line in drawn_lines if line.game == pair.game]
        met = [line for line in met if set(line.players) == set(pair.players)]
        assert pair.drawn == sum(line.draw for line in met)
        assert pair.matches == len(met) == 8


def test_players_who_only_draw_have_the_same_rating(drawn_lines: list[MatchLine]) -> None:
    line = next(line for line in drawn_lines if line.draw)
    one, two = standings([line, line._replace(sides=line.sides[::-1], board=2)]).rows
    for row in (one, two):
        assert (row.won, row.drawn, row.lost, row.cut) == (0, 2, 0, 0)
        for found, value in ((rate(row), 0.5), (row.figures["elo"], 0.0)):
            assert found is not None
            assert found.value == value
            assert found.interval is not None
            assert found.interval[0] < value < found.interval[1]
    won = line._replace(draw=False, winner=1)
    names = {row.player: row.figures["elo"] for row in standings([line, won]).rows}
    best, other = names[line.players[0]], names[line.players[1]]
    assert best is not None
    assert other is not None
    assert best.value > other.value


def test_files_without_a_draw_field_are_read(lines: list[MatchLine]) -> None:
    for line in lines[:3]:
        data = match_lines.to_json(line)
        assert data.pop("draw") is False
        assert match_lines.from_json(data) == line
    cut = lines[0]._replace(winner=None, ended="cut", last=Fraction(1, 2))
    old = match_lines.to_json(cut)
    del old["draw"]
    assert match_lines.from_json(old).is_cut


def test_line_with_a_winner_of_a_draw_is_refused(drawn_lines: list[MatchLine]) -> None:
    assert match_lines.loads(match_lines.dumps(drawn_lines)) == drawn_lines
    data = match_lines.to_json(next(line for line in drawn_lines if line.draw))
    for wrong in ({"winner": 1}, {"draw": "yes"}, {"draw": None}):
        with pytest.raises(SetupError, match="tournament match"):
            match_lines.loads(json.dumps({**data, **wrong}))


def test_worst_moves_of_games_with_draws_are_explained(drawn_lines: list[MatchLine]) -> None:
    found = [one for one in find_worst(drawn_lines) if one.regret == Fraction(1, 2)]
    assert found, "no draw or win was lost by half"
    with with_more_games():
        for blunder in found[:3]:
            step = explain(ENGINE, blunder).step
            assert step.regret == blunder.regret


def measured(row: Standing, name: str) -> Measure:
    found = row.figures[name]
    assert found is not None
    return found


def rate(row: Standing) -> Measure:
    return measured(row, "win_rate")


def test_fault_is_a_loss_and_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    class Clumsy(RandomPlayer):
        """Makes two legal moves as Player 2, and none as Player 1."""

        def begin(self, game: AnyGame, player: Player) -> None:
            self.left = 2 * player

        def choose(self, view: Any, moves: tuple[Move, ...], budget: Budget) -> Move:
            self.left -= 1
            return "up and away" if self.left < 0 else super().choose(view, moves, budget)

    def seat(who: str, dice: Dice) -> RandomPlayer:
        return Clumsy(dice) if who == "clumsy" else RandomPlayer(dice)

    monkeypatch.setattr("numduel.play.players.seat", seat)
    lines = play(Tournament(("clumsy", "sound"), SMALL, boards=3))
    faults = [line for line in lines if line.ended == "forfeited"]
    assert len(faults) > 5
    for line in faults:
        assert line.winner is not None
        assert line.players[line.winner - 1] == "sound"
        assert line.fault is not None
        assert "it chose 'up and away'" in line.fault
        match = loads(line.record)
        assert match.ended.endswith(line.fault)
        assert line.turns == len({ply.turn for ply in match.plies})
        one, two = line.sides
        assert line.start is not None
        assert line.luck is not None
        assert line.last == line.start - one.regret + two.regret + line.luck
        assert line.result(Player(line.winner - 1)) == 1
    clumsy, sound = standings(lines).rows[-2:]
    assert (clumsy.player, clumsy.game) == ("clumsy", "all")
    assert (clumsy.faults, sound.faults) == (len(faults), 0)
    assert clumsy.lost >= len(faults)
    assert clumsy.won + clumsy.lost + clumsy.cut == clumsy.matches == len(lines)
    assert {"faults": clumsy.faults}.items() <= arena_json(standings(lines), [])["rows"][-2].items()


class Broken(RandomPlayer):
    """A model whose endpoint fails on its second move, while `is_down`."""

    is_down = True

    def begin(self, game: AnyGame, player: Player) -> None:
        self.made = 0

    def choose(self, view: Any, moves: tuple[Move, ...], budget: Budget) -> Move:
        self.made += 1
        if self.is_down and self.made == 2:
            raise Unanswered("its endpoint returned 503")
        calls.append({"messages": [], "tokens_in": 10, "tokens_out": 3})
        return super().choose(view, moves, budget)


def test_unanswered_match_counts_in_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    def seat(who: str, dice: Dice) -> RandomPlayer:
        return Broken(dice) if who == "broken" else RandomPlayer(dice)

    monkeypatch.setattr("numduel.play.players.seat", seat)
    tournament = Tournament(("broken", "sound"), SMALL, boards=3)
    lines = play(tournament)
    left = [line for line in lines if line.is_unanswered]
    assert 5 < len(left) < len(lines)
    for line in left:
        assert (line.winner, line.draw, line.is_cut, line.ended) == (None, False, False, UNANSWERED)
        assert line.fault == "its endpoint returned 503"
        assert match_lines.from_json(match_lines.to_json(line)) == line
        with pytest.raises(SetupError, match="tournament match"):
            match_lines.loads(json.dumps({**match_lines.to_json(line), "winner": 1}))
    answered = [line for line in lines if not line.is_unanswered]
    shown, without = standings(lines), standings(answered)
    assert shown.has_unanswered
    assert not without.has_unanswered
    counted = {(row.game, row.player): row for row in without.rows}
    for row in shown.rows:
        if same := counted.get((row.game, row.player)):
            assert row.figures == same.figures
            assert row[2:8] == same[2:8]
        else:
            assert row.matches == 0
            assert set(row.figures.values()) == {None}
    broken, sound = shown.rows[-2:]
    assert broken.unanswered == sound.unanswered == len(left)
    assert (broken.tokens_in, sound.calls) == (10 * broken.calls, 0)
    assert broken.calls == sum(line.sides[line.players.index("broken")].calls for line in lines)
    assert all(blunder.line.ended != UNANSWERED for blunder in find_worst(lines))

    # Only these matches are played again.
    monkeypatch.setattr(Broken, "is_down", False)
    pieces = find_unanswered(tournament, lines)
    new, _ = merge_results([(piece, perform(tournament, piece)) for piece in pieces.values()])
    assert sorted((one.game, one.board, one.players) for one in new) == sorted(
        (one.game, one.board, one.players) for one in left
    )
    assert replace_matches(lines, new) == play(tournament)


def test_skill_is_the_share_of_the_regret_of_guessing_that_is_avoided() -> None:
    lines = play(Tournament(("perfect", "random"), SMALL[:2], boards=4))
    perfect, guess = standings(lines).rows[-2:]
    assert (perfect.game, perfect.player) == ("all", "perfect")
    assert measured(perfect, "skill").value == 1
    assert abs(measured(guess, "skill").value) < 0.6
    for game in ("maze", "sum"):
        sides = [side for line in lines if line.game == game for side in line.sides]
        own = [side for side in sides if side.player == "random"]
        assert all(side.guessing is not None for side in own)
        expected = 1 - sum(side.regret for side in own) / sum(side.guessing or 0 for side in own)
        (row,) = (r for r in standings(lines).rows if (r.game, r.player) == (game, "random"))
        assert measured(row, "skill").value == pytest.approx(float(expected))


def test_older_lines_are_read(lines: list[MatchLine]) -> None:
    old = match_lines.to_json(lines[0])
    for key in list(old):
        if key.startswith(("guessing", "calls", "tokens", "retries")):
            del old[key]
    line = match_lines.from_json(old)
    assert line.sides[0].guessing is None
    assert standings([line]).rows[0].figures["skill"] is None


# ---- ratings


def test_ratings_predict_the_actual_wins() -> None:
    rng = Random(7)
    for count in (2, 3, 6):
        players = "abcdef"[:count]
        wins = {
            pair: rng.randrange(50) for two in combinations(players, 2) for pair in (two, two[::-1])
        }
        found = elo(players, wins)
        assert abs(sum(found.values())) < 1e-6
        for mine in players:
            expected = sum(
                (wins[mine, other] + wins[other, mine] + 1)
                / (1 + 10 ** ((found[other] - found[mine]) / 400))
                for other in players
                if other != mine
            )
            scored = sum(wins[mine, other] + 0.5 for other in players if other != mine)
            assert expected == pytest.approx(scored, abs=1e-6)


def test_ratings_of_two_players_are_known_and_finite() -> None:
    assert elo("ab", {("a", "b"): 9.5, ("b", "a"): 0.5})["a"] == pytest.approx(200)
    never_lost = elo("abc", {("a", "b"): 400, ("b", "a"): 0, ("b", "c"): 400, ("c", "b"): 0})
    assert 1000 < never_lost["a"] - never_lost["b"] < 1200
    assert never_lost["b"] == pytest.approx(0, abs=1e-6)


def test_groups_that_never_met_are_rated_apart() -> None:
    wins = {("a", "b"): 30, ("b", "a"): 10, ("c", "d"): 0, ("d", "c"): 0}
    found, alone = elo("abcde", wins), elo("ab", wins)
    assert [found[player] for player in "ab"] == pytest.approx([alone["a"], alone["b"]])
    assert [found[player] for player in "cde"] == pytest.approx([0, 0, 0], abs=1e-6)


def test_ratings_do_not_depend_on_order(lines: list[MatchLine]) -> None:
    first = {(row.game, row.player): row.figures["elo"] for row in standings(lines).rows}
    shuffled = Random(1).sample(lines, len(lines))
    for row in standings(shuffled).rows:
        mine, other = row.figures["elo"], first[row.game, row.player]
        assert mine is not None
        assert other is not None
        assert mine.value == pytest.approx(other.value, abs=1e-6)


# ---- standings


def test_figures_are_sums_over_the_matches(lines: list[MatchLine]) -> None:
    shown = standings(lines, [[0.5, 0.25]] * len(lines))
    assert [row.game for row in shown.rows][:: len(THREE)] == [*(e.id for e in SMALL), "all"]
    for row in shown.rows:
        mine: list[tuple[MatchLine, Player, PlayerLine]] = [
            (line, player, line.sides[player])
            for line in lines
            for player in Player
            if row.game in (line.game, "all") and line.players[player] == row.player
        ]
        assert row.matches == len(mine)
        assert row.won == sum(line.winner == player + 1 for line, player, _ in mine)
        decisions = sum(side.decisions for *_, side in mine)
        expected = {
            "win_rate": Fraction(row.won, row.won + row.lost),
            "accuracy": Fraction(sum(s.kept for *_, s in mine), decisions) if decisions else None,
            "regret": sum(side.regret for *_, side in mine) / len(mine),
            "turns_lost": Fraction(sum(side.turns_lost for *_, side in mine), len(mine)),
            "luck_adjusted": sum(line.adjusted(p) or 0 for line, p, _ in mine) / len(mine),
            "seconds_a_move": sum((0.5, 0.25)[p] for _, p, _ in mine)
            / sum(side.moves for *_, side in mine),
        }
        for name, value in expected.items():
            found = row.figures[name]
            if value is None:
                assert found is None
            else:
                assert found is not None
                assert found.interval is not None
                assert found.value == pytest.approx(float(value))
                assert found.interval[0] <= found.value <= found.interval[1]


def test_unscored_matches_have_no_accuracy_or_regret(lines: list[MatchLine]) -> None:
    unknown = []
    for line in lines:
        one, two = (PlayerLine(side.player, side.moves) for side in line.sides)
        unknown.append(line._replace(exact=False, luck=None, sides=(one, two)))
    for row in standings(unknown).rows:
        known = {name for name, figure in row.figures.items() if figure is not None}
        assert known == {"win_rate", "draw_rate", "elo"}


def test_pairs_count_every_match_once(lines: list[MatchLine]) -> None:
    pairs = standings(lines).pairs
    assert len(pairs) == 3 * len(SMALL)
    for pair in pairs:
        one, two = pair.players
        mine = [
            line for line in lines if line.game == pair.game and set(line.players) == {one, two}
        ]
        winners = Counter(line.players[line.winner - 1] for line in mine if line.winner)
        assert (winners[one], winners[two]) == (pair.won, pair.lost)
        assert pair.won + pair.lost + pair.cut == len(mine) == 6


def test_single_board_tells_little_and_missing_data_nothing(lines: list[MatchLine]) -> None:
    alone = standings([line for line in lines if (line.game, line.board) == ("maze", 1)])
    for row in alone.rows:
        assert rate(row).interval == pytest.approx((0, 1), abs=0.05)
        assert row.figures["seconds_a_move"] is None


def test_every_figure_has_a_name_and_a_meaning() -> None:
    assert tuple(arena_text.FIGURES) == FIGURES
    assert arena_text.format_measure("regret", None) == arena_text.NONE


def test_worst_moves_are_found_with_reasons(lines: list[MatchLine]) -> None:
    found = find_worst(lines)
    assert found == sorted(found, key=lambda one: -one.regret)
    assert (
        max(Counter((one.line.game, one.line.players[one.player]) for one in found).values())
        == MAX_PER_PLAYER
    )
    most = max(side.worst_regret for line in lines for side in line.sides)
    assert found[0].regret == most
    for blunder in found[:6]:
        _, match, step = explain(ENGINE, blunder)
        assert match.plies[blunder.ply - 1].move == step.move
        assert step.player is blunder.player
        assert step.regret == blunder.regret
        assert step.reason
    broken = found[0]._replace(ply=999)
    with pytest.raises(SetupError, match="no move 999"):
        explain(ENGINE, broken)
