"""A breadth-first walk through the positions of a game, and laws that compare positions."""

from __future__ import annotations

import pickle
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from random import Random
from typing import Any

from ...budget import Budget
from ...core import AnyGame, Chance, Game, HiddenBoard, Move, Over, Player, Turn
from ...dice import Dice
from ...engine.engine import Engine
from ...engine.solving.playouts import Playout, play_out
from ...errors import quoted
from .law import Problem, law
from .position import Node, Spot, short
from .secrets import compare_secrets
from .worth import Bounds, find_bounds

__all__ = ["Walk", "find_circle", "find_longest"]

MAX_SECRETS = 120
"""Positions in which the games of different dealers are compared: as many first and later ones."""

MAX_PAIRS = 3000
"""Pairs of positions with equal keys whose next keys are compared, unless all are known."""

MAX_SUSPECTS = 12
"""Pairs of them that are solved."""

MAX_SOLVED = 1000
"""Positions that each solution may take."""

RANDOM_GAMES, LATE_PLIES = 80, 8
"""Random games whose last plies are compared as well."""

MAX_LATE_PAIRS = 40
"""Pairs of these last plies that are solved."""

MAX_RANDOM_PLIES = 500
"""Plies after which a random game is abandoned."""

MAX_ASKED_AGAIN = 1500
"""Positions in which a second copy of a game is asked."""


Examine = Callable[[Spot, Node], bool]
"""Checks a position; False if its status is too wrong to go on from there."""


class Walk:
    """The positions of a game that were examined so far, breadth first from the start."""

    def __init__(
        self, game: AnyGame, dealt: Sequence[AnyGame] = (), *, max_told: int = 1000
    ) -> None:
        """Begin a walk.

        Arguments:
            game: The game; if its board is hidden, the public one.
            dealt: Then the games of several dealers.
            max_told: The number of moves whose texts are looked at in each position.
        """
        self.game = game
        self.max_told = max_told
        self.dealt = list(dealt)
        first = Node(game.start(), None, "")
        self.nodes = {first.state: first}
        self.examined: list[Node] = []
        self._waiting = deque([first])
        self.has_broken = False
        """Whether a position is too wrong to go on from there."""
        self.has_default_key = type(game).key is Game.key
        self.tick: Callable[[], object] = lambda: None
        """Called in long work between calls of the game's code, to show that it goes on."""

    @property
    def is_complete(self) -> bool:
        """Whether all positions were examined, and none of them is too wrong to go on."""
        return not self._waiting and not self.has_broken

    @property
    def can_grow(self) -> bool:
        """Whether known positions wait to be examined."""
        return bool(self._waiting)

    def grow(self, count: int, examine: Examine) -> int:
        """Examine up to `count` more positions; return how many."""
        before = len(self.examined)
        while self._waiting and len(self.examined) - before < count:
            node = self._waiting.popleft()
            if node.status is None:
                self._examine(node, examine)
        return len(self.examined) - before

    def play_at_random(self, seed: int, plies: int, examine: Examine) -> int:
        """Examine the positions of a random game; return how many were new."""
        before, rng = len(self.examined), Random(seed)
        node = next(iter(self.nodes.values()))
        for _ in range(plies):
            if node.status is None:
                self._examine(node, examine)
            if not node.after:
                break
            node = rng.choice(list(node.after.values()))
        return len(self.examined) - before

    def _examine(self, node: Node, examine: Examine) -> None:
        spot = Spot(self.game, node.state, self.max_told)
        self.examined.append(node)
        if node.is_broken or not examine(spot, node):
            node.is_broken = self.has_broken = True
            return
        node.status = spot.status
        for move, state in spot.after.items():
            known = self.nodes.get(state)
            if known is None:
                known = self.nodes[state] = Node(state, node, move)
                self._waiting.append(known)
            node.after[move] = known
        with suppress(Exception):  # which are reported when the position is examined
            node.features = tuple(map(hash, spot.features))
        with suppress(Exception):
            node.look = hash(spot.picture)
        with suppress(Exception):
            node.key = None if self.has_default_key else self.game.key(node.state)
            hash(node.key)

    @property
    def known(self) -> list[Node]:
        """The examined positions with a status."""
        return [node for node in self.examined if node.status is not None]

    @cached_property
    def bounds(self) -> Bounds:
        """Bounds of the worth of each position, without keys; ask at the end."""
        return find_bounds(self.known, self.is_complete, self.tick)


# ---- laws of a walk


@law("walk", "no-memory", "A copy of the game, asked in another order, gives the same answers.")
def check_no_memory(walk: Walk) -> Problem | None:
    copy = pickle.loads(pickle.dumps(walk.game))
    known = walk.known
    step = 1 + len(known) // MAX_ASKED_AGAIN
    for node in reversed(known[::step]):
        walk.tick()
        for game in (copy, walk.game):
            status = game.status(node.state)
            if status != node.status:
                both = f"{short(node.status)}, later {short(status)}"
                return Problem(f"status depends on what was asked before: first {both}", node.moves)
        for move, after in node.after.items():
            state = copy.play(node.state, move)
            if state != after.state:
                both = f"first {short(after.state)}, later {short(state)}"
                message = f"playing {quoted(move)} depends on what was played before: {both}"
                return Problem(message, node.moves)
    return None


@law("walk", "endless-declared", "Positions repeat only in a class with `endless = True`.")
def check_endless_declared(walk: Walk) -> Problem | None:
    if walk.game.endless:
        return None
    moves = find_circle(walk.known, walk.tick)
    if moves is None:
        return None
    message = "the last position occurred before, but the class does not declare endless = True"
    return Problem(message, moves)


def find_circle(
    known: Sequence[Node], tick: Callable[[], object] = lambda: None
) -> tuple[Move, ...] | None:
    """Return moves that lead to a position a second time, few if possible; None without any."""
    best: tuple[Move, ...] | None = None
    for node in known:
        tick()
        for move, after in node.after.items():
            if after.depth <= node.depth and (best is None or node.depth + 1 < len(best)):
                above: Node | None = node
                while above is not None and above.depth > after.depth:
                    above = above.parent
                if above is after:
                    best = (*node.moves, move)
    return best if best is not None else _search_circle(known, tick)


def _search_circle(known: Sequence[Node], tick: Callable[[], object]) -> tuple[Move, ...] | None:
    """Return the way to a circle, in depth-first order."""
    done: set[int] = set()
    for first in known[:1]:
        path: list[tuple[Node, Iterator[tuple[Move, Node]]]] = [(first, iter(first.after.items()))]
        words: list[Move] = []
        on_path = {id(first)}
        while path:
            node, ways = path[-1]
            step = next(ways, None)
            if step is None:
                tick()
                path.pop()
                done.add(id(node))
                on_path.discard(id(node))
                if words:
                    words.pop()
                continue
            move, after = step
            if id(after) in on_path:
                start = next(n for n, (one, _) in enumerate(path) if one is after)
                return (*after.moves, *words[start:], move)
            if id(after) not in done:
                path.append((after, iter(after.after.items())))
                words.append(move)
                on_path.add(id(after))
    return None


@law("walk", "max-plies", "No game has more plies than `max_plies`.")
def check_max_plies(walk: Walk) -> Problem | None:
    bound = walk.game.max_plies
    if bound is None or walk.game.endless:
        return None
    longest = find_longest(walk.known)
    if longest is None or len(longest) <= bound:
        return None
    plies = f"at least {len(longest)}" if not walk.is_complete else str(len(longest))
    return Problem(f"a game can have {plies} plies, but max_plies is {bound}", longest[: bound + 1])


def find_longest(known: Sequence[Node]) -> tuple[Move, ...] | None:
    """Return the longest sequence of moves among these positions; None if they repeat."""
    missing = {id(node): len(node.after) for node in known}
    before: dict[int, list[Node]] = {id(node): [] for node in known}
    for node in known:
        for after in node.after.values():
            before.setdefault(id(after), []).append(node)
            if id(after) not in missing:  # not examined yet
                missing[id(after)] = 0
    length: dict[int, int] = {}
    ready = [one for one, count in missing.items() if not count]
    length.update(dict.fromkeys(ready, 0))
    while ready:
        one = ready.pop()
        for node in before[one]:
            length[id(node)] = max(length.get(id(node), 0), length[one] + 1)
            missing[id(node)] -= 1
            if not missing[id(node)]:
                ready.append(id(node))
    if not known or missing[id(known[0])]:
        return None
    moves, node = [], known[0]
    while node.after:
        move = max(node.after, key=lambda move: length[id(node.after[move])])
        moves.append(move)
        node = node.after[move]
    return tuple(moves)


@law("walk", "equal-keys", "Positions with equal keys are worth the same to the player to move.")
def check_equal_keys(walk: Walk) -> Problem | None:
    if walk.has_default_key:
        return None
    groups: dict[Hashable, list[Node]] = {}
    for node in walk.known:
        walk.tick()
        groups.setdefault(node.key, []).append(node)
    pairs = [(group[0], node) for group in groups.values() for node in group[1:]]
    for one, two in pairs:
        walk.tick()
        if walk.bounds.differ(one, two):
            return _describe_keys(one, two, walk.bounds.of(one), walk.bounds.of(two))
    if walk.is_complete:
        return None
    return _compare_values(walk, [*_find_suspects(walk, pairs), *_find_late_pairs(walk)])


def _name_other(node: Node) -> str:
    """Return how a message names another position: "the one after '1,1'"."""
    return f"the one after {quoted(' '.join(node.moves), 60)}" if node.moves else "the first one"


def _describe_keys(one: Node, two: Node, worth: str, other: str) -> Problem:
    values = f"worth {other} and {worth} to the player to move"
    message = f"this position and {_name_other(one)} have equal keys, but are {values}"
    return Problem(message, two.moves)


def _find_suspects(walk: Walk, pairs: Sequence[tuple[Node, Node]]) -> list[tuple[Node, Node]]:
    """Return pairs of positions whose equal keys lead to different keys, the latest first."""
    suspects = []
    for one, two in pairs[-MAX_PAIRS:]:
        walk.tick()
        if _lead_to(walk.game, one) != _lead_to(walk.game, two):
            suspects.append((one, two))
    return sorted(suspects, key=lambda pair: -pair[0].depth)[:MAX_SUSPECTS]


def _find_late_pairs(walk: Walk) -> list[tuple[Node, Node]]:
    """Return pairs with equal keys near the end of random games, where solving is quick."""
    first: dict[Hashable, Node] = {}
    pairs: list[tuple[Node, Node]] = []
    dice = Dice(0)
    for _ in range(RANDOM_GAMES):
        walk.tick()
        played = play_out(walk.game, walk.game.start(), dice, MAX_RANDOM_PLIES)
        for node in _find_turns(walk.game, played)[-LATE_PLIES:]:
            other = first.setdefault(walk.game.key(node.state), node)
            if other.state != node.state:
                pairs.append((other, node))
    return pairs[:MAX_LATE_PAIRS]


def _find_turns(game: AnyGame, played: Playout) -> list[Node]:
    """Return the positions of a finished game in which a player is to move."""
    nodes = [Node(game.start(), None, "")]
    for move in played.moves:
        nodes.append(Node(game.play(nodes[-1].state, move), nodes[-1], move))
    turns = [node for node in nodes if isinstance(game.status(node.state), Turn)]
    return turns if played.is_over else []


def _compare_values(walk: Walk, pairs: Sequence[tuple[Node, Node]]) -> Problem | None:
    """Solve positions with equal keys, without keys.

    Equal keys may lead to different keys, so only different values are a problem.
    """
    kind: Any = type(walk.game)
    plain = type(kind.__name__, (kind,), {"key": Game.key})(walk.game.options, walk.game._board)
    engine = Engine()
    for pair in pairs:
        values = []
        for node in pair:
            walk.tick()
            value = engine.value(plain, node.state.player, node.state, Budget(positions=MAX_SOLVED))
            if value.outcome == "unknown":
                break
            values.append(value)
        if len(values) == 2 and values[0].worth != values[1].worth:
            return _describe_keys(*pair, str(values[0]), str(values[1]))
    return None


def _lead_to(game: AnyGame, node: Node) -> object:
    """Return the result for the player to move, or the keys that can follow."""
    player = node.state.player
    match node.status:
        case Over(winner, _):
            return None if winner is None else winner is player
        case Chance(odds):
            found = [(game.key(node.after[outcome].state), share) for outcome, share in odds]
            return Counter(found)
    states = [after.state for after in node.after.values()]
    return {(game.key(state), state.player is player) for state in states}


@law("walk", "features-distinct", "Different positions have different features.")
def check_features_distinct(walk: Walk) -> Problem | None:
    for player in Player:
        found: dict[int, Node] = {}
        for node in walk.known:
            if not node.features:
                continue
            other = found.setdefault(node.features[player], node)
            if other is not node:
                both = f"this position and {_name_other(other)}"
                return Problem(f"{both} have the same features for {player}", node.moves)
    return None


@law(
    "walk",
    "looks-distinct",
    "Positions that look the same have the same moves, and "
    "after each move they still look the same.",
)
def check_looks(walk: Walk) -> Problem | None:
    seen: dict[Hashable, Node] = {}
    futures: dict[Hashable, tuple[Node, object]] = {}
    for node in walk.known:
        walk.tick()
        if isinstance(node.status, Chance) or node.look is None:
            continue  # no player decides there
        other = seen.setdefault(node.look, node)
        is_same = other.status == node.status
        future = _future(node)
        if is_same and future is not None:
            other, expected = futures.setdefault(node.look, (node, future))
            is_same = expected == future
        if not is_same:
            both = f"this position and {_name_other(other)}"
            message = f"{both} have the same picture, but not the same future"
            return Problem(message + _name_unseen(node.state, other.state), node.moves)
    return None


def _name_unseen(state: Any, other: Any) -> str:
    """Return the only part in which two positions in the short form differ, as a clause, or ""."""
    names = getattr(type(state), "_parts", ())
    differing = [name for name in names if getattr(state, name) != getattr(other, name)]
    if len(differing) != 1:
        return ""
    return f": they differ in {differing[0]}, which players can't see"


def _future(node: Node) -> list[object] | None:
    """Return how the next positions look; None if not all are known."""
    looks = []
    for after in node.after.values():
        look = _look_after_chance(after)
        if look is None:
            return None
        looks.append(look)
    return looks


def _look_after_chance(node: Node) -> object | None:
    if node.status is None or not isinstance(node.status, Chance):
        return node.look
    found = []
    for outcome, share in node.status.odds:
        look = _look_after_chance(node.after[outcome]) if outcome in node.after else None
        if look is None:
            return None
        found.append((share, look))
    return found


@law("walk", "secret-kept", "Nothing that can be read in a position depends on a hidden number.")
def check_secret_kept(walk: Walk) -> Problem | None:
    if not isinstance(walk.game, HiddenBoard):
        return None
    known = walk.known
    for node in (*known[:MAX_SECRETS], *known[MAX_SECRETS :: 1 + len(known) // MAX_SECRETS]):
        walk.tick()
        if problem := compare_secrets(Spot(walk.game, node.state, 2), walk.dealt[:2]):
            return Problem(problem, node.moves)
    return None


@law("walk", "pure-luck", "If `is_pure_luck` is set, no choice changes the players' chances.")
def check_pure_luck(walk: Walk) -> Problem | None:
    if not walk.game.is_pure_luck:
        return None
    for node in walk.known:
        if isinstance(node.status, Turn):
            (first, one), *others = node.after.items()
            for move, other in others:
                if walk.bounds.differ(one, other):
                    message = (
                        f"is_pure_luck is True, but {quoted(first)} and "
                        f"{quoted(move)} differ in worth"
                    )
                    return Problem(message, node.moves)
    return None


@law(
    "walk",
    "games-end",
    "A random game ends within 10,000 plies, or the class declares `endless`.",
    is_warning=True,
)
def check_games_end(walk: Walk) -> str | None:
    game = walk.game
    if walk.is_complete or game.endless or game.max_plies is not None:
        return None
    rng, state = Random(1), game.start()
    for _ in range(10_000):
        moves = Spot(game, state).moves
        if not moves:
            return None
        state = game.play(state, moves[rng.randrange(len(moves))])
    return "a random game did not end within 10,000 plies: declare endless = True or max_plies"
