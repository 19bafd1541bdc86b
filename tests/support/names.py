"""Pairs of names that could break a sentence, for tests of every interface."""

from __future__ import annotations

ARABIC = "\u0633\u0644\u0645\u0649"
HEBREW = "\u05d3\u05e0\u05d4"

PAIRS = (
    ("Ann", "Ann Lee"),
    ("Ann Lee", "Ann"),
    ("Ann", "Ann"),
    ("You", "Ann"),
    ("Ann", "you"),
    ("You", "You"),
    ("Player 1", "Player 2"),
    ("Player 2", "Player 1"),
    ("Player 2", ""),
    ("Player 1's", "Ann"),
    ("a: b", "c. d"),
    ("Your", "yours"),
    ("", ""),
    ("", "Ann"),
    (ARABIC, HEBREW),
    ("Ann", HEBREW),
    ("W" * 20, f"{'W' * 19}X"),
    ("\\1", "\\g<0>"),
    ("<b>&amp;", "%s {0}"),
)
"""Names of Player 1 and Player 2."""
