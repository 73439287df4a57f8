"""Recorded crawls read again without the site: `python -m benchmarks.apps.replay FOLDER ...`.

A folder holds what `make apps` keeps of a crawl: `pages/`, `pages.jsonl` and `truth.jsonl`. Its
pages are learned and read one by one, as they came, in another order, and all of them twice. Of
each kind of page it is printed how many were read right when they came and at the end, and of the
pages that are right at the end of the crawl as it was, how many are in the other orders.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from xxhash import xxh3_64_intdigest

from upwell.models.site import Site, observe
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree


class Recorded(NamedTuple):
    """A page of a crawl and what is true of it.

    Parameters
    ----------
    tree
        The page as it was parsed.
    kind, n_records
        What the truth says: its kind, and how many records it lists; None: the truth lacks it.
    """

    url: str
    query: str | None
    nonsense: bool
    tree: TagTree
    kind: str | None = None
    n_records: int | None = None

    def is_right(self, n_objects: int) -> bool:
        """Whether a reading has as many objects as there are records; a page without any may be
        about one thing."""
        return n_objects == self.n_records or (not self.n_records and n_objects <= 1)


class Replayed(NamedTuple):
    """How many objects were read on each page."""

    arrived: list[int]  # when it came
    ended: list[int]  # by the model of all pages


Order = Callable[[Sequence[Recorded]], list[Recorded]]
ORDERS: dict[str, Order] = {
    "mixed": lambda pages: sorted(pages, key=lambda page: xxh3_64_intdigest(page.url.encode())),
    "backwards": lambda pages: list(reversed(pages)),
    "twice": lambda pages: [*pages, *pages],
}


def recorded(folder: Path) -> list[Recorded]:
    """The pages of a folder that were answered, in the order in which they came."""
    truths = {truth["file"]: truth for truth in _lines(folder / "truth.jsonl")}
    out = []
    for page in _lines(folder / "pages.jsonl"):
        path = folder / "pages" / page["file"]
        if page["outcome"] != "ok" or not path.is_file():
            continue
        truth = truths.get(page["file"])
        out.append(
            Recorded(
                page["url"],
                page["query"],
                page["reason"] == "nonsense",
                parse(path.read_bytes(), page["content_type"] or "", page["url"]),
                truth["kind"] if truth else None,
                len(truth["objects"]) if truth else None,
            )
        )
    return out


def replay(pages: Sequence[Recorded], order: Sequence[Recorded] | None = None) -> Replayed:
    """Learn pages in an order, and read all of them at its end."""
    site, arrived = Site(), dict[int, int]()
    for page in pages if order is None else order:
        reading = site.observe_tree(page.tree, page.url, page.query, page.nonsense)
        arrived.setdefault(id(page), len(reading.objects))
    model = site.publish()
    if model is None:
        return Replayed([], [])
    ended = [
        model.read_tree(page.tree, observe(page.tree, page.url, page.query, page.nonsense))
        for page in pages
    ]
    return Replayed([arrived[id(page)] for page in pages], [len(one.objects) for one in ended])


def report(name: str, pages: Sequence[Recorded], orders: Iterable[str]) -> list[str]:
    """The lines of one folder."""
    found = replay(pages)
    counts: dict[str, Counter[str]] = {}
    for page, arrived, ended in zip(pages, found.arrived, found.ended, strict=True):
        if page.kind is not None:
            count = counts.setdefault(page.kind, Counter())
            count.update(n=1, arrived=page.is_right(arrived), ended=page.is_right(ended))
    lines = [name]
    for kind, count in sorted(counts.items()):
        lines.append(f"  {kind:10} {count['arrived']:5} {count['ended']:5} of {count['n']}")
    right = _right(pages, found.ended)
    for order in orders:
        kept = right & _right(pages, replay(pages, ORDERS[order](pages)).ended)
        lines.append(f"  {order:10} {len(kept):5} of {len(right)} that are right as they came")
    return lines


def _right(pages: Sequence[Recorded], n_objects: Sequence[int]) -> set[int]:
    """Numbers of the pages that were read right, of those whose truth is known."""
    read = enumerate(zip(pages, n_objects, strict=True))
    return {number for number, (page, n) in read if page.kind is not None and page.is_right(n)}


def main(arguments: list[str] | None = None) -> int:
    """Print the lines of each folder."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.apps.replay", description=(__doc__ or "").split("\n\n")[0]
    )
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--as-they-came", action="store_true", help="in no other order")
    chosen = parser.parse_args(arguments)
    print(f"{'kind':12} {'came':>5} {'end':>5}")
    for folder in chosen.folders:
        orders = () if chosen.as_they_came else ORDERS
        print("\n".join(report(folder.name, recorded(folder), orders)), flush=True)
    return 0


def _lines(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        return list(map(json.loads, lines))


if __name__ == "__main__":
    sys.exit(main())
