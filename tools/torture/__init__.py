"""Attacks on what numduel promises in docs/trust.md."""
