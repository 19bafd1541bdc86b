"""The controller of a match: actions become events, and events make the next state.

Everything here is pure. What needs a clock, chance, the engine or a file happens outside and comes
in as an action: a program's move, its answer to an offer, the deal of a new round.
"""

from collections.abc import Callable
from enum import Enum
from typing import Any, NamedTuple

from ..core import Move, Player
from ..errors import MoveError, Refused, as_sentence, code_of
from .match import Match
from .players import Note, note
from .reading import move_error
from .series import ROUNDS, Series, Side

MAX_LONE_TURNS = 1000
"""Programs that play without people leave a game unfinished after this many turns (X2)."""

REVEALED_MESSAGE = "A number that was seen cannot be unseen, so this move stays."
"""Why a move that revealed a hidden number is not taken back (Q4)."""

MATCH_LIMIT_MESSAGE = "Enough has happened in this match: begin another one."
SEATS_TAKEN_MESSAGE = "Both seats of this match are taken."

HELP_KINDS = ("hints", "analyses", "undone")
"""The counts in a record's tag `Help`: hints, positions whose moves' worth was shown, and moves
taken back."""

TAGS_FOR_NEXT_ROUND = ("Date", "Deal", "Given")
"""The tags of a round that hold for the next one too."""

TAKEBACK, STOP, REMATCH = "takeback", "stop", "rematch"
"""The offers that one side can make."""


# ---- who is there

Seats = tuple[Player, ...]
"""The players that one reader moves for: none for someone who watches, one, or both."""

WATCHING: Seats = ()


class Meeting(Enum):
    """How the two sides meet: it decides what is offered and what happens at once."""

    ALONE = "a person against a program, or programs only"
    SHARED = "two people at one screen"
    LINKED = "two people, each with a screen"

    @classmethod
    def of(cls, series: Series) -> "Meeting":
        """Return how two sides meet who share a screen."""
        return cls.SHARED if len(series.people) == 2 else cls.ALONE


class Offered(NamedTuple):
    """One side wants something that takes two to agree."""

    do: str
    by: Player


class MatchState(NamedTuple):
    """A match in progress and what is around it; it never changes, `apply` makes the next one."""

    match: Match
    """The round being played."""
    series: Series
    meeting: Meeting
    offer: Offered | None = None
    is_waiting: bool = False
    """Whether one side still has to join."""
    earlier: tuple[Match, ...] = ()
    """The rounds before this one."""
    max_plies: int | None = None
    """Plies after which people can only stop or resign; a program still answers."""
    stops_endless_only: bool = False
    """Whether people here may stop only a game that can be endless."""

    def seats(self, side: int | None) -> Seats:
        """Return the players that a side moves for: both, where they share a screen."""
        if side is None:
            return WATCHING
        return tuple(Player) if self.meeting is Meeting.SHARED else (self.series.player(side),)

    @property
    def rounds(self) -> tuple[Match, ...]:
        """All rounds, the present one last."""
        return *self.earlier, self.match

    @property
    def is_turn_limit_reached(self) -> bool:
        """Whether programs alone have played for so long that they may never end."""
        return not self.series.people and is_past_turn_limit(self.match.turn, MAX_LONE_TURNS)

    @property
    def winner(self) -> Player | None:
        """The winner of this round; None while it goes on, in a draw, and where people stopped."""
        ending = self.match.ending
        return ending.winner if ending else None

    @property
    def is_drawn(self) -> bool:
        """Whether this round has ended as a draw."""
        ending = self.match.ending
        return ending is not None and ending.is_draw

    @property
    def wins_line(self) -> str:
        """The count of wins and draws in all rounds, this one included."""
        return self.series.wins_line(self.winner, is_draw=self.is_drawn)


def is_past_turn_limit(turn: int, max_turns: int | None) -> bool:
    """Whether play without people stops before this turn, and counts as unfinished (X2)."""
    return max_turns is not None and turn > max_turns


# ---- actions


class Play(NamedTuple):
    """Make a move, written to the letter."""

    move: Move
    noted: Note | None = None
    """The program's own note on it."""


class Write(NamedTuple):
    """Make the move that a text names."""

    text: str


class TakeBack(NamedTuple):
    """Go back to one's last choice, with what was answered to it."""


class Stop(NamedTuple):
    """End the match without a winner."""


class Resign(NamedTuple):
    """End the match as one's own loss."""


class Forfeit(NamedTuple):
    """End the match as the loss of a program that failed; `fault` says how, of "it"."""

    fault: str
    noted: Note | None = None


class Rematch(NamedTuple):
    """Play one round more, with the seats swapped."""

    deal: Match | None = None
    """The match of that round, without tags; where one is needed and missing, NeedsDeal."""


class NextRound(NamedTuple):
    """Go on to the next of the rounds that were agreed."""

    deal: Match | None = None


class Accept(NamedTuple):
    """Agree to what the other side offers."""

    deal: Match | None = None


class Decline(NamedTuple):
    """Refuse what the other side offers, or withdraw one's own offer."""


class Help(NamedTuple):
    """Count that a player was helped; `kind` is one of `HELP_KINDS`."""

    kind: str


class Join(NamedTuple):
    """Take the seat that is free: from then on these two meet."""

    sides: tuple[Side, Side]


_Agreement = Stop | Rematch | NextRound | Accept | Decline
Action = Play | Write | TakeBack | Resign | Forfeit | Help | Join | _Agreement


class NeedsDeal(Refused):
    """A round would begin: deal it, and ask again with it."""

    def __init__(self) -> None:
        super().__init__("not_now", "A new round needs a deal.")


# ---- events


class Played(NamedTuple):
    """A move was made; `typed` is the text that named it, where that was another one."""

    move: Move
    typed: str | None = None
    noted: Note | None = None


class TakenBack(NamedTuple):
    """Some moves were taken back."""

    moves: int


class Declined(NamedTuple):
    """An offer was refused or withdrawn."""


class Resigned(NamedTuple):
    """A player has resigned."""

    player: Player


class Stopped(NamedTuple):
    """The match has ended without a winner."""


class Forfeited(NamedTuple):
    """A program has lost by its fault."""

    player: Player
    fault: str
    noted: Note | None = None


class RoundStarted(NamedTuple):
    """The next round has begun."""

    deal: Match


class Helped(NamedTuple):
    """A player was helped in one of the ways of `HELP_KINDS`."""

    kind: str


class Joined(NamedTuple):
    """Both sides are there."""

    sides: tuple[Side, Side]


_InMatch = Played | TakenBack | Resigned | Stopped | Forfeited
Event = _InMatch | Offered | Declined | RoundStarted | Helped | Joined


# ---- what an action becomes


def decide(state: MatchState, who: Seats, action: Action) -> tuple[Event, ...]:
    """Return what happens if someone who moves for these players does this; Refused if it cannot.

    >>> import numduel
    >>> ann, bob = Side("Ann", "human"), Side("Bob", "human")
    >>> state = MatchState(Match(numduel.new("sum")), Series((ann, bob)), Meeting.LINKED)
    >>> decide(state, (Player.ONE,), Write(" 07"))
    (Played(move='7', typed=' 07', noted=None),)
    >>> decide(state, (Player.ONE,), Stop())
    (Offered(do='stop', by=<Player.ONE: 0>),)
    >>> decide(state, (Player.TWO,), Play("5"))
    Traceback (most recent call last):
    numduel.errors.Refused: It is not your turn.
    """
    if isinstance(action, Join):
        return (_join(state, who, action),)
    require_seat(who)
    if state.is_waiting:
        raise Refused("waiting", "The other player has not joined yet.")
    event: Event = _DECISIONS[type(action)](state, who, action)
    return (event,)


def require_seat(who: Seats) -> Seats:
    """Return these players; Refused where there are none."""
    if not who:
        raise Refused("no_seat", "Only those who play may do this, and you watch.")
    return who


def _join(state: MatchState, who: Seats, action: Join) -> Event:
    if who or not state.is_waiting:
        raise Refused("seat_taken", SEATS_TAKEN_MESSAGE)
    return Joined(action.sides)


def _play(state: MatchState, who: Seats, action: Play) -> Event:
    match = _require_turn(state, who)
    if action.move not in match.moves:
        error = move_error(match.game, match.state, action.move)
        raise Refused(code_of(error), as_sentence(error))
    return Played(action.move, noted=action.noted)


def _write(state: MatchState, who: Seats, action: Write) -> Event:
    match = _require_turn(state, who)
    if action.text in match.moves:
        return Played(action.text)
    try:
        return Played(match.read(action.text), action.text)
    except MoveError as error:
        raise Refused(code_of(error), as_sentence(error)) from error


def _require_turn(state: MatchState, who: Seats) -> Match:
    """Return the match, if one of these players is to move."""
    match = _require_unfinished(state)
    if match.player not in who:
        raise Refused("not_your_turn", "It is not your turn.")
    most, is_person = state.max_plies, match.player in state.series.people
    if is_person and most is not None and len(match.plies) >= most:
        raise Refused("not_now", f"This game has gone on for {most} moves: stop it, or resign.")
    return match


def _require_unfinished(state: MatchState) -> Match:
    if state.match.is_finished:
        raise Refused("over", "The game is over.")
    return state.match


def _take_back(state: MatchState, who: Seats, action: TakeBack) -> Event:
    match = state.match
    if match.ended or (state.meeting is Meeting.LINKED and match.is_finished):
        raise Refused("over", "The game is over.")
    taken_back = _find_takeback(state, who)
    return _make_offer(state, who, TAKEBACK) or taken_back


def _find_takeback(state: MatchState, who: Seats) -> TakenBack:
    """Back to the last choice of these people, if it can be taken back."""
    match, people = state.match, state.series.people
    chosen = [n for n, ply in enumerate(match.plies) if ply.player in who and ply.player in people]
    if not chosen:
        whose = "" if len(people) == 2 else " of yours"
        raise Refused("not_now", f"There is no move{whose} to take back.")
    if match.reveals_since(chosen[-1]):
        raise Refused("not_now", REVEALED_MESSAGE)
    return TakenBack(sum(ply.player is not None for ply in match.plies[chosen[-1] :]))


def _resign(state: MatchState, who: Seats, action: Resign) -> Event:
    player = _require_unfinished(state).player
    return Resigned(player if player is not None and player in who else who[0])


def _forfeit(state: MatchState, who: Seats, action: Forfeit) -> Event:
    player = _require_unfinished(state).player
    if player is None or player not in who or player in state.series.people:
        raise Refused("not_now", "Only a program that is to move forfeits.")
    return Forfeited(player, action.fault, action.noted)


def _stop(state: MatchState, who: Seats, action: Stop) -> Event:
    if not _require_unfinished(state).game.endless and state.stops_endless_only:
        endless = "Only a game that can go on for ever is stopped; resign gives this up."
        raise Refused("not_now", endless)
    return _make_offer(state, who, STOP) or Stopped()


def _rematch(state: MatchState, who: Seats, action: Rematch) -> Event:
    if not state.match.is_finished:
        raise Refused("not_now", "The game is not over yet.")
    return _make_offer(state, who, REMATCH) or _start_round(state, action.deal)


def _next_round(state: MatchState, who: Seats, action: NextRound) -> Event:
    if not state.match.is_finished and not state.is_turn_limit_reached:
        raise Refused("not_now", "The game is not over yet.")
    if state.series.round >= state.series.rounds:
        raise Refused("over", "This was the last round.")
    return _start_round(state, action.deal)


def _start_round(state: MatchState, deal: Match | None) -> RoundStarted:
    if state.series.round >= ROUNDS.high:
        raise Refused("not_now", MATCH_LIMIT_MESSAGE)
    if deal is None:
        raise NeedsDeal
    return RoundStarted(deal)


def _make_offer(state: MatchState, who: Seats, do: str) -> Offered | None:
    """Return the offer that this is; None where it happens at once."""
    if state.meeting is not Meeting.LINKED:
        return None
    player = who[0]
    if state.offer is not None:
        offered, by = state.offer
        if by is not player and offered == do and do != TAKEBACK:
            return None  # both want it
        if by is not player or offered == do:
            raise Refused("not_now", "There is an open offer: it is to be answered first.")
    return Offered(do, player)


def _accept(state: MatchState, who: Seats, action: Accept) -> Event:
    if state.offer is None or state.offer.by in who:
        raise Refused("not_now", "There is no offer for you to accept.")
    if state.offer.do == TAKEBACK:
        return _find_takeback(state, (state.offer.by,))
    return Stopped() if state.offer.do == STOP else _start_round(state, action.deal)


def _decline(state: MatchState, who: Seats, action: Decline) -> Event:
    if state.offer is None:
        raise Refused("not_now", "There is no offer to decline.")
    return Declined()


def _help(state: MatchState, who: Seats, action: Help) -> Event:
    check_analysis_allowed(state)
    _require_unfinished(state)
    return Helped(action.kind)


def check_analysis_allowed(state: MatchState) -> None:
    """Refuse help of the engine while two people play against each other."""
    if state.meeting is Meeting.LINKED and not state.match.is_finished:
        raise Refused("not_while_playing", "Two people are playing: ask when it is over.")


_DECISIONS: dict[type, Callable[[MatchState, Seats, Any], Event]] = {
    Play: _play,
    Write: _write,
    TakeBack: _take_back,
    Stop: _stop,
    Resign: _resign,
    Forfeit: _forfeit,
    Rematch: _rematch,
    NextRound: _next_round,
    Accept: _accept,
    Decline: _decline,
    Help: _help,
}


# ---- what an event makes of a state


def apply(state: MatchState, event: Event) -> MatchState:
    """Return the state after an event; this one stays as it is.

    >>> import numduel
    >>> ann, bob = Side("Ann", "human"), Side("Bob", "human")
    >>> state = MatchState(Match(numduel.new("sum")), Series((ann, bob)), Meeting.SHARED)
    >>> apply(state, Played("7")).match.plies, state.match.plies
    ((Ply(player=<Player.ONE: 0>, move='7', turn=1),), ())
    """
    match = state.match.__copy__()  # the module copy would be one more to load before the prompt
    match event:
        case RoundStarted(deal):
            return _apply_round(state, deal)
        case Offered():
            return state._replace(offer=event)
        case Declined():
            return state._replace(offer=None)
        case Joined(sides):
            series = state.series._replace(sides=sides)
            series.tag(match)
            return state._replace(match=match, series=series, is_waiting=False)
        case Helped(kind):
            count_help(match, kind)
            return state._replace(match=match)
        case Played(move, _, noted):
            note(match, noted, len(match.plies) + 1)
            match.play(move)
        case TakenBack(moves):
            for _ in range(moves):
                match.undo()
            if state.meeting is not Meeting.LINKED:
                count_help(match, "undone")
        case Resigned(player):
            match.resign(player)
        case Stopped():
            match.stop()
        case Forfeited(player, fault, noted):
            note(match, noted, len(match.plies))
            match.forfeit(player, fault)
    return state._replace(match=match, offer=None)


def _apply_round(state: MatchState, deal: Match) -> MatchState:
    """Count this round and begin the next; after the last one, the series is longer by one."""
    series = state.series.end_round(state.winner, is_draw=state.is_drawn)
    series = series._replace(rounds=max(series.rounds, series.round))
    match, before = deal.__copy__(), state.match.tags
    match.tags = {name: before[name] for name in TAGS_FOR_NEXT_ROUND if name in before}
    series.tag(match)
    return state._replace(match=match, series=series, offer=None, earlier=state.rounds)


def help_counts(match: Match) -> dict[str, int]:
    """Return how often each kind of help was given, from the match's tag `Help`."""
    counts = dict.fromkeys(HELP_KINDS, 0)
    for part in match.tags.get("Help", "").split():
        name, _, number = part.partition("=")
        if name in counts and number.isdecimal() and len(number) < 7:
            counts[name] = int(number)
    return counts


def count_help(match: Match, kind: str) -> None:
    """Count help of one kind, one of `HELP_KINDS`, in a match's tags."""
    counts = help_counts(match)
    counts[kind] += 1
    match.tags["Help"] = " ".join(f"{name}={number}" for name, number in counts.items() if number)
