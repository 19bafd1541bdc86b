"""The reference of the Python API, docs/api.md, from the docstrings of the public names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import takewhile
from pathlib import Path
from textwrap import fill, indent

import griffe
from griffe import DocstringSectionKind, ParameterKind

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
MAX_COLUMNS = 120

HEAD = (
    "`import numduel` gives you every name on this page. Modules further inside can change from"
    " release to release. All examples run as tests.",
    "`make contract` writes this page from the docstrings. docs/glossary.md explains the terms.",
)

IMPORT = "```python\n>>> import numduel\n\n```"
"""The first example, which the others need."""

SECTIONS = {
    "Games": "games new load_game Game AnyGame Player Move Status Turn Chance Over Dice",
    "Matches": "Match Ply Ending",
    "Players": "players",
    "Records": "record",
    "Engine": "analyse Engine Budget Exhausted Report Value",
    "Pictures": "Picture Tile Tag Fact Feature",
    "Errors": "NumduelError SetupError UnknownGame MoveError InvalidMove AmbiguousMove IllegalMove"
    " PlayerError RulesError WrongType RecordError",
}
"""The public names, in the order of the page."""

INTROS = {
    "Engine": "Every position has an exact value: see docs/engine.md. The engine is imported when"
    " you first use it.",
    "Errors": "If an error is about a match, the match has not changed.",
}

FOR_AUTHORS = {
    *("aliases", "boards", "complete", "deal", "drawing", "expects", "forbids", "implied"),
    *(
        "embedding_in",
        "examples",
        "list_order",
        "nowhere",
        "options_type",
        "read_board",
        "setup",
        "threat",
    ),
    "to_move_and_winner",
}
"""Members of `Game` that only authors of games need. CONTRIBUTING.md describes them."""


def page() -> str:
    """Return the page."""
    objects = load()
    blocks = ["# Python API", *map(_wrap, HEAD), IMPORT]
    for title, names in SECTIONS.items():
        blocks.append(f"## {title}")
        if title in INTROS:
            blocks.append(_wrap(INTROS[title]))
        if title == "Errors":
            blocks.append("\n".join(["```", *_tree(objects, "NumduelError"), "```"]))
        for name in names.split():
            blocks.append(f"### `{name}{_signature(objects[name])}`")
            blocks += _docstring(objects[name])
            if members := _members(objects[name]):
                blocks.append(_list(_item(m, f"{name}.{m.name}") for m in members))
    return "\n\n".join(blocks) + "\n"


@cache
def load_package(submodules: bool = True) -> griffe.Module:
    """Return the package, parsed from the source."""
    found = griffe.load(
        "numduel",
        search_paths=[SOURCE],
        submodules=submodules,
        allow_inspection=False,
        docstring_parser="google",
        docstring_options={"trim_doctest_flags": False},
    )
    assert isinstance(found, griffe.Module)
    return found


def load() -> dict[str, griffe.Object]:
    """Return the public names in order, parsed from the source without importing it."""
    package, front = load_package(), load_package(False)  # `games` is a function, and a package
    return {
        name: _target((package if front.members[name].is_alias else front).members[name])
        for names in SECTIONS.values()
        for name in names.split()
    }


def _target(found: griffe.Object | griffe.Alias) -> griffe.Object:
    return found.final_target if isinstance(found, griffe.Alias) else found


def _members(thing: griffe.Object) -> list[griffe.Object]:
    """Return the public members, in the order of the source; of a class, the documented ones."""
    if thing.is_module:
        exports = set(map(str, thing.exports or ()))
        return [_target(member) for name, member in thing.members.items() if name in exports]
    hidden = FOR_AUTHORS if thing.path == "numduel.core.Game" else ()
    return [
        _target(member)
        for name, member in thing.members.items()
        if member.has_docstring and not name.startswith("_") and name not in hidden
    ]


def _item(thing: griffe.Object, name: str) -> str:
    """Return a member as an item of a list."""
    blocks = list(_docstring(thing))
    texts = list(takewhile(lambda block: not block.startswith(("- ", "```")), blocks))
    lines = [_wrap(f"- `{name}{_signature(thing)}`: {' '.join(texts)}")]
    for block in blocks[len(texts) :]:
        separator = "" if block.startswith("- ") else "\n"
        lines.append(separator + indent(block, "    "))
    if thing.is_class:
        lines += [indent(_item(member, member.name), "    ") for member in _members(thing)]
    return _list(lines)


def _list(items: Iterable[str]) -> str:
    """Return items as a list, with the empty line that Markdown needs after code."""
    return re.sub(r"(\n *```)(?=\n *- )", r"\1\n", "\n".join(items))


# ---- docstrings


def _docstring(thing: griffe.Object) -> Iterator[str]:
    """Yield the paragraphs, lists and examples of a docstring as Markdown."""
    parsed = thing.docstring.parsed if thing.docstring else []
    sections = {section.kind: section.value for section in parsed}
    if len(sections) < len(parsed):
        raise ValueError(f"{thing.path}: the docstring has text between its sections")
    text = sections.pop(DocstringSectionKind.text, "")
    yield from map(_wrap, text.split("\n\n"))
    items = [
        *(
            f"`{x.name}`: {x.description}"
            for x in sections.pop(DocstringSectionKind.parameters, ())
        ),
        *map(_raises, sections.pop(DocstringSectionKind.raises, ())),
    ]
    if items:
        yield "\n".join(_wrap(f"- {item}") for item in items)
    for example in sections.pop(DocstringSectionKind.examples, ()):
        yield _example(*example)
    if sections:
        raise ValueError(f"{thing.path}: the page can't show its sections {sorted(sections)}")


def _raises(error: griffe.DocstringRaise) -> str:
    condition = error.description[:1].lower() + error.description[1:]
    return f"Raises `{error.annotation}` {condition}"


def _example(kind: DocstringSectionKind, text: str) -> str:
    if kind is DocstringSectionKind.text:
        return _wrap(text)
    return (
        "```python\n" + text.removeprefix(">>> import numduel\n") + "\n\n```"
    )  # as doctest needs it


def _wrap(text: str) -> str:
    """Return a paragraph or an item of a list, with links to other pages."""
    text = re.sub(r"(?<!\[)\bdocs/([\w-]+(\.md)?)", _link, " ".join(text.split()))
    text = re.sub(r"\bCONTRIBUTING\.md(?!\))", "[CONTRIBUTING](../CONTRIBUTING.md)", text)
    hanging = "  " if text.startswith("- ") else ""
    return fill(
        text,
        MAX_COLUMNS,
        subsequent_indent=hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _link(found: re.Match[str]) -> str:
    """Return a link to a page of docs/ with the title of the page, or to a folder."""
    name = found[1]
    if not found[2]:
        return f"[{name}]({name})"
    heading = (ROOT / "docs" / name).read_text(encoding="utf-8").partition("\n")[0]
    return f"[{heading.removeprefix('# ')}]({name})"


# ---- signatures


def _signature(thing: griffe.Object) -> str:
    """Return the parameters without types; nothing for what programs don't call."""
    if isinstance(thing, griffe.Function):
        return _format_parameters(thing.parameters, thing.module)
    if not isinstance(thing, griffe.Class):
        return ""
    bases = {str(base) for base in thing.bases}
    if "NamedTuple" in bases:
        fields = [f for f in thing.attributes.values() if "property" not in f.labels]
        return _format_parameters(
            [
                griffe.Parameter(f.name, kind=ParameterKind.positional_or_keyword, default=f.value)
                for f in fields
            ],
            thing.module,
        )
    is_created = "__init__" in thing.members and "ABC" not in bases
    return _format_parameters(thing.parameters, thing.module) if is_created else ""


def _format_parameters(parameters: Iterable[griffe.Parameter], module: griffe.Module) -> str:
    written: list[str] = []
    before = None
    for parameter in parameters:
        if parameter.name in ("self", "cls"):
            continue
        kind = parameter.kind
        if before is ParameterKind.positional_only and kind is not before:
            written.append("/")
        if kind is ParameterKind.keyword_only and before is not kind:
            written.append("*")
        written.append(_format_parameter(parameter, module))
        before = kind
    return f"({', '.join(written)})"


def _format_parameter(parameter: griffe.Parameter, module: griffe.Module) -> str:
    if parameter.kind is ParameterKind.var_keyword:
        return f"**{parameter.name}"
    if parameter.default is None:
        return parameter.name
    default = str(parameter.default)
    if constant := module.attributes.get(default):
        default = str(constant.value)
    return f"{parameter.name}={default}"


def _tree(objects: dict[str, griffe.Object], name: str) -> Iterator[str]:
    """Yield the lines of a tree of public classes that inherit from each other."""
    yield name
    children = [
        child
        for child, thing in objects.items()
        if isinstance(thing, griffe.Class) and name in map(str, thing.bases)
    ]
    for child in children:
        is_last = child == children[-1]
        first, *more = _tree(objects, child)
        yield f"{'└── ' if is_last else '├── '}{first}"
        yield from (f"{'    ' if is_last else '│   '}{line}" for line in more)
