"""Shared fixtures and settings; Hypothesis is random locally and deterministic in CI."""

from __future__ import annotations

import gc
import os
import re
import signal
import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from databases import Postgres, postgres, programs
from hypothesis import HealthCheck, settings

from duel_support import with_more_games
from numduel.game_files import VARIABLE

if TYPE_CHECKING:
    from bot_support import Bots
    from browser_support import People
    from model_server import Served as ServedModel
    from playwright.sync_api import Browser, Playwright
    from static_site import StaticSite
    from web_support import Served

SOURCES = Path(__file__).parents[1] / "src"

settings.register_profile(
    "desk",
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("ci", settings.get_profile("desk"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "desk")

# Apps and solved games consist of many small objects. With the default thresholds, garbage
# collection takes a fifth of the test time.
gc.set_threshold(100_000, 20, 20)

# A background job of a shell ignores Ctrl-C, and so do the programs it starts. Then a test that
# interrupts a program would never end.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
for name in ("SIGQUIT", "SIGHUP"):
    if hasattr(signal, name):  # Windows has neither
        signal.signal(getattr(signal, name), signal.SIG_DFL)


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Don't collect doctests from test files: a file that can't be imported would be skipped."""
    return [found for found in (yield) if type(found) is pytest.Module]


class Examples:
    """A plugin that skips modules without doctests, and drops the games that one loads."""

    @pytest.fixture(autouse=True)
    def _same_games(self) -> Iterator[None]:
        before, path = os.environ.get(VARIABLE, ""), sys.path.copy()
        yield
        os.environ[VARIABLE] = before
        sys.path[:] = path  # it tells worker processes which games to load

    @staticmethod
    def pytest_ignore_collect(collection_path: Path) -> bool | None:
        is_module = collection_path.suffix == ".py" and collection_path.is_relative_to(SOURCES)
        return True if is_module and b">>>" not in collection_path.read_bytes() else None


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Examples())  # a conftest applies only to its own folder


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that use a browser fixture."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder for the saved games of this test."""
    monkeypatch.setenv("NUMDUEL_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "home" / "games"


@pytest.fixture
def bots(tmp_path: Path) -> Iterator[Bots]:
    """Yield bots in a temporary folder; none may be left running at the end."""
    from bot_support import Bots

    bots = Bots(tmp_path)
    yield bots
    assert bots.alive() == []


# ---- databases


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    """Yield PostgreSQL from Debian's package, without protection against power failure."""
    if programs() is None:
        if os.environ.get("CI"):
            pytest.fail("PostgreSQL is missing: apt-get install postgresql")
        pytest.skip("PostgreSQL is not installed")
    with postgres(is_safe=False) as found:
        yield found


@pytest.fixture(params=("sqlite", "postgres"))
def new_database(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], str]:
    """Return a function that creates an empty database and returns its `--database` value."""
    if request.param == "postgres":
        server: Postgres = request.getfixturevalue("postgres_server")
        return server.new
    numbers = iter(range(1000))
    return lambda: str(tmp_path / f"matches{next(numbers)}.sqlite3")


@pytest.fixture
def database(new_database: Callable[[], str]) -> str:
    return new_database()


# ---- servers


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Yield a shared server with the games of tests/sixth; its log must have no errors."""
    from web_support import Served, more_games

    folder = tmp_path_factory.mktemp("served")
    with Served(folder / "matches.db", "--log-requests", environ=more_games()) as found:
        yield found
        found.stop()
        assert found.exit_status == 0
        assert not re.search("ERROR|Traceback", found.said), found.said


# ---- browsers, in a process that runs no test of asyncio


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as found:
        yield found


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    from browser_support import chromium

    with chromium(playwright) as found:
        yield found


@pytest.fixture(scope="session")
def whole_browser(playwright: Playwright) -> Iterator[Browser]:
    from browser_support import chromium

    with chromium(playwright, is_whole=True) as found:
        yield found


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the browser edition, built once."""
    from built_site import build_once

    return build_once(tmp_path_factory)


@pytest.fixture
def site(built_site: Path) -> Iterator[StaticSite]:
    """Yield the browser edition on a plain static server."""
    from static_site import serve_folder

    with serve_folder(built_site) as found:
        yield found


@pytest.fixture(scope="session")
def page_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Yield a server with the games of tests/sixth."""
    from web_support import Served, more_games

    folder = tmp_path_factory.mktemp("server")
    database = folder / "matches.sqlite3"
    with with_more_games(), Served(database, environ=more_games()) as found:
        yield found


@pytest.fixture(scope="session")
def all_people(browser: Browser, page_server: Served) -> Iterator[People]:
    from browser_support import People

    people = People(browser, page_server)
    yield people
    people.close()


@pytest.fixture
def people(all_people: People) -> Iterator[People]:
    """Yield the people of a test; fail on page errors and requests to other hosts."""
    try:
        yield all_people
        assert all_people.errors() == []
    finally:
        all_people.reset()


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch, home: Path) -> ServedModel:
    """Return a function that starts an endpoint, named in the environment, without pauses."""
    from contextlib import contextmanager

    from model_server import KEY, ModelServer, Script, served

    from numduel.adapters import model_endpoint

    monkeypatch.setattr(model_endpoint, "RETRY_PAUSES_S", (0.0, 0.0, 0.0, 0.0))
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)

    @contextmanager
    def serving(script: Script) -> Iterator[ModelServer]:
        with served(script) as server:
            monkeypatch.setenv("OPENAI_BASE_URL", server.url)
            yield server

    return serving
