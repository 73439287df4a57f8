"""The laws of reading, each as a function from a family to how it is kept there."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from upwell.models.site import SavedPage, analyse
from upwell.sources.families import FAMILIES

from .dress import DRESSINGS, Dressing, shuffle
from .pages import Kept, family_pages, is_right, kept, learn, plain_pages, read
from .variety import LAYOUTS, little_variety

Law = Callable[[str], Kept]
MIXED = 5  # families whose pages are one site's


def mixing(name: str) -> Kept:
    """What a page says does not depend on which other kinds of page its site has."""
    names = list(FAMILIES)
    at = names.index(name)
    drawn = [names[(at + i * 3) % len(names)] for i in range(MIXED)]
    pages = {one: family_pages(one) for one in dict.fromkeys(drawn)}
    together = learn(shuffle([page for found in pages.values() for page in found], 1))
    return kept(pages[name], learn(pages[name]), together)


def order(name: str) -> Kept:
    """Nor on the order in which pages came, once they are learned."""
    pages = family_pages(name)
    by_kind = sorted(pages, key=lambda page: (page.tells, page.nonsense, page.query is None))
    models = [learn(pages[::-1]), learn(by_kind)]
    before = learn(pages)
    return sum((kept(pages, before, model) for model in models), Kept(0, 0, 0))


def growth(name: str) -> Kept:
    """With twice the pages nothing that was right becomes wrong."""
    pages = family_pages(name)
    half = pages[: len(pages) // 2]
    return kept(half, learn(half), learn(pages))


def dress(dressing: Dressing) -> Law:
    """In another dress a page says the same."""

    def law(name: str) -> Kept:
        pages = family_pages(name)
        dressed = dressing(pages)
        return kept(pages, learn(pages), learn(dressed), dressed)

    return law


def irrelevance(times: int) -> Law:
    """So many times as many pages that answer nothing change no answer."""

    def law(name: str) -> Kept:
        pages = family_pages(name)
        answers = [page for page in pages if page.query is not None]
        beside = plain_pages(name, times * sum(page.tells for page in answers))
        return kept(answers, learn(answers), learn(shuffle([*answers, *beside], times)))

    return law


def variety(layout: str) -> Kept:
    """A database of little variety is read like any other, from the first page on."""
    pages = little_variety(layout)
    model = learn(pages)
    return kept(pages, model, model)


def twice(name: str) -> Kept:
    """A page that is fed again changes nothing."""
    pages = family_pages(name)
    return kept(pages, learn(pages), learn([*pages, *pages]))


def one_way(name: str) -> Kept:
    """Pages read together and pages streamed are read alike."""
    pages = family_pages(name)
    model = learn(pages)
    together = analyse([SavedPage(page.url, page.tree, page.query) for page in pages])
    told = [(page, reading) for page, reading in zip(pages, together, strict=True) if page.tells]
    right = [page for page, reading in told if is_right(page, reading)]
    return Kept(len(told), len(right), sum(is_right(page, read(model, page)) for page in right))


LAWS: dict[str, tuple[Law, Sequence[str]]] = {
    "mixing": (mixing, tuple(FAMILIES)),
    "order": (order, tuple(FAMILIES)),
    "growth": (growth, tuple(FAMILIES)),
    **{f"dress: {name}": (dress(one), tuple(FAMILIES)) for name, one in DRESSINGS.items()},
    **{f"irrelevance: {n} times": (irrelevance(n), tuple(FAMILIES)) for n in (1, 5, 20)},
    "little variety": (variety, LAYOUTS),
    "twice": (twice, tuple(FAMILIES)),
    "one way": (one_way, tuple(FAMILIES)),
}


def keep(law: str, name: str) -> Kept:
    """One law on one family."""
    return LAWS[law][0](name)
