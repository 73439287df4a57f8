"""Numbers of which question comes next."""

from __future__ import annotations

from dataclasses import dataclass, field

MOST_NEW = 0.98  # highest new rate believed
TIE = 1e-7  # by which equal values of words differ, so that a hash decides between them

FOREIGN = 0.02  # share of returns outside the sample below which the sample is the source

N_BINS = 16  # half octaves of matches / limit, from 1/8 upwards; as many again for pairs
RIDGE = 10.0  # strength of the starting belief, in answers
PRIOR = 8.0  # new objects a bin starts with, found and expected

PAGED = 8  # queries whose further pages are recognised

WINDOW = 100  # answers remembered for the stop rule

LISTED = 100  # words of a list that a selection chooses at a time
LISTED_OVER = 3_000  # objects it chooses them over, the newest (TXT 6.3)
LISTED_FROM = 1_000  # words of the frequency band that it chooses among
RAREST = 2  # objects that a word of the band stands in at least
LISTED_APART = 0.6  # set distance of the words that packing takes, at least (TXT 5.2)

FAN = 8  # parts of a level that become one of the next

LONGEST_NAME = 6  # words of an entity name that are looked for


@dataclass(frozen=True, slots=True)
class PairParams:
    """How far pairs are looked for.

    Parameters
    ----------
    parents
        Cut words looked at per choice.
    look
        Known objects looked at per parent, newest first.
    scan
        Objects gone through at most to find them.
    queue
        Pairs found at a time.
    enough
        Known objects of a parent, below which nothing is said of its pairs.
    together
        Known objects that hold both words of a pair, at least.
    smallest, largest
        Matches that a pair is worth asking with, as multiples of the return limit.
    kept
        Pairs of one parent, those of the highest value.
    """

    parents: int = 4
    look: int = 200
    scan: int = 20_000
    queue: int = 8
    enough: int = 5
    together: int = 2
    smallest: float = 0.25
    largest: float = 2.0
    kept: int = 24


@dataclass(frozen=True, slots=True)
class PoolParams:
    """Bounds of a pool, and where it starts.

    Parameters
    ----------
    objects
        Objects kept; older ones are forgotten, as if they had never come.
    words_per_object, vocabulary, offered
        Words kept of an object, words known, queries on offer. Half the words of long documents
        (256 of 20 Newsgroups) cost an eighth: overlap 2.07 instead of 1.92 at 60 %.
    first_limit
        Return limit believed until an answer shows a larger one.
    trust, hope
        Queries' worth of hope in a source of queries not tried yet, and the new objects that each
        is hoped to bring: a name finds what bears it.
    fading
        What a source keeps of its yield a query: what it brought early is brought no more.
    window, belief
        Requests looked back at to tell what a further one brings, and how many of them the share
        of objects that came back once is worth.
    """

    objects: int = 200_000
    words_per_object: int = 2000
    vocabulary: int = 200_000
    offered: int = 50_000
    first_limit: int = 10
    trust: float = 2.0
    hope: float = 1.0
    fading: float = 0.9
    window: int = 50
    belief: float = 5.0


@dataclass(frozen=True, slots=True)
class AdaptiveParams:
    """Defaults were tuned on one draw of 20 Newsgroups, unsorted and by rank.

    Parameters
    ----------
    overhead
        Price of asking, in units of a full answer: .2 for the lowest overlap, 5 for the fewest
        queries.
    prior
        Answers' worth of the site-wide new rate mixed into a word's own.
    least
        Known objects a word must stand in.
    decay
        What a belief keeps per query.
    dry
        Pairs are asked once the best word is expected to bring fewer new objects than this.
    pairs
        How pairs are found; None: single words only.
    """

    overhead: float = 1.0
    prior: float = 20.0
    least: int = 2
    decay: float = 0.99
    dry: float = 1.0
    pairs: PairParams | None = field(default_factory=PairParams)
