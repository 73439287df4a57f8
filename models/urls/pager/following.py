"""The links that a crawler follows to see the rest of a page's list."""

from __future__ import annotations

from typing import NamedTuple

from upwell.models.tree.tagtree import TagTree

from ..canonical import without
from ..manners.owner import same_owner
from .cursor import is_count, spelled, step_between
from .head_links import head_link_turns
from .session import address_in_links, position_marks
from .turns import Turn, turns


class PagerLink(NamedTuple):
    """A link to another page of the same list."""

    url: str
    text: str
    page: int | None = None  # which page it leads to, 1 the first; None where nobody says
    cursor: str = ""  # the same for all links of an answer that lead to one page; empty: unknown
    back: bool = False  # it leads to a page before this one


def pager_links(
    tree: TagTree,
    url: str,
    query: str | None = None,
    languages: frozenset[str] | None = None,
    posts: bool = False,
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
    posts
        Whether the page was asked by POST, and buttons of POST forms count.

    Reading
    -------
    The paper only treats the page argument as irrelevant; a crawler that turns pages has to tell
    those links. The first page under another spelling (`page=1`, `start=0`, the URL without the
    argument) has `page` 1: whoever came from it knows it. In the address of the page a session
    may have turned since, or be missing: it is compared as its own links would spell it.

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
    links = [link.url for link in tree.links]
    url, idle = address_in_links(url, links, query), position_marks(url, links)
    found = turns(tree, url, query, languages, others=False, posts=posts, idle=idle)
    url = without(url, idle.__contains__) if idle else url
    here = spelled(url)
    out: dict[str, PagerLink] = {}
    own = [turn for turn in found if turn.own and turn.url]
    for turn in sorted(own, key=lambda turn: turn.step != "next"):
        bare = without(turn.url, idle.__contains__) if idle else turn.url
        at = spelled(bare)
        if at != here and same_owner(turn.url, url):
            out.setdefault(at, _link(turn._replace(url=bare), url, query)._replace(url=turn.url))
    for turn in head_link_turns(tree, url, query):
        if spelled(turn.url) not in (here, *out) and same_owner(turn.url, url):
            out[spelled(turn.url)] = _link(turn, url, query)
    return list(out.values())


def _link(turn: Turn, url: str, query: str | None) -> PagerLink:
    """A link with where it leads, by its number, else by its cursor."""
    step = step_between(url, turn.url, query)
    page = turn.page
    if page is None and (turn.step == "first" or (step is not None and step.value in ("", "0"))):
        page = 1
    back = step is not None and is_count(step.own) and int(step.value or 0) < int(step.own)
    cursor = f"{step.where}={step.value}" if step is not None else ""
    return PagerLink(turn.url, turn.text, page, f"#{page}" if page is not None else cursor, back)
