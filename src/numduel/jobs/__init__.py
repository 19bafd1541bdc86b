"""Long work: in pieces that are saved, done by several processes or by a cluster."""
