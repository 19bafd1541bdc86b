"""Sessions: two sides who play a series of rounds, with deals and choosers."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress

from ..budget import Budget
from ..core import AnyGame, Move, Player
from ..dice import SEED_LIMIT, Dice
from ..errors import PlayerError, SetupError, Unanswered, printable, quoted
from . import players
from .controller import (
    Action,
    Event,
    Forfeit,
    Help,
    MatchState,
    Meeting,
    NeedsDeal,
    NextRound,
    Play,
    Rematch,
    Seats,
    TakeBack,
    apply,
    can_undo_resignation,
    decide,
)
from .dealing import BOOK, PLAYABLE, set_up
from .match import Match
from .series import ROUNDS, Series, Side

MAX_NAME_CHARS = 20
"""Maximum characters of a name: more would not fit beside a board."""

Replacements = tuple[str | None, str | None]
"""New kinds of Player 1 and Player 2; None keeps the recorded one."""

AS_RECORDED: Replacements = (None, None)


def make_sides(whos: tuple[str, str], names: tuple[str | None, str | None]) -> tuple[Side, Side]:
    """Return two sides; a missing name is the kind of player, and equal names get a letter.

    >>> make_sides(("human", "human"), ("Ann", None))
    (Side(name='Ann', who='human'), Side(name='Player B', who='human'))
    >>> [side.name for side in make_sides(("random", "random"), (None, None))]
    ['Random A', 'Random B']
    """
    for who in whos:
        players.seat(who, Dice(0))  # raises SetupError for an unknown player
    letters = (" A", " B") if set(whos) == {players.HUMAN} else ("", "")
    one, two = (
        printable((name or "").strip() or players.default_name(who)[:MAX_NAME_CHARS] + letter)
        for name, who, letter in zip(names, whos, letters, strict=True)
    )
    for name in (one, two):
        if len(name) > MAX_NAME_CHARS:
            raise SetupError(f"a name can have up to {MAX_NAME_CHARS} characters, not {len(name)}")
    if one == two:
        one, two = f"{one} A", f"{two} B"
    return Side(one, whos[0]), Side(two, whos[1])


def program_action(chooser: players.Chooser, match: Match, budget: Budget) -> Play | Forfeit:
    """Return the action of the program that is to move; the match doesn't change.

    Raises:
        Unanswered: If the endpoint of a model failed. It forfeits nothing.
    """
    player = match.player
    assert player is not None, "a program is asked only when it is to move"
    try:
        move = players.ask_program(chooser, match, player, budget)
    except Unanswered:
        raise
    except PlayerError as error:
        return Forfeit(str(error), players.note_of(chooser))
    return Play(move, players.note_of(chooser))


class Session:
    """A series of rounds between two sides, the same in every interface.

    It holds the state, the choosers and the deals of later rounds; the controller decides what is
    allowed.

    >>> from numduel.games import find
    >>> two = make_sides(("human", "human"), ("Ann", "Bob"))
    >>> session = Session.begin(find("sum"), {"target": 5}, two, rounds=3)
    >>> from numduel.play.controller import Write
    >>> session.act(Write("05"))
    (Played(move='5', typed='05', note=None),)
    >>> session.next_round(), session.announcement
    (True, 'Round 2 of 3: Bob is Player 1, Ann is Player 2.')
    """

    state: MatchState
    """The current round and series."""
    choosers: tuple[players.Chooser | None, players.Chooser | None]
    """The chooser of each player in this round; None for a person."""

    def __init__(
        self,
        series: Series,
        match: Match,
        deal: Callable[[int], Match],
        *,
        seed: int | None = None,
        coin: bool = False,
        resumed: bool = False,
    ) -> None:
        """Start from a match; `deal` returns the match of a later round number.

        Usually `begin` or `of` is what you want.
        """
        self.is_first_random = coin
        """Whether chance decided who is Player 1."""
        self.is_resumed = resumed
        """Whether this round was started in an earlier session."""
        self._deal = deal
        self._seed = seed
        series.tag(match)
        self.state = MatchState(match, series, Meeting.of(series), stops_endless_only=True)
        self._seat()

    # ---- the first round

    @classmethod
    def begin(
        cls,
        kind: type[AnyGame],
        options: Mapping[str, object],
        sides: tuple[Side, Side],
        *,
        board: str | None = None,
        seed: int | None = None,
        dealt: str = BOOK,
        rounds: int = 1,
        first: str = "p1",
        duel: str = "",
    ) -> Session:
        """Return a session in its first round.

        Args:
            kind: The game.
            options: Its options.
            sides: The opponents.
            board: The board of every round (default: deal one).
            seed: The seed; it decides the first board even if that is not playable.
            dealt: How to deal boards, PLAYABLE or BOOK.
            rounds: Number of rounds.
            first: The side that is Player 1: p1, p2 or coin.
            duel: The date of the daily duel, if it is one; then programs are deterministic.

        Raises:
            SetupError: If an argument is not valid.
        """
        Dice(seed)  # raises SetupError for an invalid seed
        series = Series(sides, ROUNDS.accept(rounds), _first_side(first, seed))
        given = dict(options)

        def deal(number: int) -> Match:
            dice = Dice(None if seed is None else (seed + number - 1) % SEED_LIMIT)
            is_seeded = number == 1 and seed is not None
            game = set_up(kind, given, board, dice, BOOK if is_seeded else dealt)
            return Match(game, dice=Dice.derived(seed, f"dice of round {number}"))

        match = deal(1)
        match.tags["Date"] = time.strftime("%Y.%m.%d")
        if board:
            match.tags["Deal"] = "given"
        elif dealt == PLAYABLE and match.game.has_visible_deal:
            match.tags["Deal"] = PLAYABLE
        if board and kind.hidden:  # those who typed it know it (Q5)
            match.tags["Given"] = board
        if duel:
            match.tags["Duel"] = duel
        return cls(series, match, deal, seed=seed, coin=first == "coin")

    @classmethod
    def of(cls, match: Match, whos: Replacements = AS_RECORDED) -> Session:
        """Return a session that resumes a match.

        `whos` replaces the players in its tags; raise SetupError for one that a record can't seat.
        """
        for player, who in zip(Player, whos, strict=True):
            if who is not None:
                _replace_player(match, player, who)
        for player, side in zip(Player, Series.of(match).seats, strict=True):
            if whos[player] is None:
                players.check_recorded(player, side.who)
        return cls(Series.of(match), match, lambda _: Match(_redeal(match)), resumed=True)

    def restart(self) -> Session:
        """Return a new session with the same sides and options on a new board."""
        before = self.match
        match = Match(_redeal(before))
        match.tags["Date"] = time.strftime("%Y.%m.%d")
        match.tags |= {name: before.tags[name] for name in ("Deal", "Given") if name in before.tags}
        return Session(self.series.restart(), match, lambda _: Match(_redeal(before)))

    def _seat(self) -> None:
        """Start the choosers of this round.

        A program's dice depend only on the seed, the round and the seat.
        """
        one, two = self.series.seats
        self.choosers = (
            self._start_chooser(Player.ONE, one.who),
            self._start_chooser(Player.TWO, two.who),
        )
        self._is_played = True

    def _start_chooser(self, player: Player, who: str) -> players.Chooser | None:
        """Return the chooser of a player, started for this round; None for a person."""
        luck = Dice.derived(self._seed, f"choices of {player} in round {self.round}")
        chooser = players.seat(who, luck)
        if chooser is not None and "Duel" in self.match.tags:
            chooser = players.DeterministicPlayer(
                who, f"duel {self.match.tags['Duel']}", self.match
            )
        if chooser is not None:
            chooser.begin(self.match.game, player)
        return chooser

    def replace(self, player: Player, who: str) -> None:
        """Replace a player by another kind, under the same name."""
        before = self.choosers[player]
        if before is not None and self._is_played:
            before.end(self.match)
        series = self.series.with_player(player, who)
        self.state = self.state._replace(series=series, meeting=Meeting.of(series))
        choosers = list(self.choosers)
        choosers[player] = self._start_chooser(player, who)
        self.choosers = (choosers[0], choosers[1])

    def end(self) -> None:
        """End the choosers of this round, once."""
        if self._is_played:
            self._is_played = False
            for chooser in self.choosers:
                if chooser is not None:
                    chooser.end(self.match)

    # ---- a round

    @property
    def match(self) -> Match:
        """The match of the current round; every action replaces it by a new one."""
        return self.state.match

    @property
    def series(self) -> Series:
        return self.state.series

    @property
    def round(self) -> int:
        """The number of this round, from 1."""
        return self.series.round

    @property
    def announcement(self) -> str:
        """The round and the seats: "Round 2 of 3: Bob is Player 1, Ann is Player 2."."""
        one, two = (
            side.describe_seat(seat) for seat, side in zip(Player, self.series.seats, strict=True)
        )
        seats = f"{one}, {two}."
        if self.series.rounds == 1:
            return seats
        return f"Round {self.series.round} of {self.series.rounds}: {seats}"

    @property
    def people(self) -> Seats:
        """The players who are people; a single one is called "you"."""
        return self.series.people

    def act(self, action: Action, player: Player | None = None) -> tuple[Event, ...]:
        """Apply an action of the people, or of a player's program; raise Refused if not allowed.

        Without people, the spectator acts for both players.
        """
        who = (self.people or tuple(Player)) if player is None else (player,)
        events = decide(self.state, who, action)
        for event in events:
            self.state = apply(self.state, event)
        return events

    @property
    def resigning_player(self) -> Player:
        """The player who loses if the people resign now: the one to move, if it is a person."""
        player, people = self.match.player, self.people or tuple(Player)
        return player if player is not None and player in people else people[0]

    @property
    def can_undo_resignation(self) -> bool:
        """Whether a person resigned against a program, and `take_back` undoes that (G10)."""
        return can_undo_resignation(self.state, self.people)

    def take_back(self) -> list[Move]:
        """Undo a person's last move and the replies; return the undone moves in order.

        After a resignation against a program, undo only that and return no moves.
        """
        plies = self.match.plies
        self.act(TakeBack())
        return [ply.move for ply in plies[len(self.match.plies) :] if ply.player is not None]

    def count_help(self, kind: str) -> None:
        """Count one use of help, one of `HELP_KINDS`, unless the match is finished.

        >>> from numduel.games import find
        >>> session = Session.begin(find("sum"), {}, make_sides(("human", "random"), (None, None)))
        >>> session.count_help("hints"), session.count_help("undone"), session.count_help("hints")
        (None, None, None)
        >>> session.match.tags["Help"]
        'hints=2 undone=1'
        """
        if not self.match.is_finished:
            self.act(Help(kind))

    # ---- from round to round

    def next_round(self) -> bool:
        """Start the next round; return False after the last."""
        self.end()
        if self.series.round >= self.series.rounds:
            return False
        self._begin(NextRound())
        return True

    def rematch(self) -> None:
        """Start another round, even after the last; raise Refused at the limit."""
        self._begin(Rematch())

    def _begin(self, action: NextRound | Rematch) -> None:
        with suppress(NeedsDeal):  # refuse before dealing
            self.act(action)
        self.end()
        self.act(action._replace(deal=self._deal(self.series.round + 1)))
        self.is_resumed = False
        self._seat()


def _replace_player(match: Match, player: Player, who: str) -> None:
    """Write a new kind of player into a match's tags; raise SetupError if not allowed."""
    if "Duel" in match.tags:
        raise SetupError("the players of a daily duel can't be replaced")
    players.seat(who, Dice(0))
    if match.tags.get(f"Type{player + 1}", players.HUMAN) != who:
        name = players.default_name(who)[:MAX_NAME_CHARS]
        match.tags |= {f"Player{player + 1}": name, f"Type{player + 1}": who}


def _redeal(match: Match) -> AnyGame:
    """Return a game with the same options, on a new board or on the given one."""
    game = match.game
    dealt = match.tags.get("Deal", BOOK)
    board = match.tags.get("Given") if game.hidden else game.board
    board = board if dealt == "given" and board else None
    return set_up(type(game), vars(game.options), board, Dice(), dealt)


def _first_side(first: str, seed: int | None) -> int:
    """Return the side that is Player 1 in the first round."""
    if first == "coin":
        return Dice.derived(seed, "coin").below(2)
    if first not in ("p1", "p2"):
        raise SetupError(f"first must be p1, p2 or coin, not {quoted(first)}")
    return ("p1", "p2").index(first)
