"""The weights of the evidence for content, fitted without the sites they are measured on (`wcxb`).

python -m benchmarks.quality fit_blocks

`models/blocks/evidence/weights.py` was fitted once on all pages of the set, so what `blocks` prints
of it is in sample. Here the same fit is made five times, each without the sites of one fold (by a
hash of their names), and every page is read with the weights that have not seen its site.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import xxhash
from numpy.typing import NDArray

from upwell.models.blocks.best_cut import best_cut, logistic
from upwell.models.blocks.evidence import features
from upwell.models.blocks.evidence.weights import BIAS, WEIGHTS
from upwell.models.blocks.text_blocks import TextBlocks
from upwell.models.text.words import words
from upwell.models.tree.parse import parse

from ..datasets import Page, pages, score, unpacked
from ..figures import Figure, show

FOLDS = 5
STRENGTH = 0.05  # of the data beside the penalty, as in the fit of the package
RUN = 3  # words in a row by which a word of a block is found in the true content
STEPS = 12  # of Newton; the last change no weight by a thousandth

Floats = NDArray[np.float64]


class Sample(NamedTuple):
    """A page: what its blocks show, the share of each that is true content, what each weighs."""

    page: Page
    blocks: TextBlocks
    x: Floats
    right: Floats
    weight: Floats


def measure(quick: bool = False) -> list[Figure]:
    """Word F1 of pages read alone: with the package's weights, refitted, and refitted without."""
    root = None if quick else unpacked("wcxb")
    if root is None:
        return []
    held = [_sample(page) for page in pages(root) if page.truth.get("article")]

    def f1(of: Mapping[int, Floats]) -> float:
        texts = {one.page.name: _text(one, of[_fold(one.page.site)]) for one in held}
        return float(score("article", root, texts)["word"]["all"]["f1"])

    package = np.array([BIAS, *WEIGHTS.values()])
    every = fit(held)
    without = {
        fold: fit([one for one in held if _fold(one.page.site) != fold]) for fold in range(FOLDS)
    }
    return [
        Figure("the package's weights, in sample", f1(dict.fromkeys(range(FOLDS), package)), None),
        Figure("fitted on all, in sample", f1(dict.fromkeys(range(FOLDS), every)), None),
        Figure("fitted without the page's site", f1(without), None, 0.81),
    ]


def fit(held: Sequence[Sample]) -> Floats:
    """Weights of a logistic regression with a penalty on their squares; the first is the bias."""
    x = np.concatenate([one.x for one in held])
    right = np.concatenate([one.right for one in held])
    weight = STRENGTH * np.concatenate([one.weight for one in held])
    mean, spread = x.mean(axis=0), x.std(axis=0)
    spread[spread == 0] = 1.0
    z = np.column_stack([np.ones(len(x)), (x - mean) / spread])
    penalty = np.r_[0.0, np.ones(x.shape[1])]
    found = np.zeros(z.shape[1])
    for _ in range(STEPS):
        chances = logistic(z @ found)
        slope = z.T @ (weight * (chances - right)) + penalty * found
        bend = (z.T * (weight * chances * (1 - chances))) @ z + np.diag(penalty + 1e-9)
        found = found - np.linalg.solve(bend, slope)
    weights = found[1:] / spread
    whole: Floats = np.concatenate([[found[0] - weights @ mean], weights])
    return whole


def _sample(page: Page) -> Sample:
    found = features(parse(page.body), page.body)
    blocks = found.blocks
    true = words(page.truth["article"])
    runs = {n: {tuple(true[i : i + n]) for i in range(len(true) - n + 1)} for n in (1, 2, RUN)}
    right = np.array([_share(words(text), runs) for text in blocks.text], float)
    weight = np.minimum(1.0, blocks.words / max(1, len(true)))
    shown = [found.columns[name] for name in WEIGHTS]
    return Sample(page, blocks, np.column_stack(shown), right, weight)


def _share(block: Sequence[str], runs: Mapping[int, set[tuple[str, ...]]]) -> float:
    """Share of a block's words that stand in a run of words of the true content."""
    n = min(RUN, len(block))
    if not n:
        return 0.0
    inside = np.zeros(len(block), bool)
    for i in range(len(block) - n + 1):
        if tuple(block[i : i + n]) in runs[n]:
            inside[i : i + n] = True
    return float(inside.mean())


def _text(one: Sample, weights: Floats) -> str:
    chances = logistic(weights[0] + one.x @ weights[1:])
    taken = chances >= best_cut(chances, one.blocks.words)
    return "\n".join(text for text, right in zip(one.blocks.text, taken, strict=True) if right)


def _fold(site: str) -> int:
    return xxhash.xxh3_64_intdigest(f"fold {site}".encode()) % FOLDS


def main() -> None:
    """Print the figures."""
    show(measure())


if __name__ == "__main__":
    main()
