"""Players that give the answers of a submission again, so that nothing of it is run."""

from __future__ import annotations

from typing import Any

from ..adapters.model_settings import is_model
from ..arena.lines import MatchLine
from ..arena.matches import make_player
from ..budget import Budget
from ..core import AnyGame, Move, Player
from ..dice import Dice
from ..errors import PlayerError, Unanswered
from ..exam.questions import Question
from ..exam.scoring import Answer
from ..play.match import Match
from ..play.players import Chooser
from ..storage.record import loads
from .protocol import is_external
from .transcripts import ReplayError, Transcript, replayed_model


class Given:
    """A player with given moves, or a given fault."""

    def __init__(self, fault: str | None, *, is_unanswered: bool) -> None:
        self._fault = fault
        self._error = Unanswered if is_unanswered else PlayerError

    def begin(self, game: AnyGame, player: Player) -> None:
        pass

    def fail(self) -> PlayerError:
        """Return the given fault; raise ReplayError if there is none."""
        if self._fault is None:
            raise ReplayError("there is neither a move nor a fault")
        return self._error(self._fault)

    def end(self, match: Match) -> None:
        pass


class GivenAnswer(Given):
    """A player with one answer, in the notation of the plain question."""

    def __init__(self, question: Question, answer: Answer) -> None:
        super().__init__(answer.fault, is_unanswered=answer.unanswered)
        self._question = question
        self._move = answer.move

    def choose(self, view: Any, moves: tuple[Move, ...], budget: Budget) -> Move:
        """Return the answer; a disguised question has its moves in the same order."""
        if self._move is None:
            raise self.fail()
        return moves[list(self._question.worths).index(self._move)]


class GivenMoves(Given):
    """A player with the moves of a match."""

    def __init__(self, line: MatchLine, player: Player) -> None:
        super().__init__(line.fault, is_unanswered=line.is_unanswered)
        plies = enumerate(loads(line.record).plies)
        self._moves = {number: ply.move for number, ply in plies if ply.player is player}

    def follow(self, match: Match) -> None:
        self._ply = len(match.plies)

    def choose(self, view: Any, moves: tuple[Move, ...], budget: Budget) -> Move:
        if self._ply not in self._moves:
            raise self.fail()
        return self._moves[self._ply]


def seat_for_question(
    player: str, dice: Dice, *, question: Question, answer: Answer, transcript: Transcript | None
) -> Chooser:
    """Return the player of an exam; an external one gives the answer of a file."""
    if not is_external(player):
        return make_player(player, dice)
    if is_model(player):
        calls = transcript.attempts.get((answer.id,), []) if transcript else []
        return replayed_model(player, calls, f"question {answer.id}", answer.fault)
    return GivenAnswer(question, answer)


def seat_for_match(
    player: str, dice: Dice, *, line: MatchLine, transcript: Transcript | None
) -> Chooser:
    """Return the player of a tournament; an external one makes the moves of a file."""
    if not is_external(player):
        return make_player(player, dice)
    if is_model(player):
        key = line.game, line.board, *line.players
        calls = transcript.attempts.get(key, []) if transcript else []
        return replayed_model(player, calls, f"match {line.match}", line.fault)
    return GivenMoves(line, Player(line.players.index(player)))
