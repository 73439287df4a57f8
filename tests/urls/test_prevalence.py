"""Laws of argument prevalence and second-level URLs."""

from __future__ import annotations

from collections import defaultdict
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upwell.models.tree.tagtree import Link
from upwell.models.urls.arguments.deduplication import AnswerPage, dedup
from upwell.models.urls.arguments.prevalence import Prevalence
from upwell.models.urls.arguments.relevance import PrevalenceParams
from upwell.models.urls.canonical import arguments
from upwell.models.urls.second_level import carried_query, refines, second_level

HOST = "http://buy.example/s"


def url(**pairs: object) -> str:
    return f"{HOST}?{urlencode(pairs)}"


def shop(n_pages: int) -> list[AnswerPage]:
    """A shop: three orders, pages, a new session a page, some of 60 brands, five price bands."""
    pages = []
    for i in range(n_pages):
        query = f"word{i}"
        brands = [(i * 7 + j * 11) % 60 for j in range(6)]
        more: list[dict[str, object]] = []
        more += [{"sort": s} for s in (1, 2, 3)]
        more += [{"page": p} for p in (2, 3, 4)]
        more += [{"brand": b} for b in brands]
        more += [{"price": f"{b}0-{b}9"} for b in range(5)]
        links = [url(q=query, sid=f"s{i}", **pairs) for pairs in more]
        pages.append(AnswerPage(url(q=query), query, links))
    return pages


def paper(pages: list[AnswerPage]) -> dict[str, float]:
    """Definition 4, word for word."""
    on: dict[tuple[str, str], set[int]] = defaultdict(set)
    for p, page in enumerate(pages):
        for link in page.links:
            for pair in arguments(link):
                on[pair].add(p)
    values: dict[str, list[float]] = defaultdict(list)
    for (argument, _), where in on.items():
        values[argument].append(len(where) / len(pages))
    return {argument: sum(r) / len(r) for argument, r in values.items()}


PAIRS = st.dictionaries(st.sampled_from("abc"), st.sampled_from("123"), max_size=3)


@given(st.lists(st.lists(PAIRS, min_size=1, max_size=4), min_size=1, max_size=6))
def test_prevalence_is_definition_4(links: list[list[dict[str, str]]]) -> None:
    pages = [
        AnswerPage(url(q=f"w{i}"), f"w{i}", [url(q=f"w{i}", **pairs) for pairs in of_page])
        for i, of_page in enumerate(links)
    ]
    expected = paper(pages)
    found = {v.argument: v.prevalence for v in dedup(pages).arguments}
    assert pytest.approx(expected) == found


def test_the_papers_form_decides_by_its_threshold_alone() -> None:
    pages = shop(30)
    verdicts = dedup(pages, PrevalenceParams(method="paper", theta=0.2)).arguments
    assert {one.argument: one.relevant for one in verdicts} == {
        name: share <= 0.2 for name, share in paper(pages).items()
    }


@pytest.mark.parametrize("n_pages", [5, 10, 100, 300])
def test_sessions_orders_and_pages_are_irrelevant_brands_and_queries_are_not(n_pages: int) -> None:
    expected = {
        "brand": True,
        "page": False,
        "price": True,
        "q": True,
        "sid": False,
        "sort": False,
    }
    assert expected == {v.argument: v.relevant for v in dedup(shop(n_pages)).arguments}


def test_one_url_of_each_class_is_kept() -> None:
    found = dedup(shop(12)).urls
    classes = [verdict.url_class for verdict in found]
    assert len(set(classes)) == sum(verdict.keep for verdict in found)
    assert "sid=" not in "".join(classes)


def test_an_undecided_argument_lets_three_urls_through_and_the_rest_when_it_is_decided() -> None:
    site = Prevalence()
    for page in shop(12):
        site.fold(*page)
    bands = [url(q="new", price=f"{b}0-{b}9") for b in range(5)]
    assert [site.keep(band) for band in bands] == [True, True, True, False, False]
    site.settle("price", True)
    assert [site.keep(band) for band in bands] == [False, False, False, True, True]


def test_a_settled_argument_outweighs_what_was_seen() -> None:
    site = Prevalence()
    for page in shop(12):
        site.fold(*page)
    site.settle("brand", False)
    assert url(q="x") == site.url_class(url(q="x", brand=3))


def test_a_page_without_second_level_urls_is_not_counted() -> None:
    with_empty, without_empty = Prevalence(), Prevalence()
    for i, page in enumerate(shop(12)):
        without_empty.fold(*page)
        with_empty.fold(*page)
        with_empty.fold(url(q=f"nonsense{i}"), f"nonsense{i}", ["http://buy.example/help"])
    assert without_empty.relevance() == with_empty.relevance()


def test_the_state_round_trips_and_goes_on_as_before() -> None:
    site = Prevalence()
    pages = shop(14)
    for page in pages[:9]:
        site.fold(*page)
    site.keep(pages[0].links[0])
    copy = Prevalence.decode(site.encode())
    assert site == copy
    for page in pages[9:]:
        site.fold(*page)
        copy.fold(*page)
    assert site.relevance() == copy.relevance()
    assert site.encode() == copy.encode()


def test_the_state_is_bounded_whatever_the_links_hold() -> None:
    params = PrevalenceParams(max_values=8, max_arguments=8, max_classes=16)
    site = Prevalence(params)
    sizes = []
    for i in range(300):
        links = [url(q=f"w{i}", **{f"a{j % 40}": f"{i}-{j}"}) for j in range(40)]
        site.fold(url(q=f"w{i}"), f"w{i}", links)
        for link in links:
            site.keep(link)
        sizes.append(len(site.encode()))
    assert max(sizes[100:]) < 1.5 * sizes[100]
    assert len(site.classes) == 16


def test_the_sample_estimates_prevalence_when_values_are_more_than_it_holds() -> None:
    pages = shop(200)
    exact = {v.argument: v.prevalence for v in dedup(pages).arguments}
    few = {
        v.argument: v.prevalence for v in dedup(pages, PrevalenceParams(max_values=30)).arguments
    }
    assert pytest.approx(exact["brand"], rel=0.2) == few["brand"]


def test_a_menu_on_every_page_says_nothing_about_the_facet_of_the_same_name() -> None:
    menu = [f"http://buy.example/browse?brand={b}" for b in range(60)]
    pages = [AnswerPage(p.page, p.query, p.links + menu) for p in shop(20)]
    expected = {v.argument: v.relevant for v in dedup(shop(20)).arguments}
    assert expected == {v.argument: v.relevant for v in dedup(pages).arguments}


TEMPLATE = f"{HOST}?sort=&q={{query}}"


def test_second_level_urls_carry_the_query_argument_within_the_owner() -> None:
    links = [
        Link(1, url(q="gps"), ""),  # a new query
        Link(2, url(q="ipad", brand=2), ""),  # the same, narrowed
        Link(3, url(brand=2, q="ipad"), ""),  # once more
        Link(4, url(sort="", q="ipad"), ""),  # exactly what was asked
        Link(5, url(q=""), ""),  # nothing asked
        Link(6, "http://other.example/s?q=ipad", ""),
        Link(7, "http://buy.example/item/3", ""),
    ]
    assert [link.node for link in second_level(links, TEMPLATE, "ipad")] == [1, 2]


def test_a_url_refines_the_query_it_carries() -> None:
    assert refines(url(q="iPad", x=1), TEMPLATE, "ipad")
    assert not refines(url(q="ipad case"), TEMPLATE, "ipad")
    assert carried_query(url(q="ipad case"), TEMPLATE) == "ipad case"


def test_a_query_in_the_path_is_carried_there() -> None:
    path = "http://buy.example/search/{query}/"
    assert carried_query("http://buy.example/search/ipad/?page=2", path) == "ipad"
    assert carried_query("http://buy.example/help/ipad/", path) is None
