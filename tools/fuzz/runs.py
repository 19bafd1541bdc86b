"""One run of a target: libFuzzer in a separate process, and its figures."""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from torture.tally import today

from .sanitized import ROOT, environment
from .tally import Run
from .targets import CORPUS, MAX_BYTES, TARGETS
from .words import write_dictionary

__all__ = ["run_target", "work_folder"]

FLAGS = ("-timeout=60", "-rss_limit_mb=2500", f"-max_len={MAX_BYTES}", "-print_final_stats=1")
"""A run fails if an input takes longer than a minute or more memory than this."""

EXECUTIONS = re.compile(r"^stat::number_of_executed_units: +(\d+)", re.MULTILINE)
EDGES = re.compile(r"\bcov: (\d+)")
SHOWN_LINES = 60

STOPPED = (0, 72, -signal.SIGINT, -signal.SIGTERM)
"""Exit statuses of a run that ended in time, or that was stopped: libFuzzer's own is 72."""


def work_folder(name: str) -> Path:
    """Return the folder for all inputs of a target that reach something new, and for crashes."""
    folder = ROOT / "build" / "fuzz" / name
    (folder / "corpus").mkdir(parents=True, exist_ok=True)
    (folder / "crashes").mkdir(exist_ok=True)
    return folder


def run_target(name: str, seconds: int) -> Run:
    """Fuzz a target for some seconds."""
    if find_spec("atheris") is None:
        sys.exit(
            "Fuzzing needs atheris, which has wheels for Linux: see tools/fuzz/requirements.txt"
        )
    folder = work_folder(name)
    write_dictionary(name, folder / "dictionary")
    flags = [
        *(f"-max_total_time={seconds}", f"-dict={folder / 'dictionary'}"),
        *(f"-artifact_prefix={folder / 'crashes'}{os.sep}", *FLAGS),
        *(str(folder / "corpus"), str(CORPUS / name)),
    ]
    before = _children_seconds()
    failed, log = _fuzz(name, flags)
    (folder / "log").write_text(log, encoding="utf-8")
    executions, edges = EXECUTIONS.findall(log), EDGES.findall(log)
    if failed:
        print("\n".join(log.splitlines()[-SHOWN_LINES:]), file=sys.stderr)
    return Run(
        name,
        round(_children_seconds() - before, 1),
        int(executions[-1]) if executions else 0,
        int(edges[-1]) if edges else 0,
        int(failed),
        today(),
    )


def _fuzz(name: str, flags: list[str]) -> tuple[bool, str]:
    """Run libFuzzer; return whether it failed, and what it printed."""
    (CORPUS / name).mkdir(parents=True, exist_ok=True)
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tools")])
    more = environment() if TARGETS[name].is_compiled else {"PYTHONPATH": paths}
    command = [sys.executable, "-m", "fuzz.worker", name, *flags]
    done = subprocess.run(
        command, env={**os.environ, **more}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    return done.returncode not in STOPPED, done.stdout.decode(errors="replace")


def _children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
