"""docs/limits.md lists every route, command, engine request and constant that limits something."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import browser_limits
import limits_page
import numduel_editor
from command_limits import limits_of_commands
from limits_page import LIMIT, NOT_LIMITS

from numduel.cli import game_check
from numduel.cli.main import COMMANDS
from numduel.web import engine_tasks, store_postgres
from numduel.web.limits import DEFAULT_LIMITS, FREE
from numduel.web.routes import ROUTES

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "numduel"
PAGE = (ROOT / "docs" / "limits.md").read_text()


def test_every_route_has_a_known_limit_class_on_the_page() -> None:
    for route in ROUTES:
        assert route.limit in (FREE, *DEFAULT_LIMITS), route.path
        assert f"| `{route.method} {route.path}` | `{route.limit}` |\n" in PAGE


def test_every_limit_is_on_the_page_with_a_sentence() -> None:
    """Also one that is assigned together with others, which the page would miss."""
    listed = {row.path.strip("`"): row for row in limits_page.constants()}
    for path in constants_that_limit():
        assert path in listed, f"{path}: assign it alone, and run `make contract`"
        assert listed[path].text, f"{path} needs a docstring"


def constants_that_limit() -> Iterator[str]:
    for file in sorted(SOURCE.rglob("*.py")):
        module = ".".join(file.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
        for names in re.findall(r"^([A-Z][A-Z0-9_, ]+?)(?::.*?)? = ", file.read_text(), re.M):
            for name in names.split(", "):
                if LIMIT.search(name) and not NOT_LIMITS.search(f"{module}.{name}"):
                    yield f"{module}.{name}"


def test_values_on_the_page_are_those_of_the_code() -> None:
    values = {row.path.strip("`"): row.limit for row in limits_page.constants()}
    assert values["web.store_postgres.STATEMENT_TIMEOUT_S"] == (
        f"{store_postgres.STATEMENT_TIMEOUT_S:g} s"
    )
    assert values["web.engine_tasks.MAX_POSITIONS"] == f"{engine_tasks.MAX_POSITIONS:,}"
    assert values["submission.sources.MAX_BYTES"] == f"{2**29:,} bytes"


def test_engine_requests_are_listed_with_their_time_limits() -> None:
    limits = {row.path: row.limit for row in limits_page.engine_requests()}
    assert limits["`web.engine_tasks.analyse`"] == f"{engine_tasks.TIME_LIMIT_S:g} s"
    assert limits["`web.engine_tasks.review_match`"] == f"{engine_tasks.REVIEW_TIME_LIMIT_S:g} s"
    called = {name for file in (SOURCE / "web").glob("*.py") for name in tasks_used_in(file)}
    assert {f"`web.engine_tasks.{name}`" for name in called} <= set(limits)


def tasks_used_in(file: Path) -> Iterator[str]:
    """Yield the functions of engine_tasks that a module passes on."""
    tree = ast.parse(file.read_text())
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        for given in call.args:
            if ast.unparse(given).startswith("engine_tasks."):
                yield ast.unparse(given).removeprefix("engine_tasks.")


def test_every_command_is_on_the_page() -> None:
    _, _, after = PAGE.partition("\n## Commands\n")
    section, _, _ = after.partition("\n## ")
    named = {name.partition(" ")[0] for name in re.findall(r"`([a-z][a-z -]*)`", section)}
    assert named == {*COMMANDS}


def test_options_of_commands_are_listed_with_their_ranges() -> None:
    ranges = {option: values for option, values, _ in limits_of_commands()}
    field = game_check.POSITIONS
    assert ranges["`game check --positions`"] == f"{field.low:,} to {field.high:,}"
    assert ranges["`analyse --seconds`"] == "0 s or more"


def test_limits_in_the_browser_are_listed_with_a_text() -> None:
    rows = limits_page.browser_constants()
    assert all(row.text for row in rows)
    listed = {row.path.strip("`"): row.limit for row in rows}
    assert listed["site/python/numduel_editor.py: CALL_SECONDS"] == (
        f"{numduel_editor.CALL_SECONDS:g} s"
    )
    assert {*constants_in_browser()} == {*listed}


def constants_in_browser() -> Iterator[str]:
    """Yield the constants whose names say that they limit something, with any kind of value."""
    for pattern in browser_limits.FILES:
        for file in ROOT.glob(pattern):
            names = re.findall(r"^ *(?:export )?(?:const )?([A-Z_]+) =", file.read_text(), re.M)
            for name in filter(LIMIT.search, names):
                yield f"{file.relative_to(ROOT).as_posix()}: {name}"
