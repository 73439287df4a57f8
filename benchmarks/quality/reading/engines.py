"""Regions, records and forms with either engine: `python -m benchmarks.quality engines`.

The rooms were tuned on trees of lxml, so that its figures stand as the sketch of lexbor's.
"""

from __future__ import annotations

from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import Any

from upwell.models.pagelets import analyse, read
from upwell.models.tree.parse import Engine, parse
from upwell.models.tree.tagtree import TagTree

from ..datasets import pages, score, unpacked
from ..figures import Figure, show


def measure(quick: bool = False) -> list[Figure]:
    """Region of answer pages of `wien`, records of single pages of `serp`, by engine."""
    wien, serp = unpacked("wien"), unpacked("serp")
    if wien is None or serp is None:
        return []
    if find_spec("selectolax") is None:
        print("not measured: lexbor, for selectolax is absent")
        return []
    names = ["serp"] if quick else ["wien", "serp"]
    with_lxml, with_lexbor = (
        {
            figure: value
            for name in names
            for figure, value in (_region(wien, e) if name == "wien" else _records(serp, e)).items()
        }
        for e in _ENGINES
    )
    forms = "pages of serp whose forms differ by engine"
    return [
        Figure(forms, _forms_differ(serp), 12.0, 0.0, "lower"),
        *_beside(with_lxml, with_lexbor),
    ]


def _forms_differ(root: Path) -> int:
    return sum(
        parse(page.body).forms != parse(page.body, engine="lexbor").forms for page in pages(root)
    )


def _beside(with_lxml: dict[str, float], with_lexbor: dict[str, float]) -> list[Figure]:
    return [
        Figure(f"{name}, {engine}", found[name], sketch.get(name))
        for name in with_lxml
        for engine, found, sketch in (
            ("lxml", with_lxml, dict[str, float]()),
            ("lexbor", with_lexbor, with_lxml),
        )
    ]


_ENGINES: tuple[Engine, ...] = ("lxml", "lexbor")


def _region(root: Path, engine: Engine) -> dict[str, float]:
    found: dict[str, str] = {}
    for _, held in groupby(pages(root), key=lambda page: page.site):
        site = list(held)
        trees = [parse(page.body, engine=engine) for page in site]
        readings = analyse([(tree, None) for tree in trees])
        for page, tree, reading in zip(site, trees, readings, strict=True):
            found[page.name] = _text(tree, reading.pagelets[:1])
    scored = score("region", root, found)
    return {f"region on wien, {name}": scored[name] for name in ("precision", "recall")}


def _records(root: Path, engine: Engine) -> dict[str, float]:
    found = {}
    for page in pages(root):
        tree = parse(page.body, engine=engine)
        found[page.name] = [tree.visible(o.start, o.stop) for o in read(tree).objects]
    scored = score("records", root, found)
    return {f"records on serp, {name}": scored[name] for name in ("macro_f1", "pages_exact")}


def _text(tree: TagTree, regions: Any) -> str:
    return " ".join(tree.visible(region[0], region[1]) for region in regions)


def main() -> None:
    """Print the figures."""
    show(measure())


if __name__ == "__main__":
    main()
