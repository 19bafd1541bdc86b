"""Python text of readers, run statement by statement, and the prompts around it."""

from __future__ import annotations

import doctest
import json
import signal
import subprocess
from pathlib import Path
from typing import Any

import numduel_snippets
import pytest
from numduel_snippets import MAX_CHARS, Runner, Session

from duel_support import needs

PROMPTS = Path(__file__).parents[2] / "site" / "docs_page" / "prompts.js"


def run(session: Session, text: str) -> list[tuple[str, str, str]]:
    """Run a text; return the source, the output and the error of each statement."""
    return list(session.run(text))


def test_examples_in_docstrings_hold() -> None:
    """pytest would import the module as a part of `site`, a module of the standard library."""
    result = doctest.testmod(numduel_snippets)
    assert result.attempted > 0
    assert result.failed == 0


def test_each_statement_has_its_own_output() -> None:
    text = "a = 2; a\nfor number in range(2):\n    print(number)\n\n@str\ndef shown(): ...\n'end'"
    assert run(Session(), text) == [
        ("a = 2; a", "2\n", ""),
        ("for number in range(2):\n    print(number)", "0\n1\n", ""),
        ("@str\ndef shown(): ...", "", ""),
        ("'end'", "'end'\n", ""),
    ]


def test_texts_share_their_names_within_a_session() -> None:
    session = Session()
    run(session, "number = 6")
    assert run(session, "number * 7") == [("number * 7", "42\n", "")]
    [(_, _, error)] = run(Session(), "number")
    assert error.endswith("NameError: name 'number' is not defined\n")


def test_statements_after_an_error_run() -> None:
    first, second, third = run(Session(), "1 / 0\nraise SystemExit\n3")
    assert first[2].endswith("ZeroDivisionError: division by zero\n")
    assert second[2].endswith("SystemExit\n")
    assert third == ("3", "3\n", "")


def test_traceback_has_only_lines_of_the_reader() -> None:
    session = Session()
    run(session, "import json\ndef read(text):\n    return json.loads(text)")
    [(_, _, error)] = run(session, "read('{')")
    assert "return json.loads(text)" in error
    assert "read('{')" in error
    assert ".py" not in error
    assert "JSONDecodeError" in error.splitlines()[-1]


def test_text_that_is_no_python_is_one_error() -> None:
    for text in ("x = (", "\0"):
        [(source, output, error)] = run(Session(), text)
        assert (source, output) == (text, "")
        assert "SyntaxError" in error
    [(_, _, error)] = run(Session(), "return 3")
    assert "outside function" in error


def test_text_that_is_nested_too_deep_is_one_error() -> None:
    for text in ("-" * 100_000 + "1", "not " * 5_000 + "1", "(" * 300 + ")" * 300):
        [(_, output, error)] = run(Session(), text)
        assert output == ""
        assert error


def test_long_output_is_cut() -> None:
    [(_, output, _)] = run(Session(), f"for _ in range({MAX_CHARS}): print('12345')")
    assert output.startswith("12345\n")
    assert output.endswith("left out.\n")
    assert len(output) < MAX_CHARS + 100


def test_long_error_is_cut() -> None:
    [(_, _, error)] = run(Session(), "raise ValueError('x' * 1_000_000)")
    assert "ValueError: xxx" in error
    assert error.endswith("left out.\n")
    assert len(error) < MAX_CHARS + 100


def test_many_statements_are_sent_in_few_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sandbox passes on 40 messages and 2,000,000 characters a second."""
    handlers: list[Any] = []
    monkeypatch.setattr(signal, "signal", lambda _, handler: handlers.append(handler))
    messages: list[str] = []
    runner = Runner(messages.append)
    texts = ["number = 0", "\n".join(["number += 1"] * 500 + ["number"])]
    ask = json.dumps({"texts": texts, "is_new": True})
    assert json.loads(runner.ask(ask)) == {"answer": None}
    [message] = map(json.loads, messages)
    assert message["progress"] == len(texts)
    assert message["statements"][0] == [0, "number = 0", "", ""]
    assert message["statements"][-1] == [1, "number", "500\n", ""]
    messages.clear()
    runner.ask(json.dumps({"texts": ["print('a' * 19_000)\n" * 50], "is_new": False}))
    assert len(messages) < 20
    assert max(map(len, messages)) < 200_000
    assert sum(len(json.loads(message)["statements"]) for message in messages) == 50


def test_statements_before_an_endless_loop_are_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    handlers: list[Any] = []
    monkeypatch.setattr(signal, "signal", lambda _, handler: handlers.append(handler))
    messages: list[str] = []
    runner = Runner(messages.append)
    runner._session._names["tick"] = lambda: handlers[0]()
    runner.ask(json.dumps({"texts": ["1", "2\ntick()\n3"], "is_new": False}))
    first, last = map(json.loads, messages)
    assert first == {"progress": 1, "statements": [[0, "1", "1\n", ""], [1, "2", "2\n", ""]]}
    assert [statement[1] for statement in last["statements"]] == ["tick()", "3"]


def test_page_reads_code_as_doctest_does() -> None:
    text = ">>> a = [\n...     1,\n... ]\n>>> if a:\n...     a\n...\n[1]\n... and more\n>>> 2\n2\n"
    wanted = "".join(example.source for example in doctest.DocTestParser().get_examples(text))
    assert _call("readCode", text).split() == wanted.split()
    assert _call("addPrompts", "if a:\n\n    a") == ">>> if a:\n...\n...     a"


def _call(name: str, text: str) -> Any:
    """Return the result of a function of the page's script, in Node.js."""
    code = f"const {{ {name} }} = await import({json.dumps(PROMPTS.as_uri())});"
    code += f"console.log(JSON.stringify({name}({json.dumps(text)})))"
    needs("node")
    command = ["node", "--no-warnings", "--input-type=module", "-e", code]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    return json.loads(done.stdout)
