"""Extras: loaded only on demand, and named in the error if they are missing."""

from __future__ import annotations

import sys

import pytest

from running import run_program

EXTRAS = ("numpy", "gymnasium", "pettingzoo", "PIL", "pyspiel", "inspect_ai", "mcp", "openai")


def test_playing_loads_no_optional_package() -> None:
    code = (
        "import sys, numduel;"
        "match = numduel.Match(numduel.new('sum')); match.play('7'); numduel.record.dumps(match);"
        f"print([name for name in {EXTRAS} if name in sys.modules], end='')"
    )
    ran = run_program([sys.executable, "-c", code])
    assert (ran.stdout, ran.stderr) == ("[]", "")


@pytest.mark.parametrize(
    ("adapter", "missing", "extra"),
    [
        ("pettingzoo", "pettingzoo", "agents"),
        ("gymnasium", "gymnasium", "agents"),
        ("pettingzoo", "numpy", "agents"),
        ("encoding", "numpy", "agents"),
        ("openspiel", "pyspiel", "openspiel"),
        ("inspect", "inspect_ai", "inspect"),
    ],
)
def test_missing_package_is_named_in_one_sentence(adapter: str, missing: str, extra: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; import numduel.adapters.{adapter}"
    ran = run_program([sys.executable, "-c", code])
    last = ran.stderr.splitlines()[-1]
    assert last.startswith("ImportError: ")
    assert last.endswith(f" {missing}: pip install 'numduel[{extra}]'")
