"""The truth about positions: exact values, by several kinds of search."""
