"""Watching: pages that showed objects are visited again, by how often they change."""
