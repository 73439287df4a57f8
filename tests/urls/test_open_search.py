"""What sites state of their search, beside forms."""

from __future__ import annotations

import pytest

from upwell.models.urls.search_forms.open_search import (
    description_links,
    opensearch,
    search_actions,
)

URL = "http://a.example/deep/page"


@pytest.mark.parametrize(
    ("template", "read"),
    [
        ("https://a.example/s?q={searchTerms}", "https://a.example/s?q={query}"),
        ("/s/{searchTerms}?p={startPage?}&amp;n={count?}", "http://a.example/s/{query}?p=&n="),
        ("/s?q={searchTerms}&amp;p={startPage}", "http://a.example/s?q={query}&p=1"),
        ("/s?q={searchTerms}&amp;box={geo:box}", None),  # a place that we cannot fill
        ("/s?q={searchTerms}&amp;again={searchTerms}", None),
        ("javascript:find({searchTerms})", None),
        ("/all", None),
        ("http://{searchTerms}.a.example/", None),  # words choose no host,
        ("http://a.example:{searchTerms}/s", None),  # and none of its ports
    ],
)
def test_a_description_states_a_template_of_pages(template: str, read: str | None) -> None:
    for quote in "\"'":
        stated = f"<os:Url template={quote}{template}{quote}\n type='text/html'></os:Url>"
        found, encoding = opensearch(stated.encode(), URL)
        assert ([read] if read else []) == found
        assert "utf-8" == encoding


@pytest.mark.parametrize("kind", ["application/rss+xml", "application/json", ""])
def test_feeds_and_suggestions_are_no_pages(kind: str) -> None:
    stated = f'<Url type="{kind}" template="/s?q={{searchTerms}}"/>'
    assert [] == opensearch(stated.encode(), URL)[0]


def test_a_description_posts_or_names_its_encoding() -> None:
    posts = b'<Url type="text/html" method="post" template="/s?q={searchTerms}"/>'
    assert [] == opensearch(posts, URL)[0]
    assert "cp1251" == opensearch(b"<InputEncoding>windows-1251</InputEncoding>", URL)[1]


def test_only_links_to_a_search_description_count() -> None:
    page = (
        b'<link rel=search href="/a.xml" type="application/opensearchdescription+xml">'
        b'<link rel="alternate" href="/b.xml" type="application/opensearchdescription+xml">'
        b'<link rel="search" href="/c" type="text/html">'
    )
    assert ["http://a.example/a.xml"] == description_links(page, URL)


@pytest.mark.parametrize(
    "stated",
    [
        '{"@graph":[{"potentialAction":{"@type":"SearchAction","target":"/s?q={w}",'
        '"query-input":"required name=w"}}]}',
        '[{"@type":["Action","SearchAction"],"target":[{"urlTemplate":"/s?q={w}"}],'
        '"query-input":{"@type":"PropertyValueSpecification","valueName":"w"}}]',
    ],
)
def test_a_search_action_stands_anywhere_in_the_json(stated: str) -> None:
    assert ["http://a.example/s?q={query}"] == search_actions([stated.encode()], URL)


@pytest.mark.parametrize("stated", ["{", "[" * 5000, '"SearchAction"', "null", '{"@type": 3}'])
def test_json_that_says_nothing_is_nothing(stated: str) -> None:
    assert [] == search_actions([stated.encode()], URL)


def test_a_description_made_to_be_slow_is_read_in_linear_time() -> None:
    for token in (b"<link ", b"<Url ", b'<Url type="', b"<InputEncoding>", b"a='"):
        body = token * 200_000
        assert [] == opensearch(body, URL)[0]
        assert [] == description_links(body, URL)
