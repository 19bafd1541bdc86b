"""The table of routes: path, handler, limit, answer and possible problems."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from functools import cached_property
from types import NoneType
from typing import Any, get_args, get_type_hints

from ..views.schemas import read_schema
from ..views.shapes.basics import ShownAnalysis
from ..views.shapes.exams import ExamParts, ExamQuestion, ExamReport
from ..views.shapes.match import (
    About,
    Created,
    Games,
    Handicaps,
    QrCode,
    Samples,
    SeenMatch,
    SetupPreview,
    ShownPosition,
)
from ..views.shapes.ratings import PuzzleRatings, Ratings
from ..views.shapes.study import (
    Duel,
    DuelResult,
    Exploration,
    Facts,
    Help,
    Hint,
    Lesson,
    LessonList,
    Page,
    Puzzle,
    PuzzleMoveResult,
    Puzzles,
    Reason,
    ShownReview,
    Solution,
    Verdict,
)
from . import (
    dailies,
    drawings,
    exams,
    explore,
    learn,
    letters,
    link_images,
    matches,
    metrics,
    pages,
    previews,
    ratings,
    study,
)
from .drawings import SVG
from .exchange import JSON, TEXT, Answer, Request
from .limits import FREE
from .live import Stream

Handler = Callable[[Any, Request[Any, Any]], Awaitable[Mapping[str, object] | Answer | Stream]]

API = "/api/v1"
EVENTS = "text/event-stream; charset=utf-8"

STUDY_PROBLEMS = "not_while_playing over invalid"
MOVE_PROBLEMS = "invalid_move illegal_move"
ACTION_PROBLEMS = f"no_seat waiting over not_your_turn stale not_now {MOVE_PROBLEMS}"


async def describe_api(services: Any, request: Request[None, None]) -> Answer:
    """Get the OpenAPI description of all routes."""
    return Answer(read_schema("openapi.json").encode())


class Route:
    """A route of the server.

    Its parameters and body are the type arguments of the handler's `request`.
    """

    def __init__(
        self,
        method: str,
        path: str,
        handler: Handler,
        limit: str,
        answer: type | None = None,
        problems: str = "",
        *,
        media_type: str = JSON,
        is_seated: bool = False,
        prefix: str = API,
    ) -> None:
        self.method = method
        self.path = prefix + path
        self.handler = handler
        self.limit = limit
        """Limit class that the request counts for."""
        self.answer = answer
        """Type of the answer, or of each event of a stream; None for text."""
        self.status = 201 if answer is Created else 200
        self.media_type = media_type
        self.is_seated = is_seated
        """Whether the answer depends on the seat in the Authorization header."""
        self._problems = problems.split()

    @cached_property
    def params(self) -> type | None:
        """Type of the parameters; None if there are none."""
        return self._request_types[0]

    @cached_property
    def body(self) -> type | None:
        """Type of the body; None if there is none."""
        return self._request_types[1]

    @cached_property
    def _request_types(self) -> tuple[type | None, type | None]:
        kind = get_type_hints(self.handler, include_extras=True)
        params, body = (None if one is NoneType else one for one in get_args(kind["request"]))
        return params, body

    @cached_property
    def problems(self) -> tuple[str, ...]:
        """Codes of all possible problems."""
        found = [*self._problems]
        if "{id}" in self.path:
            found += ["no_match", "game_missing", "unavailable"]
        if self.params:
            found += ["invalid"]
        if self.body:
            found += ["invalid", "too_large", "too_slow"]
        if self.limit != FREE:
            found += ["too_many"]
        if self.limit in ("create", "engine"):
            found += ["unavailable"]
        return tuple(dict.fromkeys(found))


def _route_maker(method: str) -> Callable[..., Route]:
    return lambda path, *columns, **more: Route(method, path, *columns, **more)


get, post = _route_maker("GET"), _route_maker("POST")

API_ROUTES = (
    # path, handler, limit, answer, further problems
    get("/games", matches.list_games, FREE, Games),
    get("/about", matches.get_about, FREE, About),
    post("/matches", matches.create_match, "create", Created, "setup"),
    post(
        "/matches/{id}/join", matches.join_match, "join", SeenMatch, "wrong_invite seat_taken setup"
    ),
    get("/matches/{id}", matches.get_match, FREE, SeenMatch, is_seated=True),
    get(
        "/matches/{id}/events",
        matches.follow_match,
        "streams",
        SeenMatch,
        media_type=EVENTS,
        is_seated=True,
    ),
    post(
        "/matches/{id}/actions",
        matches.act_in_match,
        "act",
        SeenMatch,
        ACTION_PROBLEMS,
        is_seated=True,
    ),
    get("/matches/{id}/record", matches.get_record, FREE, media_type=TEXT),
    get(
        "/matches/{id}/analysis",
        matches.analyse,
        "engine",
        ShownAnalysis,
        STUDY_PROBLEMS,
        is_seated=True,
    ),
    get("/matches/{id}/positions", study.get_position, FREE, ShownPosition, is_seated=True),
    get("/matches/{id}/hint", study.get_hint, "engine", Hint, STUDY_PROBLEMS, is_seated=True),
    get(
        "/matches/{id}/why",
        study.explain_move,
        "engine",
        Reason,
        f"{STUDY_PROBLEMS} {MOVE_PROBLEMS}",
        is_seated=True,
    ),
    get(
        "/matches/{id}/review",
        study.review_match,
        "engine",
        ShownReview,
        STUDY_PROBLEMS,
        is_seated=True,
    ),
    get("/matches/{id}/result", study.get_duel_result, "engine", DuelResult, "not_now setup"),
    post("/matches/{id}/branch", study.branch_match, "create", Created, f"{STUDY_PROBLEMS} setup"),
    post("/records", study.open_record, "create", Created, "over setup game_missing"),
    post("/records/review", study.review_record, "engine", ShownReview, "game_missing setup"),
    post("/ratings", ratings.rate_games, "engine", Ratings),
    post("/letters", letters.open_letter, "create", Created, "game_missing setup"),
    post("/letters/position", letters.show_letter, "engine", ShownPosition, "game_missing setup"),
    post(
        "/matches/{id}/letters",
        letters.receive_letter,
        "act",
        SeenMatch,
        "no_seat other_moves stale setup",
        is_seated=True,
    ),
    get("/rules", learn.get_common_rules, FREE, Page),
    get("/rules/{game}", learn.get_rules, FREE, Page, "not_found"),
    get("/facts", learn.get_facts, FREE, Facts),
    get("/lessons", learn.list_lessons, "engine", LessonList),
    get("/lessons/{lesson}", learn.get_lesson, "engine", Lesson, "not_found setup"),
    post("/lessons/{lesson}/answers", learn.answer_lesson, "engine", Verdict, "not_found setup"),
    get("/puzzles", dailies.list_puzzles, FREE, Puzzles),
    get("/puzzles/daily", dailies.get_daily_puzzle, "engine", Puzzle, "setup"),
    get("/puzzles/practice", dailies.get_practice_puzzle, "engine", Puzzle, "setup"),
    post(
        "/puzzles/tries",
        dailies.try_puzzle_move,
        "engine",
        PuzzleMoveResult,
        f"setup {MOVE_PROBLEMS}",
    ),
    post("/puzzles/fitting", dailies.get_fitting_puzzle, "engine", Puzzle, "setup"),
    post("/puzzles/ratings", dailies.rate_puzzles, "engine", PuzzleRatings),
    post("/puzzles/helps", dailies.get_puzzle_help, "engine", Help, "setup"),
    post("/puzzles/solutions", dailies.get_puzzle_solution, "engine", Solution, "setup"),
    get("/exam", exams.get_exam, FREE, ExamParts),
    get("/exam/questions/{question}", exams.get_exam_question, FREE, ExamQuestion, "not_found"),
    post("/exam/reports", exams.report_exam, "engine", ExamReport, "setup"),
    get("/daily/duel", dailies.get_daily_duel, "engine", Duel, "setup"),
    post("/daily/duel", dailies.start_daily_duel, "create", Created, "setup"),
    post("/preview", previews.preview_setup, "engine", SetupPreview, "setup"),
    post("/explore", explore.explore_position, "engine", Exploration, "setup"),
    get("/samples", previews.list_samples, FREE, Samples),
    post("/handicaps", previews.find_handicaps, "engine", Handicaps, "setup"),
    post("/qr", previews.make_qr_code, "draw", QrCode),
    get("/board.svg", drawings.draw_board, "draw", None, "setup", media_type=SVG, prefix=""),
)
"""The routes of the API, which OpenAPI describes."""

PAGE_ROUTES = (
    *(get(path, pages.get_page, FREE, prefix="") for path in ("/", *pages.TITLES)),
    get("/play/{game}", pages.get_setup_page, FREE, prefix=""),
    get("/learn/{lesson}", pages.get_learn_page, FREE, prefix=""),
    get("/rules/{game}", pages.get_rules_page, FREE, prefix=""),
    get("/m/{id}", pages.get_match_page, FREE, prefix=""),
    get("/m/{id}/review", pages.get_match_page, FREE, prefix=""),
    get("/m/{id}/preview.png", link_images.get_match_image, FREE, prefix=""),
    get("/puzzle/preview.png", link_images.get_puzzle_image, FREE, prefix=""),
    get("/duel/preview.png", link_images.get_duel_image, FREE, prefix=""),
    get("/page/{path:path}", pages.get_page_file, FREE, prefix=""),
    get("/offline/", pages.get_site_page, FREE, prefix=""),
    get("/offline/{path:path}", pages.get_site_file, FREE, prefix=""),
    get("/service_worker.js", pages.get_service_worker, FREE, prefix=""),
    get("/healthz", metrics.get_health, "act", prefix=""),
    get("/metrics", metrics.get_metrics, "act", prefix=""),
    get("/openapi.json", describe_api, FREE),
)
"""The routes of the page and for monitoring."""

ROUTES = (*API_ROUTES, *PAGE_ROUTES)


# ---- finding a route

_BY_PATH: dict[str, dict[str, Route]] = {}
for _route in ROUTES:
    _BY_PATH.setdefault(_route.path, {})[_route.method] = _route

_SEGMENT, _REST = r"(?P<\1>[^/]+)", "(?P<path>.*)"
_PATTERNS = [
    (re.compile(re.sub(r"{(\w+)}", _SEGMENT, path).replace("{path:path}", _REST)), routes)
    for path, routes in _BY_PATH.items()
    if "{" in path
]


def find_routes(path: str) -> tuple[dict[str, Route], dict[str, str]]:
    """Return the routes of a path by method, and its parameters; both empty if unknown.

    >>> routes, params = find_routes("/api/v1/matches/abc")
    >>> routes["GET"].handler.__name__, params
    ('get_match', {'id': 'abc'})
    """
    if found := _BY_PATH.get(path):
        return found, {}
    for pattern, routes in _PATTERNS:
        if match := pattern.fullmatch(path):
            return routes, match.groupdict()
    return {}, {}
