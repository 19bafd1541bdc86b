"""The examples of the documentation that get a button: those that give their outputs."""

from __future__ import annotations

from html import escape

from numduel_snippets import Session
from site_build.examples import Snippets, choose, find_blocks


class LocalSnippets(Snippets):
    """Snippets in this process, with the session that runs in browsers."""

    def __init__(self) -> None:
        self.start_session()

    def start_session(self) -> None:
        self.session = Session()

    def run(self, text: str) -> list[list[str]]:
        return [list(found) for found in self.session.run(text)]


def choose_from(*texts: str) -> list[int]:
    """Return the numbers of the blocks of a page that are chosen."""
    blocks = find_blocks("".join(f"<pre class='a'>{escape(text)}</pre>" for text in texts))
    chosen = choose(LocalSnippets(), blocks)
    return [number for number, block in enumerate(blocks) if block in chosen]


def test_blocks_without_prompts_are_no_examples() -> None:
    assert find_blocks("<pre>numduel play maze</pre><pre>x = 1</pre><p>&gt;&gt;&gt; 1</p>") == []


def test_marks_of_a_highlighter_are_no_part_of_the_code() -> None:
    document = (
        '<pre id="a"><span></span><code><b>&gt;&gt;&gt;</b> <i>a</i> &lt; 2\nTrue</code></pre>'
    )
    [block] = find_blocks(document)
    assert (block.at, block.source, block.examples[0].want) == (0, "a < 2\n", "True\n")


def test_block_runs_if_it_gives_its_output_after_those_before_it() -> None:
    assert choose_from(">>> a = 1", ">>> a + 1\n2", ">>> a + 2\n4", ">>> a + 3\n4") == [0, 1, 3]


def test_block_with_a_missing_module_has_no_effect_on_later_ones() -> None:
    broken = ">>> a = 5\n>>> import no_such_module"
    assert choose_from(">>> a = 1", broken, ">>> a\n1", ">>> no_such_module") == [0, 2]


def test_options_and_errors_count_as_doctest_counts_them() -> None:
    error = "Traceback (most recent call last):\n    ...\nZeroDivisionError: division by zero"
    assert choose_from(f">>> 1 / 0\n{error}\n>>> 2\n2") == [0]
    assert choose_from(f">>> 1 / 1\n{error}") == []
    assert choose_from(">>> list(range(9))  # doctest: +ELLIPSIS\n[0, ..., 8]") == [0]
    assert choose_from(">>> list(range(9))\n[0, ..., 8]") == []
    assert choose_from(">>> print('a\\n\\nb')\na\n<BLANKLINE>\nb") == [0]
