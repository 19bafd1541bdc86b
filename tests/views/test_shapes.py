"""The shapes of all JSON, and the files generated from them."""

from __future__ import annotations

import sys

import contract

from running import run_program


def test_generated_files_follow_from_the_shapes() -> None:
    stale = [str(path.relative_to(contract.ROOT)) for path in contract.stale()]
    assert not stale, f"{stale}: run `make contract`"


def test_shapes_have_unique_names_and_docstrings() -> None:
    kinds = list(contract.shapes())
    names = [kind.__name__ for kind in kinds]
    assert len(names) == len(set(names))
    for kind in kinds:
        assert (kind.__doc__ or "").endswith("."), kind


def test_shapes_import_only_typing() -> None:
    code = (
        "import sys, typing; before = {*sys.modules}\n"
        "from numduel.views.shapes import agents, basics, match, reports, study\n"
        "print(*sorted({*sys.modules} - before))"
    )
    ran = run_program([sys.executable, "-c", code], "")
    assert ran.returncode == 0, ran.stderr
    assert {name.split(".")[0] for name in ran.stdout.split()} <= {"numduel", "__future__"}
