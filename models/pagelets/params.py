"""Numbers of what a site's pages teach of lists and of the columns of their objects."""

from __future__ import annotations

FIRST = 3  # places of a kind of page that are looked at, those of most votes
TRUSTED = 0.3  # votes, relative to the best place's
VOTED = 2.0  # pages of a kind before it is read by its own votes

CORE = 0.5  # share of what all parts of a list hold; odd records of `wien` have no more
HEADING = 12  # words of a heading among records at most
TITLE = 3  # words of a table column's title at most

LABEL_WORDS = 4  # of a label at most
LABEL_LETTERS = 40  # of a label, or of a value that may turn out to be one
RANKS = 5  # equals at a place; more are a list inside the object
LAYOUT = 3  # objects of a page that can tell their layout by themselves

CLASS_LETTERS = 5  # of a class that shows whether it is a word
MADE_UP = 0.2  # share of such classes that are none; of made-up ones half, of others one in twenty
