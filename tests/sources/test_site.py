"""The catalogue as a site: every page class through the real server, compared with the truth."""

from collections.abc import AsyncIterator
from urllib.parse import urlencode, urljoin, urlsplit

import aiohttp
import pytest
from lxml import html

from upwell.errors import ConfigError
from upwell.sources import Source, Truth, serve
from upwell.sources import __main__ as program

SIZE = 400


@pytest.fixture
async def source() -> AsyncIterator[Source]:
    async with await serve("catalogue", seed=3, size=SIZE) as running:
        yield running


async def fetch(url: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        return answer.status, await answer.text()


def single(truth: Truth) -> str:
    """A query that one record matches."""
    return next(
        item.author + " " + item.title.split()[-1]
        for item in truth.records()
        if len(truth.matching(item.author + " " + item.title.split()[-1])) == 1
    )


def addresses(page: str, path: str) -> list[str]:
    found = html.fromstring(page).xpath(path)
    assert isinstance(found, list)
    return [str(href) for href in found]


def hits(page: str) -> list[str]:
    return addresses(page, "//li[@class='hit']/h3/a/@href")


# page class, address after the slash, status, words that stand on the page
CLASSES = [
    ("home", "", 200, "Welcome to"),
    ("list", "search?q=the", 200, "titles found"),
    ("list", "search?subject=birds&sort=year", 200, "All of Birds"),
    ("none", "search?q=qwxzv", 200, "no title matches"),
    ("error", "search?q=%22owl", 400, "could not search"),
    ("error", "search?q=" + "owl+" * 13, 400, "at most 120 characters"),
    ("static", "about", 200, "customs house"),
    ("missing", "nowhere", 404, "no page at this address"),
    ("missing", "item/1", 404, "no page at this address"),
]


@pytest.mark.parametrize(("kind", "address", "status", "words"), CLASSES)
async def test_a_page_of_each_class_is_what_the_truth_says(
    source: Source, kind: str, address: str, status: int, words: str
) -> None:
    assert kind == source.truth.page_class(source.url + address)
    answer, text = await fetch(source.url + address)
    assert status == answer
    assert words in text


async def test_a_single_match_is_a_list_of_one(source: Source) -> None:
    query = single(source.truth)
    url = f"{source.url}search?q={query}"
    assert source.truth.page_class(url) == "single"
    _, text = await fetch(url)
    assert "1 title found" in text
    assert source.truth.matching(query) == {int(hits(text)[0].rpartition("/")[2])}


async def test_the_form_on_the_home_page_leads_to_answers(source: Source) -> None:
    _, text = await fetch(source.url)
    forms = addresses(text, "//form[@method='get']/@action")
    assert forms == ["/search"]
    assert addresses(text, "//form[@method='get']//input/@name") == ["q"]
    _, answer = await fetch(f"{urljoin(source.url, forms[0])}?q=ship")
    assert hits(answer)


async def test_following_the_pager_shows_every_match_once(source: Source) -> None:
    words = (word for item in source.truth.records() for word in item.title.split())
    query = next(word for word in words if 40 < len(source.truth.matching(word)) <= 100)
    truth = source.truth.matching(query)
    found: list[str] = []
    url = f"{source.url}search?q={query}"
    while url:
        _, text = await fetch(url)
        found += hits(text)
        pages = addresses(text, "//p[@class='pager']/a[.='Next']/@href")
        url = urljoin(source.url, pages[0]) if pages else ""
    assert len(truth) == len(found)
    entities = [source.truth.entity(urljoin(source.url, path)) for path in found]
    assert truth == {item.id for item in entities if item is not None}


async def test_a_detail_page_shows_the_record(source: Source) -> None:
    item = source.truth.records()[5]
    status, text = await fetch(source.url + item.path[1:])
    shown = str(html.fromstring(text).xpath("string(//article)"))
    assert status == 200
    assert source.truth.page_class(source.url + item.path[1:]) == "detail"
    for value in (item.title, item.author, item.description, item.isbn, item.price, item.added):
        assert value in shown


async def test_every_link_of_a_list_leads_to_a_page(source: Source) -> None:
    _, text = await fetch(f"{source.url}search?q=ship")
    statuses = {}
    for href in set(addresses(text, "//a/@href")):
        statuses[href], _ = await fetch(urljoin(source.url, href))
    assert {200} == set(statuses.values())
    assert any("sort=" in href and "sid=" in href for href in statuses)
    assert any("subject=" in href for href in statuses)
    assert any("year=" in href for href in statuses)


async def test_rotating_boxes_turn_at_each_visit_and_the_answer_stays(source: Source) -> None:
    url = f"{source.url}search?q=ship"
    (_, first), (_, second) = await fetch(url), await fetch(url)
    assert first != second
    assert hits(first) == hits(second)


async def test_related_searches_repeat_the_query_with_and_without_a_match() -> None:
    box = "//div[@class='box related']//a/text()"
    async with await serve("catalogue", seed=9, size=50) as running:
        _, some = await fetch(running.url + "search?q=the")
        _, none = await fetch(running.url + "search?q=qwxzv")
    assert [text.startswith("the ") for text in addresses(some, box)] == [True] * 5
    assert [text.startswith("qwxzv ") for text in addresses(none, box)] == [True] * 5


async def test_two_frozen_runs_of_one_seed_are_equal_byte_for_byte() -> None:
    paths = ["", "search?q=ship", "search?q=qwxzv", "about", "nowhere"]
    runs = []
    for _ in range(2):
        async with await serve("catalogue", seed=9, size=50, frozen=True) as running:
            runs.append([await fetch(running.url + path) for path in paths])
    assert runs[0] == runs[1]


async def test_what_was_asked_is_repeated_harmlessly(source: Source) -> None:
    asked = '"><script>alert(1)</script>'
    _, text = await fetch(f"{source.url}search?{urlencode({'q': asked})}")
    assert "<script" not in text
    assert [asked] == addresses(text, "//input[@name='q']/@value")


async def test_robots_close_the_basket_and_the_advertisements(source: Source) -> None:
    status, text = await fetch(f"{source.url}robots.txt")
    assert status == 200
    assert {"/basket", "/go/", "/newsletter"} == {
        line.split(": ")[1] for line in text.splitlines() if line.startswith("Disallow")
    }


async def test_a_source_listens_on_loopback_and_counts_its_visits(source: Source) -> None:
    assert urlsplit(source.url).hostname == "127.0.0.1"
    before = source.visits
    await fetch(source.url)
    assert before + 1 == source.visits


async def test_an_unknown_source_and_a_taken_port_are_the_operators_errors(
    source: Source, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ConfigError, match="there are: catalogue"):
        await serve("bazaar")
    port = urlsplit(source.url).port
    assert port is not None
    with pytest.raises(ConfigError, match=f"cannot listen on 127.0.0.1:{port}"):
        await program.run("catalogue", port, 1, 10)
