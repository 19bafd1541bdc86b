"""The Dockerfile makes an image for an unprivileged server, from the files that a wheel needs."""

from __future__ import annotations

import json
import tomllib
from argparse import ArgumentParser
from pathlib import Path

import container_check
from container_check import ROOT, Step

from numduel.cli import serve

STEPS = container_check.read_steps((ROOT / "Dockerfile").read_text(encoding="utf-8"))
LAST = dict(container_check.read_stages(STEPS)[""])


def test_instructions_are_read_without_comments_and_line_breaks() -> None:
    assert container_check.read_steps(
        "# an image\nFROM a AS b\nRUN one \\\n  && two\n\nUSER 1\n"
    ) == [
        Step("FROM", "a AS b"),
        Step("RUN", "one && two"),
        Step("USER", "1"),
    ]


def test_image_runs_as_an_unprivileged_user_and_checks_its_health() -> None:
    assert LAST["USER"] == "10001:10001"
    assert LAST["VOLUME"] == "/data"
    assert LAST["STOPSIGNAL"] == "SIGTERM"
    assert "/healthz" in json.loads(LAST["HEALTHCHECK"].partition(" CMD ")[2])[-1]


def test_image_uses_a_python_that_is_tested() -> None:
    version = dict(STEPS)["ARG"].removeprefix("PYTHON=")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert f"Programming Language :: Python :: {version}" in project["classifiers"]


def test_image_starts_the_server_for_other_machines() -> None:
    assert json.loads(LAST["ENTRYPOINT"]) == ["numduel"]
    command, *options = json.loads(LAST["CMD"])
    parser = ArgumentParser()
    serve.add(parser)
    asked = parser.parse_args(options)
    assert command == "serve"
    assert (asked.host, asked.no_open) == ("0.0.0.0", True)


def test_build_gets_all_files_of_the_wheel_and_no_built_ones(tmp_path: Path) -> None:
    container_check.copy_sources(tmp_path)
    built = tomllib.loads((tmp_path / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
        "hatch"
    ]
    wheel = built["build"]["targets"]["wheel"]
    for path in (*wheel["packages"], *wheel["force-include"], "README.md", "LICENSE"):
        assert (tmp_path / path).exists(), path
    assert [*tmp_path.rglob("*.so"), *tmp_path.rglob("__pycache__")] == []
    assert not (tmp_path / "tests").exists()
