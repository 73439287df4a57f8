"""Links that nobody opens who only looks around."""

from __future__ import annotations

from upwell.models.tree.tagtree import Link

from .acting import acts, is_private


def is_left_alone(link: Link) -> bool:
    """Whether a link does something, leads to pages of a person, or asks not to be followed.

    Examples
    --------
    >>> [is_left_alone(Link(0, "http://a.example" + path, "")) for path in ("/cart/add", "/books")]
    [True, False]
    """
    return "nofollow" in link.rel.lower().split() or acts(link.url) or is_private(link.url)
