"""Help for people: hints, explanations, reviews and puzzles."""
