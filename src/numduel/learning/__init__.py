"""Rule pages and lessons."""
