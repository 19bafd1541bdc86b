"""Games, matches, analyses and reviews as JSON; docs/json.md describes it.

Players are 1 and 2. Tiles are counted row by row from 0. Shares are exact, as "p/q".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ..core import AnyGame, Fact, Move, Picture, Player, Tile
from ..play.match import Match, Ply
from ..play.players import HUMAN
from ..storage.record import result
from .match_view import MatchView, Situation, situation, view
from .narration import given_names

if TYPE_CHECKING:
    from fractions import Fraction

    from ..engine.solving.analysis import Report
    from ..engine.solving.value import Value
    from ..engine.teaching.puzzles import Puzzle
    from ..engine.teaching.review import Review, ReviewedPlayer, ReviewedPly
    from .shapes import basics, study
    from .shapes import match as shape
    from .shapes.basics import Seat

Json = dict[str, Any]
"""A JSON object without a declared shape."""

_SEATS: tuple[Seat, Seat] = (1, 2)


def seat_of(player: Player) -> Seat:
    """Return the number of a player in JSON."""
    return _SEATS[player]


def number_of(player: Player | None) -> Seat | None:
    """Return the number of a player in JSON; None for chance and for no player."""
    return None if player is None else _SEATS[player]


def game_json(game: AnyGame, board: str | None = None) -> basics.Game:
    """Return a game with its options; `board` must hold no hidden number."""
    return {
        "id": game.id,
        "title": game.title,
        "options": dict(vars(game.options)),
        "board": board or None,
    }


# ---- a match


def view_json(seen: MatchView) -> shape.Position:
    """Return a view of a match; a server adds its own keys to it and to the players."""
    match = seen.match
    return {
        "game": game_json(match.game, match.board),
        "round": seen.round,
        "players": [
            {"name": name, "who": match.tags.get(f"Type{number}", HUMAN)}
            for number, name in enumerate(given_names(match), 1)
        ],
        "status": _status(seen.situation),
        "picture": picture_json(_picture_by_rules(seen)),
        "last": seen.last,
        "trails": [list(trail) for trail in seen.trails],
        "said": seen.said,
        "prompt": seen.prompt,
        "plies": [_ply(ply) for ply in seen.plies],
    }


def _picture_by_rules(seen: MatchView) -> Picture:
    """Return the picture, without a winner if people ended the match."""
    is_ended = seen.match.ended and seen.situation.is_over
    return seen.picture._replace(winner=None) if is_ended else seen.picture


def position_json(match: Match) -> shape.Position:
    """Return the current position of a match, for a spectator."""
    return view_json(view(match))


def _status(now: Situation) -> shape.Status:
    return {
        "kind": "over" if now.is_over else "turn",
        "player": number_of(now.player),
        "moves": list(now.moves),
        "winner": number_of(now.winner),
        "draw": now.is_draw,
        "reason": now.reason,
        "fault": now.fault,
    }


def _ply(ply: Ply) -> shape.Ply:
    return {"player": number_of(ply.player), "move": ply.move, "turn": ply.turn}


def picture_json(picture: Picture) -> shape.Picture:
    return {
        "rows": [[_tile(tile) for tile in row] for row in picture.rows],
        "facts": [_fact(fact) for fact in picture.facts],
        "player": number_of(picture.player),
        "winner": number_of(picture.winner),
        "first": picture.first,
    }


def _fact(fact: Fact) -> shape.Fact:
    return {
        "label": fact.label,
        "value": fact.value,
        "player": number_of(fact.player),
        "limit": fact.limit,
    }


def _tile(tile: Tile) -> shape.Tile:
    return {
        "label": tile.label,
        "tokens": [seat_of(player) for player in tile.tokens],
        "tags": [
            {"mark": tag.mark, "meaning": tag.meaning, "player": number_of(tag.player)}
            for tag in tile.tags
        ],
        "move": tile.move,
    }


def record_json(match: Match) -> study.Replay:
    """Return a recorded match with its comments."""
    plies: list[study.RecordedPly] = [
        {**_ply(ply), "remark": match.comments.get(number)}
        for number, ply in enumerate(match.plies, 1)
    ]
    return {**_recorded(match), "remark": match.comments.get(0), "plies": plies}


def _recorded(match: Match) -> study.Recorded:
    """Return the fields that describe a whole match."""
    return {
        "game": game_json(match.game, match.board),
        "tags": dict(match.tags),
        "status": _status(situation(match)),
        "result": result(match),
    }


# ---- values


def value_json(value: Value) -> basics.Value:
    """Return a value, with its chance as "p/q" and as a number.

    >>> from numduel.engine.solving.value import win
    >>> value_json(win(3))
    {'outcome': 'win', 'turns': 3, 'chance': '1', 'chance_float': 1.0}
    """
    return {
        "outcome": value.outcome,
        "turns": value.turns,
        "chance": str(value.chance),
        "chance_float": float(value.chance),
    }


def _values(moves: Mapping[Move, Value]) -> dict[str, basics.Value]:
    return {move: value_json(value) for move, value in moves.items()}


def analysis_json(report: Report) -> basics.Analysis:
    """Return the values of a position and its moves for the player to move."""
    return {
        "player": seat_of(report.player),
        "value": value_json(report.value),
        "moves": _values(report.moves),
        "best": list(report.best),
        "how": report.how,
    }


def analysed_json(match: Match, report: Report, line: Iterable[Move]) -> study.AnalysedPosition:
    """Return a position, its analysis and the line of best play."""
    return {
        "position": position_json(match),
        **analysis_json(report),
        "line": list(line),
        "positions": report.positions,
    }


def puzzle_json(puzzle: Puzzle, day: str | None) -> study.SolvedPuzzle:
    """Return a puzzle with its answer; `day` is the date of a daily puzzle."""
    from .puzzle_text import difficulty_json

    return {
        "position": position_json(Match.replay(puzzle.game, puzzle.moves)),
        "analysis": analysis_json(puzzle.report),
        "answer": puzzle.answer,
        "turns": puzzle.turns,
        "grade": puzzle.grade,
        "day": day,
        "difficulty": difficulty_json(puzzle),
    }


def review_json(match: Match, found: Review) -> study.Review:
    """Return a match with the value of every ply."""
    return {
        **_recorded(match),
        "exact": found.is_exact,
        "now": None if found.now is None else value_json(found.now),
        "given_up": None if found.resignation is None else value_json(found.resignation.value),
        "plies": [_reviewed_ply(ply) for ply in found.plies],
        "players": [_reviewed_player(player) for player in found.players],
    }


def _reviewed_ply(ply: ReviewedPly) -> study.ReviewedPly:
    return {
        "player": None if ply.drawn else seat_of(ply.player),
        "move": ply.move,
        "turn": ply.turn,
        "seen_by": seat_of(ply.player),
        "before": value_json(ply.before),
        "after": value_json(ply.after),
        "luck": _share(ply.luck),
        "regret": None if ply.drawn else str(ply.regret),
        "mark": ply.mark or None,
        "reason": ply.reason or None,
        "line": list(ply.line),
        "best": list(ply.best),
        "moves": _values(ply.moves),
    }


def _reviewed_player(player: ReviewedPlayer) -> study.ReviewedPlayer:
    return {
        "player": seat_of(player.player),
        "moves": player.moves,
        "decisions": player.decisions,
        "kept": player.kept,
        "accuracy": _share(player.accuracy),
        "turns_lost": player.turns_lost,
        "marks": dict(player.marks),
        "regret": str(player.regret),
        "average_regret": _share(player.average),
        "luck": _share(player.luck),
    }


def _share(share: Fraction | None) -> str | None:
    return None if share is None else str(share)
