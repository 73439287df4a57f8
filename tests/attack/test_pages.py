"""A page costs what its bytes cost, whatever they are, and is read or refused, never a fault."""

from __future__ import annotations

import time

import pytest

from upwell import Site
from upwell.agents.analyse.prepared import prepare
from upwell.streams.codecs import compress
from upwell.streams.records import Page

from .conftest import Tell
from .hostile import ODD, TOKENS, repeated

pytestmark = pytest.mark.attack
URL = "http://a.example/s?q=x"
MOST_S = 20.0  # of processor time: what a parser process gives a page
MANY, MORE = 100_000, 1_000_000


def page(body: bytes, reason: str, query: str | None) -> Page:
    return Page(
        site="a.example",
        number=1,
        low=1,
        url=URL,
        final_url=URL,
        reason=reason,
        outcome="ok",
        fetched_at=0.0,
        query=query,
        headers={"content-type": "text/html"},
        body=compress(body),
    )


def spent_s(body: bytes, reason: str = "query", query: str | None = "x") -> float:
    begun = time.process_time()
    assert prepare(page(body, reason, query)) is not None
    return time.process_time() - begun


@pytest.mark.parametrize("name", TOKENS)
def test_a_hundred_thousand_of_a_token_are_prepared_in_time(name: str, tell: Tell) -> None:
    tell("pages of 100,000 of a token, prepared", 1, "")
    body = repeated(TOKENS[name], MANY)
    assert spent_s(body) < MOST_S
    assert spent_s(body, "browse", None) < MOST_S


@pytest.mark.parametrize("name", [name for name, token in TOKENS.items() if len(token) < 5])
def test_a_million_of_a_short_token_are_prepared_in_time(name: str, tell: Tell) -> None:
    tell("pages of 1,000,000 of a short token, prepared", 1, "")
    assert spent_s(repeated(TOKENS[name], MORE)) < MOST_S


@pytest.mark.parametrize("name", TOKENS)
def test_five_thousand_of_a_token_are_learned_in_time(name: str, tell: Tell) -> None:
    tell("pages of 5,000 of a token, learned", 1, "")
    body, begun = repeated(TOKENS[name], MANY // 20), time.process_time()
    site = Site()
    site.observe(body, url=URL, query="x")
    site.observe(body, url=URL.replace("q=x", "q=y"), query="y")
    site.publish()
    assert time.process_time() - begun < 3 * MOST_S


@pytest.mark.parametrize("name", ODD)
def test_what_no_page_should_have_is_read(name: str, tell: Tell) -> None:
    tell("pages of what no page should have", 1, "")
    for reason, query in (("query", "x"), ("browse", None), ("discover", None)):
        assert prepare(page(ODD[name], reason, query)) is not None
