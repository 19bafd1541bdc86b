"""Rendering of environments: the record, and the board as text or pixels."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from ..core import Fact, Player, Tile
from ..errors import SetupError, listed
from ..options import short_repr
from ..picture_text import draw

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .episode import Episode

__all__ = ["MODES", "RenderedEnv", "check_render_mode", "render"]

MODES = ("ansi", "rgb_array", "human")

TILE_PX, MARGIN_PX = 64, 12
BACKGROUND, TILE_COLOUR, LEGAL_COLOUR, INK = (
    (250, 250, 247),
    (232, 230, 222),
    (190, 222, 196),
    (28, 30, 33),
)
TOKEN_COLOURS = ((31, 95, 168), (192, 74, 26))


def check_render_mode(mode: str | None) -> str | None:
    """Return the mode; raise SetupError if it is unknown."""
    if mode is None or mode in MODES:
        return mode
    raise SetupError(f"render_mode must be {listed(MODES)}, not {short_repr(mode)}")


class RenderedEnv:
    """A base class for environments that play one episode at a time."""

    render_mode: str | None
    _episode: Episode | None
    """None until the first reset."""

    def record(self) -> str:
        """Return the public record of the game so far."""
        return self._current_episode().record()

    def render(self) -> Any:
        """Render the position in the mode of the environment."""
        return render(self._current_episode(), self.render_mode)

    def _render_for_people(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _current_episode(self) -> Episode:
        if self._episode is None:
            from gymnasium.error import ResetNeeded

            raise ResetNeeded("call reset first")
        return self._episode


def render(episode: Episode, mode: str | None) -> Any:
    """Return the position rendered in a mode; None without a mode, and after printing it."""
    if mode == "rgb_array":
        return draw_pixels(episode)
    if mode is None:
        return None
    text = "\n".join(draw(episode.game.picture(episode.state), episode.moves)) + "\n"
    if mode == "ansi":
        return text
    sys.stdout.write(text)
    return None


def draw_pixels(episode: Episode) -> npt.NDArray[np.uint8]:
    """Return the position as an RGB image, an array of shape (rows, columns, 3)."""
    import numpy as np

    try:
        from PIL import Image, ImageDraw
    except ModuleNotFoundError:
        raise ImportError(
            "render_mode rgb_array needs Pillow: pip install 'numduel[agents]'"
        ) from None
    picture = episode.game.picture(episode.state)
    facts = [_format_fact(fact) for fact in picture.facts]
    height = 2 * MARGIN_PX + len(picture.rows) * TILE_PX + 16 * len(facts)
    width = max(
        2 * MARGIN_PX + picture.columns * TILE_PX,
        2 * MARGIN_PX + 7 * max(map(len, facts), default=0),
    )
    image = Image.new("RGB", (width, height), BACKGROUND)
    pen = ImageDraw.Draw(image)
    for down, row in enumerate(picture.rows):
        for across, tile in enumerate(row):
            legal = tile.move in episode.moves
            _draw_tile(
                pen,
                tile,
                MARGIN_PX + across * TILE_PX,
                MARGIN_PX + down * TILE_PX,
                LEGAL_COLOUR if legal else TILE_COLOUR,
            )
    for number, fact in enumerate(facts):
        pen.text((MARGIN_PX, height - MARGIN_PX - 16 * (len(facts) - number)), fact, fill=INK)
    return np.asarray(image).copy()


def _draw_tile(pen: Any, tile: Tile, x: int, y: int, ground: tuple[int, int, int]) -> None:
    pen.rectangle((x + 1, y + 1, x + TILE_PX - 2, y + TILE_PX - 2), fill=ground)
    marks = [tag.mark for tag in tile.tags if tag.player not in tile.tokens]
    label = tile.label or " ".join(marks)
    pen.text((x + TILE_PX // 2, y + 20), label, fill=INK, anchor="mm", font_size=20)
    if tile.label:
        pen.text((x + 6, y + TILE_PX - 20), " ".join(marks), fill=INK)
    spacing = min(28, (TILE_PX - 32) // max(1, len(tile.tokens) - 1))  # so that all fit on the tile
    for number, player in enumerate(tile.tokens):
        left = x + TILE_PX - 28 - spacing * number
        pen.ellipse(
            (left, y + TILE_PX - 26, left + 22, y + TILE_PX - 4), fill=TOKEN_COLOURS[player]
        )
        pen.text((left + 11, y + TILE_PX - 15), str(player + 1), fill=BACKGROUND, anchor="mm")


def _format_fact(fact: Fact) -> str:
    who = "" if fact.player is None else f"{Player(fact.player)}, "
    return f"{who}{fact.words}"
