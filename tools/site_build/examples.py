"""Mark the examples of the documentation that run in a reader's browser.

An example is a block of code with Python's prompts, as the tests of the documentation run them. It
runs in a browser if it gives the output that the page shows, after the examples before it. If some
lack a package there, a sentence before the first of them says so.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from doctest import DocTestParser, Example, OutputChecker
from html import unescape
from pathlib import Path
from typing import IO, NamedTuple

from site_build.programs import BuildError, find_node

__all__ = [
    "BUTTONS",
    "MARK",
    "NOTE",
    "Block",
    "Choice",
    "Snippets",
    "adapt_document",
    "choose",
    "find_blocks",
    "mark_examples",
    "run_snippets",
]

HERE = Path(__file__).parent

BLOCK = re.compile(r"<pre(?=[ >])[^>]*>(.*?)</pre>", re.DOTALL)
TAG = re.compile(r"<[^>]*>")

MARK = " data-example"
"""Attribute of the blocks that run, by which the tests find them."""

PLAIN = "<pre"

NOTE = (
    '<p class="packages-note">The examples without a Run button need packages that browsers lack. '
    "Run them on your computer.</p>\n"
)
"""Sentence before the first example of a page that lacks a package."""

BUTTONS = (
    '<div class="example"><div class="example-bar">'
    '<button type="button" class="example-button example-run" disabled>Run</button>'
    '<button type="button" class="example-button example-edit" disabled>Edit</button></div></div>'
)
"""Buttons after a block that runs. They are there from the start, so that nothing moves; the page's
script enables them, so that no click is lost."""

END = re.compile(r"</pre>(?:</div>)?")

FRAME = re.compile(r'<div class="[^"]*\bhighlight"[^>]*>\Z')
"""Start of the element in which Zensical puts a block of code, at the end of a text."""

LACKS_PACKAGE = re.compile(r"^(?:ModuleNotFound|Import)Error: ", re.MULTILINE)

OTHERS = ("play", "editor", "sandbox")
"""Folders of a site that aren't documentation."""


class Block(NamedTuple):
    """Examples that run together, and where they are in the document."""

    at: int
    examples: list[Example]

    @property
    def source(self) -> str:
        """Code without prompts and output."""
        return "".join(example.source for example in self.examples)


class Choice(NamedTuple):
    """The blocks of a page that run in a browser, and those that need packages it lacks."""

    running: list[Block]
    lacking: list[Block]


class Snippets:
    """Python as the site has it, in a process of Node.js."""

    def __init__(self, requests: IO[str], answers: IO[str]) -> None:
        self._requests = requests
        self._answers = answers

    def _ask(self, text: str | None) -> list[list[str]]:
        self._requests.write(json.dumps(text) + "\n")
        self._requests.flush()
        line = self._answers.readline()
        if not line:
            raise BuildError("Python for browsers ended while it ran the examples: see above.")
        found: list[list[str]] = json.loads(line)
        return found

    def start_session(self) -> None:
        """Start with an empty namespace."""
        self._ask(None)

    def run(self, text: str) -> list[list[str]]:
        """Run a text; return the source, the output and the error of each statement."""
        return self._ask(text)


@contextmanager
def run_snippets(site: Path) -> Iterator[Snippets]:
    """Yield the Python of a site."""
    python = site / "play" / "python"
    archives = [python / "numduel.zip", site / "python" / "more.zip"]
    command: list[str | Path] = [find_node(), HERE / "run_snippets.mjs", python, *archives]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        assert process.stdin
        assert process.stdout
        yield Snippets(process.stdin, process.stdout)


def mark_examples(site: Path) -> int:
    """Mark the blocks that run in all pages of the documentation; return their number."""
    count = 0
    with run_snippets(site) as snippets:
        for file in sorted(site.rglob("*.html")):
            if file.relative_to(site).parts[0] not in OTHERS:
                document = file.read_text(encoding="utf-8")
                choice = choose(snippets, find_blocks(document))
                count += len(choice.running)
                if any(choice):
                    file.write_text(adapt_document(document, choice), encoding="utf-8")
    return count


def adapt_document(document: str, choice: Choice) -> str:
    """Return a page with buttons at blocks that run, and the note before the first that can't."""
    added = []
    if choice.lacking:
        at = choice.lacking[0].at
        frame = FRAME.search(document, 0, at)
        added.append((frame.start() if frame else at, NOTE))
    for block in choice.running:
        added.append((block.at + len(PLAIN), MARK))
        if end := END.search(document, block.at):
            added.append((end.end(), BUTTONS))
    for at, text in sorted(added, key=lambda one: one[0], reverse=True):  # of two, the note first
        document = document[:at] + text + document[at:]
    return document


def find_blocks(document: str) -> list[Block]:
    """Return the blocks with examples in a page.

    >>> [block] = find_blocks("<p>Try:<pre><code><b>&gt;&gt;&gt;</b> 6 * 7\\n42</code></pre>")
    >>> block.at, block.source, block.examples[0].want
    (7, '6 * 7\\n', '42\\n')
    """
    parser = DocTestParser()
    found = [
        Block(match.start(), parser.get_examples(unescape(TAG.sub("", match[1]))))
        for match in BLOCK.finditer(document)
    ]
    return [block for block in found if block.examples]


def choose(snippets: Snippets, blocks: Sequence[Block]) -> Choice:
    """Return the blocks of a page that give their outputs, and those that lack packages."""
    choice = Choice([], [])
    snippets.start_session()
    for block in blocks:
        statements = snippets.run(block.source)
        if gives_outputs(block.examples, statements):
            choice.running.append(block)
            continue
        if any(LACKS_PACKAGE.search(error) for _, _, error in statements):
            choice.lacking.append(block)
        snippets.start_session()  # what it has done to the names is gone
        for earlier in choice.running:
            snippets.run(earlier.source)
    return choice


def gives_outputs(examples: Sequence[Example], statements: Sequence[Sequence[str]]) -> bool:
    """Return whether statements have the outputs and errors of examples."""
    return len(examples) == len(statements) and all(
        _gives_output(example, output, error)
        for example, (_, output, error) in zip(examples, statements, strict=True)
    )


def _gives_output(example: Example, output: str, error: str) -> bool:
    if example.exc_msg is not None:
        return error.endswith(example.exc_msg)
    flags = sum(flag for flag, is_on in example.options.items() if is_on)
    return not error and OutputChecker().check_output(example.want, output, flags)
