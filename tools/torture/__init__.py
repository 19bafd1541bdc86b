"""Attacks on what numduel promises (docs/trust.md), and what came of them."""
