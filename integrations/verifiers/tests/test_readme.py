"""The commands of the README, run as printed."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from evaluating import first_legal
from model_server import KEY, Say, served

from numduel.exam.questions import questions
from numduel_moves import MovesConfig, MoveTask
from numduel_play import MatchTask, PlayConfig

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def run_shell(command: str, folder: Path, **settings: str) -> None:
    """Run a command with the programs of this environment."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=os.environ | {"PATH": path} | settings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def run_command(id: str, folder: Path, more: str = "") -> list[dict[str, Any]]:
    """Run the README's command for an environment; return the traces that it saved."""
    (command,) = re.findall(rf"^```sh\n(vf-eval {id} .+?)\n```$", README, re.M | re.S)

    def answer(messages: list[dict[str, str]]) -> Say:
        return Say(first_legal(messages[-1]["content"]))

    with served(answer) as server:
        command = f"{command} --no-rich --run.name tried {more}"
        run_shell(command, folder, OPENAI_BASE_URL=server.url, OPENAI_API_KEY=KEY)
    return read_traces(folder / "outputs" / "tried")


def read_traces(run: Path) -> list[dict[str, Any]]:
    """Return the saved traces of a run, which don't contain the key."""
    saved = (run / "traces.jsonl").read_text(encoding="utf-8")
    assert KEY not in saved
    return [json.loads(line)["traces"][0] for line in saved.splitlines()]


def test_command_plays_matches_with_other_weights(tmp_path: Path) -> None:
    weight = "--env.taskset.task.rewards.regret.weight -1"
    traces = run_command("numduel-play", tmp_path, weight)
    assert len(traces) == 4
    for trace in traces:
        assert 'Options "size=4 target=34' in trace["info"]["record"]
        rewards = trace["rewards"]
        assert (rewards["result"]["weight"], rewards["regret"]["weight"]) == (1, -1)


def test_saved_run_is_scored_again_without_the_model(tmp_path: Path) -> None:
    def rewards(traces: list[dict[str, Any]]) -> dict[str, Any]:
        return {trace["task"]["data"]["id"]: trace["rewards"] for trace in traces}

    first = rewards(run_command("numduel-play", tmp_path))
    run_shell("vf-replay outputs/tried --no-rich --output-dir again", tmp_path)
    assert first == rewards(read_traces(tmp_path / "again"))


def test_command_takes_the_exam(tmp_path: Path) -> None:
    traces = run_command("numduel-moves", tmp_path)
    ids = sorted(trace["task"]["data"]["id"] for trace in traces)
    assert ids == sorted(one.id for one in questions()[:20])


@pytest.mark.parametrize("config", [PlayConfig, MovesConfig])
def test_readme_lists_every_setting(config: Any) -> None:
    own = config.model_fields.keys() - {"id", "task", "system_prompt"}
    assert own <= set(re.findall(r"^\| `(\w+)` \|", README, re.M))


@pytest.mark.parametrize("task", [MatchTask, MoveTask])
def test_readme_lists_every_reward(task: Any) -> None:
    rewards = [name for name, thing in vars(task).items() if hasattr(thing, "reward")]
    assert len(rewards) == 4
    for name in rewards:
        assert re.search(rf"^\| .*`{name}`.* \| .+ \| .+ \|$", README, re.M), name
