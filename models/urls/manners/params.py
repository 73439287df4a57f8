"""Numbers of which links are left alone."""

from __future__ import annotations

LEAST_ALIKE = 2  # links that say the same and lead elsewhere
LEAST = 3  # records side by side: fewer are a coincidence
MOST_ALIKE = 2  # links of one place in a record: more are a list of their own
MOST_STEPS = 6  # from a link up to what holds its record

LONGEST = 60  # characters of a phrase that may tell what a link does; what is longer is prose
