"""Write the files generated from numduel.views.shapes: schemas and type declarations.

`make contract` runs it; with --check it writes nothing and fails where a file is out of date.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, is_typeddict

import api_page
import http_api_page
import limits_page
import openapi
import openapi_examples
from json_schema import Schemas, fields_of, required_of, snake_case

import numduel.views.shapes
from numduel.render.board import HATCH
from numduel.render.numerals import ADVANCE, STROKES, WORDMARK
from numduel.views.shapes import agents, basics, benchmark, calls, exams, match, reports, study
from numduel.views.shapes.basics import OneOf, Within
from numduel.views.trails import PITCH, TILE
from numduel.web import requests
from numduel.web.routes import API, API_ROUTES

NOT_FOR_PAGES = ("agents", "benchmark", "reports")

ROOT = Path(__file__).parents[1]
SCHEMA = ROOT / "docs" / "json-schema.json"
OPENAPI = ROOT / "docs" / "openapi.json"
API_PAGE = ROOT / "docs" / "api.md"
PAGE = ROOT / "docs" / "http-api.md"
LIMITS_PAGE = ROOT / "docs" / "limits.md"
WEB = ROOT / "docs" / "web.md"
DECLARATIONS = ROOT / "src" / "numduel" / "web" / "page" / "js" / "contract.d.ts"
NUMERALS = DECLARATIONS.parent / "ui" / "strokes.js"

DOCUMENTS: dict[str, type] = {
    "view": match.Position,
    "analysis": basics.Analysis,
    "replay": study.Replay,
    "analyse": study.AnalysedPosition,
    "puzzle": study.SolvedPuzzle,
    "review": study.Review,
    "found_board": reports.Board,
    "board": reports.Boards,
    "handicap": reports.Variants,
    "census": reports.Census,
    "arena": reports.Arena,
    "exam": exams.Exam,
    "calls": calls.Calls,
    "compare": reports.Comparison,
    "compare_power": reports.PowerForecast,
    "submission": benchmark.Submission,
    "submit_verify": benchmark.Verifications,
    "leaderboard": benchmark.Leaderboard,
    "dataset": reports.DatasetLine,
    "history": reports.History,
    "stats": reports.Statistics,
    "learn": reports.Lessons,
    "game_check": reports.GameCheck,
    "game_report": reports.GameReport,
    "game_tune": reports.Tuning,
    "game_vectors": reports.RuleVector,
}
"""The documents that commands print, by the names that docs/json.md uses."""

AGENTS = (
    agents.AssistantMatch,
    agents.AssistantHint,
    agents.AssistantAnalysis,
    agents.AssistantRecord,
    agents.Hello,
    agents.BotGame,
    agents.BotTurn,
    agents.BotOver,
    agents.BotMove,
)


# ---- JSON Schema


def json_schema() -> str:
    """Return the schema of all that programs are given, each document a definition."""
    names = {kind: name for name, kind in DOCUMENTS.items()}
    schemas = Schemas(
        "#/$defs/", lambda kind: names.get(kind) or snake_case(kind.__name__), lambda kind: True
    )
    for kind in (*DOCUMENTS.values(), *AGENTS):
        schemas.of(kind)
    return written(
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "What numduel gives to programs",
            "description": "Each command's --json is the definition of its name; board --handicap "
            "gives `handicap`, dataset writes lines of `dataset`. assistant_… are answers to "
            "assistants, hello and bot_… messages of the bot protocol.",
            "$defs": dict(sorted(schemas.definitions.items())),
        }
    )


def written(data: object) -> str:
    """Return JSON with everything on one line that fits there."""
    return f"{_compact(data, 0)}\n"


def _compact(data: object, indent: int) -> str:
    line = json.dumps(data, ensure_ascii=False)
    if len(line) + indent <= 118 or not isinstance(data, dict | list):
        return line
    pad = " " * (indent + 2)
    if isinstance(data, list):
        parts = [_compact(part, indent + 2) for part in data]
    else:
        parts = [f"{json.dumps(key)}: {_compact(data[key], indent + 2)}" for key in data]
    brackets = "[]" if isinstance(data, list) else "{}"
    lines = ",\n".join(f"{pad}{part}" for part in parts)
    return f"{brackets[0]}\n{lines}\n{' ' * indent}{brackets[1]}"


# ---- declarations for the page


def declarations() -> str:
    """Return the shapes as TypeScript declares them."""
    head = "// Types of everything that the server answers. Written by `make contract`."
    return "\n".join([f"{head}\n", *map(_interface, shapes()), _routes()])


def shapes() -> Iterator[type]:
    """Yield every shape that a page can be sent or sends, module by module."""
    modules = pkgutil.iter_modules(numduel.views.shapes.__path__, "numduel.views.shapes.")
    names = [one.name for one in modules if one.name.rpartition(".")[2] not in NOT_FOR_PAGES]
    for module in (*map(importlib.import_module, names), requests):
        for name, kind in vars(module).items():
            if is_typeddict(kind) and kind.__module__ == module.__name__ and name[0] != "_":
                yield kind


def _routes() -> str:
    """Return what each route takes and gives, by its method and path."""
    lines = ["/** What each route is asked and answers. */", "export interface Routes {"]
    for route in API_ROUTES:
        params = [f'"{name}"' for name in re.findall(r"{(\w+)}", route.path)]
        query = route.params.__name__ if route.params else "null"
        if route.params and params:
            query = f"Omit<{query}, {' | '.join(params)}>"
        body = route.body.__name__ if route.body else "null"
        answer = route.answer.__name__ if route.answer else "string"
        lines.append(f'  "{route.method} {route.path.removeprefix(API)}": {{')
        lines.append(f"    query: {query};\n    body: {body};\n    answer: {answer};\n  }};")
    return "\n".join([*lines, "}", ""])


def _interface(kind: type) -> str:
    lines = [f"/** {kind.__doc__} */"] if kind.__doc__ else []
    lines.append(f"export interface {kind.__name__} {{")
    for name, field in fields_of(kind).items():
        said = [mark for mark in get_args(field)[1:] if isinstance(mark, str)]
        lines += [f"  /** {said[-1]} */"] if get_origin(field) is Annotated and said else []
        key = name if name.isidentifier() else json.dumps(name)
        sign = "" if name in required_of(kind) else "?"
        lines.append(f"  {key}{sign}: {_typescript(field)};")
    return "\n".join([*lines, "}", ""])


PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}


def _typescript(kind: Any) -> str:
    """Return a type as TypeScript writes it."""
    if kind in PLAIN:
        return PLAIN[kind]
    if is_typeddict(kind):
        return str(kind.__name__)
    origin, given = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _annotated(given[0], given[1:])
    if origin is Literal:
        return " | ".join(map(json.dumps, given))
    if origin is list:
        item = _typescript(given[0])
        return f"({item})[]" if "|" in item else f"{item}[]"
    if origin is dict:
        key, value = map(_typescript, given)
        return (
            f"{{ [key: string]: {value} }}"
            if key == "string"
            else f"{{ [key in {key}]?: {value} }}"
        )
    if origin in (Union, UnionType):
        return " | ".join(dict.fromkeys(map(_typescript, given)))
    raise TypeError(f"{kind} is not a type of the contract")


def _annotated(kind: Any, marks: tuple[Any, ...]) -> str:
    for mark in marks:
        match mark:
            case OneOf(texts):
                return " | ".join(map(json.dumps, texts))
            case Within(low, high) if low == high and get_origin(kind) is list:
                return f"[{', '.join([_typescript(get_args(kind)[0])] * (low or 0))}]"
    return _typescript(kind)


# ---- the example of docs/web.md

EXAMPLE = re.compile("(?<=<!-- example -->\n).*?(?=<!-- end of example -->)", re.DOTALL)


def web_page() -> str:
    """Return docs/web.md with its complete request and answer."""
    example = openapi_examples.load_examples()["create_match"]
    sent, got = (_compact(data, 0) for data in (example.body, example.answer))
    shown = (
        f"```http\nPOST /api/v1/matches HTTP/1.1\nHost: numduel.example\n"
        f"Content-Type: application/json\n\n{sent}\n```\n\n"
        f"```http\nHTTP/1.1 201 Created\ncontent-type: application/json\n\n"
        f"{got}\n```\n"
    )
    return EXAMPLE.sub(lambda _: shown, WEB.read_text(encoding="utf-8"))


# ---- drawing


def strokes() -> str:
    """Return the strokes and sizes that server and page share, as a module of the page."""
    drawn, letters = json.dumps(STROKES, indent=2), json.dumps(WORDMARK)
    return (
        "// The strokes and sizes of drawings: written by `make contract` from render/.\n\n"
        f"export const STROKES = /** @type {{Record<string, string>}} */ ({drawn});\n\n"
        f"export const ADVANCE = {ADVANCE};\n\n"
        "/** The letters of the wordmark: colour, left edge and stroke. */\n"
        f"export const WORDMARK = /** @type {{[number, number, string][]}} */ ({letters});\n\n"
        f'export const HATCH = "{HATCH}";\n\n'
        f"/** From one tile to the next, where a tile is {TILE} wide. */\n"
        f"export const PITCH = {PITCH};\n"
    )


# ---- files

FILES = {
    SCHEMA: json_schema,
    OPENAPI: lambda: written(openapi.document()),
    API_PAGE: api_page.page,
    PAGE: lambda: http_api_page.page(_typescript),
    LIMITS_PAGE: limits_page.page,
    WEB: web_page,
    DECLARATIONS: declarations,
    NUMERALS: strokes,
}


def stale() -> list[Path]:
    """Return the files that are not what follows from the shapes and routes."""
    if openapi_examples.find_misfits(openapi_examples.load_examples()):
        return [openapi_examples.FILE]
    return [
        path
        for path, made in FILES.items()
        if not path.exists() or path.read_text(encoding="utf-8") != made()
    ]


def main() -> int:
    if "--check" not in sys.argv and openapi_examples.find_misfits(
        openapi_examples.load_examples()
    ):
        openapi_examples.record_examples()
        print(f"Recorded: {openapi_examples.FILE.relative_to(ROOT)}")
    found = stale()
    if "--check" in sys.argv:
        for path in found:
            print(f"{path.relative_to(ROOT)} is out of date: run `make contract`.")
        return int(bool(found))
    for path in found:
        path.write_text(FILES[path](), encoding="utf-8")
        print(f"Written: {path.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
