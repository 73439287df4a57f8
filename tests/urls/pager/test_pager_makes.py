"""Laws of pagers over many makes, of the web at large: what each shows, and what leads on."""

from __future__ import annotations

from pathlib import Path

import pytest

from upwell.models.tree.parse import parse
from upwell.models.urls.canonical import canonical
from upwell.models.urls.pager import pager_links

HOME = "http://a.example"


def _rows(name: str) -> list[list[str]]:
    lines = Path(__file__).with_name(name).read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


MAKES = {make: rest for make, *rest in _rows("makes.txt")}
WORDS = {language: (back, on) for language, back, on in _rows("words.txt")}


def followed(page: str, html: str, query: str | None) -> set[str]:
    url = HOME + page
    return {canonical(link.url) for link in pager_links(parse(html.encode(), url=url), url, query)}


@pytest.mark.parametrize("make", MAKES)
def test_a_pager_of_any_make_leads_to_its_own_pages_and_other_links_lead_nowhere(
    make: str,
) -> None:
    page, query, expected, html = MAKES[make]
    found = followed(page, html, None if query == "-" else query)
    assert {canonical(HOME + each) for each in expected.split()} == found


@pytest.mark.parametrize("language", WORDS)
def test_the_pages_around_are_found_by_their_words_and_by_the_number_of_the_page(
    language: str,
) -> None:
    """The first page has its words alone; a later one has its neighbours' numbers."""
    back, on = WORDS[language]
    first = f"<p>{back} | <a href='/s?q=rain&amp;p=2'>{on}</a></p>"
    assert {canonical(f"{HOME}/s?q=rain&p=2")} == followed("/s?q=rain", first, "rain")
    later = f"<p><a href='/s?q=rain&amp;p=2'>{back}</a> <a href='/s?q=rain&amp;p=4'>{on}</a></p>"
    around = {canonical(f"{HOME}/s?q=rain&p={number}") for number in (2, 4)}
    assert around == followed("/s?q=rain&p=3", later, "rain")
    for word in (back, on):
        later = later.replace(word, "ausgedacht")
    assert around == followed("/s?q=rain&p=3", later, "rain")


CHOICES = {  # numbers that are chosen from, where 15 is
    "years": [13, 14, 16, 17, 18],
    "uneven": [11, 18],
    "no whole steps": [9, 21],
    "none before": [17, 19],
}


@pytest.mark.parametrize("values", CHOICES.values(), ids=CHOICES)
def test_numbers_around_the_pages_own_turn_no_page_unless_they_are_one_step_away(
    values: list[int],
) -> None:
    html = " ".join(f"<a href='/s?q=rain&amp;of={n}'>erfunden</a>" for n in values)
    assert set() == followed("/s?q=rain&of=15", html, "rain")
