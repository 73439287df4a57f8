"""Regions, records and values: `wien`, `serp`, `swde`.

python -m benchmarks.quality pagelets
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from upwell.models.pagelets import analyse, read
from upwell.models.papers.thor.pagelets.phase import ThorParams, thor_pagelets
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree

from ..datasets import Page, pages, score, unpacked
from ..figures import Figure, show

_NO: tuple[float | None, float | None] = (None, None)
QUICK_SITES, QUICK_PAGES = 4, 5  # every so many of each: 10 sites of 22 pages


def measure(quick: bool = False) -> list[Figure]:
    """Regions and THOR's form of them, records of single pages, values of detail pages."""
    return [*regions(), *records(), *values(quick)]


def regions() -> list[Figure]:
    """Region of answer pages, ten a site: the first pagelet alone; then THOR as printed.

    References
    ----------
    THOR VII-B, VIII-B.
    """
    root = unpacked("wien")
    if root is None:
        return []
    ours: dict[str, str] = {}
    printed: dict[str, str] = {}
    meant: dict[str, str] = {}
    objects: dict[str, list[str]] = {}
    for held in _sites(root):
        trees = [parse(page.body) for page in held]
        for page, tree, reading in zip(
            held, trees, analyse([(t, None) for t in trees]), strict=True
        ):
            ours[page.name] = _text(tree, [r[:2] for r in reading.pagelets[:1]])
            objects[page.name] = [tree.visible(o.start, o.stop) for o in reading.objects]
        printed.update(_thor(held, trees, ThorParams()))
        meant.update(_thor(held, trees, ThorParams(matching="key", as_printed=False)))
    figures = []
    for name, found, precision, recall, floors in (
        ("region on wien", ours, 0.974, 0.983, (0.98, 0.98)),
        ("THOR as printed on wien", printed, 0.833, 0.828, (None, None)),
        ("THOR by key, as meant, on wien", meant, 0.934, 1.0, (None, None)),
    ):
        scored = score("region", root, found)
        figures.append(Figure(f"{name}, precision", scored["precision"], precision, floors[0]))
        figures.append(Figure(f"{name}, recall", scored["recall"], recall, floors[1]))
    exact = score("records", root, objects)["pages_exact"]
    return [*figures, Figure("records on wien, pages exactly right", exact, 0.551, 0.62)]


def records() -> list[Figure]:
    """Records of single answer pages of 134 sites, nothing else of the site known."""
    root = unpacked("serp")
    if root is None:
        return []
    found, around = {}, {}
    for page in pages(root):
        tree = parse(page.body)
        reading = read(tree)
        found[page.name] = [tree.visible(o.start, o.stop) for o in reading.objects]
        around[page.name] = _text(tree, [r[:2] for r in reading.pagelets[:1]])
    scored, held = score("records", root, found), score("region", root, around)
    return [
        Figure("records on serp, macro F1", scored["macro_f1"], 0.912, 0.94),
        Figure("records on serp, pages exactly right", scored["pages_exact"], 0.739, 0.78),
        Figure("records on serp, precision", scored["precision"], 0.951, 0.96),
        Figure("records on serp, recall", scored["recall"], 0.933, 0.94),
        Figure("region on serp, precision", held["precision"], 0.840, 0.840),
        Figure("region on serp, recall", held["recall"], 0.989, 0.98),
    ]


def values(quick: bool = False) -> list[Figure]:
    """Values of detail pages held by the regions, and the regions' share of the page."""
    root = unpacked("swde")
    if root is None:
        return []
    with tempfile.TemporaryDirectory() as folder:
        part = _part_of(root, Path(folder)) if quick else root
        blind: dict[str, str] = {}
        known: dict[str, str] = {}
        for held in _sites(part):
            trees = [parse(page.body) for page in held]
            pairs = [(tree, None) for tree in trees]
            for found, entity in ((blind, False), (known, True)):
                for page, tree, reading in zip(held, trees, analyse(pairs, entity), strict=True):
                    found[page.name] = _text(tree, [r[:2] for r in reading.pagelets])
        pages_a_site = "22" if quick else "110"
        figures = []
        floors = (0.92, None) if quick else (0.96, 0.455)
        for name, found, recall, size, (least, most) in (
            ("nothing known", blind, 0.976 if quick else 0.927, 0.535 if quick else 0.511, floors),
            ("entity pages", known, 0.995 if quick else 0.993, 0.541 if quick else 0.537, _NO),
        ):
            scored = score("values", part, found)
            title = f"values on swde, {pages_a_site} pages a site, {name}"
            figures += [
                Figure(f"{title}, recall", scored["value_recall"], recall, least),
                Figure(f"{title}, size", scored["size_share"], size, most, "lower"),
            ]
        return figures


def _sites(root: Path) -> Iterator[list[Page]]:
    for _, held in groupby(pages(root), key=lambda page: page.site):
        yield list(held)


def _thor(held: Sequence[Page], trees: Sequence[TagTree], params: ThorParams) -> dict[str, str]:
    found = thor_pagelets(trees, params)
    return {
        page.name: _text(tree, [(p.node, int(tree.end[p.node])) for p in pagelets])
        for page, tree, pagelets in zip(held, trees, found, strict=True)
    }


def _text(tree: TagTree, bounds: Sequence[tuple[Any, ...]]) -> str:
    return " ".join(tree.visible(a, b) for a, b in bounds)


def _part_of(root: Path, folder: Path) -> Path:
    """A set of some sites and pages, its files linked."""
    for truth_file in sorted(root.glob("*/truth.json"))[::QUICK_SITES]:
        truth = json.loads(truth_file.read_text("utf-8"))
        names = sorted(truth["pages"])[::QUICK_PAGES]
        truth["pages"] = {name: truth["pages"][name] for name in names}
        site = folder / truth_file.parent.name
        site.mkdir()
        (site / "truth.json").write_text(json.dumps(truth), "utf-8")
        (site / "pages").symlink_to(truth_file.parent / "pages")
    return folder


def main() -> None:
    """Print the figures."""
    show(measure())


if __name__ == "__main__":
    main()
