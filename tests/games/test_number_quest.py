"""Number Quest follows docs/rules/quest.md."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

import numduel
from duel_support import laid_open, visible_board
from numduel import (
    Chance,
    Dice,
    IllegalMove,
    InvalidMove,
    Match,
    Over,
    Player,
    SetupError,
    Status,
    Turn,
)
from numduel.core import AnyGame
from numduel.games.number_quest import Odds
from numduel.views.as_json import position_json, record_json

HIDDEN = "7 2 3/1 5 4/9 6 8"
CELLS = tuple(f"{row},{column}" for row in (1, 2, 3) for column in (1, 2, 3))
SMALL = "3 1/2 4"


def played(*moves: str, board: str | None = HIDDEN, **options: Any) -> Match:
    match = Match(numduel.new("quest", board=board, **options))
    for move in moves:
        match.play(move)
    return match


def scores(match: Match) -> tuple[int, int]:
    facts = match.game.picture(match.state).facts
    one, two = (int(fact.value) for fact in facts if fact.label == "Score")
    return one, two


def positions(game: AnyGame) -> Iterator[tuple[Any, Status]]:
    """Yield every reachable position, one for each key."""
    waiting, seen = [game.start()], set()
    while waiting:
        state = waiting.pop()
        if (key := game.key(state)) in seen:
            continue
        seen.add(key)
        status = game.status(state)
        yield state, status
        match status:
            case Turn(_, moves):
                waiting += [game.play(state, move) for move in moves]
            case Chance(odds):
                waiting += [game.play(state, number) for number, _ in odds]


def endings(**options: Any) -> set[str]:
    found = positions(numduel.new("quest", **options))
    return {status.reason for _, status in found if isinstance(status, Over)}


# ---- aim and setup


@pytest.mark.clause("Q10")
def test_first_at_exactly_15_wins_at_once() -> None:
    match = played("3,1", "1,1", "2,2", "1,2")
    assert (scores(match), match.is_over) == ((14, 9), False)
    match.play("2,1")
    assert (scores(match), match.winner, match.reason) == ((15, 9), Player.ONE, "exact")


@pytest.mark.clause("Q10")
def test_player_two_can_be_first_at_15() -> None:
    match = played("2,1", "3,1", "1,2", "3,2")
    assert (scores(match), match.winner, match.reason) == ((3, 15), Player.TWO, "exact")


@pytest.mark.clause("Q11")
def test_every_number_from_1_to_9_is_hidden_once() -> None:
    firsts = set()
    for seed in range(60):
        game = numduel.new("quest", seed=seed)
        assert game.board == "? ? ?/? ? ?/? ? ?"
        hidden = [int(number) for number in laid_open(game).replace("/", " ").split()]
        assert sorted(hidden) == list(range(1, 10))
        firsts.add(hidden[0])
    assert firsts == set(range(1, 10))


@pytest.mark.clause("Q12")
def test_cells_are_named_by_row_and_column_from_1() -> None:
    match = played()
    assert match.game.vocabulary == CELLS
    match.play("1,3")
    assert scores(match) == (3, 0)
    match.play("3,1")
    assert scores(match) == (3, 9)


@pytest.mark.clause("Q13")
def test_both_scores_start_at_0() -> None:
    assert scores(played()) == (0, 0)


# ---- turns


@pytest.mark.clause("Q14")
def test_players_alternate_and_player_one_starts() -> None:
    match = played("1,2", "2,1", "1,3", "2,3")
    movers = [ply.player for ply in match.plies if ply.player is not None]
    assert movers == [Player.ONE, Player.TWO] * 2
    assert match.player is Player.ONE


@pytest.mark.clause("Q15")
def test_every_unselected_cell_can_be_selected() -> None:
    match = played()
    assert match.moves == CELLS
    match.play("2,2")
    match.play("1,3")
    assert match.moves == tuple(cell for cell in CELLS if cell not in ("2,2", "1,3"))


@pytest.mark.clause("Q16")
def test_number_is_revealed_to_both_and_scored_at_once() -> None:
    match = played("2,2")
    assert (match.board, scores(match)) == ("? ? ?/? 5 ?/? ? ?", (5, 0))
    assert match.view(Player.ONE) == match.view(Player.TWO)
    match.play("1,3")
    assert (match.board, scores(match)) == ("? ? 3/? 5 ?/? ? ?", (5, 3))


@pytest.mark.clause("Q17")
def test_selected_cell_cannot_be_selected_again() -> None:
    match = played("2,2")
    with pytest.raises(IllegalMove, match="already revealed"):
        match.play("2,2")
    match.play("1,2")
    for cell in ("2,2", "1,2"):
        with pytest.raises(IllegalMove, match="already revealed"):
            match.play(cell)


@pytest.mark.clause("Q18")
@pytest.mark.parametrize("text", ["stand", "pass", ""])
def test_passing_is_not_allowed(text: str) -> None:
    match = played("2,2")
    with pytest.raises(InvalidMove):
        match.play(text)
    assert match.player is Player.TWO


# ---- winning and losing


@pytest.mark.clause("Q19")
def test_going_above_15_loses_at_once() -> None:
    match = played("2,2", "1,3", "3,1", "2,1", "1,2")
    assert (scores(match), match.winner, match.reason) == ((16, 4), Player.TWO, "over")
    other = played("2,1", "3,1", "1,2", "1,1")
    assert (scores(other), other.winner, other.reason) == ((3, 16), Player.ONE, "over")


@pytest.mark.clause("Q20", "Q21", "Q2")
def test_closest_and_its_tie_break_are_never_reached() -> None:
    ends = set()
    for state, status in positions(numduel.new("quest")):
        if isinstance(status, Over):
            ends.add(status.reason)
        else:
            assert state.left  # a game in progress has numbers to reveal
            assert (state.mine < 15, state.theirs < 15) == (True, True)
    assert ends == {"exact", "over"}


@pytest.mark.clause("Q20")
def test_closest_score_wins_when_no_cell_is_left() -> None:
    two = played("1,1", "1,2", "2,1", "2,2", board="1 2/3 4")
    assert (scores(two), two.winner, two.reason) == ((4, 6), Player.TWO, "closest")
    one = played("1,1", "1,2", "2,1", "2,2", board="4 1/3 2")
    assert (scores(one), one.winner, one.reason) == ((7, 3), Player.ONE, "closest")


@pytest.mark.clause("Q21")
def test_player_who_played_last_loses_a_tie() -> None:
    match = played("1,1", "1,2", "2,1", "2,2", board="1 2/4 3")
    assert scores(match) == (5, 5)
    assert (match.winner, match.reason) == (Player.ONE, "closest")


@pytest.mark.clause("Q2")
def test_variants_reach_the_closest_ending() -> None:
    assert endings(size=2) == {"closest"}
    assert "closest" in endings(target=40)
    assert "closest" in endings(stand=True)


@pytest.mark.clause("Q22")
@pytest.mark.parametrize("options", [{}, {"stand": True}, {"size": 2}, {"target": 30}])
def test_every_game_ends_with_one_winner(options: dict[str, Any]) -> None:
    finished = 0
    for _, status in positions(numduel.new("quest", **options)):
        if isinstance(status, Over):
            finished += 1
            assert status.winner in (Player.ONE, Player.TWO)
    assert finished


# ---- hidden numbers


def readable(match: Match) -> tuple[object, ...]:
    """Return everything that a player or program can read in a match."""
    game, state = match.game, match.state
    return (
        match.board,
        match.status,
        match.states,
        match.plies,
        repr(match),
        numduel.record.dumps(match),
        position_json(match),
        record_json(match),
        pickle.dumps(game),
        game.board,
        laid_open(game),
        visible_board(match),
        game.picture(state),
        game.ask(state),
        game.drawing(),
        [game.view(state, player) for player in Player],
        [game.objection(state, move) for move in game.vocabulary],
    )


@pytest.mark.clause("Q1")
def test_hidden_numbers_affect_nothing_readable() -> None:
    """Two deals that differ only in hidden numbers look the same."""
    deal = played(board="7 2 3/1 5 4/9 6 8")
    other = played(board="7 8 6/1 5 9/4 3 2")
    assert readable(deal) == readable(other)
    for cell in ("2,2", "1,1", "2,1"):
        deal.play(cell)
        other.play(cell)
        assert readable(deal) == readable(other)
    deal.play("3,3")
    other.play("3,3")
    assert readable(deal) != readable(other)


@pytest.mark.clause("Q1")
def test_saved_game_is_reshuffled_when_resumed() -> None:
    match = played("2,2", "1,2")
    saved = numduel.record.dumps(match)
    numbers = set()
    for seed in range(40):
        resumed = numduel.record.loads(saved, dice=Dice(seed))
        assert resumed.board == match.board == "? 2 ?/? 5 ?/? ? ?"
        assert resumed.state == match.state
        resumed.play("3,3")
        numbers.add(resumed.plies[-1].move)
    assert numbers == set("1346789")


@pytest.mark.clause("Q23")
def test_hidden_numbers_are_equally_likely() -> None:
    match = played("2,2")
    game = match.game
    for cell in match.moves:
        chance = game.status(game.play(match.state, cell))
        assert isinstance(chance, Chance)
        assert dict(chance.odds) == {number: Fraction(1, 8) for number in "12346789"}


@pytest.mark.clause("Q24")
def test_undo_cannot_change_a_hidden_number() -> None:
    match = played("2,2")
    for _ in range(3):
        match.undo()
        match.play("2,2")
        assert scores(match) == (5, 0)
    match.undo()
    match.play("1,1")
    assert scores(match) == (7, 0)


@pytest.mark.clause("Q25")
def test_revealed_number_stays_known_after_undo() -> None:
    match = played("2,2")
    match.undo()
    assert match.board == "? ? ?/? 5 ?/? ? ?"
    match.play("1,1")
    assert match.board == "7 ? ?/? 5 ?/? ? ?"


@pytest.mark.clause("Q26")
def test_all_numbers_are_shown_once_the_game_is_over() -> None:
    match = played("2,2", "1,3", "3,1", "2,1")
    assert match.board == "? ? 3/1 5 ?/9 ? ?"
    match.play("1,2")
    assert match.is_over
    assert match.board == HIDDEN


# ---- variants


@pytest.mark.clause("Q3")
def test_variants_can_be_combined_and_stand_is_off() -> None:
    game = numduel.new("quest", size=4, target=30, stand=True)
    assert len(game.vocabulary) == 17
    assert (game.options.target, game.options.stand) == (30, True)
    assert numduel.new("quest").options.stand is False


@pytest.mark.clause("Q27")
def test_target_can_be_changed_within_limits() -> None:
    assert played("3,3", target=8).winner is Player.ONE
    assert played("3,1", target=8).winner is Player.TWO
    assert numduel.new("quest", target=10_000).options.target == 10_000
    for target in (0, 10_001):
        with pytest.raises(SetupError, match="from 1 to 10000"):
            numduel.new("quest", target=target)


@pytest.mark.clause("Q28", "Q29")
@pytest.mark.parametrize("size", [2, 3, 4, 12])
def test_size_sets_the_numbers_and_leaves_the_target(size: int) -> None:
    game = numduel.new("quest", size=size)
    hidden = [int(number) for number in laid_open(game).replace("/", " ").split()]
    assert sorted(hidden) == list(range(1, size**2 + 1))
    assert game.options.target == 15
    assert numduel.new("quest", size=size, target=20).options.target == 20


@pytest.mark.clause("Q28")
@pytest.mark.parametrize("size", [1, 13])
def test_size_has_limits(size: int) -> None:
    with pytest.raises(SetupError, match="from 2 to 12"):
        numduel.new("quest", size=size)


@pytest.mark.clause("Q30")
def test_stand_is_legal_only_with_the_option() -> None:
    assert played(stand=True).moves == (*CELLS, "stand")
    assert played(stand="yes").moves == (*CELLS, "stand")
    assert played(stand="no").moves == CELLS
    with pytest.raises(SetupError, match="yes or no"):
        numduel.new("quest", stand="perhaps")


@pytest.mark.clause("Q31")
def test_other_player_continues_alone_after_a_stand() -> None:
    match = played("1,2", "1,3", "stand", stand=True)
    assert (match.player, scores(match)) == (Player.TWO, (2, 3))
    match.play("2,3")
    assert (match.player, scores(match)) == (Player.TWO, (2, 7))
    match.play("2,1")
    assert (match.player, scores(match)) == (Player.TWO, (2, 8))


@pytest.mark.clause("Q31")
def test_player_one_continues_alone_after_player_two_stands() -> None:
    match = played("1,2", "stand", "1,3", "2,1", stand=True)
    assert (match.player, scores(match)) == (Player.ONE, (6, 0))


@pytest.mark.clause("Q32")
def test_game_ends_when_both_stand() -> None:
    match = played("2,2", "1,3", "stand", "stand", stand=True)
    assert (match.winner, match.reason) == (Player.ONE, "closest")
    match = played("1,3", "2,2", "stand", "stand", stand=True)
    assert (match.winner, match.reason) == (Player.TWO, "closest")


@pytest.mark.clause("Q32")
def test_game_ends_when_the_lone_player_has_taken_every_cell() -> None:
    match = played("2,2", "stand", "1,1", "1,2", board=SMALL, stand=True)
    assert (match.is_over, scores(match)) == (False, (8, 0))
    match.play("2,1")
    assert (match.winner, match.reason, scores(match)) == (Player.ONE, "closest", (10, 0))
    behind = played("2,2", "1,1", "stand", "1,2", board=SMALL, stand=True)
    assert not behind.is_over
    behind = played("1,1", "2,2", "stand", "1,2", "2,1", board=SMALL, stand=True)
    assert (behind.winner, behind.reason, scores(behind)) == (Player.TWO, "closest", (3, 7))


@pytest.mark.clause("Q33", "Q21")
def test_player_who_stood_last_loses_a_tie() -> None:
    at_once = played("stand", "stand", stand=True)
    assert (at_once.winner, at_once.reason) == (Player.ONE, "closest")
    two_last = played("1,1", "1,2", "stand", "2,1", "stand", board=SMALL, stand=True)
    assert (scores(two_last), two_last.winner) == ((3, 3), Player.ONE)
    one_last = played("1,2", "1,1", "2,1", "stand", "stand", board=SMALL, stand=True)
    assert (scores(one_last), one_last.winner) == ((3, 3), Player.TWO)


@pytest.mark.clause("Q21", "Q32")
def test_lone_player_who_takes_the_last_cell_played_last() -> None:
    cells = [f"{row},{column}" for row in range(1, 5) for column in range(1, 5)]
    board = "16 1 15 2/14 3 13 4/10 5 6 7/8 9 11 12"
    moves = (*cells[:10], "stand", *cells[10:])
    match = played(*moves, board=board, target=100, stand=True)
    assert scores(match) == (68, 68)
    assert (match.winner, match.reason) == (Player.ONE, "closest")


@pytest.mark.clause("Q34")
def test_lone_player_can_win_or_go_over() -> None:
    exact = played("1,2", "stand", "2,2", "3,3", stand=True)
    assert (scores(exact), exact.winner, exact.reason) == ((15, 0), Player.ONE, "exact")
    over = played("1,2", "stand", "2,2", "3,1", stand=True)
    assert (scores(over), over.winner, over.reason) == ((16, 0), Player.TWO, "over")


@pytest.mark.clause("Q35")
def test_question_marks_on_a_given_board_are_dealt() -> None:
    deals = {
        laid_open(numduel.new("quest", board="? 2 3/1 5 4/9 6 ?", seed=seed)) for seed in range(20)
    }
    assert deals == {"7 2 3/1 5 4/9 6 8", "8 2 3/1 5 4/9 6 7"}


@pytest.mark.clause("Q35")
@pytest.mark.parametrize("board", ["1 1/? ?", "5 ?/? ?", "0 1/2 3", "1 2/3 !"])
def test_given_board_holds_every_number_once_at_most(board: str) -> None:
    with pytest.raises(SetupError):
        numduel.new("quest", board=board)


@pytest.mark.clause("Q28")
def test_odds_cache_is_limited() -> None:
    """A large grid has too many sets of numbers to cache them all."""
    known = Odds(16)
    for left in range(2, 10_000, 2):
        shares = [share for _, share in known[left].odds]
        assert sum(shares) == 1
        assert len(shares) == left.bit_count()
        assert len(known) <= 2**12


@pytest.mark.clause("Q1")
def test_cell_being_revealed_is_marked_differently_from_hidden_cells() -> None:
    game = numduel.new("quest", board=HIDDEN)
    assert game.picture(game.start()).legend() == {"?": "hidden"}
    chosen = game.picture(game.play(game.start(), "2,2"))
    assert chosen.legend() == {"?": "hidden", "!": "being revealed"}
    assert [tile.tags[0].mark for row in chosen.rows for tile in row] == [*"????!????"]


@pytest.mark.clause("Q4")
def test_picture_lists_hidden_numbers_and_who_revealed_which() -> None:
    def beside(match: Match) -> list[tuple[str, int | str, Player | None]]:
        facts = match.game.picture(match.state).facts
        return [(fact.label, fact.value, fact.player) for fact in facts if fact.label != "Score"]

    assert beside(played()) == [("Still hidden", "1-9", None)]
    assert beside(played("1,2", "2,2", "1,3")) == [
        ("Revealed", "2 3", Player.ONE),
        ("Revealed", "5", Player.TWO),
        ("Still hidden", "1 4 6-9", None),
    ]
    assert beside(played("3,1", "1,2", "3,2")) == [
        ("Revealed", "6 9", Player.ONE),
        ("Revealed", "2", Player.TWO),
    ]  # the game is over, and all numbers are shown
