"""Settings of the running page clusters, each with what it was tuned against."""

from __future__ import annotations

from dataclasses import dataclass

WHOLE = 0.9  # share of a message that leaves no doubt that nothing matched; .6 .. 1 alike
FRAME = 0.9  # of the places of silent answers to nonsense; fewer are another kind of page
INSTEAD = 4  # pages with a message and something beside it, of which one at most holds its query

SHORT = 150  # words outside links; pages that say no more have one business; 100 .. 250 alike
FEW = 12  # words that scripts leave: a title, a note of rights

WAITS = 16  # times as many pages as since the last clustering: too early for another one


@dataclass(frozen=True, slots=True)
class ClusterParams:
    """Defaults hold purity 1.000 on 40 SWDE sites, their owners' mixtures and three news sites."""

    tau: float = 0.15  # share of core structure two templates must differ in; plateau .12 - .18
    bite: float = 0.25  # part of the difference of medians a gap must reach; plateau .25 - .50
    repeats: float = 0.9  # weight of a gap in mere number; .75 splits three news sites more
    small: float = 0.5  # a gap seen on n pages is divided by 1 + small/n; 1 bridges templates
    band: float = 0.10  # bands run from this quantile to its mirror; plateau .05 - .10
    micro: int = 32  # micro-clusters before merging, and most clusters of a site; plateau 16 - 128
    reach: float = 0.40  # gap up to which a fragment, fewer than `quorum` pages, is taken in
    host: int = 5  # least pages of the template that takes it in; fewer move ids about
    contrast: float = 0.65  # ... if at most this part of the gap to the next template; .65 - .70
    richness: float = 2.0  # ... and neither has more than so many times the other's terms
    adds: float = 0.95  # part of a lone page's gap that it has beyond a site's only template
    chance: float = 0.05  # that a token told empty pages from others by luck, over all tokens
    agree: float = 0.8  # share of the telling tokens that makes a page one of the empty ones
    sample: int = 128  # pages held, lowest hashes first; 64 costs agreement, not purity
    keep: int = 8  # pages held of every cluster, however rare
    ids: int = 64  # ids that have this right; a cap for sites where no two pages are alike
    novel: float = 0.15  # least limit of a cluster: .30 joins new types to old, .10 splits
    sure: float = 0.05  # distance up to which two pages, or a page and a cluster, are one kind
    spread: float = 1.5  # a cluster's limit is this times the distance of its farthest own page
    spread_cap: float = 0.5  # but never above this
    quorum: int = 3  # provisional pages alike that call for clustering
    growth: float = 1.4  # times its pages at the last clustering that a kind calls for another
    rest: int = 64  # pages between two calls of crowds of `keep`; others wait for pages / 16
    first: int = 8  # pages of the first model; then at doubling counts
    min_class_share: float = 0.05  # below it the site has no classes: full tag paths are counted
    recurring: float = 0.5  # least share of elements with classes whose class other pages have too
