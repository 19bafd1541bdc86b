"""The workshop in the browser: an editor for game files."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from numduel.web.linking import link_modules
from numduel.web.page_files import PAGE
from numduel.workshop.template import write_template
from site_build.front_page import wordmark
from site_build.sandbox import PACKAGES, bundle

__all__ = ["build_editor"]

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "site" / "editor"
GALLERY = ROOT / "examples" / "games"

NEW_GAME = "my_game"
"""The id of the game in the template."""


OTHER_PACKAGES = ("crelt", "style-mod", "w3c-keyname")
"""Packages that CodeMirror uses."""


def build_editor(folder: Path) -> None:
    """Write the page, the code editor and the games to start from."""
    folder.mkdir()
    document = (SOURCE / "index.html").read_text(encoding="utf-8")
    (folder / "index.html").write_text(
        document.replace("<!-- wordmark -->", wordmark()), encoding="utf-8"
    )
    shutil.copyfile(SOURCE / "editor.css", folder / "editor.css")
    script, source_map = link_modules("js/workshop/main.js", _read_module, "editor.js.map")
    (folder / "editor.js").write_text(script, encoding="utf-8")
    (folder / "editor.js.map").write_text(source_map, encoding="utf-8")
    (folder / "games.json").write_text(json.dumps(_list_games(), indent=1), encoding="utf-8")
    bundle(SOURCE / "codemirror.js", folder / "codemirror.js", "--global-name=CodeMirrorParts")
    (folder / "licences.txt").write_text(_licences(), encoding="utf-8")


def _read_module(path: str) -> str | None:
    """Return a module of the editor, or of the page that it shares modules with."""
    for folder in (SOURCE, PAGE):
        if (folder / path).is_file():
            return (folder / path).read_text(encoding="utf-8")
    return None


def _list_games() -> list[dict[str, str]]:
    """Return the files to start from: the template, and the gallery in the order of its names."""
    template = {"name": "New game", "file": f"{NEW_GAME}.py", "text": write_template(NEW_GAME)}
    files = sorted(GALLERY.glob("*.py"))
    texts = {file: file.read_text(encoding="utf-8") for file in files}
    return [
        template,
        *(
            {"name": _title(text, file.stem), "file": file.name, "text": text}
            for file, text in texts.items()
        ),
    ]


def _title(text: str, name: str) -> str:
    """Return the title in the first line of a game file: "Chomp: take a square …"."""
    return text.removeprefix('"""').partition(":")[0] if text.startswith('"""') else name


def _licences() -> str:
    """Return the licences of the packages in the code editor."""
    folders = [*PACKAGES.glob("@codemirror/*"), *PACKAGES.glob("@lezer/*")]
    folders += [PACKAGES / name for name in ("@marijn/find-cluster-break", *OTHER_PACKAGES)]
    parts = []
    for package in sorted(folders):
        name = package.relative_to(PACKAGES).as_posix()
        for file in sorted(package.glob("LICENSE*")):
            parts.append(
                f"{name}\n{'=' * len(name)}\n\n{file.read_text(encoding='utf-8').strip()}\n"
            )
    return "\n\n".join(parts)
