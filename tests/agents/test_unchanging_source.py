"""A source whose records stand still tells no change, whatever moves around them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import msgspec
import pytest

from tests.records.poison import page
from upwell.agents.analyse import analyse_agent
from upwell.streams.codecs import compress
from upwell.streams.records import Change, Publish, Seen

from .ring import Ring

HOST = "still.example"
WORDS = "amber birch cedar delta ember fjord grove haven inlet jetty knoll larch".split()
QUERIES = [*WORDS, *(f"{one} {two}" for one, two in zip(WORDS, WORDS[3:] + WORDS[:3], strict=True))]
N_RECORDS = 36
HOUR = 3600.0


class Visit(NamedTuple):
    """One fetch of one answer: which, when, and how many came before it."""

    query: str
    at: float
    number: int
    dear: frozenset[int] = frozenset()


Noise = Callable[[Visit, int], str]  # of one record


def title(n: int) -> str:
    return f"The {WORDS[n % 12]} and the {WORDS[(n * 5 + 1) % 12]} of room {n}"


def about(n: int) -> list[str]:
    return [WORDS[(n * k + k) % 12] for k in (1, 2, 3, 5, 7, 11)]


def matching(query: str) -> list[int]:
    words = set(query.split())
    return [n for n in range(N_RECORDS) if words & {*about(n), *title(n).split()}]


def age(visit: Visit, n: int) -> str:
    minutes = int(visit.at / 60) + n % 5 + (300 if n % 7 == 0 else 0)
    return f"{minutes} minutes ago" if minutes < 60 else f"{minutes // 60} hours ago"


def snippet(visit: Visit, n: int) -> str:
    words = about(n)
    at = max((words.index(word) for word in visit.query.split() if word in words), default=0)
    return f"... {' '.join(words[at : at + 3])} ..."


def marked(visit: Visit, n: int) -> str:
    text = f"A book of {' and '.join(about(n))}."
    for word in visit.query.split():
        text = text.replace(word, f"<b class=hit>{word}</b>")
    return text


RECORD: dict[str, Noise] = {
    "nothing": lambda visit, n: "",
    "ages": lambda visit, n: f"<i class=age>{age(visit, n)}</i>",
    "counters": lambda visit, n: f"<i class=seen>read {visit.number * 3 + n} times</i>",
    "clocks": lambda visit, n: f"<i class=now>as of {visit.at + n:.0f}</i>",
    "snippets": lambda visit, n: f"<p class=sn>{snippet(visit, n)}</p>",
    "marked words": lambda visit, n: f"<p class=m>{marked(visit, n)}</p>",
    "ranks": lambda visit, n: f"<i class=rank>{matching(visit.query).index(n) + 1}</i>",
    "relevance": lambda visit, n: f"<i class=score>{hash_of(visit.query, n)} %</i>",
}
ARGUMENTS: dict[str, Callable[[Visit, int], str]] = {
    "plain": lambda visit, n: "",
    "session": lambda visit, n: f"&sid=x{visit.number}",
    "question": lambda visit, n: "&hl=" + visit.query.replace(" ", "+"),
    "place": lambda visit, n: f"&pos={matching(visit.query).index(n)}",
}


DEAR = frozenset({2, 9, 17})  # records whose price is another after a day


def price(visit: Visit, n: int) -> int:
    return n * 7 % 50 + 100 * (n in visit.dear and visit.at > 10 * HOUR)


def hash_of(query: str, n: int) -> int:
    return (sum(map(ord, query)) * 7 + n * 13) % 90


def body(visit: Visit, noise: Noise, arguments: Callable[[Visit, int], str], table: bool) -> bytes:
    def row(n: int) -> str:
        link = f"<a href='/book?id={n}{arguments(visit, n)}'>{title(n)}</a>"
        if table:
            return f"<tr class=hit><td>{link}<td>{price(visit, n)} €<td>{noise(visit, n)}"
        return f"<div class=hit><h3>{link}</h3>{noise(visit, n)}<em>{price(visit, n)} €</em></div>"

    rows = "".join(row(n) for n in matching(visit.query))
    rows = f"<table id=hits>{rows}</table>" if table else f"<div id=hits>{rows}</div>"
    box = "".join(f"<li><a href=/ad/{visit.number + i}>Offer {visit.number + i}" for i in range(3))
    return (
        f"<html><body><div id=top>It is {visit.at:.0f} s; visitor {visit.number}</div>"
        f"<h1>Books on {visit.query}</h1>{rows}<ul id=box>{box}</ul><p>Imprint</p></body></html>"
    ).encode()


# Records in a table are read as those in boxes are: with the long proofs.
TABLES = [False, pytest.param(True, marks=pytest.mark.e2e)]


@cache
def told(
    noise: str, arguments: str, table: bool, dear: frozenset[int] = frozenset()
) -> list[Change]:
    """A crawl of half an hour, and two visits to some of its pages later.

    Nothing is asked twice within the crawl: a list in which everything turns is the reader's.
    """
    ring = Ring(agents={"pages": analyse_agent()})
    del ring.agents["findings"]
    times = [
        *((query, 60.0 * n) for n, query in enumerate(QUERIES)),
        *((query, 20.0 * HOUR + n) for n, query in enumerate(QUERIES[:8])),
        *((query, 50.0 * HOUR + n) for n, query in enumerate(QUERIES[:7])),
    ]
    for number, (query, at) in enumerate(times, 1):
        visit = Visit(query, at + 1.0, number, dear)
        html = compress(body(visit, RECORD[noise], ARGUMENTS[arguments], table))
        record = page(HOST, number, f"/s?q={query.replace(' ', '+')}", html, query)
        ring.queue.append(("pages", HOST, msgspec.structs.replace(record, fetched_at=visit.at)))
        if number == len(QUERIES):
            ring.queue.append(("pages", HOST, Publish(site=HOST, seq=1, phase="probe")))
    for _ in ring.steps():
        pass
    assert ring.of(Seen)
    changes: list[Change] = ring.of(Change)
    return changes


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("noise", RECORD)
def test_what_moves_in_the_records_is_no_news(noise: str, table: bool) -> None:
    changes = told(noise, "plain", table)
    assert [] == [change.before for change in changes if change.event == "changed"]
    assert N_RECORDS == len({change.id for change in changes})


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("arguments", ARGUMENTS)
def test_what_moves_in_their_links_makes_no_other_object(arguments: str, table: bool) -> None:
    changes = told("nothing", arguments, table)
    assert [] == [change.before for change in changes if change.event == "changed"]
    last = {change.id: change.event for change in changes}
    assert N_RECORDS == sum(event != "withdrawn" for event in last.values())


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("noise", RECORD)
def test_what_does_change_behind_it_is_told_once(noise: str, table: bool) -> None:
    news = [one for one in told(noise, "plain", table, DEAR) if one.event == "changed"]
    assert sorted(title(n) for n in DEAR) == sorted(one.fields["title"] for one in news)
    assert {1} == {len(one.before) for one in news}
