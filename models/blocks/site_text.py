"""The content of several pages of a site: evidence, less what pages share, evened over places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from xxhash import xxh3_64_intdigest

from .best_cut import best_cut, logistic
from .evidence.scoring import Evidence
from .evidence.sections import LEVEL
from .page_text import Chosen, page_choice
from .params import REPEATED_WORDS, SHARED, TITLE_WORDS, SiteTextParams
from .text_blocks import Floats


@dataclass(slots=True)
class SiteStrings:
    """Strings that pages of a site share, and mean log-odds by place, as sums and counts.

    A place is the tags and classes from the root (`TagTree.key`).
    """

    pages: Counter[int] = field(default_factory=Counter)  # hash of a string: pages
    places: dict[int, tuple[float, float]] = field(default_factory=dict)  # Σ w·z, Σ w

    def fold(self, page: Evidence) -> None:
        """Count the strings of a page."""
        self.pages.update({string_hash(text) for text in page.blocks.text})

    def fold_places(self, page: Evidence, shared: Chosen) -> None:
        """Learn what the places of a page hold, once it is known which strings are shared."""
        scores = np.where(shared, SHARED, page.log_odds)
        keys = page.blocks.tree.key[page.blocks.node].tolist()
        for key, z, words in zip(keys, scores.tolist(), page.blocks.words.tolist(), strict=True):
            total, weight = self.places.get(key, (0.0, 0.0))
            self.places[key] = total + z * words, weight + words

    def is_shared(self, page: Evidence, n_pages: int) -> Chosen:
        """Blocks that stand on `n_pages` or more, or that repeat a long block of their page."""
        seen: set[str] = set()
        shared = np.zeros(len(page.blocks), bool)
        for k, text in enumerate(page.blocks.text):
            again = page.blocks.words[k] >= REPEATED_WORDS and text in seen
            shared[k] = again or self.pages[string_hash(text)] >= n_pages
            seen.add(text)
        return shared

    def mean(self, page: Evidence) -> Floats:
        """Mean log-odds of each block's place over all pages."""
        keys = page.blocks.tree.key[page.blocks.node].tolist()
        sums = [self.places.get(key, (0.0, 0.0)) for key in keys]
        return np.array([total / (weight + 1e-9) for total, weight in sums])


def site_choice(pages: Sequence[Evidence], params: SiteTextParams | None = None) -> list[Chosen]:
    """Blocks of each page that are its content; pages of one template, or of several.

    Strings and places of one template do not touch those of another, so mixing does no harm.
    """
    params = params or SiteTextParams()
    if len(pages) < params.min_pages:
        return [page_choice(page) for page in pages]
    site = SiteStrings()
    for page in pages:
        site.fold(page)
    shared = [site.is_shared(page, params.shared) for page in pages]
    for page, strings in zip(pages, shared, strict=True):
        site.fold_places(page, strings)
    return [
        _choice(page, strings, site, params) for page, strings in zip(pages, shared, strict=True)
    ]


def title_block(page: Evidence) -> int | None:
    """The block that the page's title contains: the longest, headings before others.

    It is never the template's, though other pages link with the same words.
    """
    title = " ".join(page.blocks.tree.title.lower().split())
    tags = page.blocks.tree.tag
    least, most = TITLE_WORDS
    found = [
        (page.blocks.words[k], tags[int(page.blocks.node[k])] in LEVEL, -k)
        for k, text in enumerate(page.blocks.text)
        if least <= page.blocks.words[k] <= most and text.lower() in title
    ]
    return -max(found)[2] if found else None


def string_hash(text: str) -> int:
    """64 bits of a string, case folded away."""
    return xxh3_64_intdigest(text.lower().encode("utf-8", "surrogatepass"))


def _choice(page: Evidence, shared: Chosen, site: SiteStrings, params: SiteTextParams) -> Chosen:
    smooth, words = params.smooth, page.blocks.words
    if not len(words):
        return np.zeros(0, bool)
    chances = logistic((1 - smooth) * page.log_odds + smooth * site.mean(page)) * ~shared
    cut = best_cut(chances, words)
    hits = chances * words
    if page.prose.share >= params.prose:
        sure = hits[chances >= params.cut].sum() >= params.sure * hits.sum()
        cut = params.cut if sure else cut
    chosen = chances >= cut
    title = title_block(page)
    if title is not None:
        chosen[title] = True
    return chosen
