"""Run tests in Pyodide, where threads, processes and packages with compiled parts are missing."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any
from unittest.mock import MagicMock

import pytest

NO_THREADS = "can't start new thread"
NO_PROCESSES = "emscripten does not support processes"


class Missing(ModuleType):
    """A package, or a name in it, that skips each test that calls it."""

    def __getattr__(self, name: str) -> Missing:
        if name.startswith("__"):
            raise AttributeError(name)
        return Missing(f"{self.__name__}.{name}")

    def __call__(self, *args: object, **how: object) -> None:
        pytest.skip(f"{self.__name__} needs a package with compiled parts")


class Outcomes:
    """A plugin that keeps the outcome of each test, and skips what can't run here."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Any:
        try:
            return (yield)
        except (OSError, RuntimeError) as error:
            if NO_THREADS in str(error) or NO_PROCESSES in str(error):
                pytest.skip("no threads, no processes")
            raise

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" or not report.passed:
            name = report.nodeid.rpartition("::")[2]
            self.found[name] = report.longreprtext if report.failed else report.outcome

    def pytest_collection_finish(self) -> None:
        del sys.modules["numpy"]  # pytest.approx uses it if it is loaded

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if not report.passed:
            self.found[report.nodeid] = report.longreprtext


def run_tests(files: Sequence[str]) -> str:
    """Run the tests in files; return the outcome of each, or its failure, as JSON."""
    hypothesis: Any = ModuleType("hypothesis")  # its strategies are only named
    hypothesis.strategies = MagicMock()
    sys.modules["hypothesis"] = hypothesis
    for name in ("numpy", "numduel.batch"):
        sys.modules[name] = Missing(name)
    outcomes = Outcomes()
    options = [
        "--noconftest",
        "-p",
        "no:cacheprovider",
        "-q",
        "-c",
        "/dev/null",
        "--rootdir=/tests",
    ]
    ignored = ["-W", "ignore::pytest.PytestUnknownMarkWarning"]
    pytest.main([*options, *ignored, *files], plugins=[outcomes])
    return json.dumps(outcomes.found)
