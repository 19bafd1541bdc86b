"""Handlers for people who take the exam: questions without values, and the report."""

from __future__ import annotations

from ..errors import Refused, quoted
from ..exam.disguise import open_question
from ..exam.people import DEFAULT_PART, check_name, name_file, split_exam
from ..exam.questions import VERSION, Exam, Question, questions
from ..exam.results import Result, order_answers
from ..exam.scoring import Answer
from ..version import __version__
from ..views import exam_text
from ..views.as_json import seat_of
from ..views.exam_json import exam_json
from ..views.narration import Reader
from ..views.screen_json import shown_position
from ..views.shapes import exams as shape
from . import requests
from .exchange import Request
from .services import Services

SEED = 0
"""Seed of the parts: the same for everyone, so that short results can be compared."""


async def get_exam(
    services: Services, request: Request[requests.ExamParams, None]
) -> shape.ExamParts:
    """Get the exam in parts: the ids of its questions, to answer part by part."""
    size = request.params.get("size", DEFAULT_PART)
    exam = Exam()
    parts = split_exam(questions(), size, SEED)
    return {
        "version": VERSION,
        "title": exam_text.describe_exam(exam),
        "questions": exam.size,
        "task": exam_text.EXAM_TASK,
        "parts": [[question.id for question in part] for part in parts],
    }


async def get_exam_question(
    services: Services, request: Request[requests.QuestionParams, None]
) -> shape.ExamQuestion:
    """Get a question of the exam: a position, without the values of its moves."""
    match = open_question(_find_question(request.params["question"]), SEED, None).match
    assert match.player is not None, "a question has a player to move"
    return {
        "id": request.params["question"],
        "player": seat_of(match.player),
        "position": shown_position(match, reader=Reader.of([match.player])),
    }


def _find_question(id: str) -> Question:
    found = next((question for question in questions() if question.id == id), None)
    if found is None:
        raise Refused("not_found", f"{quoted(id)} isn't a question of the exam.")
    return found


async def report_exam(
    services: Services, request: Request[None, requests.ExamAnswers]
) -> shape.ExamReport:
    """Get the report of a person's answers; nothing is stored."""
    body = request.body
    name = check_name(body.get("name") or "")
    answers = [_read_answer(id, move) for id, move in body["answers"].items()]
    return await services.ask_engine(request, build_report, name, answers)


def _read_answer(id: str, move: str) -> Answer:
    """Return an answer with a legal move; refuse others."""
    try:
        question = _find_question(id)
    except Refused as refused:
        raise Refused("invalid", refused.detail) from None
    if move not in question.worths:
        moves = ", ".join(question.worths)
        raise Refused("invalid", f"{quoted(move)} isn't a legal move in {id}. Legal are {moves}.")
    return Answer(id, move)


def build_report(name: str, answers: list[Answer]) -> shape.ExamReport:
    """Return the report of answers, in an engine process."""
    empty = Result(Exam(), name, SEED, (), __version__)
    result = empty._replace(answers=order_answers(empty, answers))
    scores = result.scores()
    rows = exam_text.list_rows(scores)
    return {
        "title": exam_text.describe_result(result),
        "heads": exam_text.list_heads(),
        "rows": [{"name": name, "cells": cells} for name, cells in rows],
        "notes": exam_text.explain_figures(),
        "shared": exam_text.list_shared(result, scores),
        "file": name_file(name),
        "result": exam_json(result),
    }
