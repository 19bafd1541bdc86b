"""Studies of whole games: boards, variants and a census."""
