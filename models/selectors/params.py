"""Numbers of the XPaths that say what a site's columns are."""

from __future__ import annotations

SURE = 0.95  # share of the records of which a column's XPath says what reading says
LEARNED = 300  # records that XPaths are learned from; all are compared
CANDIDATES = 24  # XPaths of a column that are compared
