"""Submissions to a leaderboard: the protocol of a run, packing its files, and verifying them."""
