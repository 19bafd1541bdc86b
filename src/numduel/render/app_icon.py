"""The icon of the installed page: the tokens of both players, as PNG."""

from __future__ import annotations

from .link_image import FILLS
from .raster import Box, Canvas, Colour

GROUND: Colour = (0x12, 0x15, 0x1C)

UNITS = 64
"""Width of the drawing in `icon.svg`, in whose units the shapes are given."""

TOKENS = (Box(8, 19, 26, 26, 13), Box(36, 20, 23, 24, 5))

SAFE_SCALE = 0.86
"""Scale of a maskable icon: systems may cut away all but a circle of 80% of its width."""


def app_icon(size: int, *, is_maskable: bool = False) -> bytes:
    """Return a square PNG.

    >>> app_icon(48)[1:4]
    b'PNG'
    """
    canvas = Canvas(size, size, GROUND)
    scale = size / UNITS * (SAFE_SCALE if is_maskable else 1)
    left = (TOKENS[0].x + TOKENS[1].x + TOKENS[1].width) / 2
    for token, colour in zip(TOKENS, FILLS, strict=True):
        x = size / 2 + (token.x - left) * scale
        y = size / 2 + (token.y - UNITS / 2) * scale
        shape = Box(x, y, token.width * scale, token.height * scale, token.radius * scale)
        canvas.paint([shape], colour)
    return canvas.png()
