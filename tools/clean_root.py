"""A clean Debian in a folder, in which commands run as if on a new machine.

It needs root, debootstrap and Linux namespaces. Mounts in it don't reach the machine. pip inside
uses the package indexes that pip outside is set to.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

SUITE = "bookworm"
PACKAGES = "ca-certificates,make,python3,python3-venv"
CERTIFICATES = "/etc/ssl/certs"
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


class CommandFailed(Exception):
    """A command in a clean root that failed, with its output."""


class CleanRoot(NamedTuple):
    """A folder with a Debian."""

    path: Path

    def copy(self, name: str) -> CleanRoot:
        """Return a copy beside this root; replace an older one."""
        other = self.path.with_name(name)
        shutil.rmtree(other, ignore_errors=True)
        subprocess.run(["cp", "--archive", "--reflink=auto", self.path, other], check=True)
        return CleanRoot(other)

    def command(
        self,
        command: Sequence[str],
        environ: Mapping[str, str] | None = None,
        *,
        folder: str = "/",
        user: str = "0:0",
        is_read_only: bool = False,
        volumes: Mapping[str, Path] | None = None,
    ) -> list[str]:
        """Return the command that runs a command in this root, as the first process there.

        With `is_read_only` only /tmp, which is empty, and the volumes can be written.
        """
        settings, shared = pip_settings()
        inside = {"PATH": PATH, "HOME": "/root", "LANG": "C.UTF-8", **settings, **(environ or {})}
        root = shlex.quote(str(self.path))
        script = ["set -e", "mount --make-rprivate /", f"mount --bind {root} {root}"]
        script += [f"mount --bind /dev {root}/dev", f"mount -t proc proc {root}/proc"]
        mounts = [(path, path, "ro") for path in shared]
        mounts += [(str(path), place, "rw") for place, path in (volumes or {}).items()]
        for path, place, mode in mounts:
            target = shlex.quote(f"{self.path}{place}")
            script += [f"mkdir -p {target}", f"mount --bind {shlex.quote(path)} {target}"]
            script += [f"mount -o remount,bind,{mode} {target}"]
        if is_read_only:
            script += [f"mount -o remount,bind,ro {root}", f"mount -t tmpfs tmpfs {root}/tmp"]
        variables = [f"{name}={value}" for name, value in inside.items()]
        enter = ["chroot", f"--userspec={user}", str(self.path), "env", "-i", *variables]
        enter += ["sh", "-c", 'cd "$0" && exec "$@"', folder, *command]
        script.append(f"exec {shlex.join(enter)}")
        spaces = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
        return [*spaces, "sh", "-c", "\n".join(script)]

    def run(
        self,
        command: Sequence[str],
        environ: Mapping[str, str] | None = None,
        *,
        folder: str = "/",
        typed: str = "",
        seconds: float = 600,
    ) -> str:
        """Run a command and return its output; raise CommandFailed if it fails."""
        done = subprocess.run(
            self.command(command, environ, folder=folder),
            input=typed,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=seconds,
            check=False,
        )
        if done.returncode:
            raise CommandFailed(f"{shlex.join(command)}\n{done.stdout[-4000:]}")
        return done.stdout


def find_obstacle() -> str | None:
    """Return why a clean root can't be made here, or None."""
    if shutil.which("debootstrap") is None:
        return "debootstrap is missing: apt-get install debootstrap"
    if os.geteuid() != 0:
        return "only root can make a clean Debian"
    tried = subprocess.run(["unshare", "--mount", "--pid", "--fork", "true"], check=False)
    return "Linux namespaces aren't permitted here" if tried.returncode else None


def make_root(folder: Path) -> CleanRoot:
    """Return a Debian with Python and make in a folder, made once."""
    base = folder / "base"
    if not (folder / "base-is-complete").exists():
        shutil.rmtree(base, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)
        command = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", SUITE, str(base)]
        done = subprocess.run(
            [*command, *find_mirror()], capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise CommandFailed(f"debootstrap\n{done.stdout[-4000:]}{done.stderr}")
        shutil.copy("/etc/resolv.conf", base / "etc" / "resolv.conf")
        (folder / "base-is-complete").touch()
    return CleanRoot(base)


def find_mirror() -> list[str]:
    """Return the mirror of this machine, if it has packages of the suite."""
    line = "$(CREATED_BY) $(RELEASE) $(COMPONENT) $(SITE)"
    listed = ["apt-get", "indextargets", "--format", line]
    found = subprocess.run(listed, capture_output=True, text=True, check=False).stdout
    return re.findall(rf"^Packages {SUITE} main (\S+)$", found, re.MULTILINE)[:1]


def pip_settings() -> tuple[dict[str, str], list[str]]:
    """Return pip's settings on this machine as variables, and the folders that they name."""
    listed = [sys.executable, "-m", "pip", "--disable-pip-version-check", "config", "list"]
    printed = subprocess.run(listed, capture_output=True, text=True, check=True).stdout
    settings = {"SSL_CERT_DIR": CERTIFICATES}
    folders = {CERTIFICATES}
    for name, value in re.findall(r"^[\w:]+\.([\w-]+)='(.*)'$", printed, re.MULTILINE):
        settings.setdefault(f"PIP_{name.upper().replace('-', '_')}", value)
        for word in value.split():
            path = Path(word.removeprefix("file://"))
            if path.is_dir():  # an index keeps its files beside its pages
                folders.add(str(path.parent if word.startswith("file://") else path))
    return settings, sorted(folders)
