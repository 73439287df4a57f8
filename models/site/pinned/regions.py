"""Places on a page that may be its region: the names under which one can be pinned."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...pagelets.lists.search import find_runs
from ...pagelets.reading.reader import Reader
from ...pages.signature import signature_in
from ...tree.parse import parse

if TYPE_CHECKING:
    from ..model import SiteModel

SHOWN = 80  # letters of the first record


def candidate_regions(
    model: SiteModel, body: bytes, url: str, query: str | None = None, content_type: str = ""
) -> list[dict[str, Any]]:
    """Where lists begin on a page, the surest first, and where it is read without a list.

    Returns
    -------
    Dictionaries with `name`, `xpath` of what holds it (pinned as `inside`), `records`, its `share`
    of the text that counts, the beginning of its first record as `text`, and whether it is `read`.
    """
    tree = parse(body, content_type, url).with_site_places(model.families)
    kind = model.clusters.assign(signature_in(tree, model.clusters.alphabet)).cluster
    reader = Reader(tree, model.pagelets.of(kind), query)
    reading, page = reader.reading(), reader.page
    every = find_runs(page, np.array(page.word_sums, float))  # also what all pages say alike
    runs = [*reader.runs, *every]
    starts = {int(tree.place[span.start]) for span in reading.objects}
    found = {
        run.key: (run.start, run.stop, run.region, len(run.parts), run.features.mass)
        for run in reversed(runs)
    }
    found = dict(reversed(found.items()))
    for region in reading.pagelets:
        place = int(tree.place[region.start])
        if starts.isdisjoint(found):
            found[place] = (region.start, region.stop, region.start, 1, region.score)
    return [
        {
            "name": named(place),
            "inside": named(int(tree.place[holder])),
            "xpath": tree.xpath(holder),
            "records": n,
            "share": round(float(share), 3),
            "text": tree.visible(start, stop)[:SHOWN],
            "read": place in starts,
        }
        for place, (start, stop, holder, n, share) in found.items()
    ]


def named(place: int) -> str:
    """A place as it is pinned.

    >>> named(255)
    'region.00000000000000ff'
    """
    return f"region.{place:016x}"
