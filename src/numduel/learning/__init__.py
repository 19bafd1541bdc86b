"""What a newcomer reads: the rule pages and the lessons."""
