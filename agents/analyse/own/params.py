"""Numbers of what is learned from the own pages of objects."""

from __future__ import annotations

LEARNED_FROM = 60  # own pages of a site: its samples have to hold its lists
ENOUGH = 200  # values of a column, by which its type is counted
MOST = 96  # columns that are counted
KEPT = 12  # readings of a column that are counted
