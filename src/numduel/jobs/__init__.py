"""Long jobs, in pieces that are saved and run by several processes or a cluster."""
