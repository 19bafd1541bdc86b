"""Pictures of links: PNG files that another program can read, with the board of the position."""

from __future__ import annotations

import struct
import zlib
from typing import Any

import numduel
from duel_support import where, with_more_games
from numduel import Match
from numduel.render.link_image import BOARD, EDGES, FILLS, HEIGHT, WIDTH, link_image
from numduel.render.raster import Box, Canvas, Colour, lines_of
from numduel.views.positions import picture, trails

MAZE = "4 3 8/9 5 1/2 7 6"


def read_png(data: bytes) -> list[list[Colour]]:
    """Return the pixels of a PNG without filters, after checking all its checksums."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    chunks, at = {}, 8
    while at < len(data):
        (size,) = struct.unpack(">I", data[at : at + 4])
        name, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
        assert struct.unpack(">I", data[at + 8 + size : at + 12 + size]) == (
            zlib.crc32(name + body),
        )
        chunks[name], at = body, at + 12 + size
    width, height = struct.unpack(">II", chunks[b"IHDR"][:8])
    raw = zlib.decompress(chunks[b"IDAT"])
    rows = [raw[n * (3 * width + 1) : (n + 1) * (3 * width + 1)] for n in range(height)]
    assert {row[0] for row in rows} == {0}
    return [[(r[n], r[n + 1], r[n + 2]) for n in range(1, 3 * width, 3)] for r in rows]


def drawn(match: Match) -> bytes:
    return link_image(picture(match), trails(match))


def test_image_shows_tokens_and_changes_with_the_position() -> None:
    game = numduel.new("maze", board=MAZE)
    before = drawn(Match.replay(game, ["0,0", "2,0"]))
    after = drawn(Match.replay(game, ["0,0", "2,0", "0,1"]))
    pixels = read_png(after)
    assert (len(pixels[0]), len(pixels)) == (WIDTH, HEIGHT)
    on_board = {pixel for row in pixels for pixel in row[int(BOARD.x) :]}
    assert {*FILLS, *EDGES} <= on_board
    assert before != after


def test_image_of_a_hidden_board_reveals_nothing() -> None:
    images = {drawn(Match(numduel.new("quest", seed=seed))) for seed in (1, 2)}
    assert len(images) == 1
    seen = [Match(numduel.new("quest", seed=seed)) for seed in (1, 2)]
    for match in seen:
        match.play("1,1")
    if seen[0].plies[-1].move != seen[1].plies[-1].move:
        assert drawn(seen[0]) != drawn(seen[1])


def test_other_kinds_of_boards_have_images() -> None:
    """Run has numbers of two digits, toss has no tiles, and shuttle several tokens on a tile."""
    with with_more_games():
        setups: tuple[tuple[str, dict[str, Any]], ...] = (
            ("run", {"highest": 99}),
            ("toss", {}),
            ("shuttle", {}),
        )
        for game, options in setups:
            with where(game):
                assert drawn(Match(numduel.new(game, seed=1, **options))).endswith(
                    b"IEND\xaeB`\x82"
                )


def test_edges_are_smooth_and_strokes_closed() -> None:
    canvas = Canvas(20, 20, (255, 255, 255))
    canvas.paint([Box(2, 2, 16, 16, 8)], (0, 0, 0))
    middle, corner, edge = (canvas.pixel(at, at)[0] for at in (10, 2, 4))
    assert (middle, corner) == (0, 255)
    assert 0 < edge < 255
    closed = lines_of("M0 0H4V4Z", 0, 0, 1, 1)
    assert closed[-1].end == closed[0].start
    curve = lines_of("M0 0C0 4 4 4 4 0S8 -4 8 0", 0, 0, 1, 1)
    assert curve[-1].end[0] == 8
    assert min(line.start[1] for line in curve) == -max(line.start[1] for line in curve)
