"""Laws of setting up a game: options, deals, boards as text, and games as values."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from ...core import SEATS, AnyGame, HiddenBoard, Player
from ...dice import Dice
from ...errors import RulesError, SetupError, quoted
from ...play.reading import check_vocabulary
from .law import law
from .position import short
from .texts import are_lines

__all__ = ["SEEDS", "Setup", "whole_board"]

SEEDS = range(12)
"""The seeds whose deals are compared."""

MAX_FEATURE = 2**15
"""Features are signed 16-bit integers."""


def whole_board(game: AnyGame) -> str:
    """Return the whole board as text, including hidden numbers."""
    return game.laid_open() if isinstance(game, HiddenBoard) else game.board


class Setup:
    """A game class with options, dealt several times."""

    def __init__(self, kind: type[AnyGame], given: Mapping[str, Any]) -> None:
        self.kind = kind
        self.given = given

    def deal(self, seed: int) -> AnyGame:
        return self.kind.setup(self.given, None, Dice(seed))

    @cached_property
    def first(self) -> AnyGame:
        return self.deal(SEEDS[0])

    @cached_property
    def games(self) -> list[AnyGame]:
        return [self.first, *(self.deal(seed) for seed in SEEDS[1:])]

    def read(self, game: AnyGame, board: str) -> AnyGame:
        """Return the game that a board as text and the options of a game give."""
        return self.kind.setup(game.options.texts(), board or None, Dice(0))


@law(
    "setup",
    "vocabulary",
    "The vocabulary is a tuple of moves that can be typed and recorded, each once.",
)
def check_vocabulary_words(setup: Setup) -> str | None:
    game: Any = setup.games[0]
    if not isinstance(game.vocabulary, tuple) or not game.vocabulary:
        return f"the vocabulary is {short(game.vocabulary)}, which isn't a tuple of moves"
    if len(set(game.vocabulary)) < len(game.vocabulary):
        twice = next(move for move in game.vocabulary if game.vocabulary.count(move) > 1)
        return f"the vocabulary lists {short(twice)} twice"
    try:
        check_vocabulary(setup.kind, game.vocabulary, tuple(game.chance_outcomes))
    except RulesError as error:
        return str(error)
    return None


@law(
    "setup",
    "vocabulary-follows-options",
    "The vocabulary depends on the options alone, not on the deal.",
)
def check_vocabulary_follows_options(setup: Setup) -> str | None:
    first = setup.games[0].vocabulary
    for seed, game in zip(SEEDS, setup.games, strict=True):
        for which, one in _forms(game, seed):
            if one.vocabulary != first:
                differ = set(first) ^ set(one.vocabulary)
                about = f"only one has {short(min(differ))}" if differ else "their order differs"
                return f"the vocabulary of seed {SEEDS[0]} and of {which} differ: {about}"
    return None


@law(
    "setup",
    "declarations-follow-options",
    "`layout`, `chance_outcomes`, `max_plies`, `has_visible_deal` and "
    "`is_pure_luck` depend on the options alone.",
)
def check_declarations_follow_options(setup: Setup) -> str | None:
    first = _declared(setup.games[0])
    for seed, game in zip(SEEDS, setup.games, strict=True):
        for which, one in _forms(game, seed):
            for name, value in _declared(one).items():
                if value != first[name]:
                    both = f"{short(first[name])} and {short(value)}"
                    return f"{name} of seed {SEEDS[0]} and of {which} differ: {both}"
    return None


def _forms(game: AnyGame, seed: int) -> list[tuple[str, AnyGame]]:
    """Return a dealt game and, if it is another, the game that everyone knows, with names."""
    found = [(f"seed {seed}", game)]
    return (
        found if game.public() is game else [*found, (f"the public game of {seed}", game.public())]
    )


def _declared(game: AnyGame) -> dict[str, object]:
    return {
        "layout": game.layout(),
        "chance_outcomes": game.chance_outcomes,
        "max_plies": game.max_plies,
        "has_visible_deal": game.has_visible_deal,
        "is_pure_luck": game.is_pure_luck,
    }


@law(
    "setup",
    "deal-declared",
    "If deals differ before the first move, the game declares `has_visible_deal`.",
)
def check_deal_declared(setup: Setup) -> str | None:
    first = setup.games[0]
    for seed, game in zip(SEEDS, setup.games, strict=True):
        if not game.has_visible_deal and (game.public(), game.start()) != (
            first.public(),
            first.start(),
        ):
            both = f"{short(first.board or first.start())} and {short(game.board or game.start())}"
            return (
                f"the deals of the seeds {SEEDS[0]} and {seed} differ, "
                f"but has_visible_deal is False: {both}"
            )
    return None


@law(
    "setup", "deal-differs", "If a game declares `has_visible_deal`, deals differ.", is_warning=True
)
def check_deal_differs(setup: Setup) -> str | None:
    seen = {(game.public(), game.start()) for game in setup.games}
    if len(seen) == 1 and setup.games[0].has_visible_deal:
        return f"the deals of {len(SEEDS)} seeds are equal, but has_visible_deal is True"
    return None


@law("setup", "deal-in-features", "Deals that differ visibly have different features.")
def check_deal_in_features(setup: Setup) -> str | None:
    known: dict[object, AnyGame] = {}
    for game in setup.games:
        other = known.setdefault(game.features(game.start(), Player.ONE), game)
        if (other.public(), other.start()) != (game.public(), game.start()):
            both = f"{short(other.board)} and {short(game.board)}"
            return f"the features at the start are the same on the boards {both}"
    return None


@law("setup", "deal-follows-seed", "The same seed deals the same board.")
def check_deal_follows_seed(setup: Setup) -> str | None:
    for seed, game in zip(SEEDS, setup.games, strict=True):
        again = setup.deal(seed)
        if whole_board(again) != whole_board(game) or again.start() != game.start():
            both = f"{short(whole_board(game))} and {short(whole_board(again))}"
            return f"the seed {seed} dealt {both}: use the dice for everything random"
    return None


@law(
    "setup",
    "board-readable",
    "A board as text can be read back: it gives an equal game.",
)
def check_board_readable(setup: Setup) -> str | None:
    for game in setup.games:
        for board in dict.fromkeys((game.board, whole_board(game))):
            if problem := _read_back(setup, game, board):
                return problem
    return None


@law(
    "setup",
    "board-with-commas",
    "A board can also be written with commas instead of spaces.",
    is_warning=True,
)
def check_board_with_commas(setup: Setup) -> str | None:
    game = setup.games[0]
    return _read_back(setup, game, whole_board(game).replace(" ", ","))


def _read_back(setup: Setup, game: AnyGame, text: str) -> str | None:
    """Return what is wrong if a text isn't read as the board of a game."""
    try:
        again = setup.read(game, text)
    except SetupError as error:
        return f"the board {quoted(text, 60)} can't be read back: {error}"
    is_whole = text.replace(",", " ") == whole_board(game)
    if again != game or again.start() != game.start():
        return f"the board {quoted(text, 60)} is read as {quoted(again.board, 60)}"
    if is_whole and whole_board(again) != whole_board(game):
        return f"the board {quoted(text, 60)} is read as {quoted(whole_board(again), 60)}"
    return None


@law(
    "setup",
    "game-value",
    "A game can be pickled; the copy is equal, has the same hash and prints the same.",
)
def check_game_value(setup: Setup) -> str | None:
    game = setup.games[0]
    twin = pickle.loads(pickle.dumps(game))
    if twin != game or hash(twin) != hash(game) or repr(twin) != repr(game):
        return f"the unpickled game {short(twin)} isn't equal to {short(game)}, or has another hash"
    if whole_board(twin) != whole_board(game) or twin.start() != game.start():
        return (
            "the unpickled game has the board "
            f"{short(whole_board(twin))}, not {short(whole_board(game))}"
        )
    for one in setup.games:
        same = (one.options, one.board) == (game.options, game.board)
        if (one == game) is not same:
            told = "equal" if one == game else "different"
            return (
                f"two games with the boards {short(one.board)} and {short(game.board)} are {told}"
            )
    return None


@law("setup", "first-player", "Player 1 comes first, and `start` always returns the same position.")
def check_first_player(setup: Setup) -> str | None:
    for game in setup.games:
        if game.start().player is not Player.ONE:
            return f"{game.start().player} comes first"
        if game.start() != game.start():
            return f"start returned {short(game.start())} and then {short(game.start())}"
    return None


@law(
    "setup",
    "layout",
    "`layout` names each feature once, ends with the two of SEATS, and fits into 16 bits.",
)
def check_layout(setup: Setup) -> str | None:
    (rows, columns), features = setup.games[0].layout()
    names = [feature.name for feature in features]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        return f"layout names the feature {quoted(twice)} twice"
    if tuple(features[-2:]) != SEATS:
        return f"layout ends with {short(names[-2:])}, not with the two features of SEATS"
    if min(rows, columns) < 1:
        return f"layout has {rows} rows and {columns} columns"
    for feature in features:
        if not 1 <= feature.highest < MAX_FEATURE:
            return (
                f"the feature {quoted(feature.name)} goes up to "
                f"{feature.highest}, not 1 to {MAX_FEATURE - 1}"
            )
    return None


@law(
    "setup",
    "outcomes-listed",
    "`chance_outcomes` lists outcomes, each once, exactly in a class with `chance = True`.",
)
def check_outcomes_listed(setup: Setup) -> str | None:
    game = setup.games[0]
    if len(set(game.chance_outcomes)) < len(game.chance_outcomes):
        return f"chance_outcomes lists an outcome twice: {short(game.chance_outcomes)}"
    if bool(game.chance_outcomes) != game.chance:
        return f"chance is {game.chance}, but chance_outcomes is {short(game.chance_outcomes)}"
    return None


@law(
    "setup",
    "opening-lines",
    "`drawing` and `intro` are lists of lines, and an introduction ends with an empty line.",
)
def check_opening_lines(setup: Setup) -> str | None:
    game = setup.games[0]
    for name, lines in (("drawing", game.drawing()), ("intro", game.intro())):
        if not are_lines(lines):
            return f"{name} returned {short(lines)}, which isn't a list of printable lines"
    if game.intro() and game.intro()[-1]:
        return f"the last line of intro is {quoted(game.intro()[-1], 60)}, not an empty line"
    return None


@law("setup", "bound-is-finite", "A game that can go in circles declares no `max_plies`.")
def check_bound_is_finite(setup: Setup) -> str | None:
    game = setup.games[0]
    bound: Any = game.max_plies
    if bound is not None and (not isinstance(bound, int) or bound < 0):
        return f"max_plies is {short(bound)}, which isn't a whole number or None"
    if bound is not None and game.endless:
        return f"the class declares endless = True, but max_plies is {bound}"
    return None
