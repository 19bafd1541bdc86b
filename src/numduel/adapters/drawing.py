"""What an environment shows of its game: the record, and the board as text or as pixels."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from ..core import Fact, Player, Tile
from ..errors import SetupError, listed
from ..options import shown
from ..render.text import draw

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .episode import Episode

__all__ = ["MODES", "Rendered", "render", "render_mode"]

MODES = ("ansi", "rgb_array", "human")

TILE, EDGE = 64, 12
GROUND, PLAIN, LEGAL, INK = (250, 250, 247), (232, 230, 222), (190, 222, 196), (28, 30, 33)
TOKENS = ((31, 95, 168), (192, 74, 26))


def render_mode(mode: str | None) -> str | None:
    """A mode that there is, or None; SetupError for any other."""
    if mode is None or mode in MODES:
        return mode
    raise SetupError(f"render_mode must be {listed(MODES)}, not {shown(mode)}")


class Rendered:
    """An environment that plays one episode after the other."""

    render_mode: str | None
    _episode: Episode | None
    """None until the first reset."""

    def record(self) -> str:
        """The public record of the game so far."""
        return self._begun().record()

    def render(self) -> Any:
        return render(self._begun(), self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _begun(self) -> Episode:
        if self._episode is None:
            from gymnasium.error import ResetNeeded

            raise ResetNeeded("nothing has been dealt yet: call reset first")
        return self._episode


def render(episode: Episode, mode: str | None) -> Any:
    """The position as this mode has it; None where it is printed, or where no mode is set."""
    if mode == "rgb_array":
        return pixels(episode)
    if mode is None:
        return None
    text = "\n".join(draw(episode.game.picture(episode.state), episode.moves)) + "\n"
    if mode == "ansi":
        return text
    sys.stdout.write(text)
    return None


def pixels(episode: Episode) -> npt.NDArray[np.uint8]:
    """The position as an image: rows, columns, and red, green and blue."""
    import numpy as np

    try:
        from PIL import Image, ImageDraw
    except ModuleNotFoundError:
        raise ImportError("drawing in pixels needs Pillow: pip install 'numduel[agents]'") from None
    picture = episode.game.picture(episode.state)
    facts = [_said(fact) for fact in picture.facts]
    high = 2 * EDGE + len(picture.rows) * TILE + 16 * len(facts)
    wide = max(2 * EDGE + picture.columns * TILE, 2 * EDGE + 7 * max(map(len, facts), default=0))
    image = Image.new("RGB", (wide, high), GROUND)
    pen = ImageDraw.Draw(image)
    for down, row in enumerate(picture.rows):
        for across, tile in enumerate(row):
            legal = tile.move in episode.moves
            _tile(pen, tile, EDGE + across * TILE, EDGE + down * TILE, LEGAL if legal else PLAIN)
    for number, fact in enumerate(facts):
        pen.text((EDGE, high - EDGE - 16 * (len(facts) - number)), fact, fill=INK)
    return np.asarray(image).copy()


def _tile(pen: Any, tile: Tile, x: int, y: int, ground: tuple[int, int, int]) -> None:
    pen.rectangle((x + 1, y + 1, x + TILE - 2, y + TILE - 2), fill=ground)
    marks = [tag.mark for tag in tile.tags if tag.player not in tile.tokens]
    label = tile.label or " ".join(marks)
    pen.text((x + TILE // 2, y + 20), label, fill=INK, anchor="mm", font_size=20)
    if tile.label:
        pen.text((x + 6, y + TILE - 20), " ".join(marks), fill=INK)
    apart = min(28, (TILE - 32) // max(1, len(tile.tokens) - 1))  # so that all are on the tile
    for number, player in enumerate(tile.tokens):
        left = x + TILE - 28 - apart * number
        pen.ellipse((left, y + TILE - 26, left + 22, y + TILE - 4), fill=TOKENS[player])
        pen.text((left + 11, y + TILE - 15), str(player + 1), fill=GROUND, anchor="mm")


def _said(fact: Fact) -> str:
    who = "" if fact.player is None else f"{Player(fact.player)}, "
    return f"{who}{fact.words}"
