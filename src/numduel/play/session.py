"""Two sides who play some rounds: what is dealt, and who chooses."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress

from ..budget import Budget
from ..core import AnyGame, Move, Player
from ..dice import SEED_LIMIT, Dice
from ..errors import PlayerError, SetupError, printable, quoted
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
    decide,
)
from .dealing import BOOK, PLAYABLE, set_up
from .match import Match
from .series import ROUNDS, Series, Side

MAX_NAME_CHARS = 20
"""Characters of a name: more would not fit beside a board."""

Replacements = tuple[str | None, str | None]
"""Who plays on for Player 1 and Player 2; None for who did so far."""

AS_RECORDED: Replacements = (None, None)


def make_sides(whos: tuple[str, str], names: tuple[str | None, str | None]) -> tuple[Side, Side]:
    """The two who meet: one without a name is called by its kind, and equal names get a letter.

    >>> make_sides(("human", "human"), ("Ann", None))
    (Side(name='Ann', who='human'), Side(name='human', who='human'))
    >>> [side.name for side in make_sides(("random", "random"), (None, None))]
    ['random A', 'random B']
    """
    for who in whos:
        players.seat(who, Dice(0))  # so that a wrong name is refused before anything starts
    one, two = (
        printable((name or "").strip() or players.default_name(who)[:MAX_NAME_CHARS])
        for name, who in zip(names, whos, strict=True)
    )
    for name in (one, two):
        if len(name) > MAX_NAME_CHARS:
            raise SetupError(f"a name has up to {MAX_NAME_CHARS} characters, not {len(name)}")
    if one == two:
        one, two = f"{one} A", f"{two} B"
    return Side(one, whos[0]), Side(two, whos[1])


def program_action(chooser: players.Chooser, match: Match, budget: Budget) -> Play | Forfeit:
    """Ask the program that is to move what it does; the match stays as it is."""
    player = match.player
    assert player is not None, "a program is asked when it is to move"
    try:
        move = players.ask_program(chooser, match, player, budget)
    except PlayerError as error:
        return Forfeit(str(error), players.noted(chooser))
    return Play(move, players.noted(chooser))


class Session:
    """Two sides from some round to the last, the same in every interface.

    It holds the state, those who choose by themselves, and the deals of later rounds; what may
    happen is for the controller to decide.

    >>> from numduel.games import find
    >>> two = make_sides(("human", "human"), ("Ann", "Bob"))
    >>> session = Session.begin(find("sum"), {"target": 5}, two, rounds=3)
    >>> from numduel.play.controller import Write
    >>> session.act(Write("05"))
    (Played(move='5', typed='05', noted=None),)
    >>> session.next_round(), session.announcement
    (True, 'Round 2 of 3: Bob is Player 1, Ann is Player 2.')
    """

    state: MatchState
    """The round being played, and what is around it."""
    choosers: tuple[players.Chooser | None, players.Chooser | None]
    """Who plays this round, by player; None for a person."""

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
        """From this match on; `deal` makes the match of a later round from its number.

        Most will want `begin` or `of`.
        """
        self.is_first_random = coin
        """Whether a coin decided who begins."""
        self.is_resumed = resumed
        """Whether this round was begun earlier, and is only taken up here."""
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
        """The first round; SetupError if it cannot be had so.

        `first`, the side that begins, is p1, p2 or coin. Boards that are not given are dealt as
        the book says, or so that they are playable; what a seed deals is the first of them in any
        case. `duel` is the date of the daily duel that this is: then programs answer the same
        moves in the same way.
        """
        Dice(seed)  # so that a wrong seed is refused, and not counted on from
        series = Series(sides, ROUNDS.accept(rounds), _first_side(first, seed))
        given = dict(options)

        def deal(number: int) -> Match:
            dice = Dice(None if seed is None else (seed + number - 1) % SEED_LIMIT)
            is_named = number == 1 and seed is not None
            game = set_up(kind, given, board, dice, BOOK if is_named else dealt)
            return Match(game, dice=Dice.derived(seed, f"dice of round {number}"))

        match = deal(1)
        match.tags["Date"] = time.strftime("%Y.%m.%d")
        if board:
            match.tags["Deal"] = "given"
        elif dealt == PLAYABLE and match.game.has_visible_deal:
            match.tags["Deal"] = PLAYABLE
        if board and kind.hidden:  # no secret from those who typed it, and only they know it (Q5)
            match.tags["Given"] = board
        if duel:
            match.tags["Duel"] = duel
        return cls(series, match, deal, seed=seed, coin=first == "coin")

    @classmethod
    def of(cls, match: Match, whos: Replacements = AS_RECORDED) -> Session:
        """A match from anywhere, taken up where it stands.

        `whos` are those who play on for Player 1 and Player 2 where it is not who its tags say;
        SetupError where they say somebody whom no record can seat.
        """
        for player, who in zip(Player, whos, strict=True):
            if who is not None:
                _replace_player(match, player, who)
        for player, side in zip(Player, Series.of(match).seats, strict=True):
            if whos[player] is None:
                players.check_recorded(player, side.who)
        return cls(Series.of(match), match, lambda _: Match(_redeal(match)), resumed=True)

    def restart(self) -> Session:
        """The same two and the same options from the first round on, on another board."""
        before = self.match
        match = Match(_redeal(before))
        match.tags["Date"] = time.strftime("%Y.%m.%d")
        match.tags |= {name: before.tags[name] for name in ("Deal", "Given") if name in before.tags}
        return Session(self.series.restart(), match, lambda _: Match(_redeal(before)))

    def _seat(self) -> None:
        """Let those who choose by themselves begin the round.

        A program's luck follows from the seed, the round and its seat, and from nothing else.
        """
        one, two = self.series.seats
        self.choosers = (
            self._start_chooser(Player.ONE, one.who),
            self._start_chooser(Player.TWO, two.who),
        )
        self._is_played = True

    def _start_chooser(self, player: Player, who: str) -> players.Chooser | None:
        """Who chooses for a player, told that the round begins; None for a person."""
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
        """Let someone else play on for a player, under the same name."""
        before = self.choosers[player]
        if before is not None and self._is_played:
            before.end(self.match)
        series = self.series.with_player(player, who)
        self.state = self.state._replace(series=series, meeting=Meeting.of(series))
        choosers = list(self.choosers)
        choosers[player] = self._start_chooser(player, who)
        self.choosers = (choosers[0], choosers[1])

    def end(self) -> None:
        """Nobody plays on in this round: the programs are told so, once."""
        if self._is_played:
            self._is_played = False
            for chooser in self.choosers:
                if chooser is not None:
                    chooser.end(self.match)

    # ---- a round

    @property
    def match(self) -> Match:
        """The round being played, as it is now: after the next action it is another one."""
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
        """Which round this is, and who sits where."""
        one, two = (
            side.name_at(seat) for seat, side in zip(Player, self.series.seats, strict=True)
        )
        seats = f"{one} is Player 1, {two} is Player 2."
        if self.series.rounds == 1:
            return seats
        return f"Round {self.series.round} of {self.series.rounds}: {seats}"

    @property
    def people(self) -> Seats:
        """Those who are no programs; where there is just one, that one is called "you"."""
        return self.series.people

    def act(self, action: Action, player: Player | None = None) -> tuple[Event, ...]:
        """Let people act, or the program that plays for a player; Refused if it may not be.

        Who watches two programs acts for both.
        """
        who = (self.people or tuple(Player)) if player is None else (player,)
        events = decide(self.state, who, action)
        for event in events:
            self.state = apply(self.state, event)
        return events

    def take_back(self) -> list[Move]:
        """Go back to the last choice of a person; return what was taken back, in order."""
        plies = self.match.plies
        self.act(TakeBack())
        return [ply.move for ply in plies[len(self.match.plies) :] if ply.player is not None]

    def count_help(self, kind: str) -> None:
        """Count that someone was helped, as long as the match goes on: `HELP_KINDS` says how.

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
        """Go on to the next of the rounds that were agreed; False after the last."""
        self.end()
        if self.series.round >= self.series.rounds:
            return False
        self._begin(NextRound())
        return True

    def rematch(self) -> None:
        """Begin one more round, even after the last; Refused where there can be no more."""
        self._begin(Rematch())

    def _begin(self, action: NextRound | Rematch) -> None:
        with suppress(NeedsDeal):  # what may not be is refused before anything is dealt
            self.act(action)
        self.end()
        self.act(action._replace(deal=self._deal(self.series.round + 1)))
        self.is_resumed = False
        self._seat()


def _replace_player(match: Match, player: Player, who: str) -> None:
    """Write into a match's tags who plays on for a player, before anything is started."""
    if "Duel" in match.tags:
        raise SetupError("a duel of the day is played on by those who began it")
    players.seat(who, Dice(0))
    if match.tags.get(f"Type{player + 1}", players.HUMAN) != who:
        name = players.default_name(who)[:MAX_NAME_CHARS]
        match.tags |= {f"Player{player + 1}": name, f"Type{player + 1}": who}


def _redeal(match: Match) -> AnyGame:
    """The same options; the same board again only if it was one that somebody gave."""
    game = match.game
    dealt = match.tags.get("Deal", BOOK)
    board = match.tags.get("Given") if game.hidden else game.board
    board = board if dealt == "given" and board else None
    return set_up(type(game), vars(game.options), board, Dice(), dealt)


def _first_side(first: str, seed: int | None) -> int:
    """Which side is Player 1 in the first round."""
    if first == "coin":
        return Dice.derived(seed, "coin").below(2)
    if first not in ("p1", "p2"):
        raise SetupError(f"first must be p1, p2 or coin, not {quoted(first)}")
    return ("p1", "p2").index(first)
