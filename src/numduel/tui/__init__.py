"""The terminal app: every game on full screens, with keys, mouse and the engine at hand."""
