"""Entropy of terms over the pages of a site and of each kind, as running sums (WISDOM 3.1)."""
