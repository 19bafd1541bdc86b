"""Plain data and text that every interface shows of a match."""
