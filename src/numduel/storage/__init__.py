"""What is kept: records, saved games, statistics, and other small things from day to day."""
