"""Reducers, one per file, and the one loop that runs them; the fetch service."""
