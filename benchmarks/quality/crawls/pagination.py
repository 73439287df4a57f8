"""Links that turn the pages of a list, on annotated pages (`pagination`).

python -m benchmarks.quality pagination

The laws have nothing fitted; the sealed third of the sites was not looked at while they were
written. Opened once before openings were recorded, it gave links F1 .908, next F1 .757, and none of
its 7 pages without a pager one.
Once more with no language at all: what structure alone finds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from lxml import etree, html

from upwell.models.tree.parse import parse
from upwell.models.urls.pager import Turn, turns

from ..datasets import Page, pages, unpacked
from ..figures import Figure, show
from ..sealed import part

NO_LANGUAGE = frozenset({"none"})


def measure(quick: bool = False) -> list[Figure]:
    """P, R, F1 of marked links over all sites of a part; of those marked NEXT; false pagers.

    References
    ----------
    ENT 6.3.
    """
    root = unpacked("pagination")
    if root is None:
        return []
    found = list(pages(root))
    sites = f"{part()} sites"
    return [
        *_figures(sites, found, None, floors=part() == "open"),
        *_figures(f"{sites}, no labels", found, NO_LANGUAGE, floors=False),
    ]


def _figures(
    sites: str, found: list[Page], languages: frozenset[str] | None, floors: bool
) -> Iterator[Figure]:
    links: Counter[str] = Counter()
    nexts: Counter[str] = Counter()
    without = false = 0
    for page in found:
        true = {link["index"]: link["label"] for link in page.truth["links"]}
        given = _given(page, languages)
        _count(links, set(true), set(given))
        _count(
            nexts,
            {at for at, label in true.items() if label == "NEXT"},
            {at for at, turn in given.items() if turn.step == "next"},
        )
        without += not true
        false += not true and bool(given)
    for name, counts, floor in (("links", links, 0.98), ("next", nexts, 0.95)):
        precision, recall, f1 = _scores(counts)
        yield Figure(f"{sites}: {name}, precision", precision, None)
        yield Figure(f"{sites}: {name}, recall", recall, None)
        yield Figure(f"{sites}: {name}, F1", f1, None, floor if floors else None)
    yield Figure(f"{sites}: pages without a pager", without, None)
    yield Figure(f"{sites}: ... given one", false, None, 2 if floors else None, "lower")


def _given(page: Page, languages: frozenset[str] | None) -> dict[int, Turn]:
    """Links found, by their place among all `<a>` with an href that is not empty."""
    encoding, url = page.truth["encoding"], page.truth["url"]
    tree = parse(page.body, f"text/html; charset={encoding}", url)
    document = html.document_fromstring(page.body, html.HTMLParser(encoding=encoding))
    anchors = [a for a in document.iter("a") if a.get("href")]
    places = {anchor: at for at, anchor in enumerate(anchors)}
    out = {}
    for turn in turns(tree, url, languages=languages):
        found = etree.ETXPath(tree.xpath(turn.node))(document)
        for element in found if isinstance(found, list) else ():
            if isinstance(element, etree._Element) and element in places:
                out[places[element]] = turn
    return out


def _count(counts: Counter[str], true: set[int], given: set[int]) -> None:
    counts["right"] += len(true & given)
    counts["given"] += len(given)
    counts["true"] += len(true)


def _scores(counts: Counter[str]) -> tuple[float, float, float]:
    precision = counts["right"] / max(1, counts["given"])
    recall = counts["right"] / max(1, counts["true"])
    return precision, recall, 2 * precision * recall / max(1e-9, precision + recall)


def main() -> None:
    """Print the figures."""
    show(measure())


if __name__ == "__main__":
    main()
