"""Numbers of what is learned of counts on pages; all: tests/queries/test_reported*.py."""

from __future__ import annotations

MAX_TEXT = 300  # characters of a text that states a count; longer ones are prose
MAX_DIGITS = 9  # of a count; longer runs are identifiers
MAX_RANK = 4  # texts of one place on a page: what stands there more often is a record's column
MAX_PLACES = 192  # of a site, and so of a page, lowest first: a bound of the state
MAX_QUERIES = 8  # of a place, lowest hashes first: what it said for them
LEAST = 2  # whole answers that a place has to count right, with two values between them
LEAST_CUT = 3  # answers of several pages that it has to exceed where no answer is whole
AGAINST = 0.1  # share of pages that may speak against it: records are not always counted right
