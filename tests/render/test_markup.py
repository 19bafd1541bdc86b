"""Names in HTML pages and previews."""

from __future__ import annotations

from names import HEBREW

from numduel import Match, new
from numduel.budget import Budget
from numduel.engine import Engine
from numduel.engine.teaching.review import review
from numduel.render.markup import escaped
from numduel.render.review_page import page


def test_right_to_left_name_stays_isolated_in_a_review() -> None:
    match = Match.replay(new("sum", target=20), ["9", "1", "9"])
    match.tags |= {"Player1": HEBREW, "Player2": "Ann"}
    shown = page(match, review(Engine(), match, Budget(seconds=10)))
    assert f"<h3>\u2068{HEBREW}\u2069</h3>" in shown
    assert "\\u" not in shown


def test_other_control_characters_are_escaped() -> None:
    assert escaped("\u2068Ann\u2069 & \u202e\x1b") == "\u2068Ann\u2069 &amp; \\u202e\\x1b"
