"""Numbers of the pager's laws."""

from __future__ import annotations

MAX_TEXT = 40  # characters of a link that turns the page; longer texts are titles
MAX_GAP = 40  # nodes between two numbers of one strip: separators, list items, spans
BESIDE = 3  # links on either side of a number that may belong to its strip
MAX_ITEMS = 2_000  # links that are looked at; a page of more is cut, first ones count
MAX_LINKED = 5_000  # links whose URLs are joined to see which lists they begin
MAX_STRETCH = 40  # characters that a pager puts into a path: /newest+entries/page/2
MAX_STEP = 1_000  # records of a page, so also the farthest that one offset lies from the next
MAX_ARGUMENTS = 8  # numeric arguments of a URL of which one may be its cursor
DECIDING = 2  # pages that decide whether a cursor turns pages
MAX_CURSORS = 64  # classes of cursors of a site, lowest first
MAX_DIGITS = 15  # of a cursor; longer runs are identifiers
MAX_BETWEEN = 80  # characters of a text between two numbers: separators, seldom a number
MAX_PLAIN = 8  # numbers that are no links between two that are
