"""The next and previous page that the head of a page names: `<link rel=next>`."""

from __future__ import annotations

from upwell.models.tree.markup.links import absolute
from upwell.models.tree.markup.stated_links import stated_links
from upwell.models.tree.tagtree import TagTree

from .labels import relation
from .turns import Turn, goes_on_by


def head_link_turns(tree: TagTree, url: str, query: str | None = None) -> list[Turn]:
    """Page turns of `<link rel=next>` and `<link rel=prev>` whose URL differs by a cursor alone.

    Reading
    -------
    Pages of articles state their neighbours so as well: what differs by more than a cursor is
    none of the list's pages.

    Examples
    --------
    >>> from upwell.models.tree.parse import parse
    >>> page = parse(b"<head><link rel=next href='?q=x&p=2'></head><p>x")
    >>> [turn.url for turn in head_link_turns(page, "http://a.example/s?q=x", "x")]
    ['http://a.example/s?q=x&p=2']
    """
    base = (absolute(tree.base, url) or url if tree.base else url).partition("#")[0]
    out = []
    for stated in stated_links(tree.source):
        said = relation(stated.get("rel", ""))
        to = absolute(stated.get("href", "").strip().partition("#")[0], base)
        if said in ("next", "prev") and to and goes_on_by(url, to, query, said):
            out.append(Turn(-1, to, "", said, True, rel=said))
    return out
