"""Columns: their types against the cases of libraries, their values against the truth."""
