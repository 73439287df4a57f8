"""Content of pages: news sites over four years (`big9`), seven kinds of pages (`wcxb`).

python -m benchmarks.quality blocks
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from pathlib import Path

from upwell.models.blocks.evidence import evidence
from upwell.models.blocks.informative import Block, BlockParams, SitePage, informative_blocks
from upwell.models.blocks.page_text import chosen_text, page_choice
from upwell.models.blocks.params import WisdomParams
from upwell.models.tree.parse import parse

from ..datasets import Page, pages, score, unpacked
from ..figures import Figure, show

PAPER = BlockParams(method="wisdom")
LOOSER = BlockParams(method="wisdom", wisdom=WisdomParams(st=0.7))


def measure(quick: bool = False) -> list[Figure]:
    """Word F1 against the true content.

    References
    ----------
    WISDOM 4.4; fig. 18.
    """
    return [*_news(quick), *_kinds(quick)]


def _news(quick: bool) -> list[Figure]:
    root = unpacked("big9")
    if root is None:
        return []
    read = list(pages(root))
    figures = [
        Figure("big9 by site, evidence", _by_site(root, read, BlockParams()), 0.975, 0.97),
        Figure("big9 by site, paper's defaults", _by_site(root, read, PAPER), 0.909, 0.90),
    ]
    if quick:
        return figures
    return [
        *figures,
        Figure("big9 by year, paper's defaults", _by_site(root, read, PAPER, _year), 0.926),
        Figure("big9 by year, paper, ST .7", _by_site(root, read, LOOSER, _year), 0.941),
        Figure("big9 by year, evidence", _by_site(root, read, BlockParams(), _year), 0.974),
        Figure("big9 page alone", _alone(root, read)["all"], 0.901),
    ]


def _kinds(quick: bool) -> list[Figure]:
    root = None if quick else unpacked("wcxb")
    if root is None:
        return []
    read = list(pages(root))
    sketch = {
        "all": 0.849,
        "article": 0.945,
        "documentation": 0.938,
        "service": 0.922,
        "forum": 0.795,
        "listing": 0.781,
        "collection": 0.804,
        "product": 0.695,
    }
    alone = _alone(root, read)
    return [
        Figure(
            f"wcxb page alone, {kind}",
            alone[kind],
            value,
            0.83 if kind == "all" else None,
        )
        for kind, value in sketch.items()
    ] + [Figure("wcxb by site", _by_site(root, read, BlockParams()), None)]


def _alone(root: Path, read: Iterable[Page]) -> dict[str, float]:
    """F1 by kind of page, every page read by itself."""
    texts = {}
    for page in read:
        weighed = evidence(parse(page.body), page.body)
        texts[page.name] = chosen_text(weighed, page_choice(weighed))
    return {kind: rates["f1"] for kind, rates in score("article", root, texts)["word"].items()}


def _by_site(
    root: Path,
    read: Iterable[Page],
    params: BlockParams,
    part: Callable[[Page], Hashable] = lambda page: None,
) -> float:
    """F1 of the article blocks, the pages of a site (or a part of it) read together."""
    groups: dict[Hashable, list[Page]] = defaultdict(list)
    for page in read:
        groups[page.site, part(page)].append(page)
    texts: dict[str, str] = {}
    for group in groups.values():
        site = [SitePage(parse(page.body), page.body) for page in group]
        for page, blocks in zip(group, informative_blocks(site, params), strict=True):
            texts[page.name] = _article(blocks)
    return float(score("article", root, texts)["word"]["all"]["f1"])


def _article(blocks: list[Block]) -> str:
    return " ".join(block.text for block in blocks if block.type == "article")


def _year(page: Page) -> Hashable:
    return page.truth.get("year")


def main() -> None:
    """Print the figures."""
    show(measure())


if __name__ == "__main__":
    main()
