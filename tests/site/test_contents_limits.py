"""Where a place of links begins to be one of contents, and where it ends: both ends of numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

import msgspec
import numpy as np
import pytest

from upwell.models.sample.retained import page_hash
from upwell.models.site.contents.model import ContentsModel, ContentsPlace, learn_contents
from upwell.models.site.contents.page_links import LinkRun, PageLinks, page_links
from upwell.models.site.contents.reading import Contents, Entry
from upwell.models.site.contents.table import LinkTable
from upwell.models.templates import page_row
from upwell.models.tree.parse import parse

HOST = "http://paper.example"
STORIES = 60
BODY = 60  # words of a story


def text(seed: object, n: int = BODY) -> str:
    return " ".join(Random(str(seed)).sample([f"word{n}" for n in range(2_000)], n))


def box(stories: Iterable[int]) -> str:
    rows = "".join(f"<li><a href='/s/{n}'>story {n}</a>" for n in stories)
    return f"<div class=box><ul>{rows}</ul></div>" if rows else ""


def learned(hubs: list[list[int]], stories: dict[int, list[int]] | None = None) -> ContentsModel:
    """A site of hubs and stories with boxes of links, each of those on its page."""
    own = {n: (stories or {}).get(n, []) for n in range(STORIES)}
    pages = {f"/hub/{i}": f"<body>{box(told)}" for i, told in enumerate(hubs)}
    pages |= {f"/s/{n}": f"<h1>{n}</h1><p>{text(n)}</p>{box(own[n])}" for n in own}
    trees = {
        page_hash(HOST + path): parse(html.encode(), url=HOST + path)
        for path, html in pages.items()
    }
    kinds = {page_hash(HOST + path): int(path.startswith("/s/")) for path in pages}
    links = {page: page_links(tree) for page, tree in trees.items()}
    return learn_contents(links, {page: page_row(tree) for page, tree in trees.items()}, kinds)


@pytest.mark.parametrize(("on_stories", "is_contents"), [(3, True), (6, False)])
def test_a_box_that_stands_beside_stories_nearly_as_often_as_on_hubs_is_no_contents(
    on_stories: int, is_contents: bool
) -> None:
    """A sixth of the hubs have it; a twentieth of the stories, or a tenth."""
    hubs = [[2 * i, 2 * i + 1] if i < 5 else [] for i in range(30)]
    beside = {n: [20 + 2 * n, 21 + 2 * n] for n in range(on_stories)}
    assert is_contents == bool(learned(hubs, beside).places)


@pytest.mark.parametrize(("common", "is_contents"), [(4, True), (6, False)])
def test_what_leads_to_the_same_stories_wherever_it_stands_is_a_menu(
    common: int, is_contents: bool
) -> None:
    """Of ten links of each hub four are those of all hubs, or six."""
    own = 10 - common
    hubs = [[*range(common), *range(10 + own * i, 10 + own * (i + 1))] for i in range(6)]
    assert is_contents == bool(learned(hubs).places)


def drawn(n_pages: int, stock: int, *sizes: int) -> list[list[int]]:
    """Links of each page, drawn from a stock; as many as one of the sizes in turn."""
    pairs = ((200 + i, sizes[i % len(sizes)]) for i in range(n_pages))
    return [Random(seed).sample(range(stock), size) for seed, size in pairs]


def test_that_links_are_drawn_is_seen_on_many_pages_alone() -> None:
    """On seven it may be chance; on fourteen it is not, though some boxes are larger."""
    assert learned(drawn(7, 16, 5)).places
    assert not learned(drawn(14, 40, 2, 10)).places


def test_lists_that_two_pages_have_in_common_are_not_drawn() -> None:
    """Six sections with two addresses each: two hubs have all three stories in common, or none."""
    hubs = [[3 * (i // 2) + k for k in range(3)] for i in range(12)]
    assert learned(hubs).places


@pytest.mark.parametrize(("n", "is_table"), [(2, False), (3, True)])
def test_three_links_are_a_table(n: int, is_table: bool) -> None:
    assert is_table == Contents([Entry(0, 1, "")] * n, 0.9).is_table
    assert is_table == ContentsModel(tells={1: True}, led_to={1: n}).is_led_to(1)


def targets(html: str) -> int:
    return len(page_links(parse(html.encode(), url=f"{HOST}/")).targets) // 4


BEFORE: dict[str, Callable[[int], str]] = {
    "headline": lambda n: f"<li><b>Late news:</b> <a href=/s/{n}>Rain {n}</a> {text(n, 20)}",
    "reference": lambda n: f"<li>As we wrote last week <a href=/s/{n}>on {n}</a> {text(n, 20)}",
}


@pytest.mark.parametrize(("what", "kept"), [("headline", 3), ("reference", 0)])
def test_a_link_stands_in_a_sentence_when_that_has_begun(what: str, kept: int) -> None:
    """Two words before it are what it is called; five are a sentence."""
    assert kept == targets("".join(BEFORE[what](n) for n in range(3)))


def test_an_archive_of_ninety_stories_is_kept_whole() -> None:
    assert 90 == targets(box(range(90)))


def test_what_is_kept_of_a_sites_links_is_bounded_and_what_is_told_by_them() -> None:
    """However many pages, links and places there are: twenty kilobytes, and less than one."""
    table, rng = LinkTable(), Random(1)
    for page in range(300):
        found = page_links(parse(box(rng.sample(range(9_999), 300)).encode(), url=f"{HOST}/{page}"))
        table.fold(page_hash(f"{HOST}/{page}"), found)
    assert 15_000 < len(table.encode()) < 25_000


def many_places(n: int) -> dict[int, PageLinks]:
    """A page with so many places of links to stories."""
    story = page_hash(f"{HOST}/s/1") & 0xFFFFFFFF
    runs = [LinkRun(1_000_003 * (k + 1), 7, k + 1, 1) for k in range(n)]
    led = np.full(n, story, "<u4").tobytes()
    return {1: PageLinks(1, 8, tuple(runs), led)}


@pytest.mark.parametrize(("n", "least", "most"), [(20, 20, 20), (200, 20, 40)])
def test_places_that_are_published_are_bounded(n: int, least: int, most: int) -> None:
    tree = parse(f"<h1>One</h1><p>{text(1)}</p>".encode(), url=f"{HOST}/s/1")
    links = many_places(n) | {9: msgspec.structs.replace(page_links(tree), form=7)}
    rows = {9: page_row(tree), 10: page_row(parse(f"<p>{text(2)}</p>".encode()))}
    model = learn_contents(links, rows, {9: 1, 1: 0})
    assert least <= len(model.places) <= most
    assert all(isinstance(one, ContentsPlace) for one in model.places.values())


@pytest.mark.parametrize(("n", "least", "most"), [(20, 20, 20), (200, 20, 40)])
def test_makes_of_addresses_of_pages_with_contents_are_bounded(
    n: int, least: int, most: int
) -> None:
    """Each hub has an address of another make, and stories of its own."""
    tree = parse(f"<h1>One</h1><p>{text(1)}</p>".encode(), url=f"{HOST}/s/1")
    linked = page_row(parse(box([1, 2]).encode(), url=f"{HOST}/"))
    listed = ((0, len(linked.words)),)
    links = {9: msgspec.structs.replace(page_links(tree), form=7)}
    for page in range(100, 100 + n):
        led = np.array([page, 1_000 + page], "<u4").tobytes()
        links[page] = PageLinks(page, page, (LinkRun(5, 7, 6, 2),), led, listed)
    rows = dict.fromkeys(links, linked) | {9: page_row(tree)}
    model = learn_contents(links, rows, {page: int(page == 9) for page in links})
    assert least <= len(model.hubs) <= most
