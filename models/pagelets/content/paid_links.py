"""What a page itself says is paid for: links with `rel=sponsored`."""

from __future__ import annotations

from bisect import bisect_left

from upwell.models.tree.tagtree import TagTree


def is_paid_for(tree: TagTree, start: int, stop: int) -> bool:
    """Whether a stretch of nodes has links, and all of them are stated to be paid for.

    Reading
    -------
    THOR VIII-B names advertisements as what is left to do. Among records of a short list nothing
    else may tell one from them.

    Examples
    --------
    >>> from upwell.models.tree.parse import parse
    >>> tree = parse(b"<p><a href=/go/1 rel='nofollow sponsored'>Lamps</a><p><a href=/2>Oak", "",
    ...              "http://buy.example/")
    >>> [is_paid_for(tree, node, int(tree.end[node])) for node in tree.tagged("p")]
    [True, False]

    References
    ----------
    THOR VIII-B.
    """
    nodes = [link.node for link in tree.links]
    own = tree.links[bisect_left(nodes, start) : bisect_left(nodes, stop)]
    return bool(own) and all("sponsored" in link.rel.lower().split() for link in own)
