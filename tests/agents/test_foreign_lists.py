"""Laws of lists that nobody asked for: what no answer has is not of the database."""

from __future__ import annotations

import pytest

from upwell.agents.analyse.entries import Entry, packed
from upwell.agents.analyse.foreign_lists import foreign_lists
from upwell.models.objects.identity import object_id
from upwell.models.queries.probes import dictionary
from upwell.models.urls.address import address_of
from upwell.streams.records import Change, Publish, Seen

from .paged import page_of
from .ring import SITE as LIBRARY
from .ring import Answer, Ring
from .test_browsing import Shelved

SITE = "s"
SHELF, LOG, TOOLS = 11, 12, 13  # places


def _id(path: str) -> str:
    return object_id(SITE, address_of(f"http://s{path}"), "")


def _page(path: str, ids: list[str], query: str | None = None, place: int = 0) -> Entry:
    shown = packed(dict.fromkeys(ids, 1))
    url = f"http://s{path}"
    return Entry(url, 1, 1, query, 1, 1, shown, places=[place] if place else [])


BOOKS = [_id(f"/book/{n}") for n in range(200)]
OTHERS = [_id(f"/other/{n}") for n in range(60)]
ANSWERS = [_page(f"/find?q={n}", BOOKS[8 * n : 8 * n + 8], f"word {n}") for n in range(5)]
SHELVES = [_page(f"/shelf?page={n}", BOOKS[20 * n : 20 * n + 20], place=SHELF) for n in range(10)]


def test_a_long_list_without_a_member_of_an_answer_is_strange() -> None:
    found = foreign_lists(SITE, [*ANSWERS, *SHELVES, _page("/tools", OTHERS, place=TOOLS)])
    assert [TOOLS] == found.places
    assert not any(found.contains(page.url, page.places) for page in SHELVES)


def test_a_short_one_may_have_missed_the_answers() -> None:
    found = foreign_lists(SITE, [*ANSWERS, *SHELVES, _page("/new", OTHERS[:4], place=TOOLS)])
    assert [] == found.places


def test_a_list_that_shares_members_somewhere_is_of_the_database_everywhere() -> None:
    assert [] == foreign_lists(SITE, [*ANSWERS, *SHELVES[1:], SHELVES[0]]).places
    only_unasked = foreign_lists(
        SITE, [*ANSWERS, *SHELVES, _page("/shelf?page=99", OTHERS, None, SHELF)]
    )
    assert [] == only_unasked.places


LOGS = ["/book/3/log", "/book/3", "/book/3?view=log", "/book/3/log/?page=2"]


@pytest.mark.parametrize("path", LOGS)
def test_a_list_on_the_page_of_a_record_or_below_it_is_a_part_of_it(path: str) -> None:
    log = _page(path, OTHERS[:3], place=SHELF)  # the same template as the list of all
    found = foreign_lists(SITE, [*ANSWERS, *SHELVES, log])
    assert [log.url] == found.urls
    related = _page(path, [*OTHERS[:3], *BOOKS[8:12]], place=SHELF)
    assert [] == foreign_lists(SITE, [*ANSWERS, *SHELVES, related]).urls


def test_the_own_page_of_a_record_may_mention_another() -> None:
    mentioning = _page("/book/3", [*OTHERS[:3], BOOKS[9]], place=TOOLS)
    found = foreign_lists(SITE, [*ANSWERS, *SHELVES, mentioning])
    assert [mentioning.url] == found.urls
    shelf = _page("/book", [*OTHERS[:30], BOOKS[9]], place=TOOLS)  # no record
    assert [] == foreign_lists(SITE, [*ANSWERS, *SHELVES, shelf]).urls


def test_a_record_may_be_known_from_a_list_alone() -> None:
    parts = _page("/book/150/", OTHERS[:6], place=TOOLS)
    shelf = _page("/shelf?page=0", [*BOOKS[:20], BOOKS[150]], place=SHELF)
    assert [parts.url] == foreign_lists(SITE, [*ANSWERS, shelf, parts]).urls


def test_a_strange_list_stays_strange_until_a_member_turns_up_elsewhere() -> None:
    """How much answers have of the other lists goes up and down."""
    tools = _page("/tools", OTHERS[:24], place=TOOLS)
    before = foreign_lists(SITE, [*ANSWERS, *SHELVES, tools])
    few = [*ANSWERS[:1], *SHELVES, tools]
    assert ([TOOLS], []) == (before.places, foreign_lists(SITE, few).places)
    assert [TOOLS] == foreign_lists(SITE, few, before).places
    asked = _page("/find?q=tool", OTHERS[:1], "tool")
    assert [] == foreign_lists(SITE, [*few, asked], before).places


def test_where_nothing_was_asked_nothing_is_strange() -> None:
    found = foreign_lists(SITE, [*SHELVES, _page("/tools", OTHERS, place=TOOLS)])
    assert ([], []) == (found.urls, found.places)


class Tooled(Shelved):
    """The menu leads to an index of tools as well, and to one record, which has a log."""

    def __call__(self, url: str) -> Answer:
        outcome, status, html = super().__call__(url)
        if "/tools" in url or "/item/7/log" in url:
            what = "Tool" if "/tools" in url else "Change"
            rows = "".join(
                f'<tr class="row"><td><a href="/{what.lower()}/{n}">{what} {n * 31 % 97}</a></td>'
                f"<td>to {n * 53 % 71} by {n * 17 % 29} of {n * 7 % 13}</td></tr>"
                for n in range(40)
            )
            page = page_of([], 0, "/tools", f"Every {what.lower()}", 0).decode()
            nothing = '<p class="none">Nothing was found.</p>'
            html = page.replace(nothing, f'<table class="all">{rows}</table>').encode()
        links = '<li><a href="/tools">Tools</a></li><li><a href="/item/7/log">Log</a></li>'
        help_ = '<li><a href="/help">'
        return outcome, status, html.decode().replace(help_, links + help_).encode()

    def find(self, query: str) -> list[int]:
        words = dictionary()["en"]
        first = words.index(query) * 7 % self.n if query in words else self.n
        return list(range(self.n))[first : first + 6] or super().find(query)


def test_lists_of_other_things_are_withdrawn_when_answers_have_come() -> None:
    ring = Ring(Tooled(240)).open(max_pages=400)
    last = {change.id: change for change in ring.of(Change)}
    standing = [one.url or one.text for one in last.values() if one.event != "withdrawn"]
    assert [] == [url for url in standing if "/tool/" in url or "/change/" in url]
    assert 240 <= len(standing) <= 241


def test_a_list_of_other_things_that_comes_after_the_answers_is_never_told() -> None:
    """It waits for the next model, which leaves it out; a list of the records is told at once."""
    crawled = Ring(Tooled(240)).open(max_pages=400)
    pages = sorted(crawled.pages, key=lambda page: "/tools" in page.url or "/log" in page.url)
    read = Ring()
    del read.agents["findings"]
    for page in pages:
        if page.url.endswith("/tools"):
            read.queue.append(("pages", LIBRARY, Publish(site=LIBRARY, seq=1, phase="learn")))
        read.queue.append(("pages", LIBRARY, page))
    read.queue.append(("pages", LIBRARY, Publish(site=LIBRARY, seq=2, phase="harvest")))
    for _ in read.steps():
        pass
    urls = [seen.url or "" for seen in read.of(Seen)]
    assert [] == [url for url in urls if "/tool/" in url or "/change/" in url]
    assert 240 <= len(set(urls)) <= 241
