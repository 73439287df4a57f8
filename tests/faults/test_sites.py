"""The made sites do what they are for, asked without any crawler."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlsplit

import pytest

from .classes import CLASSES, MAKES
from .site import Answer, MadeSite

EVERY = [(name, make) for name in CLASSES for make in MAKES]
LINK = re.compile(r'href="([^"]+)"')


def _get(site: MadeSite, url: str) -> Answer:
    parts = urlsplit(url.replace("&amp;", "&"))
    arguments = dict(parse_qsl(parts.query, keep_blank_values=True))
    return site.answer(parts.path or "/", arguments)


def _searched(site: MadeSite) -> Answer:
    """The answer to a word that several records have."""
    words = [word for record in site.records for word in (record.author.split()[0], *record.words)]
    for word in words:
        found = _get(site, site.look.search_url(word))
        if sum(record.title.lower() in _plain(found.body) for record in site.records) > 2:
            return found
    raise AssertionError("no word finds more than two records")


def _plain(body: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", body)).lower()


@pytest.mark.parametrize(("name", "make"), EVERY)
def test_every_link_of_start_and_answers_leads_somewhere(name: str, make: int) -> None:
    site = CLASSES[name](make)
    pages = [site.home()]
    if name != "no-form":
        pages.append(_searched(site))
    for page in pages:
        links = LINK.findall(page.body)
        assert links
        assert {200} == {_get(site, link).status for link in links}


@pytest.mark.parametrize(("name", "make"), EVERY)
def test_titles_are_no_part_of_each_other(name: str, make: int) -> None:
    titles = [record.title.lower() for record in CLASSES[name](make).records]
    assert 150 <= len(titles) <= 400
    assert not [(a, b) for a in titles for b in titles if a != b and a in b]


@pytest.mark.parametrize(("name", "make"), EVERY)
def test_a_database_is_the_same_each_time(name: str, make: int) -> None:
    assert CLASSES[name](make).records == CLASSES[name](make).records


@pytest.mark.parametrize("make", MAKES)
def test_following_a_pager_brings_the_whole_answer(make: int) -> None:
    site = CLASSES["no-form"](make)
    body, seen = site.home().body, ""
    todo, done = LINK.findall(body), set[str]()
    while todo:
        url = todo.pop()
        if url not in done and ("/list" in url):
            done.add(url)
            body = _get(site, url).body
            seen += _plain(body)
            todo += LINK.findall(body)
    seen += _plain(site.home().body)
    assert [] == [each.title for each in site.records if each.title.lower() not in seen]
