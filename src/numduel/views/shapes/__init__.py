"""The shapes of all JSON, by topic: one contract for every interface."""
