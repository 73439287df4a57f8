"""Reducers without a worker: over what a log has, for commands that look or mend."""
