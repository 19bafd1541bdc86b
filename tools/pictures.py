"""Draw the pictures of README and docs: screens of the app and the page, a notebook, a demo."""

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

import notebooks
import page_pictures
from chromium import FLAGS, find_chromium
from PIL import Image
from textual.pilot import Pilot
from textual.screen import Screen

HERE = Path(__file__).parents[1] / "docs" / "pictures"
PREVIEW = HERE.parents[1] / "src" / "numduel" / "web" / "page" / "preview.png"
KEYS = {" ": "space", ",": "comma", "/": "slash", "\n": "enter"}
CHROMIUM = ["--headless", *FLAGS, "--hide-scrollbars"]


class Scene(NamedTuple):
    """A picture: how to open its screen, what to type there, and its size."""

    opening: Callable[[], Screen[Any]] | None
    keys: tuple[str, ...] = ()
    """Keys, or texts that are typed letter by letter, with a newline for Enter."""
    size: tuple[int, int] = (100, 30)
    settings: dict[str, object] = {}  # noqa: RUF012 - never changed
    prepare: Callable[[], None] | None = None
    """A function called before the app starts, when its data folder exists."""


BOOK = "4 3 8/9 5 1/2 7 6"
"""The board of Number Maze's rule book."""


def playing(id: str, board: str | None = None, **options: Any) -> Callable[[], Screen[Any]]:
    """Return a function that opens a game between two people, on a board or on that of a seed."""

    def opening() -> Screen[Any]:
        from numduel.games import find
        from numduel.play.session import Session, make_sides
        from numduel.storage.autosave import Autosave
        from numduel.tui.screens.play import PlayScreen

        two = make_sides(("human", "human"), ("Ann", "Bob"))
        session = Session.begin(find(id), options, two, board=board, seed=7)
        return PlayScreen(session, Autosave(session))

    return opening


def learning(id: str) -> Callable[[], Screen[Any]]:
    """Return a function that opens a lesson."""

    def opening() -> Screen[Any]:
        from numduel.learning import lessons
        from numduel.tui.screens.lesson import LessonScreen

        return LessonScreen(lessons.lesson(id))

    return opening


def puzzle() -> Screen[Any]:
    from numduel.budget import Budget
    from numduel.dice import Dice
    from numduel.engine.teaching.puzzles import find_puzzle
    from numduel.games import find
    from numduel.tui.screens.puzzle import PuzzleScreen

    budget = Budget(seconds=60)
    return PuzzleScreen(find_puzzle(find("race"), {}, Dice(7), budget, "hard"))


FIRST_GAME = 1_793_000_000
"""When the first saved game ended, in seconds since 1970; the others follow hour by hour."""


def save_games() -> None:
    """Save games of a person who improves: a level after the other plays in their place."""
    from numduel.play.series import Side
    from numduel.ratings.scale import scales

    for day, id in enumerate(("maze", "sum", "race")):
        for number in range(24):
            person = ("beginner", "casual", "skilled", "expert")[number // 6]
            opponent = ("casual", "ida")[number // 2 % 2]
            sides = Side("Ann", "human"), Side(opponent.capitalize(), opponent)
            save = save_game(id, dict(scales()[id].options), sides, (person, opponent), number)
            os.utime(save, (FIRST_GAME + 86400 * day + 3600 * number,) * 2)


def save_game(
    id: str, options: dict[str, Any], sides: tuple[Any, Any], players: tuple[str, str], number: int
) -> str:
    """Play a game between two levels, and save it as one of these sides; return its path.

    Seats alternate.
    """
    from numduel.budget import Budget
    from numduel.core import Player
    from numduel.dice import Dice
    from numduel.games import find
    from numduel.play.dealing import PLAYABLE, set_up
    from numduel.play.match import Match
    from numduel.play.players import seat, take_turn
    from numduel.play.series import Series
    from numduel.storage.saves import Save

    match = Match(set_up(find(id), options, None, Dice(number), PLAYABLE))
    step = -1 if number % 2 else 1
    Series((sides[::step][0], sides[::step][1])).tag(match)
    choosers = [seat(name, Dice(100 + number)) for name in players[::step]]
    for player, chooser in zip(Player, choosers, strict=True):
        assert chooser is not None
        chooser.begin(match.game, player)
    while match.player is not None and len(match.plies) < 300:
        chooser = choosers[match.player]
        assert chooser is not None
        take_turn(chooser, match, Budget(seconds=60))
    save = Save.fresh(id)
    save.keep(match)
    return save.path


SCENES = {
    "home": Scene(None),
    "setup": Scene(None, ("1",)),
    "opponents": Scene(None, ("1", "o", "end", "up", "up"), (84, 22)),
    "maze": Scene(playing("maze", BOOK), ("0,0\n", "2,0\n", "0,1\n", "2,1\n", "a")),
    "sum": Scene(playing("sum"), ("9\n", "4\n", "9\n", "7\n", "6\n")),
    "run": Scene(playing("run"), ("0,1\n", "4,3\n", "0,2\n", "4,2\n", "1,2\n", "3,2\n", "h")),
    "quest": Scene(playing("quest", stand=True), ("1,1\n", "3,3\n", "3,1\n", "1,3\n", "a")),
    "race": Scene(playing("race", size=5), ("/right\n", "/up\n", "a")),
    "review": Scene(
        playing("maze", BOOK), ("0,0\n2,0\n0,1\n", "2,1\n1,1\n2,2\n", "v", "up"), (120, 36)
    ),
    "lesson": Scene(learning("run"), ("/right\n", "\n", "1,1\n", "\n", "0,0\n", "\n")),
    "strategy": Scene(learning("race-strategy"), ("/down\n",)),
    "puzzle": Scene(puzzle, ("h",)),
    "statistics": Scene(None, ("s",), (80, 24), prepare=save_games),
    "ratings": Scene(None, ("s", "r"), (80, 27), prepare=save_games),
    "settings": Scene(None, (",",)),
    "light": Scene(playing("race"), ("/down\n", "h"), settings={"colours": "light"}),
}


@asynccontextmanager
async def open_scene(scene: Scene) -> AsyncIterator[Pilot[None]]:
    from numduel.tui import settings
    from numduel.tui.app import NumduelApp
    from numduel.tui.match_options import LastSetup

    os.environ["HOME"] = tempfile.mkdtemp()  # no picture shows the path of this machine
    for name in ("NUMDUEL_HOME", "XDG_DATA_HOME"):
        os.environ.pop(name, None)
    chosen = {"animation": False, "name": "Ann", "friend": "Bob", **scene.settings}
    settings.save(settings.Settings(**chosen))
    LastSetup({"board": "seed", "seed": 22}, {}).save("maze")
    if scene.prepare is not None:
        scene.prepare()
    async with NumduelApp(scene.opening).run_test(size=scene.size) as pilot:
        await wait_until_settled(pilot)
        yield pilot


async def wait_until_settled(pilot: Pilot[None]) -> None:
    """Wait until all work is done and shown."""
    await pilot.pause()
    while any(worker.is_running for worker in pilot.app.workers):
        await asyncio.sleep(0.01)
    await pilot.pause()


async def type_text(pilot: Pilot[None], text: str, *, wait: bool = True) -> None:
    letters = [text] if text.isalpha() and text.islower() else list(text)
    await pilot.press(*(KEYS.get(letter, letter) for letter in letters))
    if wait:
        await wait_until_settled(pilot)


def screenshot(pilot: Pilot[None], name: str) -> str:
    """Return the screen as a self-contained, reproducible SVG."""
    svg = pilot.app.export_screenshot(title="numduel")
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.S)
    return re.sub(r"terminal-\d+", f"numduel-{name}", svg)


async def picture(name: str, scene: Scene) -> None:
    async with open_scene(scene) as pilot:
        for text in scene.keys:
            await type_text(pilot, text)
        (HERE / f"{name}.svg").write_text(screenshot(pilot, name), encoding="utf-8")
    print(f"docs/pictures/{name}.svg")


# ---- the demo


class Step(NamedTuple):
    """A step of the demo: what is typed, and how many milliseconds the screen stays."""

    text: str
    stays: int
    moves: bool = False
    """Whether the animation is shown."""


DEMO = (
    Step("1", 1800),
    Step("enter", 1200),
    Step("0,0", 300),
    Step("enter", 1400, moves=True),
    Step("h", 2200),
    Step("right", 300),
    Step("enter", 1400, moves=True),
    Step("a", 2400),
    Step("down", 700),
    Step("enter", 1800, moves=True),
    Step("v", 1600),
    Step("up", 4000),
)
"""A first game, lost to the computer, from the home screen to the review."""

FRAME_MS = 70
"""Milliseconds between two frames of an animation."""


async def frames() -> list[tuple[str, int]]:
    """Return the screens of the demo, and how long each is shown."""
    found: list[tuple[str, int]] = []
    async with open_scene(Scene(None, settings={"animation": True})) as pilot:

        def show(milliseconds: int) -> None:
            found.append((screenshot(pilot, f"demo{len(found)}"), milliseconds))

        show(1800)
        for text, stays, moves in DEMO:
            await type_text(pilot, text, wait=not moves)
            for _ in range(18 if moves else 0):
                show(FRAME_MS)
                await asyncio.sleep(FRAME_MS / 1000)
            await wait_until_settled(pilot)
            show(stays)
    return _merge(found)


def _merge(frames: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Merge equal frames in a row and add up their times."""
    joined: list[tuple[str, int]] = []
    for svg, milliseconds in frames:
        plain = re.sub(r"demo\d+", "demo", svg)
        if joined and joined[-1][0] == plain:
            joined[-1] = (plain, joined[-1][1] + milliseconds)
        else:
            joined.append((plain, milliseconds))
    return joined


def rasterise(svg: str, folder: Path, number: int) -> Image.Image:
    """Return a screen as pixels."""
    found = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    assert found
    wide, high = (int(float(side)) for side in found.groups())
    source, target = folder / f"{number}.svg", folder / f"{number}.png"
    source.write_text(svg, encoding="utf-8")
    shot = [f"--window-size={wide},{high}", f"--screenshot={target}", source.as_uri()]
    subprocess.run([browser(), *CHROMIUM, *shot], check=True, capture_output=True, timeout=60)
    return (
        Image.open(target)
        .convert("RGB")
        .resize((wide * 3 // 4, high * 3 // 4), Image.Resampling.LANCZOS)
    )


def browser() -> str:
    found = find_chromium()
    if found is None:
        raise SystemExit(
            "Chromium draws the demo but is missing. Install it: apt-get install chromium"
        )
    return found


def demo() -> None:
    folder = Path(tempfile.mkdtemp())
    steps = asyncio.run(frames())
    images = [rasterise(svg, folder, number) for number, (svg, _) in enumerate(steps)]
    palette = _palette(images)
    first, *rest = (i.quantize(palette=palette, dither=Image.Dither.NONE) for i in images)
    times = [milliseconds for _, milliseconds in steps]
    target = HERE / "demo.gif"
    first.save(target, save_all=True, append_images=rest, duration=times, loop=0, optimize=True)
    shutil.rmtree(folder)
    print("docs/pictures/demo.gif")


def _palette(images: list[Image.Image]) -> Image.Image:
    """Return one palette for all frames, so that no colour changes between them."""
    wide, high = images[0].size
    together = Image.new("RGB", (wide, high * len(images)))
    for number, image in enumerate(images):
        together.paste(image, (0, high * number))
    return together.quantize(128)


def main() -> int:
    HERE.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[1:]
    for name, scene in SCENES.items():
        if not wanted or name in wanted:
            asyncio.run(picture(name, scene))
    page_pictures.draw(HERE, [name for name in page_pictures.SHOTS if not wanted or name in wanted])
    if not wanted or "preview" in wanted:
        page_pictures.draw_preview(PREVIEW)
        print("src/numduel/web/page/preview.png")
    if not wanted or "notebook" in wanted:
        notebooks.draw(HERE / "notebook.png")
        print("docs/pictures/notebook.png")
    if not wanted or "demo" in wanted:
        demo()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
