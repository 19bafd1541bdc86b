"""Exact values of positions, and tools for players and researchers built on them."""

from __future__ import annotations

from .engine import Engine, analyse
from .solving.analysis import Report
from .solving.value import Value

__all__ = ["Engine", "Report", "Value", "analyse"]
