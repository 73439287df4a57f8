"""Saved pages as they come: paths, bytes, or (url, html) pairs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from upwell.models.site import Reading, SavedPage
from upwell.models.site import analyse as analyse_pages
from upwell.models.tree.parse import parse
from upwell.streams.archive import read_sites

Source = SavedPage | Path | str | bytes | tuple[str, str | bytes]


def analyse(pages: Iterable[Source] | Path | str, entity: bool = False) -> list[Reading]:
    """All pages of one site at once: learn from every one, then read every one.

    Parameters
    ----------
    pages
        Paths of pages, folders or archives, as `upwell analyse` takes them; a text is a path.
        Or pages themselves: HTML as bytes, pairs of a URL and its HTML, parsed pages. A path
        that holds several sites gives the readings of each, learned by itself.
    entity
        Pages that answer with one thing, as THOR has it.

    Returns
    -------
    list[Reading]
        One a page, in the order in which the pages come; a file that is no page has none.

    Examples
    --------
    >>> html = "<h1>Otters</h1><ul><li><a href=/{0}>otter {0}</a> swims in the river</ul>"
    >>> pairs = [(f"http://zoo.example/?q={n}", html.format(n)) for n in range(3)]
    >>> [reading.outcome for reading in analyse(pairs)]
    ['ok', 'ok', 'ok']
    """
    sources: Iterable[Source] = [pages] if isinstance(pages, Path | str) else pages
    loose: list[SavedPage] = []
    out: list[Reading] = []
    files: list[Path] = []
    for n, source in enumerate(sources):
        if isinstance(source, Path | str):
            path = Path(source)
            if path.is_file() and path.suffix.lower() in (".html", ".htm", ".xhtml"):
                loose.append(SavedPage(path.name, parse(path.read_bytes())))
            else:
                files.append(path)
        else:
            loose.append(_page(source, n))
    out += analyse_pages(loose, entity)
    for path in files:
        for site in read_sites(path):
            out += analyse_pages(list(_parsed(site.pages)), entity)
    return out


def _page(source: SavedPage | bytes | tuple[str, str | bytes], n: int) -> SavedPage:
    if isinstance(source, SavedPage):
        return source
    if isinstance(source, bytes):
        return SavedPage(f"page-{n}", parse(source))
    url, html = source
    return SavedPage(url, parse(html if isinstance(html, bytes) else html.encode(), "", url))


def _parsed(pages: Iterable[object]) -> Iterator[SavedPage]:
    from upwell.streams.archive import SavedPage as Stored

    for page in pages:
        if isinstance(page, Stored) and page.outcome == "ok" and page.body:
            tree = parse(page.body, page.content_type or "", page.url or "")
            yield SavedPage(page.url or page.file, tree, page.query)
