"""How much of a site's links is kept, and what makes a place of links one of contents."""

from __future__ import annotations

PAGES = 48  # of a site whose links are kept, those of lowest hash
LINKS = 96  # of a page, from its beginning
PLACES = 24  # of contents that are published, those of most links
HUBS = 24  # makes of addresses of pages with contents that are published
BEFORE = 4  # words of its text block before a link, from which it may stand in a sentence

LEAST = 3  # links that make a table of contents; fewer lead somewhere, and tell nothing of a page
BESIDE = 2.0  # times as many links a page on hubs as on others, or the reverse; as many: a box
DRAWN = 2.0  # variance by mean of what two pages share; boxes 1.1 to 1.8, lists from 2.2 to 16
DRAWN_PAGES = 10  # with a place, from which that says anything
SPREAD = 0.5  # mean entropy of a place's targets over its pages, from which it is a menu or a box
