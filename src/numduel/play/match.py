"""Matches: the moves of a game, the chance outcomes, and the end."""

from _thread import RLock  # not from threading, which takes a while to load
from collections.abc import Iterable
from typing import Any, NamedTuple

from ..checks import need, need_game, need_list, need_player
from ..core import AnyGame, Chance, HiddenBoard, Move, Over, Player, Status, Turn, immutable
from ..dice import Dice
from ..errors import IllegalMove, RulesError, SetupError, listed, printable
from ..options import short_repr
from .dealing import draw_outcome
from .reading import check_vocabulary, move_error, read

__all__ = ["ENDED", "Ending", "Match", "Ply"]


@immutable
class Ply(NamedTuple):
    """One event of a match: a player's move or a chance outcome.

    Examples:
        >>> import numduel
        >>> match = numduel.Match(numduel.new("quest", board="1 2 3/4 5 6/7 8 9"))
        >>> match.play("2,2")
        >>> match.plies[1]
        Ply(player=None, move='5', turn=1)
    """

    player: Player | None
    """The player who moved; None for chance."""
    move: Move
    """The move, or the chance outcome."""
    turn: int
    """The number of its turn, from 1 (G4)."""


RESIGNED = "resigned"
"""The reason of a match that a player gave up."""

STOPPED = "stopped"
"""The reason of a match that people ended without a winner."""


@immutable
class Ending(NamedTuple):
    """The end of a match, by the rules or otherwise.

    Examples:
        >>> import numduel
        >>> match = numduel.Match(numduel.new("sum"))
        >>> match.resign(numduel.Player.TWO)
        >>> match.ending
        Ending(winner=<Player.ONE: 0>, reason='resigned')
    """

    winner: Player | None
    """The winner, also after a resignation or forfeit; None for a draw or a stopped match."""
    reason: str
    """One of the game's `reasons`, or "resigned", "stopped" or "forfeited"."""

    @property
    def is_draw(self) -> bool:
        """Whether the rules ended the match as a draw."""
        return self.winner is None and self.reason != STOPPED

    def score(self, player: Player) -> float | None:
        """Return 1.0 for a win, 0.5 for a draw, 0.0 for a loss; None if the match was stopped.

        Examples:
            >>> import numduel
            >>> numduel.Ending(numduel.Player.ONE, "exact").score(numduel.Player.TWO)
            0.0
            >>> numduel.Ending(None, "full").score(numduel.Player.TWO)
            0.5
        """
        if self.winner is None:
            return 0.5 if self.is_draw else None
        return float(self.winner is player)


ENDED = {
    **{f"{player} {RESIGNED}": Ending(player.other, RESIGNED) for player in Player},
    STOPPED: Ending(None, STOPPED),
}
"""The endings by people, by the text of a record's tag `Ended`."""

FORFEIT_ENDINGS = {f"{player} forfeited: ": Ending(player.other, "forfeited") for player in Player}
"""The endings by a program's fault, by the start of that tag; the fault follows."""

MAX_FAULT_CHARS = 300
"""Maximum characters of a fault; the rest is cut off."""


def parse_ending(ended: object) -> Ending | None:
    """Return the ending in a record's tag `Ended`; None if it is not one.

    >>> parse_ending("Player 2 forfeited: it wrote no JSON"), parse_ending("lost")
    (Ending(winner=<Player.ONE: 0>, reason='forfeited'), None)
    """
    if not isinstance(ended, str) or ended in ENDED:
        return ENDED.get(str(ended))
    prefix = next((prefix for prefix in FORFEIT_ENDINGS if ended.startswith(prefix)), "")
    fault = ended.removeprefix(prefix)
    is_valid = prefix and fault and fault == clean_fault(fault)
    return FORFEIT_ENDINGS[prefix] if is_valid else None


def clean_fault(text: str) -> str:
    """Return a program's fault on one printable line of limited length."""
    line = printable(" ".join(text[: 4 * MAX_FAULT_CHARS].split()))
    return line if len(line) <= MAX_FAULT_CHARS else f"{line[: MAX_FAULT_CHARS - 1].rstrip()}…"


class Match:
    """A game being played. A refused move changes nothing.

    `play` takes a move exactly as `moves` lists it; `read` finds the move in a person's text.
    Several threads can share a match.

    If the board is hidden, as in Number Quest, only the match and the game you passed in know the
    hidden numbers. `game`, the states, records of a match in progress, messages and reprs never
    show them.

    Args:
        game: The game to play.
        dice: The source of chance (default: random).
        drawn: Chance outcomes of an earlier match; see `replay`.
        shown: The part of a hidden board seen in an earlier match; see `replay`.

    Examples:
        >>> import numduel
        >>> game = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
        >>> match = numduel.Match(game)
        >>> match.play("0,0")
        >>> match.play(match.read("(2, 0)"))
        >>> match.player, match.moves
        (<Player.ONE: 0>, ('0,1', '1,0'))
        >>> match.undo()
        >>> match.turn, match.winner, match.is_over
        (2, None, False)

        A hidden board is shown when the match is finished:

        >>> match = numduel.Match(numduel.new("quest", board="1 2 3/4 5 6/7 8 9"))
        >>> match.play("2,2")
        >>> match.board, match.game.board
        ('? ? ?/? 5 ?/? ? ?', '? ? ?/? ? ?/? ? ?')
        >>> match.stop()
        >>> match.board
        '1 2 3/4 5 6/7 8 9'
    """

    def __init__(
        self,
        game: AnyGame,
        *,
        dice: Dice | None = None,
        drawn: Iterable[Move] = (),
        shown: str = "",
    ) -> None:
        self._lock = RLock()
        self.game = need_game(game).public()
        """The public game: the rules without anything hidden."""
        check_vocabulary(type(game), tuple(game.vocabulary), tuple(game.chance_outcomes))
        self._dealer = game
        self._dice = Dice() if dice is None else need(dice, Dice, "dice must be a numduel.Dice")
        self._drawn = need_list(drawn, str, "draws")
        self._states = [self.game.start()]
        self._cached_status: tuple[Any, Status | None] = (None, None)
        """The last position whose status was requested, and its status."""
        self._plies: list[Ply] = []
        self._shown = need(shown, str, "a board must be text")
        self._ended = ""
        self.tags: dict[str, str] = {}
        """Further tags of its record, such as players and date; see docs/records.md."""
        self.comments: dict[int, str] = {}
        """The comments in its record, each keyed by the number of plies before it."""
        self._play_chance()

    @staticmethod
    def replay(
        game: AnyGame,
        moves: Iterable[Move],
        *,
        dice: Dice | None = None,
        drawn: Iterable[Move] = (),
        shown: str = "",
        ended: str = "",
    ) -> "Match":
        """Return a match in which these moves have been played.

        Args:
            game: The game to play.
            moves: The players' moves.
            dice: The source of chance after `drawn` (default: random).
            drawn: The chance outcomes of an earlier match.
            shown: The part of the board that was seen, which can be more than the moves reveal.
            ended: How the match ended other than by the rules, as in `ended`.

        Raises:
            MoveError: If a move can't be played.

        Examples:
            >>> import numduel
            >>> numduel.Match.replay(numduel.new("sum"), ["7", "9"]).turn
            3
        """
        match = Match(game, dice=dice, drawn=drawn, shown=shown)
        for move in need_list(moves, object, "moves"):
            match._play(move)  # type: ignore[arg-type]
        if ended:
            match._end(ended)
        return match

    def fork(self, ply: int) -> "Match":
        """Return a new match that continues from the position after `ply` plies.

        The two matches share what this one has revealed of a hidden board; the rest is reshuffled.
        You can fork a match that was resigned, stopped or forfeited. If chance was to decide after
        `ply` plies, the fork starts before the move that led there.

        Examples:
            >>> import numduel
            >>> match = numduel.Match.replay(numduel.new("sum"), ["7", "9"])
            >>> fork = match.fork(0)
            >>> len(fork.plies), len(match.plies)
            (0, 2)
        """
        with self._lock:
            if type(ply) is not int or not 0 <= ply <= len(self._plies):
                limits = f"a whole number from 0 to {len(self._plies)}"
                raise SetupError(f"ply must be {limits}, not {short_repr(ply)}")
            known = self.board
            moves = [made.move for made in self._plies[:ply] if made.player is not None]
            drawn = [made.move for made in self._plies if made.player is None]
            drawn += self._drawn
        game = self.game.on(known) if isinstance(self.game, HiddenBoard) else self.game
        fork = Match.replay(game, moves, drawn=drawn, shown=known)
        if len(fork.plies) > ply and moves:
            fork.undo()
        fork.tags = dict(self.tags)
        fork.comments = {n: text for n, text in self.comments.items() if n <= len(fork.plies)}
        return fork

    # ---- the current state

    @property
    def state(self) -> Any:
        """The current position, without anything hidden."""
        return self._states[-1]

    @property
    def states(self) -> tuple[Any, ...]:
        """All positions from the start to the current one."""
        return tuple(self._states)

    @property
    def plies(self) -> tuple[Ply, ...]:
        """All events so far, in order."""
        return tuple(self._plies)

    @property
    def has_moves(self) -> bool:
        """Whether a player has moved yet. Chance can come before the first move."""
        return any(ply.player is not None for ply in self._plies)

    @property
    def status(self) -> Status:
        """The status of the current position."""
        state = self._states[-1]
        asked, status = self._cached_status
        if asked is not state or status is None:
            status = self.game.status(state)
            if isinstance(status, Over) or (isinstance(status, Turn) and not status.moves):
                self.game.check_status(status)
            self._cached_status = state, status
        return status

    @property
    def player(self) -> Player | None:
        """The player to move; None when the match is finished."""
        status = self.status
        return status.player if isinstance(status, Turn) and not self._ended else None

    @property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves, in the rule book's order; empty when the match is finished."""
        status = self.status
        return status.moves if isinstance(status, Turn) and not self._ended else ()

    @property
    def turn(self) -> int:
        """The number of the current turn, from 1, or of the last turn of a finished match."""
        with self._lock:
            player = self.player
            if player is None:
                return self._plies[-1].turn if self._plies else 1
            return self._turn_of(player)

    @property
    def winner(self) -> Player | None:
        """The winner by the rules; None in a draw and while the game is not over.

        After a resignation or forfeit it is None too, and `ending` has the winner.
        """
        status = self.status
        return status.winner if isinstance(status, Over) else None

    @property
    def reason(self) -> str | None:
        """The reason why the game is over by the rules; None while it is not."""
        status = self.status
        return status.reason if isinstance(status, Over) else None

    @property
    def is_over(self) -> bool:
        """Whether the rules have ended the game, as a win or a draw."""
        return isinstance(self.status, Over)

    @property
    def ended(self) -> str:
        """How the match ended other than by the rules; empty otherwise.

        It is what the record says: "Player 1 resigned", "stopped" or "Player 2 forfeited: " and
        the fault.
        """
        return self._ended

    @property
    def fault(self) -> str | None:
        """The fault of the program that forfeited; None without a forfeit."""
        return self._ended.partition(": ")[2] or None

    @property
    def ending(self) -> Ending | None:
        """The end of the match, by the rules or otherwise; None while it is in progress."""
        status = self.status
        if isinstance(status, Over):
            return Ending(status.winner, status.reason)
        return parse_ending(self._ended) if self._ended else None

    @property
    def is_finished(self) -> bool:
        """Whether the match has ended, by the rules or otherwise."""
        return self.ending is not None

    @property
    def board(self) -> str:
        """The part of the board that was shown; the whole board once the match is finished."""
        with self._lock:
            dealer = self._dealer
            if not isinstance(dealer, HiddenBoard):
                return self.game.board
            return dealer.laid_open() if self.is_finished else dealer.shown(self.state, self._shown)

    @property
    def uncovered(self) -> tuple[tuple[str, ...], ...]:
        """The rows of a hidden board, if the match finished before all of it was shown."""
        game = self.game
        if not isinstance(game, HiddenBoard) or not self.is_finished:
            return ()
        if self.board == game.shown(self.state):
            return ()
        return tuple(tuple(row.split()) for row in self.board.split("/"))

    def reveals_since(self, ply: int) -> bool:
        """Return whether part of a hidden board was first seen after `ply` plies."""
        game = self.game
        return isinstance(game, HiddenBoard) and (
            game.shown(self._states[ply], self._shown) != self.board
        )

    def view(self, player: Player) -> Any:
        """Return what a player may know of the current position."""
        return self.game.view(self.state, need_player(player))

    # ---- actions

    def read(self, text: str) -> Move:
        """Return the legal move that a person's text means: " 05", "(0, 1)" or "right".

        Raises:
            InvalidMove: If the text is not a move.
            AmbiguousMove: If it could mean several moves.
            IllegalMove: If the rules forbid the move now.

        Examples:
            >>> import numduel
            >>> game = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
            >>> numduel.Match.replay(game, ["0,0", "2,0"]).read("d")
            '1,0'
        """
        self._check_not_ended()
        return read(self.game, self.state, text, self.status)

    def play(self, move: Move) -> None:
        """Play a move, written exactly as in `moves`.

        Raises:
            InvalidMove: If it is not a move of this game.
            IllegalMove: If the rules forbid the move now.
        """
        with self._lock:
            self._play(move)
            if self.is_over:
                self._deal_remaining()

    def _play(self, move: Move) -> None:
        """Play a move, but don't deal missing numbers at the end: an old record has none."""
        self._check_not_ended()
        status = self.status
        if not isinstance(status, Turn) or not _is_in(move, status.moves):
            raise move_error(self.game, self.state, move)
        made = len(self._plies)
        try:
            self._append_ply(status.player, move)
            self._play_chance()
        except RulesError:
            del self._states[made + 1 :], self._plies[made:]
            raise

    def undo(self) -> None:
        """Take back the last move and the chance outcomes after it.

        If the move is played again, chance decides the same way.

        Raises:
            IllegalMove: If no move was played, or the match was resigned, stopped or forfeited.
        """
        with self._lock:
            self._check_not_ended()
            made = [number for number, ply in enumerate(self._plies) if ply.player is not None]
            if not made:
                raise IllegalMove("there is no move to undo")
            last = made[-1]
            # Players remember what they have seen, and the dice give the same again.
            if isinstance(self.game, HiddenBoard):
                self._shown = self.game.shown(self.state, self._shown)
            self._drawn[:0] = [ply.move for ply in self._plies[last:] if ply.player is None]
            del self._states[last + 1 :], self._plies[last:]
            self.comments = {ply: text for ply, text in self.comments.items() if ply <= last}

    def resign(self, player: Player) -> None:
        """End the match as this player's loss.

        The match is finished, but the game is not over by the rules. The same holds for `stop` and
        `forfeit`.

        Raises:
            IllegalMove: If the match is already finished.

        Examples:
            >>> import numduel
            >>> match = numduel.Match.replay(numduel.new("sum"), ["7"])
            >>> match.resign(numduel.Player.TWO)
            >>> match.is_finished, match.is_over, match.player, match.winner
            (True, False, None, None)
            >>> match.ended
            'Player 2 resigned'
        """
        with self._lock:
            self._end(f"{need_player(player)} {RESIGNED}")
            self._deal_remaining()

    def resume(self) -> None:
        """Continue a match that was resigned, as if no player had resigned.

        Hidden numbers that were shown stay known.

        Raises:
            IllegalMove: If the match was not resigned.

        Examples:
            >>> import numduel
            >>> match = numduel.Match.replay(numduel.new("sum"), ["7"])
            >>> match.resign(numduel.Player.TWO)
            >>> match.resume()
            >>> match.is_finished, match.player
            (False, <Player.TWO: 1>)
        """
        with self._lock:
            ending = self.ending
            if ending is None or ending.reason != RESIGNED:
                raise IllegalMove("the match was not resigned, so it can't be resumed")
            if isinstance(self.game, HiddenBoard):
                self._shown = self.board
            self._ended = ""

    def stop(self) -> None:
        """End the match without a winner.

        Raises:
            IllegalMove: If the match is already finished.
        """
        with self._lock:
            self._end(STOPPED)
            self._deal_remaining()

    def forfeit(self, player: Player, fault: str) -> None:
        """End the match as the loss of a program that failed.

        Args:
            player: The player that the program played for.
            fault: What it did wrong, in a phrase that begins with "it".

        Raises:
            IllegalMove: If the match is already finished.

        Examples:
            >>> import numduel
            >>> match = numduel.Match(numduel.new("sum"))
            >>> match.forfeit(numduel.Player.TWO, "it did not answer within 60 seconds")
            >>> match.ended
            'Player 2 forfeited: it did not answer within 60 seconds'
        """
        with self._lock:
            text = clean_fault(need(fault, str, "a fault must be text")) or "it failed"
            self._end(f"{need_player(player)} forfeited: {text}")
            self._deal_remaining()

    def _end(self, ended: str) -> None:
        self._check_not_ended()
        if parse_ending(ended) is None:
            known = listed([*ENDED, *(f"{prefix}…" for prefix in FORFEIT_ENDINGS)])
            raise SetupError(f"{short_repr(ended)} can't end a match; use {known}")
        if self.is_over:
            raise IllegalMove("the game is already over")
        self._ended = ended

    def _deal_remaining(self) -> None:
        """Deal the rest of a hidden board, so that it can be shown."""
        if isinstance(self._dealer, HiddenBoard):
            self._dealer = self._dealer.dealt(self._dice)

    def _check_not_ended(self) -> None:
        if self._ended:
            raise IllegalMove(f"the match is finished: {self._ended}")

    def _append_ply(self, player: Player | None, move: Move) -> None:
        ply, state = Ply(player, move, self._turn_of(player)), self.game.play(self.state, move)
        self._plies.append(ply)
        self._states.append(state)

    def _turn_of(self, player: Player | None) -> int:
        if not self._plies:
            return 1
        last = self._plies[-1]
        before = next((p.player for p in reversed(self._plies) if p.player is not None), player)
        return last.turn if player is None or player is before else last.turn + 1

    def _play_chance(self) -> None:
        while isinstance(status := self.status, Chance):
            self._append_ply(None, self._draw(status))

    def _draw(self, chance: Chance) -> Move:
        move, self._dealer = draw_outcome(
            self._dealer, self.state, chance, self._dice, self._recall
        )
        return move

    def _recall(self, chance: Chance) -> Move | None:
        """Return the earlier outcome of this chance, if it is known."""
        while self._drawn:
            if (move := self._drawn.pop(0)) in dict(chance.odds):
                return move
        return None

    def __copy__(self) -> "Match":
        """Return an independent match in the same position, with equal dice."""
        twin = Match.__new__(Match)
        twin.__setstate__(self.__getstate__())
        twin._dice = self._dice.__copy__()
        return twin

    def __getstate__(self) -> dict[str, Any]:
        """Return the state for a copy, with its own lists and without the lock."""
        with self._lock:
            kept = vars(self).copy()
            for name in ("_drawn", "_states", "_plies", "tags", "comments"):
                kept[name] = kept[name].copy()
        del kept["_lock"]
        return kept

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept, _lock=RLock())

    def __repr__(self) -> str:
        moves = " ".join(ply.move for ply in self._plies)
        return f"<Match of {self.game!r}: {moves or 'no moves yet'}>"


def _is_in(move: object, moves: tuple[Move, ...]) -> bool:
    return isinstance(move, str) and move in moves
