"""The links that a crawler follows to see the rest of a page's list."""

from __future__ import annotations

from typing import NamedTuple

from upwell.models.tree.tagtree import TagTree

from ..canonical import same_owner
from .cursor import spelled, step_between
from .turns import Turn, turns


class PagerLink(NamedTuple):
    """A link to another page of the same list."""

    url: str
    text: str
    page: int | None = None  # which page it leads to, 1 the first; None where nobody says


def pager_links(
    tree: TagTree, url: str, query: str | None = None, languages: frozenset[str] | None = None
) -> list[PagerLink]:
    """The links of a page that lead to other pages of its list, the next page first.

    Parameters
    ----------
    tree
        The page.
    url
        Where it came from, after redirects.
    query
        What the page answers: a pager asks the same. None for a list that is browsed.
    languages
        Languages whose labels count; all of them by default.

    Reading
    -------
    The paper only treats the page argument as irrelevant; a crawler that turns pages has to tell
    those links. The first page under another spelling (`page=1`, `start=0`, the URL without the
    argument) has `page` 1: whoever came from it knows it.

    Examples
    --------
    >>> from upwell.models.tree.parse import parse
    >>> page = b"<b>1</b> <a href='?q=x&p=2'>2</a> <a href='?q=x&p=3'>3</a>"
    >>> [link.page for link in pager_links(parse(page), "http://a.example/s?q=x", "x")]
    [2, 3]

    References
    ----------
    ENT 6.3.
    """
    here = spelled(url)
    out: dict[str, PagerLink] = {}
    found = turns(tree, url, query, languages, others=False)
    own = [turn for turn in found if turn.own and turn.url]
    for turn in sorted(own, key=lambda turn: turn.step != "next"):
        at = spelled(turn.url)
        if at != here and same_owner(turn.url, url):
            out.setdefault(at, PagerLink(turn.url, turn.text, _page(turn, url, query)))
    return list(out.values())


def _page(turn: Turn, url: str, query: str | None) -> int | None:
    """The page that a link leads to, by its number, else by where its cursor stands."""
    if turn.page is not None:
        return turn.page
    step = step_between(url, turn.url, query)
    if turn.step == "first" or (step is not None and step.value in ("", "0")):
        return 1
    return None
