"""Every sentence that a screen shows of a match, worded for its reader."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..core import Fact, Player
from ..errors import counted, listed
from ..play.players import HUMAN
from .match_view import MatchView

if TYPE_CHECKING:
    from .shapes.words import Addition, OfferWords, Words

MAX_LISTED_TILES = 4
"""Maximum number of choices listed below the board."""

MAX_TERMS = 12
"""Maximum number of terms of a sum that is written out."""


class OfferTexts(NamedTuple):
    """The texts of an offer; those without a subject follow a player's name."""

    asks: str
    yes: str
    """The button that accepts it."""
    own: str
    """The sentence for the player who made it."""
    asked: str
    """For spectators; {} is the other player's name."""


OFFERS = {
    "takeback": OfferTexts(
        "asks for a takeback",
        "Accept",
        "You asked for a takeback.",
        "asked {} for a takeback",
    ),
    "rematch": OfferTexts(
        "offers a rematch",
        "Rematch",
        "You offered a rematch.",
        "offered {} a rematch",
    ),
    "stop": OfferTexts(
        "offers to end the game without a winner",
        "End without a winner",
        "You offered to end the game without a winner.",
        "asked {} to end the game without a winner",
    ),
}


class PlayersStatus(NamedTuple):
    """The state of both players at a server: wins, presence, and their offer."""

    wins: tuple[int, int] = (0, 0)
    """Rounds won, by seat of this round."""
    joined: tuple[bool, bool] = (True, True)
    here: tuple[bool, bool] | None = None
    """Whether each player is connected; None if that is not shown."""
    offer: tuple[str, Player] | None = None
    """The offer, and the player who made it."""
    resigned: Player | None = None
    """The player who resigned and can undo that."""


LOCAL_PLAYERS = PlayersStatus()
"""The status of players in a match without a server."""


def build_words(seen: MatchView, players: PlayersStatus = LOCAL_PLAYERS) -> Words:
    """Return every sentence that a screen shows of a match.

    >>> import numduel
    >>> from numduel.views.match_view import view
    >>> from numduel.views.narration import Reader
    >>> match = numduel.Match(numduel.new("sum", target=9))
    >>> match.play("7")
    >>> words = build_words(view(match, names=("Ann", "Bob"), reader=Reader.TWO))
    >>> words["lines"]
    ['Ann took 7: 7 of 9.', 'Your turn: take which number, 1 to 9?']
    >>> words["subtitle"], words["about"]
    ('with Ann · to 9', ['2 to go', '9 to go'])
    """
    return _WordsBuilder(seen, players).build()


def not_joined_text(name: str) -> str:
    """Return the sentence about a player who hasn't joined."""
    return f"{name} hasn't joined yet."


class _WordsBuilder:
    def __init__(self, seen: MatchView, players: PlayersStatus) -> None:
        self.seen = seen
        self.players = players
        self.narration = seen.narration
        self.names = seen.narration.names
        self.reader = seen.narration.reader
        self.you = seen.narration.you
        self.now = seen.situation
        self.title = seen.match.game.title
        self.is_waiting = not all(players.joined)
        self.player = None if self.is_waiting else self.now.player

    def build(self) -> Words:
        lines, spoken = self._lines()
        player = self.player
        return {
            "lines": lines,
            "spoken": spoken,
            "question": "" if player is None else self._question(player),
            "turn": self._turn(),
            "now": "" if player is None else f"{self._label(player)}, now",
            "subtitle": self._subtitle(),
            "opponents": self._opponents(),
            "state": self._state(),
            "standing": self._standing(),
            "size": self._size(),
            "variant": self._variant(),
            "labels": [self._label(player) for player in Player],
            "about": [self._about(player) for player in Player],
            "chips": [self._chip(player) for player in Player],
            "verdict": self._verdict() if self.now.is_over else None,
            "how": self.narration.how() if self.now.is_over else None,
            "shared": self._shared() if self.now.is_over else None,
            "addition": self._addition() if self.now.is_over else None,
            "undo": self._undo(),
            "stop": self._stop(),
            "offer": self._offer(),
            "news": None if self.seen.news is None else self.narration.news(self.seen.news),
            "presence": [self._presence(player) for player in Player],
            "invitation": self._invitation(),
            "seat": self._seat() if self.is_waiting else None,
            "late": self._late(),
            "letters": self._letters(),
        }

    def _letters(self) -> str:
        """Return the letters with which a typed move can start."""
        match = self.seen.match
        aliases = match.game.aliases(match.state) if self.now.player is not None else {}
        typed = (*match.game.vocabulary, *aliases)
        return "".join(sorted({move[0].lower() for move in typed if move[:1].isalpha()}))

    # ---- players

    def _who(self, player: Player) -> str:
        return self.seen.match.tags.get(f"Type{player + 1}", HUMAN)

    def _label(self, player: Player) -> str:
        if player is self.you:
            return "You"
        if not self.players.joined[player]:
            return "Your friend" if self.you is not None else "Open seat"
        return self.names[player]

    def _about(self, player: Player) -> str:
        """Return the text below a player's name: kind of player, presence and progress."""
        figure, parts = self._figure(player), []
        if self._who(player) != HUMAN:
            who, name = self._who(player), self.names[player].lower()
            parts += [*([] if name.startswith(who) else [who]), "computer"]
        elif self.players.here and self._joined(player) and player not in self.reader.players:
            parts.append("online" if self.players.here[player] else "away")
        if figure is not None and figure.limit is not None:
            left = figure.limit - int(figure.value)
            parts.append("over" if left < 0 else f"{left} to go")
        return " · ".join([*parts, *self._facts(player)])

    def _chip(self, player: Player) -> str | None:
        if player is not self.player:
            return None
        if player is self.you:
            return "Your turn"
        is_now = self.seen.ply == len(self.seen.match.plies) and not self.seen.match.is_finished
        return "thinking" if is_now and self._who(player) != HUMAN else "to move"

    # ---- figures

    def _figure(self, player: Player) -> Fact | None:
        """Return the fact that a player's progress bar shows: the first with a number."""
        facts = self.seen.picture.facts
        return next((f for f in facts if f.player is player and isinstance(f.value, int)), None)

    def _facts(self, player: Player | None) -> list[str]:
        """Return the other facts of a player, or of the game."""
        figure = None if player is None else self._figure(player)
        facts = [f for f in self.seen.picture.facts if f.player is player and f is not figure]
        return [f"{fact.label}: {fact.value}" for fact in facts]

    def _goal(self) -> str:
        """Return "to 15" if both players count up to the same number."""
        one, two = (self._figure(player) for player in Player)
        if one is None or two is None or one.limit is None or one.limit != two.limit:
            return ""
        return f"to {one.limit}"

    def _size(self) -> str:
        rows, first = self.seen.picture.rows, self.seen.picture.first
        size = f"{len(rows)} × {len(rows[0])}" if rows and first is not None else ""
        return ", ".join(filter(None, [size, self._goal()])) or self.title

    def _variant(self) -> str:
        """Return the options that differ from the rule book: "size 4, stand"."""
        options = self.seen.match.game.options
        parts = []
        for name, option in options.fields.items():
            value, words = getattr(options, name), name.replace("_", " ")
            standard = option.default(options) if callable(option.default) else option.default
            if value != standard:
                no = "" if value else "no "
                is_flag = isinstance(value, bool)
                parts.append(f"{no}{words}" if is_flag else f"{words} {value}")
        return ", ".join(parts)

    # ---- the whole match

    def _opponents(self) -> str:
        if self.you is None:
            return f"{self.names[0]} and {self.names[1]}"
        other = self.you.other
        if not self._joined(other):
            return "with a friend"
        against = "with" if self._who(other) == HUMAN else "against"
        return f"{against} {self.names[other]}"

    def _state(self) -> str:
        if self.is_waiting:
            return "waiting for a friend"
        if self.player is None:
            return self._verdict() if self.now.is_over else ""
        return "Your turn" if self.player is self.you else f"{self.names[self.player]} to move"

    def _standing(self) -> str:
        """Return "You: 7, Ann: 9, to 15."."""
        first = self.you or Player.ONE
        figures = [(player, self._figure(player)) for player in (first, first.other)]
        shown = [f"{self._label(player)}: {figure.value}" for player, figure in figures if figure]
        return f"{', '.join(filter(None, [*shown, self._goal()]))}." if len(shown) == 2 else ""

    def _subtitle(self) -> str:
        watching = "" if self.reader.players else "watching "
        if any(self.players.wins):
            return watching + self._score()
        return watching + " · ".join(filter(None, [self._opponents(), self._goal()]))

    def _score(self) -> str:
        """Return "you 3 : 1 Ann"."""
        first = self.you or Player.ONE
        one, two = ("you" if p is self.you else self.names[p] for p in (first, first.other))
        return f"{one} {self.players.wins[first]} : {self.players.wins[first.other]} {two}"

    # ---- a turn

    def _lines(self) -> tuple[list[str], list[str]]:
        """Return the lines below the board, and the lines for a screen reader."""
        if self.is_waiting:
            waiting = self._waiting()
            return waiting, waiting
        said = self.narration.last_lines(self.seen.ply)
        if self.player is None:
            return said, said
        facts = [f"{fact}." for fact in self._facts(None)]
        if self.player not in self.reader.players:
            turn = self._turn()
            return [*said[-1:], turn, *facts], [*said, turn, *facts]
        shown, spoken = self._choices(self.player)
        return [*said[-1:], *shown, *facts], [*said, *spoken, *facts]

    def _waiting(self) -> list[str]:
        """Return whom the match waits for: for the host, and for spectators."""
        if self.you is not None:
            return ["Waiting for your friend."]
        host = self.names[self._host()]
        return [f"{host} is waiting for a friend.", "You can watch when the friend has joined."]

    def _host(self) -> Player:
        return Player.ONE if self._joined(Player.ONE) else Player.TWO

    def _joined(self, player: Player) -> bool:
        return self.players.joined[player]

    def _presence(self, player: Player) -> str | None:
        """Return whether another person is connected; None if that is not shown."""
        is_other = self._who(player) == HUMAN and player not in self.reader.players
        if self.players.here is None or not self._joined(player) or not is_other:
            return None
        if self.players.here[player]:
            return f"{self.names[player]} is online."
        return f"{self.names[player]} is away.{'' if self.now.is_over else ' The game waits.'}"

    def _turn(self) -> str:
        return "" if self.player is None else f"{self._state()}."

    def _question(self, player: Player) -> str:
        """Return the question; on a shared screen it names the player."""
        ply = len(self.seen.plies)
        return self.narration.question(ply, is_named=player is not self.you)

    def _choices(self, player: Player) -> tuple[list[str], list[str]]:
        """Return "Choose 8 or 5." if there are few clear choices, otherwise the game's question.

        Before the first move, return both.
        """
        is_you, labels = player is self.you, self._clear_labels()
        asked = self.narration.question(len(self.seen.plies), is_named=True)
        spoken = [self._turn(), self._question(player)] if is_you else [asked]
        if not labels:
            return [asked], spoken
        choices = listed(labels)
        may = f"{self._label(player)} can choose {choices}."
        if not self.seen.plies:
            return [asked, may], [*spoken, may]
        if not is_you:
            return [may], [may]
        return [f"Choose {choices}."], [self._turn(), f"Choose {choices}."]

    def _clear_labels(self) -> list[str]:
        """Return the numbers of the tiles to choose from; [] if many or equal."""
        moves = self.now.moves
        tiles = [tile for tile in self.seen.picture.tiles if tile.move in moves]
        labels = [tile.label for tile in tiles]
        is_clear = len(tiles) == len(moves) == len(set(labels)) <= MAX_LISTED_TILES and all(labels)
        return labels if is_clear else []

    # ---- the end

    def _verdict(self) -> str:
        winner = self.now.winner
        if winner is not None:
            return "You win" if winner is self.you else f"{self.names[winner]} wins"
        return "It's a draw" if self.now.is_draw else "No winner"

    def _shared(self) -> str:
        plies, winner = self.seen.plies, self.now.winner
        turns = counted(plies[-1].turn if plies else 0, "turn")
        if self.now.is_draw:
            both = f"{self.names[0]} and {self.names[1]} played"
            played = "Played" if self.you is not None else both
            return f"{played} {self.title} to a draw in {turns}."
        if winner is None:
            return f"Ended {self.title} without a winner after {turns}."
        how = "by resignation" if self.now.reason == "resigned" else f"in {turns}"
        if self.you is None:
            return f"{self.names[winner]} won {self.title} {how}."
        return f"{'Won' if winner is self.you else 'Lost'} {self.title} {how}."

    def _addition(self) -> Addition | None:
        """Return the sum of the winner's trail, if it is exactly the target."""
        winner = self.now.winner
        figure = None if winner is None else self._figure(winner)
        if winner is None or figure is None or figure.limit != figure.value:
            return None
        tiles = self.seen.picture.tiles
        trail = self.seen.trails[winner]
        mark = f"p{winner + 1}"
        start = [
            number
            for number, tile in enumerate(tiles)
            if number not in trail and any(tag[::2] == (mark, winner) for tag in tile.tags)
        ][:1]
        for numbers in (trail, (*start, *trail)):
            labels = [tiles[number].label for number in numbers]
            terms = [int(label) for label in labels if label.isdecimal()]
            if 1 < len(terms) == len(labels) <= MAX_TERMS and sum(terms) == figure.value:
                words = f"{' plus '.join(labels)} is {figure.value}"
                return {"terms": terms, "total": sum(terms), "words": words}
        return None

    def _undo(self) -> str | None:
        is_yours = self.you is not None and self.players.resigned is self.you
        return "Undo resignation" if is_yours else None

    def _stop(self) -> str | None:
        """Return the entry that ends the game without a winner; None where it can't."""
        if self.player is None or not self.reader.players:
            return None
        if self.you is None:
            return "End without a winner"
        is_program = self._who(self.you.other) != HUMAN
        if is_program and not self.seen.match.game.endless:  # the computer would always decline
            return None
        return "Offer to end without a winner"

    # ---- offers and invitations

    def _offer(self) -> OfferWords | None:
        if self.players.offer is None:
            return None
        do, by = self.players.offer
        texts, name, other = OFFERS[do], self.names[by], self.names[by.other]
        is_own, title = by is self.you, f"{name} {texts.asks}"
        own = f"{texts.own} Waiting for {other}."
        asked = f"{name} {texts.asked.format(other)}." if self.you is None else f"{title}."
        return {
            "title": title,
            "yes": texts.yes,
            "no": "Decline",
            "own": own if is_own else None,
            "line": own if is_own else asked,
            "withdraw": "Withdraw" if is_own else None,
        }

    def _invitation(self) -> str | None:
        if not self.is_waiting or self.you is not None:
            return None
        host = self._host()
        if self.names[host] == str(host):
            return f"You're invited to {self.title}"
        return f"{self.names[host]} invites you to {self.title}"

    def _seat(self) -> str:
        if self.you is not None:
            is_first = self.you is Player.ONE
            return (
                f"You are {self.you}{' and go first.' if is_first else '. Your friend goes first.'}"
            )
        free = next(player for player in Player if not self._joined(player))
        return f"You will be {free}{' and go first' if free is Player.ONE else ''}."

    def _late(self) -> str | None:
        """Return the text for an invited person who comes too late; None for players."""
        if self.players.here is None or self.is_waiting or self.reader.players:
            return None
        one, two = self.names
        if self.now.is_over:
            return f"Both seats are taken. {one} and {two} have already played."
        return f"Both seats are taken. You're watching {one} and {two}."
