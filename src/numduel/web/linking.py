"""Link the page's modules into one script, and its stylesheets into one."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Callable, Iterator

__all__ = ["LinkError", "link_modules", "link_styles"]

Read = Callable[[str], str | None]
"""Return the text of a file by its path, or None if there is none."""

IMPORT = re.compile(r'^import\s+(\{[^}]*\}|\* as \w+)\s+from\s+"([^"]+)";', re.MULTILINE)
DYNAMIC_IMPORT = re.compile(r'\bimport\("([^"]+)"\)')
EXPORT = re.compile(r"^export ((?:async )?function|class|const) (\w+)", re.MULTILINE)
UNKNOWN = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
"""Forms of import and export that the page doesn't use."""

COMMENTS = re.compile(r"^[ \t]*(?://.*|/\*\*(?:(?!\*/)(?:.|\n))*\*/[ \t]*)$", re.MULTILINE)
"""Comments that fill their lines."""

START = """\
// All modules of the page in one file. The source map shows them as they were written.
const $modules = {{
"""
END = """}};
const $loaded = {{}};
function $load(name) {{
  if (!(name in $modules)) throw Error(`Unknown module: ${{name}}.`);
  return ($loaded[name] ??= $modules[name]());
}}
$load("{first}");
//# sourceMappingURL={map}
"""


class LinkError(ValueError):
    """A module that can't be linked."""


def link_modules(first: str, read: Read, map_name: str) -> tuple[str, str]:
    """Return a script of a module and all that it imports, and the script's source map.

    Each module becomes a function that runs at its first import, as in a browser. Lines stay
    lines. A module that is missing throws an error when it is imported.
    """
    lines = START.format().count("\n")
    parts, sections = [START.format()], []
    for path, text in _reachable(first, read):
        code = _as_function(path, text)
        sections.append({"offset": {"line": lines + 1, "column": 0}, "map": _line_map(path, text)})
        parts.append(code)
        lines += code.count("\n")
    parts.append(END.format(first=first, map=map_name))
    return "".join(parts), json.dumps({"version": 3, "sections": sections})


def link_styles(paths: list[str], read: Read) -> str:
    """Return a stylesheet of several, in this order."""
    return "\n".join(read(path) or "" for path in paths)


def _reachable(first: str, read: Read) -> Iterator[tuple[str, str]]:
    found, waiting = {first}, [first]
    while waiting:
        path = waiting.pop()
        text = read(path)
        if text is None:
            continue
        yield path, text
        named = [match[2] for match in IMPORT.finditer(text)] + DYNAMIC_IMPORT.findall(text)
        for target in (_resolve(path, name) for name in named):
            if target not in found:
                found.add(target)
                waiting.append(target)


def _resolve(path: str, name: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), name))


def _as_function(path: str, text: str) -> str:
    """Return a module as a method that returns its exports; its lines start at the second line."""

    def load(match: re.Match[str]) -> str:
        names, target = match[1], json.dumps(_resolve(path, match[2]))
        bound = re.sub(r"\s+as\s+", ": ", names) if names.startswith("{") else names[5:]
        return f"const {bound} = $load({target});"

    def load_later(match: re.Match[str]) -> str:
        return f"Promise.resolve().then(() => $load({json.dumps(_resolve(path, match[1]))}))"

    exports = [match[2] for match in EXPORT.finditer(text)]
    code = DYNAMIC_IMPORT.sub(load_later, IMPORT.sub(load, text))
    code = EXPORT.sub(r"\1 \2", code)
    if unknown := UNKNOWN.search(code):
        raise LinkError(f"{path}: {unknown[0]!r} can't be linked. Import and export by name.")
    code = _without_comments(code)
    return f"{json.dumps(path)}() {{\n{code}\nreturn {{ {', '.join(exports)} }};\n}},\n"


def _without_comments(code: str) -> str:
    """Return code with empty lines for comments, which are a fifth of what is sent.

    A text in backquotes over several lines could contain what looks like one: then keep all.
    """
    if any(line.count("`") % 2 for line in code.split("\n")):
        return code
    return COMMENTS.sub(lambda match: "\n" * match[0].count("\n"), code)


def _line_map(path: str, text: str) -> dict[str, object]:
    """Return a source map in which every line stands for the same line of a file."""
    mappings = ";".join(["AAAA", *["AACA"] * text.count("\n")])
    return {"version": 3, "sources": [path], "names": [], "mappings": mappings}
