"""Pins at the doors: as an operator writes them, and the names that there are."""
