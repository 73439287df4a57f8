"""Costs in P, a file a room."""
