"""Matches that assistants play: by ids that nobody guesses, and all of it within bounds."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock, RLock

from ..budget import Budget
from ..core import Chance, Over, Player
from ..dice import Dice
from ..engine import Engine
from ..engine.teaching import hints
from ..errors import MoveError, NumduelError, Refused, SetupError, capitalise, listed, quoted
from ..games import find
from ..play import players
from ..play.controller import Help, MatchState, Meeting, Write, apply, decide
from ..play.dealing import BOOK, PLAYABLE, set_up
from ..play.match import Match
from ..play.players import Chooser
from ..play.series import Series
from ..play.session import program_action
from ..render.text import draw, legend
from ..storage.record import dumps, result
from ..views.as_json import seat_of, view_json
from ..views.match_view import view
from ..views.narration import Narration, Reader
from ..views.screen_json import shown_analysis
from ..views.shapes.agents import AssistantAnalysis, AssistantHint, AssistantMatch, AssistantRecord

HERE = "here"
"""The opponent where both players' moves come through the assistant."""

RANDOM_SEAT = 0
"""The seat of an assistant that leaves to chance which player it is."""

MATCHES = 100
"""Matches that are kept: when there is another, the one that was asked for longest ago goes."""

MOVES = 1000
"""Plies that a match may have; some games can go on for ever."""

SECONDS, POSITIONS, MEMORY = 10.0, 400_000, 500_000
"""What a question to the engine may cost, and how many positions it remembers."""

AT_ONCE, PATIENCE = 2, 30.0
"""Questions that are thought about at the same time, and seconds that another one waits."""

ANOTHER = "numduel_new begins another"


class Kept:
    """A match that is kept, and who plays in it."""

    def __init__(self, table: MatchState, choosers: tuple[Chooser | None, Chooser | None]) -> None:
        self.table = table
        self.choosers = choosers
        """The levels; None for a player whose moves come through the assistant."""
        self.helped: set[tuple[str, int]] = set()
        """Which help was given after how many plies, so that it is counted once."""
        self.lock = RLock()
        """One action after the other."""

    @property
    def match(self) -> Match:
        return self.table.match

    @property
    def narration(self) -> Narration:
        """The match in sentences, which say "you" to an assistant that plays one seat."""
        return Narration(self.match, reader=Reader.of(self.table.series.people))


class Matches:
    """All matches of the assistants of one server.

    >>> matches = Matches()
    >>> begun = matches.new("sum", HERE, 1, {"target": 9}, None, None)
    >>> seen = matches.play(begun["match"], " 07 ")
    >>> seen["said"], seen["status"]["moves"]
    (['Player 1 took 7: 7 of 9.'], ['1', '2', '3', '4', '5', '9'])
    """

    def __init__(self, is_cancelled: Callable[[], bool] = lambda: False) -> None:
        """`is_cancelled` tells, while somebody is thinking, whether nobody waits any more."""
        self._tables: OrderedDict[str, Kept] = OrderedDict()
        self._lock = Lock()
        self._engine = Engine(MEMORY)
        self._thinking = BoundedSemaphore(AT_ONCE)
        self._is_cancelled = is_cancelled

    # ---- playing

    def new(
        self,
        game: str,
        opponent: str,
        seat: int,
        options: Mapping[str, object],
        board: str | None,
        seed: int | None,
    ) -> AssistantMatch:
        """A match begins; where a level is Player 1 it has moved."""
        kind = find(game)
        programs = [who for who in players.kinds() if who != players.HUMAN]
        if opponent not in (HERE, *programs):
            others = listed([HERE, *programs])
            raise SetupError(f"there is no opponent {quoted(opponent)}: an opponent is {others}")
        dealt = PLAYABLE if seed is None else BOOK
        dice = Dice.derived(seed, "dice")
        match = Match(set_up(kind, options, board or None, Dice(seed), dealt), dice=dice)
        seated: list[Chooser | None] = [None, None]
        if opponent != HERE:
            player = (Player.ONE, Player.TWO)[Dice().below(2) if seat == RANDOM_SEAT else 2 - seat]
            seated[player] = players.seat(opponent, Dice.derived(seed, f"choices of {player}"))
            match.tags |= {f"Player{player + 1}": opponent, f"Type{player + 1}": opponent}
        series = Series.of(match)
        table = MatchState(match, series, Meeting.of(series), max_plies=MOVES)
        kept = Kept(table, (seated[0], seated[1]))
        id = secrets.token_urlsafe(16)
        for player, chooser in zip(Player, kept.choosers, strict=True):
            if chooser is not None:
                chooser.begin(match.game, player)
        with self._place(kept):
            self._go_on(kept, table)
        with self._lock:
            self._tables[id] = kept
            while len(self._tables) > MATCHES:
                self._tables.popitem(last=False)
        return _seen(id, kept, 0)

    def play(self, id: str, move: str) -> AssistantMatch:
        """Make a move as people write it, and the level's answer: both or neither."""
        with self._table(id) as kept:
            before = len(kept.match.plies)
            try:
                (event,) = decide(kept.table, kept.table.series.people, Write(move))
            except Refused as refused:
                raise SetupError(_explained(refused, kept)) from None
            with self._place(kept):
                self._go_on(kept, apply(kept.table, event))
            return _seen(id, kept, before)

    def board(self, id: str) -> AssistantMatch:
        """What there is to see of a match now."""
        with self._table(id) as table:
            return _seen(id, table, None)

    def record(self, id: str) -> AssistantRecord:
        with self._table(id) as table:
            return {"match": id, "record": dumps(table.match), "result": result(table.match)}

    # ---- help

    def hint(self, id: str, step: int) -> AssistantHint:
        """At step 1 a nudge, at 2 a good move, at 3 what follows on it."""
        with self._table(id) as table:
            match, place = table.match, len(table.match.plies)
            _check_turn(match, place)
            given = hints.Hints(self._engine, match.game, match.state)
            with self._place():
                budget = self._budget()
                texts = [given.next(budget) for _ in range(step)]
            _count(table, "hints", place)
            text = table.narration.address(texts[-1])
            return {"match": id, "step": step, "text": text, "how": given.how}

    def analyse(self, id: str, ply: int | None) -> AssistantAnalysis:
        """What every move is worth, now or after so many plies."""
        with self._table(id) as table:
            match = table.match
            place = len(match.plies) if ply is None else ply
            _check_turn(match, place)
            with self._place():
                report = self._engine.analyse(match.game, match.states[place], self._budget())
            _count(table, "analyses", place)
            picture = match.game.picture(match.states[place])
            return {"match": id, "ply": place, **shown_analysis(report, picture)}

    # ---- how

    @contextmanager
    def _table(self, id: str) -> Iterator[Kept]:
        """A match, for one who does something in it; it becomes the youngest."""
        with self._lock:
            table = self._tables.get(id)
            if table is not None:
                self._tables.move_to_end(id)
        if table is None:
            kept = f"the last {MATCHES} are kept, until this server ends"
            raise SetupError(f"there is no match {quoted(id)}: {kept}; {ANOTHER}")
        with table.lock:
            yield table

    @contextmanager
    def _place(self, table: Kept | None = None) -> Iterator[None]:
        """A place among those who think, when there is one; none for a table without a level."""
        if table is not None and not any(table.choosers):
            yield
            return
        if not self._thinking.acquire(timeout=PATIENCE):
            raise NumduelError("the engine is busy with other questions; ask again in a while")
        try:
            yield
        finally:
            self._thinking.release()

    def _budget(self) -> Budget:
        """What one question may cost."""
        return Budget(SECONDS, POSITIONS, progress=lambda _: self._is_cancelled())

    def _go_on(self, kept: Kept, table: MatchState) -> None:
        """Let a level move for as long as it is its turn, and keep what came of it."""
        while (player := table.match.player) is not None and (chooser := kept.choosers[player]):
            action = program_action(chooser, table.match, self._budget())
            (event,) = decide(table, (player,), action)
            table = apply(table, event)
        kept.table = table
        if table.match.is_finished:
            for chooser in filter(None, kept.choosers):
                chooser.end(table.match)


def _explained(refused: Refused, kept: Kept) -> str:
    """Why a move was refused, and what works."""
    if refused.code == "over":
        return f"the game is over: {' '.join(kept.narration.verdict())} {ANOTHER}"
    if isinstance(refused.__cause__, MoveError):
        return f"{refused.__cause__}. Allowed now: {', '.join(kept.match.moves)}"
    return f"a match has up to {MOVES} moves here: {ANOTHER}"


def _check_turn(match: Match, place: int) -> None:
    if not 0 <= place <= len(match.plies):
        raise SetupError(f"a ply from 0 to {len(match.plies)} was made here, not {place}")
    status = match.game.status(match.states[place])
    if isinstance(status, Over):
        over = f"nobody is to move at ply {place}, the game is over"
        raise SetupError(f"{over}: ask for an earlier one")
    if isinstance(status, Chance):
        raise SetupError(f"chance decides at ply {place}, not a player: ask for ply {place + 1}")


def _count(kept: Kept, kind: str, place: int) -> None:
    if (kind, place) not in kept.helped and not kept.match.is_finished:
        kept.helped.add((kind, place))
        (event,) = decide(kept.table, kept.table.series.people, Help(kind))
        kept.table = apply(kept.table, event)


def _seen(id: str, table: Kept, before: int | None) -> AssistantMatch:
    """A match as an assistant sees it; `said` is what happened since so many plies."""
    match, narration = table.match, table.narration
    now = view(match, reader=narration.reader)
    told = view_json(now)
    said = told["said"]
    if before is not None:
        deeds = [narration.deed(ply) for ply in range(before, len(match.plies))]
        said = [*deeds, *narration.verdict()]
    return {
        "match": id,
        "you": [seat_of(player) for player in Player if table.choosers[player] is None],
        "game": told["game"],
        "players": told["players"],
        "status": told["status"],
        "said": said,
        "prompt": told["prompt"],
        "drawing": "\n".join(draw(now.picture, now.situation.moves)),
        "legend": {mark: capitalise(text) for mark, text in legend(now.picture).items()},
        "turn": match.turn,
        "plies": len(match.plies),
    }
