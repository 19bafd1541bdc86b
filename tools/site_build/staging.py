"""Pages of the repository as pages of the documentation site: their paths and links.

The Markdown stays as GitHub shows it. Each link is resolved to a file of the repository and then
written as a link to that file's page on the site.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

from numduel import games
from site_build.programs import BuildError

__all__ = ["ROOT", "Stage", "page_path", "section"]

ROOT = Path(__file__).parents[2]

RENAMED = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "CODE_OF_CONDUCT.md": "code-of-conduct.md",
    "SECURITY.md": "security.md",
    "bench/README.md": "benchmarks.md",
    "integrations/verifiers/README.md": "verifiers.md",
    "docs/rules": "games/index.md",
    "docs/rules/every-game.md": "games/every-game.md",
    **{f"docs/rules/{id}.md": f"games/{id}.md" for id in games()},
}
"""Pages of the site by their files, where the path isn't that of docs/."""

LANGUAGES = {".py": "python", ".js": "javascript", ".c": "c", ".json": "json", ".toml": "toml"}
"""Languages of source files that can have a page, by the ends of their names."""

FENCE = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"""(\]\(|src=")([^)"\s:#]+)(#[^)\s]*)?([)"])""")
NAMED = re.compile(r"\[(?:[\w/-]+\.md)\](?=\(([^)#]+\.md)[#)])")
"""A link whose text is the name of its file."""

FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n+", re.DOTALL)


def page_path(file: str) -> str:
    """Return the path on the site of a file of the repository.

    >>> page_path("docs/exam.md"), page_path("CONTRIBUTING.md"), page_path("examples/games/hot.py")
    ('exam.md', 'contributing.md', 'source/examples/games/hot.py.md')
    """
    if file in RENAMED:
        return RENAMED[file]
    if file.startswith("docs/"):
        return file.removeprefix("docs/")
    return f"source/{file}.md"


def section(text: str, heading: str) -> str:
    """Return what is below a heading of the second level, without the heading.

    >>> section("# A\\n\\n## B\\n\\nb\\n\\n## C\\n\\nc", "B")
    'b'
    """
    found = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    if not found:
        raise BuildError(f"The section {heading!r} is missing.")
    return found[1].strip()


class Stage:
    """A folder of Markdown from which the site is made."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sources: list[str] = []
        """Source files that pages link to."""

    def add_page(self, file: str, change: Callable[[str], str] | None = None) -> None:
        """Stage a Markdown file of the repository, with a change that only the site needs."""
        text = FRONT_MATTER.sub("", (ROOT / file).read_text(encoding="utf-8"))
        if change:
            text = change(text)
        self.write(page_path(file), self.rewrite(text, file, page_path(file)))

    def write(self, path: str, text: str) -> None:
        """Write a page of the site."""
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text.rstrip() + "\n", encoding="utf-8")

    def rewrite(self, text: str, file: str, page: str) -> str:
        """Return a text of a file with links as they are on a page, except those in code.

        Links whose texts are names of files get the titles of their pages.
        """

        def replace(link: re.Match[str]) -> str:
            start, target, fragment, end = link.groups()
            return f"{start}{self.link(target, file, page)}{fragment or ''}{end}"

        def name(link: re.Match[str]) -> str:
            target = os.path.normpath(os.path.join(os.path.dirname(file), link[1]))
            return f"[{_title(target)}]"

        return _outside_code(text, lambda part: LINK.sub(replace, NAMED.sub(name, part)))

    def link(self, target: str, file: str, page: str) -> str:
        """Return the address on a page of what a file links to; stage it if it isn't a page."""
        name = os.path.normpath(os.path.join(os.path.dirname(file), target))
        path = page_path(name)
        source = ROOT / name
        if not source.exists():
            raise BuildError(f"{file} links to {target}, which doesn't exist.")
        if path.startswith("source/"):
            self._add_source(name, path)
        elif source.is_file() and source.suffix != ".md":
            self._copy(source, path)
        return os.path.relpath(path, os.path.dirname(page) or ".")

    def _copy(self, source: Path, path: str) -> None:
        (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, self.folder / path)

    def _add_source(self, name: str, path: str) -> None:
        """Stage a page that shows a source file."""
        if name in self.sources:
            return
        self.sources.append(name)
        text = (ROOT / name).read_text(encoding="utf-8")
        language = LANGUAGES.get(Path(name).suffix, "text")
        title = f"# {Path(name).name}\n\n`{name}` of the repository:\n\n"
        self.write(path, f"{title}````{language}\n{text.rstrip()}\n````")


def _title(file: str) -> str:
    """Return the title of a page.

    >>> _title("docs/limits.md")
    'Limits'
    """
    text = FRONT_MATTER.sub("", (ROOT / file).read_text(encoding="utf-8"))
    return text.partition("\n")[0].removeprefix("# ")


def _outside_code(text: str, change: Callable[[str], str]) -> str:
    """Change what isn't in fenced code."""
    parts, at = [], 0
    for fence in FENCE.finditer(text):
        parts += [change(text[at : fence.start()]), fence[0]]
        at = fence.end()
    return "".join([*parts, change(text[at:])])
