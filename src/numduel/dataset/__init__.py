"""Data sets: positions with the exact value of every legal move, for programs that learn."""
