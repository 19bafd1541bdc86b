"""Boards as text and SVG, charts, and HTML pages."""
