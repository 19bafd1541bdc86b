"""Choosers: begin and end are called, and moves must be exact."""

from __future__ import annotations

from typing import Any

import pytest

import numduel
from duel_support import is_one_sentence
from numduel import Dice, Match, Move, Player, PlayerError
from numduel.arena.matches import Score, play_pair
from numduel.budget import Budget
from numduel.core import AnyGame
from numduel.errors import ExternalPlayerInRecord, SetupError
from numduel.games import find
from numduel.play.players import (
    EXTERNAL_PLAYERS,
    HUMAN,
    ExternalPlayer,
    RandomPlayer,
    ask,
    ask_in_match,
    names,
    seat,
    take_turn,
)
from numduel.play.session import Session, make_sides
from numduel.storage import record, saves
from numduel.storage.autosave import Autosave
from numduel.storage.saves import Save


class Witness(RandomPlayer):
    """A random player that records its calls."""

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
def test_arena_calls_begin_and_end_for_each_match(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seated: list[Witness] = []

    def seat(who: str, dice: Dice) -> Witness:
        seated.append(Witness(dice))
        return seated[-1]

    monkeypatch.setattr("numduel.play.players.seat", seat)
    play_pair(numduel.new(id, seed=7), ("one", "two"), 7)
    assert len(seated) == 4
    for witness, player in zip(seated, ("1", "2", "1", "2"), strict=True):
        begun, ended = witness.heard
        assert begun == f"begin Player {player}"
        assert ended.startswith("end")
    assert seated[0].heard[1] == seated[1].heard[1]


@pytest.mark.usefixtures("home")
def test_session_calls_begin_and_end_for_each_round(monkeypatch: pytest.MonkeyPatch) -> None:
    seated: list[Witness] = []

    def seat(who: str, dice: Dice) -> Witness | None:
        if who == HUMAN:
            return None
        seated.append(Witness(dice))
        return seated[-1]

    two = make_sides((HUMAN, "random"), ("Ann", None))
    monkeypatch.setattr("numduel.play.players.seat", seat)
    session = Session.begin(find("sum"), {"target": 5}, two, rounds=2)
    assert seated[0].heard == ["begin Player 2"]
    session.match.play("5")
    session.next_round()
    session.next_round()
    assert seated[0].heard == ["begin Player 2", "end Player 1"]
    assert seated[1].heard == ["begin Player 1", "end None"]


def test_replaced_player_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    seated: list[Witness] = []

    def seat(who: str, dice: Dice) -> Witness | None:
        if who == HUMAN:
            return None
        seated.append(Witness(dice))
        return seated[-1]

    two = make_sides((HUMAN, "random"), ("Ann", None))
    monkeypatch.setattr("numduel.play.players.seat", seat)
    session = Session.begin(find("sum"), {}, two)
    session.replace(Player.TWO, HUMAN)
    assert session.choosers == (None, None)
    session.replace(Player.TWO, "random")
    session.end()
    session.end()
    assert [witness.heard for witness in seated] == [["begin Player 2", "end None"]] * 2


class Stubborn(RandomPlayer):
    """A player with a fixed answer."""

    def __init__(self, answer: Any) -> None:
        super().__init__(Dice(0))
        self.answer = answer

    def choose(self, view: Any, moves: tuple[Move, ...], budget: Budget) -> Move:
        return self.answer  # type: ignore[no-any-return]


@pytest.mark.parametrize("answer", ["07", " 7", "seven", "", "\x1b[2J", "9" * 999, 7, None, ["7"]])
def test_program_must_choose_a_move_exactly_as_written(answer: Any) -> None:
    """Programs can't use the texts that people may type."""
    match = Match(numduel.new("sum"))
    with pytest.raises(PlayerError) as refused:
        ask(Stubborn(answer), match.state, match.moves, Budget())
    assert is_one_sentence(str(refused.value))
    assert str(refused.value).startswith("it chose ")
    assert ask(Stubborn("7"), match.state, match.moves, Budget()) == "7"


# ---- programs that fail


def test_program_that_chooses_no_legal_move_forfeits() -> None:
    match = Match(numduel.new("sum"))
    take_turn(Stubborn("7"), match, Budget())
    take_turn(Stubborn("8"), match, Budget())
    fault = "it chose '8', but could only choose 1, 2, 3, 4, 5, or 9"
    assert match.ended == f"Player 2 forfeited: {fault}"
    assert match.ending == (Player.ONE, "forfeited")
    assert [ply.move for ply in match.plies] == ["7"]
    with pytest.raises(numduel.IllegalMove, match="no player can move"):
        take_turn(Stubborn("7"), match, Budget())


class Watcher(RandomPlayer):
    """A player that keeps the matches it follows."""

    seen: Match

    def follow(self, match: Match) -> None:
        self.seen = match


def test_follower_sees_all_plies_and_nothing_hidden() -> None:
    boards = set()
    for seed in range(20):
        match = Match(numduel.new("quest", board="4 2 3/1 5 6/9 7 8"))
        match.play("2,2")
        watcher = Watcher(Dice(seed))
        ask_in_match(watcher, match, Budget())
        assert watcher.seen.plies == match.plies
        assert watcher.seen.board == "? ? ?/? 5 ?/? ? ?"
        watcher.seen.stop()
        boards.add(watcher.seen.board)
        assert not match.is_finished
    assert len(boards) > 10  # reshuffled each time, so none shows the true board


@pytest.fixture
def external_players(monkeypatch: pytest.MonkeyPatch) -> list[Stubborn]:
    """Players that can be named "always MOVE"; all that are seated."""
    seated: list[Stubborn] = []

    def seat(named: str, dice: Dice) -> Stubborn:
        if not named:
            raise SetupError("say what it always plays")
        seated.append(Stubborn(named))
        return seated[-1]

    monkeypatch.setitem(
        EXTERNAL_PLAYERS, "always ", ExternalPlayer("always MOVE", lambda named: f"a{named}", seat)
    )
    return seated


def test_external_players_are_named_and_seated_like_others(
    external_players: list[Stubborn],
) -> None:
    assert names()[-1] == "always MOVE"
    two = make_sides(("always 7", "random"), (None, None))
    assert two[0] == ("a7", "always 7")
    assert make_sides(("always 123456789012345678901234567890", HUMAN), (None, None))[0].name
    with pytest.raises(SetupError, match="say what it always plays"):
        make_sides(("always ", HUMAN), (None, None))
    with pytest.raises(SetupError, match="or always MOVE"):
        seat("Always 7", Dice(0))
    assert play_pair(numduel.new("sum"), ("always x", "random"), 7) == Score(0, 2, 0)


@pytest.mark.usefixtures("home")
def test_records_start_no_external_players(external_players: list[Stubborn]) -> None:
    """To resume, you must choose a player for that seat."""
    two = make_sides(("always 1", HUMAN), (None, "Ann"))
    autosave = Autosave(Session.begin(find("sum"), {}, two, rounds=2))
    autosave.session.match.play("9")
    autosave.keep()
    save, path = Save(autosave.save.name), autosave.save.path
    text = record.dumps(autosave.session.match)
    del external_players[:]
    for refused in (
        lambda: Autosave.resume(save),
        lambda: Autosave.resume(save, (None, "random")),
        lambda: Autosave.open(path, print),
        lambda: Session.of(record.loads(text)),
    ):
        with pytest.raises(
            ExternalPlayerInRecord, match=r"Player 1 is 'always 1'\. Saved games never start"
        ) as no:
            refused()
        assert no.value.number == 1
        assert is_one_sentence(str(no.value))
    assert saves.latest_open() is None
    assert not external_players
    again = Autosave.resume(save, ("always 2", None)).session
    assert again.match.tags["Type1"] == "always 2"
    assert [side.name for side in again.series.seats] == ["a2", "Ann"]
    assert external_players[-1].answer == "2"
    assert Autosave.open(path, print, ("random", None)).session.match.tags["Type1"] == "random"
    assert saves.inspect_save(save, ("random", None)) is not None


def test_players_of_a_duel_cannot_be_replaced(external_players: list[Stubborn]) -> None:
    match = Match(numduel.new("sum"))
    match.tags["Duel"] = "2026-11-16"
    with pytest.raises(SetupError, match="can't be replaced"):
        Session.of(match, (None, "always 7"))
