"""A match rebuilt from its stored events: its seats, and the event of each action."""

from __future__ import annotations

from hmac import compare_digest
from typing import Any, NamedTuple, TypedDict

from ..core import AnyGame, Move, Player
from ..dice import SEED_LIMIT, Dice
from ..errors import Refused, capitalise
from ..play import controller
from ..play.controller import MATCH_LIMIT_MESSAGE, Meeting, Seats, apply
from ..play.match import RESIGNED, Match
from ..play.players import HUMAN, check_recorded, derive_dice
from ..play.series import Series, Side
from ..play.session import MAX_NAME_CHARS, make_sides
from ..storage.input_tag import START_TAG
from ..storage.record import dumps
from ..storage.record.letter import write_letter
from ..views.as_json import Json, seat_of, view_json
from ..views.match_text import PlayersStatus, build_words, not_joined_text
from ..views.match_view import MatchView, view
from ..views.narration import Reader
from ..views.screen_json import drawn_json
from ..views.shapes.match import Offer, Sealed, ServerPlayer, View
from .exchange import as_bytes
from .match_start import (
    FRIEND,
    GIVEN,
    HERE,
    LETTER,
    build_match,
    clean_name,
    deal_setup,
    opponent_type,
    sha256_hex,
)
from .store import MatchSummary

OTHER_ACTIONS: dict[str, controller.Action] = {
    "takeback": controller.TakeBack(),
    "rematch": controller.Rematch(),
    "stop": controller.Stop(),
    "accept": controller.Accept(),
    "decline": controller.Decline(),
    "resign": controller.Resign(),
}
"""Actions except moves, by their names in the API."""

ACTIONS = ("move", *OTHER_ACTIONS)

HELP = "help"
"""Name of the event that counts help."""

LETTER_ACTIONS = ("move", "resign")
"""Actions in a match by letter: a record holds no offers."""

READER_KEYS = ("said", "prompt", "words")
"""Keys of a view that depend on the reader."""

STALE_MESSAGE = "The position has changed. Try again."
"""Refusal of an action on an older view."""

MAX_PLIES = 1000
"""Maximum plies of a round, because some games can go on forever."""

MAX_EVENTS = 20_000
"""Maximum events of a match, because moves can be taken back forever."""


class Action(NamedTuple):
    """An action of a player who has seen `seq` events."""

    seq: int
    do: str
    move: str | None = None
    is_endless: bool | None = None
    """Result of the analysis that a level needs to answer a stop; None if it wasn't needed yet."""


class MoveRequest(NamedTuple):
    """Input for a computer move: only what the level may know."""

    who: str
    game: AnyGame
    position: Any
    moves: tuple[Move, ...]
    dice: Dice
    is_timed: bool
    """False in a duel, where equal moves get equal replies."""


class _LetterPart(TypedDict, total=False):
    letter: str


class StoredMatch(NamedTuple):
    """A match after some of its events; `apply_event` returns the next state.

    >>> from numduel.web.match_start import NewMatch, make_opening_event
    >>> new = NewMatch("sum", {}, None, "playable", None, HERE, 1, "Ann", "t" * 43, "2026.11.16")
    >>> stored = apply_event("a-match", None, make_opening_event(new, None), 0)
    >>> body = stored.decide(stored.side_of("t" * 43), Action(1, "move", " 07"))
    >>> apply_event("a-match", stored, body, 1).view([])["said"]
    ['Ann took 7: 7 of 50.']
    """

    id: str
    opening: Json
    """Body of the first event."""
    state: controller.MatchState
    deal: Json
    """Deal of the current round."""
    tokens: tuple[str | None, str | None]
    """Hashed tokens of the two sides."""
    names: tuple[str | None, str | None]
    """Names that the two sides entered."""
    done: list[Json]
    """Bodies of all events but help, possibly followed by later ones: states share this list."""
    seq: int
    """Number of events so far, without help: it changes nothing that clients see."""
    was_finished: bool
    """Whether any round was finished."""
    end_times: tuple[int | None, ...]
    """When each round ended, in Unix seconds; None for a round in progress."""
    rows: int = 1
    """Number of stored events, including help."""
    helps: frozenset[str] = frozenset()
    """Kinds of help given since the last other event."""

    @property
    def match(self) -> Match:
        """The current round."""
        return self.state.match

    @property
    def rounds(self) -> tuple[Match, ...]:
        """All rounds, the current one last."""
        return self.state.rounds

    @property
    def opponent(self) -> str:
        opponent: str = self.opening["opponent"]
        return opponent

    @property
    def is_waiting(self) -> bool:
        """Whether a friend still has to join."""
        return self.state.is_waiting

    @property
    def is_level_to_move(self) -> bool:
        player = self.match.player
        return player is not None and player not in self.state.series.people

    @property
    def summary(self) -> MatchSummary:
        return MatchSummary(self.is_level_to_move, self.was_finished)

    # ---- seats

    def side_of(self, token: str | None) -> int | None:
        """Return the side of a token: 0 or 1; None for a spectator."""
        if token is None:
            return None
        hashed = sha256_hex(token)
        for side, stored in enumerate(self.tokens):
            if stored is not None and compare_digest(stored, hashed):
                return side
        return None

    def players(self, side: int | None) -> Seats:
        """Return the players that a side moves for."""
        return self.state.seats(side)

    def reader(self, side: int | None, round: int | None = None) -> Reader:
        """Return the reader that a side is in a round: seats swap every round."""
        own = self.players(side)
        is_swapped = round is not None and (len(self.rounds) - round) % 2 and len(own) == 1
        return Reader.of([player.other for player in own] if is_swapped else own)

    # ---- from action to event

    def decide_join(self, invite: str, token: str, name: str | None) -> Json | None:
        """Return the event of a player who joins; None if this token has already joined."""
        stored = self.opening["invite"]
        if stored is None or not compare_digest(stored, sha256_hex(invite)):
            raise Refused(
                "wrong_invite", "This invite link isn't valid. Ask your friend for a new one."
            )
        side = self.side_of(token)
        if side == 1:
            return None
        cleaned = clean_name(name)
        joining = controller.Join(_make_sides(self.opponent, self.names[0], cleaned))
        controller.decide(self.state, self.players(side), joining)
        return {"do": "join", "name": cleaned, "token": sha256_hex(token)}

    def decide(self, side: int | None, action: Action) -> Json | None:
        """Return the event of an action; None if it has already happened."""
        who = controller.require_seat(self.players(side))
        if (action.do == "move") != (action.move is not None):
            raise Refused("invalid", 'Send a move if do is "move", and only then.')
        if self.opponent == LETTER and action.do not in LETTER_ACTIONS:
            raise Refused("not_now", "By letter, you can only move or resign.")
        if action.seq < self.seq and self._was_done(side, action):
            return None
        if action.seq != self.seq:
            raise Refused("stale", STALE_MESSAGE)
        if self.seq >= MAX_EVENTS and action.do != "resign":
            raise Refused("not_now", MATCH_LIMIT_MESSAGE)
        return {"do": action.do, "side": side, **self._effect(who, action)}

    def _was_done(self, side: int | None, action: Action) -> bool:
        """Return whether the event after `action.seq` is this same action."""
        done = self.done[action.seq]
        if done["do"] != action.do or done.get("side") != side:
            return False
        return action.move in (done.get("move"), done.get("typed"))

    def _effect(self, who: Seats, action: Action) -> Json:
        """Return the effect of an action as stored JSON; deal a new round if needed."""
        chosen = OTHER_ACTIONS[action.do] if action.move is None else controller.Write(action.move)
        if isinstance(chosen, controller.Stop):
            chosen = controller.Stop(action.is_endless)
        try:
            return _event_json(*controller.decide(self.state, who, chosen))
        except controller.NeedsDeal:
            return {"deal": self._deal_next_round()}

    def _deal_next_round(self) -> Json:
        """Return the deal of the next round; a given board is used again."""
        opening, seed = self.opening, self.opening["seed"]
        board = opening["deal"]["board"] if opening["dealt"] == GIVEN else None
        if seed is not None:
            seed = (seed + len(self.rounds)) % SEED_LIMIT
        game = self.match.game
        deal = deal_setup(type(game), vars(game.options), board, opening["dealt"], seed)
        del deal["options"]
        return deal

    def decide_letter(self, side: int | None, id: str, letter: Match) -> Json | None:
        """Return the event of a letter that continues the match; None if nothing in it is new."""
        controller.require_seat(self.players(side))
        if self.opponent != LETTER or self.opening["letter"] != id:
            raise Refused("invalid", "This letter belongs to another game.")
        own, theirs = self.match, letter
        before, moves = _moves_of(own), _moves_of(theirs)
        is_newer = moves[: len(before)] == before and own.ended in ("", theirs.ended)
        is_older = before[: len(moves)] == moves and theirs.ended in ("", own.ended)
        if own.game != theirs.game or not (is_newer or is_older):
            raise Refused("other_moves", _describe_difference(own, theirs))
        if is_older:
            return None
        you = self.state.series.player(0)
        if any(ply.player is you for ply in theirs.plies[len(before) :]):
            raise Refused("other_moves", "This letter has moves of your side that your game lacks.")
        if theirs.ended == f"{you} {RESIGNED}":
            raise Refused("other_moves", "In this letter you resigned, but not in your game.")
        name = theirs.tags.get(f"Player{self.state.series.player(1) + 1}", "")
        return {
            "do": LETTER,
            "side": 1,
            "moves": moves[len(before) :],
            "ended": theirs.ended,
            "name": clean_name(name[:MAX_NAME_CHARS]) or self.names[1],
        }

    def decide_help(self, side: int | None, kind: str) -> Json | None:
        """Return the event of help for a player in a match in progress; None if it doesn't count.

        Each kind of help counts once between two other events.
        """
        try:
            controller.decide(self.state, self.players(side), controller.Help(kind))
        except Refused:
            return None
        return None if kind in self.helps else {"do": HELP, "side": side, "help": [kind]}

    # ---- levels

    def pending_request(self) -> MoveRequest | None:
        """Return the input for a level's move; None if no level is to move."""
        match, player = self.match, self.match.player
        if player is None or not self.is_level_to_move:
            return None
        duel = match.tags.get("Duel")
        if duel:
            dice = derive_dice(0, f"duel {duel}", match)
        else:
            dice = derive_dice(self.opening["luck"], f"round {len(self.rounds)}", match)
        known = match.view(player)
        return MoveRequest(self.opponent, match.game, known, match.moves, dice, is_timed=not duel)

    def level_move_event(self, move: Move) -> Json:
        """Return the event of a level's move."""
        (event,) = controller.decide(self.state, self.players(1), controller.Play(move))
        return {"do": "move", "side": 1, **_event_json(event)}

    # ---- views

    def view(self, here: list[int], side: int | None = None) -> View:
        """Return the View of the API, worded for a side or for spectators.

        `here` are the connected sides.
        """
        return self.view_json_of(self.view_for(side), self.players_status(here))

    def view_for(self, side: int | None) -> MatchView:
        reader, news = self.reader(side), self.state.news
        return view(self.match, reader=reader, is_isolated=True, news=news)

    def view_json_of(self, shown: MatchView, status: PlayersStatus) -> View:
        """Return the View for one reader."""
        seen = view_json(shown)
        if self.is_waiting:
            seen["status"] |= {"kind": "waiting", "player": None, "moves": []}
        people: list[ServerPlayer] = [
            {**person, "joined": joined, "here": is_here}
            for person, joined, is_here in zip(
                seen["players"], status.joined, status.here or (True, True), strict=True
            )
        ]
        return {
            "id": self.id,
            "seq": self.seq,
            **seen,
            "players": people,
            "prompt": self.prompt(shown),
            **drawn_json(shown, status),
            "wins": list(status.wins),
            "ended": list(self.end_times),
            "offer": self._offer(),
            "sealed": self._sealed(),
            **self._letter(),
        }

    def _letter(self) -> _LetterPart:
        """Return the letter to send; nothing in other matches."""
        if self.opponent != LETTER:
            return {}
        return {"letter": write_letter(self.match, self.opening["letter"])}

    def prompt(self, shown: MatchView) -> str:
        """Return the prompt, or whom the match is waiting for."""
        if self.is_waiting:
            return not_joined_text(shown.names[self.state.series.player(1)])
        return shown.prompt

    def players_status(self, here: list[int]) -> PlayersStatus:
        """Return who has joined and who is connected, by seat. Levels are always connected.

        By letter, nothing is known about the other player.
        """
        one, two = (self._presence(player, here) for player in Player)
        joined, connected = (one[0], two[0]), (one[1], two[1])
        resigned = next(
            (p for p in Player if controller.can_undo_resignation(self.state, (p,))), None
        )
        known = None if self.opponent == LETTER else connected
        return PlayersStatus(self._wins(), joined, known, self.state.offer, resigned)

    def _presence(self, player: Player, here: list[int]) -> tuple[bool, bool]:
        side = self.state.series.side(player)
        if side == 1 and self.opponent != FRIEND:
            return True, 0 in here if self.opponent == HERE else True
        return self.tokens[side] is not None, side in here

    def _wins(self) -> tuple[int, int]:
        """Return the wins by seat of the current round, including this round."""
        series = self.state.series
        wins = series.wins_with(self.state.winner)
        return wins[series.side(Player.ONE)], wins[series.side(Player.TWO)]

    def _offer(self) -> Offer | None:
        offer = self.state.offer
        return None if offer is None else {"do": offer.do, "by": seat_of(offer.by)}

    def _sealed(self) -> Sealed | None:
        """Return the commitment to a hidden board, and its proof after the end."""
        salt = self.deal["salt"]
        if salt is None:
            return None
        is_over = self.match.is_finished
        return {
            "commit": sha256_hex(f"{salt}:{self.deal['board']}"),
            "salt": salt if is_over else None,
            "board": self.match.board if is_over else None,
        }

    def round(self, number: int | None) -> Match:
        """Return a round; by default the current one."""
        if number is None:
            return self.match
        if not 1 <= number <= len(self.rounds):
            raise Refused("invalid", f"round must be from 1 to {len(self.rounds)}.")
        return self.rounds[number - 1]

    def record(self, number: int | None) -> str:
        return dumps(self.round(number))


class EncodedViews:
    """The encoded views of a match: computed once, and worded once for each side."""

    def __init__(self, stored: StoredMatch, here: list[int], side: int | None) -> None:
        """Encode the view of `side`, the first reader."""
        self._stored = stored
        self._players_status = stored.players_status(here)
        self._match_view = stored.view_for(side)
        view: Json = {**stored.view_json_of(self._match_view, self._players_status)}
        worded = {name: view.pop(name) for name in READER_KEYS}
        self._shared = as_bytes(view)[:-1]
        self._seen = {side: self._encode(side, worded)}

    def for_side(self, side: int | None) -> bytes:
        """Return the SeenMatch of the API for a side or for spectators."""
        if side not in self._seen:
            shown = self._match_view.for_reader(self._stored.reader(side))
            words = build_words(shown, self._players_status)
            worded = {"said": shown.said, "prompt": self._stored.prompt(shown), "words": words}
            self._seen[side] = self._encode(side, worded)
        return self._seen[side]

    def _encode(self, side: int | None, worded: Json) -> bytes:
        you = as_bytes([player + 1 for player in self._stored.players(side)])
        return b'{"you":%s,"view":%s,%s}' % (you, self._shared, as_bytes(worded)[1:])


# ---- from event to match


def apply_event(id: str, before: StoredMatch | None, body: Json, at: float) -> StoredMatch:
    """Return the match after an event at a Unix time.

    `before` is None for the first event and never changes.
    """
    if before is None:
        return _apply_opening(id, body, int(at))
    if body["do"] == HELP:
        helps = before.helps.union(body["help"])
        return before._replace(
            state=_add_help(before.state, body), rows=before.rows + 1, helps=helps
        )
    names, tokens = before.names, before.tokens
    if body["do"] == "join":
        names, tokens = (names[0], body["name"]), (tokens[0], body["token"])
    if body["do"] == LETTER:
        names = names[0], body["name"]
    state = before.state
    for event in _controller_events(before, body):
        state = apply(state, event)
    state = _add_help(state, body)
    done, seq = before.done, before.seq
    if len(done) > seq:  # another state has already continued this list
        done = done[:seq]
    done.append(body)
    return before._replace(
        state=state,
        deal=body.get("deal", before.deal),
        names=names,
        tokens=tokens,
        done=done,
        seq=seq + 1,
        was_finished=before.was_finished or state.match.is_finished,
        end_times=_end_times(before.end_times, state, int(at)),
        rows=before.rows + 1,
        helps=frozenset(),
    )


def _add_help(state: controller.MatchState, body: Json) -> controller.MatchState:
    """Return the state with the help of an event. Moves stored in 2026-11 contain earlier help."""
    for kind in body.get("help", ()):
        state = apply(state, controller.Helped(kind))
    return state


def _end_times(
    before: tuple[int | None, ...], state: controller.MatchState, at: int
) -> tuple[int | None, ...]:
    """Return when each round ended, after an event."""
    earlier, last = before[: len(state.rounds) - 1], before[len(state.rounds) - 1 :]
    ended = at if not last or last[0] is None else last[0]
    return (*earlier, ended if state.match.is_finished else None)


def _apply_opening(id: str, body: Json, at: int) -> StoredMatch:
    opponent, deal = body["opponent"], body["deal"]
    check_recorded(Player.TWO, opponent_type(opponent))
    names = body["name"], body["other"]
    series = Series(_make_sides(opponent, *names), first=body["first"])
    match = build_match(body, deal)
    tags = {"Date": body["date"], "Duel": body["duel"]}
    if body["dealt"] == GIVEN or match.game.has_visible_deal:
        tags["Deal"] = body["dealt"]
    match.tags = {name: text for name, text in tags.items() if text}
    series.tag(match)
    if "start" in body:
        match.tags[START_TAG] = body["start"]
    meeting = Meeting.LINKED if opponent in (FRIEND, LETTER) else Meeting.of(series)
    is_waiting = opponent == FRIEND
    state = controller.MatchState(
        match, series, meeting, is_waiting=is_waiting, max_plies=MAX_PLIES
    )
    tokens = body["token"], None
    is_over = match.is_finished
    ended = (at if is_over else None,)
    return StoredMatch(id, body, state, deal, tokens, names, [body], 1, is_over, ended)


def _make_sides(opponent: str, one: str | None, two: str | None) -> tuple[Side, Side]:
    """Return the two sides; a level's name is written "Casual"."""
    other = opponent_type(opponent)
    return make_sides((HUMAN, other), (one, two if other == HUMAN else capitalise(other)))


def _moves_of(match: Match) -> list[Move]:
    return [ply.move for ply in match.plies]


def _describe_difference(own: Match, letter: Match) -> str:
    """Return how a letter contradicts a match."""
    pairs = enumerate(zip(_moves_of(own), _moves_of(letter), strict=False), 1)
    for number, (mine, theirs) in pairs:
        if own.game == letter.game and mine != theirs:
            return f"Move {number} is {mine} in your game and {theirs} in this letter."
    return "This letter and your game are different."


def _controller_events(before: StoredMatch, body: Json) -> list[controller.Event]:
    """Return the controller's events for a stored one; a letter can hold several."""
    if body["do"] != LETTER:
        return [_controller_event(before, body)]
    sides = _make_sides(before.opponent, before.names[0], body["name"])
    events: list[controller.Event] = [controller.Joined(sides)]
    events += [controller.Played(move) for move in body["moves"]]
    if body["ended"]:
        events.append(_controller_event(before, {"do": "resign", "end": body["ended"]}))
    return events


def _controller_event(before: StoredMatch, body: Json) -> controller.Event:
    """Return the controller's event for a stored one."""
    match body:
        case {"do": "join", "name": name}:
            return controller.Joined(_make_sides(before.opponent, before.names[0], name))
        case {"move": move}:
            return controller.Played(move)
        case {"undo": moves}:
            return controller.TakenBack(moves)
        case {"end": "stopped"}:
            return controller.Stopped()
        case {"end": ended}:
            return controller.Resigned({f"{p} resigned": p for p in Player}[ended])
        case {"deal": deal}:
            return controller.RoundStarted(build_match(before.opening, deal))
        case {"offer": True}:
            return controller.Offered(body["do"], Player(body["player"] - 1))
    by = before.players(body["side"])[0]
    if body["do"] == "stop":  # declined by the level at once
        return controller.Declined(controller.Offered(controller.STOP, by), by.other)
    assert before.state.offer is not None, "only an open offer can be declined"
    return controller.Declined(before.state.offer, by)


def _event_json(event: controller.Event) -> Json:
    """Return the stored form of the controller's event."""
    match event:
        case controller.Played(move, typed):
            return {"move": move} if typed is None else {"move": move, "typed": typed}
        case controller.TakenBack(moves):
            return {"undo": moves}
        case controller.Resigned(player):
            return {"end": f"{player} resigned"}
        case controller.Stopped():
            return {"end": "stopped"}
        case controller.Offered(_, by):
            return {"offer": True, "player": by + 1}
    return {}
