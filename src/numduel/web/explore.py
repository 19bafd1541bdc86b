"""The explorer: any position of a game, with the value of every move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ..budget import Budget
from ..core import AnyGame, Chance, HiddenBoard, Move, Over, Player, Turn
from ..dice import Dice
from ..engine.solving.analysis import Report
from ..engine.solving.value import Value, percent
from ..engine.studying.boards import search_fair_board
from ..errors import MoveError, as_sentence
from ..games import find
from ..play.dealing import BOOK, PLAYABLE, set_up
from ..play.match import Match
from ..play.reading import read
from ..views.explorer_text import describe_class, describe_standing, describe_stop, find_class
from ..views.narration import Narration, names_of
from ..views.screen_json import shown_analysis, shown_position, shown_value
from ..views.shapes.match import ShownPosition
from ..views.shapes.study import BoardCensus, Exploration, ExploredChoice
from . import requests
from .engine_tasks import MAX_POSITIONS, TIME_LIMIT_S, engine
from .exchange import Request
from .services import Services

FAIR = "fair"
BUDGET_S = TIME_LIMIT_S - 2
"""Seconds for all questions about a position together."""


async def explore_position(
    services: Services, request: Request[None, requests.Explored]
) -> Exploration:
    """Explore a position: who wins, and the value of every move; nothing is stored."""
    return await services.ask_engine(request, explore, request.body)


class _Walk(NamedTuple):
    """Moves and outcomes that were played on a public game."""

    game: AnyGame
    states: list[Any]
    played: list[Move]
    problem: str

    @property
    def pending(self) -> Move | None:
        """The last move, if chance decides after it."""
        is_open = self.played and isinstance(self.game.status(self.states[-1]), Chance)
        return self.played[-1] if is_open else None

    @property
    def shown_plies(self) -> int:
        """The number of plies before the position that is shown: all but a pending move."""
        return len(self.played) - (self.pending is not None)


def explore(asked: requests.Explored) -> Exploration:
    """Return the exploration of a position; runs in an engine process."""
    budget = Budget(BUDGET_S, MAX_POSITIONS)
    walk = _walk(_deal(asked, budget), asked.get("moves", []))
    match = _match_of(walk)
    game, state = walk.game, walk.states[-1]
    report = engine().analyse(game, state, budget) if _mover(game, state) is not None else None
    return {
        "position": _conceal(shown_position(match, walk.shown_plies), match, walk),
        "moves": walk.played,
        "steps": _describe_steps(walk),
        "problem": walk.problem,
        "pending": walk.pending,
        "choices": _list_moves(report) if report else _list_outcomes(walk, budget),
        "standing": _describe_report(report) if report else _describe_end(walk, match),
        "analysis": shown_analysis(report, game.picture(state)) if report else None,
        "refusals": _list_refusals(game, state),
        "line": list(engine().line(game, state, budget)) if report else [],
        "census": None if walk.played else _count_boards(walk, budget),
    }


def _deal(asked: requests.Explored, budget: Budget) -> AnyGame:
    """Return the public game to explore; of a hidden board nothing is dealt."""
    kind, options = find(asked["game"]), asked.get("options", {})
    word = asked.get("board", PLAYABLE).strip()
    if kind.hidden:
        return kind.setup(options, None, Dice()).public()
    if word.lower() == FAIR:
        return search_fair_board(engine(), kind, options, Dice(), budget).game
    is_dealt = word.lower() in (PLAYABLE, BOOK, "")
    given, dealt = (None, word.lower() or PLAYABLE) if is_dealt else (word, BOOK)
    return set_up(kind, options, given, Dice(), dealt)


def _walk(game: AnyGame, words: Sequence[str]) -> _Walk:
    """Play moves and outcomes up to the first that isn't legal."""
    walk = _Walk(game, [game.start()], [], "")
    for number, word in enumerate(words, 1):
        state = walk.states[-1]
        status = game.status(state)
        if isinstance(status, Chance):
            outcomes = [move for move, _ in status.odds]
            if word not in outcomes:
                reason = f"Chance decides here. Choose one of {', '.join(outcomes)}."
                return walk._replace(problem=describe_stop(number, word, reason))
            move = word
        else:
            try:
                move = read(game, state, word)
            except MoveError as error:
                return walk._replace(problem=describe_stop(number, word, as_sentence(error)))
        walk.played.append(move)
        walk.states.append(game.play(state, move))
    return walk


def _match_of(walk: _Walk) -> Match:
    """Return a match with the same moves; a move whose outcome is open is left out.

    If chance comes before the first move, the match continues with an outcome that isn't shown.
    """
    game, count = walk.game, walk.shown_plies
    by_players = [isinstance(game.status(state), Turn) for state in walk.states[:count]]
    pairs = list(zip(walk.played[:count], by_players, strict=True))
    moves = [move for move, is_players in pairs if is_players]
    drawn = [move for move, is_players in pairs if not is_players]
    if not isinstance(game, HiddenBoard):
        return Match.replay(game, moves, drawn=drawn)
    known = game.shown(walk.states[count])
    return Match.replay(game.on(known), moves, drawn=drawn, shown=known)


def _conceal(position: ShownPosition, match: Match, walk: _Walk) -> ShownPosition:
    """Remove what a finished match would reveal of a hidden board: here the reader decides."""
    game = walk.game
    if isinstance(game, HiddenBoard):
        position["game"]["board"] = game.shown(match.state)
        for row in position["picture"]["rows"]:
            for tile in row:
                if any(tag["mark"] == "?" for tag in tile["tags"]):
                    tile["label"] = ""
    return position


def _mover(game: AnyGame, state: Any) -> Player | None:
    status = game.status(state)
    return status.player if isinstance(status, Turn) else None


def _describe_report(report: Report) -> str:
    return describe_standing(report.value, report.player, has_draws=report.has_draws)


def _describe_end(walk: _Walk, match: Match) -> str:
    """Return the verdict, or nothing while chance decides."""
    is_over = isinstance(walk.game.status(walk.states[-1]), Over)
    return " ".join(Narration(match, names_of(match)).verdict()) if is_over else ""


def _list_moves(report: Report) -> list[ExploredChoice]:
    """Return the legal moves with their values."""
    picture = report.game.picture(report.state)
    has_choice = len(report.best) < len(report.moves)
    return [
        {
            "move": move,
            "name": picture.name_of(move),
            "value": shown_value(value, has_draws=report.has_draws),
            "is_best": has_choice and move in report.best,
            "odds": "",
        }
        for move, value in report.moves.items()
    ]


def _list_outcomes(walk: _Walk, budget: Budget) -> list[ExploredChoice]:
    """Return the outcomes of chance with their odds, for the player who moved last."""
    game, state = walk.game, walk.states[-1]
    status = game.status(state)
    if not isinstance(status, Chance):
        return []
    movers = (_mover(game, each) for each in reversed(walk.states))
    player = next((each for each in movers if each is not None), Player.ONE)
    return [
        {
            "move": move,
            "name": move,
            "value": shown_value(
                engine().value(game, player, game.play(state, move), budget),
                has_draws=game.has_draws,
            ),
            "is_best": False,
            "odds": f"{odds} ({percent(odds)})",
        }
        for move, odds in status.odds
    ]


def _describe_steps(walk: _Walk) -> list[str]:
    game = walk.game
    pairs = zip(walk.states, walk.played, strict=False)
    return [game.deed(state, move) for state, move in pairs]


def _list_refusals(game: AnyGame, state: Any) -> dict[str, str]:
    """Return why each tile that isn't a legal move can't be chosen."""
    status = game.status(state)
    if not isinstance(status, Turn):
        return {}
    refusals = {}
    for tile in game.picture(state).tiles:
        if tile.move is not None and tile.move not in status.moves:
            try:
                read(game, state, tile.move, status)
            except MoveError as error:
                refusals[tile.move] = as_sentence(error)
    return refusals


def _count_boards(walk: _Walk, budget: Budget) -> BoardCensus | None:
    """Return how common boards such as this one are; None if they aren't counted."""
    value: Value = engine().value(walk.game, Player.ONE, walk.states[0], budget)
    classes, own = find_class(walk.game, value)
    if own is None:
        return None
    total = sum(each.boards for each in classes)
    return {
        "words": describe_class(own, total),
        "classes": [
            {
                "name": each.name,
                "share": each.boards / total,
                "text": f"{each.boards / total:.2%}",
                "is_here": each is own,
            }
            for each in classes
        ],
    }
