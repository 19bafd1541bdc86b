"""The grammar of fragments, read by the page's own modules in Node.js."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import numduel
from numduel.storage.record.letter import MAX_LETTER_CHARS, write_letter
from numduel.web.page_files import PAGE

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js")

ROOT = Path(__file__).parents[2]


def run(script: str, *values: Any) -> Any:
    """Return what a script prints as JSON; `values` are its arguments, `fragment` is the module."""
    module = (PAGE / "js" / "browser" / "fragment.js").as_uri()
    code = (
        f"const fragment = await import({json.dumps(module)});const values = {json.dumps(values)};"
    )
    code += f"console.log(JSON.stringify({script}))"
    command = ["node", "--no-warnings", "--input-type=module", "-e", code]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    return json.loads(done.stdout)


def test_every_kind_of_fragment_is_read() -> None:
    found = {
        "": None,
        "#": None,
        "#screen": None,
        "#/": {"kind": "route", "value": "/"},
        "#/puzzle?day=2026-11-16": {"kind": "route", "value": "/puzzle?day=2026-11-16"},
        "#game=1.abcdefghijkl.A-_9.4": {"kind": "game", "value": "1.abcdefghijkl.A-_9.4"},
        "#join=abc": {"kind": "join", "value": "abc"},
        "#seat=abc": {"kind": "seat", "value": "abc"},
        "#seat=a&b": None,
        "#join=<script>": None,
        "#game=": {"kind": "game", "value": ""},
        "#game=<script>": {"kind": "game", "value": ""},
        "#game=a%20b": {"kind": "game", "value": ""},
        "#game=" + "A" * 30_000: {"kind": "game", "value": ""},
        "#game=1.abcdefghijkl.A-_9.4).": {"kind": "game", "value": "1.abcdefghijkl.A-_9.4"},
        "#game=1.abcdefghijkl.A-_9.4__": {"kind": "game", "value": "1.abcdefghijkl.A-_9.4"},
        "#game=...": {"kind": "game", "value": ""},
        "#code=": {"kind": "code", "value": ""},
        "#code=<script>": {"kind": "code", "value": ""},
        "#code=" + "A" * 30_000: {"kind": "code", "value": ""},
        "#code": None,
        "#join=" + "A" * 30_000: None,
        "#seat=abc#game=1": None,
        "#GAME=1.a": None,
        "#/" + "A" * 30_000: None,
        "#__proto__=a": None,
    }
    assert run("values.map(fragment.readFragment)", *found) == [*found.values()]


def test_paths_and_fragments_belong_together() -> None:
    letter = write_letter(numduel.Match(numduel.new("maze", seed=1)), "abc-_fghijkl")
    path, hash, id, found = run(
        "[fragment.letterPath(values[0]), fragment.toFragment(fragment.letterPath(values[0])),"
        " fragment.letterId(values[0]), fragment.findLetter(`http://a/b/#game=${values[0]} :)`)]",
        letter,
    )
    assert (path, hash, id) == (f"/letter?game={letter}", f"#game={letter}", "abc-_fghijkl")
    assert found == letter
    link = f"http://a/b/#game={letter}"
    half = len(link) // 2
    texts = {
        f"Look: {link}. Your turn!": letter,
        f"<{link}>": letter,
        f"> {link[:half]}\n> {link[half:]}\n> bye": letter,
        f"{link[:half]}\r\n{link[half:]}": letter,
        f"{link} and #game=1.x": letter,
        link[:-9]: letter[:-9],
        "#game=": "",
        "http://a/b/#game": None,
        "1. 7\n2. 9": None,
    }
    assert run("values.map(fragment.findLetter)", *texts) == [*texts.values()]
    assert run("fragment.toFragment(values[0])", "/m/abc/review?ply=3") == "#/m/abc/review?ply=3"
    assert run("fragment.MAX_FRAGMENT_CHARS") > len("#game=") + MAX_LETTER_CHARS
