"""Perfect play: exact values, and what players and researchers want of them."""

from __future__ import annotations

from .engine import Engine, analyse
from .solving.analysis import Report
from .solving.value import Value

__all__ = ["Engine", "Report", "Value", "analyse"]
