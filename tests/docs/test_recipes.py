"""The recipes for other libraries compile, and use names that numduel has."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "recipes.md").read_text(encoding="utf-8")
RECIPES = {part.partition("\n")[0]: part for part in PAGE.split("\n## ")[1:]}


def programs(recipe: str) -> list[ast.Module]:
    return [ast.parse(text) for text in re.findall(r"^```py\n(.+?)^```$", recipe, re.M | re.S)]


def names_of_numduel(program: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield each name that a program imports from numduel, with its module."""
    for node in ast.walk(program):
        if isinstance(node, ast.ImportFrom) and re.match(r"numduel\b", node.module or ""):
            assert node.module is not None
            yield from ((node.module, name.name) for name in node.names)


@pytest.mark.parametrize("recipe", RECIPES.values(), ids=RECIPES)
def test_recipe_compiles_and_uses_names_of_numduel(recipe: str) -> None:
    used = [one for program in programs(recipe) for one in names_of_numduel(program)]
    assert ("numduel.adapters.model_prompt", "judge") in used, "answers have one reader"
    for module, name in used:
        assert hasattr(import_module(module), name), f"{module} has no {name}"


@pytest.mark.parametrize("recipe", RECIPES.values(), ids=RECIPES)
def test_recipe_says_when_and_with_which_version_it_was_tried(recipe: str) -> None:
    found = re.search(r"^Tried (\d{4}-\d\d-\d\d) with `([\w-]+)` ([\d.]+)\. ", recipe, re.M)
    assert found is not None
    _, package, version = found.groups()
    assert re.search(rf"\*\*Install\*\*: `pip install .*{package}=={version}`, \d+ MB\.", recipe)
    assert "**What doesn't work**" in recipe
