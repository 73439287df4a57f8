"""Grammars of values: what a text can be read as, and the value under one such reading."""
