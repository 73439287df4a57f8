"""Laws of pages that are read again: a reading stands while what it rests on does."""

from __future__ import annotations

import msgspec

from tests.records.poison import answer, page
from upwell.agents.analyse import analyse_agent
from upwell.agents.analyse.entries import Entry, packed
from upwell.agents.analyse.objects import Identified, Sightings, differences
from upwell.models.objects.identity import object_id
from upwell.models.urls.address import address_of
from upwell.streams.codecs import compress
from upwell.streams.records import Absent, Again, PageRead, Publish, Seen

from .ring import Ring

HOST = "s0.example"
SORRY = answer("", 0).replace(
    b"<div id=hits>", b"<div id=none>%s has been looked for in all books, and in no vain hope: "
)


def answered(numbers: range, ring: Ring, n: int, reason: str = "query") -> None:
    """Pages with so many objects; those without tell where the search has led to."""
    for number in numbers:
        word = f"otter{number}"
        body = answer(word, n) if n else SORRY.replace(b"%s", word.encode())
        address = f"/find?q={word}" if n else f"/found/nothing/{number}"
        record = page(HOST, number, address, compress(body), word)
        ring.queue.append(("pages", HOST, msgspec.structs.replace(record, reason=reason)))
    for _ in ring.steps():
        pass


def test_a_page_misread_before_nonsense_was_answered_is_read_again() -> None:
    """It was taken for an answer; what answers to nonsense say corrects it."""
    ring = Ring(agents={"pages": analyse_agent(readings=True)})
    del ring.agents["findings"]
    answered(range(1, 25), ring, 6)
    answered(range(25, 26), ring, 0)
    assert not [again for again in ring.of(Again) if again.number == 25]
    answered(range(26, 32), ring, 0, "nonsense")
    ring.queue.append(("pages", HOST, Publish(site=HOST, seq=1, phase="probe")))
    for _ in ring.steps():
        pass
    told = [read.line["empty"] for read in ring.of(PageRead) if read.url.endswith("/25")]
    assert [False, True] == [told[0], told[-1]]


def test_a_page_that_shows_an_object_by_another_id_tells_both_keys() -> None:
    """Its link has lost an argument since; what the page has besides is neither."""
    asked = page(HOST, 1, "/find?q=otter", b"", "otter")
    address = address_of(f"http://{HOST}/book?id=7&sid=x")
    before, now = (
        object_id(HOST, one, "") for one in (address, address.without(frozenset(("sid",))))
    )
    shown = packed({before: 1, "00000000000000ad": 2})
    entry = Entry(asked.url, 1, 1, "otter", 1, 1, shown)
    book = Identified(now, f"http://{HOST}/book?id=7&sid=x", "Otters", 1, "", {}, [])
    sends, _ = differences(
        Sightings(asked, asked.url, 2, 0.0, ()), [book], entry, lambda lost: set()
    )
    records = [send.record for send in sends]
    assert [before] == [seen.was for seen in records if isinstance(seen, Seen)]
    lost = {one.id: one.becomes for one in records if isinstance(one, Absent)}
    assert {before: now, "00000000000000ad": ""} == lost
