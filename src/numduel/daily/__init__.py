"""New every day: the daily duel, the daily puzzle, and missed wins."""
