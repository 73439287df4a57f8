"""Pages of the bundled sources as a crawl gets them, each with what is true of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest
from random import Random
from typing import NamedTuple

from upwell.models.site import Reading
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree
from upwell.sources.families import FAMILIES
from upwell.sources.kinds.tokens import tokens
from upwell.sources.pages.addresses import STATICS, at_page
from upwell.sources.site import Site, encoded
from upwell.sources.starting import pages_of
from upwell.sources.truth import PageTruth, Truth

from ..sealed import drawn_seeds

HOST = "http://127.0.0.1"
RECORDS = 600
MORE = 1.1  # of the true region's words a right pagelet may hold
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|\w+")
_UNASKABLE = ("a" * 130, '"(', "<")
_NONSENSE = 8
_TOLD = 4  # of them are known to be nonsense; the others are words like any


class Fetched(NamedTuple):
    """A page as it comes, after redirects; its kind is its template's: a list of one is a list."""

    kind: str
    url: str
    body: bytes


class Answered(NamedTuple):
    """A page, what was asked for it, and the truth."""

    kind: str
    url: str
    query: str | None
    nonsense: bool
    tree: TagTree
    truth: PageTruth

    @property
    def answers(self) -> bool:
        """Whether it is the answer to a query, a list of one included."""
        return self.query is not None and bool(self.truth.regions)

    def fits(self, told: Sequence[str]) -> list[list[bool]]:
        """Of each pagelet's text, which of the true regions it is.

        A pagelet is right when it holds every word of a region and at most a tenth more. Words that
        a page shows nobody, such as the title inside a drawing, are no part of it.
        """
        shown = counted(self.tree.visible(0, self.tree.n))
        regions = [counted(text) & shown for text in self.truth.regions]
        return [
            [region <= one and one.total() <= MORE * region.total() for region in regions]
            for one in map(counted, told)
        ]


def regions_of(reading: Reading) -> list[str]:
    """What a page's pagelets say; of a page about one thing its article, of which the values are
    a part."""
    return [
        one.text
        for one, after in zip_longest(reading.pagelets, reading.pagelets[1:])
        if after is None or after.role != "article"
    ]


def seeds(n: int) -> list[int]:
    """Drawn from a hash; never looked at while tuning."""
    return drawn_seeds("bundled", n)


def counted(text: str) -> Counter[str]:
    """The words of a text; every letter of a script without spaces is one."""
    return Counter(_WORD.findall(text.lower()))


def answered(name: str, seed: int) -> list[Answered]:
    """About sixty pages of one site, shuffled: answers of all lengths, records, static pages.

    Every visit turns the boxes that turn.
    """
    family = FAMILIES[name]
    pages = pages_of(family, seed, RECORDS)
    site = Site(pages, seed)
    truth = Truth(site, HOST)
    draw = Random(f"{name} {seed}")
    asked = _queries(truth, family.language, draw)
    nonsense = ["zq" + "".join(draw.choices("xvwkj", k=5)) for _ in range(_NONSENSE)]
    wanted: list[tuple[str, str | None]] = [(truth.search_url(word), word) for word in nonsense]
    wanted += [(truth.search_url(word), word) for word in _UNASKABLE]
    for word in asked:
        url = truth.search_url(word)
        wanted.append((url, word))
        question = pages.addresses.read(url.removeprefix(HOST))
        n_pages = -(-len(truth.matching(word)) // family.per_page)
        if n_pages > 1 and draw.random() < 0.4:
            further = at_page(question, draw.randint(2, min(n_pages, 5)))
            wanted.append((HOST + pages.addresses.search(further), word))
    wanted += [(truth.item_url(one), None) for one in draw.sample(truth.records(), 9)]
    wanted += [(HOST + pages.addresses.static(one), None) for one in STATICS[:4]]
    wanted.append((HOST + "/", None))
    flagged = nonsense[:_TOLD]
    found = [visit(site, truth, url, query, query in flagged) for url, query in wanted]
    draw.shuffle(found)
    return found


def matching_words(truth: Truth, language: str, draw: Random) -> list[str]:
    """Words of the records, shuffled."""
    least = 1 if language == "ja" else 3
    texts = {word for one in truth.records() for word in tokens(one.searchable, language)}
    held = sorted(word for word in texts if word.isalpha() and len(word) > least)
    draw.shuffle(held)
    return held


def _queries(truth: Truth, language: str, draw: Random) -> list[str]:
    """Words with many matches, with few, with one."""
    held = matching_words(truth, language, draw)
    sizes: dict[str, list[str]] = {"many": [], "few": [], "one": []}
    for word in held:
        n = len(truth.matching(word))
        kind = "one" if n == 1 else "few" if n < 12 else "many"
        if n and len(sizes[kind]) < {"many": 14, "few": 9, "one": 6}[kind]:
            sizes[kind].append(word)
    return [word for words in sizes.values() for word in words]


def fetched(site: Site, url: str) -> Fetched:
    """One visit to an address; every visit turns the boxes that turn."""
    site.visits += 1
    page = site.page(url.removeprefix(HOST))
    while page.location:
        url = HOST + page.location.removeprefix(HOST)
        page = site.page(url.removeprefix(HOST))
    kind = "list" if page.page_class == "single" else page.page_class
    return Fetched(kind, url, encoded(page.text, site.pages.family.charset))


def visit(site: Site, truth: Truth, url: str, query: str | None, nonsense: bool) -> Answered:
    """One visit, with the truth of what came."""
    kind, url, body = fetched(site, url)
    return Answered(kind, url, query, nonsense, parse(body, url=url), truth.page(url))
