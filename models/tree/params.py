"""Numbers of how bytes become a tree: what is a record's box, bounds against pages made slow."""

from __future__ import annotations

ROUNDS = 4  # records within records; what stands in records is compared when they are one place
BOXES = 5  # elements that may be the parts of a page, each of its own class; 4 .. 8 are alike
TURNS = 0.9  # of the pairs of neighbours, where names follow each other by turns
ALIKE = 0.7  # likeness of an element's inside to that of the others; .55 .. .85 are alike
PATHS = 24  # that are remembered of how records are built; a cap
COMPARED = 32  # families of a page that are told of; a cap

NOSCRIPT_WORDS = 60  # from here on a noscript is the page, not a note: WCXB's lazy articles

PRESCAN = 4096  # bytes; the standard asks for 1,024, browsers and real pages go further

LOOKED_AT = 1024  # bytes at the beginning of a body by which its kind is told
STRAY_BYTES = 20  # of so many bytes one that no encoding of a text has; of noise and archives two

LONGEST_SCRIPT_TAG = 2_000  # bytes in which the tag of a script has to end
MOST_JSON_LD = 1 << 18  # of a page; the longest of WCXB has a fifth of it

MOST_FORM_TEXT = 400  # characters of a form that are judged
# Against forms made to be slow: of one form so many controls and labels, of one text so much.
MOST_CONTROLS = 2_000  # controls of a form
MOST_LABELS = 500  # labels of a form
MOST_RAW = 20_000  # characters of one raw text of a form
MOST_STRINGS = 5_000  # strings of a form

MOST_FORMS = 1_000  # forms of a page, and controls outside of them
MOST_FORM_BYTES = 1 << 20  # of one form

LONG_TAG = 16_384  # bytes of a start tag from which its attributes are counted
# Smaller pages of nothing but attributes took lexbor 3 s; to look costs 0.2 P.
LARGE_SOURCE = 1 << 17

FEW_TAGS = 8_000  # tags; of four pages of so many, written to be slow, nested elements took 0.15 s
# Formatting elements open at once. Of 1,291 pages of our sets one has more, 126, the next 53; it
# has fewer than `FEW_TAGS` tags and is left as it is.
MOST_FORMATS = 64
MOST_COPIED = 1 << 29  # bytes that growing texts may have taken
LOOKED_THROUGH = 16  # elements that stand between the two, at most
