"""Pagers: what turns the pages of a list."""
