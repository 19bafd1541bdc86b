"""What any face shows of a match, as plain data: the one place that knows."""
