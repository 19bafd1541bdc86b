"""One match between two sides: what stored events make of it, and what an action becomes."""

from __future__ import annotations

import json
from hmac import compare_digest
from typing import Any, NamedTuple

from ..core import AnyGame, Move, Player
from ..dice import SEEDS, Dice
from ..errors import InvalidMove, MoveError, capital, sentence
from ..play.match import ENDED, Match
from ..play.players import HUMAN, check_recorded, luck
from ..play.series import ROUNDS, Series, Side
from ..play.session import SEEN, count_help, sides
from ..storage.record import dumps
from ..views.as_json import Json, seat_of, view_json
from ..views.match_view import view
from ..views.sentences import Reader
from ..views.shapes.match import Offer, Person, Sealed, View
from ..views.words import Company, words_of
from .match_start import FRIEND, GIVEN, HERE, clean, dealt, match_of, sealed_by, who_of
from .store import Event, Standing

ACTIONS = ("move", "takeback", "rematch", "stop", "accept", "decline", "resign")

LONGEST_GAME = 1000
"""Plies of a round, since some games can go on for ever."""

MOST_EVENTS = 20_000
"""Events of a match, since moves can be made and taken back for ever."""

ENOUGH = "Enough has happened in this match: begin another one."


class Refused(Exception):
    """An action that cannot be: `code` is a word of the contract, `detail` a sentence."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail


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


# ---- the match


class Table:
    """A match as its events have made it so far.

    >>> import time
    >>> from numduel.web.match_start import NewMatch, opened
    >>> asked = NewMatch("sum", {}, None, "playable", None, HERE, 1, "Ann", "t" * 43, "2026.11.16")
    >>> table = Table("a-match")
    >>> table.apply(Event("a-match", 1, time.time(), json.dumps(opened(asked, None))))
    >>> body = table.decide(table.side("t" * 43), Action(1, "move", " 07"))
    >>> table.apply(Event("a-match", 2, time.time(), json.dumps(body)))
    >>> table.view([])["said"]
    ['Ann took 7: 7 of 50.']
    """

    match: Match
    """The round being played."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.rounds: list[Match] = []
        """All rounds, the present one last."""
        self.offer: tuple[str, Player] | None = None
        """What is offered, and by whom."""
        self._done: list[Json] = []
        """The bodies of all events, in order."""
        self._tokens: list[str | None] = [None, None]
        self._names: list[str | None] = [None, None]
        self._was_finished = False
        self._helps: set[str] = set()
        """How whoever is to move has been helped since the last event."""

    @property
    def seq(self) -> int:
        """How many events there have been."""
        return len(self._done)

    @property
    def title(self) -> str:
        return self.match.game.title

    @property
    def is_between_two(self) -> bool:
        """Whether two people play who do not sit side by side."""
        return self.opponent == FRIEND

    @property
    def is_waiting(self) -> bool:
        """Whether somebody is still to join."""
        return self.is_between_two and self._tokens[1] is None

    @property
    def is_open_to_study(self) -> bool:
        """Whether the engine may be asked: not while two people play against each other."""
        return not self.is_between_two or self.match.is_finished

    @property
    def is_level_to_move(self) -> bool:
        is_person = who_of(self.opponent) == HUMAN
        return not is_person and self.match.player is self._series.player(1)

    @property
    def standing(self) -> Standing:
        return Standing(self.is_level_to_move, self._was_finished)

    # ---- who is who

    def side(self, token: str | None) -> int | None:
        """Which side a token is; None for one that only watches."""
        if token is None:
            return None
        sealed = sealed_by(token)
        for side, kept in enumerate(self._tokens):
            if kept is not None and compare_digest(kept, sealed):
                return side
        return None

    def players(self, side: int | None) -> list[Player]:
        """Whom a side moves for."""
        if side is None:
            return []
        return list(Player) if self.opponent == HERE else [self._series.player(side)]

    # ---- what happened

    def apply(self, event: Event) -> None:
        """Let an event happen: the next one, as it is stored."""
        assert event.seq == self.seq + 1, "events have no gaps"
        body = json.loads(event.body)
        if body["do"] == "open":
            self._open(body)
        elif body["do"] == "join":
            self._tokens[1], self._names[1] = body["token"], body["name"]
            self._name()
        else:
            self._act(body)
        for kind in body.get("help", ()):
            count_help(self.match, kind)
        self._helps.clear()
        self._done.append(body)
        self._was_finished = self._was_finished or self.match.is_finished

    def _open(self, body: Json) -> None:
        self._opened = body
        self.opponent: str = body["opponent"]
        check_recorded(Player.TWO, who_of(self.opponent))
        self._tokens[0] = body["token"]
        self._names = [body["name"], body["other"]]
        self._series = Series(self._sides(), first=body["first"])
        self._begin(body["deal"])

    def _begin(self, deal: Json) -> None:
        """The match of this round, from what the server alone knows of it."""
        opened = self._opened
        self.match = match_of(opened, deal)
        self._salt: str | None = deal["salt"]
        self._commit = deal["salt"] and sealed_by(f"{deal['salt']}:{deal['board']}")
        tags = {"Date": opened["date"], "Duel": "" if self.rounds else opened["duel"]}
        if opened["dealt"] == GIVEN or self.match.game.deals:
            tags["Deal"] = opened["dealt"]
        self.match.tags = {name: text for name, text in tags.items() if text}
        self.rounds.append(self.match)
        self._series.tag(self.match)

    def _name(self) -> None:
        """Call the sides by what is known of them now."""
        self._series.sides = self._sides()
        self._series.tag(self.match)

    def _sides(self) -> tuple[Side, Side]:
        """Who meets whom; a level is called "Casual", as a name is written."""
        one, two = self._names
        other = who_of(self.opponent)
        return sides((HUMAN, other), (one, two if other == HUMAN else capital(other)))

    def _act(self, body: Json) -> None:
        """What somebody did; each thing that has an effect also answers an open offer."""
        self.offer = None
        match body:
            case {"move": move}:
                self.match.play(move)
            case {"undo": moves}:
                for _ in range(moves):
                    self.match.undo()
                if not self.is_between_two:
                    count_help(self.match, "undone")
            case {"end": ended}:
                winner = ENDED[ended].winner
                self.match.stop() if winner is None else self.match.resign(winner.other)
            case {"deal": deal}:
                ending = self.match.ending
                self._series.end_round(ending.winner if ending else None)
                self._series.lengthen()
                self._begin(deal)
            case {"offer": True}:
                self.offer = (body["do"], Player(body["player"] - 1))

    # ---- what an action becomes

    def joined(self, invite: str, token: str, name: str | None) -> Json | None:
        """The event of somebody who joins; None where this token has joined already."""
        kept = self._opened["invite"]
        if kept is None or not compare_digest(kept, sealed_by(invite)):
            raise Refused("wrong_invite", "This invitation is not for this match.")
        if self.side(token) == 1:
            return None
        if not self.is_waiting or self.side(token) is not None:
            raise Refused("seat_taken", "Both seats of this match are taken.")
        cleaned = clean(name)
        sides((HUMAN, HUMAN), (self._names[0], cleaned))
        return {"do": "join", "name": cleaned, "token": sealed_by(token)}

    def decide(self, side: int | None, action: Action) -> Json | None:
        """The event that an action becomes; None where it has happened already."""
        if side is None:
            raise Refused("no_seat", "Only those who play may do this, and you watch.")
        if (action.do == "move") != (action.move is not None):
            raise Refused("invalid", "A move, and nothing else, comes with the move to be made.")
        if action.seq < self.seq and self._is_done(side, action):
            return None
        if action.seq != self.seq:
            raise Refused("stale", "Something has happened since then: look again.")
        if self.is_waiting:
            raise Refused("waiting", "The other player has not joined yet.")
        if self.seq >= MOST_EVENTS and action.do != "resign":
            raise Refused("not_now", ENOUGH)
        effect = getattr(self, f"_decide_{action.do}")(side, action)
        helps = {"help": sorted(self._helps)} if self._helps else {}
        return {"do": action.do, "side": side, **effect, **helps}

    def help(self, side: int | None, kind: str) -> None:
        """Who plays alone is helped; it is written down with what they do next."""
        if not self.is_between_two and self.match.player in self.players(side):
            self._helps.add(kind)

    def _is_done(self, side: int, action: Action) -> bool:
        """Whether the event that followed is this very action."""
        done = self._done[action.seq]
        if done["do"] != action.do or done.get("side") != side:
            return False
        return action.move in (done.get("move"), done.get("typed"))

    def _decide_move(self, side: int, action: Action) -> Json:
        assert action.move is not None
        self._check_goes_on()
        if self.match.player not in self.players(side):
            raise Refused("not_your_turn", "It is not your turn.")
        if len(self.match.plies) >= LONGEST_GAME:
            long = f"This game has gone on for {LONGEST_GAME} moves: stop it, or resign."
            raise Refused("not_now", long)
        if action.move in self.match.moves:
            return {"move": action.move}
        try:
            move = self.match.read(action.move)
        except MoveError as error:
            code = "invalid_move" if isinstance(error, InvalidMove) else "illegal_move"
            raise Refused(code, sentence(error)) from None
        return {"move": move, "typed": action.move}

    def _decide_resign(self, side: int, action: Action) -> Json:
        self._check_goes_on()
        own = self.players(side)
        player = self.match.player if len(own) > 1 else own[0]
        return {"end": f"{player} resigned"}

    def _decide_takeback(self, side: int, action: Action) -> Json:
        if self.match.ended or (self.is_between_two and self.match.is_finished):
            raise Refused("over", "The game is over.")
        own = self.players(side)
        undo = self._undo(own)
        return self._offered(side, "takeback") or undo

    def _undo(self, own: list[Player]) -> Json:
        """Back to the last choice of these players, if there is one that can be taken back."""
        plies = self.match.plies
        chosen = [number for number, ply in enumerate(plies) if ply.player in own]
        if not chosen:
            raise Refused("not_now", "There is no move to take back.")
        if self.match.reveals_since(chosen[-1]):
            raise Refused("not_now", f"{SEEN[0].upper()}{SEEN[1:]}.")
        return {"undo": sum(ply.player is not None for ply in plies[chosen[-1] :])}

    def _decide_stop(self, side: int, action: Action) -> Json:
        self._check_goes_on()
        return self._offered(side, "stop") or {"end": "stopped"}

    def _decide_rematch(self, side: int, action: Action) -> Json:
        if not self.match.is_finished:
            raise Refused("not_now", "The game is not over yet.")
        return self._offered(side, "rematch") or self._rematch()

    def _rematch(self) -> Json:
        if len(self.rounds) >= ROUNDS.high:
            raise Refused("not_now", ENOUGH)
        opened, match = self._opened, self.match
        given = opened["deal"]["board"] if opened["dealt"] == GIVEN else None
        seed = opened["seed"]
        if seed is not None:
            seed = (seed + len(self.rounds)) % SEEDS
        options = vars(match.game.options)
        deal = dealt(type(match.game), options, given, opened["dealt"], seed)
        del deal["options"]
        return {"deal": deal}

    def _offered(self, side: int, do: str) -> Json | None:
        """The offer that this is; None where it happens at once."""
        if not self.is_between_two:
            return None
        player = self._series.player(side)
        if self.offer is not None:
            offered, by = self.offer
            if by is not player and offered == do and do != "takeback":
                return None  # both want it
            if by is not player or offered == do:
                raise Refused("not_now", "There is an open offer: it is to be answered first.")
        return {"offer": True, "player": player + 1}

    def _decide_accept(self, side: int, action: Action) -> Json:
        if self.offer is None or self.offer[1] in self.players(side):
            raise Refused("not_now", "There is no offer for you to accept.")
        do, by = self.offer
        if do == "takeback":
            return self._undo([by])
        return {"end": "stopped"} if do == "stop" else self._rematch()

    def _decide_decline(self, side: int, action: Action) -> Json:
        """Also one's own offer, which is then taken back."""
        if self.offer is None:
            raise Refused("not_now", "There is no offer to decline.")
        return {}

    def _check_goes_on(self) -> None:
        if self.match.is_finished:
            raise Refused("over", "The game is over.")

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
            dice = luck(self._opened["luck"], f"round {len(self.rounds)}", match)
        known = match.view(player)
        return Thought(self.opponent, match.game, known, match.moves, dice, is_timed=not duel)

    def chosen(self, move: Move) -> Json:
        """The event of a level's move."""
        return {"do": "move", "side": 1, "move": move}

    # ---- what is seen of it

    def view(self, here: list[int], side: int | None = None) -> View:
        """Return the View of the contract, worded for a side, or for those who watch.

        `here` are the sides that are connected.
        """
        company = self._company(here)
        shown = view(self.match, reader=Reader.of(self.players(side)), is_isolated=True)
        seen = view_json(shown)
        if self.is_waiting:
            seen["status"] |= {"kind": "waiting", "player": None, "moves": []}
            seen["prompt"] = f"{shown.names[self._series.player(1)]} has not joined yet."
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
            "words": words_of(shown, company),
            "wins": list(company.wins),
            "offer": self._offer(),
            "sealed": self._sealed(),
        }

    def _company(self, here: list[int]) -> Company:
        """Return who has joined and who is connected, by seat: levels always are."""
        one, two = (self._presence(player, here) for player in Player)
        joined, connected = (one[0], two[0]), (one[1], two[1])
        return Company(self._wins(), joined, connected, self.offer)

    def _presence(self, player: Player, here: list[int]) -> tuple[bool, bool]:
        side = self._side(player)
        if side == 1 and not self.is_between_two:
            return True, 0 in here if self.opponent == HERE else True
        return self._tokens[side] is not None, side in here

    def _side(self, player: Player) -> int:
        return int(self._series.player(0) is not player)

    def _wins(self) -> tuple[int, int]:
        """By the seats of this round, which counts as soon as it is won."""
        wins = [self._series.wins[self._side(player)] for player in Player]
        ending = self.match.ending
        if ending is not None and ending.winner is not None:
            wins[ending.winner] += 1
        return wins[0], wins[1]

    def _offer(self) -> Offer | None:
        return None if self.offer is None else {"do": self.offer[0], "by": seat_of(self.offer[1])}

    def _sealed(self) -> Sealed | None:
        """The commitment to a hidden board, and at the end what proves it."""
        if self._salt is None:
            return None
        is_over = self.match.is_finished
        return {
            "commit": self._commit,
            "salt": self._salt if is_over else None,
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
