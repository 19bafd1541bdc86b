"""The examples of the documentation that get a button: those that give their outputs."""

from __future__ import annotations

from html import escape

import pytest
from numduel_snippets import Session
from site_build.examples import BUTTONS, MARK, NOTE, Snippets, adapt_document, choose, find_blocks


class LocalSnippets(Snippets):
    """Snippets in this process, with the session that runs in browsers."""

    def __init__(self) -> None:
        self.start_session()

    def start_session(self) -> None:
        self.session = Session()

    def run(self, text: str) -> list[list[str]]:
        return [list(found) for found in self.session.run(text)]


def choose_from(*texts: str) -> list[int]:
    """Return the numbers of the blocks of a page that run."""
    blocks = find_blocks("".join(f"<pre class='a'>{escape(text)}</pre>" for text in texts))
    choice = choose(LocalSnippets(), blocks)
    return [number for number, block in enumerate(blocks) if block in choice.running]


def adapt(*texts: str) -> str:
    """Return a page with blocks of code as the site has it."""
    blocks = (f'<div class="x highlight"><pre>{escape(text)}</pre></div>' for text in texts)
    document = "".join(blocks)
    return adapt_document(document, choose(LocalSnippets(), find_blocks(document)))


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


@pytest.mark.parametrize("is_named", [True, False])
def test_first_block_that_lacks_a_package_has_a_note(is_named: bool) -> None:
    lacking = ">>> import no_such_package" if is_named else ">>> raise ImportError('it needs x')"
    document = adapt(">>> 1 + 1\n2", lacking, lacking, ">>> 2 + 2\n4")
    before, note, after = document.partition(NOTE)
    assert note
    assert (before.count(MARK), after.count(MARK)) == (1, 1)
    assert before.endswith(f"</pre></div>{BUTTONS}")
    assert document.count(BUTTONS) == 2
    assert after.startswith('<div class="x highlight"><pre>&gt;&gt;&gt; ')
    assert NOTE not in after


def test_block_with_another_error_has_no_note() -> None:
    assert NOTE not in adapt(">>> 1 / 0", ">>> 1\n2", "x = 1")
