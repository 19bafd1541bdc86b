"""Many matches between players who choose for themselves, and how well each of them played."""
