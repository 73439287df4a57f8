"""Searches that are watched in place of the whole site: a round of their pages after another."""
