"""Perfect play: exact values, and what players and researchers want of them."""

from __future__ import annotations

from .solving.analysis import Report, analyse
from .solving.value import Value

__all__ = ["Report", "Value", "analyse"]
