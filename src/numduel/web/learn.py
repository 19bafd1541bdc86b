"""Handlers for learners: rule pages, lessons, and facts about the games."""

from __future__ import annotations

from functools import cache
from typing import Any

from ..errors import Refused, SetupError, UnknownGame, as_sentence
from ..games import find, offered
from ..learning import lessons, rulebook
from ..learning.lessons import Lesson, Step
from ..learning.markdown import Block, blocks, cells, items, runs, unmarked
from ..play.match import Match
from ..views.narration import Reader
from ..views.positions import picture, without_tile
from ..views.screen_json import shown_position
from ..views.shapes import study as shape
from . import requests
from .exchange import Request
from .services import Services

_lessons: dict[str, Lesson] = {}
"""Lessons that have been asked for: a game has one, and it does not change."""


# ---- pages


async def get_common_rules(services: Services, request: Request[None, None]) -> shape.Page:
    """Get the rules that hold in every game."""
    return _page(rulebook.every_game())


async def get_rules(services: Services, request: Request[requests.OfGame, None]) -> shape.Page:
    """Get the rules of a game."""
    try:
        page = rulebook.page(request.params["game"])
    except SetupError as error:
        raise Refused("not_found", as_sentence(error)) from None
    return _page(page)


async def get_facts(services: Services, request: Request[None, None]) -> shape.Facts:
    """Get the known results of perfect play."""
    return {"sections": _facts()}


@cache
def _facts() -> list[shape.Section]:
    games = {kind.title: kind.id for kind in offered()}
    sections: list[shape.Section] = []
    for block in blocks(rulebook.solved()):
        if block.kind == "heading":
            title = unmarked(block.text.lstrip("# "))
            sections.append({"title": title, "game": games.get(title), "blocks": []})
        elif block.kind not in ("picture", "code"):  # the commands that counted are for terminals
            sections[-1]["blocks"].append(_block(block))
    return sections


def _page(text: str) -> shape.Page:
    title, *rest = blocks(text)
    shown = [_block(block) for block in rest if block.kind != "picture"]
    return {"title": unmarked(title.text.lstrip("# ")), "blocks": shown}


def _block(block: Block) -> shape.Block:
    level = 0
    if block.kind == "code":
        rows: list[list[list[shape.Run]]] = [[[{"kind": "code", "text": block.text}]]]
    elif block.kind == "list":
        rows = [[_runs(item)] for item in items(block)]
    elif block.kind == "table":
        rows = [[_runs(cell) for cell in row] for row in cells(block)]
    else:
        signs, _, title = block.text.partition(" ")
        level = len(signs) if block.kind == "heading" else 0
        rows = [[_runs(title if level else " ".join(block.text.split()))]]
    return {"kind": block.kind, "level": level, "rows": rows}


def _runs(text: str) -> list[shape.Run]:
    return [{"kind": run.kind, "text": run.text} for run in runs(text)]


# ---- lessons


async def get_lesson(services: Services, request: Request[requests.OfGame, None]) -> shape.Lesson:
    """Get the rules of a game step by step, each with a position in which to do something."""
    found = await _lesson(services, request)
    steps = [_step(step) for step in found.steps]
    return {"id": found.id, "title": found.title, "opening": found.opening, "steps": steps}


async def answer_lesson(
    services: Services, request: Request[requests.OfGame, requests.LessonAnswer]
) -> shape.Verdict:
    """Judge what a learner did in a step of a lesson, and show the position after it."""
    found, number = await _lesson(services, request), request.body["step"]
    if number >= len(found.steps):
        raise Refused("invalid", f"There are steps from 0 to {len(found.steps) - 1}.")
    step = found.steps[number]
    match = step.match()
    reader = _learner(match)
    move = request.body.get("move")
    verdict = step.judge(match, step.do[0] if move is None else move)
    if verdict.outcome == "done" and not step.attempt and verdict.move is not None:
        match.play(verdict.move)
    return {
        "outcome": verdict.outcome,
        "text": verdict.text,
        "move": verdict.move,
        "position": shown_position(match, reader=reader),
    }


def _learner(match: Match) -> Reader:
    """Return the learner, who moves for the player to move."""
    return Reader.of([] if match.player is None else [match.player])


async def _lesson(services: Services, request: Request[requests.OfGame, Any]) -> Lesson:
    try:
        kind = find(request.params["game"])
    except UnknownGame as error:
        raise Refused("not_found", as_sentence(error)) from None
    if kind.id not in _lessons:
        _lessons[kind.id] = await services.answer(request, lessons.lesson, kind.id)
    return _lessons[kind.id]


def _step(step: Step) -> shape.Step:
    """A step without its record, which holds what is hidden in it."""
    match = step.match()
    return {
        "title": step.title,
        "text": step.text.split("\n\n"),
        "task": step.task,
        "attempt": step.attempt,
        "moves": _moves(step, match),
        "position": shown_position(match, reader=_learner(match)),
    }


def _moves(step: Step, match: Match) -> list[str]:
    tried = step.do if step.attempt else ()
    return [*match.moves, *without_tile(picture(match), tried)]
