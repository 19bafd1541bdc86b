"""The lock files fit the ranges of pyproject.toml, have hashes, and agree with each other."""

from __future__ import annotations

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
    lines = (lock.ROOT / lock.TOOLS[name]).read_text(encoding="utf-8").splitlines()
    for one in (Requirement(line) for line in lines if not line.startswith("#")):
        version, _ = locked[canonicalize_name(one.name)]
        assert version in one.specifier, f"{one}: run `make lock`"


@pytest.mark.parametrize("name", [*lock.LOCKS, *lock.TOOLS])
def test_every_locked_package_has_hashes_and_no_address(name: str) -> None:
    locked = read_lock(lock.FOLDER / name)
    assert len(locked) >= 10
    assert all(hashes for _, hashes in locked.values())
    assert "://" not in (lock.FOLDER / name).read_text(encoding="utf-8")


def test_locks_agree_on_versions() -> None:
    widest = read_lock(lock.FOLDER / lock.WIDEST)
    for name in lock.LOCKS:
        for package, (version, _) in read_lock(lock.FOLDER / name).items():
            assert widest[package][0] == version, package
