"""Files on disk: records, saved games, statistics, streaks and other small files."""
