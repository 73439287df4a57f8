"""The whole ring: the same from either broker, and after any death."""
