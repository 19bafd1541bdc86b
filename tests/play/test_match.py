"""Matches, compared with a model: a replayed list of moves."""

from __future__ import annotations

import copy
import pickle
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

import numduel
from duel_support import (
    VARIANTS,
    Variant,
    drawn_games,
    drawn_matches,
    for_each,
    is_one_sentence,
    laid_open,
    snapshot,
    with_more_games,
)
from numduel import (
    Chance,
    Dice,
    IllegalMove,
    InvalidMove,
    Match,
    MoveError,
    Over,
    Player,
    Ply,
    SetupError,
    Turn,
)
from numduel.core import AnyGame, HiddenBoard
from numduel.errors import RulesError
from numduel.games import find
from numduel.options import Options
from odd_games import Call, CoinOptions, Opened, UndeclaredWalk


def settled(game: AnyGame, state: Any) -> list[str]:
    """Return the numbers that the board reveals before the next move."""
    drawn = []
    while isinstance(game.status(state), Chance):
        assert isinstance(game, HiddenBoard)
        answer = game.answer(state)
        assert answer is not None
        drawn.append(answer)
        state = game.play(state, answer)
    return drawn


def replayed(game: AnyGame, moves: list[str]) -> tuple[list[Any], list[Ply]]:
    """Return the states and plies that follow from the players' moves."""
    states, plies = [game.start()], []
    turn, last = 0, None
    for move in moves:
        status = game.status(states[-1])
        assert isinstance(status, Turn)
        if status.player is not last:
            turn, last = turn + 1, status.player
        plies.append(Ply(last, move, turn))
        states.append(game.play(states[-1], move))
        for drawn in settled(game, states[-1]):
            plies.append(Ply(None, drawn, turn))
            states.append(game.play(states[-1], drawn))
    return states, plies


WRONG_TEXTS = st.one_of(
    st.text(max_size=12),
    st.sampled_from(["", "  ", "no such move", "99,99", "-1", "(-1,0)", "1,2,3", "0", "\x1b[2J"]),
)


class MatchMachine(RuleBasedStateMachine):
    """Random sequences of moves, refused moves and undo."""

    @initialize(game=drawn_games())
    def begin(self, game: AnyGame) -> None:
        self.dealer = game
        self.match = Match(game)
        self.moves: list[str] = []
        self.unknown = self.match.board.count("?")

    @precondition(lambda self: not self.match.is_over)
    @rule(choice=st.integers(0, 10**6))
    def play(self, choice: int) -> None:
        move = self.match.moves[choice % len(self.match.moves)]
        self.match.play(move)
        self.moves.append(move)

    @rule(choice=st.integers(0, 10**6))
    def play_what_is_forbidden(self, choice: int) -> None:
        forbidden = [m for m in self.match.game.vocabulary if m not in self.match.moves]
        if forbidden:
            before = snapshot(self.match)
            with pytest.raises(IllegalMove) as refused:
                self.match.play(forbidden[choice % len(forbidden)])
            assert is_one_sentence(str(refused.value))
            assert snapshot(self.match) == before

    @rule(text=WRONG_TEXTS)
    def type_something(self, text: str) -> None:
        before = snapshot(self.match)
        legal = self.match.moves
        try:
            self.match.play(self.match.read(text))
        except MoveError:
            assert snapshot(self.match) == before
        else:
            played = self.match.plies[len(before[1])].move
            assert played in legal
            self.moves.append(played)

    @rule()
    def undo(self) -> None:
        if self.moves:
            self.match.undo()
            self.moves.pop()
        else:
            before = snapshot(self.match)
            with pytest.raises(IllegalMove):
                self.match.undo()
            assert snapshot(self.match) == before

    @invariant()
    def everything_is_as_replayed(self) -> None:
        states, plies = replayed(self.dealer, self.moves)
        assert list(self.match.states) == states
        assert list(self.match.plies) == plies
        assert self.match.state == states[-1]

    @invariant()
    def the_answers_agree_with_the_status(self) -> None:
        match = self.match
        status = match.game.status(match.state)
        assert match.status == status
        turn = status if isinstance(status, Turn) else None
        over = status if isinstance(status, Over) else None
        assert turn or over  # a match never waits for chance
        assert match.player == (turn and turn.player)
        assert match.moves == (turn.moves if turn else ())
        assert match.is_over == (over is not None)
        assert match.winner == (over and over.winner)
        assert match.reason == (over and over.reason)

    @invariant()
    def the_board_shown_is_the_board_dealt_as_far_as_it_is_known(self) -> None:
        shown, dealt = self.match.board, laid_open(self.dealer)
        for cell, number in zip(shown.split(), dealt.split(), strict=True):
            assert cell == number or "?" in cell
        if self.match.is_over:
            assert shown == dealt

    @invariant()
    def the_game_given_to_players_never_changes(self) -> None:
        assert self.match.game == self.dealer.public()


TestMatch = MatchMachine.TestCase
TestMatch.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)


# ---- undo


@given(drawn_matches(), st.integers(0, 40))
def test_undo_restores_the_previous_state(match: Match, back: int) -> None:
    made = [ply.move for ply in match.plies if ply.player is not None]
    back = min(back, len(made))
    for _ in range(back):
        match.undo()
    expected = replayed(match._dealer, made[: len(made) - back])
    assert (list(match.states), list(match.plies)) == expected
    for move in made[len(made) - back :]:
        match.play(move)
    assert (list(match.states), list(match.plies)) == replayed(match._dealer, made)


@given(drawn_matches())
def test_undo_drops_comments_on_undone_moves(match: Match) -> None:
    for number in range(len(match.plies) + 1):
        match.comments[number] = f"after {number}"
    if match.plies:
        match.undo()
        assert match.comments == {n: f"after {n}" for n in range(len(match.plies) + 1)}


# ---- refusals


@for_each(VARIANTS)
def test_illegal_moves_are_refused_without_change(variant: Variant) -> None:
    match = Match(variant.new())
    for step in range(12):
        before = snapshot(match)
        for move in match.game.vocabulary:
            if move not in match.moves:
                with pytest.raises(IllegalMove):
                    match.play(move)
        with pytest.raises(InvalidMove):
            match.play("no such move")
        assert snapshot(match) == before
        if match.is_over:
            break
        match.play(match.moves[step % len(match.moves)])


def other_spellings(match: Match) -> list[str]:
    """Yield texts for legal moves that only people may write."""
    aliases = match.game.aliases(match.state)
    moves = [f(m) for m in match.moves for f in (str.upper, str.lower, str.swapcase)]
    moves += [f"({m})" for m in match.moves] + [f" {m}" for m in match.moves]
    return [*(m for m in moves if m not in match.moves), *aliases]


def test_play_needs_an_exact_move_and_read_accepts_text() -> None:
    for variant in VARIANTS:
        match = Match(variant.new())
        for step in range(6):
            before = snapshot(match)
            for text in other_spellings(match):
                with pytest.raises(InvalidMove) as refused:
                    match.play(text)
                assert is_one_sentence(str(refused.value))
                assert snapshot(match) == before
            for move in match.moves:
                assert match.read(f" {move.upper()} ") == move
            assert snapshot(match) == before
            if match.is_over:
                break
            match.play(match.moves[step % len(match.moves)])


@pytest.mark.parametrize("move", [None, 7, b"7", ["7"], ("7",), "7" * 5000, "\x1b[2J", ""])
def test_invalid_move_is_refused_with_the_legal_ones(move: Any) -> None:
    match = Match(numduel.new("sum"))
    with pytest.raises(InvalidMove, match=r"isn't a move\. Play 1, 2, 3, 4, 5, or ") as error:
        match.play(move)
    assert is_one_sentence(str(error.value))
    with pytest.raises(InvalidMove):
        match.read(move)
    assert match.plies == ()


def test_illegal_move_error_names_the_move() -> None:
    match = Match.replay(numduel.new("maze", board="4 3 8/9 5 1/2 7 6"), ["0,0"])
    for refused, move in ((match.play, "0,0"), (match.read, "(0 0)")):
        with pytest.raises(
            IllegalMove, match=r"^the \d, top left, is occupied by Player 1$"
        ) as error:
            refused(move)
        assert error.value.move == "0,0"
        twin = pickle.loads(pickle.dumps(error.value))
        assert (str(twin), twin.move) == (str(error.value), "0,0")
    match.play("2,2")
    with pytest.raises(IllegalMove, match="up leads off the grid") as error:
        match.read("up")
    assert error.value.move is None


# ---- replays and forks


@given(drawn_matches())
def test_moves_of_a_match_replay_it(match: Match) -> None:
    moves = [ply.move for ply in match.plies if ply.player is not None]
    assert snapshot(Match.replay(match._dealer, moves)) == snapshot(match)
    assert snapshot(Match.replay(match._dealer, iter(moves))) == snapshot(match)


def test_replay_stops_at_an_illegal_move() -> None:
    with pytest.raises(IllegalMove, match="8 is next to"):
        Match.replay(numduel.new("sum"), ["7", "8"])
    with pytest.raises(InvalidMove):
        Match.replay(numduel.new("sum"), [" 7"])


@given(drawn_matches())
def test_fork_starts_at_the_position_and_is_independent(match: Match) -> None:
    match.tags["Player1"] = "Ann"
    match.comments = {number: f"after {number}" for number in range(len(match.plies) + 1)}
    before = snapshot(match)
    for ply, state in enumerate(match.states):
        fork = match.fork(ply)
        if isinstance(match.game.status(state), Chance):
            ply -= 1  # before the move that led to chance
        assert fork.states == match.states[: ply + 1]
        assert fork.plies == match.plies[:ply]
        assert fork.tags == match.tags
        assert list(fork.comments) == list(range(ply + 1))
        assert fork.board == match.board  # revealed numbers stay known
        for made in match.plies[ply:]:
            if made.player is not None:
                fork.play(made.move)
        assert fork.plies == match.plies
    assert snapshot(match) == before


def test_move_is_never_mistaken_for_a_chance_outcome() -> None:
    """If moves and outcomes have the same names, undo and fork still repeat the outcomes."""
    for seed in range(20):
        rng, match = Random(seed), Match(Call(CoinOptions(tosses=9)), dice=Dice(seed))
        while not match.is_over:
            match.play(rng.choice(match.moves))
        plies = match.plies
        assert [match.fork(ply).plies for ply in range(0, len(plies) + 1, 2)] == [
            plies[:ply] for ply in range(0, len(plies) + 1, 2)
        ]
        while match.has_moves:
            match.undo()
        for again in (match.fork(0), match):
            for ply in plies[::2]:
                again.play(ply.move)
            assert again.plies == plies


def test_opening_chance_outcome_is_not_a_move() -> None:
    drawn = set()
    for seed in range(20):
        match = Match(Opened(CoinOptions()), dice=Dice(seed))
        drawn.add(match.plies[0].move)
        opened = match.plies
        assert opened == (Ply(None, match.plies[0].move, 1),)
        assert Match(Opened(CoinOptions()), dice=Dice(seed)).plies == opened
        assert match.fork(0).plies == match.fork(1).plies == opened
        for move in match.moves:
            assert (match.turn, match.has_moves) == (1, False)
            match.play(move)
            assert match.has_moves
            match.undo()
        assert not match.has_moves
        with pytest.raises(IllegalMove, match="there is no move to undo"):
            match.undo()
        assert match.plies == opened
    assert drawn == {"heads", "tails"}


def test_opening_chance_outcome_survives_undo_fork_and_copy() -> None:
    with with_more_games():
        for id in ("toss", "pig"):
            for seed in range(10):
                rng, match = Random(seed), Match(numduel.new(id), dice=Dice(seed))
                while not match.is_over and len(match.plies) < 40:
                    match.play(rng.choice(match.moves))
                plies = match.plies
                moves = [ply.move for ply in plies if ply.player is not None]
                drawn = [ply.move for ply in plies if ply.player is None]
                assert Match.replay(match.game, moves, drawn=drawn).plies == plies
                first = next(n for n, ply in enumerate(plies) if ply.player is not None)
                for ply in range(len(plies) + 1):
                    fork = match.fork(ply)
                    made = len(fork.plies)
                    assert fork.plies == plies[:made]
                    assert made == ply or fork.moves
                    assert made <= max(ply, first)
                while match.has_moves:
                    match.undo()
                assert match.plies == plies[:first]
                for again in (match.fork(0), copy.copy(match), match):
                    for move in moves:
                        again.play(move)
                    assert again.plies == plies


def test_drawn_match_is_over_without_a_winner() -> None:
    with with_more_games():
        match = Match.replay(numduel.new("pick15"), [*"461978235"])
        assert (match.is_over, match.winner, match.reason) == (True, None, "empty")
        assert match.is_finished
        assert match.ending is not None
        assert match.ending.is_draw
        assert [match.ending.score(player) for player in Player] == [0.5, 0.5]
        with pytest.raises(IllegalMove, match="already over"):
            match.stop()
        assert match.fork(9).ending == match.ending
        match.undo()
        assert match.moves == ("5",)
        assert not match.is_finished


def test_undeclared_draw_is_refused_and_changes_nothing() -> None:
    match = Match(UndeclaredWalk(Options(), ((Player.ONE, (1,)), (Player.TWO, ()))))
    before = snapshot(match)
    with pytest.raises(RulesError, match=r"Undeclared Walk ended without a winner") as error:
        match.play(match.moves[0])
    assert is_one_sentence(str(error.value))
    assert snapshot(match) == before


def test_fork_reshuffles_hidden_numbers() -> None:
    """A fork reveals no hidden number, neither by play nor by inspection (Q1)."""
    match = Match.replay(numduel.new("quest", seed=7), ["1,1", "2,2"])
    forks = [match.fork(len(match.plies)) for _ in range(20)]
    assert {laid_open(fork._dealer) for fork in forks} == {match.board}
    for fork in forks:
        fork.play("3,3")
    assert len({fork.plies[-1].move for fork in forks}) > 1


def test_undealt_numbers_are_dealt_when_the_game_is_over() -> None:
    match = Match.replay(numduel.new("quest", board="9 8 7/1 2 3/4 5 6"), ["1,1", "2,1", "1,2"])
    match.undo()
    fork = match.fork(len(match.plies))
    assert fork.board == "9 8 ?/1 ? ?/? ? ?"
    fork.play("1,2")
    assert (fork.reason, sorted(fork.board.replace("/", " ").split())) == ("over", [*"123456789"])


@pytest.mark.parametrize("ply", [-1, 3])
def test_fork_from_a_missing_ply_is_refused(ply: int) -> None:
    with pytest.raises(SetupError, match="from 0 to 2"):
        Match.replay(numduel.new("sum"), ["7", "9"]).fork(ply)


def test_dice_decide_if_the_dealer_has_no_answer() -> None:
    """A game may have both a hidden board and dice."""
    game = find("quest").setup({}, None, Dice(7))
    silent = type("Silent", (type(game),), {"answer": lambda self, state: None})
    numbers = set()
    for seed in range(40):
        match = Match(silent(game.options, game._board), dice=Dice(seed))
        match.play("1,1")
        numbers.add(match.plies[-1].move)
    assert numbers == set("123456789")


def test_repr_shows_game_and_moves() -> None:
    match = Match(numduel.new("sum"))
    assert repr(match) == f"<Match of {match.game!r}: no moves yet>"
    match.play("7")
    match.play("5")
    assert repr(match) == f"<Match of {match.game!r}: 7 5>"


# ---- turns


def test_finished_match_stays_at_its_last_turn() -> None:
    match = Match.replay(numduel.new("sum", target=9), ["7", "5"])
    assert match.turn == 3
    match.play("2")
    assert (match.is_over, match.turn) == (True, 3)
    given_up = Match.replay(numduel.new("sum"), ["7", "5"])
    given_up.resign(Player.ONE)
    assert given_up.turn == 2
    lost_at_once = Match(numduel.new("race", board="9 1 1/1 1 1/1 1 1", highest=9))
    assert (lost_at_once.is_over, lost_at_once.turn) == (True, 1)


@given(drawn_matches())
def test_turn_lasts_until_the_other_player_is_to_move(match: Match) -> None:
    """G4: turns are numbered from 1, belong to one player, and alternate."""
    movers: dict[int, set[Player]] = {}
    for ply in match.plies:
        if ply.player is not None:
            movers.setdefault(ply.turn, set()).add(ply.player)
    assert list(movers) == list(range(1, len(movers) + 1))
    assert all(len(players) == 1 for players in movers.values())
    in_order = [players.pop() for players in movers.values()]
    assert all(one is two.other for one, two in pairwise(in_order))


# ---- copies


@given(drawn_matches(), st.integers(0, 100))
@settings(max_examples=50)
def test_copy_of_a_match_is_independent(match: Match, choice: int) -> None:
    before = snapshot(match)
    for twin in (copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
        assert snapshot(twin) == before
        if twin.is_over:
            twin.undo() if twin.plies else None
        else:
            twin.play(twin.moves[choice % len(twin.moves)])
        assert snapshot(match) == before


@given(drawn_games())
@settings(max_examples=50)
def test_public_game_of_a_match_can_be_played(game: AnyGame) -> None:
    """A match of `match.game` deals its own hidden numbers."""
    match = Match(Match(game).game)
    while not match.is_over and len(match.plies) < 12:
        match.play(match.moves[0])
    assert match.plies or match.is_over


def test_match_and_copy_have_equal_dice() -> None:
    with with_more_games() as ids:
        drawn = 0
        for id in ids:
            match = Match(numduel.new(id, seed=3))
            for _ in range(5):
                twin = copy.copy(match)
                for one in (match, twin):
                    if one.moves:
                        one.play(one.moves[-1])
                assert twin.plies == match.plies
            drawn += sum(ply.player is None for ply in match.plies)
        assert drawn


def test_status_of_a_position_is_computed_once() -> None:
    asked: list[Any] = []

    class Counting(find("sum")):  # type: ignore[misc]
        def status(self, state: Any) -> Any:
            asked.append(state)
            return super().status(state)

    match = Match(Counting.setup({}, None, numduel.Dice(1)))
    for text in ("7", " 05", "9"):
        match.play(match.read(text))
        assert match.player is not None
        assert not match.is_finished
        assert match.moves
    match.undo()
    assert match.moves
    assert len(asked) == len(match.states) + 2  # the undone position, and the one before it
