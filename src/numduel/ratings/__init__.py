"""Ratings of players and puzzles, on a scale measured between the computer opponents."""
