"""The verdict on a game: sentences in plain words, each with the number that it follows from."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

from ..engine.solving.value import percent
from ..errors import capitalise, counted, listed
from ..games import find
from .measuring import ORDINARY, STEADY, GameReport

STANDARDS = os.path.join(os.path.dirname(__file__), "five_games.json")
"""The figures of the five games with standard options; a tool writes them."""

FEW_CHOICES, MANY_CHOICES = 0.25, 0.5
"""Shares of positions up to which a game has few real choices, and from which it has many."""

ONE_SIDED = 0.1
"""Distance from one half at which ordinary players' results are one-sided."""


class Sentence(NamedTuple):
    """A sentence of a verdict and the figure that it follows from."""

    figure: str
    """The name of the figure, as in the JSON."""
    value: float | None
    text: str


@cache
def standards() -> dict[str, dict[str, float | None]]:
    """Return the figures of the five games, by id."""
    with open(STANDARDS, encoding="utf-8") as file:
        found: dict[str, dict[str, float | None]] = json.load(file)
    return found


def summary_figures(report: GameReport) -> dict[str, float | None]:
    """Return the figures by which games are compared."""
    seats = {f"{seat.level}_share": seat.share for seat in report.seats}
    figures = {name: None if one is None else one.value for name, one in report.figures.items()}
    found = {"first_player_worth": report.first_player_worth.value, **seats, **figures}
    return {name: None if value is None else round(value, 4) for name, value in found.items()}


def verdict(report: GameReport) -> list[Sentence]:
    """Return the sentences, the most important first."""
    sentences = [
        _perfect(report),
        _seats(report),
        _choices(report),
        _choices_per_game(report),
        _length(report),
        _leads(report),
        _skill(report),
        _draws(report),
        _endings(report),
    ]
    return [sentence for sentence in sentences if sentence is not None]


def headline(report: GameReport) -> str:
    """Return the verdict in one line."""
    return capitalise(f"{_fairness(report)}, {_depth(report)}.")


def _fairness(report: GameReport) -> str:
    decisions, worth = report.figures["decisions"], report.boards.worth
    ordinary = report.seats[0]
    if worth is not None and decisions is not None and not decisions.value:
        share, interval, between = float(worth), (float(worth), float(worth)), ""
    elif ordinary.share is None:
        return "too few games end to say who is favoured"
    else:
        share, interval = ordinary.share, ordinary.interval
        between = f" between {ORDINARY} players"
    low, high = interval
    if low <= 0.5 <= high:
        start = "no clear advantage for either seat"
    else:
        start = "one-sided" if abs(share - 0.5) >= ONE_SIDED else "slightly one-sided"
    return f"{start}{between} ({percent(share, 0)} for Player 1)"


def _depth(report: GameReport) -> str:
    decisions = report.figures["decisions"]
    if not any(game.positions for game in report.played):
        return "and over before the first move"
    if decisions is None:
        return "too large to say how much the choices matter"
    share = percent(decisions.value, 0)
    if not decisions.value and report.known_share < 1:
        return "too large to say how much the choices matter"
    if not decisions.value and not _has_no_choice(report):
        return "and no choice mattered in these games"
    if not decisions.value:
        is_luck = report.game.chance
        return "and pure luck (no choice matters)" if is_luck else "and without real choices"
    if decisions.value <= FEW_CHOICES:
        return f"with few real choices ({share})"
    if decisions.value >= MANY_CHOICES:
        return f"with many real choices ({share})"
    return f"with some real choices ({share})"


def _has_no_choice(report: GameReport) -> bool:
    """Return whether it is certain that no choice matters, also outside the games played."""
    if report.everything is not None:
        return not report.everything.real
    return report.game.is_pure_luck


# ---- the sentences


def _perfect(report: GameReport) -> Sentence:
    boards, worth = report.boards, report.first_player_worth
    value = worth.value
    if not boards.is_solved:
        share = percent(value, 0)
        text = (
            f"The game is too large to solve here. Between {STEADY} players Player 1 "
            f"scores {share}{_interval(worth.interval)}."
        )
    elif boards.chance == boards.boards:
        wins = "scores" if report.game.has_draws else "wins"
        text = f"With perfect play Player 1 {wins} {percent(value)} of the games."
    elif boards.how == "one":
        text = _perfect_on_one_board(report)
    else:
        text = _perfect_on_boards(report)
    return Sentence("first_player_worth", round(value, 4), text)


def _perfect_on_one_board(report: GameReport) -> str:
    boards = report.boards
    if boards.drawn:
        return "With perfect play the game is a draw."
    if boards.endless:
        return "With perfect play neither player can force a win."
    winner = "Player 1" if boards.won[0] else "Player 2"
    turns = counted(int(boards.turns or 0), "turn")
    return f"With perfect play {winner} wins in {turns}."


def _perfect_on_boards(report: GameReport) -> str:
    boards = report.boards
    count = boards.boards
    of = f"all {count:,} boards" if boards.how == "all" else f"{count:,} random boards"
    for seat, won in enumerate(boards.won):
        if won == count:
            each = f"every board (all {count:,})" if boards.how == "all" else f"all {of}"
            return f"With perfect play Player {seat + 1} wins on {each}."
    one, two = (percent(won / count, 0) for won in boards.won)
    interval = report.first_player_worth.interval if sum(boards.won) == count else None
    text = f"With perfect play Player 1 wins on {one} of {of}{_interval(interval)}"
    text += f" and Player 2 on {two}."
    if boards.endless:
        text += f" On {percent(boards.endless / count, 0)} neither can force a win."
    if boards.drawn:
        text += f" {percent(boards.drawn / count, 0)} are draws."
    return text


def _seats(report: GameReport) -> Sentence | None:
    seat = report.seats[0]
    if seat.share is None:
        return None
    low, high = seat.interval
    sure = "no clear advantage" if low <= 0.5 <= high else "a clear advantage"
    whose = "" if low <= 0.5 <= high else f" for Player {1 if seat.share > 0.5 else 2}"
    share = f"{percent(seat.share, 0)}{_interval(seat.interval)}"
    text = f"Between {ORDINARY} players Player 1 scores {share}: {sure}{whose}."
    return Sentence(f"{seat.level}_share", round(seat.share, 4), text)


def _choices(report: GameReport) -> Sentence | None:
    decisions = report.figures["decisions"]
    if decisions is None:
        return None
    share = decisions.value
    if not share and report.known_share < 1:
        part = percent(report.known_share, 0)
        text = (
            f"No choice matters in the {part} of positions that were solved, mostly the last ones."
        )
        return Sentence("decisions", 0.0, text)
    if not share and not _has_no_choice(report):
        count = counted(sum(game.positions for game in report.played), "position")
        text = f"No choice mattered in the {count} of these games; in others it may."
        return Sentence("decisions", 0.0, text)
    if not share:
        text = "No choice matters: every legal move is worth the same."
        return Sentence("decisions", 0.0, text)
    only = "Only " if share <= FEW_CHOICES else ""
    known = ""
    if report.known_share < 1:
        known = f" This counts the {percent(report.known_share, 0)} of positions that were solved."
    compared = _compared(report, "decisions", share, lambda figure: percent(figure, 0))
    text = f"{only}{percent(share, 0)} of the choices matter{compared}.{known}"
    return Sentence("decisions", round(share, 4), text)


def _choices_per_game(report: GameReport) -> Sentence | None:
    found, turns = report.figures["decisions_per_game"], report.figures["turns"]
    if found is None or turns is None or not found.value:
        return None
    forced = report.figures["forced"]
    share = ""
    if forced is not None:
        some = f"{percent(forced.value, 0)} of the moves are forced"
        share = f"; {some}" if forced.value else "; no move is forced"
    text = f"A game has {found.value:.1f} real choices in {turns.value:.1f} turns{share}."
    return Sentence("decisions_per_game", round(found.value, 4), text)


def _length(report: GameReport) -> Sentence | None:
    turns = report.figures["turns"]
    if turns is None:
        return None
    words = ("longer", "shorter")
    compared = _compared(report, "turns", turns.value, lambda figure: f"{figure:.1f}", words)
    unfinished = report.figures["unfinished"]
    cut = ""
    if unfinished is not None and unfinished.value:
        cut = f" {percent(unfinished.value, 0)} of the games don't end within the turn limit."
    text = f"A game takes {turns.value:.1f} turns on average{compared}.{cut}"
    return Sentence("turns", round(turns.value, 4), text)


def _leads(report: GameReport) -> Sentence | None:
    leads, comebacks = report.figures["lead_changes"], report.figures["comebacks"]
    if leads is None:
        return None
    compared = _compared(report, "lead_changes", leads.value, lambda figure: f"{figure:.1f}")
    text = f"The lead changes {leads.value:.1f} times in a game{compared}."
    if comebacks is not None:
        worse = "had a chance of at most 25%" if report.game.chance else "stood lost"
        text += f" {percent(comebacks.value, 0)} of the winners once {worse}."
    return Sentence("lead_changes", round(leads.value, 4), text)


def _skill(report: GameReport) -> Sentence | None:
    rungs = [rung for rung in report.ladder if rung.share is not None]
    if not rungs:
        return None
    clear = [rung for rung in rungs if rung.interval[0] > 0.5]
    shares = [
        f"{rung.stronger} over {rung.weaker} {percent(rung.share or 0.0, 0)}" for rung in rungs
    ]
    if len(clear) == len(rungs):
        start = "Skill pays: every level clearly beats the next weaker one"
    elif not clear:
        games = max(rung.games for rung in rungs)
        none = f"in {games} games no level clearly beats the next weaker one"
        start = f"Skill doesn't show: {none}"
    else:
        start = f"Skill shows in {len(clear)} of {len(rungs)} steps between levels"
    least = min(rung.share or 0.0 for rung in rungs)
    return Sentence("ladder", round(least, 4), f"{start} ({listed(shares, 'and')}).")


def _draws(report: GameReport) -> Sentence | None:
    draws = report.figures["draws"]
    if not report.game.has_draws or draws is None:
        return None
    text = f"{percent(draws.value, 0)} of the games between {ORDINARY} players are draws."
    return Sentence("draws", round(draws.value, 4), text)


def _endings(report: GameReport) -> Sentence:
    dead = report.dead_reasons
    ends = [f"{reason} {percent(share, 0)}" for reason, share in report.endings.items() if share]
    how = f" ({', '.join(ends)})" if len(ends) > 1 else ""
    if not dead:
        many = len(report.game.reasons)
        all_of_them = "Both endings" if many == 2 else f"All {many} endings"
        text = f"{all_of_them} occur{how}." if many > 1 else "The game has one ending."
    else:
        names = listed(dead, "and")
        what = "ending" if len(dead) == 1 else "endings"
        if report.everything is not None:
            text = f"The {what} {names} never occur{'s' if len(dead) == 1 else ''}{how}."
        else:
            verb = "was" if len(dead) == 1 else "were"
            text = f"The {what} {names} {verb} never seen{how}."
    return Sentence("dead_reasons", float(len(dead)), text)


# ---- comparing


def _interval(interval: tuple[float, float] | None) -> str:
    if interval is None:
        return ""
    return f" (95% interval: {percent(interval[0], 0)} to {percent(interval[1], 0)})"


def _compared(
    report: GameReport,
    figure: str,
    value: float,
    format: Callable[[float], str],
    words: tuple[str, str] = ("more", "less"),
) -> str:
    """Return how a figure compares with those of the five games: the nearest on both sides."""
    others = _others(report, figure)
    below = [(one, id) for id, one in others.items() if one < value]
    above = [(one, id) for id, one in others.items() if one >= value]
    names = [
        f"{find(id).title} ({format(one)})" for one, id in (*sorted(below)[-1:], *sorted(above)[:1])
    ]
    if below and above:
        return f", between {names[0]} and {names[1]}"
    most = words[0 if below else 1]
    return f", {most} than in {names[0]} and every other of the five games" if names else ""


def _others(report: GameReport, figure: str) -> Mapping[str, float]:
    """Return a figure of the five games, without the game itself."""
    return {
        id: value
        for id, found in standards().items()
        if id != report.study.id and (value := found.get(figure)) is not None
    }
