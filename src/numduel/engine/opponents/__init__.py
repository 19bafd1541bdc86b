"""Computer players of every level."""
