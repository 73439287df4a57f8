"""OBJ's experiments: object-rich fragments (`wien`), and separators in them (`serp`).

python -m benchmarks.quality obj_fragments

The paper judges subtrees by hand on its own sites; here a recommended subtree is right when at
least half of its words are the region's, and a page is answered when some recommended subtree
holds nine tenths of the region. Beside OBJ's form stand THOR's as meant, and ours.

References
----------
OBJ 2 (fragments); OBJ 3 (objects); OBJ 4 (single fragment); OBJ 4 (several fragments);
OBJ table 3; OBJ table 4.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from upwell.models.pagelets import analyse, holder, read
from upwell.models.papers.obj.fragments import FragmentParams, fragments
from upwell.models.papers.obj.separators import ranked_separators, separated
from upwell.models.papers.thor.pagelets.phase import thor_pagelets
from upwell.models.text.words import words
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree

from ..datasets import pages, score, unpacked
from ..figures import Figure, show
from .thor_pagelets import MEANT

_TAG_LEFT, _TAG_BEGUN = re.compile(rb"\A[^<>]*>"), re.compile(rb"<[^<>]*\Z")

Texts = list[list[str]]  # of the recommended subtrees, by page


def measure(quick: bool = False) -> list[Figure]:
    """Precision and recall of recommended fragments, and of the objects in them."""
    return [*recommended(), *records()]


def recommended() -> list[Figure]:
    """Tables 3 and 4."""
    root = unpacked("wien")
    if root is None:
        return []
    figures = []
    for top, title in ((1, "table 3"), (2, "table 4")):
        for name, method in _methods(top).items():
            precision, recall = _score(root, method)
            figures.append(Figure(f"{title}: {name}, precision", precision, None))
            figures.append(Figure(f"{title}: {name}, recall", recall, None))
    return figures


def records() -> list[Figure]:
    """Records by OBJ's best separator, in the region that our reading gives; beside ours."""
    root = unpacked("serp")
    if root is None:
        return []
    theirs: dict[str, list[str]] = {}
    ours: dict[str, list[str]] = {}
    for page in pages(root):
        tree = parse(page.body)
        reading = read(tree)
        ours[page.name] = [tree.visible(o.start, o.stop) for o in reading.objects]
        theirs[page.name] = []
        for region in reading.pagelets[:1]:
            node = holder(tree, region.start, region.stop)
            ranked = ranked_separators(tree, node)
            parts = separated(tree, node, ranked[0].tag) if ranked else []
            theirs[page.name] = [tree.visible(*part) for part in parts]
    return [
        Figure(f"3: records by {name}, macro F1", score("records", root, found)["macro_f1"], None)
        for name, found in (("the best separator", theirs), ("our runs", ours))
    ]


def _methods(top: int) -> dict[str, Callable[[Sequence[TagTree]], Texts]]:
    def obj(trees: Sequence[TagTree]) -> Texts:
        found = fragments(trees, FragmentParams(top=top))
        return [_texts(t, [f.node for f in held]) for t, held in zip(trees, found, strict=True)]

    def thor(trees: Sequence[TagTree]) -> Texts:
        found = thor_pagelets(trees, replace(MEANT, top=top))
        return [_texts(t, [p.node for p in held]) for t, held in zip(trees, found, strict=True)]

    def ours(trees: Sequence[TagTree]) -> Texts:
        found = analyse([(tree, None) for tree in trees])
        return [
            [tree.visible(*region[:2]) for region in reading.pagelets[:top]]
            for tree, reading in zip(trees, found, strict=True)
        ]

    return {"by centroids": obj, "THOR as meant": thor, "ours": ours}


def _texts(tree: TagTree, nodes: Sequence[int]) -> list[str]:
    return [tree.visible(node, int(tree.end[node])) for node in nodes]


def _score(root: Path, method: Callable[[Sequence[TagTree]], Texts]) -> tuple[float, float]:
    right = recommended = answered = asked = 0
    for site, group in groupby(pages(root), key=lambda page: page.site):
        held = list(group)
        truth = json.loads((root / site / "truth.json").read_text("utf-8"))["pages"]
        for page, texts in zip(held, method([parse(p.body) for p in held]), strict=True):
            region = _region(root / site / "pages" / Path(page.name).name, truth)
            if not region:
                continue
            shares = [(_shared(Counter(words(t)), region), Counter(words(t))) for t in texts]
            recommended += len(texts)
            right += sum(n >= 0.5 * own.total() for n, own in shares)
            asked += 1
            answered += any(n >= 0.9 * region.total() for n, _ in shares)
    return right / max(1, recommended), answered / max(1, asked)


def _region(path: Path, truth: dict[str, dict[str, list[int]]]) -> Counter[str]:
    bounds = truth[path.name].get("region")
    if not bounds:
        return Counter()
    # The marks may begin or end inside a tag: what is left of it is nobody's word.
    held = path.read_bytes()[bounds[0] : bounds[1]]
    tree = parse(_TAG_BEGUN.sub(b"", _TAG_LEFT.sub(b"", held)))
    return Counter(words(tree.visible(0, tree.n)))


def _shared(one: Counter[str], two: Counter[str]) -> int:
    return (one & two).total()


def main() -> None:
    """Print the figures."""
    show(measure())


if __name__ == "__main__":
    main()
