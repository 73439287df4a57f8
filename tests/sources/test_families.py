"""Families are recognised by their make in every seed, and vary in what a record looks like."""

from __future__ import annotations

from typing import Any

import pytest
from lxml import etree, html

from upwell.sources import FAMILIES
from upwell.sources.database.database import Database
from upwell.sources.database.question import Question
from upwell.sources.examples import examples
from upwell.sources.kinds import records
from upwell.sources.pages.addresses import Asked
from upwell.sources.pages.pages import Pages
from upwell.sources.site import encoded

SEEDS = range(3)
# An answer page of the family has it, whatever the seed.
MAKES = {
    "archive": "//form[@method='post']",
    "auctions": "//table//table//font",
    "catalogue": "//li[@data-truth-record]",
    "films": "//figure[@data-truth-record][.//figcaption]",
    "immobilien": "//div[@data-truth-record]//div",
    "jobs": "//ul/li[@data-truth-record] | //ol/li[@data-truth-record]",
    "library": "//form//table//tr[@data-truth-record]//a",
    "news": "(//a[starts-with(@href, '/section/')])[5]",
    "notices": "//*[@data-truth-record]/following-sibling::p[@data-truth-record]",
    "parts": "(//*[@id='box'])[2]",
    "people": "(//*[@data-truth-region])[2]",
    "plants": "//dl/dt[@data-truth-record]/following-sibling::dd[@data-truth-record]",
    "recipes": "//*[contains(name(), '-')][@data-truth-record]//*[contains(name(), '-')]",
    "shop": "//div[contains(@class, 'grid')]/div[@data-truth-record]",
    "shoten": "//ul[@data-truth-region]",
    "timetable": "//tr[@data-truth-group]/td[@colspan] | //tr[@data-truth-group]/th[@colspan]",
}


def parsed(body: bytes | str, charset: str = "utf-8") -> Any:
    """A page as lxml repairs it."""
    text = body.decode(charset) if isinstance(body, bytes) else body
    return html.document_fromstring(text.encode(), html.HTMLParser(encoding="utf-8"))


def a_list(name: str, seed: int, database: Database) -> bytes:
    """A page of some matches, with its truth marks."""
    pages = Pages(FAMILIES[name], seed, database)
    asked = dict(examples(pages))["few"]
    return encoded(pages.page(asked, 1, marked=True).text, pages.family.charset)


def shape(page: Any) -> tuple[str, ...]:
    """The tags of the first record, without any name."""
    marked = page.xpath("//*[@data-truth-region]//*[@data-truth-record]")
    number = marked[0].get("data-truth-record")
    run = [one for one in marked if one.get("data-truth-record") == number]
    return tuple(str(below.tag) for one in run for below in one.iter())


@pytest.mark.parametrize("name", FAMILIES)
def test_every_seed_has_the_make_of_its_family_and_its_own_record(name: str) -> None:
    family = FAMILIES[name]
    held = records(family.kind, family.language, 1, 120)
    database = Database(held, family.rules, family.language)
    drawn = [parsed(a_list(name, seed, database), family.charset) for seed in SEEDS]
    assert [True] * len(SEEDS) == [bool(page.xpath(MAKES[name])) for page in drawn]
    assert len({shape(page) for page in drawn}) >= 2


def test_the_make_of_every_family_is_known() -> None:
    assert sorted(FAMILIES) == sorted(MAKES)


@pytest.mark.parametrize("seed", SEEDS[:2])
def test_pages_of_the_archive_are_well_formed_and_in_the_namespace(seed: int) -> None:
    family = FAMILIES["archive"]
    held = records(family.kind, family.language, seed, 60)
    pages = Pages(family, seed, Database(held, family.rules, family.language), traps=True)
    for name, asked in examples(pages):
        root = etree.fromstring(pages.page(asked, 1).text.encode())
        assert (name, "{http://www.w3.org/1999/xhtml}html") == (name, root.tag)


def test_markup_of_the_parts_dealer_is_broken() -> None:
    family = FAMILIES["parts"]
    held = records(family.kind, family.language, 1, 60)
    pages = Pages(family, 1, Database(held, family.rules, family.language))
    text = pages.page(dict(examples(pages))["few"], 1).text
    ids = parsed(text).xpath("//@id")
    assert len(ids) > len(set(ids))
    with pytest.raises(etree.XMLSyntaxError):
        etree.fromstring(text)


def test_tables_of_contents_link_to_a_thousand_articles() -> None:
    family = FAMILIES["news"]
    held = records(family.kind, family.language, 1, 1200)
    pages = Pages(family, 1, Database(held, family.rules, family.language))
    linked = set()
    for section in pages.contents.sections:
        key = pages.contents.key(section)
        for month in pages.contents.months(section):
            address = pages.addresses.contents(key, month)
            page = parsed(pages.page(pages.addresses.read(address), 1).text)
            linked |= {
                pages.addresses.read(url).key
                for url in page.xpath("//main//a/@href | //div//a/@href")
            }
    assert {str(record.id) for record in held} <= linked


def test_a_name_of_a_few_is_a_page_to_choose_from_and_a_name_of_many_a_list() -> None:
    family = FAMILIES["people"]
    held = records(family.kind, family.language, 1, 400)
    pages = Pages(family, 1, Database(held, family.rules, family.language))
    few = pages.ambiguous()
    called = {str(record.id) for record in held if few in record.title.casefold().split()}
    page = pages.page(Asked("search", Question(few, per_page=family.per_page)), 1, marked=True)
    links = parsed(page.text).xpath("//a/@href")
    assert "choices" == page.page_class
    assert called <= {pages.addresses.read(url).key for url in links}
    many = Asked("search", Question("dr", per_page=family.per_page))
    assert "list" == pages.page(many, 1).page_class
