"""The page on opponents follows from the measured scale and the faces."""

from __future__ import annotations

from pathlib import Path

from measure_scale import END, FACES, PAGE, START, ratings_page
from measure_styles import write_between

from numduel.play.players import CHARACTERS, default_name
from numduel.render.face import face_svg


def test_page_shows_the_measured_ratings() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text.count(START) == text.count(END) == 1
    assert text.partition(START)[2].partition(END)[0] == ratings_page()


def test_page_shows_the_faces_as_they_are_drawn() -> None:
    for who in CHARACTERS:
        drawn = (FACES / f"{who}.svg").read_text(encoding="utf-8")
        assert drawn == face_svg(who, default_name(who))


def test_only_the_text_between_two_marks_is_replaced(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("before\n[\nold\n]\nafter\n")
    write_between(page, "[\n", "]\n", "new\n")
    assert page.read_text() == "before\n[\nnew\n]\nafter\n"
