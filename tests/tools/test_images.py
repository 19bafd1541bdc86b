"""Pictures of the documentation have their sizes."""

from __future__ import annotations

from pathlib import Path

from site_build.images import adapt_images, read_size

SVG = '<svg xmlns="http://www.w3.org/2000/svg" class="a" viewBox="0 0 700 300.5"><path/></svg>'
PNG = b"\x89PNG\r\n\x1a\n" + b"\0\0\0\x0dIHDR" + b"\0\0\x01\x86" + b"\0\0\x03\x4c"


def test_sizes_are_read_from_the_files(tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text(SVG)
    (tmp_path / "a.png").write_bytes(PNG)
    (tmp_path / "a.txt").write_text("text")
    assert read_size(tmp_path / "a.svg") == (700, 300.5)
    assert read_size(tmp_path / "a.png") == (390, 844)
    assert read_size(tmp_path / "a.txt") is None
    assert read_size(tmp_path / "none.png") is None


def test_pictures_have_sizes_and_the_later_load_late(tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text(SVG)
    (tmp_path / "a.png").write_bytes(PNG)
    page = tmp_path / "page" / "index.html"
    page.parent.mkdir()
    page.write_text(
        '<img alt="A" src="../a.svg" /><img src="../a.png" alt="B" width="270">'
        '<img src="data:image/png;base64,AAAA" alt="C">'
    )
    adapt_images(tmp_path)
    assert page.read_text() == (
        '<img alt="A" src="../a.svg" width="700" height="300">'
        '<img src="../a.png" alt="B" width="270" height="584" loading="lazy">'
        '<img src="data:image/png;base64,AAAA" alt="C" loading="lazy">'
    )
