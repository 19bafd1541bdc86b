"""Makes the pictures of README and docs: screens of the real app as SVG, and a demo as GIF."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image
from textual.pilot import Pilot
from textual.screen import Screen

HERE = Path(__file__).parents[1] / "docs" / "pictures"
KEYS = {" ": "space", ",": "comma", "/": "slash", "\n": "enter"}
CHROMIUM = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
]


class Scene(NamedTuple):
    """A picture: how to open the screen, what is typed there, and how large it is."""

    opening: Callable[[], Screen[Any]] | None
    keys: tuple[str, ...] = ()
    """Each is a key, or a text that is typed letter by letter, with Enter as a new line."""
    size: tuple[int, int] = (100, 30)
    settings: dict[str, object] = {}  # noqa: RUF012 - it is never changed


def scenes() -> dict[str, Scene]:
    from numduel.games import find
    from numduel.sitting import Sitting, sides
    from numduel.tui.play import PlayScreen

    def playing(id: str, **options: Any) -> Callable[[], Screen[Any]]:
        def opening() -> Screen[Any]:
            board, seed = options.pop("board", None), options.pop("seed", 7)
            two = sides(("human", "human"), ("Ann", "Bob"))
            sitting = Sitting.begin(find(id), options, two, board=board, seed=seed)
            return PlayScreen(sitting)

        return opening

    book = "4 3 8/9 5 1/2 7 6"
    return {
        "maze": Scene(playing("maze", board=book), ("0,0\n", "2,0\n", "0,1\n", "2,1\n", "a")),
        "sum": Scene(playing("sum"), ("9\n", "4\n", "9\n", "7\n", "6\n")),
        "run": Scene(playing("run"), ("0,1\n", "4,3\n", "0,2\n", "4,2\n", "1,2\n", "3,2\n", "h")),
        "quest": Scene(playing("quest"), ("1,1\n", "3,3\n", "2,2\n", "r")),
        "race": Scene(playing("race"), ("Down\n", "a")),
    }


@asynccontextmanager
async def opened(scene: Scene) -> AsyncIterator[Pilot[None]]:
    from numduel.tui import settings
    from numduel.tui.app import NumduelApp

    chosen = {"animation": False, "name": "Ann", "friend": "Bob", **scene.settings}
    settings.keep(settings.Settings(**chosen))
    async with NumduelApp(scene.opening).run_test(size=scene.size) as pilot:
        await settled(pilot)
        yield pilot


async def settled(pilot: Pilot[None]) -> None:
    """Wait until nobody is thinking and everything is shown."""
    await pilot.pause()
    while any(worker.is_running for worker in pilot.app.workers):
        await asyncio.sleep(0.01)
    await pilot.pause()


async def typed(pilot: Pilot[None], text: str) -> None:
    letters = [text] if len(text) > 1 and text.isalpha() and text.islower() else list(text)
    await pilot.press(*(KEYS.get(letter, letter) for letter in letters))
    await settled(pilot)


def screenshot(pilot: Pilot[None], name: str) -> str:
    """The screen as an SVG that fetches nothing and is the same for the same screen."""
    svg = pilot.app.export_screenshot(title="numduel")
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.S)
    return re.sub(r"terminal-\d+", f"numduel-{name}", svg)


async def picture(name: str, scene: Scene) -> None:
    async with opened(scene) as pilot:
        for text in scene.keys:
            await typed(pilot, text)
        (HERE / f"{name}.svg").write_text(screenshot(pilot, name), encoding="utf-8")
    print(f"docs/pictures/{name}.svg")


# ---- the demo


async def frames() -> list[tuple[str, int]]:
    """A first game, from the home screen to the review: screens, and how long each is shown."""
    found: list[tuple[str, int]] = []
    scene = Scene(None)
    async with opened(scene) as pilot:

        def show(milliseconds: int) -> None:
            found.append((screenshot(pilot, f"demo{len(found)}"), milliseconds))

        show(1800)
        for text, milliseconds in DEMO:
            await typed(pilot, text)
            show(milliseconds)
    return found


DEMO = (("1", 1500), ("enter", 1200))
"""What is typed in the demo, and how long the screen then stays."""


def rendered(svg: str, folder: Path, number: int) -> Image.Image:
    """A screen as pixels."""
    found = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    assert found
    wide, high = (int(float(side)) for side in found.groups())
    source, target = folder / f"{number}.svg", folder / f"{number}.png"
    source.write_text(svg, encoding="utf-8")
    shot = [f"--window-size={wide},{high}", f"--screenshot={target}", source.as_uri()]
    subprocess.run([browser(), *CHROMIUM, *shot], check=True, capture_output=True, timeout=60)
    return Image.open(target).convert("RGB").resize((wide * 3 // 4, high * 3 // 4), Image.Resampling.LANCZOS)


def browser() -> str:
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        raise SystemExit("The demo is drawn by Chromium, which is not here: apt install chromium")
    return found


def demo() -> None:
    folder = Path(tempfile.mkdtemp())
    told = asyncio.run(frames())
    images = [rendered(svg, folder, number) for number, (svg, _) in enumerate(told)]
    first, *rest = (image.quantize(96, dither=Image.Dither.NONE) for image in images)
    times = [milliseconds for _, milliseconds in told]
    target = HERE / "demo.gif"
    first.save(target, save_all=True, append_images=rest, duration=times, loop=0, optimize=True)
    shutil.rmtree(folder)
    print("docs/pictures/demo.gif")


def main() -> int:
    os.environ["NUMDUEL_HOME"] = tempfile.mkdtemp()
    HERE.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[1:]
    for name, scene in scenes().items():
        if not wanted or name in wanted:
            asyncio.run(picture(name, scene))
    if not wanted or "demo" in wanted:
        demo()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
