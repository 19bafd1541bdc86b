"""The page of all limits, docs/limits.md: routes, commands, searches and constants."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import griffe
from api_page import load_package
from browser_limits import constants_in_browser
from command_limits import commands_without_limits, limits_of_commands

from numduel.web.limits import COUNTED_CLASSES, DEFAULT_LIMITS, FREE
from numduel.web.routes import ROUTES

__all__ = ["LIMIT", "NOT_LIMITS", "browser_constants", "constants", "engine_requests", "page"]

HEAD = """\
# Limits

`make contract` writes this page from the code: from the table of routes, the options of commands,
the calls that start long work, and the constants that limit something.
"""

ROUTES_TEXT = """\
## Routes

Every route has a limit class. An address has a quota for each class, which `--limits`
[changes](deploy.md#limits). Quotas per minute refill evenly. The limits of request heads, bodies
and connections are under [`web`](#web).
"""

REQUESTS_TEXT = """\
## Engine requests of the server

The server runs these tasks in separate processes. It kills a process that exceeds its time by
`web.worker_processes.GRACE_S`, or whose client has left. If `MAX_QUEUED_PER_PROCESS` requests wait
for each process, it answers 503.
"""

COMMANDS_TEXT = """\
## Commands

These options bound the work of a command. The searches in it and the choices of players have
[budgets](#budgets-of-searches). Ctrl-C stops any command.
"""

OTHERS_TEXT = """\
The work of the other commands follows from their files and from the constants below: {}.
"""

BUDGETS_TEXT = """\
## Budgets of searches

This table lists every place that makes the budget of a search or of a player's choice. A name in
place of a number means that the caller gives the limit. A budget of "none" belongs to work that is
limited otherwise: by a number of positions, or by the fixed work of a player
([`engine`](#engine)).
"""

BROWSER_TEXT = """\
## Code of others in the browser

The editor of the site runs game files in a sandbox, and the documentation runs its examples.
"""

CONSTANTS_TEXT = """\
## All limits and times

Constants whose names say that they limit something (`MAX_…`) or are a time (`…_S`, `…_MS`,
`…SECONDS`), by package. Sizes of drawings and texts on screens are left out.
"""

LIMIT = re.compile(r"(^|_)MAX_\w+$|_(S|MS)$|(^|_)SECONDS$")
"""Names of constants that limit something."""

NOT_LIMITS = re.compile(
    r"\.(DAY_S|MINUTE_S|MAX_TURNS_OPTION|MAX_COLUMNS|MAX_(BAR|CELL)_CHARS|MAX_LISTED_MOVES)$"
    r"|^(render|views|tui\.parts)\..*MAX_|^features\."
)
"""Paths of constants that don't: units, options, codes, and sizes on screens."""

UNITS = {"S": "s", "SECONDS": "s", "MS": "ms", "BYTES": "bytes", "CHARS": "characters"}
"""Units of constants by the last word of their names."""

OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
}

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Row(NamedTuple):
    """A limit, with where it is and what it limits."""

    path: str
    limit: str
    text: str


def page() -> str:
    """Return the page."""
    blocks = [
        *(HEAD, ROUTES_TEXT, _table(("class", "limit for each address"), _classes())),
        _table(("route", "class"), _routes()),
        *(REQUESTS_TEXT, _table(("task", "limit", "what it does"), engine_requests())),
        *(COMMANDS_TEXT, _table(("option", "values", "what it limits"), limits_of_commands())),
        OTHERS_TEXT.format(", ".join(f"`{name}`" for name in commands_without_limits())),
        *(BUDGETS_TEXT, _table(("made in", "limit", "what for"), _budgets())),
        *(BROWSER_TEXT, _table(("name", "limit", "what it limits"), browser_constants())),
        CONSTANTS_TEXT,
    ]
    for package, rows in groupby(constants(), lambda row: row.path[1:].partition(".")[0]):
        blocks += [f"### `{package}`\n", _table(("name", "limit", "what it limits"), rows)]
    return "\n".join(blocks)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


# ---- routes


def _classes() -> Iterator[tuple[str, str]]:
    for name, number in DEFAULT_LIMITS.items():
        is_rate = name in COUNTED_CLASSES or name == "engine"
        yield f"`{name}`", f"{number:,} {'a minute' if is_rate else 'at a time'}"
    yield f"`{FREE}`", "none: the answer is cheap"


def _routes() -> Iterator[tuple[str, str]]:
    for route in ROUTES:
        yield f"`{route.method} {route.path}`", f"`{route.limit}`"


# ---- calls


class Call(NamedTuple):
    """A call in the source, with the module and the innermost function that contain it."""

    module: griffe.Module
    function: Function
    call: ast.Call


def engine_requests() -> list[Row]:
    """Return the functions that the server runs in engine processes, with their time limits."""
    rows = []
    for module, _, call in _find_calls("ask_engine", "ask_engine_once"):
        is_shared = isinstance(call.func, ast.Attribute) and call.func.attr == "ask_engine_once"
        task = _resolve(module, call.args[2 if is_shared else 1])
        if task is None:
            raise ValueError(f"{module.path}: pass the function itself to {ast.unparse(call.func)}")
        seconds = [key.value for key in call.keywords if key.arg == "seconds"]
        limit = seconds[0] if seconds else ast.Name("TIME_LIMIT_S")
        where = module if seconds else load_package()["web.services"]
        rows.append(Row(_code(task.path), f"{_number(where, limit)} s", _first_line(task)))
    return sorted(set(rows))


def _budgets() -> list[Row]:
    rows = []
    for module, function, call in _find_calls("Budget"):
        given = dict(zip(("seconds", "positions"), call.args, strict=False))
        given |= {key.arg: key.value for key in call.keywords if key.arg}
        limits = [
            f"{_number(module, given[key], function)} {unit}"
            for key, unit in (("seconds", "s"), ("positions", "positions"))
            if key in given and ast.unparse(given[key]) != "None"
        ]
        text = (ast.get_docstring(function) or "").partition("\n")[0] or _first_line(module)
        where = _code(f"{module.path}.{function.name}")
        rows.append(Row(where, ", ".join(limits) or "none", text))
    return sorted(set(rows))


def _find_calls(*names: str) -> Iterator[Call]:
    for module in _modules(load_package()):
        assert not isinstance(module.filepath, list)
        source = module.filepath.read_text(encoding="utf-8")
        if any(f"{name}(" in source for name in names):
            yield from _calls_in(module, ast.parse(source), None, names)


def _calls_in(
    module: griffe.Module,
    node: ast.AST,
    function: Function | None,
    names: Sequence[str],
) -> Iterator[Call]:
    if isinstance(node, Function):
        function = node
    if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in names:
        assert function is not None, f"{module.path}: a limit outside of functions"
        yield Call(module, function, node)
    for child in ast.iter_child_nodes(node):
        yield from _calls_in(module, child, function, names)


# ---- constants


def constants() -> list[Row]:
    """Return the constants that limit something, by package and name."""
    rows = []
    for module in _modules(load_package()):
        for name, found in module.members.items():
            path = f"{module.path}.{name}".removeprefix("numduel.")
            if found.is_alias or not isinstance(found, griffe.Attribute):
                continue
            if name.isupper() and LIMIT.search(name) and not NOT_LIMITS.search(path):
                rows.append(Row(f"`{path}`", _value(found), _first_line(found)))
    return sorted(rows)


def browser_constants() -> list[Row]:
    """Return the limits of code that runs in a reader's browser, by file and name."""
    rows = []
    for file, name, value, text in constants_in_browser():
        if LIMIT.search(name):
            limit = f"{_number(load_package(), _parse(value))} {_unit(name)}".strip()
            rows.append(Row(f"`{file}: {name}`", limit, text))
    return sorted(rows)


def _value(constant: griffe.Attribute) -> str:
    """Return the value of a constant with its unit."""
    assert isinstance(constant.module, griffe.Module)
    number = _number(constant.module, _parse(str(constant.value)))
    return f"{number} {_unit(constant.name)}".strip()


def _unit(name: str) -> str:
    return UNITS.get(name.rpartition("_")[2], "")


def _parse(code: str) -> ast.expr:
    return ast.parse(code, mode="eval").body


def _number(module: griffe.Module, node: ast.expr, function: Function | None = None) -> str:
    """Return the value of an expression of constants, or its code if it depends on more."""
    if isinstance(node, ast.Tuple):
        return ", ".join(_number(module, part) for part in node.elts)
    if function is not None and isinstance(node, ast.Name):
        module = _find_import(module, node.id, function)
    value = _evaluate(module, node)
    return f"`{ast.unparse(node)}`" if value is None else f"{value:,}".removesuffix(".0")


def _find_import(module: griffe.Module, name: str, function: Function) -> griffe.Module:
    """Return the module from which a function imports a name; the given one if it doesn't."""
    for node in ast.walk(function):
        if isinstance(node, ast.ImportFrom) and name in (alias.name for alias in node.names):
            above = module.path.split(".")[1 : -node.level]
            found = load_package()[[*above, *(node.module or "").split(".")]]
            assert isinstance(found, griffe.Module)
            return found
    return module


def _evaluate(module: griffe.Module, node: ast.expr) -> Any:
    """Return the value of an expression of constants; None if it depends on anything else."""
    match node:
        case ast.Constant(value=int() | float() as value):
            return value
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            one, other = _evaluate(module, left), _evaluate(module, right)
            return None if one is None or other is None else OPERATORS[type(op)](one, other)
    constant = _resolve(module, node)
    if isinstance(constant, griffe.Attribute) and constant.value is not None:
        assert isinstance(constant.module, griffe.Module)
        return _evaluate(constant.module, _parse(str(constant.value)))
    return None


# ---- the source


def _modules(module: griffe.Module) -> Iterator[griffe.Module]:
    yield module
    for member in module.members.values():
        if isinstance(member, griffe.Module):
            yield from _modules(member)


def _resolve(module: griffe.Module, node: ast.expr) -> griffe.Object | None:
    """Return what a dotted name in a module stands for; None for anything else."""
    if not re.fullmatch(r"[\w.]+", name := ast.unparse(node)):
        return None
    found: griffe.Object | griffe.Alias = module
    for part in name.split("."):
        if part not in found.members:
            return None
        found = found.members[part]
        found = found.final_target if isinstance(found, griffe.Alias) else found
    assert isinstance(found, griffe.Object)
    return found


def _code(path: str) -> str:
    return f"`{path.removeprefix('numduel.')}`"


def _first_line(thing: griffe.Object) -> str:
    """Return the first sentence of a docstring, on one line of a table."""
    text = thing.docstring.value if thing.docstring else ""
    return " ".join(text.partition("\n\n")[0].split()).replace("|", r"\|")
