"""Clustering of pages as THOR prints it, and the rivals it was held against (THOR V, VIII-A)."""
