"""One match as stored events have made it: who sits where, and what an action becomes."""

from __future__ import annotations

from hmac import compare_digest
from typing import Any, NamedTuple

from ..core import AnyGame, Move, Player
from ..dice import SEED_LIMIT, Dice
from ..errors import Refused, capitalise
from ..play import controller
from ..play.controller import ENOUGH, Meeting, Seats, apply
from ..play.match import Match
from ..play.players import HUMAN, check_recorded, luck
from ..play.series import Series, Side
from ..play.session import sides
from ..storage.record import dumps
from ..views.as_json import Json, seat_of, view_json
from ..views.match_text import Company, not_joined, words_of
from ..views.match_view import MatchView, view
from ..views.narration import Reader
from ..views.screen_json import drawn_json
from ..views.shapes.match import Offer, Person, Sealed, View
from .exchange import as_bytes
from .match_start import FRIEND, GIVEN, HERE, clean, dealt, match_of, sealed_by, who_of
from .store import MatchSummary

DEEDS: dict[str, controller.Action] = {
    "takeback": controller.TakeBack(),
    "rematch": controller.Rematch(),
    "stop": controller.Stop(),
    "accept": controller.Accept(),
    "decline": controller.Decline(),
    "resign": controller.Resign(),
}
"""The actions besides a move, by their names in the contract."""

ACTIONS = ("move", *DEEDS)

WORDED = ("said", "prompt", "words")
"""The keys of a view that differ from reader to reader."""

STALE = "Something has happened since then: look again."
"""Why an action is refused that answers an older view."""

LONGEST_GAME = 1000
"""Plies of a round, since some games can go on for ever."""

MOST_EVENTS = 20_000
"""Events of a match, since moves can be made and taken back for ever."""


class Action(NamedTuple):
    """What somebody does who has seen so many events."""

    seq: int
    do: str
    move: str | None = None


class Thought(NamedTuple):
    """What a level is asked: all that it may know."""

    who: str
    game: AnyGame
    position: Any
    moves: tuple[Move, ...]
    dice: Dice
    is_timed: bool
    """Not so in a duel, where everybody gets the same answers to the same moves."""


class StoredTable(NamedTuple):
    """A match as its events have made it so far; `following` makes the next one.

    >>> from numduel.web.match_start import NewMatch, opened
    >>> asked = NewMatch("sum", {}, None, "playable", None, HERE, 1, "Ann", "t" * 43, "2026.11.16")
    >>> stored = following("a-match", None, opened(asked, None))
    >>> body = stored.decide(stored.side("t" * 43), Action(1, "move", " 07"))
    >>> following("a-match", stored, body).view([])["said"]
    ['Ann took 7: 7 of 50.']
    """

    id: str
    opened: Json
    """The body of the first event."""
    table: controller.Table
    deal: Json
    """How this round was dealt."""
    tokens: tuple[str | None, str | None]
    """The hashes of the sides' tokens."""
    names: tuple[str | None, str | None]
    """The names that the sides gave."""
    done: list[Json]
    """The bodies of all events, in order, and perhaps of later ones: tables share this list."""
    seq: int
    """The number of events so far."""
    was_finished: bool
    """Whether some round was finished."""
    helps: frozenset[str] = frozenset()
    """The kinds of help given since the last event."""

    @property
    def match(self) -> Match:
        """The round being played."""
        return self.table.match

    @property
    def rounds(self) -> tuple[Match, ...]:
        """All rounds, the present one last."""
        return self.table.rounds

    @property
    def opponent(self) -> str:
        opponent: str = self.opened["opponent"]
        return opponent

    @property
    def is_waiting(self) -> bool:
        """Whether somebody is still to join."""
        return self.table.is_waiting

    @property
    def is_level_to_move(self) -> bool:
        player = self.match.player
        return player is not None and player not in self.table.series.people

    @property
    def summary(self) -> MatchSummary:
        return MatchSummary(self.is_level_to_move, self.was_finished)

    # ---- who is who

    def side(self, token: str | None) -> int | None:
        """Which side a token is; None for one that only watches."""
        if token is None:
            return None
        sealed = sealed_by(token)
        for side, kept in enumerate(self.tokens):
            if kept is not None and compare_digest(kept, sealed):
                return side
        return None

    def players(self, side: int | None) -> Seats:
        """Whom a side moves for."""
        return self.table.seats(side)

    def reader(self, side: int | None, round: int | None = None) -> Reader:
        """Return who reads what is sent to a side: seats swap from round to round."""
        own = self.players(side)
        is_swapped = round is not None and (len(self.rounds) - round) % 2 and len(own) == 1
        return Reader.of([player.other for player in own] if is_swapped else own)

    # ---- what an action becomes

    def joined(self, invite: str, token: str, name: str | None) -> Json | None:
        """The event of somebody who joins; None where this token has joined already."""
        kept = self.opened["invite"]
        if kept is None or not compare_digest(kept, sealed_by(invite)):
            raise Refused("wrong_invite", "This invitation is not for this match.")
        side = self.side(token)
        if side == 1:
            return None
        cleaned = clean(name)
        joining = controller.Join(_sides(self.opponent, self.names[0], cleaned))
        controller.decide(self.table, self.players(side), joining)
        return {"do": "join", "name": cleaned, "token": sealed_by(token)}

    def decide(self, side: int | None, action: Action) -> Json | None:
        """The event that an action becomes; None where it has happened already."""
        who = controller.need_seat(self.players(side))
        if (action.do == "move") != (action.move is not None):
            raise Refused("invalid", "A move, and nothing else, comes with the move to be made.")
        if action.seq < self.seq and self._is_done(side, action):
            return None
        if action.seq != self.seq:
            raise Refused("stale", STALE)
        if self.seq >= MOST_EVENTS and action.do != "resign":
            raise Refused("not_now", ENOUGH)
        effect = self._effect(who, action)
        helps = {"help": sorted(self.helps)} if self.helps else {}
        return {"do": action.do, "side": side, **effect, **helps}

    def _is_done(self, side: int | None, action: Action) -> bool:
        """Whether the event that followed is this very action."""
        done = self.done[action.seq]
        if done["do"] != action.do or done.get("side") != side:
            return False
        return action.move in (done.get("move"), done.get("typed"))

    def _effect(self, who: Seats, action: Action) -> Json:
        """Return the effect of an action, as it is stored; a new round is dealt here."""
        deed = controller.Write(action.move) if action.move is not None else DEEDS[action.do]
        try:
            return _stored(*controller.decide(self.table, who, deed))
        except controller.NeedsDeal:
            return {"deal": self._dealt_again()}

    def _dealt_again(self) -> Json:
        """The deal of the next round: the same board again only if it was one that was given."""
        opened, seed = self.opened, self.opened["seed"]
        given = opened["deal"]["board"] if opened["dealt"] == GIVEN else None
        if seed is not None:
            seed = (seed + len(self.rounds)) % SEED_LIMIT
        game = self.match.game
        deal = dealt(type(game), vars(game.options), given, opened["dealt"], seed)
        del deal["options"]
        return deal

    def help(self, side: int | None, kind: str) -> StoredTable:
        """Return the same after help for a person who plays alone and is to move.

        It is stored with that person's next action.
        """
        who = self.players(side)
        try:
            controller.decide(self.table, who, controller.Help(kind))
        except Refused:
            return self
        return self._replace(helps=self.helps | {kind}) if self.match.player in who else self

    # ---- a level

    def thought(self) -> Thought | None:
        """What a level is asked now; None where no level is to move."""
        match, player = self.match, self.match.player
        if player is None or not self.is_level_to_move:
            return None
        duel = match.tags.get("Duel")
        if duel:
            dice = luck(0, f"duel {duel}", match)
        else:
            dice = luck(self.opened["luck"], f"round {len(self.rounds)}", match)
        known = match.view(player)
        return Thought(self.opponent, match.game, known, match.moves, dice, is_timed=not duel)

    def chosen(self, move: Move) -> Json:
        """The event of a level's move."""
        (event,) = controller.decide(self.table, self.players(1), controller.Play(move))
        return {"do": "move", "side": 1, **_stored(event)}

    # ---- what is seen of it

    def view(self, here: list[int], side: int | None = None) -> View:
        """Return the View of the contract, worded for a side, or for those who watch.

        `here` are the sides that are connected.
        """
        return self.viewed(self.shown(side), self.company(here))

    def shown(self, side: int | None) -> MatchView:
        return view(self.match, reader=self.reader(side), is_isolated=True)

    def viewed(self, shown: MatchView, company: Company) -> View:
        """Return the View of what is shown to one reader."""
        seen = view_json(shown)
        if self.is_waiting:
            seen["status"] |= {"kind": "waiting", "player": None, "moves": []}
        people: list[Person] = [
            {**person, "joined": joined, "here": is_here}
            for person, joined, is_here in zip(
                seen["players"], company.joined, company.here or (), strict=True
            )
        ]
        return {
            "id": self.id,
            "seq": self.seq,
            **seen,
            "players": people,
            "prompt": self.prompt(shown),
            **drawn_json(shown, company),
            "wins": list(company.wins),
            "offer": self._offer(),
            "sealed": self._sealed(),
        }

    def prompt(self, shown: MatchView) -> str:
        """Return what is asked now, or for whom everybody waits."""
        if self.is_waiting:
            return not_joined(shown.names[self.table.series.player(1)])
        return shown.prompt

    def company(self, here: list[int]) -> Company:
        """Return who has joined and who is connected, by seat: levels always are."""
        one, two = (self._presence(player, here) for player in Player)
        joined, connected = (one[0], two[0]), (one[1], two[1])
        return Company(self._wins(), joined, connected, self.table.offer)

    def _presence(self, player: Player, here: list[int]) -> tuple[bool, bool]:
        side = self.table.series.side(player)
        if side == 1 and self.opponent != FRIEND:
            return True, 0 in here if self.opponent == HERE else True
        return self.tokens[side] is not None, side in here

    def _wins(self) -> tuple[int, int]:
        """By the seats of this round, which counts as soon as it is won."""
        series = self.table.series
        wins = series.wins_with(self.table.winner)
        return wins[series.side(Player.ONE)], wins[series.side(Player.TWO)]

    def _offer(self) -> Offer | None:
        offer = self.table.offer
        return None if offer is None else {"do": offer.do, "by": seat_of(offer.by)}

    def _sealed(self) -> Sealed | None:
        """The commitment to a hidden board, and at the end what proves it."""
        salt = self.deal["salt"]
        if salt is None:
            return None
        is_over = self.match.is_finished
        return {
            "commit": sealed_by(f"{salt}:{self.deal['board']}"),
            "salt": salt if is_over else None,
            "board": self.match.board if is_over else None,
        }

    def round(self, number: int | None) -> Match:
        """The match of a round, or of the present one."""
        if number is None:
            return self.match
        if not 1 <= number <= len(self.rounds):
            raise Refused("invalid", f"There are rounds 1 to {len(self.rounds)}.")
        return self.rounds[number - 1]

    def record(self, number: int | None) -> str:
        return dumps(self.round(number))


class Sight:
    """A table as its readers see it: computed once for all, and worded once for each side."""

    def __init__(self, table: StoredTable, here: list[int], side: int | None) -> None:
        """`side` is the first that sees it."""
        self._table = table
        self._company = table.company(here)
        self._shown = table.shown(side)
        view: Json = {**table.viewed(self._shown, self._company)}
        worded = {name: view.pop(name) for name in WORDED}
        self._shared = as_bytes(view)[:-1]
        self._seen = {side: self._written(side, worded)}

    def seen(self, side: int | None) -> bytes:
        """Return the Seen of the contract for a side, or for those who watch."""
        if side not in self._seen:
            shown = self._shown.told_to(self._table.reader(side))
            words = words_of(shown, self._company)
            worded = {"said": shown.said, "prompt": self._table.prompt(shown), "words": words}
            self._seen[side] = self._written(side, worded)
        return self._seen[side]

    def _written(self, side: int | None, worded: Json) -> bytes:
        you = as_bytes([player + 1 for player in self._table.players(side)])
        return b'{"you":%s,"view":%s,%s}' % (you, self._shared, as_bytes(worded)[1:])


# ---- from stored event to table


def following(id: str, before: StoredTable | None, body: Json) -> StoredTable:
    """Return the table after an event; the one before it, None before the first, stays as it is."""
    if before is None:
        return _opened(id, body)
    names, tokens = before.names, before.tokens
    if body["do"] == "join":
        names, tokens = (names[0], body["name"]), (tokens[0], body["token"])
    table = apply(before.table, _event(before, body))
    for kind in body.get("help", ()):
        table = apply(table, controller.Helped(kind))
    done, seq = before.done, before.seq
    if len(done) > seq:  # what came after it there is not what comes here
        done = done[:seq]
    done.append(body)
    return before._replace(
        table=table,
        deal=body.get("deal", before.deal),
        names=names,
        tokens=tokens,
        done=done,
        seq=seq + 1,
        was_finished=before.was_finished or table.match.is_finished,
        helps=frozenset(),
    )


def _opened(id: str, body: Json) -> StoredTable:
    opponent, deal = body["opponent"], body["deal"]
    check_recorded(Player.TWO, who_of(opponent))
    names = body["name"], body["other"]
    series = Series(_sides(opponent, *names), first=body["first"])
    match = match_of(body, deal)
    tags = {"Date": body["date"], "Duel": body["duel"]}
    if body["dealt"] == GIVEN or match.game.has_visible_deal:
        tags["Deal"] = body["dealt"]
    match.tags = {name: text for name, text in tags.items() if text}
    series.tag(match)
    is_linked = opponent == FRIEND
    meeting = Meeting.LINKED if is_linked else Meeting.of(series)
    table = controller.Table(match, series, meeting, is_waiting=is_linked, max_plies=LONGEST_GAME)
    tokens = body["token"], None
    return StoredTable(id, body, table, deal, tokens, names, [body], 1, match.is_finished)


def _sides(opponent: str, one: str | None, two: str | None) -> tuple[Side, Side]:
    """Return the two sides; a level's name is written "Casual"."""
    other = who_of(opponent)
    return sides((HUMAN, other), (one, two if other == HUMAN else capitalise(other)))


def _event(before: StoredTable, body: Json) -> controller.Event:
    """Return the controller's event for a stored one."""
    match body:
        case {"do": "join", "name": name}:
            return controller.Joined(_sides(before.opponent, before.names[0], name))
        case {"move": move}:
            return controller.Played(move)
        case {"undo": moves}:
            return controller.TakenBack(moves)
        case {"end": "stopped"}:
            return controller.Stopped()
        case {"end": ended}:
            return controller.Resigned({f"{p} resigned": p for p in Player}[ended])
        case {"deal": deal}:
            return controller.RoundBegun(match_of(before.opened, deal))
        case {"offer": True}:
            return controller.Offered(body["do"], Player(body["player"] - 1))
    return controller.Declined()


def _stored(event: controller.Event) -> Json:
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
