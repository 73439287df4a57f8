"""Numbers of how versions of an object are told apart."""

from __future__ import annotations

# Both: tests/change/test_said.py.
FEWEST_NUMBERED = 3  # numbers that count up by one may be chance in two objects
ODD_ORDINALS = 0.7  # of a list that has an object too many, or one too few, in between
