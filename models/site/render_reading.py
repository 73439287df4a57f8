"""The `Reading` of a page from the nodes that were found: texts and XPaths in place of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ..columns import PageContext
from ..objects.anchors import anchors_of, place_around
from ..pagelets import PageletReading, References, read
from ..pagelets.content.paid_links import is_paid_for
from ..pagelets.fields.extraction import Columns
from ..pagelets.page.sheet import Sheet
from ..pagelets.reading.result import Region, Span, holder
from ..pages.came_back import Response
from ..pages.clusters.model import Assignment
from ..pages.no_match import wording
from ..pages.signature import Signature
from ..pages.signs import signs
from ..tree.tagtree import TagTree
from .contents.reading import Contents
from .judging import Judgement, judge_alone
from .kinds.decision import KindDecision
from .kinds.items import ItemReading, item_fields
from .observation import Seen
from .reading import UNKNOWN, ReadBlock, Reading, ReadObject, ReadPagelet


def read_alone(
    tree: TagTree, url: str, query: str | None = None, response: Response | None = None
) -> Reading:
    """Read one page without a model, by what it shows itself."""
    found = read(tree, None, query)
    said, none = wording(tree, query), Signature()
    seen = Seen(url, query, none, said, signs(tree), response=response or Response())
    alone = Assignment(UNKNOWN, 1.0, 0.0, False)
    return render_reading(tree, url, alone, {}, found, judge_alone(seen, found))


def render_reading(
    tree: TagTree,
    url: str,
    assigned: Assignment,
    rank: dict[int, int],
    found: PageletReading,
    judged: Judgement,
    columns: Columns | None = None,
    item: ItemReading | None = None,
    decided: KindDecision | None = None,
    at: float | None = None,
    contents: Sequence[Contents] = (),
) -> Reading:
    """The reading of a page with its pagelets, objects, blocks and rules.

    Parameters
    ----------
    assigned, rank
        The cluster of the page, and the rank of each cluster.
    found, judged
        Its pagelets and objects, and what came back.
    columns
        How the site's objects are cut into columns.
    item, decided
        Of a page about one thing what it says, and why its kind is one.
    at
        When it was fetched.
    contents
        Its tables of contents, if no question asked for it.
    """
    found = item.found if item else found
    answers = judged.came_back == "answer"
    pagelets, objects = (found.pagelets, _unpaid(tree, found)) if answers else ([], [])
    page = Sheet(tree)
    references = References(tree, page.attributes)
    columns = columns or Columns()
    named = columns.of(tree, objects, page, references)
    named = [item_fields(values, item.item) for values in named] if item else named
    bounds = [(region.start, region.stop) for region in pagelets]
    bounds += [(span.start, span.stop) for span in objects]
    around = PageContext(at, tree.language or "")
    paths, texts = tree.xpaths(bounds), tree.visibles(bounds)
    headings = [tree.visible(*span.group) if span.group else "" for span in objects]
    anchors = anchors_of(
        tree, [(span.start, span.stop) for span in objects], [references.placed(s) for s in objects]
    )
    typed = _typed(columns, named, [int(tree.key[span.start]) for span in objects], around, item)
    n = len(pagelets)
    return Reading(
        url=url or None,
        cluster=assigned.cluster,
        cluster_rank=rank.get(assigned.cluster, len(rank)),
        empty=judged.came_back == "no_match",
        pagelets=_read_pagelets(tree, pagelets, paths[:n], texts[:n], item is not None),
        objects=[
            ReadObject(
                xpath=path,
                text=f"{heading} {text}".strip() if heading else text,
                links=references.of(span),
                fields={"group": heading, **values} if heading else values,
                pagelet=span.pagelet,
                anchors=links,
                place=place_around(tree, span.start),
                typed=own,
                slots=columns.slots(int(tree.key[span.start]), values),
            )
            for span, values, own, heading, path, text, links in zip(
                objects, named, typed, headings, paths[n:], texts[n:], anchors, strict=True
            )
        ],
        similarity=round(assigned.similarity, 4),
        came_back=judged.came_back,
        doubtful=judged.doubtful,
        route=found.route if answers and not found.empty else "none",
        why=_why(assigned, decided, judged, found),
        blocks=_blocks(tree, item, contents) if answers else [],
    )


def _unpaid(tree: TagTree, found: PageletReading) -> list[Span]:
    """The objects of a page without those that it states are paid for."""
    return [one for one in found.objects if not is_paid_for(tree, one.start, one.stop)]


def _blocks(
    tree: TagTree, item: ItemReading | None, contents: Sequence[Contents]
) -> list[ReadBlock]:
    """The informative structure of a page: its article, its tables of contents (WISDOM 3)."""
    out = []
    if item is not None:
        start, stop = item.item.article
        text, links = tree.visible(start, stop), _links(tree, start, stop)
        out.append(ReadBlock("article", [tree.xpath(holder(tree, start, stop))], text, links))
    for table in contents:
        if table.is_table:
            bounds = [(one.start, one.stop) for one in table.entries]
            said = " ".join(tree.visibles(bounds))
            links = [one.url for one in table.entries]
            out.append(ReadBlock("toc", tree.xpaths(bounds), said, links, table.sure))
    return out


def _links(tree: TagTree, start: int, stop: int) -> list[str]:
    return [link.url for link in tree.links if start <= link.node < stop]


def _typed(
    columns: Columns,
    rows: Sequence[dict[str, str]],
    starts: Sequence[int],
    around: PageContext,
    item: ItemReading | None,
) -> list[dict[str, Any]]:
    """The values of each object with a type: by their columns, else by what they show alone."""
    return [
        columns.typed(row, around, alone=item is not None or not columns.knows(start))
        for row, start in zip(rows, starts, strict=True)
    ]


def _why(
    assigned: Assignment, decided: KindDecision | None, judged: Judgement, found: PageletReading
) -> dict[str, float]:
    """The rules behind a reading, in the order they were asked, with their numbers."""
    kind = f"like kind {assigned.cluster}" if assigned.cluster != UNKNOWN else "like no kind known"
    why = {kind: assigned.similarity}
    if decided is not None:
        why[f"{decided.is_}: {decided.rule}"] = 1
    if judged.came_back != "answer":
        why[f"came back: {judged.came_back}"] = 1
    return {rule: round(float(number), 3) for rule, number in (why | found.why).items()}


def _read_pagelets(
    tree: TagTree, regions: Sequence[Region], paths: list[str], texts: list[str], is_item: bool
) -> list[ReadPagelet]:
    """Regions with their texts; of an item its stretch, and the article around it."""
    found = [
        ReadPagelet(xpath=path, text=text, score=round(float(region.score), 4))
        for region, path, text in zip(regions, paths, texts, strict=True)
    ]
    if not is_item or not found:
        return found
    stretches = [
        msgspec.structs.replace(one, first=tree.xpath(at.start), last=tree.xpath(at.stop - 1))
        for one, at in zip(found, regions, strict=True)
    ]
    values, article = stretches
    return [values, msgspec.structs.replace(article, role="article")]
