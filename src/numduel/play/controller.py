"""The controller of a match: actions become events, and events make the next state.

Everything here is pure. The clock, chance, the engine and files stay outside; their results come in
as actions, such as a program's move or the deal of a new round.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, NamedTuple

from ..core import Move, Player
from ..errors import MoveError, Refused, as_sentence, code_of
from .match import RESIGNED, Match
from .players import Note, write_note
from .reading import move_error
from .series import ROUNDS, Series, Side

MAX_LONE_TURNS = 1000
"""Maximum turns of a game without people; then it stays unfinished (X2)."""

REVEALED_MESSAGE = "You can't undo a move that revealed a number."
"""The refusal to undo a move that revealed a hidden number (Q4)."""

MATCH_LIMIT_MESSAGE = "This match has reached its limit. Start a new one."
SEATS_TAKEN_MESSAGE = "Both seats of this match are taken."

HELP_KINDS = ("hints", "analyses", "undone")
"""The counts in a record's tag `Help`: hints, analysed positions, and undone moves."""

TAGS_FOR_NEXT_ROUND = ("Date", "Deal", "Given", "Input")
"""The tags that the next round copies."""

RESIGNATION_REVEALED_MESSAGE = "You can't undo a resignation that showed hidden numbers."
RESIGNED_DUEL_MESSAGE = "You can't undo a resignation in a daily duel."
"""Refusals to undo a resignation (G10)."""

TAKEBACK, STOP, REMATCH = "takeback", "stop", "rematch"
"""The offers that one side can make."""

STOPPING_REPETITIONS = 3
"""How often a position must have occurred for a program to agree to stop (G9)."""


# ---- state

Seats = tuple[Player, ...]
"""The players that one person or program moves for; none for a spectator."""

WATCHING: Seats = ()


class Meeting(Enum):
    """How the two sides meet, which decides what needs the other side's consent."""

    ALONE = "a person against a program, or programs only"
    SHARED = "two people at one screen"
    LINKED = "two people, each with a screen"

    @classmethod
    def of(cls, series: Series) -> "Meeting":
        """Return how the sides of a series on one screen meet."""
        return cls.SHARED if len(series.people) == 2 else cls.ALONE


class Offered(NamedTuple):
    """One side has made an offer: to take back a move, to stop, or a rematch."""

    do: str
    by: Player


class Declined(NamedTuple):
    """An offer was declined, or withdrawn by the player who made it."""

    offer: Offered
    by: Player
    """The player who declined or withdrew it."""


class Accepted(NamedTuple):
    """An offer of a takeback or a rematch was accepted; players are those of the current round."""

    offer: Offered
    by: Player


class Undone(NamedTuple):
    """A player took back a move, or a resignation, without having to ask."""

    player: Player
    is_resignation: bool


class Arrived(NamedTuple):
    """The invited player took the free seat."""

    player: Player


News = Declined | Accepted | Undone | Arrived
"""An event around a match that its moves don't show."""


class MatchState(NamedTuple):
    """A match in progress with its series and offers; immutable, `apply` returns the next one."""

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
    """Maximum plies for people, who can then only stop or resign; programs still answer."""
    stops_endless_only: bool = False
    """Whether people can stop only games that can be endless."""
    news: News | None = None
    """The last event around the match; None if something else happened since."""

    def seats(self, side: int | None) -> Seats:
        """Return the players that a side moves for: both on a shared screen."""
        if side is None:
            return WATCHING
        return tuple(Player) if self.meeting is Meeting.SHARED else (self.series.player(side),)

    @property
    def declined(self) -> Declined | None:
        """The answer to the last offer, if it was declined or withdrawn."""
        return self.news if isinstance(self.news, Declined) else None

    @property
    def rounds(self) -> tuple[Match, ...]:
        """All rounds, the current one last."""
        return *self.earlier, self.match

    @property
    def is_turn_limit_reached(self) -> bool:
        """Whether programs without people have reached the turn limit."""
        return not self.series.people and is_past_turn_limit(self.match.turn, MAX_LONE_TURNS)

    @property
    def winner(self) -> Player | None:
        """The winner of this round; None if it is in progress, drawn or stopped."""
        ending = self.match.ending
        return ending.winner if ending else None

    @property
    def is_drawn(self) -> bool:
        """Whether this round has ended as a draw."""
        ending = self.match.ending
        return ending is not None and ending.is_draw

    @property
    def wins_line(self) -> str:
        """The wins and draws of all rounds, including this one."""
        return self.series.wins_line(self.winner, is_draw=self.is_drawn)


def is_past_turn_limit(turn: int, max_turns: int | None) -> bool:
    """Return whether play without people stops before this turn, unfinished (X2)."""
    return max_turns is not None and turn > max_turns


# ---- actions


class Play(NamedTuple):
    """Play a move, written exactly as in `Match.moves`."""

    move: Move
    note: Note | None = None
    """The program's note on it."""


class Write(NamedTuple):
    """Play the move that a text names."""

    text: str


class TakeBack(NamedTuple):
    """Undo your last move and the replies to it, or your resignation against a program."""


class Stop(NamedTuple):
    """End the match without a winner."""

    is_endless: bool | None = None
    """Whether analysis says that the position is endless, which a program wants to know (G9).

    If it is needed and missing, `decide` raises NeedsAnalysis.
    """


class Resign(NamedTuple):
    """End the match as your loss."""


class Forfeit(NamedTuple):
    """End the match as the loss of a program; `fault` is what "it" did wrong."""

    fault: str
    note: Note | None = None


class Rematch(NamedTuple):
    """Play one more round, with the seats swapped."""

    deal: Match | None = None
    """The match of that round, without tags; if it is missing, `decide` raises NeedsDeal."""


class NextRound(NamedTuple):
    """Continue with the next round of the series."""

    deal: Match | None = None


class Accept(NamedTuple):
    """Accept the other side's offer."""

    deal: Match | None = None


class Decline(NamedTuple):
    """Decline the other side's offer, or withdraw your own."""


class Help(NamedTuple):
    """Count one use of help; `kind` is one of `HELP_KINDS`."""

    kind: str


class Join(NamedTuple):
    """Take the free seat of a match."""

    sides: tuple[Side, Side]


_Agreement = Stop | Rematch | NextRound | Accept | Decline
Action = Play | Write | TakeBack | Resign | Forfeit | Help | Join | _Agreement


class NeedsDeal(Refused):
    """The action starts a round: deal it and call `decide` again with the deal."""

    def __init__(self) -> None:
        super().__init__("not_now", "A new round needs a deal.")


class NeedsAnalysis(Refused):
    """A program must answer: find out if the position is endless and call `decide` again."""

    def __init__(self) -> None:
        super().__init__("not_now", "The computer hasn't answered yet.")


# ---- events


class Played(NamedTuple):
    """A move was played; `typed` is the text that named it, if different."""

    move: Move
    typed: str | None = None
    note: Note | None = None


class TakenBack(NamedTuple):
    """Some moves were taken back, or a resignation."""

    moves: int
    """The number of moves; 0 for a resignation."""


class Resigned(NamedTuple):
    """A player resigned."""

    player: Player


class Stopped(NamedTuple):
    """The match ended without a winner."""


class Forfeited(NamedTuple):
    """A program failed and lost."""

    player: Player
    fault: str
    note: Note | None = None


class RoundStarted(NamedTuple):
    """The next round started."""

    deal: Match


class Helped(NamedTuple):
    """A player used help; `kind` is one of `HELP_KINDS`."""

    kind: str


class Joined(NamedTuple):
    """Both sides have joined."""

    sides: tuple[Side, Side]


_InMatch = Played | TakenBack | Resigned | Stopped | Forfeited
Event = _InMatch | Offered | Declined | RoundStarted | Helped | Joined


# ---- decisions


def decide(state: MatchState, who: Seats, action: Action) -> tuple[Event, ...]:
    """Return the events of an action by someone who moves for these players; raise Refused.

    >>> import numduel
    >>> ann, bob = Side("Ann", "human"), Side("Bob", "human")
    >>> state = MatchState(Match(numduel.new("sum")), Series((ann, bob)), Meeting.LINKED)
    >>> decide(state, (Player.ONE,), Write(" 07"))
    (Played(move='7', typed=' 07', note=None),)
    >>> decide(state, (Player.ONE,), Stop())
    (Offered(do='stop', by=<Player.ONE: 0>),)
    >>> decide(state, (Player.TWO,), Play("5"))
    Traceback (most recent call last):
    numduel.errors.Refused: It isn't your turn.
    """
    if isinstance(action, Join):
        return (_join(state, who, action),)
    require_seat(who)
    if state.is_waiting:
        raise Refused("waiting", "The other player hasn't joined yet.")
    event: Event = _DECISIONS[type(action)](state, who, action)
    return (event,)


def require_seat(who: Seats) -> Seats:
    """Return the players; raise Refused if there are none."""
    if not who:
        raise Refused("no_seat", "Only players can do this. You're watching.")
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
    return Played(action.move, note=action.note)


def _write(state: MatchState, who: Seats, action: Write) -> Event:
    match = _require_turn(state, who)
    if action.text in match.moves:
        return Played(action.text)
    try:
        return Played(match.read(action.text), action.text)
    except MoveError as error:
        raise Refused(code_of(error), as_sentence(error)) from error


def _require_turn(state: MatchState, who: Seats) -> Match:
    """Return the match; raise Refused unless one of these players is to move."""
    match = _require_unfinished(state)
    if match.player not in who:
        raise Refused("not_your_turn", "It isn't your turn.")
    limit, is_person = state.max_plies, match.player in state.series.people
    if is_person and limit is not None and len(match.plies) >= limit:
        ways = _WAYS_OUT[state.meeting]
        raise Refused("not_now", f"This game has reached {limit:,} moves. {ways}")
    return match


_WAYS_OUT = {
    Meeting.ALONE: "Undo some, offer to end it without a winner, or resign.",
    Meeting.SHARED: "Undo some, end it without a winner, or resign.",
    Meeting.LINKED: "Offer to end it without a winner, or resign.",
}
"""The actions left at the maximum number of plies. A program may decline to stop (G9)."""


def _require_unfinished(state: MatchState) -> Match:
    if state.match.is_finished:
        raise Refused("over", "The game is over.")
    return state.match


def _take_back(state: MatchState, who: Seats, action: TakeBack) -> Event:
    match = state.match
    if _is_resignation_undoable(state, who):
        return TakenBack(0)
    if match.ended or (state.meeting is Meeting.LINKED and match.is_finished):
        raise Refused("over", "The game is over.")
    taken_back = _find_takeback(state, who)
    return _make_offer(state, who, TAKEBACK) or taken_back


def _is_resignation_undoable(state: MatchState, who: Seats) -> bool:
    """Return whether these people resigned against a program; raise Refused for an exception."""
    match, people = state.match, state.series.people
    ending = match.ending
    if ending is None or ending.reason != RESIGNED or ending.winner is None:
        return False
    if state.meeting is not Meeting.ALONE or ending.winner.other not in set(people) & set(who):
        return False
    if "Duel" in match.tags:
        raise Refused("not_now", RESIGNED_DUEL_MESSAGE)
    if match.uncovered:
        raise Refused("not_now", RESIGNATION_REVEALED_MESSAGE)
    return True


def _find_takeback(state: MatchState, who: Seats) -> TakenBack:
    """Return the takeback of these people's last move; raise Refused if they can't undo it."""
    match, people = state.match, state.series.people
    chosen = [n for n, ply in enumerate(match.plies) if ply.player in who and ply.player in people]
    if not chosen:
        nothing = "There is no move" if len(people) == 2 else "You have no move"
        raise Refused("not_now", f"{nothing} to undo.")
    if match.reveals_since(chosen[-1]):
        raise Refused("not_now", REVEALED_MESSAGE)
    return TakenBack(sum(ply.player is not None for ply in match.plies[chosen[-1] :]))


def _resign(state: MatchState, who: Seats, action: Resign) -> Event:
    player = _require_unfinished(state).player
    return Resigned(player if player is not None and player in who else who[0])


def _forfeit(state: MatchState, who: Seats, action: Forfeit) -> Event:
    player = _require_unfinished(state).player
    if player is None or player not in who or player in state.series.people:
        raise Refused("not_now", "Only a program can forfeit, on its turn.")
    return Forfeited(player, action.fault, action.note)


def _stop(state: MatchState, who: Seats, action: Stop) -> Event:
    if not _require_unfinished(state).game.endless and state.stops_endless_only:
        detail = "Only a game that could go on forever can end without a winner. You can resign."
        raise Refused("not_now", detail)
    return _make_offer(state, who, STOP) or _answer_stop(state, who, action)


def _answer_stop(state: MatchState, who: Seats, action: Stop) -> Event:
    """Return the end of the match, unless a program on the other side declines (G9)."""
    match, people = state.match, state.series.people
    programs = [player for player in Player if player not in people and player not in who]
    if not programs or match.states.count(match.state) >= STOPPING_REPETITIONS:
        return Stopped()
    if match.game.endless and action.is_endless is None:
        raise NeedsAnalysis
    if match.game.endless and action.is_endless:
        return Stopped()
    return Declined(Offered(STOP, who[0]), programs[0])


def _rematch(state: MatchState, who: Seats, action: Rematch) -> Event:
    if not state.match.is_finished:
        raise Refused("not_now", "The game isn't over yet.")
    return _make_offer(state, who, REMATCH) or _start_round(state, action.deal)


def _next_round(state: MatchState, who: Seats, action: NextRound) -> Event:
    if not state.match.is_finished and not state.is_turn_limit_reached:
        raise Refused("not_now", "The game isn't over yet.")
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
    """Return the offer of an action; None if it happens at once."""
    if state.meeting is not Meeting.LINKED:
        return None
    player = who[0]
    if state.offer is not None:
        offered, by = state.offer
        if by is not player and offered == do and do != TAKEBACK:
            return None  # both want it
        if by is not player or offered == do:
            raise Refused(
                "not_now", "There is already an open offer. Wait for the answer, or answer it."
            )
    return Offered(do, player)


def _accept(state: MatchState, who: Seats, action: Accept) -> Event:
    if state.offer is None or state.offer.by in who:
        raise Refused("not_now", "You have no offer to accept.")
    if state.offer.do == TAKEBACK:
        return _find_takeback(state, (state.offer.by,))
    return Stopped() if state.offer.do == STOP else _start_round(state, action.deal)


def _decline(state: MatchState, who: Seats, action: Decline) -> Event:
    if state.offer is None:
        raise Refused("not_now", "There is no offer to decline.")
    return Declined(state.offer, who[0])


def _help(state: MatchState, who: Seats, action: Help) -> Event:
    check_analysis_allowed(state)
    _require_unfinished(state)
    return Helped(action.kind)


def check_analysis_allowed(state: MatchState) -> None:
    """Raise Refused while two people play each other: no help from the engine."""
    if state.meeting is Meeting.LINKED and not state.match.is_finished:
        raise Refused(
            "not_while_playing",
            "This isn't available while two people play. Try again after the game.",
        )


def check_duel_analysis(state: MatchState, who: Seats) -> None:
    """Raise Refused for a spectator of a daily duel: its player would get help uncounted."""
    if not who and "Duel" in state.match.tags and not state.match.is_finished:
        raise Refused(
            "not_while_playing",
            "Spectators get no help with a daily duel. Try again after the game.",
        )


def can_undo_resignation(state: MatchState, who: Seats) -> bool:
    """Return whether one of these people resigned against a program and can undo that (G10)."""
    try:
        return _is_resignation_undoable(state, who)
    except Refused:
        return False


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


# ---- events applied


def apply(state: MatchState, event: Event) -> MatchState:
    """Return the state after an event, without changing this one.

    >>> import numduel
    >>> ann, bob = Side("Ann", "human"), Side("Bob", "human")
    >>> state = MatchState(Match(numduel.new("sum")), Series((ann, bob)), Meeting.SHARED)
    >>> apply(state, Played("7")).match.plies, state.match.plies
    ((Ply(player=<Player.ONE: 0>, move='7', turn=1),), ())
    """
    match = state.match.__copy__()  # importing the module copy would slow down the start
    match event:
        case RoundStarted(deal):
            return _apply_round(state, deal)
        case Offered():
            return state._replace(offer=event, news=None)
        case Declined():
            return state._replace(offer=None, news=event)
        case Joined(sides):
            series = state.series._replace(sides=sides)
            series.tag(match)
            news = Arrived(series.player(1))
            return state._replace(match=match, series=series, is_waiting=False, news=news)
        case Helped(kind):
            count_help(match, kind)
            return state._replace(match=match)
        case Played(move, _, note):
            write_note(match, note, len(match.plies) + 1)
            match.play(move)
        case TakenBack(moves):
            if not moves:
                match.resume()
            for _ in range(moves):
                match.undo()
            if state.meeting is not Meeting.LINKED:
                count_help(match, "undone")
        case Resigned(player):
            match.resign(player)
        case Stopped():
            match.stop()
        case Forfeited(player, fault, note):
            write_note(match, note, len(match.plies))
            match.forfeit(player, fault)
    return state._replace(match=match, offer=None, news=_news(state, event))


def _news(state: MatchState, event: _InMatch) -> News | None:
    """Return what an event means for the open offer, or that it was taken back."""
    offer = state.offer
    match event:
        case Played() if offer is not None and state.match.player is not None:
            return Declined(offer, state.match.player)
        case TakenBack() if offer is not None:
            return Accepted(offer, offer.by.other)
        case TakenBack(moves):
            return Undone(_player_before(state.match, moves), not moves)
    return None


def _player_before(match: Match, moves: int) -> Player:
    """Return the player who resigned, or who chose the first of the last moves."""
    winner = match.ending.winner if match.ending and not moves else None
    if winner is not None:
        return winner.other
    return [ply.player for ply in match.plies if ply.player is not None][-moves]


def _apply_round(state: MatchState, deal: Match) -> MatchState:
    """Return the state of the next round; after the last one, the series gets longer."""
    series = state.series.end_round(state.winner, is_draw=state.is_drawn)
    series = series._replace(rounds=max(series.rounds, series.round))
    match, before = deal.__copy__(), state.match.tags
    match.tags = {name: before[name] for name in TAGS_FOR_NEXT_ROUND if name in before}
    series.tag(match)
    news = None
    if state.offer is not None:
        by = series.player(state.series.side(state.offer.by))
        news = Accepted(Offered(REMATCH, by), by.other)
    return state._replace(match=match, series=series, offer=None, earlier=state.rounds, news=news)


def help_counts(match: Match) -> dict[str, int]:
    """Return the number of uses of each kind of help, from the match's tag `Help`."""
    counts = dict.fromkeys(HELP_KINDS, 0)
    for part in match.tags.get("Help", "").split():
        name, _, number = part.partition("=")
        if name in counts and number.isdecimal() and len(number) < 7:
            counts[name] = int(number)
    return counts


def count_help(match: Match, kind: str) -> None:
    """Add 1 to the count of one of `HELP_KINDS` in a match's tags."""
    counts = help_counts(match)
    counts[kind] += 1
    set_help(match, counts)


def set_help(match: Match, counts: Mapping[str, int]) -> None:
    """Write the counts of help into a match's tags."""
    if any(counts.values()):
        match.tags["Help"] = " ".join(f"{name}={n}" for name, n in counts.items() if n)
