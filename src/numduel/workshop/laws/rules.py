"""Laws of status and play, in every position."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ...core import Chance, Game, Over, Player, Turn
from ...errors import MoveError, RulesError, listed, quoted
from ...play.reading import read
from .law import is_one_sentence, law
from .position import Spot, short


@law(
    "position",
    "status-kind",
    "`status` returns a Turn, a Chance or an Over, made of the right types.",
)
def check_status_kind(spot: Spot) -> str | None:
    status: Any = spot.status  # an author's method can return anything
    if not isinstance(status, Turn | Chance | Over):
        return f"status returned {short(status)}, which isn't a Turn, a Chance or an Over"
    fields: tuple[Any, ...] = tuple(status)
    if isinstance(status, Turn):
        player, moves = fields
        if not isinstance(player, Player):
            return f"status gives a turn to {short(player)}, which isn't a Player"
        if not isinstance(moves, tuple) or not all(isinstance(move, str) for move in moves):
            return f"status lists the moves {short(moves)}, which isn't a tuple of texts"
    elif isinstance(status, Chance):
        (odds,) = fields
        if not isinstance(odds, tuple) or not all(_is_outcome(pair) for pair in odds):
            wanted = "a tuple of pairs of a text and a Fraction"
            return f"status gives the odds {short(odds)}, which isn't {wanted}"
    else:
        winner, reason = fields
        if winner is not None and not isinstance(winner, Player):
            return f"status names the winner {short(winner)}, which isn't a Player or None"
        if not isinstance(reason, str):
            return f"status gives the reason {short(reason)}, which isn't a text"
    return None


def _is_outcome(pair: object) -> bool:
    return (
        isinstance(pair, tuple)
        and len(pair) == 2
        and isinstance(pair[0], str)
        and isinstance(pair[1], Fraction | int)
    )


@law("position", "state-hashable", "A state can be hashed, and it names the player in `player`.")
def check_state_hashable(spot: Spot) -> str | None:
    try:
        hash(spot.state)
    except TypeError as error:
        return f"the state can't be hashed, because it contains something mutable: {error}"
    player = getattr(spot.state, "player", None)
    if not isinstance(player, Player):
        return f"the player in the state is {short(player)}, which isn't a Player"
    return None


@law("position", "has-a-move", "A turn offers at least one move.")
def check_has_a_move(spot: Spot) -> str | None:
    if spot.turn and not spot.turn.moves:
        return f"{spot.turn.player} has a turn without a move: return Over where no move is left"
    return None


@law("position", "moves-listed-once", "A turn lists no move twice.")
def check_moves_listed_once(spot: Spot) -> str | None:
    moves = spot.turn.moves if spot.turn else ()
    counts = Counter(moves)
    twice = next((move for move in moves if counts[move] > 1), None)
    return None if twice is None else f"the move {quoted(twice)} is listed {counts[twice]} times"


@law("position", "turn-player", "The player of a Turn is the player of the state.")
def check_turn_player(spot: Spot) -> str | None:
    if spot.turn and spot.turn.player is not spot.state.player:
        return (
            f"status gives the turn to {spot.turn.player}, but the state names {spot.state.player}"
        )
    return None


@law("position", "moves-in-vocabulary", "Every legal move is in the vocabulary.")
def check_moves_in_vocabulary(spot: Spot) -> str | None:
    known = frozenset(spot.game.vocabulary)
    for move in spot.turn.moves if spot.turn else ():
        if move not in known:
            return f"the legal move {quoted(move)} is missing from the vocabulary"
    return None


@law(
    "position",
    "odds",
    "The odds of a Chance are positive fractions of different outcomes that add up to 1.",
)
def check_odds(spot: Spot) -> str | None:
    if not isinstance(spot.status, Chance):
        return None
    odds = spot.status.odds
    if not odds:
        return "a Chance has no outcomes"
    shares = Counter(share for _, share in odds)  # few different ones: fractions add slowly
    total = sum(share * count for share, count in shares.items())
    if total != 1:
        return f"the odds add up to {total}, not 1"
    for outcome, share in odds:
        if share <= 0:
            return f"the outcome {quoted(outcome)} has the odds {share}"
    outcome, times = Counter(outcome for outcome, _ in odds).most_common(1)[0]
    if times > 1:
        return f"the outcome {quoted(outcome)} is listed twice"
    return None


@law(
    "position",
    "chance-declared",
    "Chance occurs only in a class with `chance = True`, with outcomes from `chance_outcomes`.",
)
def check_chance_declared(spot: Spot) -> str | None:
    if not isinstance(spot.status, Chance):
        return None
    if not spot.game.chance:
        return "chance decides here, but the class does not declare chance = True"
    for outcome in spot.moves:
        if outcome not in spot.game.chance_outcomes:
            return f"chance can draw {quoted(outcome)}, which is missing from chance_outcomes"
    return None


@law("position", "draws-declared", "Only a class with `has_draws = True` ends without a winner.")
def check_draws_declared(spot: Spot) -> str | None:
    if spot.over and spot.over.is_draw and not spot.game.has_draws:
        reason = quoted(spot.over.reason)
        return (
            f"the game ends without a winner ({reason}), but the "
            "class does not declare has_draws = True"
        )
    return None


@law("position", "reason-declared", "A game ends only for reasons that `reasons` declares.")
def check_reason_declared(spot: Spot) -> str | None:
    if spot.over and spot.over.reason not in spot.game.reasons:
        declared = listed(spot.game.reasons, "and")
        return (
            "the game ends for the reason "
            f"{quoted(spot.over.reason)}, but the class declares {declared}"
        )
    return None


@law(
    "position",
    "forbids-agrees",
    "`forbids` objects to a move exactly if `status` does not list it.",
)
def check_forbids_agrees(spot: Spot) -> str | None:
    game, state, moves = spot.game, spot.state, frozenset(spot.turn.moves if spot.turn else ())
    method = "forbids" if spot.turn else "objection"
    is_default = getattr(type(game), method) is getattr(Game, method)
    for move in game.vocabulary[:1] if is_default else game.vocabulary:  # the default asks status
        objection = game.forbids(state, move) if spot.turn else game.objection(state, move)
        if objection is None and move not in moves:
            return f"forbids allows {quoted(move)}, but status does not list it"
        if objection is not None and move in moves:
            return f"status lists {quoted(move)}, but forbids says {quoted(str(objection), 80)}"
        if objection is not None and not is_one_sentence(objection):
            return (
                f"forbids says {short(objection)} about "
                f"{quoted(move)}, which isn't one short sentence"
            )
    return None


@law(
    "position",
    "play-pure",
    "`play` leaves the old position as it is, and gives the same answer every time.",
)
def check_play_pure(spot: Spot) -> str | None:
    game, state = spot.game, spot.state
    before = pickle.dumps(state)
    for move, after in spot.after.items():
        if after == state:
            return f"playing {quoted(move)} leads to the same position"
    for move in spot.told_moves:
        again = game.play(state, move)
        if again != spot.after[move]:
            both = f"{short(spot.after[move])} and then {short(again)}"
            return f"playing {quoted(move)} twice gave {both}"
    if pickle.dumps(state) != before:
        return f"playing changed the old position to {short(state)}"
    if game.status(state) != spot.status:
        return (
            f"status is {short(spot.status)} at first and {short(game.status(state))} after playing"
        )
    return None


@law(
    "position",
    "state-value",
    "A state can't be changed; unpickled, it is equal and has the same hash.",
    is_costly=True,
)
def check_state_value(spot: Spot) -> str | None:
    state = spot.state
    twin = pickle.loads(pickle.dumps(state))
    if twin != state or hash(twin) != hash(state):
        return (
            f"the unpickled state {short(twin)} isn't equal to {short(state)}, or has another hash"
        )
    try:
        state.player = state.player
    except AttributeError:
        return None
    return "the player of a state can be changed: use a named tuple"


@law(
    "position",
    "state-immutable",
    "The class of states is marked @immutable: a copy is the state itself.",
    is_warning=True,
    is_costly=True,
)
def check_state_immutable(spot: Spot) -> str | None:
    for part in _named_tuples(spot.state):
        if copy.copy(part) is not part or copy.deepcopy(part) is not part:
            return f"copying makes another {type(part).__name__}: mark the class with @immutable"
    return None


def _named_tuples(value: Any) -> Iterator[Any]:
    """Yield a state and every named tuple in it."""
    if hasattr(value, "_fields") or not isinstance(value, tuple):
        yield value
    if isinstance(value, tuple):
        for part in value:
            if isinstance(part, tuple):
                yield from _named_tuples(part)


@law("position", "key-value", "Equal states have equal keys, which can be hashed.", is_costly=True)
def check_key_value(spot: Spot) -> str | None:
    game, state = spot.game, spot.state
    key, other = game.key(state), game.key(pickle.loads(pickle.dumps(state)))
    if key != other or hash(key) != hash(other):
        return f"equal states have the keys {short(key)} and {short(other)}"
    return None


@law(
    "position",
    "view",
    "What a player may know is a position with the same status, and hides nothing more.",
    is_costly=True,
)
def check_view(spot: Spot) -> str | None:
    game, state = spot.game, spot.state
    for player in Player:
        view = game.view(state, player)
        hash(view)
        if game.view(view, player) != view:
            return f"the view of {player}'s view isn't the same view: {short(view)}"
        if game.status(view) != spot.status:
            return (
                f"{player}'s view has the status "
                f"{short(game.status(view))}, not {short(spot.status)}"
            )
    return None


@law(
    "position",
    "moves-can-be-typed",
    "A legal move, typed as it is written, is read as that move.",
    is_costly=True,
)
def check_moves_can_be_typed(spot: Spot) -> str | None:
    for move in spot.told_moves if spot.turn else ():
        try:
            found = read(spot.game, spot.state, move, spot.status)
        except (MoveError, RulesError) as error:
            return f"typing {quoted(move)} is refused: {error}"
        if found != move:
            return f"typing {quoted(move)} is read as {quoted(found)}"
    return None
