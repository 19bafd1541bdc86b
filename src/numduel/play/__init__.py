"""Playing: a match in progress, reading moves, who chooses, and rounds between two sides."""
