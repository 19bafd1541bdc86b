"""New every day: the daily duel, the daily puzzle, and wins missed in lost games."""
