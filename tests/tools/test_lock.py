"""The lock files fit the ranges of pyproject.toml, have hashes, and agree with each other."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import lock
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = tomllib.loads((lock.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]


def read_lock(file: Path) -> dict[str, tuple[str, int]]:
    """Return the version and the number of hashes of each package of a lock file."""
    text = file.read_text(encoding="utf-8")
    found = re.findall(r"^([\w.-]+)==(\S+)(.*(?:\n    --hash=\S+.*)*)", text, re.MULTILINE)
    return {
        canonicalize_name(name): (version, rest.count("--hash")) for name, version, rest in found
    }


def requirements(extra: str) -> Iterator[Requirement]:
    """Yield what an extra needs, with the extras that it names."""
    for text in EXTRAS[extra]:
        one = Requirement(text)
        if one.name == "numduel":
            for inner in one.extras:
                yield from requirements(inner)
        else:
            yield one


@pytest.mark.parametrize("name", lock.LOCKS)
def test_lock_fits_the_ranges_of_its_extras(name: str) -> None:
    locked = read_lock(lock.FOLDER / name)
    for extra in lock.LOCKS[name]:
        for one in requirements(extra):
            version, _ = locked[canonicalize_name(one.name)]
            assert version in one.specifier, f"{one}: run `make lock`"


@pytest.mark.parametrize("name", lock.TOOLS)
def test_lock_fits_its_list_of_tools(name: str) -> None:
    locked = read_lock(lock.FOLDER / name)
    for one in map(Requirement, lock.read_list(lock.TOOLS[name])):
        version, _ = locked[canonicalize_name(one.name)]
        assert version in one.specifier, f"{one}: run `make lock`"


@pytest.mark.parametrize("name", [*lock.LOCKS, *lock.TOOLS])
def test_every_locked_package_has_hashes_and_no_address(name: str) -> None:
    locked = read_lock(lock.FOLDER / name)
    assert len(locked) >= (10 if name not in ("fuzz.txt", "wheel-test.txt") else 1)
    assert all(hashes for _, hashes in locked.values())
    assert "://" not in (lock.FOLDER / name).read_text(encoding="utf-8")


def test_locks_for_the_same_environment_agree_on_versions() -> None:
    for name, other in {**dict.fromkeys(lock.LOCKS, lock.WIDEST), **lock.CONSTRAINTS}.items():
        versions = read_lock(lock.FOLDER / other)
        for package, (version, _) in read_lock(lock.FOLDER / name).items():
            assert versions.get(package, (version,))[0] == version, (name, package)


def test_lock_of_the_build_has_all_that_builds_numduel() -> None:
    locked = read_lock(lock.FOLDER / "build.txt")
    project = tomllib.loads((lock.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found = re.search(r"^REQUIRES = (\[.*\])$", (lock.ROOT / "hatch_build.py").read_text(), re.M)
    assert found, "hatch_build.py lists what builds the core"
    for one in map(Requirement, [*project["build-system"]["requires"], *json.loads(found[1])]):
        assert locked[canonicalize_name(one.name)][0] in one.specifier, f"{one}: run `make lock`"


def test_every_install_of_make_and_images_is_locked() -> None:
    """torch is the exception: see SECURITY.md."""
    files = [lock.ROOT / name for name in ("Makefile", "Dockerfile", ".ci/run", "pyproject.toml")]
    files += (lock.ROOT / ".github" / "workflows").glob("*.yml")
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    installs = [line for line in lines if re.search(r"pip (install|wheel) ", line)]
    assert len(installs) >= 8
    for line in installs:
        is_locked = "--require-hashes" in line
        is_own = "--no-deps" in line and ("--no-build-isolation" in line or "/wheels/" in line)
        assert is_locked or is_own or "torch==" in line or "[train]" in line, line
