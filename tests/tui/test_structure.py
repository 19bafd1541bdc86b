"""The structure of the app: small classes that use only public names of Textual."""

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

MAX_METHODS = 25
"""Most methods a class may define."""

PUBLIC_UNDERSCORE_NAMES = {"_replace", "_asdict", "_exit"}
"""Public in Python despite the underscore."""


def import_modules() -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(tui.__path__, "numduel.tui."):
        yield importlib.import_module(found.name)


def app_classes() -> Iterator[type[Any]]:
    for module in import_modules():
        for _, kind in inspect.getmembers(module, inspect.isclass):
            if kind.__module__ == module.__name__:
                yield kind


def private_names(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield the owner, as written, and the name of each private attribute used."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and re.match("_[^_]", node.attr):
            yield ast.unparse(node.value), node.attr


def test_only_textual_private_uses_private_names_of_others() -> None:
    for module in import_modules():
        if module.__name__ != "numduel.tui.textual_private":
            used = private_names(ast.parse(Path(str(module.__file__)).read_text()))
            others = [(owner, name) for owner, name in used if owner != "self"]
            assert {name for _, name in others} <= PUBLIC_UNDERSCORE_NAMES, (
                module.__name__,
                others,
            )


def test_no_class_reuses_a_private_name_of_its_textual_base() -> None:
    """Reading one depends on Textual's internals; assigning one by accident breaks them."""
    for kind in app_classes():
        own = ast.parse(textwrap.dedent(inspect.getsource(kind)))
        used = {name for owner, name in private_names(own) if owner == "self"}
        for base in kind.__mro__:
            if base.__module__.startswith("textual."):
                clashes = used & private_names_of(base)
                assert not clashes, (kind.__name__, base.__name__, clashes)


@cache
def private_names_of(kind: type[Any]) -> set[str]:
    """Return the private names that a Textual class defines or assigns."""
    return set(re.findall(r"(?:self\.|def )(_[a-z]\w*)", inspect.getsource(kind)))


def methods_of(kind: type[Any]) -> set[str]:
    return {
        name
        for name, member in vars(kind).items()
        if inspect.isfunction(member) or isinstance(member, property | classmethod)
    }


def test_no_class_has_too_many_methods() -> None:
    for kind in app_classes():
        assert len(methods_of(kind)) <= MAX_METHODS, kind.__name__


def test_class_with_many_inherited_methods_explains_why() -> None:
    for kind in app_classes():
        ours = [base for base in kind.__mro__ if base.__module__.startswith("numduel.")]
        if len(set().union(*map(methods_of, ours))) > MAX_METHODS:
            assert "many methods" in str(kind.__doc__), kind.__name__


def test_screen_has_at_most_three_classes_of_this_package() -> None:
    """Page, BoardPage or FormPage, and the screen; trials and duels add PlayScreen."""
    for kind in app_classes():
        if issubclass(kind, Page):
            ours = [base for base in kind.__mro__ if base.__module__.startswith("numduel.")]
            assert len(ours) <= (4 if kind.__name__ in ("TrialScreen", "DuelScreen") else 3), (
                kind.__name__
            )
