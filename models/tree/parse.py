"""Bytes to a tag tree, once a page (THOR III, definition 1)."""

from __future__ import annotations

from typing import Literal

from .engines import lexbor, libxml2
from .markup.links import links_of
from .place import PlaceCache
from .raw.encoding import as_utf8
from .raw.repair import Budget
from .record_classes import template_keys
from .tagtree import TagTree

Engine = Literal["lxml", "lexbor"]

_KNOWN = PlaceCache()


def require(engine: Engine) -> str:
    """Name and version of an engine, as `TagTree.parser` tells them.

    Raises
    ------
    ConfigError
        If it is not installed.
    """
    return lexbor.parser_name() if engine == "lexbor" else libxml2.PARSER


def parse(
    body: bytes,
    content_type: str = "",
    url: str = "",
    budget: Budget | None = None,
    engine: Engine = "lxml",
) -> TagTree:
    """The page in columns; never raises, whatever the bytes are.

    Parameters
    ----------
    body
        The bytes as served.
    content_type
        The header of that name, for its charset.
    url
        Where the page came from; with it the tree's links are filled in.
    budget
        What of the page is read. What lies beyond is left out and `truncated` says so.
    engine
        `lxml`, or `lexbor`, which builds the tree as the HTML standard does and needs the extra
        `fast`. The two do not give the same paths: never mix them within a site.

    Reading
    -------
    THOR parses "with HTML Tidy"; we mend four things that decide about records (see
    `libxml2_events` and `repair`): implied ends of `li`, `dd`, `dt`, `p`; early `</body>` and
    `</html>`; the declared encoding; white space between inline elements. On marked result pages
    they raise what the best possible choice of records can reach from 0.93 to 0.98.
    `xpath` speaks of the tree lxml builds from the bytes *after* early ends are dropped and before
    elements are nested anew.

    Examples
    --------
    >>> tree = parse(b"<ul><li><b>One<li>Two</ul>")
    >>> [tag for tag in tree.tag if tag != "#text"]
    ['html', 'body', 'ul', 'li', 'b', 'li']
    >>> tree.visible(0, tree.n), tree.xpath(6)
    ('One Two', '/html[1]/body[1]/ul[1]/li[1]/b[1]/li[1]')

    References
    ----------
    THOR III-A; definition 1; fig. 1; OBJ 2.
    """
    budget = budget or Budget()
    source, encoding = as_utf8(body[: budget.n_bytes], content_type)
    places = _KNOWN.places(budget.depth)
    if engine == "lexbor":
        parser = lexbor.parser_name()
        fields = lexbor.read(source, places, budget)
    else:
        parser = libxml2.PARSER
        fields = libxml2.read(source, places, budget)
    tree = TagTree.of(
        fields
        | {
            "truncated": fields["truncated"] or len(body) > budget.n_bytes,
            "language": fields["stated"].get(0, {}).get("lang", "").strip(),
            "n_bytes": len(body),
            "encoding": encoding,
            "parser": parser,
            "url": url,
            "source": source,
            "links": (),
        }
    )
    key, families = template_keys(tree)
    tree = tree.of(tree.__dict__ | {"key": key, "families": families})
    return tree.with_links(links_of(tree, url)) if url else tree
