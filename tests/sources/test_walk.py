"""Every family through a real server: each page class is what the truth says of it."""

from __future__ import annotations

import aiohttp
import pytest
from lxml import html

from upwell.sources import FAMILIES, Source
from upwell.sources.examples import examples
from upwell.sources.pages.addresses import Asked
from upwell.sources.pages.pages import Pages
from upwell.sources.server import serving
from upwell.sources.site import Site, encoded
from upwell.sources.truth import shown, unmarked

from .built import SEED, built

# What a page of a name in `examples` is; others are called as their class.
CLASSES = {
    "list-2": "list",
    "few": "list",
    "narrowed": ("list", "single"),
    "sorted": "list",
    "item-1": "item",
    "item-2": "item",
    "about": "static",
    "contact": "static",
}
STATUSES = {"error": 400, "missing": 404}


async def source_of(pages: Pages) -> Source:
    return await serving(Site(pages, SEED, frozen=True))


async def visited(source: Source, asked: Asked) -> tuple[int, bytes, str]:
    """Status, bytes and address of what is asked for, by the method of the site's form."""
    pages = source.site.pages
    address = pages.address(asked)
    url = source.url.rstrip("/") + address
    async with (
        aiohttp.ClientSession() as web,
        web.get(url, allow_redirects=False) as answer,
    ):
        return answer.status, await answer.read(), url


@pytest.mark.parametrize("name", FAMILIES)
async def test_a_page_of_each_class_is_what_the_truth_says(name: str) -> None:
    family = FAMILIES[name]
    async with await source_of(built(name)) as source:
        database = source.site.pages.database
        seen = set()
        for example, asked in examples(source.site.pages):
            status, body, url = await visited(source, asked)
            truth = source.truth.page(url)
            seen.add(truth.page_class)
            expected = CLASSES.get(example, example)
            assert truth.page_class == expected or truth.page_class in expected, url
            if truth.page_class == "single" and family.single == "redirect":
                entity = source.truth.entity(truth.location)
                assert entity is not None
                assert (302, {entity.id}) == (status, set(truth.matching))
                continue
            none = 404 if family.none == "missing" else 200
            usual = none if example == "none" else STATUSES.get(example, 200)
            assert (usual, usual) == (status, truth.status)
            marked = source.site.page(url[len(source.url) - 1 :], marked=True).text
            assert body == encoded(unmarked(marked), family.charset)
            if asked.page == "search" and truth.page_class in ("list", "single"):
                told = [one.record for one in truth.objects]
                assert told == sorted(told, key=told.index)
                answer = database.search(asked.question)
                assert {record.id for record in answer.shown} == set(told)
                assert set(told) <= truth.matching
                assert answer.total <= len(truth.matching)
        assert seen >= {"home", "list", "single", "none", "error", "item", "static", "missing"}


@pytest.mark.parametrize("name", FAMILIES)
async def test_objects_and_regions_stand_on_the_served_page_as_the_truth_tells_them(
    name: str,
) -> None:
    family = FAMILIES[name]
    async with await source_of(built(name)) as source:
        records = source.site.pages.database.by_id
        for example, asked in examples(source.site.pages):
            if example not in ("list", "few", "item-1", "item-2", "contents"):
                continue
            _, body, url = await visited(source, asked)
            truth = source.truth.page(url)
            page = html.document_fromstring(body, html.HTMLParser(encoding=family.charset))
            texts = {shown(element) for element in page.iter() if isinstance(element.tag, str)}
            whole = shown(page)
            assert truth.regions
            assert [] == [region for region in truth.regions if region not in texts]
            for told in truth.objects:
                record = records[told.record]
                for field, text in told.fields.items():
                    assert text in whole
                    expected = {"title": record.title, "summary": record.summary}
                    value = record.values.get(field)
                    known = value.shown if value else expected[field]
                    assert " ".join(known.split()) in text
                assert example.startswith("item") or " ".join(record.title.split()) in told.text
                assert len(told.fields) >= 2


@pytest.mark.parametrize("name", FAMILIES)
async def test_two_frozen_runs_of_one_seed_are_equal_byte_for_byte(name: str) -> None:
    runs = []
    for pages in (built(name), built(name, 2)):
        async with await source_of(pages) as source:
            found = list(examples(source.site.pages))
            runs.append([(await visited(source, asked))[:2] for _, asked in found])
    assert runs[0] == runs[1]
