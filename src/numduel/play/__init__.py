"""Playing: matches, reading moves, players, and rounds between two sides."""
