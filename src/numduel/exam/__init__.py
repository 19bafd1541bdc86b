"""The exam: fixed positions with a real decision, which measure a player without an opponent."""
