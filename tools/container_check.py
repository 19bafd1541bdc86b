"""Run the steps of the Dockerfile in clean Debians, then its server, as a container would.

It needs no Docker daemon: Debian's Python replaces the images that FROM names. The rest are the
Dockerfile's own lines: a build with a C compiler, and an image without one. Its server runs as its
user with a read-only root, answers its health check, and ends when it gets its stop signal.
"""

from __future__ import annotations

import fnmatch
import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

from clean_root import PATH, CleanRoot, CommandFailed, find_obstacle, make_root

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "clean-root"
COMPILER = ("gcc", "libc6-dev", "python3-dev")
"""Debian's packages with what the larger image of Python has."""

NO_QUESTIONS = {"DEBIAN_FRONTEND": "noninteractive"}

START_TIMEOUT_S, STOP_TIMEOUT_S = 60, 10


class Step(NamedTuple):
    """An instruction of a Dockerfile and its argument, in one line."""

    name: str
    argument: str


class Image(NamedTuple):
    """A stage of a Dockerfile after its steps: files, variables and the rest of its settings."""

    root: CleanRoot
    environ: dict[str, str]
    settings: dict[str, str]


def read_steps(text: str) -> list[Step]:
    """Return the instructions of a Dockerfile, without comments."""
    lines = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    joined = re.sub(r"\\\n\s*", "", lines)
    return [Step(*line.split(maxsplit=1)) for line in joined.splitlines() if line.strip()]


def read_stages(steps: list[Step]) -> dict[str, list[Step]]:
    """Return the steps of each stage by its name; the last stage is ""."""
    stages: dict[str, list[Step]] = {}
    for step in steps:
        if step.name == "FROM":
            stages[step.argument.partition(" AS ")[2]] = [step]
        elif stages:
            stages[list(stages)[-1]].append(step)
    return stages


def read_ignored(text: str) -> tuple[list[str], list[str]]:
    """Return the paths that .dockerignore lets through, and the patterns it ignores in them."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    patterns = [line.removeprefix("**/") for line in lines if line[0] != "!" and line != "*"]
    return [line[1:] for line in lines if line[0] == "!"], patterns


def copy_sources(target: Path) -> None:
    """Copy what a build of the image gets."""
    paths, ignored = read_ignored((ROOT / ".dockerignore").read_text(encoding="utf-8"))
    for path in paths:
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / path).is_dir():
            shutil.copytree(ROOT / path, target / path, ignore=shutil.ignore_patterns(*ignored))
        elif not any(fnmatch.fnmatch(path, pattern) for pattern in ignored):
            shutil.copy(ROOT / path, target / path)


def build_image(name: str, steps: list[Step], base: CleanRoot, others: dict[str, Image]) -> Image:
    """Run the steps of a stage in a copy of a root."""
    image = Image(base.copy(f"image-{name or 'last'}"), {"PATH": PATH}, {"WORKDIR": "/"})
    (image.root.path / "usr/local/bin/python").symlink_to("/usr/bin/python3")
    if name:  # a larger image, to build with
        install = "apt-get update -qq && apt-get install -y -qq --no-install-recommends"
        image.root.run(["sh", "-c", f"{install} {' '.join(COMPILER)}"], NO_QUESTIONS)
    for step in steps[1:]:
        print(f"{step.name} {step.argument}"[:110], flush=True)
        apply_step(step, image, others)
    return image


def apply_step(step: Step, image: Image, others: dict[str, Image]) -> None:
    """Change an image as an instruction says."""
    files = image.root.path
    if step.name == "RUN":
        folder = image.settings["WORKDIR"]
        image.root.run(["sh", "-c", step.argument], image.environ, folder=folder)
    elif step.name == "COPY" and step.argument == ". .":
        copy_sources(Path(f"{files}{image.settings['WORKDIR']}"))
    elif step.name == "COPY":
        stage, source, target = step.argument.removeprefix("--from=").split()
        shutil.copytree(f"{others[stage].root.path}{source}", f"{files}{target}", symlinks=True)
    elif step.name == "ENV":
        for word in shlex.split(step.argument):
            name, _, value = word.partition("=")
            image.environ[name] = value.replace("$PATH", image.environ["PATH"])
    else:
        image.settings[step.name] = step.argument
    if step.name in ("WORKDIR", "VOLUME"):
        Path(f"{files}{step.argument}").mkdir(parents=True, exist_ok=True)


@contextmanager
def start(image: Image, data: Path) -> Iterator[int]:
    """Start an image with a read-only root; yield the id of its first process; stop it."""
    words = json.loads(image.settings["ENTRYPOINT"]) + json.loads(image.settings["CMD"])
    command = image.root.command(
        words,
        image.environ,
        folder=image.settings["WORKDIR"],
        user=image.settings["USER"],
        is_read_only=True,
        volumes={image.settings["VOLUME"]: data},
    )
    with subprocess.Popen(command, start_new_session=True) as outer:
        try:
            children = Path(f"/proc/{outer.pid}/task/{outer.pid}/children")
            wait_until(lambda: bool(children.read_text().split()), "The server didn't start.")
            yield int(children.read_text().split()[0])
            with suppress(subprocess.TimeoutExpired):
                outer.wait(STOP_TIMEOUT_S)
        finally:
            if outer.poll() is None:
                os.killpg(outer.pid, signal.SIGKILL)
    if outer.returncode:
        raise CommandFailed(f"The server didn't stop cleanly: status {outer.returncode}.")


def wait_until(is_done: Callable[[], bool], otherwise: str) -> None:
    """Wait until a question is answered with yes; raise CommandFailed with a sentence if never."""
    end = time.monotonic() + START_TIMEOUT_S
    while not is_done():
        if time.monotonic() > end:
            raise CommandFailed(otherwise)
        time.sleep(0.2)


def run_beside(
    process: int, command: list[str], image: Image, user_and_group: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run a command in the namespaces of a process, as the image's user or another one."""
    user, group = (user_and_group or image.settings["USER"]).split(":")
    spaces = ["nsenter", f"--target={process}", "--mount", "--pid", "--root", "--wd"]
    spaces += [f"--setuid={user}", f"--setgid={group}"]
    variables = [f"{name}={value}" for name, value in image.environ.items()]
    inside = [*spaces, "env", "-i", *variables, *command]
    return subprocess.run(inside, capture_output=True, text=True, check=False)


def check_server(image: Image) -> None:
    """Start the server of an image, ask for its health and its page, and stop it."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    image.environ["NUMDUEL_PORT"] = str(port)
    data = FOLDER / "data"
    shutil.rmtree(data, ignore_errors=True)
    data.mkdir(mode=0o700)
    os.chown(data, *map(int, image.settings["USER"].split(":")))
    health = json.loads(image.settings["HEALTHCHECK"].partition(" CMD ")[2])
    with start(image, data) as process:
        wait_until(lambda: not run_beside(process, health, image).returncode, "It isn't healthy.")
        owner = Path(f"/proc/{process}").stat()
        if f"{owner.st_uid}:{owner.st_gid}" != image.settings["USER"]:
            raise CommandFailed(f"The server runs as {owner.st_uid}:{owner.st_gid}.")
        print(f"Healthy, as the user {image.settings['USER']}")
        if not run_beside(process, ["touch", "/probe"], image, "0:0").returncode:
            raise CommandFailed("The root of the image can be written.")
        with urlopen(f"http://127.0.0.1:{port}/", timeout=10) as page:
            if b"numduel" not in page.read():
                raise CommandFailed("The server doesn't send its page.")
        used = run_beside(process, ["numduel", "--version"], image).stdout
        if "(compiled core)" not in used:
            raise CommandFailed(f"The image has no compiled core: {used}")
        os.kill(process, getattr(signal, image.settings["STOPSIGNAL"]))
    print(f"Stopped by {image.settings['STOPSIGNAL']}; its data: {sorted(os.listdir(data))}")


def main() -> int:
    """Build the image and check its server; without root or debootstrap, skip it outside CI."""
    obstacle = find_obstacle()
    if obstacle:
        print(f"Skipped the check of the container: {obstacle}.")
        return int(bool(os.environ.get("CI")))
    try:
        base = make_root(FOLDER)
        images: dict[str, Image] = {}
        dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
        for name, steps in read_stages(read_steps(dockerfile)).items():
            images[name] = build_image(name, steps, base, images)
        check_server(images[""])
    except CommandFailed as why:
        print(why, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
