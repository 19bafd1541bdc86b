"""Checking all laws of a game: walks through its variants, and what is wrong, with few moves."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from ..core import AnyGame, Move, Over, Picture, Turn
from ..errors import SetupError
from .laws import BY_NAME, Law, Node, Problem, Setup, Spot, Survey, Walk, laws_about, problems_of
from .laws.failures import NO_ERRORS, describe_failure, law_of
from .laws.position import short
from .variants import MAX_POSITIONS, list_variants, move_closer

__all__ = ["MAX_POSITIONS", "Checker", "Draw", "Finding", "Result", "Variant", "Watcher"]

FIRST_ROUND = 200
"""Positions of each variant in the first round; each further round has twice as many."""

STANDARD_SHARE = 4
"""Factor of the positions that the standard options get in a round."""

RANDOM_SHARE = 5
"""The part of the positions that random games examine, if a walk isn't complete: one in 5."""

MAX_RANDOM_GAMES = 60
"""Maximum random games of a variant in a round."""

MAX_RANDOM_PLIES = 1000
"""Plies after which a random game is abandoned."""

MAX_ERRORS = 5
"""Failures of a law after which it isn't checked further."""

MAX_VOCABULARY = 200
"""Moves of a variant, unless the standard has more; with more, its options come closer to it."""

MOVES_PER_POSITION = 20
"""Mean legal moves up to which all positions are examined; with more, fewer positions are."""

PIECE = 20
"""Positions that a walk examines before the limits are looked at again."""

GATES = [BY_NAME["status-kind"], BY_NAME["state-hashable"]]
"""Laws without which the others can't be checked."""

POSITION_LAWS = [law for law in laws_about("position") if law not in GATES]
CHEAP_LAWS = [law for law in POSITION_LAWS if not law.is_costly]

ALWAYS_CLOSE = 250
"""Positions of each walk, from the start, in which costly laws are checked."""

CLOSE_STEP = 25
"""Further on, every 25th position is looked at as closely, and the first ends for each reason."""

DETAILS = re.compile(r"(?<!line )\b\d+|'[^']*'")
"""Numbers, but not lines, and quoted words: messages about one mistake differ in them."""

MAX_TOLD = 4
"""Moves of a position whose texts are looked at."""


Draw = Callable[[Picture, tuple[Move, ...]], list[str]]
"""Draws a picture with legal moves, as lines."""


class Finding(NamedTuple):
    """A broken law, with an example, or a warning."""

    law: str
    message: str
    options: dict[str, Any]
    """Keyword arguments of `numduel.new`: the options, and the board if the game has one."""
    moves: tuple[Move, ...] = ()
    """The moves and chance outcomes that lead to the position; few if possible."""
    position: str = ""
    """The position, drawn; empty if no position is at fault."""


class Variant(NamedTuple):
    """The extent of the check of a variant."""

    options: dict[str, Any]
    positions: int
    is_complete: bool
    """Whether these are all its positions."""


class Result(NamedTuple):
    """The result of a check."""

    game: str
    broken: tuple[Finding, ...]
    warnings: tuple[Finding, ...]
    variants: tuple[Variant, ...]

    @property
    def is_lawful(self) -> bool:
        return not self.broken

    @property
    def is_complete(self) -> bool:
        """Whether every position of every variant that was checked was examined."""
        return bool(self.variants) and all(variant.is_complete for variant in self.variants)


class Watcher:
    """Hears what a checker does: for progress, and for calls that never return."""

    def enter(self, options: dict[str, Any], moves: Callable[[], tuple[Move, ...]]) -> None:
        """Hear that a position is examined, or a setup, without moves."""

    def start(self, law: str) -> None:
        """Hear that a law is checked."""

    def tick(self) -> None:
        """Hear that long work goes on, between calls of the game's code."""

    def examined(self, positions: int) -> None:
        """Hear how many positions were examined."""

    def found(self, finding: Finding) -> None:
        """Hear about a broken law."""


class Checker:
    """A check of all laws of one game."""

    def __init__(
        self,
        kind: type[AnyGame],
        positions: int = MAX_POSITIONS,
        watcher: Watcher | None = None,
        draw: Draw | None = None,
    ) -> None:
        self._kind = kind
        self._draw = draw or draw_plainly
        self._positions = positions
        self._watcher = watcher or Watcher()
        self._broken: dict[str, Finding] = {}
        self._warnings: list[Finding] = []
        self._walks: list[tuple[Setup, Walk]] = []
        self._examined = 0
        self._moves_left = positions * MOVES_PER_POSITION
        self._ends: Counter[Over] = Counter()
        self._passed_by: dict[int, set[str]] = {}
        """Laws that are broken in a walk: breadth first, the first example is the shortest."""

    def run(self) -> Result:
        """Check everything; return what was found."""
        for given in list_variants(self._kind):
            self._set_up(given)
        self._walk()
        for _, walk in self._walks:
            for law in laws_about("walk"):
                self._check(law, walk, walk.game)
        survey = Survey(self._kind, self._walks)
        for law in laws_about("game"):
            self._check(law, survey, None)
        return Result(
            self._kind.id, tuple(self._broken.values()), tuple(self._warnings), self.variants
        )

    @property
    def walks(self) -> list[tuple[Setup, Walk]]:
        """The setups and the walks that began."""
        return self._walks

    @property
    def variants(self) -> tuple[Variant, ...]:
        return tuple(
            Variant(options_of(walk.game), len(walk.examined), walk.is_complete)
            for _, walk in self._walks
        )

    # ---- setups

    def _set_up(self, given: dict[str, Any]) -> None:
        """Check the laws of a setup, and begin its walks."""
        self._watcher.enter(given, tuple)
        self._watcher.start("")
        setup = Setup(self._kind, given)
        try:
            if self._is_large(setup) and (closer := self._move_closer(given)):
                self._set_up(closer)
                return
            games = setup.games
            if any(walk.game.options == games[0].options for _, walk in self._walks):
                return
            if self._check(BY_NAME["state-hashable"], Spot(games[0], games[0].start()), games[0]):
                return
        except SetupError:  # options that exclude each other; the standard options have a law
            if closer := self._move_closer(given):
                self._set_up(closer)
            return
        except (Exception, SystemExit) as error:
            self._blame(error, given, ())
            return
        for law in laws_about("setup"):
            if not (law.is_warning and given):
                self._check(law, setup, games[0])
        is_dealt = any(game.has_visible_deal for game in games)
        for game in games[: 2 if is_dealt and not given else 1]:
            try:
                public = game.public()
                dealt = () if public is game else games
                walk = Walk(public, dealt, max_told=MAX_TOLD)
                walk.tick = self._watcher.tick
                self._walks.append((setup, walk))
            except (Exception, SystemExit) as error:
                self._blame(error, given, ())

    def _is_large(self, setup: Setup) -> bool:
        """Return whether options give too many more moves than the standard to check them fast."""
        if not self._walks:
            return False
        standard = len(self._walks[0][1].game.vocabulary)
        return len(setup.first.vocabulary) > max(MAX_VOCABULARY, standard)

    def _move_closer(self, given: dict[str, Any]) -> dict[str, Any] | None:
        """Return options that are closer to the standard; None if there are none."""
        if not self._walks:
            return None
        return move_closer(given, vars(self._walks[0][1].game.options))

    # ---- walks

    def _walk(self) -> None:
        """Examine positions of all walks in turn, breadth first; then those of random games."""
        walks = [walk for _, walk in self._walks]
        left = self._positions - self._positions // RANDOM_SHARE
        kept_moves = self._moves_left // RANDOM_SHARE
        count = 1 + min(FIRST_ROUND, left // (2 * (len(walks) + STANDARD_SHARE)))
        while left > 0 and self._moves_left > kept_moves and any(w.can_grow for w in walks):
            for number, walk in enumerate(walks):
                share = count * (STANDARD_SHARE if number == 0 else 1)
                left -= self._grow(walk, min(share, left), kept_moves)
            count *= 2
        left = self._positions - self._examined
        for seed in range(MAX_RANDOM_GAMES):
            for walk in walks:
                if walk.can_grow and left > 0 and self._moves_left > 0:
                    moves = 1 + self._moves_left // max(1, len(walk.game.vocabulary))
                    plies = min(MAX_RANDOM_PLIES, left, moves)
                    left -= walk.play_at_random(seed, plies, self._examine_in(walk))

    def _grow(self, walk: Walk, share: int, kept_moves: int) -> int:
        """Examine a share of positions, or fewer if they have many moves; return how many."""
        examine, done = self._examine_in(walk), 0
        while done < share and walk.can_grow and self._moves_left > kept_moves:
            done += walk.grow(min(PIECE, share - done), examine)
        return done

    def _examine_in(self, walk: Walk) -> Callable[[Spot, Node], bool]:
        options = options_of(walk.game)
        passed = self._passed_by.setdefault(id(walk), set())

        def is_close(spot: Spot) -> bool:
            number = len(walk.examined)
            return number <= ALWAYS_CLOSE or number % CLOSE_STEP == 0 or self._is_new_end(spot.over)

        def examine(spot: Spot, node: Node) -> bool:
            self._examined += 1
            self._watcher.enter(options, lambda: node.moves)
            self._watcher.examined(self._examined)
            for law in GATES:
                if self._check_position(law, spot, node):
                    return False
            for law in POSITION_LAWS if is_close(spot) else CHEAP_LAWS:
                if law.name not in passed and self._check_position(law, spot, node):
                    passed.add(law.name)
            try:
                self._moves_left -= len(spot.after)
                for state in spot.after.values():
                    hash(state)
            except (Exception, SystemExit) as error:
                self._blame(error, options, node.moves, spot.game)
                return False
            return True

        return examine

    def _is_new_end(self, over: Over | None) -> bool:
        """Return whether few games have ended like this, so that its texts are looked at."""
        if over is None:
            return False
        self._ends[over] += 1
        return self._ends[over] <= ALWAYS_CLOSE

    def _check_position(self, law: Law, spot: Spot, node: Node) -> bool:
        """Check a law in a position; return whether it is broken."""
        self._watcher.start(law.name)
        try:
            message = law.check(spot)
        except (Exception, SystemExit) as error:
            self._blame(error, options_of(spot.game), node.moves, spot.game)
            return True
        if message is None:
            return False
        self._add(law, Problem(message, node.moves), spot.game)
        return True

    # ---- findings

    def _check(self, law: Law, about: object, game: AnyGame | None) -> bool:
        """Check a law of a setup, a walk or the whole game; return whether it is broken."""
        options = {} if game is None else options_of(game)
        self._watcher.enter(options, tuple)
        self._watcher.start(law.name)
        is_broken = False
        try:
            for problem in problems_of(law.check(about)):
                self._add(law, problem, game)
                is_broken = True
        except (Exception, SystemExit) as error:
            self._blame(error, options, (), game if isinstance(about, Spot) else None)
            return True
        return is_broken

    def _blame(
        self,
        error: BaseException,
        options: dict[str, Any],
        moves: tuple[Move, ...],
        game: AnyGame | None = None,
    ) -> None:
        """Add an error of the author's code; each kind of message once."""
        law, message = law_of(error), describe_failure(error, self._kind)
        errors = [key for key in self._broken if key.startswith(NO_ERRORS)]
        key = law if law != NO_ERRORS else f"{NO_ERRORS} {DETAILS.sub('', message)}"
        if key in self._broken or len(errors) < MAX_ERRORS:
            position = "" if game is None else draw_after(game, moves, self._draw)
            self._keep(key, Finding(law, message, options, moves, position))

    def _add(self, law: Law, problem: Problem, game: AnyGame | None) -> None:
        game = problem.game or game
        options = {} if game is None else options_of(game)
        position = ""
        if problem.moves is not None and game is not None:
            position = draw_after(game, problem.moves, self._draw)
        finding = Finding(law.name, problem.message, options, problem.moves or (), position)
        if law.is_warning:
            names = {one.law for one in self._warnings}
            messages = {one.message for one in self._warnings}
            if finding.message not in messages and (law.about == "game" or law.name not in names):
                self._warnings.append(finding)
        else:
            self._keep(law.name, finding)

    def _keep(self, key: str, finding: Finding) -> None:
        """Keep the shortest example of each broken law, with a position if one is known."""
        known = self._broken.get(key)
        if known is None or _rank(finding) < _rank(known):
            self._broken[key] = finding
            self._watcher.found(finding)


def _rank(finding: Finding) -> tuple[bool, int]:
    """Return a low value for an example that is easy to follow."""
    return not finding.position, len(finding.moves)


def options_of(game: AnyGame) -> dict[str, Any]:
    """Return the keyword arguments of `numduel.new` for a game."""
    try:
        board = {"board": game.board} if game.board and not game.hidden else {}
    except Exception:  # which the laws of setups report
        board = {}
    return {**vars(game.options), **board}


def draw_plainly(picture: Picture, moves: tuple[Move, ...]) -> list[str]:
    """Return a picture as lines."""
    return picture.lines()


def draw_after(game: AnyGame, moves: tuple[Move, ...], draw: Draw) -> str:
    """Return the position after some moves as text, or its state if it can't be drawn."""
    state = None
    try:
        state = game.start()
        for move in moves:
            state = game.play(state, move)
        status = game.status(state)
        legal = status.moves if isinstance(status, Turn) else ()
        return "\n".join(draw(game.picture(state), legal))
    except (Exception, SystemExit):
        return short(state, 200)
