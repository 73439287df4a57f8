"""Bad records of every sort, drawn from a seed, and good ones to hide them among."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import msgspec

from upwell.streams.codecs import SCHEMA, compress, encode
from upwell.streams.log.port import Outgoing
from upwell.streams.records import AnyRecord, Page, Publish, Request, Seen, Tick
from upwell.streams.topics import FINDINGS, OBJECTS, PAGES, REQUESTS

QUERIES = "otter badger heron salmon beaver newt stork adder vole trout".split()
SITES = [f"s{n}.example" for n in range(4)]
FLAKY = "/flaky"
PER_SITE = 25

Bad = Callable[[Random], bytes]


def answer(query: str, n: int) -> bytes:
    """A page with `n` objects."""
    hits = "".join(
        f"<div class=hit><h3><a href='/item/{query}{i}'>{query.title()} number {i}</a></h3>"
        f"<p>Told in {i} chapters by the {query} society of town {i}, with a map.</p></div>"
        for i in range(n)
    )
    return (
        "<html><body><div id=nav><a href=/>Home</a><a href=/about>About us</a></div>"
        f"<h1>Results for {query}</h1><div id=hits>{hits}</div><p>Imprint</p></body></html>"
    ).encode()


def page(site: str, number: int, path: str, body: bytes, query: str | None = None) -> Page:
    url = f"http://{site}{path}"
    return Page(
        site=site, number=number, low=1, url=url, final_url=url, reason="query", outcome="ok",
        fetched_at=float(number), query=query, body=body, headers={"content-type": "text/html"},
    )  # fmt: skip


def good() -> list[Outgoing]:
    """Answers of some sites, in turn, and the word that they have ended."""
    out = []
    for number in range(1, PER_SITE + 1):
        query = QUERIES[number % len(QUERIES)]
        body = compress(answer(f"{query}{number}", 5 + number % 4))
        for site in SITES:
            path = FLAKY if number == 7 else f"/find?q={query}{number}"
            out.append(_to(PAGES, site, page(site, number, path, body, query)))
    return out + [_to(PAGES, site, Publish(site=site, seq=1, phase="probe")) for site in SITES]


def bad(n: int, huge: int, huge_bytes: int, seed: int) -> Iterator[Outgoing]:
    """`n` records that nobody can handle, `huge` of them of `huge_bytes`."""
    chance = Random(seed)
    topics = [PAGES, PAGES, PAGES, FINDINGS, OBJECTS, REQUESTS]
    for at in range(n):
        if at < huge:
            yield Outgoing(PAGES, chance.choice(SITES).encode(), chance.randbytes(huge_bytes))
            continue
        if at % 3 == 0:
            yield _misplaced(chance, at)
            continue
        key = chance.choice([site.encode() for site in SITES] + [b"", b"\xff\xfe", b"elsewhere"])
        yield Outgoing(chance.choice(topics), key, chance.choice(_VALUES)(chance))


def _misplaced(chance: Random, at: int) -> Outgoing:
    """A record that decodes, where it cannot be handled; some would harm their neighbours."""
    site, other = chance.sample(SITES, 2)
    number = 1_000 + at
    body = compress(answer("mole", 3))
    return chance.choice(
        [
            _to(FINDINGS, site, page(site, number, "/find?q=mole", body)),  # of another topic
            _to(PAGES, site, Tick(site=site, at=1.0)),
            _to(REQUESTS, site, Tick(site=site, at=1.0)),
            _to(PAGES, site, page(other, number, "/find?q=mole", body)),  # under another's key
            _to(OBJECTS, "another", Seen(site=site, seq=1, id="one", page_url="", text="", at=0.0)),
            _to(PAGES, site, page(site, number, "/cut", body[: len(body) // 2])),
            _to(PAGES, site, page(site, number, "/plain", b"<p>not zstd</p>")),
            _to(PAGES, site, page(site, number, "/bomb", _BOMB)),
            _to(PAGES, site, Request(site=site, number=1, low=1, url="/", reason="probe")),
        ]
    )


_BOMB = compress(bytes(20 << 20))  # longer than a body may be


def _nested(chance: Random) -> bytes:
    """Arrays in arrays, or maps in maps, where settings may stand."""
    depth = chance.choice([2_000, 100_000])
    inner = b"\x81\xa1a" if chance.random() < 0.5 else b"\x91"
    head = b"\x84\xa4kind\xa5added\xa4site\xa1s\xa3url\xa1u\xa8settings"
    return bytes([SCHEMA]) + head + b"\x81\xa1a" + inner * depth + b"\xc0"


_VALUES: list[Bad] = [
    lambda chance: b"",
    lambda chance: chance.randbytes(chance.randint(1, 400)),
    lambda chance: bytes([SCHEMA]) + chance.randbytes(chance.randint(0, 400)),
    lambda chance: bytes([chance.randint(SCHEMA + 1, 255)]) + msgspec.msgpack.encode({"a": 1}),
    lambda chance: bytes([SCHEMA]) + msgspec.msgpack.encode({"kind": "dragon", "site": "s"}),
    lambda chance: bytes([SCHEMA]) + msgspec.msgpack.encode({"kind": "page", "site": 5}),
    lambda chance: bytes([SCHEMA]) + msgspec.msgpack.encode([1, 2, 3]),
    lambda chance: encode(page("s0.example", 1, "/", b""))[: chance.randint(1, 40)],
    _nested,
]


def _to(topic: str, key: str, record: AnyRecord) -> Outgoing:
    return Outgoing(topic, key.encode(), encode(record))
