"""Rounds of a search that is watched."""
