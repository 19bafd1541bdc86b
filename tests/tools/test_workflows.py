"""Workflows have few permissions and use things that exist; docs/release.md lists their steps."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
TABLE = (ROOT / "docs" / "release.md").read_text(encoding="utf-8").split("## Steps of the")[1]

WRITES = {
    ("release", "publish"): {"id-token"},
    ("release", "release"): {"attestations", "contents", "id-token"},
    ("release", "image"): {"attestations", "id-token", "packages"},
    ("pages", "deploy"): {"id-token", "pages"},
    ("container", "push"): {"attestations", "id-token", "packages"},
}
"""The jobs that may write, and what; all others only read."""


def load(file: Path) -> dict[str, Any]:
    """Return a workflow; YAML reads its key `on` as true."""
    loaded = yaml.safe_load(file.read_text(encoding="utf-8"))
    return {"on" if key is True else key: value for key, value in loaded.items()}


def jobs() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield the workflow, the id and the content of each job."""
    for file in FILES:
        yield from ((file.stem, id, job) for id, job in load(file)["jobs"].items())


def steps() -> Iterator[dict[str, Any]]:
    """Yield every step of every job."""
    for _, _, job in jobs():
        yield from job.get("steps", [])


def commands() -> str:
    """Return all that the workflows run, as text."""
    return "\n".join(step["run"] for step in steps() if "run" in step)


def make_targets() -> set[str]:
    return set(re.findall(r"^([\w./$()-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


def test_all_five_workflows_are_tested() -> None:
    assert [file.stem for file in FILES] == ["ci", "container", "pages", "release", "wheels"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_workflow_reads_only_and_never_runs_twice_at_once(file: Path) -> None:
    workflow = load(file)
    assert workflow["permissions"] == {"contents": "read"}
    assert workflow["concurrency"]["group"]


def test_only_jobs_that_publish_may_write() -> None:
    writing = {}
    for workflow, id, job in jobs():
        granted = {name for name, to in job.get("permissions", {}).items() if to == "write"}
        if granted:
            writing[workflow, id] = granted
    assert writing == WRITES


def test_every_job_ends_in_time() -> None:
    for workflow, id, job in jobs():
        assert "uses" in job or 5 <= job["timeout-minutes"] <= 120, (workflow, id)


def test_everything_is_published_after_the_check_and_an_approval() -> None:
    release = load(ROOT / ".github/workflows/release.yml")["jobs"]
    assert release["publish"]["environment"] == "pypi"
    assert set(release["publish"]["needs"]) == {"check", "packages"}
    assert release["release"]["needs"] == release["image"]["needs"] == "publish"


def test_only_the_release_starts_for_a_tag() -> None:
    pushes = {file.stem: load(file)["on"].get("push") for file in FILES}
    assert pushes.pop("release") == {"tags": ["v*"]}
    assert all(push in (None, {"branches": ["main"]}) for push in pushes.values())


def test_job_of_another_workflow_gets_the_permissions_that_it_asks_for() -> None:
    for workflow, id, job in jobs():
        if "uses" in job:
            called = load(ROOT / job["uses"])["jobs"].values()
            asked = [one["permissions"] for one in called if "permissions" in one]
            granted = job.get("permissions", {"contents": "read"})
            assert all(one.items() <= granted.items() for one in asked), (workflow, id)


def test_firefox_runs_in_the_home_of_root() -> None:
    """It refuses to run as root in another user's home, which GitHub gives to containers."""
    everything = load(ROOT / ".github/workflows/ci.yml")["jobs"]["everything"]["steps"]
    (step,) = (step for step in everything if step.get("run") == ".ci/run")
    assert step["env"]["HOME"] == "/root"


def test_actions_are_pinned_by_commit_and_leave_no_password() -> None:
    for step in steps():
        assert "uses" not in step or re.fullmatch(r"[\w.-]+/[\w.-]+@[0-9a-f]{40}", step["uses"])
        if step.get("uses", "").startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] is False


def test_same_action_has_the_same_commit_everywhere() -> None:
    pinned = {step["uses"] for step in steps() if "uses" in step}
    assert len({action.partition("@")[0] for action in pinned}) == len(pinned)


def test_commands_contain_no_text_of_events() -> None:
    assert "${{" not in commands()


def test_packages_are_installed_from_locks_with_hashes() -> None:
    installed = re.findall(r"pip install (.+)", commands())
    assert len(installed) >= 4
    for words in installed:
        is_own = words == "--no-deps --no-build-isolation ."
        assert is_own or words.startswith("--require-hashes --requirement requirements/"), words


def test_commands_use_targets_and_files_that_exist() -> None:
    lines = [line for line in commands().splitlines() if "apt-get install" not in line]
    used = set(re.findall(r"\bmake ([\w./-]+)", "\n".join(lines)))
    assert used <= {name.replace("$(VENV)", ".venv") for name in make_targets()}
    paths = re.findall(r"(?<![\w/.])((?:tests|tools|requirements|\.ci)/[\w/.]+)", commands())
    assert len(paths) > 5
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_oldest_and_newest_python_are_tested() -> None:
    names = [line.rpartition(" ")[2] for line in PROJECT["classifiers"]]
    versions = sorted((name for name in names if re.fullmatch(r"3\.\d+", name)), key=minor)
    tested = load(ROOT / ".github/workflows/ci.yml")["jobs"]["quick"]["strategy"]["matrix"]
    assert tested["python"] == [versions[0], versions[-1]]
    assert PROJECT["requires-python"] == f">={versions[0]}"
    assert len(versions) == minor(versions[-1]) - minor(versions[0]) + 1


def minor(version: str) -> int:
    return int(version.partition(".")[2])


def test_release_page_lists_every_step_and_job_once() -> None:
    rows = re.findall(r"^\| (.+?) \| (.+?) \| (.+?) \|$", TABLE, re.MULTILINE)[2:]
    names = [step for step, _, _ in rows]
    assert len(set(names)) == len(names)
    assert set(names) == {step["name"] for step in steps()}
    listed = " ".join(job for _, job, _ in rows)
    for workflow, id, job in jobs():
        assert job["name"].partition(", ${{")[0] in listed, (workflow, id)


def test_release_page_says_of_each_step_if_it_has_run() -> None:
    for step, _, run_by in re.findall(r"^\| (.+?) \| (.+?) \| (.+?) \|$", TABLE, re.MULTILINE)[2:]:
        by = re.findall(r"`(.+?)`", run_by)
        assert by or run_by == "not yet run", step
        targets = {name.removeprefix("make ") for name in by if name != ".ci/run"}
        assert targets <= make_targets(), step
