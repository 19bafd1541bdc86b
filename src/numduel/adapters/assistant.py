"""Matches of assistants: unguessable ids, and limits on everything."""

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
from ..engine.opponents.stopping import is_endless
from ..engine.teaching import hints
from ..errors import MoveError, NumduelError, Refused, SetupError, capitalise, listed, quoted
from ..games import find
from ..picture_text import draw, legend
from ..play import players
from ..play.controller import (
    Action,
    Event,
    Help,
    MatchState,
    Meeting,
    NeedsAnalysis,
    Resign,
    Seats,
    Stop,
    TakeBack,
    Write,
    apply,
    decide,
)
from ..play.dealing import BOOK, PLAYABLE, set_up
from ..play.match import Match
from ..play.players import Chooser
from ..play.series import Series
from ..play.session import program_action
from ..storage.record import dumps, result
from ..views.as_json import seat_of, view_json
from ..views.match_view import view
from ..views.narration import Narration, Reader
from ..views.screen_json import shown_analysis
from ..views.shapes.agents import AssistantAnalysis, AssistantHint, AssistantMatch, AssistantRecord

HERE = "here"
"""The opponent if the assistant sends both players' moves."""

UNDO, STOP, RESIGN = "undo", "stop", "resign"
ACTIONS: dict[str, Action] = {UNDO: TakeBack(), STOP: Stop(), RESIGN: Resign()}
"""The actions besides moves."""

RANDOM_SEAT = 0
"""The seat argument for a random seat."""

MAX_MATCHES = 100
"""Maximum number of matches; a new one replaces the one used longest ago."""

MAX_PLIES = 1000
"""Ply limit of a match, because some games can be endless."""

BUDGET_S = 10.0
"""Time limit of one question to the engine, in seconds."""

BUDGET_POSITIONS = 400_000
"""Limit of one question to the engine, in positions."""

MEMORY_POSITIONS = 500_000
"""Limit of the engine's memory, in positions."""

MAX_CONCURRENT = 2
"""Maximum number of questions at a time."""

QUEUE_TIMEOUT_S = 30.0
"""Seconds that another question waits."""

NEW_MATCH_MESSAGE = "Start another with numduel_new"


class LiveMatch:
    """A match in memory, with its players."""

    def __init__(self, state: MatchState, choosers: tuple[Chooser | None, Chooser | None]) -> None:
        self.state = state
        self.choosers = choosers
        """The levels; None for a player whose moves the assistant sends."""
        self.helped: set[tuple[str, int]] = set()
        """The help given, by kind and ply, so that each is counted once."""
        self.lock = RLock()
        """Held during each action."""

    @property
    def match(self) -> Match:
        return self.state.match

    @property
    def narration(self) -> Narration:
        """The match in sentences, which address an assistant with one seat as "you"."""
        return Narration(self.match, reader=Reader.of(self.state.series.people))


class Matches:
    """The matches of all assistants of a server.

    >>> matches = Matches()
    >>> started = matches.new("sum", HERE, 1, {"target": 9}, None, None)
    >>> now = matches.play(started["match"], " 07 ")
    >>> now["said"], now["status"]["moves"]
    (['Player 1 took 7: 7 of 9.'], ['1', '2', '3', '4', '5', '9'])
    """

    def __init__(self, is_cancelled: Callable[[], bool] = lambda: False) -> None:
        """Call `is_cancelled` while the engine thinks, to stop when it returns True."""
        self._matches: OrderedDict[str, LiveMatch] = OrderedDict()
        self._lock = Lock()
        self._engine = Engine(MEMORY_POSITIONS)
        self._slots = BoundedSemaphore(MAX_CONCURRENT)
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
        """Start a match; a level that plays first makes its move."""
        kind = find(game)
        programs = [who for who in players.kinds() if who != players.HUMAN]
        if opponent not in (HERE, *programs):
            others = listed([HERE, *programs])
            raise SetupError(f"{quoted(opponent)} isn't an opponent. Choose {others}")
        dealt = PLAYABLE if seed is None else BOOK
        dice = Dice.derived(seed, "dice")
        match = Match(set_up(kind, options, board or None, Dice(seed), dealt), dice=dice)
        choosers: list[Chooser | None] = [None, None]
        if opponent != HERE:
            player = (Player.ONE, Player.TWO)[Dice().below(2) if seat == RANDOM_SEAT else 2 - seat]
            choosers[player] = players.seat(opponent, Dice.derived(seed, f"choices of {player}"))
            match.tags[f"Player{player + 1}"] = players.default_name(opponent)
            match.tags[f"Type{player + 1}"] = opponent
        series = Series.of(match)
        state = MatchState(match, series, Meeting.of(series), max_plies=MAX_PLIES)
        live = LiveMatch(state, (choosers[0], choosers[1]))
        id = secrets.token_urlsafe(16)
        _begin_levels(live)
        with self._engine_slot(live):
            self._play_levels(live, state)
        with self._lock:
            self._matches[id] = live
            while len(self._matches) > MAX_MATCHES:
                self._matches.popitem(last=False)
        return _match_json(id, live, 0)

    def play(self, id: str, move: str) -> AssistantMatch:
        """Make a move as people write it, and the level's answer: both or neither."""
        with self._open(id) as live:
            before = len(live.match.plies)
            try:
                (event,) = decide(live.state, live.state.series.people, Write(move))
            except Refused as refused:
                raise SetupError(_explain_refusal(refused, live)) from None
            with self._engine_slot(live):
                self._play_levels(live, apply(live.state, event))
            return _match_json(id, live, before)

    def act(self, id: str, do: str, *, is_confirmed: bool) -> AssistantMatch:
        """Undo, offer to stop, or resign; a level answers at once.

        `do` is one of `ACTIONS`; resigning must be confirmed.
        """
        with self._open(id) as live:
            state, before = live.state, len(live.match.plies)
            people = state.series.people
            if do == RESIGN and not is_confirmed and not live.match.is_finished:
                raise SetupError(
                    "resigning loses the match. Ask the person first, then send confirm: true"
                )
            try:
                event = self._decide(state, people, ACTIONS[do])
            except Refused as refused:
                raise SetupError(_explain_refusal(refused, live)) from None
            if state.match.is_finished:  # undone: the levels play on
                _begin_levels(live)
            with self._engine_slot(live):
                self._play_levels(live, apply(state, event))
            return _match_json(id, live, None if do == UNDO else before)

    def _decide(self, state: MatchState, who: Seats, action: Action) -> Event:
        """Return the event of an action; analyse the position if a level needs that to answer."""
        try:
            (event,) = decide(state, who, action)
        except NeedsAnalysis:
            game, position = state.match.game, state.match.state
            with self._engine_slot():
                answer = is_endless(self._engine, game, position, self._budget())
            (event,) = decide(state, who, Stop(answer))
        return event

    def board(self, id: str) -> AssistantMatch:
        """Return the current view of a match."""
        with self._open(id) as live:
            return _match_json(id, live, None)

    def record(self, id: str) -> AssistantRecord:
        """Return the record of a match."""
        with self._open(id) as live:
            return {"match": id, "record": dumps(live.match), "result": result(live.match)}

    # ---- help

    def hint(self, id: str, step: int) -> AssistantHint:
        """Return a hint: at step 1 an idea, at 2 a good move, at 3 the line after it."""
        with self._open(id) as live:
            match, ply_index = live.match, len(live.match.plies)
            _check_turn(match, ply_index)
            given = hints.Hints(self._engine, match.game, match.state)
            with self._engine_slot():
                budget = self._budget()
                texts = [given.next(budget) for _ in range(step)]
            _count_help(live, "hints", ply_index)
            text = live.narration.address(texts[-1])
            return {"match": id, "step": step, "text": text, "how": given.how}

    def analyse(self, id: str, ply: int | None) -> AssistantAnalysis:
        """Return the value of every move, now or after `ply` plies."""
        with self._open(id) as live:
            match = live.match
            ply_index = len(match.plies) if ply is None else ply
            _check_turn(match, ply_index)
            with self._engine_slot():
                report = self._engine.analyse(match.game, match.states[ply_index], self._budget())
            _count_help(live, "analyses", ply_index)
            picture = match.game.picture(match.states[ply_index])
            return {"match": id, "ply": ply_index, **shown_analysis(report, picture)}

    # ---- helpers

    @contextmanager
    def _open(self, id: str) -> Iterator[LiveMatch]:
        """Return a match, locked and marked as used last."""
        with self._lock:
            live = self._matches.get(id)
            if live is not None:
                self._matches.move_to_end(id)
        if live is None:
            limit = f"This server keeps the last {MAX_MATCHES} until it stops"
            raise SetupError(f"match {quoted(id)} doesn't exist. {limit}. {NEW_MATCH_MESSAGE}")
        with live.lock:
            yield live

    @contextmanager
    def _engine_slot(self, live: LiveMatch | None = None) -> Iterator[None]:
        """Wait for a free engine slot; a match without a level needs none."""
        if live is not None and not any(live.choosers):
            yield
            return
        if not self._slots.acquire(timeout=QUEUE_TIMEOUT_S):
            raise NumduelError("the engine is busy. Try again soon")
        try:
            yield
        finally:
            self._slots.release()

    def _budget(self) -> Budget:
        """Return the budget of one question."""
        return Budget(BUDGET_S, BUDGET_POSITIONS, progress=lambda _: self._is_cancelled())

    def _play_levels(self, live: LiveMatch, state: MatchState) -> None:
        """Let levels move while it is their turn, and store the new state."""
        while (player := state.match.player) is not None and (chooser := live.choosers[player]):
            action = program_action(chooser, state.match, self._budget())
            (event,) = decide(state, (player,), action)
            state = apply(state, event)
        live.state = state
        if state.match.is_finished:
            for chooser in filter(None, live.choosers):
                chooser.end(state.match)


def _begin_levels(live: LiveMatch) -> None:
    for player, chooser in zip(Player, live.choosers, strict=True):
        if chooser is not None:
            chooser.begin(live.match.game, player)


def _explain_refusal(refused: Refused, live: LiveMatch) -> str:
    """Return why a move was refused, and what works."""
    if refused.code == "over":
        return f"the game is over: {' '.join(live.narration.verdict())} {NEW_MATCH_MESSAGE}"
    if isinstance(refused.__cause__, MoveError):
        return f"{refused.__cause__}. Legal moves: {', '.join(live.match.moves)}"
    if len(live.match.plies) >= MAX_PLIES:
        return f"this match has reached its limit of {MAX_PLIES} plies. {NEW_MATCH_MESSAGE}"
    return refused.detail.removesuffix(".")


def _check_turn(match: Match, ply_index: int) -> None:
    if not 0 <= ply_index <= len(match.plies):
        last = len(match.plies)
        raise SetupError(f"ply must be a whole number from 0 to {last}, not {ply_index}")
    status = match.game.status(match.states[ply_index])
    if isinstance(status, Over):
        raise SetupError(f"the game is over at ply {ply_index}. Give an earlier ply")
    if isinstance(status, Chance):
        raise SetupError(
            f"chance decides at ply {ply_index}, not a player. Give ply {ply_index + 1}"
        )


def _count_help(live: LiveMatch, kind: str, ply_index: int) -> None:
    if (kind, ply_index) not in live.helped and not live.match.is_finished:
        live.helped.add((kind, ply_index))
        (event,) = decide(live.state, live.state.series.people, Help(kind))
        live.state = apply(live.state, event)


def _match_json(id: str, live: LiveMatch, before: int | None) -> AssistantMatch:
    """Return a match as an assistant sees it; `said` covers the plies after `before`."""
    match, narration = live.match, live.narration
    declined = live.state.declined
    now = view(match, reader=narration.reader, news=declined)
    data = view_json(now)
    said = data["said"]
    if before is not None:
        deeds = [narration.deed(ply) for ply in range(before, len(match.plies))]
        answers = [] if declined is None else [narration.news(declined)]
        said = [*deeds, *narration.verdict(), *answers]
    return {
        "match": id,
        "you": [seat_of(player) for player in Player if live.choosers[player] is None],
        "game": data["game"],
        "players": data["players"],
        "status": data["status"],
        "said": said,
        "prompt": data["prompt"],
        "drawing": "\n".join(draw(now.picture, now.situation.moves)),
        "legend": {mark: capitalise(text) for mark, text in legend(now.picture).items()},
        "turn": match.turn,
        "plies": len(match.plies),
    }
