"""Build the static site: the documentation, and the edition that plays in a browser.

Needs Node.js and npm; uses zig, if there is one, for the compiled core. Two builds of a checkout
with the same programs give the same bytes.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
import tempfile
from pathlib import Path

from site_build.answers import PATHS, write_answers
from site_build.docs_page import finish_scripts
from site_build.documentation import build_documentation
from site_build.editor import build_editor
from site_build.examples import mark_examples
from site_build.licences import write_licences
from site_build.modules import build_python
from site_build.offline import add_manifest, add_service_worker
from site_build.programs import BuildError
from site_build.report import measure, report_lines
from site_build.sandbox import build_sandbox

from numduel.web.linking import link_modules, link_styles
from numduel.web.page_files import PAGE
from numduel.web.policies import SITE_POLICY

ROOT = Path(__file__).parents[1]
SITE = ROOT / "site"

OVERLAY = SITE / "page"
"""Files that replace those of the page with the same paths, or are added to them."""

MARK = "numduel-site.txt"
"""File of every site that lists the other names in its folder, so that only a site is replaced."""

STATIC_ROUTES = "export const STATIC_ROUTES = [];"

POLICY = SITE_POLICY.replace(" frame-ancestors 'none';", "")
"""The policy in the document, where it can't forbid frames."""


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--out", type=Path, default=ROOT / "dist" / "site", metavar="DIR", help="where to write it"
    )
    parser.add_argument("--pure", action="store_true", help="leave out the compiled core")
    arguments = parser.parse_args(words)
    out: Path = arguments.out.resolve()
    try:
        check_target(out)
        with tempfile.TemporaryDirectory() as work:
            site = Path(work, "site")
            line = build(site, with_core=not arguments.pure)
            replace_folder(out, site)
    except BuildError as error:
        print(f"Can't build the site: {error}", file=sys.stderr)
        return 1
    print("\n".join([line, *report_lines(measure(out / "play")), f"Wrote {out}."]))
    return 0


def check_target(out: Path) -> None:
    """Raise BuildError if a folder holds anything but an earlier site."""
    if not out.exists():
        return
    if not out.is_dir():
        raise BuildError(f"{out} is a file. Choose a folder: make site SITE=DIR")
    names = {file.name for file in out.iterdir()}
    mark = out / MARK
    listed = mark.read_text(encoding="utf-8").splitlines() if mark.is_file() else []
    if not names <= {*listed, MARK}:
        raise BuildError(f"{out} holds other files. Choose an empty folder: make site SITE=DIR")


def replace_folder(out: Path, site: Path) -> None:
    """Put a site in the place of an earlier one."""
    try:
        if out.exists():
            shutil.rmtree(out)
        shutil.copytree(site, out)
    except OSError as error:
        raise BuildError(f"{out} can't be written: {error}") from None


def build(site: Path, *, with_core: bool = True) -> str:
    """Write the site to a new folder; return a line about the compiled core."""
    play = site / "play"
    play.mkdir(parents=True)
    build_page(play)
    write_answers(play / "data")
    (site / "python").mkdir()
    line = build_python(play / "python", site / "python" / "more.zip", with_core=with_core)
    build_sandbox(site / "sandbox")
    build_editor(site / "editor")
    write_licences(play / "licences.txt")
    add_manifest(play)
    version = add_service_worker(play)  # after all files of play/, which it lists
    build_documentation(site)
    finish_scripts(site, version)
    mark_examples(site)
    names = sorted(file.name for file in site.iterdir())
    (site / MARK).write_text("\n".join([*names, ""]), encoding="utf-8")
    return line


def build_page(play: Path) -> None:
    """Write the document, its scripts and styles, and the workers."""

    def read(path: str) -> str | None:
        for folder in (OVERLAY, PAGE):
            if (folder / path).is_file():
                text = (folder / path).read_text(encoding="utf-8")
                return text.replace(STATIC_ROUTES, f"{STATIC_ROUTES[:-3]}{json.dumps(PATHS)};")
        return None

    document = (PAGE / "index.html").read_text(encoding="utf-8")
    script, source_map = link_modules("js/main.js", read, "page.js.map")
    assert json.dumps(PATHS) in script, "the page knows which answers are files"
    styles = re.findall(r'<link rel="stylesheet" href="/page/([^"]+)">', document)
    styles += sorted(file.relative_to(OVERLAY).as_posix() for file in OVERLAY.glob("css/*.css"))
    (play / "page.js").write_text(script, encoding="utf-8")
    (play / "page.js.map").write_text(source_map, encoding="utf-8")
    (play / "page.css").write_text(link_styles(styles, read), encoding="utf-8")
    (play / "js").mkdir()
    shutil.copyfile(PAGE / "js" / "theme.js", play / "js" / "theme.js")
    shutil.copytree(SITE / "workers", play / "workers")
    document = re.sub(
        r'(?:<link rel="stylesheet" href="/page/[^"]+">\n)+',
        '<link rel="stylesheet" href="page.css">\n',
        document,
    )
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
    document = document.replace('<meta charset="utf-8">\n', f'<meta charset="utf-8">\n{policy}', 1)
    document = document.replace("<html ", '<html data-routes="hash" ', 1)
    document = document.replace('src="/page/js/main.js"', 'src="page.js"')
    document = document.replace('="/page/', '="').replace('href="/', 'href="#/')
    (play / "index.html").write_text(document, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
