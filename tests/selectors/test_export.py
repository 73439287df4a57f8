"""Laws of exported code: run on the pages it was learned from, it reads what upwell reads."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from lxml import etree

from upwell.cli.views.columns.export import shown_pages
from upwell.models.selectors import Selectors, code_of, induce, select
from upwell.models.selectors.induce import ShownPage, ShownRecord
from upwell.models.selectors.params import SURE
from upwell.sources.families import FAMILIES
from upwell.sources.site import Site, encoded
from upwell.sources.starting import pages_of
from upwell.sources.truth import Truth
from upwell.streams.codecs import compress
from upwell.streams.records import Page

HOST = "http://127.0.0.1"


def answers(name: str, n: int = 14) -> list[Page]:
    """Stored answers of a bundled source to some words of its records."""
    source = Site(pages_of(FAMILIES[name], 5, 120), 5, frozen=True)
    truth = Truth(source)
    words = sorted({word for one in truth.records() for word in one.searchable.split()})
    out = []
    for number, word in enumerate(Random(name).sample(words, n)):
        url = truth.search_url(word)
        page = source.page(url.removeprefix(HOST))
        while page.location:
            url = HOST + page.location.removeprefix(HOST)
            page = source.page(url.removeprefix(HOST))
        charset = source.pages.family.charset
        answer = Page(
            site="s",
            number=number,
            low=0,
            url=url,
            final_url=url,
            reason="query",
            outcome="ok",
            fetched_at=1.0,
            query=word,
            body=compress(encoded(page.text, charset)),
            headers={"content-type": f"text/html; charset={charset}"},
        )
        out.append(answer)
    return out


class Nodes(list[Any]):
    """What `xpath` of the exported code gives: it asks for the first, as a text."""

    def get(self) -> str | None:
        return str(self[0]) if self else None


class Node:
    """A page, or a part of one, as the exported code asks it."""

    def __init__(self, text: str = "", element: Any = None) -> None:
        self.element: Any = etree.HTML(text) if element is None else element

    def xpath(self, path: str) -> Nodes:
        found: Any = self.element.xpath(path)
        if isinstance(found, str):
            return Nodes([found])
        return Nodes(one if isinstance(one, str) else Node(element=one) for one in found)


@pytest.mark.parametrize("name", ["catalogue", "library", "auctions", "films"])
def test_exported_code_reads_stored_pages_as_upwell_does(name: str) -> None:
    """The code itself is run, with a reader of XPaths in place of the library it is written for."""
    shown = shown_pages(answers(name))
    found = induce(shown)
    code = code_of("s", found, "parsel").replace("from parsel import Selector", "")
    names: dict[str, Any] = {"Selector": Node}
    exec(compile(code, name, "exec"), names)
    same = n = 0
    for page in shown:
        rows = names["records"](etree.tostring(page.root, encoding="unicode"), page.url)
        wanted = [{k: r.fields[k] for k in found.columns if k in r.fields} for r in page.records]
        n += len(wanted)
        same += sum(row == one for row, one in zip(rows, wanted, strict=False))
    assert len(found.columns) >= 5
    assert same >= SURE * n > 0


def test_a_column_that_no_path_selects_is_left_out_and_named() -> None:
    root = etree.HTML("<ul><li><b>Otter</b><li><b>Heron</b><li><b>Newt</b></ul>")
    records = [
        ShownRecord(f"/html/body/ul/li[{n}]", {"title": name, "sum": f"{name} of ours"})
        for n, name in enumerate(("Otter", "Heron", "Newt"), 1)
    ]
    found = induce([ShownPage(root, "", records)])
    assert (("sum",), ["title"]) == (found.left_out, list(found.columns))
    assert ["Otter", "Heron", "Newt"] == [row["title"] for row in select(root, "", found)]


def test_records_that_share_an_element_have_no_xpath() -> None:
    root = etree.HTML("<dl><dt>a<dd>b<dt>c<dd>d</dl>")
    records = [ShownRecord("/html/body/dl", {"title": name}) for name in "ac"]
    assert Selectors("", {}) == induce([ShownPage(root, "", records)])


def test_every_style_is_code_or_json() -> None:
    found = Selectors('//li[@class="r"]', {"title": "./b/text()[1]"}, 1.0)
    for style in ("parsel", "scrapy"):
        compile(code_of("s", found, style, "http://s/?q=x"), style, "exec")
    assert found.record == json.loads(code_of("s", found, "xpath"))["record"]


@pytest.mark.parametrize(("wrong", "is_sure"), [(3, True), (7, False)])
def test_a_path_stands_that_says_of_nearly_all_records_what_reading_says(
    wrong: int, is_sure: bool
) -> None:
    """Of a hundred records three may be odd; seven are another layout."""
    root = etree.HTML("<ul>" + "".join(f"<li><b>Otter {n}</b>" for n in range(100)))
    said = [f"Otter {n}" if n >= wrong else f"Another {n}" for n in range(100)]
    records = [
        ShownRecord(f"/html/body/ul/li[{n + 1}]", {"title": title}) for n, title in enumerate(said)
    ]
    found = induce([ShownPage(root, "", records)])
    assert is_sure == ("title" in found.columns)
    assert is_sure == (found.left_out == ())
