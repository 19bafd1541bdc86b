"""Boards as drawn: complete, clickable and readable at every size."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

import numduel
from duel_support import VARIANTS, Variant, for_each, random_playout, where
from numduel.core import AnyGame, Picture, Player, Tag, Tile, Turn
from numduel.engine.solving.value import OUTCOMES
from numduel.tui.parts import digits, drawing, miniature
from numduel.tui.parts.ascii_text import to_ascii
from numduel.tui.parts.canvas import Canvas, Ink
from numduel.tui.parts.drawing import FRAMES, Badge, Overlay, Slide, draw
from numduel.tui.parts.layout import Layout, fit

ROOMS = [(1, 1), (20, 6), (38, 9), (50, 19), (78, 18), (80, 33), (140, 50), (300, 100)]
"""Space for a board, in columns and rows."""

LARGE_VARIANTS = [
    Variant("maze", {"size": 12, "extra": 60, "diagonal": 80}),
    Variant("sum", {"target": 10_000, "highest": 99}),
    Variant("run", {"size": 12}),
    Variant("quest", {"size": 12}),
    Variant("race", {"size": 12}),
]


def sample_positions(variant: Variant) -> Iterator[tuple[AnyGame, Any]]:
    game = variant.new()
    states = random_playout(game, seed=3, plies=40)
    yield from ((game, state) for state in (states[0], states[len(states) // 2], states[-1]))


def legal_moves(game: AnyGame, state: Any) -> tuple[str, ...]:
    status = game.status(state)
    return status.moves if isinstance(status, Turn) else ()


def tiles_of(picture: Picture) -> list[Tile]:
    return [tile for row in picture.rows for tile in row]


def tile_text(canvas: Canvas, layout: Layout, number: int) -> list[str]:
    """Return the lines drawn for one tile, with its frame."""
    x, y = layout.corner(number)
    rows = canvas.rows[y : y + layout.tile_height]
    return ["".join(letter for letter, _ in row[x : x + layout.tile_width]) for row in rows]


def tile_inks(canvas: Canvas, layout: Layout, number: int) -> set[Ink]:
    x, y = layout.corner(number)
    rows = canvas.rows[y : y + layout.tile_height]
    return {ink for row in rows for _, ink in row[x : x + layout.tile_width]}


def shows_label(lines: list[str], label: str) -> bool:
    """Return whether the lines show a label, in text or in large digits."""
    if any(label in line for line in lines):
        return True
    if digits.width(label) is None:
        return False
    return any(
        all(any(part in line for line in lines) for part in digits.draw_number(label, double=twice))
        for twice in (False, True)
    )


# ---- whole boards


@pytest.mark.long
@for_each([*VARIANTS, *LARGE_VARIANTS])
def test_board_shows_everything_in_its_picture_at_every_size(variant: Variant) -> None:
    for game, state in sample_positions(variant):
        picture, moves = game.picture(state), legal_moves(game, state)
        for room in ROOMS:
            layout = fit(picture, *room)
            canvas = draw(picture, layout, Overlay(legal=moves))
            plain = draw(picture, layout, Overlay(legal=moves, ascii=True))
            with where(room, state):
                check_legal_moves_are_visible_without_colours(canvas, layout, picture, moves)
                check_board_fits(canvas, layout, room)
                check_tiles_show_their_contents(canvas, layout, picture, room)
                check_tiles_show_their_contents(plain, layout, picture, room)
                assert plain.text().isascii()


def check_tiles_show_their_contents(
    canvas: Canvas, layout: Layout, picture: Picture, room: tuple[int, int]
) -> None:
    for number, tile in enumerate(tiles_of(picture)):
        lines = tile_text(canvas, layout, number)
        assert shows_label(lines, tile.label), (lines, tile)
        for player in tile.tokens:
            assert any(player.token in line for line in lines), (lines, tile)
        if room >= (140, 50):
            for tag in tile.tags:
                assert tag.player in tile.tokens or shows_label(lines, tag.mark), (lines, tile)


def check_legal_moves_are_visible_without_colours(
    canvas: Canvas, layout: Layout, picture: Picture, moves: Sequence[str]
) -> None:
    for number, tile in enumerate(tiles_of(picture)):
        first = tile_text(canvas, layout, number)[0][0]
        assert (first in (FRAMES["legal"][0], "[")) == (tile.move in moves)


def check_board_fits(canvas: Canvas, layout: Layout, room: tuple[int, int]) -> None:
    if layout.is_framed:
        assert layout.width <= room[0]
        assert layout.height <= room[1]
    assert (canvas.width, canvas.height) == (layout.width, layout.height)
    assert all(len(row) == canvas.width for row in canvas.rows)


@for_each([*VARIANTS, *LARGE_VARIANTS])
def test_click_hits_the_tile_drawn_there(variant: Variant) -> None:
    game = variant.new()
    picture = game.picture(game.start())
    for room in ROOMS:
        layout = fit(picture, *room)
        for number in range(len(tiles_of(picture))):
            x, y = layout.corner(number)
            for dx in (0, layout.tile_width - 1):
                for dy in (0, layout.tile_height - 1):
                    assert layout.at(x + dx, y + dy) == number
        assert layout.at(-1, layout.top) is None
        assert layout.at(layout.left, layout.height) is None
        assert layout.at(layout.width, layout.top) is None
        if picture.first is not None:
            assert layout.at(layout.left, 0) is None
            assert layout.at(0, layout.top) is None


@pytest.mark.slow
@for_each(VARIANTS)
def test_values_appear_on_moves_and_framed_tiles_keep_their_label(variant: Variant) -> None:
    for game, state in sample_positions(variant):
        picture, moves = game.picture(state), legal_moves(game, state)
        signs = dict.fromkeys(moves, Badge("W17", "success"))
        for room in ROOMS[2:]:
            layout = fit(picture, *room)
            canvas = draw(picture, layout, Overlay(legal=moves, badges=signs))
            for number, tile in enumerate(tiles_of(picture)):
                lines = tile_text(canvas, layout, number)
                assert shows_label(lines, tile.label) or (
                    tile.move in signs and not layout.is_framed
                )
                assert any("W17" in line for line in lines) == (tile.move in signs)


@pytest.mark.slow
@pytest.mark.parametrize("size", range(2, 13))
@pytest.mark.parametrize("id", ["maze", "run", "quest", "race"])
def test_rows_and_columns_are_numbered_as_players_type_them(id: str, size: int) -> None:
    try:
        game = numduel.new(id, size=size, seed=7)
    except numduel.SetupError:
        pytest.skip("the game has no such board")
    picture = game.picture(game.start())
    assert picture.first is not None
    for room in ROOMS[3:]:
        layout = fit(picture, *room)
        lines = draw(picture, layout, Overlay()).text().split("\n")
        numbers = [str(n) for n in range(picture.first, picture.first + size)]
        assert lines[0].split() == numbers
        heads = [line[: layout.left].strip() for line in lines[1:]]
        assert [head for head in heads if head] == numbers


# ---- one tile


ONE, TWO = Player.ONE, Player.TWO
PLAIN = Tile("5", move="5")


def draw_alone(tile: Tile, look: Overlay = Overlay(), room: tuple[int, int] = (12, 6)) -> list[str]:  # noqa: B008 - immutable
    picture = Picture(((tile,),), (), ONE)
    layout = fit(picture, *room)
    return draw(picture, layout, look).text().split("\n")


def test_tile_is_drawn_with_the_frame_of_its_state() -> None:
    assert draw_alone(PLAIN, room=(7, 3)) == ["╭─────╮", "│  5  │", "╰─────╯"]
    assert draw_alone(PLAIN, Overlay(legal=["5"]), (7, 3)) == ["┏━━━━━┓", "┃  5  ┃", "┗━━━━━┛"]
    assert draw_alone(PLAIN, Overlay(cursor=0), (7, 3)) == ["╔═════╗", "║  5  ║", "╚═════╝"]
    assert draw_alone(PLAIN, Overlay(legal=["5"], ascii=True), (7, 3)) == [
        "*=====*",
        "|  5  |",
        "*=====*",
    ]
    assert draw_alone(PLAIN, Overlay(legal=["5"]), (4, 1)) == ["[5]"]


@pytest.mark.parametrize("letters", [str, to_ascii])
def test_frames_differ(letters: Callable[[str], str]) -> None:
    frames = [letters(frame) for frame in FRAMES.values()]
    assert len({frame[:2] for frame in frames}) == len(frames) == 4
    assert all(len(frame) == 8 for frame in frames)


def test_refused_and_last_tiles_are_marked() -> None:
    assert "✗" in draw_alone(PLAIN, Overlay(refused=0))[0]
    assert "x" in draw_alone(PLAIN, Overlay(refused=0, ascii=True))[0]
    assert "•" in draw_alone(PLAIN, Overlay(last=0))[0]
    assert "•" not in draw_alone(PLAIN, Overlay(last=1))[0]


def test_badge_replaces_the_number_on_a_tile_too_small_for_both() -> None:
    look = Overlay(legal=["5"], badges={"5": Badge("W17", "success")})
    assert draw_alone(PLAIN, look, (9, 1)) == ["[5]W17"]
    assert draw_alone(PLAIN, look, (1, 1)) == ["W17"]


def test_tags_are_separated_if_they_fit() -> None:
    two = PLAIN._replace(tags=(Tag("S1", "", ONE), Tag("p1", "", ONE)))
    assert shows_label(draw_alone(two, room=(12, 6)), "S1 p1")
    assert shows_label(draw_alone(two, room=(7, 4)), "S1 p1")
    assert not any("S1 p1" in line for line in draw_alone(two, room=(1, 1)))
    assert shows_label(draw_alone(two, room=(1, 1)), "S1p1")


@pytest.mark.parametrize("twice", [False, True])
def test_large_question_mark_has_a_separate_dot(twice: bool) -> None:
    lines = digits.draw_number("?", double=twice)
    assert lines not in [digits.draw_number(str(n), double=twice) for n in range(10)]
    dots = [half for line in lines for half in (("▀█", "▄█") if not twice else ("█",))]
    rows = [
        any(letter in half for letter in lines[number // (1 if twice else 2)])
        for number, half in enumerate(dots)
    ]
    assert rows == [True, True, True, True, False, True]


def test_tile_shows_both_tokens() -> None:
    for room in ((14, 6), (12, 3), (14, 5), (1, 1)):
        text = "\n".join(draw_alone(PLAIN._replace(tokens=(ONE, TWO)), room=room))
        assert "P1" in text
        assert "P2" in text


def test_trail_has_its_players_colour() -> None:
    one, two = (Tag(f"p{p + 1}", "", p) for p in Player)
    assert drawing.trail_colour(PLAIN) == "tile"
    assert drawing.trail_colour(PLAIN._replace(tags=(one,))) == "one-trail"
    assert drawing.trail_colour(PLAIN._replace(tokens=(TWO,))) == "two-trail"
    assert drawing.trail_colour(PLAIN._replace(tags=(one, two))) == "both-trail"


def test_flipping_tile_hides_its_number() -> None:
    assert not shows_label(draw_alone(PLAIN, Overlay(flipping={0: "▒▒▒"})), "5")
    assert shows_label(draw_alone(PLAIN, Overlay(flipping={0: "▒▒▒"})), "▒▒▒")


def test_sliding_token_is_drawn_once() -> None:
    text = "\n".join(
        draw_alone(
            PLAIN._replace(tokens=(ONE,)), Overlay(sliding=(Slide(ONE, 0, 2.4, 1.0),)), (12, 6)
        )
    )
    assert text.count("P1") == 1
    assert text.split("\n")[1].index("P1") == 3


def test_other_tokens_of_a_player_stay_while_one_slides() -> None:
    tiles = tuple(PLAIN._replace(tokens=tokens) for tokens in ((ONE,), (ONE,), (ONE, TWO)))
    picture = Picture((tiles,), (), ONE)
    layout = fit(picture, 36, 6)
    lines = draw(picture, layout, Overlay(sliding=(Slide(ONE, 2, 14.0, 0.0),))).text().splitlines()
    assert lines[0].count("P1") == 1
    assert "".join(lines).count("P1") == 3
    assert "".join(lines).count("P2") == 1


def test_tile_without_a_label_shows_only_its_frame() -> None:
    text = "".join(draw_alone(Tile("", move="a1"), Overlay(legal=("a1",)), (12, 6)))
    assert "┏" in text
    assert "[" not in text


def test_picture_without_tiles_takes_no_lines() -> None:
    picture = Picture((), (), ONE)
    assert fit(picture, 50, 18).height == 0
    assert draw(picture, fit(picture, 50, 18), Overlay(cursor=0)).text() == ""
    assert miniature.draw(picture, (), 20, 8).text() == ""


def test_every_outcome_has_a_colour_and_draws_have_their_own() -> None:
    colours = drawing.VALUE_COLOURS
    assert set(colours) == set(OUTCOMES)
    assert list(colours.values()).count(colours["draw"]) == 1


def test_token_that_slides_off_the_board_is_clipped() -> None:
    for x, y in ((-20.0, 0.0), (0.0, -5.0), (100.0, 1.0), (0.0, 100.0)):
        draw_alone(PLAIN, Overlay(sliding=(Slide(ONE, 0, x, y),)))


def test_cursor_is_visible_without_a_frame() -> None:
    picture = Picture(((PLAIN,),), (), ONE)
    layout = fit(picture, 1, 1)
    assert any(
        ink.reverse for ink in tile_inks(draw(picture, layout, Overlay(cursor=0)), layout, 0)
    )
    assert not any(ink.reverse for ink in tile_inks(draw(picture, layout, Overlay()), layout, 0))


@for_each([str(n) for n in range(100)])
def test_large_digits_differ(number: str) -> None:
    for twice in (False, True):
        lines = digits.draw_number(number, double=twice)
        assert {len(line) for line in lines} == {digits.width(number, double=twice)}
        others = (digits.draw_number(str(n), double=twice) for n in range(100) if str(n) != number)
        assert lines not in others


def test_long_row_without_coordinates_wraps() -> None:
    game = numduel.new("sum", highest=30)
    picture = game.picture(game.start())
    layouts = {room: fit(picture, *room) for room in ((50, 18), (300, 18), (10, 40))}
    assert layouts[300, 18].lines == 1
    assert all(at.columns * at.lines >= 30 for at in layouts.values())
    assert layouts[50, 18].lines > 1
