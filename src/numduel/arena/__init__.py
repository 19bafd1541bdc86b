"""Tournaments between programs, and figures for how well each played."""
