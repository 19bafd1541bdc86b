"""Players of every strength."""
