"""Second-level URLs: links of an answer page that ask the database again (ENT 6.1, 6.2)."""

from __future__ import annotations

from collections.abc import Iterable

from upwell.models.tree.tagtree import Link

from .canonical import arguments, canonical, unescaped
from .manners.owner import same_owner
from .template import QUERY, fill, query_argument


def second_level(
    links: Iterable[Link], template: str, query: str | None = None, encoding: str = "utf-8"
) -> list[Link]:
    """The links that carry the template's query argument, one of each canonical URL.

    Parameters
    ----------
    template
        URL template of the site's search form.
    query
        The query that the page answers. With it, links that ask exactly what was asked are
        left out.
    encoding
        In which the site's URLs are written.

    Reading
    -------
    The paper keeps every URL with the argument: new queries (its category 1) and the same query
    with further predicates (2 and 3). Kept here only within the owner of the template, since
    links that share a page elsewhere use the same names.

    Examples
    --------
    >>> urls = ["/s?q=gps&brand=7", "/s?q=gps", "/item/4", "/s?q=tomtom"]
    >>> links = [Link(0, "http://buy.example" + url, "") for url in urls]
    >>> [link.url for link in second_level(links, "http://buy.example/s?q={query}", "gps")]
    ['http://buy.example/s?q=gps&brand=7', 'http://buy.example/s?q=tomtom']

    References
    ----------
    ENT 6.2; fig. 9.
    """
    seen = set() if query is None else {canonical(fill(template, query, encoding))}
    found = []
    for link in links:
        if carried_query(link.url, template) is None:
            continue
        url = canonical(link.url)
        if url not in seen:
            seen.add(url)
            found.append(link)
    return found


def carried_query(url: str, template: str, encoding: str = "") -> str | None:
    """The query in a URL at the place that the template leaves for it; None where there is none.

    Examples
    --------
    >>> carried_query("http://buy.example/s?sort=4&q=ipad+2", "http://buy.example/s?q={query}")
    'ipad 2'
    >>> carried_query("http://buy.example/login?next=s", "http://buy.example/s?q={query}") is None
    True
    """
    name = query_argument(template)
    if name is None:
        return _in_path(url, template, encoding)
    values = (value.strip() for argument, value in arguments(url, encoding) if argument == name)
    value = next(values, "")
    return value if value and same_owner(url, template) else None


def refines(url: str, template: str, query: str, encoding: str = "") -> bool:
    """Whether a URL asks the same query with further arguments (categories 2 and 3).

    >>> refines("http://buy.example/s?q=GPS&brand=7", "http://buy.example/s?q={query}", "gps")
    True
    """
    value = carried_query(url, template, encoding)
    return value is not None and _folded(value) == _folded(query)


def _in_path(url: str, template: str, encoding: str) -> str | None:
    head, place, tail = template.partition(QUERY)
    if not place or not url.startswith(head):
        return None
    value = url[len(head) :].partition("?")[0].partition("/")[0]
    tail = tail.partition("?")[0]
    if not value or not url[len(head) + len(value) :].startswith(tail):
        return None
    return unescaped(value.replace("+", " "), encoding)


def _folded(query: str) -> str:
    return " ".join(query.casefold().split())


def template_of_answer(url: str, query: str, encoding: str = "") -> str | None:
    """The URL template of an answer: `{query}` in place of what was asked; None without it.

    >>> template_of_answer("http://a.example/s?q=red+bus&n=20", "red bus")
    'http://a.example/s?q={query}&n=20'
    >>> template_of_answer("http://a.example/s/red%20bus/2?n=20", "red bus")
    'http://a.example/s/{query}/2?n=20'
    """
    if not query:
        return None
    path, mark, tail = url.partition("#")[0].partition("?")
    pairs = [pair.partition("=") for pair in tail.split("&")]
    for i, (name, sign, value) in enumerate(pairs):
        if sign and _says(value, query, encoding):
            parts = ["".join(pair) for pair in pairs]
            parts[i] = f"{name}={QUERY}"
            return f"{path}?{'&'.join(parts)}"
    steps = path.split("/")
    for i in range(3, len(steps)):
        if _says(steps[i], query, encoding):
            return "/".join([*steps[:i], QUERY, *steps[i + 1 :]]) + mark + tail
    return None


def _says(value: str, query: str, encoding: str) -> bool:
    return unescaped(value.replace("+", " "), encoding).casefold() == query.casefold()
