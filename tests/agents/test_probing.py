"""Laws of probing: words of one language that bring nothing give way to others, and the site's."""

from __future__ import annotations

import pytest

from upwell.agents.plan.choosing.languages import note_languages
from upwell.agents.plan.state import Head, Plan
from upwell.models.queries.probes import dictionary
from upwell.streams.records import Change, Finding, Request

from .paged import Paged, page_of
from .ring import Answer, Ring


class Spoken(Paged):
    """Records in one language behind labels in another: a common word of theirs finds a third."""

    def __init__(self, records: str, labels: str) -> None:
        super().__init__(90)
        self.records, self.labels = records, labels

    def find(self, query: str) -> list[int]:
        words = dictionary()[self.records]
        if query in words and query not in dictionary()[self.labels]:
            return list(range(words.index(query) % 3 * 30, words.index(query) % 3 * 30 + 30))
        return super().find(query)

    def __call__(self, url: str) -> Answer:
        outcome, status, html = super().__call__(url)
        return outcome, status, html.replace(b"<html>", f'<html lang="{self.labels}">'.encode())


@pytest.mark.parametrize(("records", "labels"), [("en", "ja"), ("de", "en"), ("pt", "nl")])
def test_records_may_be_in_another_language_than_labels(records: str, labels: str) -> None:
    ring = Ring(Spoken(records, labels)).open(max_pages=300, max_queries=200)
    assert 90 * 0.95 <= len({change.url for change in ring.of(Change)} - {None})
    asked = [request.query for request in ring.of(Request) if request.reason == "probe"]
    assert asked[0] in dictionary()[labels]


class Named(Paged):
    """No word of a dictionary finds anything; the first page names some whose records one finds."""

    makers = "Xovaki Brelund, Tamsive Okoro, Quillan Vestri"
    first = "/"

    def __call__(self, url: str) -> Answer:
        outcome, status, html = super().__call__(url)
        if url.partition("//")[2].partition("/")[2] == self.first[1:]:
            html = page_of([], 0, "/", f"Welcome to the works of {self.makers}", 1)
        return outcome, status, html

    def find(self, query: str) -> list[int]:
        names = [name.lower() for name in self.makers.replace(",", "").split()]
        at = names.index(query) if query in names else None
        if at is not None:
            return list(range(at * 15, at * 15 + 15))
        return [] if any(query in words for words in dictionary().values()) else super().find(query)


class NamedBehind(Named):
    """A page behind the menu names them."""

    first = "/help"


class NamedElsewhere(Named):
    """Names of one word each."""

    makers = "Pelvurd, Krostami, Ivandelu, Moxbrin, Stavuqo, Lemridda"


@pytest.mark.parametrize("make", [Named, NamedBehind, NamedElsewhere])
def test_words_of_the_first_pages_are_asked_where_nothing_else_is_found(make: type[Named]) -> None:
    ring = Ring(make(90)).open(max_pages=300, max_queries=200)
    # Some records have no word that finds them: they are words of a dictionary.
    assert 90 * 0.9 <= len({change.url for change in ring.of(Change)} - {None})


def test_nonsense_that_found_nothing_speaks_against_no_word_of_the_site() -> None:
    """Of all that was asked it is in no dictionary either."""
    ring = Ring(Named(90)).open(max_pages=300, max_queries=200)
    asked = [request.query for request in ring.of(Request) if request.query]
    names = Named.makers.lower().replace(",", "").split()
    assert next(n for n, query in enumerate(asked) if query in names) <= 30


def test_words_that_were_asked_speak_for_no_language() -> None:
    """A page says them back."""
    plan = Plan("s", Head(url="http://s/", settings={}))
    words = [*dictionary()["de"][:5], dictionary()["it"][0]]
    for number, word in enumerate(words):
        note_languages(plan, _answer(number, word, [word, "results"]))
    assert {} == {name: n for name, n in plan.head.languages.items() if name in ("de", "it")}


def _answer(number: int, query: str, words: list[str]) -> Finding:
    return Finding(
        site="s", seq=number, number=number, url="http://s/", final_url="http://s/",
        reason="probe", outcome="ok", at=1.0, query=query, words=words,
    )  # fmt: skip


class InItsPath(Paged):
    """Words stand in the path, where some of them are pages that do something."""

    def __call__(self, url: str) -> Answer:
        path = url.partition("//")[2].partition("/")[2]
        if path:
            return super().__call__(f"http://{url.split('/')[2]}/search?q={path}")
        self.asked.append(url)
        stated = '{"@type": "SearchAction", "target": "/{w}", "query-input": "name=w"}'
        html = f'<html><script type="application/ld+json">{stated}</script><p>Welcome'
        return "ok", 200, html.encode()


def test_a_word_that_does_something_is_not_asked_where_words_stand_in_the_path() -> None:
    site = InItsPath(40)
    ring = Ring(site).open(queries=["owl", "logout", "delete all", "heron"])
    asked = {request.query for request in ring.of(Request)}
    assert {"owl", "heron"} <= asked
    assert not {"logout", "delete all"} & asked
