"""Laws of letters: a question reaches what answers, whichever encoding that reads."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from upwell.agents.plan.requests.encodings import note_match
from upwell.agents.plan.requests.issue import question
from upwell.agents.plan.state import Head, Plan
from upwell.models.queries.probes import dictionary
from upwell.streams.records import Change, Finding, FoundForm, Request

from .paged import Paged
from .ring import Answer, Ring

SITE = "http://shop.example"
RUSSIAN = (
    "вода огонь земля воздух дом сад лес река море гора книга окно дверь стол хлеб соль".split()
)
WRITTEN = [  # the page's encoding, words that UTF-8 writes otherwise
    ("shift_jis", list(dictionary()["ja"])),
    ("euc_jp", list(dictionary()["ja"])),
    ("iso8859-1", [word + "é" for word in dictionary()["pt"]]),
    ("koi8-r", [one + two for one in RUSSIAN for two in RUSSIAN]),
]


@pytest.mark.parametrize("every", [1, 3])
@pytest.mark.parametrize("utf_8", [False, True], ids=["as its page", "utf-8"])
@pytest.mark.parametrize(("encoding", "words"), WRITTEN, ids=[name for name, _ in WRITTEN])
def test_most_words_are_sent_as_they_are_read(
    encoding: str, words: list[str], utf_8: bool, every: int
) -> None:
    """Also where only every third word has a match."""
    plan = _plan(encoding)
    read_as = "utf-8" if utf_8 else encoding
    understood = 0
    for n, word in enumerate(words[:60]):
        sent = question(plan, word, "probe")
        assert sent is not None
        assert isinstance(sent.record, Request)
        right = word in parse_qs(urlsplit(sent.record.url).query, encoding=read_as)["q"]
        understood += right
        if right and n % every == 0:
            note_match(plan, _found(sent.record.url, word))
    assert understood >= 60 * (0.9 if every == 1 else 0.7)


def test_words_that_both_write_alike_and_forms_by_post_are_sent_as_the_page_is_written() -> None:
    for method, word in (("get", "owl"), ("post", "梟")):
        plan = _plan("shift_jis", method)
        for _ in range(4):
            question(plan, word, "probe", twice=True)
        assert {} == plan.head.encodings


class Modern(Paged):
    """Pages in Shift_JIS before a program that reads UTF-8, as the frameworks of today do."""

    def __call__(self, url: str) -> Answer:
        outcome, status, html = super().__call__(url)
        return outcome, status, html.decode().encode("shift_jis", "xmlcharrefreplace")

    def find(self, query: str) -> list[int]:
        words = list(dictionary()["ja"])
        at = words.index(query) if query in words else -1
        return [n for n in range(self.n) if at >= 0 and (n * 7 + at) % 9 == 0]


def test_a_crawl_finds_what_is_behind_pages_that_are_written_otherwise() -> None:
    ring = Ring(Modern(60)).open(max_pages=120, max_queries=60, language="ja")
    assert 0.9 * 60 <= len({change.id for change in ring.of(Change)}) <= 60


def _found(url: str, query: str) -> Finding:
    return Finding(
        site="shop.example",
        seq=0,
        number=0,
        url=url,
        final_url=url,
        reason="probe",
        outcome="ok",
        at=0.0,
        query=query,
    )


def _plan(encoding: str, method: str = "get") -> Plan:
    form = FoundForm(
        template=SITE + "/s?q={query}",
        method=method,
        action="/s",
        query_field="q",
        score=1.0,
        encoding=encoding,
    )
    return Plan("shop.example", Head(url=SITE, settings={}, form=form, phase="probe"))
