"""Sessions: two sides and their rounds, without files."""

from __future__ import annotations

import sys
from runpy import run_path
from typing import Any

import pytest

import numduel
from duel_support import SIXTH, laid_open, next_round
from numduel import Match, Player, SetupError, record
from numduel.budget import Budget
from numduel.errors import Refused
from numduel.games import find
from numduel.play.controller import MAX_LONE_TURNS, help_counts
from numduel.play.players import HUMAN
from numduel.play.series import ROUNDS, Side
from numduel.play.session import Session, make_sides
from running import run_program

PEOPLE = make_sides((HUMAN, HUMAN), ("Ann", "Bob"))
QUICK = {"target": 5}
"""Sum Battle that Player 1 can win with a 5."""


def quick(rounds: int = 1, **asked: Any) -> Session:
    return Session.begin(find("sum"), QUICK, PEOPLE, rounds=rounds, **asked)


def won(session: Session) -> Session:
    """Return the session after Player 1 has won the round."""
    session.match.play("5")
    return session


def seated(session: Session) -> list[str]:
    return [session.match.tags["Player1"], session.match.tags["Player2"]]


def chosen(session: Session) -> None:
    """Play one move of the program that is to move."""
    match = session.match
    assert match.player is not None
    chooser = session.choosers[match.player]
    assert chooser is not None
    match.play(chooser.choose(match.view(match.player), match.moves, Budget()))


def moves(match: Match) -> list[str]:
    return [ply.move for ply in match.plies if ply.player is not None]


# ---- sides


def test_sides_without_names_are_called_by_their_kind() -> None:
    assert make_sides((HUMAN, "random"), (None, " ")) == (
        Side("Player", HUMAN),
        Side("Random", "random"),
    )


def test_equal_names_get_letters() -> None:
    assert [side.name for side in make_sides((HUMAN, "random"), ("Kim", " Kim"))] == [
        "Kim A",
        "Kim B",
    ]


def test_unknown_player_is_refused_before_the_start() -> None:
    with pytest.raises(SetupError, match="'nobody' isn't a player"):
        make_sides((HUMAN, "nobody"), (None, None))


def test_names_cannot_move_the_cursor() -> None:
    assert "\x1b" not in make_sides((HUMAN, HUMAN), ("\x1b[2J", None))[0].name


# ---- the first round


@pytest.mark.parametrize("id", numduel.games())
def test_first_round_of_a_seed_has_the_board_of_that_seed(id: str) -> None:
    session = Session.begin(find(id), {}, PEOPLE, seed=7)
    assert laid_open(session.match._dealer) == laid_open(numduel.new(id, seed=7))
    assert seated(session) == ["Ann", "Bob"]
    assert session.choosers == (None, None)
    assert not session.is_resumed


def test_later_rounds_of_a_seed_are_the_same_every_time() -> None:
    boards = []
    for _ in range(2):
        session = Session.begin(find("race"), {}, PEOPLE, seed=2**64 - 1, rounds=3)
        dealt = [session.match.game.board]
        while next_round(session):
            dealt.append(session.match.game.board)
        boards.append(dealt)
    assert boards[0] == boards[1]
    assert len(set(boards[0])) == 3


def test_dice_of_a_seed_repeat_but_differ_between_rounds() -> None:
    pig = run_path(str(SIXTH / "pig.py"))["Pig"]
    thrown = []
    for _ in range(2):
        session = Session.begin(pig, {"target": 100, "sides": 9}, PEOPLE, seed=3, rounds=2)
        for _ in range(2):
            for _ in range(12):
                session.match.play("throw")
            thrown.append([ply.move for ply in session.match.plies if ply.player is None])
            next_round(session)
    assert thrown[:2] == thrown[2:]
    assert thrown[0] != thrown[1]


@pytest.mark.parametrize(("first", "names"), [("p1", ["Ann", "Bob"]), ("p2", ["Bob", "Ann"])])
def test_named_side_is_player_one(first: str, names: list[str]) -> None:
    session = quick(first=first)
    assert seated(session) == names
    assert not session.is_first_random


def test_coin_is_random_but_fixed_by_a_seed() -> None:
    fallen = [seated(quick(first="coin", seed=seed))[0] for seed in range(20)]
    assert set(fallen) == {"Ann", "Bob"}
    assert fallen == [seated(quick(first="coin", seed=seed))[0] for seed in range(20)]
    assert quick(first="coin").is_first_random


@pytest.mark.parametrize(
    "wrong", [{"first": "p3"}, {"rounds": 0}, {"rounds": 1001}, {"board": "1 2/3"}, {"seed": -1}]
)
def test_invalid_settings_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(SetupError):
        Session.begin(find("maze"), {}, PEOPLE, **wrong)


def test_options_changed_after_the_start_change_nothing() -> None:
    options = {"target": 5}
    session = Session.begin(find("sum"), options, PEOPLE, rounds=2)
    options["target"] = 20
    next_round(session)
    assert session.match.game.options.target == 5


# ---- rounds


def test_seats_swap_and_wins_are_counted() -> None:
    session = quick(rounds=3)
    assert session.announcement == "Round 1 of 3: Ann is Player 1, Bob is Player 2."
    assert won(session).next_round()
    assert seated(session) == ["Bob", "Ann"]
    assert session.announcement == "Round 2 of 3: Bob is Player 1, Ann is Player 2."
    assert session.match.tags["Round"] == "2/3"
    assert session.match.tags["Wins"] == "0-1"
    assert not session.match.plies
    assert won(session).next_round()
    assert won(session).next_round() is False
    assert session.series.wins_line(session.state.winner) == "Wins: Ann 2, Bob 1"


def test_single_round_is_announced_without_a_number() -> None:
    assert quick().announcement == "Ann is Player 1, Bob is Player 2."


def test_round_is_counted_once() -> None:
    session = won(quick())
    assert [session.next_round() for _ in range(3)] == [False] * 3
    assert session.series.wins_with(session.state.winner) == (1, 0)
    assert session.match.is_over


def test_programs_follow_their_side_and_are_new_in_each_round() -> None:
    two = make_sides((HUMAN, "random"), (None, None))
    session = Session.begin(find("sum"), QUICK, two, rounds=3)
    assert session.choosers[Player.ONE] is None
    assert (first := session.choosers[Player.TWO]) is not None
    next_round(session)
    assert session.choosers[Player.TWO] is None
    assert session.choosers[Player.ONE] not in (None, first)


def test_programs_of_a_seed_play_the_same_game() -> None:
    two = make_sides(("random", "beginner"), (None, None))
    played = []
    for _ in range(2):
        session = Session.begin(find("maze"), {}, two, seed=5)
        while not session.match.is_over:
            chosen(session)
        played.append(moves(session.match))
    assert played[0] == played[1]


@pytest.mark.parametrize("id", ["sum", "maze"])
def test_programs_of_a_seed_play_differently_in_each_round(id: str) -> None:
    two = make_sides(("random", "random"), (None, None))
    series = [[tuple(moves(match)) for match in played_rounds(id, two, seed=5)] for _ in range(2)]
    assert series[0] == series[1]
    assert len(set(series[0])) == 5


def test_names_do_not_affect_programs() -> None:
    games = [
        [moves(match) for match in played_rounds("sum", make_sides(("random",) * 2, names), seed=5)]
        for names in ((None, None), ("Ann", "Bob"), ("Bob", "Ann"))
    ]
    assert games[0] == games[1] == games[2]


def played_rounds(id: str, two: tuple[Side, Side], seed: int) -> list[Match]:
    """Return five finished rounds between programs."""
    session = Session.begin(find(id), {}, two, seed=seed, rounds=5)
    played = []
    while True:
        while not session.match.is_over:
            chosen(session)
        played.append(session.match)
        if not session.next_round():
            return played


def test_only_games_without_people_have_a_turn_limit() -> None:
    """Return a race in which both players move back and forth."""
    for whos, gives_up in ((("random", "random"), True), ((HUMAN, "random"), False)):
        two = make_sides(whos, (None, None))
        session = Session.begin(find("race"), {}, two, board="1 1 1/1 1 1/1 1 1")
        for turn in range(MAX_LONE_TURNS):
            assert not session.state.is_turn_limit_reached
            out, back = ("Right", "Left") if turn % 2 == 0 else ("Left", "Right")
            session.match.play(out if turn // 2 % 2 == 0 else back)
        assert session.match.turn == MAX_LONE_TURNS + 1
        assert session.state.is_turn_limit_reached == gives_up


@pytest.mark.parametrize("asked_before", [False, True])
def test_rematch_adds_a_round_with_seats_swapped(asked_before: bool) -> None:
    session = won(quick())
    if asked_before:
        assert session.next_round() is False
    session.rematch()
    assert session.announcement == "Round 2 of 2: Bob is Player 1, Ann is Player 2."
    assert session.match.tags["Wins"] == "0-1"
    assert not session.match.is_over
    won(session).rematch()
    assert session.announcement == "Round 3 of 3: Ann is Player 1, Bob is Player 2."
    assert session.series.wins_line() == "Wins: Ann 1, Bob 1"


def test_rematch_before_the_last_round_starts_the_next_one() -> None:
    session = won(quick(rounds=3))
    session.rematch()
    assert (session.series.round, session.series.rounds) == (2, 3)


def test_rematch_is_refused_at_the_round_limit() -> None:
    session = quick(rounds=ROUNDS.high)
    while next_round(session):
        pass
    for _ in range(2):
        with pytest.raises(Refused, match="This match has reached its limit"):
            session.rematch()
    assert session.series.rounds == ROUNDS.high


# ---- undo


def test_undo_between_people_takes_back_one_move() -> None:
    session = Session.begin(find("sum"), {}, PEOPLE)
    for move in ("5", "1", "7"):
        session.match.play(move)
    assert session.take_back() == ["7"]
    assert moves(session.match) == ["5", "1"]


def test_undo_takes_back_the_reply_of_a_level() -> None:
    two = make_sides((HUMAN, "beginner"), (None, None))
    session = Session.begin(find("maze"), {}, two, board="4 3 8/9 5 1/2 7 6")
    session.match.play("0,0")
    chosen(session)
    answered = moves(session.match)
    assert len(answered) == 2
    assert session.take_back() == answered
    assert session.match.player is Player.ONE
    with pytest.raises(Refused, match="You have no move to undo"):
        session.take_back()


def test_undo_keeps_the_opening_move_of_a_level() -> None:
    two = make_sides(("casual", HUMAN), (None, None))
    session = Session.begin(find("sum"), {}, two)
    chosen(session)
    with pytest.raises(Refused, match="You have no move to undo"):
        session.take_back()
    assert len(session.match.plies) == 1


def test_move_that_revealed_a_number_cannot_be_undone() -> None:
    options = {"target": 40, "stand": True}
    session = Session.begin(find("quest"), options, PEOPLE, board="4 2 3/1 5 6/9 7 8")
    session.match.play("2,2")
    with pytest.raises(Refused, match="You can't undo a move that revealed a number"):
        session.take_back()
    session.match.play("stand")
    assert session.take_back() == ["stand"]  # it revealed nothing
    assert moves(session.match) == ["2,2"]
    assert help_counts(session.match)["undone"] == 1


def test_undo_is_refused_if_the_reply_revealed_a_number() -> None:
    two = make_sides((HUMAN, "casual"), (None, None))
    session = Session.begin(find("quest"), {"stand": True}, two, seed=3)
    session.match.play("stand")
    session.match.play("1,1")
    with pytest.raises(Refused, match="revealed a number"):
        session.take_back()


def test_restart_keeps_sides_and_options_on_a_new_board() -> None:
    two = make_sides((HUMAN, "casual"), ("Ann", None))
    session = Session.begin(find("maze"), {"size": 4}, two, seed=3, rounds=3, first="p2")
    session.match.play(session.match.moves[0])
    next_round(session)
    again = session.restart()
    assert again.series.wins_line() == "Wins: Ann 0, Casual 0"
    assert again.announcement == "Round 1 of 3: Casual is Player 1, Ann is Player 2."
    assert not again.match.plies
    assert again.match.game.options == session.match.game.options
    assert again.match.game.board != session.match.game.board
    assert again.match.tags["Type1"] == "casual"


def test_restart_keeps_a_given_board() -> None:
    for id, board in (("maze", "4 3 8/9 5 1/2 7 6"), ("quest", "4 2 3/1 5 6/9 7 8")):
        again = Session.begin(find(id), {}, PEOPLE, board=board).restart()
        again.match.stop()
        assert again.match.board == board
        assert again.next_round() is False


def test_winning_move_can_be_undone_until_the_round_is_counted() -> None:
    session = won(quick(rounds=2))
    assert session.take_back() == ["5"]
    won(session).next_round()
    with pytest.raises(Refused, match="There is no move to undo"):
        session.take_back()
    assert session.series.wins == (1, 0)


def test_undo_is_refused_once_hidden_numbers_are_shown() -> None:
    session = Session.begin(find("quest"), {}, PEOPLE, board="4 2 3/1 5 6/9 7 8")
    while not session.match.is_over:
        session.match.play(session.match.moves[-1])
    assert session.match.uncovered
    with pytest.raises(Refused, match="revealed a number"):
        session.take_back()
    assert session.match.is_over


# ---- resumed


def test_match_is_resumed_at_its_position() -> None:
    session = Session.of(record.loads('[Game "sum"]\n\n1. 5\n'))
    assert session.is_resumed
    assert not session.is_first_random
    assert session.announcement == "Player 1 is Player 1, Player 2 is Player 2."
    assert session.match.player is Player.TWO


def test_round_after_a_resumed_one_keeps_only_a_given_board() -> None:
    board = "1 2 3 1/2 1 2 3/3 2 1 2/1 3 2 1"
    for given in (board, None):
        session = Session.begin(find("race"), {}, PEOPLE, board=given, seed=7, rounds=2)
        again = Session.of(record.loads(record.dumps(session.match)))
        assert next_round(again)
        assert (again.match.game.board == session.match.game.board) == (given is not None)
        assert ("Deal" in again.match.tags) == (given is not None)
    hidden = Session.begin(find("quest"), {}, PEOPLE, board="4 2 3/1 5 6/9 7 8", rounds=2)
    again = Session.of(record.loads(record.dumps(hidden.match)))
    assert next_round(again)
    assert again.match.board == "? ? ?/? ? ?/? ? ?"
    boardless = Session.of(Match(numduel.new("sum")))
    boardless.match.stop()
    boardless.rematch()
    assert boardless.round == 2


def test_unknown_recorded_player_is_refused() -> None:
    match = record.loads('[Game "sum"]\n[Type2 "oracle"]\n\n1. 5\n')
    with pytest.raises(SetupError, match="'oracle' isn't a player"):
        Session.of(match)


def test_session_of_people_loads_no_heavy_module() -> None:
    code = (
        "import sys, numduel.play.session as s; from numduel.games import find;"
        "s.Session.begin(find('sum'), {}, s.make_sides(('human', 'human'), (None, None)));"
        "heavy = {'json', 'datetime', 'dataclasses', 'hashlib', 'numduel.engine', 'textual'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    ran = run_program([sys.executable, "-c", code])
    assert ran.stdout == "[]\n", ran.stderr
