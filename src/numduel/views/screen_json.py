"""JSON for screens: sentences, drawn trails, and the signs of values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..core import Move, Picture, Player
from ..play.match import Match
from . import positions
from .as_json import analysis_json, review_json, seat_of, value_json, view_json
from .match_text import LOCAL_PLAYERS, PlayersStatus, build_words
from .match_view import MatchView, view
from .narration import Narration, Reader, isolate_names, names_of
from .progress_chart import points
from .review_text import (
    ESTIMATED,
    KeyMoment,
    TurningPoint,
    describe_no_moments,
    describe_slip,
    describe_standing,
    describe_start,
    describe_step,
    explain_accuracy,
    find_key_moments,
    find_turning_point,
    format_accuracy,
    play_line,
)
from .trails import Link, Trails, make_strip
from .values import describe_best, explain_signs

if TYPE_CHECKING:
    from ..engine.solving.analysis import Report
    from ..engine.solving.value import Outcome, Value
    from ..engine.teaching.review import Review
    from .shapes import basics, ratings, study
    from .shapes import match as shape


# ---- positions


def drawn_json(seen: MatchView, company: PlayersStatus = LOCAL_PLAYERS) -> shape.ScreenAdditions:
    """Return a screen's additions to a position."""
    trails = Trails(seen.picture, seen.trails)
    count = len(seen.picture.tiles)
    return {
        "words": build_words(seen, company),
        "tiles": positions.tiles(seen.match, seen.ply),
        "columns": positions.display_columns(seen.picture),
        "owners": [[seat_of(player) for player in trails.owners(tile)] for tile in range(count)],
        "links": [_link(link, trails.columns) for link in trails.links()],
    }


def _link(link: Link, columns: int) -> shape.Link:
    drawn = make_strip(link, columns)
    return {
        "player": seat_of(link.player),
        "start": link.start,
        "end": link.end,
        "jump": link.is_jump,
        "doubled": link.is_doubled,
        "x": drawn.x,
        "y": drawn.y,
        "angle": round(drawn.angle, 2),
        "aside": drawn.aside,
        "length": round(drawn.length, 2),
        "thick": drawn.thick,
        "round": drawn.round,
        "pieces": [[round(start, 2), round(wide, 2)] for start, wide in drawn.pieces],
        "dots": [round(x, 2) for x in drawn.dots],
    }


def shown_position(
    match: Match, ply: int | None = None, reader: Reader = Reader.WATCHING
) -> shape.ShownPosition:
    """Return a position as a screen shows it to a reader."""
    seen = view(match, ply, reader=reader, is_isolated=True)
    return {**view_json(seen), **drawn_json(seen)}


def shown_line(
    match: Match, ply: int, moves: Sequence[Move], reader: Reader
) -> list[study.LineStep]:
    """Return the positions of a line that starts after `ply` plies of a match, and sentences."""
    line, said = play_line(match, ply, moves, isolate_names(names_of(match)), reader)
    first = len(line.plies) - len(said)
    return [
        {"said": text, "position": shown_position(line, first + number, reader)}
        for number, text in enumerate(["", *said])
    ]


# ---- values


def _kind(outcome: Outcome) -> str:
    return "chance" if outcome == "unknown" else outcome


def shown_value(value: Value, *, has_draws: bool = False) -> basics.ShownValue:
    """Return a value with its sign, kind and text.

    >>> from numduel.engine.solving.value import win
    >>> shown = shown_value(win(3))
    >>> shown["sign"], shown["kind"], shown["words"]
    ('W3', 'win', 'wins in 3 turns')
    """
    return {
        **value_json(value),
        "sign": value.sign,
        "kind": _kind(value.outcome),
        "words": value.clause(has_draws=has_draws),
    }


def shown_analysis(report: Report, picture: Picture) -> basics.ShownAnalysis:
    """Return an analysis for a screen that shows this picture of the position."""
    return {
        **analysis_json(report),
        "value": shown_value(report.value, has_draws=report.has_draws),
        "moves": {
            move: shown_value(value, has_draws=report.has_draws)
            for move, value in report.moves.items()
        },
        "words": describe_best(report, picture),
        "legend": [
            {"kind": _kind(value.outcome), "sign": value.sign, "words": words}
            for value, words in explain_signs(report.moves.values(), has_draws=report.has_draws)
        ],
    }


def _turning_point(found: TurningPoint | None) -> study.Decided | None:
    if found is None:
        return None
    return {"mark": found.mark or None, "lead": found.lead, "text": found.text}


def _key_moment(moment: KeyMoment) -> study.KeyMoment:
    return {
        "ply": moment.ply,
        "kind": moment.kind,
        "mark": moment.mark or None,
        "player": seat_of(moment.player),
        "title": moment.title,
    }


def _win_label(player: Player, narration: Narration) -> str:
    return "You win" if player is narration.you else f"{narration.names[player]} wins"


def shown_review(match: Match, found: Review, reader: Reader) -> study.ShownReview:
    """Return a review with its sentences."""
    plain = review_json(match, found)
    narration = Narration(match, isolate_names(names_of(match)), reader)
    plies: list[study.ShownPly] = [
        {
            **ply,
            "moves": {
                move: shown_value(value, has_draws=match.game.has_draws)
                for move, value in step.moves.items()
            },
            "deed": narration.deed(number),
            "slip": describe_slip(step, narration) if step.mark else None,
            "reason": narration.address(step.reason) or None,
            "words": describe_step(step, narration),
            "standing": describe_standing(step, narration),
            "why": narration.address(step.reason.removesuffix(step.better).rstrip()) or None,
            "better": narration.address(step.better) or None,
        }
        for number, (step, ply) in enumerate(zip(found.plies, plain["plies"], strict=True))
    ]
    players: list[study.ShownPlayer] = [
        {
            **player,
            "words": format_accuracy(side)[0],
            "more": format_accuracy(side)[1],
            "explained": explain_accuracy(side, found, narration),
        }
        for side, player in zip(found.players, plain["players"], strict=True)
    ]
    one, _ = labels = narration.labels
    moments = find_key_moments(found, narration)
    return {
        **plain,
        "plies": plies,
        "players": players,
        "names": list(narration.names),
        "labels": narration.titles,
        "you": [seat_of(player) for player in reader.players],
        "better": [f"better for {label}" for label in labels],
        "axis": [_win_label(player, narration) for player in Player],
        "chart": f"Progress chart: how {one} stood after every move, also described beside it",
        "moments": [_key_moment(moment) for moment in moments],
        "no_moments": "" if moments else describe_no_moments(found, narration),
        "decided": _turning_point(find_turning_point(found.plies, narration, found.resignation)),
        "note": None if found.is_exact else ESTIMATED,
        "start": describe_start(found, narration),
        "verdict": narration.verdict(),
        "course": [point.score for point in points(found)],
        "rating": _rating(match, found, reader),
    }


def _rating(match: Match, found: Review, reader: Reader) -> ratings.GameCounts:
    """Return whether a game counts for the rating of its reader."""
    from ..ratings.rated_games import rate_plies
    from .rating_json import counts_json

    if not reader.players:
        return {"line": None, "why": ""}
    return counts_json(rate_plies(match, found.plies), match.game.id)
