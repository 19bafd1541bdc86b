"""The routes of those who learn: rule pages, lessons, and what is known of the games."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from starlette.responses import JSONResponse, Response

from ..errors import SetupError, UnknownGame, sentence
from ..games import find, offered
from ..learning import lessons, rulebook
from ..learning.lessons import Lesson, Step
from ..learning.markdown import Block, blocks, cells, items, runs, unmarked
from ..play.match import Match
from ..views.as_json import Json, position_json
from ..views.positions import picture, without_tile
from . import study_models
from .problems import declared
from .services import services_of
from .table import Refused

learn = APIRouter(prefix="/api/v1")

GameId = Annotated[str, Path(max_length=100)]

_lessons: dict[str, Lesson] = {}
"""Lessons that have been asked for: a game has one, and it does not change."""


# ---- pages


@learn.get("/rules", response_model=None, responses={200: {"model": study_models.Blocks}})
async def rules_of_all() -> Response:
    """What holds in every game."""
    return JSONResponse(_page(rulebook.every_game()))


@learn.get(
    "/rules/{game}",
    response_model=None,
    responses={200: {"model": study_models.Blocks}, **declared("not_found")},
)
async def rules(game: GameId) -> Response:
    """The rules of a game, clause by clause."""
    try:
        page = rulebook.page(game)
    except SetupError as error:
        raise Refused("not_found", sentence(error)) from None
    return JSONResponse(_page(page))


@learn.get("/facts", response_model=None, responses={200: {"model": study_models.Facts}})
async def facts() -> Response:
    """What perfect play says of the games, as far as it is known."""
    return JSONResponse({"sections": _facts()})


@cache
def _facts() -> list[Json]:
    games = {kind.title: kind.id for kind in offered()}
    sections: list[Json] = []
    for block in blocks(rulebook.solved()):
        if block.kind == "heading":
            title = unmarked(block.text.lstrip("# "))
            sections.append({"title": title, "game": games.get(title), "blocks": []})
        elif block.kind not in ("picture", "code"):  # the commands that counted are for terminals
            sections[-1]["blocks"].append(_block(block))
    return sections


def _page(text: str) -> Json:
    title, *rest = blocks(text)
    shown = [_block(block) for block in rest if block.kind != "picture"]
    return {"title": unmarked(title.text.lstrip("# ")), "blocks": shown}


def _block(block: Block) -> Json:
    level = 0
    if block.kind == "code":
        rows: list[list[Any]] = [[[{"kind": "code", "text": block.text}]]]
    elif block.kind == "list":
        rows = [[_runs(item)] for item in items(block)]
    elif block.kind == "table":
        rows = [[_runs(cell) for cell in row] for row in cells(block)]
    else:
        signs, _, title = block.text.partition(" ")
        level = len(signs) if block.kind == "heading" else 0
        rows = [[_runs(title if level else " ".join(block.text.split()))]]
    return {"kind": block.kind, "level": level, "rows": rows}


def _runs(text: str) -> list[Json]:
    return [run._asdict() for run in runs(text)]


# ---- lessons


@learn.get(
    "/lessons/{game}",
    response_model=None,
    responses={
        200: {"model": study_models.Lesson},
        **declared("not_found", "setup", "too_many", "unavailable"),
    },
)
async def lesson(request: Request, game: GameId) -> Response:
    """The rules of a game step by step, each with a position in which to do something."""
    found = await _lesson(request, game)
    steps = [_step(step) for step in found.steps]
    said = {"id": found.id, "title": found.title, "opening": found.opening, "steps": steps}
    return JSONResponse(said)


@learn.post(
    "/lessons/{game}/answers",
    response_model=None,
    responses={
        200: {"model": study_models.Verdict},
        **declared(
            "not_found", "setup", "invalid", "too_large", "too_slow", "too_many", "unavailable"
        ),
    },
)
async def answer(request: Request, game: GameId, asked: study_models.Answer) -> Response:
    """What a lesson says to something that the learner did, and the position after it."""
    found = await _lesson(request, game)
    if asked.step >= len(found.steps):
        raise Refused("invalid", f"There are steps from 0 to {len(found.steps) - 1}.")
    step = found.steps[asked.step]
    match = step.match()
    verdict = step.judge(match, step.do[0] if asked.move is None else asked.move)
    if verdict.outcome == "done" and not step.attempt and verdict.move is not None:
        match.play(verdict.move)
    return JSONResponse({**verdict._asdict(), "position": position_json(match)})


async def _lesson(request: Request, game: str) -> Lesson:
    try:
        kind = find(game)
    except UnknownGame as error:
        raise Refused("not_found", sentence(error)) from None
    if kind.id not in _lessons:
        _lessons[kind.id] = await services_of(request).answer(request, lessons.lesson, kind.id)
    return _lessons[kind.id]


def _step(step: Step) -> Json:
    """A step without its record, which holds what is hidden in it."""
    match = step.match()
    return {
        "title": step.title,
        "text": step.text.split("\n\n"),
        "task": step.task,
        "attempt": step.attempt,
        "moves": _moves(step, match),
        "position": position_json(match),
    }


def _moves(step: Step, match: Match) -> list[str]:
    tried = step.do if step.attempt else ()
    return [*match.moves, *without_tile(picture(match), tried)]
