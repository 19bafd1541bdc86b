"""The walks of CONTRIBUTING name functions that exist."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

TEXT = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text(encoding="utf-8")


def resolve(name: str) -> Any:
    """Return the object that a dotted name below numduel stands for."""
    here: Any = import_module("numduel")
    path = "numduel"
    for part in name.split("."):
        path = f"{path}.{part}"
        is_module = isinstance(here, ModuleType) and not hasattr(here, part)
        here = import_module(path) if is_module else getattr(here, part)
    return here


def walks() -> dict[str, list[str]]:
    section = TEXT.partition("## Six code paths")[2].partition("\n## ")[0]
    items = re.findall(r"^- \*\*(.+?)\*\*(.+?)(?=^- |\Z)", section, re.MULTILINE | re.DOTALL)
    return {title: re.findall(r"`([a-z_]+\.[\w.]+)`", text) for title, text in items}


def test_walks_name_existing_functions() -> None:
    pytest.importorskip("textual")
    assert len(walks()) == 6
    for title, names in walks().items():
        assert len(names) >= 3, title
        for name in names:
            assert callable(resolve(name)), (title, name)
