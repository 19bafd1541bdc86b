"""What the engine finds out about whole games: their boards, variants, and a census."""
