"""Own pages of objects: which wait, which kinds are worth it, when they are opened."""
