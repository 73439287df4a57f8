"""Cost of page clustering in P: one lxml parse of the same bytes in the same run.

python -m benchmarks.speed.pages

Pages of the owners' mixed sites of `swde`; made-up lists where the set is absent.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from itertools import islice
from random import Random
from typing import TypeVar

from lxml import etree

from benchmarks.quality.datasets import pages, unpacked
from benchmarks.quality.figures import Figure, show
from upwell.models.pages.clusters.learner import Clusters
from upwell.models.pages.signature import Signature, signature
from upwell.models.papers.thor.clustering.phase import cluster_thor
from upwell.models.tree.parse import parse

T = TypeVar("T")


def measure(quick: bool = False) -> list[Figure]:
    """Signature, fold, assignment, clustering, storing: each as a ratio to P."""
    bodies = _bodies(120 if quick else 400)
    parser = etree.HTMLParser(encoding="utf-8")
    p = _seconds(lambda body: etree.fromstring(body, parser), bodies)
    trees = [parse(body) for body in bodies]
    signatures = [signature(tree) for tree in trees]
    learned = Clusters()
    keyed = _keyed(signatures)
    for key, page in keyed[::2]:
        learned.fold(key, page)
    learned.recluster()
    folding = _seconds(lambda page: learned.fold(*page), keyed[1::2])
    clustering = _seconds(lambda _: _recluster(learned), range(3))
    model = learned.publish()
    assert model is not None
    state = learned.encode()
    costs = {
        "signature, a page": (_seconds(signature, trees), 2.4),
        "fold without clustering, a page": (folding, 0.23),
        "assign, a page": (_seconds(model.assign, signatures), 0.05),
        "one clustering of 128 pages": (clustering, 23.0),
        "learning with its clusterings, a page": (_streamed(signatures), 0.26 + 0.23),
        "encode, once": (_seconds(lambda _: learned.encode(), range(5)), None),
        "decode, once": (_seconds(lambda _: Clusters.decode(state), range(5)), None),
    }
    return [
        *(
            Figure(f"{name} [P]", seconds / p, sketch, better="lower")
            for name, (seconds, sketch) in costs.items()
        ),
        Figure("THOR's form, 110 small pages [P]", _thor(), None, 60.0, "lower"),
    ]


def _thor() -> float:
    """Restarts and k as in the paper, on made-up answers of some 12 kB; least of eight rounds."""
    bodies = [_made(Random(i), 60, 110) for i in range(110)]
    parser = etree.HTMLParser(encoding="utf-8")
    signatures = [signature(parse(body)) for body in bodies]
    p = min(_seconds(lambda body: etree.fromstring(body, parser), bodies) for _ in range(8))
    return min(_seconds(cluster_thor, [signatures]) for _ in range(8)) / p


def _seconds(step: Callable[[T], object], inputs: Iterable[T]) -> float:
    """Seconds of the step, mean over its inputs."""
    given = list(inputs)
    started = time.perf_counter()
    for value in given:
        step(value)
    return (time.perf_counter() - started) / len(given)


def _keyed(signatures: list[Signature]) -> list[tuple[str, Signature]]:
    return [(f"page {i}", page) for i, page in enumerate(signatures)]


def _recluster(clusters: Clusters) -> None:
    clusters.state.fresh = True
    clusters.state.clustered_at = -1
    clusters.recluster()


def _streamed(signatures: list[Signature]) -> float:
    clusters = Clusters()
    started = time.perf_counter()
    for key, page in _keyed(signatures):
        clusters.fold(key, page)
        if clusters.due:
            clusters.recluster()
    return (time.perf_counter() - started) / len(signatures)


def _bodies(n: int) -> list[bytes]:
    root = unpacked("swde")
    if root is None:
        return [_made(Random(i)) for i in range(n)]
    owned = (page.body for page in pages(root) if "yahoo" in page.site or "hotjobs" in page.site)
    bodies = list(islice(owned, 4 * n))
    return Random(1).sample(bodies, min(n, len(bodies)))


def _made(draw: Random, least: int = 1, most: int = 40) -> bytes:
    items = "".join(
        f"<li class='hit row{i}'><h3><a href='/o/{i}'>object {i}</a></h3><p>{'word ' * 20}</p>"
        for i in range(draw.randint(least, most))
    )
    return f"<html><body><div id='menu'>home</div><ul class='hits'>{items}</ul></body>".encode()


def main() -> None:
    """Print the ratios."""
    show(measure())


if __name__ == "__main__":
    main()
