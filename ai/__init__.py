"""Search over any game of the engine."""
