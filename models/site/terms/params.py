"""How much of a site's terms is counted."""

from __future__ import annotations

TERMS = 220  # of a site, those of lowest hash: what is said of one is exact
PAGES = 128  # of a site, those of lowest hash; the sample of clusters knows the kind of each
KIND_TERMS = 150  # of a kind that are published, lowest hashes first
MOST = 255  # times on one page; a page that says a word more often says it so often
EXAMPLES = 12  # words at either end that are printed
