"""Who chooses: told when a match begins and ends, and held to the letter of the moves."""

from __future__ import annotations

from typing import Any

import pytest

import numduel
from duel_support import is_one_sentence
from numduel import Dice, Match, Move, Player, PlayerError
from numduel.arena import contest
from numduel.budget import Budget
from numduel.core import AnyGame
from numduel.games import find
from numduel.play.players import HUMAN, RandomPlayer, chosen
from numduel.play.session import Session, sides


class Witness(RandomPlayer):
    """A random player that remembers what it was told."""

    def __init__(self, dice: Dice) -> None:
        super().__init__(dice)
        self.heard: list[str] = []
        self.game: AnyGame | None = None

    def begin(self, game: AnyGame, player: Player) -> None:
        self.heard.append(f"begin {player}")
        self.game = game

    def choose(self, view: Any, moves: tuple[Move, ...], budget: Budget) -> Move:
        assert self.game is not None
        status = self.game.status(view)
        assert status == (view.player, moves)
        assert self.heard[-1] == f"begin {view.player}"
        return super().choose(view, moves, budget)

    def end(self, match: Match) -> None:
        self.heard.append(f"end {match.winner}")


@pytest.mark.parametrize("id", numduel.games())
def test_a_player_of_the_arena_is_told_when_each_match_begins_and_ends(
    id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated: list[Witness] = []

    def seat(who: str, dice: Dice) -> Witness:
        seated.append(Witness(dice))
        return seated[-1]

    monkeypatch.setattr("numduel.play.players.seat", seat)
    contest(numduel.new(id, seed=7), ("one", "two"), 7)
    assert len(seated) == 4
    for witness, player in zip(seated, ("1", "2", "1", "2"), strict=True):
        begun, ended = witness.heard
        assert begun == f"begin Player {player}"
        assert ended.startswith("end")
    assert seated[0].heard[1] == seated[1].heard[1]


@pytest.mark.usefixtures("home")
def test_a_player_of_a_session_is_told_of_every_round(monkeypatch: pytest.MonkeyPatch) -> None:
    seated: list[Witness] = []

    def seat(who: str, dice: Dice) -> Witness | None:
        if who == HUMAN:
            return None
        seated.append(Witness(dice))
        return seated[-1]

    two = sides((HUMAN, "random"), ("Ann", None))
    monkeypatch.setattr("numduel.play.players.seat", seat)
    session = Session.begin(find("sum"), {"target": 5}, two, rounds=2)
    assert seated[0].heard == ["begin Player 2"]
    session.match.play("5")
    session.next_round()
    session.next_round()
    assert seated[0].heard == ["begin Player 2", "end Player 1"]
    assert seated[1].heard == ["begin Player 1", "end None"]


def test_a_player_who_is_replaced_is_told_that_it_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    seated: list[Witness] = []

    def seat(who: str, dice: Dice) -> Witness | None:
        if who == HUMAN:
            return None
        seated.append(Witness(dice))
        return seated[-1]

    two = sides((HUMAN, "random"), ("Ann", None))
    monkeypatch.setattr("numduel.play.players.seat", seat)
    session = Session.begin(find("sum"), {}, two)
    session.replace(Player.TWO, HUMAN)
    assert session.choosers == (None, None)
    session.replace(Player.TWO, "random")
    session.end()
    session.end()
    assert [witness.heard for witness in seated] == [["begin Player 2", "end None"]] * 2


class Stubborn(RandomPlayer):
    """Always the same answer, whatever is asked."""

    def __init__(self, answer: Any) -> None:
        super().__init__(Dice(0))
        self.answer = answer

    def choose(self, view: Any, moves: tuple[Move, ...], budget: Budget) -> Move:
        return self.answer  # type: ignore[no-any-return]


@pytest.mark.parametrize("answer", ["07", " 7", "seven", "", "\x1b[2J", "9" * 999, 7, None, ["7"]])
def test_a_program_is_held_to_the_letter_of_the_moves(answer: Any) -> None:
    """What a person may type for a move is no move of a program."""
    match = Match(numduel.new("sum"))
    with pytest.raises(PlayerError) as refused:
        chosen(Stubborn(answer), match.state, match.moves, Budget())
    assert is_one_sentence(str(refused.value))
    assert "Player 1" in str(refused.value)
    assert chosen(Stubborn("7"), match.state, match.moves, Budget()) == "7"
