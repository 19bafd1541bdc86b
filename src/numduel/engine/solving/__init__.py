"""Exact values of positions, by several kinds of search."""
