"""An address of each page class of a site: what is looked at, pinned and walked."""

from __future__ import annotations

from collections.abc import Iterator

from .database.question import Question
from .pages.addresses import STATICS, Asked, at_page
from .pages.pages import Pages

_LOOKED_AT = 400  # records that queries are made of


def examples(pages: Pages) -> Iterator[tuple[str, Asked]]:
    """What is asked for by each page class; the names are `list`, `list-2`, `few`, `single`, ..."""
    records = [
        record for record, _ in zip(pages.database.by_id.values(), range(_LOOKED_AT), strict=False)
    ]
    size = pages.family.per_page
    yield "home", Asked("home")
    words = [word for record in records for word in _words(record.title)]
    many = _query(pages, words, 2 * size, 10**9)
    if many:
        yield "list", many
        yield "list-2", at_page(many, 2)
    few = _query(pages, words, 2, size)
    if few:
        yield "few", few
    titles = [record.title for record in records]
    one = _query(pages, [*_rare(pages, words), *titles], 1, 1)
    if one:
        yield "single", one
    for facet in pages.family.rules.facets[:1]:
        answer = pages.database.search(Question(words[0], per_page=size))
        for value, _ in answer.facets.get(facet, ())[:1]:
            yield "narrowed", Asked("search", Question(words[0], {facet: value}, per_page=size))
    for sort in pages.family.rules.sorts[:1]:
        if many:
            yield "sorted", Asked("search", Question(many.question.query, {}, f"-{sort}", 1, size))
    yield "none", Asked("search", Question("qwxzv", per_page=size))
    yield "error", Asked("search", Question("a" * 130, per_page=size))
    for number, record in enumerate(records[:2], 1):
        yield f"item-{number}", Asked("item", key=str(record.id))
    for name in STATICS[:2]:
        yield name, Asked("static", key=name)
    yield "missing", Asked("missing")
    if pages.family.contents:
        yield "contents", Asked("contents", key="1")
    if pages.family.ambiguous:
        alike = pages.ambiguous()
        if alike:
            yield "choices", Asked("search", Question(alike, per_page=size))


def _words(title: str) -> list[str]:
    """The words of a title; of one without spaces, its pairs of characters.

    >>> _words("An Owl's Day"), _words("春の海辺")
    (['An', "Owl's", 'Day'], ['春の', '海辺'])
    """
    if title.isascii() or " " in title:
        return title.split()
    return [title[place : place + 2] for place in range(0, len(title) - 1, 2)]


def _query(pages: Pages, queries: list[str], low: int, high: int) -> Asked | None:
    """The first query with so many matches."""
    for query in queries:
        question = Question(query, per_page=pages.family.per_page)
        if pages.database.complaint(question):
            continue
        asked = Asked("search", question)
        if low <= pages.database.search(question).total <= high and not _offers(pages, asked):
            return asked
    return None


def _offers(pages: Pages, asked: Asked) -> bool:
    """Whether a query is answered with records to choose from."""
    return bool(pages.family.ambiguous) and pages.page(asked, 1).page_class == "choices"


def _rare(pages: Pages, words: list[str]) -> list[str]:
    """Words that a single record of those looked at has in its title."""
    return [word for word in words[:2000] if words.count(word) == 1 and len(word) > 4][:80]
