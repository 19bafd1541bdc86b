"""A match on paper."""
