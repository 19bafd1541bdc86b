"""The documentation site: staged, built with Zensical, and put under the strict policy."""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from numduel import games
from numduel.games import find
from site_build.code_blocks import adapt_code
from site_build.docs_page import FOLDER
from site_build.document_policy import apply_policy
from site_build.front_page import front_page, wordmark
from site_build.game_pages import game_index, game_page
from site_build.images import adapt_images
from site_build.late_layout import mark_parts
from site_build.page_changes import CHANGES, links
from site_build.programs import BuildError, run
from site_build.staging import ROOT, Stage, page_path, section
from site_build.tables import adapt_tables

__all__ = ["build_documentation", "stage_pages"]

SITE = ROOT / "site"
PAGE_STYLES = ROOT / "src" / "numduel" / "web" / "page" / "css"
OWN_STYLES = SITE / "docs_page"
STYLES = (
    PAGE_STYLES / "colours.css",
    OWN_STYLES / "docs_page.css",
    OWN_STYLES / "examples.css",
)
"""Parts of docs_page.css: the colours of the page, and what only the documentation has."""


class Overview(NamedTuple):
    """The first page of a tab: what it is, its buttons, and sections of the README."""

    title: str
    intro: str
    parts: tuple[tuple[str, str], ...]
    headings: tuple[str, ...]


OVERVIEWS = {
    "play": Overview(
        "Play",
        "Play now in this browser, with nothing to install, or run numduel on your computer: "
        "in a terminal, or as a server for your friends.",
        (("Play", "play/"), ("Learn a game", "play/#/learn"), ("Daily puzzle", "play/#/puzzle")),
        ("Play", "Quick start"),
    ),
    "build": Overview(
        "Build",
        "Write a game of your own, or programs and agents that play.",
        (("Open the game editor", "editor/"), ("Train an agent", "train-an-agent/")),
        ("Write your own game", "Build agents"),
    ),
    "measure": Overview(
        "Measure",
        "How well does a player play? numduel knows the exact value of every move, so it can tell "
        "after few games.",
        (("See the leaderboard", "leaderboard/"), ("Take the exam", "play/#/exam")),
        ("Measure players",),
    ),
    "study": Overview(
        "Study",
        "Who wins with perfect play, how the engine finds out, and what that means for each game.",
        (("Open the explorer", "play/#/explore"), ("Who wins?", "solved/")),
        ("Study the games",),
    ),
}
"""The first pages of tabs by their names."""

SEARCH_STYLES = re.compile(r'(\w+)\.appendChild\(\w+\("style",\{\},(\w+)\.toString\(\)\)\)')
"""Where Zensical's script adds the styles of its search as an element, which the policy forbids."""

ICON = "play/icon.svg"

BUNDLE = re.compile(r'<script(?= src="[^"]*assets/javascripts/bundle\.)')
"""Start of the tag of Zensical's script."""

SEND = re.compile(r"(\w+)\.send\(\),\(\)=>\1\.abort\(\)")
"""Where Zensical's script sends a request; its variable `e` is the address."""

WHEN_USED = """const whenUsed=start=>{let waits=true;const go=()=>{if(waits){waits=false;start()}};
for(const kind of["focusin","keydown","pointerdown"])addEventListener(kind,go,{once:true})};
"""
"""Script that starts something when the reader first uses the page."""

CHANGED = {
    '"nav",{class:"md-code__nav"': '"div",{class:"md-code__nav"',
    '...k("table:not([class])",e).map(a=>fc(a)),': "",
}
"""Changes of Zensical's script: buttons aren't navigation, and the build has framed the tables."""

SEPARATE = (
    *("CONTRIBUTING.md", "CHANGELOG.md", "CODE_OF_CONDUCT.md", "SECURITY.md"),
    *("bench/README.md", "integrations/verifiers/README.md"),
)
"""Pages of the site outside docs/."""


def build_documentation(site: Path) -> None:
    """Write the documentation to the folder of a site."""
    if not find_spec("zensical"):
        raise BuildError("zensical is missing: pip install 'numduel[dev]'")
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        stage = stage_pages(work / "pages")
        _copy_theme(work)
        config = (SITE / "zensical.toml").read_text(encoding="utf-8")
        (work / "zensical.toml").write_text(_fill_navigation(config, stage), encoding="utf-8")
        run([sys.executable, "-m", "zensical", "build", "--strict"], work)
        built = work / "site"
        _add_assets(built / FOLDER)
        _adapt_script(built)
        adapt_tables(built)
        adapt_code(built)
        mark_parts(built)
        adapt_images(built)
        apply_policy(built, FOLDER)
        _adapt_heads(built)
        shutil.copytree(built, site, dirs_exist_ok=True)


def stage_pages(folder: Path) -> Stage:
    """Write the Markdown of all pages to a folder."""
    stage = Stage(folder)
    for file in sorted((ROOT / "docs").glob("*.md")):
        stage.add_page(f"docs/{file.name}", CHANGES.get(file.name))
    for name in (*SEPARATE, "docs/rules/every-game.md"):
        stage.add_page(name)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name, overview in OVERVIEWS.items():
        path = f"overview/{name}.md"
        parts = [f"# {overview.title}", overview.intro, links(overview.parts, "../../")]
        for heading in overview.headings:
            is_whole = heading == overview.title or len(overview.headings) == 1
            parts += [] if is_whole else [f"## {heading}"]
            parts.append(section(readme, heading))
        stage.write(path, stage.rewrite("\n\n".join(parts), "README.md", path))
    for id in games():
        stage.write(f"games/{id}.md", game_page(find(id), stage))
    stage.write("games/index.md", game_index())
    stage.write("index.md", front_page())
    return stage


def _copy_theme(work: Path) -> None:
    """Copy the changes of the theme, with the wordmark."""
    shutil.copytree(SITE / "theme", work / "theme")
    (work / "theme" / "partials" / "logo.html").write_text(wordmark(), encoding="utf-8")


def _fill_navigation(config: str, stage: Stage) -> str:
    """Return the configuration with the pages of games and of source files."""
    lists = {
        "# games": [f'"games/{id}.md",' for id in games()],
        "# sources": [f'"{page_path(name)}",' for name in sorted(stage.sources)],
    }
    for mark, lines in lists.items():
        filled = "".join(rf"\1{line}\n" for line in lines)
        config = re.sub(rf"^( *){mark}$", filled, config, flags=re.M)
    return config


def _add_assets(folder: Path) -> None:
    """Write our own scripts and styles for documentation pages."""
    shutil.copytree(SITE / "docs_page", folder, dirs_exist_ok=True)
    styles = "\n".join(file.read_text(encoding="utf-8") for file in STYLES)
    (folder / "docs_page.css").write_text(styles, encoding="utf-8")


def _adapt_heads(built: Path) -> None:
    """Let Zensical's script wait for the document; give pages that stand alone the icon.

    Without an icon, browsers would look for it elsewhere.
    """
    for file in built.rglob("*.html"):
        text = BUNDLE.sub("<script defer", file.read_text(encoding="utf-8"))
        if 'rel="icon"' not in text:
            icon = Path(os.path.relpath(built / ICON, file.parent)).as_posix()
            text = text.replace("</head>", f'<link rel="icon" href="{icon}">\n</head>', 1)
        file.write_text(text, encoding="utf-8")


def _adapt_script(built: Path) -> None:
    """Let the search obey the policy and load its index late; change the script as we need it."""
    (bundle,) = (built / "assets" / "javascripts").glob("bundle.*.js")
    adopt = r"(s=>{s.replaceSync(\2.toString());\1.adoptedStyleSheets=[s]})(new CSSStyleSheet)"
    late = r"(/search\.json$/.test(e)?whenUsed:send=>send())(()=>\1.send()),()=>\1.abort()"
    script, styles = SEARCH_STYLES.subn(adopt, bundle.read_text(encoding="utf-8"))
    script, requests = SEND.subn(late, script)
    if (styles, requests) != (1, 1):
        raise BuildError("Zensical's search has changed. Use the version in pyproject.toml.")
    for old, new in CHANGED.items():
        if old not in script:
            raise BuildError(
                f"Zensical's script has changed: {old}. Use the version in pyproject.toml."
            )
        script = script.replace(old, new)
    bundle.write_text(WHEN_USED + script, encoding="utf-8")
