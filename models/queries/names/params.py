"""Numbers of names from outside."""

from __future__ import annotations

MOST_OF_A_LIST = 3_000  # names of one list that travel to a site: a sample that hashes choose
MOST_LISTS = 32  # lists of a site, the log among them
CHUNK = 500  # names in one record: below 64 kB

LOOKED_AT = 500  # objects of a site that are searched for names, the newest
FIRST_LOOK = 40  # objects that are known before names are looked for; then at doubling counts
SURE = 2.0  # standard deviations by which names are mentioned more often than mixed ones
FREQUENT = 60  # words of a list that are asked before anything is known of a site
LEAST = 0.5  # share of a list's words that must bring something, to go on with them
BATCH = 100  # names of a list that are offered at a time

LONGEST = 120  # characters of a name that may be asked
