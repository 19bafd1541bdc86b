"""Handlers for learners: rule pages, lessons, and results of perfect play."""

from __future__ import annotations

from functools import cache
from typing import Any

from ..errors import Refused, SetupError, UnknownGame, UnknownLesson, as_sentence
from ..games import offered
from ..learning import lessons, rulebook
from ..learning.lessons import Lesson, Step
from ..learning.markdown import Block, blocks, cells, items, runs, strip_markup
from ..play.match import Match
from ..views.lesson_text import describe_gain
from ..views.narration import Reader
from ..views.positions import moves_without_tile, picture
from ..views.screen_json import shown_position
from ..views.shapes import study as shape
from . import requests
from .exchange import Request
from .services import Services

_lesson_cache: dict[str, Lesson] = {}
"""Lessons by id; they never change."""


# ---- pages


async def get_common_rules(services: Services, request: Request[None, None]) -> shape.Page:
    """Get the rules that every game shares."""
    return _page_json(rulebook.every_game())


async def get_rules(services: Services, request: Request[requests.GameParams, None]) -> shape.Page:
    """Get the rules of a game, clause by clause."""
    try:
        page = rulebook.page(request.params["game"])
    except SetupError as error:
        raise Refused("not_found", as_sentence(error)) from None
    return _page_json(page)


async def get_facts(services: Services, request: Request[None, None]) -> shape.Facts:
    """Get the results of perfect play."""
    return {"sections": _read_facts()}


@cache
def _read_facts() -> list[shape.Section]:
    games = {kind.title: kind.id for kind in offered()}
    sections: list[shape.Section] = []
    for block in blocks(rulebook.solved()):
        if block.kind == "heading":
            title = strip_markup(block.text.lstrip("# "))
            sections.append({"title": title, "game": games.get(title), "blocks": []})
        elif block.kind not in ("picture", "code"):  # commands are for terminals
            sections[-1]["blocks"].append(_block_json(block))
    return sections


def _page_json(text: str) -> shape.Page:
    title, *rest = blocks(text)
    shown = [_block_json(block) for block in rest if block.kind != "picture"]
    return {"title": strip_markup(title.text.lstrip("# ")), "blocks": shown}


def _block_json(block: Block) -> shape.Block:
    level = 0
    if block.kind == "code":
        rows: list[list[list[shape.Run]]] = [[[{"kind": "code", "text": block.text}]]]
    elif block.kind == "list":
        rows = [[_runs_json(item)] for item in items(block)]
    elif block.kind == "table":
        rows = [[_runs_json(cell) for cell in row] for row in cells(block)]
    else:
        signs, _, title = block.text.partition(" ")
        level = len(signs) if block.kind == "heading" else 0
        rows = [[_runs_json(title if level else " ".join(block.text.split()))]]
    return {"kind": block.kind, "level": level, "rows": rows}


def _runs_json(text: str) -> list[shape.Run]:
    return [{"kind": run.kind, "text": run.text} for run in runs(text)]


# ---- lessons


async def list_lessons(services: Services, request: Request[None, None]) -> shape.LessonList:
    """List the lessons of all games; one whose page is broken is left out."""
    entries: list[shape.LessonEntry] = []
    for kind in offered():
        for id in lessons.lesson_ids(kind):
            try:
                lesson = await _load_lesson(services, request, id)
            except SetupError:  # the address of the lesson says what is wrong
                continue
            name, steps = lesson.topic.name, len(lesson.steps)
            entries.append({"id": id, "game": kind.id, "name": name, "steps": steps})
    return {"lessons": entries}


async def get_lesson(
    services: Services, request: Request[requests.LessonParams, None]
) -> shape.Lesson:
    """Get a lesson: steps with a position and a task each."""
    lesson = await _find_lesson(services, request)
    return {
        "id": lesson.id,
        "game": lesson.game,
        "name": lesson.topic.name,
        "title": lesson.title,
        "opening": lesson.opening,
        "steps": [_step_json(step) for step in lesson.steps],
        "gain": describe_gain(lesson),
        "advice": lesson.topic.advice,
        "next": _next_json(lesson),
    }


def _next_json(lesson: Lesson) -> shape.LessonLink | None:
    topic = lessons.next_topic(lesson)
    return topic and {"id": lessons.lesson_id(lesson.game, topic.id), "name": topic.name}


async def answer_lesson(
    services: Services, request: Request[requests.LessonParams, requests.LessonAnswer]
) -> shape.Verdict:
    """Check an answer to a lesson step, and return the position after it."""
    lesson, number = await _find_lesson(services, request), request.body["step"]
    if number >= len(lesson.steps):
        raise Refused("invalid", f"step must be from 0 to {len(lesson.steps) - 1}.")
    step = lesson.steps[number]
    match = step.match()
    reader = _reader_for(match)
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


def _reader_for(match: Match) -> Reader:
    """Return the learner as a reader who moves for the player to move."""
    return Reader.of([] if match.player is None else [match.player])


async def _find_lesson(services: Services, request: Request[requests.LessonParams, Any]) -> Lesson:
    try:
        kind, topic = lessons.find_lesson(request.params["lesson"])
    except (UnknownGame, UnknownLesson) as error:
        raise Refused("not_found", as_sentence(error)) from None
    return await _load_lesson(services, request, lessons.lesson_id(kind.id, topic.id))


async def _load_lesson(services: Services, request: Request[Any, Any], id: str) -> Lesson:
    if id not in _lesson_cache:
        _lesson_cache[id] = await services.ask_engine_once(
            request, ("lesson", id), lessons.lesson, id
        )
    return _lesson_cache[id]


def _step_json(step: Step) -> shape.Step:
    """Return a step without its record, which contains hidden numbers."""
    match = step.match()
    return {
        "title": step.title,
        "text": step.text.split("\n\n"),
        "task": step.task,
        "attempt": step.attempt,
        "moves": _list_moves(step, match),
        "position": shown_position(match, reader=_reader_for(match)),
    }


def _list_moves(step: Step, match: Match) -> list[str]:
    attempts = step.do if step.attempt else ()
    return [*match.moves, *moves_without_tile(picture(match), attempts)]
