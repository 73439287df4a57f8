"""Answer pages of several makes, as objects with their links."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from upwell.models.objects.anchors import anchors_of
from upwell.models.objects.arguments.turning import sightings
from upwell.models.objects.asking_steps import seen_steps
from upwell.models.objects.hits import seen_hits
from upwell.models.objects.identity import Asked, Listed, identities
from upwell.models.objects.identity_table import (
    NO_RULE,
    IdentityEvidence,
    IdentityRule,
    IdentityTable,
    seen_columns,
)
from upwell.models.pagelets.fields.references import References
from upwell.models.pagelets.reading.result import Span
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree

SITE = "a.example"
SEARCH = f"http://{SITE}/s?q="


def tree_of(body: str, url: str) -> TagTree:
    return parse(f"<html><body>{body}".encode(), "text/html; charset=utf-8", url)


def listed(tree: TagTree, rows: Iterable[tuple[str, int]]) -> list[Listed]:
    """The elements with these classes, as objects of the regions of these numbers."""
    regions = dict(rows)
    references = References(tree)
    spans = [
        (u, int(tree.end[u]), regions[str(_class(tree, u))])
        for u in range(tree.n)
        if _class(tree, u) in regions
    ]
    bounds = [(a, b) for a, b, _ in spans]
    links = [references.placed(Span(a, b, 0)) for a, b in bounds]
    anchors = anchors_of(tree, bounds, links)
    return [
        Listed(tree.visible(a, b), held, region)
        for (a, b, region), held in zip(spans, anchors, strict=True)
    ]


def _class(tree: TagTree, node: int) -> str | None:
    return ((tree.named[node] or {}) | dict(tree.stated.get(node) or {})).get("class")


class Seen:
    """One page: its objects, where it is from."""

    def __init__(
        self, body: str, url: str, query: str | None = None, regions: Iterable[tuple[str, int]] = ()
    ) -> None:
        self.tree = tree_of(body, url)
        self.objects = listed(self.tree, regions or [("r", 0)])
        self.page = Asked(url, url, query)

    def own(self, rule: IdentityRule = NO_RULE) -> list[str | None]:
        """The addresses that identify its objects."""
        found = identities(self.objects, self.page, SITE, rule).own
        return [one.address.text if one else None for one in found]


def learned(pages: Iterable[Seen]) -> IdentityRule:
    """What these pages teach."""
    table = IdentityTable()
    for page in pages:
        columns = identities(page.objects, page.page, SITE, table.rule()).columns
        links, query = page.tree.links, page.page.query
        steps = seen_steps(links, query)
        found = table.news(
            IdentityEvidence(
                sightings(links),
                seen_columns(columns),
                steps=steps,
                hits=seen_hits(columns, query),
            )
        )
        if found is not None:
            table.fold(found)
    return table.rule()


Make = Callable[[str, str, str], str]  # URL, title, remark -> one row


def shop(url: str, title: str, remark: str) -> str:
    return (
        f"<li class=r><a href='{url}'><img src=/p.jpg></a><h3><a href='{url}'>{title}</a></h3>"
        f"<p>{remark}</p><a href='/basket/add?{url.rpartition('?')[2]}'>Add</a></li>"
    )


def catalogue(url: str, title: str, remark: str) -> str:
    return (
        f"<tr class=r><td><a href='/by/{len(remark) % 2}'>Eve</a></td>"
        f"<td><a href='{url}'>{title}</a></td><td>{remark}</td></tr>"
    )


def papers(url: str, title: str, remark: str) -> str:
    return (
        f"<div class=r><p>{remark}</p><span><a href='/tag/new'>new</a></span>"
        f"<b><a href='{url}'>{title}</a></b><a href='{url}&full=1'>PDF</a></div>"
    )


MAKES: list[Make] = [shop, catalogue, papers]
AROUND: dict[Make, str] = {
    shop: "<ul>%s</ul>",
    catalogue: "<table>%s</table>",
    papers: "<div>%s</div>",
}


def answer(
    make: Make, links: Iterable[tuple[str, str]], query: str = "", url: str = "", frame: str = ""
) -> Seen:
    """An answer of one make with these URLs and titles."""
    rows = [make(link, title, f"{query} in {title} {n}") for n, (link, title) in enumerate(links)]
    body = frame + AROUND[make] % "".join(rows)
    return Seen(body, url or SEARCH + query, query or None)
