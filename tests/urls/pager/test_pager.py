"""Laws of pagers: what turns the list of a page, and what only looks as if it did."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.costs import processor_seconds
from upwell.models.tree.parse import parse
from upwell.models.urls.pager import pager_links, turns
from upwell.models.urls.pager.labels import languages, step_of

ASKED = "http://a.example/s?q=rain"


def followed(html: str, url: str = ASKED, query: str | None = "rain") -> list[str]:
    """Paths of the links that are followed, in order."""
    found = pager_links(parse(html.encode(), url=url), url, query)
    return sorted(link.url.removeprefix("http://a.example") for link in found)


PAGERS = [  # page, html, what leads on
    pytest.param(
        "/s?q=rain",
        "<ul><li class=on>1<li><a href='/s?q=rain&page=2'>2</a><li><a href='/s?q=rain&page=3'>3</a>"
        "</ul>",
        ["/s?q=rain&page=2", "/s?q=rain&page=3"],
        id="list items, the page itself without a link",
    ),
    pytest.param(
        "/s?q=rain&page=2",
        "<table><tr><td><a href='?q=rain&page=1'>1</a><td><b>2</b><td><a href='?q=rain&page=3'>3"
        "</a></table>",
        ["/s?q=rain&page=1", "/s?q=rain&page=3"],
        id="cells of a table",
    ),
    pytest.param(
        "/s?q=rain&start=20",
        "Pages: <a href='?q=rain'>1</a> <a href='?q=rain&start=10'>2</a> 3 "
        "<a href='?q=rain&start=30'>4</a> ... <a href='?q=rain&start=90'>10</a>",
        ["/s?q=rain", "/s?q=rain&start=10", "/s?q=rain&start=30", "/s?q=rain&start=90"],
        id="offsets, plain text",
    ),
    pytest.param(
        "/s?q=rain",
        "Show (<span>20 before</span> | <a rel=next href='/s?q=rain&from=20&limit=20'>20</a>) "
        "(<span>20</span> | <a href='/s?q=rain&from=0&limit=50'>50</a> | "
        "<a href='/s?q=rain&from=0&limit=100'>100</a>)",
        ["/s?q=rain&from=20&limit=20"],
        id="a number of records that states its direction, beside sizes of pages",
    ),
    pytest.param(
        "/s?q=rain&from=40",
        "<p><a rel=prev href='/s?q=rain&from=20'>21 to 40</a> of 96 <a rel=next "
        "href='/s?q=rain&from=60'>61</a>",
        ["/s?q=rain&from=20", "/s?q=rain&from=60"],
        id="the first record of the next page, with its direction",
    ),
    pytest.param(
        "/s?q=rain",
        "<div class='flex gap-2 mt-4'><span class='px-2'>1</span><a class='px-2' "
        "href='/s?q=rain&p=1'>2</a><a class='px-2' href='/s?q=rain&p=2'>3</a></div>",
        ["/s?q=rain&p=1", "/s?q=rain&p=2"],
        id="counted from nought, utility classes",
    ),
    pytest.param(
        "/s?q=rain",
        "<a href='#'>1</a><a href='/s?q=rain&page=2'>2</a><a href='/s?q=rain&page=3'>3</a>",
        ["/s?q=rain&page=2", "/s?q=rain&page=3"],
        id="the page itself as a link to nowhere",
    ),
    pytest.param(
        "/s?q=rain",
        "<a href='?q=rain'>1</a><a href='?q=rain&page=2'>2</a><a href='?q=rain&page=3'>3</a>",
        ["/s?q=rain&page=2", "/s?q=rain&page=3"],
        id="the page itself as its own link",
    ),
    pytest.param(
        "/s?q=rain&page=4",
        "<a href='?q=rain&page=2'>2</a><a href='?q=rain&page=3'>3</a><a href='?q=rain&page=5'>5</a>"
        " <a href='?q=rain&page=3'>&lt;</a> <a href='?q=rain&page=5'>&gt;</a>",
        ["/s?q=rain&page=2", "/s?q=rain&page=3", "/s?q=rain&page=5"],
        id="a window around the page, which is left out",
    ),
    pytest.param(
        "/s?q=rain&go=Search&lang=en",
        "1 <a href='/s?q=rain&page=2'>2</a> <a href='/s?q=rain&page=3'>3</a>",
        ["/s?q=rain&page=2", "/s?q=rain&page=3"],
        id="what the form sent is left out",
    ),
    pytest.param(
        "/s?q=rain",
        "1 <a href='/s?q=rain&page=2&size=20'>2</a> <a href='/s?q=rain&page=3&size=20'>3</a>",
        ["/s?q=rain&page=2&size=20", "/s?q=rain&page=3&size=20"],
        id="the size of a page is added",
    ),
    pytest.param(
        "/search/rain",
        "<span>1</span> <a href='/search/rain/page/2'>2</a> <a href='/search/rain/page/3'>3</a>",
        ["/search/rain/page/2", "/search/rain/page/3"],
        id="the query and the page in the path",
    ),
    pytest.param(
        "/s?q=rain",
        "1 <a href='/s?q=rain&state={\"page\":2}'>2</a> "
        "<a href='/s?q=rain&state={\"page\":3}'>3</a>",
        ["/s?q=rain&state={%22page%22:2}", "/s?q=rain&state={%22page%22:3}"],
        id="a cursor written as JSON",
    ),
    pytest.param(
        "/s?q=rain",
        "<nav><a href='/s?q=rain&after=Zm9vYmFy'>Next</a></nav>",
        ["/s?q=rain&after=Zm9vYmFy"],
        id="a cursor that is a token",
    ),
    pytest.param(
        "/s?q=rain&after=Zm9vYmFy",
        "<a rel=next href='/s?q=rain&after=YmF6cXV4'><svg></svg></a>",
        ["/s?q=rain&after=YmF6cXV4"],
        id="a relation and a picture",
    ),
    pytest.param(
        "/s?q=rain",
        "<a href='/s?q=rain&from=25' aria-label='Next page'><i class=icon></i></a>",
        ["/s?q=rain&from=25"],
        id="a label for those who do not see the picture",
    ),
    pytest.param(
        "/s?q=rain",
        "<p>1 to 10 of 38</p><p><a href='/s?q=rain&from=10'>More notices</a></p>",
        ["/s?q=rain&from=10"],
        id="more of what the site has",
    ),
    pytest.param(
        "/s?q=rain&seite=2",
        "<a href='/s?q=rain&seite=1'>Vorige Inserate</a> <i>|</i> "
        "<a href='/s?q=rain&seite=3'>Nächste Inserate</a>",
        ["/s?q=rain&seite=3", "/s?q=rain&seite=1"],
        id="neighbours of what the site has",
    ),
    pytest.param(
        "/annonces/rain",
        "<a href='/annonces/rain/2'>Annonces suivantes</a>",
        ["/annonces/rain/2"],
        id="the word behind, the number in the path",
    ),
    pytest.param(
        "/s?q=rain&limit=20",
        "<a class=btn href='/s?q=rain&limit=40'>Show more</a>",
        ["/s?q=rain&limit=40"],
        id="more of a growing count",
    ),
    pytest.param(
        "/s?q=rain",
        "<form action=/s><input type=hidden name=q value=rain><input type=hidden name=page "
        "value=2><input type=submit value='Next page'></form>",
        ["/s?q=rain&page=2"],
        id="a button of a form",
    ),
    pytest.param(
        "/s?q=rain",
        "<form action=/s><input type=hidden name=q value=rain><button disabled>1</button>"
        "<button name=page value=2>2</button><button name=page value=3>3</button></form>",
        ["/s?q=rain&page=2", "/s?q=rain&page=3"],
        id="buttons that are numbers",
    ),
    pytest.param(
        "/s?q=rain",
        "<a href='/s?q=rain'>١</a> <a href='/s?q=rain&page=2'>٢</a> "
        "<a href='/s?q=rain&page=3'>٣</a>",
        ["/s?q=rain&page=2", "/s?q=rain&page=3"],
        id="Arabic digits",
    ),
    pytest.param(
        "/s?q=rain",
        "<p>[1] [<a href='/s?q=rain&amp;page=2'>2</a>] | <a href='/s?q=rain&amp;page=2'>ulteriori"
        "</a></p>",
        ["/s?q=rain&page=2"],
        id="words of no language we have",
    ),
    pytest.param(
        "/s?q=rain",
        "<div>Page 1 <a href='/s?q=rain&page=2'>Page 2</a> "
        "<a href='/s?q=rain&page=3'>Page 3</a></div>",
        ["/s?q=rain&page=2", "/s?q=rain&page=3"],
        id="numbers with a word for page",
    ),
    pytest.param(
        "/s?q=rain",
        "<p>Page 1 of 50</p><ul><li><a href='/s?q=rain&page=2&sid=87dfd7'>2 …</a></ul>",
        ["/s?q=rain&page=2&sid=87dfd7"],
        id="the next page by its number alone",
    ),
    pytest.param(
        "/s?q=rain&page=3&sid=87dfd7",
        "<a href='/s?q=rain&page=2&sid=c0ffee'>2</a> Page 3 of 50 "
        "<a href='/s?q=rain&page=4&sid=c0ffee'>4</a>",
        ["/s?q=rain&page=2&sid=c0ffee", "/s?q=rain&page=4&sid=c0ffee"],
        id="the pages around by their numbers, each link with a session",
    ),
    pytest.param(
        "/s?q=rain&page=3&from=list",
        "<a href='?q=rain&page=2&from=top'>2</a> <b>3</b> <a href='?q=rain&page=4&from=foot'>4</a> "
        "<a href='?q=rain&page=5&from=more'>5</a>",
        ["/s?q=rain&page=2&from=top", "/s?q=rain&page=4&from=foot", "/s?q=rain&page=5&from=more"],
        id="each link marked with where it stood",
    ),
    pytest.param(
        "/s?q=rain",
        "<a href='/s?q=rain&all=1&page=2&from=foot' title='Next page'>→</a>",
        ["/s?q=rain&all=1&page=2&from=foot"],
        id="an arrow that says more to those who ask",
    ),
    pytest.param(
        "/find?sid=88a7",
        "1 <a href='/find?sid=88a7&page=2'>2</a> <a href='/find?sid=88a7&page=3'>3</a>",
        ["/find?sid=88a7&page=2", "/find?sid=88a7&page=3"],
        id="a page that does not say its query",
    ),
]


@pytest.mark.parametrize(("page", "html", "expected"), PAGERS)
def test_a_pager_is_followed_to_its_own_pages(page: str, html: str, expected: list[str]) -> None:
    assert sorted(expected) == followed(html, f"http://a.example{page}")


BROWSED = [
    ("/list/", "<b>1</b> <a href=/list/2.html>2</a> <a href=/list/3.html>3</a>", 2),
    ("/list/2.html", "<a href=/list/>1</a> 2 <a href=/list/3.html>3</a>", 2),
    ("/list.html", "1 <a href=list-2.html>2</a> <a href=list-3.html>3</a>", 2),
    ("/blog/", "<a href=/blog/page/2/>Older posts</a>", 1),
    ("/index.php", "1 <a href='?page=2'>2</a> <a href='?page=3'>3</a>", 2),
    ("/c?id=7", "1 <a href='?id=7&page=2'>2</a> <a href='?id=7&page=3'>3</a>", 2),
    ("/index.html", "1 <a href=page2.html>2</a> <a href=page3.html>3</a>", 2),
]


@pytest.mark.parametrize(("page", "html", "n"), BROWSED)
def test_a_list_without_a_query_has_pages_too(page: str, html: str, n: int) -> None:
    assert n == len(followed(html, f"http://a.example{page}", None))


NO_PAGERS = {
    "ids of records in a table": "<table>"
    + "".join(
        f"<tr><td><a href=/ticket/{n}>{n}</a><td><a href=/ticket/{n}>Title {n}</a>"
        for n in range(520, 530)
    )
    + "</table>",
    "ids of the first records in a table": "<table>"
    + "".join(f"<tr><td><a href=/ticket/{n}>{n}</a><td>Title {n}" for n in range(1, 12))
    + "</table>",
    "ids and nothing else": "".join(f"<a href=/ticket/{n}>{n}</a> " for n in range(1, 12)),
    "ids below the page": "".join(f"<a href=/s/{n}>{n}</a> " for n in range(1, 12)),
    "counts in brackets": "".join(
        f"<li><a href=/s?q=rain&cat={n}>Cat</a> <a href=/s?q=rain&cat={n}>({n})</a>"
        for n in range(2, 9)
    ),
    "numbers that repeat": "".join(f"<a href=/replies/{70 + n}>{n % 3}</a> " for n in range(12)),
    "years of an archive": "".join(f"<a href=/archive/{y}>{y}</a> " for y in range(2010, 2020)),
    "years that narrow": "".join(f"<a href=/s?q=rain&year={y}>{y}</a> " for y in range(2010, 2020)),
    "a calendar": "<table><tr>"
    + "".join(
        f"<td><a href=/s?q=rain&day={d}>{d}</a>" if d % 3 else f"<td>{d}" for d in range(1, 31)
    )
    + "</table>",
    "a calendar of dates": "<table><tr>"
    + "".join(f"<td><a href=/s?q=rain&date=2016-03-{d:02}>{d}</a>" for d in range(1, 31))
    + "</table>",
    "months before and after": "<a href='/s?q=rain&month=2016-02'>&laquo;</a> March "
    "<a href='/s?q=rain&month=2016-04'>&raquo;</a>",
    "stars": "".join(f"<a href=/s?q=rain&stars={n}>{n}</a> " for n in range(1, 6)),
    "how many a page shows": "20 <a href=/s?q=rain&size=50>50</a> "
    "<a href=/s?q=rain&size=100>100</a>",
    "how many, even": "10 <a href=/s?q=rain&size=20>20</a> <a href=/s?q=rain&size=30>30</a>",
    "one year": "<a href=/s?q=rain&year=2016>2016</a>",
    "one day": "<a href=/s?q=rain&day=4>4</a>",
    "one narrower choice": "<a href=/s?q=rain&shelf=27>2</a>",
    "orders": "<a href=/s?q=rain&sort=1>Newest first</a> <a href=/s?q=rain&sort=2>Title</a>",
    "another query's pages": "1 <a href=/s?q=snow&page=2>2</a> <a href=/s?q=snow&page=3>3</a>",
    "another site's next": "<a rel=next href=http://b.example/s?q=rain&page=2>Next</a>",
    "next within a title": "<a href=/s?q=rain&page=2>Next door in the rain, a novel of words</a>",
    "titles that begin with more": "".join(
        f"<a href=/s?q=rain&id={n}>More {word}</a> " for n, word in enumerate(["sun", "fog"], 2)
    )
    + "<a href=/s?q=rain&id=9>Rain</a>",
    "an article's neighbours": "<a rel=prev href=/a/old-one>Old one</a> "
    "<a rel=next href=/a/new>New</a>",
    "more of each record": "".join(f"<a href=/item/{n}>More</a> " for n in range(2, 9)),
    "the page itself": "<a href=/s?q=rain>Next</a>",
}


@pytest.mark.parametrize("what", NO_PAGERS)
def test_what_only_looks_like_a_pager_is_not_followed(what: str) -> None:
    assert [] == followed(NO_PAGERS[what])


def test_pages_of_a_records_own_list_are_told_and_not_followed() -> None:
    html = "".join(
        f"<li><a href=/t?id={n}>Thread {n}</a> <a href=/t?id={n}&p=2>2</a> "
        f"<a href=/t?id={n}&p=3>3</a>"
        for n in range(50, 60)
    )
    tree = parse(html.encode(), url=ASKED)
    assert [False] * 20 == [turn.own for turn in turns(tree, ASKED, "rain")]


def test_the_first_page_is_known_under_its_other_names() -> None:
    html = (
        "<a href='?q=rain&page=1'>First</a> <a href='?q=rain'>1</a> 2 "
        "<a href='?q=rain&page=3'>3</a> <a href='?q=rain&page=4'>4</a>"
    )
    url = "http://a.example/s?q=rain&page=2"
    pages = {link.page for link in pager_links(parse(html.encode(), url=url), url, "rain")}
    assert {1, 3, 4} == pages
    html = "<a href='?q=rain&start=0'>Previous</a> <a href='?q=rain&start=20'>Next</a>"
    url = "http://a.example/s?q=rain&start=10"
    found = pager_links(parse(html.encode(), url=url), url, "rain")
    assert [("Next", None), ("Previous", 1)] == [(link.text, link.page) for link in found]


def test_the_next_page_comes_first() -> None:
    html = "".join(
        f"<a href='?q=rain&page={n}'>{n}</a> " if n != 30 else "30 " for n in range(1, 60)
    )
    html += "<a href='?q=rain&page=31'>Next</a>"
    url = "http://a.example/s?q=rain&page=30"
    first = pager_links(parse(html.encode(), url=url), url, "rain")[0]
    assert "http://a.example/s?q=rain&page=31" == first.url


@pytest.mark.parametrize("language", sorted(languages()))
def test_without_a_language_numbers_and_arrows_still_turn_its_pages(language: str) -> None:
    """The structure carries; the words of a language only add to it."""
    rest = languages() - {language}
    html = (
        "<a href='?q=rain&page=1'>&laquo; ausgedacht</a> <a href='?q=rain&page=1'>1</a> 2 "
        "<a href='?q=rain&page=3'>3</a> <a href='?q=rain&page=3'>erfunden &raquo;</a>"
    )
    url = "http://a.example/s?q=rain&page=2"
    found = pager_links(parse(html.encode(), url=url), url, "rain", rest)
    assert {1, 3} == {link.page for link in found}


LABELS = [
    ("Next", "next"),
    ("next 10 results »", "next"),
    ("Seite zurück", "prev"),
    ("Página siguiente", "next"),
    ("Следующая страница", "next"),
    ("上一页", "prev"),
    ("次の20件", "next"),
    ("다음 페이지", "next"),
    ("الصفحة التالية", "next"),
    ("következő oldal", "next"),
    ("Dernière page", "last"),
    ("Load more results", "more"),
    ("‹‹", "prev"),
    ("Nextdoor news", None),
    ("The last page", None),
    ("", None),
]


@pytest.mark.parametrize(("text", "step"), LABELS)
def test_a_label_says_where_it_leads(text: str, step: str | None) -> None:
    assert step == step_of(text)


HOSTILE: dict[str, Callable[[int], str]] = {
    "rising numbers": lambda n: "".join(f"<a href='?q=rain&page={k}'>{k}</a>" for k in range(n)),
    "one number": lambda n: "<a href='?q=rain&page=2'>2</a>" * n,
    "many labels": lambda n: "".join(f"<a href='?q=rain&page={k}'>Next</a>" for k in range(n)),
    "numbers in a text": lambda n: "<a href='?p=2'>2</a>" + " 3" * n + "<a href='?p=4'>4</a>",
    "numbers in elements": lambda n: "<a href='?p=2'>2</a>" + "<b>3</b>" * n,
    "digits in a URL": lambda n: f"<a href='?q=rain&page={'1' * n}'>2</a>",
    "digits in a label": lambda n: f"<a href='?q=rain&page=2'>{'1' * n}</a>",
    "superscripts in a URL": lambda n: "<a href='?q=rain&page=²'>2</a>" * n,
    "arguments in a URL": lambda n: f"<a href='?q=rain&page=2{'&a=1' * n}'>2</a>",
    "forms": lambda n: "<form><input type=hidden name=p value=2><button>2</button></form>" * n,
    "buttons": lambda n: "<form>" + "<button name=p value=2>2</button>" * n + "</form>",
}


@pytest.mark.parametrize("what", HOSTILE)
def test_pages_made_to_be_slow_are_read_in_linear_time(what: str) -> None:
    def seconds(n: int, enough: float | None = None) -> float:
        tree = parse(HOSTILE[what](n).encode(), url=ASKED)
        return processor_seconds(lambda: pager_links(tree, ASKED, "rain"), 2, enough)

    seconds(100)
    most = 40 * seconds(2_000) + 0.5
    assert seconds(20_000, most) < most
