"""The shapes of all JSON that an interface shows or returns, by topic: one contract for all."""
