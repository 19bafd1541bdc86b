"""How the app is built: parts that are put together, and Textual only by its public names."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from numduel import tui
from numduel.tui.screens.page import Page

MOST = 25
"""Methods of a class that a newcomer can still take in at once."""

PUBLIC = {"_replace", "_asdict", "_exit"}
"""Public by what Python promises, though their names begin with an underscore."""


def modules() -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(tui.__path__, "numduel.tui."):
        yield importlib.import_module(found.name)


def own_classes() -> Iterator[type[Any]]:
    for module in modules():
        for _, kind in inspect.getmembers(module, inspect.isclass):
            if kind.__module__ == module.__name__:
                yield kind


def private_names(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Whose private name is used, as it is written, and which."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and re.match("_[^_]", node.attr):
            yield ast.unparse(node.value), node.attr


def test_only_one_file_uses_what_is_private_to_others() -> None:
    for module in modules():
        if module.__name__ != "numduel.tui.textual_private":
            used = private_names(ast.parse(Path(str(module.__file__)).read_text()))
            others = [(who, name) for who, name in used if who != "self"]
            assert {name for _, name in others} <= PUBLIC, (module.__name__, others)


def test_no_class_uses_a_private_name_of_the_textual_class_it_is_made_from() -> None:
    """Neither to look into it nor by accident, which would change what Textual keeps there."""
    for kind in own_classes():
        own = ast.parse(textwrap.dedent(inspect.getsource(kind)))
        used = {name for who, name in private_names(own) if who == "self"}
        for base in kind.__mro__:
            if base.__module__.startswith("textual."):
                kept = kept_private(base)
                assert not used & kept, (kind.__name__, base.__name__, used & kept)


@cache
def kept_private(kind: type[Any]) -> set[str]:
    """The private names that a class of Textual defines or fills."""
    return set(re.findall(r"(?:self\.|def )(_[a-z]\w*)", inspect.getsource(kind)))


def methods(kind: type[Any]) -> set[str]:
    return {
        name
        for name, member in vars(kind).items()
        if inspect.isfunction(member) or isinstance(member, property | classmethod)
    }


def test_a_class_has_no_more_methods_than_can_be_taken_in() -> None:
    for kind in own_classes():
        assert len(methods(kind)) <= MOST, kind.__name__


def test_a_class_that_has_more_with_those_it_inherits_says_why() -> None:
    for kind in own_classes():
        ours = [base for base in kind.__mro__ if base.__module__.startswith("numduel.")]
        if len(set().union(*map(methods, ours))) > MOST:
            assert "many methods" in str(kind.__doc__), kind.__name__


def test_a_screen_is_at_most_three_classes_deep_in_this_house() -> None:
    """Page, and BoardPage or FormPage; only what is played like a game is a PlayScreen too."""
    for kind in own_classes():
        if issubclass(kind, Page):
            ours = [base for base in kind.__mro__ if base.__module__.startswith("numduel.")]
            assert len(ours) <= (4 if kind.__name__ in ("TrialScreen", "DuelScreen") else 3), (
                kind.__name__
            )
