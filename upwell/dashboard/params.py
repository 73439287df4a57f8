"""Bounds of what the dashboard keeps in memory and shows at a time."""

from __future__ import annotations

LOOK_S = 1.0  # between two looks at the log
LAG_S = 5.0  # that the positions of readers are kept
MOST_PAGES = 10_000  # of a site that are listed, the newest; older ones are found by their URL
MOST_QUERIES = 5_000  # of a site that are listed, the newest
READINGS = 8  # of one page that are shown, the last ones
SAMPLES = 4  # pages that are shown of a kind, the newest
POINTS = 400  # of a curve; when there are more, every other one is dropped
STANDINGS = 20  # phases a site went through that are shown, the last ones
MODELS_SHOWN = 30  # versions of a site's model, the last ones
ROWS = 50  # of a list on one page
MOST_ROWS = 500  # that may be asked for at a time
SHOWN_COLUMNS = 7  # of a table of objects
LONGEST_S = 5.0  # that the read model may take for one question
STORED_BYTES = 16 << 20  # of a stored page that is shown
EARLY_S = 2.0  # before a page was fetched, from where its record is looked for
LATE_S = 300.0  # and after: a fetch waits for its body, and for the log
REASONS = 20  # of dead letters that are counted apart; later ones are `other`
REASON_LETTERS = 40  # of a reason that tell it apart
ASKED_ROWS = 1_000  # among which a filter of `ask` looks
FOLLOWERS = 100  # streams of changes that are served at a time
