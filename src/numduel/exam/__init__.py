"""The exam: fixed positions with a real choice, to measure a player without an opponent."""
