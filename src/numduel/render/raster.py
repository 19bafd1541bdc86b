"""Pictures in pixels, as PNG files: convex shapes with smooth edges, without other packages."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import ceil, floor, hypot, sqrt
from typing import NamedTuple, Protocol

Colour = tuple[int, int, int]
Point = tuple[float, float]
Span = tuple[float, float]

SUB_ROWS = 4
"""Lines per row of pixels at which shapes are measured."""

CURVE_STEPS = 10
"""Straight pieces per curve."""


class Shape(Protocol):
    """A convex shape."""

    @property
    def rows(self) -> Span:
        """Its top and bottom."""

    def span(self, y: float) -> Span | None:
        """Return where it begins and ends at a height; None if it isn't there."""


class Box(NamedTuple):
    """A rectangle with round corners; a circle if they are large enough."""

    x: float
    y: float
    width: float
    height: float
    radius: float = 0

    @property
    def rows(self) -> Span:
        return self.y, self.y + self.height

    def span(self, y: float) -> Span | None:
        if not self.y <= y <= self.y + self.height:
            return None
        radius = min(self.radius, self.width / 2, self.height / 2)
        depth = radius - min(y - self.y, self.y + self.height - y)
        inset = radius - sqrt(radius * radius - depth * depth) if depth > 0 else 0
        return self.x + inset, self.x + self.width - inset


class Line(NamedTuple):
    """A straight line with round ends."""

    start: Point
    end: Point
    width: float

    @property
    def rows(self) -> Span:
        (_, one), (_, two) = self.start, self.end
        return min(one, two) - self.width / 2, max(one, two) + self.width / 2

    def span(self, y: float) -> Span | None:
        (x1, y1), (x2, y2), radius = self.start, self.end, self.width / 2
        found = []
        for x, middle in (self.start, self.end):
            if abs(y - middle) <= radius:
                half = sqrt(radius * radius - (y - middle) ** 2)
                found += [x - half, x + half]
        dx, dy = x2 - x1, y2 - y1
        if dy:
            length = hypot(dx, dy)
            for side in (radius, -radius):
                left, up = -dy / length * side, dx / length * side
                share = (y - y1 - up) / dy
                if 0 <= share <= 1:
                    found.append(x1 + left + share * dx)
        return (min(found), max(found)) if found else None


class Canvas:
    """A picture to draw on.

    >>> canvas = Canvas(4, 2, (255, 255, 255))
    >>> canvas.paint([Box(1, 0, 1.5, 2)], (0, 0, 0))
    >>> [canvas.pixel(x, 0)[0] for x in range(4)]
    [255, 0, 128, 255]
    """

    def __init__(self, width: int, height: int, ground: Colour) -> None:
        self.width, self.height = width, height
        self._rows = [bytearray(bytes(ground) * width) for _ in range(height)]

    def pixel(self, x: int, y: int) -> Colour:
        red, green, blue = self._rows[y][3 * x : 3 * x + 3]
        return red, green, blue

    def paint(self, shapes: Sequence[Shape], colour: Colour) -> None:
        """Fill the union of some shapes."""
        bounds = [(shape, *shape.rows) for shape in shapes]
        top = max(0, floor(min((top for _, top, _ in bounds), default=0)))
        end = min(self.height, ceil(max((bottom for *_, bottom in bounds), default=0)))
        for row in range(top, end):
            near = [shape for shape, first, last in bounds if first < row + 1 and last > row]
            lines = (row + (line + 0.5) / SUB_ROWS for line in range(SUB_ROWS))
            self._paint_row(row, [_merge(near, y) for y in lines], colour)

    def _paint_row(self, row: int, lines: list[list[Span]], colour: Colour) -> None:
        pixels = self._rows[row]
        coverage: dict[int, float] = {}
        first = end = 0
        if all(len(spans) == 1 for spans in lines):  # the part that all lines cover
            first = max(0, ceil(max(spans[0][0] for spans in lines)))
            end = min(self.width, floor(min(spans[0][1] for spans in lines)))
            if end > first:
                pixels[3 * first : 3 * end] = bytes(colour) * (end - first)
        for left, right in (span for spans in lines for span in spans):
            for x in range(max(0, floor(left)), min(self.width, ceil(right))):
                if first <= x < end:
                    continue
                covered = min(right, x + 1) - max(left, x)
                coverage[x] = coverage.get(x, 0) + covered / SUB_ROWS
        for x, share in coverage.items():
            for part in range(3):
                before = pixels[3 * x + part]
                pixels[3 * x + part] = round(before + (colour[part] - before) * min(1, share))

    def png(self) -> bytes:
        """Return the picture as a PNG file."""
        data = zlib.compress(b"".join(b"\0" + row for row in self._rows), 9)
        head = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        chunks = ((b"IHDR", head), (b"IDAT", data), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, body) for name, body in chunks)


def _chunk(name: bytes, body: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(name + body))
    return struct.pack(">I", len(body)) + name + body + check


def _merge(shapes: Iterable[Shape], y: float) -> list[Span]:
    """Return the union of the spans of shapes at a height, from left to right."""
    spans: list[Span] = []
    for left, right in sorted(filter(None, (shape.span(y) for shape in shapes))):
        if spans and left <= spans[-1][1]:
            spans[-1] = spans[-1][0], max(spans[-1][1], right)
        else:
            spans.append((left, right))
    return spans


# ---- paths


def lines_of(path: str, x: float, y: float, scale: float, width: float) -> list[Line]:
    """Return a path of SVG as lines, from a point, in a scale and width in pixels.

    It may have the commands M, L, H, V, C, S and Z.

    >>> [(line.start, line.end) for line in lines_of("M0 0H10V5", 1, 1, 2, 3)]
    [((1.0, 1.0), (21.0, 1.0)), ((21.0, 1.0), (21.0, 11.0))]
    """
    points = [
        [(x + scale * left, y + scale * down) for left, down in piece] for piece in _flatten(path)
    ]
    return [Line(one, two, width) for piece in points for one, two in pairwise(piece)]


def _flatten(path: str) -> list[list[Point]]:
    """Return the pieces of a path as points along straight lines."""
    pieces: list[list[Point]] = []
    control: Point = (0, 0)
    for command, text in re.findall(r"([MLHVCSZ])([^MLHVCSZ]*)", path):
        numbers = [float(number) for number in text.split()]
        if command == "M":
            pieces.append([(numbers[0], numbers[1])])
            command, numbers = "L", numbers[2:]
        piece = pieces[-1]
        if command == "Z":
            piece.append(piece[0])
        elif command in "HV":
            (x, y), (to,) = piece[-1], numbers
            piece.append((to, y) if command == "H" else (x, to))
        elif command == "L":
            piece += list(zip(numbers[::2], numbers[1::2], strict=True))
        else:
            size = 6 if command == "C" else 4
            for index in range(0, len(numbers), size):
                (x, y), part = piece[-1], numbers[index : index + size]
                if command == "S":  # the mirrored control point of the curve before
                    part = [2 * x - control[0], 2 * y - control[1], *part]
                control = part[2], part[3]
                piece += _curve((x, y), (part[0], part[1]), control, (part[4], part[5]))
    return pieces


def _curve(one: Point, two: Point, three: Point, four: Point) -> list[Point]:
    found = []
    for step in range(1, CURVE_STEPS + 1):
        t = step / CURVE_STEPS
        shares = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        points = (one, two, three, four)
        x, y = (
            sum(share * point[axis] for share, point in zip(shares, points, strict=True))
            for axis in (0, 1)
        )
        found.append((x, y))
    return found
