"""What the engine tells people: hints, reasons, reviews, puzzles."""
